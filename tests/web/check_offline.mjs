// check_offline.mjs: does the page's own engine answer as the server does?
//
//     node tests/web/check_offline.mjs ARIADNE ENGINE.WASM
//
// Some hundred questions, about every game and puzzle and full of mistakes, are asked one after the other to a
// server and to the engine as WebAssembly. What both say must be the same to the byte, except for the seconds that
// it took. Both have as much memory and the same opening book, and do one thing at a time, so that they also remember
// the same.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Engine } from "../../web/static/js/engine.js";

const [ariadne, wasm] = process.argv.slice(2);
const MEMORY = "16M"; // as in web/offline.c

const child = spawn(ariadne, ["serve", "--port", "0", "--memory", MEMORY, "--threads", "1", "--analyses", "1"],
    { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the server ended")));
    child.stdout.once("data", (text) => resolve(/http:\/\/\S+/.exec(text)[0]));
});
const engine = new Engine(new WebAssembly.Module(readFileSync(wasm)));

// The same numbers every time.
let seed = 1;
function chance(below) {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x6d2b79f5 | 0;
    return ((seed ^ (seed >>> 13)) >>> 0) % below;
}
const one = (list) => list[chance(list.length)];

const timeless = (text) => text.replace(/"seconds":[-+.e\d]+/g, '"seconds":0');

async function askServer({ path, body, streams }) {
    const response = await fetch(address + path, {
        headers: { Accept: streams ? "text/event-stream" : "application/json", "Content-Type": "application/json" },
        ...body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
    });
    return { status: response.status, text: await response.text() };
}

// A stream of the engine's as the server would send it.
function askEngine(question) {
    let said = "";
    const { status, text } = engine.ask(question, (name, data) => { said += `event: ${name}\ndata: ${data.trimEnd()}\n\n`; });
    return { status, text: said + text };
}

// How far an answer came by the clock is not the same twice.
const PROGRESS = /event: (progress|waiting)\n.*\n\n/g;

const seen = new Map(); // statuses, and how many there were
async function same(question) {
    const there = await askServer(question), here = askEngine(question);
    const what = `${question.path} ${JSON.stringify(question.body) ?? ""}`.slice(0, 300);
    const [ours, theirs] = [here, there].map(({ text }) => timeless(text.replace(PROGRESS, "")));
    let at = 0;
    while (at < ours.length && ours[at] === theirs[at]) at++;
    const around = (text) => text.slice(Math.max(0, at - 80), at + 80);
    assert.equal(around(ours), around(theirs), what);
    assert.equal(here.status, there.status, what);
    seen.set(there.status, (seen.get(there.status) ?? 0) + 1);
    return question.streams ? null : JSON.parse(there.text);
}

const get = (route, words = {}) => same({ path: `api/${route}?${new URLSearchParams(words)}` });
const post = (route, body) => same({ path: `api/${route}`, body });

// ---- games ----

// Plays at random, and asks about every position on the way.
async function play(game, about) {
    const moves = [];
    for (;;) {
        const words = { game, moves: moves.join(" ") };
        const state = await get("state", words);
        assert.ok(!state.error, `${game}: ${state.error?.message}`);
        await about(words, state);
        if (state.status !== "on" || moves.length > 60) return;
        moves.push(one(state.moves).move);
    }
}

// Games that are solved in a moment, whatever is asked about them.
const SMALL = ["tictactoe", "tictactoe:early=no", "connect4:width=4,height=4", "hex:size=3", "amazons:width=4,height=3", "connect4:width=5,height=4,line=3",
    "mnk:width=4,height=3,line=3", "nim:heaps=321", "nim:heaps=4321,normal=yes", "coins:coins=9", "evencoins",
    "dots:width=2,height=1", "chomp:width=4,height=3", "kalah:pits=2,seeds=2",
    "breakthrough:width=3,height=4", "othello:size=4"];

const PLAYERS = ["mcts:nodes=3000", "perfect", "random", "rules", "mistake:0.5", "engine:depth=3", "engine:algo=minimax,depth=2",
    ...Array.from({ length: 10 }, (_, k) => `level:${k + 1}`)];
const SEARCH = { order: ["first", "last", "best", "random", "centre"], cut: ["usual", "strict"], algo: ["minimax", "alphabeta"], eval: ["neutral", "random", "pattern"] };
const searching = () => ({ algo: one(SEARCH.algo), order: one(SEARCH.order), cut: one(SEARCH.cut), eval: one(SEARCH.eval), seed: chance(99), depth: 1 + chance(3) });

