// mazeboard.js: a maze on the screen: its walls to draw and erase with mouse, finger or keys, and on it
// the squares and the thread of a search.

import { svg, replace } from "./dom.js";
import { t } from "./i18n.js";
import { DIRECTIONS, nearestWall } from "./mazemodel.js";
import { ScrollBox } from "./scrollbox.js";
import { announce } from "./live.js";
import { lineThrough } from "./walkpage.js";

const SIDE = 24, EDGE = 14;

export class MazeBoard {
    constructor(changed) {
        this.changed = changed;
        this.frame = new ScrollBox({ class: "maze-holder" });
        this.element = this.frame.element;
        this.cursor = null;
        this.locked = false; // a maze that is being made is not drawn on
    }

    show(maze) {
        const { width, height } = maze;
        this.maze = maze;
        this.cursor ??= [...maze.start];
        this.cursor = [Math.min(this.cursor[0], width - 1), Math.min(this.cursor[1], height - 1)];
        this.squares = svg("g", { class: "maze-squares" });
        this.rects = new Map();
        this.thread = svg("path", { class: "thread" });
        this.walls = svg("path", { class: "maze-walls" });
        this.near = svg("path", { class: "maze-near" });
        this.start = svg("g", { class: "maze-start" }, svg("circle", { r: SIDE * 0.3 }), svg("text", {}, "S"));
        this.here = svg("circle", { class: "maze-here", r: SIDE * 0.2 });
        this.mark = svg("rect", { class: "maze-cursor", width: SIDE - 4, height: SIDE - 4, rx: 4 });
        const w = width * SIDE + 2 * EDGE, hgt = height * SIDE + 2 * EDGE;
        this.svg = svg("svg", { class: "maze", viewBox: `0 0 ${w} ${hgt}`, tabindex: "0", role: "application",
            "aria-label": t("maze.board"), "aria-describedby": "maze-keys",
            onpointerdown: (event) => this.press(event), onpointermove: (event) => this.drag(event),
            onpointerup: () => this.release(), onpointercancel: () => this.release(false),
            onpointerleave: () => this.near.removeAttribute("d"),
            onkeydown: (event) => this.key(event) },
        svg("rect", { class: "maze-floor", x: EDGE, y: EDGE, width: width * SIDE, height: height * SIDE }), this.axes(maze),
        this.squares, this.dots(maze), this.mark, this.thread, this.start, this.here, this.near, this.walls);
        this.svg.style.maxWidth = `${Math.max(320, w * 4.5)}px`;
        this.frame.show(this.svg, { columns: w / SIDE, rows: hgt / SIDE });
        this.drawWalls();
    }

    // The corners: something to aim at where there are no walls.
    dots({ width, height }) {
        let d = "";
        for (let y = 0; y <= height; y++)
            for (let x = 0; x <= width; x++) d += `M${EDGE + x * SIDE} ${EDGE + y * SIDE}h0`;
        return svg("path", { class: "maze-dots", d });
    }

    // The numbers of columns and rows, as many as can be read.
    axes({ width, height }) {
        const every = (n) => n <= 30 ? 1 : n <= 60 ? 2 : 5;
        const numbers = (n, place) => Array.from({ length: n }, (_, k) => k).filter((k) => k % every(Math.max(width, height)) === 0)
            .map((k) => svg("text", place(k), k));
        return svg("g", { class: "axes", "aria-hidden": "true" },
            numbers(width, (x) => ({ x: EDGE + (x + 0.5) * SIDE, y: EDGE * 1.55 + height * SIDE })),
            numbers(height, (y) => ({ x: EDGE * 0.45, y: EDGE + (height - y - 0.5) * SIDE })));
    }

    // The middle of a square, in the picture.
    middle([x, y]) {
        return [EDGE + (x + 0.5) * SIDE, EDGE + (this.maze.height - y - 0.5) * SIDE];
    }

