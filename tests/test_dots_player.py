#!/usr/bin/env python3
"""test_dots_player.py: the reference player of dots and boxes against the exact search, neither of which
knows of the other.

    test_dots_player.py PROGRAM DOTS_PLAYER

On boards that it sees to the end the player's move must be one of the best that the program knows.
"""
import json
import random
import subprocess
import sys

PROGRAM, PLAYER = sys.argv[1:]


def ask(width, height, moves):
    said = f"ugi\nuginewgame\nisready\nposition startpos{' moves ' if moves else ''}{' '.join(moves)}\ngo movetime 60000\nquit\n"
    done = subprocess.run([PLAYER, str(width), str(height)], input=said, capture_output=True, text=True, check=True,
                          timeout=100)
    return done.stdout.split("bestmove ")[1].strip()


def solve(width, height, moves):
    game = f"dots:width={width},height={height}"
    done = subprocess.run([PROGRAM, "solve", game, "--json", *(["moves: " + " ".join(moves)] if moves else [])], capture_output=True,
                          text=True, check=True, timeout=100)
    return json.loads(done.stdout)


def main():
    chance = random.Random(5)
    asked = 0
    for width, height, drawn in ([(2, 2, n) for n in range(10)] + [(3, 2, n) for n in range(2, 15)]
                                 + [(3, 3, n) for n in range(10, 22)] + [(5, 1, n) for n in range(12)]):
        edges = [f"{'abcdefghijk'[x]}{y + 1}" for y in range(2 * height + 1) for x in range(2 * width + 1) if (x + y) % 2]
        moves = chance.sample(edges, drawn)
        best = solve(width, height, moves)["best"]
        move = ask(width, height, moves)
        if move not in best:
            sys.exit(f"{width}x{height} {' '.join(moves)}: {move}, but {best} are best")
        asked += 1
    print(f"{asked} positions")


main()
