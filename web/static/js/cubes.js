// cubes.js: coloured cubes to be laid in a line so that each long side shows every colour, watched.

import { h, svg, replace } from "./dom.js";
import { t } from "./i18n.js";
import { ask } from "./api.js";
import { Replay } from "./replay.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";
import { cross } from "./squares.js";
import { callCounters } from "./walkpage.js";

// Colours by their usual initials; others get one of their own. The letter is always there too.
const COLOURS = { R: "#c2453d", G: "#2e8b57", B: "#2f6db5", W: "#f2efe6", Y: "#e0b02c", O: "#d97a26",
    P: "#8b5bb0", K: "#3a3d46" };
const SPARE = ["#5aa6a6", "#b06a86", "#7f8f3a", "#a2734c", "#6f7fc4"];
const SIDE = 40;

function face(name, x, y, names, attributes = {}) {
    const colour = COLOURS[name] ?? SPARE[names.indexOf(name) % SPARE.length];
    const light = ["W", "Y"].includes(name);
    return svg("g", { ...attributes, class: "face" },
        svg("rect", { x: x + 1, y: y + 1, width: SIDE - 2, height: SIDE - 2, rx: 5, fill: colour }),
        svg("text", { x: x + SIDE / 2, y: y + SIDE / 2, class: light ? "dark" : "light" }, name));
}

export class Cubes {
    constructor(words) {
        this.text = words.cubes ?? "";
    }

    words() {
        return { cubes: this.text };
    }

    fields(again) {
        return [h("button", { type: "button", "data-tool": "cubes-text", onclick: () => this.openText(again) },
            icon("text"), t("cubes.text"))];
    }

    openText(again) {
        const area = h("textarea", { rows: 8, spellcheck: "false", "aria-label": t("cubes.text") });
        area.value = this.text || (this.answer?.faces ?? []).map((faces) => faces.join(" ")).join("\n");
        const dialog = openDialog(t("cubes.text"), h("p", { class: "note" }, t("cubes.how")), area,
            h("div", { class: "row" },
                h("button", { type: "button", class: "main", onclick: () => {
                    this.text = area.value.trim();
                    dialog.close();
                    again();
                } }, t("transfer.load")),
                h("button", { type: "button", onclick: () => {
                    this.text = "";
                    dialog.close();
                    again();
                } }, t("cubes.classic"))));
        area.focus();
    }

    ask(signal) {
        return ask("api/cubes", { ...(this.text ? { cubes: this.text } : {}), most: 20000, seconds: 5 }, signal);
    }

    draw() {
        this.picture = svg("svg", { class: "cubes", role: "img" });
        return this.picture;
    }

    // An event: [kind, cube, "front" or "top", the two opposite faces, depth]; what is forced or a dead end says why, before
    // the depth.
    load(answer) {
        this.answer = answer;
        const walk = { rows: answer.faces.map(() => ({ front: null, top: null })), stack: { tip: null },
            // all that was set since the last choice, which goes when that is given up
            trial: { sets: [] }, counts: { calls: 0, depth: 0, deepest: 0, solutions: 0 },
            place: { kind: null, cube: null, pair: null, found: 0 } };
        this.walk = Object.assign(new Replay(answer.events, (event, set) => take(walk, event, set)), walk);
        return answer.events.length;
    }

    // A cube opened out: front in the middle of its four sides, then top and bottom.
    net(faces, x, y) {
        const { names } = this.answer;
        const [a, b, c, d, e, f] = faces;
        const small = [[a, 1, 0], [c, 0, 1], [e, 1, 1], [d, 2, 1], [f, 3, 1], [b, 1, 2]];
        return svg("g", { transform: `translate(${x} ${y}) scale(0.4)` },
            small.map(([name, column, row]) => face(name, column * SIDE, row * SIDE, names)));
    }

    step(at) {
        const { walk, answer } = this;
        walk.go(at);
        const ended = at === walk.length && answer.complete;
        const solved = ended ? answer.solutions[0] : walk.place.kind === "solved" ? this.turned() : null;
        const height = 64, left = 96;
        const width = left + 4 * SIDE + 8;
        const shown = walk.rows.map((row, i) => solved ? solved[i]
            : [row.front?.[0], row.top?.[0], row.front?.[1], row.top?.[1]]);
        this.picture.setAttribute("viewBox", `0 0 ${width} ${answer.faces.length * height}`);
        this.picture.style.maxWidth = `${width * 4}px`;
        this.picture.setAttribute("aria-label", shown.map((sides, i) =>
            `${i + 1}: ${sides.map((name) => name ?? "–").join(" ")}`).join("; "));
        const refused = !ended && walk.place.kind === "dead-end" ? walk.place.cube : null;
        replace(this.picture, answer.faces.map((faces, i) => svg("g", {}, this.net(faces, 4, i * height + 8),
            this.line(shown[i], left, i * height + 12, refused === i))));
        const stack = [];
        for (let link = walk.stack.tip; link; link = link.before) stack.unshift(link.text);
        return { words: this.say(ended), stack, counters: callCounters(walk.counts) };
    }

