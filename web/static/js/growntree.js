// growntree.js: a Monte-Carlo tree search being watched: which of its nodes are shown at the present step, and what
// they say. What is proved and what is an estimate are told apart everywhere.

import { t, number } from "./i18n.js";
import { signed } from "./marks.js";
import { labelOf } from "./treewalk.js";
import { signText, valueOf } from "./labeltree.js";
import { WatchedTree } from "./watchedtree.js";

const FEW = 70; // trees up to this size are shown whole,
const SHARE = 20; // and of larger ones what has been visited in one of so many rounds
const PLAYED = 12; // moves of a game played on at random that are named

export class GrownTree extends WatchedTree {
    isOpen(id) {
        if (this.changed.has(id)) return this.changed.get(id);
        const { counts, now, nodes } = this.walk;
        return counts.nodes <= FEW || now[id].open || nodes[id].ply === 0 || now[id].visits * SHARE >= counts.rounds;
    }

    // ---- values, all for the first player ----

    // The mean of the visits, within what is proved; null without any.
    mean(id) {
        const { visits, sum, low, high } = this.walk.now[id];
        if (!visits) return null;
        const limit = (bound, none) => bound === null ? none : this.payoffs ? bound : Math.sign(bound);
        return Math.min(limit(high, Infinity), Math.max(limit(low, -Infinity), sum / visits));
    }

    meanText(value) {
        const digits = this.payoffs ? 1 : 2, rounded = Number(value.toFixed(digits)) || 0;
        return number(rounded, { signDisplay: "exceptZero", minimumFractionDigits: digits, maximumFractionDigits: digits });
    }

    // The result of a round.
    resultText(value) {
        return Number.isInteger(value) ? signed(value || 0) : this.meanText(value);
    }

    // "+1·3": won by the first player at ply 3; "+1·≤5": at ply 5 at the latest. "" where nothing is settled.
    settledText(id) {
        const { settled, low, high } = this.walk.now[id];
        if (!settled) return "";
        const { number: value, ply } = labelOf(low !== null && (high === null || low > 0) ? low : high);
        if (this.signs) return signText(value);
        return ply === null ? signed(value) : `${signed(value)}·${low === high || ply === this.walk.nodes[id].ply + 1 ? "" : "≤"}${ply}`;
    }

    // What is proved of a node that is not settled: "≥ 0", or both; "" where that says nothing.
    boundsText(id) {
        const { settled, low, high } = this.walk.now[id], told = [];
        if (settled) return "";
        const says = (bound, sign) => bound !== null && (this.payoffs || labelOf(bound).ply === null || sign * bound > 0);
        if (says(low, 1)) told.push(`≥ ${signed(labelOf(low).number)}`);
        if (says(high, -1)) told.push(`≤ ${signed(labelOf(high).number)}`);
        return told.join(", ");
    }

    // What is proved, else the mean.
    known(id) {
        const mean = this.mean(id);
        return this.settledText(id) || (mean === null ? "…" : this.meanText(mean));
    }

    kind(id) {
        const { settled, low, high, visits } = this.walk.now[id];
        if (settled) return valueOf(labelOf(low !== null && (high === null || low > 0) ? low : high).number);
        return visits ? "guess" : null;
    }

    visitsText(id) {
        return t("tree.visits", { n: this.walk.now[id].visits });
    }

    describe(id) {
        const { nodes, now } = this.walk, node = nodes[id], bounds = this.boundsText(id);
        const below = node.children.some((child) => now[child].seen);
        const sub = bounds ? `${number(now[id].visits)} · ${bounds}` : this.visitsText(id);
        return {
            move: node.move ?? "", text: this.known(id), turn: node.turn, value: this.kind(id), sub,
            classes: now[id].open ? "open good" : "done", bare: false,
            board: this.drawn ? this.boards.get(node.position) ?? null : null,
            open: below ? this.isOpen(id) : null,
            words: t("tree.node", { move: node.move ?? t("moves.start"), kind: t(`tree.mover.${node.turn}`),
                label: `${this.valueWords(id)}, ${this.visitsText(id)}` }),
        };
    }

    // For the ear, which has no wave before a mean.
    valueWords(id) {
        const settled = this.settledText(id), mean = this.mean(id), bounds = this.boundsText(id);
        if (settled) return t("rounds.proved", { value: settled });
        if (mean === null) return t("tree.nothing");
        return `${t("rounds.mean", { value: this.meanText(mean) })}${bounds ? ` (${t("rounds.proved", { value: bounds })})` : ""}`;
    }

    // ---- what the last step did ----

    place(id) {
        const moves = this.moves(id);
        return moves ? t("walk.after", { moves }) : t("walk.root");
    }

    words() {
        const { last } = this.walk;
        if (!last) return t("walk.ready");
        const place = last.node === undefined ? "" : this.place(last.node);
        switch (last.do) {
        case "select": {
            const moves = this.moves(last.node);
            return moves ? t("rounds.select", { n: last.n, moves }) : t("rounds.select-root", { n: last.n });
        }
        case "open": return t("rounds.open", { n: last.n, place, result: this.resultWords(last) });
        case "again": return t("rounds.again", { place, result: this.resultWords(last) });
        case "count": return `${t("rounds.count", { n: last.path.length, value: this.resultText(last.value) })}${this.newsWords(last)}`;
        default: return last.best === null ? t("rounds.over", { n: last.rounds })
            : t("rounds.end", { n: last.rounds, move: last.best, value: this.valueWords(0) });
        }
    }

    // How a round came to its result.
    resultWords({ node, kind, playout, value }) {
        const result = this.resultText(value), { kind: known } = this.walk.now[node];
        if (playout) {
            const moves = playout.slice(0, PLAYED).join(", ") + (playout.length > PLAYED ? " …" : "");
            return t("rounds.playout", { moves, value: result });
        }
        if ((kind ?? known) === "finished") return t("rounds.finished", { value: result });
        if ((kind ?? known) === "repeated") return t("rounds.repeated", { value: result });
        return t("rounds.judged", { value: result });
    }

    // What is proved by it.
    newsWords({ proved }) {
        const told = proved.map(({ node }) => [node, this.settledText(node) || this.boundsText(node)]).filter(([, text]) => text)
            .map(([node, text]) => `${this.moves(node) ? t("walk.in", { moves: this.moves(node) }) : t("walk.in-root")} ${text}`);
        return told.length ? ` ${t("rounds.news", { list: told.join("; ") })}` : "";
    }
}
