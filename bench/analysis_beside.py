#!/usr/bin/env python3
"""analysis_beside.py: how long until every move is exact: the server's analysis beside `ariadne analyze`.

    bench/analysis_beside.py PROGRAM [POSITIONS] [SEED]

Random positions of Connect Four after 6 to 12 plies, without a book, asked of both in turn, each program with one
thread and the same memory, and a fresh solver for every position. Prints both times and their ratio.
"""
import json
import random
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "web"))
from serving import Server  # noqa: E402

PROGRAM = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 21
MEMORY = "64M"


def command(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def main():
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    here, there = 0.0, 0.0
    for number in range(COUNT):
        plies, moves = 6 + number % 7, ""
        while len(moves) < plies:
            state = command("analyze", "connect4", moves, "--nodes", "1", "--book", "none", "--json")
            on = [move["move"] for move in state["moves"]]
            moves = moves + dice.choice(on) if on else ""
        begun = time.monotonic()
        said = command("analyze", "connect4", moves, "--book", "none", "--memory", MEMORY, "--json")
        by_command = time.monotonic() - begun
        with Server(PROGRAM, "--no-books", "--memory", MEMORY, "--seconds", "300") as server:
            begun = time.monotonic()
            page = server.get(f"/api/analysis?game=connect4&moves={moves}&seconds=300")[1]
            by_page = time.monotonic() - begun
        assert page["complete"] and said["complete"] and page.get("value") == said.get("value")
        here, there = here + by_command, there + by_page
        print(f"{moves:14} command {by_command:7.2f} s  page {by_page:7.2f} s  {by_page / by_command:5.2f}", flush=True)
    print(f"{'all':14} command {here:7.2f} s  page {there:7.2f} s  {there / here:5.2f}")


main()
