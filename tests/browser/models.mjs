// models.mjs: the parts of the page that need no browser.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { STATIC, api, tests } from "./harness.mjs";
import { format, parse } from "../../web/static/js/address.js";
import { Game } from "../../web/static/js/game.js";
import { Maze, nearestWall } from "../../web/static/js/mazemodel.js";
import { formatSpec, parseSpec, wholeBoard } from "../../web/static/js/states.js";
import { placed } from "../../web/static/js/places.js";
import { Replay } from "../../web/static/js/replay.js";
import { Walk } from "../../web/static/js/treewalk.js";
import { layout } from "../../web/static/js/treelayout.js";
import english from "../../web/static/lang/en.js";

const test = (name, run) => tests.push([name, async () => run()]);

test("an address is read back as it was written", () => {
    for (const place of [
        { view: "play", about: "connect4:width=5,height=4", words: { moves: "3 3 2", at: "2" } },
        { view: "play", about: "nim:heaps=12,5,3", words: { moves: "1:1 2:3", position: "7531/2" } },
        { view: "tree", about: "", words: { eval: "pattern,f2=2,f3=5", odd: "a&b=c%d?e#f+g č" } },
    ]) assert.deepEqual(parse(format(place)), place);
    assert.deepEqual(parse("#/play/%zz?a=%"), { view: "play", about: "%zz", words: { a: "%" } });
    assert.deepEqual(parse(""), { view: "", about: "", words: {} });
});

test("options are read from a game's name and written back without the defaults", () => {
    assert.deepEqual(parseSpec("nim:heaps=12,5,3,normal"), { id: "nim", values: { heaps: "12,5,3", normal: "yes" } });
    assert.deepEqual(parseSpec("connect4"), { id: "connect4", values: {} });
    const game = { id: "g", options: [{ name: "n", kind: "number", default: 7 }, { name: "f", kind: "flag", default: false }] };
    assert.equal(formatSpec(game, { n: "7", f: "no" }), "g");
    assert.equal(formatSpec(game, { n: "5", f: "yes" }), "g:n=5,f=yes");
});

test("undo and redo lead to where a person is to move", () => {
    const turns = ["first", "second", "first", "second", "first"];
    const game = new Game({ spec: "g", moves: ["a", "b", "c", "d"], first: "human", second: "perfect" });
    game.jump(game.undoPlace(turns));
    assert.equal(game.at, 2);
    game.jump(game.undoPlace(turns));
    assert.equal(game.at, 0);
    assert.equal(game.undoPlace(turns), 0);
    assert.equal(game.redoPlace(turns), 2);
    game.play("a"); // the same move again keeps what comes after it
    assert.deepEqual(game.moves, ["a", "b", "c", "d"]);
    game.play("x");
    assert.deepEqual([game.moves, game.at], [["a", "x"], 2]);
    // What was left is kept, and there again when one comes back or plays the same.
    assert.deepEqual([game.main, game.leftAt], [["a", "b", "c", "d"], 1]);
    game.jump(1);
    game.play("y");
    assert.deepEqual([game.moves, game.main], [["a", "y"], ["a", "b", "c", "d"]]);
    game.jump(1);
    game.play("b");
    assert.deepEqual([game.moves, game.main, game.at], [["a", "b", "c", "d"], [], 2]);
    game.play("z");
    game.comeBack();
    assert.deepEqual([game.moves, game.main, game.at], [["a", "b", "c", "d"], [], 2]);
});

test("steps are taken back exactly", () => {
    const state = { sum: 0, list: [] };
    const replay = new Replay([3, 1, 4, 1, 5], (n, set) => {
        set(state, "sum", state.sum + n);
        set(state.list, String(n), (state.list[n] ?? 0) + 1);
    });
    const seen = [];
    for (let at = 0; at <= 5; at++) { replay.go(at); seen.push(JSON.stringify([state.sum, { ...state.list }])); }
    for (let at = 5; at >= 0; at--) {
        replay.go(at);
        assert.equal(JSON.stringify([state.sum, JSON.parse(JSON.stringify({ ...state.list }))]), seen[at]);
    }
    assert.equal(state.sum, 0);
});

