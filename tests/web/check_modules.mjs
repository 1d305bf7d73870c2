// check_modules.mjs: every module of the page is JavaScript: what a merge has broken is not found by what only joins them.
//
//     node --experimental-vm-modules --no-warnings tests/web/check_modules.mjs FOLDER

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const files = ["js", "lang"].flatMap((folder) => readdirSync(join(process.argv[2], folder)).map((name) => join(folder, name)))
    .filter((name) => name.endsWith(".js"));
for (const name of files) new vm.SourceTextModule(readFileSync(join(process.argv[2], name), "utf8"), { identifier: name });
console.log(`${files.length} modules`);
