// web_page.mjs: how quickly the page comes up in a browser, and answers a click.
//
//     node bench/web_page.mjs ARIADNE PACKAGES [TIMES] [--check]
//
// PACKAGES is where tools/setup.sh test put playwright-core. Each load is in a fresh profile with an
// empty cache; what the machine itself takes is seen by the first paint of a page that is almost empty.
// A click is timed within the page, from its event to the end of the frame that shows the piece, once
// in a quiet game and once while an analysis is thinking. At the end the server leaves, and the page's
// own engine does the same.
//
// What the first page asks for, and what comes over the wire for it, is counted too.
//
// Beside each figure stands what is aimed at: for the median, and where every figure is of something else, as of
// the levels, for the most. With --check a miss makes the exit code 1.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { spawn } from "node:child_process";
import path from "node:path";

const check = process.argv.includes("--check");
const [ariadne, packages, times = "15"] = process.argv.slice(2).filter((word) => word !== "--check");
if (!existsSync(path.join(packages, "installed"))) {
    console.error("The browser's driver is missing: tools/setup.sh test installs it.");
    process.exit(77); // skipped
}
const { chromium } = createRequire(path.resolve(packages, "package.json"))("playwright-core");

const child = spawn(ariadne, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((resolve) => {
    child.stdout.once("data", (text) => resolve(/http:\/\/\S+/.exec(text)[0]));
});
const browser = await chromium.launch({
    executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync),
    chromiumSandbox: process.getuid() !== 0, args: ["--disable-gpu"],
});

const fresh = () => browser.newContext({ viewport: { width: 1280, height: 800 } });

async function open(place, context) {
    const page = await (context ?? await fresh()).newPage();
    await page.goto(place);
    return page;
}

// The milliseconds from the start of the navigation to the first paint.
async function load(place) {
    const page = await open(place);
    const found = await page.evaluate(() => new Promise((resolve) => {
        new PerformanceObserver((list) => {
            for (const { name, startTime } of list.getEntries())
                if (name === "first-contentful-paint") resolve(startTime);
        }).observe({ type: "paint", buffered: true });
    }));
    await page.context().close();
    return found;
}

// How many requests it takes until the first board is there, and how many bytes of answers.
async function trips() {
    const page = await (await fresh()).newPage(), answers = [];
    page.on("requestfinished", (request) => request.url().startsWith(address) && answers.push(request.sizes()));
    await page.goto(address);
    await page.waitForSelector(".target");
    const sizes = await Promise.all(answers);
    await page.context().close();
    return { requests: sizes.length, bytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) };
}

// The milliseconds from a click on a cell to the frame with the piece in it.
async function clicks(hash, moves, ready, context) {
    const page = await open(address + hash, context);
    await page.waitForSelector(ready);
    const found = [];
    for (const move of moves) {
        await page.evaluate(() => {
            window.answered = new Promise((resolve) => {
                addEventListener("click", (event) => {
                    const stage = document.querySelector(".board-stage");
                    const count = () => stage.querySelectorAll(".cells .piece").length, before = count();
                    const painted = new MessageChannel(); // its message comes after the frame
                    painted.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
                    new MutationObserver((_, observer) => {
                        if (count() <= before) return;
                        observer.disconnect();
                        requestAnimationFrame(() => painted.port2.postMessage(0));
                    }).observe(stage, { childList: true, subtree: true });
                }, { capture: true, once: true });
            });
        });
        await page.locator(`.target[data-move="${move}"]`).first().click();
        found.push(await page.evaluate(() => window.answered));
    }
    await (context ? page : page.context()).close();
    return found;
}

// How long the computer thinks about its first answer at a level, the page's request included.
async function level(game, player) {
    const begun = performance.now();
    await (await fetch(`${address}api/move?${new URLSearchParams({ game, moves: "", player, seconds: "0.8" })}`)).json();
    return performance.now() - begun;
}

