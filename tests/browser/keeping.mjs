// keeping.mjs: nothing is lost by going elsewhere, by trying something, or by a wrong address; and nothing is shown
// that nobody did.

import assert from "node:assert/strict";
import { over, picture, play, scene, show, until } from "./harness.mjs";

const FRIENDS = "first=human&second=human";
const OWN = { locale: "en-GB" }; // a window of its own: what is kept there is nobody else's

const pieces = (page, n) => until(page, (count) => document.querySelectorAll(".board-stage .cells .piece").length === count, n);
const movesAre = (page, wanted) => until(page, (moves) => [...document.querySelectorAll(".moves li:not(.start) button")]
    .map((button) => button.firstChild.textContent).join(" ") === moves, wanted);

async function tryMove(page, move, wanted) {
    await page.locator(`.target[data-move="${move}"]`).click();
    await movesAre(page, wanted);
}

scene("another view or another game and back: the game and its players are as they were", `#/play/connect4?${FRIENDS}`, OWN, async (page) => {
    for (const move of ["4", "4", "3"]) await play(page, move);
    await page.locator("[data-view=maze]").click();
    await page.waitForSelector(".maze");
    await page.locator("[data-view=play]").click();
    await pieces(page, 3);
    // Another game in between, with its own players; and a page that is loaded anew.
    await page.locator("[data-game=tictactoe]").click();
    await until(page, () => document.querySelectorAll(".target").length === 9);
    await page.locator("[data-seat=second]").selectOption("human");
    await play(page, "5");
    await page.goto(new URL("/", page.url()).href);
    await page.waitForSelector("html[data-ready]");
    await pieces(page, 1);
    assert.equal(await page.locator("[data-seat=second]").inputValue(), "human");
    await page.locator("[data-game=connect4]").click();
    await movesAre(page, "4 4 3");
    assert.equal(await page.locator("[data-seat=second]").inputValue(), "human");
    // The game that is on the board is where its own link leads.
    await page.locator("[data-game=connect4]").click();
    await page.locator(".brand").click();
    await movesAre(page, "4 4 3");
    await page.locator("[data-game=tictactoe]").click();
    await movesAre(page, "5");
    // An address says what it says.
    await show(page, "#/play/tictactoe");
    await until(page, () => document.querySelectorAll(".target").length === 9);
});

scene("an address with a move that cannot be shows the game up to it, and says what is wrong", "#/play/tictactoe?moves=9+9+1",
    { ...OWN, allowed: (text) => /400/.test(text) }, async (page) => {
        await pieces(page, 1);
        assert.match(await page.locator(".stage .message").innerText(), /'9' is not a legal move here/);
        await show(page, `#/play/connect4?${FRIENDS}&moves=4499&first=human`); // moves without spaces between them
        await movesAre(page, "4 4");
        assert.match(await page.locator(".stage .message").innerText(), /'9' is not a legal move here/);
        await play(page, "3");
        await movesAre(page, "4 4 3");
        assert.equal(await page.locator(".stage .message").innerText(), "");
        assert.match(page.url(), /moves=4\+4\+3/);
        await show(page, `#/play/tictactoe?${FRIENDS}&position=zzz`);
        await until(page, () => document.querySelector("main > [role=alert]"));
    });

scene("an address from when heaps were numbered anew is the game that it was", `#/play/nim?${FRIENDS}&moves=1:1+2:4+3:3+1:5+1:1+2:1+1:1`,
    { ...OWN, allowed: (text) => /400/.test(text) }, async (page) => {
        await movesAre(page, "1:1 2:4 3:3 1:5 1:1 4:1 2:1");
        assert.ok(await over(page));
        assert.equal(await page.locator(".stage .message").innerText(), "");
        assert.match(page.url(), /moves=1:1\+2:4\+3:3\+1:5\+1:1\+4:1\+2:1/);
        // Who types a move means it as it is written now.
        await show(page, `#/play/nim?${FRIENDS}&moves=2:5`);
        await page.locator("[data-field=move]").fill("2:1");
        await page.locator("[data-field=move]").press("Enter");
        await until(page, () => /heap 2 is used up/.test(document.querySelector(".move-problem").textContent));
    });

scene("what is tried after a review leaves the game as it was", `#/play/tictactoe?${FRIENDS}&moves=1+2+5+3+9`, OWN, async (page) => {
    const back = page.locator("[data-tool=come-back]");
    await page.waitForSelector(".review[data-final=true]");
    assert.equal(await back.isVisible(), false);
    await page.locator(".faults button").first().click(); // the second move was a mistake
    await pieces(page, 1);
    await tryMove(page, "5", "1 5");
    assert.match(await page.locator(".left-game").innerText(), /since move 2/);
    await play(page, "9");
    await play(page, "2");
    // The same in a page that is loaded anew.
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await movesAre(page, "1 5 9 2");
    await back.click();
    await movesAre(page, "1 2 5 3 9");
    await pieces(page, 1); // where it was left
    assert.equal(await back.isVisible(), false);
    // What was tried second does not take the place of the game either; and the game's own move leads back into it.
    await tryMove(page, "9", "1 9");
    await page.locator("[data-tool=undo]").click();
    await pieces(page, 1);
    await tryMove(page, "8", "1 8");
    await page.locator("[data-tool=undo]").click();
    await pieces(page, 1);
    await page.locator(".target[data-move='2']").click();
    await movesAre(page, "1 2 5 3 9");
    assert.equal(await back.isVisible(), false);
    await page.locator(".moves [data-at='5']").click();
    await until(page, () => document.querySelector(".status.over"));
    assert.ok(await over(page));
    await picture(page, "back in the game");
});

// ---- what nobody did ----

const ghosts = (page) => page.locator(".ghost > *").count();
// The preview may have to be asked for: two frames after nothing is under way any more.
const calm = (page) => page.evaluate(() => new Promise((resolve) => { setTimeout(() => requestAnimationFrame(() =>
    requestAnimationFrame(resolve)), 150); }));

scene("after a click no mark is seen that nobody played", `#/play/tictactoe?${FRIENDS}`, OWN, async (page) => {
    await play(page, "5");
    await page.waitForSelector(".target[data-move='1']");
    await page.mouse.move(3, 3);
    await calm(page);
    assert.equal(await ghosts(page), 0);
    // Pointing shows what would be, and so does going there with the keys.
    await page.locator(".target[data-move='1']").hover();
    await until(page, () => document.querySelector(".ghost > *"));
    await page.mouse.move(3, 3);
    await until(page, () => !document.querySelector(".ghost > *"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await until(page, () => document.activeElement.matches(".target") && document.querySelector(".ghost > *"));
});

scene("after a tap no mark is seen that nobody played", `#/play/tictactoe?${FRIENDS}`,
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
        await page.locator(".target[data-move='5']").tap();
        await movesAre(page, "5");
        await calm(page);
        assert.equal(await ghosts(page), 0);
    });
