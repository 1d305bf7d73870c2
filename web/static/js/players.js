// players.js: who plays: a person, or the computer in one of the ways this game has.

import { h, freshId, svg } from "./dom.js";
import { t, number, phrase } from "./i18n.js";
import { piece } from "./boarddraw.js";

// Perfect play is promised where the game can be solved; elsewhere the same player is called strongest, and says of
// each move what is proved.
export const provesMoves = (who) => /^(perfect|strongest)(:|$)/.test(who);

// "level:3" -> "Computer, level 3"
export function playerName(who, solvable = true) {
    const [kind, rest = ""] = who.split(/:(.*)/s);
    switch (kind) {
    case "perfect":
    case "strongest": {
        const name = t(solvable ? "player.perfect" : "player.strongest");
        return rest ? `${name} (${rest})` : name;
    }
    case "human":
    case "engine":
    case "mcts":
    case "rules":
    case "random":
        return rest ? `${t(`player.${kind}`)} (${phrase(rest)})` : t(`player.${kind}`);
    case "level":
        return t("player.level", { n: Number(rest) });
    case "mistake":
        return t("player.mistake", { share: number(Number(rest.split(",")[0]),
            { style: "percent" }) });
    default:
        return who;
    }
}

// The usual seats: a person begins, against a computer that can be beaten if it has levels.
export function defaultPlayers(game) {
    const wished = ["level:5", "perfect"];
    return { first: "human", second: wished.find((who) => game.players.includes(who)) ?? "perfect" };
}

export function sign(pieces, owner, size = 24) {
    return svg("svg", { class: "sign", viewBox: "0 0 60 60", width: size, height: size,
        "aria-hidden": "true" }, piece(pieces, owner, { x: 30, y: 30 }, 74));
}

// Both names are one choice.
const plain = (who) => who.replace(/^strongest(?=:|$)/, "perfect");

// A line with the side's sign, its name and the choice.
export class Seat {
    constructor(side, game, chosen) {
        const id = freshId("seat");
        this.side = side;
        this.select = h("select", { id, "data-seat": side, onchange: () => chosen(side, this.select.value) });
        this.who = ["human", ...game.players.map(plain)];
        this.signHolder = h("span", {});
        this.note = h("p", { class: "note", "data-said": side });
        this.element = h("div", { class: "seat" }, this.signHolder,
            h("label", { for: id }, t(`side.${side}`)), this.select, this.note);
    }

    // `said`: what it told of its last move, if anything.
    show(who, { turn, pieces, solvable, said = "" }) {
        const value = plain(who);
        if (!this.who.includes(value)) this.who.push(value);
        if (this.select.options.length !== this.who.length || this.solvable !== solvable)
            this.select.replaceChildren(...this.who.map((choice) =>
                h("option", { value: choice }, playerName(choice, solvable))));
        this.solvable = solvable;
        this.select.value = value;
        this.note.textContent = provesMoves(who) && !solvable && !said ? t("player.strongest.note") : said;
        this.note.hidden = this.note.textContent === "";
        this.signHolder.replaceChildren(sign(pieces, this.side));
        this.element.classList.toggle("turn", turn);
    }
}
