// tree.js: the view of trees: the game tree with its labels, opened on demand, and minimax,
// alpha-beta, find-best-move and Monte-Carlo tree search watched step by step.

import { h, keepFocus, replace } from "./dom.js";
import { t, gameText, evalText, number, phrase, trouble } from "./i18n.js";
import { ask, unlessSoon, ApiError } from "./api.js";
import { note, noteSoon, go } from "./address.js";
import { allGames, parseSpec, query, stateOf } from "./states.js";
import { thumbnail } from "./boarddraw.js";
import { checkField, numberField, selectField, within } from "./fields.js";
import { icon } from "./icons.js";
import { Stepper } from "./stepper.js";
import { TreeDrawing } from "./treedraw.js";
import { LabelTree } from "./labeltree.js";
import { WatchedTree } from "./watchedtree.js";
import { GrownTree } from "./growntree.js";
import { Walk } from "./treewalk.js";
import { RoundWalk } from "./roundwalk.js";
import { CodePanel } from "./codepanel.js";
import { Comparison } from "./treecompare.js";
import { announce } from "./live.js";

const KINDS = ["solve", "minimax", "alphabeta", "bestmove", "wins", "mcts"];
const WINS = ["plain", "memo", "canonical"]; // what wins(state) remembers: nothing, states, symmetric states once
const DEPTHS = { min: 1, max: 12 };
const ROUNDS = { min: 1, max: 5000, usual: 200 };
const SEEDS = { min: 1, max: 999999, usual: 1 };
const MOST = 2500; // leaves that a watched tree has at most, about,
const FEWER = 250; // and where every line of the code is a step

// As deep as a tree stays small, if every node had as many moves as the root.
function usualDepth(moves, most) {
    return moves < 2 ? 9 : Math.max(2, Math.min(9, Math.floor(Math.log(most) / Math.log(moves))));
}

// How much of a tree of labels is opened at first.
function usualPlies(moves) {
    return moves < 2 ? 4 : moves < 5 ? 3 : 1;
}

// What the game was played with, for when it goes on from here.
const SEATS = ["first", "second", "flip", "analysis"];

// The positions that show most when nothing is asked for: in the middle of a game, or near its end.
const EXAMPLES = { tictactoe: { position: "xox.o.x.o" }, connect4: { moves: "25772422563543" } };
const FOLDS = 300; // that are kept in the address
const BOARDS = 150; // asked for at a time, for the nodes in sight

// Where there is little room the settings are folded, so that the tree is seen.
const SMALL = matchMedia("(max-width: 50rem), (max-height: 30rem)");

const list = (word) => (word ?? "").split(";").filter(Boolean);

export class TreeView {
    constructor(root) {
        this.root = root;
    }

    async show(place) {
        const games = await allGames(), { words } = place;
        this.spec = place.about || "tictactoe";
        this.info = games.find((game) => game.id === parseSpec(this.spec).id);
        if (!this.info) throw new ApiError(t("games.unknown", { name: this.spec }), 404);
        // Whoever comes from a game, or names a position, wants that one.
        const asked = ["position", "moves", ...SEATS].some((name) => words[name] !== undefined);
        const given = asked ? words : EXAMPLES[this.spec] ?? {};
        this.position = given.position ?? "";
        this.moves = (given.moves ?? "").split(" ").filter(Boolean);
        this.state = await stateOf(this.spec, this.position, this.moves);
        this.moves = this.state.played; // each apart, also those of "44455"
        this.start = (await stateOf(this.spec, "", [])).start;
        this.seats = Object.fromEntries(SEATS.map((name) => [name, words[name]]));
        this.kind = WINS.includes(words.algo) ? "wins" : KINDS.includes(words.algo) ? words.algo : "solve";
        this.asked = words.depth;
        this.settings = { depth: within(words.depth, { ...DEPTHS, usual: "" }), order: words.order ?? "first", eval: words.eval ?? "",
            cut: words.cut === "strict" ? "strict" : "usual", memory: WINS.includes(words.algo) ? words.algo : "memo", rounds: within(words.rounds, ROUNDS), seed: within(words.seed, SEEDS) };
        this.signs = words.labels === "signs";
        this.boards = words.boards !== "no";
        this.style = ["pseudo", "c"].includes(words.code) ? words.code : "";
        this.breaks = (words.breaks ?? "").split(".").map(Number).filter((line) => line > 0);
        this.games = games;
        this.wanted = { open: list(words.open), shut: list(words.shut) };
        keepFocus(this.root, () => this.build());
        this.drawing.zoomed.start(words.zoom);
        await this.load(Number(words.step) || 0);
    }

