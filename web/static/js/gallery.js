// gallery.js: every game, with its sign; a link leads to where the game was left.

import { h } from "./dom.js";
import { gameText, t } from "./i18n.js";
import { format } from "./address.js";
import { keptAddress } from "./kept.js";
import { gameIcon } from "./gameicons.js";
import { usualSpec } from "./presets.js";

export function gallery(games, current, view) {
    const items = games.map((game) => {
        const kept = `${view}.${game.id}`;
        return h("li", {}, h("a", { href: keptAddress(kept) || format({ view, about: usualSpec(game.id) }), "data-game": game.id, "data-kept": kept,
            "aria-current": game.id === current ? "page" : null }, gameIcon(game.id), h("span", {}, gameText(game, "title"))));
    });
    return h("nav", { "aria-label": t("games.label") }, h("ul", { class: "gallery" }, items));
}
