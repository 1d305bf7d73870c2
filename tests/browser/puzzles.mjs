// puzzles.mjs: knight, queens, cubes and fill, each run to its end and judged by its own rules. SPEC E9 to E12.

import assert from "node:assert/strict";
import { picture, scene, show, thereAndBack, until } from "./harness.mjs";

const loaded = (page) => until(page, () => document.querySelector(".progress")?.max > 0);
const step = (page, name) => page.locator(`[data-step=${name}]`).click();
const STAGE = ".walk-stage, .told, .counters, .stack";
const told = (page) => page.locator(".told").innerText();

scene("a knight's tour", "#/puzzles/knight?width=5&height=5", {}, async (page) => {
    await loaded(page);
    assert.equal(await thereAndBack(page, 10, STAGE), 10 + 1);
    await step(page, "last");
    assert.match(await told(page), /all 25 squares/);
    const stops = await page.locator(".stop").evaluateAll((list) => list.map((stop) => {
        const circle = stop.querySelector("circle");
        return [Math.floor(circle.getAttribute("cx") / 40), Math.floor(circle.getAttribute("cy") / 40)];
    }));
    assert.equal(new Set(stops.map(String)).size, 25);
    for (let k = 1; k < 25; k++) {
        const [dx, dy] = [0, 1].map((i) => Math.abs(stops[k][i] - stops[k - 1][i]));
        assert.equal(dx * dy, 2, "a knight's move");
    }
    // Another start, by the mouse; there is none from a square of the other colour.
    await page.locator("[data-square='1,0']").click();
    await until(page, () => /no such tour/.test(document.querySelector(".told").textContent));
    assert.match(await told(page), /every move changes the colour.* 13 squares .* only 12: .*\(1,0\) has the other\.$/);
    assert.equal(await page.locator(".stop").count(), 1); // where it was to begin
    assert.equal(await page.locator(".stop circle").evaluate((circle) => `${circle.getAttribute("cx")},${circle.getAttribute("cy")}`), "60,180");
});

scene("a knight without a rule goes back and forth, and the step stays in the address", "#/puzzles/knight?width=5&height=5&order=fixed", { locale: "hr-HR" }, async (page) => {
    await loaded(page);
    assert.equal(await page.locator("[data-field=order]").inputValue(), "fixed");
    assert.equal(await page.locator(".progress").getAttribute("max"), String(8840 + 5497)); // calls, and what is taken back
    await step(page, "last");
    assert.equal(await page.locator(".stop").count(), 25);
    await page.locator(".progress").fill("4321");
    await until(page, () => location.hash.includes("step=4321"));
    const moment = await page.locator(".walk-stage").innerHTML();
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, () => document.querySelector(".progress").value === "4321");
    assert.equal(await page.locator(".walk-stage").innerHTML(), moment);
    await show(page, "#/puzzles/knight?width=5&height=5&from=1,0"); // also in other languages
    await until(page, () => /svaki potez mijenja boju polja/.test(document.querySelector(".told").textContent));
});

scene("the depth is the height of the stack, at every step", "#/puzzles/fill", {}, async (page) => {
    for (const hash of ["#/puzzles/fill?from=0,0", "#/puzzles/knight?width=5&height=5&order=fixed", "#/maze?width=8&height=6&seed=5", "#/puzzles/cubes"]) {
        await show(page, hash);
        await loaded(page);
        const wrong = await page.evaluate(() => {
            const list = [], { max } = document.querySelector(".progress");
            for (let at = 0; at < Math.min(max, 300); at++) {
                const depth = Number(document.querySelector("[data-counter=depth] dd").textContent);
                const height = Number(document.querySelector(".stack .level")?.textContent ?? 0);
                if (depth !== height) list.push([at, depth, height]);
                document.querySelector("[data-step=forward]").click();
            }
            return list;
        });
        assert.deepEqual(wrong, [], hash);
    }
});

