// boardshape.js: where the cells of a board lie. A column or row that holds only dots and
// edges is narrow, one of sticks is slim; a square's side is UNIT.

export const UNIT = 60;
const MANY = 9; // squares in a row
const NARROW = 0.36, SLIM = 0.6, LABEL = 0.7;

function sizeOf(cells, narrow) {
    const there = cells.filter((cell) => cell.kind !== "none");
    if (there.length === 0) return LABEL;
    if (there.every((cell) => narrow.includes(cell.kind))) return NARROW;
    if (there.every((cell) => cell.kind === "label")) return LABEL;
    if (there.every((cell) => cell.kind === "label" || cell.kind === "token")) return SLIM;
    return 1;
}

// Running sums: the edges between columns, or between rows.
function edges(sizes) {
    const at = [0];
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
        const heights = Array.from({ length: height }, (_, y) => {
            const size = sizeOf(row(y), ["dot", "edge-h"]);
            return row(y).some((cell) => cell.kind === "token") ? 1 : size;
        });
        if (flip) widths.reverse();
        this.left = labels && board.rows ? UNIT * 0.42 : 0;
        this.bottom = labels && board.columns ? UNIT * 0.42 : 0;
        this.margin = cells.some(({ kind }) => kind === "edge-h" || kind === "edge-v") ? 10 : 4; // for marks on the edges too
        this.xs = edges(widths);
        this.ys = edges(heights);
        this.width = this.left + this.xs.at(-1);
        this.height = this.ys.at(-1) + this.bottom;
    }

    // So many squares are small on most screens: what is written in or beside them is larger.
    get many() {
        return Math.max(this.width, this.height) > MANY * UNIT;
    }

    // The rectangle of a cell.
    rect(index) {
        const { width } = this.board;
        let x = index % width;
        const y = Math.floor(index / width);
        if (this.flip) x = width - 1 - x;
        return {
            x: this.left + this.xs[x], y: this.ys[y],
            width: this.xs[x + 1] - this.xs[x], height: this.ys[y + 1] - this.ys[y],
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
        const { width, columns = [], rows = [] } = this.board;
        return {
            columns: columns.map((text, x) => ({ text, x: this.middle(x).x, y: this.ys.at(-1) + this.bottom * 0.6 })),
            rows: rows.map((text, y) => ({ text, x: this.left * 0.45, y: this.middle(y * width).y })),
        };
    }
}

// What a click can do here, in reading order: play `move`, which may have several cells; or take up
// what lies in a cell (`from`), when `moves` lead from there to others. Of what is taken up, `held`, a
// click on a cell it can go to plays the move, and one on itself puts it back.
export function targets({ board, moves }, held = null) {
    const found = new Map(), place = ([x, y]) => y * board.width + x;
    const add = (key, index, what) => {
        if (!found.has(key)) found.set(key, { cells: [], ...what });
        found.get(key).cells.push(index);
    };
    const taken = new Map();
    for (const { move, cells, from, to } of moves) {
        for (const cell of cells) add(`play ${move}`, place(cell), { move });
        if (!from) continue;
        if (place(from) === held) add(`play ${move}`, place(to), { move, goal: true });
        taken.set(place(from), [...taken.get(place(from)) ?? [], move]);
    }
    const goals = new Set([...found.values()].filter(({ goal }) => goal).flatMap(({ cells }) => cells));
    for (const [from, all] of taken)
        if (!goals.has(from)) add(`take ${from}`, from, { from, moves: all, held: from === held });
    return [...found.values()].sort((a, b) => a.cells[0] - b.cells[0]);
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
