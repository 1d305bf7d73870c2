// offline.mjs: the page when its server is away: it plays on with an engine of its own, comes up again, goes back to
// the server, and keeps what the server has newer.

import assert from "node:assert/strict";
import http from "node:http";
import { NAME, open, over, picture, scene, serve, show, status, tests, until } from "./harness.mjs";

const FRIENDS = "first=human&second=human";
const KEPT = { serviceWorkers: "allow", allowed: (text) => /ERR_|Failed to load|Failed to fetch/.test(text) };

// A window on a server that is about to leave; all of the page has been kept. Unless told otherwise it does not wait until
// the page does that by itself.
async function openKept(at, hash, { patient = false, ...options } = {}) {
    const page = await open(hash, { ...KEPT, ...options, at });
    if (!patient) await page.evaluate(() => { navigator.serviceWorker.register("keep.js"); });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(page, () => navigator.serviceWorker.controller);
    return page;
}

const said = (page, words) => until(page, (text) => document.querySelector(".away").innerText.includes(text), words);
const PLAYS_ON = "plays on by itself", WAITS = "waits for it", BACK = "there again";
const heard = (page, words) => until(page, (text) => [...document.querySelectorAll("[aria-live]")].some((part) =>
    part.textContent.includes(text)), words);
// The page looks for its server by and by, and at once when the browser has a network again.
const back = async (page) => {
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await until(page, () => document.querySelector(".away").hidden);
};
const pieces = (page, count) => until(page, (n) => document.querySelectorAll(".board-stage .cells .piece").length === n, count);

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
    if (!await built(own.address)) return own.stop(); // another test is about that
    const page = await openKept(own.address, `#/play/tictactoe?${FRIENDS}`, { patient: true });
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

    // What stands in the opening book is known at once, here too; and that its lines go on.
    await show(page, `#/play/connect4?${FRIENDS}&analysis=yes`);
    await page.waitForSelector(".analysis[data-final=true]");
    assert.match(await page.locator(".verdict-line").innerText(), /first player wins in 41 plies/i);
    assert.equal(await page.locator("ol.line .goes-on").count(), 1);
    assert.match(await page.locator(".values .follows").first().innerText(), /…$/);

    // Thinking that gets better, is not in the way of a move, and can be given up.
    await show(page, `#/play/connect4:width=9?${FRIENDS}&analysis=yes`);
    await page.waitForSelector(".analysis[data-final=false]");
    await page.locator(".target[data-move='4']").click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 1);
    await page.waitForSelector(".analysis[data-final=false]");
    assert.equal(await page.locator(".values tbody tr").count(), 9);
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
    await heard(page, BACK);
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
    const page = await openKept(own.address, `#/play/connect4:width=9?${FRIENDS}&analysis=yes`);
    await page.waitForSelector(".analysis[data-final=false]");
    await own.stop("SIGKILL"); // without a last word
    await said(page, PLAYS_ON);
    const cost = await page.locator(".analysis .note").innerText();
    await until(page, (before) => document.querySelector(".analysis .note").textContent !== before, cost);
    // A click starts no thread, not even for the review that waits behind the analysis: its piece is shown first.
    await page.locator(".target[data-move='4']").click();
    await page.waitForSelector(".analysis[data-final=false]");
    assert.equal(await page.evaluate(() => new Promise((shown) => {
        let started = 0;
        window.Worker = class extends Worker {
            constructor(...all) {
                super(...all);
                started++;
            }
        };
        new MutationObserver(() => shown(started)).observe(document.querySelector(".board-stage"), { childList: true });
        document.querySelector(".target[data-move='4']").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    })), 0);
    await page.finish();
}]);

// Begins a stream on the page, and waits for the first of its answers.
async function stream(page, seconds) {
    await page.evaluate(async (most) => {
        const { listen } = await window.part("api.js");
        window.told = [];
        const path = `api/analysis?game=connect4:width=9,height=9&seconds=${most}`;
        listen(path, (name, { final }) => window.told.push(`${name} ${final}`)).then(() => window.told.push("end"));
    }, seconds);
    await until(page, () => window.told.includes("answer false"));
}

// Whether it went on to a final answer, the only one, and was told of no error on the way.
async function wellEnded(page) {
    await until(page, () => window.told.includes("end"));
    const told = await page.evaluate(() => window.told);
    assert.deepEqual(told.slice(-2), ["answer true", "end"]);
    assert.deepEqual(told.slice(0, -2).filter((what) => /^error|true/.test(what)), []);
}

tests.push(["what a server says while it ends is not taken for an answer", async () => {
    const own = await serve();
    if (!await built(own.address)) return own.stop();
    const page = await openKept(own.address, `#/play/tictactoe?${FRIENDS}`);
    await stream(page, 1.5);
    await own.stop("SIGTERM");
    await said(page, PLAYS_ON);
    await wellEnded(page);
    await page.finish();
}]);

