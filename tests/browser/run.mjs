// run.mjs: all tests of the page, with one server and one browser.

import { test } from "node:test";
import { start, stop, tests } from "./harness.mjs";
import "./models.mjs";
import "./play.mjs";
import "./analysis.mjs";
import "./tree.mjs";
import "./maze.mjs";
import "./puzzles.mjs";
import "./keys.mjs";
import "./page.mjs";
import "./offline.mjs";

test("the page", async (all) => {
    await start();
    try {
        for (const [name, run] of tests) await all.test(name, run);
    } finally {
        await stop();
    }
});
