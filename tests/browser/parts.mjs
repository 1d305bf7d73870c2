// parts.mjs: the parts of a position, on the board and in their panel: nimbers with their xor in binary, canonical forms with
// thermographs, and the moves that win.

import assert from "node:assert/strict";
import { api, picture, scene, show, until } from "./harness.mjs";

const FRIENDS = "first=human&second=human";
const found = (page) => page.waitForSelector(".parts[data-final=true]");
const rows = (page) => page.locator(".parts-table tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) =>
    [...cell.childNodes].filter((part) => !part.classList?.contains("unseen")).map((part) => part.textContent).join("").trim())));

scene("nimbers stand in binary, column by column, as the library says", `#/play/nim:heaps=7531,normal=yes?${FRIENDS}`, {}, async (page) => {
    assert.equal(await page.locator(".parts-layer > *").count(), 0);
    for (const position of ["5,3,1", "7531", "6,5,3", "1", "12,5,5,1"]) {
        await show(page, `#/play/nim:heaps=7531,normal=yes?${FRIENDS}&position=board:${position}&parts=yes`);
        await found(page);
        const answer = await api(`parts?game=nim:heaps=7531,normal=yes&position=board:${position}`), digits = answer.binary.length;
        const weights = Array.from({ length: digits }, (_, k) => String(2 ** (digits - 1 - k)));
        const wanted = [["Part", "Nimber", ...weights], ...answer.parts.map(({ name, nimber, binary }) => [name, String(nimber), ...binary])];
        if (answer.parts.length > 1) wanted.push(["xor", String(answer.nimber), ...answer.binary]);
        assert.deepEqual(await rows(page), wanted);
        // Every column has an even number of ones where the xor has none.
        for (let k = 0; k < digits && answer.parts.length > 1; k++)
            assert.equal(answer.parts.filter(({ binary }) => binary[k] === "1").length % 2, Number(answer.binary[k]));
        const good = answer.moves.filter(({ wins }) => wins);
        assert.deepEqual(await page.locator("[data-good]").evaluateAll((all) => all.map((button) => button.dataset.good)), good.map(({ move }) => move));
        if (!good.length) assert.match(await page.locator(".parts-good").innerText(), /No move wins/);
        if (position === "5,3,1") {
            assert.match(await page.locator(".parts-good").innerText(), /A\s+nimber 5 → 2, so that 2 xor 3 xor 1 = 0\s+101 → 010\s+1:3$/);
            await picture(page, "nimbers");
        }
    }
});

scene("parts lie on the board where the library says, and go with it", `#/play/kayles:pins=9?${FRIENDS}&moves=3&parts=yes`, {}, async (page) => {
    const check = async (moves) => {
        await until(page, (words) => document.querySelector(".parts[data-final=true]") && location.hash.includes(words), `moves=${moves}`);
        const { parts } = await api(`parts?game=kayles:pins=9&moves=${moves}`);
        const drawn = await page.locator(".parts-layer > g:has(path)").evaluateAll((all) => all.map((part) => {
            const { x, y, width, height } = part.querySelector(".part-ground").getBBox();
            const over = [...document.querySelectorAll(".board-stage .cells > [data-cell] .stick")].filter((stick) => {
                const box = stick.getBBox();
                return box.x > x && box.x + box.width < x + width && box.y > y && box.y + box.height < y + height;
            }).map((stick) => Number(stick.closest("[data-cell]").dataset.cell));
            return { name: part.dataset.part, label: document.querySelector(`[data-part=${part.dataset.part}] .worth`)?.textContent, over };
        }));
        assert.deepEqual(drawn, parts.map(({ name, nimber, cells }) => ({ name, label: `=${nimber}`, over: cells.map(([x]) => x) })));
        // Each has a colour and strokes of its own.
        const looks = await page.locator(".parts-layer .part-rim").evaluateAll((all) => all.map((rim) => {
            const { stroke, strokeDasharray } = getComputedStyle(rim);
            return [stroke, strokeDasharray];
        }));
        for (const kind of [0, 1]) assert.equal(new Set(looks.map((look) => look[kind])).size, parts.length);
    };
    await check("3");
    assert.match(await page.locator(".parts-table tbody th").first().textContent(), /places: 1 2/);
    // A move that wins is played by its button, and the other player has none.
    await page.locator("[data-good]").first().click();
    await until(page, () => /No move wins/.test(document.querySelector(".parts-good").textContent));
    const { played } = await page.evaluate(() => ({ played: location.hash.match(/moves=([^&]*)/)[1] }));
    await check(played);
    await page.locator("[data-tool=undo]").click();
    await check("3");
    await page.locator("[data-tool=flip]").click();
    await until(page, () => document.querySelector(".parts-layer .part-ground"));
    await page.locator("[data-tool=flip]").click();
    await page.locator("#parts-switch").uncheck();
    assert.equal(await page.locator(".parts-layer > *").count(), 0);
    assert.ok(!page.url().includes("parts="));
    // Who switches it on with the keyboard is told.
    await page.locator("#parts-switch").press("Space");
    await until(page, () => /Won for the side to move/.test(document.querySelector("[aria-live]").lastChild?.textContent));
});

