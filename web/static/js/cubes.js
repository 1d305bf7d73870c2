// cubes.js: coloured cubes to be laid in a line so that each long side shows every colour, watched.

import { h, svg, replace } from "./dom.js";
import { t } from "./i18n.js";
import { ask } from "./api.js";
import { Replay } from "./replay.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";

// Colours by their usual initials; others get one of their own. The letter is always there too.
const COLOURS = { R: "#c2453d", G: "#2e8b57", B: "#2f6db5", W: "#f2efe6", Y: "#e0b02c", O: "#d97a26", P: "#8b5bb0", K: "#3a3d46" };
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

    load(answer) {
        this.answer = answer;
        const walk = { rows: answer.faces.map(() => null), counts: { calls: 0, depth: 0, deepest: 0 },
            place: { kind: null, cube: null } };
        this.walk = Object.assign(new Replay(answer.events, ([kind, cube, sides, depth], set) => {
            set(walk.place, "kind", kind);
            set(walk.place, "cube", cube);
            if (kind !== "back") set(walk.counts, "calls", walk.counts.calls + 1);
            set(walk.counts, "depth", kind === "back" ? depth - 1 : depth);
            set(walk.counts, "deepest", Math.max(walk.counts.deepest, depth));
            for (let i = cube + 1; i < walk.rows.length; i++) if (walk.rows[i]) set(walk.rows, i, null);
            set(walk.rows, cube, kind === "back" ? null : { sides, kind });
        }), walk);
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
        const [solution] = answer.solutions;
        const rows = ended && solution ? solution.map((sides) => ({ sides, kind: "solved" })) : walk.rows;
        const height = 64, left = 96;
        const width = left + 4 * SIDE + 8;
        this.picture.setAttribute("viewBox", `0 0 ${width} ${answer.faces.length * height}`);
        this.picture.style.maxWidth = `${width * 1.7}px`;
        this.picture.setAttribute("aria-label", rows.map((row, i) => `${i + 1}: ${row ? row.sides.join(" ") : "–"}`).join("; "));
        replace(this.picture, answer.faces.map((faces, i) => {
            const y = i * height, row = rows[i];
            return svg("g", { class: `cube ${row?.kind ?? "waiting"}` },
                this.net(faces, 4, y + 8),
                Array.from({ length: 4 }, (_, k) => row ? face(row.sides[k], left + k * SIDE, y + 12, answer.names)
                    : svg("rect", { class: "slot", x: left + k * SIDE + 2, y: y + 14, width: SIDE - 4, height: SIDE - 4, rx: 5 })),
                row?.kind === "dead-end" ? svg("path", { class: "refused",
                    d: `M${left} ${y + 12 + SIDE / 2}h${4 * SIDE}` }) : null);
        }));
        return { words: this.say(ended), counters: [["calls", walk.counts.calls], ["depth", walk.counts.depth],
            ["deepest", walk.counts.deepest]],
        stack: walk.rows.map((row, i) => row && `cube ${i + 1}: ${row.sides.join(" ")}`).filter(Boolean) };
    }

    say(ended) {
        const { walk, answer } = this;
        if (ended) return answer.solutions.length ? t("cubes.found") : t("cubes.none");
        if (walk.at === 0) return t("walk.ready");
        if (walk.at === walk.length) return t("walk.incomplete", { n: walk.length });
        const [kind, cube, sides] = walk.last;
        return t(`cubes.${kind}`, { cube: cube + 1, sides: sides.join(" ") });
    }
}
