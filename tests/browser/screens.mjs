// screens.mjs: where things are. On every screen boards use the room there is, and what one aims at stays where it
// is, whatever happens and whatever game is played.

import assert from "node:assert/strict";
import { api, open, picture, play, scene, show, tests, until } from "./harness.mjs";

const FRIENDS = "first=human&second=human";
const SCREENS = { phone: [390, 844], "phone on its side": [844, 390], laptop: [1280, 800], desk: [1920, 1080], wall: [2560, 1440] };

const boxOf = (page, selector) => page.locator(selector).first().evaluate((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return [left, top, width, height].map((n) => Math.round(n));
});
const settled = (page) => page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));

for (const [name, [width, height]] of Object.entries(SCREENS))
    tests.push([`on a ${name} the buttons of all games are in one place, in one line`, async () => {
        const page = await open("", { viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 });
        const { games } = await api("games");
        const places = new Set(), lines = new Set();
        for (const { id } of games) {
            await show(page, `#/play/${id}?${FRIENDS}`);
            await settled(page);
            places.add((await boxOf(page, ".tools")).join());
            lines.add(await page.evaluate(() => new Set([...document.querySelectorAll(".tools button")].map((button) => button.offsetTop)).size));
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), id);
        }
        assert.equal(places.size, 1, [...places].join(" | "));
        assert.deepEqual([...lines], [1]);
        await picture(page, `buttons ${name}`);
        await page.finish();
    }]);

scene("moves, turns and hints move neither the buttons, nor the board, nor the fields of the players", `#/play/tictactoe?${FRIENDS}`,
    { locale: "en-GB" }, async (page) => {
        const all = async () => {
            await settled(page);
            return Promise.all([".tools", ".board-stage .board", "[data-seat=first]", "[data-seat=second]"].map((part) => boxOf(page, part)));
        };
        const before = await all();
        await page.locator("[data-tool=hint]").click();
        await page.waitForSelector(".hint");
        assert.deepEqual(await all(), before);
        for (const move of ["1", "2", "5", "3", "9"]) {
            await play(page, move);
            assert.deepEqual(await all(), before, move);
        }
        await until(page, () => document.querySelector(".status.over"));
        assert.deepEqual(await all(), before);
    });

scene("boards, mazes and trees grow with the window", `#/play/tictactoe?${FRIENDS}`, { viewport: { width: 1280, height: 800 } }, async (page) => {
    const board = async () => { await settled(page); return boxOf(page, ".board-stage .board"); };
    const sizes = [];
    for (const name of ["laptop", "desk", "wall"]) {
        await page.setViewportSize({ width: SCREENS[name][0], height: SCREENS[name][1] });
        sizes.push((await board())[3]);
    }
    // Tic-tac-toe stops at squares as large as a hand; others take what there is.
    assert.ok(sizes[0] >= 450 && sizes[1] >= 640 && sizes[2] >= sizes[1], `${sizes}`);
    await show(page, `#/play/connect4?${FRIENDS}`);
    await until(page, () => document.querySelectorAll(".target").length === 7);
    const [, , wide, high] = await board();
    assert.ok(high >= 1000 && wide >= 1000, `${wide} x ${high}`);
    for (const hash of ["#/maze", "#/maze?width=20&height=15&seed=3"]) {
        await show(page, hash);
        await page.waitForSelector(".maze-walls[d]");
        await settled(page);
        const [, , mazeWide, mazeHigh] = await boxOf(page, ".maze-floor"); // what is seen of it
        assert.ok(mazeWide * mazeHigh > 2560 * 1440 / 4, `${hash}: ${mazeWide} x ${mazeHigh}`);
    }
    for (const puzzle of ["knight", "queens", "cubes", "fill"]) {
        await show(page, `#/puzzles/${puzzle}`);
        await page.waitForSelector(".squares, .pixels, .cubes");
        await settled(page);
        assert.ok((await boxOf(page, ".squares, .pixels, .cubes"))[3] > 950, puzzle);
    }
    await show(page, "#/tree/tictactoe?position=xox.o.x.o");
    await page.waitForSelector(".tree-node");
    const [, , treeWide, treeHigh] = await boxOf(page, ".tree-holder");
    assert.ok(treeWide > 1600 && treeHigh > 800, `${treeWide} x ${treeHigh}`);
    await picture(page, "tree on a wall");
});