const AIMS = { paint: { median: 200 }, click: { median: 50 }, level: { most: 1000 } }; // milliseconds
const REQUESTS = 15;
let missed = 0;

function row(what, columns, word = "") {
    console.log(`${what.padEnd(44)} ${columns.map((text) => text.padStart(7)).join(" ")} ${word}`.trimEnd());
}

function tell(what, list, aim = {}) {
    const sorted = [...list].sort((a, b) => a - b);
    const found = { median: sorted[sorted.length >> 1], most: sorted.at(-1) };
    const miss = Object.entries(aim).some(([name, wanted]) => found[name] > wanted);
    if (miss) missed++;
    row(what, [found.median.toFixed(0), found.most.toFixed(0), String(aim.median ?? ""), String(aim.most ?? "")],
        miss ? "missed" : "");
}

row("", ["", "", "", "aims"]);
row("milliseconds", ["median", "most", "median", "most"]);
const EMPTY = "data:text/html,<p>Nothing";
await load(address); // the browser itself gets ready
const loads = [], empty = [];
for (let k = 0; k < Number(times); k++) {
    loads.push(await load(address));
    empty.push(await load(EMPTY));
}
tell("first paint", loads, AIMS.paint);
tell("first paint of an empty page, for comparison", empty);
const { requests, bytes } = await trips();
if (requests > REQUESTS) missed++;
const FRIENDS = "first=human&second=human";
const MOVES = ["4", "4", "3", "3", "5", "2", "2", "5"];
tell("a click shows its piece", await clicks(`#/play/connect4?${FRIENDS}`, MOVES, ".target"), AIMS.click);
tell("the same while an analysis thinks", await clicks(`#/play/connect4?${FRIENDS}&analysis=yes`, MOVES, ".value-mark"), AIMS.click);
const LEVELS = ["tictactoe", "connect4", "mnk:width=5,height=5,line=4", "nim", "dots", "quixo", "chomp"]
    .flatMap((game) => ["level:1", "level:5", "level:10"].map((player) => [game, player]));
const levels = [];
for (const [game, player] of LEVELS) levels.push(await level(game, player));
tell("the first move of levels 1, 5, 10 in 7 games", levels, AIMS.level);
console.log(`\nthe first page: ${requests} requests (aim: ${REQUESTS}), ${(bytes / 1000).toFixed(0)} kB of answers`);

// ---- without the server ----

const context = await fresh(), page = await open(address, context);
const size = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const engine = await fetch("engine.wasm");
    return engine.ok ? (await engine.arrayBuffer()).byteLength : 0;
});
await page.waitForFunction(() => navigator.serviceWorker.controller);
child.kill("SIGINT");
await new Promise((resolve) => { child.once("exit", resolve); });
if (size) {
    console.log(`\nwithout the server, by ${size} bytes of WebAssembly`);
    const ask = (path) => page.evaluate(async (question) => {
        const { parts } = await import(document.querySelector("script[type=module]").src), { askHere, restHere } = parts["js/offline.js"];
        const begun = performance.now();
        await askHere({ path: question });
        const took = performance.now() - begun;
        if (question === "api/server") restHere(); // the next one starts anew
        return took;
    }, path);
    const starts = [], own = [];
    for (let k = 0; k < Number(times); k++) starts.push(await ask("api/server"));
    tell("the engine starts and answers", starts);
    tell("a click shows its piece", await clicks(`#/play/connect4?${FRIENDS}`, MOVES, ".target", context), AIMS.click);
    tell("the same while an analysis thinks", await clicks(`#/play/connect4?${FRIENDS}&analysis=yes`, MOVES, ".value-mark", context), AIMS.click);
    for (const [game, player] of LEVELS) own.push(await ask(`api/move?${new URLSearchParams({ game, player, seconds: "0.8" })}`));
    tell("the first move of levels 1, 5, 10 in 7 games", own, AIMS.level);
}
await browser.close();
if (missed) console.log(`\naims missed: ${missed}`);
if (check && missed) process.exitCode = 1;
