#!/usr/bin/env python3
"""check_docs.py: are the documents true?

    tools/check_docs.py PROGRAM            exit 1 and what differs
    tools/check_docs.py --update PROGRAM   writes what the program prints into them
    tools/check_docs.py --self-test        does it find what is not true?

In README.md, CONTRIBUTING.md and docs/*.md, a fenced block whose first line begins with
"$ ariadne" is a session: each "$ " line is run by the shell in an empty folder (shared by
the blocks of one document), and what it prints, errors included, must follow. Times and
speeds may differ, and a line "..." stands for any number of lines. Links to files of the
project must lead somewhere. How many packages README.md says that a job of make asks for, as in
"`make run` asks for 10 packages", is how many tools/setup.sh lists for it. In a table of techniques
(docs/search.md), what stands in backquotes in the second column is a file or a name of the source.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

NUMBER = r"[\d.,]*\d(?:e[+-]?\d+)?"
MASKS = [(re.compile(pattern), to) for pattern, to in [
    (rf'("(?:seconds|speed)": ?){NUMBER}', r"\1TIME"),
    (rf"(?:, )?{NUMBER} ?(?:million|[kMG])? ?(?:nodes ?)?(?:/ ?s|a second|per second)\b", ""),
    (r"^(\S+ (?:win|draw|loss) -?\d+ \d+) \d+$", r"\1 TIME"),  # a line of a batch
    (rf"{NUMBER} ?(?:ns|us|µs|ms|s|seconds?|minutes?)\b", "TIME"),
]]
BLOCK = re.compile(r"^```[a-z]*\n(\$ ariadne.*?)^```$", re.MULTILINE | re.DOTALL)
PACKAGES = re.compile(r"`make (\w+)` asks for (\d+) packages")
JOBS = {"run": "build"}  # of tools/setup.sh, where it is called otherwise
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


def masked(line):
    for pattern, to in MASKS:
        line = pattern.sub(to, line)
    return re.sub(r" {2,}", "  ", line.rstrip())  # columns move when times do


def same(wanted, got):
    """Do the lines agree? Where "..." stands, any number of lines may."""
    if not wanted:
        return not got
    if wanted[0].strip() == "...":
        return any(same(wanted[1:], got[skip:]) for skip in range(len(got) + 1))
    return bool(got) and masked(wanted[0]) == masked(got[0]) and same(wanted[1:], got[1:])


def commands(block):
    """The block as pairs of a command's lines and the lines that follow it."""
    pairs = []
    continued = False
    for line in block.splitlines():
        if continued:
            pairs[-1][0].append(line)
        elif line.startswith("$ "):
            pairs.append(([line], []))
        else:
            pairs[-1][1].append(line)
        continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    return pairs


def run(program, command, folder):
    """What a command prints, and how it ended if a signal ended it."""
    text = "\n".join(command)[2:]
    path = f"{Path(program).resolve().parent}:{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", text], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={"PATH": path, "HOME": folder, "LANG": "C.UTF-8"},
                          check=False)
    lines = done.stdout.splitlines()
    if done.returncode < 0 or done.returncode > 130:
        lines.append(f"ended by signal {abs(done.returncode) % 128}")
    return lines


def check(program, document, update=False):
    """What is not true in one document; updated in place if wanted."""
    found = []
    text = document.read_text()

    def session(block):
        lines = []
        for command, wanted in commands(block[1]):
            got = run(program, command, folder)
            lines += command
            if same(wanted, got):
                lines += wanted
                continue
            lines += got
            found.append("\n".join([f"{document.name}: {command[0]}", "  it says:"] +
                                   ["    " + line for line in wanted] + ["  it prints:"] +
                                   ["    " + line for line in got]))
        opening = block[0].split("\n", 1)[0]
        return "\n".join([opening, *lines, "```"])

    with tempfile.TemporaryDirectory() as folder:
        new = BLOCK.sub(session, text)
    if update and new != text:
        document.write_text(new)
    for link in LINK.finditer(text):
        if "://" not in link[1] and not (document.parent / link[1]).exists():
            found.append(f"{document.name}: the link to {link[1]} leads nowhere")
    return found


