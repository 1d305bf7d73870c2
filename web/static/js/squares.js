// squares.js: a chequered board for knights and queens, whose squares can be chosen with mouse or keys.
// (0, 0) is the square at the lower left.

import { svg } from "./dom.js";
import { t } from "./i18n.js";
import { ScrollBox } from "./scrollbox.js";

export const SIDE = 40;
const AXIS = 16; // what the numbers beside the board take

// A cross over a place that is refused.
export function cross([x, y], r = SIDE * 0.28) {
    return `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
}

export const squaresBox = () => new ScrollBox({ class: "squares-holder" });

export class Squares {
    // chosen(x, y) is called on a click or Enter; label(x, y) names a square; pressed(x, y), where squares are switched
    // on and off, says how one stands.
    constructor(width, height, { chosen, label, pressed = () => null }) {
        Object.assign(this, { width, height, chosen });
        this.cells = [];
        const base = svg("g", {});
        for (let y = height - 1; y >= 0; y--)
            for (let x = 0; x < width; x++) {
                const [left, top] = this.corner(x, y);
                const index = this.cells.length;
                const cell = svg("g", { class: `square ${(x + y) % 2 ? "light" : "dark"}`, role: "button",
                    tabindex: index === 0 ? "0" : "-1", "aria-label": label(x, y),
                    "aria-pressed": pressed(x, y)?.toString(), "data-square": `${x},${y}`,
                    onclick: () => chosen(x, y), onfocus: () => this.arrive(index),
                    onkeydown: (event) => this.key(event, index) },
                svg("rect", { x: left, y: top, width: SIDE, height: SIDE }));
                this.cells.push(cell);
                base.append(cell);
            }
        this.over = svg("g", { class: "squares-over", "aria-hidden": "true" });
        this.picture = svg("svg", { class: "squares", role: "group", "aria-label": t("squares.label"),
            viewBox: `${-2 - AXIS} -2 ${width * SIDE + 4 + AXIS} ${height * SIDE + 4 + AXIS}` }, this.axes(), base, this.over);
        this.picture.style.maxWidth = `${Math.max(300, width * 170)}px`;
    }

    // In a box that stays when the squares are drawn anew, so that it stays where it was scrolled to.
    within(frame) {
        this.frame = frame;
        frame.show(this.picture, { columns: this.width + AXIS / SIDE, rows: this.height + AXIS / SIDE });
        return frame.element;
    }

    // Columns and rows, as the sentences name them.
    axes() {
        const columns = Array.from({ length: this.width }, (_, x) => svg("text", { x: (x + 0.5) * SIDE, y: this.height * SIDE + AXIS * 0.6 }, x));
        const rows = Array.from({ length: this.height }, (_, y) => svg("text", { x: -AXIS * 0.6, y: this.middle([0, y])[1] }, y));
        return svg("g", { class: "axes", "aria-hidden": "true" }, columns, rows);
    }

    // The box follows a search to its square.
    follow(place) {
        if (place) this.frame.follow(this.picture.querySelector(`[data-square="${place}"]`));
    }

    corner(x, y) {
        return [x * SIDE, (this.height - 1 - y) * SIDE];
    }

    middle([x, y]) {
        return [(x + 0.5) * SIDE, (this.height - y - 0.5) * SIDE];
    }

    // The tabulator comes back to the square where the keyboard was.
    arrive(index) {
        this.cells.forEach((cell, k) => cell.setAttribute("tabindex", k === index ? "0" : "-1"));
    }

    key(event, index) {
        const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.width, ArrowDown: this.width }[event.key];
        if (event.key === "Enter" || event.key === " ") {
            event.currentTarget.dispatchEvent(new MouseEvent("click"));
        } else if (step) {
            const next = index + step;
            const wraps = Math.abs(step) === 1 && Math.floor(next / this.width) !== Math.floor(index / this.width);
            if (!this.cells[next] || wraps) return;
            this.cells[next].focus(); // which also scrolls there
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}