    leave() {
        SMALL.onchange = null;
        this.drawing?.zoomed.enlarge(false);
        this.stepper?.stop();
        this.request?.abort();
        this.gone = true;
    }

    get title() {
        return `${t("view.tree")}: ${gameText(this.info, "title")}`;
    }

    words() {
        const folds = this.tree?.folds() ?? this.wanted;
        return { position: this.position, moves: this.moves.join(" "), algo: this.kind === "solve" ? "" : this.algo, ...this.searchWords(),
            labels: this.signs ? "signs" : "", boards: this.boards ? "" : "no", open: folds.open.slice(0, FOLDS).join(";"), shut: folds.shut.slice(0, FOLDS).join(";"),
            zoom: this.drawing.zoomed.word, ...this.seats };
    }

    // What the search is asked for, as far as it is not the usual.
    searchWords() {
        const { depth, eval: evaluation, order, cut, rounds, seed } = this.settings, step = this.stepper?.at || "";
        if (this.kind === "solve") return {};
        if (this.kind === "wins") return { ...this.codeWords(), step };
        if (this.kind === "mcts")
            return { rounds: rounds === ROUNDS.usual ? "" : rounds, seed: seed === SEEDS.usual ? "" : seed, eval: evaluation, step };
        return { depth, eval: evaluation, order: order === "first" ? "" : order,
            cut: this.kind === "alphabeta" && cut === "strict" ? "strict" : "", ...this.codeWords(), step };
    }

    codeWords() {
        return this.style ? { code: this.style, breaks: this.code?.words ?? "" } : {};
    }

    // By its own name.
    get algo() {
        return this.kind === "wins" ? this.settings.memory : this.kind;
    }

    // Is every line of the algorithm a step?
    get lines() {
        return this.style !== "" && !["solve", "mcts"].includes(this.kind);
    }

    get usualDepth() {
        return usualDepth(this.state.moves.length, this.lines ? FEWER : MOST);
    }

    place() {
        return { view: "tree", about: this.spec, words: this.words() };
    }

    noteAddress() {
        note(this.place());
    }

    // ---- the page ----

    build() {
        SMALL.onchange = () => { this.settingsPart.open = !SMALL.matches; };
        this.stepper?.stop();
        this.drawing?.zoomed.enlarge(false);
        this.stepper = new Stepper((at) => this.step(at), (from, to) => this.lines ? this.code.halt(from, to) : null);
        this.code = new CodePanel({ style: this.style, breaks: this.breaks, go: (at) => this.stepper.go(at), broken: () => this.noteAddress(),
            styled: (style) => {
                this.style = style;
                this.noteAddress();
            } });
        this.problem = h("p", { class: "message", role: "alert" });
        this.told = h("p", { class: "told" });
        this.counters = h("dl", { class: "counters" });
        this.small = h("div", { class: "node-board" });
        this.named = h("p", { class: "note node-name" });
        this.comparison = new Comparison();
        this.drawing = new TreeDrawing({
            whole: () => this.work, looked: (id) => this.choose(id),
            describe: (id) => this.tree.describe(id), children: (id) => this.tree.children(id),
            chosen: (id) => this.choose(id), toggled: (id) => this.toggle(id),
        });
        const watched = this.kind !== "solve";
        this.settingsForm = h("div", { class: "fields tree-fields" }, this.fields());
        this.settingsPart ??= h("details", { class: "settings", "data-part": "settings", open: !SMALL.matches }, h("summary", {}, t("tree.settings")));
        this.settingsPart.replaceChildren(this.settingsPart.firstChild, this.settingsForm);
        this.work = h("div", { class: "tree-work", onkeydown: (event) => {
            if (event.key === "Escape") this.drawing.zoomed.enlarge(false);
        } },
        watched ? h("div", { class: "walk-bar" }, this.stepper.element, h("div", { class: "told-row" }, this.told, this.codeButton())) : this.told,
        h("div", { class: `tree-area${this.lines ? " with-code" : ""}` }, this.lines ? this.code.element : null, this.drawing.element,
            h("aside", { class: "tree-side", "aria-label": t("tree.side") }, h("div", {}, this.small, this.named), this.counters,
                watched ? this.comparison.element : null)));
        replace(this.root,
            h("div", { class: "walk-head" }, h("h1", {}, this.title), this.kindChoice()),
            h("p", { class: "note lead" }, t(`tree.about.${this.kind}`)),
            this.settingsPart, this.problem, this.work,
            h("p", { class: "note legend" }, watched ? `${t(this.legend)} ` : "", t("zoom.how")));
        replace(this.counters);
    }