async function askSmall(words) {
    const questions = [
        () => get("move", { ...words, player: one(PLAYERS), seed: chance(1e9) }),
        () => get("analysis", words),
        () => same({ path: `api/analysis?${new URLSearchParams(words)}`, streams: true }),
        () => get("tree", { ...words, show: 2, boards: one(["yes", "no"]) }),
        () => get("tree", { ...words, ...searching(), show: 3 }),
        () => get("steps", { ...words, ...searching(), most: 300 }),
        () => get(one(["steps", "tree"]), { ...words, algo: "mcts", rounds: 1 + chance(120), eval: one(["", "neutral"]), seed: chance(99) }),
        () => get("export", words),
        () => get("database", words),
        () => post("state", { ...words, position: "" }),
        () => get("states", { ...words, from: chance(4) }),
    ];
    for (let k = 0; k < 3; k++) await one(questions)();
}

// Of large ones only what is soon at its end.
async function askLarge(words, { moves }) {
    if (!moves.length || chance(3)) return;
    await one([
        () => get("move", { ...words, player: `level:${1 + chance(5)}`, seed: chance(1e9) }),
        () => get("move", { ...words, player: one(["random", moves.length > 60 ? "engine:depth=1" : "engine:depth=2"]), seed: chance(1e9) }),
        () => get("tree", { ...words, ...searching(), depth: 2, show: 2 }),
        () => get("steps", { ...words, ...searching(), most: 200 }),
        () => get("export", words),
    ])();
}

async function askGames() {
    const { games } = await get("games");
    for (const game of SMALL) {
        let last;
        await play(game, (words) => askSmall(last = words));
        await get("review", last);
        const { text } = await get("export", last);
        await post("import", { text });
        await post("import", { text: text.split("\n") });
    }
    for (const { id } of games) await play(id, askLarge);
    // What comes back to its positions takes several steps, of which a stream tells when it can.
    for (const game of ["quixo:size=3", "hare:stall=0"]) for (const moves of ["", "c2t", "b1-c2"]) await get("analysis", { game, moves });
    for (const place of ["nim/", "nim/heaps=31/", "nim/heaps=31/positions/?p=31", "tictactoe/regular/positions/?p=xox.o.x.o",
        "tictactoe/regular/positions/?q=1", "chess/regular/", "quixo/size=3/positions"]) await same({ path: place });
}

// Games that fall apart, small enough that no limit of time or memory ends what is asked about them.
async function askParts() {
    for (const game of ["kayles:pins=9", "kayles:pins=6,misere=yes", "nim:heaps=531,normal=yes", "octal:code=0.137,heap=12", "grundy",
        "cram:width=4,height=3", "domineering:width=4,height=4", "clobber:width=4,height=3"])
        await play(game, (words) => get("parts", words));
}

// What stands in the opening book is exact at once, and the lines that begin there are the same.
async function askBook() {
    for (const moves of ["", "4", "4 4 4", "1", "3 5 2"]) {
        const words = { game: "connect4", moves };
        const { exact } = await get("analysis", words);
        assert.equal(exact, true, `connect4 after "${moves}" stands in the book`);
        await get("move", { ...words, player: "perfect", seed: 3 });
        await get("move", { ...words, player: "level:10", seed: 3 });
    }
}

// ---- puzzles ----

async function askPuzzles() {
    for (const algo of ["backtracker", "kruskal", "prim", "wilson", "eller", "division"]) {
        const maze = await get("maze/generate", { algo, width: 2 + chance(30), height: 2 + chance(20), seed: chance(1e6), loops: one([0, 0.1, 0.5]), most: one([0, 500]) });
        await post("maze", { maze: maze.text });
        for (const method of ["recursive", "right-hand", "left-hand", "shortest", "dead-ends"])
            await post("maze/solve", { maze: maze.text.trimEnd().split("\n"), method, unmark: one([true, false, null]), most: chance(500) });
        await post("maze/solve", { maze: maze.text, all: true, calls: 5000, paths: chance(9), most: chance(500) });
        await post("maze/solve", { maze: maze.text, mark: false, calls: 1 + chance(5000), from: one(["0,0", "1,1", "40,0"]), most: chance(500) });
    }
    for (let k = 0; k < 20; k++) {
        await get("knight", { width: 1 + chance(7), height: 1 + chance(7), seed: chance(99), order: one(["warnsdorff", "fixed"]), most: 50 });
        await get("queens", { n: 1 + chance(12), order: one(["fixed", "narrow"]), most: chance(300) });
        await post("fill", { picture: Array.from({ length: 5 }, () => Array.from({ length: 7 }, () => one(".#")).join("")),
            x: chance(7), y: chance(5), colour: "o", diagonal: one([true, false]), most: 100 });
    }
    await get("queens", { n: 8, placed: "0,3 2,7" });
    await get("knight", { width: 6, height: 6, closed: "yes" });
    for (const all of ["yes", "no"]) await get("cubes", { all });
    await post("cubes", { cubes: "RGBWRG\nRGBWBW" });
    // As deep as it gets: calls within calls.
    const maze = await get("maze/generate", { width: 100, height: 100, seed: 5 });
    await post("maze/solve", { maze: maze.text, most: 20000 });
    await post("fill", { picture: Array.from({ length: 64 }, () => ".".repeat(64)), most: 20000 });
}

