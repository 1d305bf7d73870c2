// offline.js: asks the page's own engine, for when the server is away. As the server has two pools there are two
// threads: one for what takes a moment, one for thinking. Only by ending its thread can a question be given
// up; the next one gets a new thread. So thinking begins a little later: the page has shown by then what was
// clicked, and who goes through the moves of a game starts no thread for each of them.

const LATER = 80; // milliseconds

// There is no engine: it was not built, or not kept.
export class MissingEngine extends Error {}

let compiled; // the engine, once a thread has compiled it

class Lane {
    waiting = [];
    call = null; // the one that is being answered
    worker = null;

    constructor(later) {
        this.later = later;
    }

    // Answers with { status, text }; told(name, data) hears of the events of a stream.
    ask(question, told, signal) {
        return new Promise((resolve, reject) => {
            signal?.throwIfAborted();
            const call = { question, told, resolve, reject };
            signal?.addEventListener("abort", () => this.giveUp(call, signal.reason), { once: true });
            if (this.call) told?.("waiting", { ahead: this.waiting.length + 1 });
            this.waiting.push(call);
            if (this.later) setTimeout(() => this.next(), this.later);
            else this.next();
        });
    }

    next() {
        if (this.call || !this.waiting.length) return;
        this.call = this.waiting.shift();
        this.worker ??= this.start();
        this.worker.postMessage({ question: this.call.question, module: compiled });
    }

    start() {
        const worker = new Worker(new URL("./engineworker.js", import.meta.url), { type: "module" });
        worker.onmessage = ({ data }) => this.hear(data);
        worker.onerror = (event) => {
            event.preventDefault();
            this.hear({ missing: event.message });
        };
        return worker;
    }

    end() {
        if (!this.worker) return;
        this.worker.onmessage = this.worker.onerror = null;
        this.worker.terminate();
        this.worker = null;
    }

    hear({ event, text, answer, module, missing, broken }) {
        const { call } = this;
        if (module) {
            compiled = module;
            return;
        }
        if (event) {
            call.told?.(event, JSON.parse(text));
            return;
        }
        this.call = null;
        if (!answer) this.end();
        if (answer) call.resolve(answer);
        else if (broken) call.resolve({ status: 500, text: JSON.stringify({ error: { status: 500, name: "broken", message: broken } }) });
        else call.reject(new MissingEngine(missing));
        this.next();
    }

    giveUp(call, reason) {
        this.waiting = this.waiting.filter((other) => other !== call);
        if (this.call === call) {
            this.end();
            this.call = null;
            this.next();
        }
        call.reject(reason);
    }
}

const quick = new Lane(0), deep = new Lane(LATER);

// A question as the server would get it: { path, body }. With `told` it is a stream, and thinks.
export function askHere(question, told, signal) {
    return told ? deep.ask({ ...question, streams: true }, told, signal) : quick.ask(question, null, signal);
}

// The server is back: threads with nothing to do are not needed any more.
export function restHere() {
    for (const lane of [quick, deep]) if (!lane.call) lane.end();
}
