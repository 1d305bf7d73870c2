// maze.mjs: mazes drawn, generated, loaded, saved, and solved step by step. SPEC E1 to E8 in the browser.

import assert from "node:assert/strict";
import { api, picture, scene, show, thereAndBack, until } from "./harness.mjs";

const OWN = { locale: "en-GB" }; // a window of its own
const counter = (page, name) => page.locator(`[data-counter=${name}] dd`).innerText().then((text) => Number(text.replace(/\D/g, "")));
const loaded = (page) => until(page, () => document.querySelector(".progress")?.max > 0);
const step = (page, name) => page.locator(`[data-step=${name}]`).click();

async function load(page, text) {
    await page.locator("[data-tool=text]").click();
    await page.locator("dialog textarea").fill(text);
    await page.locator("dialog [data-do=load]").click();
    await page.waitForSelector("dialog", { state: "detached" });
    await loaded(page);
}

async function text(page) {
    await page.locator("[data-tool=text]").click();
    const value = await page.locator("dialog textarea").inputValue();
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    return value;
}

// The place of a point of the maze on the screen, in squares from the lower left.
async function at(page, x, y, height) {
    return page.locator(".maze").evaluate((svg, [left, top]) => {
        const place = new DOMPoint(left, top).matrixTransform(svg.getScreenCTM());
        return [place.x, place.y];
    }, [14 + x * 24, 14 + (height - y) * 24]);
}

scene("a maze is drawn with the mouse and solved", "#/maze?width=3&height=3&seed=1", {}, async (page) => {
    await loaded(page);
    await page.locator("[data-tool=empty]").click();
    await until(page, () => document.querySelector(".told").textContent.includes("Ready"));
    assert.equal(await text(page), "+-+-+-+\n|S    |\n+ + + +\n|     |\n+ + + +\n|     |\n+-+-+ +\n");
    // One stroke along the floor of the upper row, from the left: two walls.
    await page.mouse.move(...await at(page, 0.3, 2, 3));
    await page.mouse.down();
    for (const x of [0.5, 0.8, 1.2, 1.5, 1.8]) await page.mouse.move(...await at(page, x, 2, 3));
    await page.mouse.up();
    // And a single wall by one click.
    await page.mouse.click(...await at(page, 2, 0.5, 3));
    const drawn = "+-+-+-+\n|S    |\n+-+-+ +\n|     |\n+ + + +\n|   | |\n+-+-+ +\n";
    assert.equal(await text(page), drawn);
    await until(page, () => location.hash.includes("maze=3x3"));
    await loaded(page);
    await step(page, "last");
    assert.match(await page.locator(".told").innerText(), /Out in 5 steps/);
    // The address holds the maze.
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await loaded(page);
    assert.equal(await text(page), drawn);
    // The start is moved by dragging S.
    await page.mouse.move(...await at(page, 0.5, 2.5, 3));
    await page.mouse.down();
    await page.mouse.move(...await at(page, 1.5, 1.5, 3));
    await page.mouse.up();
    assert.match(await text(page), /\| S {3}\||\| {2}S {2}\|/);
});

scene("a stroke that is not quite straight draws no walls beside it, and a fast one leaves none out", "#/maze?width=6&height=3&seed=1", {}, async (page) => {
    await loaded(page);
    await page.locator("[data-tool=empty]").click();
    await until(page, () => location.hash.includes("maze=6x3"));
    const stroke = async (points) => {
        await page.mouse.move(...await at(page, ...points[0], 3));
        await page.mouse.down();
        for (const point of points.slice(1)) await page.mouse.move(...await at(page, ...point, 3));
        await page.mouse.up();
    };
    await stroke(Array.from({ length: 46 }, (_, k) => [0.5 + k / 10, 2 + 0.15 * Math.sin(k)]));
    await stroke([[0.5, 1.1], [4.5, 0.9]]);
    assert.equal(await text(page), "+-+-+-+-+-+-+\n|S          |\n+-+-+-+-+-+ +\n|           |\n+-+-+-+-+-+ +\n|           |\n+-+-+-+-+-+ +\n");
});

scene("a maze is drawn with the keys", "#/maze?width=3&height=2&seed=1", {}, async (page) => {
    await loaded(page);
    await page.locator("[data-tool=empty]").click();
    await page.locator(".maze").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("s");
    assert.match((await page.locator("[aria-live]").allInnerTexts()).join(" "), /start is here/);
    assert.equal(await text(page), "+-+-+-+\n|   | |\n+ +-+ +\n|  S  |\n+-+-+ +\n");
});

