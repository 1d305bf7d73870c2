// trips.mjs: how often the page asks the server: for a move, for a game, and to come up.

import assert from "node:assert/strict";
import { open, scene, serve, show, tests, until } from "./harness.mjs";

const FRIENDS = "first=human&second=human";
const OWN = { locale: "en-GB" };
// What was asked; but for whether the server is still there, which a page asks when an answer takes long on a busy machine.
const routes = (page) => page.asked.map((asked) => asked.split("?")[0]).filter((route) => route !== "api/server");
const rest = (page) => page.waitForTimeout(400); // what is asked late is counted too

// So many moves have been made, and a person is to move; or the game is over before.
const onBoard = (page, count) => until(page, (n) => document.querySelector(".status.over") ||
    document.querySelectorAll(".moves li:not(.start) button").length >= n && document.querySelector(".target"), count);

// Points at every target on the way to the one that is played, as a mouse does.
async function pointAndPlay(page, move) {
    for (const target of await page.locator(".target").all()) await target.hover();
    await page.locator(`.target[data-move="${move}"]`).click();
}

for (const [game, moves] of [["tictactoe", ["5", "1", "2", "3", "4", "6", "7", "8", "9"]], ["connect4", ["4", "4", "3", "5"]],
    ["nim:heaps=7531", ["1:1", "2:1", "3:1", "1:2", "2:2", "3:2"]]])
    scene(`a move and its answer are two requests: ${game}`, `#/play/${game}?second=level:1`, OWN, async (page) => {
        await page.waitForSelector(".target");
        await rest(page);
        let played = 0, pairs = 0;
        for (const move of moves) {
            if (!await page.locator(`.target[data-move="${move}"]`).count()) continue;
            page.asked = [];
            await pointAndPlay(page, move);
            await onBoard(page, played += 2);
            await rest(page);
            if (await page.locator(".status.over").count()) break; // then it is looked back at
            assert.deepEqual(routes(page), ["api/state", "api/move"], page.asked.join("\n"));
            pairs++;
        }
        assert.ok(pairs >= 2);
    });

scene("between friends a move is one request", `#/play/connect4?${FRIENDS}`, OWN, async (page) => {
    await page.waitForSelector(".target");
    for (const [k, move] of ["4", "4", "3"].entries()) {
        page.asked = [];
        await pointAndPlay(page, move);
        await onBoard(page, k + 1);
        await rest(page);
        assert.deepEqual(routes(page), ["api/state"]);
    }
});

// Shows a game while the page's clock stands still: what the page does later, it does when it is told to.
async function showStill(page, hash) {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3600000);
    await show(page, hash);
    await page.waitForSelector(".analysis[data-final]");
}

scene("with an analysis a move is one request more, and the game is reviewed once nobody plays on", "#/play/tictactoe", OWN, async (page) => {
    await showStill(page, `#/play/connect4?${FRIENDS}&moves=4+4&analysis=yes`);
    for (const [k, move] of ["4", "3", "5"].entries()) {
        page.asked = [];
        await pointAndPlay(page, move);
        await onBoard(page, k + 3);
        await page.waitForSelector(".analysis[data-final]");
        assert.deepEqual(routes(page).sort(), ["api/analysis", "api/state"]);
    }
    const reviewed = page.waitForRequest(/api\/review/);
    await page.clock.runFor(2000);
    await reviewed;
});

scene("what the computer leaves soon is not analysed", "#/play/tictactoe", OWN, async (page) => {
    await showStill(page, "#/play/connect4?second=random&analysis=yes");
    for (const [k, move] of ["4", "3"].entries()) {
        page.asked = [];
        const answered = page.waitForResponse(/api\/move/);
        await pointAndPlay(page, move);
        await answered;
        await page.clock.runFor(300); // the computer is never quicker
        await onBoard(page, 2 * k + 2);
        await page.waitForSelector(".analysis[data-final]");
        assert.deepEqual(routes(page), ["api/state", "api/move", "api/analysis"]);
    }
});

const LONG = "4 4 4 4 4 4 3 3 3 3 3 3 2 2 2 2 2 2 5 5 5 5 5 5".split(" "); // nobody has four: columns of x o x o x o
const GAMES = [["connect4", LONG.slice(0, 12)], ["tictactoe", ["5", "1", "3", "7", "4", "6", "2"]],
    ["mnk:width=15,height=15,line=5", Array.from({ length: 60 }, (_, k) => `${"abcdefghijklmno"[k % 15]}${1 + 3 * Math.floor(k / 15) + k % 2}`)]];