    segment(x, y, direction) {
        const { height } = this.maze;
        const left = EDGE + x * SIDE, right = left + SIDE;
        const top = EDGE + (height - y - 1) * SIDE, bottom = top + SIDE;
        return { north: `M${left} ${top}H${right}`, south: `M${left} ${bottom}H${right}`,
            west: `M${left} ${top}V${bottom}`, east: `M${right} ${top}V${bottom}` }[direction];
    }

    drawWalls() {
        const { maze } = this;
        let d = "";
        for (let y = 0; y < maze.height; y++)
            for (let x = 0; x < maze.width; x++) {
                if (maze.wall(x, y, "north")) d += this.segment(x, y, "north");
                if (maze.wall(x, y, "west")) d += this.segment(x, y, "west");
                if (y === 0 && maze.wall(x, y, "south")) d += this.segment(x, y, "south");
                if (x === maze.width - 1 && maze.wall(x, y, "east")) d += this.segment(x, y, "east");
            }
        this.walls.setAttribute("d", d);
        const [sx, sy] = this.middle(maze.start);
        this.start.setAttribute("transform", `translate(${sx} ${sy})`);
        this.drawCursor();
    }

    drawCursor() {
        const [x, y] = this.middle(this.cursor);
        this.mark.setAttribute("x", x - SIDE / 2 + 2);
        this.mark.setAttribute("y", y - SIDE / 2 + 2);
    }

    // ---- with the mouse ----

    point(event) {
        const box = this.svg.getBoundingClientRect();
        const { width, height } = this.svg.viewBox.baseVal;
        const scale = Math.max(width / box.width, height / box.height);
        const x = (event.clientX - box.left - box.width / 2) * scale + width / 2;
        const y = (event.clientY - box.top - box.height / 2) * scale + height / 2;
        return [(x - EDGE) / SIDE, this.maze.height - (y - EDGE) / SIDE];
    }

    press(event) {
        this.frame.press(event, (first) => this.begin(first));
    }

    release(kept = true) {
        this.frame.release(kept, (first) => this.begin(first));
        this.drawing = null;
    }

    begin(event) {
        if (this.locked) return;
        const [px, py] = this.point(event);
        const wall = nearestWall(this.maze, px, py);
        const square = [Math.floor(px), Math.floor(py)];
        const onStart = square[0] === this.maze.start[0] && square[1] === this.maze.start[1];
        if (onStart && wall.distance > 0.2) this.drawing = { start: true };
        else if (wall.distance < 0.35)
            this.drawing = { wall: !this.maze.wall(wall.x, wall.y, wall.direction) };
        else return;
        if (!this.frame.tapped) this.svg.setPointerCapture(event.pointerId);
        event.preventDefault();
        this.svg.focus({ preventScroll: true });
        this.drawing.last = [px, py];
        if (this.drawing.start ? this.setStart([px, py]) : this.setWall(wall)) this.drawn();
    }

    drag(event) {
        if (this.locked) return;
        const point = this.point(event);
        if (this.drawing) {
            if (this.drawing.start ? this.setStart(point) : this.stroke(point)) this.drawn();
            return;
        }
        const wall = nearestWall(this.maze, ...point);
        if (wall.distance < 0.35) this.near.setAttribute("d", this.segment(wall.x, wall.y, wall.direction));
        else this.near.removeAttribute("d");
    }

    drawn() {
        this.drawWalls();
        this.changed();
    }

    setStart([px, py]) {
        const [x, y] = [Math.floor(px), Math.floor(py)];
        if (!this.maze.inside(x, y) || this.maze.start[0] === x && this.maze.start[1] === y) return false;
        this.maze.start = [x, y];
        return true;
    }

    setWall({ x, y, direction }) {
        if (this.maze.wall(x, y, direction) === this.drawing.wall) return false;
        this.maze.set(x, y, direction, this.drawing.wall);
        return true;
    }

