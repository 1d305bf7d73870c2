// page.mjs: what holds for all views: languages, screens of every size, colours, motion, readers.

import assert from "node:assert/strict";
import { AXE, api, open, picture, play, scene, show, tests, until } from "./harness.mjs";

const VIEWS = {
    play: "#/play/tictactoe?first=human&second=human&moves=1+2+3&analysis=yes",
    connect4: "#/play/connect4?first=human&second=human&moves=4+3+4+3+4+3+4", // with the line that won
    dots: "#/play/dots?first=human&second=human&moves=b1",
    quixo: "#/play/quixo?first=human&second=human&moves=a1r",
    nim: "#/play/nim?first=human&second=human",
    nimbers: "#/play/kayles:pins=9?first=human&second=human&parts=yes&position=board:||.||||||/2",
    thermograph: "#/play/domineering:width=5,height=3?first=human&second=human&parts=yes&position=..%23.%23/..%23.%23/..%23..",
    labels: "#/tree/tictactoe?position=xox.o.x.o",
    alphabeta: "#/tree/tictactoe?position=xox.o.x.o&algo=alphabeta&step=8",
    maze: "#/maze?width=8&height=6&seed=5",
    knight: "#/puzzles/knight",
    queens: "#/puzzles/queens",
    cubes: "#/puzzles/cubes",
    fill: "#/puzzles/fill",
};

// Until what a view shows has come from the server.
const drawn = (page) => until(page, () => !document.querySelector(".parts:not([hidden]):not([data-final])") && document.querySelector(
    ".analysis[data-final=true], .target, .line-ring, .tree-node, .maze-walls[d], .squares, .cubes g, .pixel"));

// ---- languages ----

const SAID = {
    en: { play: "Play", turn: "Your turn", coins: "13 coins left, take 1 to 3", forms: ["1 mistake", "2 mistakes", "5 mistakes", "22 mistakes"], big: "1,234,567" },
    hr: { play: "Igra", turn: "Vi ste na potezu", coins: "ostalo je 13 novčića, uzmite 1 do 3", forms: ["1 pogreška", "2 pogreške", "5 pogrešaka", "22 pogreške"], big: "1.234.567" },
    pl: { play: "Gra", turn: "Twój ruch", coins: "zostało 13 monet, weź od 1 do 3", forms: ["1 błąd", "2 błędy", "5 błędów", "22 błędy"], big: "1 234 567" },
    cs: { play: "Hra", turn: "Jste na tahu", coins: "zbývá 13 mincí, vezměte 1 až 3", forms: ["1 chyba", "2 chyby", "5 chyb", "22 chyb"], big: "1 234 567" },
};

// Scenes that change what a person chose have a window of their own, by wishing for something.
const OWN = { locale: "en-GB" };

scene("four languages, switched on the page and kept", "#/play/coins", OWN, async (page) => {
    for (const [code, words] of Object.entries(SAID)) {
        await page.locator("#language").selectOption(code);
        await until(page, (text) => document.querySelector("[data-view=play]").textContent === text, words.play);
        await until(page, (text) => document.querySelector(".status .words")?.textContent === text, words.turn);
        assert.equal(await page.locator("html").getAttribute("lang"), code);
        assert.equal(await page.locator(".caption").innerText(), words.coins);
        const [forms, big] = await page.evaluate(async () => {
            const { t, number } = await window.part("i18n.js");
            return [[1, 2, 5, 22].map((n) => t("review.mistakes", { n })), number(1234567).replace(/\s/g, " ")];
        });
        assert.deepEqual(forms, words.forms);
        assert.equal(big, words.big);
        await picture(page, `coins ${code}`);
    }
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.equal(await page.locator("html").getAttribute("lang"), "cs");
});

// What a person can do wrong on the page, and the server has to say.
const WRONG = ["state?game=chess", "state?game=connect4:width=99", "state?game=connect4:width=", "state?game=connect4:line=9",
    "state?game=connect4:width=20,height=20", "state?game=mnk:width=2,height=2,line=3", "state?game=nim:heaps=", "state?game=nim:heaps=0",
    "state?game=quixo:size=1", "state?game=tictactoe&moves=1+1", "state?game=tictactoe&moves=1+4+2+5+3+6",
    // what can be typed into the field of moves
    ...["1", "3:", "9:1", "1:0", "1:8", "4:2", "2:5+2:1", "7532", "9", "1:2x"].map((moves) => `state?game=nim&moves=${moves}`),
    ...["1", "b1x", "z9", "a1", "b2", "b1+b1"].map((moves) => `state?game=dots&moves=${moves}`), `state?game=mnk&moves=${"a".repeat(300)}`,
    "import?text=chess+1", "import?text=ariadne+save+1", "maze?maze=", "maze?maze=x", "cubes?cubes=A+B", "queens?n=99",
    "tree?game=connect4&algo=minimax&depth=30"];

