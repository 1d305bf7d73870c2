// transfer.js: a game as text, in and out: the text the command saves and loads.

import { h, freshId, download } from "./dom.js";
import { t, trouble } from "./i18n.js";
import { ask } from "./api.js";
import { query } from "./states.js";
import { icon } from "./icons.js";
import { openDialog } from "./dialog.js";
import { announce } from "./live.js";

// Copies the text of a field; gives the words that say so, or what to do instead. Over plain HTTP there is no clipboard
// but the old command for what is selected.
async function copyField(field) {
    const { activeElement } = document;
    let done = true;
    try {
        await navigator.clipboard.writeText(field.value);
    } catch {
        field.focus();
        field.select();
        done = document.execCommand("copy");
        if (done) activeElement.focus();
    }
    const words = t(done ? "copied" : "copied.not");
    announce(words);
    return words;
}

// loaded(place) is called with { game, position, moves, at } of the text that was read.
export async function openTransfer(game, loaded) {
    const id = freshId("text");
    const area = h("textarea", { id, rows: 9, spellcheck: "false", autocapitalize: "off" });
    const problem = h("p", { class: "message", role: "alert" });
    const link = h("input", { type: "text", readonly: true, value: location.href,
        "aria-label": t("transfer.link"), onfocus: (event) => event.target.select() });
    const said = (button, words) => {
        button.lastChild.textContent = words;
    };
    const file = h("input", { type: "file", accept: ".txt,text/plain", class: "unseen", tabindex: "-1",
        "aria-hidden": "true", onchange: async () => {
            area.value = await file.files[0].text();
        } });
    const dialog = openDialog(t("transfer.title"),
        h("div", { class: "field" }, h("label", { for: id }, t("transfer.text")), area), problem,
        h("div", { class: "row" },
            h("button", { type: "button", class: "main", "data-do": "load", onclick: async () => {
                try {
                    loaded(await ask("api/import", { text: area.value }));
                    dialog.close();
                } catch (error) {
                    problem.textContent = trouble(error);
                }
            } }, icon("open"), h("span", {}, t("transfer.load"))),
            h("button", { type: "button", onclick: () => file.click() }, h("span", {}, t("transfer.file"))),
            h("button", { type: "button", onclick: async (event) => {
                said(event.currentTarget, await copyField(area));
            } }, icon("text"), h("span", {}, t("transfer.copy"))),
            h("button", { type: "button", onclick: () => download(`${game.spec.split(":")[0]}.txt`, area.value) },
                icon("save"), h("span", {}, t("transfer.save")))),
        h("div", { class: "field" }, h("span", {}, t("transfer.link")), link),
        h("div", { class: "row" }, h("button", { type: "button", onclick: async (event) => {
            said(event.currentTarget, await copyField(link));
        } }, icon("share"), h("span", {}, t("transfer.copy-link")))), file);
    try {
        const { text } = await ask(`api/export?${query({ game: game.spec, position: game.position,
            moves: game.moves.join(" "), at: game.at })}`);
        area.value ||= text; // unless something else has been put there already
    } catch (error) {
        problem.textContent = trouble(error);
    }
    area.focus();
}
