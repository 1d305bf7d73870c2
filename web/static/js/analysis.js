// analysis.js: what every move is worth: asked for on demand, better and better while the engine
// thinks, shown as a bar, a table and the best line.

import { h, replace } from "./dom.js";
import { announce } from "./live.js";
import { t, number, trouble } from "./i18n.js";
import { listen } from "./api.js";
import { query } from "./states.js";
import { guessWords, markIcon, markOf, markWords } from "./marks.js";

const SECONDS = 4;

// A value as a share of the bar, 0 to 1, for the side it belongs to.
export function share(entry, payoffs) {
    if (entry.value === "win" || entry.value === "loss") {
        const certain = payoffs ? 1 : 1 - Math.min(entry.distance ?? 0, 50) / 500;
        return entry.value === "win" ? certain : 1 - certain;
    }
    if (entry.value === "draw") return 0.5;
    return 0.5 + Math.atan((entry.score ?? 0) / 20) / Math.PI * 0.7;
}

// A sentence about a position: who wins, for people who do not think in sides to move.
export function verdict(entry, turn, payoffs) {
    const mark = markOf(entry, { payoffs });
    if (!mark) return t("value.unknown");
    if (mark.kind === "guess") return guessWords(mark.score, turn);
    if (mark.kind === "draw") return t("verdict.draw");
    const side = (mark.kind === "win") === (turn === "first") ? "first" : "second";
    if (mark.payoffs)
        return t(`verdict.${side}.by`, { n: Math.abs(mark.score) });
    return mark.distance === undefined ? t(`verdict.${side}`)
        : t(`verdict.${side}.in`, { n: mark.distance });
}

export class Analysis {
    // told() is called when marks have changed; follow(moves) shows a line on the board; play a move.
    constructor({ payoffs, told, follow, play }) {
        Object.assign(this, { payoffs, told, follow, play });
        this.marks = new Map();
        this.share = h("div", { class: "share" });
        this.words = h("p", { class: "verdict-line" });
        this.table = h("div", { class: "values-holder", tabindex: "0", role: "region",
            "aria-label": t("analysis.values") });
        this.line = h("ol", { class: "line", "aria-label": t("analysis.line") });
        this.lineHead = h("h2", { hidden: true }, t("analysis.line"));
        this.work = h("p", { class: "note" });
        this.element = h("div", { class: "panel-body analysis" },
            h("div", { class: "value-bar" },
                h("div", { class: "track", role: "img", "aria-label": t("analysis.thinking") }, this.share),
                h("div", { class: "ends", "aria-hidden": "true" }, h("span", {}, t("side.first")),
                    h("span", {}, t("side.second")))),
            this.words, this.table, this.lineHead, this.line, this.work);
        this.track = this.element.querySelector(".track");
        this.followed = 0;
    }

    // The bar means the same to those who do not see it.
    say(words) {
        this.words.textContent = words;
        this.track.setAttribute("aria-label", words);
    }

    stop() {
        this.request?.abort();
        this.request = null;
        this.marks = new Map();
    }

    // Asks about a position of the game.
    async ask(game, position, moves, state) {
        this.stop();
        this.state = state;
        this.followed = 0;
        const request = this.request = new AbortController();
        this.say(state.status === "over" ? t("status.over") : t("analysis.thinking"));
        replace(this.table);
        replace(this.line);
        this.lineHead.hidden = true;
        this.work.textContent = "";
        delete this.element.dataset.final;
        if (state.status === "over") {
            this.showShare({ first: 1, second: 0 }[state.winner] ?? 0.5);
            return;
        }
        try {
            await listen(`api/analysis?${query({ game, position, moves: moves.join(" "),
                seconds: SECONDS })}`, (name, data) => {
                if (request.signal.aborted) return;
                if (name === "answer") this.show(data);
                else if (name === "waiting") this.work.textContent = t("analysis.waiting", { n: data.ahead });
                else if (name === "progress") this.progress(data);
                else if (name === "error") this.words.textContent = trouble({ ...data.error, details: data.error });
            }, request.signal);
        } catch (error) {
            if (error.name !== "AbortError") this.words.textContent = trouble(error);
        }
    }

    progress({ nodes, depth }) {
        this.work.textContent = t("analysis.progress", { nodes: number(nodes), depth: number(depth) });
    }

    show(answer) {
        const { turn } = this.state, { payoffs } = this;
        const best = new Set(answer.best ?? []);
        this.answer = answer;
        this.marks = new Map();
        for (const entry of answer.moves) {
            const mark = markOf(entry, { payoffs, best: best.has(entry.move) });
            if (mark) this.marks.set(entry.move, mark);
        }
        const part = share(answer, payoffs);
        this.showShare(turn === "first" ? part : 1 - part);
        const words = verdict(answer, turn, payoffs);
        this.say(words);
        this.showTable(answer.moves, best);
        this.showLine(answer.line ?? []);
        this.work.textContent = t(answer.final ? "analysis.done" : "analysis.so-far",
            { nodes: number(answer.nodes), seconds: number(answer.seconds, { maximumFractionDigits: 2 }) });
        this.element.dataset.final = String(Boolean(answer.final));
        if (answer.final) announce(best.size ? t("said.analysis", { verdict: words, move: answer.best[0] }) : words);
        this.told();
    }

    // The first player's part of the bar.
    showShare(part) {
        this.share.style.width = `${(part * 100).toFixed(1)}%`;
    }

    showTable(entries, best) {
        const rows = entries.map((entry) => {
            const mark = this.marks.get(entry.move);
            return h("tr", {},
                h("td", {}, h("button", { type: "button", class: "quiet", "data-play": entry.move,
                    title: t("board.play", { move: entry.move }),
                    onclick: () => this.play(entry.move) }, entry.move)),
                h("td", {}, mark ? h("span", { class: `worth ${mark.kind}` }, markIcon(mark.kind),
                    markWords(mark), best.has(entry.move)
                        ? h("span", { class: "unseen" }, t("analysis.best")) : null) : t("value.unknown")),
                h("td", { class: "follows" }, (entry.line ?? []).join(" ")));
        });
        replace(this.table, h("table", { class: "values" },
            h("thead", {}, h("tr", {}, ["move", "worth", "follows"].map((name) =>
                h("th", { scope: "col" }, t(`analysis.${name}`, { side: t(`side.${this.state.turn}`) }))))),
            h("tbody", {}, rows)));
    }

    // The best line: a click on a move looks ahead to the position after it.
    showLine(line) {
        this.lineHead.hidden = line.length === 0;
        replace(this.line, line.map((move, k) => h("li", {}, h("button", { type: "button",
            "aria-current": k + 1 === this.followed ? "step" : null, "data-line": k + 1,
            onclick: () => {
                this.followed = k + 1;
                this.showLine(line);
                this.line.querySelector(`[data-line="${k + 1}"]`)?.focus();
                this.follow(line, k + 1);
            } }, move))));
    }

    unfollow() {
        this.followed = 0;
        if (this.answer) this.showLine(this.answer.line ?? []);
    }
}
