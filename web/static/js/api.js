// api.js: the one place that asks: the server, which keeps nothing between requests, or, while it is away, the
// page's own engine, which answers the same.

import { askHere, restHere, MissingEngine } from "./offline.js";

// What went wrong, in words for a person; status 0 when nobody answered at all.
export class ApiError extends Error {
    constructor(message, status, details = {}) {
        super(message);
        this.status = status;
        this.details = details;
    }
}

// ---- who answers ----

const KNOCK = 3000; // milliseconds from one knock to the next
const SILENCE = 1500; // after which a server that says nothing is asked whether it is there at all,
const ALIVE = 2500; // and has so long to say yes
const listeners = [];
let reached = true; // the server
let heard = 0; // when it last said anything, to whatever question
let own; // whether the page has an engine; not known before it is asked
let who = "server";

// Tells who answers from now on: the "server", the "page" itself, or "nobody".
export function onReach(listener) {
    listeners.push(listener);
}

function tell() {
    if (!reached && own === undefined) return;
    const now = reached ? "server" : own ? "page" : "nobody";
    if (now === who) return;
    who = now;
    for (const listener of listeners) listener(now);
}

class Away extends Error {}

// A server that ends says so.
const isClosing = (body) => body.error?.name === "closing";

// A gateway in front of the server says when there is none behind it, in words that are not the server's own.
async function isAway(response) {
    if (response.status !== 503) return response.status === 502 || response.status === 504;
    const body = await response.clone().json().catch(() => null);
    return !body?.error?.name || isClosing(body);
}

// The request has failed: it is no longer wanted, or the server is away.
function lost(error) {
    if (error.name === "AbortError") throw error;
    if (reached) knockLater();
    reached = false;
    tell();
    throw new Away();
}

// Whether the server answers at all. Browsers ask a server few things at once: while it thinks about all of those, this
// one waits with the browser, and what is heard meanwhile will do.
async function knockOnce() {
    const since = performance.now(), giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), ALIVE);
    try {
        return !await isAway(await fetch("api/server", { signal: giveUp.signal }));
    } catch {
        return heard > since;
    } finally {
        clearTimeout(timer);
    }
}

let knocking = null;
function isThere() {
    knocking ??= knockOnce().finally(() => { knocking = null; });
    return knocking;
}

let next; // knock
function knockLater() {
    clearTimeout(next);
    next = setTimeout(knock, KNOCK);
}

// While the server is away, it is asked now and then whether it is back, and when the browser has a network again.
async function knock() {
    if (!await isThere()) {
        knockLater();
        return;
    }
    clearTimeout(next);
    reached = true;
    restHere();
    tell();
}
globalThis.addEventListener?.("online", () => reached || knock());

// Who keeps the page (keep.js) has waited for a file in vain: then no question waits for the server again, unless it has
// said something meanwhile.
const asking = new Set(); // how to give up each
globalThis.navigator?.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data !== "silence" || !reached || heard && performance.now() - heard < KNOCK) return;
    reached = false;
    for (const leave of asking) leave();
    knock();
});

// ---- the server ----

// Waits for what the server says, as long as it is there: it may think for long, but it may also hang, as when its
// machine sleeps. Then the question is given up.
async function whileThere(said, giveUp) {
    let timer, leave, over = false;
    const hung = new Promise((resolve, reject) => {
        const wait = () => { timer = setTimeout(look, SILENCE); };
        const look = async () => {
            const there = await isThere();
            if (over) return;
            if (there) wait();
            else reject(new Away());
        };
        wait();
        leave = () => reject(new Away());
        asking.add(leave);
    });
    try {
        const result = await Promise.race([said, hung]);
        heard = performance.now();
        return result;
    } catch (error) {
        giveUp.abort();
        return lost(error);
    } finally {
        over = true;
        asking.delete(leave);
        clearTimeout(timer);
    }
}

