// queens.js: as many queens as rows, none attacking another, watched. A click sets a queen beforehand.

import { svg, replace } from "./dom.js";
import { t } from "./i18n.js";
import { ask } from "./api.js";
import { query } from "./states.js";
import { GridWalk } from "./gridwalk.js";
import { Squares, SIDE, cross, squaresBox } from "./squares.js";
import { numberField, selectField, within } from "./fields.js";

const ORDERS = ["fixed", "narrow"];
const SIZES = { min: 1, max: 30, usual: 8 }; // as the server has them
const CROWN = "M-12 9L-14 -8L-6 0L0 -12L6 0L14 -8L12 9Z";

function attacks([ax, ay], [bx, by]) {
    return ax === bx || ay === by || Math.abs(ax - bx) === Math.abs(ay - by);
}

export class Queens {
    constructor(words) {
        this.asked = words.n;
        this.n = within(words.n, SIZES);
        this.placed = (words.placed ?? "").split(" ").filter((text) => /^\d+,\d+$/.test(text))
            .map((text) => text.split(",").map(Number));
        this.order = ORDERS.includes(words.order) ? words.order : "fixed";
    }

    words() {
        return { n: this.n, order: this.order === "fixed" ? "" : this.order, placed: this.placed.map((square) => square.join(",")).join(" ") };
    }

    fields(again) {
        return [numberField(t("queens.n"), this.asked, { ...SIZES, "data-field": "n" }, (n) => {
            this.n = n;
            this.placed = [];
            again();
        }), selectField(t("queens.order"), this.order, ORDERS.map((order) => [order, t(`queens.order.${order}`)]), (order) => {
            this.order = order;
            again();
        }, { "data-field": "order" })];
    }

    ask(signal) {
        return ask(`api/queens?${query({ n: this.n, placed: this.words().placed, order: this.order, most: 20000, seconds: 5 })}`,
            undefined, signal);
    }

    draw(again) {
        this.squares = new Squares(this.n, this.n, {
            label: (x, y) => t("queens.place", { x, y }),
            pressed: (x, y) => this.isPlaced([x, y]),
            chosen: (x, y) => {
                this.placed = this.isPlaced([x, y]) ? this.placed.filter((queen) => queen[0] !== x || queen[1] !== y)
                    : [...this.placed.filter((queen) => !attacks(queen, [x, y])), [x, y]];
                again();
            },
        });
        return this.squares.within(this.frame ??= squaresBox());
    }

    load(answer) {
        this.answer = answer;
        this.walk = new GridWalk(answer.events);
        return answer.events.length;
    }

    isPlaced([x, y]) {
        return this.placed.some((queen) => queen[0] === x && queen[1] === y);
    }

    queen(at, given) {
        const [x, y] = this.squares.middle(at);
        return svg("path", { class: `queen ${given ? "given" : ""}`, transform: `translate(${x} ${y})`, d: CROWN });
    }

    step(at) {
        const { walk, answer } = this;
        walk.go(at);
        const ended = at === walk.length && answer.complete;
        const here = walk.place.at, kind = ended ? null : walk.place.kind;
        const standing = ended && answer.found ? answer.columns.map((x, y) => [x, y])
            : [...this.placed, ...walk.calls().filter((square) => !this.isPlaced(square))];
        const attackers = kind === "refused" ? standing.filter((queen) => attacks(queen, here) && String(queen) !== String(here)) : [];
        const full = this.fullLine(kind, standing);
        this.paint({ standing, here, kind, attackers, full });
        return { words: this.say(ended, attackers, full), counters: [["calls", walk.counts.calls], ["queens", standing.length],
            ["deepest", walk.counts.deepest]], stack: walk.calls().map(([x, y]) => `queen(${x}, ${y})`) };
    }

    // The row, or column, that is left without a place: why a queen is taken back.
    fullLine(kind, standing) {
        const { walk, n } = this;
        if (kind === "back") return { row: walk.steps[walk.at - 2][2] }; // where the last square was tried
        if (kind !== "dead-end") return null;
        const free = (square) => !standing.some((queen) => attacks(queen, square));
        for (let k = 0; k < n; k++) {
            const row = Array.from({ length: n }, (_, x) => [x, k]), column = Array.from({ length: n }, (_, y) => [k, y]);
            if (!standing.some(([, y]) => y === k) && !row.some(free)) return { row: k };
            if (!standing.some(([x]) => x === k) && !column.some(free)) return { column: k };
        }
        return null;
    }

    paint({ standing, here, kind, attackers, full }) {
        const { squares, n } = this;
        const band = full && (full.row !== undefined
            ? { x: 0, y: squares.corner(0, full.row)[1], width: n * SIDE, height: SIDE }
            : { x: full.column * SIDE, y: 0, width: SIDE, height: n * SIDE });
        replace(squares.over,
            band ? svg("rect", { class: "full-line", ...band }) : null,
            attackers.map((queen) => {
                const [x1, y1] = squares.middle(queen), [x2, y2] = squares.middle(here);
                return svg("line", { class: "attack", x1, y1, x2, y2 });
            }),
            standing.map((queen) => this.queen(queen, this.isPlaced(queen))),
            kind === "back" ? svg("g", { class: "leaving" }, this.queen(here, false)) : null,
            kind === "refused" || kind === "dead-end"
                ? svg("path", { class: "refused", d: cross(squares.middle(here), SIDE * 0.22) }) : null);
        squares.follow(here);
    }

    say(ended, attackers, full) {
        const { walk, answer } = this;
        if (ended) return answer.found ? t("queens.found", { n: this.n }) : t("queens.none", { n: this.n });
        if (walk.at === 0) return t("walk.ready");
        if (walk.at === walk.length) return t("walk.incomplete", { n: walk.length });
        const [kind, x, y] = walk.last;
        const line = !full ? "" : full.row !== undefined ? t("queens.row", { n: full.row }) : t("queens.column", { n: full.column });
        return t(`queens.${kind}`, { x, y, line, by: attackers.map((queen) => `(${queen.join(", ")})`).join(", ") });
    }
}
