// watchedtree.js: minimax, alpha-beta or find-best-move being watched: which of its nodes are shown at the present
// step, and what they say.

import { t } from "./i18n.js";
import { signed } from "./marks.js";
import { labelOf } from "./treewalk.js";
import { signText, valueOf } from "./labeltree.js";

const FEW = 70; // trees up to this size are shown whole

export class WatchedTree {
    // payoffs: values are what a game pays, not guesses.
    constructor(walk, payoffs) {
        this.walk = walk;
        this.payoffs = payoffs;
        this.changed = new Map(); // what a person opened or closed against the rule
        this.boards = new Map();  // by position, as far as they were asked for
    }

    // The ratings of find-best-move are for the side to move, and do not count plies.
    get ratings() {
        return this.walk.algo === "bestmove" || this.recursion;
    }

    // wins(state): its states are what calls are named by, as they may be turned or put in order from ply to ply.
    get recursion() {
        return ["plain", "memo", "canonical"].includes(this.walk.algo);
    }

    place(id) {
        const { parent, position } = this.walk.nodes[id];
        if (this.recursion) return t("walk.wins", { state: position });
        return parent === null ? t("walk.root") : t("walk.after", { moves: this.moves(id) });
    }

    // A value of a node, for whom its labels are.
    own(id, value) {
        return this.ratings && this.walk.nodes[id].turn === "second" && value !== null ? -value : value;
    }

    // "+1·3": won for the first player at ply 3. With signs, what is no estimate is +, − or =.
    valueText(value, { none = "", estimate = false } = {}) {
        const label = labelOf(value);
        if (!label) return none;
        if (this.signs && !estimate) return signText(label.number);
        return label.ply === null || this.ratings ? signed(label.number) : `${signed(label.number)}·${label.ply}`;
    }

    folds() {
        const of = (open) => [...this.changed].filter(([, value]) => value === open).map(([id]) => id);
        return { open: of(true), shut: of(false) };
    }

    refold({ open, shut }) {
        for (const [list, value] of [[open, true], [shut, false]])
            for (const id of list.map(Number)) if (this.walk.nodes[id]) this.changed.set(id, value);
    }

    isOpen(id) {
        if (this.changed.has(id)) return this.changed.get(id);
        return this.walk.nodes.length <= FEW || this.walk.now[id].open || this.walk.nodes[id].ply === 0 ||
            this.walk.current === id;
    }

    children(id) {
        const { nodes, now } = this.walk;
        return this.isOpen(id) ? nodes[id].children.filter((child) => now[child].seen) : [];
    }

    toggle(id) {
        if (this.walk.nodes[id].children.some((child) => this.walk.now[child].seen))
            this.changed.set(id, !this.isOpen(id));
    }

    // From which side a node's value is known: "=", "≥" or "≤"; "" when nothing is. While it is open, its best child
    // bounds it from one side.
    relation(id) {
        const now = this.walk.now[id];
        if (now.value === null || now.cut) return "";
        if (now.done) return { upper: "≤", lower: "≥" }[now.bound] ?? "=";
        return now.reached ? (this.ratings || this.walk.nodes[id].turn === "first" ? "≥" : "≤") : "";
    }

    // Won, drawn, lost, or only an evaluation; null where that is not known.
    kind(id) {
        const now = this.walk.now[id], relation = this.relation(id);
        if (!relation) return null;
        const { number, ply } = labelOf(this.own(id, now.value));
        if (now.estimate || ply === null && number !== 0 && !this.payoffs) return "guess";
        const value = valueOf(number);
        return relation === "=" || value === { "≥": "win", "≤": "loss" }[relation] ? value : null;
    }

    text(id) {
        const now = this.walk.now[id];
        return this.valueText(this.own(id, now.value), now);
    }

    // "≤ 0": what is known of a node's value, for the eye and for the ear.
    known(id) {
        const relation = this.relation(id), value = this.text(id);
        return relation ? (relation === "=" ? value : `${relation} ${value}`) : "…";
    }

