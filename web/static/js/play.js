// play.js: the view in which games are played. It ties the parts together: the game from the
// address, its states from the server, the board, the seats, and what is known about the moves.

import { h, replace, freshId } from "./dom.js";
import { t, gameText, phrase } from "./i18n.js";
import { ask, ApiError } from "./api.js";
import { note, go } from "./address.js";
import { allGames, parseSpec, query, stateOf, statesAlong } from "./states.js";
import { Board } from "./board.js";
import { Game } from "./game.js";
import { MoveList } from "./movelist.js";
import { Analysis } from "./analysis.js";
import { markOf, markWords } from "./marks.js";
import { Review } from "./review.js";
import { OptionsForm } from "./options.js";
import { Seat, defaultPlayers, playerName, sign } from "./players.js";
import { gallery } from "./gallery.js";
import { icon } from "./icons.js";
import { openTransfer } from "./transfer.js";
import { announce } from "./live.js";
import { pref, setPref } from "./prefs.js";

const SECONDS = 0.8; // for a move of the computer
const USUAL = "tictactoe";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const other = { first: "second", second: "first" };

export class PlayView {
    constructor(root) {
        this.root = root;
    }

    async show(place) {
        const games = await allGames();
        const about = place.about || USUAL;
        const info = games.find((game) => game.id === parseSpec(about).id);
        if (!info) throw new ApiError(t("games.unknown", { name: about }), 404);
        this.defaults = defaultPlayers(info);
        const game = Game.fromPlace({ ...place, about }, this.defaults);
        const sameGame = this.info === info && this.game?.spec === game.spec;
        this.info = info;
        this.game = game;
        this.analysing = place.words.analysis === "yes";
        this.paused = Boolean(place.words.at) || this.bothComputers && game.moves.length > 0;
        if (!sameGame) this.build(games);
        await this.load();
    }

    leave() {
        this.halt();
        this.analysis?.stop();
        this.review?.clear();
        this.gone = true;
    }

    get bothComputers() {
        const { first, second } = this.game.players;
        return first !== "human" && second !== "human";
    }

    // ---- the page ----

