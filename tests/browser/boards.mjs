// boards.mjs: boards of every shape, moves of any number of clicks, and what they would change, on positions that no game
// has to lead to (samples.mjs); and passes that nobody has to make.

import assert from "node:assert/strict";
import { AXE, picture, scene, show, tests, until } from "./harness.mjs";
import { Shape, UNIT, changesOf, stakes, targets } from "../../web/static/js/boardshape.js";
import { share } from "../../web/static/js/analysis.js";
import { samples, hexagons, kinds, pits, points, queens, stones } from "./samples.mjs";

const FRIENDS = "first=human&second=human";
const test = (name, run) => tests.push([name, async () => run()]);
const index = ({ board }, x, y) => y * board.width + x;

test("rows of hexagons begin half a cell further right, and reach into each other", () => {
    const { board } = hexagons(), shape = new Shape(board);
    const at = (x, y) => shape.middle(index({ board }, x, y)), distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
    for (const [x, y] of [[3, 2], [1, 2], [2, 1], [3, 1], [1, 3], [2, 3]]) assert.ok(Math.abs(distance(at(2, 2), at(x, y)) - UNIT) < 1e-9);
    assert.equal(at(0, 1).x - at(0, 0).x, UNIT / 2);
    const turned = new Shape(board, { flip: true });
    assert.equal(turned.middle(0).x - turned.left, shape.width - shape.middle(0).x);
    for (let k = 0; k < 25; k++) assert.equal(shape.at(shape.middle(k)), k);
});

test("a store is as tall as the board, and lies beside its pits", () => {
    const { board } = pits(), shape = new Shape(board), store = shape.rect(7), pit = shape.rect(index({ board }, 6, 1));
    assert.deepEqual([store.y, store.height], [0, shape.height]);
    assert.equal(store.x, pit.x + pit.width);
    assert.equal(shape.at({ x: store.x + 5, y: shape.height - 5 }), 7);
});

test("each click leaves the moves that begin so", () => {
    const state = queens(), at = (x, y) => index(state, x, y);
    const open = (held) => targets(state, held).map(({ cells, move, goal = false, held: last = false, other = false }) =>
        [cells[0], move ?? null, goal ? "goal" : last ? "held" : other ? "other" : ""]).sort((a, b) => a[0] - b[0]);
    assert.deepEqual(open([]), [[at(3, 2), null, ""], [at(1, 3), null, ""]]);
    assert.deepEqual(open([at(3, 2)]), [[at(3, 0), null, "goal"], [at(3, 1), null, "goal"], [at(3, 2), null, "held"], [at(1, 3), null, "other"]]);
    // The queen may shoot back to where she came from.
    assert.deepEqual(open([at(3, 2), at(3, 1)]), [[at(3, 0), "d2-d3-d4", "goal"], [at(3, 1), null, "held"], [at(3, 2), "d2-d3-d2", "goal"]]);
    // What all of them would change: where she goes and that she leaves, although she may shoot there.
    const changes = (names) => changesOf(state, names).map(({ index: place, owner = "", open }) => [place, open ? "open" : owner]);
    assert.deepEqual(changes(["d2-d3-d4", "d2-d3-d2"]), [[at(3, 2), "open"], [at(3, 1), "first"]]);
    assert.deepEqual(changes(["d2-d3-d4"]), [[at(3, 2), ""], [at(3, 1), "first"], [at(3, 0), "both"]]);
});

test("one click plays a move wherever several will do, and stands beside those of more clicks", () => {
    const { board } = stones();
    const state = { board, moves: [{ move: "m", cells: [[0, 0], [0, 1]] }, { move: "n", cells: [], clicks: [[1, 0], [1, 1]] }] };
    assert.deepEqual(targets(state).map(({ cells, move }) => [cells, move]), [[[0, 6], "m"], [[1], undefined]]);
    assert.deepEqual(targets(state, [1]).map(({ cells, move, other }) => [cells, move, other]), [[[0, 6], "m", true], [[1], undefined, undefined], [[7], "n", undefined]]);
});

