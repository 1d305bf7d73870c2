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
    en: ["Not certain: about +5 points for the second player", "Not certain: about +1 point for the first player", "Not certain: about equal"],
    hr: ["Nije sigurno: otprilike +5 bodova za drugog igrača", "Nije sigurno: otprilike +1 bod za prvog igrača", "Nije sigurno: otprilike izjednačeno"],
    pl: ["Niepewne: około +5 punktów dla drugiego gracza", "Niepewne: około +1 punkt dla pierwszego gracza", "Niepewne: mniej więcej równo"],
    cs: ["Není jisté: asi +5 bodů pro druhého hráče", "Není jisté: asi +1 bod pro prvního hráče", "Není jisté: asi vyrovnané"],
};

scene("a guess says for whom it is", "#/play/connect4?first=human&second=human&moves=4", { locale: "en-GB" }, async (page) => {
    const found = await page.evaluate(async (codes) => {
        const { useLanguage } = await window.part("i18n.js"), { verdict } = await window.part("analysis.js");
        const said = {};
        for (const code of codes) {
            await useLanguage(code);
            said[code] = [5, -1, 0].map((score) => verdict({ score }, "second", false));
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

// ---- guesses ----

scene("of guesses the best five are tinted, with a unit, and nothing looks like a stone",
    "#/play/mnk:width=15,height=15,line=5?first=human&second=human&moves=h8+h9+g7", { locale: "en-GB" }, async (page) => {
        // An answer as the engine gives it, with values of our own: 222 moves, all guessed.
        const answer = (scoreOf) => page.route("**/api/analysis?*", async (route) => {
            const { moves } = await api("state?game=mnk:width=15,height=15,line=5&moves=h8+h9+g7");
            const entries = moves.map(({ move }, k) => ({ move, score: scoreOf(move, k), exact: false, line: [] })).sort((a, b) => b.score - a.score);
            await route.fulfill({ headers: { "Content-Type": "text/event-stream" }, body: `event: answer\ndata: ${JSON.stringify({ score: entries[0].score,
                exact: false, final: true, nodes: 1, seconds: 0.1, best: [], line: [], moves: entries })}\n\n` });
        });
        const values = { i10: 40, f6: 35, g8: 30, i8: 21, g9: 20 };
        await answer((move) => values[move] ?? 1);
        await page.locator("#analysis-switch").check();
        await finished(page);
        assert.deepEqual(await page.locator(".value-mark text").allTextContents().then((all) => all.sort()), ["+20", "+21", "+30", "+35", "+40"]);
        assert.equal(await page.locator(".value-mark").count(), 5);
        assert.equal(await page.locator(".value-mark circle, .value-mark path").count(), 0);
        // The better, the stronger; and what is written can be read on its tint.
        const tints = await page.locator(".value-mark").evaluateAll((all) => all.map((mark) =>
            [Number(mark.querySelector("text").textContent), Number(mark.querySelector(".plate").getAttribute("fill-opacity"))]).sort((a, b) => a[0] - b[0]));
        assert.ok(tints.every(([, tint], k) => k === 0 || tint > tints[k - 1][1]), JSON.stringify(tints));
        assert.match(await page.locator(".values tr").nth(1).innerText(), /about \+40 points/);
        assert.match(await page.locator(".target[data-move=i10]").getAttribute("aria-label"), /about \+40 points/);
        await picture(page, "guesses");
        // Where all are equal there is nothing to show.
        await page.unroute("**/api/analysis?*");
        await answer(() => 3);
        await page.locator("#analysis-switch").uncheck();
        await page.locator("#analysis-switch").check();
        await finished(page);
        assert.equal(await page.locator(".value-mark").count(), 0);
        assert.match(await page.locator(".values tr").nth(1).innerText(), /about \+3 points/);
    });

// What a hint says: of what is proved why nothing is better, of what is not that it is not.
const HINTS = [[{ value: "loss", distance: 34, score: -9, exact: true }, /Every move loses here.*holds out longest, 34 plies/],
    [{ value: "win", distance: 7, score: 9, exact: true }, /wins in 7 plies, whatever the other side does/],
    [{ value: "draw", distance: 5, score: 0, exact: true }, /holds the draw; no move wins/],
    [{ score: 12, exact: false }, /looks best \(about \+12 points\), but nothing is proved/]];

scene("a hint says why nothing is better", "#/play/connect4?first=human&second=human&moves=4", { locale: "en-GB" }, async (page) => {
    for (const [worth, words] of HINTS) {
        await page.route("**/api/move?*", (route) => route.fulfill({ json: { move: "4", ...worth } }));
        await page.locator("[data-tool=hint]").click();
        await until(page, (source) => new RegExp(source).test(document.querySelector(".hint-words").textContent), words.source);
        await page.unroute("**/api/move?*");
    }
});

// Asks for an analysis as the page would, with answers that a slow server gives one after the other.
async function served(page, answers) {
    let asked = 0;
    await page.route("**/api/analysis?*", (route) => {
        const { events } = answers[Math.min(asked++, answers.length - 1)];
        return route.fulfill({ contentType: "text/event-stream",
            body: events.map((data) => `event: answer\ndata: ${JSON.stringify(data)}\n\n`).join("") });
    });
    return () => asked;
}

const known = (depth, first, more) => ({ game: "connect4:width=7,height=6,line=4", position: "4", turn: "second", status: "on",
    score: 3, depth, source: "estimate", exact: false, best: [], looks_best: "4", line: ["4", "3"], nodes: depth * 1000, seconds: depth,
    moves: [{ move: "4", score: 3, depth, source: "estimate", exact: false, line: ["3"], ...first },
        { move: "1", score: 0, depth, source: "estimate", exact: false, at_most: "draw", high: 0, line: [] }], ...more });

scene("analysis goes on until it is complete, knows no less than before, and calls best only what is proved",
    "#/play/connect4?first=human&second=human&moves=4", {}, async (page) => {
        const asked = await served(page, [
            { events: [known(5, {}, { final: false }), known(8, {}, { final: true, complete: false })] },
            { events: [known(2, {}, { final: false }), known(9, {}, { final: true, complete: false })] },
            { events: [known(9, { exact: true, value: "draw", score: 0, source: "proof" },
                { exact: true, value: "draw", score: 0, best: ["4"], looks_best: undefined, final: true, complete: true })] },
        ]);
        const seen = [];
        await page.exposeFunction("saw", (words) => { seen.push(words); });
        await page.evaluate(() => new MutationObserver(() => window.saw(document.querySelector(".analysis .note")?.textContent ?? ""))
            .observe(document.body, { childList: true, subtree: true, characterData: true }));
        await page.locator("#analysis-switch").check();
        await finished(page);
        assert.equal(asked(), 3);
        assert.ok(!seen.some((words) => /look 2 plies/.test(words)), seen.join("\n"));
        assert.match(await page.locator(".analysis").innerText(), /does not win, about 0/);
        assert.match((await page.locator("[aria-live]").allInnerTexts()).join(" "), /A draw with best play\. Best move: 4\./);
        assert.equal(await page.locator(".analysis h2").innerText(), "Best line");
    });

scene("where nothing is proved, a move only looks best", "#/play/connect4?first=human&second=human&moves=4", {}, async (page) => {
    await served(page, [{ events: [known(8, {}, { final: true, complete: false })] }]);
    await page.locator("#analysis-switch").check();
    await finished(page); // the second answer brought nothing new
    assert.match((await page.locator("[aria-live]").allInnerTexts()).join(" "), /It looks best: 4\./);
    assert.equal(await page.locator(".analysis h2").innerText(), "Line that looks best");
    assert.equal(await page.locator(".value-mark.best").count(), 0);
});
