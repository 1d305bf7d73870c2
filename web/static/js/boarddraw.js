// boarddraw.js: the pieces of a board as SVG. The first player's are crosses or full discs, the
// second's rings, so that the two are apart without colour.

import { svg } from "./dom.js";
import { Shape, UNIT, isPlace } from "./boardshape.js";

const HALF = Math.sqrt(3) / 2; // of a hexagon's width, by the length of its side
const round = (x) => Math.round(x * 100) / 100;

// Is it the sign of a kind of pieces, or only that of their owner?
export const isSign = (text) => Boolean(text) && text !== "x" && text !== "o";

// A piece; a text on it is the sign of its kind. Those with a sign are discs, the second player's with a light face.
export function piece(style, owner, { x, y }, size = UNIT, text = "") {
    const r = round(size * 0.35), signed = isSign(text);
    if (signed)
        return svg("g", { class: `piece disc signed ${owner}` }, svg("circle", { cx: x, cy: y, r, "stroke-width": round(size * 0.06) }),
            centred(text, { x, y }, { "font-size": round(Math.min(size * 0.42, size * 0.85 / text.length)) }));
    if (style === "marks" && owner === "first") {
        const arm = round(size * 0.24);
        return svg("path", { "stroke-width": round(size * 0.13), class: `piece mark ${owner}`,
            d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}` });
    }
    if (style === "marks")
        return svg("circle", { class: `piece mark ${owner}`, cx: x, cy: y, r: round(size * 0.25), "stroke-width": round(size * 0.12) });
    return svg("g", { class: `piece disc ${owner}` }, svg("circle", { cx: x, cy: y, r }),
        owner === "second" ? svg("circle", { class: "hole", cx: x, cy: y, r: round(size * 0.16) }) : null);
}

// The corners of a hexagon that stands on one of them, from the right one below the top.
function corners({ x, y }, r) {
    return Array.from({ length: 6 }, (_, k) => (k - 0.5) * Math.PI / 3)
        .map((angle) => [round(x + r * Math.cos(angle)), round(y + r * Math.sin(angle))]);
}

// The outline of a cell, so far within it: a hexagon, a circle, or a rectangle with these corners.
export function outline(shape, index, within, { rx = 0, ...attributes }) {
    const { kind } = shape.board.cells[index], { x, y, width, height } = shape.rect(index), middle = shape.middle(index);
    if (kind === "hexagon") return svg("polygon", { ...attributes, points: corners(middle, (width / 2 - within) / HALF).join(" ") });
    if (kind === "point" || kind === "pit") return svg("circle", { ...attributes, cx: middle.x, cy: middle.y, r: width / 2 - within });
    return svg("rect", { ...attributes, x: x + within, y: y + within, width: width - 2 * within, height: height - 2 * within, rx });
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
function lineRing(shape, index) {
    const { x, y } = shape.middle(index);
    return shape.board.pieces === "discs" ? svg("circle", { class: "line-ring", cx: x, cy: y, r: UNIT * 0.44 })
        : outline(shape, index, 4, { class: "line-ring", rx: 7 });
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

function square(shape, index) {
    const { x, y } = shape.middle(index);
    return shape.board.pieces === "discs" ? svg("circle", { class: "well", cx: x, cy: y, r: UNIT * 0.42 }) // wider than a disc
        : outline(shape, index, 2, { class: "tile", rx: 8 });
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

const isSide = (owner) => owner === "first" || owner === "second";

// ---- goals ----

// The neighbours of a hexagon, in the order of its sides, clockwise from the right. A row begins half a cell further right
// than the one above it.
const AROUND = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

// Of a hexagon that is a goal, the sides that lead off the board. Where two goals meet, a side belongs to that of the
// nearest neighbour which has only one.
function hexagonGoal(shape, index) {
    const { board, flip } = shape, { width, height, cells } = board, { goal } = cells[index];
    const x = index % width, y = Math.floor(index / width), at = corners(shape.middle(index), UNIT / 2 / HALF - 1);
    const beside = AROUND.map(([dx, dy]) => x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height
        ? cells[(y + dy) * width + x + dx] : { kind: "none" });
    const apart = (a, b) => Math.min((a - b + 6) % 6, (b - a + 6) % 6);
    const whose = (side) => goal !== "both" ? goal : AROUND.map((_, k) => k).filter((k) => isSide(beside[k].goal))
        .sort((a, b) => apart(a, side) - apart(b, side)).map((k) => beside[k].goal)[0] ?? "first";
    return beside.flatMap(({ kind }, side) => {
        const seen = flip ? (9 - side) % 6 : side; // as in a mirror
        return kind === "hexagon" ? [] : [svg("path", { class: `rim ${whose(side)}`, d: `M${at[seen]}L${at[(seen + 1) % 6]}` })];
    });
}

// Who wants to get there: a rim in that colour, or in both.
function goalRim(shape, index) {
    const { kind, goal } = shape.board.cells[index];
    if (!goal) return [];
    if (kind === "hexagon") return hexagonGoal(shape, index);
    return (goal === "both" ? ["first", "second"] : [goal])
        .map((side, k) => outline(shape, index, (kind === "point" ? 10 : 4) + 4 * k, { class: `rim ${side}`, rx: 6 }));
}

// ---- cells ----

// What lies under a piece, or around seeds.
function ground(shape, index) {
    const { board } = shape, cell = board.cells[index], { x, y, width } = shape.rect(index), middle = shape.middle(index);
    switch (cell.kind) {
    case "square":
        return [square(shape, index), !cell.owner && cell.text && board.pieces !== "discs" && cell.text !== "."
            ? centred(cell.text, { x: x + 11, y: y + 12 }, { class: "corner" }) : null];
    case "hexagon":
        return [outline(shape, index, 1.5, { class: "tile" })]; // so that the cells are told apart on a projector, too
    case "point":
        return [svg("circle", { class: "node", cx: middle.x, cy: middle.y, r: 6 })];
    case "pit":
        return [svg("circle", { class: `pit ${cell.owner ?? ""}`, cx: middle.x, cy: middle.y, r: width * 0.44 })];
    case "store":
        return [outline(shape, index, 6, { class: `pit ${cell.owner ?? ""}`, rx: width * 0.38 })];
    default: // a hand
        return [outline(shape, index, 4, { class: "tray", rx: 10 })];
    }
}

// Nobody's piece, which only stands in the way, or that of both, with its sign.
function obstacle({ x, y }, text) {
    const half = UNIT * 0.27;
    return svg("g", { class: "piece obstacle" }, svg("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 5 }),
        isSign(text) && text !== "#" ? centred(text, { x, y }, { "font-size": round(UNIT * 0.42) }) : null);
}

// How many pieces there are, in the corner.
function badge(count, { x, y }) {
    const at = { x: x + UNIT * 0.31, y: y + UNIT * 0.31 };
    return svg("g", { class: "badge" }, svg("circle", { cx: at.x, cy: at.y, r: 11 }), centred(String(count), at, { "font-size": count > 9 ? 12 : 15 }));
}

// The seeds of a pit lie around their number.
const SEEDS = 16;
function seeds({ kind, owner, text = "" }, { x, y }, style) {
    const number = centred(text, { x, y }, { class: "seeds", "font-size": kind === "store" ? 28 : 22 });
    if (kind === "store")
        return [isSide(owner) ? piece(style, owner, { x, y: y - UNIT * 0.75 }, UNIT * 0.5) : null, number];
    const n = Math.min(Number(text) || 0, SEEDS), r = UNIT * 0.345;
    const angles = Array.from({ length: n }, (_, k) => Math.PI / 2 + (k - (n - 1) / 2) * Math.PI * 2 / SEEDS); // from below upwards
    return [...angles.map((angle) => svg("circle", { class: "seed",
        cx: round(x + r * Math.cos(angle)), cy: round(y + r * Math.sin(angle)), r: 3.2 })), number];
}

// What stands in a place, which may be another one than now.
export function content(shape, index, cell = shape.board.cells[index]) {
    const middle = shape.middle(index), { pieces } = shape.board;
    if (cell.kind === "token") return [token(cell, shape.rect(index))];
    if (cell.kind === "pit" || cell.kind === "store") return seeds(cell, middle, pieces);
    return [isSide(cell.owner) ? piece(pieces, cell.owner, middle, UNIT, cell.text) : cell.owner ? obstacle(middle, cell.text) : null,
        cell.count ? badge(cell.count, middle) : null];
}

// One cell: what it is, and what stands in it.
function drawCell(shape, index, boxOwner) {
    const cell = shape.board.cells[index], rect = shape.rect(index), middle = shape.middle(index);
    if (isPlace(cell))
        return [...ground(shape, index), ...goalRim(shape, index), svg("g", { class: "content" }, content(shape, index))];
    switch (cell.kind) {
    case "token":
        return token(cell, rect);
    case "dot":
        return svg("circle", { class: "dot", cx: middle.x, cy: middle.y, r: 6 });
    case "edge-h":
    case "edge-v":
        return edge(cell, rect);
    case "box": {
        const owner = isSide(cell.owner) ? cell.owner : boxOwner;
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

// The lines between places.
function drawLinks(shape) {
    const place = ([x, y]) => shape.middle(y * shape.board.width + x);
    return (shape.board.links ?? []).map((ends) => ends.map(place)).map(([from, to]) =>
        svg("line", { class: "link", x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
}

// All of a board's cells; `fresh` are drawn as new, those of them less that only followed from where was clicked; `owners`
// says whose a full box is.
export function drawCells(shape, { fresh = new Set(), clicked = new Set(), owners = new Map() } = {}) {
    const won = shape.board.cells.some((cell) => cell.line);
    const layer = svg("g", { class: `cells ${shape.board.pieces}${won ? " won" : ""}`, "aria-hidden": "true" },
        frame(shape), drawLinks(shape));
    // Dots lie on the ends of edges, and the rims of goals on their neighbours.
    const above = ({ kind, goal }) => kind === "dot" || Boolean(goal);
    const order = shape.board.cells.map((_, index) => index)
        .sort((a, b) => above(shape.board.cells[a]) - above(shape.board.cells[b]));
    order.forEach((index) => {
        const drawn = [drawCell(shape, index, owners.get(index))].flat().filter(Boolean);
        if (drawn.length === 0) return;
        const { line } = shape.board.cells[index], followed = clicked.size > 0 && !clicked.has(index);
        if (line) drawn.push(lineRing(shape, index));
        layer.append(svg("g", { class: `cell${fresh.has(index) ? ` fresh${followed ? " followed" : ""}` : ""}${line ? " line" : ""}`,
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