// ---- mistakes ----

async function askWrongly() {
    const wrong = ["nothing", "games?x=1", "server?y", "state", "state?game=", "state?game=chess", "state?game=nim:heaps=0",
        "state?game=connect4:width=99", "state?game=connect4:width=", "state?game=connect4:line=9,line=3", "state?game=tictactoe&moves=1+1",
        "state?game=tictactoe&moves=5x", "state?game=tictactoe&position=xxx......", "state?game=tictactoe&game=nim",
        "state?game=tictactoe&mvoes=5", "move?game=tictactoe&player=human", "move?game=tictactoe&player=level:11",
        "move?game=tictactoe&seed=-1", "move?game=tictactoe&seed=18446744073709551616", "move?game=tictactoe&seconds=9",
        "move?game=tictactoe&moves=1+4+2+5+3", "parts?game=connect4", "parts", "parts?game=kayles&moves=x", "parts?game=kayles&seconds=1", "analysis?game=nim&seconds=0", "analysis?game=nim&seconds=1e9", "analysis?game=nim&seconds=x",
        "tree?game=connect4&algo=minimax&depth=30", "tree?game=connect4&show=13", "tree?game=tictactoe&algo=best", "tree?game=nim&eval=pattern",
        "steps?game=tictactoe&most=1000000", "steps?game=tictactoe&order=last", "import?text=chess+1", "import?text=ariadne+save+1", "import",
        "maze", "maze?maze=", "maze?maze=x", "maze/generate?width=1", "maze/generate?width=101&height=100", "maze/generate?loops=2",
        "maze/solve?maze=x&method=y", "knight?width=21", "knight?from=9,9", "queens?n=0", "queens?n=99", "queens?n=4&placed=0,0+1,1",
        "queens?n=4&placed=zz", "cubes?cubes=A+B", "cubes?solutions=-1", "fill", "fill?picture=ab&x=5", "fill?picture=%C3%A9",
        "database?game=nim", `state?${Array.from({ length: 30 }, (_, k) => `p${k}=1`).join("&")}`];
    for (const path of wrong) await same({ path: `api/${path}` });
    await post("games", {});
    await post("nothing", { a: 1 });
    await post("state", { game: "nim", moves: 5 });
    await post("state", { game: "nim", moves: [1] });
    await post("state", { game: { name: "nim" } });
    await post("move", { game: "nim", seed: 0.1 });
    await post("move", { game: "nim", seed: 1e21 });
    await post("queens", { n: -0.5 });
    await post("queens", { n: true });
    await post("state?game=nim", { game: "nim" });
    await post("state", { game: "nim", moves: "1".repeat(20000) });
    // A search that is not at its end says so: somebody stops it.
    const { stopped } = JSON.parse(askEngine({ path: "api/move?game=connect4:width=8,height=7&player=perfect&seconds=0.1" }).text);
    assert.equal(stopped, true);
}

try {
    await get("server");
    await askGames();
    await askParts();
    await askBook();
    await askPuzzles();
    await askWrongly();
} finally {
    child.removeAllListeners("exit");
    child.kill("SIGINT");
}
const total = [...seen.values()].reduce((sum, count) => sum + count);
console.log(`${total} questions, by status: ${[...seen].map(([status, count]) => `${status}: ${count}`).join(", ")}`);
assert.ok(seen.get(200) > 300 && seen.get(400) > 30 && seen.get(422) && seen.get(404));
