// board.js: a board to play on, drawn from its description alone: with the mouse, by touch, and
// with the arrow keys. It knows no game.

import { h, svg, replace } from "./dom.js";
import { t, number } from "./i18n.js";
import { Shape, UNIT, changesOf, isPlace, targets, towards } from "./boardshape.js";
import { arrow, content, drawAxes, drawCells, isSign, outline } from "./boarddraw.js";
import { bestGuesses, drawGuess, drawMark, markWords } from "./marks.js";
import { drawParts, drawPartNames } from "./partlayer.js";
import { ScrollBox } from "./scrollbox.js";
import { announce } from "./live.js";

const WRITTEN = 9; // more of the same number than this say no more than their tint

// Where a cell is, in words.
function place(board, index) {
    const x = index % board.width, y = Math.floor(index / board.width), { kind } = board.cells[index];
    const where = t("cell.place", {
        column: board.columns?.[x] || number(x + 1), row: board.rows?.[y] || number(y + 1), // beside the board there are no names
    });
    return kind === "hand" || kind === "store" ? `${t(`cell.${kind}`)}, ${where}` : where;
}

// What stands in it: whose, of which kind, how many.
function inside({ owner, text, count, line }) {
    const sign = isSign(text) ? text : null;
    return [owner === "both" ? (!sign || sign === "#") && t("cell.drawn") : owner && t(`cell.${owner}`), sign, count && number(count), line && t("cell.line")]
        .filter(Boolean).join(", ");
}

// The line that ended the game, in words; "" when there is none.
export function lineWords(board) {
    const places = board.cells.flatMap((cell, index) => cell.line ? [place(board, index)] : []);
    return places.length ? t("said.line", { places: places.join("; ") }) : "";
}

function union(rects) {
    const x = Math.min(...rects.map((r) => r.x)), y = Math.min(...rects.map((r) => r.y));
    return {
        x, y, width: Math.max(...rects.map((r) => r.x + r.width)) - x,
        height: Math.max(...rects.map((r) => r.y + r.height)) - y,
    };
}

export class Board {
    // played(move) is called when a move is chosen.
    constructor(played) {
        this.played = played;
        this.frame = new ScrollBox({ enlarged: true, class: "board-stage" });
        this.frame.moved = () => this.keepAxes();
        this.stage = this.frame.box;
        this.others = h("div", { class: "other-moves" });
        this.element = h("div", { class: "board-holder" }, this.frame.element, this.others);
        this.focused = null; // the place in the board where the keyboard was last
        this.held = []; // the places that have been clicked of a move that takes several
        this.dragged = null; // the target that is on its way with the pointer
    }

    // state: as the server gives it. marks: what is known of moves. fresh: cells that have just changed, by a click on those that are clicked.
    show(state, options = {}) {
        const { flip, marks = new Map(), owners, fresh, clicked, enabled = true, hint = null, parts = [] } = options;
        const hadFocus = this.stage.contains(document.activeElement);
        const { board } = state;
        const changed = this.state !== state;
        if (changed || !enabled) this.held = [];
        this.state = state;
        this.options = options;
        this.shape = new Shape(board, { flip });
        this.targets = enabled ? targets(state, this.held) : [];
        for (const target of this.targets)
            target.box = union(target.cells.map((index) => this.hit(index)));
        const { width, height, margin } = this.shape, whole = { width: width + 2 * margin, height: height + 2 * margin };
        this.ghost = svg("g", { class: "ghost", "aria-hidden": "true" });
        this.svg = svg("svg", {
            class: "board", viewBox: `${-margin} ${-margin} ${whole.width} ${whole.height}`, role: "group",
            onpointermove: (event) => this.drag(event), onpointerup: (event) => this.drop(event),
            onpointerleave: () => this.drag(null),
            "aria-label": t("board.label", { title: state.title }),
        }, drawCells(this.shape, { fresh, clicked, owners }), this.parts = drawParts(this.shape, parts), this.readable(), this.emptied(), this.ghost,
        this.legalLayer(), this.marks = this.markLayer(marks, hint), this.partNames = drawPartNames(this.shape, parts), this.targetLayer(marks), drawAxes(this.shape));
        this.preview(null);
        // Boards grow with the window; but a square does not grow without end.
        this.svg.style.setProperty("--units", (whole.width / UNIT).toFixed(3));
        const finger = this.finger();
        this.frame.show(this.svg, { columns: whole.width / finger, rows: whole.height / finger, middle: this.playable(whole, margin) });
        this.showOthers(enabled);
        // While there is nothing to play, the focus waits at the board.
        if (hadFocus && !this.focus()) this.stage.focus({ preventScroll: true });
        // What has just happened, or is proposed, is in sight.
        if (hint !== null) this.frame.look(this.marks.querySelector(".hint"));
        else if (changed && fresh?.size) this.frame.look(this.svg.querySelector(".fresh"));
    }

