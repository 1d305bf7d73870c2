// mazeways.js: all ways out of a maze, with their lengths: a list of which each can be drawn.

import { h, replace } from "./dom.js";
import { t, number } from "./i18n.js";

// "3 ways out, of 7 to 11 steps."
export function waysWords({ ways, length, longest, stopped }) {
    if (ways === 0) return t(stopped ? "maze.no-way-yet" : "maze.no-way");
    const words = length === longest ? t("maze.ways-alike", { n: ways, length })
        : t("maze.ways", { n: ways, least: length, most: longest });
    return stopped ? `${words} ${t("maze.ways-stopped")}` : words;
}

export class MazeWays {
    // chosen(path) is called with the way that was pressed.
    constructor(chosen) {
        this.chosen = chosen;
        this.words = h("p", {});
        this.list = h("ol", { class: "maze-ways-list" });
        this.element = h("section", { class: "maze-ways", "aria-label": t("maze.ways-list") }, this.words, this.list);
        this.element.hidden = true;
    }

    // The answer to a search for all ways out, or null.
    show(answer) {
        this.element.hidden = !answer?.paths;
        if (this.element.hidden) return;
        const more = answer.paths_complete ? "" : ` ${t("maze.ways-first", { n: answer.paths.length })}`;
        this.words.textContent = waysWords(answer) + more;
        replace(this.list, answer.paths.map(({ length, path }, k) => h("li", {}, h("button", { type: "button", "data-way": k,
            "aria-pressed": "false", onclick: (event) => {
                this.clear();
                event.currentTarget.setAttribute("aria-pressed", "true");
                this.chosen(path);
            } }, h("span", { class: "level" }, `${number(k + 1)}. `), t("maze.way", { n: length })))));
    }

    clear() {
        this.list.querySelector("[aria-pressed=true]")?.setAttribute("aria-pressed", "false");
    }
}