test("a small win fills a small part of the bar, and only all that can be won all of it", () => {
    assert.deepEqual([stakes(stones().board), stakes(pits().board)], [36, 93]);
    const most = 64, parts = [-64, -2, 0, 2, 10, 64].map((score) => share({ value: "win", score }, most));
    assert.deepEqual(parts, [...parts].sort((a, b) => a - b));
    assert.deepEqual([parts[0], parts[2], parts[5]], [0, 0.5, 1]);
    assert.ok(parts[3] > 0.52 && parts[3] < 0.65);
    assert.equal(share({ value: "win", distance: 0 }), 1);
});

// The board alone, on the page of another game. What is played is in window.played.
async function put(page, state, options = {}) {
    await page.evaluate(async ([shown, { marks = [], ...rest }]) => {
        const { Board } = await window.part("board.js");
        window.played = [];
        const board = new Board((move) => window.played.push(move));
        document.querySelector(".board-holder").replaceWith(board.element);
        board.show(shown, { fresh: new Set(shown.changed.map(([x, y]) => y * shown.board.width + x)), marks: new Map(marks), ...rest });
    }, [state, options]);
}

const played = (page) => page.evaluate(() => window.played);
const said = (page) => page.locator("[aria-live] p").last().innerText();
const cell = (page, n) => page.locator(`.cells [data-cell="${n}"]`);

scene("three clicks make a move, with the mouse, by dragging and with the keys", `#/play/tictactoe?${FRIENDS}`, {}, async (page) => {
    const state = queens(), at = (x, y) => `.target[data-from="${index(state, x, y)}"]`;
    await put(page, state);
    await page.locator(at(3, 2)).click();
    assert.match(await said(page), /Chosen: column d, row 2\. 2 places can follow/);
    await page.locator(at(3, 1)).click();
    assert.match(await said(page), /Chosen: column d, row 3\. 2 places can follow/);
    assert.equal(await page.locator(".ghost .arrow").count(), 1);
    assert.equal(await page.locator(".ghost .piece").count(), 1); // she stands there already
    assert.deepEqual(await page.locator(".cells .leaving").evaluateAll((all) => all.map((one) => Number(one.dataset.cell))), [index(state, 3, 2)]);
    await page.locator(".target.held").click();
    assert.equal(await page.locator(".target.held").getAttribute("data-from"), String(index(state, 3, 2)));
    await page.locator(at(3, 1)).click();
    await page.locator(".target[data-move='d2-d3-d2']").click();
    assert.deepEqual(await played(page), ["d2-d3-d2"]);
    // The first click and the second in one drag; then the last.
    await put(page, state);
    const middle = async (selector) => {
        const { x, y, width, height } = await page.locator(selector).boundingBox();
        return [x + width / 2, y + height / 2];
    };
    const corner = await middle(".cells [data-cell='3'] .tile");
    await page.mouse.move(...await middle(at(3, 2)));
    await page.mouse.down();
    await page.mouse.move(...corner, { steps: 3 });
    await page.mouse.up();
    await until(page, () => document.querySelector(".target[data-move='d2-d4-c4']"));
    // The last two in one drag.
    await page.mouse.move(...corner);
    await page.mouse.down();
    await page.mouse.move(...await middle(".target[data-move='d2-d4-c4']"), { steps: 3 });
    await page.mouse.up();
    assert.deepEqual(await played(page), ["d2-d4-c4"]);
    // The keys: on, and back one by one.
    await put(page, state);
    await page.locator(at(3, 2)).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.from), "7");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Choose, column d, row 3/);
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.move), "d2-d3-d4");
    await page.keyboard.press("Escape");
    assert.equal(await said(page), "Taken back.");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.from), "7");
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.from), "11");
    assert.equal(await page.locator(".target.goal").count(), 0);
    for (const key of ["Enter", "ArrowDown", "Enter", "Enter"]) await page.keyboard.press(key);
    assert.deepEqual(await played(page), ["d2-d3-d4"]);
});

