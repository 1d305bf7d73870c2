// maze.js: the view of mazes: draw, generate, load and save them, and watch how one finds the way out.

import { h, replace, download } from "./dom.js";
import { t, trouble } from "./i18n.js";
import { ask } from "./api.js";
import { note } from "./address.js";
import { query } from "./states.js";
import { icon } from "./icons.js";
import { openDialog } from "./dialog.js";
import { Maze } from "./mazemodel.js";
import { MazeBoard } from "./mazeboard.js";
import { GridWalk } from "./gridwalk.js";
import { checkField, numberField, selectField, within } from "./fields.js";
import { WalkPage, callCounters } from "./walkpage.js";

const METHODS = ["recursive", "right-hand", "left-hand", "shortest", "dead-ends"];
const ALGOS = ["backtracker", "kruskal", "prim", "wilson", "eller", "division"];
const USUAL = { width: 14, height: 10, algo: "backtracker", loops: 0, seed: 3 };
const SIZES = { min: 2, max: 100 }; // as the server has them
const MOST = 20000;

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
        this.unmark = words.unmark !== "no";
        this.build();
        const drawn = words.maze && Maze.fromCode(words.maze);
        if (drawn) {
            this.own = true;
            this.take(drawn);
        } else {
            await this.generate();
        }
    }

    leave() {
        this.page?.stepper.stop();
        this.request?.abort();
        clearTimeout(this.soon);
        this.gone = true;
    }

    // What the fields say, and the maze itself unless that is what they make.
    noteAddress() {
        note({ view: "maze", words: { ...this.plan, maze: this.own && this.maze ? this.maze.toCode() : "",
            method: this.method === "recursive" ? "" : this.method, unmark: this.unmark ? "" : "no" } });
    }

    // ---- the page ----

    build() {
        this.board = new MazeBoard(() => this.edited());
        this.page?.stepper.stop();
        this.page = new WalkPage((at) => this.step(at));
        this.page.stage.append(this.board.element);
        this.page.after.append(h("p", { class: "note", id: "maze-keys" }, t("maze.how")));
        this.unmarkField = checkField(t("maze.unmark"), this.unmark, (checked) => {
            this.unmark = checked;
            this.solve();
        }, { "data-field": "unmark" });
        this.unmarkField.hidden = this.method !== "recursive";
        replace(this.page.fields,
            selectField(t("maze.method"), this.method, METHODS.map((name) => [name, t(`maze.method.${name}`)]), (name) => {
                this.method = name;
                this.unmarkField.hidden = name !== "recursive";
                this.solve();
            }, { "data-field": "method" }), this.unmarkField);
        replace(this.root,
            h("div", { class: "walk-head" }, h("h1", {}, this.title), this.tools()),
            this.generator(), this.page.element);
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
        h("button", { type: "submit", class: "main", "data-tool": "generate" }, icon("dice"), t("maze.generate")));
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

    async generate() {
        try {
            const answer = await ask(`api/maze/generate?${query(this.plan)}`);
            if (this.gone) return;
            this.own = false;
            this.take(Maze.of(answer));
        } catch (error) {
            this.page.fail(error);
        }
    }

    empty(full) {
        const { width, height } = this.plan;
        this.own = true;
        this.take(full ? new Maze(width, height) : Maze.room(width, height));
    }

    take(maze) {
        this.maze = maze;
        this.board.show(maze);
        this.solve();
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
        this.page.load(0);
    }

    // Quietly: what was just drawn is what a person wants to hear of.
    async solve({ quietly = false } = {}) {
        this.noteAddress();
        this.page.problem.textContent = "";
        this.request?.abort();
        const request = this.request = new AbortController();
        this.forget();
        try {
            const answer = await this.page.waitFor(ask("api/maze/solve", { maze: this.maze.toText(), method: this.method,
                most: MOST, ...(this.method === "recursive" ? { unmark: this.unmark } : {}) }, request.signal));
            if (this.gone || request.signal.aborted) return;
            this.answer = answer;
            this.walk = new GridWalk(answer.events, { method: this.method, unmark: this.unmark });
            this.board.prepareWalk(this.walk);
            this.farthest = answer.events.reduce((most, [, , , depth]) => Math.max(most, depth), 1);
            this.page.load(answer.events.length, { quietly });
        } catch (error) {
            this.page.fail(error);
        }
    }

    // ---- a moment ----

    step(at) {
        if (!this.walk) return null;
        const { walk, answer } = this;
        walk.go(at);
        const ended = at === walk.length && answer.complete;
        this.board.showWalk(walk, ended && answer.solved ? answer.path : null, this.farthest);
        const recursive = walk.method === "recursive";
        return {
            words: this.words(ended),
            counters: this.counters(),
            stack: recursive ? this.stack() : null,
        };
    }

    counters() {
        const { method, counts } = this.walk;
        switch (method) {
        case "recursive": return callCounters(counts);
        case "shortest": return [["reached", counts.calls], ["distance", counts.depth]];
        case "dead-ends": return [["filled", counts.calls]];
        default: return [["steps", counts.calls]];
        }
    }

    stack() {
        const list = this.walk.way().map(([x, y]) => `solve(${x}, ${y})`);
        if (this.walk.place.kind === "dead-end") list.push(`solve(${this.walk.place.at.join(", ")})`);
        return list;
    }

    words(ended) {
        const { walk, answer } = this;
        if (walk.at === 0) return t("walk.ready");
        if (ended) {
            if (answer.solved) return t("maze.solved", { n: answer.length });
            return t(answer.loop ? "maze.loop" : "maze.no-way");
        }
        if (walk.at === walk.length && !answer.complete) return t("walk.incomplete", { n: walk.length });
        const [kind, x, y, depth] = walk.last;
        return t(`maze.event.${kind}`, { x, y, n: depth });
    }

    key(event) {
        return this.page.key(event);
    }
}
