// review.js: looking back at a game: the curve of its values, and its mistakes by name.

import { h, svg, replace } from "./dom.js";
import { t, number, trouble } from "./i18n.js";
import { listen } from "./api.js";
import { query } from "./states.js";
import { share, verdict } from "./analysis.js";
import { markOf, markWords } from "./marks.js";
import { drawCurve, FAULTS } from "./curve.js";

const SECONDS = 5;
const LATER = 1500; // milliseconds

function faultSign(kind) {
    return svg("svg", { class: `sign ${kind === "inaccuracy" ? "" : "loss"}`, viewBox: "-9 -9 18 18",
        width: 14, height: 14, "aria-hidden": "true" }, svg("path", { class: "shape", d: "M0 7L8 -7H-8Z" }));
}

const KEPT = 8;
const answers = new Map(); // finished reviews, by what they are of: who comes back to a game has its review again

function keepAnswer(of, answer) {
    answers.set(of, answer);
    if (answers.size > KEPT) answers.delete(answers.keys().next().value);
}

export class Review {
    constructor({ payoffs, most, jump, told }) {
        Object.assign(this, { payoffs, most, jump, told });
        this.verdicts = [];
        this.curve = h("div", {});
        this.words = h("p", { class: "note" });
        this.faults = h("ol", { class: "faults", "aria-label": t("review.faults") });
        this.element = h("div", { class: "panel-body review" }, this.curve, this.words, this.faults);
    }

    clear() {
        this.notLater();
        this.request?.abort();
        this.request = null;
        this.of = null;
        this.verdicts = [];
        this.answer = null;
        replace(this.curve);
        replace(this.faults);
        this.words.textContent = "";
        delete this.element.dataset.final;
    }

    get done() {
        return this.element.dataset.final === "true";
    }

    // What was found stays only if it is about these moves.
    keepFor(game, position, moves) {
        if (this.of !== JSON.stringify([game, position, moves])) this.clear();
    }

    // Reviews the game unless it goes on soon: who plays on would have it reviewed for each move.
    askLater(game, position, moves) {
        this.notLater();
        this.timer = setTimeout(() => this.ask(game, position, moves), LATER);
    }

    notLater() {
        clearTimeout(this.timer);
    }

    // Reviews the whole game, once for each list of moves.
    async ask(game, position, moves) {
        const of = JSON.stringify([game, position, moves]);
        this.notLater();
        if (this.of === of) return;
        this.clear();
        this.of = of;
        if (moves.length === 0) return;
        if (answers.has(of)) {
            this.take(answers.get(of));
            return;
        }
        const request = this.request = new AbortController();
        this.words.textContent = t("analysis.thinking");
        try {
            await listen(`api/review?${query({ game, position, moves: moves.join(" "),
                seconds: SECONDS })}`, (name, data) => {
                if (request.signal.aborted) return;
                if (name === "answer") this.take(data);
                if (name === "answer" && data.final !== false) keepAnswer(of, data);
                else if (name === "error") this.words.textContent = trouble({ ...data.error, details: data.error });
            }, request.signal);
        } catch (error) {
            if (error.name === "AbortError") return;
            this.of = null;
            this.words.textContent = trouble(error);
        }
    }

    take(answer) {
        this.answer = answer;
        this.verdicts = answer.moves.map((move) => move.verdict);
        this.element.dataset.final = String(answer.final !== false);
        this.showFaults();
        this.show(this.now ?? 0);
        this.told();
    }

    // A point for each position: before the first move, then after each.
    points() {
        const { moves } = this.answer, { payoffs } = this, most = this.most();
        const known = (entry) => entry && (entry.value || entry.score !== undefined);
        const forFirst = (entry, side) => !known(entry) ? null
            : side === "first" ? share(entry, most) : 1 - share(entry, most);
        const [opening] = moves;
        const list = [{ at: 0, share: forFirst(opening.before, opening.side),
            words: `${t("moves.start")}: ${verdict(opening.before, opening.side, payoffs)}` }];
        moves.forEach((move, k) => list.push({
            at: k + 1, share: forFirst(move.after, move.side), verdict: move.verdict,
            words: `${k + 1}. ${move.move}: ${verdict(move.after, move.side, payoffs)}` +
                (FAULTS.includes(move.verdict) ? `, ${t(`verdict.${move.verdict}`)}` : ""),
        }));
        return list;
    }

    show(now) {
        this.now = now;
        if (!this.answer) return;
        const focused = this.curve.contains(document.activeElement);
        replace(this.curve, drawCurve(this.points(), now, this.jump));
        if (focused) this.curve.querySelector('[tabindex="0"]')?.focus();
    }

    fault(move) {
        const { payoffs } = this;
        const before = markOf(move.before, { payoffs }), after = markOf(move.after, { payoffs });
        return h("li", {}, h("button", { type: "button", class: "quiet",
            onclick: () => this.jump(move.number - 1) },
        faultSign(move.verdict),
        h("span", {}, t(`review.${move.verdict}`, {
            number: move.number, side: t(`side.${move.side}`), move: move.move,
            before: before ? markWords(before) : t("value.unknown"),
            after: after ? markWords(after) : t("value.unknown"),
        }), move.best.length ? ` ${t("review.better", { better: move.best.slice(0, 4).join(", ") })}` : "")));
    }

    showFaults() {
        const { moves, summary } = this.answer;
        const count = (verdict) => moves.filter((move) => move.verdict === verdict).length;
        const lines = [["blunder", "review.blunders"], ["mistake", "review.mistakes"],
            ["inaccuracy", "review.inaccuracies"], ["unknown", "review.unknown"]]
            .filter(([verdict]) => verdict === "mistake" || count(verdict) > 0)
            .map(([verdict, text]) => t(text, { n: count(verdict) }));
        for (const side of ["first", "second"])
            if (summary?.[side]?.accuracy >= 0) lines.push(t("review.accuracy", { side: t(`side.${side}`),
                share: number(summary[side].accuracy, { style: "percent" }) }));
        this.words.textContent = lines.join(" · ");
        replace(this.faults, moves.filter((move) => FAULTS.includes(move.verdict)).map((move) => this.fault(move)));
    }
}
