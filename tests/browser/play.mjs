// play.mjs: playing: with the mouse, with the keyboard alone, computers among themselves; what the
// buttons do; what the address keeps. SPEC D7.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { api, open, over, picture, play, scene, show, status, tests, until } from "./harness.mjs";

const FRIENDS = "first=human&second=human";

scene("a game is played and finished with the mouse, from the first page on", "", {}, async (page) => {
    assert.match(await status(page), /Your turn/);
    while (!await over(page)) {
        const free = await page.locator(".target").count();
        await page.locator(".target").first().click();
        // The answer of the computer, or the end; not the board as it was before the click was seen.
        await until(page, (before) => {
            const left = document.querySelectorAll(".target").length;
            return document.querySelector(".status.over") ||
                !document.querySelector(".thinking.busy") && left > 0 && left < before;
        }, free);
    }
    assert.match(await status(page), /win|draw/i);
    assert.equal(await page.locator(".target").count(), 0);
    await picture(page, "finished game");
    await page.locator("[data-tool=again]").click();
    await until(page, () => document.querySelectorAll(".target").length === 9);
});

scene("the same with the keyboard alone", "", {}, async (page) => {
    // Tab reaches the board; arrows go about in it.
    for (let i = 0; i < 40 && !await page.evaluate(() => document.activeElement.matches(".target")); i++)
        await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement.dataset.move);
    assert.equal(await focused(), "1");
    for (const [key, move] of [["ArrowRight", "2"], ["ArrowDown", "5"], ["ArrowLeft", "4"], ["ArrowUp", "1"], ["End", "9"]]) {
        await page.keyboard.press(key);
        assert.equal(await focused(), move);
    }
    while (!await over(page)) {
        const before = await page.locator(".moves button").count();
        await page.keyboard.press("Enter");
        await until(page, (n) => document.querySelectorAll(".moves button").length > n, before);
        // The focus is on the board again as soon as there is something to play.
        await until(page, () => document.querySelector(".status.over") || document.activeElement.matches(".target"));
    }
    assert.match(await status(page), /win|draw/i);
    assert.ok(await page.evaluate(() => document.activeElement.matches("[data-tool=again]"))); // Enter plays again
    await page.waitForSelector(".review[data-final=true]");
    assert.ok(await page.evaluate(() => document.activeElement.matches("[data-tool=again]")));
    const said = await page.locator("[aria-live]").allInnerTexts();
    assert.match(said.join(" "), /plays/);
});

// Boards of thousands of moves are played on fewer cells.
const SMALLER = { amazons: "amazons:width=5,height=5", hex: "hex:size=6" };

// No game has code of its own on the page: whatever the server has can be played to its end.
tests.push(["every game the server has is played to its end by clicks", async () => {
    const { games } = await api("games");
    assert.ok(games.length >= 7);
    const page = await open();
    for (const { id } of games) {
        await show(page, `#/play/${SMALLER[id] ?? id}?${FRIENDS}`);
        const moves = await page.evaluate(async () => {
            const settled = (count) => new Promise((resolve, reject) => {
                const until = performance.now() + 20000;
                const look = () => document.querySelectorAll(".moves button").length > count ? resolve()
                    : performance.now() > until ? reject(new Error(`no move after ${count}`)) : setTimeout(look, 2);
                look();
            });
            const click = (targets, k) => targets[k * 7 % targets.length].dispatchEvent(new MouseEvent("click"));
            for (let k = 0; k < 500 && !document.querySelector(".status.over"); k++) {
                const before = document.querySelectorAll(".moves button").length;
                click(document.querySelectorAll(".target"), k);
                // What was taken up is put down, and what else there is to click comes after it.
                for (let n = 0; n < 16 && document.querySelectorAll(".moves button").length === before; n++) {
                    const goals = document.querySelectorAll(".target.goal");
                    if (!goals.length) break;
                    click(goals, k);
                    await new Promise((resolve) => setTimeout(resolve, 5));
                }
                await settled(before);
            }
            return [...document.querySelectorAll(".moves button")].slice(1).map((button) => button.textContent);
        });
        const [, spec] = /#\/play\/([^?]*)/.exec(page.url()); // in the form that the page begins with
        const { status: end } = await api(`state?game=${spec}&moves=${encodeURIComponent(moves.join(" "))}`);
        assert.equal(end, "over", id);
        assert.ok(await over(page), id);
        assert.equal(parseMoves(page), moves.join(" "));
    }
    await page.finish();
}]);

