#!/usr/bin/env python3
"""run.py: runs the command lines of a .cli file and compares what they print.

A file is a list of cases; each begins with its command and says all that is expected:

    # why this case is here
    $ ariadne solve foo
    < a line of standard input
    > a line of standard output
    ! a line of standard error
    = 2                            (the exit code; 0 when the line is missing)

The command is run by sh, with `ariadne` being the program under test, in a folder that is
empty at the first case of a file and removed after the last. Times, and the node
counts of the engine, which may change with every improvement of it, are compared as T and
N; so that a new game changes no file, the list of all games is compared as GAMES. Whatever is
printed with --json must be JSON.

    run.py PROGRAM FILE...            compare
    run.py --update PROGRAM FILE...   write what the program prints now into the files
"""

import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TIMES = [
    (re.compile(r"\d+\.\d{3} s(, \d+\.\d million a second)?"), "T s"),
    (re.compile(r'"seconds":[0-9.e+-]+'), '"seconds":T'),
    (re.compile(r"^( *\d+ +[\d,]+) +\d+\.\d{3}$", re.M), r"\1  T"),
    (re.compile(r"^(\S+ (?:win|draw|loss|unknown) \S+ \d+) \d+$", re.M), r"\1 T"),
]
NODES = [
    (re.compile(r"[\d,]+ nodes?"), "N nodes"),
    (re.compile(r'"nodes":\d+'), '"nodes":N'),
    (re.compile(r"^(\S+ (?:win|draw|loss|unknown) \S+) \d+ T$", re.M), r"\1 N T"),
]

# As the program must list them.
GAMES = ", ".join(re.findall(r"^GAME_FILE\((\w+)\)", (
    Path(__file__).resolve().parents[2] / "games/list.h").read_text(encoding="ascii"), re.M))

PLAIN_JSON = re.compile(r"--json\b[^|>]*$")  # not filtered by another program


class Case:
    def __init__(self, comments, command):
        self.comments = comments
        self.command = command
        self.stdin, self.stdout, self.stderr = [], [], []
        self.code = 0

    def text(self):
        lines = list(self.comments) + ["$ " + self.command]
        for mark, part in (("<", self.stdin), (">", self.stdout), ("!", self.stderr)):
            lines += [mark + " " + line if line else mark for line in part]
        if self.code:
            lines.append(f"= {self.code}")
        return "\n".join(lines) + "\n"


def read_cases(path):
    cases, comments = [], []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            mark, rest = line[:1], line[2:]
            if mark == "#":
                comments.append(line)
            elif mark == "$":
                cases.append(Case(comments, rest))
                comments = []
            elif mark == "":
                continue
            elif mark in "<>!=" and cases:
                case = cases[-1]
                if mark == "=":
                    case.code = int(rest)
                else:
                    {"<": case.stdin, ">": case.stdout, "!": case.stderr}[mark].append(rest)
            else:
                sys.exit(f"{path}:{number}: a line begins with # $ < > ! or =")
    return cases


def normal(text, command):
    """The lines of an output, without what may differ from run to run."""
    rules = list(TIMES)
    if "--algo" not in command or "--algo engine" in command:
        rules += NODES
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    text = text.replace(GAMES, "GAMES")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    else:
        lines[-1] += "(no newline)"
    return lines


def run(program, case, place):
    # No opening book but those that a case makes.
    environment = dict(os.environ, LC_ALL="C", ARIADNE_BOOKS="/dev/null")
    environment["PATH"] = os.path.dirname(os.path.abspath(program)) + ":" + os.environ["PATH"]
    done = subprocess.run(
        ["sh", "-c", case.command],
        input="".join(line + "\n" for line in case.stdin).encode(),
        capture_output=True, env=environment, cwd=place, check=False)
    out = done.stdout.decode("utf-8", "backslashreplace")
    error = done.stderr.decode("utf-8", "backslashreplace")
    if PLAIN_JSON.search(case.command):
        for line in out.splitlines():
            json.loads(line)  # whatever is printed must be JSON
    return normal(out, case.command), normal(error, case.command), done.returncode


def compare(path, case, result):
    """Shows what differs, line by line; how many of the three do."""
    failures = 0
    expected = (case.stdout, case.stderr, [str(case.code)])
    found = (result[0], result[1], [str(result[2])])
    for what, old, new in zip(("stdout", "stderr", "exit code"), expected, found):
        if old != new:
            failures += 1
            print(f"{path}: $ {case.command}")
            print("\n".join(difflib.unified_diff(old, new, what + " expected", what,
                                                 lineterm="")))
    return failures


def main():
    arguments = sys.argv[1:]
    update = arguments[:1] == ["--update"]
    program, *files = arguments[update:]
    failures = count = 0
    for path in files:
        cases = read_cases(path)
        count += len(cases)
        with tempfile.TemporaryDirectory() as place:
            for case in cases:
                result = run(program, case, place)
                if update:
                    case.stdout, case.stderr, case.code = result
                else:
                    failures += compare(path, case, result)
        if update:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(case.text() for case in cases))
    print(f"{count} commands, {failures} differences")
    sys.exit(1 if failures or not count else 0)


main()
