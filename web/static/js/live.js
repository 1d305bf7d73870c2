// live.js: tells people who do not see the page what has just happened on it.

import { h } from "./dom.js";

let regions, next = 0;

export function startLive(parent) {
    regions = [0, 1].map(() => h("div", { class: "unseen", "aria-live": "polite", role: "status" }));
    parent.append(...regions);
}

// Two regions in turn, so that the same words twice are also said twice.
export function announce(text) {
    regions[next].textContent = "";
    next = 1 - next;
    regions[next].textContent = text;
}
