// walkpage.js: the frame in which a backtracking search is watched: the settings first, then the picture with the
// stepper under it, then the counters and the call stack; where there is room, in two columns.

import { h, replace } from "./dom.js";
import { t, number, trouble } from "./i18n.js";
import { Stepper } from "./stepper.js";
import { announce } from "./live.js";
import { unlessSoon } from "./api.js";

const SHOWN = 12; // calls of the stack that are listed

// What every recursive search is counted by.
export function callCounters({ calls, depth, deepest }) {
    return [["calls", calls], ["depth", depth], ["deepest", deepest]];
}

// A line through the middles of squares, as the path of an SVG.
export function lineThrough(points) {
    return points.length > 1 ? `M${points.map((point) => point.join(" ")).join("L")}` : "";
}

export class WalkPage {
    // stepped(at) draws a moment and gives { words, counters: [[name, value]], stack: [text] or null }.
    // moved() is called after it.
    constructor(stepped, moved = () => {}) {
        Object.assign(this, { stepped, moved });
        this.stepper = new Stepper((at) => this.step(at));
        this.fields = h("div", { class: "fields" });
        this.problem = h("p", { class: "message", role: "alert" });
        this.stage = h("div", { class: "walk-stage" });
        this.told = h("p", { class: "told" });
        this.after = h("div", {});
        this.counters = h("dl", { class: "counters" });
        this.stack = h("ol", { class: "stack", "aria-label": t("walk.stack") });
        this.stackPart = h("section", { class: "stack-part" }, h("h2", {}, t("walk.stack")), this.stack);
        this.element = h("div", { class: "walk" },
            h("div", { class: "walk-settings" }, this.fields, this.problem),
            h("div", { class: "walk-main" }, this.stage, this.told, this.stepper.element, this.after),
            h("aside", { class: "walk-side", "aria-label": t("walk.side") }, this.counters, this.stackPart));
    }

    // A new search, at its beginning or where asked.
    load(count, { quietly = false, at = 0 } = {}) {
        this.quiet = quietly;
        this.stepper.load(count, at);
        this.quiet = false;
    }

    // The answer to what this page shows next, which may take its time.
    waitFor(answer) {
        return unlessSoon(answer, () => {
            this.told.textContent = t("analysis.thinking");
            announce(this.told.textContent);
        });
    }

    step(at) {
        const { words, counters, stack } = this.stepped(at) ?? { words: "", counters: [], stack: null };
        this.told.textContent = words;
        if (this.stepper.running === null && !this.quiet && words) announce(words);
        replace(this.counters, counters.map(([name, value]) => h("div", { "data-counter": name },
            h("dt", {}, t(`count.${name}`)), h("dd", {}, number(value)))));
        this.moved();
        this.stackPart.hidden = stack === null;
        if (stack === null) return;
        const top = stack.slice(-SHOWN).reverse(), rest = stack.length - top.length;
        replace(this.stack, top.map((text, i) => h("li", {}, h("span", { class: "level" },
            number(stack.length - i)), h("code", {}, text))),
        rest > 0 ? h("li", { class: "note" }, t("walk.more", { n: rest })) : null);
    }

    fail(error) {
        if (error.name === "AbortError") return;
        this.told.textContent = "";
        this.problem.textContent = trouble(error);
    }

    key(event) {
        const to = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (to && this.stepper.count) this.stepper.go(this.stepper.at + to);
        else if (event.key === " " && event.target === document.body) this.stepper.toggle();
        else return false;
        return true;
    }
}
