// lines.js: the lines of a board in their lists, for games that keep them: empty, x's, o's, blocked.

import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { ask } from "./api.js";
import { query } from "./states.js";

const LISTS = ["empty", "x", "o", "blocked"];

export class Lines {
    constructor() {
        this.list = h("dl", { class: "line-lists" });
        this.details = h("details", { "data-part": "lines", ontoggle: () => this.fill() },
            h("summary", {}, t("lines.title")), this.list);
        this.element = h("section", { class: "panel" }, this.details);
    }

    // Of which position; asked for only while it is open.
    show({ spec: game, position, played }, width) {
        this.wanted = { question: query({ game, position, moves: played.join(" ") }), width };
        this.fill();
    }

    async fill() {
        const { wanted } = this;
        if (!this.details.open || !wanted) return;
        const { lines = [] } = await ask(`api/eval?${wanted.question}`).catch(() => ({}));
        if (this.wanted !== wanted) return;
        const cells = (line) => line.cells.map(([x, y]) => y * wanted.width + x + 1).join("–");
        replace(this.list, LISTS.map((kind) => [h("dt", {}, t(`lines.${kind}`)),
            h("dd", { "data-list": kind }, lines.filter((line) => line.kind === kind).map(cells).join(", ") || t("lines.none"))]));
    }
}