    // The middle of all that can be played: of a long row of coins the end where they are taken.
    playable(whole, margin) {
        if (this.targets.length === 0) return undefined;
        const { x, y, width, height } = union(this.targets.map(({ box }) => box));
        return { x: (x + width / 2 + margin) / whole.width, y: (y + height / 2 + margin) / whole.height };
    }

    // However the board is scrolled, the names of its columns and rows are at the edge of what is seen of it.
    keepAxes() {
        const box = this.stage.getBoundingClientRect(), matrix = this.svg.getScreenCTM();
        if (!matrix || this.shape.slant) return; // where rows begin one after the other, their names stay with them
        const seen = new DOMPoint(box.left + this.stage.clientLeft, box.top + this.stage.clientTop + this.stage.clientHeight)
            .matrixTransform(matrix.inverse());
        const { height, margin } = this.shape, some = (shift) => Math.abs(shift) < 1 ? 0 : shift;
        const move = (name, x, y) => {
            const axes = this.svg.querySelector(`.axes.${name}`);
            axes?.setAttribute("transform", `translate(${x} ${y})`);
            axes?.classList.toggle("over", x !== 0 || y !== 0);
        };
        move("rows", some(Math.max(0, seen.x + margin)), 0);
        move("columns", 0, some(Math.min(0, seen.y - height - margin)));
    }

    // How large what one touches is: the side of a square with the area of the smallest part.
    finger() {
        const areas = this.shape.board.cells.flatMap(({ kind }, index) => {
            const { width, height } = this.hit(index);
            return isPlace({ kind }) || ["token", "edge-h", "edge-v"].includes(kind) ? [width * height] : [];
        });
        return areas.length ? Math.sqrt(Math.min(...areas)) : UNIT;
    }

    // Only what is known of the moves has changed: a cell that is just being pressed stays where it is.
    showMarks(marks) {
        this.options = { ...this.options, marks };
        const layer = this.markLayer(marks, this.options.hint);
        this.marks.replaceWith(layer);
        this.marks = layer;
        for (const target of this.targets) target.element.setAttribute("aria-label", this.words(target, marks));
    }

    // Only what is known of the parts has changed.
    showParts(parts) {
        this.options = { ...this.options, parts };
        for (const [name, draw] of [["parts", drawParts], ["partNames", drawPartNames]]) {
            const layer = draw(this.shape, parts);
            this[name].replaceWith(layer);
            this[name] = layer;
        }
    }

    // Moves that no cell plays are offered as buttons.
    showOthers(enabled) {
        const rest = enabled ? this.state.moves.filter(({ cells, clicks }) => cells.length === 0 && !clicks) : [];
        replace(this.others, rest.map(({ move }) => h("button", { class: "quiet",
            "data-move": move, onclick: () => this.played(move) }, t("board.play", { move }))));
    }

    // The sensitive area of a cell: edges are thin, so it reaches into the boxes beside them.
    hit(index) {
        const rect = this.shape.rect(index), { kind } = this.shape.board.cells[index];
        const more = UNIT * 0.18;
        if (kind === "edge-h")
            return { ...rect, y: rect.y - more, height: rect.height + 2 * more };
        if (kind === "edge-v")
            return { ...rect, x: rect.x - more, width: rect.width + 2 * more };
        return rect;
    }

    // The same as it is drawn.
    area(index) {
        const { kind } = this.shape.board.cells[index];
        return kind === "hexagon" ? outline(this.shape, index, 0, {}) : svg("rect", this.hit(index));
    }

    // What stands on the board, for those who have it read to them.
    readable() {
        const { board } = this.shape;
        const layer = svg("g", {});
        board.cells.forEach((cell, index) => {
            if (!isPlace(cell) || !cell.owner) return;
            layer.append(svg("rect", { ...this.shape.rect(index), class: "silent", role: "img",
                "aria-label": `${place(board, index)}: ${inside(cell)}` }));
        });
        return layer;
    }

    // That nothing is left is said where everything was.
    emptied() {
        const { board, left, width, height } = this.shape;
        return board.emptied ? svg("text", { class: "emptied", x: (left + width) / 2, y: height / 2,
            "font-size": Math.min(28, width / 12) }, t("board.emptied")) : null;
    }

    // What a target is worth: where a move goes on, as much as the best way. Marks come best first.
    worth(target, marks) {
        if (target.move !== undefined) return marks.get(target.move);
        return target.held || target.other ? undefined : [...marks].find(([move]) => target.moves.includes(move))?.[1];
    }