    // From the last point to this one, however fast the pointer was. Near a corner it is only on its way past: a wall
    // counts when its middle is near.
    stroke(point) {
        const { last } = this.drawing, [dx, dy] = [point[0] - last[0], point[1] - last[1]];
        const steps = Math.ceil(Math.hypot(dx, dy) / 0.1);
        let changed = false;
        for (let k = 1; k <= steps; k++) {
            const [px, py] = [last[0] + dx * k / steps, last[1] + dy * k / steps];
            const wall = nearestWall(this.maze, px, py);
            const along = wall.direction === "north" || wall.direction === "south" ? px - wall.x : py - wall.y;
            if (wall.distance <= 0.3 && Math.abs(along - 0.5) < 0.2) changed = this.setWall(wall) || changed;
        }
        this.drawing.last = point;
        return changed;
    }

    // ---- with the keys: arrows move, Shift and an arrow draws or erases that wall, S sets the start ----

    key(event) {
        const direction = { ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west" }[event.key];
        const [x, y] = this.cursor, { maze } = this;
        if (this.locked && (event.shiftKey || !direction)) return;
        if (direction && event.shiftKey) {
            const wall = !maze.wall(x, y, direction);
            maze.set(x, y, direction, wall);
            this.drawWalls();
            this.changed();
            announce(t(wall ? "maze.wall-drawn" : "maze.wall-erased", { direction: t(`direction.${direction}`) }));
        } else if (direction) {
            const [dx, dy] = DIRECTIONS[direction];
            if (maze.inside(x + dx, y + dy)) this.cursor = [x + dx, y + dy];
            this.drawCursor();
            this.frame.reveal(this.mark);
            announce(this.words());
        } else if (event.key === "s" || event.key === "S") {
            maze.start = [x, y];
            this.drawWalls();
            this.changed();
            announce(t("maze.start-set"));
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    words() {
        const [x, y] = this.cursor;
        const walls = Object.keys(DIRECTIONS).filter((direction) => this.maze.wall(x, y, direction))
            .map((direction) => t(`direction.${direction}`)).join(", ");
        return t(walls ? "maze.square" : "maze.square-open", { x, y, walls });
    }

    // ---- the search ----

    clearWalk() {
        this.rects.clear();
        replace(this.squares);
        this.thread.removeAttribute("d");
        this.here.setAttribute("class", "maze-here hidden");
    }

    // A square on the floor for each that the search will ever enter.
    prepareWalk(walk) {
        this.clearWalk();
        for (const [key, { x, y }] of walk.squares) {
            const [cx, cy] = this.middle([x, y]);
            const rect = svg("rect", { class: "maze-square", x: cx - SIDE / 2, y: cy - SIDE / 2, width: SIDE, height: SIDE });
            this.rects.set(key, rect);
            this.squares.append(rect);
        }
    }

    // walk: a GridWalk; path: the way that was found, shown at the end.
    showWalk(walk, path, farthest) {
        const wave = walk.method === "shortest";
        for (const [key, { state, distance }] of walk.squares) {
            const rect = this.rects.get(key);
            const look = `maze-square ${state ?? ""} ${state && wave ? "wave" : ""}`;
            if (rect.getAttribute("class") === look) continue;
            rect.setAttribute("class", look);
            if (wave) rect.style.fillOpacity = String(0.12 + 0.5 * distance / Math.max(1, farthest));
        }
        const line = path ?? walk.way();
        this.thread.setAttribute("d", lineThrough(line.map((square) => this.middle(square))));
        const { at, kind } = walk.place;
        this.here.setAttribute("class", `maze-here ${at && !path ? kind : "hidden"}`);
        const [cx, cy] = at ? this.middle(at) : [0, 0];
        this.here.setAttribute("cx", cx);
        this.here.setAttribute("cy", cy);
        if (at && !path) this.frame.follow(this.here);
    }
}
