// states.js: positions by their moves, asked once each and kept: the server's answer to the same
// question never changes.

import { ask } from "./api.js";
import { usualSpec } from "./presets.js";

const KEPT = 2000;
const answers = new Map();

// Every place of the board gets a cell: cells[y * width + x].
export function wholeBoard(board) {
    const cells = Array.from({ length: board.width * board.height }, () => ({ kind: "none" }));
    for (const cell of board.cells) cells[cell.y * board.width + cell.x] = cell;
    return { ...board, cells };
}

export function query(words) {
    const kept = Object.entries(words).filter(([, value]) => value !== undefined &&
        value !== null && value !== "");
    return new URLSearchParams(kept).toString();
}

const keyOf = (game, position, moves) => query({ game, position, moves: moves.join(" ") });
const whole = (state) => ({ ...state, board: wholeBoard(state.board) });

function keep(key, answer) {
    answers.delete(key); // it is the newest now
    answers.set(key, answer);
    if (answers.size > KEPT) answers.delete(answers.keys().next().value);
}

// The state after `moves` (a list) from `position`, the game's own start when that is "".
export function stateOf(game, position, moves) {
    const key = keyOf(game, position, moves);
    let answer = answers.get(key);
    if (!answer) {
        answer = ask(`api/state?${key}`).then(whole);
        answer.catch(() => answers.delete(key));
        keep(key, answer);
    }
    return answer;
}

// Takes note of a state that came with another answer, so that it need not be asked for.
export function noteState(game, position, moves, state) {
    keep(keyOf(game, position, moves), Promise.resolve(whole(state)));
}

// The states of a game, from its beginning, that are known already.
async function knownAlong(game, position, moves) {
    const states = [];
    for (let k = 0; k <= moves.length; k++) {
        const state = await answers.get(keyOf(game, position, moves.slice(0, k)))?.catch(() => null);
        // A word of an address may be several moves.
        if (state?.played.length !== k || k > 0 && state.played[k - 1] !== moves[k - 1]) break;
        states.push(state);
    }
    return states;
}

// All positions of a game, after no move, after one, and so on; and its moves as the game itself writes them. The server
// is asked once, unless they are so many that it sends them in parts.
export async function statesAlong(game, position, moves) {
    const states = await knownAlong(game, position, moves);
    let played = moves;
    while (states.length <= played.length) {
        const answer = await ask(`api/states?${query({ game, position, moves: moves.join(" "), from: states.length })}`);
        const { states: more, from, ...common } = answer;
        played = common.played;
        if (!more.length) break;
        for (const state of more) {
            states.push(whole({ ...common, ...state, played: played.slice(0, states.length) }));
            keep(keyOf(game, position, states.at(-1).played), Promise.resolve(states.at(-1)));
        }
    }
    return { played, states };
}

let games;
export function allGames() {
    games ??= ask("api/games").then((answer) => answer.games);
    games.catch(() => { games = undefined; });
    return games;
}

// "connect4:width=5" -> { id: "connect4", values: { width: "5" } }. A string's value may itself
// hold commas: what does not look like name=value belongs to the value before it. The games of a sum stand between
// plus signs, and all of them are one value.
export function parseSpec(spec) {
    const [id, options = ""] = spec.split(/:(.*)/s);
    if (options.includes("+")) return { id, values: { parts: options.replace(/^parts=/, "") } };
    const values = {};
    let last = null;
    for (const part of options.split(",").filter((text) => text !== "")) {
        const [, name, value] = /^([a-z_0-9]+)=(.*)$/s.exec(part) ?? [];
        if (name && /[a-z]/.test(name)) values[last = name] = value;
        else if (last && /^\d*$/.test(part)) values[last] += `,${part}`;
        else values[last = part] = "yes";
    }
    return { id, values };
}

// Only what differs from the defaults is written; but where the name alone would be another form, something is.
export function formatSpec(game, values) {
    const options = game.options ?? [], different = options.filter((option) => values[option.name] !== undefined &&
        String(values[option.name]) !== defaultText(option));
    const named = different.length || usualSpec(game.id) === game.id ? different : options.slice(0, 1);
    const written = named.map((option) => `${option.name}=${values[option.name] ?? defaultText(option)}`);
    return written.length ? `${game.id}:${written.join(",")}` : game.id;
}

export function defaultText(option) {
    return option.kind === "flag" ? (option.default ? "yes" : "no") : String(option.default);
}
