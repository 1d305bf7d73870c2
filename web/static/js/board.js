// board.js: a board to play on, drawn from its description alone: with the mouse, by touch, and
// with the arrow keys. It knows no game.

import { h, svg, replace } from "./dom.js";
import { t, number } from "./i18n.js";
import { Shape, UNIT, targets, towards } from "./boardshape.js";
import { arrow, drawAxes, drawCells, piece } from "./boarddraw.js";
import { bestGuesses, drawGuess, drawMark, markWords } from "./marks.js";
import { ScrollBox } from "./scrollbox.js";
import { announce } from "./live.js";

const WRITTEN = 9; // more of the same number than this say no more than their tint

// Where a cell is, in words.
function place(board, index) {
    const x = index % board.width, y = Math.floor(index / board.width);
    return t("cell.place", {
        column: board.columns?.[x] ?? number(x + 1), row: board.rows?.[y] ?? number(y + 1),
    });
}

function content(cell) {
    const whose = cell.owner === "both" ? t("cell.drawn") : t(`cell.${cell.owner}`);
    return cell.line ? `${whose}, ${t("cell.line")}` : whose;
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
        this.held = null; // the cell whose piece was taken up, to be put down elsewhere
        this.dragged = null; // the target whose piece is on its way with the pointer
    }

    // state: as the server gives it. marks: what is known of moves. fresh: cells that have just changed.
    show(state, options = {}) {
        const { flip, marks = new Map(), owners, fresh, enabled = true, hint = null } = options;
        const hadFocus = this.stage.contains(document.activeElement);
        const { board } = state;
        const changed = this.state !== state;
        if (changed || !enabled) this.held = null;
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
        }, drawCells(this.shape, { fresh, owners }), this.readable(), this.emptied(), this.ghost,
        this.marks = this.markLayer(marks, hint), this.targetLayer(marks), drawAxes(this.shape));
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
        if (!matrix) return;
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
            return ["square", "token", "edge-h", "edge-v"].includes(kind) ? [width * height] : [];
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

    // Moves that no cell plays are offered as buttons.
    showOthers(enabled) {
        const rest = enabled ? this.state.moves.filter(({ cells, from }) => cells.length === 0 && !from) : [];
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

    // What stands on the board, for those who have it read to them.
    readable() {
        const { board } = this.shape;
        const layer = svg("g", {});
        board.cells.forEach((cell, index) => {
            if (cell.kind !== "square" || !cell.owner) return;
            layer.append(svg("rect", { ...this.shape.rect(index), class: "silent", role: "img",
                "aria-label": `${place(board, index)}: ${content(cell)}` }));
        });
        return layer;
    }

    // That nothing is left is said where everything was.
    emptied() {
        const { board, left, width, height } = this.shape;
        return board.emptied ? svg("text", { class: "emptied", x: (left + width) / 2, y: height / 2,
            "font-size": Math.min(28, width / 12) }, t("board.emptied")) : null;
    }

    // What a target is worth: what is taken up, as much as the best place for it. Marks come best first.
    worth(target, marks) {
        if (target.move !== undefined) return marks.get(target.move);
        return this.held === null ? [...marks].find(([move]) => target.moves.includes(move))?.[1] : undefined;
    }

    // Where there is little room, all of it is used: marks on two edges of a box just do not touch.
    markSize(kind) {
        const { many } = this.shape, large = { large: true };
        if (kind === "square") return many ? [0.92, large] : [0.92];
        if (kind === "token") return many ? [0.6, large] : [0.72];
        return [0.66, large];
    }

    // What a move is worth, at a cell: beside a piece that stands there, which stays to be seen.
    markAt(index, mark, guesses) {
        const { x, y } = this.shape.middle(index), { kind, owner } = this.shape.board.cells[index];
        const aside = UNIT * 0.24, taken = kind === "square" && owner;
        const [place, size] = taken ? [{ x: x + aside, y: y - aside }, [0.6]] : [{ x, y }, this.markSize(kind)];
        if (mark.kind !== "guess") return drawMark(mark, place, ...size);
        return guesses.has(mark) ? drawGuess(mark, guesses.get(mark), place, size[0], guesses.size <= WRITTEN) : null;
    }

    markLayer(marks, hint) {
        const layer = svg("g", { class: "marks", "aria-hidden": "true" });
        const guesses = bestGuesses(this.targets.map((target) => this.worth(target, marks)).filter(Boolean));
        for (const target of this.targets) {
            const mark = this.worth(target, marks), drawn = mark && this.markAt(target.cells[0], mark, guesses);
            if (drawn) layer.append(drawn);
            if (target.move === hint || target.moves?.includes(hint) && !target.held)
                layer.append(svg("rect", { class: "hint", rx: 10, x: target.box.x + 1,
                    y: target.box.y + 1, width: target.box.width - 2,
                    height: target.box.height - 2 }));
        }
        return layer;
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
            const { box } = target;
            target.element = svg("g", {
                class: `target${target.goal ? " goal" : ""}${target.held ? " held" : ""}`,
                role: "button", tabindex: i === start ? "0" : "-1", "data-move": target.move,
                "data-from": target.from, "aria-label": this.words(target, marks),
                onclick: () => this.choose(target),
                onpointerdown: (event) => {
                    this.dragged = event.pointerType !== "touch" && target.moves ? target : null;
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
            }, target.cells.map((index) => svg("rect", this.hit(index))),
            svg("rect", { class: "ring", rx: 10, x: box.x + 2, y: box.y + 2,
                width: box.width - 4, height: box.height - 4 }));
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

    // A move is played; a piece is taken up, or put back.
    choose(target, { byKey = false } = {}) {
        if (target.move !== undefined) this.played(target.move);
        else this.hold(target.held ? null : target.from, byKey);
    }

    hold(index, byKey) {
        this.held = index;
        this.show(this.state, this.options);
        announce(index === null ? t("said.put-back")
            : t("said.taken", { place: place(this.shape.board, index) }));
        if (byKey) this.targets.find(({ goal }) => goal)?.element.focus();
    }

    // What is taken up can also be dragged: the target that a pointer has carried it to, if it is one.
    under(event) {
        const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
        const index = this.shape.at({ x, y });
        return targets(this.state, this.dragged.from).find(({ goal, cells }) => goal && cells.includes(index));
    }

    drag(event) {
        if (!this.dragged) return;
        if (!event?.buttons) this.dragged = null; // it was let go elsewhere
        const goal = this.dragged && this.under(event), from = this.dragged?.from;
        replace(this.ghost, goal ? arrow(this.shape.middle(from), this.shape.middle(goal.cells[0])) : null);
    }

    drop(event) {
        const goal = this.dragged && this.under(event);
        this.dragged = null;
        if (goal) this.played(goal.move);
    }

    key(event, i) {
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.choose(this.targets[i], { byKey: true });
        } else if (event.key === "Escape" && this.held !== null) {
            event.preventDefault();
            this.focused = this.shape.middle(this.held);
            this.hold(null, true);
        } else if (event.key === "Home" || event.key === "End") {
            event.preventDefault();
            this.targets.at(event.key === "Home" ? 0 : -1).element.focus();
        } else if (event.key.startsWith("Arrow") && !event.altKey && !event.ctrlKey) {
            const points = this.middles(), next = towards(points[i], points, event.key);
            event.preventDefault();
            if (next >= 0) this.targets[next].element.focus();
        }
    }

    // Shows faintly what a move would change, when it is pointed at (null: no longer).
    preview(target) {
        replace(this.ghost);
        this.svg.querySelectorAll(".leaving").forEach((cell) => cell.classList.remove("leaving"));
        if (target?.move === undefined) return;
        const { shape, ghost, state: { board, moves, turn } } = this;
        if (target.goal)
            ghost.append(arrow(shape.middle(this.held), shape.middle(target.cells[0])));
        const { cells, changes = cells } = moves.find(({ move }) => move === target.move);
        for (const [x, y] of changes) {
            const index = y * board.width + x;
            if (board.cells[index].kind === "token")
                this.svg.querySelector(`[data-cell="${index}"]`)?.classList.add("leaving");
            else
                ghost.append(piece(board.pieces, turn, shape.middle(index)));
        }
    }
}
