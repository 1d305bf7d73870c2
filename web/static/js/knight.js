// knight.js: the knight's tour, watched.

import { svg, replace } from "./dom.js";
import { t, number, phrase } from "./i18n.js";
import { ask } from "./api.js";
import { query } from "./states.js";
import { GridWalk } from "./gridwalk.js";
import { Squares, SIDE, cross, squaresBox } from "./squares.js";
import { checkField, numberField, selectField, within } from "./fields.js";
import { callCounters, lineThrough } from "./walkpage.js";

const ORDERS = ["warnsdorff", "fixed"];
const SIZES = { min: 1, max: 20, usual: 6 }; // as the server has them

export class Knight {
    constructor(words) {
        this.asked = words;
        this.width = within(words.width, SIZES);
        this.height = within(words.height, SIZES);
        this.from = /^\d+,\d+$/.test(words.from ?? "") ? words.from.split(",").map(Number) : [0, 0];
        this.keepFrom();
        this.closed = words.closed === "yes";
        this.order = ORDERS.includes(words.order) ? words.order : "warnsdorff";
    }

    words() {
        return { width: this.width, height: this.height, from: this.from.join(","),
            closed: this.closed ? "yes" : "", order: this.order === "warnsdorff" ? "" : this.order };
    }

    // The start stays on the board.
    keepFrom() {
        this.from = [Math.min(this.from[0], this.width - 1), Math.min(this.from[1], this.height - 1)];
    }

    fields(again) {
        const set = (name) => (value) => {
            this[name] = value;
            this.keepFrom();
            again();
        };
        return [numberField(t("maze.width"), this.asked.width, { ...SIZES, "data-field": "width" }, set("width")),
            numberField(t("maze.height"), this.asked.height, { ...SIZES, "data-field": "height" }, set("height")),
            selectField(t("tree.order"), this.order, ORDERS.map((order) => [order, t(`knight.order.${order}`)]), set("order"),
                { "data-field": "order" }),
            checkField(t("knight.closed"), this.closed, set("closed"))];
    }

    ask(signal) {
        return ask(`api/knight?${query({ width: this.width, height: this.height, from: this.from.join(","),
            closed: this.closed ? "yes" : "no", order: this.order, most: 20000, seconds: 5 })}`, undefined, signal);
    }

    draw(again) {
        this.squares = new Squares(this.width, this.height, {
            label: (x, y) => t("knight.from", { x, y }),
            chosen: (x, y) => { this.from = [x, y]; again(); },
        });
        return this.squares.within(this.frame ??= squaresBox());
    }

    load(answer) {
        this.answer = answer;
        this.walk = new GridWalk(answer.events);
        return answer.events.length;
    }

    step(at) {
        const { walk, answer, squares } = this;
        walk.go(at);
        const ended = at === walk.length && answer.complete;
        const done = ended && answer.found ? answer.path : walk.way();
        const way = done.length ? done : [this.from]; // where it is to begin
        const { at: here, kind } = walk.place;
        replace(squares.over,
            svg("path", { class: "thread", d: lineThrough(way.map((square) => squares.middle(square))) }),
            way.map((p, k) => {
                const [x, y] = squares.middle(p);
                return svg("g", { class: `stop ${k === way.length - 1 ? "tip" : ""}` },
                    svg("circle", { cx: x, cy: y, r: SIDE * 0.3 }), svg("text", { x, y }, number(k + 1)));
            }),
            kind === "dead-end" && !ended
                ? svg("path", { class: "refused", d: cross(squares.middle(here)) }) : null);
        squares.follow(here);
        return { words: this.say(ended), counters: callCounters(walk.counts), stack: walk.calls().map(([x, y]) => `knight(${x}, ${y})`) };
    }

    say(ended) {
        const { walk, answer } = this;
        if (ended && !answer.found) return t("knight.none", { why: phrase(answer.why) });
        if (ended) return t(this.closed ? "knight.found-closed" : "knight.found", { n: answer.path.length });
        if (walk.at === 0) return t("walk.ready");
        if (walk.at === walk.length) return t("walk.incomplete", { n: walk.length });
        const [kind, x, y, depth] = walk.last;
        const name = kind === "dead-end" && this.order === "warnsdorff" ? "cut-off" : kind;
        return t(`knight.${name}`, { x, y, n: depth });
    }
}
