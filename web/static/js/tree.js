// tree.js: the view of trees: the game tree with its labels, opened on demand, and minimax and
// alpha-beta watched step by step.

import { h, keepFocus, replace } from "./dom.js";
import { t, gameText, evalText, number, trouble } from "./i18n.js";
import { ask, unlessSoon, ApiError } from "./api.js";
import { note, go } from "./address.js";
import { allGames, parseSpec, query, stateOf } from "./states.js";
import { thumbnail } from "./boarddraw.js";
import { checkField, numberField, selectField, within } from "./fields.js";
import { icon } from "./icons.js";
import { Stepper } from "./stepper.js";
import { TreeDrawing } from "./treedraw.js";
import { LabelTree } from "./labeltree.js";
import { WatchedTree } from "./watchedtree.js";
import { Walk } from "./treewalk.js";
import { announce } from "./live.js";

const KINDS = ["solve", "minimax", "alphabeta"];
const DEPTHS = { min: 1, max: 12 };
const MOST = 1500; // leaves that a watched tree has at most, about

// As deep as a tree stays small, if every node had as many moves as the root.
function usualDepth(moves) {
    return moves < 2 ? 9 : Math.max(2, Math.min(9, Math.floor(Math.log(MOST) / Math.log(moves))));
}

// How much of a tree of labels is opened at first.
function usualPlies(moves) {
    return moves < 2 ? 4 : moves < 5 ? 3 : 1;
}

// What the game was played with, for when it goes on from here.
const SEATS = ["first", "second", "flip", "analysis"];

// The position that shows most when nothing is asked for: near the end of a game.
const USUAL = { about: "tictactoe", position: "xox.o.x.o" };

export class TreeView {
    constructor(root) {
        this.root = root;
    }

    async show(place) {
        const given = place.about ? { about: place.about, position: place.words.position ?? "" } : USUAL;
        const games = await allGames();
        this.spec = given.about;
        this.info = games.find((game) => game.id === parseSpec(this.spec).id);
        if (!this.info) throw new ApiError(t("games.unknown", { name: this.spec }), 404);
        this.position = given.position;
        this.moves = (place.words.moves ?? "").split(" ").filter(Boolean);
        this.state = await stateOf(this.spec, this.position, this.moves);
        this.moves = this.state.played; // each apart, also those of "44455"
        const { words } = place;
        this.seats = Object.fromEntries(SEATS.map((name) => [name, words[name]]));
        this.kind = KINDS.includes(words.algo) ? words.algo : "solve";
        this.asked = words.depth;
        this.settings = { depth: within(words.depth, { ...DEPTHS, usual: "" }), order: words.order ?? "first", eval: words.eval ?? "" };
        this.boards = words.boards !== "no";
        this.games = games;
        keepFocus(this.root, () => this.build());
        await this.load(Number(words.step) || 0);
    }

    leave() {
        this.stepper?.stop();
        this.request?.abort();
        this.gone = true;
    }

    get title() {
        return `${t("view.tree")}: ${gameText(this.info, "title")}`;
    }

    words() {
        return { position: this.position, moves: this.moves.join(" "), algo: this.kind === "solve" ? "" : this.kind,
            ...(this.kind === "solve" ? {} : { depth: this.settings.depth, eval: this.settings.eval,
                order: this.settings.order === "first" ? "" : this.settings.order,
                step: this.stepper?.at || "" }),
            boards: this.boards ? "" : "no", ...this.seats };
    }

    noteAddress() {
        note({ view: "tree", about: this.spec, words: this.words() });
    }

    // ---- the page ----

