#!/usr/bin/env python3
"""embed.py: opening books as a C source, for the engine that has no files.

    tools/embed.py OUT.c BOOK...

Makes the table web_books of web/books.h.
"""
import sys
from pathlib import Path

from pack import array


def main(out, *books):
    lines = ["/* Made by tools/embed.py from the opening books. */", '#include "web/books.h"', ""]
    table = []
    for number, book in enumerate(books):
        data = Path(book).read_bytes()
        lines.append(f"static const unsigned char book{number}[] = {{\n{array(data)}}};")
        table.append(f"    {{book{number}, {len(data)}}},")
    lines += ["const web_book web_books[] = {", *table, "    {.bytes = NULL}};", ""]
    Path(out).write_text("\n".join(lines))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
