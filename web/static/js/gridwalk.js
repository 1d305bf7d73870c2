// gridwalk.js: a search on squares, step by step: which of them are on the way, given up or filled, how
// many calls there were, and which are under way. Mazes, knights, queens and fills are all watched so.

import { Replay } from "./replay.js";

export class GridWalk extends Replay {
    // events: [kind, x, y, depth], as the server gives them. method matters in mazes only; unmark:
    // squares given up lose their mark.
    constructor(events, { method = "recursive", unmark = true } = {}) {
        const walk = {
            method,
            squares: new Map(), // "x,y" -> { state: null|way|left|kept|filled, distance }
            thread: { tip: null }, // a list whose tails are shared, so that every moment keeps its own
            counts: { calls: 0, depth: 0, deepest: 0 },
            place: { at: null, kind: null },
        };
        super(events, (event, set) => take(walk, event, set, unmark));
        Object.assign(this, walk);
    }

    stateAt(x, y) {
        return this.squares.get(`${x},${y}`)?.state ?? null;
    }

    // The squares of the way from the start to the present place.
    way() {
        const list = [];
        for (let link = this.thread.tip; link; link = link.before) list.push(link.at);
        return list.reverse();
    }
}

function square(walk, x, y) {
    const key = `${x},${y}`;
    if (!walk.squares.has(key)) walk.squares.set(key, { x, y, state: null, distance: 0 });
    return walk.squares.get(key);
}

function take(walk, [kind, x, y, depth], set, unmark) {
    const { thread, counts, place, method } = walk;
    set(place, "at", [x, y]);
    set(place, "kind", kind);
    if (kind !== "back") {
        if (method !== "dead-ends" || kind === "fill") set(counts, "calls", counts.calls + 1);
        set(counts, "depth", depth);
        set(counts, "deepest", Math.max(counts.deepest, depth));
    }
    const walks = method !== "shortest" && method !== "dead-ends";
    if (kind === "enter" || kind === "solved") {
        set(square(walk, x, y), "state", "way");
        set(square(walk, x, y), "distance", depth);
    } else if (kind === "back") {
        set(square(walk, x, y), "state", unmark ? "left" : "kept");
        set(thread, "tip", thread.tip.before);
        set(counts, "depth", depth - 1);
    } else if (kind === "fill") {
        set(square(walk, x, y), "state", "filled");
    }
    if (walks && (kind === "enter" || kind === "solved" || kind === "out"))
        set(thread, "tip", { at: [x, y], before: thread.tip });
}