    // Shows the code, or puts it away; the walk stays where it is in the search.
    codeButton() {
        if (this.kind === "mcts") return null;
        return h("button", { type: "button", class: "code-button", "data-tool": "code", "aria-pressed": String(this.lines), onclick: () => {
            const { walk, lines } = this, told = walk ? walk.steps.slice(0, walk.at).filter((step) => step.do !== "line").length : 0;
            this.breaks = [...this.code.breaks];
            this.style = lines ? "" : "pseudo";
            this.build();
            this.load(({ steps }) => {
                let at = 0;
                for (let n = 0; n < told && at < steps.length; at++) n += steps[at].do !== "line";
                return at;
            });
            this.noteAddress();
            this.root.querySelector("[data-tool=code]").focus();
        } }, t("code.show"));
    }

    get legend() {
        return { bestmove: "tree.legend.bestmove", wins: "tree.legend.bestmove", mcts: "tree.legend.mcts" }[this.kind] ?? "tree.legend";
    }

    kindChoice() {
        return h("div", { class: "segments many", role: "group", "aria-label": t("tree.kind") }, KINDS.map((kind) =>
            h("button", { type: "button", "aria-pressed": String(kind === this.kind), "data-kind": kind,
                onclick: () => {
                    this.kind = kind;
                    this.stepper.load(0);
                    this.forget();
                    this.noteAddress();
                    this.build();
                    this.load(0);
                    this.root.querySelector(`[data-kind="${kind}"]`).focus();
                } }, t(`tree.kind.${kind}`))));
    }

    fields() {
        const again = (name) => (value) => {
            this.settings[name] = value;
            this.forget();
            this.noteAddress();
            this.load(0);
        };
        const gameField = selectField(t("games.one"), this.info.id,
            this.games.map((game) => [game.id, gameText(game, "title")]),
            (id) => go({ view: "tree", about: id, words: { algo: this.kind === "solve" ? "" : this.kind } }), { "data-field": "game" });
        const boards = checkField(t("tree.boards"), this.boards, (checked) => {
            this.boards = checked;
            this.noteAddress();
            this.draw();
        }, { "data-field": "boards" });
        const labels = selectField(t("tree.labels"), this.signs ? "signs" : "numbers", ["numbers", "signs"].map((name) =>
            [name, t(`tree.labels.${name}`)]), (name) => {
            this.signs = name === "signs";
            this.noteAddress();
            if (this.watched) this.step(this.walk.at);
            else this.draw();
        }, { "data-field": "labels" });
        const fromStart = this.position || this.moves.length ? h("button", { type: "button", "data-tool": "from-start",
            onclick: () => go({ view: "tree", about: this.spec, words: { ...this.words(), position: this.start, moves: "", open: "",
                shut: "", step: "" } }) }, icon("first"), t("tree.start")) : null;
        const back = h("button", { type: "button", onclick: () => go({ view: "play", about: this.spec,
            words: { position: this.position, moves: this.moves.join(" "), ...this.seats } }) }, icon("play"), t("tree.play"));
        const elsewhere = h("div", { class: "row" }, fromStart, back);
        if (this.kind === "solve") return [gameField, labels, boards, elsewhere];
        if (this.kind === "wins")
            return [gameField, selectField(t("tree.memory"), this.settings.memory, WINS.map((name) => [name, t(`tree.memory.${name}`)]), again("memory"),
                { "data-field": "memory" }), labels, boards, elsewhere];
        if (this.kind === "mcts")
            return [gameField, numberField(t("tree.rounds"), this.settings.rounds, { ...ROUNDS, "data-field": "rounds" }, again("rounds")),
                numberField(t("tree.seed"), this.settings.seed, { ...SEEDS, "data-field": "seed" }, again("seed")),
                ...this.evalFields(again("eval")), labels, boards, elsewhere];
        const depth = this.settings.depth || this.usualDepth, { asked = depth } = this;
        this.asked = undefined; // it is said once what became of it
        return [gameField, numberField(t("tree.depth"), asked, { ...DEPTHS, usual: depth, "data-field": "depth" }, again("depth")),
            selectField(t("tree.order"), this.settings.order,
                ["first", "last", "best", "random", "centre"].map((order) => [order, t(`tree.order.${order}`)]), again("order"),
                { "data-field": "order" }),
            this.kind === "alphabeta" ? selectField(t("tree.cut-when"), this.settings.cut,
                ["usual", "strict"].map((cut) => [cut, t(`tree.cut-when.${cut}`)]), again("cut"), { "data-field": "cut" }) : null,
            ...this.evalFields(again("eval")), labels, boards, elsewhere];
    }