scene("every message about a wall is there to be read, and nothing takes its place", "#/maze?width=3&height=2&seed=1", {}, async (page) => {
    await loaded(page);
    await page.locator("[data-tool=empty]").click();
    await until(page, () => location.hash.includes("maze=3x2"));
    await loaded(page);
    const log = page.locator("[aria-live]");
    await page.evaluate(() => document.querySelector("[aria-live]").replaceChildren());
    await page.locator(".maze").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    const said = ["Wall drawn: east.", "Wall drawn: south.", "Wall erased: south."];
    assert.deepEqual(await log.locator("p").allInnerTexts(), said);
    assert.equal(await log.count(), 1);
    assert.deepEqual(await Promise.all(["aria-live", "aria-atomic"].map((name) => log.getAttribute(name))), ["polite", "false"]);
    await loaded(page); // solved anew, which is not said
    assert.deepEqual(await log.locator("p").allInnerTexts(), said);
});

scene("sizes beyond the limits are named, and all that was set survives a reload", "#/maze?width=250&height=6&seed=1", {}, async (page) => {
    await loaded(page);
    const field = (name) => page.locator(`[data-field=${name}]`);
    const limits = () => page.locator(".limit").allInnerTexts();
    const reload = async () => {
        await page.reload();
        await page.waitForSelector("html[data-ready]");
        await loaded(page);
    };
    assert.equal(await field("width").inputValue(), "100");
    assert.match((await limits())[0], /100 is the most here, not 250/);
    await field("width").fill("1");
    await field("width").press("Tab");
    assert.equal(await field("width").inputValue(), "2");
    assert.match((await limits())[0], /2 is the least here, not 1/);
    assert.match((await page.locator("[aria-live]").allInnerTexts()).join(), /Width: 2 is the least/);
    await field("width").fill("9");
    await field("width").press("Tab");
    assert.equal((await limits())[0], "");
    await field("algo").selectOption("kruskal");
    await field("loops").selectOption("0.2");
    // Not generated yet: the maze is still the one before, and the fields say what the next will be.
    const before = await text(page);
    assert.equal(before.split("\n")[0].length, 201);
    await reload();
    assert.deepEqual(await Promise.all(["width", "height", "algo", "loops"].map((name) => field(name).inputValue())), ["9", "6", "kruskal", "0.2"]);
    assert.equal(await text(page), before);
    // Drawn by hand, too.
    await page.locator("[data-tool=empty]").click();
    await until(page, () => location.hash.includes("maze=9x6"));
    await reload();
    assert.equal(await field("width").inputValue(), "9");
    assert.equal((await text(page)).split("\n")[0].length, 19);
});

scene("a maze is enlarged to be drawn with a finger", "#/maze?width=40&height=30&seed=1",
    { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
        await loaded(page);
        const side = () => page.locator(".maze").evaluate((maze) => maze.getBoundingClientRect().width / maze.viewBox.baseVal.width * 24);
        assert.ok(await side() < 10);
        await page.locator("[data-tool=enlarge]").tap();
        await until(page, () => document.querySelector(".maze-holder.scrolls"));
        assert.ok(await side() >= 31);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        // A tap on the wall between two squares in the middle of what is in sight.
        const before = await text(page);
        await page.evaluate(() => document.querySelector(".maze-holder").scrollIntoView({ block: "center" }));
        const point = await page.evaluate(() => {
            const maze = document.querySelector(".maze"), box = document.querySelector(".maze-holder").getBoundingClientRect();
            const place = maze.getBoundingClientRect(), side = place.width / maze.viewBox.baseVal.width * 24;
            const edge = side * 14 / 24, across = Math.round((box.left + box.width / 2 - place.left - edge) / side);
            const down = Math.round((box.top + box.height / 2 - place.top - edge) / side) + 0.5;
            return [place.left + edge + across * side, place.top + edge + down * side];
        });
        await page.touchscreen.tap(...point);
        await until(page, () => location.hash.includes("maze=40x30"));
        const after = await text(page);
        assert.equal([...before].filter((sign, k) => sign !== after[k]).length, 1);
        // The cursor of the keys stays in sight.
        await page.locator(".maze").focus();
        for (let k = 0; k < 20; k++) await page.keyboard.press("ArrowDown");
        for (let k = 0; k < 20; k++) await page.keyboard.press("ArrowRight");
        assert.ok(await page.evaluate(() => {
            const box = document.querySelector(".maze-holder").getBoundingClientRect();
            const mark = document.querySelector(".maze-cursor").getBoundingClientRect();
            return mark.left >= box.left && mark.right <= box.right && mark.top >= box.top && mark.bottom <= box.bottom;
        }));
    });

