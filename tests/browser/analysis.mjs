// analysis.mjs: what moves are worth, the best line, the curve, the review.

import assert from "node:assert/strict";
import { api, picture, scene, show, until } from "./harness.mjs";

const finished = (page) => page.waitForSelector(".analysis[data-final=true]");

scene("every move is marked with its value, by shape and text as well as colour",
    "#/play/tictactoe?first=human&second=human&moves=1+2+3", {}, async (page) => {
        assert.equal(await page.locator(".value-mark").count(), 0);
        await page.locator("#analysis-switch").check();
        await finished(page);
        const { moves, best } = await api("analysis?game=tictactoe&moves=1+2+3");
        assert.equal(await page.locator(".value-mark").count(), moves.length);
        for (const { move, value, distance } of moves) {
            const row = page.locator(".values tr", { has: page.locator(`[data-play="${move}"]`) });
            assert.match(await row.innerText(), { win: /wins/, draw: /draws/, loss: /loses in (\d+)/ }[value]);
            const label = await page.locator(`.target[data-move="${move}"]`).getAttribute("aria-label");
            if (value === "loss") assert.match(label, new RegExp(`loses in ${distance} pl`));
        }
        assert.equal(await page.locator(".value-mark.best").count(), best.length);
        // Different values differ in their shape, not only in their colour.
        const shapes = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".value-mark")]
            .map((mark) => [mark.classList[1], mark.querySelector(".shape").getAttribute("d")])));
        assert.deepEqual(Object.keys(shapes).sort(), ["draw", "loss"]);
        assert.notEqual(shapes.draw, shapes.loss);
        assert.match(await page.locator(".track").getAttribute("aria-label"), /draw/);
        // That it is finished is said, in short.
        const said = (await page.locator("[aria-live]").allInnerTexts()).join(" ");
        assert.ok(said.includes(`A draw with best play. Best move: ${best[0]}.`), said);
        await picture(page, "analysis");
    });

scene("the best line can be clicked through, and left again",
    "#/play/connect4:width=5,height=4?first=human&second=human&moves=3+3+3+3&analysis=yes", {}, async (page) => {
        await finished(page);
        const { best, distance } = await api("analysis?game=connect4:width=5,height=4&moves=3+3+3+3");
        const line = await page.locator("ol.line button").allInnerTexts();
        assert.ok(best.includes(line[0]));
        assert.equal(line.length, distance);
        await page.locator("[data-line='3']").click();
        await until(page, () => document.querySelectorAll(".board-stage .cells .disc").length === 7);
        assert.equal(await page.locator(".target").count(), 0);
        assert.match(await page.locator(".looking").innerText(), /3 moves ahead/);
        await page.locator("[data-tool=line-back]").click();
        await until(page, () => document.querySelectorAll(".board-stage .cells .disc").length === 4 &&
            document.querySelectorAll(".target").length === 4);
        // A move of the table is played.
        await page.locator("[data-play='2']").click();
        await until(page, () => document.querySelectorAll(".board-stage .cells .disc").length === 5);
        await finished(page);
    });

scene("a cell that is being pressed when an answer comes is played all the same",
    "#/play/connect4?first=human&second=human&analysis=yes", {}, async (page) => {
        const box = await page.locator(".target[data-move='4']").boundingBox();
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        const marks = await page.locator(".board-stage .board > .marks:not(.cells)").innerHTML();
        await until(page, (before) => document.querySelector(".board-stage .board > .marks:not(.cells)").innerHTML !== before, marks);
        await page.mouse.up();
        await until(page, () => document.querySelectorAll(".board-stage .cells .disc").length === 1);
        // What is said of the cells to those who do not see them has come with the marks.
        await until(page, () => /, (about|wins|loses|draws)/.test(document.querySelector(".target[data-move='4']").getAttribute("aria-label")));
    });

