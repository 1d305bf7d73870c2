// watchedtree.js: minimax or alpha-beta being watched: which of its nodes are shown at the present
// step, and what they say.

import { t } from "./i18n.js";
import { signed } from "./marks.js";
import { labelOf } from "./treewalk.js";
import { valueOf } from "./labeltree.js";

const FEW = 70; // trees up to this size are shown whole

// "+1·3": won for the first player at ply 3.
function valueText(value, none = "") {
    const label = labelOf(value);
    if (!label) return none;
    return label.ply === null ? signed(label.number) : `${signed(label.number)}·${label.ply}`;
}

export class WatchedTree {
    // payoffs: values are what a game pays, not guesses.
    constructor(walk, payoffs) {
        this.walk = walk;
        this.payoffs = payoffs;
        this.folds = new Map(); // what a person opened or closed against the rule
    }

    isOpen(id) {
        if (this.folds.has(id)) return this.folds.get(id);
        return this.walk.nodes.length <= FEW || this.walk.now[id].open || this.walk.nodes[id].ply === 0 ||
            this.walk.current === id;
    }

    children(id) {
        const { nodes, now } = this.walk;
        return this.isOpen(id) ? nodes[id].children.filter((child) => now[child].seen) : [];
    }

    toggle(id) {
        if (this.walk.nodes[id].children.some((child) => this.walk.now[child].seen))
            this.folds.set(id, !this.isOpen(id));
    }

    // Won, drawn, lost, or only an evaluation.
    kind(value) {
        const { number, ply } = labelOf(value);
        return ply === null && number !== 0 && !this.payoffs ? "guess" : valueOf(number);
    }

    window(now) {
        return this.walk.algo === "alphabeta"
            ? t("tree.window", { alpha: valueText(now.alpha, "−∞"), beta: valueText(now.beta, "+∞") }) : "";
    }

    describe(id) {
        const { nodes, now: all } = this.walk;
        const node = nodes[id], now = all[id];
        const below = node.children.some((child) => all[child].seen);
        const above = node.parent === null ? null : all[node.parent];
        const bound = now.done && now.bound && now.bound !== "exact" ? (now.bound === "at least" ? "≥" : "≤") : "";
        const text = now.cut ? t("tree.cut") : now.value === null ? "…" : bound + valueText(now.value);
        const classes = [now.cut ? "cut" : now.open ? "open" : "done",
            above?.best === id ? "good" : "", now.cutting ? "cutting" : ""].join(" ");
        return {
            move: node.move ?? "", text, turn: node.turn, board: null, classes,
            value: now.cut || now.value === null ? null : this.kind(now.value),
            sub: now.cut ? "" : this.window(now), open: below ? this.isOpen(id) : null,
            words: t("tree.node", { move: node.move ?? t("moves.start"),
                label: now.cut ? text : `${text} ${this.window(now)}`.trim(),
                kind: now.cut ? t("tree.cut") : t(`tree.${node.turn}`) }),
        };
    }

    // What the last step did, as a sentence.
    words() {
        const { last, nodes, now } = this.walk;
        if (!last) return t("walk.ready");
        const node = nodes[last.node];
        const move = node.move ?? t("moves.start");
        if (last.do === "enter")
            return t("walk.enter", { move, side: t(`tree.${node.turn}`), window: this.window(now[node.id]) });
        if (last.do === "cut")
            return t(`walk.cut.${last.bound}`, { move, value: valueText(last.value), at: valueText(last.at) });
        const value = valueText(last.value);
        if (last.kind === "finished") return t("walk.finished", { move, value });
        if (last.kind === "horizon") return t("walk.horizon", { move, value });
        return t("walk.leave", { move, value });
    }
}
