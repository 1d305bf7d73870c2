// engineworker.js: a thread of the page with an engine of its own: a question in; its events and an answer out.
// It alone may compile WebAssembly: the server says so with this file. What one has compiled, the others get with
// their first question.

import { Engine } from "./engine.js";

let known; // the engine, compiled
async function load(module) {
    known ??= module;
    if (!known) {
        known = await WebAssembly.compileStreaming(fetch(new URL("../engine.wasm", import.meta.url)));
        postMessage({ module: known });
    }
    return new Engine(known);
}

let ready;
addEventListener("message", async ({ data: { question, module, stop } }) => {
    let engine;
    try {
        engine = await (ready ??= load(module));
    } catch (error) {
        postMessage({ missing: String(error) });
        return;
    }
    engine.stop = stop;
    try {
        postMessage({ answer: engine.ask(question, (event, text) => postMessage({ event, text })) });
    } catch (error) {
        ready = undefined; // what is left of it is of no use
        postMessage({ broken: String(error) });
    }
});