scene("where the last move loses, nobody is said to win by nimbers", `#/play/nim:heaps=321?${FRIENDS}&parts=yes`, {}, async (page) => {
    await found(page);
    assert.match(await page.locator(".parts .verdict-line").innerText(), /do not tell who wins/);
    assert.deepEqual(await rows(page), [["Part", "Nimber"], ["A", "3"], ["B", "2"], ["C", "1"]]);
    assert.equal(await page.locator("[data-good]").count(), 0);
    assert.equal(await page.locator(".parts-good > *").count(), 0);
});

const APART = "domineering:width=5,height=3", BOARD = "..%23.%23/..%23.%23/..%23..";

scene("canonical forms have thermographs, chosen by mouse or keyboard", `#/play/${APART}?${FRIENDS}&position=${BOARD}&parts=yes`, {}, async (page) => {
    await found(page);
    const answer = await api(`parts?game=${APART}&position=${BOARD}`);
    const said = await rows(page);
    assert.deepEqual(said.slice(1).map(([name, , mean, heat]) => [name, mean, heat]),
        [...answer.parts, { ...answer, name: "All" }].map(({ name, mean, temperature }) => [name, mean, temperature]));
    const graph = () => page.locator(".thermograph").getAttribute("aria-label");
    assert.match(await graph(), /All: mean -1\/4, temperature 5\/4; the walls begin at 1 on the left and -3\/2 on the right/);
    // Values grow to the left, and both walls end under the mast.
    const lines = await page.locator(".thermograph").evaluate((picture) => ["left", "right", "mast"].map((kind) =>
        picture.querySelector(`.graph-${kind}`).getAttribute("d").match(/[\d.]+/g).map(Number)));
    const [[lx, ly, lx2, ly2], [rx, ry, rx2, ry2], [mx, my]] = lines;
    assert.ok(lx < mx && mx < rx && ly === ry && ly2 < ly);
    assert.deepEqual([lx2, ly2, rx2, ry2], [mx, my, mx, my]);
    assert.ok(Math.abs((mx - lx) - (rx - mx)) < 0.3); // as far from the one stop as from the other
    await page.locator("[data-graph=A]").focus();
    await page.keyboard.press("Enter");
    assert.match(await graph(), /A: mean -3\/4, temperature 5\/4/);
    assert.equal(await page.locator("[data-graph=A]").getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator("[data-graph=all]").getAttribute("aria-pressed"), "false");
    await page.locator("[data-graph=B]").click();
    assert.match(await graph(), /B: mean 1\/2, temperature -1\/2/);
    assert.equal(await page.locator(".graph-left").count(), 1); // in the key alone: a number has no walls
    assert.match(await page.locator(".parts-good").innerText(), /A\s+\{1\/2\|-2\} → 1\/2, so that all is worth 1/);
    assert.deepEqual(await page.locator("[data-good]").evaluateAll((all) => all.map((button) => button.dataset.good)),
        answer.moves.filter(({ wins }) => wins).map(({ move }) => move));
    await picture(page, "thermograph");
});

scene("what is too large is said to be, in every language", `#/play/cram:width=8,height=8?${FRIENDS}&parts=yes`, { locale: "en-GB", allowed: (text) => text.includes("422") }, async (page) => {
    for (const [code, words] of [["en", /too large/], ["hr", /preveliko/], ["pl", /za duże/], ["cs", /příliš velké/]]) {
        await page.locator("#language").selectOption(code);
        await until(page, ([source]) => new RegExp(source).test(document.querySelector(".parts .verdict-line")?.textContent), [words.source]);
    }
});

scene("games that do not fall apart have no such panel", `#/play/connect4?${FRIENDS}&parts=yes`, {}, async (page) => {
    await page.waitForSelector(".target");
    assert.equal(await page.locator(".parts").count(), 0);
});

scene("parts fit on a phone and a projector", `#/play/${APART}?${FRIENDS}&position=${BOARD}&parts=yes`, { viewport: { width: 360, height: 740 } }, async (page) => {
    for (const [width, height] of [[360, 740], [1920, 1080]]) {
        await page.setViewportSize({ width, height });
        for (const game of [`${APART}?position=${BOARD}`, "clobber:width=4,height=3?moves=a1b1", "kayles:pins=20?moves=4+10", "cram:width=4,height=4?moves=b1b2+c3d3"]) {
            await show(page, `#/play/${game}&${FRIENDS}&parts=yes`);
            await found(page);
            const wide = await page.evaluate(() => [document.documentElement.scrollWidth - window.innerWidth,
                ...[...document.querySelectorAll(".parts > *")].map((part) => part.getBoundingClientRect().right - window.innerWidth)]);
            assert.ok(Math.max(...wide) <= 0, `${game} at ${width}: ${wide}`);
        }
        await picture(page, `parts ${width}`);
    }
});
