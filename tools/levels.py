#!/usr/bin/env python3
"""levels.py: measures the ladder of levels and writes docs/levels.md.

    tools/levels.py PROGRAM                 measure every game and write its tables
    tools/levels.py PROGRAM GAME...         the same for some games only
    tools/levels.py --games N PROGRAM ...   N games each way instead of each pair's own number;
                                            prints only

Everything is measured by `ariadne match` with --seed 2, the levels having been chosen by games
with other seeds; the page says with which games.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "levels.md"

# Games each way: by the game, and for pairs of levels that think for long.
GAMES = {"tictactoe": 1000, "mnk": 1000, "nim": 500, "coins": 1000, "evencoins": 1000, "chomp": 250,
         "connect4": 200, "connect4:width=5,height=4": 100, "dots": 200, "dots:width=2,height=2": 250,
         "quixo": 200, "mnk:width=5,height=5,line=4": 50, "othello": 100, "kalah": 200, "hare": 250, "morris": 50,
         "dobutsu": 100, "breakthrough": 40, "hex": 10, "amazons": 10,
         "kayles": 100, "octal": 100, "grundy": 100, "toads": 100, "clobber:width=4,height=4": 50,
         "hackenbush": 100, "cram:width=5,height=4": 50, "domineering:width=5,height=5": 30}
FEWER = {("nim", 10): 200, ("connect4", 8): 150, ("connect4", 9): 100, ("connect4", 10): 60,
         ("dots", 6): 100, ("dots", 7): 60, ("dots", 8): 40, ("dots", 9): 40, ("dots", 10): 40,
         ("quixo", 10): 50, ("mnk:width=5,height=5,line=4", 9): 30,
         ("mnk:width=5,height=5,line=4", 10): 20, ("othello", 10): 10, ("kalah", 10): 20, ("morris", 8): 20, ("morris", 9): 10, ("morris", 10): 4,
         ("dobutsu", 10): 10, ("breakthrough", 7): 10, ("breakthrough", 8): 6, ("breakthrough", 9): 3,
         ("breakthrough", 10): 2, ("hex", 8): 5, ("hex", 9): 2, ("hex", 10): 0, ("amazons", 8): 5, ("amazons", 9): 2,
         ("amazons", 10): 0}


def match(program, game, a, b, games):
    done = subprocess.run([program, "match", game, "--a", a, "--b", b, "--games", str(games),
                           "--seed", "2", "--threads", str(os.cpu_count()), "--json"], check=True, capture_output=True, text=True)
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
    text = ("| A against B | games | A first | A second | A scores | won-drawn-lost | Elo (95 %) |\n"
            "|---|---|---|---|---|---|---|\n")

    def add(name, a, b, level):
        count = games or FEWER.get((game, level), GAMES[game])
        if count == 0: # its games take too long
            return
        nonlocal text
        text += row(name, match(program, game, a, b, count))
        print(game, text.splitlines()[-1], flush=True)
    beginner = "level:2,sight=1,slip=0"
    add("sight 1 – level 1", beginner, "level:1", 1)
    add("level 2 – sight 1", "level:2", beginner, 2)
    for level in range(2, 11):
        add(f"level {level} – level {level - 1}", f"level:{level}", f"level:{level - 1}", level)
    add("level 10 – level 2", "level:10", "level:2", 10)
    return text


def never_loses(program, games):
    text = "| A against B | games | won | drawn | lost |\n|---|---|---|---|---|\n"
    for a in "rules", "perfect", "level:10":
        for b in "random", "level:2", "level:5", "level:9", "level:10", "perfect":
            total = match(program, "tictactoe", a, b, games or 1000)["total"]
            text += (f"| `{a}` – `{b}` | {total['games']} | {total['wins']} | {total['draws']} "
                     f"| {total['losses']} |\n")
    return text


def write(name, text):
    """Puts a table between <!-- NAME --> and <!-- end -->."""
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(f"<!-- {name} -->\n")
    after = rest[rest.index("<!-- end -->\n"):]
    PAGE.write_text(f"{before}<!-- {name} -->\n{text}{after}", encoding="utf-8")


def main():
    arguments, games = sys.argv[1:], None
    if arguments and arguments[0] == "--games":
        games, arguments = int(arguments[1]), arguments[2:]
    if not arguments:
        sys.exit(__doc__)
    program, chosen = arguments[0], arguments[1:]
    for name in chosen or ["never", *GAMES]:
        text = never_loses(program, games) if name == "never" else ladder(program, name, games)
        if not games:
            write(name, text)


if __name__ == "__main__":
    main()
