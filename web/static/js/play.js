// play.js: the view in which games are played: the game from the address, its states from the server, who
// moves when, and what the buttons do. How it looks is in playpage.js.

import { keepFocus } from "./dom.js";
import { t, gameText, phrase, trouble } from "./i18n.js";
import { ask, ApiError } from "./api.js";
import { note, go } from "./address.js";
import { allGames, noteState, parseSpec, query, stateOf, statesAlong } from "./states.js";
import { Game } from "./game.js";
import { defaultPlayers, provesMoves } from "./players.js";
import { usualSpec } from "./presets.js";
import { hintWords, markOf, markWords } from "./marks.js";
import { lineWords } from "./board.js";
import { PlayPage } from "./playpage.js";
import { announce } from "./live.js";

const SECONDS = 0.8; // for a move of the computer
const PROOF_SECONDS = 5; // for one that it shall prove
const USUAL = "tictactoe";
const PASSING = 700; // milliseconds for who passes to be seen
const LATER = 1500; // milliseconds that an analysis waits for the computer's move

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class PlayView extends PlayPage {
    async show(place) {
        const games = await allGames();
        // A game that is only named is begun in its usual form.
        const { about: named = "", words } = place;
        const about = words.moves || words.position ? named || USUAL : usualSpec(named || USUAL);
        const info = games.find((game) => game.id === parseSpec(about).id);
        if (!info) throw new ApiError(t("games.unknown", { name: about }), 404);
        this.defaults = defaultPlayers(info);
        const game = Game.fromPlace({ ...place, about }, this.defaults);
        const sameGame = this.info === info && this.game?.spec === game.spec;
        this.info = info;
        this.game = game;
        this.analysing = place.words.analysis === "yes";
        this.apart = place.words.parts === "yes";
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
        this.parts?.stop();
        this.review?.clear();
    }

    get bothComputers() {
        const { first, second } = this.game.players;
        return first !== "human" && second !== "human";
    }

    // ---- the address ----

    words() {
        return { ...this.game.toWords(this.defaults), analysis: this.analysing ? "yes" : "",
            parts: this.apart ? "yes" : "" };
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
        const { played, states, wrong } = await this.playable(game);
        if (this.gone || this.game !== game) return;
        const apart = played.join(" ") !== game.moves.join(" ");
        game.spell(played);
        if (apart && !wrong) this.noteAddress();
        this.states = states;
        this.problem.textContent = wrong ? trouble(wrong) : "";
        this.paused ||= Boolean(wrong);
        this.draw();
        this.drawMoves();
        this.look();
        this.advance();
    }

    // The positions of a game and its moves as it writes them; of one with a move that cannot be, those before it, and
    // what is wrong.
    async playable({ spec, position, moves }) {
        try {
            return await statesAlong(spec, position, moves);
        } catch (error) {
            const { parameter, offset } = error.details ?? {};
            if (parameter !== "moves" || offset === undefined) throw error;
            const text = moves.join(" "), kept = position ? null : await this.keptOf(spec, text);
            if (kept) return statesAlong(spec, position, kept);
            const good = text.slice(0, offset).split(" ").filter(Boolean);
            return { ...await statesAlong(spec, position, good), wrong: error };
        }
    }

    // An address may be older than the way in which moves are written now: the server knows how it was.
    async keptOf(spec, moves) {
        const read = await ask("api/import", { text: `${spec} moves:${moves}` }).catch(() => null);
        return read && read.moves.split(" ");
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
        const along = await statesAlong(game.spec, game.position, moves).catch(() => null);
        if (!along || this.game !== game || this.gone) return;
        this.line = { moves: line, n, states: along.states };
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

    // A move, or several, as they were typed; of the computer's side none.
    async typed(text) {
        const { game } = this;
        if (!text || this.line || this.busy || this.making || !this.open) return;
        try {
            const { played } = await statesAlong(game.spec, game.position, [...game.played, text]);
            if (this.game !== game) return;
            this.moveField.value = "";
            for (const move of played.slice(game.at)) if (this.open) await this.human(move);
        } catch (error) {
            this.moveProblem.textContent = trouble(error);
            this.moveField.setAttribute("aria-invalid", "true");
        }
    }

    // Plays a move. The state after one of the computer's came with it.
    async make(move, push) {
        const { game } = this, { at } = game;
        const side = this.state.turn, passed = this.state.pass === move;
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
        await this.statesAfter(at, next);
        if (this.game !== game || this.gone) return;
        this.problem.textContent = "";
        this.noteAddress(push);
        this.analysis.stop();
        this.parts?.stop();
        this.review.keepFor(game.spec, game.position, game.moves);
        this.draw();
        this.drawMoves();
        announce(`${passed ? t(`said.pass.${side}`) : t("said.move", { side: t(`side.${side}`), move })} ${next.status === "over"
            ? `${this.statusWords(next)}. ${lineWords(next.board)}` : ""}`);
        // Whoever played on the board has nothing more to do there.
        if (next.status === "over" && this.board.stage.contains(document.activeElement))
            this.status.querySelector("[data-tool=again]")?.focus({ preventScroll: true });
        this.look();
        this.advance(); // not waited for
    }

    // The states of the game after a move. What follows is known, unless the move led back into a game that was left.
    async statesAfter(at, next) {
        const { game } = this, follow = this.states.slice(at + 2);
        this.states = [...this.states.slice(0, at + 1), next];
        if (game.moves.length === at + 1 + follow.length) this.states.push(...follow);
        else if (!game.atEnd) ({ states: this.states } = await statesAlong(game.spec, game.position, game.moves));
    }

    // Lets the computer move, if it is its turn.
    async advance() {
        const { game, state } = this;
        if (state.status === "over") {
            this.review.ask(game.spec, game.position, game.moves);
            return;
        }
        if (this.busy) return;
        if (this.passing) {
            this.pass();
            return;
        }
        const player = game.players[state.turn];
        if (player === "human" || this.paused || !game.atEnd) return;
        const thinking = this.busy = new AbortController();
        this.drawStatus();
        const wait = this.bothComputers ? 2000 * (1 - Number(this.pace.value) / 100) ** 2 : 250;
        try {
            const [answer] = await Promise.all([ask(`api/move?${query({ game: game.spec,
                position: game.position, moves: game.played.join(" "), player, seconds: this.secondsOf(player),
                seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 })}`, undefined,
            thinking.signal), pause(wait)]);
            if (thinking.signal.aborted || this.gone) return;
            this.busy = null;
            noteState(game.spec, game.position, [...game.played, answer.move], answer.state);
            this.said = { side: state.turn, at: game.moves.length + 1, words: this.proofWords(player, answer) };
            await this.make(answer.move, false);
            if (player.startsWith("rules")) this.tellRule(answer);
        } catch (error) {
            if (error.name === "AbortError" || this.busy !== thinking) return;
            this.busy = null;
            this.paused = true;
            this.problem.textContent = trouble(error);
            this.draw();
        }
    }

    // Who can do nothing else passes without being asked.
    async pass() {
        const { state } = this, waiting = this.busy = new AbortController();
        await pause(PASSING);
        if (waiting.signal.aborted || this.gone) return;
        this.busy = null;
        await this.make(state.pass, false);
    }

    // Who follows rules says which one it was.
    tellRule({ move, reason }) {
        this.hintWords.textContent = t("said.rule", { move, rule: phrase(reason) });
        announce(this.hintWords.textContent);
    }

    // Where every move can be proved, there is time for it; elsewhere no more than for others.
    secondsOf(player) {
        return provesMoves(player) && this.state.solvable ? PROOF_SECONDS : SECONDS;
    }

    // What a player that proves its moves says of this one. That a perfect player has proved it goes without saying.
    proofWords(player, answer) {
        if (!provesMoves(player) || answer.exact && this.state.solvable) return "";
        return answer.exact
            ? t("player.proved", { move: answer.move, value: markWords(markOf(answer, { payoffs: this.info.payoffs })) })
            : t("player.unproved", { move: answer.move });
    }

    // Whatever the computer is thinking about is no longer wanted.
    halt() {
        this.busy?.abort();
        this.busy = null;
    }

    goOn() {
        this.game.leave();
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
        this.jump(this.game.undoPlace(this.turns()));
    }

    redo() {
        if (this.game.atEnd) return;
        this.jump(this.game.redoPlace(this.turns()));
    }

    // Who could choose a move, after none, after one, and so on.
    turns() {
        return this.states.map(({ turn, pass }) => pass ? null : turn);
    }

    // From a line that was tried back to the game that was left for it.
    comeBack() {
        this.game.comeBack();
        this.paused = true;
        this.noteAddress(true);
        this.reload();
        announce(t("said.jump", { at: this.game.at, count: this.game.moves.length }));
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
                moves: game.played.join(" "), player: "perfect", seconds: this.secondsOf("perfect") })}`);
            if (this.game !== game || this.state !== state) return;
            this.hinted = answer.move;
            const mark = markOf(answer, { payoffs: this.info.payoffs });
            this.draw();
            this.hintWords.textContent = hintWords(answer.move, mark, answer.exact);
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

    // Is the computer about to answer a person, or somebody to pass? Where that is soon, nobody looks at what is on the
    // board now.
    get soonElsewhere() {
        const { game, state } = this;
        return this.passing || state.status === "on" && game.players[state.turn] !== "human" && !this.bothComputers && !this.paused && game.atEnd;
    }

    // Shows or hides the parts of what is on the board.
    lookApart(spoken = false) {
        const { game, parts } = this;
        if (!parts) return;
        parts.element.hidden = !this.apart;
        this.partsSwitch.checked = this.apart;
        if (this.apart) {
            parts.ask(game.spec, game.position, game.played, this.state, { spoken });
        } else {
            parts.stop();
            this.board.showParts([]);
        }
    }

    // Starts or ends the analysis of what is on the board.
    look() {
        const { game } = this;
        this.lookApart();
        this.analysis.element.hidden = !this.analysing;
        this.analysisSwitch.checked = this.analysing;
        if (this.analysing) {
            this.analysis.ask(game.spec, game.position, game.played, this.state, this.soonElsewhere ? LATER : 0);
            if (game.moves.length) this.review.askLater(game.spec, game.position, game.moves);
        } else {
            const marked = this.analysis.marks.size > 0;
            this.analysis.stop();
            this.review.notLater();
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

