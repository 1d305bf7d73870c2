// offline.js: asks the page's own engine, for when the server is away. There is a thread for what takes a moment, one
// for short thinking, as of a move, and one for streams, so that none waits for a slower kind. A question that is given up
// is told to stop, by memory shared with its thread. Where browsers share none, as over plain HTTP, only the end of its
// thread ends it, which may take them two seconds. Streams begin a little later: the page has shown by then what was
// clicked, and who goes through the moves of a game starts no thread for each of them.

const LATER = 80; // milliseconds

// What takes a moment.
const MOMENT = /^api\/(server|games|states?|export|import|maze|maze\/generate|database)(\?|$)/;

// There is no engine: it was not built, or not kept.
export class MissingEngine extends Error {}

let compiled; // the engine, once a thread has compiled it
let holding = false; // whether threads are held (see below)

class Thread {
    stop = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

    constructor() {
        this.worker = new Worker(new URL("./engineworker.js", import.meta.url), { type: "module" });
        this.worker.onmessage = ({ data }) => this.hear(data);
        this.worker.onerror = (event) => {
            event.preventDefault();
            this.hear({ missing: event.message });
        };
    }

    // One question at a time; heard(message) is called for its events and its answer.
    ask(question, heard) {
        this.heard = heard;
        if (this.stop) Atomics.store(this.stop, 0, 0);
        this.worker.postMessage({ question, module: compiled, stop: this.stop });
    }

    hear(message) {
        if (message.module) compiled = message.module;
        else this.heard(message);
    }

    end() {
        this.heard = () => {};
        this.worker.terminate();
    }
}

class Lane {
    waiting = [];
    call = null; // the one that is being answered
    thread = null;
    spare = []; // threads that have nothing to do

    constructor(later, held) {
        Object.assign(this, { later, held });
    }

    // Answers with { status, text }; told(name, data) hears of the events of a stream.
    ask(question, told, signal) {
        return new Promise((resolve, reject) => {
            signal?.throwIfAborted();
            const call = { question, told, resolve, reject };
            signal?.addEventListener("abort", () => this.giveUp(call, signal.reason), { once: true });
            if (this.call) told?.("waiting", { ahead: this.waiting.length + 1 });
            this.waiting.push(call);
            this.soon();
        });
    }

    soon() {
        if (this.later) setTimeout(() => this.next(), this.later);
        else this.next();
    }

    next() {
        if (this.call || !this.waiting.length) return;
        this.thread ??= this.spare.pop() ?? (holding ? null : new Thread());
        if (!this.thread) return; // until one comes back
        this.call = this.waiting.shift();
        this.thread.ask(this.call.question, (message) => this.hear(message));
    }

    hear({ event, text, answer, missing, broken }) {
        const { call } = this;
        if (event) {
            call.told?.(event, JSON.parse(text));
            return;
        }
        this.call = null;
        if (answer) {
            call.resolve(answer);
        } else if (broken) {
            call.resolve({ status: 500, text: JSON.stringify({ error: { status: 500, name: "broken", message: broken } }) });
        } else {
            this.thread.end();
            this.thread = null;
            call.reject(new MissingEngine(missing));
        }
        this.next();
    }

    giveUp(call, reason) {
        this.waiting = this.waiting.filter((other) => other !== call);
        if (this.call === call) {
            this.leave();
            this.call = null;
            this.soon(); // what waited behind it may be given up next
        }
        call.reject(reason);
    }

    // The thread is not wanted any more.
    leave() {
        const { thread, call } = this;
        if (!thread) return;
        this.thread = null;
        if (call && thread.stop) Atomics.store(thread.stop, 0, 1);
        if (call && (thread.stop || holding)) {
            thread.heard = ({ event }) => {
                if (event) return;
                this.spare.push(thread);
                this.soon();
            };
        } else if (holding) {
            this.spare.push(thread);
        } else {
            thread.end();
        }
    }

    // Nothing is asked here for now.
    rest() {
        if (!this.call) this.leave();
        if (!holding) for (const thread of this.spare.splice(0)) thread.end();
    }
}

const quick = new Lane(0, 1), short = new Lane(0, 1), deep = new Lane(LATER, 2);

// A question as the server would get it: { path, body }. With `told` it is a stream.
export function askHere(question, told, signal) {
    if (told) return deep.ask({ ...question, streams: true }, told, signal);
    return (MOMENT.test(question.path) ? quick : short).ask(question, null, signal);
}

// The server is back: threads with nothing to do are not needed any more.
export function restHere() {
    for (const lane of [quick, short, deep]) lane.rest();
}

// Where the browser keeps nothing of the page, no thread can be started once the server has left. There, some are started
// in time and held from then on: what is given up is thought to its end, unheard, and its thread is used again. False
// when there is no engine.
export async function holdHere() {
    const ready = (thread) => new Promise((resolve) => {
        thread.ask({ path: "api/server" }, ({ answer }) => resolve(Boolean(answer)));
    });
    for (const lane of [quick, short, deep])
        while (lane.spare.length < lane.held) {
            const thread = new Thread();
            if (!await ready(thread)) {
                thread.end();
                return false;
            }
            lane.spare.push(thread);
        }
    return holding = true;
}
