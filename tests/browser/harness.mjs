// harness.mjs: the server, the browser, and what every test of the page watches for: no error on the
// console, and no request to any other host.
//
//     node --test-reporter=spec tests/browser/run.mjs ARIADNE PACKAGES ARTEFACTS
//
// PACKAGES is where tools/setup.sh put playwright-core and axe-core, ARTEFACTS where screenshots go.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [ariadne, packages, artefacts] = process.argv.slice(2).map((name) => path.resolve(name));
if (!existsSync(path.join(packages, "installed"))) {
    console.error("The browser's driver is missing: tools/setup.sh test installs it.");
    process.exit(1);
}
const require = createRequire(path.join(packages, "package.json"));
const { chromium } = require("playwright-core");
export const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
export const STATIC = new URL("../../web/static/", import.meta.url);
mkdirSync(artefacts, { recursive: true });

// Waiting is for something to happen, never for a time; a busy machine may take this long.
const PATIENCE = 30000;

// A name that the browser takes for this machine, but not for a safe place, as it takes 127.0.0.1.
export const NAME = "ariadne.test";

// Starts a server on a free port, or on a given one; gives its address and how to end it.
const servers = [];
export async function serve(port = 0, ...options) {
    const child = spawn(ariadne, ["serve", "--port", String(port), "--host", NAME, ...options],
        { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ARIADNE_BOOKS: "/dev/null" } });
    servers.push(child);
    const address = await new Promise((resolve, reject) => {
        let said = "";
        child.once("exit", () => reject(new Error(`the server ended: ${said}`)));
        child.stdout.on("data", (text) => {
            said += text;
            const found = /http:\/\/\S+/.exec(said);
            if (found) resolve(found[0]);
        });
    });
    const ended = new Promise((resolve) => { child.once("exit", resolve); });
    return { address, signal: (name) => child.kill(name), stop: (signal = "SIGINT") => { child.kill(signal); return ended; } };
}

let server, browser;
export async function start() {
    server = await serve();
    browser = await chromium.launch({
        executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync),
        chromiumSandbox: process.getuid() !== 0,
        args: ["--disable-gpu", `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
    });
}

// Every test, by name; run.mjs runs them.
export const tests = [];

export async function stop() {
    await browser?.close();
    await server?.stop();
    for (const child of servers) child.kill("SIGKILL"); // those that a failed test left behind
}

// A question to the server's own API, to compare the page with.
export async function api(route) {
    const response = await fetch(`${server.address}api/${route}`);
    assert.equal(response.status, 200, route);
    return response.json();
}

// A window on the page. Whatever goes wrong in it is kept in `wrong`.
export async function open(hash = "", { at = server.address, allowed = () => false, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 },
        locale: "en-GB", serviceWorkers: "block", ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    // A module of the page, as it runs there: the page's modules are joined (tools/join.py).
    await page.addInitScript(() => {
        window.part = async (name) => {
            const { parts } = await import(document.querySelector("script[type=module]").src);
            return parts ? parts[`js/${name}`] : import(new URL(`js/${name}`, document.baseURI)); // as in source.html
        };
    });
    page.wrong = [];
    page.allowed = allowed;
    page.on("console", (message) => {
        const text = message.text();
        if (["error", "warning"].includes(message.type()) && !text.includes("blocked by Playwright") && !page.allowed(text))
            page.wrong.push(text);
    });
    page.on("pageerror", (error) => page.wrong.push(error.stack ?? error.message));
    page.asked = []; // every request, by its address within the site
    page.on("request", (request) => {
        const { protocol, origin, pathname, search } = new URL(request.url());
        page.asked.push(pathname.slice(1) + search);
        if (!["data:", "blob:"].includes(protocol) && origin !== new URL(at).origin)
            page.wrong.push(`a request to ${origin}`);
    });
    page.finish = async () => {
        assert.deepEqual(page.wrong, []);
        await context.close();
    };
    await load(page, at + hash);
    return page;
}

async function load(page, address) {
    await page.goto(address);
    await page.waitForSelector("html[data-ready]");
}

// Another view in the same window.
export async function show(page, hash) {
    await page.evaluate((text) => {
        delete document.documentElement.dataset.ready;
        location.hash = text;
    }, hash);
    await page.waitForSelector("html[data-ready]");
}

// The window that scenes without wishes of their own share: loading the page anew takes most of a
// scene's time. A place that is no place ends whatever view was there.
let common = null;
async function borrow(hash) {
    common ??= await open();
    await show(common, "#/play/nothing");
    common.wrong = [];
    common.allowed = () => false;
    await show(common, hash);
    return common;
}

// A test in a window. The picture of a failed one is kept.
export function scene(name, hash, options, script) {
    tests.push([name, async () => {
        const shared = Object.keys(options).every((key) => key === "allowed");
        const page = shared ? await borrow(hash) : await open(hash, options);
        page.allowed = options.allowed ?? page.allowed;
        try {
            await script(page);
            assert.deepEqual(page.wrong, []);
            if (!shared) await page.finish();
        } catch (error) {
            await page.screenshot({ path: path.join(artefacts, `failed ${name}.png`.replace(/[^\w. ]/g, "_")) }).catch(() => {});
            await page.context().close();
            if (shared) common = null;
            throw error;
        }
    }]);
}

// A screenshot to look at later.
export async function picture(page, name) {
    await page.screenshot({ path: path.join(artefacts, `${name}.png`), fullPage: true, animations: "disabled" });
}

// Waits until an expression about the page is true.
export function until(page, condition, argument) {
    return page.waitForFunction(condition, argument, { polling: 20 });
}

// Goes some steps forward and the same back; every moment must look as it did the first time.
// Gives how many of them looked different. `parts` selects what is looked at.
export async function thereAndBack(page, steps, parts) {
    const { forward, back } = await page.evaluate(([count, selector]) => {
        const moment = () => [...document.querySelectorAll(selector)].map((part) => part.innerHTML).join("\n");
        const press = (name) => document.querySelector(`[data-step=${name}]`).click();
        if (document.querySelector(".progress").max < count) throw new Error("there are fewer steps");
        const seen = { forward: [moment()], back: [] };
        for (let k = 0; k < count; k++) { press("forward"); seen.forward.push(moment()); }
        seen.back.unshift(moment());
        for (let k = 0; k < count; k++) { press("back"); seen.back.unshift(moment()); }
        return seen;
    }, [steps, parts]);
    forward.forEach((moment, k) => assert.equal(back[k], moment, `back at step ${k}`));
    return new Set(forward).size;
}

// Plays a move on the board and waits until it stands in the list of moves.
export async function play(page, move) {
    const before = await page.locator(".moves button").count();
    await page.locator(`.target[data-move="${move}"], .other-moves [data-move="${move}"]`).first().click();
    await until(page, (n) => document.querySelectorAll(".moves button").length > n, before);
}

// The words in the middle of things: who is to move, or how it ended.
export function status(page) {
    return page.locator(".status .words").innerText();
}

export function over(page) {
    return page.locator(".status.over").count().then(Boolean);
}