scene("mistakes are explained in every language", "#/play/connect4", OWN, async (page) => {
    const found = await page.evaluate(async (routes) => {
        const { trouble, useLanguage } = await window.part("i18n.js");
        const answers = await Promise.all(routes.map((route) => fetch(`api/${route}`).then((response) => response.json())));
        const said = {};
        for (const code of ["en", "hr", "pl", "cs"]) {
            await useLanguage(code);
            said[code] = answers.map(({ error }) => trouble({ ...error, details: error }));
        }
        return said;
    }, WRONG);
    page.wrong.length = 0; // the browser notes every refused request
    for (const code of ["hr", "pl", "cs"])
        found[code].forEach((text, k) => assert.ok(text !== found.en[k] && !text.includes(found.en[k]), `${code}: ${text}`));
    assert.equal(found.hr[1], "širina: od 1 do 64, a ne 99");
    // And where it is read: in the form.
    await page.locator("#language").selectOption("pl");
    await until(page, () => document.documentElement.lang === "pl" && document.querySelector("[data-part=options]"));
    await page.locator("[data-part=options] summary").click();
    await page.locator("input[name=width]").fill("99");
    await page.locator("input[name=width]").press("Tab");
    await until(page, () => document.querySelector("form .message").textContent === "szerokość: od 1 do 64, a nie 99");
    page.wrong.length = 0;
});

scene("a browser is answered in its language", "", { locale: "pl-PL" }, async (page) => {
    assert.equal(await page.locator("[data-view=play]").innerText(), SAID.pl.play);
});

// ---- screens ----

