// keep.js: keeps the page for when the server is away. What the server has newer always wins.

const KEPT = "ariadne-page";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function answer(request) {
    const kept = await caches.open(KEPT);
    try {
        const response = await fetch(request);
        if (response.ok) await kept.put(request, response.clone());
        return response;
    } catch (error) {
        const old = await kept.match(request);
        if (old) return old;
        throw error;
    }
}

self.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    const { origin, pathname } = new URL(url);
    // Positions never change, so those already seen are kept as well; thinking is not.
    const lasting = !pathname.startsWith("/api/") || pathname === "/api/state" || pathname === "/api/games";
    if (method === "GET" && origin === self.location.origin && lasting)
        event.respondWith(answer(event.request));
});
