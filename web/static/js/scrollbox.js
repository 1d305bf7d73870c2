// scrollbox.js: a picture whose parts stay large enough for a finger. Where there is no room for all of it, it is
// scrolled within a box of its own, and a button shows it whole instead.

import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

// A picture that is cut off by less than this is made to fit: what is a little smaller is better than what is scrolled.
const NEARLY = 0.9;

export class ScrollBox {
    // Where one plays, what one touches comes first, and is enlarged; where one watches, the whole does.
    constructor({ enlarged = false, ...attributes } = {}) {
        this.box = h("div", { tabindex: "-1", ...attributes, class: `scroll-box ${attributes.class ?? ""}` });
        this.button = h("button", { type: "button", class: "quiet enlarge", "data-tool": "enlarge", hidden: true,
            onclick: () => this.enlarge(!this.enlarged) }, icon("enlarge"), t("box.enlarge"));
        this.element = h("div", { class: "scroll-holder" }, this.box, this.button);
        this.moved = () => {}; // called when another part of the picture is seen
        this.box.addEventListener("scroll", () => this.moved(), { passive: true });
        // Told after the browser has placed everything, so that nothing is placed twice.
        this.watch = new ResizeObserver(() => this.fit());
        this.watch.observe(this.box);
        this.enlarge(enlarged);
    }

    enlarge(enlarged) {
        this.enlarged = enlarged;
        this.centred = false;
        this.box.classList.toggle("enlarged", enlarged);
        this.button.setAttribute("aria-pressed", String(enlarged));
    }

    // columns and rows: how many parts, each as large as a finger wants it, the picture is wide and high. middle: what is
    // looked at first, as shares of its width and height.
    show(picture, { columns, rows, middle = { x: 0.5, y: 0.5 } }) {
        this.middle = middle;
        if (this.picture) this.watch.unobserve(this.picture);
        this.picture = picture;
        this.size = { columns, rows };
        picture.style.setProperty("--columns", columns.toFixed(3));
        picture.style.setProperty("--rows", rows.toFixed(3));
        replace(this.box, picture);
        this.watch.observe(picture);
    }

    get scrolls() {
        const { box } = this;
        return box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    }

    get least() {
        return parseFloat(getComputedStyle(this.box).getPropertyValue("--least"));
    }

    // The parts are smaller than they should be.
    get crowded() {
        const { clientWidth, clientHeight } = this.picture, { least } = this;
        return Math.min(clientWidth / this.size.columns, clientHeight / this.size.rows) < least - 0.5;
    }

    // Where the picture is scrolled, a finger that moves does that; one that only taps begins when it is lifted.
    press(event, begin) {
        if (event.pointerType === "touch" && this.scrolls) this.tapped = event;
        else begin(event);
    }

    release(kept, begin) {
        if (this.tapped && kept) begin(this.tapped);
        this.tapped = null;
    }

    fit() {
        const { box, picture } = this;
        if (!picture?.isConnected) return;
        const nearly = box.clientWidth >= this.size.columns * this.least * NEARLY;
        box.classList.toggle("nearly", nearly);
        const scrolling = this.scrolls;
        box.classList.toggle("scrolls", scrolling);
        this.button.hidden = !scrolling && (nearly || !this.crowded);
        // What can be scrolled can be reached with the keys: by what is in it, or else itself.
        const alone = scrolling && !box.querySelector('[tabindex="0"]');
        box.setAttribute("tabindex", alone ? "0" : "-1");
        if (alone) box.setAttribute("role", "region");
        else box.removeAttribute("role");
        if (alone) box.setAttribute("aria-label", picture.getAttribute("aria-label"));
        else box.removeAttribute("aria-label");
        if (scrolling && !this.centred)
            box.scrollTo(box.scrollWidth * this.middle.x - box.clientWidth / 2, box.scrollHeight * this.middle.y - box.clientHeight / 2);
        if (scrolling) this.centred = true;
        if (scrolling) this.reveal(this.wanted);
        this.moved();
    }

    // The part where something is happening stays in sight.
    follow(part) {
        if (this.box.classList.contains("scrolls")) this.reveal(part);
    }

    // A part that should be in sight as soon as the picture is there.
    look(part) {
        this.wanted = part;
        requestAnimationFrame(() => this.wanted === part && this.fit());
    }

    // Scrolls the box, and not the page, until a part is in it with something around it.
    reveal(part) {
        this.wanted = null;
        if (!part?.isConnected) return;
        const box = this.box.getBoundingClientRect(), place = part.getBoundingClientRect();
        const over = (from, to, size, low, high) => from - size / 2 < low ? from - size / 2 - low
            : to + size / 2 > high ? to + size / 2 - high : 0;
        this.box.scrollBy(over(place.left, place.right, place.width, box.left, box.right),
            over(place.top, place.bottom, place.height, box.top, box.bottom));
    }
}
