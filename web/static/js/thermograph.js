// thermograph.js: thermographs as books draw them: values grow to the left, the temperature upwards; two walls, and the mast
// where they have met. The numbers come from the library, and are written as they came.

import { svg } from "./dom.js";
import { t } from "./i18n.js";

const WIDTH = 340, HEIGHT = 240, LEFT = 44, RIGHT = 14, TOP = 22, BOTTOM = 40;

// "-3/4" as a number to draw by.
const real = (text) => {
    const [over, under = 1] = text.split("/").map(Number);
    return over / under;
};

// The power of two by which no more than so many ticks are apart, and a multiple of it as it is written.
function stepOf(range, ticks) {
    return 2 ** Math.ceil(Math.log2(range / ticks) - 1e-9);
}
function written(value) {
    let under = 1;
    while (!Number.isInteger(value * under) && under < 2 ** 24) under *= 2;
    return under === 1 ? String(value) : `${value * under}/${under}`;
}

export function graphWords(name, { mean, temperature, thermograph: { left, right } }) {
    return t("graph.words", { name, mean, temperature, left: left[0][1], right: right[0][1] });
}

// part: { mean, temperature, thermograph: { left, right } }, the walls as corners [temperature, value].
export function drawThermograph({ mean, temperature, thermograph }, words) {
    const walls = [thermograph.left, thermograph.right].map((wall) => wall.map(([t0, v]) => ({ t: real(t0), v: real(v), text: v })));
    const values = walls.flat().map(({ v }) => v).concat(real(mean)), foot = Math.max(0, real(temperature));
    const low = Math.min(...values), high = Math.max(...values), top = foot > 0 ? foot * 1.25 : 1;
    const room = Math.max(high - low, 1) / 0.8, middle = (high + low) / 2, bottom = HEIGHT - BOTTOM;
    const x = (v) => Math.round((LEFT + (WIDTH - LEFT - RIGHT) * (0.5 - (v - middle) / room)) * 10) / 10;
    const y = (at) => Math.round((bottom - at / top * (bottom - TOP)) * 10) / 10;
    const text = (content, at, attributes) => svg("text", { ...at, ...attributes }, content);
    const ticks = (from, to, step) => Array.from({ length: Math.floor(to / step + 1e-9) - Math.ceil(from / step - 1e-9) + 1 },
        (_, k) => (Math.ceil(from / step - 1e-9) + k) * step + 0);
    return svg("svg", { class: "thermograph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
        svg("title", {}, words),
        ticks(middle - room / 2, middle + room / 2, stepOf(room, 6)).map((v) => [
            svg("path", { class: "graph-grid", d: `M${x(v)} ${bottom}V${TOP}` }),
            text(written(v), { x: x(v), y: bottom + 14 }, { "text-anchor": "middle" })]),
        ticks(0, top, stepOf(top, 5)).map((at) => [
            svg("path", { class: "graph-grid", d: `M${LEFT} ${y(at)}H${WIDTH - RIGHT}` }),
            text(written(at), { x: LEFT - 6, y: y(at) + 4 }, { "text-anchor": "end" })]),
        svg("path", { class: "graph-axis", d: `M${LEFT} ${TOP}V${bottom}H${WIDTH - RIGHT}` }),
        text(t("graph.values"), { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8 }, { "text-anchor": "middle" }),
        text(t("parts.temperature"), { x: 4, y: 12 }, {}),
        foot > 0 ? svg("path", { class: "graph-hint", d: `M${x(real(mean))} ${y(foot)}H${LEFT}` }) : null,
        foot > 0 ? text(temperature, { x: LEFT + 6, y: y(foot) - 5 }, { class: "exact" }) : null,
        foot > 0 ? walls.map((wall, side) => [
            svg("path", { class: side ? "graph-right" : "graph-left", d: `M${wall.map((c) => `${x(c.v)} ${y(c.t)}`).join("L")}` }),
            wall.slice(0, -1).map((c) => text(c.text, { x: x(c.v) + (side ? 6 : -6), y: y(c.t) - 6 },
                { class: "exact", "text-anchor": side ? "start" : "end" }))]) : null,
        svg("path", { class: "graph-mast", d: `M${x(real(mean))} ${y(foot)}V${TOP}` }),
        text(mean, { x: x(real(mean)) + 8, y: TOP + 6 }, { class: "exact" }));
}
