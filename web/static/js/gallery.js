// gallery.js: every game with a picture of its start, drawn by the board itself.

import { h } from "./dom.js";
import { gameText, t } from "./i18n.js";
import { format } from "./address.js";
import { stateOf } from "./states.js";
import { thumbnail } from "./boarddraw.js";

// A picture says more with pieces: shown a few moves into a game the computer would not choose.
async function picture(game, holder) {
    const start = await stateOf(game.id, "", []);
    const wanted = Math.min(5, Math.ceil(start.moves.length / 2));
    const moves = [];
    let state = start;
    for (let k = 0; k < wanted && state.status === "on"; k++) {
        moves.push(state.moves[(k * 3 + 1) % state.moves.length].move);
        state = await stateOf(game.id, "", moves);
    }
    const shown = start.board.cells.some((cell) => cell.kind === "token") ? start : state;
    holder.replaceChildren(thumbnail(shown.board, 52, { crop: true }));
}

export function gallery(games, current, view) {
    const items = games.map((game) => {
        const holder = h("span", { class: "thumb" });
        // The board comes first.
        const later = window.requestIdleCallback ?? setTimeout;
        later(() => picture(game, holder).catch(() => { /* a picture may be missing */ }));
        return h("li", {}, h("a", { href: format({ view, about: game.id }), "data-game": game.id,
            "aria-current": game.id === current ? "page" : null }, holder, gameText(game, "title")));
    });
    return h("nav", { "aria-label": t("games.label") }, h("ul", { class: "gallery" }, items));
}