scene("what a move changes is seen before it is played", `#/play/tictactoe?${FRIENDS}`, {}, async (page) => {
    const ghosts = (selector) => page.locator(`.ghost ${selector}`).count();
    const named = (name) => page.locator(`.cells .cell.${name}`).evaluateAll((all) => all.map((one) => Number(one.dataset.cell)));
    // A disc is put down, and one turns.
    await put(page, stones());
    await page.locator(".target[data-move=c2]").hover();
    assert.deepEqual([await ghosts(".disc.first"), await named("turning")], [2, [8, 14]]);
    // No dot shows through the disc that is put down.
    assert.deepEqual(await page.locator(".may.spot").evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity).sort()), ["0", "1", "1", "1"]);
    // A man moves, and another falls.
    const men = points(), at = (x, y) => index(men, x, y);
    await put(page, men);
    await page.locator(`.target[data-from="${at(1, 2)}"]`).click();
    await page.locator(`.target[data-from="${at(1, 1)}"]`).click();
    await page.locator("[data-move=b3-b4xc5]").hover();
    assert.deepEqual([await named("leaving"), await named("turning")], [[at(2, 0), at(1, 2)], [at(1, 1)]]);
    // Seeds land, in the store too.
    await put(page, pits());
    await page.locator(".target[data-move='3']").hover();
    assert.deepEqual(await page.locator(".ghost .seeds").allTextContents(), ["0", "6", "6", "25", "13"]);
    await page.locator(".target[data-move='1']").hover();
    assert.deepEqual(await page.locator(".ghost .seeds").allTextContents(), ["0", "1", "5", "6", "6"]);
    // What the last move changed has its colour again when nothing is pointed at, and only then.
    const red = () => page.evaluate(() => getComputedStyle(document.querySelector(".fresh .seeds")).fill === getComputedStyle(document.querySelector(".cell:not(.fresh) .seeds")).fill);
    assert.equal(await red(), true);
    await page.mouse.move(1, 1);
    assert.equal(await red(), false);
    // One of two in the hand.
    await put(page, kinds());
    await page.locator(".target[data-from='15']").click();
    await page.locator("[data-move='C*a2']").hover();
    assert.deepEqual(await page.locator(".ghost .badge").allTextContents(), ["1"]);
    assert.deepEqual(await page.locator(".ghost .signed text").allTextContents(), ["C", "C"]);
});

scene("places that can be played are marked where not all of their look can", `#/play/tictactoe?${FRIENDS}`, {}, async (page) => {
    for (const [make, spots, rings] of [[stones, 4, 0], [hexagons, 0, 0], [pits, 0, 5], [queens, 0, 0]]) {
        await put(page, make());
        assert.deepEqual([await page.locator(".may.spot").count(), await page.locator(".may:not(.spot)").count()], [spots, rings], make.name);
        await put(page, make(), { enabled: false });
        assert.equal(await page.locator(".may").count(), 0);
    }
});

scene("goals have rims of their colour where they lead off the board", `#/play/tictactoe?${FRIENDS}`, {}, async (page) => {
    await put(page, hexagons());
    const rims = (n) => cell(page, n).locator(".rim").evaluateAll((all) => all.map((one) => one.classList[1]).sort());
    assert.deepEqual(await rims(12), []);
    assert.deepEqual(await rims(2), ["first", "first"]);
    assert.deepEqual(await rims(10), ["second", "second"]);
    assert.deepEqual(await rims(0), ["first", "first", "second", "second"]);
    await put(page, kinds());
    assert.deepEqual([await rims(4), await rims(7), await rims(13)], [["first"], [], ["second"]]);
});