SELF_TEST = [
    # document, how many complaints
    ("Text\n```\n$ ariadne one\none 1.25 s\n$ ariadne two\ntwo\n```\n", 0),
    ("```console\n$ ariadne one\none 77 s\n```\n", 0),
    ("```\n$ ariadne one\nanother 1 s\n```\n", 1),
    ("```\n$ ariadne two\n```\n", 1),
    ("```\n$ ariadne two\ntwo\nthree\n```\n", 1),
    ("```\n$ ariadne many\n1\n...\n5\n```\n", 0),
    ("```\n$ ariadne many\n1\n...\n4\n```\n", 1),
    ("```\n$ ariadne many | \\\n  head -n 1\n1\n```\n", 0),
    ("```\n$ ariadne one\nwrong\n$ ariadne two\nwrong\n```\n", 2),
    ("```\n$ ariadne crash\n```\n", 1),
    ("```\n$ make run\nnot a session\n```\n", 0),
    ("[here](doc.md) [there](https://example.org/x) [part](doc.md#a)\n", 0),
    ("[nowhere](gone.md)\n", 1),
]
STAND_IN = """#!/bin/sh
case $1 in
one) echo "one 3.5 s" ;;
two) echo two ;;
many) seq 5 ;;
crash) kill -SEGV $$ ;;
esac
"""


def packages(root, text):
    """What is said of packages that is not so."""
    found = []
    for job, number in PACKAGES.findall(text):
        said = subprocess.run([root / "tools/setup.sh", "--list", JOBS.get(job, job)], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        if len(said.split()) != int(number):
            found.append(f"make {job} asks for {len(said.split())} packages, not {number}")
    return found


def techniques(root, text):
    """The names in the second column of the table of techniques that the source does not have."""
    source = {path: path.read_text() for folder in ("src", "games", "include")
              for path in (root / folder).rglob("*") if path.suffix in (".c", ".h", ".inc", ".def")}
    words = "\n".join(source.values())
    files = {path.relative_to(root).as_posix() for path in source}
    table = text[text.find("| technique |"):].split("\n\n")[0]
    found = []
    for row in table.splitlines()[2:]:
        for name in re.findall(r"`([^`]+)`", row.split("|")[2]):
            is_file = any(("/" + path).endswith("/" + name) or path.startswith(name)
                          for path in files)
            if not is_file and not re.search(rf"\b{re.escape(name)}\b", words):
                found.append(f"docs/search.md: there is no {name}")
    return found


def self_test():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        program, document = Path(folder, "ariadne"), Path(folder, "doc.md")
        program.write_text(STAND_IN)
        program.chmod(0o755)
        for text, expected in SELF_TEST:
            document.write_text(text)
            found = check(program, document)
            if len(found) != expected:
                wrong.append(f"{text!r}: expected {expected} complaints, got {found}")
            check(program, document, update=True)
            left = [line for line in check(program, document) if "link" not in line]
            if left:
                wrong.append(f"{text!r}: still wrong after the update: {left}")
    root = Path(__file__).resolve().parents[1]
    if len(packages(root, "`make run` asks for 1 packages")) != 1:
        wrong.append("a wrong number of packages is not found")
    table = "| technique | where |\n|---|---|\n| x | `minimax.inc`, `b_after`, `no_such_thing` |\n"
    if len(techniques(root, table)) != 1:
        wrong.append("the one name that is not in the source is not found")
    return wrong


def main(arguments):
    if arguments == ["--self-test"]:
        found = self_test()
    else:
        update = arguments[:1] == ["--update"]
        if len(arguments) != 1 + update:
            sys.exit("usage: check_docs.py [--update] PROGRAM | --self-test")
        root = Path(__file__).resolve().parents[1]
        found = [complaint for document in [root / "README.md", root / "CONTRIBUTING.md",
                                            *sorted(root.glob("docs/*.md"))]
                 for complaint in check(arguments[-1], document, update)]
        found += packages(root, (root / "README.md").read_text())
        found += techniques(root, (root / "docs/search.md").read_text())
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