scene("what is attacked is crossed out, and a full row is shown", "#/puzzles/queens", {}, async (page) => {
    await loaded(page);
    const moments = await page.evaluate(() => {
        const list = [];
        for (let at = 0; at < 120; at++) {
            document.querySelector("[data-step=forward]").click();
            list.push({ words: document.querySelector(".told").textContent, lines: document.querySelectorAll(".attack").length,
                crosses: document.querySelectorAll(".squares .refused").length, full: document.querySelector(".full-line")?.getAttribute("y") ?? null });
        }
        return list;
    });
    const at = moments.findIndex(({ words }) => words === "A queen on (3, 4).");
    assert.deepEqual(moments[at], { words: "A queen on (3, 4).", lines: 0, crosses: 0, full: null });
    const next = moments.slice(at + 1, at + 10);
    for (let x = 0; x < 8; x++) assert.match(next[x].words, new RegExp(`^\\(${x}, 5\\) is attacked from \\(`));
    assert.deepEqual(next[8], { words: "No place is left in row 5: the queen on (3, 4) is taken back.", lines: 0, crosses: 0, full: "80" });
    for (const { words, lines, crosses } of moments) {
        assert.equal(crosses, /attacked/.test(words) ? 1 : 0, words);
        assert.equal(lines, /attacked/.test(words) ? words.match(/\(/g).length - 1 : 0, words);
    }
    await picture(page, "queens");
    await page.locator("[data-field=order]").selectOption("narrow");
    await until(page, () => location.hash.includes("order=narrow"));
    await loaded(page);
    await step(page, "last");
    assert.match(await told(page), /All 8 queens/);
    assert.equal(await page.locator(".axes text").count(), 16);
});

scene("eight queens, and one set beforehand", "#/puzzles/queens", {}, async (page) => {
    await loaded(page);
    assert.equal(await thereAndBack(page, 25, STAGE), 25 + 1);
    const queens = () => page.locator(".queen").evaluateAll((list) => list.map((queen) =>
        queen.getAttribute("transform").match(/[\d.]+/g).map((n) => Math.floor(n / 40))));
    const peace = (list) => list.every(([x, y], i) => list.every(([a, b], k) => i === k ||
        x !== a && y !== b && Math.abs(x - a) !== Math.abs(y - b)));
    await step(page, "last");
    assert.match(await told(page), /All 8 queens/);
    assert.equal((await queens()).length, 8);
    assert.ok(peace(await queens()));
    await page.locator("[data-square='3,0']").press("Enter");
    await until(page, () => location.hash.includes("placed=3,0"));
    await loaded(page);
    await step(page, "last");
    assert.ok(peace(await queens()));
    assert.equal((await queens()).length, 8);
    assert.equal(await page.locator(".queen.given").count(), 1);
    await page.locator("[data-field=n]").fill("3");
    await page.locator("[data-field=n]").press("Tab");
    await until(page, () => location.hash.includes("n=3"));
    await loaded(page);
    await step(page, "last");
    assert.match(await told(page), /no way/);
});

scene("as many queens as the server takes, large enough for a finger", "#/puzzles/queens?n=99",
    { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
        assert.equal(await page.locator("[data-field=n]").inputValue(), "30");
        assert.match(await page.locator(".limit").innerText(), /30 is the most here, not 99/);
        await page.locator("[data-tool=enlarge]").tap();
        await until(page, () => document.querySelector(".squares-holder.scrolls"));
        const { width, height } = await page.locator("[data-square='0,0']").boundingBox();
        assert.ok(width >= 31 && height >= 31);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await page.locator("[data-field=n]").fill("8");
        await page.locator("[data-field=n]").press("Enter");
        await until(page, () => location.hash.includes("n=8"));
        assert.equal(await page.locator(".limit").innerText(), "");
        await loaded(page);
    });

// Whether the place of a search, as its stack or its sign names it, is within the box that is scrolled.
const followed = (page) => page.evaluate(() => {
    const box = document.querySelector(".scroll-box.scrolls").getBoundingClientRect();
    const place = document.querySelector(".stack li:first-child code")?.textContent.match(/\d+/g).join(",");
    const part = (document.querySelector(".refused, .maze-here:not(.hidden)") ??
        document.querySelector(`[data-square="${place}"], [data-pixel="${place}"]`)).getBoundingClientRect();
    return part.left >= box.left && part.right <= box.right && part.top >= box.top && part.bottom <= box.bottom;
});

scene("the box of an enlarged puzzle follows the search", "#/puzzles/cubes",
    { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
        for (const [hash, longer] of [["#/puzzles/queens?n=24", 50], ["#/puzzles/knight?width=20&height=20", 90],
            ["#/maze?width=30&height=30&seed=5", 150], ["#/puzzles/fill?from=0,0", 100]]) {
            await show(page, hash);
            await loaded(page);
            await page.locator("[data-tool=enlarge]").tap();
            await until(page, () => document.querySelector(".scroll-box.scrolls"));
            await step(page, "forward");
            assert.ok(await followed(page), `the beginning of ${hash}`);
            await page.locator(".progress").fill(String(longer));
            assert.ok(await followed(page), `later in ${hash}`);
        }
    });

scene("the paint bucket's pixels can be large enough for a finger", "#/puzzles/fill",
    { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
        await loaded(page);
        await page.locator("[data-tool=enlarge]").tap();
        await until(page, () => document.querySelector(".pixels-holder.scrolls"));
        const { width, height } = await page.locator("[data-pixel='7,4']").boundingBox();
        assert.ok(width >= 31 && height >= 31);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        // A tap fills, or draws one pixel.
        await page.locator("[data-pixel='6,4']").tap();
        await until(page, () => location.hash.includes("from=6,4"));
        await page.locator("[data-tool=fill-draw]").tap();
        await page.locator("[data-pixel='7,6']").tap();
        await until(page, () => location.hash.includes("picture="));
        assert.equal(await page.locator("[data-pixel='7,6']").getAttribute("class").then((name) => /ink/.test(name)), true);
        assert.ok(await page.evaluate(() => document.querySelector(".pixels-holder.scrolls"))); // as it was
    });

scene("what takes its time is said", "#/puzzles/cubes", {}, async (page) => {
    const words = (selector) => until(page, (name) => document.querySelector(name)?.textContent === "Thinking…", selector);
    for (const [question, hash, selector, over] of [["queens", "#/puzzles/queens", ".told", ".progress:not([max='0'])"],
        ["tree", "#/tree/tictactoe?position=xox.o.x.o", ".told", ".tree-node"], ["move", "#/play/tictactoe?first=human&second=human", ".hint-words", ".hint"]]) {
        let go;
        const waits = new Promise((resolve) => { go = resolve; });
        await page.route(`**/api/${question}?*`, async (route) => {
            await waits;
            await route.continue();
        });
        await page.evaluate((text) => { location.hash = text; }, hash);
        if (question === "move") await page.locator("[data-tool=hint]").click();
        await words(selector);
        go();
        await page.waitForSelector(over, { state: "attached" });
        assert.notEqual(await page.locator(selector).textContent(), "Thinking…");
        await page.unroute(`**/api/${question}?*`);
    }
});

scene("coloured cubes", "#/puzzles/cubes", {}, async (page) => {
    await loaded(page);
    assert.equal(await thereAndBack(page, 40, STAGE), 40 + 1);
    // At every step at most one pair more than before is there, and a solution that was found is not said to lead nowhere.
    const moments = await page.evaluate(() => {
        const list = [];
        for (let at = 0; at < document.querySelector(".progress").max; at++) {
            document.querySelector("[data-step=forward]").click();
            list.push({ words: document.querySelector(".told").textContent, sides: document.querySelectorAll(".cubes .slot").length,
                label: document.querySelector(".cubes").getAttribute("aria-label") });
        }
        return list;
    });
    let before = 16;
    for (const { sides } of moments.slice(0, -1)) {
        assert.ok(sides >= before - 2, "one pair at a time");
        before = sides;
    }
    const right = (label) => {
        const rows = label.split("; ").map((row) => row.slice(3).split(" "));
        assert.equal(rows.length, 4);
        for (let side = 0; side < 4; side++) assert.equal(new Set(rows.map((row) => row[side])).size, 4, `side ${side}`);
    };
    const solved = moments.findIndex(({ words }) => /a solution/.test(words));
    right(moments[solved].label);
    assert.equal(moments[solved + 1].words, "Cube 3, front and back B W: all of it is tried, with 1 solution. Back, to look for others.");
    assert.match(moments[solved + 2].words, /Cube 1, .*: all of it is tried, with 1 solution/);
    assert.equal(moments.at(-1).words, "No side shows a colour twice: 1 solution, 8 with all turns of the whole line.");
    right(moments.at(-1).label);
    await picture(page, "cubes");
});

scene("the paint bucket fills what is connected, and nothing else", "#/puzzles/fill", {}, async (page) => {
    await loaded(page);
    assert.equal(await thereAndBack(page, 20, STAGE), 20 + 1);
    // Draw a wall with the keys, then fill from the corner with the mouse.
    await page.locator("[data-tool=fill-draw]").click();
    await page.locator("[data-pixel='0,3']").click();
    await until(page, () => location.hash.includes("picture="));
    await page.locator("[data-tool=fill-fill]").click();
    await loaded(page);
    const before = await page.locator(".progress").getAttribute("max");
    await page.locator("[data-pixel='0,0']").click();
    await until(page, (max) => location.hash.includes("from=0,0") && document.querySelector(".progress").max !== max, before);
    await loaded(page);
    await step(page, "last");
    const [inked, painted] = await page.evaluate(() => [".ink", ".painted"].map((name) =>
        [...document.querySelectorAll(`.pixel${name}`)].map((pixel) => pixel.dataset.pixel)));
    // The same by breadth first, here.
    const wall = new Set(inked), reached = new Set(["0,0"]), queue = [[0, 0]];
    while (queue.length) {
        const [x, y] = queue.shift();
        for (const [a, b] of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]) {
            const key = `${a},${b}`;
            if (a < 0 || b < 0 || a >= 16 || b >= 12 || wall.has(key) || reached.has(key)) continue;
            reached.add(key);
            queue.push([a, b]);
        }
    }
    assert.deepEqual(painted.sort(), [...reached].sort());
    assert.match(await told(page), new RegExp(`${reached.size} pixels`));
});

scene("on a phone nothing moves under the finger while one steps", "#/puzzles/fill",
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
        for (const hash of ["#/puzzles/cubes", "#/puzzles/queens", "#/puzzles/knight?width=5&height=5&order=fixed", "#/maze?width=8&height=6&seed=5",
            "#/tree/connect4?algo=alphabeta&step=1"]) {
            await show(page, hash);
            await loaded(page);
            const places = await page.evaluate(() => {
                const seen = new Set(), list = [];
                for (let at = 0; at < 120; at++) {
                    const place = [".stepper", ".walk-stage, .tree-holder"].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top + scrollY)).join();
                    if (!seen.has(place)) list.push([at, place, document.querySelector(".told").textContent]);
                    seen.add(place);
                    document.querySelector("[data-step=forward]").click();
                }
                return list;
            });
            assert.equal(places.length, 1, `${hash}: ${JSON.stringify(places)}`);
        }
    });