for (const [width, height] of [[844, 390], [667, 375], [640, 360]])
    scene(`on a phone of ${width} x ${height} the whole board is seen with its buttons, and nothing has to be scrolled`, `#/play/connect4?${FRIENDS}&moves=4`,
        { viewport: { width, height }, hasTouch: true, isMobile: true }, async (page) => {
            for (const game of ["connect4", "tictactoe", "nim", "chomp", "dots", "quixo", "mnk"]) {
                await show(page, `#/play/${game}?${FRIENDS}`);
                await page.waitForSelector(".target");
                await settled(page);
                const large = game === "mnk"; // it is scrolled, but in a box that is seen as a whole
                for (const part of [large ? ".board-stage" : ".board-stage .board", ".tools", ".status"]) {
                    const [left, top, wide, high] = await boxOf(page, part);
                    assert.ok(left >= 0 && top >= 0 && left + wide <= width && top + high <= height, `${game}, ${part}: ${[left, top, wide, high]}`);
                }
                assert.equal(await page.locator(".board-stage.scrolls").count(), large ? 1 : 0, game);
                const sides = await page.locator(".target").evaluateAll((all) => Math.min(...all.map((target) => {
                    const box = target.getBoundingClientRect();
                    return Math.sqrt(box.width * box.height);
                })));
                assert.ok(sides >= 24, `${game}: ${sides}`);
            }
            // The board beside a tree stays within its frame.
            await show(page, "#/tree/connect4");
            await page.waitForSelector(".node-board svg");
            await settled(page);
            const [frameLeft, frameTop, frameWide, frameHigh] = await boxOf(page, ".node-board");
            const [left, top, wide, high] = await boxOf(page, ".node-board svg");
            assert.ok(left > frameLeft && top > frameTop && left + wide < frameLeft + frameWide && top + high < frameTop + frameHigh, `${[left, wide]} in ${[frameLeft, frameWide]}`);
            await show(page, `#/play/connect4?${FRIENDS}&moves=4`);
            await picture(page, `phone on its side, ${width} x ${height}`);
        });

// What is watched, its sentence and its buttons are seen together, wherever one has scrolled to see them.
for (const [width, height] of [[844, 390], [667, 375]])
    scene(`on a phone of ${width} x ${height} what is watched is seen with its buttons`, "#/maze", { viewport: { width, height }, hasTouch: true, isMobile: true }, async (page) => {
        for (const hash of ["#/maze", "#/puzzles/knight", "#/puzzles/queens", "#/puzzles/cubes", "#/puzzles/fill", "#/tree/connect4?algo=alphabeta"]) {
            await show(page, hash);
            await until(page, () => document.querySelector(".progress")?.max > 0);
            await page.locator("[data-step=forward]").tap();
            await settled(page);
            const boxes = await Promise.all([".maze, .squares, .cubes, .pixels, .tree-holder", ".stepper", ".told"].map((part) => boxOf(page, part)));
            const top = Math.min(...boxes.map((box) => box[1])), bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
            assert.ok(bottom - top <= height, `${hash}: ${bottom - top} of ${height}`);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), hash);
        }
        await picture(page, `watched on ${width} x ${height}`);
    });

scene("on a phone the settings of a tree are folded, and its buttons are seen at once", "#/tree/connect4?algo=alphabeta",
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
        await until(page, () => document.querySelector(".progress")?.max > 0);
        const [, top, , high] = await boxOf(page, ".stepper");
        assert.ok(top + high < 844, `${top + high}`);
        assert.equal(await page.locator("[data-field=depth]").isVisible(), false);
        assert.equal(await page.locator("[data-part=settings] summary").innerText(), "Settings"); // of the tree, not of a game
        await page.locator("[data-part=settings] summary").tap();
        await page.locator("[data-field=depth]").fill("2");
        await page.locator("[data-field=depth]").press("Tab");
        await until(page, () => /depth=2/.test(location.hash));
        assert.ok(await page.locator("[data-field=depth]").isVisible()); // it stays as it was put
        // Where there is room they are always there.
        await page.locator("[data-part=settings] summary").tap();
        await page.setViewportSize({ width: 1280, height: 800 });
        await until(page, () => document.querySelector("[data-field=depth]").offsetHeight > 0);
        assert.equal(await page.locator("[data-part=settings] summary").isVisible(), false);
    });

scene("choices are in one row on a phone, in every language", "#/maze", { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }, async (page) => {
    for (const language of ["en", "hr", "pl", "cs"]) {
        await page.locator("#language").selectOption(language);
        await until(page, (code) => document.documentElement.lang === code, language);
        for (const hash of ["#/tree/tictactoe", "#/puzzles/knight", "#/puzzles/fill"]) {
            await show(page, hash);
            await settled(page);
            const rows = await page.locator(".segments").evaluateAll((all) => all.map((one) => new Set([...one.children].map((choice) => choice.offsetTop)).size));
            const many = await page.locator(".segments").evaluateAll((all) => all.map((one) => one.classList.contains("many"))); // these have two
            assert.ok(rows.length > 0 && rows.every((n, i) => n <= (many[i] ? 2 : 1)), `${language} ${hash}: ${rows}`);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${language} ${hash}`);
        }
    }
});

scene("the names of columns and rows can be read on every screen", "#/maze", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
    for (const [name, [width, height]] of Object.entries(SCREENS)) {
        await page.setViewportSize({ width, height });
        for (const game of ["connect4", "mnk", "quixo", "chomp", "dots"]) {
            await show(page, `#/play/${game}?${FRIENDS}`);
            await page.waitForSelector(".target");
            await settled(page);
            const sizes = await page.locator(".axes .axis").evaluateAll((all) => all.map((label) => parseFloat(getComputedStyle(label).fontSize) * label.getScreenCTM().a));
            assert.ok(sizes.length >= 5 && Math.min(...sizes) >= 8.5, `${game} on a ${name}: ${Math.min(...sizes)}`);
        }
    }
});