function parseMoves(page) {
    return decodeURIComponent(new URL(page.url()).hash.match(/moves=([^&]*)/)?.[1].replace(/\+/g, " ") ?? "");
}

scene("a cube is taken up and pushed in, with the mouse and with the keys", `#/play/quixo?${FRIENDS}`, {}, async (page) => {
    const { moves } = await api("state?game=quixo");
    assert.equal(await page.locator(".other-moves button").count(), 0);
    assert.equal(await page.locator(".target").count(), 16);
    // From the upper left corner to the right end of its row; but first to somewhere else and back.
    await page.locator(".target[data-from='4']").click();
    assert.deepEqual(await page.locator(".target.goal").evaluateAll((all) => all.map((target) => target.dataset.move)), ["e5l", "e5b"]);
    await page.locator(".target.held").click();
    assert.equal(await page.locator(".target.goal").count(), 0);
    await page.locator(".target[data-from='0']").click();
    const [{ move }] = moves.filter(({ clicks }) => clicks.join(" ") === "0,0 4,0");
    await play(page, move);
    assert.equal(parseMoves(page), "a5r");
    // Dragged: taken from the lower left corner, let go where it cannot go, then where it can.
    const middle = async (move) => {
        const { x, y, width, height } = await page.locator(`.target[data-from="${move}"]`).boundingBox();
        return [x + width / 2, y + height / 2];
    };
    for (const end of ["14", "24"]) {
        const to = await middle(end);
        await page.mouse.move(...await middle("20"));
        await page.mouse.down();
        await page.mouse.move(...to, { steps: 3 });
        assert.equal(await page.locator(".ghost .arrow").count(), end === "24" ? 1 : 0);
        await page.mouse.up();
    }
    await until(page, () => document.querySelectorAll(".moves button").length === 3);
    assert.equal(parseMoves(page), "a5r a1r");
    await page.locator("[data-tool=undo]").click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 1);
    // The same with the keys: down the column, up again, and put back on the way.
    await page.locator(".target").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.match(await page.locator("[aria-live]").allInnerTexts().then((all) => all.join("")), /Chosen: column a, row 4\. 3 places can follow/);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.move), "a4t");
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.from), "5");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await until(page, () => location.hash.includes("moves=a5r+a4t")); // in the place of what was taken back
    // The analysis marks cubes by the best they can do, and then the places they can go to.
    await show(page, `#/play/quixo:size=3?${FRIENDS}&moves=a1r&analysis=yes`);
    await page.waitForSelector(".analysis[data-final=true]");
    const marked = (what) => until(page, (name) => document.querySelectorAll(".value-mark").length ===
        document.querySelectorAll(name).length, what);
    await marked(".target");
    await page.locator(".target").last().click();
    await marked(".target.goal");
    await picture(page, "quixo");
});

scene("the line that won is shown, without colour, and said", `#/play/tictactoe?${FRIENDS}&moves=1+4+5+7`, {}, async (page) => {
    assert.equal(await page.locator(".line-ring").count(), 0);
    await play(page, "9");
    assert.deepEqual(await page.locator(".cell.line").evaluateAll((all) => all.map((cell) => cell.dataset.cell)), ["0", "4", "8"]);
    assert.equal(await page.locator(".line-ring").count(), 3);
    const said = await page.locator("[aria-live]").allInnerTexts().then((all) => all.join(""));
    assert.match(said, /winning line: column 1, row 1; column 2, row 2; column 3, row 3/);
    assert.equal(await page.locator(".silent[aria-label*='winning line']").count(), 3);
});

