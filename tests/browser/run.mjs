// run.mjs: all tests of the page, with one server and one browser; while working, those whose names have some words:
//
//     node --test-reporter=spec tests/browser/run.mjs ARIADNE PACKAGES ARTEFACTS [WORDS]

import { test } from "node:test";
import { start, stop, tests } from "./harness.mjs";
import "./models.mjs";
import "./play.mjs";
import "./boards.mjs";
import "./trips.mjs";
import "./keeping.mjs";
import "./welcome.mjs";
import "./analysis.mjs";
import "./parts.mjs";
import "./tree.mjs";
import "./code.mjs";
import "./maze.mjs";
import "./puzzles.mjs";
import "./keys.mjs";
import "./page.mjs";
import "./screens.mjs";
import "./offline.mjs";
import "./sites.mjs";

test("the page", async (all) => {
    await start();
    try {
        const wanted = new RegExp(process.argv[5] ?? "");
        for (const [name, run] of tests.filter(([words]) => wanted.test(words))) await all.test(name, run);
    } finally {
        await stop();
    }
});
