"""join.py: joins the page's modules, so that a browser asks for few files (tools/pack.py packs them):

    js/page.js       main.js and all that it imports
    js/views.js      what main.js imports only when it is wanted
    css/page.css     the style sheets of index.html
    index.html       asks for these, by addresses that change with what they hold
    source.html      index.html as it was written: the page from its own files, to look into

A joined script has its modules one after the other, each in a function of its own, with what it
exports in $parts, by its path; a source map shows a browser's debugger the modules as they were
written. Only those forms of import and export are understood that the page uses; others are an error.
"""
import json
import posixpath
import re
from urllib.parse import quote

MAIN, PAGE, VIEWS, STYLES = "js/main.js", "js/page.js", "js/views.js", "css/page.css"
INDEX, SOURCE, ICON = "index.html", "source.html", "icon.svg"

IMPORT = re.compile(r'^import\s+(\{[^}]*\}|\w+)\s+from\s+"([^"]+)";', re.M)
LATER = re.compile(r'\bimport\("([^"]+)"\)')  # those with a name that is made up are of files by themselves
EXPORT = re.compile(r"^export\s+(?:((?:async\s+)?function|class|const)\s+(\w+)|default\b)", re.M)
SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n')

PAGE_HEAD = """// Made by tools/join.py from js/main.js and what it imports.
const $parts = {{}};
export {{ $parts as parts }};
async function $view(path) {{
    (await import("./{views}")).add($parts);
    return $parts[path];
}}
"""
VIEWS_HEAD = """// Made by tools/join.py from what js/main.js imports when it is wanted.
export function add($parts) {
    if ("%s" in $parts) return;
"""


class Wrong(Exception):
    """What cannot be joined."""


def named(importer, name):
    """The path of what a module imports."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), name))


def in_order(entries, sources, known=()):
    """The modules that some need, each after those it needs itself, without those that are known."""
    order, under_way = [], []

    def visit(path):
        if path in order or path in known:
            return
        if path in under_way or path not in sources:
            raise Wrong(f"{' -> '.join([*under_way, path])}: " +
                        ("modules import each other" if path in under_way else "there is no such module"))
        under_way.append(path)
        for _, name in IMPORT.findall(sources[path]):
            visit(named(path, name))
        order.append(under_way.pop())

    for entry in entries:
        visit(entry)
    return order


def part(path, source):
    """A module as a statement that adds it to the parts: a line, the module's own, and two lines."""
    given = []
    taken = re.search(r"\$(parts|view|default)\b", source)
    if taken:
        raise Wrong(f"{path}: {taken.group()} is a name of joined scripts")

    def take(found):
        what, origin = found.group(1), json.dumps(named(path, found.group(2)))
        names = re.sub(r"\bas\b", ":", what) if what[0] == "{" else f"{{ default: {what} }}"
        return f"const {names} = $parts[{origin}];"

    def give(found):
        kind, name = found.groups()
        given.append(name or "default: $default")
        return f"{kind} {name}" if name else "const $default ="

    text = EXPORT.sub(give, IMPORT.sub(take, source))
    text = LATER.sub(lambda found: f"$view({json.dumps(named(path, found.group(1)))})", text)
    wrong = re.search(r"^(import\b(?!\()|export\b).*", text, re.M)
    if wrong:
        raise Wrong(f"{path}: this form is not understood: {wrong.group()}")
    return f"$parts[{json.dumps(path)}] = (() => {{\n{text.rstrip()}\nreturn {{ {', '.join(given)} }};\n}})();\n"


def digits(value):
    """A number as source maps write it: in base 64, with the sign last."""
    rest, out = abs(value) << 1 | (value < 0), ""
    while rest or not out:
        rest, digit = rest >> 5, rest & 31
        out += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[digit | (32 if rest else 0)]
    return out


def joined(name, head, order, sources, tail=""):
    """A joined script and its source map: which line of which module each of its lines is."""
    text, lines, last = head, [""] * head.count("\n"), (0, 0)
    for index, path in enumerate(order):
        added = part(path, sources[path])
        lines.append("")
        for line in range(added.count("\n") - 3):
            lines.append(f"A{digits(index - last[0])}{digits(line - last[1])}A")
            last = index, line
        lines += ["", ""]
        text += added
    folder, file = posixpath.split(name)
    source_map = {"version": 3, "sources": [posixpath.relpath(path, folder) for path in order], "names": [],
                  "mappings": ";".join(lines)}
    return {name: f"{text}{tail}//# sourceMappingURL={file}.map\n", f"{name}.map": json.dumps(source_map) + "\n"}


def join(files, address):
    """From the page's files, by path, those that are made of them, and the paths of those that only
    source.html or a debugger asks for. address(path, text) is by what a made file is asked for."""
    sources = {path: data.decode() for path, data in files.items() if path.endswith(".js")}
    page = in_order([MAIN], sources)
    later = in_order([named(path, name) for path in page for name in LATER.findall(sources[path])], sources, page)
    for path in later:
        if LATER.search(sources[path]):
            raise Wrong(f"{path}: only what {MAIN} imports at once may import more when it is wanted")
    made = joined(VIEWS, VIEWS_HEAD % later[0], later, sources, "}\n")
    views = posixpath.relpath(address(VIEWS, made[VIEWS]), posixpath.dirname(PAGE))
    made |= joined(PAGE, PAGE_HEAD.format(views=views), page, sources)

    index = files[INDEX].decode()
    sheets = SHEET.findall(index)
    if not sheets or index.count(f'src="{MAIN}"') != 1:
        raise Wrong(f"{INDEX}: its style sheets or its script are not found")
    made[STYLES] = "".join(files[sheet].decode() for sheet in sheets)
    made[SOURCE] = index
    index = SHEET.sub("", index, len(sheets) - 1)
    index = SHEET.sub(f'<link rel="stylesheet" href="{address(STYLES, made[STYLES])}">\n', index)
    index = index.replace(f'src="{MAIN}"', f'src="{address(PAGE, made[PAGE])}"')
    # A browser asks for its icon again whenever the address changes.
    icon = " ".join(files[ICON].decode().split())
    made[INDEX] = index.replace(f'rel="icon" href="{ICON}"', f'rel="icon" href="data:image/svg+xml,{quote(icon)}"')

    unasked = {*page, *later, *sheets, SOURCE, f"{PAGE}.map", f"{VIEWS}.map"}
    return ({path: text.encode() for path, text in made.items()},
            {path for path in unasked if not path.startswith("lang/")})
