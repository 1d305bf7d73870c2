// samples.mjs: positions of games that there need not be, as the server would tell them: one for each kind of board, to be
// drawn and clicked on.

import { wholeBoard } from "../../web/static/js/states.js";

const letters = (n) => Array.from({ length: n }, (_, x) => "abcdefghijklm"[x]);
const numbers = (n) => Array.from({ length: n }, (_, y) => String(y + 1));
const SIDES = { x: "first", o: "second" };

// A state: rows of text, each letter a cell by `cellOf`, and its moves.
function sample(title, rows, cellOf, moves, more = {}) {
    const width = rows[0].length, height = rows.length;
    const cells = rows.flatMap((row, y) => [...row].flatMap((sign, x) => {
        const cell = cellOf(sign, x, y);
        return cell ? [{ x, y, ...cell }] : [];
    }));
    // Each change is told once, and moves name it by its number.
    const told = [...new Set(moves.flatMap(({ changes = [] }) => changes.map((change) => JSON.stringify(change))))];
    const numbered = ({ changes, ...move }) => ({ cells: [], ...move,
        ...changes ? { changes: changes.map((change) => told.indexOf(JSON.stringify(change))) } : {} });
    return { title, turn: "first", status: "on", moves: moves.map(numbered), changes: told.map((text) => JSON.parse(text)), changed: more.changed ?? [],
        board: wholeBoard({ width, height, pieces: "stones", caption: "", cells, ...more }) };
}

const piece = (kind) => (sign) => ({ kind, ...SIDES[sign] ? { owner: SIDES[sign], text: sign } : {} });

// Five rows of hexagons; every empty one is a move.
export function hexagons(size = 5, rows = [".....", "..x..", ".ox..", ".o...", "....."]) {
    const all = Array.from({ length: size }, (_, y) => rows[y] ?? ".".repeat(size)).map((row) => row.padEnd(size, "."));
    const goal = (x, y) => {
        const first = y % (size - 1) === 0, second = x % (size - 1) === 0;
        return first && second ? { goal: "both" } : first ? { goal: "first" } : second ? { goal: "second" } : {};
    };
    const moves = all.flatMap((row, y) => [...row].flatMap((sign, x) => sign === "." ? [{ move: `${letters(size)[x]}${y + 1}`, cells: [[x, y]] }] : []));
    return sample("Hexagons", all, (sign, x, y) => ({ ...piece("hexagon")(sign), ...goal(x, y) }), moves,
        { slant: 1, pieces: "stones", columns: letters(size), rows: numbers(size), changed: [[2, 1]] });
}

// Six men's morris: a man is put down, or moved, and where that closes a line a man of the other side is taken away.
export function points() {
    const rows = ["x o .", " ... ", "xx oo", " ... ", ". . ."].map((row) => row.replace(/\./g, "+"));
    const line = (y, xs) => xs.slice(1).map((x, k) => [[xs[k], y], [x, y]]);
    const lying = [line(0, [0, 2, 4]), line(1, [1, 2, 3]), line(2, [0, 1]), line(2, [3, 4]), line(3, [1, 2, 3]), line(4, [0, 2, 4])].flat();
    const turned = lying.map((ends) => ends.map(([x, y]) => [y, x]));
    const at = (x, y) => `${"abcde"[x]}${5 - y}`, then = (x, y, owner) => ({ at: [x, y], ...owner ? { owner, text: owner === "first" ? "x" : "o" } : {} });
    const men = [[2, 0], [3, 2], [4, 2]];
    const mills = men.map(([x, y]) => ({ move: `b3-b4x${at(x, y)}`, clicks: [[1, 2], [1, 1], [x, y]],
        changes: [then(1, 2), then(1, 1, "first"), then(x, y)] }));
    const plain = [[[0, 0], [0, 4]], [[0, 2], [0, 4]], [[1, 2], [1, 3]]].map(([from, to]) =>
        ({ move: `${at(...from)}-${at(...to)}`, clicks: [from, to], changes: [then(...from), then(...to, "first")] }));
    return sample("Points", rows, (sign) => sign === " " ? null : piece("point")(sign), [...mills, ...plain],
        { links: [...lying, ...turned], columns: letters(5), rows: numbers(5).reverse(), changed: [[3, 2]] });
}

