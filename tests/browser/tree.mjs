// tree.mjs: the tree with its labels, and minimax and alpha-beta stepped through both ways.
// SPEC A2 and B3 to look at.

import assert from "node:assert/strict";
import { api, picture, scene, thereAndBack, until } from "./harness.mjs";

const POSITION = "xox.o.x.o"; // the one of the README: +1 for x

const OWN = { locale: "en-GB" }; // a window of its own

const ready = (page) => page.waitForSelector(".tree-node, .tree-holder .empty");

scene("positions carry their labels and open on demand", `#/tree/tictactoe?position=${POSITION}`, {}, async (page) => {
    await ready(page);
    const text = (id) => page.locator(`.tree-node[data-node="${id}"] .value`).textContent().then((words) => words.trim());
    assert.equal(await text(""), "+1");
    for (const [node, label] of [["4", "+1"], ["6", "−1"], ["8", "0"], ["6 4", "0"], ["6 8", "−1"]])
        assert.equal(await text(node), label);
    const all = await page.locator(".tree-node").count();
    assert.equal(all, 11); // as ariadne tree counts them
    // Closed and opened with the keys.
    await page.locator('.tree-node[data-node="6"]').focus();
    await page.keyboard.press("ArrowLeft");
    await until(page, (n) => document.querySelectorAll(".tree-node").length === n, all - 3);
    await page.keyboard.press("ArrowRight");
    await until(page, (n) => document.querySelectorAll(".tree-node").length === n, all);
    await page.keyboard.press("ArrowRight");
    assert.match(await page.evaluate(() => document.activeElement.dataset.node), /^6 /);
    await picture(page, "tree of labels");
    // From the start only a ply is shown: a node deeper down is fetched when it is opened.
    await page.goto(page.url().replace(/#.*/, "#/tree/tictactoe?position=........."));
    await until(page, () => document.querySelectorAll(".tree-node").length === 10);
    await page.locator('.tree-node[data-node="5"]').click();
    await until(page, () => document.querySelectorAll(".tree-node").length === 18);
});

for (const algo of ["minimax", "alphabeta"])
    scene(`${algo} is stepped through, forward and back`, `#/tree/tictactoe?position=${POSITION}&algo=${algo}`, {}, async (page) => {
        const answer = await api(`steps?game=tictactoe&position=${POSITION}&algo=${algo}&depth=9`);
        await until(page, () => document.querySelector(".stepper .progress").max !== "0");
        assert.equal(await page.locator(".progress").getAttribute("max"), String(answer.steps.length));
        const step = (name) => page.locator(`[data-step=${name}]`).click();
        // What is on the screen at a moment: nodes, their values, windows, what is cut, and the words.
        const parts = ".tree-holder, .told, .counters";
        const moment = () => page.evaluate((names) => [...document.querySelectorAll(names)]
            .map((part) => part.innerHTML).join(), parts);
        assert.ok(await thereAndBack(page, answer.steps.length, parts) > answer.steps.length * 0.9); // every step shows
        await step("last");
        const end = await moment();
        const count = (name) => page.locator(`[data-counter=${name}] dd`).innerText().then(Number);
        assert.equal(await count("visited"), answer.nodes);
        assert.equal(await count("leaves"), answer.leaves);
        if (algo === "alphabeta") {
            assert.equal(await count("cutoffs"), answer.cutoffs);
            assert.equal(await page.locator(".tree-node.cut").count(), answer.steps.filter((s) => s.do === "cut").length);
        }
        assert.match(await page.locator('.tree-node[data-node="0"] .value').textContent(), /\+1/);
        await picture(page, algo);
        // By itself, as fast as it goes.
        await page.locator(".step-speed input").fill("100");
        await step("play");
        await until(page, () => document.querySelector(".progress").value === document.querySelector(".progress").max);
        assert.equal(await moment(), end);
    });

scene("the tree of another game, another order, and back to play", "#/tree/connect4?moves=4+4&algo=alphabeta&depth=3", {}, async (page) => {
    await until(page, () => document.querySelector(".stepper .progress").max !== "0");
    const max = () => page.locator(".progress").getAttribute("max");
    const first = await max();
    await page.locator("[data-field=order]").selectOption("centre");
    await until(page, (before) => document.querySelector(".progress").max !== before, first);
    const { steps } = await api("steps?game=connect4&moves=4+4&algo=alphabeta&depth=3&order=centre&most=20000");
    assert.equal(await max(), String(steps.length));
    assert.match(page.url(), /order=centre/);
    // Steps stand in the address too.
    await page.locator("[data-step=forward]").click();
    await page.locator("[data-step=forward]").click();
    await until(page, () => location.hash.includes("step=2"));
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, () => document.querySelector(".progress").value === "2");
    await page.getByRole("button", { name: "Play from here" }).click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .disc").length === 2);
});

scene("who plays is not forgotten on the way through the tree", "#/play/connect4?first=level:3&second=human&moves=4+4&at=1&flip=yes", OWN, async (page) => {
    const seats = () => page.evaluate(() => [...document.querySelectorAll("[data-seat]")].map((seat) => seat.value));
    assert.deepEqual(await seats(), ["level:3", "human"]);
    await page.locator("[data-tool=tree]").click();
    await ready(page);
    await page.locator("[data-kind=alphabeta]").click(); // whatever is looked at there
    await until(page, () => document.querySelector(".stepper .progress").max !== "0");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await page.getByRole("button", { name: "Play from here" }).click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .disc").length === 1);
    assert.deepEqual(await seats(), ["level:3", "human"]);
    assert.match(page.url(), /flip=yes/);
});

scene("guesses are no labels, and a wide tree begins at its root", "#/tree/quixo", {}, async (page) => {
    await page.waitForSelector(".tree-node");
    const { tree } = await api("tree?game=quixo");
    assert.ok(tree.estimate && tree.children.length === 44);
    assert.equal(await page.locator(".tree-node .shape:not(.guess)").count(), 0);
    assert.match(await page.locator(".tree-node.current").getAttribute("aria-label"), /Not certain/);
    assert.ok(await page.evaluate(() => {
        const box = document.querySelector(".tree-holder").getBoundingClientRect();
        const root = document.querySelector(".tree-node.current").getBoundingClientRect();
        return root.top >= box.top && root.bottom <= box.bottom;
    }));
});