scene("two computers play, stop, and go on", "#/play/tictactoe?first=random&second=random", {}, async (page) => {
    await page.locator(".pace input").fill("100"); // as fast as it goes
    await until(page, () => document.querySelector(".status.over"));
    await page.locator(".pace input").fill("20");
    await page.locator("[data-tool=again]").click();
    await until(page, () => document.querySelectorAll(".moves button").length === 2);
    await page.locator("[data-tool=run]").click();
    const stopped = parseMoves(page);
    assert.match(await status(page), /computer/i);
    await page.locator(".pace input").fill("100");
    await page.locator("[data-tool=go-on]").click();
    await until(page, () => document.querySelector(".status.over"));
    assert.ok(parseMoves(page).startsWith(stopped));
});

scene("undo, redo, jump, back and reload all lead to the right position", `#/play/connect4?${FRIENDS}`, {}, async (page) => {
    const pieces = () => page.locator(".board-stage .piece").count();
    for (const move of ["4", "4", "3", "5"]) await play(page, move);
    assert.equal(parseMoves(page), "4 4 3 5");
    await page.locator("[data-tool=undo]").click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 3);
    await page.locator("[data-tool=undo]").click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 2);
    await page.locator("[data-tool=redo]").click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 3);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 3);
    assert.equal(await page.locator(".moves button").count(), 5);
    await page.locator(".moves [data-at='1']").click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 1);
    await page.goBack();
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 3);
    await page.locator(".moves [data-at='4']").click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 4);
    const before = await page.locator(".board-stage .cells").innerHTML();
    await page.locator("[data-tool=flip]").click();
    assert.notEqual(await page.locator(".board-stage .cells").innerHTML(), before);
    await page.locator("[data-tool=flip]").click();
    assert.equal(await pieces(), 4);
    // Somebody else opens the same address.
    const other = await open(new URL(page.url()).hash);
    await until(other, () => document.querySelectorAll(".board-stage .cells .piece").length === 4);
    assert.equal(await other.locator(".board-stage .cells").innerHTML(), before);
    await other.finish();
    await page.locator("[data-tool=fresh]").click();
    await until(page, () => !document.querySelector(".board-stage .cells .piece"));
});

scene("against a computer, undo takes back both moves", "#/play/tictactoe?second=perfect", {}, async (page) => {
    await page.locator(".target[data-move='5']").click();
    await until(page, () => document.querySelectorAll(".moves button").length === 3 && document.querySelector(".target"));
    await page.locator("[data-tool=undo]").click();
    await until(page, () => document.querySelectorAll(".target").length === 9);
    await page.locator("[data-tool=hint]").click();
    await page.waitForSelector(".hint");
    assert.match(await page.locator(".hint-words").innerText(), /holds the draw/);
    // Sides swapped: the computer begins.
    await page.locator("[data-tool=fresh]").click();
    await until(page, () => document.querySelectorAll(".moves button").length === 1);
    await page.getByRole("button", { name: "Swap sides" }).click();
    await until(page, () => document.querySelectorAll(".moves button").length === 2 && document.querySelector(".target"));
    assert.match(await status(page), /Your turn/);
});

const lostGame = "g10+f8+f9+e8+g8+g9+h10+e10+h9+e9+e11+e6+e7+d10+c11+h6+g7+f11+i10";
scene("where perfect play cannot be promised it is called strongest, and says what is proved",
    `#/play/mnk:width=15,height=15,line=5?second=perfect&moves=${lostGame}`, {}, async (page) => {
        const chosen = (side) => page.locator(`[data-seat=${side}] option:checked`).innerText();
        const said = page.locator("[data-said=second]");
        await until(page, () => document.querySelectorAll(".moves button").length === 21);
        assert.equal(await chosen("second"), "Computer, strongest");
        assert.match(await said.innerText(), /: loses in 4 plies?, proved$/);
        await picture(page, "strongest");
        await show(page, "#/play/quixo?second=strongest");
        await until(page, () => document.querySelector(".target"));
        assert.equal(await chosen("second"), "Computer, strongest");
        assert.match(await said.innerText(), /no promise that it is perfect/);
        await show(page, "#/play/tictactoe?second=strongest");
        await until(page, () => document.querySelectorAll(".target").length === 9);
        assert.equal(await chosen("second"), "Computer, perfect");
        assert.equal(await said.isVisible(), false);
        assert.equal(await page.locator("[data-seat=second] option", { hasText: "strongest" }).count(), 0);
    });