// Two rows of pits and a store at each end. The third pit of the first player sows into the first three after it.
export function pits() {
    const second = [4, 0, 6, 5, 13, 4], first = [4, 0, 4, 5, 5, 24], stores = [7, 12];
    const sown = (pit) => {
        const row = [...first, stores[1]];
        const n = row[pit];
        row[pit] = 0;
        for (let k = 1; k <= n && pit + k < 7; k++) row[pit + k]++;
        return row.flatMap((seeds, k) => seeds === [...first, stores[1]][k] ? []
            : [{ at: k < 6 ? [k + 1, 1] : [7, 0], owner: "first", text: String(seeds) }]);
    };
    const cell = (sign, x, y) => sign === "S" ? { kind: "store", owner: x ? "first" : "second", text: String(stores[x ? 1 : 0]) }
        : sign === "p" ? { kind: "pit", owner: y ? "first" : "second", text: String((y ? first : second)[y ? x - 1 : 6 - x]) } : null;
    return sample("Pits", ["SppppppS", " pppppp "], cell, first.flatMap((seeds, k) => seeds ? [{ move: String(k + 1), cells: [[k + 1, 1]], changes: sown(k) }] : []),
        { pieces: "marks", changed: [[1, 0], [2, 0]] });
}

// Pieces of several kinds, hands above and below the board, the last rows as goals.
export function kinds() {
    const rows = ["eg ", "GLE", ".c.", ".C.", "E.l", "cc "];
    const cell = (sign, x, y) => {
        const owner = sign === sign.toLowerCase() ? "first" : "second";
        const what = /[a-z]/i.test(sign) ? { owner, text: sign.toUpperCase() } : {};
        if (y === 0 || y === 5) return { kind: "hand", ...what, ...what.text ? { owner: y ? "first" : "second", count: y ? 2 - x : 1 } : {} };
        return { kind: "square", ...what, ...y === 1 ? { goal: "first" } : y === 4 ? { goal: "second" } : {} };
    };
    const moves = [{ move: "b2-b1", clicks: [[1, 2], [1, 1]], changes: [{ at: [1, 2] }, { at: [1, 1], owner: "first", text: "H" }, { at: [2, 5], owner: "first", text: "L", count: 1 }] },
        { move: "c4-c3", clicks: [[2, 4], [2, 3]], changes: [{ at: [2, 4] }, { at: [2, 3], owner: "first", text: "L" }] },
        { move: "C*a2", clicks: [[0, 5], [0, 2]], changes: [{ at: [0, 5], owner: "first", text: "C", count: 1 }, { at: [0, 2], owner: "first", text: "C" }] },
        { move: "C*a3", clicks: [[0, 5], [0, 3]], changes: [{ at: [0, 5], owner: "first", text: "C", count: 1 }, { at: [0, 3], owner: "first", text: "C" }] }];
    return sample("Kinds", rows, cell, moves, { columns: letters(3), rows: ["", ...numbers(4), ""], changed: [[1, 3], [1, 2]] });
}

// Discs that turn.
export function stones() {
    const rows = ["......", "......", "..ox..", "..xo..", "......", "......"];
    const moves = [[[2, 1], [2, 2]], [[1, 2], [2, 2]], [[4, 3], [3, 3]], [[3, 4], [3, 3]]].map(([put, turned]) => ({ move: `${"abcdef"[put[0]]}${put[1] + 1}`,
        cells: [put], changes: [put, turned].map((at) => ({ at, owner: "first", text: "x" })) }));
    return sample("Stones", rows, piece("square"), moves, { columns: letters(6), rows: numbers(6), changed: [[2, 2]] });
}

// A queen, where she goes, and where she shoots.
export function queens() {
    const rows = [".Q..", "#...", "...q", ".q.."];
    const cell = (sign) => ({ kind: "square", ...sign.toLowerCase() === "q" ? { owner: sign === "q" ? "first" : "second", text: "Q" } : sign === "#" ? { owner: "both", text: "#" } : {} });
    const at = ([x, y]) => `${"abcd"[x]}${4 - y}`;
    const moves = [[[3, 2], [3, 1], [3, 0]], [[3, 2], [3, 1], [3, 2]], [[3, 2], [3, 0], [2, 0]], [[1, 3], [1, 2], [1, 1]]].map((clicks) => {
        const [from, to, shot] = clicks;
        return { move: clicks.map(at).join("-"), clicks, changes: [...`${from}` === `${shot}` ? [] : [{ at: from }], { at: to, owner: "first", text: "Q" },
            { at: shot, owner: "both", text: "#" }] };
    });
    return sample("Queens", rows, cell, moves, { columns: letters(4), rows: numbers(4).reverse() });
}

export const samples = { hexagons, points, pits, kinds, stones, queens };
