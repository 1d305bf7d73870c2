#!/usr/bin/env python3
"""pack.py: packs the page into a C source, so that the program needs no files.

    tools/pack.py FOLDER OUT.c DEPFILE [FILE...]

The folder's files, the others as if they stood in it, and what tools/join.py makes of them become the
table web_files of web/web.h, each as it is and, where that is smaller, compressed. One more is made
here: files.json has the tag of each that the page asks for, so that it can see which of those it
keeps have changed. The depfile names them and their folders, so that the build sees changed, new and
removed ones.
"""
import gzip
import hashlib
import json
import sys
from pathlib import Path

import join

TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png",
    ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
    ".wasm": "application/wasm", ".map": "application/json",
}


LISTING = "files.json"


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


def digest(data):
    return hashlib.sha256(data).hexdigest()[:32]


def tag(data):
    """As HTTP has it: the same for a file as it is and compressed, and therefore a weak one."""
    return f'W/"{digest(data)}"'


def address(path, text):
    """By this a file is asked for that may be kept for ever: what it holds has no other."""
    return f"{path}?v={digest(text.encode())}"


def compressed(data):
    """The same bytes every time, and none where they are not fewer."""
    packed = gzip.compress(data, 9, mtime=0)
    return packed if len(packed) < len(data) else b""


def source(files):
    """The table of the files, by path."""
    out = ["/* Made by tools/pack.py from the page's files. */", '#include "web/web.h"', ""]
    table = []
    for number, (path, data) in enumerate(sorted(files.items())):
        packed = compressed(data)
        out.append(f"static const unsigned char file{number}[] = {{\n{array(data)}}};")
        if packed:
            out.append(f"static const unsigned char packed{number}[] = {{\n{array(packed)}}};")
        table.append(f"    {{{quoted('/' + path)}, {quoted(type_of(path))}, {quoted(tag(data))}, file{number}, {len(data)}, "
                     f"{f'packed{number}' if packed else 'NULL'}, {len(packed)}}},")
    out += ["const web_file web_files[] = {", *table, "    {.path = NULL}};", ""]
    return "\n".join(out)


def whole(files):
    """The files with those that are made of them."""
    made, unasked = join.join(files, address)
    files = {**files, **made}
    tags = {path: tag(data) for path, data in sorted(files.items()) if path not in unasked}
    files[LISTING] = json.dumps(tags, indent=0).encode() + b"\n"
    return files


def main(folder, out, depfile, *others):
    folder = Path(folder)
    paths = {path.relative_to(folder).as_posix(): path for path in visible(folder)}
    paths |= {Path(other).name: Path(other) for other in others}
    try:
        files = whole({name: path.read_bytes() for name, path in paths.items()})
    except join.Wrong as wrong:
        sys.exit(f"join.py: {wrong}")
    Path(out).write_text(source(files))
    folders = sorted(path for path in [folder, *folder.rglob("*")] if path.is_dir())
    needs = " ".join(str(path).replace(" ", "\\ ") for path in [*folders, *paths.values(), Path(join.__file__)])
    Path(depfile).write_text(f"{out}: {needs}\n")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
