// keys.mjs: every view by the keyboard alone: nothing here clicks, points or sets the focus.

import assert from "node:assert/strict";
import { scene, until } from "./harness.mjs";

const loaded = (page) => until(page, () => document.querySelector(".progress")?.max > 0);
const told = (page) => page.locator(".told").innerText();
const holds = (page, selector) => page.evaluate((name) => document.activeElement.matches(name), selector);
const place = (page) => page.locator(".progress").inputValue().then(Number);

// The tabulator, until what is wanted has the focus.
async function tabTo(page, selector, key = "Tab") {
    for (let k = 0; k < 80; k++) {
        if (await holds(page, selector)) return;
        await page.keyboard.press(key);
    }
    assert.fail(`${key} does not reach ${selector}`);
}

const backTo = (page, selector) => tabTo(page, selector, "Shift+Tab");

async function press(page, ...keys) {
    for (const key of keys) await page.keyboard.press(key);
}

// Runs what is in the stepper to its end, as fast as it goes, and one step back and forth again.
async function runAndStep(page) {
    await loaded(page);
    await tabTo(page, ".step-speed input");
    await press(page, "End");
    assert.equal(await page.locator(".step-speed input").inputValue(), "100");
    await backTo(page, "[data-step=play]");
    await press(page, "Enter");
    await until(page, () => document.querySelector(".progress").value === document.querySelector(".progress").max);
    const end = await place(page), words = await told(page);
    assert.ok(await holds(page, "[data-step=play]"));
    await backTo(page, "[data-step=back]");
    await press(page, "Enter", "Enter");
    assert.equal(await place(page), end - 2);
    await tabTo(page, "[data-step=forward]");
    await press(page, "Enter", "ArrowLeft", "ArrowRight");
    assert.equal(await place(page), end - 1);
    await press(page, "Home");
    assert.equal(await place(page), 0);
    await press(page, "End");
    assert.equal(await told(page), words);
    return words;
}

scene("keys alone: the tree is opened, closed and stepped through", "#/tree/tictactoe?position=xox.o.x.o", {}, async (page) => {
    await page.waitForSelector(".tree-node");
    const nodes = () => page.locator(".tree-node").count();
    const all = await nodes();
    await tabTo(page, ".tree-node");
    await press(page, "Enter"); // the root, closed
    await until(page, () => document.querySelectorAll(".tree-node").length === 1);
    assert.ok(await holds(page, ".tree-node"));
    await press(page, "Enter");
    await until(page, (n) => document.querySelectorAll(".tree-node").length === n, all);
    await press(page, "ArrowRight", "ArrowDown");
    assert.ok(await holds(page, ".tree-node[aria-level='2'], .tree-node[aria-level='3']"));
    await backTo(page, "[data-kind=alphabeta]");
    await press(page, "Enter");
    await loaded(page);
    assert.ok(await holds(page, "[data-kind=alphabeta]"));
    await runAndStep(page);
    // Another depth, and another game: the focus stays where it was.
    const before = await page.locator(".progress").getAttribute("max");
    await backTo(page, "[data-field=depth]");
    await press(page, "ArrowDown");
    const depth = await page.locator("[data-field=depth]").inputValue();
    for (let k = Number(depth); k > 1; k--) await press(page, "ArrowDown");
    await until(page, (max) => document.querySelector(".progress").max !== max, before);
    assert.ok(await holds(page, "[data-field=depth]"));
    await backTo(page, "[data-field=game]");
    await press(page, "ArrowDown");
    await until(page, () => !location.hash.includes("tree/tictactoe"));
    await loaded(page);
    assert.ok(await holds(page, "[data-field=game]"));
});

scene("keys alone: a maze is drawn, generated, run and stepped through", "#/maze?width=4&height=3&seed=1", {}, async (page) => {
    await loaded(page);
    await tabTo(page, "[data-tool=empty]");
    await press(page, "Enter");
    await until(page, () => location.hash.includes("maze=4x3"));
    await tabTo(page, ".maze");
    const before = await page.evaluate(() => location.hash);
    await press(page, "ArrowRight", "Shift+ArrowDown", "ArrowDown", "s");
    await until(page, (hash) => location.hash !== hash, before);
    assert.match(await runAndStep(page), /Out in \d+ step/);
    await backTo(page, "[data-field=height]");
    await press(page, "Control+a", "7", "Enter");
    await until(page, () => document.querySelector(".maze").viewBox.baseVal.height === 7 * 24 + 28);
    assert.ok(await holds(page, "[data-field=height]"));
    assert.match(await runAndStep(page), /Out in \d+ step/);
    await backTo(page, "[data-field=method]");
    await press(page, "End"); // filling dead ends
    await until(page, () => location.hash.includes("method=dead-ends"));
    assert.match(await runAndStep(page), /Out in \d+ step/);
});

