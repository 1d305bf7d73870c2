// presets.js: well-known forms of games, one click away; and the form that the page begins with where that is not the
// library's own.

import { t } from "./i18n.js";

const boards = (...list) => list.map(([width, height, line]) => ({ width, height, ...(line ? { line } : {}) }));

const PRESETS = {
    mnk: boards([15, 15, 5], [19, 19, 5], [8, 8, 5], [5, 5, 4], [4, 4, 3], [3, 3, 3]),
    hex: [3, 5, 7, 9, 11].map((size) => ({ size })),
    amazons: boards([10, 10], [8, 8], [6, 6], [5, 5], [5, 4]),
    connect4: boards([7, 6, 4], [8, 7, 4], [6, 5, 4], [5, 4, 4], [9, 7, 5]),
    dots: boards([2, 2], [3, 3], [4, 4], [5, 5], [7, 7]),
    chomp: boards([7, 4], [4, 3], [5, 5], [10, 2], [15, 15]),
    nim: ["7531", "321", "54321", "12,5,3"].map((heaps) => ({ heaps })),
    kayles: [13, 7, 20, 60].map((pins) => ({ pins })),
    octal: [["0.137", 12], ["0.07", 15], ["0.77", 13], ["0.6", 12], ["4.3", 10]].map(([code, heap]) => ({ code, heap })),
    grundy: [13, 7, 20, 40].map((heap) => ({ heap })),
    cram: boards([6, 6], [5, 5], [4, 4], [7, 5], [8, 8]),
    domineering: boards([6, 6], [5, 5], [4, 4], [7, 7], [8, 8]),
    clobber: boards([5, 6], [5, 5], [4, 4], [8, 8], [10, 1]),
    toads: ["ttt..fff", "tt.ff", "tttt..ff", "ttttt...fff", "tt.ff/t..f/tft.f"].map((row) => ({ row })),
    hackenbush: ["b(r)(bg)/gg/rrb/br", "bbr/rrb/b", "ggg/g(g)(gg)/gg", "b(r)(b(g)(r))/g(r)(b)/rb(r)(b)", "bbrb/rrbr/brbr/rb"].map((picture) => ({ picture })),
    sum: ["kayles=7+nim=31", "kayles=8+kayles=5+nim=3", "grundy=10+cram=3,height=3", "domineering=4,height=4+clobber=4,height=2", "kayles=7,misere=yes+nim=31,normal=no"].map((parts) => ({ parts })),
    coins: [[13, 3], [21, 3], [30, 5]].map(([coins, most]) => ({ coins, most })),
    quixo: [3, 4, 5].map((size) => ({ size })),
    morris: [[3, "no"], [6, "yes"], [9, "yes"]].map(([men, fly]) => ({ men, fly })),
    kalah: [[6, 4], [6, 6], [6, 3], [4, 3], [3, 3]].map(([pits, seeds]) => ({ pits, seeds })),
    breakthrough: boards([8, 8], [6, 6], [5, 5], [4, 5]),
    othello: [8, 6, 4].map((size) => ({ size })),
    given: ["(3 12 8)(2 4 6)(14 5 2)", "B:(3 12 8) C:(2 4 6) D:(14 5 2)", "((3 17)(2 12))((15)(25 0))((2 5)(3 14))"].map((tree) => ({ tree })),
};

// m,n,k as most people know it; 3x3 is tic-tac-toe, which has a place of its own.
const USUAL = { mnk: "mnk:width=15,height=15,line=5" };

// What the page plays when only the game is named.
export function usualSpec(id) {
    return Object.hasOwn(USUAL, id) ? USUAL[id] : id;
}

function words({ men, width, height, line, heaps, coins, most, size, pits, seeds, parts, pins, code, heap, row, tree, picture }) {
    if (tree) return tree;
    if (row) return row.toUpperCase().replaceAll(".", "·").replaceAll("/", " / ");
    if (picture) return picture.toUpperCase().replaceAll("/", " / ");
    if (parts) return parts.replaceAll("+", " + ");
    if (pins || heap) return [code, pins ?? heap].filter(Boolean).join(" · ");
    if (men) return t("preset.men", { men });
    if (heaps) return heaps.includes(",") ? heaps.replaceAll(",", " · ") : [...heaps].join(" · ");
    if (coins) return t("preset.coins", { coins, most });
    if (pits) return t("preset.pits", { pits, seeds });
    if (size) return t("preset.board", { width: size, height: size });
    return t(line ? "preset.line" : "preset.board", { width, height, line });
}

// [[values, words], ...] of a game, all as text.
export function presets(id) {
    return (Object.hasOwn(PRESETS, id) ? PRESETS[id] : []).map((values) =>
        [Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])), words(values)]);
}
