// puzzles.js: the view of puzzles: each is watched in the same frame.

import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { format, note, noteSoon } from "./address.js";
import { WalkPage } from "./walkpage.js";
import { Knight } from "./knight.js";
import { Queens } from "./queens.js";
import { Cubes } from "./cubes.js";
import { Fill } from "./fill.js";

const PUZZLES = { knight: Knight, queens: Queens, cubes: Cubes, fill: Fill };

export class PuzzlesView {
    constructor(root) {
        this.root = root;
    }

    get title() {
        return t(`puzzle.${this.name}`);
    }

    async show({ about, words }) {
        this.name = Object.hasOwn(PUZZLES, about) ? about : "knight";
        this.puzzle = new PUZZLES[this.name](words);
        this.page?.stepper.stop();
        this.page = new WalkPage((at) => this.loaded ? this.puzzle.step(at) : null,
            () => this.loaded && noteSoon(() => this.gone ? null : this.place()));
        replace(this.page.fields, this.puzzle.fields(() => this.run()));
        replace(this.root,
            h("nav", { class: "segments links", "aria-label": t("view.puzzles") }, Object.keys(PUZZLES).map((name) =>
                h("a", { href: format({ view: "puzzles", about: name }), "data-puzzle": name,
                    "aria-current": name === this.name ? "page" : null }, t(`puzzle.${name}`)))),
            h("h1", {}, this.title), h("p", { class: "note lead" }, t(`puzzle.about.${this.name}`)),
            this.page.element);
        await this.run(Number(words.step) || 0);
    }

    place() {
        return { view: "puzzles", about: this.name, words: { ...this.puzzle.words(), step: this.page.stepper.at || "" } };
    }

    leave() {
        this.page?.stepper.stop();
        this.request?.abort();
        this.gone = true;
    }

    // Asks for the search with the present settings, and shows its beginning, or the step that was asked for.
    async run(at = 0) {
        const { page, puzzle } = this;
        note({ view: "puzzles", about: this.name, words: { ...puzzle.words(), step: at || "" } });
        this.request?.abort();
        const request = this.request = new AbortController();
        this.loaded = false;
        page.problem.textContent = "";
        const onPicture = page.stage.contains(document.activeElement);
        const square = document.activeElement?.closest("[data-square]")?.dataset.square;
        const drawn = puzzle.draw(() => this.run());
        if (page.stage.firstChild !== drawn) replace(page.stage, drawn);
        if (onPicture) (page.stage.querySelector(`[data-square="${square}"]`) ??
            page.stage.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
        try {
            const answer = await page.waitFor(puzzle.ask(request.signal));
            if (this.gone || request.signal.aborted) return;
            const count = puzzle.load(answer);
            this.loaded = true;
            page.load(count, { at });
        } catch (error) {
            page.load(0);
            page.fail(error);
        }
    }

    key(event) {
        return this.page.key(event);
    }
}
