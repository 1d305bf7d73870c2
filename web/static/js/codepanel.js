// codepanel.js: the algorithm beside its walk: its lines with the one that is being executed, the variables of the
// call, and the calls that are open. A click on a line sets a breakpoint, to which playing runs.

import { h, replace } from "./dom.js";
import { t, number, phrase } from "./i18n.js";
import { selectField } from "./fields.js";
import { announce } from "./live.js";

const LONG = 20; // characters of a position that are too many for the name of a call
const SHOWN = 12; // calls of the stack that are listed
const STYLES = ["pseudo", "c"];

// A line of the listing as the reader has it: pseudo-code in the own language, indented as it was.
export function lineText(line, style) {
    const text = line[style], begin = text.length - text.trimStart().length;
    return style === "c" ? text : text.slice(0, begin) + phrase(text.slice(begin));
}

export class CodePanel {
    // styled(style) when another way of writing is chosen, broken() when breakpoints change; go(at) moves the walk.
    constructor({ style, breaks, styled, broken, go }) {
        Object.assign(this, { styled, broken, goTo: go });
        this.style = STYLES.includes(style) ? style : "pseudo";
        this.breaks = new Set(breaks);
        this.list = h("ol", { class: "code", "aria-label": t("code.label"), onkeydown: (event) => this.key(event) });
        this.variables = h("dl", { class: "variables", "aria-label": t("code.variables") });
        this.stack = h("ol", { class: "stack", "aria-label": t("walk.stack") });
        this.jumps = h("div", { class: "row" }, this.jump("code.back", -1), this.jump("code.next", 1));
        this.element = h("section", { class: "code-part", "data-part": "code", "aria-label": t("code.label") },
            selectField(t("code.style"), this.style, STYLES.map((name) => [name, t(`code.${name}`)]), (name) => {
                this.style = name;
                this.build();
                this.styled(name);
            }, { "data-field": "code" }),
            this.variables, this.list, this.jumps, h("p", { class: "note" }, t("code.how")), h("div", {}, h("h2", {}, t("walk.stack")), this.stack));
    }

    jump(name, way) {
        return h("button", { type: "button", "data-tool": name, onclick: () => {
            const to = this.next(this.walk.at, way);
            if (to === null) announce(t("code.none"));
            else this.goTo(to);
        } }, t(name));
    }

    load(listing, walk, tree) {
        Object.assign(this, { listing, walk, tree });
        this.breaks = new Set([...this.breaks].filter((line) => listing.lines[line - 1]?.runs));
        this.build();
    }

    get words() {
        return [...this.breaks].sort((a, b) => a - b).join(".");
    }

    // ---- the listing ----

    build() {
        if (!this.listing) return;
        this.rows = this.listing.lines.map((line, i) => this.row(line, i + 1));
        replace(this.list, this.rows);
        this.buttons = this.rows.map((row) => row.querySelector("button")).filter(Boolean);
        this.buttons.forEach((button, i) => { button.tabIndex = i ? -1 : 0; });
        this.marked = null;
        this.jumps.hidden = this.breaks.size === 0;
        this.show();
    }

    row(line, n) {
        const text = lineText(line, this.style), code = h("code", {}, text);
        if (!line.runs) return h("li", { "data-line": n }, h("span", { class: "code-number" }, text ? number(n) : ""), code);
        return h("li", { "data-line": n, class: "runs", onclick: () => this.toggle(n) },
            h("button", { type: "button", class: "code-number", "aria-pressed": String(this.breaks.has(n)),
                "aria-label": `${t("code.break", { n })}: ${text.trim()}` }, number(n)), code);
    }

    toggle(n) {
        if (!this.breaks.delete(n)) this.breaks.add(n);
        this.rows[n - 1].querySelector("button").setAttribute("aria-pressed", String(this.breaks.has(n)));
        this.jumps.hidden = this.breaks.size === 0;
        this.broken();
    }

    // One stop for the tabulator; up and down go from line to line.
    key(event) {
        const at = this.buttons.indexOf(document.activeElement);
        const to = at + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0);
        if (at < 0 || to === at || !this.buttons[to]) return;
        event.preventDefault();
        this.buttons[at].tabIndex = -1;
        this.buttons[to].tabIndex = 0;
        this.buttons[to].focus();
    }

    lineText(n) {
        return lineText(this.listing.lines[n - 1], this.style).trim();
    }

    // ---- breakpoints ----

    // The next step at a line with a breakpoint, forward or back; null when there is none.
    next(from, way, end = way > 0 ? this.walk.length : 1) {
        for (let at = from + way; way > 0 ? at <= end : at >= end; at += way) {
            const step = this.walk.steps[at - 1];
            if (step.do === "line" && this.breaks.has(step.line)) return at;
        }
        return null;
    }

    // Where playing from one step to another has to stop.
    halt(from, to) {
        return this.walk ? this.next(from, 1, to) : null;
    }

    // ---- the present step ----

    show() {
        if (!this.rows || !this.walk) return;
        const { walk } = this, path = walk.path().filter((id) => walk.now[id].open), top = path.at(-1);
        this.mark(top === undefined ? null : walk.now[top].line);
        const known = top === undefined ? null : walk.now[top].known;
        replace(this.variables, Object.entries(known ?? {}).map(([name, value]) => h("div", { "data-variable": name },
            h("dt", {}, name), h("dd", {}, this.valueText(name, value)))));
        this.showStack(path);
    }

    valueText(name, value) {
        if (name === "m") return value;
        return value === null ? this.infinite(name) : this.tree.valueText(value);
    }

    // Nothing is known yet: what the side to move has is as bad as can be.
    infinite(name) {
        const top = this.walk.path().filter((id) => this.walk.now[id].open).at(-1);
        const max = this.tree.ratings || this.walk.nodes[top].turn === "first";
        return name === "alpha" || name === "best" && max ? "−∞" : "+∞";
    }

    mark(line) {
        if (this.marked) this.marked.removeAttribute("aria-current");
        this.marked = line ? this.rows[line - 1] : null;
        if (!this.marked) return;
        this.marked.setAttribute("aria-current", "step");
        const { list, marked } = this, top = marked.offsetTop;
        if (top < list.scrollTop) list.scrollTop = top;
        else if (top + marked.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + marked.offsetHeight - list.clientHeight;
    }

    // What a call is of: its position, or where that is long the moves that led there.
    name(id) {
        const position = this.walk.nodes[id].position ?? "";
        return position.length <= LONG || this.tree.recursion ? position : this.tree.moves(id) || t("moves.start");
    }

    // The innermost call first, above it what a call has just returned.
    showStack(path) {
        const { walk } = this, { last } = walk, rest = path.length - SHOWN;
        const returned = last?.do === "leave" ? h("li", { class: "returned" }, h("code", {}, this.name(last.node)),
            t("code.returns", { value: this.tree.known(last.node) })) : null;
        replace(this.stack, returned, path.slice(-SHOWN).reverse().map((id) => h("li", { "data-node": id },
            h("code", {}, this.name(id)), walk.now[id].line ? h("span", { class: "level" }, t("code.frame", { n: walk.now[id].line })) : null)),
        rest > 0 ? h("li", { class: "note" }, t("walk.more", { n: rest })) : null);
    }
}
