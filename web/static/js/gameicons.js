// gameicons.js: a sign for each game, drawn with the colours of its pieces on a grid of 48. They are fixed: a game is
// found by its picture, and nothing is asked for it.

import { svg } from "./dom.js";

const cross = (x, y, r = 5) => svg("path", { class: "mark first", "stroke-width": r * 0.55,
    d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}` });
const ring = (x, y, r = 5) => svg("circle", { class: "mark second", "stroke-width": r * 0.5, cx: x, cy: y, r });
const line = (d, name = "pen") => svg("path", { class: name, d });
const tile = (x, y, size, name = "tile") => svg("rect", { class: name, x, y, width: size, height: size, rx: 2 });
const coin = (x, y, r = 6) => svg("g", { class: "token coin" }, svg("circle", { cx: x, cy: y, r }),
    svg("circle", { class: "rim", cx: x, cy: y, r: r * 0.6 }));

const stone = (x, y, owner) => svg("g", { class: `disc ${owner}` }, svg("circle", { cx: x, cy: y, r: 4.6 }),
    owner === "second" ? svg("circle", { class: "hole", cx: x, cy: y, r: 2 }) : null);
// A disc in its well; nobody's is the well alone.
const disc = (x, y, owner) => [svg("circle", { class: "well", cx: x, cy: y, r: 4.6 }), owner ? stone(x, y, owner) : null];

const DRAWN = {
    tictactoe: () => [line("M18 5V43M30 5V43M5 18H43M5 30H43"), cross(11, 11), ring(24, 24), cross(37, 37), ring(37, 11)],
    mnk: () => [line("M6 4V44M15 4V44M24 4V44M33 4V44M42 4V44M4 6H44M4 15H44M4 24H44M4 33H44M4 42H44", "pen thin"),
        [6, 15, 24, 33, 42].map((at) => cross(at, 48 - at, 3.4)), [[6, 33], [24, 15], [33, 24], [42, 33]].map(([x, y]) => ring(x, y, 3.2))],
    hex: () => [0, 1, 2].map((y) => [0, 1, 2].map((x) => {
        const at = [9 + x * 10.4 + y * 5.2, 15 + y * 9];
        return [svg("polygon", { class: "tile", points: [[0, -6], [5.2, -3], [5.2, 3], [0, 6], [-5.2, 3], [-5.2, -3]]
            .map(([u, v]) => `${at[0] + u},${at[1] + v}`).join(" ") }),
        { 4: stone(...at, "first"), 5: stone(...at, "second"), 2: stone(...at, "first"), 6: stone(...at, "first") }[3 * y + x]];
    })),
    amazons: () => [line("M4 4H44V44H4ZM14 4V44M24 4V44M34 4V44M4 14H44M4 24H44M4 34H44", "pen thin"), stone(9, 29, "first"), stone(39, 19, "second"),
        line("M14 27L25 15M25 20V15H20", "pen thread"), tile(25.5, 5.5, 7), tile(15.5, 35.5, 7)],
    connect4: () => [svg("rect", { class: "rack", x: 2, y: 7, width: 44, height: 34, rx: 5 }),
        ["  21", " 211", "1212"].map((row, y) => [...row].map((who, x) =>
            disc(8.4 + x * 10.4, 13.4 + y * 10.6, { 1: "first", 2: "second" }[who])))],
    nim: () => [1, 3, 5, 7].map((sticks, y) => Array.from({ length: sticks }, (_, k) => svg("rect", { class: "stick",
        x: 24 - sticks * 3 + k * 6 + 1.5, y: 4 + y * 10.5, width: 3, height: 8.5, rx: 1.5 }))),
    kayles: () => [5, 13, 29, 37].map((x) => svg("rect", { class: "stick", x, y: 12, width: 5, height: 24, rx: 2.5 })),
    octal: () => [[24, 7], [14, 4], [34, 3]].map(([at, sticks], y) => Array.from({ length: sticks }, (_, k) => svg("rect", { class: "stick",
        x: at - sticks * 2.5 + k * 5 + 1, y: y ? 28 : 8, width: 3, height: 12, rx: 1.5 }))),
    grundy: () => [[24, 5], [13, 3], [35, 2]].map(([at, sticks], y) => Array.from({ length: sticks }, (_, k) => svg("rect", { class: "stick",
        x: at - sticks * 3 + k * 6 + 1.5, y: y ? 28 : 8, width: 3, height: 12, rx: 1.5 }))),
    cram: () => [line("M4 4H44V44H4ZM14 4V44M24 4V44M34 4V44M4 14H44M4 24H44M4 34H44", "pen thin"), svg("rect", { class: "tile", x: 5.5, y: 15.5, width: 17, height: 7, rx: 2 }),
        svg("rect", { class: "tile", x: 25.5, y: 25.5, width: 7, height: 17, rx: 2 })],
    domineering: () => [line("M4 4H44V44H4ZM14 4V44M24 4V44M34 4V44M4 14H44M4 24H44M4 34H44", "pen thin"),
        svg("rect", { class: "first-wash", x: 15, y: 15, width: 8, height: 18 }), svg("rect", { class: "second-wash", x: 25, y: 25, width: 18, height: 8 })],
    clobber: () => [line("M4 4H44V44H4ZM17.3 4V44M30.7 4V44M4 17.3H44M4 30.7H44", "pen thin"),
        [0, 1, 2].map((y) => [0, 1, 2].map((x) => stone(10.7 + x * 13.3, 10.7 + y * 13.3, (x + y) % 2 ? "second" : "first")))],
    toads: () => [line("M3 17H45V31H3ZM17 17V31M31 17V31", "pen thin"), stone(10, 24, "first"), stone(38, 24, "second")],
    hackenbush: () => [line("M16 42V30M16 30V18M16 30L30 18M36 42V30M5 46H43", "pen thin"), stone(16, 32, "first"), stone(16, 14, "first"), stone(31, 17, "second"), stone(36, 34, "second")],
    sum: () => [[5, 13].map((x) => svg("rect", { class: "stick", x, y: 13, width: 5, height: 22, rx: 2.5 })), line("M22 24H30M26 20V28", "pen firm"),
        svg("rect", { class: "tile", x: 35, y: 13, width: 8, height: 22, rx: 2 })],
    coins: () => [...[9, 24, 39].map((x) => coin(x, 33, 6.6)), coin(16.5, 17, 6.6), coin(31.5, 17, 6.6)],
    evencoins: () => [svg("rect", { class: "first-wash", x: 3, y: 38, width: 19, height: 5, rx: 2 }),
        svg("rect", { class: "second-wash", x: 26, y: 38, width: 19, height: 5, rx: 2 }),
        [30, 20].map((y) => coin(12.5, y, 5.5)), [30, 20, 10].map((y) => coin(35.5, y, 5.5))],
    dots: () => [svg("rect", { class: "first-wash", x: 8, y: 24, width: 16, height: 16 }), line("M8 24V40H24V24ZM24 8H40M40 24V40", "pen firm"),
        [8, 24, 40].map((y) => [8, 24, 40].map((x) => svg("circle", { class: "dot", cx: x, cy: y, r: 3 })))],
    quixo: () => [[4, 14, 24].map((y) => [4, 14, 24].map((x) => tile(x, y + 8, 9))), cross(8.5, 16.5, 2.8), ring(18.5, 26.5, 2.6),
        cross(28.5, 36.5, 2.8), line("M46 16.5H36M40 12.5L36 16.5L40 20.5", "pen thread")],
    chomp: () => [[0, 1, 2, 3].flatMap((y) => [0, 1, 2, 3].filter((x) => y < 2 || x < 2).map((x) => [x, y]))
        .map(([x, y]) => svg("g", { class: `token block${x + y ? "" : " special"}` },
            svg("rect", { x: 4.5 + x * 10, y: 34.5 - y * 10, width: 9, height: 9, rx: 2 }))),
    line("M9 36.5V39.5M9 41.4V41.5", "pen bad")],
    kalah: () => [[["second", 3], ["first", 37]].map(([owner, x]) => svg("rect", { class: `pit ${owner}`, x, y: 10, width: 8, height: 28, rx: 4 })),
    [["second", 16], ["first", 32]].map(([owner, y]) => [18, 30].map((x) => svg("circle", { class: `pit ${owner}`,
        cx: x, cy: y, r: 5.2 }))),
    [[17, 15], [19, 17], [29, 17], [31, 15], [18, 31], [17, 33], [19, 34], [30, 32], [7, 20], [7, 26], [41, 30]]
        .map(([x, y]) => svg("circle", { class: "seed", cx: x, cy: y, r: 1.3 }))],
    hare: () => [line("M5 24L15 12H33L43 24L33 36H15ZM5 24H43M15 12V36M24 12V36M33 12V36M15 12L33 36M15 36L33 12", "pen thin"),
        [[5, 24], [15, 12], [15, 36]].map(([x, y]) => stone(x, y, "first")), stone(43, 24, "second")],
    morris: () => [line("M5 5H43V43H5ZM15 15H33V33H15ZM24 5V15M24 33V43M5 24H15M33 24H43", "pen thin"),
        [[15, 15], [24, 15], [33, 15], [5, 43]].map(([x, y]) => stone(x, y, "first")),
        [[24, 43], [43, 24], [15, 33]].map(([x, y]) => stone(x, y, "second"))],
    breakthrough: () => [[6, 15, 24, 33, 42].map((x) => disc(x, 8, "second")), [6, 15, 33, 42].map((x) => disc(x, 41, "first")), disc(24, 26, "first"),
        line("M24 37V33M19 19L15 14M15 18V14H19M29 19L33 14M29 14H33V18", "pen thread")],
    othello: () => [line("M4 4H44V44H4ZM17.3 4V44M30.7 4V44M4 17.3H44M4 30.7H44", "pen thin"),
        ["1 2", " 21", "122"].map((row, y) => [...row].map((who, x) => who === " " ? null
            : stone(10.7 + x * 13.3, 10.7 + y * 13.3, { 1: "first", 2: "second" }[who])))],
    given: () => [line("M24 8L10 26M24 8V26M24 8L38 26M10 26L5 41M10 26L15 41M38 26L33 41M38 26L43 41", "pen thin"), stone(24, 8, "first"),
        [10, 24, 38].map((x) => stone(x, 26, "second")), [5, 15, 33, 43].map((x) => tile(x - 3, 39, 6))],
    dobutsu: () => [[6, 18, 30].flatMap((x) => [6, 18, 30].map((y) => tile(x, y, 11))), disc(11.5, 35.5, "first"), disc(35.5, 11.5, "second"),
        line("M19 21A6 6 0 1 1 28 21A6 6 0 1 1 19 28A5 5 0 0 1 19 21M21.5 22.5V23M25.5 22.5V23M21.5 26.5Q23.5 28 25.5 26.5", "pen thin")],
};

const unknown = () => [4, 18, 32].map((y) => [4, 18, 32].map((x) => tile(x, y, 12)));

export function gameIcon(id) {
    const draw = Object.hasOwn(DRAWN, id) ? DRAWN[id] : unknown;
    return svg("svg", { class: "board small game-icon", viewBox: "0 0 48 48", width: 36, height: 36, "aria-hidden": "true" }, draw());
}
