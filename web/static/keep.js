// keep.js: keeps the page for when the server is away, and what the server has said of positions and
// puzzles, which stays true. What the server has newer always wins. The rules of the games are the
// server's, so a position that was never seen has to wait for it.

const PAGE = "ariadne-page", ANSWERS = "ariadne-answers";
const MOST = 1500; // answers that are kept; the oldest go first
const TRIMMED_EVERY = 100;

// Everything the page is made of; a test compares it with the folder.
const FILES = [
    "./", "ariadne.webmanifest", "icon.svg",
    "css/base.css", "css/board.css", "css/play.css", "css/walk.css",
    "js/address.js", "js/analysis.js", "js/api.js", "js/board.js", "js/boarddraw.js",
    "js/boardshape.js", "js/cubes.js", "js/curve.js", "js/dialog.js", "js/dom.js",
    "js/fields.js", "js/fill.js", "js/gallery.js", "js/game.js", "js/gridwalk.js", "js/i18n.js",
    "js/icons.js", "js/knight.js", "js/labeltree.js", "js/live.js", "js/main.js",
    "js/marks.js", "js/maze.js", "js/mazeboard.js", "js/mazemodel.js", "js/movelist.js",
    "js/options.js", "js/play.js", "js/playpage.js", "js/players.js", "js/prefs.js", "js/puzzles.js",
    "js/queens.js", "js/replay.js", "js/review.js", "js/squares.js", "js/states.js",
    "js/stepper.js", "js/transfer.js", "js/tree.js", "js/treedraw.js", "js/treelayout.js",
    "js/treewalk.js", "js/walkpage.js", "js/watchedtree.js",
    "lang/cs.js", "lang/en.js", "lang/hr.js", "lang/pl.js",
];

// Questions whose answer never changes; others, which take thinking, go straight to the server.
const LASTING = new Set(["games", "state", "tree", "steps", "export", "knight", "queens", "cubes", "fill", "maze",
    "maze/generate", "maze/solve"].map((route) => `/api/${route}`));

// The start of every game, so that each comes up.
async function keepStarts() {
    const answers = await caches.open(ANSWERS);
    await answers.add("api/games");
    const { games } = await (await answers.match("api/games")).json();
    await answers.addAll(games.map(({ id }) => `api/state?game=${id}`));
}

self.addEventListener("install", (event) => {
    event.waitUntil(Promise.all([caches.open(PAGE).then((page) => page.addAll(FILES)), keepStarts()])
        .then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What an answer is kept under: a question that is posted, under a digest of its words.
async function keyOf(request) {
    if (request.method === "GET") return request;
    const words = new TextEncoder().encode(await request.clone().text());
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", words));
    const name = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return new Request(`${request.url}?posted=${name}`);
}

let puts = 0;
async function keep(cache, key, response) {
    await cache.put(key, response);
    if (++puts % TRIMMED_EVERY) return;
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => cache.delete(old)));
}

// The page can tell an answer from before by its header.
function marked(old) {
    const headers = new Headers(old.headers);
    headers.set("X-Ariadne-Kept", "yes");
    return new Response(old.body, { status: old.status, headers });
}

async function answer(event, name) {
    const cache = await caches.open(name), key = await keyOf(event.request);
    try {
        const response = await fetch(event.request);
        if (response.ok) event.waitUntil(keep(cache, key, response.clone()));
        return response;
    } catch (error) {
        const old = await cache.match(key);
        if (old) return marked(old);
        throw error;
    }
}

self.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (origin !== self.location.origin) return;
    if (LASTING.has(pathname)) event.respondWith(answer(event, ANSWERS));
    else if (method === "GET" && !pathname.startsWith("/api/")) event.respondWith(answer(event, PAGE));
});
