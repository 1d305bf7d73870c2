// i18n.js: words in the reader's language. A language is a file lang/CODE.js:
//
//     export default { name, texts, games, phrases }
//
// texts holds everything the page says itself. A text is a string with {places}, or an object
// with a string for each plural form, chosen by the place `n`. games translates what games
// say of themselves, by id, and phrases what they say while being played; both may lack
// anything: then the game's own English is shown.

import english from "../lang/en.js";

export const LANGUAGES = { en: "English", hr: "Hrvatski", pl: "Polski", cs: "Čeština" };

let code = "en";
let words = english;
let plurals = new Intl.PluralRules("en");
let integers = new Intl.NumberFormat("en");

export function language() {
    return code;
}

export async function useLanguage(wanted) {
    const next = Object.hasOwn(LANGUAGES, wanted) ? wanted : "en";
    words = next === "en" ? english : (await import(`../lang/${next}.js`)).default;
    code = next;
    plurals = new Intl.PluralRules(code);
    // Four digits are grouped too, so that columns of numbers line up.
    integers = new Intl.NumberFormat(code, { useGrouping: "always" });
    document.documentElement.lang = code;
}

// The best of what the person's browser asks for.
export function preferredLanguage() {
    for (const wanted of navigator.languages ?? []) {
        const base = wanted.slice(0, 2).toLowerCase();
        if (Object.hasOwn(LANGUAGES, base)) return base;
    }
    return "en";
}

// Numbers as this language writes them, with a true minus sign.
export function number(value, options) {
    return (options ? new Intl.NumberFormat(code, options) : integers).format(value).replace("-", "−");
}

function compose(text, places) {
    if (typeof text === "object")
        text = text[plurals.select(Number(places.n))] ?? text.other;
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
        const value = places[name];
        if (value === undefined) return whole;
        return typeof value === "number" ? number(value) : value;
    });
}

// t("review.mistakes", { n: 3 }): "3 mistakes"
export function t(key, places = {}) {
    const text = words.texts[key] ?? english.texts[key];
    return text === undefined ? key : compose(text, places);
}

// What a game says of itself: title, about, or the help of an option.
export function gameText(game, what, option) {
    const own = words.games?.[game.id];
    if (what === "title") return own?.title ?? game.title;
    if (what === "about") return own?.about ?? game.about;
    return own?.options?.[option.name] ?? option.help;
}

export function evalText(game, evaluation) {
    return words.games?.[game.id]?.evals?.[evaluation.name] ?? evaluation.name;
}

const patterns = new Map();
function pattern(template) {
    if (!patterns.has(template)) {
        const names = [];
        const source = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&")
            .replace(/\{(\w+)\}/g, (_, name) => (names.push(name), "(.*?)"));
        patterns.set(template, { shape: new RegExp(`^${source}$`), names });
    }
    return patterns.get(template);
}

// A sentence of the server, "12 coins left, take 1 to 3", said in this language if it knows how.
export function phrase(text) {
    for (const [template, translation] of Object.entries(words.phrases ?? {})) {
        const { shape, names } = pattern(template);
        const found = shape.exec(text);
        if (!found) continue;
        const places = {};
        names.forEach((name, i) => {
            const value = found[i + 1];
            places[name] = /^-?\d+$/.test(value) ? Number(value) : phrase(value);
        });
        return compose(translation, places);
    }
    return text;
}

// What went wrong, in words: an error of the server's, of the page's own, or no answer at all.
export function trouble(error) {
    if (!error.message) return t("away.needed");
    if (!error.details?.name) return error.message;
    const said = phrase(error.message);
    return code === "en" || said !== error.message ? said : t("error.said", { message: said });
}
