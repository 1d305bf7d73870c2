#!/usr/bin/env python3
"""pack.py: packs the files of a folder into a C source, so that the program needs none.

    tools/pack.py FOLDER OUT.c DEPFILE

The folder's files become the table web_files of web/web.h. The depfile names them and their
folders, so that the build sees changed, new and removed ones.
"""
import hashlib
import sys
from pathlib import Path

TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png",
    ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
}


def visible(folder):
    """Files below the folder without those that editors leave behind."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and not any(
        part.startswith(".") or part.endswith("~") for part in path.relative_to(folder).parts))


def array(data):
    lines = [",".join(map(str, data[at:at + 24])) for at in range(0, len(data), 24)]
    return ",\n".join(lines) or "0"


def source(folder, files):
    out = ["/* Made by tools/pack.py from the page's files. */", '#include "web/web.h"', ""]
    table = []
    for number, path in enumerate(files):
        data = path.read_bytes()
        if path.suffix not in TYPES:
            sys.exit(f"pack.py: {path}: no type is known for '{path.suffix}' files")
        name = "/" + path.relative_to(folder).as_posix()
        out.append(f"static const unsigned char file{number}[] = {{\n{array(data)}}};")
        tag = hashlib.sha256(data).hexdigest()[:32]
        table.append(f'    {{"{name}", "{TYPES[path.suffix]}", "\\"{tag}\\"", '
                     f"file{number}, {len(data)}}},")
    out += ["const web_file web_files[] = {", *table, "    {.path = NULL}};", ""]
    return "\n".join(out)


def main(folder, out, depfile):
    folder = Path(folder)
    files = visible(folder)
    Path(out).write_text(source(folder, files))
    folders = sorted(path for path in [folder, *folder.rglob("*")] if path.is_dir())
    needs = " ".join(str(path).replace(" ", "\\ ") for path in [*folders, *files])
    Path(depfile).write_text(f"{out}: {needs}\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
