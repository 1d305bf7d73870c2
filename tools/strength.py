#!/usr/bin/env python3
"""strength.py: measures how strong the engine is where it cannot see the end, and writes the
tables of docs/strength.md.

    tools/strength.py PROGRAM               measure everything and write the page
    tools/strength.py PROGRAM TABLE...      some tables only: ablation, others, fitted, references, boards
    tools/strength.py --games N PROGRAM ... N games each way; prints only
    tools/strength.py PROGRAM opponents --opponent NAME=COMMAND ... [--time S] [--games N]
                                            matches against programs of others (docs/engines.md), five
                                            in a row, both with S seconds a move; writes the page, too

Everything is measured by `ariadne match` with --seed 3: at equal nodes where both are engines, so
that neither the machine nor what else it does matters; against reference players and programs of others
at equal time. Where time counts, on a machine that others use, clocks can be made to count processor time:
tools/processor_clock.c.
"""
import argparse
import json
import subprocess
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "strength.md"

# Game, nodes a move, games each way, random plies before.
GAMES = [("connect4", 4000, 200, 4), ("dots:width=5,height=5", 2000, 60, 10),
         ("kalah", 4000, 100, 4), ("quixo", 4000, 100, 4),
         ("othello", 5000, 150, 6), ("breakthrough", 5000, 150, 6),
         ("mnk:width=15,height=15,line=5", 2000, 40, 4)]

# The same with more nodes, for what only pays where the search is deep.
DEEP = {"reductions": [("breakthrough", 40000, 60, 6), ("othello", 40000, 50, 6), ("connect4", 100000, 40, 6)]}

TECHNIQUES = {
    "all": "all of them", "leaves": "wins and dooms at the depth limit",
    "extensions": "forced replies extended", "reductions": "late-move reductions",
    "pruning": "late-move pruning", "candidates": "candidate moves",
    "repetitions": "repetitions known", "threats": "wins by force"}

# What only some games have a hook for; without it the technique does nothing there.
ONLY = {"leaves": ("connect4", "breakthrough", "mnk"),
        "extensions": ("connect4", "breakthrough", "mnk"), "candidates": ("mnk",),
        "repetitions": ("quixo",), "threats": ("mnk",)}

# Player A, player B, game, games each way, random plies before.
OTHERS = [("engine:nodes=4000", "engine:nodes=4000,eval=lines", "mnk:width=15,height=15,line=5", 30, 4),
          ("engine:nodes=20000", "engine:algo=alphabeta,depth=4", "quixo", 100, 4)]

# The same for evaluations whose weights were worked out from exact values, against those that were there.
FITTED = [("engine:nodes=4000,eval=taught", "engine:nodes=4000,eval=threats", "connect4", 500, 4),
          ("engine:nodes=40000,eval=taught", "engine:nodes=40000,eval=threats", "connect4", 100, 4),
          ("engine:nodes=4000,eval=threats,one=18,two=33,threat=35,parity=100", "engine:nodes=4000,eval=threats", "connect4", 500, 4),
          ("engine:nodes=4000,eval=pattern,f2=4,f3=100", "engine:nodes=4000,eval=pattern", "connect4", 500, 4),
          ("engine:nodes=4000,eval=pits", "engine:nodes=4000,eval=seeds", "kalah", 500, 4),
          ("engine:nodes=40000,eval=pits", "engine:nodes=40000,eval=seeds", "kalah", 75, 4)]


# Reference players, plain programs of tests/ that share nothing with the library, each with the same time
# for a move, two games at a time. Player A, time, program, game, games each way, random plies before.
REFERENCES = [("engine:time=0.3", 0.3, "dots_player 5 5", "dots:width=5,height=5", 50, 4)]


BOARDS = [f"dots:width={width},height={height}" for width, height in ((4, 2), (5, 2), (3, 3), (4, 3))]