scene("options make another game, and wrong ones are explained", `#/play/connect4?${FRIENDS}`, {}, async (page) => {
    await page.locator("[data-part=options] summary").click();
    await page.locator("input[name=width]").fill("5");
    await page.locator("input[name=width]").press("Tab");
    await until(page, () => document.querySelectorAll(".target").length === 5);
    assert.match(page.url(), /connect4:width=5/);
    await page.locator("input[name=height]").fill("99");
    await page.locator("input[name=height]").press("Tab");
    await until(page, () => document.querySelector("form .message").textContent !== "");
    assert.match(await page.locator("form .message").innerText(), /height/);
    page.wrong.splice(0, page.wrong.length, ...page.wrong.filter((text) => !/400/.test(text)));
});

// The game as text, in the dialog that stays open.
async function textOf(page) {
    await page.locator("[data-tool=text]").click();
    await until(page, () => document.querySelector("dialog textarea").value !== "");
    return page.locator("dialog textarea").inputValue();
}

async function load(page, text) {
    await page.locator("[data-tool=text]").click();
    await page.locator("dialog textarea").fill(text);
    await page.locator("dialog [data-do=load]").click();
}

scene("a game goes out as text and comes in again", `#/play/nim?${FRIENDS}&moves=1:1+2:3`, {}, async (page) => {
    const text = await textOf(page);
    assert.match(text, /nim/);
    await page.keyboard.press("Escape");
    await page.locator("[data-tool=fresh]").click();
    await until(page, () => document.querySelectorAll(".moves button").length === 1);
    await load(page, text);
    await until(page, () => document.querySelectorAll(".moves button").length === 3);
    await load(page, "connect4 44455");
    await until(page, () => document.querySelectorAll(".board-stage .cells .disc").length === 5);
    await movesAre(page, "4 4 4 5 5");
    await page.locator("[data-tool=undo]").click();
    await until(page, () => document.querySelectorAll(".board-stage .cells .disc").length === 4);
});

scene("a text that is loaded leaves the analysis as it was", `#/play/tictactoe?${FRIENDS}&analysis=yes&moves=1+2+3`, {}, async (page) => {
    // The list may have the review's signs in it already.
    const loadMoves = async (game, moves) => {
        await load(page, `${game} ${moves}`);
        await until(page, ([name, list]) => location.hash.includes(`play/${name}`) && location.hash.includes(`moves=${list.replaceAll(" ", "+")}`) &&
            document.querySelectorAll(".moves button").length === list.split(" ").length + 1, [game, moves]);
        await page.waitForSelector("dialog", { state: "detached" });
    };
    const analysed = () => page.locator("#analysis-switch").isChecked();
    await loadMoves("tictactoe", "1 9 2 8");
    assert.ok(await analysed());
    await loadMoves("nim", "1:1");
    assert.ok(await analysed());
    await page.locator("#analysis-switch").uncheck();
    await loadMoves("nim", "2:1 3:1");
    assert.equal(await analysed(), false);
});

scene("moves are numbered one by one, each side in its column", `#/play/dots:width=1,height=2?${FRIENDS}`, {}, async (page) => {
    for (let k = 0; k < 7; k++) await play(page, await page.locator(".target").first().getAttribute("data-move"));
    const moves = parseMoves(page).split(" ");
    const { moves: wanted } = await api(`review?game=dots:width=1,height=2&moves=${moves.join("+")}`);
    assert.ok(wanted.some(({ side }, k) => k > 0 && side === wanted[k - 1].side)); // somebody moved twice in a row
    const list = page.locator(".moves li:not(.start)");
    assert.deepEqual(await list.locator(".number").allInnerTexts(), wanted.map(({ number }) => String(number)));
    const places = await list.evaluateAll((items) => items.map((item) => {
        const { left, top } = item.getBoundingClientRect();
        return [left, top];
    }));
    const lefts = [...new Set(places.map(([left]) => left))].sort((a, b) => a - b);
    assert.deepEqual(places.map(([left]) => ["first", "second"][lefts.indexOf(left)]), wanted.map(({ side }) => side));
    places.slice(1).forEach(([left, top], k) => assert.ok(top > places[k][1] || top === places[k][1] && left > places[k][0]));
});

