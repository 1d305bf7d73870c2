// states.js: positions by their moves, asked once each and kept: the server's answer to the same
// question never changes.

import { ask } from "./api.js";

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

// The state after `moves` (a list) from `position`, the game's own start when that is "".
export function stateOf(game, position, moves) {
    const key = query({ game, position, moves: moves.join(" ") });
    let answer = answers.get(key);
    if (!answer) {
        answer = ask(`api/state?${key}`).then((state) => ({
            ...state, board: wholeBoard(state.board),
        }));
        answer.catch(() => answers.delete(key));
        answers.set(key, answer);
        if (answers.size > KEPT) answers.delete(answers.keys().next().value);
    }
    return answer;
}

// All positions of a game: after no move, after one, and so on.
export function statesAlong(game, position, moves) {
    return Promise.all(Array.from({ length: moves.length + 1 },
        (_, n) => stateOf(game, position, moves.slice(0, n))));
}

let games;
export function allGames() {
    games ??= ask("api/games").then((answer) => answer.games);
    games.catch(() => { games = undefined; });
    return games;
}

// "connect4:width=5" -> { id: "connect4", values: { width: "5" } }. A string's value may itself
// hold commas: what does not look like name=value belongs to the value before it.
export function parseSpec(spec) {
    const [id, options = ""] = spec.split(/:(.*)/s);
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

// Only what differs from the defaults is written.
export function formatSpec(game, values) {
    const written = (game.options ?? []).filter((option) => values[option.name] !== undefined &&
        String(values[option.name]) !== defaultText(option))
        .map((option) => `${option.name}=${values[option.name]}`);
    return written.length ? `${game.id}:${written.join(",")}` : game.id;
}

export function defaultText(option) {
    return option.kind === "flag" ? (option.default ? "yes" : "no") : String(option.default);
}