tests.push(["a stream that is cut short begins again on the page", async () => {
    const behind = await serve(), before = await front(behind.address);
    if (!await built(behind.address)) return Promise.all([behind.stop(), before.stop()]);
    const page = await openKept(before.address, `#/play/tictactoe?${FRIENDS}`);
    before.cut();
    await stream(page, 1);
    await said(page, PLAYS_ON);
    await wellEnded(page);
    await page.finish();
    await before.stop();
    await behind.stop();
}]);

tests.push(["a server that hangs is noticed, and one that only thinks is waited for", async () => {
    const own = await serve();
    if (!await built(own.address)) return own.stop();
    const page = await openKept(own.address, `#/play/tictactoe?${FRIENDS}`);
    // Longer than the page waits for a server that says nothing.
    const thought = await page.evaluate(async () => {
        const { ask, onReach } = await window.part("api.js"), others = [];
        onReach((who) => others.push(who));
        return [(await ask("api/analysis?game=connect4:width=9,height=9&seconds=4.2")).seconds > 4, others];
    });
    assert.deepEqual(thought, [true, []]);
    // In the middle of a stream, and when the page comes up.
    await stream(page, 10);
    own.signal("SIGSTOP");
    await said(page, PLAYS_ON);
    // The page has waited for its files: it does not wait for its first question too, not even if it never stopped.
    await page.addInitScript(() => {
        const { setTimeout } = window;
        window.setTimeout = (call, time, ...rest) => time === 1500 ? 0 : setTimeout(call, time, ...rest);
    });
    await page.reload();
    await page.waitForSelector(".target");
    await said(page, PLAYS_ON);
    own.signal("SIGCONT");
    await back(page);
    await page.finish();
    await own.stop();
}]);

tests.push(["that the page plays on is said at once, in the way of nothing", async () => {
    const own = await serve();
    if (!await built(own.address)) return own.stop();
    const page = await openKept(own.address, `#/play/tictactoe?${FRIENDS}`, { viewport: { width: 360, height: 780 } });
    const place = () => page.locator(".board-stage").boundingBox();
    const before = await place();
    await own.stop();
    // Before the page has thought.
    assert.ok(await page.evaluate(async () => {
        const { ask, onReach } = await window.part("api.js");
        const told = new Promise((resolve) => { onReach(resolve); });
        let answered = false;
        ask("api/move?game=connect4:width=9,height=9&player=perfect&seconds=2").then(() => { answered = true; });
        await told;
        await new Promise((resolve) => { setTimeout(resolve); });
        return !answered;
    }));
    await said(page, PLAYS_ON);
    await heard(page, PLAYS_ON);
    assert.deepEqual(await place(), before);
    const notice = await page.locator(".away .message").boundingBox();
    assert.ok(notice.y + notice.height <= 780 && notice.y > 390);
    await picture(page, "without the server phone");
    await page.locator(".away button").click();
    assert.ok(await page.evaluate(() => document.querySelector(".away").hidden && document.activeElement.matches(".target")));
    await page.finish();
}]);

tests.push(["what takes a moment is not kept waiting by what is thought about", async () => {
    const own = await serve();
    if (!await built(own.address)) return own.stop();
    const page = await openKept(own.address, `#/play/tictactoe?${FRIENDS}`);
    await own.stop();
    const order = await page.evaluate(async () => {
        const { ask, listen } = await window.part("api.js"), answers = [];
        const game = "connect4:width=9,height=9", over = (name) => () => answers.push(name);
        await Promise.all([
            listen(`api/analysis?game=${game}&seconds=2`, () => {}).then(over("analysis")),
            ask(`api/move?game=${game}&player=perfect&seconds=0.7`).then(over("hint")),
            ask(`api/state?game=${game}`).then(over("state")),
        ]);
        return answers;
    });
    assert.deepEqual(order, ["state", "hint", "analysis"]);
    // What is given up ends at once, however long it was to take, and its thread is used again.
    const started = await page.evaluate(async () => {
        const { listen } = await window.part("api.js"), { Worker } = window, giveUp = new AbortController();
        let started = 0, answered;
        const ended = new Promise((resolve) => { answered = resolve; });
        window.Worker = class extends Worker {
            constructor(...all) {
                super(...all);
                started++;
                this.addEventListener("message", ({ data: { answer } }) => answer && setTimeout(answered));
            }
        };
        const { restHere } = await window.part("offline.js");
        restHere(); // the threads from before
        const path = "api/analysis?game=connect4:width=9,height=9&seconds=";
        await listen(`${path}60`, () => giveUp.abort(), giveUp.signal).catch(() => {});
        await ended;
        await listen(`${path}0.2`, () => {});
        return started;
    });
    assert.equal(started, 1);
    await page.finish();
}]);