for (const [name, width] of [["phone", 360], ["tablet", 820]])
    tests.push([`everything fits on a ${name}`, async () => {
        const page = await open("", { viewport: { width, height: 780 }, hasTouch: true });
        for (const [view, hash] of Object.entries(VIEWS)) {
            await show(page, hash);
            await drawn(page);
            const [whole, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
            assert.ok(whole <= seen, `${view}: ${whole} wide on ${seen}`);
            // A text that no language has would show its key.
            const keys = await page.evaluate(() => document.body.innerText.match(/\b[a-z]+\.[a-z-]+(\.[a-z-]+)*\b/g) ?? []);
            assert.deepEqual(keys, [], view);
            if (name === "phone") await picture(page, `${view} ${name}`);
        }
        await page.finish();
    }]);

for (const locale of ["en-GB", "hr-HR", "pl-PL", "cs-CZ"])
    scene(`no word at the top is cut on a phone, and all of it is on a tablet: ${locale.slice(0, 2)}`, "#/play/coins",
        { locale, viewport: { width: 360, height: 780 } }, async (page) => {
            for (const width of [768, 820, 900, 1024, 360]) {
                await page.setViewportSize({ width, height: 780 });
                assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
            }
            // With room enough, the buttons of a game are in one line.
            await page.setViewportSize({ width: 1440, height: 900 });
            assert.equal(await page.evaluate(() => new Set([...document.querySelectorAll(".tools button")]
                .map((button) => button.offsetTop)).size), 1);
            await page.setViewportSize({ width: 360, height: 780 });
            const cut = await page.evaluate(() => {
                const wide = [...document.querySelectorAll(".views a")].filter((link) => link.getBoundingClientRect().right > innerWidth)
                    .map((link) => link.textContent);
                // A list as wide as its longest word is the same with all the room it wants.
                for (const list of document.querySelectorAll(".choices select")) {
                    const before = list.offsetWidth;
                    list.style.maxWidth = "none";
                    list.style.flex = "none";
                    if (list.offsetWidth > before) wide.push(list.value);
                    list.style.maxWidth = list.style.flex = "";
                }
                return wide;
            });
            assert.deepEqual(cut, []);
            await picture(page, `top ${locale}`);
        });

scene("a game is played by touch on a narrow screen", "#/play/connect4?first=human&second=human",
    { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }, async (page) => {
        for (const move of ["4", "3", "4", "3", "4", "3", "4"]) {
            const before = await page.locator(".moves button").count();
            await page.locator(`.target[data-move="${move}"]`).tap();
            await until(page, (n) => document.querySelectorAll(".moves button").length > n, before);
        }
        assert.match(await page.locator(".status .words").innerText(), /first player wins/i);
        const size = await page.locator("[data-tool=undo]").boundingBox();
        assert.ok(size.width >= 40 && size.height >= 40);
    });

// The smallest side of what one touches, and the side of a square as large as the smallest.
const fingers = (page) => page.locator(".target").evaluateAll((all) => {
    const sizes = all.map((target) => target.getBoundingClientRect()).map(({ width, height }) => [width, height]);
    return [Math.min(...sizes.flat()), Math.sqrt(Math.min(...sizes.map(([width, height]) => width * height)))];
});

// Whether something is within the box in which the board is scrolled.
const inSight = (page, selector) => page.evaluate((name) => {
    const box = document.querySelector(".board-stage").getBoundingClientRect();
    const part = (name === "focus" ? document.activeElement : document.querySelector(name)).getBoundingClientRect();
    return part.left >= box.left && part.right <= box.right && part.top >= box.top && part.bottom <= box.bottom;
}, selector);

scene("large boards are large enough for a finger, and scroll in a box of their own", "",
    { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
        const friends = "first=human&second=human";
        for (const game of ["mnk:width=15,height=15,line=5", "chomp:width=15,height=15", "dots:width=7,height=7", "connect4:width=16,height=6",
            "mnk:width=19,height=19,line=5"]) {
            await show(page, `#/play/${game}?${friends}`);
            await until(page, () => document.querySelector(".board-stage.scrolls"));
            const [side, whole] = await fingers(page);
            assert.ok(side >= 24 && whole >= 31, `${game}: ${side}, ${whole}`);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), game);
        }
        // With the keys, to a corner; from there a move is played elsewhere, and is in sight.
        await page.locator(".target[data-move=j10]").focus();
        for (const [key, move] of [["ArrowLeft", "a10"], ["ArrowDown", "a1"], ["ArrowRight", "s1"]]) {
            for (let k = 0; k < 18; k++) await page.keyboard.press(key);
            assert.equal(await page.evaluate(() => document.activeElement.dataset.move), move);
            assert.ok(await inSight(page, "focus"), move);
        }
        await page.keyboard.press("Enter");
        await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 1);
        assert.ok(await inSight(page, "focus")); // beside it
        await page.evaluate(() => document.activeElement.blur());
        await show(page, `#/play/mnk:width=19,height=19,line=5?${friends}&moves=s1+a19`);
        await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 2);
        await page.waitForFunction(() => document.querySelector(".board-stage").scrollTop === 0);
        assert.ok(await inSight(page, ".fresh"));
        await page.locator(".target[data-move=k10]").tap();
        await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 3);
        await picture(page, "large board");
        // Whole, to look at.
        await page.locator("[data-tool=enlarge]").tap();
        await until(page, () => !document.querySelector(".board-stage.scrolls"));
        assert.ok(await inSight(page, ".target[data-move=a1]") && await inSight(page, ".target[data-move=s19]"));
        await page.locator("[data-tool=enlarge]").tap();
        await until(page, () => document.querySelector(".board-stage.scrolls"));
        // What fits has nothing to enlarge.
        await show(page, `#/play/connect4?${friends}`);
        await until(page, () => document.querySelectorAll(".target").length === 7);
        assert.equal(await page.locator("[data-tool=enlarge]").isVisible(), false);
        assert.ok((await fingers(page))[1] >= 31);
    });