    // Where not all that look alike can be played, those that can are marked.
    legalLayer() {
        const { cells } = this.shape.board, look = ({ kind, owner = "" }) => `${kind} ${owner}`;
        const open = new Set(this.targets.filter(({ other }) => !other).flatMap((target) => target.cells));
        const idle = new Set(cells.filter((cell, index) => isPlace(cell) && !open.has(index)).map(look));
        const layer = svg("g", { class: "legal", "aria-hidden": "true" });
        if (this.held.length) return layer; // then the next places have their own sign
        for (const index of open) {
            if (!idle.has(look(cells[index]))) continue;
            const { x, y } = this.shape.middle(index);
            layer.append(cells[index].owner ? outline(this.shape, index, 1, { class: "may", rx: 9 })
                : svg("circle", { class: "may spot", cx: x, cy: y, r: 6, "data-spot": index }));
        }
        return layer;
    }

    // Where there is little room, all of it is used: marks on two edges of a box just do not touch.
    markSize(kind) {
        const { many } = this.shape, large = { large: true };
        if (kind === "square") return many ? [0.92, large] : [0.92];
        if (kind === "hexagon") return many ? [0.74, large] : [0.8];
        if (kind === "point") return [0.8];
        if (kind === "token") return many ? [0.6, large] : [0.72];
        return [0.66, large];
    }

    // What a move is worth, at a cell: beside a piece that stands there, which stays to be seen, and above a number or
    // the sign of a piece.
    markAt(index, mark, guesses) {
        const { x, y } = this.shape.middle(index), cell = this.shape.board.cells[index], { kind, owner, text } = cell;
        const taken = isPlace(cell) && Boolean(owner), lettered = kind !== "pit" && taken && isSign(text);
        const [place, size] = kind === "pit" ? [{ x, y: y - UNIT * 0.5 }, [0.6]]
            : lettered ? [{ x: x + UNIT * 0.18, y: y - UNIT * 0.35 }, [0.6, { line: true }]]
                : taken ? [{ x: x + UNIT * 0.24, y: y - UNIT * 0.24 }, [0.6]] : [{ x, y }, this.markSize(kind)];
        if (mark.kind !== "guess") return drawMark(mark, place, ...size);
        const shown = { flat: taken, line: lettered };
        return guesses.has(mark) ? drawGuess(mark, guesses.get(mark), place, size[0], guesses.size <= WRITTEN, shown) : null;
    }

    markLayer(marks, hint) {
        const layer = svg("g", { class: "marks", "aria-hidden": "true" });
        const guesses = bestGuesses(this.targets.map((target) => this.worth(target, marks)).filter(Boolean));
        for (const target of this.targets) {
            const mark = this.worth(target, marks), drawn = mark && this.markAt(target.cells[0], mark, guesses);
            if (drawn) layer.append(drawn);
            if (target.move === hint || target.moves?.includes(hint) && !target.held)
                layer.append(this.around(target, 1, "hint"));
        }
        return layer;
    }

    // A ring around a target, so far within it.
    around({ cells, box }, within, name) {
        if (cells.length === 1 && isPlace(this.shape.board.cells[cells[0]]))
            return outline(this.shape, cells[0], within, { class: name, rx: 10 });
        return svg("rect", { class: name, rx: 10, x: box.x + within, y: box.y + within,
            width: box.width - 2 * within, height: box.height - 2 * within });
    }

    // What a target does, where it is, and what that is worth.
    words(target, marks) {
        const mark = this.worth(target, marks);
        return [target.move !== undefined ? t("board.play", { move: target.move })
            : t(target.held ? "board.put-back" : "board.take"),
        place(this.shape.board, target.cells[0]), mark && markWords(mark)].filter(Boolean).join(", ");
    }

    targetLayer(marks) {
        const layer = svg("g", { class: "targets" });
        const start = this.nearest();
        this.targets.forEach((target, i) => {
            target.element = svg("g", {
                class: `target${target.goal ? " goal" : ""}${target.held ? " held" : ""}`,
                role: "button", tabindex: i === start ? "0" : "-1", "data-move": target.move,
                "data-from": target.from, "aria-label": this.words(target, marks),
                onclick: () => this.choose(target),
                onpointerdown: (event) => {
                    this.dragged = event.pointerType !== "touch" && target.from !== undefined ? target : null;
                },
                onkeydown: (event) => this.key(event, i),
                onfocus: () => {
                    this.arrive(i);
                    // After a click or a tap the focus is here too, but nobody has pointed at this place.
                    if (target.element.matches(":focus-visible")) this.preview(target);
                },
                onblur: () => this.preview(null),
                onpointerenter: (event) => event.pointerType !== "touch" && this.preview(target),
                onpointerleave: () => this.preview(null),
            }, target.cells.map((index) => this.area(index)), this.around(target, 2, "ring"));
            layer.append(target.element);
        });
        return layer;
    }