scene("keys alone: a knight starts elsewhere", "#/puzzles/knight?width=5&height=5", {}, async (page) => {
    await loaded(page);
    await tabTo(page, "[data-square]");
    assert.ok(await holds(page, "[data-square='0,4']"));
    await press(page, "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter");
    await until(page, () => location.hash.includes("from=2,2"));
    assert.ok(await holds(page, "[data-square='2,2']"));
    assert.match(await runAndStep(page), /all 25 squares/);
    await backTo(page, "[data-square]"); // where it was, not at the first square
    assert.ok(await holds(page, "[data-square='2,2']"));
});

scene("keys alone: queens are set and taken away", "#/puzzles/queens?n=6", {}, async (page) => {
    await loaded(page);
    await tabTo(page, "[data-square]");
    await press(page, "ArrowRight", "Enter");
    await until(page, () => location.hash.includes("placed=1,5"));
    assert.equal(await page.locator("[data-square='1,5']").getAttribute("aria-pressed"), "true");
    assert.match(await runAndStep(page), /6 queens/);
    await backTo(page, "[data-square='1,5']");
    await press(page, "Enter");
    await until(page, () => !location.hash.includes("placed"));
    await backTo(page, "[data-field=n]");
    await press(page, "ArrowUp");
    await until(page, () => location.hash.includes("n=7"));
    assert.ok(await holds(page, "[data-field=n]"));
    assert.match(await runAndStep(page), /All 7 queens/);
});

scene("keys alone: other cubes are written down", "#/puzzles/cubes", {}, async (page) => {
    await loaded(page);
    await tabTo(page, "[data-tool=cubes-text]");
    await press(page, "Enter");
    await page.waitForSelector("dialog[open]");
    assert.ok(await holds(page, "dialog textarea"));
    await press(page, "Control+a");
    await page.keyboard.insertText("R G B W R G\nG R G B W R\nB W R G B W\nW B B R G G");
    await press(page, "Tab", "Enter");
    await page.waitForSelector("dialog", { state: "detached" });
    await until(page, () => location.hash.includes("cubes="));
    assert.ok(await holds(page, "[data-tool=cubes-text]"));
    await runAndStep(page);
});

scene("keys alone: a picture is drawn and filled", "#/puzzles/fill", {}, async (page) => {
    await loaded(page);
    await tabTo(page, "[data-tool=fill-draw]");
    await press(page, "Enter");
    await tabTo(page, ".pixels");
    await press(page, "ArrowUp", "Enter");
    await until(page, () => location.hash.includes("picture="));
    assert.ok(await holds(page, ".pixels"));
    assert.match((await page.locator("[aria-live]").allInnerTexts()).join(" "), /7, 3/);
    await backTo(page, "[data-tool=fill-fill]");
    await press(page, "Enter");
    await tabTo(page, ".pixels");
    await press(page, "ArrowDown", "Enter");
    await until(page, () => location.hash.includes("from=7,4"));
    assert.match(await runAndStep(page), /pixels painted/);
});

// ---- windows within the page ----

for (const [name, opener, inside] of [["text", "[data-tool=text]", "[data-do=copy-link]"], ["help", "#help", "*"]])
    scene(`keys alone: the window of ${name} keeps the focus, and gives it back`, "#/play/tictactoe", {}, async (page) => {
        await tabTo(page, opener);
        await press(page, "Enter");
        await page.waitForSelector("dialog[open]");
        await until(page, (what) => document.activeElement.matches(`dialog ${what}`), inside);
        for (let k = 0; k < 12; k++) {
            await press(page, "Tab"); // out of the page and in again, but never to what lies behind
            assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest("dialog")));
        }
        await press(page, "Escape");
        await page.waitForSelector("dialog", { state: "detached" });
        assert.ok(await holds(page, opener));
    });

scene("keys alone: another game, by its text or its options, leaves the focus where it was", "#/play/tictactoe", {}, async (page) => {
    await tabTo(page, "[data-tool=text]");
    await press(page, "Enter");
    await until(page, () => document.querySelector("dialog textarea")?.value);
    await tabTo(page, "textarea");
    await press(page, "Control+a");
    await page.keyboard.insertText("connect4 44455");
    await press(page, "Tab", "Enter");
    await until(page, () => document.querySelectorAll(".board-stage .cells .disc").length === 5);
    await until(page, () => document.activeElement.matches("[data-tool=text]"));
    await tabTo(page, "[data-part=options] summary");
    await press(page, "Enter");
    await tabTo(page, "input[name=width]");
    await press(page, "Control+a", "5", "Tab");
    await until(page, () => location.hash.includes("width=5") && document.activeElement.matches("input[name=height]"));
});
