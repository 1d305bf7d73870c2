// code.mjs: the algorithm beside its walk: the line that is marked, the variables, the calls, breakpoints.

import assert from "node:assert/strict";
import { AXE, api, picture, scene, show, thereAndBack, until } from "./harness.mjs";

const BOOK = "given:tree=B:(3 12 8) C:(2 4 6) D:(14 5 2)";
const hash = (game, words) => `#/tree/${encodeURIComponent(game)}?${words}`;
const ready = (page) => until(page, () => document.querySelectorAll(".code li").length > 5 && document.querySelector(".progress").max !== "0");

// What the panel shows: now, or after each of so many steps.
const panels = (page, count = null) => page.evaluate((steps) => {
    const panel = () => ({
        line: Number(document.querySelector(".code [aria-current]")?.dataset.line ?? 0),
        code: document.querySelector(".code [aria-current] code")?.textContent.trim() ?? "",
        variables: Object.fromEntries([...document.querySelectorAll("[data-variable]")].map((part) =>
            [part.dataset.variable, part.querySelector("dd").textContent])),
        stack: [...document.querySelectorAll(".code-part .stack li[data-node]")].map((row) => [Number(row.dataset.node), row.querySelector(".level")?.textContent ?? ""]),
    });
    if (steps === null) return [panel()];
    const slider = document.querySelector(".progress");
    return Array.from({ length: steps }, (_, k) => {
        slider.value = String(k + 1);
        slider.dispatchEvent(new Event("input"));
        return panel();
    });
}, count);
const panel = (page) => panels(page).then(([now]) => now);
const to = (page, at) => page.locator(".progress").fill(String(at));

for (const [algo, game, words] of [["alphabeta", BOOK, ""], ["minimax", BOOK, ""], ["bestmove", "tictactoe:early=no", "&position=xox.o.x.o"],
    ["alphabeta", "connect4", "&moves=4+4&depth=2&cut=strict"], ["plain", "nim", "&position=21"], ["memo", "tictactoe", "&position=xoxo.o.x."],
    ["canonical", "nim", "&position=31"]])
    scene(`${algo} of ${game.split(":")[0]}: at every step the line that the search is at is marked, with its variables`, hash(game, `algo=${algo}&code=pseudo${words}`), {}, async (page) => {
        await ready(page);
        const question = new URLSearchParams(words.slice(1));
        const wins = ["plain", "memo", "canonical"].includes(algo);
        const depth = wins ? "" : question.get("depth") ?? await page.locator("[data-field=depth]").inputValue();
        const answer = await api(`steps?game=${encodeURIComponent(game)}&algo=${algo}&lines=yes&most=20000${words.replace(/&depth=\d+/, "")}${depth ? `&depth=${depth}` : ""}`);
        assert.equal(await page.locator(".progress").getAttribute("max"), String(answer.steps.length));
        assert.equal(await page.locator(".code li").count(), answer.listing.lines.length);
        assert.ok(answer.steps.some((step) => step.do === "line" && step.best === null));
        // The calls as they would be kept by hand, against what the page shows.
        const calls = [], moments = Math.min(answer.steps.length, 150), seen = await panels(page, moments);
        for (let at = 1; at <= moments; at++) {
            const step = answer.steps[at - 1];
            if (step.do === "enter") calls.push({ node: step.node, position: step.position, step: null });
            else if (step.do === "leave") calls.pop();
            else if (step.do === "line") calls.at(-1).step = step;
            const shown = seen[at - 1], top = calls.at(-1);
            assert.equal(shown.line, top?.step?.line ?? 0, `step ${at}`);
            assert.equal(shown.code, top?.step ? answer.listing.lines[top.step.line - 1].pseudo.trim() : "");
            assert.deepEqual(Object.keys(shown.variables), ["alpha", "beta", "best", "m", "v"].filter((name) => top?.step?.[name] !== undefined));
            if (top?.step?.m) assert.equal(shown.variables.m, top.step.m);
            if (top?.step?.alpha === null) assert.equal(shown.variables.alpha, "−∞");
            if (game === BOOK && algo === "alphabeta" && typeof top?.step?.v === "number") assert.equal(Number(shown.variables.v.replace("−", "-")), top.step.v);
            assert.deepEqual(shown.stack, [...calls].reverse().slice(0, 12).map((call) => [call.node, call.step ? `line ${call.step.line}` : ""]));
        }
        // Back and forth shows the same.
        await to(page, 0);
        assert.ok(await thereAndBack(page, Math.min(moments, 80), ".code, .variables, .code-part .stack, .told") > Math.min(moments, 80) * 0.6);
        await to(page, Math.min(60, answer.steps.length));
        await picture(page, `code ${algo}`);
    });

