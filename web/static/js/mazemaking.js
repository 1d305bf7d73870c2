// mazemaking.js: a maze being made, wall by wall, forward and back.

import { Replay } from "./replay.js";
import { Maze, DIRECTIONS } from "./mazemodel.js";

export class Making extends Replay {
    // As /api/maze/generate gives it, with its events: [kind, x, y, side].
    constructor({ width, height, events }) {
        const make = {
            maze: new Maze(width, height),
            method: "making",
            squares: new Map(), // "x,y" -> { state: null|way|made }
            thread: { tip: null }, // Wilson's walk, a list whose tails are shared
            counts: { opened: 0, built: 0 },
            place: { at: null, kind: null },
        };
        super(events, (event, set) => take(make, event, set));
        Object.assign(this, make);
    }

    way() {
        const list = [];
        for (let link = this.thread.tip; link; link = link.before) list.push(link.at);
        return list.reverse();
    }
}

function square({ squares }, x, y) {
    const key = `${x},${y}`;
    if (!squares.has(key)) squares.set(key, { x, y, state: null, distance: 0 });
    return squares.get(key);
}

function take(make, [kind, x, y, side], set) {
    const { maze, counts, place } = make;
    set(place, "at", kind === "clear" ? null : [x, y]);
    set(place, "kind", kind);
    if (kind === "walk") walk(make, [x, y], set);
    else if (kind === "clear") clear(maze, set);
    else if (kind !== "back") {
        const [list, index] = maze.place(x, y, side);
        const to = [x + DIRECTIONS[side][0], y + DIRECTIONS[side][1]];
        set(list, index, kind === "build" ? 1 : 0);
        set(counts, kind === "build" ? "built" : "opened", counts[kind === "build" ? "built" : "opened"] + 1);
        if (kind === "build") return;
        set(make.thread, "tip", null); // a walk that has met the maze becomes a part of it
        for (const at of [[x, y], to]) if (maze.inside(...at)) set(square(make, ...at), "state", "made");
    }
}

// A walk forgets its loops: back on its own way, it goes on from there.
function walk(make, [x, y], set) {
    const { thread } = make;
    let link = thread.tip;
    while (link && (link.at[0] !== x || link.at[1] !== y)) link = link.before;
    for (let lost = link ? thread.tip : null; lost && lost !== link; lost = lost.before)
        set(square(make, ...lost.at), "state", null);
    set(thread, "tip", link ?? { at: [x, y], before: thread.tip });
    set(square(make, x, y), "state", "way");
}

// All walls inside are taken away.
function clear(maze, set) {
    const { width, height } = maze;
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
            if (y > 0) set(maze.lying, y * width + x, 0);
            if (x > 0) set(maze.standing, y * (width + 1) + x, 0);
        }
}
