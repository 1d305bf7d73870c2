// offline.mjs: the page when its server is away: it plays on with an engine of its own, comes up again, goes back to
// the server, and keeps what the server has newer.

import assert from "node:assert/strict";
import http from "node:http";
import { open, over, picture, scene, serve, show, status, tests, until } from "./harness.mjs";

const FRIENDS = "first=human&second=human";
const KEPT = { serviceWorkers: "allow", allowed: (text) => /ERR_|Failed to load|Failed to fetch/.test(text) };

// A window on a server that is about to leave; all of the page has been kept.
async function openKept(at, hash) {
    const page = await open(hash, { ...KEPT, at });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(page, () => navigator.serviceWorker.controller);
    return page;
}

const said = (page, words) => until(page, (text) => document.querySelector(".away").innerText.includes(text), words);
const PLAYS_ON = "plays on by itself", WAITS = "waits for it";

// Whether this program has an engine for its page.
const built = async (at) => (await fetch(`${at}engine.wasm`)).ok;

async function playToTheEnd(page) {
    for (let moves = 0; !await over(page); moves++) {
        assert.ok(moves < 50);
        const before = await page.locator(".moves button").count();
        await page.locator(".target").nth(moves % 3 % await page.locator(".target").count()).click();
        // The answer of the computer, or the end.
        await until(page, (n) => document.querySelector(".status.over") || !document.querySelector(".thinking.busy") &&
            document.querySelector(".target") && document.querySelectorAll(".moves button").length >= n + 2, before);
    }
    assert.match(await status(page), /win|draw/i);
}

tests.push(["once loaded, the page plays on without the server, and goes back to it", async () => {
    const own = await serve();
    if (!await built(own.address)) return own.stop(); // the next but one is about that
    const page = await openKept(own.address, `#/play/tictactoe?${FRIENDS}`);
    await own.stop();

    // Whole games against a level, in the window that was there.
    await show(page, "#/play/tictactoe?first=human&second=level:3");
    await playToTheEnd(page);
    await said(page, PLAYS_ON);
    await picture(page, "without the server");
    // The page comes up again, without a word to any server.
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await said(page, PLAYS_ON);
    assert.ok(await over(page));
    await show(page, "#/play/connect4?first=human&second=level:5");
    await playToTheEnd(page);

    // Rules that were never seen before.
    await show(page, `#/play/connect4:width=5,height=5,line=3?${FRIENDS}`);
    await until(page, () => document.querySelectorAll(".target").length >= 5);
    await page.locator("[data-part=options] summary").click();
    await page.locator("input[name=width]").fill("99");
    await page.locator("input[name=width]").press("Tab");
    await until(page, () => /from 1 to 64/.test(document.querySelector("form .message").textContent));

    // A search as deep as it gets, where the stack is smallest.
    await show(page, "#/play/quixo?first=perfect&second=human");
    await until(page, () => document.querySelectorAll(".moves button").length === 2 || document.querySelector(".stage .message").innerText);
    assert.equal(await page.locator(".stage .message").first().innerText(), "");

    // Thinking that gets better, is not in the way of a move, and can be given up.
    await show(page, `#/play/connect4?${FRIENDS}&analysis=yes`);
    await page.waitForSelector(".analysis[data-final=false]");
    await page.locator(".target[data-move='4']").click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 1);
    await page.waitForSelector(".analysis[data-final=false]");
    assert.equal(await page.locator(".value-mark").count(), 7);
    await page.waitForSelector(".analysis[data-final=true]");
    await show(page, `#/play/tictactoe?${FRIENDS}&moves=1+2+3+5+8`);
    await page.locator("[data-tool=review]").click();
    await page.waitForSelector(".review[data-final=true]");
    assert.match(await page.locator(".review .note").innerText(), /2 mistakes/);

    // Trees, the steps of a search, mazes, puzzles: views that this window had not yet opened.
    await show(page, "#/tree/tictactoe?position=xox.o.x.o");
    await page.waitForSelector(".tree-node");
    const steps = (least) => until(page, (n) => document.querySelector(".progress")?.max > n, least);
    await show(page, "#/tree/tictactoe?position=xox.o.x.o&algo=alphabeta");
    await steps(10);
    await page.locator("[data-step=last]").click();
    await show(page, "#/maze?width=8&height=6&seed=5");
    await steps(10);
    await page.locator("[data-step=last]").click();
    assert.match(await page.locator(".told").innerText(), /Out in \d+ steps/);
    for (const [puzzle, drawn] of [["cubes", ".cubes g"], ["queens", ".squares"], ["fill", ".pixel"]]) {
        await show(page, `#/puzzles/${puzzle}`);
        await page.waitForSelector(drawn);
    }
    await page.locator("#language").selectOption("cs");
    await said(page, "Stránka pokračuje sama");
    await page.locator("#language").selectOption("en");

    // The server is back: it is asked again, and the game goes on.
    await show(page, `#/play/nim?${FRIENDS}`);
    await page.waitForSelector(".target");
    const again = await serve(new URL(own.address).port);
    await until(page, () => document.querySelector(".away").hidden);
    const asked = page.waitForRequest(/api\/state/);
    await page.locator(".target").first().click();
    assert.ok((await (await asked).response()).ok());
    await until(page, () => document.querySelectorAll(".moves button").length > 1);
    await page.finish();
    await again.stop();
}]);