    knownWords(id) {
        const relation = this.relation(id), value = this.text(id);
        return { "=": value, "≥": t("tree.least", { value }), "≤": t("tree.most", { value }), "": t("tree.nothing") }[relation];
    }

    // A bound belongs to no one node, and may rest on an estimate: it stays a number.
    boundText(value, none = "") {
        return this.valueText(value, { none, estimate: true });
    }

    window(now) {
        return this.walk.algo === "alphabeta"
            ? t("tree.window", { alpha: this.boundText(now.alpha, "−∞"), beta: this.boundText(now.beta, "+∞") }) : "";
    }

    describe(id) {
        const { nodes, now: all } = this.walk;
        const node = nodes[id], now = all[id];
        const below = node.children.some((child) => all[child].seen);
        const above = node.parent === null ? null : all[node.parent];
        const text = now.cut ? t("tree.cut") : this.known(id);
        const classes = [now.cut ? "cut" : now.open ? "open" : "done",
            above?.best === id && above.reached ? "good" : "", now.cutting ? "cutting" : ""].join(" ");
        return {
            move: node.move ?? "", text, turn: node.turn, classes, bare: now.cut,
            board: this.drawn ? this.boards.get(node.position) ?? null : null,
            value: now.cut ? null : this.kind(id),
            sub: now.cut ? "" : this.window(now), open: below ? this.isOpen(id) : null,
            words: t("tree.node", { move: node.move ?? t("moves.start"),
                label: now.cut ? text : `${this.knownWords(id)} ${this.window(now)}`.trim(),
                kind: now.cut ? t("tree.cut") : this.side(node) }),
        };
    }

    // "max, the first player moves"; where every label is the mover's own there is neither max nor min.
    side({ turn }) {
        return t(this.ratings ? `tree.mover.${turn}` : `tree.${turn}`);
    }

    // The moves from the root to a node.
    moves(id) {
        const list = [];
        for (let node = this.walk.nodes[id]; node.parent !== null; node = this.walk.nodes[node.parent]) list.unshift(node.move);
        return list.join(", ");
    }

    // What the last step did, as a sentence that names its node.
    words() {
        const { last, nodes, now } = this.walk;
        if (!last) return t("walk.ready");
        const node = nodes[last.node], place = this.place(node.id);
        if (last.do === "line") return this.lineWords(last);
        if (last.do === "enter") return t("walk.enter", { place, side: this.side(node), window: this.window(now[node.id]) });
        if (last.do === "cut")
            return t(`walk.cut.${last.bound}`, { place: node.parent === 0 ? t("walk.at-root") : t("walk.after", { moves: this.moves(node.parent) }), move: node.move,
                value: this.boundText(last.value), at: this.boundText(last.at ?? null) });
        const name = last.kind === "inner" ? "walk.leave" : `walk.${last.kind}`;
        return t(name, { place, value: this.known(node.id), so: this.so(node) });
    }

    // "Line 9: v = value(s after m). alpha 3, beta +∞".
    lineWords({ line, node }) {
        const list = Object.entries(this.walk.now[node].known).map(([name, value]) => `${name} ${this.code.valueText(name, value)}`);
        return t("walk.line", { n: line, code: this.code.lineText(line), variables: list.join(", ") });
    }

    // What follows for the node above one that was just left.
    so({ id, parent }) {
        const above = parent === null ? "" : this.known(parent);
        if (above === "" || above === "…") return "";
        const moves = this.moves(parent), { turn } = this.walk.nodes[parent];
        if (this.recursion) return t("walk.so-wins", { value: above, state: this.walk.nodes[parent].position });
        return t(this.walk.now[parent].best === id ? "walk.so" : "walk.so-still", { value: above,
            side: this.ratings ? t("tree.mover.best") : turn === "first" ? "max" : "min", where: moves ? t("walk.in", { moves }) : t("walk.in-root") });
    }
}