scene("a game is loaded by one request, however long it is", `#/play/coins?${FRIENDS}`, OWN, async (page) => {
    for (const [game, moves] of GAMES) {
        await rest(page);
        page.asked = [];
        await show(page, `#/play/${game}?${FRIENDS}&moves=${moves.join("+")}`);
        await until(page, (n) => document.querySelectorAll(".moves li:not(.start) button").length === n, moves.length);
        await rest(page);
        assert.deepEqual(routes(page), ["api/states"], page.asked.join("\n"));
        // All of it is there: going back asks for nothing.
        page.asked = [];
        for (let k = 0; k < 3; k++) await page.locator("[data-tool=undo]").click();
        await page.locator(".moves [data-at='1']").click();
        await until(page, () => document.querySelector(".moves [aria-current]").dataset.at === "1");
        await rest(page);
        assert.deepEqual(routes(page), []);
    }
});

tests.push(["a game that is too long for one answer comes in parts", async () => {
    const own = await serve(0, "--memory", "1M"), [game, moves] = GAMES.at(-1);
    const page = await open(`#/play/${game}?${FRIENDS}&moves=${moves.join("+")}`, { ...OWN, at: own.address });
    await until(page, (n) => document.querySelectorAll(".moves li:not(.start) button").length === n, moves.length);
    const parts = page.asked.filter((asked) => asked.startsWith("api/states")).map((asked) => Number(new URLSearchParams(asked.split("?")[1]).get("from")));
    assert.ok(parts.length > 3 && parts.every((from, k) => k === 0 ? from === 0 : from > parts[k - 1]), parts.join());
    for (const at of [0, 1, 31, 60]) {
        await page.locator(`.moves [data-at='${at}']`).click();
        await until(page, (n) => document.querySelectorAll(".board-stage .cells .piece").length === n, at);
    }
    await page.finish();
    await own.stop();
}]);

tests.push(["the first page is fifteen requests at most, and the second time almost nothing comes again", async () => {
    const page = await open("", OWN);
    await page.waitForSelector(".target");
    await rest(page);
    assert.ok(page.asked.length <= 15, page.asked.join("\n"));
    assert.deepEqual(routes(page).filter((path) => path.startsWith("api/")).sort(), ["api/games", "api/states"]);
    const session = await page.context().newCDPSession(page), came = [];
    await session.send("Network.enable");
    const kept = new Set();
    session.on("Network.requestServedFromCache", ({ requestId }) => kept.add(requestId));
    session.on("Network.responseReceived", ({ requestId, response: { url, fromDiskCache } }) => {
        if (!fromDiskCache && !kept.has(requestId) && !url.startsWith("data:")) came.push(new URL(url).pathname);
    });
    await page.reload();
    await page.waitForSelector(".target");
    await rest(page);
    // Scripts and style sheets are not even asked about.
    assert.ok(came.length >= 3 && came.every((path) => !/page\.(js|css)/.test(path)), came.join("\n"));
    await page.finish();
}]);

scene("another view is one more file", `#/play/tictactoe?${FRIENDS}`, OWN, async (page) => {
    const files = () => routes(page).filter((path) => !path.startsWith("api/"));
    page.asked = [];
    for (const view of ["tree", "maze", "puzzles"]) await show(page, `#/${view}`);
    assert.deepEqual(files(), ["js/views.js"], page.asked.join("\n"));
});

// The page as it was written, each module by itself, to look into.
tests.push(["the page also comes from its own modules", async () => {
    const page = await open("source.html#/play/tictactoe?second=level:5", OWN);
    await page.locator(".target[data-move='5']").click();
    await onBoard(page, 2);
    await show(page, "#/tree/tictactoe?position=xox.o.x.o");
    await page.waitForSelector(".tree-node");
    assert.ok(page.asked.includes("js/dom.js") && !page.asked.some((path) => /^js\/(page|views)\.js/.test(path)));
    assert.equal(await page.evaluate(async () => (await window.part("api.js")) === await import("./js/api.js")), true);
    await page.finish();
}]);
