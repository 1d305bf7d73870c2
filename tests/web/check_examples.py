#!/usr/bin/env python3
"""check_examples.py: the examples of docs/web-api.md, run as they stand there.

    tests/web/check_examples.py PROGRAM docs/web-api.md
    tests/web/check_examples.py --self-test

A fenced block whose first line begins with "$ curl" is a session: each command is run by the
shell against a server of its own, and its answer must be the JSON that follows. "..." stands
for anything: a value, the rest of an array (or what comes before, at its beginning), further
members of an object. Of a stream of events only the answers are compared.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

from serving import Server

BLOCK = re.compile(r"^```\n(\$ curl.*?)^```$", re.MULTILINE | re.DOTALL)
ADDRESS = "http://127.0.0.1:8080/"
ANY = "..."


def difference(wanted, got, place="answer"):
    """What is not as wanted, in words, or None."""
    if wanted == ANY:
        return None
    if isinstance(wanted, dict) and isinstance(got, dict):
        return difference_of_objects(wanted, got, place)
    if isinstance(wanted, list) and isinstance(got, list):
        return difference_of_arrays(wanted, got, place)
    if type(wanted) is type(got) and wanted == got:
        return None
    return f"{place} is {json.dumps(got)}, not {json.dumps(wanted)}"


def difference_of_objects(wanted, got, place):
    for name, value in wanted.items():
        if name == ANY:
            continue
        if name not in got:
            return f"{place} has no {name}"
        found = difference(value, got[name], f"{place}.{name}")
        if found:
            return found
    more = set(got) - set(wanted)
    return f"{place} also has {sorted(more)}" if more and ANY not in wanted else None


def difference_of_arrays(wanted, got, place):
    if wanted and wanted[0] == ANY and len(wanted) > 1:
        tries = [difference_of_arrays(wanted[1:], got[skip:], place) for skip in range(len(got))]
        return None if None in tries else f"{place} holds nothing like {json.dumps(wanted[1])}"
    open_end = bool(wanted) and wanted[-1] == ANY and len(wanted) != len(got)
    wanted = wanted[:-1] if open_end else wanted
    if len(got) < len(wanted) or len(got) > len(wanted) and not open_end:
        return f"{place} has {len(got)} members, not {len(wanted)}"
    for index, value in enumerate(wanted):
        found = difference(value, got[index], f"{place}[{index}]")
        if found:
            return found
    return None


def answers(text):
    """The JSON of a reply, or of the answers in a stream of events."""
    if not text.startswith("event: "):
        return [json.loads(text)]
    events = [line.split(": ", 1) for line in text.splitlines() if line]
    pairs = zip(events[::2], events[1::2])
    return [json.loads(data) for (_, name), (_, data) in pairs if name == "answer"]


def examples(text):
    """Pairs of a command and what should follow."""
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, wanted = part.partition("\n")
            yield command, wanted


def as_shown(wanted, got):
    """In a stream there may be more answers on the way to the last one."""
    if len(wanted) > 1:
        got = [got[0], got[-1]]
    return difference(wanted, got)


def main(program, document):
    count, wrong = 0, 0
    with Server(program) as server:
        for command, wanted in examples(Path(document).read_text()):
            done = subprocess.run(command.replace(ADDRESS, server.url), shell=True,
                                  capture_output=True, text=True, check=False, timeout=60)
            try:
                found = as_shown(answers(wanted), answers(done.stdout))
            except (ValueError, IndexError) as error:
                found = f"{error}: {done.stdout[:300]}{done.stderr}"
            count += 1
            wrong += found is not None
            if found:
                print(f"$ {command}\n  {found}")
    print(f"{count} examples, {wrong} wrong")
    return 1 if wrong or not count else 0


def self_test():
    same = [({"a": 1}, {"a": 1}), ({"a": ANY}, {"a": [2]}), ([1, ANY], [1, 2, 3]),
            ([1, ANY], [1]), ([ANY, 3], [1, 2, 3]), ({"a": 1, ANY: ANY}, {"a": 1, "b": 2})]
    other = [({"a": 1}, {"a": 2}), ({"a": 1}, {"a": 1, "b": 2}), ({"a": 1, "b": 2}, {"a": 1}),
             ([1], [1, 2]), ([1, 2], [1]), ([ANY, 4], [1, 2, 3]), (1, True), ("1", 1)]
    missed = [pair for pair in same if difference(*pair)]
    missed += [pair for pair in other if not difference(*pair)]
    for pair in missed:
        print("misjudged:", pair)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(self_test() if sys.argv[1:] == ["--self-test"] else main(*sys.argv[1:]))
