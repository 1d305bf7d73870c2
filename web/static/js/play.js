// play.js: the view in which games are played: the game from the address, its states from the server, who
// moves when, and what the buttons do. How it looks is in playpage.js.

import { keepFocus } from "./dom.js";
import { t, gameText, trouble } from "./i18n.js";
import { ask, ApiError } from "./api.js";
import { note, go } from "./address.js";
import { allGames, parseSpec, query, stateOf, statesAlong } from "./states.js";
import { Game } from "./game.js";
import { defaultPlayers } from "./players.js";
import { markOf, markWords } from "./marks.js";
import { lineWords } from "./board.js";
import { PlayPage } from "./playpage.js";
import { announce } from "./live.js";

const SECONDS = 0.8; // for a move of the computer
const USUAL = "tictactoe";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class PlayView extends PlayPage {
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
        if (!sameGame) {
            this.stopLooking();
            keepFocus(this.root, () => this.build(games));
        }
        await this.load();
    }

    leave() {
        this.halt();
        this.stopLooking();
        this.gone = true;
    }

    // Nobody wants to know any more what the moves of this game are worth.
    stopLooking() {
        this.analysis?.stop();
        this.review?.clear();
    }

    get bothComputers() {
        const { first, second } = this.game.players;
        return first !== "human" && second !== "human";
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
        const { played } = await stateOf(game.spec, game.position, game.moves);
        const states = await statesAlong(game.spec, game.position, played);
        if (this.gone || this.game !== game) return;
        const apart = played.length !== game.moves.length;
        game.spell(played);
        if (apart) this.noteAddress();
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
            this.problem.textContent = trouble(error);
        }
    }

    get state() {
        return this.states[this.game.at];
    }

    // ---- looking ahead along a line of the analysis ----

    async follow(line, n) {
        const { game } = this;
        const moves = [...game.played, ...line.slice(0, n)];
        const state = await stateOf(game.spec, game.position, moves).catch(() => null);
        if (!state || this.game !== game || this.gone) return;
        this.line = { moves: line, n, state };
        this.draw();
        announce(t("line.looking", { n }));
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
            this.problem.textContent = trouble(error);
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
            ? `${this.statusWords(next)}. ${lineWords(next.board)}` : ""}`);
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
            this.problem.textContent = trouble(error);
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
        this.hintWords.textContent = t("analysis.thinking");
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
            this.hintWords.textContent = "";
            this.problem.textContent = trouble(error);
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
            words: { ...this.words(), moves: this.game.played.join(" "), at: "" } });
    }

    loaded({ game, position, moves, at }) {
        go({ view: "play", about: game, words: { ...this.words(), position, moves, at: at ?? "" } });
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

