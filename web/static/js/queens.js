// queens.js: as many queens as rows, none attacking another, watched. A click sets a queen beforehand.

import { svg, replace } from "./dom.js";
import { t } from "./i18n.js";
import { ask } from "./api.js";
import { query } from "./states.js";
import { GridWalk } from "./gridwalk.js";
import { Squares, SIDE, cross, squaresBox } from "./squares.js";
import { numberField, within } from "./fields.js";

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
    }

    words() {
        return { n: this.n, placed: this.placed.map((square) => square.join(",")).join(" ") };
    }

    fields(again) {
        return [numberField(t("queens.n"), this.asked, { ...SIZES, "data-field": "n" }, (n) => {
            this.n = n;
            this.placed = [];
            again();
        })];
    }

    ask(signal) {
        return ask(`api/queens?${query({ n: this.n, placed: this.words().placed, most: 20000, seconds: 5 })}`,
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
        const { walk, answer, squares } = this;
        walk.go(at);
        const ended = at === walk.length && answer.complete;
        const standing = ended && answer.found ? answer.columns.map((x, y) => [x, y])
            : [...this.placed, ...walk.way().filter((square) => !this.isPlaced(square))];
        const { at: here, kind } = walk.place;
        const refused = kind === "dead-end" && !ended ? here : null;
        replace(squares.over,
            refused ? standing.filter((queen) => attacks(queen, refused)).map((queen) => {
                const [x1, y1] = squares.middle(queen), [x2, y2] = squares.middle(refused);
                return svg("line", { class: "attack", x1, y1, x2, y2 });
            }) : null,
            standing.map((queen) => this.queen(queen, this.isPlaced(queen))),
            refused ? svg("path", { class: "refused", d: cross(squares.middle(refused), SIDE * 0.22) }) : null);
        squares.follow(here);
        return { words: this.say(ended), counters: [["calls", walk.counts.calls], ["queens", standing.length],
            ["deepest", walk.counts.deepest]], stack: walk.way().map(([x, y]) => `queen(${x}, ${y})`) };
    }

    say(ended) {
        const { walk, answer } = this;
        if (ended) return answer.found ? t("queens.found", { n: this.n }) : t("queens.none", { n: this.n });
        if (walk.at === 0) return t("walk.ready");
        if (walk.at === walk.length) return t("walk.incomplete", { n: walk.length });
        const [kind, x, y] = walk.last;
        return t(`queens.${kind}`, { x, y });
    }
}
