// engine.js: the rules and the searches themselves, as WebAssembly: the server's own tasks, asked without a
// server. web/offline.h says what is called here.

const METHODS = { GET: 1, POST: 2 };
const NO_FILE = () => 8; // WASI's word for it: the C library could print, but nothing does

function refusal(message) {
    return { status: 400, text: `${JSON.stringify({ error: { status: 400, name: "syntax", message } })}\n` };
}

// What a body's member is as a parameter, by the rules of the server (web/body.c); undefined: it is none.
function parameter(name, value) {
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (typeof value !== "object") return value;
    if (value === null) return undefined;
    if (!Array.isArray(value)) throw new SyntaxError(`'${name}' is an object, and no parameter is`);
    if (!value.every((line) => typeof line === "string"))
        throw new SyntaxError(`'${name}' must be an array of strings`);
    return value.map((line) => `${line}\n`).join("");
}

export class Engine {
    // `module` is engine.wasm, compiled.
    constructor(module) {
        this.deadline = Infinity;
        this.stop = null; // or memory in which somebody else writes when nobody waits for the answer any more
        this.wasm = new WebAssembly.Instance(module, {
            ariadne: {
                limit: (seconds) => { this.deadline = performance.now() + seconds * 1000; },
                late: () => Number(performance.now() > this.deadline || this.stop && Atomics.load(this.stop, 0) !== 0),
                event: (name, data, size) => this.told(this.named(name), this.read(data, size)),
            },
            wasi_snapshot_preview1: {
                clock_time_get: (clock, precision, at) => {
                    const now = BigInt(Math.round(performance.now() * 1e6));
                    new DataView(this.wasm.memory.buffer).setBigUint64(at, now, true);
                    return 0;
                },
                fd_write: NO_FILE, fd_seek: NO_FILE, fd_close: NO_FILE,
            },
        }).exports;
        this.wasm._initialize();
    }

    // Answers a question, { path, body, streams }, with { status, text }; told(name, text) hears of the events
    // of a stream. A body is posted; it is what its JSON would be.
    ask({ path, body, streams = false }, told = () => {}) {
        const { pathname, searchParams } = new URL(path, "http://page/");
        this.told = told;
        this.deadline = Infinity;
        if (!this.wasm.begin()) throw new Error("out of memory");
        try {
            for (const [name, value] of searchParams) this.add(name, value);
            for (const [name, value] of Object.entries(body ?? {})) this.add(name, parameter(name, value));
        } catch (error) {
            if (error instanceof SyntaxError) return refusal(error.message);
            throw error;
        }
        const method = METHODS[body === undefined ? "GET" : "POST"];
        const status = this.wasm.ask(method, this.write(decodeURIComponent(pathname)), Number(streams));
        return { status, text: this.read(this.wasm.body(), this.wasm.body_size()) };
    }

    add(name, value) {
        if (value === undefined) return;
        if (name.includes("\0") || String(value).includes("\0"))
            throw new SyntaxError("the address cannot be read");
        if (typeof value === "number") this.wasm.add_number(this.write(name), value);
        else this.wasm.add(...this.write(name, value));
    }

    // ---- texts, which C ends with a zero ----

    write(...texts) {
        const bytes = new TextEncoder().encode(texts.map((text) => `${text}\0`).join(""));
        const at = this.wasm.room(bytes.length);
        if (!at) throw new Error("out of memory");
        new Uint8Array(this.wasm.memory.buffer).set(bytes, at);
        if (texts.length === 1) return at;
        return [at, at + bytes.indexOf(0) + 1];
    }

    read(at, size) {
        return new TextDecoder().decode(new Uint8Array(this.wasm.memory.buffer, at, size));
    }

    named(at) {
        return this.read(at, new Uint8Array(this.wasm.memory.buffer, at).indexOf(0));
    }
}