    // The evaluation, and a number for each of its parameters: "pattern,f2=2,f3=5".
    evalFields(again) {
        const [name, ...given] = this.settings.eval.split(",");
        const grown = this.kind === "mcts";
        const evals = [["", t("tree.eval.usual")], ["neutral", t(grown ? "tree.eval.playout" : "tree.eval.neutral")], ["random", t("tree.eval.random")],
            ...this.info.evals.map((evaluation) => [evaluation.name, evalText(this.info, evaluation)])];
        const chosen = this.info.evals.find((one, i) => one.name === name || name === "" && i === 0);
        const values = Object.fromEntries(given.map((pair) => pair.split("=")));
        const take = (wanted) => {
            again(wanted);
            keepFocus(this.root, () => replace(this.settingsForm, ...this.fields()));
        };
        const parameter = ({ name: option, min, max, default: usual, help }) =>
            numberField(`${option}: ${phrase(help)}`, values[option], { min, max, usual, "data-field": `eval-${option}` }, (value) => {
                values[option] = value;
                take(`${chosen.name},${chosen.options.map((one) => `${one.name}=${values[one.name] ?? one.default}`).join(",")}`);
            });
        return [selectField(t(grown ? "tree.judge" : "tree.eval"), name, evals, take, { "data-field": "eval" }), ...(chosen?.options ?? []).map(parameter)];
    }

    // ---- what is shown ----