test("values go up a watched tree as minimax says", () => {
    const enter = (node, parent, turn) => ({ do: "enter", node, parent, turn, alpha: null, beta: null });
    const leave = (node, value, kind = "horizon") => ({ do: "leave", node, value, kind });
    const walk = new Walk({ algo: "alphabeta", steps: [enter(0, undefined, "first"), enter(1, 0, "second"),
        enter(2, 1, "first"), leave(2, 3), enter(3, 1, "first"), leave(3, 5), leave(1, 3, "inner"),
        enter(4, 0, "second"), enter(5, 4, "first"), leave(5, 2),
        { do: "cut", node: 6, parent: 4, move: "m", value: 2, bound: "alpha", at: 3 }, leave(4, 2, "inner"),
        leave(0, 3, "inner")] });
    walk.go(7);
    assert.deepEqual([walk.now[0].value, walk.now[0].alpha, walk.now[1].beta], [3, 3, 3]);
    walk.go(walk.length);
    assert.deepEqual([walk.now[0].value, walk.now[0].best, walk.now[6].cut], [3, 1, true]);
    assert.deepEqual(walk.counts, { visited: 6, leaves: 3, cutoffs: 1, cut: 1 });
    walk.go(0);
    assert.deepEqual(walk.counts, { visited: 0, leaves: 0, cutoffs: 0, cut: 0 });
});

test("a line sets where its call stands and what it knows, and both are taken back", () => {
    const walk = new Walk({ algo: "alphabeta", steps: [{ do: "enter", node: 0, turn: "first", alpha: null, beta: null },
        { do: "line", node: 0, line: 1, alpha: null, beta: null }, { do: "line", node: 0, line: 8, alpha: null, beta: 4, best: -2, m: "B" },
        { do: "leave", node: 0, value: -2, kind: "inner" }] });
    walk.go(3);
    assert.deepEqual([walk.now[0].line, walk.now[0].known, walk.counts.visited, walk.nodes.length], [8, { alpha: null, beta: 4, best: -2, m: "B" }, 1, 1]);
    walk.go(2);
    assert.deepEqual([walk.now[0].line, walk.now[0].known], [1, { alpha: null, beta: null }]);
    walk.go(0);
    assert.deepEqual([walk.now[0].line, walk.now[0].known], [null, null]);
});

test("in a drawn tree no two nodes share a place, and parents stand between their children", () => {
    const children = { a: ["b", "c", "d"], b: ["e", "f"], d: ["g"], c: [], e: [], f: [], g: [] };
    const { places, rows } = layout("a", (id) => children[id]);
    assert.equal(rows, 4);
    assert.equal(new Set([...places.values()].map(({ x, y }) => `${x},${y}`)).size, 7);
    assert.equal(places.get("b").y, (places.get("e").y + places.get("f").y) / 2);
});

test("a maze survives its address, and the nearest wall is the nearest", () => {
    const maze = Maze.room(4, 3);
    maze.set(1, 1, "east", true);
    maze.set(2, 0, "north", true);
    maze.start = [2, 1];
    const again = Maze.fromCode(maze.toCode());
    assert.equal(again.toText(), maze.toText());
    assert.equal(maze.wall(2, 1, "west"), true); // the same wall from its other side
    assert.equal(Maze.fromCode("999x2.0,0.AA"), null);
    assert.equal(maze.toText(), "+-+-+-+-+\n|       |\n+ + + + +\n|   |S  |\n+ + +-+ +\n|       |\n+-+-+-+ +\n");
    assert.deepEqual(nearestWall(maze, 1.9, 1.5), { x: 1, y: 1, direction: "east", distance: 0.10000000000000009 });
});

// ---- languages ----

const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort().join();

for (const code of ["hr", "pl", "cs"])
    test(`${code}: every text, every plural form, every place`, async () => {
        const { default: language } = await import(`../../web/static/lang/${code}.js`);
        assert.deepEqual(Object.keys(language.texts).sort(), Object.keys(english.texts).sort());
        const forms = [...new Set(Array.from({ length: 200 }, (_, n) => new Intl.PluralRules(code).select(n)))].sort();
        const oneIsOne = new Intl.PluralRules(code).select(21) !== "one";
        const check = (text, name) => {
            if (typeof text === "string") return;
            assert.deepEqual(forms.filter((form) => !(form in text)), [], name);
        };
        for (const [name, text] of Object.entries(language.texts)) {
            check(text, name);
            const wanted = english.texts[name];
            assert.equal(typeof text, typeof wanted, name);
            for (const [form, said] of typeof text === "string" ? [["", text]] : Object.entries(text)) {
                const all = places(typeof wanted === "string" ? wanted : wanted.other);
                // A form for one alone need not say the number: "at once".
                const either = form === "one" && oneIsOne ? [all, all.split(",").filter((place) => place !== "n").join()] : [all];
                assert.ok(either.includes(places(said)), name);
            }
        }
        for (const [name, text] of Object.entries(language.phrases)) check(text, name);
    });