    build(games) {
        const { info } = this;
        this.board = new Board({
            played: (move) => this.human(move),
            wanted: (move) => stateOf(this.game.spec, this.game.position, [...this.game.played, move]),
        });
        this.status = h("div", { class: "status" });
        this.caption = h("p", { class: "caption" });
        this.hintWords = h("p", { class: "hint-words" });
        this.looking = h("div", { class: "looking", hidden: true });
        this.problem = h("p", { class: "message", role: "alert" });
        this.seats = ["first", "second"].map((side) =>
            new Seat(side, info, (which, who) => this.seat(which, who)));
        this.list = new MoveList((at) => this.jump(at));
        this.analysis = new Analysis({ payoffs: info.payoffs, told: () => this.draw(),
            follow: (line, n) => this.follow(line, n), play: (move) => this.human(move) });
        this.review = new Review({ payoffs: info.payoffs, jump: (at) => this.jump(at),
            told: () => this.drawMoves() });
        replace(this.root,
            h("h1", { class: "unseen" }, gameText(info, "title")),
            gallery(games, info.id, "play"),
            h("div", { class: "play" },
                h("section", { class: "stage", "aria-label": t("stage.label") }, this.status,
                    this.looking, this.board.element, this.caption, this.hintWords, this.problem, this.tools()),
                h("div", { class: "side" }, this.playersPanel(), this.movesPanel(),
                    this.analysisPanel(), this.reviewPanel(), this.rulesPanel())));
        this.root.querySelector(".gallery [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    }

    tool(name, action, attributes = {}) {
        return h("button", { type: "button", "data-tool": name, onclick: action, ...attributes },
            icon(name), t(`tool.${name}`));
    }

    tools() {
        this.buttons = {
            fresh: this.tool("fresh", () => this.restart()),
            undo: this.tool("undo", () => this.undo()),
            redo: this.tool("redo", () => this.redo()),
            hint: this.tool("hint", () => this.hint()),
            flip: this.tool("flip", () => this.flip()),
            text: this.tool("text", () => openTransfer(this.game, (read) => this.loaded(read))),
            tree: this.tool("tree", () => this.toTree()),
        };
        return h("div", { class: "tools", role: "toolbar", "aria-label": t("tools.label") },
            Object.values(this.buttons));
    }

    playersPanel() {
        const id = freshId("pace");
        this.pace = h("input", { type: "range", id, min: 0, max: 100, value: pref("pace", "60"),
            oninput: () => setPref("pace", this.pace.value) });
        this.runButton = h("button", { type: "button", "data-tool": "run",
            onclick: () => this.pauseOrRun() });
        this.paceRow = h("div", { class: "pace" }, h("label", { for: id }, t("step.speed")),
            this.pace, this.runButton);
        return h("section", { class: "panel" },
            h("div", { class: "panel-head" }, h("h2", {}, t("players.label")),
                h("button", { type: "button", class: "icon-button", "aria-label": t("players.swap"),
                    title: t("players.swap"), onclick: () => this.swap() }, icon("swap"))),
            h("div", { class: "seats" }, this.seats.map((seat) => seat.element)), this.paceRow);
    }

    movesPanel() {
        return h("section", { class: "panel" }, h("h2", {}, t("moves.label")), this.list.element);
    }

    analysisPanel() {
        this.analysisSwitch = h("input", { type: "checkbox", role: "switch", id: "analysis-switch",
            checked: this.analysing, onchange: () => {
                this.analysing = this.analysisSwitch.checked;
                this.noteAddress();
                this.look();
            } });
        return h("section", { class: "panel" },
            h("div", { class: "panel-head" }, h("h2", { id: "analysis-title" }, t("analysis.label")),
                h("label", { class: "switch", for: "analysis-switch" },
                    h("span", { class: "unseen" }, t("analysis.switch")), this.analysisSwitch)),
            this.analysis.element);
    }

    reviewPanel() {
        this.reviewButton = h("button", { type: "button", "data-tool": "review", onclick: () =>
            this.review.ask(this.game.spec, this.game.position, this.game.moves) }, t("review.do"));
        this.reviewSection = h("section", { class: "panel" },
            h("div", { class: "panel-head" }, h("h2", {}, t("review.label")), this.reviewButton),
            this.review.element);
        return this.reviewSection;
    }

    rulesPanel() {
        const { info } = this;
        const form = new OptionsForm(info, parseSpec(this.game.spec).values, async (spec) => {
            await stateOf(spec, "", []);
            this.keepOpen = true;
            go({ view: "play", about: spec, words: { ...this.words(), moves: "", at: "", position: "" } });
        });
        return h("section", { class: "panel" },
            info.options.length ? h("details", { "data-part": "options", open: this.keepOpen ?? false,
                ontoggle: (event) => { this.keepOpen = event.target.open; } },
            h("summary", {}, t("options.label")), form.element) : null,
            h("details", {}, h("summary", {}, t("rules.label")),
                h("p", { class: "about" }, gameText(info, "about"))));
    }

    // ---- the address ----

    words() {
        return { ...this.game.toWords(this.defaults), analysis: this.analysing ? "yes" : "" };
    }

    noteAddress(push = false) {
        note({ view: "play", about: this.game.spec, words: this.words() }, { push });
    }

    // ---- states ----

    // Asks for all positions of the game, then shows the one that is on the board.
    async load() {
        const { game } = this;
        this.halt();
        this.hinted = null;
        this.line = null;
        const states = await statesAlong(game.spec, game.position, game.moves);
        if (this.gone || this.game !== game) return;
        this.states = states;
        this.problem.textContent = "";
        this.draw();
        this.drawMoves();
        this.look();
        this.advance();
    }

    // The same after a click, when there is a position to stay at.
    async reload() {
        try {
            await this.load();
        } catch (error) {
            this.problem.textContent = error.message || t("away");
        }
    }

    get state() {
        return this.states[this.game.at];
    }

    // Whose each full box is: the side that was to move when it was closed.
    owners() {
        const owners = new Map();
        for (let k = 1; k <= this.game.at; k++)
            this.states[k].board.cells.forEach((cell, i) => {
                const before = this.states[k - 1].board.cells[i];
                if (cell.kind === "box" && cell.text && before && !before.text)
                    owners.set(i, this.states[k - 1].turn);
            });
        return owners;
    }

    draw() {
        const { game, line } = this;
        const state = line ? line.state : this.state;
        const { board } = state;
        const fresh = new Set(state.changed.map(([x, y]) => y * board.width + x));
        const human = state.status === "on" && game.players[state.turn] === "human";
        this.board.show(state, { flip: game.flip, fresh, owners: this.owners(),
            marks: this.analysing && !line ? this.analysis.marks : new Map(),
            enabled: !line && (human || this.paused && state.status === "on"), hint: this.hinted });
        this.caption.textContent = phrase(board.caption ?? "");
        if (this.hinted === null) this.hintWords.textContent = "";
        this.drawStatus();
        this.drawTools();
        this.seats.forEach((seat) => seat.show(game.players[seat.side], {
            turn: state.status === "on" && state.turn === seat.side, pieces: board.pieces,
        }));
    }

    drawMoves() {
        const { game } = this;
        this.list.show(game.moves, game.at, this.states.map((state) => state.turn),
            this.review.verdicts);
        this.review.show(game.at);
        this.reviewButton.disabled = game.moves.length === 0;
    }

    drawStatus() {
        const state = this.line ? this.line.state : this.state, { board, status, turn } = state;
        const over = status === "over";
        const who = over ? state.winner : turn;
        this.status.className = over ? "status over" : "status";
        const waits = !over && !this.line && this.paused && this.game.players[turn] !== "human";
        replace(this.status,
            h("p", { class: "words" }, who === "first" || who === "second" ? sign(board.pieces, who, 28) : null,
                h("span", { class: this.busy ? "thinking busy" : "" }, this.statusWords(state))),
            waits ? h("button", { type: "button", class: "main", "data-tool": "go-on",
                onclick: () => this.goOn() }, icon("play"), t("status.go-on")) : null,
            over && !this.line ? h("button", { type: "button", class: "main", "data-tool": "again",
                onclick: () => this.restart() }, t("status.again")) : null);
        replace(this.looking);
        this.looking.hidden = !this.line;
        if (this.line) this.drawLooking();
    }

    statusWords({ status, turn, winner, margin }) {
        const { players } = this.game;
        if (status === "over") {
            if (winner !== "first" && winner !== "second") return t("result.draw");
            const person = players[winner] === "human" && players[other[winner]] !== "human";
            const computer = players[winner] !== "human" && players[other[winner]] === "human";
            const key = person ? "result.you" : computer ? "result.computer" : `result.${winner}`;
            return margin ? `${t(key)} (${t("result.by", { n: Math.abs(margin) })})` : t(key);
        }
        if (players[turn] !== "human") return t(this.busy ? "status.thinking" : "status.computer",
            { name: playerName(players[turn]) });
        return players[other[turn]] === "human" ? t(`status.${turn}`) : t("status.you");
    }

    drawTools() {
        const { game, buttons } = this;
        const over = this.state.status === "over";
        for (const [name, off] of [["undo", game.at === 0], ["redo", game.atEnd],
            ["hint", over || Boolean(this.line)], ["fresh", game.moves.length === 0 && game.position === ""]])
            buttons[name].setAttribute("aria-disabled", String(off));
        buttons.flip.setAttribute("aria-pressed", String(game.flip));
        this.paceRow.hidden = !this.bothComputers;
        replace(this.runButton, icon(this.paused ? "play" : "pause"), t(this.paused ? "step.play" : "step.pause"));
        this.runButton.disabled = over;
    }

    // ---- looking ahead along a line of the analysis ----

    async follow(line, n) {
        const { game } = this;
        const moves = [...game.played, ...line.slice(0, n)];
        const state = await stateOf(game.spec, game.position, moves);
        if (this.game !== game || this.gone) return;
        this.line = { moves: line, n, state };
        this.draw();
        announce(t("line.looking", { n }));
    }

    drawLooking() {
        const { moves, n } = this.line;
        replace(this.looking, h("span", {}, t("line.looking", { n })),
            h("button", { type: "button", class: "quiet", "data-tool": "line-back", onclick: () => this.unfollow() },
                t("line.back")),
            h("button", { type: "button", class: "quiet", onclick: () => {
                for (const move of moves.slice(0, n)) this.game.play(move);
                this.paused = true;
                this.noteAddress(true);
                this.reload();
            } }, t("line.play")));
    }

    unfollow() {
        this.line = null;
        this.analysis.unfollow();
        this.draw();
    }

    // ---- moves ----

    async human(move) {
        if (this.line || this.busy || this.making) return;
        this.hinted = null;
        this.making = true; // a second click before the first is answered is not a move
        await this.make(move, true);
        this.making = false;
    }

    // Plays a move: at once on the board, since its state is mostly known already.
    async make(move, push) {
        const { game } = this, { at } = game;
        const side = this.state.turn;
        let next;
        try {
            next = await stateOf(game.spec, game.position, [...game.played, move]);
        } catch (error) {
            this.problem.textContent = error.message || t("away");
            return;
        }
        if (this.game !== game || game.at !== at || this.gone) return;
        game.play(next.played?.at(-1) ?? move);
        this.paused = false;
        this.states = [...this.states.slice(0, at + 1), next, ...(game.atEnd ? [] : this.states.slice(at + 2))];
        this.problem.textContent = "";
        this.noteAddress(push);
        this.analysis.stop();
        this.review.keepFor(game.spec, game.position, game.moves);
        this.draw();
        this.drawMoves();
        announce(`${t("said.move", { side: t(`side.${side}`), move })} ${next.status === "over"
            ? this.statusWords(next) : ""}`);
        this.look();
        this.advance(); // not waited for
    }

    // Lets the computer move, if it is its turn.
    async advance() {
        const { game, state } = this;
        if (state.status === "over") {
            this.review.ask(game.spec, game.position, game.moves);
            return;
        }
        const player = game.players[state.turn];
        if (player === "human" || this.paused || !game.atEnd || this.busy) return;
        const thinking = this.busy = new AbortController();
        this.drawStatus();
        const wait = this.bothComputers ? 2000 * (1 - Number(this.pace.value) / 100) ** 2 : 250;
        try {
            const [answer] = await Promise.all([ask(`api/move?${query({ game: game.spec,
                position: game.position, moves: game.played.join(" "), player, seconds: SECONDS,
                seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 })}`, undefined,
            thinking.signal), pause(wait)]);
            if (thinking.signal.aborted || this.gone) return;
            this.busy = null;
            await this.make(answer.move, false);
        } catch (error) {
            if (error.name === "AbortError" || this.busy !== thinking) return;
            this.busy = null;
            this.paused = true;
            this.problem.textContent = error.message || t("away");
            this.draw();
        }
    }

    // Whatever the computer is thinking about is no longer wanted.
    halt() {
        this.busy?.abort();
        this.busy = null;
    }

    goOn() {
        this.game.moves = this.game.played;
        this.paused = false;
        this.noteAddress();
        this.reload();
    }

    pauseOrRun() {
        if (this.paused) {
            this.goOn();
        } else {
            this.halt();
            this.paused = true;
            this.draw();
        }
    }

    // ---- the buttons ----

    jump(at) {
        this.game.jump(at);
        this.paused = true;
        this.noteAddress(true);
        this.reload();
        announce(t("said.jump", { at: this.game.at, count: this.game.moves.length }));
    }

    undo() {
        if (this.game.at === 0) return;
        this.jump(this.game.undoPlace(this.states.map((state) => state.turn)));
    }

    redo() {
        if (this.game.atEnd) return;
        this.jump(this.game.redoPlace(this.states.map((state) => state.turn)));
    }

    restart() {
        if (this.game.moves.length === 0 && this.game.position === "") return;
        this.game.restart();
        this.paused = false;
        this.review.clear();
        this.noteAddress(true);
        announce(t("said.new"));
        this.reload().then(() => this.board.focus());
    }

    async hint() {
        const { game, state } = this;
        if (state.status === "over" || this.line) return;
        try {
            const answer = await ask(`api/move?${query({ game: game.spec, position: game.position,
                moves: game.played.join(" "), player: "perfect", seconds: SECONDS })}`);
            if (this.game !== game || this.state !== state) return;
            this.hinted = answer.move;
            const mark = markOf(answer, { payoffs: this.info.payoffs });
            this.draw();
            this.hintWords.textContent = t("said.hint", { move: answer.move,
                value: mark ? markWords(mark) : t("value.unknown") });
            announce(this.hintWords.textContent);
        } catch (error) {
            this.problem.textContent = error.message || t("away");
        }
    }

    flip() {
        this.game.flip = !this.game.flip;
        this.noteAddress();
        this.draw();
    }

    seat(side, who) {
        this.halt();
        this.game.players[side] = who;
        this.paused = false;
        this.noteAddress();
        this.draw();
        this.advance();
    }

    swap() {
        const { players } = this.game;
        this.halt();
        [players.first, players.second] = [players.second, players.first];
        this.paused = false;
        this.noteAddress();
        this.draw();
        this.advance();
    }

    // Starts or ends the analysis of what is on the board.
    look() {
        const { game } = this;
        this.analysis.element.hidden = !this.analysing;
        this.analysisSwitch.checked = this.analysing;
        if (this.analysing) {
            this.analysis.ask(game.spec, game.position, game.played, this.state);
            if (game.moves.length) this.review.ask(game.spec, game.position, game.moves);
        } else {
            const marked = this.analysis.marks.size > 0;
            this.analysis.stop();
            if (marked) this.draw();
        }
    }

    toTree() {
        go({ view: "tree", about: this.game.spec,
            words: { position: this.game.position, moves: this.game.played.join(" ") } });
    }

    loaded({ game, position, moves, at }) {
        go({ view: "play", about: game, words: { position, moves, at: at === undefined ? "" : at,
            first: this.words().first, second: this.words().second } });
    }

    // Where those who skip to the content want to be.
    focus() {
        return this.board.focus();
    }

    // Keys that need no button under the finger.
    key(event) {
        const action = { u: "undo", r: "redo", n: "restart", h: "hint", f: "flip" }[event.key];
        if (action) this[action]();
        else if (event.key === "a") this.analysisSwitch.click();
        else return false;
        return true;
    }

    get title() {
        return gameText(this.info, "title");
    }
}

