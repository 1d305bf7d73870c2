// address.js: what is shown stands in the address, after the #, so that reload, back and
// sharing work without the server knowing anybody:
//
//     #/play/connect4:width=5?moves=3+3+2&at=2&second=perfect
//
// The path names a view and what it is about; the rest are the view's own words.

import { keep } from "./kept.js";

// Characters that may stand as they are, so that addresses stay readable.
function encode(text) {
    return encodeURIComponent(text)
        .replace(/%(3A|2C|3D|2F|3B)/g, (code) => decodeURIComponent(code))
        .replace(/%20/g, "+");
}

function decode(text) {
    try {
        return decodeURIComponent(text.replace(/\+/g, " "));
    } catch {
        return text; // a % that encodes nothing stands for itself
    }
}

export function parse(hash) {
    const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
    const slash = path.indexOf("/");
    const view = slash < 0 ? path : path.slice(0, slash);
    const words = {};
    for (const pair of query.split("&").filter(Boolean)) {
        const [name, value = ""] = pair.split(/=(.*)/s);
        words[decode(name)] = decode(value);
    }
    return { view: decode(view), about: slash < 0 ? "" : decode(path.slice(slash + 1)), words };
}

// Words that are empty are left out.
export function format({ view, about = "", words = {} }) {
    const query = Object.entries(words)
        .filter(([, value]) => value !== "" && value !== null && value !== undefined)
        .map(([name, value]) => `${encode(name)}=${encode(String(value)).replace(/=/g, "%3D")}`)
        .join("&");
    return `#/${encode(view)}${about ? "/" + encode(about) : ""}${query ? "?" + query : ""}`;
}

export function current() {
    return parse(location.hash);
}

// Shows another address: as a new entry of the history, or in the place of the present one.
// Nothing is told: whoever calls this has already changed what is shown.
export function note(place, { push = false } = {}) {
    const text = format(place);
    keep(place, text);
    if (text === location.hash) return;
    if (push) history.pushState(null, "", text);
    else history.replaceState(null, "", text);
}

// The same a moment later, for what changes with every step: browsers allow only so many changes in a second. `place`
// is asked then, and may say null.
let noting;
export function noteSoon(place) {
    clearTimeout(noting);
    noting = setTimeout(() => {
        const now = place();
        if (now) note(now);
    }, 300);
}

// Goes to an address as a click on a link would.
export function go(place) {
    location.hash = format(place);
}
