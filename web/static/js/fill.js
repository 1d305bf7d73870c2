// fill.js: the paint bucket on a small picture, watched: draw with the mouse, then fill from a pixel.

import { h, svg } from "./dom.js";
import { t } from "./i18n.js";
import { ask } from "./api.js";
import { GridWalk } from "./gridwalk.js";
import { checkField } from "./fields.js";
import { ScrollBox } from "./scrollbox.js";
import { callCounters, lineThrough } from "./walkpage.js";
import { announce } from "./live.js";

const SIDE = 22;
const USUAL = [
    "................",
    "..####....####..",
    ".#....#..#....#.",
    ".#.....##.....#.",
    ".#............#.",
    ".#...##..##...#.",
    "..#..##..##..#..",
    "..#..........#..",
    "...#..####..#...",
    "....#......#....",
    ".....######.....",
    "................",
];

export class Fill {
    constructor(words) {
        const rows = (words.picture ?? "").split("/");
        this.rows = rows.length > 1 && rows.every((row) => /^[.#]+$/.test(row) && row.length === rows[0].length)
            ? rows : USUAL;
        this.from = /^\d+,\d+$/.test(words.from ?? "") ? words.from.split(",").map(Number) : [7, 4];
        this.diagonal = words.diagonal === "yes";
        this.tool = "fill";
        this.cursor = [...this.from];
    }

    words() {
        return { picture: this.rows === USUAL ? "" : this.rows.join("/"), from: this.from.join(","),
            diagonal: this.diagonal ? "yes" : "" };
    }

    fields(again) {
        this.again = again;
        const tools = ["fill", "draw"].map((tool) => h("button", { type: "button", "data-tool": `fill-${tool}`,
            "aria-pressed": String(tool === this.tool), onclick: () => {
                this.tool = tool;
                for (const button of tools)
                    button.setAttribute("aria-pressed", String(button.dataset.tool === `fill-${tool}`));
            } }, t(`fill.${tool}`)));
        return [h("div", { class: "segments", role: "group", "aria-label": t("fill.tool") }, tools),
            checkField(t("fill.diagonal"), this.diagonal, (on) => { this.diagonal = on; again(); }),
            h("button", { type: "button", onclick: () => {
                this.rows = this.rows.map((row) => ".".repeat(row.length));
                again();
            } }, t("fill.clear"))];
    }

    ask(signal) {
        return ask("api/fill", { picture: this.rows, x: this.from[0], y: this.from[1], colour: "*",
            diagonal: this.diagonal, most: 20000 }, signal);
    }

    draw() {
        const width = this.rows[0].length, height = this.rows.length;
        this.pixels = this.rows.map((row, y) => [...row].map((_, x) => svg("rect", { x: x * SIDE, y: y * SIDE,
            width: SIDE, height: SIDE, "data-pixel": `${x},${y}` })));
        this.mark = svg("rect", { class: "pixel-cursor", width: SIDE, height: SIDE });
        this.thread = svg("path", { class: "thread thin" });
        this.picture = svg("svg", { class: "pixels", viewBox: `-1 -1 ${width * SIDE + 2} ${height * SIDE + 2}`,
            tabindex: "0", role: "application", "aria-label": t("fill.picture"),
            onpointerdown: (event) => this.press(event), onpointermove: (event) => this.drag(event),
            onpointerup: () => this.release(), onpointercancel: () => this.release(false), onkeydown: (event) => this.key(event) },
        this.pixels, this.thread, this.mark);
        this.picture.style.maxWidth = `${width * 96}px`;
        this.paint();
        this.frame ??= new ScrollBox({ class: "pixels-holder" });
        this.frame.show(this.picture, { columns: width, rows: height });
        return this.frame.element;
    }

    paint() {
        this.rows.forEach((row, y) => [...row].forEach((colour, x) => {
            const state = this.walk?.stateAt(x, y);
            const painted = state === "way" || state === "kept" || state === "left";
            this.pixels[y][x].setAttribute("class", `pixel ${colour === "#" ? "ink" : "blank"} ${painted
                ? (state === "way" ? "painted open" : "painted") : ""}`);
        }));
        this.mark.setAttribute("x", this.cursor[0] * SIDE);
        this.mark.setAttribute("y", this.cursor[1] * SIDE);
    }

    at(event) {
        const target = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.pixel;
        return target ? target.split(",").map(Number) : null;
    }

    press(event) {
        this.frame.press(event, (first) => this.begin(first));
    }

    begin(event) {
        const at = this.at(event);
        if (!at) return;
        this.cursor = at;
        if (this.tool === "fill") {
            this.from = at;
            this.again();
            return;
        }
        this.drawing = this.rows[at[1]][at[0]] === "#" ? "." : "#";
        this.picture.releasePointerCapture?.(event.pointerId);
        this.drag(event);
    }

    drag(event) {
        const at = this.drawing && this.at(event);
        if (at) this.put(at, this.drawing);
    }

    release(kept = true) {
        this.frame.release(kept, (first) => this.begin(first));
        if (!this.drawing) return;
        this.drawing = null;
        this.again();
    }

    put([x, y], colour) {
        this.rows = this.rows.map((row, k) => k === y ? row.slice(0, x) + colour + row.slice(x + 1) : row);
        this.walk = null;
        this.paint();
    }

    key(event) {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        const [x, y] = this.cursor;
        if (step) {
            this.cursor = [Math.max(0, Math.min(this.rows[0].length - 1, x + step[0])),
                Math.max(0, Math.min(this.rows.length - 1, y + step[1]))];
            this.paint();
            this.frame.follow(this.mark);
            this.tell();
        } else if (event.key === "Enter" || event.key === " ") {
            if (this.tool === "fill") this.from = [...this.cursor];
            else this.put(this.cursor, this.rows[y][x] === "#" ? "." : "#");
            if (this.tool === "draw") this.tell();
            this.again();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    // Where the keys are, for those who do not see it.
    tell() {
        const [x, y] = this.cursor;
        announce(t(this.rows[y][x] === "#" ? "fill.ink" : "fill.blank", { x, y }));
    }

    load(answer) {
        this.answer = answer;
        this.walk = new GridWalk(answer.events, { marks: "keep" });
        return answer.events.length;
    }

    step(at) {
        const { walk, answer } = this;
        walk.go(at);
        this.paint();
        const way = walk.way();
        this.thread.setAttribute("d", lineThrough(way.map(([x, y]) => [(x + 0.5) * SIDE, (y + 0.5) * SIDE])));
        const ended = at === walk.length && answer.complete;
        const [x, y] = walk.place.at ?? [];
        this.frame.follow(this.pixels[y]?.[x]); // it may have looked beyond the edge
        return { words: this.say(ended), counters: callCounters(walk.counts),
            stack: walk.calls().map(([x, y]) => `fill(${x}, ${y})`) };
    }

    say(ended) {
        const { walk, answer } = this;
        if (ended) return t("fill.done", { n: answer.pixels });
        if (walk.at === 0) return t("walk.ready");
        if (walk.at === walk.length) return t("walk.incomplete", { n: walk.length });
        const [kind, x, y] = walk.last;
        return t(`fill.${kind}`, { x, y });
    }
}
