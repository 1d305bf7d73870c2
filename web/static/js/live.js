// live.js: tells people who do not see the page what has just happened on it.

import { h } from "./dom.js";

// What is said about one thing takes the place of what was said about it before, and of nothing else.
const TOPICS = ["board", "analysis", "server"];
const places = {};

export function startLive(parent) {
    for (const topic of TOPICS) {
        const regions = [0, 1].map(() => h("div", { class: "unseen", "aria-live": "polite", role: "status" }));
        places[topic] = { regions, next: 0 };
        parent.append(...regions);
    }
}

// Two regions in turn, so that the same words twice are also said twice.
export function announce(text, topic = "board") {
    const place = places[topic], { regions } = place;
    regions[place.next].textContent = "";
    place.next = 1 - place.next;
    regions[place.next].textContent = text;
}
