#!/usr/bin/env python3
"""check_limits.py: the limits that docs/security.md names are those of the source.

    tools/check_limits.py [--self-test]

A row of a table is "| what | limit | `NAME` in `file` |": NAME is a #define of the file, or a member that an initialiser
there sets. Limits are numbers, bytes (kB, MB, GB) or seconds.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| .* \| ([^|]+) \| `(\w+)` in `([^`]+)` \|$", re.M)
UNITS = {"": 1, "kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "seconds": 1}


def value_in(source, name):
    """What a source gives this name; None when it does not."""
    found = re.search(rf"^#define {name} (.+?)(?:/\*.*)?$", source, re.M) or \
        re.search(rf"\.{name} = ([^,}}]+?)\s*[,}})]+\s*\\?$", source, re.M)
    if not found:
        return None
    text = re.sub(r"\((?:size_t|uint64_t|rlim_t)\)", "", found[1]).rstrip(" \\")
    text = text + ")" * (text.count("(") - text.count(")"))
    if not re.fullmatch(r"[0-9.<()+*/ -]+", text):
        return None
    return eval(text, {"__builtins__": {}})  # digits and operators alone


def limit_of(text):
    number, _, unit = text.partition(" ")
    return float(number) * UNITS[unit]


def wrong(document, read):
    """What is wrong with a document whose sources `read` gives."""
    rows, found = ROW.findall(document), []
    if not rows:
        found.append("there are no limits")
    for limit, name, path in rows:
        value = value_in(read(path), name)
        if value is None:
            found.append(f"{path} does not say what {name} is")
        elif value != limit_of(limit):
            found.append(f"{name} is {value} in {path}, not {limit}")
    return found


def self_test():
    source = "#define A ((size_t)4 << 10) /* bytes */\n#define B 1.5\n    ((x){.c = 30,   \\\n         .d = (size_t)2 << 20})\n"
    rows = {"| a | 4 kB | `A` in `x` |": True, "| a | 5 kB | `A` in `x` |": False, "| b | 1.5 seconds | `B` in `x` |": True,
            "| c | 30 | `c` in `x` |": True, "| c | 31 | `c` in `x` |": False, "| d | 2 MB | `d` in `x` |": True,
            "| e | 1 | `E` in `x` |": False, "nothing": False}
    for row, good in rows.items():
        assert (not wrong(row, lambda path: source)) == good, row


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        sys.exit(0)
    WRONG = wrong((ROOT / "docs/security.md").read_text(), lambda path: (ROOT / path).read_text())
    print("\n".join(f"docs/security.md: {line}" for line in WRONG), end="\n" if WRONG else "")
    sys.exit(1 if WRONG else 0)
