#!/usr/bin/env python3
"""streaming.py: `ariadne solve --batch` on a thousand positions.

    streaming.py PROGRAM [--any-memory]

Every answer comes before the next position is asked for, in order, and memory stays at the
table's size however many there are (unless a sanitizer keeps what is freed).
"""

import os
import random
import subprocess
import sys

PROGRAM = os.path.abspath(sys.argv[1])
ANY_MEMORY = "--any-memory" in sys.argv
MEGABYTE = 1 << 20
BESIDES = 24 * MEGABYTE  # the program itself, its libraries, lists of moves


def wins(columns, x):
    """Does the top disc of column x stand in a line of four?"""
    y = len(columns[x]) - 1

    def same(u, v):
        return 0 <= u < 7 and 0 <= v < len(columns[u]) and columns[u][v] == columns[x][y]

    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            u, v = x + sign * dx, y + sign * dy
            while same(u, v):
                length, u, v = length + 1, u + sign * dx, v + sign * dy
        if length >= 4:
            return True
    return False


def position(chance, discs):
    """The columns of a random game that is not over."""
    while True:
        columns, played = [[] for _ in range(7)], ""
        while len(played) < discs:
            x = chance.choice([x for x in range(7) if len(columns[x]) < 6])
            columns[x].append(len(played) % 2)
            played += str(x + 1)
            if wins(columns, x):
                break
        else:
            return played


def run(positions, table, one_by_one):
    """The answers, and the most memory the program had, in bytes."""
    child = subprocess.Popen([PROGRAM, "solve", "connect4", "--batch", "-", "--memory",
                              str(table), "--book", "none"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if one_by_one:
        answers = []
        for text in positions:
            child.stdin.write(text + "\n")
            child.stdin.flush()
            answers.append(child.stdout.readline())
        child.stdin.close()
        assert child.stdout.read() == ""
    else:
        answers = child.communicate("".join(text + "\n" for text in positions))[0]
        answers = answers.splitlines(keepends=True)
    if child.returncode is None:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        assert ANY_MEMORY or usage.ru_maxrss * 1024 <= table + BESIDES, (
            f"{usage.ru_maxrss} kB of memory with a table of {table} bytes")
    assert child.returncode == 0, child.returncode
    return answers


def main():
    chance = random.Random(1)
    positions = [position(chance, chance.randint(27, 40)) for _ in range(1000)]
    answers = run(positions, 8 * MEGABYTE, True)
    words = [answer.split() for answer in answers]
    assert all(answer.endswith("\n") for answer in answers)
    assert [word[0] for word in words] == positions
    assert all(word[1] in ("win", "draw", "loss") for word in words)
    assert all(0 < int(word[2]) <= 42 - len(word[0]) for word in words)
    # A table of any size, and all positions at once, give the same values.
    for table in (2 * MEGABYTE, 1 * MEGABYTE):
        others = run(positions, table, table > MEGABYTE)
        assert [other.split()[:3] for other in others] == [word[:3] for word in words]
    print("1000 positions, answered one by one and all at once")


main()