// A ply is a move of one side. Whoever counts them says so, and does not call them moves.
test("plies are called plies, in every language", async () => {
    const PLY = { en: /\bpl(y|ies)\b|at once/, hr: /polupotez/, pl: /półruch|od razu/, cs: /půltah|hned/ };
    for (const [code, ply] of Object.entries(PLY)) {
        const { default: { texts } } = await import(`../../web/static/lang/${code}.js`);
        const counting = Object.keys(texts).filter((name) => /^(hint|value|verdict).*\.in$|^tree\.plies$|^analysis\.depth$/.test(name));
        assert.equal(counting.length, 8);
        for (const name of counting)
            for (const form of Object.values(texts[name])) assert.match(form, ply, `${code}: ${name}`);
    }
});

test("every game says what it is in every language", async () => {
    const { games } = await api("games");
    assert.ok(games.length >= 9);
    for (const code of ["hr", "pl", "cs"]) {
        const { default: language } = await import(`../../web/static/lang/${code}.js`);
        for (const { id, options, evals } of games) {
            const own = language.games[id];
            assert.ok(own?.title && own.about, `${code}: ${id}`);
            assert.deepEqual(Object.keys(own.options), options.map(({ name }) => name), `${code}: options of ${id}`);
            assert.deepEqual(Object.keys(own.evals ?? {}), evals.map(({ name }) => name), `${code}: evaluations of ${id}`);
        }
    }
});

test("what the page asks of its languages is there", () => {
    const used = new Set();
    for (const file of readdirSync(new URL("js/", STATIC)))
        for (const [, key] of readFileSync(new URL(`js/${file}`, STATIC), "utf8").matchAll(/\bt\("([^"]+)"/g)) used.add(key);
    assert.ok(used.size > 100);
    assert.deepEqual([...used].filter((key) => !(key in english.texts)), []);
});

// One palette: what the page gives a player, pictures give too, light and dark.
test("the players have the same colours on the page and in pictures", () => {
    const page = readFileSync(new URL("css/base.css", STATIC), "utf8");
    const drawing = readFileSync(new URL("../../src/draw/board_page.c", STATIC), "utf8");
    for (const [side, names] of [["first", ["ari-cross", "ari-disc-first", "ari-sign-first"]], ["second", ["ari-ring", "ari-disc-second", "ari-sign-second"]]]) {
        const [, light, dark] = new RegExp(`--${side}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(page);
        for (const name of names)
            assert.deepEqual([...drawing.matchAll(new RegExp(`\\.${name}\\{(?:fill|stroke):(#\\w+)`, "g"))].map((found) => found[1]), [light, dark], name);
    }
});

// Heaps that keep their places and their numbers, counted by hand.
test("what is left lies where it lay, whatever is taken", async () => {
    let seed = 5;
    const chance = (below) => (seed = (seed * 48271) % 0x7fffffff) % below;
    for (const heaps of [[7, 5, 3, 1], [3, 2, 1], [1, 1, 2, 1, 4], [12, 5, 3], [70, 2]])
        for (let game = 0; game < 3; game++) {
            const spec = `nim:heaps=${heaps.join()},`, left = [...heaps], moves = [], states = [];
            for (;;) {
                const state = await api(`state?game=${encodeURIComponent(spec)}&moves=${encodeURIComponent(moves.join(" "))}`);
                states.push({ ...state, board: wholeBoard(state.board) });
                const shown = placed(states), { width, height, cells } = shown.board;
                assert.deepEqual([width, height], [states[0].board.width, heaps.length]);
                const tokens = (y, taken) => cells.slice(y * width, (y + 1) * width).filter((cell) => cell.kind === "token" && Boolean(cell.taken) === taken).length;
                left.forEach((n, y) => n <= 60 && assert.deepEqual([tokens(y, false), n <= 60 && heaps[y] <= 60 ? tokens(y, true) : heaps[y] - n],
                    [n, heaps[y] - n], `${spec} ${moves}`));
                assert.deepEqual(heaps.map((_, y) => cells[y * width].text), heaps.map((_, y) => `${y + 1}:`)); // the numbers
                assert.deepEqual(heaps.map((_, y) => cells.slice(y * width, (y + 1) * width).findLast((cell) => cell.kind === "label").text), left.map(String));
                assert.equal(Boolean(shown.board.emptied), state.status === "over");
                if (state.status === "over") break;
                const y = left.map((n, k) => n ? k : -1).filter((k) => k >= 0)[chance(left.filter(Boolean).length)], count = 1 + chance(left[y]);
                const move = `${y + 1}:${count}`;
                // The stick that plays it is in its own heap's row.
                const target = shown.moves.find((one) => one.move === move);
                if (left[y] <= 60) assert.deepEqual(target.cells, [[left[y] - count + 1, y]], `${spec} ${moves} ${move}`);
                moves.push(move);
                left[y] -= count;
            }
        }
});