scene("playing stops at a breakpoint, which stays in the address", hash(BOOK, "algo=alphabeta&code=pseudo"), { locale: "en-GB" }, async (page) => {
    await ready(page);
    const { steps, listing } = await api(`steps?game=${encodeURIComponent(BOOK)}&algo=alphabeta&lines=yes&depth=9`);
    const line = listing.lines.findLastIndex(({ pseudo }) => pseudo.includes("cut:")) + 1; // of min
    const hits = steps.flatMap((step, i) => step.line === line ? [i + 1] : []);
    assert.equal(hits.length, 2); // C, and D after its last leaf
    await page.locator(`.code li[data-line="${line}"] code`).click();
    await until(page, (n) => location.hash.includes(`breaks=${n}`), line);
    assert.equal(await page.locator(`.code li[data-line="${line}"] button`).getAttribute("aria-pressed"), "true");
    await page.locator(".step-speed input").fill("100");
    await page.locator("[data-step=play]").click();
    await until(page, (at) => document.querySelector(".progress").value === String(at) &&
        document.querySelector("[data-step=play]").getAttribute("aria-label") === "Play", hits[0]);
    assert.equal((await panel(page)).line, line);
    // From there it goes on, and then to the end.
    await page.locator("[data-step=play]").click();
    await until(page, (at) => document.querySelector(".progress").value === String(at) &&
        document.querySelector("[data-step=play]").getAttribute("aria-label") === "Play", hits[1]);
    await page.locator("[data-step=play]").click();
    await until(page, (at) => document.querySelector(".progress").value === String(at), steps.length);
    // Jumping, with the keys.
    for (const [name, at] of [["back", hits[1]], ["back", hits[0]], ["back", hits[0]], ["next", hits[1]], ["next", hits[1]], ["back", hits[0]]]) {
        await page.locator(`[data-tool="code.${name}"]`).click();
        assert.equal(await page.locator(".progress").inputValue(), String(at));
    }
    await page.locator(".code button").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await until(page, (n) => location.hash.includes(`breaks=2.${n}`), line);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await ready(page);
    assert.equal(await page.locator(".code button[aria-pressed=true]").count(), 2);
    assert.equal(await page.locator(".progress").inputValue(), String(hits[0]));
});

scene("the code is shown and put away, as pseudo-code or as C, and the search stays where it was", hash("tictactoe:early=no", "position=xox.o.x.o&algo=minimax&step=12"), { locale: "en-GB" }, async (page) => {
    await until(page, () => document.querySelectorAll(".tree-node").length > 1);
    const visited = () => page.locator("[data-counter=visited] dd").innerText();
    const before = await visited();
    assert.equal(await page.locator(".code").count(), 0);
    await page.locator("[data-tool=code]").click();
    await ready(page);
    assert.equal(await visited(), before);
    await page.locator("[data-field=code]").selectOption("c");
    await until(page, () => location.hash.includes("code=c"));
    assert.match(await page.locator(".code").innerText(), /int max_value\(state s\) \{/);
    assert.match(await page.locator(".code").innerText(), /for \(move m = first\(s\); m; m = next\(s, m\)\)/);
    await page.locator("[data-tool=code]").click();
    await until(page, () => document.querySelector(".progress").value === "12");
    assert.equal(await page.locator(".code").count(), 0);
    // Monte-Carlo tree search has no listing.
    await page.locator("[data-kind=mcts]").click();
    assert.equal(await page.locator("[data-tool=code]").count(), 0);
});

for (const [language, words] of [["hr", "za svaki potez m iz s:"], ["pl", "dla każdego ruchu m w s:"], ["cs", "pro každý tah m v s:"]])
    scene(`the pseudo-code is in ${language}, line by line`, hash(BOOK, "algo=alphabeta&code=pseudo"), { locale: language }, async (page) => {
        await ready(page);
        for (const algo of ["minimax", "alphabeta", "bestmove", "canonical"]) {
            await show(page, hash(BOOK, `algo=${algo}&code=pseudo`));
            await ready(page);
            const lines = await page.locator(".code code").allInnerTexts();
            assert.ok(lines.some((text) => text.trim() === words));
            // Only heads of functions and what is written in signs are the same in all languages.
            const { listing } = await api(`steps?game=given&algo=${algo}&lines=yes`);
            const same = listing.lines.map(({ pseudo }) => pseudo.trim()).filter((text, i) => text === lines[i].trim() && text);
            const signs = /^(\w+\(s.*\):|find_best_move\(s\)|best = v|(alpha|beta) = m..\(.*\)|if .*beta:)$/;
            assert.deepEqual(same.filter((text) => !signs.test(text)), []);
        }
    });

scene("with code the page has no fault that axe finds, on a phone either", hash(BOOK, "algo=alphabeta&code=pseudo&step=40"), { locale: "en-GB", viewport: { width: 360, height: 740 } }, async (page) => {
    await ready(page);
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => window.axe.run(".code-part"));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), []);
    await picture(page, "code phone");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.setViewportSize({ width: 1920, height: 1080 });
    await picture(page, "code projector");
});

scene("wins(state) is watched with the states for names, and what it remembers is not looked at again", "#/tree/nim?position=31&algo=canonical", { locale: "en-GB" }, async (page) => {
    await until(page, () => document.querySelector(".stepper .progress").max !== "0");
    const calls = {};
    for (const algo of ["canonical", "memo", "plain"]) {
        await page.locator("[data-field=memory]").selectOption(algo);
        const { steps } = await api(`steps?game=nim&position=31&algo=${algo}`);
        await until(page, (max) => document.querySelector(".progress").max === String(max), steps.length);
        await page.locator("[data-step=last]").click();
        calls[algo] = Number(await page.locator("[data-counter=visited] dd").innerText());
        assert.equal(calls[algo], steps.filter((step) => step.do === "enter").length);
        const recalled = steps.findIndex(({ kind }) => kind === "recalled");
        assert.equal(recalled >= 0, algo !== "plain");
        if (recalled < 0) continue;
        await page.locator(".progress").fill(String(recalled + 1));
        assert.match(await page.locator(".told").innerText(), /^wins\(\d+\) is remembered: [+−]1; so wins\(\d+\) has/);
        await picture(page, `wins ${algo}`);
    }
    assert.ok(calls.plain > calls.memo && calls.memo >= calls.canonical);
    // The root is won, and what its best move leads to is lost, each for its own mover.
    const value = (id) => page.locator(`.tree-node[data-node="${id}"] .value`).textContent();
    assert.match(await value(0), /\+1/);
});