    build() {
        this.stepper?.stop();
        this.stepper = new Stepper((at) => this.step(at));
        this.problem = h("p", { class: "message", role: "alert" });
        this.told = h("p", { class: "told" });
        this.counters = h("dl", { class: "counters" });
        this.small = h("div", { class: "node-board" });
        this.drawing = new TreeDrawing({
            describe: (id) => this.tree.describe(id), children: (id) => this.tree.children(id),
            chosen: (id) => this.choose(id), toggled: (id) => this.toggle(id),
        });
        const watched = this.kind !== "solve";
        this.settingsForm = h("div", { class: "fields tree-fields" }, this.fields());
        replace(this.root,
            h("div", { class: "walk-head" }, h("h1", {}, this.title), this.kindChoice()),
            h("p", { class: "note lead" }, t(`tree.about.${this.kind}`)),
            this.settingsForm, this.problem,
            watched ? h("div", { class: "walk-bar" }, this.stepper.element, this.told) : this.told,
            h("div", { class: "tree-area" }, this.drawing.element,
                h("aside", { class: "tree-side", "aria-label": t("tree.side") }, this.small, this.counters)),
            watched ? h("p", { class: "note legend" }, t("tree.legend")) : null);
        replace(this.counters);
    }

    kindChoice() {
        return h("div", { class: "segments", role: "group", "aria-label": t("tree.kind") }, KINDS.map((kind) =>
            h("button", { type: "button", "aria-pressed": String(kind === this.kind), "data-kind": kind,
                onclick: () => {
                    this.kind = kind;
                    this.stepper.load(0);
                    this.noteAddress();
                    this.build();
                    this.load(0);
                    this.root.querySelector(`[data-kind="${kind}"]`).focus();
                } }, t(`tree.kind.${kind}`))));
    }

    fields() {
        const again = (name) => (value) => {
            this.settings[name] = value;
            this.noteAddress();
            this.load(0);
        };
        const gameField = selectField(t("games.one"), this.info.id,
            this.games.map((game) => [game.id, gameText(game, "title")]),
            (id) => go({ view: "tree", about: id, words: { algo: this.kind === "solve" ? "" : this.kind } }), { "data-field": "game" });
        const back = h("button", { type: "button", onclick: () => go({ view: "play", about: this.spec,
            words: { position: this.position, moves: this.moves.join(" "), ...this.seats } }) }, icon("play"), t("tree.play"));
        if (this.kind === "solve") {
            const boards = checkField(t("tree.boards"), this.boards, (checked) => {
                this.boards = this.tree.boards = checked;
                this.noteAddress();
                this.draw();
            });
            return [gameField, boards, back];
        }
        const evals = [["", t("tree.eval.usual")], ["neutral", t("tree.eval.neutral")], ["random", t("tree.eval.random")],
            ...this.info.evals.map((evaluation) => [evaluation.name, evalText(this.info, evaluation)])];
        const depth = this.settings.depth || usualDepth(this.state.moves.length), { asked = depth } = this;
        this.asked = undefined; // it is said once what became of it
        return [gameField, numberField(t("tree.depth"), asked, { ...DEPTHS, usual: depth, "data-field": "depth" }, again("depth")),
            selectField(t("tree.order"), this.settings.order,
                ["first", "random", "centre"].map((order) => [order, t(`tree.order.${order}`)]), again("order"),
                { "data-field": "order" }),
            selectField(t("tree.eval"), this.settings.eval, evals, again("eval")), back];
    }

    // ---- what is shown ----

    async load(at) {
        this.problem.textContent = "";
        this.request?.abort();
        const request = this.request = new AbortController();
        this.chosen = null;
        try {
            await unlessSoon(this.kind === "solve" ? this.loadLabels() : this.loadSearch(at, request.signal), () => {
                if (!this.gone && this.request === request) this.told.textContent = t("analysis.thinking");
            });
        } catch (error) {
            if (error.name === "AbortError" || this.gone) return;
            this.told.textContent = "";
            this.problem.textContent = trouble(error);
        }
    }

    async loadLabels() {
        const tree = new LabelTree(this.spec, this.position, this.moves, this.boards);
        await tree.fetch("", usualPlies(this.state.moves.length));
        if (this.gone || this.kind !== "solve") return;
        this.told.textContent = "";
        this.tree = tree;
        this.watched = null;
        this.choose("");
        this.draw(true);
    }