// The moves in the list and in the address, each apart.
async function movesAre(page, moves) {
    await until(page, (wanted) => [...document.querySelectorAll(".moves button")].slice(1)
        .map((button) => button.textContent).join(" ") === wanted, moves);
    assert.equal(parseMoves(page), moves);
}

scene("moves of one character stay apart: typed in an address, and in the page's own text",
    `#/play/connect4?${FRIENDS}&moves=44455&at=3`, {}, async (page) => {
        await movesAre(page, "4 4 4 5 5");
        assert.equal(await page.locator(".board-stage .cells .disc").count(), 3);
        await show(page, `#/tree/connect4?${FRIENDS}&moves=445&algo=alphabeta&depth=1`);
        await until(page, () => location.hash.includes("moves=4+4+5"));
        await show(page, `#/play/tictactoe?${FRIENDS}&moves=1+2+3`);
        const text = await textOf(page);
        await page.keyboard.press("Escape");
        await show(page, `#/play/tictactoe?${FRIENDS}`);
        await load(page, text);
        await movesAre(page, "1 2 3");
    });

scene("a game is shared as its address first, then as a picture", `#/play/tictactoe?${FRIENDS}&moves=5+1`, {}, async (page) => {
    await page.locator("[data-tool=text]").click();
    await page.waitForSelector("dialog[open]");
    assert.deepEqual(await page.locator("dialog section").evaluateAll((all) => all.map((part) => part.dataset.part)), ["link", "picture", "text"]);
    assert.equal(await page.locator("dialog input[type=text]").inputValue(), page.url());
    assert.match(await page.locator("dialog .note").innerText(), /this computer only/);
    // Each kind of picture is one, and has the two pieces in it.
    const saved = async (kind) => {
        const [file] = await Promise.all([page.waitForEvent("download"), page.locator(`dialog [data-do=${kind}]`).click()]);
        assert.equal(file.suggestedFilename(), `tictactoe.${kind}`);
        return readFileSync(await file.path());
    };
    const text = (await saved("svg")).toString();
    assert.ok(/^<svg/.test(text) && !text.includes("var(") && !text.includes("class=") && !text.includes("role="));
    const png = await saved("png");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    const colours = await page.evaluate(async (data) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
        canvas.drawImage(image, 0, 0);
        const { width, height } = image, at = (x, y) => canvas.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data.slice(0, 3).join();
        const colour = (name) => {
            const probe = document.body.appendChild(document.createElement("i"));
            probe.style.color = `var(--${name})`;
            const found = getComputedStyle(probe).color.match(/\d+/g).join();
            probe.remove();
            return found;
        };
        return [width, at(0.5, 0.5) === colour("first"), at(1 / 6 + 0.08, 1 / 6) === colour("second")];
    }, png.toString("base64"));
    assert.deepEqual(colours, [1200, true, true]);
    const reach = await page.evaluate(async () => {
        const { reachOf } = await window.part("transfer.js");
        return ["localhost", "127.0.0.1", "[::1]", "192.168.1.7", "172.20.0.1", "box.local", "ariadne.example.org", "172.40.0.1", "10percent.org"].map(reachOf);
    });
    assert.deepEqual(reach, ["machine", "machine", "machine", "network", "network", "network", "", "", ""]);
    await picture(page, "share");
    await page.keyboard.press("Escape");
});

scene("moves that were taken back go out as text too", `#/play/nim?${FRIENDS}&moves=1:1+2:3&at=1`, {}, async (page) => {
    const text = await textOf(page);
    assert.match(text, /move 2 second 2:3\nat 1\n/);
    await page.keyboard.press("Escape");
    await show(page, `#/play/nim?${FRIENDS}`);
    await load(page, text);
    await movesAre(page, "1:1 2:3");
    await until(page, () => document.querySelector(".moves [aria-current]").dataset.at === "1");
});

