// keep.js: keeps the page for when the server is away. What the server has newer always wins.

const KEPT = "ariadne-page";

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
    "api/games",
];

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function answer(event) {
    const kept = await caches.open(KEPT);
    try {
        const response = await fetch(event.request);
        if (response.ok) event.waitUntil(kept.put(event.request, response.clone()));
        return response;
    } catch (error) {
        const old = await kept.match(event.request);
        if (old) return old;
        throw error;
    }
}

// Questions about positions go straight to the server.
self.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method === "GET" && origin === self.location.origin &&
        (!pathname.startsWith("/api/") || pathname === "/api/games"))
        event.respondWith(answer(event));
});