scene("however a board is scrolled, the names of its columns and rows are in sight", "#/play/mnk:width=15,height=15,line=5?first=human&second=human",
    { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
        await until(page, () => document.querySelector(".board-stage.scrolls"));
        for (const [across, down] of [[0, 0], [1, 0], [0.5, 0.5], [0, 1], [1, 1]]) {
            await page.evaluate(([x, y]) => {
                const box = document.querySelector(".board-stage");
                box.scrollTo(x * box.scrollWidth, y * box.scrollHeight);
            }, [across, down]);
            await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
            const off = await page.evaluate(() => {
                const box = document.querySelector(".board-stage").getBoundingClientRect();
                const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
                const places = (name) => [...document.querySelectorAll(`.axes.${name} .axis`)].map((label) =>
                    [label.textContent, label.getBoundingClientRect()]);
                const wrong = [];
                for (const [name, at] of places("rows")) {
                    if (at.left < box.left || at.right > box.right) wrong.push(name);
                    const square = document.querySelector(`.target[data-move=a${name}]`).getBoundingClientRect();
                    if (Math.abs(middle(at)[1] - middle(square)[1]) > 3) wrong.push(`${name} beside another`);
                }
                for (const [name, at] of places("columns")) {
                    if (at.top < box.top || at.bottom > box.bottom) wrong.push(name);
                    const square = document.querySelector(`.target[data-move=${name}1]`).getBoundingClientRect();
                    if (Math.abs(middle(at)[0] - middle(square)[0]) > 3) wrong.push(`${name} under another`);
                }
                return [places("rows").length, places("columns").length, ...wrong];
            });
            assert.deepEqual(off, [15, 15]);
        }
        await picture(page, "labels of a large board");
    });

scene("what moves are worth can be read on a large board", "#/play/mnk:width=15,height=15,line=5?first=human&second=human&moves=h8+h9&analysis=yes",
    { viewport: { width: 1440, height: 900 } }, async (page) => {
        await page.waitForSelector(".value-mark text");
        const marks = await page.locator(".value-mark:has(text)").evaluateAll((all) => all.map((mark) => {
            const text = mark.querySelector("text"), plate = mark.querySelector(".plate").getBoundingClientRect();
            const { width } = text.getBoundingClientRect();
            return { size: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, fits: width <= plate.width };
        }));
        assert.ok(marks.length > 0);
        assert.deepEqual(marks.filter(({ size, fits }) => size < 10 || !fits), []);
        await picture(page, "values on a large board");
    });

for (const [name, viewport] of [["phone", { width: 360, height: 640 }], ["desktop", { width: 1440, height: 900 }]])
    scene(`no mark on the edges of boxes is cut off on a ${name}`, "#/play/dots:width=3,height=2?first=human&second=human&analysis=yes",
        { viewport }, async (page) => {
            await page.waitForSelector(".value-mark");
            const [cut, over] = await page.evaluate(() => {
                const board = document.querySelector(".board-stage .board").getBoundingClientRect();
                const plates = [...document.querySelectorAll(".value-mark .plate")].map((plate) => plate.getBoundingClientRect());
                return [plates.filter(({ left, right, top, bottom }) => left < board.left || right > board.right ||
                    top < board.top || bottom > board.bottom).length, document.querySelectorAll(".axes.over").length];
            });
            assert.deepEqual([cut, over], [0, 0]);
        });

scene("how a game is played is not broken into lines of a terminal", "", {}, async (page) => {
    const { games } = await api("games");
    assert.ok(games.some(({ about }) => /[a-z,]\n/.test(about))); // as the server has it
    for (const { id } of games) {
        await show(page, `#/play/${id}`);
        const words = await page.locator(".about").textContent();
        assert.deepEqual(words.split("\n").slice(0, -1).filter((line) => line && !/[.:!?]$/.test(line)), [], id);
    }
});

scene("light and dark follow the system, and the person", "#/play", { colorScheme: "dark" }, async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.locator("#theme").selectOption("light");
    const light = await paper();
    assert.notEqual(light, dark);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.equal(await paper(), light);
});

// What is painted in each of some places of an element: shares of its width and height.
async function painted(page, selector, places) {
    const shot = (await page.locator(selector).screenshot({ animations: "disabled" })).toString("base64");
    return page.evaluate(async ([data, list]) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
        canvas.drawImage(image, 0, 0);
        return list.map(([x, y]) => canvas.getImageData(Math.floor(x * image.width), Math.floor(y * image.height), 1, 1).data.join());
    }, [shot, places]);
}

scene("in forced colours the switch shows how it stands, and the bar its value",
    "#/play/tictactoe?first=human&second=human&moves=1+5", { forcedColors: "active", reducedMotion: "reduce" }, async (page) => {
        const halves = [[0.25, 0.5], [0.75, 0.5]];
        const off = await painted(page, "#analysis-switch", halves);
        assert.notEqual(off[0], off[1]);
        await page.locator("#analysis-switch").check();
        await page.waitForSelector(".analysis[data-final=true]");
        const on = await painted(page, "#analysis-switch", halves);
        assert.notEqual(on[0], on[1]);
        assert.notEqual(on[0], off[1]); // not merely turned round
        const [first, second] = await painted(page, ".track", halves); // a draw: half of the bar for each
        assert.notEqual(first, second);
        await picture(page, "forced colours");
    });