    middles() {
        return this.targets.map(({ box }) => ({
            x: box.x + box.width / 2, y: box.y + box.height / 2,
        }));
    }

    // The target nearest to where the keyboard was.
    nearest() {
        if (this.focused === null) return 0;
        let best = 0, least = Infinity;
        this.middles().forEach(({ x, y }, i) => {
            const distance = (x - this.focused.x) ** 2 + (y - this.focused.y) ** 2;
            if (distance < least) [best, least] = [i, distance];
        });
        return best;
    }

    arrive(i) {
        this.focused = this.middles()[i];
        this.targets.forEach((target, k) =>
            target.element.setAttribute("tabindex", k === i ? "0" : "-1"));
    }

    focus() {
        const target = this.targets[this.nearest()];
        if (target) {
            target.element.focus({ preventScroll: true });
            this.frame.look(target.element);
        }
        return Boolean(target);
    }

    // A move is played, or goes on; or its last click is taken back.
    choose(target, { byKey = false } = {}) {
        if (target.move !== undefined) this.played(target.move);
        else if (target.held) this.back(byKey);
        else this.hold(target.path, byKey);
    }

    hold(path, byKey) {
        this.held = path;
        this.show(this.state, this.options);
        const goals = this.targets.filter(({ goal }) => goal);
        announce(t("said.taken", { place: place(this.shape.board, path.at(-1)), n: goals.length }));
        if (byKey) goals[0]?.element.focus();
    }

    back(byKey) {
        if (byKey) this.focused = this.shape.middle(this.held.at(-1));
        this.held = this.held.slice(0, -1);
        this.show(this.state, this.options);
        announce(t("said.put-back"));
    }

    // Two clicks can also be one drag: the target that a pointer has carried the first one to, if it is one.
    under(event) {
        const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
        const index = this.shape.at({ x, y });
        return targets(this.state, this.dragged.path).find(({ goal, cells }) => goal && cells.includes(index));
    }

    drag(event) {
        if (!this.dragged) return;
        if (!event?.buttons) this.dragged = null; // it was let go elsewhere
        this.preview(this.dragged && this.under(event));
    }

    drop(event) {
        const goal = this.dragged && this.under(event);
        this.dragged = null;
        if (goal) this.choose(goal);
    }

    key(event, i) {
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.choose(this.targets[i], { byKey: true });
        } else if (event.key === "Escape" && this.held.length) {
            event.preventDefault();
            this.back(true);
        } else if (event.key === "Home" || event.key === "End") {
            event.preventDefault();
            this.targets.at(event.key === "Home" ? 0 : -1).element.focus();
        } else if (event.key.startsWith("Arrow") && !event.altKey && !event.ctrlKey) {
            const points = this.middles(), next = towards(points[i], points, event.key);
            event.preventDefault();
            if (next >= 0) this.targets[next].element.focus();
        }
    }

    // Shows faintly what a move would change when it is pointed at (null: nothing is), or the clicks of it that there
    // are: those clicks, and what all moves that begin so would change.
    preview(target) {
        replace(this.ghost);
        this.svg.querySelectorAll(".leaving, .turning").forEach((cell) => cell.classList.remove("leaving", "turning"));
        const { path, move, moves } = target?.move !== undefined || target?.goal ? target : { path: this.held };
        if (path.length === 0) return;
        const { shape, ghost, state, targets: next } = this;
        const open = move !== undefined ? [move] : moves ?? next.flatMap((one) => one.goal ? one.moves ?? [one.move] : []);
        path.slice(1).forEach((index, k) => ghost.append(arrow(shape.middle(path[k]), shape.middle(index))));
        for (const { index, ...then } of changesOf(state, open)) this.foresee(index, then);
    }

    // What a cell will be; where that is still open, only that what is there leaves it.
    foresee(index, { open, ...then }) {
        const cell = this.svg.querySelector(`.cells [data-cell="${index}"]`), now = this.shape.board.cells[index];
        const will = isPlace(now) && !open ? content(this.shape, index, { kind: now.kind, ...then }).filter(Boolean) : [];
        cell?.classList.add(will.length ? "turning" : "leaving");
        if (will.length) this.svg.querySelector(`[data-spot="${index}"]`)?.classList.add("turning");
        this.ghost.append(...will);
    }
}
