// movelist.js: the moves of a game, two to a line; a click goes to the position after one.

import { h, replace } from "./dom.js";
import { t, number } from "./i18n.js";

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class MoveList {
    constructor(jump) {
        this.jump = jump;
        this.element = h("ol", { class: "moves", "aria-label": t("moves.label") });
    }

    button(text, at, { now, later, verdict }) {
        return h("button", { type: "button", "data-at": at, class: later ? "later" : "",
            "aria-current": now ? "step" : null, onclick: () => this.jump(at) }, text,
        SIGNS[verdict] ? h("span", { class: `verdict ${verdict === "inaccuracy" ? "" : "loss"}` },
            h("span", { "aria-hidden": "true" }, SIGNS[verdict]),
            h("span", { class: "unseen" }, t(`verdict.${verdict}`))) : null);
    }

    // sides[k] made move k. A side that moves twice in a row gets a line of its own.
    show(moves, at, sides, verdicts = []) {
        const rows = [h("li", { class: "number" }, "0"),
            h("li", {}, this.button(t("moves.start"), 0, { now: at === 0, later: false })), h("li", {})];
        let column = 2, line = 0;
        moves.forEach((move, k) => {
            const wanted = sides[k] === "second" ? 1 : 0;
            if (column === 2 || wanted < column) {
                if (column === 1) rows.push(h("li", {}));
                rows.push(h("li", { class: "number" }, number(++line)));
                column = 0;
            }
            if (wanted > column) rows.push(h("li", {}));
            rows.push(h("li", {}, this.button(move, k + 1,
                { now: k + 1 === at, later: k >= at, verdict: verdicts[k] })));
            column = wanted + 1;
        });
        const held = this.element.contains(document.activeElement)
            ? document.activeElement.dataset.at : null;
        replace(this.element, rows);
        if (held !== null) this.element.querySelector(`[data-at="${held}"]`)?.focus();
        // With the frame, when everything has its place: asking earlier would place it twice.
        requestAnimationFrame(() => {
            const now = this.element.querySelector("[aria-current]");
            if (now) this.element.scrollTop = now.offsetTop - this.element.clientHeight / 2;
        });
    }
}
