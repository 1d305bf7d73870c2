// zoombox.js: a large picture in a box: zoomed with buttons, keys, wheel or two fingers, fitted, dragged, and enlarged to
// the whole window.

import { h } from "./dom.js";
import { t, number } from "./i18n.js";
import { icon } from "./icons.js";
import { announce } from "./live.js";

const LEAST = 0.1, MOST = 3, STEP = 1.25;
const LARGE = 2; // what is fitted is no larger
const FAR = 4; // pixels from which on a press is a drag, and no click

export class ZoomBox {
    // whole: what fills the window when it is enlarged, with the box in it.
    constructor(attributes, whole = () => null) {
        this.whole = whole;
        this.zoom = 1;
        this.fitted = false;
        this.box = h("div", { ...attributes, onwheel: (event) => this.wheel(event), onpointerdown: (event) => this.press(event),
            onpointermove: (event) => this.drag(event), onpointerup: () => this.release(), onpointercancel: () => this.release(),
            ontouchstart: (event) => this.touch(event), onkeydown: (event) => this.key(event) });
        // What was dragged is not clicked. Two fingers zoom, and the browser must not.
        this.box.addEventListener("click", (event) => { if (this.dragged) event.stopPropagation(); }, { capture: true });
        this.box.addEventListener("touchmove", (event) => this.pinch(event), { passive: false });
        const tool = (name, action) => h("button", { type: "button", class: "icon-button", "aria-label": t(`zoom.${name}`), title: t(`zoom.${name}`),
            "data-tool": `zoom-${name}`, onclick: action }, icon(`zoom-${name}`));
        this.fitTool = tool("fit", () => this.fit(!this.fitted));
        this.wholeTool = tool("whole", () => this.enlarge());
        this.tools = h("div", { class: "zoom-tools", role: "group", "aria-label": t("zoom.label") },
            tool("out", () => this.to(this.zoom / STEP)), tool("in", () => this.to(this.zoom * STEP)), this.fitTool, this.wholeTool);
        this.element = h("div", { class: "zoom-frame" }, this.box, this.tools);
        this.watch = new ResizeObserver(() => this.fitted && this.apply());
        this.watch.observe(this.box);
        this.state();
    }

    // A picture of this size; what is in sight stays.
    show(picture, width, height) {
        Object.assign(this, { picture, width, height });
        this.box.replaceChildren(picture);
        this.apply();
    }

    // Something else than a picture.
    say(element) {
        this.picture = null;
        this.box.replaceChildren(element);
    }

    apply() {
        if (!this.picture) return;
        if (this.fitted) {
            const { clientWidth, clientHeight } = this.box;
            this.zoom = Math.max(LEAST, Math.min(LARGE, clientWidth / this.width, clientHeight / this.height));
        }
        this.picture.setAttribute("width", Math.floor(this.width * this.zoom));
        this.picture.setAttribute("height", Math.floor(this.height * this.zoom));
        this.state();
    }

    state() {
        this.fitTool.setAttribute("aria-pressed", String(this.fitted));
        this.wholeTool.setAttribute("aria-pressed", String(Boolean(this.enlarged)));
    }

    // Another scale; the point [x, y] of the box, its middle unless told, stays where it is.
    to(zoom, [x, y] = [this.box.clientWidth / 2, this.box.clientHeight / 2]) {
        const { box } = this, before = this.zoom;
        this.zoom = Math.max(LEAST, Math.min(MOST, zoom));
        this.fitted = false;
        const left = (box.scrollLeft + x) * this.zoom / before - x, top = (box.scrollTop + y) * this.zoom / before - y;
        this.apply();
        box.scrollTo(left, top);
        announce(t("zoom.now", { share: number(this.zoom, { style: "percent" }) }));
    }

    // All of it, also when it grows.
    fit(fitted) {
        this.fitted = fitted;
        if (!fitted) this.zoom = 1;
        this.apply();
    }

    // The scale that an address asks for: "fit", or a number.
    start(word) {
        this.fitted = word === "fit";
        const zoom = Number(word);
        this.zoom = zoom >= LEAST && zoom <= MOST ? zoom : 1;
        this.apply();
    }

    get word() {
        return this.fitted ? "fit" : this.zoom === 1 ? "" : String(Math.round(this.zoom * 100) / 100);
    }

    // Scrolls until a part of the picture is well in sight.
    reveal({ x, y, width, height }) {
        const { box, zoom } = this, margin = 60;
        const part = { left: x * zoom, top: y * zoom, width: width * zoom, height: height * zoom };
        const inside = (from, size, at, length) => at - margin >= from && at + length + margin <= from + size;
        const left = inside(box.scrollLeft, box.clientWidth, part.left, part.width) ? box.scrollLeft
            : part.left - box.clientWidth / 2 + part.width / 2;
        const top = inside(box.scrollTop, box.clientHeight, part.top, part.height) ? box.scrollTop
            : part.top - box.clientHeight / 2;
        if (left !== box.scrollLeft || top !== box.scrollTop) box.scrollTo({ left, top });
    }

    enlarge(on = !this.enlarged) {
        const whole = this.whole();
        if (!whole) return;
        this.enlarged = on;
        whole.classList.toggle("whole-window", on);
        document.documentElement.classList.toggle("behind-window", on);
        this.state();
        this.apply();
    }

    // ---- mouse, fingers, keys ----

    at(event) {
        const { left, top } = this.box.getBoundingClientRect();
        return [event.clientX - left, event.clientY - top];
    }

    wheel(event) {
        if (!event.ctrlKey) return; // the wheel alone scrolls
        event.preventDefault();
        this.to(this.zoom * Math.exp(-event.deltaY / 300), this.at(event));
    }

    press(event) {
        this.dragged = false;
        if (event.pointerType === "touch" || event.button !== 0) return; // a finger scrolls by itself
        this.grip = { x: event.clientX, y: event.clientY, left: this.box.scrollLeft, top: this.box.scrollTop, id: event.pointerId };
    }

    drag(event) {
        const { grip, box } = this;
        if (!grip) return;
        const dx = event.clientX - grip.x, dy = event.clientY - grip.y;
        if (!this.dragged && Math.hypot(dx, dy) < FAR) return;
        if (!this.dragged) box.setPointerCapture(grip.id);
        this.dragged = true;
        box.classList.add("dragged");
        box.scrollTo(grip.left - dx, grip.top - dy);
    }

    // The click that a drag ends with comes at once; one that comes later is meant.
    release() {
        this.grip = null;
        setTimeout(() => { this.dragged = false; });
        this.box.classList.remove("dragged");
    }

    touch(event) {
        if (event.touches.length === 2) this.span = { apart: this.apart(event), zoom: this.zoom };
    }

    apart({ touches: [a, b] }) {
        return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    }

    pinch(event) {
        if (event.touches.length !== 2 || !this.span) return;
        event.preventDefault();
        const [a, b] = event.touches, box = this.box.getBoundingClientRect();
        this.to(this.span.zoom * this.apart(event) / this.span.apart,
            [(a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top]);
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "+") this.to(this.zoom * STEP);
        else if (event.key === "-") this.to(this.zoom / STEP);
        else if (event.key === "0") this.fit(!this.fitted);
        else if (event.key === "Escape" && this.enlarged) this.enlarge(false);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
