#!/usr/bin/env python3
"""levels.py: measures the ladder of levels and writes docs/levels.md.

    tools/levels.py PROGRAM                 measure every game and write the page
    tools/levels.py PROGRAM GAME...         print the ladder of some games, write nothing
    tools/levels.py --games N PROGRAM ...   N games each way instead of each pair's own number

Everything is measured by `ariadne match` with --seed 1; the page says with which games.
"""
import json
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "levels.md"
BEGIN, END = "<!-- measured: tools/levels.py -->\n", "<!-- end of what was measured -->\n"

# Games each way: by the game, and for pairs of levels that think for long.
GAMES = {"tictactoe": 1000, "mnk": 500, "nim": 200, "coins": 1000, "evencoins": 500,
         "dots": 100, "connect4": 200}
FEWER = {("connect4", 7): 100, ("connect4", 8): 40, ("connect4", 9): 12, ("connect4", 10): 6,
         ("nim", 10): 100, ("dots", 8): 40, ("dots", 9): 20, ("dots", 10): 8}
TITLES = {"tictactoe": "Tic-tac-toe", "mnk": "Marks in a line (3 x 3, 3 in a line)",
          "nim": "Nim (7531)", "coins": "Coins (13, take 1 to 3)",
          "evencoins": "Even coins (17, take 1 to 4)", "connect4": "Connect Four (7 x 6)",
          "dots": "Dots and boxes (3 x 3)"}


def match(program, game, a, b, games):
    done = subprocess.run([program, "match", game, "--a", a, "--b", b, "--games", str(games),
                           "--seed", "1", "--json"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def percent(part):
    return f"{100 * part:.1f} %"


def elo(result):
    def text(key):
        value = result[key]
        return "–" if value is None else f"{value:+.0f}"
    return f"{text('elo')} ({text('elo_low')} to {text('elo_high')})"


def row(name, result):
    total = result["total"]
    return (f"| {name} | {total['games']} | {percent(result['first']['score'])} "
            f"| {percent(result['second']['score'])} | {percent(total['score'])} "
            f"| {total['wins']}-{total['draws']}-{total['losses']} | {elo(result)} |\n")


def ladder(program, game, games):
    text = (f"### {TITLES[game]}\n\n"
            "| A against B | games | A first | A second | A scores | won-drawn-lost | Elo (95 %) |\n"
            "|---|---|---|---|---|---|---|\n")
    count = games or GAMES[game]
    text += row("sight 1 – level 1", match(program, game, "level:1,sight=1", "level:1", count))
    for level in range(2, 11):
        count = games or FEWER.get((game, level), GAMES[game])
        text += row(f"level {level} – level {level - 1}",
                    match(program, game, f"level:{level}", f"level:{level - 1}", count))
        print(text.splitlines()[-1], flush=True)
    return text + "\n"


def never_loses(program, games):
    text = ("### Who never loses at tic-tac-toe\n\n"
            "| A against B | games | won | drawn | lost |\n|---|---|---|---|---|\n")
    for a in "rules", "perfect", "level:10":
        for b in "random", "level:2", "level:5", "level:9", "level:10", "perfect":
            total = match(program, "tictactoe", a, b, games or 2000)["total"]
            text += (f"| `{a}` – `{b}` | {total['games']} | {total['wins']} | {total['draws']} "
                     f"| {total['losses']} |\n")
    return text + "\n"


def main():
    arguments, games = sys.argv[1:], None
    if arguments and arguments[0] == "--games":
        games, arguments = int(arguments[1]), arguments[2:]
    if not arguments:
        sys.exit(__doc__)
    program, chosen = arguments[0], arguments[1:]
    measured = "".join(ladder(program, game, games) for game in chosen or GAMES)
    if chosen:
        return
    measured += never_loses(program, games)
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + measured + END + rest.split(END)[1],
                    encoding="utf-8")


if __name__ == "__main__":
    main()
