// engineworker.js: a thread of the page with an engine of its own: a question in; its events and an answer out.
// It alone may compile WebAssembly: the server says so with this file.

import { Engine } from "./engine.js";

const ready = WebAssembly.compileStreaming(fetch(new URL("../engine.wasm", import.meta.url)))
    .then((module) => new Engine(module));
ready.catch(() => { /* whoever asks is told */ });

addEventListener("message", async ({ data: question }) => {
    let engine;
    try {
        engine = await ready;
    } catch (error) {
        postMessage({ missing: String(error) });
        return;
    }
    try {
        postMessage({ answer: engine.ask(question, (event, text) => postMessage({ event, text })) });
    } catch (error) {
        postMessage({ broken: String(error) });
    }
});
