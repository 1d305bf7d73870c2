// welcome.mjs: who comes for the first time: the games in the list, how to play in words for the page, moves that are
// typed, and forms of games that are ready-made.

import assert from "node:assert/strict";
import { api, scene, show, until } from "./harness.mjs";

const FRIENDS = "first=human&second=human";
const OWN = { locale: "en-GB" };
const movesAre = (page, wanted) => until(page, (moves) => [...document.querySelectorAll(".moves li:not(.start) button")]
    .map((button) => button.firstChild.textContent).join(" ") === moves, wanted);

scene("how to play is open where a game is met for the first time", `#/play/connect4?${FRIENDS}`, OWN, async (page) => {
    const rules = page.locator("[data-part=rules]");
    assert.equal(await rules.getAttribute("open"), "");
    assert.ok(await rules.locator(".about").evaluate((words) => words.getBoundingClientRect().top < innerHeight));
    await page.locator(".target[data-move='4']").click();
    await movesAre(page, "4");
    assert.equal(await rules.getAttribute("open"), "");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.equal(await rules.getAttribute("open"), null);
    await show(page, `#/play/nim?${FRIENDS}`);
    assert.equal(await rules.getAttribute("open"), "");
});

const TOUCH = { en: /Click or tap/, hr: /Kliknite ili dodirnite/, pl: /Kliknij lub dotknij/, cs: /Klikněte nebo ťukněte/ };

scene("how to play is said in words for the page, in every language", "#/play", OWN, async (page) => {
    const { games } = await api("games");
    const said = await page.evaluate(async ([list, codes]) => {
        const { gameText, useLanguage } = await window.part("i18n.js");
        const found = {};
        for (const code of codes) {
            await useLanguage(code);
            found[code] = list.map((game) => gameText(game, "about"));
        }
        return found;
    }, [games, Object.keys(TOUCH)]);
    for (const [code, texts] of Object.entries(said))
        texts.forEach((text, k) => assert.match(text, TOUCH[code], `${code}: ${games[k].id}`));
    // Nobody has to type, or to know how a position is written.
    for (const text of said.en) assert.doesNotMatch(text, /\bType |A position is/);
});

scene("moves are typed as the command takes them, and what cannot be is said beside the field", `#/play/connect4?${FRIENDS}`,
    { ...OWN, allowed: (text) => /400/.test(text) }, async (page) => {
        const field = page.locator("[data-field=move]"), said = page.locator(".move-problem");
        await field.fill("4");
        await field.press("Enter");
        await movesAre(page, "4");
        assert.equal(await field.inputValue(), "");
        assert.ok(await field.evaluate((one) => one === document.activeElement)); // ready for the next
        await field.fill("9");
        await field.press("Enter");
        await until(page, () => /'9' is not a legal move/.test(document.querySelector(".move-problem").textContent));
        assert.equal(await field.getAttribute("aria-invalid"), "true");
        await movesAre(page, "4");
        await field.fill("35"); // two moves, as in connect4 44455
        assert.equal(await said.textContent(), "");
        await field.press("Enter");
        await movesAre(page, "4 3 5");
        // Against the computer nobody types its moves.
        await show(page, "#/play/connect4?second=random&first=human");
        await field.fill("44");
        await field.press("Enter");
        await until(page, () => document.querySelectorAll(".moves button").length === 3);
        assert.equal(await page.locator(".moves [data-at='1']").innerText(), "4");
    });

scene("every game has a sign of its own, for which nothing is asked", "#/play/nothing", OWN, async (page) => {
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await show(page, `#/play/tictactoe?${FRIENDS}`);
    const { games } = await api("games");
    const signs = await page.locator(".gallery svg").evaluateAll((all) => all.map((sign) => sign.innerHTML));
    assert.equal(signs.length, games.length);
    assert.equal(new Set(signs).size, games.length);
    assert.ok(signs.every((sign) => sign.length > 100));
    await page.waitForTimeout(300);
    assert.deepEqual(asked.filter((url) => /api\/state/.test(url) && !/game=tictactoe/.test(url)), []);
});

scene("m,n,k is five in a row on 15 x 15, and other forms are ready-made", `#/play/tictactoe?${FRIENDS}`, OWN, async (page) => {
    await page.locator("[data-game=mnk]").click();
    await until(page, () => document.querySelectorAll(".target").length === 225);
    assert.match(page.url(), /mnk:width=15,height=15,line=5/);
    const list = page.locator("select[name=preset]");
    await page.locator("[data-part=options] summary").click();
    const words = await list.locator("option").allTextContents();
    assert.equal(words[0], "15 × 15, 5 in a line");
    await list.selectOption({ label: "3 × 3, 3 in a line" });
    await until(page, () => document.querySelectorAll(".target").length === 9 && /mnk:/.test(location.hash));
    await page.reload(); // the name alone would be 15 x 15
    await page.waitForSelector("html[data-ready]");
    await until(page, () => document.querySelectorAll(".target").length === 9);
    await show(page, "#/play/mnk");
    await until(page, () => document.querySelectorAll(".target").length === 225);
    // A form that is none of those is one's own.
    await show(page, `#/play/mnk:width=6,height=6,line=4?${FRIENDS}`);
    await until(page, () => document.querySelectorAll(".target").length === 36);
    assert.equal(await list.evaluate((field) => field.selectedOptions[0].textContent), "your own");
    // Of every game, each of its forms is one.
    const { games } = await api("games");
    const specs = await page.evaluate(async (all) => {
        const [{ presets }, { formatSpec }] = await Promise.all([window.part("presets.js"), window.part("states.js")]);
        return all.flatMap((game) => presets(game.id).map(([values]) => formatSpec(game, values)));
    }, games);
    assert.ok(specs.length > 20 && new Set(specs).size === specs.length);
    for (const spec of specs) await api(`state?game=${encodeURIComponent(spec)}`);
});
