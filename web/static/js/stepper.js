// stepper.js: going through a list of steps forward and back, by hand or by itself. Trees, mazes
// and puzzles are all watched with it.

import { h, freshId } from "./dom.js";
import { t, number } from "./i18n.js";
import { icon } from "./icons.js";
import { pref, setPref } from "./prefs.js";

// The slider's 0 to 100 as steps a second, from one in two seconds to hundreds.
function rate(speed) {
    return 0.5 * 2 ** (speed / 10);
}

export class Stepper {
    // moved(at) is called whenever the place changes. halt(from, to) says at which step behind `from` playing is to stop; null: at none.
    constructor(moved, halt = () => null) {
        Object.assign(this, { moved, halt });
        this.count = 0;
        this.at = 0;
        this.running = null;
        this.speed = Number(pref("speed", "40"));
        this.element = this.build();
        this.refresh();
    }

    button(name, action) {
        return h("button", { class: "icon-button", type: "button", "aria-label": t(`step.${name}`),
            title: t(`step.${name}`), "data-step": name, onclick: action }, icon(name));
    }

    build() {
        const id = freshId("speed");
        this.buttons = {
            first: this.button("first", () => this.go(0)),
            back: this.button("back", () => this.go(this.at - 1)),
            play: this.button("play", () => this.toggle()),
            forward: this.button("forward", () => this.go(this.at + 1)),
            last: this.button("last", () => this.go(this.count)),
        };
        this.slider = h("input", { type: "range", class: "progress", min: 0, max: 0, value: 0,
            "aria-label": t("step.place"), oninput: () => this.go(Number(this.slider.value)) });
        this.place = h("output", { class: "place" });
        this.speedField = h("input", { type: "range", id, min: 0, max: 100, value: this.speed,
            oninput: () => {
                this.speed = Number(this.speedField.value);
                setPref("speed", String(this.speed));
            } });
        return h("div", { class: "stepper", role: "group", "aria-label": t("step.label"),
            onkeydown: (event) => this.key(event) },
        h("div", { class: "step-buttons" }, Object.values(this.buttons)),
        h("div", { class: "step-place" }, this.slider, this.place),
        h("div", { class: "step-speed" }, h("label", { for: id }, t("step.speed")),
            this.speedField));
    }

    // A new list of steps. Starts at its beginning, or where asked.
    load(count, at = 0) {
        this.stop();
        this.count = count;
        this.go(at, true);
    }

    go(at, keep = false) {
        if (!keep) this.stop();
        this.at = Math.max(0, Math.min(this.count, at));
        this.refresh();
        this.moved(this.at);
    }

    toggle() {
        if (this.running !== null) {
            this.stop();
            this.refresh();
            return;
        }
        if (this.at >= this.count) this.go(0);
        this.start();
    }

    start() {
        this.last = performance.now();
        this.owed = 1;
        this.running = requestAnimationFrame((now) => this.tick(now));
        this.refresh();
    }

    // As many steps as are due since the last frame.
    tick(now) {
        this.owed += Math.min(0.5, (now - this.last) / 1000) * rate(this.speed);
        this.last = now;
        const steps = Math.floor(this.owed);
        this.owed -= steps;
        this.running = requestAnimationFrame((then) => this.tick(then));
        const halted = steps > 0 ? this.halt(this.at, Math.min(this.count, this.at + steps)) : null;
        if (halted !== null) this.go(halted);
        else if (steps > 0) this.go(this.at + steps, true);
        if (this.at >= this.count) {
            this.stop();
            this.refresh();
        }
    }

    stop() {
        if (this.running !== null) cancelAnimationFrame(this.running);
        this.running = null;
    }

    refresh() {
        const { first, back, play, forward, last } = this.buttons;
        const running = this.running !== null;
        for (const [button, off] of [[first, this.at === 0], [back, this.at === 0],
            [forward, this.at === this.count], [last, this.at === this.count],
            [play, this.count === 0]])
            button.setAttribute("aria-disabled", String(off));
        play.replaceChildren(icon(running ? "pause" : "play"));
        play.setAttribute("aria-label", t(running ? "step.pause" : "step.play"));
        play.title = t(running ? "step.pause" : "step.play");
        this.slider.max = String(this.count);
        this.slider.value = String(this.at);
        this.place.textContent = t("step.of", { at: number(this.at), count: number(this.count) });
    }

    key(event) {
        if (event.target.matches("input")) return;
        const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0,
            End: this.count }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        this.go(to);
    }
}
