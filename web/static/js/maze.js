// maze.js: the view of mazes: draw, generate, load and save them, and watch how one finds the way out.

import { h, replace, keepFocus, download } from "./dom.js";
import { t, trouble } from "./i18n.js";
import { ask } from "./api.js";
import { note, noteSoon } from "./address.js";
import { query } from "./states.js";
import { icon } from "./icons.js";
import { openDialog } from "./dialog.js";
import { Maze } from "./mazemodel.js";
import { MazeBoard } from "./mazeboard.js";
import { Making } from "./mazemaking.js";
import { MazeWays, waysWords } from "./mazeways.js";
import { GridWalk } from "./gridwalk.js";
import { checkField, numberField, selectField, within } from "./fields.js";
import { WalkPage, callCounters } from "./walkpage.js";

const METHODS = ["recursive", "right-hand", "left-hand", "shortest", "dead-ends"];
const ALGOS = ["backtracker", "kruskal", "prim", "wilson", "eller", "division"];
const MARKS = ["unmark", "keep", "none"];
const USUAL = { width: 14, height: 10, algo: "backtracker", loops: 0, seed: 3 };
const SIZES = { min: 2, max: 100 }; // as the server has them
const MOST = 20000;
const CALLS = { min: 1, max: MOST / 2, usual: 1000 }; // without marks; each is entered and left, so that all can be watched
const PATHS = 100; // of all ways out, that are listed

export class MazeView {
    constructor(root) {
        this.root = root;
    }

    get title() {
        return t("view.maze");
    }

    async show({ words }) {
        const plan = { ...USUAL };
        this.asked = words;
        for (const name of ["width", "height"]) plan[name] = within(words[name], { ...SIZES, usual: USUAL[name] });
        for (const name of ["loops", "seed"])
            if (words[name] && Number.isFinite(Number(words[name]))) plan[name] = Number(words[name]);
        if (ALGOS.includes(words.algo)) plan.algo = words.algo;
        this.plan = plan;
        this.method = METHODS.includes(words.method) ? words.method : "recursive";
        const recursive = this.method === "recursive";
        this.all = recursive && words.all === "yes";
        this.marks = !recursive || this.all ? "unmark" : words.mark === "no" ? "none" : words.unmark === "no" ? "keep" : "unmark";
        this.calls = within(words.calls, CALLS);
        this.making = words.watch === "yes";
        this.build();
        const drawn = words.maze && Maze.fromCode(words.maze), at = Number(words.step) || 0;
        if (drawn && !this.making) {
            this.own = true;
            await this.take(drawn, { at });
        } else {
            await this.generate({ at });
        }
    }

    leave() {
        this.page?.stepper.stop();
        this.request?.abort();
        clearTimeout(this.soon);
        this.gone = true;
    }

    // What the fields say, and the maze itself unless that is what they make.
    place(step = this.page.stepper.at) {
        return { view: "maze", words: { ...this.plan, maze: this.own && this.maze ? this.maze.toCode() : "",
            method: this.method === "recursive" ? "" : this.method, all: this.all ? "yes" : "",
            unmark: this.marks === "keep" ? "no" : "", mark: this.marks === "none" ? "no" : "",
            calls: this.marks === "none" && this.calls !== CALLS.usual ? this.calls : "",
            watch: this.making ? "yes" : "", step: step || "" } };
    }

    noteAddress(step) {
        note(this.place(step));
    }

    // ---- the page ----

    build() {
        this.board = new MazeBoard(() => this.edited());
        this.page?.stepper.stop();
        this.page = new WalkPage((at) => this.step(at), () => this.walk && noteSoon(() => this.gone ? null : this.place()));
        this.page.stage.append(this.board.element);
        this.ways = new MazeWays((path) => this.board.showWalk(this.walk, path, this.farthest));
        this.page.after.append(this.ways.element, h("p", { class: "note", id: "maze-keys" }, t("maze.how")));
        this.remark = h("p", { class: "note", role: "status", "data-remark": "" });
        this.page.element.querySelector(".walk-settings").append(this.remark);
        this.buildFields();
        replace(this.root,
            h("div", { class: "walk-head" }, h("h1", {}, this.title), this.tools()),
            this.generator(), this.page.element);
    }

