// analysis.js: what every move is worth: asked for on demand, better and better while the engine
// thinks, shown as a bar, a table and the best line.

import { h, replace } from "./dom.js";
import { announce } from "./live.js";
import { t, number, trouble } from "./i18n.js";
import { listen } from "./api.js";
import { query } from "./states.js";
import { guessWords, markIcon, markOf, markWords } from "./marks.js";

// Where the page's own engine cannot be stopped, what is given up hinders what comes next: there it is asked for so
// many seconds at a time.
const UNSTOPPED = 2;

// A value as a share of the bar, 0 to 1, for the side it belongs to. `most` is what can be won in a game with payoffs,
// undefined in others: a small part of it is seen, too, and only all of it fills the bar.
export function share(entry, most) {
    if (most && entry.score !== undefined)
        return 0.5 + Math.sign(entry.score) * Math.sqrt(Math.min(1, Math.abs(entry.score) / most)) / 2;
    if (entry.value === "win" || entry.value === "loss") {
        const certain = 1 - Math.min(entry.distance ?? 0, 50) / 500;
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

// Does the game go on after the line of an answer? Where an opening book ends, its line does too. `before`: how many
// of the plies to the end come before the line.
function goesOn({ line = [], distance }, before) {
    return line.length > 0 && distance !== undefined && before + line.length < distance;
}

// Does an answer know less than another about the same position? Who is asked again may have to begin anew.
function knowsLess(answer, other) {
    const exact = ({ moves }) => moves.filter((move) => move.exact).length;
    const depth = ({ moves }) => moves.find((move) => !move.exact)?.depth ?? Infinity;
    return Boolean(other) && (exact(answer) < exact(other) || exact(answer) === exact(other) && depth(answer) < depth(other));
}

// How far the estimates look, if there are any.
function depthWords({ moves }) {
    const depth = moves.find((move) => !move.exact)?.depth;
    return depth ? [t("analysis.depth", { n: depth })] : [];
}

export class Analysis {
    // told() is called when marks have changed; follow(moves) shows a line on the board; play a move. most() is how much can
    // be won, if the game has payoffs.
    constructor({ payoffs, most, told, follow, play }) {
        Object.assign(this, { payoffs, most, told, follow, play });
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

    // Asks about a position of the game, after so many milliseconds if it is wanted then.
    async ask(game, position, moves, state, later = 0) {
        this.stop();
        this.state = state;
        this.answer = null;
        this.followed = 0;
        const request = this.request = new AbortController();
        this.say(state.status === "over" ? t("status.over") : t("analysis.thinking"));
        replace(this.table);
        replace(this.line);
        this.lineHead.hidden = true;
        this.work.textContent = "";
        delete this.element.dataset.final;
        if (state.status === "over") {
            const won = { first: 1, second: -1 }[state.winner] ?? 0;
            this.showShare(state.margin ? share({ score: won * state.margin }, this.most()) : 0.5 + won / 2);
            return;
        }
        if (later) await new Promise((resolve) => { setTimeout(resolve, later); });
        if (request.signal.aborted) return;
        const path = `api/analysis?${query({ game, position, moves: moves.join(" "),
            ...globalThis.crossOriginIsolated ? {} : { seconds: UNSTOPPED } })}`;
        try {
            for (let before = -1; ;) {
                const last = await this.listen(path, request.signal);
                // Until it is complete, or switched off, or nothing more is found.
                if (!last || last.complete || last.nodes === before || request.signal.aborted) break;
                before = last.nodes;
            }
            if (this.answer && !request.signal.aborted) this.end();
        } catch (error) {
            if (error.name !== "AbortError") this.words.textContent = trouble(error);
        }
    }

    // One question: as long as the server thinks about one. Tells its last answer.
    async listen(path, signal) {
        let last = null;
        await listen(path, (name, data) => {
            if (signal.aborted) return;
            if (name === "answer") {
                last = data;
                if (!knowsLess(data, this.answer)) this.show(data);
            } else if (name === "waiting") this.work.textContent = t("analysis.waiting", { n: data.ahead });
            else if (name === "progress") this.progress(data);
            else if (name === "error") {
                last = null;
                this.words.textContent = trouble({ ...data.error, details: data.error });
            }
        }, signal);
        return last?.final ? last : null;
    }

    // Nothing more comes.
    end() {
        const { answer } = this;
        this.work.textContent = this.cost("analysis.done", answer);
        this.element.dataset.final = "true";
        const move = answer.best?.[0] ?? answer.looks_best, verdict = this.words.textContent;
        announce(move ? t(answer.best?.length ? "said.analysis" : "said.analysis.looks", { verdict, move }) : verdict);
    }

    cost(words, { nodes, seconds }) {
        return t(words, { nodes: number(nodes), seconds: number(seconds, { maximumFractionDigits: 2 }) });
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
        const looks = best.size ? null : answer.looks_best;
        const part = share(answer, this.most());
        this.showShare(turn === "first" ? part : 1 - part);
        const words = verdict(answer, turn, payoffs);
        this.say(words);
        this.showTable(answer.moves, best, looks);
        this.showLine(answer.line ?? []);
        this.work.textContent = [this.cost("analysis.so-far", answer), ...depthWords(answer)].join("; ");
        this.element.dataset.final = "false";
        this.told();
    }

    // The first player's part of the bar.
    showShare(part) {
        this.share.style.width = `${(part * 100).toFixed(1)}%`;
    }

    showTable(entries, best, looks) {
        const rows = entries.map((entry) => {
            const mark = this.marks.get(entry.move);
            return h("tr", {},
                h("td", {}, h("button", { type: "button", class: "quiet", "data-play": entry.move,
                    title: t("board.play", { move: entry.move }),
                    onclick: () => this.play(entry.move) }, entry.move)),
                h("td", {}, mark ? h("span", { class: `worth ${mark.kind}` }, markIcon(mark.kind),
                    markWords(mark), best.has(entry.move) ? h("span", { class: "unseen" }, t("analysis.best"))
                        : entry.move === looks ? h("span", { class: "unseen" }, t("analysis.looks")) : null)
                    : t("value.unknown")),
                h("td", { class: "follows" }, [...entry.line ?? [], ...goesOn(entry, 1) ? ["…"] : []].join(" ")));
        });
        replace(this.table, h("table", { class: "values" },
            h("thead", {}, h("tr", {}, ["move", "worth", "follows"].map((name) =>
                h("th", { scope: "col" }, t(`analysis.${name}`, { side: t(`side.${this.state.turn}`) }))))),
            h("tbody", {}, rows)));
    }

    // The best line: a click on a move looks ahead to the position after it.
    showLine(line) {
        this.lineHead.hidden = line.length === 0;
        this.lineHead.textContent = t(this.answer.exact ? "analysis.line" : "analysis.line.looks");
        replace(this.line, line.map((move, k) => h("li", {}, h("button", { type: "button",
            "aria-current": k + 1 === this.followed ? "step" : null, "data-line": k + 1,
            onclick: () => {
                this.followed = k + 1;
                this.showLine(line);
                this.line.querySelector(`[data-line="${k + 1}"]`)?.focus();
                this.follow(line, k + 1);
            } }, move))), goesOn(this.answer, 0) ? h("li", { class: "goes-on" }, h("span", { "aria-hidden": "true" }, "…"),
                h("span", { class: "unseen" }, t("line.goes-on"))) : null);
    }

    unfollow() {
        this.followed = 0;
        if (this.answer) this.showLine(this.answer.line ?? []);
    }
}