scene("what moves are worth covers no number and no sign, and all is said in words", `#/play/tictactoe?${FRIENDS}`, {}, async (page) => {
    for (const [name, make] of Object.entries(samples)) {
        const state = make();
        for (const kind of ["win", "guess"]) {
            const marks = state.moves.map(({ move }, k) => [move, { kind, distance: 12, score: 10 - k, best: k === 0 }]);
            await put(page, state, { marks });
            const covered = await page.evaluate(() => {
                const boxes = (selector) => [...document.querySelectorAll(`.board-stage ${selector}`)].map((one) => one.getBoundingClientRect());
                const numbers = boxes(".cells .seeds, .cells .badge, .cells .signed text");
                return boxes(".value-mark .plate").filter((mark) => numbers.some((box) => box.left < mark.right && mark.left < box.right &&
                    box.top + box.height * 0.19 < mark.bottom && mark.top < box.bottom - box.height * 0.19)).length;
            });
            assert.ok(await page.locator(".value-mark").count() > 0, name);
            assert.equal(covered, 0, `${name}: ${kind}`);
            // Nor is a mark cut off at the edge of the picture.
            const cut = await page.evaluate(() => {
                const whole = document.querySelector(".board-stage .board").getBoundingClientRect();
                return [...document.querySelectorAll(".board-stage .value-mark .plate")].map((one) => one.getBoundingClientRect())
                    .filter((mark) => mark.left < whole.left - 1 || mark.right > whole.right + 1 || mark.top < whole.top - 1 || mark.bottom > whole.bottom + 1).length;
            });
            assert.equal(cut, 0, `${name}: ${kind}`);
            // Over what stands there a guess has a ground of its own, so that it can be read.
            if (kind === "guess" && name === "pits") assert.equal(await page.locator(".value-mark .under").count(), await page.locator(".value-mark").count());
        }
    }
    const words = () => page.locator(".silent").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    await put(page, pits());
    assert.ok((await words()).includes("store, column 8, row 1: first player, 12"));
    await put(page, kinds());
    assert.ok((await words()).includes("beside the board, column a, row 6: first player, C, 2"));
    assert.ok((await words()).includes("column c, row 4: first player, L"));
});

for (const [name, options] of [["", {}], [" on a phone", { viewport: { width: 390, height: 844 }, hasTouch: true }], [" in the dark", { colorScheme: "dark" }]])
    scene(`boards of every shape fit, and have enough contrast${name}`, `#/play/tictactoe?${FRIENDS}`, { locale: "en-GB", ...options }, async (page) => {
        await page.evaluate(AXE);
        for (const [shape, make] of Object.entries({ ...samples, many: () => hexagons(11) })) {
            for (const flip of [false, true]) {
                await put(page, make(), { flip });
                const inside = await page.evaluate(() => {
                    const board = document.querySelector(".board-stage .board").getBoundingClientRect();
                    return [...document.querySelectorAll(".board-stage .cells *, .board-stage .axis")].map((part) => part.getBoundingClientRect())
                        .every((box) => box.left >= board.left - 1 && box.right <= board.right + 1 && box.top >= board.top - 1 && box.bottom <= board.bottom + 1);
                });
                assert.ok(inside, `${shape}${flip ? ", turned" : ""}`);
            }
            await put(page, make());
            const { violations } = await page.evaluate(() => window.axe.run(".board-holder"));
            assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], shape);
            await picture(page, `board ${shape}${name}`);
        }
    });

scene("the disc that was placed is told from those that it turned, also after a pass", `#/play/othello:size=6?${FRIENDS}&moves=c2`, {}, async (page) => {
    const ringed = () => page.locator(".cells .cell.fresh").evaluateAll((all) => all.map((one) =>
        [Number(one.dataset.cell), getComputedStyle(one.querySelector(".disc circle")).stroke !== "none"]));
    assert.deepEqual(await ringed(), [[8, true], [14, false]]);
    // A move after which the other side must pass, and the pass: the same is marked.
    const moves = "c2 d2 e3 b2 b1 f2 e4 e5 f4 c5 c1 e2 f5 pass".split(" ");
    const where = (count) => `#/play/othello:size=6?${FRIENDS}&moves=${moves.join("+")}&at=${count}`;
    await show(page, where(moves.length - 1));
    const before = await ringed();
    assert.equal(before.filter(([, ring]) => ring).length, 1);
    await show(page, where(moves.length));
    assert.deepEqual(await ringed(), before);
});

