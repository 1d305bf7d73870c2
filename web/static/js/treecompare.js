// treecompare.js: minimax and alpha-beta side by side, and what else is watched: how many positions each of them visits
// in the same tree.

import { h, replace } from "./dom.js";
import { t, number } from "./i18n.js";
import { ask } from "./api.js";
import { query } from "./states.js";

const ALGOS = ["minimax", "alphabeta"];

export class Comparison {
    constructor() {
        this.element = h("section", { class: "comparison", "aria-label": t("compare.label"), hidden: true });
    }

    // answer: that of the search being watched, which may be cut off; the other one is only counted.
    async ask(question, answer, signal) {
        this.element.hidden = true;
        const algos = [...new Set([...ALGOS, answer.algo])];
        const counts = await Promise.all(algos.map((algo) => this.count(question, answer, algo, signal)));
        if (signal.aborted || !counts.some(Boolean)) return;
        const most = Math.max(...counts.map((count) => count ?? 0));
        this.element.hidden = false;
        replace(this.element, h("h2", {}, t("compare.label")), h("dl", {}, algos.map((algo, k) => {
            const count = counts[k];
            const bar = h("span", { class: "bar" });
            bar.style.width = `${100 * (count ?? most) / most}%`;
            return h("div", { "data-compare": algo }, h("dt", {}, t(`tree.kind.${algo}`)),
                h("dd", {}, h("span", { class: "count" }, count === null ? t("compare.more") : number(count)), bar));
        })));
    }

    // How many positions; null when there are too many to count.
    async count(question, answer, algo, signal) {
        if (answer.algo === algo && answer.complete) return answer.nodes;
        const tree = await ask(`api/tree?${query({ ...question, algo, show: 1 })}`, undefined, signal).catch(() => null);
        return tree?.nodes ?? null;
    }
}