def match(program, game, a, b, games, plies, *more):
    done = subprocess.run([program, "match", game, "--a", a, "--b", b, "--games", str(games), "--seed", "3",
                           "--opening-plies", str(plies), "--json", *more],
                          check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def cells(result):
    """Games, won-drawn-lost and Elo with its interval."""
    def number(key):
        return "–" if result[key] is None else f"{result[key]:+.0f}"
    total = result["total"]
    return (f"| {total['games']} | {total['wins']}-{total['draws']}-{total['losses']} "
            f"| {number('elo')} ({number('elo_low')} to {number('elo_high')}) |\n")


def ablation(program, games):
    text = ("| left out | game | nodes a move | games | won-drawn-lost | Elo (95 %) |\n"
            "|---|---|---|---|---|---|\n")
    for name, words in TECHNIQUES.items():
        for game, nodes, count, plies in GAMES + DEEP.get(name, []):
            if name in ONLY and game.split(":")[0] not in ONLY[name]:
                continue
            engine = f"engine:nodes={nodes}"
            result = match(program, game, engine, f"{engine},without={name}", games or count, plies,
                           "--memory", "4M")
            line = f"| {words} | `{game}` | {nodes} " + cells(result)
            print(line, end="", flush=True)
            text += line
    return text


def pairings(program, games, listed):
    text = "| A | B | game | games | won-drawn-lost | Elo (95 %) |\n|---|---|---|---|---|---|\n"
    for a, b, game, count, plies in listed:
        line = f"| `{a}` | `{b}` | `{game}` " + cells(match(program, game, a, b, games or count, plies))
        print(line, end="", flush=True)
        text += line
    return text


def others(program, games):
    return pairings(program, games, OTHERS)


def fitted(program, games):
    return pairings(program, games, FITTED)


def references(program, games):
    text = ("| A | reference | seconds a move | game | games | won-drawn-lost | Elo (95 %) | payoff |\n"
            "|---|---|---|---|---|---|---|---|\n")
    folder = Path(program).resolve().parent / "tests"
    for a, seconds, command, game, count, plies in REFERENCES:
        result = match(program, game, a, f"ugi:time={seconds},{folder}/{command}", games or count, plies,
                       "--threads", "2")
        line = (f"| `{a}` | `{command}` | {seconds} | `{game}` " + cells(result)[:-1]
                + f" {result['total']['payoff']:+d} |\n")
        print(line, end="", flush=True)
        text += line
    return text


def opponents(program, games, named, seconds):
    text = ("| opponent | s a move | games | won-drawn-lost | Elo (95 %) | forfeits, theirs and ours |\n"
            "|---|---|---|---|---|---|\n")
    for one in named:
        name, command = one.split("=", 1)
        result = match(program, "mnk:width=15,height=15,line=5", f"engine:time={seconds}",
                       f"pbrain:time={seconds},{command}", games or 50, 4, "--memory", "64M")
        total = result["total"]
        line = (f"| {name} | {seconds} " + cells(result).rstrip("\n") +
                f" {total['forfeits_b']}, {total['forfeits_a']} |\n")
        print(line, end="", flush=True)
        text += line
    return text


def boards(program, games):
    """Whole boards solved: the same nodes on every machine."""
    del games
    text = "| board | best play ends | nodes |\n|---|---|---|\n"
    for board in BOARDS:
        done = subprocess.run([program, "solve", board, "--batch", "-"], input="moves:\n", check=True,
                              capture_output=True, text=True)
        _, _, _, nodes, _, margin = done.stdout.split()
        line = f"| `{board}` | {int(margin):+d} | {int(nodes):,} |\n"
        print(line, end="", flush=True)
        text += line
    return text


TABLES = {"ablation": ablation, "others": others, "fitted": fitted, "references": references, "boards": boards}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int)
    parser.add_argument("program")
    parser.add_argument("table", nargs="*")
    parser.add_argument("--opponent", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--time", default="1")
    given = parser.parse_args()
    for name in given.table or TABLES:
        if name == "opponents":
            text = opponents(given.program, given.games, given.opponent, given.time)
        else:
            text = TABLES[name](given.program, given.games)
        if given.games and name != "opponents":
            continue
        page = PAGE.read_text(encoding="utf-8")
        before, rest = page.split(f"<!-- {name} -->\n", 1)
        after = rest.split("<!-- end -->", 1)[1]
        PAGE.write_text(f"{before}<!-- {name} -->\n{text}<!-- end -->{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