tests.push(["a server that leaves in the middle of thinking is not missed", async () => {
    const own = await serve();
    if (!await built(own.address)) return own.stop();
    const page = await openKept(own.address, `#/play/connect4?${FRIENDS}&analysis=yes`);
    await page.waitForSelector(".analysis[data-final=false]");
    await own.stop("SIGKILL"); // without a last word
    await page.waitForSelector(".analysis[data-final=true]");
    await said(page, PLAYS_ON);
    await page.finish();
}]);

// ---- servers of other versions ----

// A server that says what another does, but for some files, which are different or not there at all.
async function front(behind, port = 0) {
    const others = new Map();
    const server = http.createServer(async (request, response) => {
        const path = request.url.slice(1);
        if (others.has(path)) {
            const { text, type, tag } = others.get(path);
            response.writeHead(text === null ? 404 : 200, { "Content-Type": type, ETag: tag, "Cache-Control": "no-cache" });
            response.end(text);
            return;
        }
        const { "if-none-match": _, ...headers } = request.headers; // it may be of one of the others
        const relayed = http.request(behind + path, { method: request.method, headers }, (answer) => {
            response.writeHead(answer.statusCode, answer.headers);
            answer.pipe(response);
        });
        request.pipe(relayed);
    });
    await new Promise((resolve) => { server.listen(port, "127.0.0.1", resolve); });
    const listed = await (await fetch(`${behind}files.json`)).json();
    const list = () => others.set("files.json", { text: JSON.stringify(listed), type: "application/json", tag: `"${others.size}"` });
    return {
        address: `http://127.0.0.1:${server.address().port}/`,
        change(path, text, type) {
            const tag = listed[path] = `"changed ${path}"`;
            others.set(path, { text, type, tag });
            list();
        },
        remove(path) {
            delete listed[path];
            others.set(path, { text: null, type: "text/plain", tag: '""' });
            list();
        },
        stop: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }),
    };
}

tests.push(["a page without an engine says that it waits, and then goes on", async () => {
    const behind = await serve(), before = await front(behind.address);
    before.remove("engine.wasm");
    const page = await openKept(before.address, `#/play/tictactoe?${FRIENDS}`);
    await page.waitForSelector(".target");
    await before.stop();
    await page.locator(".target[data-move='3']").click();
    await said(page, WAITS);
    await until(page, () => /needs the server/.test(document.querySelector(".stage .message").innerText));
    await page.goto(`${before.address}#/maze`);
    await page.reload();
    await page.waitForSelector("[data-view=maze]");
    await said(page, WAITS);
    const after = await front(behind.address, new URL(before.address).port);
    await until(page, () => document.querySelector(".maze-walls[d]") && document.querySelector(".away").hidden);
    await page.finish();
    await after.stop();
    await behind.stop();
}]);

tests.push(["what a newer server has is kept instead of the old, also what has not been looked at", async () => {
    const behind = await serve(), before = await front(behind.address);
    const page = await openKept(before.address, `#/play/tictactoe?${FRIENDS}`);
    const kept = (path) => page.evaluate(async (name) => (await caches.match(name))?.headers.get("ETag"), path);
    const old = await kept("js/queens.js");
    assert.ok(old);
    before.change("js/queens.js", `export const newer = "yes";`, "text/javascript");
    before.remove("js/cubes.js");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, async () => /changed js.queens/.test(await (await caches.match("files.json")).text()));
    assert.equal(await kept("js/queens.js"), '"changed js/queens.js"');
    assert.equal(await kept("js/cubes.js"), undefined);
    assert.ok(await kept("js/knight.js"));
    await before.stop();
    assert.equal(await page.evaluate(async () => (await import("./js/queens.js")).newer), "yes");
    await page.finish();
    await behind.stop();
}]);

// ---- what the page may do ----

scene("only the engine's worker may compile", `#/play/tictactoe?${FRIENDS}`,
    { allowed: (text) => /Content Security Policy/.test(text) }, async (page) => {
        const refused = await page.evaluate(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => "", (error) => error.name));
        assert.equal(refused, "CompileError");
    });