// The strongest contrast in a part of a picture to the colour that most of it has. Parts are shares of its height.
async function contrasts(page, element, parts) {
    const shot = (await element.screenshot({ animations: "disabled" })).toString("base64");
    return page.evaluate(async ([data, list]) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
        canvas.drawImage(image, 0, 0);
        const light = (colour) => colour.split(",").slice(0, 3).map((c) => c / 255)
            .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
            .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
        return list.map(([from, to]) => {
            // Within the plate's rim.
            const top = Math.ceil(from * image.height), high = Math.floor((to - from) * image.height), left = Math.ceil(image.width * 0.15);
            const { data: bytes } = canvas.getImageData(left, top, image.width - 2 * left, high);
            const count = new Map();
            for (let i = 0; i < bytes.length; i += 4) {
                const colour = bytes.slice(i, i + 3).join();
                count.set(colour, (count.get(colour) ?? 0) + 1);
            }
            const [usual] = [...count].reduce((a, b) => b[1] > a[1] ? b : a);
            return Math.max(...[...count.keys()].map((colour) => {
                const [a, b] = [light(colour), light(usual)].sort((x, y) => y - x);
                return (a + 0.05) / (b + 0.05);
            }));
        });
    }, [shot, parts]);
}

for (const colorScheme of ["light", "dark"])
    scene(`in forced colours, ${colorScheme}, the values of moves are seen by shape and read as text`,
        "#/play/tictactoe?first=human&second=human&position=xox.o.x.o&analysis=yes",
        { forcedColors: "active", colorScheme, reducedMotion: "reduce" }, async (page) => {
            await page.waitForSelector(".analysis[data-final=true]");
            const shapes = new Set(), texts = new Set();
            for (const kind of ["win", "draw", "loss"]) {
                const mark = page.locator(`.value-mark.${kind}`).first();
                const [shape, text] = await contrasts(page, mark, [[0.1, 0.48], [0.55, 0.92]]);
                assert.ok(shape >= 3 && text >= 4.5, `${kind}: ${shape}, ${text}`);
                shapes.add(await mark.locator(".shape").getAttribute("d"));
                texts.add((await mark.locator("text").textContent())[0]);
                assert.ok(await page.locator(`.values .worth.${kind} .shape`).count() > 0);
            }
            assert.deepEqual([shapes.size, texts.size], [3, 3]);
            await picture(page, `forced colours ${colorScheme}`);
        });

scene("nothing moves for those who asked for that", "#/play/tictactoe?first=human&second=human", { reducedMotion: "reduce" }, async (page) => {
    await play(page, "1"); // a hint for the position before it would be of no use
    await page.locator("[data-tool=hint]").click();
    await page.waitForSelector(".hint");
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

// ---- readers ----

tests.push(["axe finds nothing serious in any view, light or dark", async () => {
    for (const colorScheme of ["light", "dark"]) {
        const page = await open("", { colorScheme, bypassCSP: true, reducedMotion: "reduce" });
        await page.addScriptTag({ content: AXE });
        for (const [view, hash] of Object.entries(VIEWS)) {
            if (["nim", "quixo", "knight"].includes(view)) continue; // made of the same as others
            await show(page, hash);
            await drawn(page);
            // Colours are all that differs in the dark.
            const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
            const found = await page.evaluate(async (options) => (await window.axe.run(document, options)).violations
                .filter(({ impact }) => impact === "serious" || impact === "critical")
                .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`), rules);
            assert.deepEqual(found, [], `${view}, ${colorScheme}`);
        }
        await page.finish();
    }
}]);

scene("the keyboard is led, and letters are shortcuts that can be switched off", "#/play/tictactoe?first=human&second=human&moves=1+2", OWN, async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.move), "3"); // the first free cell
    await page.keyboard.press("u");
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 1);
    await page.keyboard.press("r");
    await until(page, () => document.querySelectorAll(".board-stage .cells .piece").length === 2);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    await page.locator("#single-keys").uncheck();
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.keyboard.press("u");
    await page.keyboard.press("a");
    assert.equal(await page.locator(".board-stage .cells .piece").count(), 2);
    assert.equal(await page.locator("#analysis-switch").isChecked(), false);
});