scene("what cannot be is said, and the page goes on", "#/play/chess", { allowed: (text) => /40\d/.test(text) }, async (page) => {
    await until(page, () => /chess/.test(document.querySelector("main [role=alert]")?.textContent ?? ""));
    await show(page, "#/play/connect4");
    assert.equal(await page.title(), "Connect Four · Ariadne");
    await page.goto(page.url().replace(/#.*/, "#/play/tictactoe?moves=1+1"));
    await until(page, () => /1/.test(document.querySelector("main [role=alert]")?.textContent ?? ""));
    assert.equal(await page.title(), "Tic-tac-toe · Ariadne"); // not what was there before
    await page.goto(page.url().replace(/#.*/, "#/play/tictactoe"));
    await until(page, () => document.querySelectorAll(".target").length === 9);
});

// Names that every object of the language has are no views and no puzzles.
scene("an unknown name leads to the usual view", "#/constructor", {}, async (page) => {
    await until(page, () => document.querySelectorAll(".target").length === 9);
    await show(page, "#/puzzles/constructor");
    await until(page, () => document.querySelector("[data-puzzle=knight][aria-current]") && document.querySelector(".progress")?.max > 0);
});

// The questions are never answered here: they end only if the page gives them up.
scene("another game ends the analysis and the review of the one before", "#/play/tictactoe", { locale: "en-GB" }, async (page) => {
    await page.route(/api\/(analysis|review)\?game=connect4/, () => {});
    const both = (event) => Promise.all(["analysis", "review"].map((name) =>
        page.waitForEvent(event, (request) => request.url().includes(`api/${name}?game=connect4`))));
    const asked = both("request");
    await show(page, `#/play/connect4?${FRIENDS}&moves=4&analysis=yes`);
    await asked;
    const givenUp = both("requestfailed");
    await show(page, `#/play/tictactoe?${FRIENDS}`);
    await givenUp;
});

scene("a busy server is asked again", "", { allowed: (text) => /503/.test(text) }, async (page) => {
    let refused = 0;
    await page.route("**/api/move*", (route) => refused++ < 2
        ? route.fulfill({ status: 503, headers: { "Retry-After": "0" }, body: '{"error":{"name":"busy"}}' }) : route.continue());
    await page.locator(".target[data-move='5']").click();
    await until(page, () => document.querySelectorAll(".moves button").length === 3);
    assert.equal(refused, 3);
});

scene("who follows rules says which", "#/play/tictactoe?first=human&second=rules", { locale: "en-GB" }, async (page) => {
    await page.locator('[data-move="5"], .cell').first().waitFor();
    await page.evaluate(() => location.assign("#/play/tictactoe?first=human&second=rules&moves=5"));
    await until(page, () => /^Rule for [1379]: answer the centre with a corner$/.test(document.querySelector(".hint-words").textContent));
    await page.locator("#language").selectOption("hr");
    await page.evaluate(() => location.assign("#/play/tictactoe?first=human&second=rules:as-written&moves=1"));
    await until(page, () => document.querySelector(".hint-words").textContent === "Pravilo za 5: zauzmi sredinu");
    await page.locator("#language").selectOption("en");
});

scene("the lines of tic-tac-toe stand in their lists, move by move", "#/play/tictactoe?first=human&second=human&moves=1+5", {}, async (page) => {
    const list = (kind) => page.locator(`[data-list=${kind}]`).innerText();
    await page.locator("[data-part=lines] summary").click();
    await until(page, () => document.querySelector("[data-list=blocked]")?.textContent === "1–5–9");
    assert.equal(await list("x"), "1–2–3, 1–4–7");
    assert.equal(await list("empty"), "7–8–9, 3–6–9");
    await page.evaluate(() => location.assign("#/play/tictactoe?first=human&second=human&moves=1+5+9"));
    await until(page, () => document.querySelector("[data-list=empty]")?.textContent === "none");
});

scene("a position that comes for the third time is a draw",
    "#/play/quixo:size=3?first=human&second=human&moves=a2b+a3r+a3r+b1r+a1t+b1l+a3b+a3r+a1r+a2b+c2t+a1t+c1t+b1r+b3r+a2t+c2t", { locale: "en-GB" }, async (page) => {
        await until(page, () => /A draw: this position for the third time/.test(document.querySelector(".status")?.innerText));
        await page.locator("[data-tool=undo]").click();
        await until(page, () => !/third time/.test(document.querySelector(".status").innerText));
    });
