// partlayer.js: the parts of a position on its board: each in a colour, with a rim of strokes of its own and its name, so
// that nobody needs the colour.

import { svg } from "./dom.js";

export const PART_COLOURS = 8;

const round = (value) => Math.round(value * 10) / 10;

const WITHIN = 2.5; // a rim lies within its places, so that those of neighbours are told apart
const SHORT = 4; // letters of what is written on the board

// The sides of a part's places behind which another one begins.
function rim(shape, cells) {
    const { width, height } = shape.board, own = new Set(cells);
    const beside = (x, y) => x >= 0 && x < width && y >= 0 && y < height && own.has(y * width + x);
    const right = shape.flip ? -1 : 1;
    return cells.map((index) => {
        const x = index % width, y = Math.floor(index / width), box = shape.rect(index);
        const [up, down, before, after] = [beside(x, y - 1), beside(x, y + 1), beside(x - right, y), beside(x + right, y)];
        const x0 = round(box.x + (before ? 0 : WITHIN)), x1 = round(box.x + box.width - (after ? 0 : WITHIN));
        const y0 = round(box.y + (up ? 0 : WITHIN)), y1 = round(box.y + box.height - (down ? 0 : WITHIN));
        return [up ? "" : `M${x0} ${y0}H${x1}`, down ? "" : `M${x0} ${y1}H${x1}`,
            before ? "" : `M${x0} ${y0}V${y1}`, after ? "" : `M${x1} ${y0}V${y1}`].join("");
    }).join("");
}

// The name in the upper corner of a part's first place, and what the part is worth in the lower one, if it is short.
function label(shape, index, name, worth) {
    const { x, y, height } = shape.rect(index), size = shape.many ? 22 : 16;
    const write = (text, at, kind) => svg("text", { class: kind, x: round(x + 5), y: round(at), "font-size": size }, text);
    return [write(name, y + size * 0.7, "part-name"),
        worth !== undefined && worth.length <= SHORT ? write(`=${worth}`, y + height - size * 0.6, "part-name worth") : null];
}

const layerOf = (parts, draw) => svg("g", { class: "parts-layer", "aria-hidden": "true" }, parts.map((part, k) =>
    part.cells.length ? svg("g", { "data-part": part.name }, draw(part, `part-${k % PART_COLOURS}`)) : null));

// parts: [{ name, cells, worth }], the cells by their places on the board.
export function drawParts(shape, parts) {
    return layerOf(parts, ({ cells }, kind) => [
        svg("path", { class: `part-ground ${kind}`, d: cells.map((index) => {
            const { x, y, width, height } = shape.rect(index);
            return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${-round(width)}z`;
        }).join("") }),
        svg("path", { class: `part-rim ${kind}`, d: rim(shape, cells) })]);
}

// What is written on them, above whatever else stands there.
export function drawPartNames(shape, parts) {
    return layerOf(parts, ({ name, cells, worth }) => label(shape, cells[0], name, worth));
}
