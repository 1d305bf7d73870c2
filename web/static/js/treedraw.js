// treedraw.js: draws a tree and lets one walk in it with mouse and keys. What its nodes say is
// handed in: the tree of labels and the watched search are both drawn here.

import { svg } from "./dom.js";
import { t } from "./i18n.js";
import { layout, inOrder } from "./treelayout.js";
import { markShape } from "./marks.js";
import { thumbnail } from "./boarddraw.js";
import { ZoomBox } from "./zoombox.js";

const PLAIN = 104, WITH_BOARD = 100, GAP = 52; // beside the board, which is as wide as the node is high

export class TreeDrawing {
    // describe(id) -> { move, text, value: win|draw|loss|guess|null, turn, sub, classes, words,
    //   board, open: true|false|null (null: nothing below) }
    // children(id): the visible ones. chosen(id), toggled(id): what a person did; looked(id): where the keyboard is.
    // whole() is what fills the window when the tree is enlarged.
    constructor({ describe, children, chosen, toggled, looked, whole }) {
        Object.assign(this, { describe, children, chosen, toggled, looked });
        this.zoomed = new ZoomBox({ class: "tree-holder" }, whole);
        this.holder = this.zoomed.box;
        this.element = this.zoomed.element;
        this.focused = null;
        this.order = []; // of what is drawn
    }

    // Words in the place of a tree.
    say(element) {
        this.zoomed.say(element);
    }

    // boards: there is room for one in every node.
    draw(root, { current = null, height = 44, boards = false, follow = true } = {}) {
        const hadFocus = this.holder.contains(document.activeElement);
        this.boards = boards;
        this.width = boards ? height + WITH_BOARD - 16 : PLAIN;
        const { places, rows, depth } = layout(root, this.children);
        const step = height + 12, column = this.width + GAP;
        const at = (id) => {
            const { x, y } = places.get(id);
            return { x: 16 + x * column, y: 16 + y * step };
        };
        this.order = inOrder(root, this.children);
        this.root = root;
        if (this.focused === null || !places.has(this.focused)) this.focused = current ?? root;
        const width = 32 + (depth + 1) * column - GAP, total = 32 + rows * step - 12;
        const edges = svg("g", { class: "tree-edges", "aria-hidden": "true" });
        const nodes = svg("g", {});
        for (const id of this.order) {
            const from = at(id), about = this.describe(id);
            for (const child of this.children(id)) edges.append(this.edge(from, at(child), height, this.describe(child)));
            nodes.append(this.node(id, from, height, about, id === current, places.get(id).x));
        }
        this.picture = svg("svg", { class: "tree", viewBox: `0 0 ${width} ${total}`, role: "tree", "aria-label": t("tree.label") },
            edges, nodes);
        this.zoomed.show(this.picture, width, total);
        this.quiet = true; // it is the same node as before that has the focus again
        if (hadFocus) this.item(this.focused)?.focus({ preventScroll: true });
        this.quiet = false;
        if (follow && current !== null && places.has(current)) this.zoomed.reveal({ ...at(current), width: this.width, height });
    }

    edge(from, to, height, { classes, move }) {
        const x1 = from.x + this.width, y1 = from.y + height / 2, x2 = to.x, y2 = to.y + height / 2;
        const middle = x1 + GAP * 0.45;
        return svg("g", { class: `tree-edge ${classes}` },
            svg("path", { d: `M${x1} ${y1}C${middle} ${y1} ${middle - 6} ${y2} ${x2 - 20} ${y2}H${x2}` }),
            svg("text", { x: x2 - 5, y: y2 - 6 }, move));
    }

    node(id, { x, y }, height, about, current, level) {
        const { open, value, sub, board } = about, { width } = this;
        const left = this.boards && !about.bare ? height + 4 : 12; // where the words begin
        const line = height / 2 - (sub ? 7 : 0);
        const round = about.turn === "second" ? (this.boards ? 20 : height / 2.2) : 6;
        return svg("g", { class: `tree-node ${about.classes} ${current ? "current" : ""}`, role: "treeitem",
            transform: `translate(${x} ${y})`, "data-node": id, "aria-level": level + 1,
            "aria-expanded": open === null ? null : String(open), "aria-selected": String(current),
            "aria-label": about.words, tabindex: id === this.focused ? "0" : "-1",
            onfocus: () => {
                this.focused = id;
                if (!this.quiet) this.looked(id);
            },
            onclick: () => { this.focused = id; this.chosen(id); this.toggled(id); },
            onkeydown: (event) => this.key(event, id) },
        svg("g", { "aria-hidden": "true" }, svg("rect", { class: "body", width, height, rx: round }),
        board ? this.small(board, height - 16) : null,
        value ? markShape(value, { transform: `translate(${left + 8} ${line}) scale(0.82)` }) : null,
        svg("text", { class: `value ${value ?? ""}`, x: left + (value ? 21 : 0), y: line }, `${about.text} `),
        sub ? svg("text", { class: "sub", x: left, y: height / 2 + 10 }, sub) : null,
        open === null ? null : svg("circle", { class: "fold-around", cx: width, cy: height / 2, r: 8 }),
        open === null ? null : svg("path", { class: "fold", d: open ? "M-4 0h8" : "M-4 0h8M0 -4v8",
            transform: `translate(${width} ${height / 2})` })));
    }

    small(board, size) {
        const picture = thumbnail(board, size);
        picture.setAttribute("x", String(10 + (size - picture.getAttribute("width")) / 2));
        picture.setAttribute("y", String(8 + (size - picture.getAttribute("height")) / 2));
        return picture;
    }

    item(id) {
        return this.holder.querySelector(`[data-node="${CSS.escape(String(id))}"]`);
    }

    move(id) {
        if (id === undefined) return;
        this.item(this.focused)?.setAttribute("tabindex", "-1");
        this.focused = id;
        const item = this.item(id);
        item?.setAttribute("tabindex", "0");
        item?.focus();
    }

    key(event, id) {
        const place = this.order.indexOf(id), { open } = this.describe(id);
        switch (event.key) {
        case "ArrowDown": this.move(this.order[place + 1]); break;
        case "ArrowUp": this.move(this.order[place - 1]); break;
        case "Home": this.move(this.root); break;
        case "End": this.move(this.order.at(-1)); break;
        case "ArrowRight":
            if (open === false) this.toggled(id);
            else this.move(this.children(id)[0]);
            break;
        case "ArrowLeft":
            if (open === true) this.toggled(id);
            else this.move(this.order.find((other) => this.children(other).includes(id)));
            break;
        case "Enter":
        case " ":
            this.chosen(id);
            this.toggled(id);
            break;
        default: return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}
