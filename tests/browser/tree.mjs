// tree.mjs: the tree with its labels, and minimax and alpha-beta stepped through both ways.
// SPEC A2 and B3 to look at.

import assert from "node:assert/strict";
import { api, picture, scene, show, thereAndBack, until } from "./harness.mjs";

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
    assert.equal(all, 9); // as ariadne tree counts them
    // Closed and opened with the keys.
    await page.locator('.tree-node[data-node="6"]').focus();
    await page.keyboard.press("ArrowLeft");
    await until(page, (n) => document.querySelectorAll(".tree-node").length === n, all - 2);
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

for (const algo of ["minimax", "alphabeta", "bestmove"])
    scene(`${algo} is stepped through, forward and back`, `#/tree/tictactoe:early=no?position=${POSITION}&algo=${algo}`, {}, async (page) => {
        const answer = await api(`steps?game=tictactoe:early=no&position=${POSITION}&algo=${algo}&depth=9`);
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
        if (algo !== "minimax") {
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

scene("a Monte-Carlo tree grows round by round, forward and back", `#/tree/tictactoe?position=xo..x...o&algo=mcts&eval=neutral&rounds=60`, {}, async (page) => {
    const { steps: rounds, best } = await api("steps?game=tictactoe&position=xo..x...o&algo=mcts&eval=neutral&rounds=60");
    await until(page, () => document.querySelector(".stepper .progress").max !== "0");
    const max = Number(await page.locator(".progress").getAttribute("max"));
    assert.equal(max, rounds.reduce((sum, { opened, path }) => sum + (opened && path.length === 1 ? 2 : 3), 1));
    assert.ok(await thereAndBack(page, max, ".tree-holder, .told, .counters") > max * 0.9); // every step shows
    const told = () => page.locator(".told").innerText(), at = (step) => page.locator(".progress").fill(String(step));
    const node = (id) => page.locator(`.tree-node[data-node="${id}"]`);
    // The third round: down, a new node with its game, and up again.
    const { path, playout, value } = rounds[2], move = rounds[2].move;
    await at(6);
    assert.equal(await told(), "Round 3: at the root a move is tried that has no node yet.");
    assert.equal(await node(path[1]).count(), 0);
    await at(7);
    assert.match(await told(), new RegExp(`^Round 3. After ${move}: a new node. A game is played on at random: ${playout.join(", ")}. Result: .?${Math.abs(value)}.$`));
    assert.match(await node(path[1]).locator(".sub").innerHTML(), /^0 visits$/);
    await at(8);
    assert.match(await told(), /is counted in 2 nodes, on the way up\.$/);
    assert.match(await node(path[1]).locator(".sub").innerHTML(), /^1 visit$/);
    assert.match(await node(0).locator(".sub").innerHTML(), /^3 visits$/);
    // In the end what is proved looks otherwise than what is only a mean, and the counts are those of the answer.
    await page.locator("[data-step=last]").click();
    assert.equal(await told(), `After ${rounds.length} rounds ${best} would be played; the root: proved +1·≤3.`);
    const { tree } = await api("tree?game=tictactoe&position=xo..x...o&algo=mcts&eval=neutral&rounds=60&show=1");
    assert.ok(tree.proved && tree.children.some(({ proved }) => !proved));
    for (const child of tree.children) {
        const { path: [, id] } = rounds.find((round) => round.opened && round.path.length === 2 && round.move === child.move);
        assert.ok((await node(id).locator(".sub").innerHTML()).startsWith(String(child.visits)));
        assert.equal(await node(id).locator(".shape.guess").count(), child.proved ? 0 : 1);
    }
    const count = (name) => page.locator(`[data-counter=${name}] dd`).innerText().then(Number);
    assert.equal(await count("rounds"), rounds.length);
    assert.equal(await count("nodes"), rounds.filter(({ opened }) => opened).length);
    await picture(page, "Monte-Carlo");
    // Other rounds, another seed: in the address, too.
    await page.locator("[data-field=seed]").fill("5");
    await page.locator("[data-field=seed]").press("Enter");
    await until(page, () => location.hash.includes("seed=5"));
    await page.locator("[data-field=rounds]").fill("7");
    await page.locator("[data-field=rounds]").press("Enter");
    await until(page, () => document.querySelector(".progress").max === "21");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, () => document.querySelector(".progress").max === "21");
    assert.equal(await page.locator("[data-field=order]").count(), 0);
});

scene("what alpha-beta knows from one side only is no value", `#/tree/tictactoe:early=no?position=${POSITION}&algo=alphabeta`, {}, async (page) => {
    await until(page, () => document.querySelector(".stepper .progress").max !== "0");
    const { steps } = await api(`steps?game=tictactoe:early=no&position=${POSITION}`);
    const at = (moment) => page.locator(".progress").fill(String(moment));
    const node = (id) => page.locator(`.tree-node[data-node="${id}"]`);
    const shown = (id) => node(id).locator(".value").textContent().then((words) => words.trim());
    // After 6 the game is lost. The second move that shows it is cut: all that is known is that it is not won.
    const six = steps.find((step) => step.do === "enter" && step.move === "6" && step.ply === 1).node;
    const left = steps.findIndex((step) => step.do === "leave" && step.node === six);
    await at(left + 1);
    assert.equal(await shown(six), "≤ 0");
    assert.equal(await node(six).locator(".shape").count(), 0); // neither drawn, nor won, nor lost
    assert.match(await node(six).getAttribute("aria-label"), /at most 0/);
    assert.equal(await page.locator(".told").innerText(), "After 6: ≤ 0, and max stays ≥ +1·1 at the root.");
    // Every node that is left, at the end: bounds are those of the answer.
    await page.locator("[data-step=last]").click();
    for (const step of steps.filter((one) => one.do === "leave")) {
        const sign = { upper: "≤ ", lower: "≥ " }[step.bound] ?? "";
        assert.equal((await shown(step.node)).slice(0, 2) === sign || !sign && !/[≤≥]/.test(await shown(step.node)), true);
    }
    // While a node is open, what its moves have shown so far is a bound, too.
    const four = steps.findIndex((step) => step.do === "enter" && step.move === "4" && step.ply === 2);
    const leaf = steps.findIndex((step, k) => k > four && step.do === "leave" && step.node === steps[four].node);
    await at(leaf + 1);
    assert.equal(await page.locator(".told").innerText(), "After 6, 4: 0, so min ≤ 0 after 6.");
    assert.equal(await shown(six), "≤ 0");
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

scene("a tree is zoomed, fitted, dragged and enlarged", "#/tree/connect4?algo=minimax&depth=3", OWN, async (page) => {
    await until(page, () => document.querySelector(".stepper .progress").max !== "0");
    await page.locator(".progress").fill("300");
    const shape = () => page.evaluate(() => {
        const box = document.querySelector(".tree-holder"), tree = document.querySelector(".tree").getBoundingClientRect();
        return { width: tree.width, left: box.scrollLeft, top: box.scrollTop, over: box.scrollWidth > box.clientWidth + 1 ||
            box.scrollHeight > box.clientHeight + 1, whole: document.querySelector(".tree-work").getBoundingClientRect().width === innerWidth };
    });
    const tool = (name) => page.locator(`[data-tool=zoom-${name}]`);
    const plain = await shape();
    await tool("in").click();
    await tool("in").click();
    const large = await shape();
    assert.ok(Math.abs(large.width / plain.width - 1.25 ** 2) < 0.01 && large.over);
    // Dragging moves it, and is no click on what lies under the mouse.
    const nodes = await page.locator(".tree-node").count(), folds = await page.locator(".tree-node[aria-expanded=true]").count();
    await page.evaluate(() => document.querySelector(".tree-holder").scrollTo(120, 90));
    const start = await shape();
    await page.locator(".tree-node.current").hover();
    const held = await shape(), { x, y } = await page.locator(".tree-node.current").boundingBox();
    await page.mouse.move(x + 30, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 70, y + 50, { steps: 4 });
    await page.mouse.up();
    const moved = await shape();
    assert.ok(start.left > 0 && held.left >= 40 && held.top >= 30);
    assert.deepEqual([held.left - moved.left, held.top - moved.top], [40, 30]);
    assert.deepEqual([await page.locator(".tree-node").count(), await page.locator(".tree-node[aria-expanded=true]").count()], [nodes, folds]);
    await tool("fit").click();
    assert.equal((await shape()).over, false);
    assert.equal(await tool("fit").getAttribute("aria-pressed"), "true");
    await page.locator(".progress").fill("420"); // also when it grows
    assert.equal((await shape()).over, false);
    await until(page, () => location.hash.includes("zoom=fit"));
    await tool("whole").click();
    assert.ok((await shape()).whole);
    await page.keyboard.press("Escape");
    assert.ok(!(await shape()).whole);
    // What was dragged before does not swallow a later click, as those make that read the page aloud.
    const open = await page.locator('.tree-node[data-node="0"]').getAttribute("aria-expanded");
    await page.locator('.tree-node[data-node="0"]').dispatchEvent("click");
    await until(page, (was) => document.querySelector('.tree-node[data-node="0"]').getAttribute("aria-expanded") !== was, open);
    await page.locator('.tree-node[data-node="0"]').dispatchEvent("click");
    // Another place in the enlarged window: the page is not left behind it.
    await tool("whole").click();
    await show(page, "#/tree/connect4?algo=minimax&depth=2&step=40");
    assert.equal(await page.evaluate(() => document.documentElement.className.includes("behind-window")), false);
    await show(page, "#/tree/connect4?algo=minimax&depth=3&step=300&zoom=fit");
    await until(page, () => document.querySelector(".progress").value === "300");
    // Two fingers, and the same with the keys and with the wheel.
    const apart = async (name, distance) => page.locator(".tree-holder").evaluate((box, [type, far]) => {
        const { left, top } = box.getBoundingClientRect();
        const touches = [0, far].map((dx, identifier) => new Touch({ identifier, target: box, clientX: left + 50 + dx, clientY: top + 60 }));
        box.dispatchEvent(new TouchEvent(type, { touches, cancelable: true, bubbles: true }));
    }, [name, distance]);
    const pinched = (await shape()).width;
    await apart("touchstart", 100);
    await apart("touchmove", 150);
    assert.ok(Math.abs((await shape()).width / pinched - 1.5) < 0.01);
    assert.equal(await tool("fit").getAttribute("aria-pressed"), "false");
    await page.locator(".tree-node.current").focus();
    await page.keyboard.press("0");
    assert.equal(Math.round((await shape()).width / plain.width * 10) > 0, true);
    const before = (await shape()).width;
    await page.keyboard.press("+");
    assert.ok(Math.abs((await shape()).width / before - 1.25) < 0.01);
    await page.keyboard.press("-");
    assert.ok(Math.abs((await shape()).width / before - 1) < 0.01);
    await page.locator(".tree-node.current").hover();
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -150);
    await page.keyboard.up("Control");
    await until(page, (width) => document.querySelector(".tree").getBoundingClientRect().width > width * 1.3, before);
});

scene("what was opened stays open, in the address", "#/tree/tictactoe?position=.........", OWN, async (page) => {
    const names = () => page.locator(".tree-node").evaluateAll((list) => list.map((node) => node.dataset.node));
    await until(page, () => document.querySelectorAll(".tree-node").length === 10);
    await page.locator('.tree-node[data-node="5"]').click();
    await until(page, () => document.querySelectorAll(".tree-node").length === 18);
    await page.locator('.tree-node[data-node="5 1"]').click();
    await until(page, () => document.querySelectorAll(".tree-node").length === 25);
    const open = await names();
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.deepEqual(await names(), open);
    // Also in a search, where what is closed is kept, too.
    await show(page, `#/tree/tictactoe:early=no?position=${POSITION}&algo=minimax&step=22`);
    await until(page, () => document.querySelectorAll(".tree-node").length === 11);
    await page.locator('.tree-node[data-node="2"]').click();
    await until(page, () => document.querySelectorAll(".tree-node").length < 11);
    const shut = await names();
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.deepEqual(await names(), shut);
    assert.match(page.url(), /shut=2/);
});

scene("nodes show their boards, and the side the one that has the focus", `#/tree/tictactoe:early=no?position=${POSITION}&algo=alphabeta&step=18`, {}, async (page) => {
    await until(page, () => document.querySelectorAll(".tree-node").length === 10);
    assert.equal(await page.locator(".tree-node:not(.cut) .board.small").count(), 8);
    assert.equal(await page.locator(".tree-node.cut .board.small").count(), 0);
    // The pieces on the board at the side are those of the node, wherever the keyboard goes.
    const side = () => page.locator(".node-board .piece").count();
    await page.locator('.tree-node[data-node="0"]').focus();
    await until(page, () => document.querySelector(".node-name").textContent === "The root");
    assert.equal(await side(), 6);
    await page.keyboard.press("ArrowRight");
    await until(page, () => document.querySelector(".node-name").textContent === "After 4");
    assert.equal(await side(), 7);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await until(page, () => document.querySelector(".node-name").textContent === "After 6, 4");
    assert.equal(await side(), 8);
    await page.locator("[data-field=boards]").uncheck();
    assert.equal(await page.locator(".tree-node .board.small").count(), 0);
    await show(page, `#/tree/tictactoe:early=no?position=${POSITION}`);
    await until(page, () => document.querySelectorAll(".tree-node").length === 11);
    await page.locator('.tree-node[data-node="6"]').focus();
    await until(page, () => document.querySelector(".node-name").textContent === "After 6");
    assert.equal(await side(), 7);
});

scene("the first tree of Connect Four is from the middle of a game, and both searches are counted", "#/tree/connect4", {}, async (page) => {
    await until(page, () => document.querySelectorAll(".tree-node").length > 1);
    const labels = await page.locator(".tree-node .value").evaluateAll((list) => list.map((text) => text.textContent.trim()));
    assert.deepEqual([...new Set(labels)].sort(), ["+1", "0", "−1"].sort());
    for (const kind of ["minimax", "alphabeta"]) {
        await page.locator(`[data-kind=${kind}]`).click();
        await page.waitForSelector(".comparison:not([hidden])");
        for (const algo of ["minimax", "alphabeta"]) {
            const { nodes } = await api(`tree?game=connect4&moves=25772422563543&algo=${algo}&depth=4&show=1`);
            assert.equal((await page.locator(`[data-compare=${algo}] .count`).innerText()).replace(/\D/g, ""), String(nodes));
        }
    }
    // From the start, for whoever wants that, and from where a game was.
    await page.locator("[data-tool=from-start]").click();
    await until(page, () => document.querySelector("[data-compare=minimax] .count")?.textContent === "2,801");
    await show(page, "#/tree/connect4?first=human&second=human");
    await until(page, () => document.querySelectorAll(".tree-node").length > 1);
    assert.equal(await page.locator(".node-board .piece").count(), 0);
});

scene("the evaluation's parameters are the person's", "#/tree/connect4?moves=4+4+5&algo=minimax&depth=2", {}, async (page) => {
    await until(page, () => document.querySelector(".stepper .progress").max !== "0");
    const f2 = page.locator("[data-field=eval-f2]");
    assert.equal(await f2.inputValue(), "2");
    await f2.fill("9");
    await f2.press("Tab");
    await until(page, () => decodeURIComponent(location.hash).includes("eval=pattern,f2=9,f3=5"));
    assert.equal(await page.locator("[data-field=eval-f2]").inputValue(), "9");
    await page.locator("[data-field=eval]").selectOption("neutral");
    await until(page, () => !document.querySelector("[data-field=eval-f2]"));
    await page.locator("[data-field=eval]").selectOption("threats");
    await until(page, () => document.querySelector("[data-field=eval-parity]"));
});

scene("the ratings of find-best-move are those of whoever moves there", `#/tree/tictactoe:early=no?position=${POSITION}&algo=bestmove`, {}, async (page) => {
    await until(page, () => document.querySelector(".stepper .progress").max !== "0");
    const { steps, nodes } = await api(`steps?game=tictactoe:early=no&position=${POSITION}&algo=bestmove&depth=9`);
    const shown = (id) => page.locator(`.tree-node[data-node="${id}"] .value`).textContent().then((words) => words.trim());
    await page.locator("[data-step=last]").click();
    const numbers = { 1: "+1", 0: "0", [-1]: "−1" }, signs = { 1: "+", 0: "=", [-1]: "−" };
    const left = steps.filter((step) => step.do === "leave");
    assert.ok(new Set(left.map(({ label }) => label)).size > 1);
    for (const { node, label } of left) assert.equal(await shown(node), numbers[label], `node ${node}`);
    assert.equal((await page.locator("[data-compare=bestmove] .count").innerText()), String(nodes));
    // Below a win of the one who moves there is a loss of the other; what comes after it is not looked at.
    const cut = steps.findIndex((step) => step.do === "cut");
    await page.locator(".progress").fill(String(cut + 1));
    assert.match(await page.locator(".told").innerText(), /^At the root a win is found, and nothing can be better: \d is not looked at/);
    // As signs, and that stays in the address.
    await page.locator("[data-step=last]").click();
    await page.locator("[data-field=labels]").selectOption("signs");
    await until(page, () => location.hash.includes("labels=signs"));
    for (const { node, label } of left) assert.equal(await shown(node), signs[label], `node ${node}`);
    await picture(page, "ratings");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, () => document.querySelector(".tree-node .value")?.textContent.trim() === "+");
    // The other trees have signs, too; an evaluation stays a number.
    await show(page, `#/tree/tictactoe?position=${POSITION}&labels=signs`);
    await until(page, () => document.querySelectorAll(".tree-node").length === 9);
    for (const [node, label] of [["", "+"], ["4", "+"], ["6", "−"], ["8", "="]]) assert.equal(await shown(node), label);
    await show(page, "#/tree/connect4?moves=4+4+5&algo=minimax&depth=2&labels=signs");
    await until(page, () => document.querySelector(".stepper .progress").max !== "0");
    await page.locator("[data-step=last]").click();
    assert.match(await shown(0), /[1-9]/);
});

scene("alpha-beta cuts only when alpha is above beta, if that is wanted", "#/tree/connect4?moves=4+4&algo=alphabeta&depth=3", {}, async (page) => {
    const count = (cut) => api(`steps?game=connect4&moves=4+4&algo=alphabeta&depth=3&cut=${cut}&most=20000`).then(({ steps }) => String(steps.length));
    const [usual, strict] = [await count("usual"), await count("strict")];
    assert.notEqual(usual, strict);
    await until(page, (max) => document.querySelector(".stepper .progress").max === max, usual);
    await page.locator("[data-field=cut]").selectOption("strict");
    await until(page, (max) => document.querySelector(".stepper .progress").max === max, strict);
    assert.match(page.url(), /cut=strict/);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, (max) => document.querySelector(".stepper .progress").max === max, strict);
    assert.equal(await page.locator("[data-field=cut]").inputValue(), "strict");
    await page.locator("[data-kind=minimax]").click();
    assert.equal(await page.locator("[data-field=cut]").count(), 0);
});
