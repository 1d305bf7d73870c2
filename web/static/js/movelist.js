// movelist.js: the moves of a game, two to a line, numbered one by one as the review names them; a click goes to the
// position after one.

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

    // sides[k] made move k. Each side has its column; one that moves twice in a row begins a new line.
    show(moves, at, sides, verdicts = []) {
        const rows = [h("li", { class: "start" }, this.button(t("moves.start"), 0, { now: at === 0, later: false })),
            ...moves.map((move, k) => h("li", { class: sides[k] }, h("span", { class: "number" }, number(k + 1)),
                this.button(move, k + 1, { now: k + 1 === at, later: k >= at, verdict: verdicts[k] })))];
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
