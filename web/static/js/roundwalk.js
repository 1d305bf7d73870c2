// roundwalk.js: a Monte-Carlo tree search, round by round, forward and back. A round is shown in up to three steps: the
// way down ("select"), the new node with its result ("open", or "again" where there is none), and the way up ("count").

import { Replay } from "./replay.js";

export class RoundWalk extends Replay {
    // As /api/steps gives it.
    constructor({ steps, best, complete }) {
        const walk = {
            algo: "mcts",
            nodes: [], // what never changes: parent, move, ply, turn, children
            now: [],   // what does: seen, open (on the way of this round), visits, sum, what is proved
            counts: { rounds: 0, nodes: 0, proved: 0, depth: 0 },
            place: { current: null, path: [] },
        };
        const phases = steps.flatMap((round, k) => phasesOf(round, k + 1));
        super(complete ? [...phases, endOf(steps, best ?? null)] : phases, (step, set) => take(walk, step, set));
        Object.assign(this, walk);
    }

    get current() {
        return this.place.current;
    }

    // The nodes of this round so far.
    path() {
        return this.place.path;
    }
}

function phasesOf(round, n) {
    const node = round.path.at(-1), down = round.opened ? round.path.slice(0, -1) : round.path;
    const list = [{ ...round, do: round.opened ? "open" : "again", n, node }, { ...round, do: "count", n, node }];
    return down.length ? [{ do: "select", n, path: down, node: down.at(-1) }, ...list] : list;
}

// The move that would be played is the way that is left in the end.
function endOf(rounds, best) {
    const child = best === null ? undefined : rounds.find(({ opened, path, move }) => opened && path.length === 2 && move === best);
    return { do: "end", rounds: rounds.length, best, path: child ? child.path : [0] };
}

function addNode({ nodes, now }, step) {
    const parent = step.path.at(-2) ?? null, above = parent === null ? null : nodes[parent];
    above?.children.push(step.node);
    nodes[step.node] = { id: step.node, parent, move: step.move ?? null, ply: step.path.length - 1, turn: step.turn,
        position: step.position, children: [] };
    now[step.node] = { seen: false, open: false, visits: 0, sum: 0, low: null, high: null, settled: false, kind: step.kind };
}

// From here on these nodes are the way of the round.
function goTo({ now, place }, path, set) {
    for (const id of place.path) if (now[id].open && !path.includes(id)) set(now[id], "open", false);
    for (const id of path) if (!now[id].open) set(now[id], "open", true);
    set(place, "path", path);
    set(place, "current", path.at(-1) ?? 0);
}

function take(walk, step, set) {
    const { now, counts } = walk;
    if (step.do === "open") addNode(walk, step);
    goTo(walk, step.path, set);
    if (step.do === "select") set(counts, "rounds", step.n);
    if (step.do === "open") {
        set(counts, "rounds", step.n);
        set(now[step.node], "seen", true);
        set(counts, "nodes", counts.nodes + 1);
        set(counts, "depth", Math.max(counts.depth, step.path.length - 1));
    }
    if (step.do === "count") count(walk, step, set);
}

function count({ now, counts }, step, set) {
    for (const id of step.path) {
        set(now[id], "visits", now[id].visits + 1);
        set(now[id], "sum", now[id].sum + step.value);
    }
    for (const { node, low, high, settled } of step.proved) {
        set(now[node], "low", low);
        set(now[node], "high", high);
        if (settled && !now[node].settled) set(counts, "proved", counts.proved + 1);
        set(now[node], "settled", settled);
    }
}
