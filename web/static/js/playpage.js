// playpage.js: what is seen while playing: board, status, buttons and panels. What happens when they are
// used is in play.js, which extends this.

import { h, keepFocus, replace, freshId } from "./dom.js";
import { t, gameText, phrase } from "./i18n.js";
import { go } from "./address.js";
import { parseSpec, stateOf } from "./states.js";
import { Board } from "./board.js";
import { stakes } from "./boardshape.js";
import { Lines } from "./lines.js";
import { MoveList } from "./movelist.js";
import { Analysis } from "./analysis.js";
import { Parts } from "./parts.js";
import { Review } from "./review.js";
import { OptionsForm } from "./options.js";
import { Seat, playerName, sign } from "./players.js";
import { gallery } from "./gallery.js";
import { icon } from "./icons.js";
import { openTransfer } from "./transfer.js";
import { placed } from "./places.js";
import { pref, setPref } from "./prefs.js";

const other = { first: "second", second: "first" };

// A text whose lines were broken for a terminal; those that end a sentence stay.
const unwrapped = (text) => text.replace(/([^.:!?])\n(?=\S)/g, "$1 ");

export class PlayPage {
    constructor(root) {
        this.root = root;
    }

    // ---- made once for a game ----

    build(games) {
        const { info } = this;
        this.board = new Board((move) => this.human(move));
        this.status = h("div", { class: "status" });
        this.caption = h("p", { class: "caption" });
        this.hintWords = h("p", { class: "hint-words", onclick: () => { this.hintWords.textContent = ""; } });
        this.looking = h("div", { class: "looking", hidden: true });
        this.problem = h("p", { class: "message", role: "alert" });
        this.seats = ["first", "second"].map((side) =>
            new Seat(side, info, (which, who) => this.seat(which, who)));
        this.lines = info.lines ? new Lines() : null;
        this.list = new MoveList((at) => this.jump(at));
        const most = () => info.payoffs ? stakes(this.states[0].board) : undefined;
        this.analysis = new Analysis({ payoffs: info.payoffs, most, told: () => this.board.showMarks(this.marks()),
            follow: (line, n) => this.follow(line, n), play: (move) => this.human(move) });
        this.parts = info.parts ? new Parts({ told: () => this.board.showParts(this.partsSeen()), play: (move) => this.human(move) }) : null;
        this.review = new Review({ payoffs: info.payoffs, most, jump: (at) => this.jump(at),
            told: () => this.drawMoves() });
        replace(this.root,
            h("h1", { class: "unseen" }, gameText(info, "title")),
            gallery(games, info.id, "play"),
            h("div", { class: "play" },
                h("section", { class: "stage", "aria-label": t("stage.label") }, this.tools(), this.status,
                    this.looking, this.board.element, this.caption, this.hintWords, this.problem),
                h("div", { class: "side" }, this.rulesPanel(), this.playersPanel(), this.movesPanel(),
                    this.analysisPanel(), this.partsPanel(), this.reviewPanel(), this.lines?.element ?? null, this.optionsPanel())));
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
            text: this.tool("text", () => openTransfer(this.game, this.board.svg, (read) => this.loaded(read))),
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
        this.leftWords = h("span", { class: "note" });
        this.leftRow = h("div", { class: "left-game", hidden: true }, this.leftWords,
            h("button", { type: "button", "data-tool": "come-back", onclick: () => this.comeBack() }, t("line.back")));
        return h("section", { class: "panel" }, h("h2", {}, t("moves.label")), this.list.element, this.moveForm(), this.moveProblem,
            this.leftRow);
    }

    // Moves can be typed too, as the command takes them.
    moveForm() {
        const id = freshId("move");
        this.moveProblem = h("p", { class: "message move-problem", role: "alert" });
        this.moveField = h("input", { id, type: "text", "data-field": "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
            oninput: () => this.clearTyped() });
        return h("form", { class: "move-form", onsubmit: (event) => {
            event.preventDefault();
            this.typed(this.moveField.value.trim());
        } }, h("label", { for: id }, t("moves.type")), this.moveField, h("button", { type: "submit", "data-tool": "type" }, t("moves.play")));
    }

