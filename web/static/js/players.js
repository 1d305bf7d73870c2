// players.js: who plays: a person, or the computer in one of the ways this game has.

import { h, freshId, svg } from "./dom.js";
import { t, number } from "./i18n.js";
import { piece } from "./boarddraw.js";

// "level:3" -> "Computer, level 3"
export function playerName(who) {
    const [kind, rest = ""] = who.split(/:(.*)/s);
    switch (kind) {
    case "human":
    case "perfect":
    case "engine":
    case "rules":
    case "random":
        return rest ? `${t(`player.${kind}`)} (${rest})` : t(`player.${kind}`);
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

// A line with the side's sign, its name and the choice.
export class Seat {
    constructor(side, game, chosen) {
        const id = freshId("seat");
        this.side = side;
        this.select = h("select", { id, "data-seat": side, onchange: () => chosen(side, this.select.value) });
        this.who = ["human", ...game.players];
        this.signHolder = h("span", {});
        this.element = h("div", { class: "seat" }, this.signHolder,
            h("label", { for: id }, t(`side.${side}`)), this.select);
    }

    show(who, { turn, pieces }) {
        if (!this.who.includes(who)) this.who.push(who);
        if (this.select.options.length !== this.who.length)
            this.select.replaceChildren(...this.who.map((choice) =>
                h("option", { value: choice }, playerName(choice))));
        this.select.value = who;
        this.signHolder.replaceChildren(sign(pieces, this.side));
        this.element.classList.toggle("turn", turn);
    }
}
