// marks.js: what a move is worth, shown by colour, by shape and in words: a triangle up for won,
// a square for drawn, a triangle down for lost, a ring for a mere guess.

import { svg } from "./dom.js";
import { t, number } from "./i18n.js";

// A mark from an entry of an analysis: { kind: win|draw|loss|guess, distance, score, payoff, best }
export function markOf(entry, { payoffs, best = false } = {}) {
    if (entry.score === undefined && !entry.value) return null;
    const value = entry.value ?? (entry.exact && payoffs
        ? (entry.score > 0 ? "win" : entry.score < 0 ? "loss" : "draw") : null);
    return { kind: value ?? "guess", distance: entry.distance, score: entry.score,
        payoffs: payoffs && entry.exact, best };
}

export function signed(value) {
    return number(value, { signDisplay: "exceptZero" });
}

// The short text in a mark: "W5", "=", "+3".
function markText(mark) {
    if (mark.payoffs) return signed(mark.score);
    if (mark.kind === "guess") return signed(mark.score);
    if (mark.kind === "draw" || mark.distance === undefined) return t(`mark.${mark.kind}`);
    return `${t(`mark.${mark.kind}`)}${number(mark.distance)}`;
}

// The same in a sentence.
export function markWords(mark) {
    if (mark.payoffs)
        return t(`value.${mark.kind}.by`, { n: Math.abs(mark.score) });
    if (mark.kind === "guess") return t("value.guess", { score: signed(mark.score) });
    if (mark.kind === "draw" || mark.distance === undefined) return t(`value.${mark.kind}`);
    return t(`value.${mark.kind}.in`, { n: mark.distance });
}

// An evaluation that proves nothing, from the side of `side`: who is ahead, and by about how much.
export function guessWords(score, side) {
    if (score === 0) return t("verdict.guess.even");
    const ahead = (score > 0) === (side === "first") ? "first" : "second";
    return t(`verdict.guess.${ahead}`, { score: signed(Math.abs(score)) });
}

const SHAPES = {
    win: "M0 -7L8 7H-8Z",
    draw: "M-6.5 -5.5H6.5V-1.5H-6.5ZM-6.5 1.5H6.5V5.5H-6.5Z",
    loss: "M0 7L8 -7H-8Z",
    guess: "M0 -6.5A6.5 6.5 0 1 1 -0.01 -6.5Z",
};

export function markShape(kind, attributes = {}) {
    return svg("path", { ...attributes, class: `shape ${kind}`, d: SHAPES[kind] });
}

export function markIcon(kind) {
    return svg("svg", { class: "mark-icon", viewBox: "-9 -9 18 18", width: 14, height: 14,
        "aria-hidden": "true" }, markShape(kind));
}

// On the board, around a point. `large`: as large as the square that it is in.
export function drawMark(mark, { x, y }, scale, { large = false } = {}) {
    const text = markText(mark);
    const wide = Math.max(17, text.length * 4.6 + 8);
    const { half, high, shape, size, base } = large
        ? { half: 29, high: 29, shape: "translate(0 -15) scale(1.2)", size: Math.min(24, 80 / text.length), base: 12 }
        : { half: wide, high: 20, shape: "translate(0 -8)", size: 15, base: 10 };
    return svg("g", { class: `value-mark ${mark.kind}${mark.best ? " best" : ""}`,
        transform: `translate(${x} ${y}) scale(${scale})` },
    svg("rect", { class: "plate", x: -half, y: -high, width: 2 * half, height: 2 * high, rx: 9 }),
    markShape(mark.kind, { transform: shape }),
    svg("text", { y: base, "font-size": size }, text));
}
