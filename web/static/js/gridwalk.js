// gridwalk.js: a search on squares, step by step: which of them are on the way, given up or filled, how
// many calls there were, and which are under way. Mazes, knights, queens and fills are all watched so.

import { Replay } from "./replay.js";

export class GridWalk extends Replay {
    // events: [kind, x, y, depth], as the server gives them; what is refused is no call. method matters in mazes only. marks:
    // "unmark", squares given up lose their mark; "keep", they keep it; "none", nothing is ever marked.
    constructor(events, { method = "recursive", marks = "unmark" } = {}) {
        const walk = {
            method, marks,
            squares: new Map(), // "x,y" -> { state: null|way|left|kept|filled, distance, calls: under way here }
            // lists whose tails are shared, so that every moment keeps its own: the way, and the calls that are under way,
            // which return one by one when the way out is found
            thread: { tip: null },
            stack: { tip: null },
            counts: { calls: 0, depth: 0, deepest: 0, ways: 0 },
            place: { at: null, kind: null },
        };
        super(events, (event, set) => take(walk, event, set));
        Object.assign(this, walk);
    }

    stateAt(x, y) {
        return this.squares.get(`${x},${y}`)?.state ?? null;
    }

    // The calls that are under way: one that returns at once is the last of them.
    calls() {
        const list = squaresOf(this.stack.tip);
        if (this.place.kind === "dead-end") list.push(this.place.at);
        return list;
    }

    // The squares of the way from the start to the present place.
    way() {
        return squaresOf(this.thread.tip);
    }

    // The squares that have a mark now.
    marked() {
        if (this.marks === "none") return 0;
        return [...this.squares.values()].filter(({ state }) => state === "way" || state === "kept" || state === "found").length;
    }
}

function squaresOf(tip) {
    const list = [];
    for (let link = tip; link; link = link.before) list.push(link.at);
    return list.reverse();
}

function square(walk, x, y) {
    const key = `${x},${y}`;
    if (!walk.squares.has(key)) walk.squares.set(key, { x, y, state: null, distance: 0, calls: 0 });
    return walk.squares.get(key);
}

function take(walk, [kind, x, y, depth], set) {
    const { thread, stack, counts, place, method, marks } = walk;
    if (place.kind === "out" && kind !== "return") { // one way out of several: that call has returned
        set(thread, "tip", thread.tip.before);
        set(stack, "tip", stack.tip.before);
    }
    set(place, "at", [x, y]);
    set(place, "kind", kind);
    if (kind === "refused") {
        set(counts, "depth", depth - 1);
        return;
    }
    if (kind === "return") { // what was found travels back through every call
        let link = stack.tip;
        while (link && link.depth >= depth) link = link.before;
        set(stack, "tip", link);
        set(square(walk, x, y), "state", "found");
        set(counts, "depth", depth - 1);
        return;
    }
    if (kind !== "back") {
        if (method !== "dead-ends" || kind === "fill") set(counts, "calls", counts.calls + 1);
        set(counts, "depth", depth);
        set(counts, "deepest", Math.max(counts.deepest, depth));
    }
    const walks = method !== "shortest" && method !== "dead-ends";
    if (kind === "enter" || kind === "solved") {
        const here = square(walk, x, y);
        set(here, "state", "way");
        set(here, "distance", depth);
        set(here, "calls", here.calls + 1);
    } else if (kind === "back") {
        const here = square(walk, x, y); // without marks it may be on the way more than once
        set(here, "calls", here.calls - 1);
        set(here, "state", here.calls ? "way" : marks === "keep" ? "kept" : "left");
        set(thread, "tip", thread.tip.before);
        set(stack, "tip", stack.tip.before);
        set(counts, "depth", depth - 1);
    } else if (kind === "fill") {
        set(square(walk, x, y), "state", "filled");
    }
    if (kind === "out") set(counts, "ways", counts.ways + 1);
    if (walks && (kind === "enter" || kind === "solved" || kind === "out")) {
        set(thread, "tip", { at: [x, y], before: thread.tip });
        set(stack, "tip", { at: [x, y], before: stack.tip, depth });
    }
}
