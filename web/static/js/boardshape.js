// boardshape.js: where the cells of a board lie. A column or row that holds only dots and
// edges is narrow, one of sticks is slim, one of hands a little apart; a square's side is UNIT. Hexagons stand on a
// corner, so that their rows reach into each other; pits have room above them for what their moves are worth.

export const UNIT = 60;
const MANY = 9; // squares in a row
const NARROW = 0.36, SLIM = 0.6, LABEL = 0.7, APART = 1.2;
const HEXAGON = Math.sqrt(3) / 2, TIP = 1 / Math.sqrt(3) - HEXAGON / 2; // a row of them, and how far they reach beyond it
const PIT = 1.4;

// Where something can stand, and is told by its owner, its text and how many there are.
const PLACES = ["square", "hexagon", "point", "pit", "store", "hand"];
export const isPlace = ({ kind }) => PLACES.includes(kind);

function sizeOf(cells, narrow) {
    const there = cells.filter((cell) => cell.kind !== "none");
    if (there.length === 0) return LABEL;
    if (there.every((cell) => narrow.includes(cell.kind))) return NARROW;
    if (there.every((cell) => cell.kind === "label")) return LABEL;
    if (there.every((cell) => cell.kind === "label" || cell.kind === "token")) return SLIM;
    if (there.every((cell) => cell.kind === "label" || cell.kind === "hand")) return APART;
    return 1;
}

function heightOf(cells) {
    const some = (kind) => cells.some((cell) => cell.kind === kind);
    if (some("hexagon")) return HEXAGON;
    if (some("pit")) return PIT;
    return some("token") ? 1 : sizeOf(cells, ["dot", "edge-h"]);
}

// Running sums: the edges between columns, or between rows.
function edges(sizes, start = 0) {
    const at = [start];
    for (const size of sizes) at.push(at.at(-1) + size * UNIT);
    return at;
}

export class Shape {
    constructor(board, { flip = false, labels = true } = {}) {
        const { width, height, cells } = board;
        this.board = board;
        this.flip = flip;
        const column = (x) => Array.from({ length: height }, (_, y) => cells[y * width + x]);
        const row = (y) => cells.slice(y * width, (y + 1) * width);
        const widths = Array.from({ length: width },
            (_, x) => sizeOf(column(x), ["dot", "edge-v"]));
        const heights = Array.from({ length: height }, (_, y) => heightOf(row(y)));
        if (flip) widths.reverse();
        this.tip = cells.some(({ kind }) => kind === "hexagon") ? TIP * UNIT : 0;
        this.slant = (board.slant ?? 0) * UNIT / 2;
        this.left = labels && board.rows ? UNIT * 0.42 : 0;
        this.bottom = labels && board.columns ? UNIT * 0.42 : 0;
        this.margin = cells.some(({ kind }) => kind === "edge-h" || kind === "edge-v") ? 10 : 4; // for marks on the edges too
        this.xs = edges(widths);
        this.ys = edges(heights, this.tip);
        this.width = this.left + this.xs.at(-1) + this.slant * (height - 1);
        this.height = this.ys.at(-1) + this.tip + this.bottom;
    }

    // How far a row is moved to the right.
    shift(y) {
        return this.slant * (this.flip ? this.board.height - 1 - y : y);
    }

    // So many squares are small on most screens: what is written in or beside them is larger.
    get many() {
        return Math.max(this.width, this.height) > MANY * UNIT;
    }

    // The rectangle of a cell; a store is as tall as the board.
    rect(index) {
        const { width, cells } = this.board;
        let x = index % width;
        const y = Math.floor(index / width), end = cells[index].kind === "store" ? this.ys.length - 1 : y + 1;
        if (this.flip) x = width - 1 - x;
        return {
            x: this.left + this.shift(y) + this.xs[x], y: this.ys[y],
            width: this.xs[x + 1] - this.xs[x], height: this.ys[end] - this.ys[y],
        };
    }

    middle(index) {
        const { x, y, width, height } = this.rect(index);
        return { x: x + width / 2, y: y + height / 2 };
    }

