// kept.js: where one was. The last address of each view and of each game is kept in this browser, so that going
// elsewhere and back loses nothing. A link with data-kept leads there: to "maze", or to "play.nim".

import { pref, setPref } from "./prefs.js";

// The last address under this name, or "".
export function keptAddress(name) {
    return pref(`at.${name}`, "");
}

// Notes that `hash` shows this place now.
export function keep({ view, about = "" }, hash) {
    const game = view === "play" ? about.split(":")[0] : "";
    for (const name of [view, ...(game ? [`${view}.${game}`] : [])]) {
        setPref(`at.${name}`, hash);
        for (const link of document.querySelectorAll(`a[data-kept="${CSS.escape(name)}"]`)) link.setAttribute("href", hash);
    }
}
