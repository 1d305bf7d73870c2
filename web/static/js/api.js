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

const KNOCK = 3000; // milliseconds
const listeners = [];
let reached = true; // the server
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

// A gateway in front of the server says so when there is none behind it.
const isAway = ({ status }) => status === 502 || status === 504;

// The request has failed: it is no longer wanted, or the server is away.
function lost(error) {
    if (error.name === "AbortError") throw error;
    if (reached) setTimeout(knock, KNOCK);
    reached = false;
    throw new Away();
}

// While the server is away, it is asked now and then whether it is back.
async function knock() {
    const response = await fetch("api/server").catch(() => null);
    if (!response || isAway(response)) {
        setTimeout(knock, KNOCK);
        return;
    }
    reached = true;
    restHere();
    tell();
}

// ---- the server ----

async function send(path, { body, accept = "application/json", signal }) {
    const response = await fetch(path, body === undefined ? { headers: { Accept: accept }, signal } : {
        method: "POST",
        headers: { Accept: accept, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal,
    }).catch(lost);
    return isAway(response) ? lost(new Error()) : response;
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
        const response = await send(path, request);
        if (response.status !== 503 || attempt === 5) return response;
        await pause(Math.min(10, Number(response.headers.get("Retry-After") ?? 1) || 0), request.signal);
    }
}

async function askServer(path, body, signal) {
    const response = await patient(path, { body, signal });
    return { status: response.status, text: await response.text().catch(lost) };
}

// Server-sent events, read from the answer itself so that its status can be seen.
async function listenToServer(path, told, signal) {
    const response = await patient(path, { accept: "text/event-stream", signal });
    if (!response.ok) return { status: response.status, text: await response.text().catch(lost) };
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const { done, value } = await reader.read().catch(lost);
        if (done) return { status: 200 };
        const blocks = (rest + value).split(/\r?\n\r?\n/);
        rest = blocks.pop();
        for (const block of blocks) {
            let name = "message";
            const data = [];
            for (const line of block.split(/\r?\n/)) {
                if (line.startsWith("event:")) name = line.slice(6).trim();
                else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
            }
            if (data.length) told(name, JSON.parse(data.join("\n")));
        }
    }
}

// ---- the page itself ----

async function askPage(question, told, signal) {
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
