#!/usr/bin/env python3
"""experiments.py: reruns the experiments and writes their numbers into docs/experiments.md.

    tools/experiments.py PROGRAM DIR          run all into DIR, then write the page
    tools/experiments.py --written DIR        write the page from what lies in DIR

In the page, the lines between <!-- NAME.csv columns --> and <!-- end --> are the table of that
file; "columns" are those to show, all when none are named.
"""
import csv
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "experiments.md"
BLOCK = re.compile(r"<!-- (\S+\.csv)((?: \S+)*) -->\n.*?<!-- end -->\n", re.DOTALL)


def run(program, folder):
    subprocess.run([program, "experiment", "all", "--out", folder], check=True)
    subprocess.run([program, "experiment", "order-time", "--eval", "pattern",
                    "--out", str(Path(folder) / "pattern")], check=True)


def table(folder, name, columns):
    with open(Path(folder) / name, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    shown = [rows[0].index(column) for column in columns] or range(len(rows[0]))
    lines = [[row[i] for i in shown] for row in rows]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def write(folder):
    def block(match):
        name, columns = match[1], match[2].split()
        return (f"<!-- {name}{match[2]} -->\n" + table(folder, name, columns) +
                "<!-- end -->\n")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(block, page), encoding="utf-8")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if sys.argv[1] != "--written":
        run(sys.argv[1], sys.argv[2])
    write(sys.argv[2])


if __name__ == "__main__":
    main()
