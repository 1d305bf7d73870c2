// treewalk.js: a search, visit by visit, forward and back.

import { Replay } from "./replay.js";

// The better of two values for the side to move; the first player maximises.
function better(turn, a, b) {
    if (b === null) return true;
    return turn === "first" ? a > b : a < b;
}

export class Walk extends Replay {
    // As /api/steps gives it.
    constructor({ steps, algo }) {
        const walk = {
            algo,
            nodes: [], // what never changes: parent, move, ply, turn, children
            now: [],   // what does: seen, open, done, cut, value, alpha, beta, best; while a node is open, value is
                       // the best so far, and reached says that it is really reached, and no mere bound of a child
            counts: { visited: 0, leaves: 0, cutoffs: 0, cut: 0 },
            place: { current: null },
        };
        super(steps, (step, set) => take(walk, step, set));
        Object.assign(this, walk);
    }

    get current() {
        return this.place.current;
    }

    // The nodes from the root to the current one.
    path() {
        const list = [];
        for (let id = this.current; id !== null; id = this.nodes[id].parent) list.unshift(id);
        return list;
    }
}

function addNode(walk, step) {
    const id = step.node, parent = step.parent ?? null;
    const above = parent === null ? null : walk.nodes[parent];
    above?.children.push(id);
    walk.nodes[id] = { id, parent, move: step.move ?? null, ply: above ? above.ply + 1 : 0,
        turn: step.turn ?? null, position: step.position ?? null, children: [] };
    walk.now[id] = { seen: false, open: false, done: false, cut: false, cutting: false, by: null, kind: null,
        bound: null, value: null, label: null, distance: null, alpha: null, beta: null, best: null,
        reached: false, estimate: false, line: null, known: null }; // where the call stands, and its variables
}

function take(walk, step, set) {
    if (step.do === "enter" || step.do === "cut") addNode(walk, step);
    ({ enter, line, leave, cut })[step.do](walk, step, set);
}

function enter({ now, counts, place }, step, set) {
    const node = now[step.node];
    set(node, "seen", true);
    set(node, "open", true);
    set(node, "alpha", step.alpha ?? null);
    set(node, "beta", step.beta ?? null);
    set(counts, "visited", counts.visited + 1);
    set(place, "current", step.node);
}

const VARIABLES = ["alpha", "beta", "best", "m", "v"];

// The call has come to a line of its algorithm.
function line({ now, place }, step, set) {
    set(now[step.node], "line", step.line);
    set(now[step.node], "known", Object.fromEntries(VARIABLES.filter((name) => step[name] !== undefined).map((name) => [name, step[name]])));
    set(place, "current", step.node);
}

// A value goes up to the parent, and moves its window.
function leave({ algo, nodes, now, counts, place }, step, set) {
    const { parent } = nodes[step.node];
    const node = now[step.node];
    set(node, "open", false);
    set(node, "done", true);
    for (const name of ["kind", "bound", "value", "label", "distance", "estimate"]) set(node, name, step[name] ?? null);
    if (step.kind !== "inner" && step.kind !== "recalled") set(counts, "leaves", counts.leaves + 1);
    set(place, "current", parent ?? step.node);
    if (parent === null) return;
    const above = now[parent], { turn } = nodes[parent];
    const reached = step.bound !== (turn === "first" ? "upper" : "lower");
    if (step.estimate) set(above, "estimate", true);
    if (step.value === above.value && reached && !above.reached) {
        set(above, "reached", true);
        set(above, "best", step.node);
    }
    if (!better(turn, step.value, above.value)) return;
    set(above, "value", step.value);
    set(above, "reached", reached);
    set(above, "best", step.node);
    const edge = turn === "first" ? "alpha" : "beta";
    if (algo === "alphabeta" && better(turn, step.value, above[edge])) set(above, edge, step.value);
}

function cut({ now, counts, place }, step, set) {
    const node = now[step.node], above = now[step.parent];
    set(node, "seen", true);
    set(node, "cut", true);
    set(node, "by", { bound: step.bound, at: step.at, value: step.value });
    if (!above.cutting) {
        set(above, "cutting", true);
        set(counts, "cutoffs", counts.cutoffs + 1);
    }
    set(counts, "cut", counts.cut + 1);
    set(place, "current", step.parent);
}

const WIN = 1000000000, SURE = 900000000;

// A value of the search as a label: { number, ply } with ply where a won game ends, or null.
export function labelOf(value) {
    if (value === null || value === undefined) return null;
    if (Math.abs(value) <= SURE) return { number: value, ply: null };
    return { number: Math.sign(value), ply: WIN - Math.abs(value) };
}
