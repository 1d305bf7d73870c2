// icons.js: the signs on buttons, drawn with one pen on a grid of 24.

import { svg } from "./dom.js";

const PATHS = {
    first: "M6 5v14M19 5l-9 7 9 7z",
    back: "M17 5l-10 7 10 7z",
    play: "M7 5l11 7-11 7z",
    pause: "M8 5v14M16 5v14",
    forward: "M7 5l10 7-10 7z",
    last: "M18 5v14M5 5l9 7-9 7z",
    undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
    redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
    fresh: "M12 5v14M5 12h14",
    hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.7.6 1 1.3 1 2.1h5c0-.8.3-1.5 1-2.1A6 6 0 0 0 12 3z",
    flip: "M12 4v16M8 8l-4 4 4 4M16 8l4 4-4 4",
    swap: "M7 4v15M3 8l4-4 4 4M17 20V5M13 16l4 4 4-4",
    share: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
    text: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
    tree: "M12 3v4M12 7L6 13M12 7l6 6M6 13v3M18 13v3M6 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
    theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
    help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.01",
    close: "M6 6l12 12M18 6L6 18",
    dice: "M5 5h14v14H5zM9 9v.01M15 9v.01M12 12v.01M9 15v.01M15 15v.01",
    erase: "M7 19h12M4 14l8-9 6 6-8 8H8z",
    enlarge: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20M8 10.5h5M10.5 8v5",
    "zoom-in": "M12 5v14M5 12h14",
    "zoom-out": "M5 12h14",
    "zoom-fit": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 9h6v6H9z",
    "zoom-whole": "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
    open: "M4 7h6l2 2h8v10H4z",
    walls: "M4 4h16v16H4zM12 4v16M4 12h16",
    save: "M12 4v11M7 11l5 5 5-5M5 20h14",
};

export function icon(name) {
    return svg("svg", { class: "icon", viewBox: "0 0 24 24", width: 20, height: 20,
        "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