    // Another tree: what was opened in the last one means nothing here.
    forget() {
        this.tree = this.watched = null;
        this.wanted = { open: [], shut: [] };
        this.breaks = [];
    }

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
        await tree.begin(usualPlies(this.state.moves.length));
        await tree.refold(this.wanted);
        if (this.gone || this.kind !== "solve") return;
        this.told.textContent = "";
        this.tree = tree;
        this.watched = null;
        this.choose("");
        this.draw(true);
    }

    async loadSearch(at, signal) {
        const { depth, order, cut, eval: evaluation, rounds, seed } = this.settings, grown = this.kind === "mcts";
        const question = { game: this.spec, position: this.position, moves: this.moves.join(" "), ...(this.kind === "wins" ? {} : { eval: evaluation }),
            ...(this.kind === "wins" ? {} : grown ? { rounds, seed } : { order, cut, depth: depth || this.usualDepth }) }, { lines } = this;
        const answer = await ask(`api/steps?${query({ ...question, algo: this.algo, lines: lines ? "yes" : "", most: 20000 })}`, undefined, signal);
        if (this.gone || this.algo !== answer.algo) return;
        const walk = grown ? new RoundWalk(answer) : new Walk(answer), tree = new (grown ? GrownTree : WatchedTree)(walk, this.info.payoffs);
        if (this.boards && walk.nodes.length <= BOARDS) await this.fetchBoards(tree, [...walk.nodes.keys()]);
        if (this.gone || signal.aborted) return;
        Object.assign(this, { answer, walk, tree, watched: tree });
        tree.signs = this.signs;
        tree.refold(this.wanted);
        tree.code = this.code;
        if (lines) this.code.load(answer.listing, walk, tree);
        this.stepper.load(this.walk.length, typeof at === "function" ? at(walk) : at);
        if (!grown && this.kind !== "wins") this.comparison.ask(question, answer, signal);
        if (!answer.complete) this.problem.textContent = t("tree.incomplete", { n: this.walk.length });
    }

    // The stepper has moved.
    step(at) {
        if (!this.watched) return;
        this.walk.go(at);
        this.watched.signs = this.signs;
        this.chosen = null;
        this.told.textContent = this.watched.words();
        if (this.lines) this.code.show();
        if (this.stepper.running === null) announce(this.told.textContent);
        this.draw();
        noteSoon(() => this.gone ? null : this.place());
    }

    // With `follow`, the node that is looked at is brought into sight.
    draw(follow = this.chosen === null) {
        const current = this.watched ? this.chosen ?? this.walk.current : this.chosen;
        if (!this.tree) return;
        if (this.watched) this.watched.drawn = this.boards;
        else this.tree.boards = this.boards;
        this.tree.signs = this.signs;
        if (this.watched && this.walk.at === 0) this.drawing.say(h("p", { class: "note empty" }, t("walk.ready")));
        else
            this.drawing.draw(this.watched ? 0 : "", { current, boards: this.boards, follow,
                height: this.boards ? 60 : ["alphabeta", "mcts"].includes(this.kind) ? 44 : 34 });
        this.askBoards();
        this.showNode(current);
        this.showCounters();
    }

    // Boards that a watched tree lacks; true if there were any.
    async fetchBoards(tree, ids) {
        const missing = [...new Set(ids.map((id) => tree.walk.nodes[id].position))]
            .filter((position) => position && !tree.boards.has(position)).slice(0, BOARDS);
        await Promise.all(missing.map(async (position) => {
            const state = await stateOf(this.spec, position, []).catch(() => null);
            tree.boards.set(position, state?.board ?? null);
        }));
        return missing.length > 0;
    }

    // Those of the nodes in sight, once nothing moves any more.
    askBoards() {
        clearTimeout(this.asking);
        if (!this.watched || !this.boards || this.walk.at === 0) return;
        const { watched } = this;
        this.asking = setTimeout(async () => {
            if (this.gone || this.watched !== watched) return;
            if (await this.fetchBoards(watched, this.drawing.order) && !this.gone && this.watched === watched) this.draw(false);
        }, 60);
    }

    // The board of a node at the side, with its name.
    async showNode(id) {
        const moves = id === null ? [] : this.watched ? this.pathOf(id) : this.tree.path(id);
        const name = this.kind === "wins" && this.watched ? this.watched.place(id ?? 0) : moves.length ? t("walk.after", { moves: moves.join(", ") }) : t("walk.root");
        const board = this.watched ? null : this.tree?.nodes.get(id)?.board;
        this.at = id;
        if (board) {
            replace(this.small, thumbnail(board, 180));
            this.named.textContent = name;
            return;
        }
        if (id === null || !this.watched || !this.walk.nodes[id]) return;
        const { position } = this.walk.nodes[id];
        const state = await (this.kind === "wins" ? stateOf(this.spec, position, [])
            : stateOf(this.spec, this.position, [...this.moves, ...moves])).catch(() => null);
        if (!state || !this.watched || this.at !== id) return;
        replace(this.small, thumbnail(state.board, 180));
        this.named.textContent = name;
    }

    pathOf(id) {
        const moves = [];
        for (let node = this.walk.nodes[id]; node && node.parent !== null; node = this.walk.nodes[node.parent])
            moves.unshift(node.move);
        return moves;
    }

    showCounters() {
        const list = this.watched && this.kind === "mcts" ? ["rounds", "nodes", "proved", "depth"].map((name) => [name, this.walk.counts[name]])
            : this.watched ? [["visited", this.walk.counts.visited], ["leaves", this.walk.counts.leaves],
            ...(!["minimax", "wins"].includes(this.kind) ? [["cutoffs", this.walk.counts.cutoffs], ["cut", this.walk.counts.cut]] : []),
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
        if (this.gone) return;
        this.draw(this.chosen === null || this.chosen === id);
        this.noteAddress();
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
