#!/usr/bin/env python3
"""check_join.py: are the page's modules joined as they were written (tools/join.py)?

    tests/web/check_join.py TOOLS STATIC
"""
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import join  # pylint: disable=wrong-import-position
import pack  # pylint: disable=wrong-import-position

STATIC = Path(sys.argv[2])
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def numbers(segment):
    """The numbers of a source map's segment, read by its description rather than by join.py."""
    found, value, shift = [], 0, 0
    for digit in map(DIGITS.index, segment):
        value, shift = value + ((digit & 31) << shift), shift + 5
        if not digit & 32:
            found.append(-(value >> 1) if value & 1 else value >> 1)
            value, shift = 0, 0
    return found


def places(source_map):
    """For each line of a joined script the module and its line, or None."""
    module = line = 0
    for segment in source_map["mappings"].split(";"):
        if not segment:
            yield None
            continue
        column, to_module, to_line, at = numbers(segment)
        module, line = module + to_module, line + to_line
        assert column == at == 0
        yield module, line


def check_map(made, name, folder):
    """Every line of every module stands in the joined script once, in its place, and unchanged but
    for its imports and exports."""
    source_map = json.loads(made[f"{name}.map"])
    lines = made[name].decode().split("\n")
    written = [(folder / Path(name).parent / path).resolve().read_text().rstrip().split("\n") for path in source_map["sources"]]
    seen = []
    for number, place in enumerate(places(source_map)):
        if not place:
            continue
        seen.append(place)
        here, there = lines[number], written[place[0]][place[1]]
        if not re.search(r"\b(import|export|from)\b", there):
            assert here == there, (name, number, here, there)
    assert seen == [(module, line) for module, text in enumerate(written) for line in range(len(text))], name
    return source_map["sources"]


def check_page():
    files = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in pack.visible(STATIC)}
    made, unasked = join.join(files, pack.address)
    sources = [Path("js", path).as_posix() for name in ("js/page.js", "js/views.js") for path in check_map(made, name, STATIC)]
    sources = [re.sub(r"^js/\.\./", "", path) for path in sources]
    # All modules of the page but its worker's, none twice.
    others = {"js/engine.js", "js/engineworker.js", "keep.js"}
    assert len(sources) == len(set(sources))
    assert set(sources) == {path for path in files if path.endswith(".js")} - others - {
        path for path in files if path.startswith("lang/") and path != "lang/en.js"}
    assert unasked >= {"js/main.js", "js/dom.js", "css/base.css", "source.html"} and not unasked & others
    assert join.join(files, pack.address) == (made, unasked)  # the same every time
    assert made["source.html"] == files["index.html"] and b"js/main.js" not in made["index.html"]
    styles = made["css/page.css"].decode()
    for sheet in re.findall(r'href="(css/[^"]+)"', made["source.html"].decode()):
        assert files[sheet].decode() in styles


PAGE = {"index.html": b'<link rel="icon" href="icon.svg">\n<link rel="stylesheet" href="a.css">\n<link rel="stylesheet" '
                      b'href="b.css">\n<script type="module" src="js/main.js"></script>\n',
        "icon.svg": b"<svg/>", "a.css": b"a {}\n", "b.css": b"b {}\n",
        "js/main.js": b'import { a as b } from "./a.js";\nimport c from "../lang/en.js";\nb(c, () => import("./later.js"));\n',
        "js/a.js": b"export function a() {}\n", "js/later.js": b'import { a } from "./a.js";\nexport const later = a;\n',
        "lang/en.js": b"export default { one: 1 };\n"}


def wrong(path, text):
    """What is said of a page with this module instead."""
    try:
        join.join({**PAGE, path: text}, pack.address)
    except join.Wrong as error:
        return str(error)
    raise AssertionError(f"{path}: {text} was joined")


def check_forms():
    made, _ = join.join(PAGE, pack.address)
    page = made["js/page.js"].decode()
    for line in ('const { a : b } = $parts["js/a.js"];', 'const { default: c } = $parts["lang/en.js"];',
                 'b(c, () => $view("js/later.js"));', "function a() {}", "return { a };", "return { default: $default };"):
        assert f"\n{line}\n" in page, (line, page)
    assert page.index("function a()") < page.index("const { a : b }")
    assert made["index.html"].count(b"stylesheet") == 1 and made["css/page.css"] == b"a {}\nb {}\n"
    for text, said in [(b'import "./a.js";', "not understood"), (b'import * as a from "./a.js";', "not understood"),
                       (b'export { a } from "./a.js";', "not understood"), (b"export let a = 1;", "not understood"),
                       (b"export const { a } = b;", "not understood"), (b'import { x } from "./x.js";', "js/x.js: there is no such"),
                       (b'import { m } from "./main.js";', "import each other"), (b"const $parts = 1;", "$parts is a name")]:
        assert said in wrong("js/a.js", text), (text, wrong("js/a.js", text))
    assert "when it is wanted" in wrong("js/later.js", b'import("./a.js");')
    assert "not found" in wrong("index.html", b"<p>")


check_forms()
check_page()
