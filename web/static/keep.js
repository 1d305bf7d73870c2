// keep.js: keeps the page for when the server is away: all of its files, with the engine that then answers in the
// server's place. What the server has newer always wins.

const PAGE = "ariadne-page";

const LIST = "files.json"; // the server's files with their tags

// Makes what is kept the same as what the server has: all of it, or nothing. The list comes last: what it names is
// there.
async function keep() {
    const page = await caches.open(PAGE);
    const list = await fetch(LIST, { cache: "no-cache" }), known = await page.match(LIST);
    if (known?.headers.get("ETag") === list.headers.get("ETag")) return;
    const tags = await list.clone().json();
    const fresh = await Promise.all(Object.entries(tags).map(async ([path, tag]) => {
        if ((await page.match(path))?.headers.get("ETag") === tag) return null;
        const response = await fetch(path, { cache: "no-cache" });
        if (!response.ok || response.headers.get("ETag") !== tag) throw new Error(`${path} has changed`);
        return [path, new Response(await response.arrayBuffer(), { headers: response.headers })];
    }));
    await Promise.all(fresh.filter(Boolean).map(([path, response]) => page.put(path, response)));
    const wanted = new Set([...Object.keys(tags), LIST].map((path) => new URL(path, self.location).href));
    await Promise.all((await page.keys()).filter(({ url }) => !wanted.has(url)).map((old) => page.delete(old)));
    await page.put(LIST, list);
}

const ROOT = new URL("./", self.location).href;

self.addEventListener("install", (event) => {
    event.waitUntil(keep().then(() => self.skipWaiting()));
    // Questions go straight to the server; where a browser can be told so, without a look in here.
    event.addRoutes?.({ condition: { urlPattern: new URLPattern({ pathname: `${new URL(ROOT).pathname}api/*` }) }, source: "network" });
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function answer(event) {
    const { request } = event, { mode, url } = request;
    try {
        const response = await fetch(request);
        if (mode === "navigate") event.waitUntil(keep().catch(() => { /* another time */ }));
        return response;
    } catch (error) {
        const page = await caches.open(PAGE);
        const old = await page.match(url.split(/[?#]/)[0] === ROOT ? "index.html" : request);
        if (old) return old;
        throw error;
    }
}

self.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    if (method === "GET" && url.startsWith(ROOT) && !url.startsWith(`${ROOT}api/`)) event.respondWith(answer(event));
});