    // How to look for the way out. All ways, squares that keep their marks and no marks at all exclude each other.
    buildFields() {
        const changed = () => {
            this.buildFields();
            this.watch(false);
            this.solve();
        };
        const recursive = this.method === "recursive";
        keepFocus(this.page.fields, () => replace(this.page.fields,
            selectField(t("maze.method"), this.method, METHODS.map((name) => [name, t(`maze.method.${name}`)]), (name) => {
                this.method = name;
                if (name !== "recursive") Object.assign(this, { all: false, marks: "unmark" });
                changed();
            }, { "data-field": "method" }),
            recursive ? checkField(t("maze.all"), this.all, (checked) => {
                Object.assign(this, { all: checked, marks: "unmark" });
                changed();
            }, { "data-field": "all" }) : null,
            recursive && !this.all ? selectField(t("maze.marks"), this.marks, MARKS.map((name) => [name, t(`maze.marks.${name}`)]), (name) => {
                this.marks = name;
                changed();
            }, { "data-field": "marks" }) : null,
            this.marks === "none" ? numberField(t("maze.calls"), this.calls, { ...CALLS, "data-field": "calls" }, (calls) => {
                this.calls = calls;
                this.watch(false);
                this.solve();
            }) : null));
    }

    tools() {
        const button = (name, sign, action) => h("button", { type: "button", "data-tool": name, onclick: action },
            icon(sign), t(`maze.${name}`));
        return h("div", { class: "row" },
            button("empty", "erase", () => this.empty(false)),
            button("full", "walls", () => this.empty(true)),
            button("text", "text", () => this.openText()));
    }

    generator() {
        const { plan, asked } = this;
        const set = (name) => (value) => {
            plan[name] = value;
            this.own = true; // the maze is no longer the one that the fields make
            this.noteAddress();
        };
        this.watchTool = h("button", { type: "button", "data-tool": "watch", "aria-pressed": String(this.making), onclick: () => {
            this.watch(!this.making);
            if (this.making) this.generate();
            else this.solve();
        } }, icon("play"), t("maze.watch"));
        return h("form", { class: "fields generator", onsubmit: (event) => {
            event.preventDefault();
            plan.seed = crypto.getRandomValues(new Uint32Array(1))[0] >>> 8;
            this.generate();
        } },
        numberField(t("maze.width"), asked.width, { ...SIZES, usual: plan.width, "data-field": "width" }, set("width")),
        numberField(t("maze.height"), asked.height, { ...SIZES, usual: plan.height, "data-field": "height" }, set("height")),
        selectField(t("maze.algo"), plan.algo, ALGOS.map((name) => [name, t(`maze.algo.${name}`)]), set("algo"), { "data-field": "algo" }),
        selectField(t("maze.loops"), String(plan.loops), ["0", "0.05", "0.2", "0.5"].map((share) =>
            [share, t(`maze.loops.${share}`)]), (value) => set("loops")(Number(value)), { "data-field": "loops" }),
        h("button", { type: "submit", class: "main", "data-tool": "generate" }, icon("dice"), t("maze.generate")), this.watchTool);
    }

    openText() {
        const area = h("textarea", { rows: 16, spellcheck: "false", "aria-label": t("maze.text-label"), wrap: "off" });
        const problem = h("p", { class: "message", role: "alert" });
        const file = h("input", { type: "file", class: "unseen", accept: ".txt,text/plain", tabindex: "-1",
            "aria-hidden": "true", onchange: async () => { area.value = await file.files[0].text(); } });
        area.value = this.maze.toText();
        const dialog = openDialog(t("maze.text"), h("p", { class: "note" }, t("maze.text-label")), area, problem,
            h("div", { class: "row" },
                h("button", { type: "button", class: "main", "data-do": "load", onclick: async () => {
                    try {
                        const answer = await ask("api/maze", { maze: area.value });
                        dialog.close();
                        this.own = true;
                        this.take(Maze.of(answer));
                        this.remark.textContent = answer.forgiven ? t("maze.forgiven", { n: answer.forgiven }) : "";
                    } catch (error) {
                        problem.textContent = trouble(error);
                    }
                } }, t("transfer.load")),
                h("button", { type: "button", onclick: () => file.click() }, t("transfer.file")),
                h("button", { type: "button", onclick: () => download("maze.txt", area.value) },
                    icon("save"), t("transfer.save"))), file);
        area.focus();
    }

    // ---- mazes ----

    // Whether one sees how a maze is made, rather than how one gets out.
    watch(making) {
        this.making = making;
        this.watchTool.setAttribute("aria-pressed", String(making));
        this.page.after.hidden = making; // how to draw
        if (this.maze && !making) this.put(this.maze);
    }

    put(maze) {
        this.board.locked = this.making;
        this.board.show(maze);
    }

    async generate({ at = 0 } = {}) {
        try {
            const answer = await this.page.waitFor(ask(`api/maze/generate?${query({ ...this.plan, ...(this.making ? { most: MOST } : {}) })}`));
            if (this.gone) return;
            this.own = false;
            if (this.making && answer.events) this.showMaking(answer, at);
            else await this.take(Maze.of(answer), { at });
        } catch (error) {
            this.page.fail(error);
        }
    }

