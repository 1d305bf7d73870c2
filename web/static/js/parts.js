// parts.js: the parts that a position falls into, with what each is worth, as the library tells it: nimbers with their xor
// in binary, column by column, or canonical forms with thermographs; and which part a good move changes, and why.

import { h, replace, svg } from "./dom.js";
import { t, number, trouble } from "./i18n.js";
import { announce } from "./live.js";
import { ask } from "./api.js";
import { query } from "./states.js";
import { drawThermograph, graphWords } from "./thermograph.js";
import { PART_COLOURS } from "./partlayer.js";

const ALL = ""; // the name of the whole, among those of the parts

// A part's sign: its colour, strokes of its own, and its name beside it.
function swatch(index) {
    return svg("svg", { class: "swatch", width: 20, height: 16, viewBox: "0 0 20 16", "aria-hidden": "true" },
        svg("rect", { class: `part-rim part-${index % PART_COLOURS}`, x: 1.5, y: 1.5, width: 17, height: 13 }));
}

// Where a part lies, for those who do not see its colour: the names of its places or, where the board has none, the first.
function whereabouts({ columns, rows }, cells) {
    if (!cells.length) return "";
    const [[x, y]] = cells;
    return t("parts.places", { places: columns ? cells.map(([column, row]) => `${columns[column]}${rows?.[row] ?? ""}`).join(" ")
        : t("cell.place", { column: number(x + 1), row: number(y + 1) }) });
}

export class Parts {
    // told() is called when the parts on the board have changed; play(move) plays one.
    constructor({ told, play }) {
        Object.assign(this, { told, play });
        this.shown = []; // on the board
        this.chosen = ALL; // whose thermograph is drawn
        this.words = h("p", { class: "verdict-line" });
        this.table = h("div", { class: "parts-holder" });
        this.graph = h("div", { class: "parts-graph" });
        this.good = h("div", { class: "parts-good" });
        this.element = h("div", { class: "panel-body parts" }, this.words, this.table, this.graph, this.good);
    }

    stop() {
        this.request?.abort();
        this.request = null;
        this.answer = this.state = null;
        this.shown = [];
    }

    // `spoken`: what is found is said, too, as somebody has just asked for it.
    async ask(game, position, moves, state, { spoken = false } = {}) {
        this.stop();
        const request = this.request = new AbortController();
        delete this.element.dataset.final;
        replace(this.table);
        replace(this.graph);
        replace(this.good);
        this.words.textContent = t("analysis.thinking");
        this.told();
        try {
            const answer = await ask(`api/parts?${query({ game, position, moves: moves.join(" ") })}`, undefined, request.signal);
            if (request.signal.aborted) return;
            this.show(answer, state);
            if (spoken) announce(this.words.textContent);
        } catch (error) {
            if (error.name !== "AbortError" && !request.signal.aborted) this.words.textContent = trouble(error);
        }
    }

    show(answer, state) {
        this.answer = answer;
        this.state = state;
        this.number = new Map(answer.parts.map(({ name }, k) => [name, k]));
        this.shown = answer.parts.map(({ name, cells = [], nimber, value = nimber }) =>
            ({ name, worth: value?.toString(), cells: cells.map(([x, y]) => y * state.board.width + x) }));
        this.where = new Map(answer.parts.map(({ name, cells = [] }) => [name, whereabouts(state.board, cells)]));
        if (!this.number.has(this.chosen)) this.chosen = ALL;
        this.words.textContent = this.verdict(answer);
        if (answer.theory === "forms") this.showForms();
        else this.showNimbers();
        this.showGood();
        this.element.dataset.final = "true";
        this.told();
    }

    // Who wins, where that is known.
    verdict({ theory, parts, nimber, outcome, last_move: last }) {
        if (theory === "forms") return t(`parts.outcome.${outcome}`);
        if (last !== "wins") return t("parts.misere");
        if (!parts.length) return t("parts.nothing");
        return t(nimber ? "parts.won" : "parts.lost", { nimber });
    }

    places(name) {
        return h("span", { class: "unseen" }, ` ${this.where.get(name)} `);
    }

    // ---- nimbers ----