    // The cell at a point, or -1.
    at({ x, y }) {
        return this.board.cells.findIndex((cell, index) => {
            const rect = this.rect(index);
            return cell.kind !== "none" && x >= rect.x && x < rect.x + rect.width &&
                y >= rect.y && y < rect.y + rect.height;
        });
    }

    // Labels under the columns and beside the rows: text and middle.
    labels() {
        const { width, height, columns = [], rows = [] } = this.board, last = (height - 1) * width;
        return {
            columns: columns.map((text, x) => ({ text, x: this.middle(last + x).x, y: this.height - this.bottom * 0.4 })),
            rows: rows.map((text, y) => ({ text, x: this.shift(y) + this.left * 0.45, y: this.middle(y * width).y })),
        };
    }
}

// The places that are clicked for a move, one after the other. A move of one click may have several that will do.
function clicksOf({ cells, clicks }, place) {
    return clicks ? [clicks.map(place)] : cells.map((cell) => [place(cell)]);
}

// What a click can do here, in reading order. `held` are the places that have been clicked so far: those of the moves that
// begin so come next. A target has the clicks that lead to it (`path`), its own the last; it plays `move`, which may have
// several cells, or goes on to one of `moves`. The last place that is held takes itself back, and instead of the first
// one any other may be clicked.
export function targets({ board, moves }, held = []) {
    const found = new Map(), place = ([x, y]) => y * board.width + x, now = held.length;
    const add = (move, clicks, length, what) => {
        const path = clicks.slice(0, length), index = path.at(-1), ends = length === clicks.length;
        const key = ends ? `play ${move}` : `go on at ${index}`;
        if (!found.has(key)) found.set(key, { cells: [], path, ...ends ? { move } : { from: index, moves: [] }, ...what });
        const target = found.get(key);
        if (!target.cells.includes(index)) target.cells.push(index);
        target.moves?.push(move);
    };
    const ways = moves.flatMap((entry) => clicksOf(entry, place).map((clicks) => [entry.move, clicks]));
    for (const [move, clicks] of ways)
        if (clicks.length > now && held.every((index, k) => clicks[k] === index)) add(move, clicks, now + 1, { goal: now > 0 });
    const taken = new Set([...found.values()].flatMap(({ cells }) => cells)), last = held.at(-1);
    if (now === 1)
        for (const [move, clicks] of ways)
            if (clicks[0] !== last && !taken.has(clicks[0])) add(move, clicks, 1, { other: true });
    if (now > 0 && !taken.has(last)) found.set("held", { cells: [last], path: held, from: last, held: true });
    return [...found.values()].sort((a, b) => a.cells[0] - b.cells[0]);
}

// What all of some moves would change: alike, or each of them in its own way (`open`).
export function changesOf({ board, moves, changes = [], turn }, names) {
    const wanted = new Set(names), place = ([x, y]) => y * board.width + x;
    const all = moves.filter(({ move }) => wanted.has(move)).map((entry) => new Map(entry.changes
        ? entry.changes.map((number) => [place(changes[number].at), number])
        : entry.clicks ? [] : entry.cells.map((at) => [place(at), turn])));
    return [...all[0] ?? []].filter(([index]) => all.every((one) => one.has(index))).map(([index, number]) => {
        if (!all.every((one) => one.get(index) === number)) return { index, open: true };
        const { at, ...then } = changes[number] ?? { owner: turn };
        return { index, ...then };
    });
}

// How much there is to be won on a board: its boxes or, where there are none, its seeds or its places.
export function stakes({ cells }) {
    const count = (test) => cells.filter(test).length;
    const seeds = cells.filter(({ kind }) => kind === "pit" || kind === "store").reduce((sum, { text }) => sum + (Number(text) || 0), 0);
    return count(({ kind }) => kind === "box") || seeds || count(isPlace);
}

// The target that an arrow key leads to from a point: near, and in that direction.
export function towards(from, points, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1],
        ArrowDown: [0, 1] }[key];
    let best = -1, least = Infinity;
    points.forEach((point, i) => {
        const x = point.x - from.x, y = point.y - from.y;
        const along = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
        if (along < 1 || aside > along * 2.5) return;
        const cost = along + aside * 2;
        if (cost < least) [best, least] = [i, cost];
    });
    return best;
}