scene("a board that is scrolled begins where it is played", `#/play/mnk?${FRIENDS}`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
    const place = () => page.evaluate(() => {
        const { scrollLeft, scrollWidth, clientWidth } = document.querySelector(".board-stage.scrolls");
        return scrollLeft / (scrollWidth - clientWidth);
    });
    await page.waitForSelector(".board-stage.scrolls");
    await settled(page);
    assert.equal((await place()).toFixed(1), "0.5"); // in the middle
    await show(page, `#/play/coins:coins=40?${FRIENDS}`);
    await page.waitForSelector(".board-stage.scrolls");
    await settled(page);
    assert.equal((await place()).toFixed(1), "1.0"); // where coins are taken
});

// ---- what is taken away ----

const tokens = (page) => page.locator(".cells .token").evaluateAll((all) => all.map((token) => {
    const { left, top } = token.getBoundingClientRect();
    return [token.closest(".cell").dataset.cell, Math.round(left), Math.round(top)].join();
}));
const taken = (page) => page.locator(".cells .token.taken").count();

for (const [game, moves, end] of [["nim", ["2:5", "3:1", "1:7", "3:2", "4:1"], true], ["coins", ["3", "3", "3", "3"], false], ["chomp", ["c2", "b3", "a1"], true]])
    scene(`in ${game} nothing moves when something is taken, and the end is seen`, `#/play/${game}?${FRIENDS}`, { locale: "en-GB" }, async (page) => {
        const before = await tokens(page);
        assert.ok(before.length > 10);
        let gone = 0;
        for (const move of moves) {
            await play(page, move);
            await page.mouse.move(3, 3);
            await settled(page);
            assert.deepEqual(await tokens(page), before, move);
            const now = await taken(page);
            assert.ok(now > gone, move);
            gone = now;
        }
        await until(page, () => document.querySelector(".status.over"));
        assert.equal(await page.locator(".board .emptied").count(), end ? 1 : 0);
        if (end) assert.equal(gone, before.length);
        await picture(page, `taken in ${game}`);
    });

scene("the third heap stays the third when the second is used up, to the eye and to the hand", `#/play/nim?${FRIENDS}&moves=2:5`, { locale: "en-GB" }, async (page) => {
    const third = page.locator(".target").filter({ has: page.locator("rect") }).nth(8); // after seven sticks of the first heap
    await page.waitForSelector(".target");
    const heaps = await page.locator(".cells .label").allTextContents();
    assert.deepEqual(heaps, ["1:", "7", "2:", "0", "3:", "3", "4:", "1"]); // the numbers are those that a move is written with
    await third.hover();
    await until(page, () => document.querySelectorAll(".leaving").length === 2);
    await third.click();
    await until(page, () => document.querySelectorAll(".cells .taken").length === 7);
    const { board_text: left } = await api("state?game=nim&moves=2:5+3:2");
    assert.match(left, /^7011/);
    assert.match(page.url(), /moves=2:5\+3:2/);
});

scene("on a phone nothing moves for a hint", `#/play/connect4?${FRIENDS}&moves=4+4`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
    await page.waitForSelector(".target");
    const parts = [".tools", ".board", ".caption", ".panel", ".view"];
    const boxes = () => page.evaluate((names) => names.map((name) => [...document.querySelectorAll(name)].map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return [left, top, width, height].map(Math.round).join();
    })), parts);
    const before = await boxes();
    await page.locator("[data-tool=hint]").tap();
    await until(page, () => document.querySelector(".hint-words").textContent.startsWith("Hint"));
    assert.deepEqual(await boxes(), before);
    const hint = await page.locator(".hint-words").boundingBox(), board = await page.locator(".stage .board").boundingBox();
    assert.ok(hint.y >= board.y + board.height && hint.y + hint.height <= 844, JSON.stringify([hint, board]));
    await picture(page, "hint on a phone");
    await page.locator(".hint-words").tap(); // put away
    assert.equal(await page.locator(".hint-words").isVisible(), false);
});