    clearTyped() {
        this.moveProblem.textContent = "";
        this.moveField.removeAttribute("aria-invalid");
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

    // Only of games that fall apart.
    partsPanel() {
        if (!this.parts) return null;
        this.partsSwitch = h("input", { type: "checkbox", role: "switch", id: "parts-switch", checked: this.apart,
            onchange: () => {
                this.apart = this.partsSwitch.checked;
                this.noteAddress();
                this.lookApart(true);
            } });
        return h("section", { class: "panel", "aria-labelledby": "parts-title" },
            h("div", { class: "panel-head" }, h("h2", { id: "parts-title" }, t("parts.label")),
                h("label", { class: "switch", for: "parts-switch" },
                    h("span", { class: "unseen" }, t("parts.switch")), this.partsSwitch)),
            this.parts.element);
    }

    reviewPanel() {
        this.reviewButton = h("button", { type: "button", "data-tool": "review", onclick: () =>
            this.review.ask(this.game.spec, this.game.position, this.game.moves) }, t("review.do"));
        this.reviewSection = h("section", { class: "panel" },
            h("div", { class: "panel-head" }, h("h2", {}, t("review.label")), this.reviewButton),
            this.review.element);
        return this.reviewSection;
    }

    // How to play is open where the game is met for the first time.
    rulesPanel() {
        const { info } = this, seen = `rules.${info.id}`;
        if (this.newcomer !== info.id && pref(seen, "") === "") this.newcomer = info.id;
        setPref(seen, "seen");
        return h("section", { class: "panel rules" }, h("details", { "data-part": "rules", open: this.newcomer === info.id },
            h("summary", {}, t("rules.label")), h("p", { class: "about" }, unwrapped(gameText(info, "about")))));
    }

    optionsPanel() {
        const { info } = this;
        const form = new OptionsForm(info, parseSpec(this.game.spec).values, async (spec) => {
            await stateOf(spec, "", []);
            this.keepOpen = true;
            go({ view: "play", about: spec, words: { ...this.words(), moves: "", at: "", position: "" } });
        });
        return info.options.length ? h("section", { class: "panel" },
            h("details", { "data-part": "options", open: this.keepOpen ?? false,
                ontoggle: (event) => { this.keepOpen = event.target.open; } },
            h("summary", {}, t("options.label")), form.element)) : null;
    }

    // ---- drawn at every change ----

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

    // May a person move now?
    get open() {
        const { status, turn } = this.state;
        return !this.line && !this.passing && status === "on" && (this.game.players[turn] === "human" || this.paused);
    }

    // Will somebody pass of himself?
    get passing() {
        return Boolean(this.state.pass) && this.game.atEnd && !this.paused;
    }

    // Who has just passed, in words: with the last move or, where the computer has moved since, the one before it.
    passWords() {
        const { at, players } = this.game, [last, before] = [this.states[at - 1], this.states[at - 2]];
        const who = last?.pass ? last : last && players[last.turn] !== "human" && before?.pass ? before : null;
        return who ? t(`said.pass.${who.turn}`) : "";
    }

    // What is known of the moves on the board.
    marks() {
        return this.analysing && !this.line ? this.analysis.marks : new Map();
    }

    // The parts on the board, if those of this position are known.
    partsSeen() {
        return this.apart && this.parts?.state === this.state && !this.line ? this.parts.shown : [];
    }

    draw() {
        const { game, line } = this;
        const state = placed(line ? line.states : this.states.slice(0, game.at + 1));
        const { board } = state;
        const [fresh, clicked] = [state.changed, state.clicked].map((places) => new Set(places.map(([x, y]) => y * board.width + x)));
        this.board.show(state, { flip: game.flip, fresh, clicked, owners: this.owners(), marks: this.marks(),
            enabled: this.open, hint: this.hinted, parts: this.partsSeen() });
        this.clearTyped();
        this.caption.textContent = phrase(board.caption ?? "");
        this.lines?.show(game, board.width);
        if (this.hinted === null) this.hintWords.textContent = this.line ? "" : this.passWords();
        this.drawStatus();
        this.drawTools();
        this.seats.forEach((seat) => seat.show(game.players[seat.side], {
            turn: state.status === "on" && state.turn === seat.side, pieces: board.pieces,
            solvable: state.solvable, said: this.saidBy(seat.side),
        }));
    }

    // What a computer said of its move, until it makes another one.
    saidBy(side) {
        const { said, game } = this;
        return said && said.side === side && game.at >= said.at && game.at <= said.at + 1 ? said.words : "";
    }

    drawMoves() {
        const { game } = this;
        this.list.show(game.moves, game.at, this.states.map((state) => state.turn),
            this.review.verdicts);
        this.leftRow.hidden = game.main.length === 0;
        this.leftWords.textContent = t("moves.left", { n: game.leftAt + 1 });
        this.review.show(game.at);
        this.reviewButton.disabled = game.moves.length === 0;
        this.reviewButton.setAttribute("aria-disabled", String(this.review.done)); // it would find the same
    }

    drawStatus() {
        const state = this.line ? this.line.states.at(-1) : this.state, { board, status, turn } = state;
        const over = status === "over";
        const who = over ? state.winner : turn;
        this.status.className = over ? "status over" : "status";
        const waits = !over && !this.line && this.paused && this.game.players[turn] !== "human";
        keepFocus(this.status, () => replace(this.status,
            h("p", { class: "words" }, who === "first" || who === "second" ? sign(board.pieces, who, 28) : null,
                h("span", { class: this.busy ? "thinking busy" : "" }, this.statusWords(state))),
            waits ? h("button", { type: "button", class: "main", "data-tool": "go-on",
                onclick: () => this.goOn() }, icon("play"), t("status.go-on")) : null,
            over && !this.line ? h("button", { type: "button", class: "main", "data-tool": "again",
                onclick: () => this.restart() }, t("status.again")) : null));
        replace(this.looking);
        this.looking.hidden = !this.line;
        if (this.line) this.drawLooking();
    }

    statusWords({ status, turn, winner, margin, repetition }) {
        const { players } = this.game;
        if (status === "over") {
            if (winner !== "first" && winner !== "second") return t(repetition ? "result.repetition" : "result.draw");
            const person = players[winner] === "human" && players[other[winner]] !== "human";
            const computer = players[winner] !== "human" && players[other[winner]] === "human";
            const key = person ? "result.you" : computer ? "result.computer" : `result.${winner}`;
            return margin ? `${t(key)} (${t("result.by", { n: Math.abs(margin) })})` : t(key);
        }
        if (this.passing) return t(`said.pass.${turn}`);
        if (players[turn] !== "human") return t(this.busy ? "status.thinking" : "status.computer",
            { name: playerName(players[turn], this.state.solvable) });
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
}