    showNimbers() {
        const { parts, nimber, binary } = this.answer, digits = binary?.length ?? 0;
        replace(this.graph);
        if (!parts.length) {
            replace(this.table);
            return;
        }
        const bits = (text = "") => [...text].map((digit) => h("td", { class: `bit ${digit === "1" ? "on" : ""}` }, digit));
        const weights = Array.from({ length: digits }, (_, k) => h("th", { scope: "col", class: "bit" }, String(2 ** (digits - 1 - k))));
        const all = digits && parts.length > 1 ? h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "xor"),
            h("td", { class: "nimber" }, String(nimber)), bits(binary))) : null;
        replace(this.table, h("table", { class: "parts-table" },
            h("caption", { class: "unseen" }, t(digits ? "parts.caption.binary" : "parts.caption")),
            h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("parts.part")), h("th", { scope: "col" }, t("parts.nimber")), weights)),
            h("tbody", {}, parts.map((part, k) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: "part-sign" }, swatch(k), part.name), this.places(part.name)),
                h("td", { class: "nimber" }, String(part.nimber)), bits(part.binary)))), all));
    }

    // ---- canonical forms ----

    showForms() {
        const { parts } = this.answer, one = parts.length === 1;
        const named = (part, k) => h("span", { class: "part-sign" }, k < 0 ? null : swatch(k), k < 0 ? t("parts.all") : part.name);
        const row = (part, k) => h("tr", {},
            h("th", { scope: "row" }, one ? named(part, k) : h("button", { type: "button", class: "quiet", "data-graph": k < 0 ? "all" : part.name,
                "aria-pressed": String(this.chosen === (k < 0 ? ALL : part.name)), title: t("parts.graph"),
                onclick: () => this.choose(k < 0 ? ALL : part.name) }, named(part, k))),
            h("td", { class: "form" }, k < 0 ? null : this.places(part.name), part.value ?? t("parts.long"), h("span", { class: "note" }, t(`parts.class.${part.outcome}`))),
            h("td", {}, part.mean ?? "–"), h("td", {}, part.temperature ?? "–"));
        replace(this.table, parts.length ? h("table", { class: "parts-table" },
            h("caption", { class: "unseen" }, t("parts.caption")),
            h("thead", {}, h("tr", {}, ["part", "value", "mean", "temperature"].map((name) => h("th", { scope: "col" }, t(`parts.${name}`))))),
            h("tbody", {}, parts.map(row)), one ? null : h("tfoot", {}, row(this.answer, -1))) : null);
        this.showGraph();
    }

    choose(name) {
        this.chosen = name;
        for (const button of this.table.querySelectorAll("[data-graph]"))
            button.setAttribute("aria-pressed", String(button.dataset.graph === (name || "all")));
        this.showGraph();
    }

    showGraph() {
        const { parts } = this.answer, one = parts.length === 1;
        const part = one ? parts[0] : parts.find(({ name }) => name === this.chosen) ?? this.answer;
        const name = part === this.answer ? t("parts.all") : part.name;
        replace(this.graph, !parts.length ? null : part.thermograph
            ? [h("h2", {}, one ? t("graph.title") : t("graph.of", { name })), drawThermograph(part, graphWords(name, part)),
                h("ul", { class: "graph-key", "aria-hidden": "true" }, ["left", "right", "mast"].map((kind) =>
                    h("li", {}, svg("svg", { width: 26, height: 10, viewBox: "0 0 26 10" },
                        svg("path", { class: `graph-${kind}`, d: "M1 5h24" })), t(`graph.${kind}`))))]
            : h("p", { class: "note" }, t("graph.none")));
    }

    // ---- moves that win ----

    reason({ part, from, to, nimber, value }) {
        const { theory, parts } = this.answer, alone = parts.length < 2;
        if (theory === "forms") {
            if (from === undefined || to === undefined || value === undefined) return "";
            return t(alone ? "parts.becomes.alone" : "parts.becomes", { from, to, value });
        }
        const sum = parts.map((one) => one.name === part ? to : one.nimber).join(" xor ");
        return t(alone ? "parts.reason.alone" : "parts.reason", { from: String(from), to: String(to), sum, nimber: String(nimber) });
    }

    // What a move that wins does to its part in binary: "101 → 010".
    digits({ part, to }) {
        const binary = this.answer.parts[this.number.get(part)]?.binary;
        return binary && binary.length > 1 ? `${binary} → ${to.toString(2).padStart(binary.length, "0")}` : "";
    }

    showGood() {
        const { moves, last_move: last, theory } = this.answer, groups = new Map();
        if (last !== "wins" || !moves.length) {
            replace(this.good);
            return;
        }
        for (const move of moves.filter(({ wins }) => wins)) {
            const reason = move.part === undefined ? "" : this.reason(move), key = `${move.part} ${reason}`;
            if (!groups.has(key)) groups.set(key, { part: move.part, reason, digits: this.digits(move), moves: [] });
            groups.get(key).moves.push(move.move);
        }
        if (!groups.size) {
            replace(this.good, h("p", {}, t(theory === "nimbers" ? "parts.none.xor" : "parts.none")));
            return;
        }
        replace(this.good, h("h2", {}, t("parts.good")), h("ul", {}, [...groups.values()].map(({ part, reason, digits, moves: list }) =>
            h("li", {}, h("p", {}, part === undefined ? null : h("span", { class: "part-sign" }, swatch(this.number.get(part)), part), " ", reason),
                digits ? h("p", { class: "digits" }, digits) : null,
                h("p", { class: "part-moves" }, list.map((move) => h("button", { type: "button", class: "quiet", "data-good": move,
                    title: t("board.play", { move }), onclick: () => this.play(move) }, move)))))));
    }
}
