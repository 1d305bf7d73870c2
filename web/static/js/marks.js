// marks.js: what a move is worth, shown by colour, by shape and in words: a triangle up for won,
// a square for drawn, a triangle down for lost. A mere guess has a wave, and on the board no shape at all, but a tint:
// it must look like nothing that is proved, and like nobody's piece.

import { svg } from "./dom.js";
import { t, number } from "./i18n.js";

// A mark from an entry of an analysis: { kind: win|draw|loss|guess, distance, score, payoff, best }
export function markOf(entry, { payoffs, best = false } = {}) {
    if (entry.score === undefined && !entry.value) return null;
    const value = entry.value ?? provedResult(entry) ?? (entry.exact && payoffs
        ? (entry.score > 0 ? "win" : entry.score < 0 ? "loss" : "draw") : null);
    const bound = value ? null : entry.at_least === "draw" ? "not-lost" : entry.at_most === "draw" ? "not-won" : null;
    return { kind: value ?? "guess", distance: entry.distance, score: entry.score,
        payoffs: payoffs && entry.exact, best, bound };
}

// The result may be proved before it is known how long it takes, or how much it is.
function provedResult({ at_least: least, at_most: most }) {
    return least === "win" ? "win" : most === "loss" ? "loss" : null;
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
    if (mark.kind === "guess") {
        const guess = t("value.guess", { n: Math.abs(mark.score), score: signed(mark.score) });
        return mark.bound ? `${t(`value.${mark.bound}`)}, ${guess}` : guess;
    }
    if (mark.kind === "draw" || mark.distance === undefined) return t(`value.${mark.kind}`);
    return t(`value.${mark.kind}.in`, { n: mark.distance });
}

// An evaluation that proves nothing, from the side of `side`: who is ahead, and by about how much.
export function guessWords(score, side) {
    if (score === 0) return t("verdict.guess.even");
    const ahead = (score > 0) === (side === "first") ? "first" : "second";
    return t(`verdict.guess.${ahead}`, { n: Math.abs(score), score: signed(Math.abs(score)) });
}

// What is said of a move that is advised: what it is worth, and why no other is better.
export function hintWords(move, mark, exact) {
    const n = mark && (mark.payoffs ? Math.abs(mark.score) : mark.distance);
    if (!mark) return t("hint.unknown", { move });
    if (mark.kind === "guess") return t("hint.guess", { move, value: markWords(mark) });
    if (mark.kind === "draw") return t("hint.draw", { move });
    if (n === undefined || !exact) return t(`hint.${mark.kind}`, { move });
    return t(`hint.${mark.kind}.${mark.payoffs ? "by" : "in"}`, { move, n });
}

const SHAPES = {
    win: "M0 -7L8 7H-8Z",
    draw: "M-6.5 -5.5H6.5V-1.5H-6.5ZM-6.5 1.5H6.5V5.5H-6.5Z",
    loss: "M0 7L8 -7H-8Z",
    guess: "M-8 2.5C-6 -4.5 -2.5 -4.5 0 0S6 4.5 8 -2.5",
};

export function markShape(kind, attributes = {}) {
    return svg("path", { ...attributes, class: `shape ${kind}`, d: SHAPES[kind] });
}

export function markIcon(kind) {
    return svg("svg", { class: "mark-icon", viewBox: "-9 -9 18 18", width: 14, height: 14,
        "aria-hidden": "true" }, markShape(kind));
}

// Of what is only guessed the best five are shown: more would hide them. One as good as the sixth is not among the
// best; those that share the first place are, however many. Where all are equal there is nothing to show. Gives each
// mark its strength, 0 to 1.
const GUESSES = 5;
export function bestGuesses(marks) {
    const guesses = marks.filter(({ kind }) => kind === "guess").sort((a, b) => b.score - a.score);
    const best = guesses[0]?.score, worst = guesses.at(-1)?.score;
    if (guesses.length > 1 && best === worst) return new Map();
    const bar = guesses[GUESSES]?.score ?? -Infinity;
    return new Map(guesses.filter(({ score }) => score === best || score > bar)
        .map((mark) => [mark, best === worst ? 1 : (mark.score - worst) / (best - worst)]));
}

// A text as large as fits on a plate of the size of a square, whatever signs and digits it is made of.
const fitted = (text) => Math.min(24, 76 / text.length);

// A tint of the place, around a point; its text may be left out. `flat`: a chip on a ground of its own, where a place
// has something to show that must not be covered; with `line`, no higher than its text.
export function drawGuess(mark, strength, { x, y }, scale, written, { flat = false, line = false } = {}) {
    const text = written ? markText(mark) : "", half = line ? 14 : flat ? 20 : 29;
    const plate = { x: -29, y: -half, width: 58, height: 2 * half, rx: 9 };
    return svg("g", { class: "value-mark guess", transform: `translate(${x} ${y}) scale(${scale})` },
        flat ? svg("rect", { class: "under", ...plate }) : null,
        svg("rect", { class: "plate", "fill-opacity": (0.2 + 0.35 * strength).toFixed(2), ...plate }),
        text ? svg("text", { "font-size": fitted(text) }, text) : null);
}

// On the board, around a point. `large`: as large as the square that it is in. `line`: shape and text in one line.
export function drawMark(mark, { x, y }, scale, { large = false, line = false } = {}) {
    const text = markText(mark), long = text.length * 4.6;
    const { half, high, shape, size, at } = large
        ? { half: 29, high: 29, shape: "translate(0 -15) scale(1.2)", size: fitted(text), at: { y: 12 } }
        : line ? { half: long + 14, high: 12, shape: `translate(${-long - 2} 0) scale(0.9)`, size: 15, at: { x: 8 } }
            : { half: Math.max(17, long + 8), high: 20, shape: "translate(0 -8)", size: 15, at: { y: 10 } };
    return svg("g", { class: `value-mark ${mark.kind}${mark.best ? " best" : ""}`,
        transform: `translate(${x} ${y}) scale(${scale})` },
    svg("rect", { class: "plate", x: -half, y: -high, width: 2 * half, height: 2 * high, rx: 9 }),
    markShape(mark.kind, { transform: shape }),
    svg("text", { ...at, "font-size": size }, text));
}