tests.push(["behind a gateway the page plays on too", async () => {
    const behind = await serve(), before = await front(behind.address);
    if (!await built(behind.address)) return Promise.all([behind.stop(), before.stop()]);
    const page = await openKept(before.address, `#/play/tictactoe?${FRIENDS}`);
    // A server that has too much to do is no gateway.
    before.answer(503, JSON.stringify({ error: { status: 503, name: "busy", message: "too many" } }));
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.locator(".target[data-move='1']").click();
    await refused;
    before.answer(0);
    await pieces(page, 1);
    assert.ok(await page.evaluate(() => document.querySelector(".away").hidden));
    before.answer(502);
    await page.locator(".target[data-move='5']").click();
    await said(page, PLAYS_ON);
    await pieces(page, 2);
    for (const code of [503, 504]) {
        before.answer(code);
        await page.reload();
        await page.waitForSelector("html[data-ready]");
        await said(page, PLAYS_ON);
        await pieces(page, 2);
    }
    before.answer(0);
    await back(page);
    await page.finish();
    await before.stop();
    await behind.stop();
}]);

tests.push(["over plain HTTP, where nothing is kept, an open window plays on, and copies", async () => {
    const own = await serve(), at = own.address.replace("127.0.0.1", NAME);
    if (!await built(own.address)) return own.stop();
    // There the browser notes that it isolates no page.
    const allowed = (text) => KEPT.allowed(text) || /Cross-Origin-Opener-Policy header has been ignored/.test(text);
    const page = await open(`#/play/tictactoe?${FRIENDS}`, { ...KEPT, at, allowed });
    assert.deepEqual(await page.evaluate(() => [isSecureContext, crossOriginIsolated]), [false, false]);
    await page.locator("[data-tool=text]").click();
    const area = page.locator("dialog textarea");
    await until(page, () => document.querySelector("dialog textarea").value.includes("tictactoe"));
    const text = await area.inputValue();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    await area.fill("");
    await area.press("Control+V");
    assert.equal(await area.inputValue(), text);
    await page.evaluate(() => { document.execCommand = () => false; });
    await page.getByRole("button", { name: "Copy the address" }).click();
    await page.getByRole("button", { name: "Selected: now press Ctrl+C" }).waitFor();
    assert.equal(await page.evaluate(() => getSelection().toString()), page.url());
    await page.keyboard.press("Escape");

    await page.waitForSelector("html[data-held]");
    await own.stop();
    await show(page, "#/play/tictactoe?first=human&second=level:3");
    await playToTheEnd(page);
    await said(page, PLAYS_ON);
    // What is given up is no hindrance, though no thread can be started.
    await show(page, `#/play/connect4:width=9?${FRIENDS}&analysis=yes`);
    for (let count = 1; count <= 3; count++) {
        await page.waitForSelector(".analysis[data-final=false]");
        await page.locator(".target[data-move='4']").click();
        await pieces(page, count);
    }
    await page.waitForSelector(".analysis[data-final=false]");
    await show(page, "#/tree/tictactoe?position=xox.o.x.o");
    await page.waitForSelector(".tree-node");
    await page.locator("#language").selectOption("hr");
    await said(page, "Stranica nastavlja sama");
    await page.finish();
}]);

// ---- servers of other versions ----

// A server that says what another does, but for some files, which are different or not there at all.
async function front(behind, port = 0) {
    const others = new Map();
    let code = 0, words; // of a gateway with nothing behind it
    let cuts = false; // whether streams end before their end
    const server = http.createServer(async (request, response) => {
        const path = request.url.slice(1), [file] = path.split("?");
        if (code) {
            response.writeHead(code, { "Content-Type": "text/html" });
            response.end(words);
            return;
        }
        if (others.has(file)) {
            const { text, type, tag } = others.get(file);
            response.writeHead(text === null ? 404 : 200, { "Content-Type": type, ETag: tag, "Cache-Control": "no-cache" });
            response.end(text);
            return;
        }
        const { "if-none-match": _, ...headers } = request.headers; // it may be of one of the others
        const relayed = http.request(behind + path, { method: request.method, headers }, (answer) => {
            response.writeHead(answer.statusCode, answer.headers);
            if (cuts && /event-stream/.test(answer.headers["content-type"])) answer.once("data", (some) => {
                response.end(some);
                relayed.destroy();
            });
            else answer.pipe(response);
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
        answer(status, text = "<h1>Nobody is there</h1>") { [code, words] = [status, text]; },
        cut() { cuts = true; },
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
    const old = await kept("lang/hr.js");
    assert.ok(old);
    before.change("lang/hr.js", `export const newer = "yes";`, "text/javascript");
    before.remove("lang/pl.js");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await page.evaluate(async () => {
        while (!/changed lang.hr/.test(await (await caches.match("files.json")).text()))
            await new Promise((resolve) => { setTimeout(resolve, 20); });
    });
    assert.equal(await kept("lang/hr.js"), '"changed lang/hr.js"');
    assert.equal(await kept("lang/pl.js"), undefined);
    assert.ok(await kept("lang/cs.js"));
    await before.stop();
    assert.equal(await page.evaluate(async () => (await import("./lang/hr.js")).newer), "yes");
    await page.finish();
    await behind.stop();
}]);

// ---- what the page may do ----

scene("only the engine's worker may compile", `#/play/tictactoe?${FRIENDS}`,
    { allowed: (text) => /Content Security Policy/.test(text) }, async (page) => {
        const refused = await page.evaluate(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => "", (error) => error.name));
        assert.equal(refused, "CompileError");
    });