// The response, and how to give it up, which the caller's signal does too.
async function send(path, { body, accept = "application/json", signal }) {
    const giveUp = new AbortController();
    if (signal?.aborted) giveUp.abort();
    signal?.addEventListener("abort", () => giveUp.abort(), { once: true });
    const response = await whileThere(fetch(path, body === undefined ? { headers: { Accept: accept }, signal: giveUp.signal } : {
        method: "POST",
        headers: { Accept: accept, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: giveUp.signal,
    }), giveUp);
    return await whileThere(isAway(response), giveUp) ? lost(new Away()) : { response, giveUp };
}

const pause = (seconds, signal) => new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new DOMException("", "AbortError"));
    });
});

// A busy server says when to come again: then it is asked again, a few times.
async function patient(path, request) {
    for (let attempt = 0; ; attempt++) {
        const sent = await send(path, request), { response } = sent;
        if (response.status !== 503 || attempt === 5) return sent;
        await pause(Math.min(10, Number(response.headers.get("Retry-After") ?? 1) || 0), request.signal);
    }
}

const wholeOf = async ({ response, giveUp }) => ({ status: response.status, text: await whileThere(response.text(), giveUp) });

async function askServer(path, body, signal) {
    return wholeOf(await patient(path, { body, signal }));
}

// Server-sent events, read from the answer itself so that its status can be seen.
async function listenToServer(path, told, signal) {
    const sent = await patient(path, { accept: "text/event-stream", signal }), { response, giveUp } = sent;
    if (!response.ok) return wholeOf(sent);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "", final = false;
    for (;;) {
        const { done, value } = await whileThere(reader.read(), giveUp);
        if (done) return final ? { status: 200 } : lost(new Away()); // cut short
        const blocks = (rest + value).split(/\r?\n\r?\n/);
        rest = blocks.pop();
        for (const block of blocks) {
            let name = "message";
            const data = [];
            for (const line of block.split(/\r?\n/)) {
                if (line.startsWith("event:")) name = line.slice(6).trim();
                else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
            }
            if (!data.length) continue;
            const content = JSON.parse(data.join("\n"));
            if (name === "error" && isClosing(content)) lost(new Away());
            final = name === "error" || name === "answer" && content.final !== false;
            told(name, content);
        }
    }
}

// ---- the page itself ----

async function askEngine(question, told, signal) {
    try {
        const answer = await askHere(question, told, signal);
        own = true;
        return answer;
    } catch (error) {
        if (!(error instanceof MissingEngine)) throw error;
        own = false;
        throw new ApiError("", 0);
    } finally {
        tell();
    }
}

// A small question comes first and shows whether there is an engine, so that this is said before it thinks.
let meeting = null;
async function askPage(question, told, signal) {
    if (!own) await (meeting ??= askEngine({ path: "api/server" }, null).finally(() => { meeting = null; }));
    return askEngine(question, told, signal);
}

async function serverOrPage(server, page) {
    try {
        if (reached) return await server();
    } catch (error) {
        if (!(error instanceof Away)) throw error;
    }
    return page();
}

function check({ status, text }) {
    if (status < 400) return;
    let body = {};
    try {
        body = JSON.parse(text);
    } catch {
        // not JSON: the status has to do
    }
    const error = body.error ?? {};
    throw new ApiError(error.message ?? String(status), status, error);
}

// ---- asking ----

const SOON = 300; // milliseconds

// Waits for an answer; say() is called when it is not there soon.
export async function unlessSoon(answer, say) {
    const timer = setTimeout(say, SOON);
    try {
        return await answer;
    } finally {
        clearTimeout(timer);
    }
}

export async function ask(path, body, signal) {
    const answer = await serverOrPage(() => askServer(path, body, signal), () => askPage({ path, body }, null, signal));
    check(answer);
    return JSON.parse(answer.text);
}

// Calls told(name, data) for each event; returns when the stream ends. Where the server is lost on the way, the
// page begins again.
export async function listen(path, told, signal) {
    check(await serverOrPage(() => listenToServer(path, told, signal), () => askPage({ path }, told, signal)));
}
