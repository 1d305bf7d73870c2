// api.js: the one place that talks to the server. The server keeps nothing between requests.

// What went wrong, in words for a person; status 0 when the server did not answer at all.
export class ApiError extends Error {
    constructor(message, status, details = {}) {
        super(message);
        this.status = status;
        this.details = details;
    }
}

const away = [];
// Tells when the server stops answering, and when it is back.
export function onReach(listener) {
    away.push(listener);
}
const KNOCK = 3000; // milliseconds
let reached = true;
function reach(now) {
    if (now === reached) return;
    reached = now;
    for (const listener of away) listener(now);
    if (!now) setTimeout(knock, KNOCK);
}

// While the server is away, it is asked now and then whether it is back.
function knock() {
    if (reached) return;
    fetch("api/server").then(() => reach(true), () => setTimeout(knock, KNOCK));
}

async function failure(response) {
    let body = {};
    try {
        body = await response.json();
    } catch {
        // not JSON: the status has to do
    }
    const error = body.error ?? {};
    return new ApiError(error.message ?? `${response.status} ${response.statusText}`,
        response.status, error);
}

async function send(path, { body, accept = "application/json", signal }) {
    try {
        const response = await fetch(path, body === undefined ? { headers: { Accept: accept }, signal } : {
            method: "POST",
            headers: { Accept: accept, "Content-Type": "application/json" },
            body: JSON.stringify(body),
            signal,
        });
        reach(!response.headers.has("X-Ariadne-Kept"));
        return response;
    } catch (error) {
        if (error.name === "AbortError") throw error;
        reach(false);
        throw new ApiError("", 0);
    }
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

export async function ask(path, body, signal) {
    const response = await patient(path, { body, signal });
    if (!response.ok) throw await failure(response);
    return response.json();
}

// Server-sent events, read from the answer itself so that its status can be seen. Calls
// told(name, data) for each; returns when the stream ends.
export async function listen(path, told, signal) {
    const response = await patient(path, { accept: "text/event-stream", signal });
    if (!response.ok) throw await failure(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
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
