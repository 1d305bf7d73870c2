// keep.js: keeps the page for when the server is away: all of its files, with the engine that then answers in the
// server's place. What the server has newer always wins.

const PAGE = "ariadne-page";

const LIST = "files.json"; // the server's files with their tags

// Makes what is kept the same as what the server has: all of it, or nothing. The list comes last: what it names is
// there.
async function keep() {
    const page = await caches.open(PAGE);
    const list = await fetch(LIST, { cache: "no-cache" }), known = await page.match(LIST);
    if (!list.ok) throw new Error(`${LIST} is not there`); // what a gateway says is no list
    if (known?.headers.get("ETag") === list.headers.get("ETag")) return;
    const tags = await list.clone().json();
    const fresh = await Promise.all(Object.entries(tags).map(async ([path, tag]) => {
        if ((await page.match(path))?.headers.get("ETag") === tag) return null;
        const response = await fetch(`${path}?v=${/"(.*)"/.exec(tag)[1]}`); // which the browser may have already
        if (!response.ok || response.headers.get("ETag") !== tag) throw new Error(`${path} has changed`);
        const headers = new Headers(response.headers);
        for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name); // of how it came
        return [path, new Response(await response.arrayBuffer(), { headers })];
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

const GATEWAY = [502, 503, 504]; // what a gateway says when there is no server behind it
const PATIENCE = 3000; // milliseconds

let heard = 0; // when the server last answered
let hung = 0; // until when it is not waited for: a silence for each file would take too long

async function kept({ url }) {
    const page = await caches.open(PAGE), [place] = url.split(/[?#]/);
    return page.match(place === ROOT ? "index.html" : place);
}

async function fromServer(event, signal) {
    const { request } = event, navigates = request.mode === "navigate";
    const response = await fetch(request, navigates ? undefined : { signal }); // navigating takes no signal
    if (GATEWAY.includes(response.status)) return await kept(request) ?? response;
    heard = Date.now();
    hung = 0;
    if (navigates) event.waitUntil(keep().catch(() => { /* another time */ }));
    return response;
}

// The kept file, once the server has been silent for long, whatever it was asked for. What was asked is given up then:
// it would keep a connection from others.
async function afterSilence({ request, clientId }, asked, giveUp) {
    const since = Date.now();
    let over = false, left = hung > since ? 0 : PATIENCE;
    asked.catch(() => { /* answer() hears of it */ }).then(() => { over = true; });
    for (; left > 0 && !over; left = Math.max(since, heard) + PATIENCE - Date.now())
        await new Promise((resolve) => { setTimeout(resolve, left); });
    const old = await kept(request);
    if (!old || over) return asked;
    hung = Date.now() + PATIENCE;
    giveUp.abort();
    tellSilence(clientId);
    return old;
}

// The page need not find out by itself that nobody answers.
async function tellSilence(clientId) {
    (await self.clients.get(clientId))?.postMessage("silence");
}

async function answer(event) {
    const { request } = event, giveUp = new AbortController();
    const asked = fromServer(event, giveUp.signal);
    try {
        return await Promise.race([asked, afterSilence(event, asked, giveUp)]);
    } catch (error) {
        const old = await kept(request);
        if (old) return old;
        throw error;
    }
}

self.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    if (method === "GET" && url.startsWith(ROOT) && !url.startsWith(`${ROOT}api/`)) event.respondWith(answer(event));
});
