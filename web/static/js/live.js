// live.js: tells people who do not see the page what has just happened on it.

import { h } from "./dom.js";

const KEPT = 6; // messages: a reader may still be busy with one when the next ones come

let region;

export function startLive(parent) {
    region = h("div", { class: "unseen", role: "log", "aria-live": "polite", "aria-atomic": "false",
        "aria-relevant": "additions" });
    parent.append(region);
}

// Each message is a line of its own, so that none takes the place of another that was not read yet, and the same
// words twice are also said twice.
export function announce(text) {
    region.append(h("p", {}, text));
    while (region.children.length > KEPT) region.firstChild.remove();
}
