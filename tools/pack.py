#!/usr/bin/env python3
"""pack.py: packs the files of a folder into a C source, so that the program needs none.

    tools/pack.py FOLDER OUT.c DEPFILE [FILE...]

The folder's files, and the others as if they stood in it, become the table web_files of
web/web.h. One more is made here: files.json has the tag of each, so that the page can see
which of those it keeps have changed. The depfile names them and their folders, so that the
build sees changed, new and removed ones.
"""
import hashlib
import json
import sys
from pathlib import Path

TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png",
    ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
    ".wasm": "application/wasm",
}


LISTING = "/files.json"


def type_of(path):
    suffix = Path(path).suffix
    if suffix not in TYPES:
        sys.exit(f"pack.py: {path}: no type is known for '{suffix}' files")
    return TYPES[suffix]


def visible(folder):
    """Files below the folder without those that editors leave behind."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and not any(
        part.startswith(".") or part.endswith("~") for part in path.relative_to(folder).parts))


def array(data):
    lines = [",".join(map(str, data[at:at + 24])) for at in range(0, len(data), 24)]
    return ",\n".join(lines) or "0"


def quoted(text):
    return json.dumps(text)  # as C would write it: nothing here goes beyond ASCII


def source(files):
    """The table of (path, bytes), in the order of the paths."""
    tags = {path: '"' + hashlib.sha256(data).hexdigest()[:32] + '"' for path, data in files}
    listing = json.dumps({path.removeprefix("/"): tag for path, tag in sorted(tags.items())},
                         indent=0).encode() + b"\n"
    tags[LISTING] = '"' + hashlib.sha256(listing).hexdigest()[:32] + '"'
    out = ["/* Made by tools/pack.py from the page's files. */", '#include "web/web.h"', ""]
    table = []
    for number, (path, data) in enumerate(sorted([*files, (LISTING, listing)])):
        out.append(f"static const unsigned char file{number}[] = {{\n{array(data)}}};")
        table.append(f"    {{{quoted(path)}, {quoted(type_of(path))}, {quoted(tags[path])}, "
                     f"file{number}, {len(data)}}},")
    out += ["const web_file web_files[] = {", *table, "    {.path = NULL}};", ""]
    return "\n".join(out)


def main(folder, out, depfile, *others):
    folder = Path(folder)
    files = [("/" + path.relative_to(folder).as_posix(), path) for path in visible(folder)]
    files += [("/" + Path(other).name, Path(other)) for other in others]
    Path(out).write_text(source([(name, path.read_bytes()) for name, path in files]))
    folders = sorted(path for path in [folder, *folder.rglob("*")] if path.is_dir())
    needs = " ".join(str(path).replace(" ", "\\ ")
                     for path in [*folders, *(path for _, path in files)])
    Path(depfile).write_text(f"{out}: {needs}\n")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