for (const unmark of [true, false])
    scene(`calls and depth with marks ${unmark ? "taken away" : "kept"} are those of the textbook`, "#/maze?width=3&height=3&seed=1", {}, async (page) => {
        const maze = "+-+-+-+\n|S    |\n+ + + +\n|     |\n+ + + +\n|     |\n+-+-+-+\n";
        await loaded(page);
        await load(page, maze);
        if (!unmark) await page.locator("[data-field=marks]").selectOption("keep");
        await until(page, (on) => location.hash.includes("unmark=no") !== on, unmark);
        const calls = search(3, unmark);
        await until(page, (n) => document.querySelector(".progress").max >= n, calls);
        await step(page, "last");
        assert.match(await page.locator(".told").innerText(), /no way out/);
        assert.equal(await counter(page, "calls"), calls);
    });

// The textbook's method once more, on an open room of k x k squares without an exit.
function search(k, unmark) {
    const marked = new Set();
    let calls = 0;
    const solve = (x, y) => {
        calls++;
        if (marked.has(`${x},${y}`)) return;
        marked.add(`${x},${y}`);
        for (const [dx, dy] of [[0, 1], [1, 0], [0, -1], [-1, 0]])
            if (x + dx >= 0 && y + dy >= 0 && x + dx < k && y + dy < k) solve(x + dx, y + dy);
        if (unmark) marked.delete(`${x},${y}`);
    };
    solve(0, k - 1);
    return calls;
}

scene("solving is watched forward and back, with calls, depth and stack", "#/maze?width=12&height=9&seed=5", {}, async (page) => {
    await loaded(page);
    assert.ok(await thereAndBack(page, 60, ".walk-stage, .told, .counters, .stack") > 50);
    await step(page, "last");
    const solve = (method) => page.evaluate(async ([maze, name]) => (await fetch("api/maze/solve", { method: "POST",
        headers: { "Content-Type": "application/json" }, body: JSON.stringify({ maze, method: name }) })).json(), [maze, method]);
    const maze = await text(page);
    const answer = await solve("recursive");
    // At some moments, the squares that are marked are those of the events so far, in the order of the stack.
    const scale = (x, y) => `${14 + x * 24},${14 + (8 - y) * 24}`;
    for (const moment of [1, 17, 40, 77, answer.events.length - 9, answer.events.length - 1]) {
        await page.locator(".progress").fill(String(moment));
        const marked = [], calls = [];
        for (const [kind, x, y, depth] of answer.events.slice(0, moment)) {
            if (kind === "enter") marked.push([x, y]);
            else if (kind === "back") marked.pop();
            if (kind === "enter" || kind === "out") calls.push([x, y]);
            else if (kind === "back" || kind === "return") calls.length = depth - 1;
        }
        assert.deepEqual((await page.locator(".maze-square.way, .maze-square.found").evaluateAll((list) => list.map((rect) =>
            `${rect.getAttribute("x")},${rect.getAttribute("y")}`))).sort(), marked.map(([x, y]) => scale(x, y)).sort());
        assert.equal(await counter(page, "marked"), marked.length);
        if (answer.events[moment - 1][0] === "dead-end") calls.push(answer.events[moment - 1].slice(1, 3));
        const stack = calls.map(([x, y]) => `solve(${x}, ${y})`);
        assert.equal(await counter(page, "depth"), stack.length);
        assert.deepEqual(await page.locator(".stack code").allInnerTexts(), stack.reverse().slice(0, 12));
    }
    // The way out is found, and every call on the way says so, until none is left.
    const out = answer.events.findIndex(([kind]) => kind === "out");
    assert.equal(answer.events.length - out - 1, answer.length);
    await page.locator(".progress").fill(String(answer.events.length - 1));
    assert.equal(await counter(page, "depth"), 1);
    assert.match(await page.locator(".told").innerText(), /the way out was found from here/);
    await step(page, "last");
    assert.equal(await counter(page, "calls"), answer.calls);
    assert.equal(await counter(page, "deepest"), answer.depth);
    await picture(page, "maze");
    for (const method of ["right-hand", "left-hand", "shortest", "dead-ends"]) {
        await page.locator("[data-field=method]").selectOption(method);
        await until(page, (name) => location.hash.includes(name), method);
        await until(page, () => document.querySelector(".told").textContent.startsWith("Ready") && document.querySelector(".progress").max > 0);
        await step(page, "last");
        const { length, calls } = await solve(method);
        assert.match(await page.locator(".told").innerText(), new RegExp(`Out in ${length} step`), method);
        assert.equal(await page.locator(".counters dd").first().innerText(), String(calls), method);
    }
});