    async loadSearch(at, signal) {
        const { depth, order, eval: evaluation } = this.settings;
        const answer = await ask(`api/steps?${query({ game: this.spec, position: this.position,
            moves: this.moves.join(" "), algo: this.kind, order, eval: evaluation,
            depth: depth || usualDepth(this.state.moves.length), most: 20000 })}`, undefined, signal);
        if (this.gone || this.kind !== answer.algo) return;
        this.answer = answer;
        this.walk = new Walk(answer);
        this.watched = this.tree = new WatchedTree(this.walk, this.info.payoffs);
        this.stepper.load(this.walk.length, at);
        if (!answer.complete) this.problem.textContent = t("tree.incomplete", { n: this.walk.length });
    }

    // The stepper has moved.
    step(at) {
        if (!this.watched) return;
        this.walk.go(at);
        this.chosen = null;
        this.told.textContent = this.watched.words();
        if (this.stepper.running === null) announce(this.told.textContent);
        this.draw();
        this.noteSoon();
    }

    // Browsers allow only so many changes of the address in a second.
    noteSoon() {
        clearTimeout(this.noting);
        this.noting = setTimeout(() => !this.gone && this.noteAddress(), 300);
    }

    // With `follow`, the node that is looked at is brought into sight.
    draw(follow = this.chosen === null) {
        const current = this.watched ? this.chosen ?? this.walk.current : this.chosen;
        if (this.watched && this.walk.at === 0) {
            replace(this.drawing.element, h("p", { class: "note empty" }, t("walk.ready")));
        } else {
            this.drawing.draw(this.watched ? 0 : "", { current,
                height: this.watched ? (this.kind === "alphabeta" ? 44 : 34) : this.boards ? 60 : 34,
                follow });
        }
        this.showNode(current);
        this.showCounters();
    }

    async showNode(id) {
        const board = this.watched ? null : this.tree.nodes.get(id)?.board;
        if (board) {
            replace(this.small, thumbnail(board, 180));
            return;
        }
        const node = id === null || !this.watched ? null : this.walk.nodes[id];
        if (!node) return;
        const moves = this.pathOf(id);
        const state = await stateOf(this.spec, this.position, [...this.moves, ...moves]).catch(() => null);
        if (state && this.watched && (this.chosen ?? this.walk.current) === id)
            replace(this.small, thumbnail(state.board, 180));
    }

    pathOf(id) {
        const moves = [];
        for (let node = this.walk.nodes[id]; node?.parent !== null; node = this.walk.nodes[node.parent])
            moves.unshift(node.move);
        return moves;
    }

    showCounters() {
        const list = this.watched ? [["visited", this.walk.counts.visited], ["leaves", this.walk.counts.leaves],
            ...(this.kind === "alphabeta" ? [["cutoffs", this.walk.counts.cutoffs], ["cut", this.walk.counts.cut]] : []),
            ["depth", Math.max(0, this.walk.path().length - 1)]]
            : [["shown", this.drawing.order?.length ?? 0]];
        replace(this.counters, list.map(([name, value]) =>
            h("div", { "data-counter": name }, h("dt", {}, t(`count.${name}`)), h("dd", {}, number(value)))));
    }

    choose(id) {
        this.chosen = id;
        this.showNode(id);
    }

    async toggle(id) {
        try {
            await this.tree.toggle(id);
        } catch (error) {
            this.problem.textContent = trouble(error);
            return;
        }
        if (!this.gone) this.draw(this.chosen === null || this.chosen === id);
    }

    key(event) {
        if (this.kind === "solve") return false;
        const to = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (to) this.stepper.go(this.stepper.at + to);
        else if (event.key === " " && event.target === document.body) this.stepper.toggle();
        else return false;
        return true;
    }
}
