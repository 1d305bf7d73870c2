// places.js: where pieces are taken away, the board keeps its shape, and what was taken is seen faintly. A game's own
// board is only what is left, and its rows get shorter. Here every piece stays where it lay when the game began, so
// that nothing moves under the pointer.

const row = (board, y) => board.cells.slice(y * board.width, (y + 1) * board.width);
const isToken = (cell) => cell?.kind === "token";
const isLabel = (cell) => cell?.kind === "label";

// The cells of the first board with what is left in them.
function cellsOf(first, board) {
    const cells = first.cells.map((cell) => isToken(cell) ? { kind: "token", text: cell.text, taken: true }
        : isLabel(cell) ? { kind: "none" } : cell);
    for (let y = 0; y < Math.min(first.height, board.height); y++)
        row(board, y).forEach((cell, x) => {
            // How many are left stands where it stood.
            const size = isLabel(cell) && x > 0 && !row(board, y).slice(x).some(isToken);
            const at = size ? row(first, y).findLastIndex(isLabel) : x;
            if (cell.kind !== "none" && at >= 0) cells[y * first.width + at] = cell;
        });
    return cells;
}

// Do the rows of a board have the names that they had on the first? Heaps that are split are others.
const names = ({ cells, width }) => cells.filter((cell, k) => k % width === 0 && isLabel(cell)).map(({ text }) => text);
const fits = (first, board) => names(board).every((text) => names(first).includes(text));

// The last of the states of a game, from its beginning, as it is shown.
export function placed(states) {
    const state = states.at(-1), first = states[0].board;
    if (!first.cells.some(isToken) || !fits(first, state.board)) return state;
    const cells = cellsOf(first, state.board), before = states.length > 1 ? cellsOf(first, states.at(-2).board) : cells;
    const changed = cells.flatMap((cell, k) => cell.taken && !before[k].taken ? [[k % first.width, Math.floor(k / first.width)]] : []);
    return { ...state, changed,
        board: { ...first, caption: state.board.caption, cells, emptied: !cells.some((cell) => isToken(cell) && !cell.taken) } };
}
