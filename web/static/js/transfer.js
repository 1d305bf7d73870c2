// transfer.js: a game goes out as its address, as a picture, and as the text that the command saves and loads; that
// comes in again, too.

import { h, freshId, download } from "./dom.js";
import { t, trouble } from "./i18n.js";
import { ask } from "./api.js";
import { query } from "./states.js";
import { icon } from "./icons.js";
import { openDialog } from "./dialog.js";
import { announce } from "./live.js";
import { pictureAddress, pictureOf, savePicture } from "./picture.js";

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

// How far an address reaches: "" when everybody may know its host.
export function reachOf(host) {
    if (/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)) return "machine";
    return /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.[\d.]+$|^\[f[cde]|\.local$/.test(host) ? "network" : "";
}

// A button whose words say what became of it.
function speaking(words, sign, attributes, act) {
    const label = h("span", {}, words);
    return h("button", { type: "button", ...attributes, onclick: async () => {
        label.textContent = await act() ?? words;
    } }, sign ? icon(sign) : null, label);
}

function linkPart() {
    const id = freshId("link"), reach = reachOf(location.hostname);
    const link = h("input", { id, type: "text", readonly: true, value: location.href, onfocus: (event) => event.target.select() });
    const copy = speaking(t("transfer.copy-link"), "share", { class: "main", "data-do": "copy-link" }, () => copyField(link));
    return { copy, element: h("section", { "data-part": "link" }, h("div", { class: "field" }, h("label", { for: id }, t("transfer.link")), link),
        reach ? h("p", { class: "note" }, t(`transfer.reach.${reach}`)) : null, h("div", { class: "row" }, copy)) };
}

function picturePart(name, board) {
    const text = pictureOf(board);
    return h("section", { "data-part": "picture" },
        h("img", { class: "share-picture", src: pictureAddress(text), alt: board.getAttribute("aria-label") }),
        h("div", { class: "row" }, ["png", "svg"].map((kind) => speaking(t("transfer.picture", { kind: kind.toUpperCase() }), "save",
            { "data-do": kind }, () => savePicture(name, text, kind)))));
}

// loaded(place) is called with { game, position, moves, at } of the text that was read. `board` is what is drawn.
export async function openTransfer(game, board, loaded) {
    const id = freshId("text"), name = game.spec.split(":")[0];
    // Nothing is written into it before this game's text is there: what came later would mix with it.
    const area = h("textarea", { id, rows: 7, spellcheck: "false", autocapitalize: "off", readonly: true });
    const problem = h("p", { class: "message", role: "alert" });
    const file = h("input", { type: "file", accept: ".txt,text/plain", class: "unseen", tabindex: "-1",
        "aria-hidden": "true", onchange: async () => {
            area.value = await file.files[0].text();
        } });
    const link = linkPart();
    const load = async () => {
        try {
            loaded(await ask("api/import", { text: area.value }));
            dialog.close();
        } catch (error) {
            problem.textContent = trouble(error);
        }
    };
    const dialog = openDialog(t("transfer.title"), link.element, picturePart(name, board),
        h("section", { "data-part": "text" },
            h("div", { class: "field" }, h("label", { for: id }, t("transfer.text")), area), problem,
            h("div", { class: "row" }, speaking(t("transfer.load"), "open", { "data-do": "load" }, load),
                speaking(t("transfer.file"), null, {}, () => file.click()),
                speaking(t("transfer.copy"), "text", {}, () => copyField(area)),
                speaking(t("transfer.save"), "save", {}, () => download(`${name}.txt`, area.value)))), file);
    link.copy.focus();
    try {
        const { text } = await ask(`api/export?${query({ game: game.spec, position: game.position,
            moves: game.moves.join(" "), at: game.at })}`);
        area.value ||= text; // unless a file has been put there already
    } catch (error) {
        problem.textContent = trouble(error);
    } finally {
        area.readOnly = false;
    }
}