    // The pairs of this moment, each turned the right way round; of many solutions only the first are known.
    turned() {
        const same = (pair, a, b) => pair[0] === a && pair[1] === b || pair[0] === b && pair[1] === a;
        return this.answer.solutions.find((sides) => this.walk.rows.every(({ front, top }, i) =>
            same(front, sides[i][0], sides[i][2]) && same(top, sides[i][1], sides[i][3])) ||
            this.walk.rows.every(({ front, top }, i) => same(top, sides[i][0], sides[i][2]) && same(front, sides[i][1], sides[i][3])));
    }

    // The four sides of a cube in the line; those not chosen yet are empty.
    line(sides, x, y, refused) {
        const tried = this.walk.place.pair === "front" ? [0, 2] : [1, 3];
        return sides.map((name, k) => svg("g", { class: refused && tried.includes(k) ? "tried" : "" },
            name ? face(name, x + k * SIDE, y, this.answer.names)
                : svg("rect", { class: "slot", x: x + k * SIDE + 2, y: y + 2, rx: 5,
                    width: SIDE - 4, height: SIDE - 4 }),
            refused && tried.includes(k) ? svg("path", { class: "refused",
                d: cross([x + (k + 0.5) * SIDE, y + SIDE / 2], SIDE * 0.36) }) : null));
    }

    say(ended) {
        const { walk, answer } = this;
        if (ended && answer.stopped) return t("cubes.stopped", { n: answer.distinct });
        if (ended) return answer.solutions.length ? t("cubes.found", { n: answer.distinct, all: answer.count }) : t("cubes.none");
        if (walk.at === 0) return t("walk.ready");
        if (walk.at === walk.length) return t("walk.incomplete", { n: walk.length });
        const [kind, cube, pair, faces, ...rest] = walk.last;
        const what = t("cubes.what", { cube: cube + 1, pair: t(`cubes.${pair}`), faces: faces.join(" ") });
        if (kind === "back") return t(walk.place.found ? "cubes.back-found" : "cubes.back", { what, n: walk.place.found });
        const { why, colour, cube: stuck, where = "front" } = rest.length > 1 ? rest[0] : {};
        return t(why ? `cubes.${why}` : `cubes.${kind}`, { what, colour, cube: stuck + 1, where: t(`cubes.${where}`) });
    }
}

function take({ rows, stack, trial, counts, place }, [kind, cube, pair, faces, ...rest], set) {
    const depth = rest.at(-1);
    const clear = (sets) => { for (const [row, name] of sets) set(rows[row], name, null); };
    // What has failed, or was a solution, is taken away first.
    if (place.kind === "dead-end" || place.kind === "solved") {
        clear(trial.sets);
        set(trial, "sets", []);
        set(stack, "tip", stack.tip.before);
    }
    set(place, "kind", kind);
    set(place, "cube", cube);
    set(place, "pair", pair);
    set(counts, "depth", kind === "back" ? depth - 1 : depth);
    set(counts, "deepest", Math.max(counts.deepest, depth));
    if (kind === "choose") {
        set(counts, "calls", counts.calls + 1);
        set(trial, "sets", []);
        set(stack, "tip", { text: `cube ${cube + 1}, ${pair}: ${faces.join(" ")}`, before: stack.tip, sets: [], earlier: counts.solutions });
    }
    if (kind === "choose" || kind === "forced") {
        set(rows[cube], pair, faces);
        set(trial, "sets", [...trial.sets, [cube, pair]]);
    } else if (kind === "enter") {
        set(stack, "tip", { ...stack.tip, sets: trial.sets });
        set(trial, "sets", []);
    } else if (kind === "solved") {
        set(counts, "solutions", counts.solutions + 1);
    } else if (kind === "back") {
        clear(stack.tip.sets);
        set(place, "found", counts.solutions - stack.tip.earlier);
        set(stack, "tip", stack.tip.before);
    }
}