scene("ten columns fit on a phone, large enough for a finger", `#/play/amazons?${FRIENDS}`, { viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
    const { cut, side } = await page.evaluate(() => {
        const box = document.querySelector(".board-stage"), one = document.querySelector(".board-stage .tile").getBoundingClientRect();
        return { cut: box.scrollWidth - box.clientWidth, side: one.width };
    });
    assert.ok(cut <= 1, `${cut} pixels are cut off`);
    assert.ok(side > 26, `a square of ${side}`);
    assert.equal(await page.locator("[data-tool=enlarge]").isVisible(), false);
});

// Of two thousand moves of three clicks, too, what those that begin so have in common is seen.
for (const [game, clicks, shot] of [["amazons", [[0, 6], [0, 4]], [3, 4]], ["amazons:width=6,height=6", [[0, 4], [0, 3]], [2, 3]]])
    scene(`a queen is seen where she goes before her arrow flies: ${game}`, `#/play/${game}?${FRIENDS}`, {}, async (page) => {
        const wide = game === "amazons" ? 10 : 6, [from, to] = clicks.map(([x, y]) => y * wide + x), arrow = shot[1] * wide + shot[0];
        const named = (name) => page.locator(`.cells .cell.${name}`).evaluateAll((all) => all.map((one) => Number(one.dataset.cell)));
        await page.locator(`.target[data-from="${from}"]`).click();
        assert.deepEqual(await named("leaving"), [from]);
        await page.locator(`.target[data-from="${to}"]`).click();
        assert.deepEqual([await named("leaving"), await named("turning"), await page.locator(".ghost .piece.first").count()], [[from], [to], 1]);
        const box = await cell(page, arrow).boundingBox();
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await until(page, () => document.querySelector(".ghost .block"));
        assert.deepEqual([await named("leaving"), await named("turning")], [[from], [to, arrow].sort((a, b) => a - b)]);
    });

// A pass, where there is no game with one: the second player's only answer is said to be one.
scene("who has to pass does so without being asked, and it is said", "#/play/tictactoe", {}, async (page) => {
    await page.route(/api\/states?\?/, async (route) => {
        const response = await route.fetch(), answer = await response.json();
        for (const state of answer.states ?? [answer])
            if ((state.board_text.match(/[xo]/g) ?? []).length % 4 === 1) Object.assign(state, { pass: state.moves[0].move, moves: state.moves.slice(0, 1) });
        await route.fulfill({ response, json: answer });
    });
    try {
        await show(page, `#/play/tictactoe:early=no?${FRIENDS}`);
        await page.locator(".target[data-move='5']").click();
        await until(page, () => document.querySelectorAll(".moves button").length === 3); // the start, 5, and the pass
        assert.match(await page.locator(".hint-words").innerText(), /The second player has no move and passes/);
        assert.match((await page.locator("[aria-live] p").allInnerTexts()).join(" "), /The second player has no move and passes/);
        assert.match(page.url(), /moves=5\+1/);
        assert.equal(await page.locator(".target").count(), 7); // the first player's turn again
        // One goes back to where there was a choice; and who looks at a pass in the past is not moved away from it.
        await page.locator("[data-tool=undo]").click();
        await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 0);
        await show(page, `#/play/tictactoe:early=no?${FRIENDS}&moves=5+1&at=1`);
        assert.equal(await page.locator(".board-stage .cells .piece").count(), 1);
        assert.equal(await page.locator(".target").count(), 1);
    } finally {
        await page.unroute(/api\/states?\?/);
    }
});