scene("mazes are generated, and one with every wall has no way out", "#/maze", {}, async (page) => {
    await loaded(page);
    const before = await text(page);
    await page.locator("[data-field=width]").fill("9");
    await page.locator("[data-field=height]").fill("5");
    await page.locator("[data-tool=generate]").click();
    await until(page, () => location.hash.includes("width=9"));
    await until(page, () => document.querySelector(".maze").viewBox.baseVal.width === 9 * 24 + 28);
    const after = await text(page);
    assert.notEqual(after, before);
    assert.equal(after.split("\n").length, 12);
    await page.locator("[data-tool=full]").click();
    await until(page, () => location.hash.includes("maze=9x5"));
    await until(page, () => document.querySelector(".progress").max === "2");
    await step(page, "last");
    assert.match(await page.locator(".told").innerText(), /no way out/);
});

scene("a maze is watched being made, by every algorithm", "#/maze?width=7&height=5&seed=4&watch=yes", {}, async (page) => {
    for (const algo of ["backtracker", "kruskal", "prim", "wilson", "eller", "division"]) {
        await show(page, `#/maze?width=7&height=5&seed=4&algo=${algo}&watch=yes`);
        await loaded(page);
        const { events, text: wanted } = await api(`maze/generate?width=7&height=5&seed=4&algo=${algo}&most=20000`);
        assert.equal(await page.locator(".progress").getAttribute("max"), String(events.length));
        assert.ok(await thereAndBack(page, Math.min(events.length, 30), ".walk-stage, .told, .counters") > 20, algo);
        await step(page, "last");
        assert.match(await page.locator(".told").innerText(), /The maze is made/);
        assert.equal(await text(page), wanted);
        const walls = await page.locator(".maze-walls").getAttribute("d");
        await page.locator(".maze").click(); // nobody draws while it is being made
        assert.equal(await page.locator(".maze-walls").getAttribute("d"), walls);
        // Out of it: the same maze is searched.
        await page.locator("[data-tool=watch]").click();
        await until(page, () => !location.hash.includes("watch"));
        await until(page, () => document.querySelector("[data-counter=calls]"));
        assert.equal(await page.locator(".maze-walls").getAttribute("d"), walls);
    }
});

scene("marks that stay are seen and counted at the end", "#/maze?width=12&height=9&seed=5&unmark=no", {}, async (page) => {
    await loaded(page);
    await step(page, "last");
    const maze = await text(page);
    const { events } = await page.evaluate(async (it) => (await fetch("api/maze/solve", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ maze: it, unmark: false }) })).json(), maze);
    const entered = new Set(events.filter(([kind]) => kind === "enter").map(([, x, y]) => `${x},${y}`)).size;
    assert.match(await page.locator(".told").innerText(), new RegExp(`Out in \\d+ steps\\. ${entered} squares keep their marks\\.`));
    assert.equal(await page.locator(".maze-square.kept, .maze-square.found").count(), entered);
    assert.equal(await counter(page, "marked"), entered);
});

scene("an empty room has dots to aim at, columns and rows have numbers, and the step stays in the address", "#/maze?width=6&height=4&seed=2", OWN, async (page) => {
    await loaded(page);
    await page.locator("[data-tool=empty]").click();
    await until(page, () => location.hash.includes("maze=6x4"));
    assert.equal((await page.locator(".maze-dots").getAttribute("d")).match(/M/g).length, 7 * 5);
    assert.deepEqual(await page.locator(".maze .axes text").allTextContents(), ["0", "1", "2", "3", "4", "5", "0", "1", "2", "3"]);
    await loaded(page);
    await page.locator(".progress").fill("9");
    await until(page, () => location.hash.includes("step=9"));
    const moment = await page.locator(".walk-stage").innerHTML();
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, () => document.querySelector(".progress").value === "9");
    assert.equal(await page.locator(".walk-stage").innerHTML(), moment);
});

