// sites.mjs: pages of other sites, in a real browser: none of what they can send starts work on the server, unless --cors
// allows their site; and a link from them to the page still leads there, with the server and without.

import assert from "node:assert/strict";
import http from "node:http";
import { NAME, open, serve, tests, until } from "./harness.mjs";

const listen = async (server) => {
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    return server.address().port;
};

// A page of another site, as empty as it can be.
async function otherSite() {
    const server = http.createServer((request, response) => {
        response.writeHead(200, { "Content-Type": "text/html" });
        response.end("<!doctype html><html data-ready><title>elsewhere</title><body></body>");
    });
    const port = await listen(server);
    return { port, stop: () => { server.closeAllConnections(); server.close(); } };
}

// The server, and before it somebody who passes everything on as it is, and writes down what was asked and answered:
// browsers tell a page little of what another site answers.
async function watched(...options) {
    const behind = await serve(0, ...options), asked = [];
    const { port: to } = new URL(behind.address);
    const server = http.createServer((request, response) => {
        const { method, url, headers, rawHeaders } = request;
        const onward = http.request({ host: "127.0.0.1", port: to, method, path: url, setHost: false }, (answer) => {
            if (url !== "/favicon.ico") asked.push({ url, headers, status: answer.statusCode }); // which windows ask for
            response.writeHead(answer.statusCode, answer.rawHeaders);
            answer.pipe(response);
        });
        for (let i = 0; i < rawHeaders.length; i += 2) onward.setHeader(rawHeaders[i], rawHeaders[i + 1]);
        onward.on("error", () => response.destroy());
        response.on("close", () => onward.destroy());
        request.pipe(onward);
    });
    const port = await listen(server);
    return { port, asked, stop: async () => { server.closeAllConnections(); server.close(); await behind.stop(); } };
}

// Everything by which a page makes its browser send a request elsewhere.
const ways = {
    // To its end: the next image would share its request.
    image: (url) => new Promise((done) => { Object.assign(new Image(), { onload: () => done(), onerror: () => done(), src: url }); }),
    "image without a referrer": (url) => { Object.assign(new Image(), { referrerPolicy: "no-referrer", src: url }); },
    "fetch no-cors": (url) => { fetch(url, { mode: "no-cors" }).catch(() => {}); },
    "fetch cors": (url) => { fetch(url).catch(() => {}); },
    "fetch without a referrer": (url) => { fetch(url, { mode: "no-cors", referrerPolicy: "no-referrer" }).catch(() => {}); },
    EventSource: (url) => { const events = new EventSource(url); events.onerror = () => events.close(); },
    script: (url) => { document.body.append(Object.assign(document.createElement("script"), { src: url })); },
    style: (url) => { document.body.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: url })); },
    frame: (url) => { document.body.append(Object.assign(document.createElement("iframe"), { src: url })); },
    "sandboxed frame": (url) => {
        document.body.append(Object.assign(document.createElement("iframe"),
            { sandbox: "allow-scripts", srcdoc: `<img src="${url.replaceAll("&", "&amp;")}">` }));
    },
    beacon: (url) => { navigator.sendBeacon(url, "{}"); },
    "form, GET": (url) => { send("GET", url.split("?")[0], [...new URL(url).searchParams]); },
    "form, POST": (url) => { send("POST", url, []); },
    window: (url) => { window.open(url); },
};

// In the page: a form that is sent into a frame.
function send(method, action, fields) {
    const frame = Object.assign(document.createElement("iframe"), { name: `frame for ${method}` });
    const form = Object.assign(document.createElement("form"), { action, method, enctype: "text/plain", target: frame.name });
    form.append(...fields.map(([name, value]) => Object.assign(document.createElement("input"), { name, value })));
    document.body.append(frame, form);
    form.submit();
}

// What the server answered to each of them.
async function tryAll(page, server, url) {
    const found = {};
    for (const [name, way] of Object.entries(ways)) {
        const before = server.asked.length;
        await page.evaluate(([script, help, address]) => new Function(`${help}; return ${script}`)()(address),
            [String(way), String(send), url]);
        for (let left = 1500; server.asked.length === before; left--) {
            assert.ok(left > 0, `${name}: nothing was sent`);
            await new Promise((resolve) => { setTimeout(resolve, 20); });
        }
        found[name] = server.asked[before].status;
        assert.ok(url.endsWith(server.asked[before].url) || name.startsWith("form"), `${name}: ${server.asked[before].url}`);
    }
    for (const other of page.context().pages()) if (other !== page) await other.close();
    return found;
}

