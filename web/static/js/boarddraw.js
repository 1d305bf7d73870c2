// boarddraw.js: the pieces of a board as SVG. The first player's are crosses or full discs, the
// second's rings, so that the two are apart without colour.

import { svg } from "./dom.js";
import { Shape, UNIT } from "./boardshape.js";

const round = (x) => Math.round(x * 100) / 100;

export function piece(style, owner, { x, y }, size = UNIT) {
    const side = { class: `piece ${owner}` };
    if (style === "marks" && owner === "first") {
        const r = round(size * 0.24);
        return svg("path", { ...side, "stroke-width": round(size * 0.13),
            class: `piece mark ${owner}`,
            d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}` });
    }
    if (style === "marks")
        return svg("circle", { ...side, class: `piece mark ${owner}`, cx: x, cy: y,
            r: round(size * 0.25), "stroke-width": round(size * 0.12) });
    const disc = svg("circle", { cx: x, cy: y, r: round(size * 0.35) });
    return owner === "first" ? svg("g", { class: `piece disc ${owner}` }, disc)
        : svg("g", { class: `piece disc ${owner}` }, disc,
            svg("circle", { class: "hole", cx: x, cy: y, r: round(size * 0.16) }));
}

// From one cell to another, in a bow beside what lies between them.
export function arrow(from, to) {
    const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy) || 1;
    const bow = Math.min(0.2, UNIT * 0.6 / length);
    const middle = { x: (from.x + to.x) / 2 - dy * bow, y: (from.y + to.y) / 2 + dx * bow };
    const way = Math.atan2(to.y - middle.y, to.x - middle.x), size = UNIT * 0.22;
    const barb = (turn) => `${round(to.x - size * Math.cos(way + turn))} ${round(to.y - size * Math.sin(way + turn))}`;
    return svg("path", { class: "arrow", d: `M${from.x} ${from.y}Q${round(middle.x)} ${round(middle.y)} ${to.x} ${to.y}` +
        `M${barb(0.5)}L${to.x} ${to.y}L${barb(-0.5)}` });
}

// Around a cell of the line that ended the game.
function lineRing(board, { x, y, width, height }) {
    return board.pieces === "discs"
        ? svg("circle", { class: "line-ring", cx: x + width / 2, cy: y + height / 2, r: width * 0.44 })
        : svg("rect", { class: "line-ring", x: x + 4, y: y + 4, width: width - 8, height: height - 8, rx: 7 });
}

function token(cell, { x, y, width, height }) {
    const cx = x + width / 2, cy = y + height / 2, taken = cell.taken ? " taken" : "";
    if (cell.text === "|")
        return svg("rect", { class: `token stick${taken}`, x: round(cx - 5), y: round(cy - 24),
            width: 10, height: 48, rx: 5 });
    // Something other than a coin: a piece of its own, with what is written on it.
    if (cell.text && cell.text !== "o")
        return svg("g", { class: `token block${cell.text === "#" ? "" : " special"}${taken}` },
            svg("rect", { x: x + 1.5, y: y + 4, width: width - 3, height: height - 8, rx: 5 }),
            cell.text === "#" ? null : centred(cell.text, { x: cx, y: cy }, {}));
    const r = round(Math.min(width, height) * 0.42);
    return svg("g", { class: `token coin${taken}` }, svg("circle", { cx, cy, r }),
        svg("circle", { class: "rim", cx, cy, r: round(r * 0.68) }));
}

function square(board, cell, { x, y, width, height }) {
    if (board.pieces === "discs")
        return svg("circle", { class: "well", cx: x + width / 2, cy: y + height / 2, r: width * 0.42 }); // wider than a disc
    return svg("rect", { class: "tile", x: x + 2, y: y + 2, width: width - 4,
        height: height - 4, rx: 8 });
}

function edge(cell, { x, y, width, height }) {
    const lying = cell.kind === "edge-h";
    const cx = x + width / 2, cy = y + height / 2;
    const over = cell.owner ? UNIT * 0.1 : 0;
    const line = lying ? { x1: x - over, x2: x + width + over, y1: cy, y2: cy }
        : { x1: cx, x2: cx, y1: y - over, y2: y + height + over };
    return svg("line", { class: `edge ${cell.owner ? "drawn" : "open"}`, ...line });
}

function centred(text, point, attributes) {
    return svg("text", { ...attributes, x: round(point.x), y: round(point.y) }, text);
}

// One cell: what it is, and what stands in it.
function drawCell(shape, index, boxOwner) {
    const { board } = shape, cell = board.cells[index];
    const rect = shape.rect(index), middle = shape.middle(index);
    const owned = cell.owner === "first" || cell.owner === "second";
    switch (cell.kind) {
    case "square":
        return [square(board, cell, rect),
            owned ? piece(board.pieces, cell.owner, middle)
                : cell.text && board.pieces !== "discs" && cell.text !== "."
                    ? centred(cell.text, { x: rect.x + 11, y: rect.y + 12 },
                        { class: "corner" }) : null];
    case "token":
        return token(cell, rect);
    case "dot":
        return svg("circle", { class: "dot", cx: middle.x, cy: middle.y, r: 6 });
    case "edge-h":
    case "edge-v":
        return edge(cell, rect);
    case "box": {
        const owner = owned ? cell.owner : boxOwner;
        const full = owner || cell.text;
        return full ? svg("g", { class: `box ${owner ?? ""}` },
            svg("rect", { x: rect.x, y: rect.y, width: rect.width, height: rect.height }),
            owner ? piece("marks", owner, middle, UNIT * 0.6) : null) : null;
    }
    case "label":
        return centred(cell.text, middle, { class: "label" });
    default:
        return null;
    }
}

function frame(shape) {
    const { pieces, cells } = shape.board;
    if (pieces !== "discs" || !cells.some((cell) => cell.kind === "square")) return null;
    return svg("rect", { class: "frame", x: shape.left, y: 0, width: shape.xs.at(-1),
        height: shape.ys.at(-1), rx: 14 });
}

// All of a board's cells; `fresh` are drawn as new, `owners` says whose a full box is.
export function drawCells(shape, { fresh = new Set(), owners = new Map() } = {}) {
    const won = shape.board.cells.some((cell) => cell.line);
    const layer = svg("g", { class: `cells ${shape.board.pieces}${won ? " won" : ""}`, "aria-hidden": "true" },
        frame(shape));
    // Dots lie on the ends of edges.
    const order = shape.board.cells.map((_, index) => index)
        .sort((a, b) => (shape.board.cells[a].kind === "dot") - (shape.board.cells[b].kind === "dot"));
    order.forEach((index) => {
        const drawn = [drawCell(shape, index, owners.get(index))].flat().filter(Boolean);
        if (drawn.length === 0) return;
        const { line } = shape.board.cells[index];
        if (line) drawn.push(lineRing(shape.board, shape.rect(index)));
        layer.append(svg("g", { class: `cell${fresh.has(index) ? " fresh" : ""}${line ? " line" : ""}`,
            "data-cell": index }, ...drawn));
    });
    return layer;
}

// The names of columns and rows, each on a strip of paper for when they lie over a board that is scrolled.
export function drawAxes(shape) {
    const strip = (name, box) => svg("g", { class: `axes ${name}`, "aria-hidden": "true" }, svg("rect", box),
        shape.labels()[name].map(({ text, x, y }) => centred(text, { x, y }, { class: "axis", "font-size": shape.many ? 20 : 14 })));
    const { left, bottom, width, height, margin } = shape;
    return [left ? strip("rows", { x: -margin, y: -margin, width: left + margin, height: height + 2 * margin }) : null,
        bottom ? strip("columns", { x: -margin, y: height - bottom, width: width + 2 * margin, height: bottom + margin }) : null];
}

// A small board to look at, in lists and trees. With `crop`, of a long row only the beginning.
export function thumbnail(board, size, { crop = false, ...options } = {}) {
    const shape = new Shape(board, { labels: false });
    const width = crop ? Math.min(shape.width, shape.height * 4.5) : shape.width;
    const scale = size / Math.max(width, shape.height, UNIT * 3);
    return svg("svg", { class: "board small", "aria-hidden": "true",
        width: round(width * scale), height: round(shape.height * scale),
        viewBox: `0 0 ${round(width)} ${round(shape.height)}` },
    drawCells(shape, options));
}