scene("a review names the mistakes, and its curve leads to them",
    "#/play/tictactoe?first=human&second=human&moves=1+2+3+5+8", {}, async (page) => {
        await page.locator("[data-tool=review]").click();
        await page.waitForSelector(".review[data-final=true]");
        assert.match(await page.locator(".review .note").innerText(), /2 mistakes/);
        // As ariadne review says of this game: the second and the third move.
        const faults = await page.locator(".faults li").allInnerTexts();
        assert.match(faults[0], /Move 2, Second: 2 was a mistake.*Better: 5/s);
        assert.match(faults[1], /Move 3, First: 3 was a mistake.*Better: 4, 5, 7/s);
        // The list of moves has the same numbers.
        for (const [number, move] of [["2", "2"], ["3", "3"]])
            assert.deepEqual(await page.locator(".moves li", { has: page.locator(`[data-at="${number}"]`) })
                .evaluate((item) => [item.querySelector(".number").textContent, item.querySelector("button").firstChild.textContent]), [number, move]);
        assert.equal(await page.locator(".curve .point").count(), 6);
        assert.equal(await page.locator(".curve .point.mistake").count(), 2);
        assert.equal(await page.locator(".moves .verdict").count(), 2);
        await page.locator(".curve [data-at='2']").click();
        await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 2);
        // The curve with the keys: to the next point, and there.
        await page.locator(".curve .point[tabindex='0']").press("ArrowRight");
        await page.keyboard.press("Enter");
        await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 3);
    });

scene("a finished game is reviewed without asking", "#/play/tictactoe?first=human&second=human&moves=1+2+5+3+9", {}, async (page) => {
    await page.waitForSelector(".review[data-final=true]");
    assert.match(await page.locator(".faults").innerText(), /Move 2/);
    const { moves } = await api("review?game=tictactoe&moves=1+2+5+3+9");
    const faults = moves.filter(({ verdict }) => ["inaccuracy", "mistake", "blunder"].includes(verdict));
    assert.equal(await page.locator(".faults li").count(), faults.length);
    assert.equal(await page.locator(".moves .verdict").count(), faults.length);
});

scene("payoffs are shown as such", "#/play/dots:width=1,height=2?first=human&second=human&analysis=yes", {}, async (page) => {
    await finished(page);
    const { moves } = await api("analysis?game=dots:width=1,height=2");
    const texts = await page.locator(".value-mark text").allTextContents();
    assert.equal(texts.length, moves.length);
    const wanted = moves.map(({ score }) => score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");
    assert.deepEqual(texts.sort(), wanted.sort());
});

// Values are those of the side to move; a sentence about the position names the side that is ahead.
const GUESSES = {
    en: ["Not certain: about +5 for the second player", "Not certain: about +5 for the first player", "Not certain: about equal"],
    hr: ["Nije sigurno: otprilike +5 za drugog igrača", "Nije sigurno: otprilike +5 za prvog igrača", "Nije sigurno: otprilike izjednačeno"],
    pl: ["Niepewne: około +5 dla drugiego gracza", "Niepewne: około +5 dla pierwszego gracza", "Niepewne: mniej więcej równo"],
    cs: ["Není jisté: asi +5 pro druhého hráče", "Není jisté: asi +5 pro prvního hráče", "Není jisté: asi vyrovnané"],
};

scene("a guess says for whom it is", "#/play/connect4?first=human&second=human&moves=4", { locale: "en-GB" }, async (page) => {
    const found = await page.evaluate(async (codes) => {
        const { useLanguage } = await import("./js/i18n.js"), { verdict } = await import("./js/analysis.js");
        const said = {};
        for (const code of codes) {
            await useLanguage(code);
            said[code] = [5, -5, 0].map((score) => verdict({ score }, "second", false));
        }
        await useLanguage("en");
        return said;
    }, Object.keys(GUESSES));
    assert.deepEqual(found, GUESSES);
    await page.locator("#analysis-switch").check();
    await until(page, () => document.querySelector(".values th:nth-child(2)")?.textContent === "Worth (Second)");
});

scene("where nothing better is known, none is named", "#/play/tictactoe?first=human&second=human", { locale: "en-GB" }, async (page) => {
    await page.route("**/api/review?*", async (route) => {
        const answer = await route.fetch(), text = await answer.text();
        await route.fulfill({ response: answer, body: text.replace(/"best":\["5"\]/g, '"best":[]') });
    });
    await show(page, "#/play/tictactoe?first=human&second=human&moves=1+2+3+5+8");
    await page.locator("[data-tool=review]").click();
    await page.waitForSelector(".review[data-final=true]");
    const faults = await page.locator(".faults li").allInnerTexts();
    assert.match(faults[0], /Move 2, Second: 2 was a mistake \(.*\)\.$/);
    assert.match(faults[1], /Better: 4, 5, 7$/);
});