const foreign = (address) => open("", { at: address, allowed: () => true });
const close = (page) => { page.wrong = []; return page.finish(); };

tests.push(["no page of another site starts work", async () => {
    const server = await watched(), elsewhere = await otherSite();
    const nobody = Object.fromEntries(Object.keys(ways).map((name) => [name, 403]));
    // Another port is the same site to a browser, and another name of the machine is not: both are other sites here.
    for (const [from, to, site] of [["127.0.0.1", "127.0.0.1", "same-site"], ["localhost", "127.0.0.1", "cross-site"],
        ["127.0.0.1", "localhost", "cross-site"]]) {
        const page = await foreign(`http://${from}:${elsewhere.port}/`);
        for (const path of ["api/analysis?game=nim:heaps=31", "nim/heaps=31/positions/?p=31"]) {
            server.asked.length = 0;
            assert.deepEqual(await tryAll(page, server, `http://${to}:${server.port}/${path}`), nobody, `${from} to ${to}`);
            assert.equal(server.asked[0].headers["sec-fetch-site"], site);
        }
        await close(page);
    }
    // A name that is not this machine's own, without HTTPS: a browser says only where it comes from.
    const page = await foreign(`http://127.0.0.1:${elsewhere.port}/`);
    const found = await tryAll(page, server, `http://${NAME}:${server.port}/api/queens?n=4`);
    for (const name of ["image", "fetch no-cors", "fetch cors", "EventSource", "frame", "beacon", "form, POST", "window"])
        assert.equal(found[name], 403, name);
    await close(page);
    elsewhere.stop();
    await server.stop();
}]);

tests.push(["--cors lets pages of one site ask, and of no other", async () => {
    const elsewhere = await otherSite(), origin = `http://localhost:${elsewhere.port}`;
    const server = await watched("--cors", origin);
    const url = `http://127.0.0.1:${server.port}/api/queens?n=4`;
    const page = await foreign(`${origin}/`);
    assert.equal(await page.evaluate(async (address) => (await (await fetch(address)).json()).found, url), true);
    const posted = await page.evaluate(async (address) => (await (await fetch(address,
        { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"game":"nim"}' })).json()).game,
    `http://127.0.0.1:${server.port}/api/state`);
    assert.match(posted, /^nim:/);
    const first = await page.evaluate((address) => new Promise((resolve, reject) => {
        const events = new EventSource(address);
        events.addEventListener("answer", (event) => { events.close(); resolve(JSON.parse(event.data).value); });
        events.onerror = reject;
    }), `http://127.0.0.1:${server.port}/api/analysis?game=nim:heaps=31`);
    assert.equal(first, "win");
    await close(page);
    const other = await foreign(`http://127.0.0.1:${elsewhere.port}/`);
    const found = await tryAll(other, server, url);
    assert.deepEqual(new Set(Object.values(found)), new Set([403]));
    await close(other);
    elsewhere.stop();
    await server.stop();
}]);

tests.push(["a link from another site leads to the page, with the server and without", async () => {
    const server = await watched(), elsewhere = await otherSite();
    const address = `http://127.0.0.1:${server.port}/`;
    const page = await open("", { at: `http://localhost:${elsewhere.port}/`, allowed: () => true, serviceWorkers: "allow" });
    const follow = async () => {
        await page.goto(`http://localhost:${elsewhere.port}/`);
        await page.evaluate((href) => {
            document.body.append(Object.assign(document.createElement("a"), { href, textContent: "play" }));
        }, `${address}#/play/tictactoe?first=human&second=human`);
        await page.locator("a").click();
        await page.waitForSelector("html[data-ready] .target");
        assert.equal(await page.evaluate(() => location.origin), new URL(address).origin);
        await page.locator(".target").first().click();
        await until(page, () => document.querySelectorAll(".moves button").length > 0);
    };
    await follow();
    assert.equal(server.asked.find(({ url }) => url === "/").headers["sec-fetch-site"], "cross-site");
    await page.evaluate(() => { navigator.serviceWorker.register("keep.js"); });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(page, () => navigator.serviceWorker.controller);
    const built = (await fetch(`${address}engine.wasm`)).ok;
    await follow(); // by way of the worker
    assert.deepEqual(server.asked.filter(({ status }) => ![200, 304].includes(status)).map(({ url }) => url), []);
    await server.stop();
    if (built) await follow(); // and from what it has kept
    await close(page);
    elsewhere.stop();
}]);
