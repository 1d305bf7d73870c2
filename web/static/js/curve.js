// curve.js: the values of a game, move by move: up is good for the first player.

import { svg } from "./dom.js";
import { t } from "./i18n.js";

// Verdicts on moves after which something better is named.
export const FAULTS = ["inaccuracy", "mistake", "blunder"];

const WIDTH = 340, HEIGHT = 120, LEFT = 14, TOP = 12;

// points: [{ at, share (0 to 1, for the first player, or null), verdict, words }]
export function drawCurve(points, now, jump) {
    const x = (k) => LEFT + (points.length < 2 ? 0 : k * (WIDTH - 2 * LEFT) / (points.length - 1));
    const y = (share) => TOP + (1 - share) * (HEIGHT - 2 * TOP);
    let way = "";
    let pen = "M";
    points.forEach(({ share }, k) => {
        if (share === null) { pen = "M"; return; }
        way += `${pen}${x(k).toFixed(1)} ${y(share).toFixed(1)}`;
        pen = "L";
    });
    const focusable = Math.max(0, points.findIndex(({ at }) => at === now));
    return svg("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group",
        "aria-label": t("review.curve") },
    svg("line", { class: "axis-line", x1: 0, x2: WIDTH, y1: y(1), y2: y(1) }),
    svg("line", { class: "zero", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }),
    svg("line", { class: "axis-line", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
    svg("path", { class: "way", d: way }),
    points.map((point, k) => drawPoint(point, {
        x: x(k), y: y(point.share ?? 0.5), now: point.at === now, tab: k === focusable, jump,
    })));
}

function drawPoint({ at, verdict, words, share }, { x, y, now, tab, jump }) {
    const bad = FAULTS.includes(verdict);
    return svg("g", { class: `point ${verdict ?? ""} ${now ? "now" : ""}`, role: "button",
        tabindex: tab ? "0" : "-1", "aria-label": words, "data-at": at,
        onclick: () => jump(at),
        onkeydown: (event) => {
            const list = [...event.currentTarget.parentNode.querySelectorAll(".point")];
            const to = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (event.key === "Enter" || event.key === " ") jump(at);
            else if (to) list[list.indexOf(event.currentTarget) + to]?.focus();
            else return;
            event.preventDefault();
        } },
    svg("title", {}, words),
    svg("circle", { class: "around", cx: x, cy: y, r: 11 }),
    bad ? svg("path", { d: `M${x} ${y + 7}l-7 -12h14z` })
        : share === null ? null : svg("circle", { cx: x, cy: y, r: now ? 4.5 : 3 }));
}