// Every way out of a maze's text, by brute force: its length.
function lengths(text) {
    const lines = text.trimEnd().split("\n"), found = [];
    const row = lines.findIndex((line) => line.includes("S"));
    const go = (x, y, way) => {
        if (x < 0 || y < 0 || y >= lines.length || x >= lines[0].length) {
            found.push(way.length);
            return;
        }
        for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]])
            if (" S".includes(lines[y + dy][x + dx]) && !way.includes(`${x + 2 * dx},${y + 2 * dy}`))
                go(x + 2 * dx, y + 2 * dy, [...way, `${x},${y}`]);
    };
    go(lines[row].indexOf("S"), row, []);
    return found;
}

scene("all ways out are listed with their lengths, and each can be drawn", "#/maze?width=5&height=4&seed=3&loops=0.5", OWN, async (page) => {
    await loaded(page);
    const ways = lengths(await text(page));
    assert.ok(ways.length > 3 && ways.length < 100 && new Set(ways).size > 1, `${ways}`);
    await page.locator("[data-field=all]").check();
    await until(page, () => location.hash.includes("all=yes") && document.querySelectorAll("[data-way]").length);
    assert.deepEqual(await page.locator("[data-way]").evaluateAll((list) => list.map((way) => Number(/(\d+) step/.exec(way.textContent)[1]))), ways);
    const summary = new RegExp(`${ways.length} ways out, of ${Math.min(...ways)} to ${Math.max(...ways)} steps`);
    assert.match(await page.locator(".maze-ways p").innerText(), summary);
    assert.ok(await thereAndBack(page, 60, ".walk-stage, .told, .counters, .stack") > 40);
    await step(page, "last");
    assert.match(await page.locator(".told").innerText(), summary);
    assert.equal(await counter(page, "ways"), ways.length);
    assert.equal(await page.locator(".stack code").count(), 0); // every call has returned
    const drawn = () => page.locator(".thread").getAttribute("d").then((d) => d.split("L").length - 1);
    assert.equal(await drawn(), Math.min(...ways));
    const longest = ways.indexOf(Math.max(...ways));
    await page.locator(`[data-way="${longest}"]`).click();
    assert.equal(await drawn(), Math.max(...ways));
    assert.equal(await page.locator("[data-way][aria-pressed=true]").getAttribute("data-way"), String(longest));
    await picture(page, "maze-ways");
    // It stays in the address; another method knows one way.
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, (n) => document.querySelectorAll("[data-way]").length === n, ways.length);
    assert.ok(await page.locator("[data-field=all]").isChecked());
    assert.equal(await page.locator("[data-field=marks]").count(), 0);
    await page.locator("[data-field=method]").selectOption("shortest");
    await until(page, () => !location.hash.includes("all=yes") && document.querySelector(".maze-ways").hidden);
});

scene("without marks it walks in circles until it is stopped", "#/maze?width=3&height=3&seed=1", OWN, async (page) => {
    await loaded(page);
    await load(page, "+-+-+\n|S  |\n+ + +\n|    \n+-+-+\n");
    await page.locator("[data-field=marks]").selectOption("none");
    await page.locator("[data-field=calls]").fill("30");
    await page.locator("[data-field=calls]").press("Tab");
    await until(page, () => location.hash.includes("mark=no") && location.hash.includes("calls=30") && document.querySelector(".progress").max === "30");
    assert.ok(await thereAndBack(page, 30, ".walk-stage, .told, .counters, .stack") > 20);
    await step(page, "last");
    assert.match(await page.locator(".told").innerText(), /Stopped after 30 calls: without marks/);
    assert.equal(await counter(page, "depth"), 30);
    assert.equal(await page.locator("[data-counter=marked]").count(), 0);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, () => document.querySelector(".progress").max === "30");
    assert.equal(await page.locator("[data-field=calls]").inputValue(), "30");
});

scene("spaces that an editor has taken away are forgiven, and that is said", "#/maze?width=3&height=3&seed=1", {}, async (page) => {
    await loaded(page);
    await load(page, "+-+-+\n|S  |\n+ + +\n|\n+-+-+\n");
    await until(page, () => document.querySelector("[data-remark]").textContent);
    assert.equal(await page.locator("[data-remark]").innerText(), "1 line ended before the others and was read as if spaces followed.");
    assert.equal(await text(page), "+-+-+\n|S  |\n+ + +\n|    \n+-+-+\n");
    await page.locator("[data-tool=generate]").click();
    await until(page, () => !document.querySelector("[data-remark]").textContent);
});