    empty(full) {
        const { width, height } = this.plan;
        this.own = true;
        this.take(full ? new Maze(width, height) : Maze.room(width, height));
    }

    showMaking(answer, at) {
        this.request?.abort();
        this.page.problem.textContent = "";
        this.maze = Maze.of(answer);
        this.answer = answer;
        this.walk = new Making(answer);
        this.put(this.walk.maze);
        this.board.prepareWalk(this.walk);
        this.page.load(this.walk.length, { at });
    }

    take(maze, { at = 0 } = {}) {
        this.remark.textContent = "";
        this.watch(false);
        this.maze = maze;
        this.put(maze);
        return this.solve({ at });
    }

    // Solved anew a moment after the last change.
    edited() {
        this.own = true;
        this.forget();
        clearTimeout(this.soon);
        this.soon = setTimeout(() => this.solve({ quietly: true }), 250);
    }

    // What was found of another maze is no longer true.
    forget() {
        this.walk = null;
        this.board.clearWalk();
        this.ways.show(null);
        this.page.load(0);
    }

    // Quietly: what was just drawn is what a person wants to hear of.
    async solve({ quietly = false, at = 0 } = {}) {
        this.noteAddress(at);
        this.page.problem.textContent = "";
        this.request?.abort();
        const request = this.request = new AbortController();
        this.forget();
        try {
            const answer = await this.page.waitFor(ask("api/maze/solve", { maze: this.maze.toText(), method: this.method,
                most: MOST, ...this.wishes() }, request.signal));
            if (this.gone || request.signal.aborted) return;
            this.answer = answer;
            this.walk = new GridWalk(answer.events, { method: this.method, marks: this.marks });
            this.board.prepareWalk(this.walk);
            this.ways.show(answer);
            this.farthest = answer.events.reduce((most, [, , , depth]) => Math.max(most, depth), 1);
            this.page.load(answer.events.length, { quietly, at });
        } catch (error) {
            this.page.fail(error);
        }
    }

    wishes() {
        if (this.all) return { all: true, paths: PATHS };
        if (this.marks === "none") return { mark: false, calls: this.calls };
        return this.marks === "keep" ? { unmark: false } : {};
    }

    // ---- a moment ----

    step(at) {
        if (!this.walk) return null;
        const { walk, answer } = this;
        walk.go(at);
        this.ways.clear();
        const ended = at === walk.length && answer.complete;
        if (this.making) {
            this.board.drawWalls();
            this.board.showWalk(walk, ended ? [] : null, 1);
            return { words: this.madeWords(ended), stack: null,
                counters: [walk.counts.built ? ["built", walk.counts.built] : ["opened", walk.counts.opened]] };
        }
        this.board.showWalk(walk, ended && answer.solved ? answer.path : null, this.farthest);
        const recursive = walk.method === "recursive";
        return {
            words: this.words(ended),
            counters: this.counters(),
            stack: recursive ? walk.calls().map(([x, y]) => `solve(${x}, ${y})`) : null,
        };
    }

    counters() {
        const { method, counts } = this.walk;
        switch (method) {
        case "recursive": return [...callCounters(counts), ...(this.marks === "none" ? [] : [["marked", this.walk.marked()]]),
            ...(this.all ? [["ways", counts.ways]] : [])];
        case "shortest": return [["reached", counts.calls], ["distance", counts.depth]];
        case "dead-ends": return [["filled", counts.calls]];
        default: return [["steps", counts.calls]];
        }
    }

    words(ended) {
        const { walk, answer } = this;
        if (walk.at === 0) return t("walk.ready");
        if (ended) {
            if (this.all) return waysWords(answer);
            const end = answer.solved ? t("maze.solved", { n: answer.length }) : answer.stopped ? t("maze.stopped", { n: answer.calls })
                : t(answer.loop ? "maze.loop" : "maze.no-way");
            return this.marks === "keep" ? `${end} ${t("maze.kept", { n: walk.marked() })}` : end;
        }
        if (walk.at === walk.length && !answer.complete) return t("walk.incomplete", { n: walk.length });
        const [kind, x, y, depth] = walk.last;
        return t(`maze.event.${kind}`, { x, y, n: depth });
    }

    madeWords(ended) {
        const { walk } = this;
        if (walk.at === 0) return t("walk.ready");
        if (ended) return t("maze.made");
        if (walk.at === walk.length) return t("walk.incomplete", { n: walk.length });
        const [kind, x, y, side] = walk.last;
        return t(`maze.making.${kind}`, { x, y, direction: side ? t(`direction.${side}`) : "" });
    }

    key(event) {
        return this.page.key(event);
    }
}
