// main.js: the page comes up, and shows the view that the address names.

import { h, replace } from "./dom.js";
import { LANGUAGES, language, preferredLanguage, t, useLanguage, trouble } from "./i18n.js";
import { current, format } from "./address.js";
import { keep, keptAddress } from "./kept.js";
import { applyTheme, pref, setPref } from "./prefs.js";
import { announce, startLive } from "./live.js";
import { icon } from "./icons.js";
import { onReach } from "./api.js";
import { holdHere } from "./offline.js";
import { openDialog } from "./dialog.js";
import { PlayView } from "./play.js";

// The other views are fetched when they are wanted.
const VIEWS = {
    play: async () => PlayView,
    tree: async () => (await import("./tree.js")).TreeView,
    maze: async () => (await import("./maze.js")).MazeView,
    puzzles: async () => (await import("./puzzles.js")).PuzzlesView,
};

const KEPT_AFTER = 2000; // milliseconds

const root = document.getElementById("view");
const top = document.getElementById("top");
const away = h("div", { class: "away", hidden: true });
let view = null, name = null, answering = "server";

const AWAY = { server: "away.back", page: "away.plays", nobody: "away" };

// Says who answers when it is not the server, over the foot of the page until it is closed: nothing on the page moves.
function drawAway() {
    away.hidden = answering === "server";
    replace(away, away.hidden ? null : h("div", { class: answering === "page" ? "message calm" : "message" },
        h("p", {}, t(AWAY[answering])),
        h("button", { class: "icon-button", type: "button", "aria-label": t("close"), onclick: () => {
            away.hidden = true;
            focusView();
        } }, icon("close"))));
}

function focusView() {
    if (!view?.focus?.()) root.focus();
}

function drawTop() {
    const languages = h("select", { "aria-label": t("language.label"), id: "language", onchange: async () => {
        setPref("language", languages.value);
        await useLanguage(languages.value);
        redraw();
        document.getElementById("language").focus();
    } }, Object.entries(LANGUAGES).map(([code, word]) => h("option", { value: code, lang: code }, word)));
    languages.value = language();
    const themes = h("select", { "aria-label": t("theme.label"), id: "theme", onchange: () => {
        setPref("theme", themes.value);
        applyTheme();
    } }, ["auto", "light", "dark"].map((theme) => h("option", { value: theme }, t(`theme.${theme}`))));
    themes.value = pref("theme", "auto");
    replace(top,
        h("a", { class: "brand", href: keptAddress("play") || "#/play", "data-kept": "play" }, h("img", { src: "icon.svg", alt: "", width: 30, height: 30 }), "Ariadne"),
        h("nav", { class: "views", "aria-label": t("views.label") }, Object.keys(VIEWS).map((key) =>
            h("a", { href: keptAddress(key) || format({ view: key }), "data-view": key, "data-kept": key }, t(`view.${key}`)))),
        h("div", { class: "choices" }, languages, themes,
            h("button", { class: "icon-button", type: "button", id: "help", "aria-label": t("help.label"),
                title: t("help.label"), onclick: openHelp }, icon("help"))));
    document.getElementById("skip").textContent = t("skip");
    markView();
}

function markView() {
    for (const link of top.querySelectorAll("[data-view]"))
        if (link.dataset.view === name) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
}

function openHelp() {
    const keys = h("input", { type: "checkbox", id: "single-keys", checked: pref("keys", "on") === "on",
        onchange: () => setPref("keys", keys.checked ? "on" : "off") });
    const list = [["Tab", "help.tab"], ["← ↑ ↓ →", "help.arrows"], ["Enter", "help.enter"], ["Esc", "help.escape"], ["U", "tool.undo"],
        ["R", "tool.redo"], ["N", "tool.fresh"], ["H", "tool.hint"], ["F", "tool.flip"], ["A", "analysis.switch"],
        ["?", "help.label"]];
    openDialog(t("help.label"), h("p", {}, t("help.words")),
        h("dl", { class: "keys" }, list.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(words))])),
        h("div", { class: "field line" }, keys, h("label", { for: "single-keys" }, t("help.single"))));
}

let turns = 0;
async function showPlace() {
    const place = current();
    const wanted = Object.hasOwn(VIEWS, place.view) ? place.view : "play";
    const turn = ++turns;
    try {
        if (wanted !== name || !view) {
            const View = await VIEWS[wanted]();
            if (turn !== turns) return;
            view?.leave();
            replace(root);
            name = wanted;
            root.className = `view-${name}`;
            view = new View(root);
            markView();
        }
        const shown = view;
        await shown.show(place);
        if (turn !== turns) return;
        keep({ ...place, view: wanted }, location.hash);
        document.title = `${shown.title ?? t(`view.${name}`)} · Ariadne`;
        document.documentElement.dataset.ready = "yes";
    } catch (error) {
        if (turn !== turns || error.name === "AbortError") return;
        view?.leave();
        view = null;
        replace(root, h("p", { class: "message", role: "alert" }, trouble(error)),
            h("p", {}, h("a", { href: "#/play" }, t("view.play"))));
        document.title = `${t(`view.${wanted}`)} · Ariadne`;
        document.documentElement.dataset.ready = "yes";
        if (!("status" in error)) throw error;
    }
}

// Everything again, in another language.
function redraw() {
    view?.leave();
    view = null;
    drawTop();
    drawAway();
    showPlace();
}

function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented ||
        pref("keys", "on") !== "on" || document.querySelector("dialog[open]") ||
        event.target.closest("input, select, textarea")) return;
    if (event.key === "?") openHelp();
    else if (!view?.key?.(event)) return;
    event.preventDefault();
}

// Where the browser keeps no files for a page, as over plain HTTP, the open window holds what it may need later.
async function holdPage() {
    const files = await (await fetch("files.json")).json();
    await Promise.all([...Object.values(VIEWS).map((load) => load()),
        ...Object.keys(LANGUAGES).map((code) => import(`../lang/${code}.js`))]);
    if (files["engine.wasm"] && await holdHere()) document.documentElement.dataset.held = "yes";
}

// The page itself is kept, with its engine, so that it also comes up and plays while the server is away. That is some
// work, and the first moves come first.
function keepPage() {
    const hold = () => holdPage().catch(() => { /* then not */ });
    if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("keep.js").catch(hold);
    else hold();
}

async function start() {
    applyTheme();
    startLive(document.body);
    root.after(away);
    await useLanguage(pref("language", preferredLanguage()));
    onReach((who) => {
        const missed = answering === "nobody";
        answering = who;
        drawAway();
        announce(t(AWAY[who]));
        if (missed) showPlace(); // what could not be had before
    });
    drawTop();
    addEventListener("hashchange", showPlace);
    addEventListener("keydown", key);
    document.getElementById("skip").addEventListener("click", (event) => {
        event.preventDefault(); // the # names the view, not a place in it
        focusView();
    });
    if (!location.hash && keptAddress("play")) history.replaceState(null, "", keptAddress("play"));
    await showPlace();
    setTimeout(keepPage, KEPT_AFTER);
}

start();
