#!/usr/bin/env python3
"""check_boards.py: what a board tells besides its pieces: the line that won, the two clicks of a move
that takes something from one place to another, and what each move would change.

    tests/web/check_boards.py PROGRAM
"""
import random
import sys
from urllib.parse import urlencode

from serving import Server

GAMES = {"tictactoe": 3, "tictactoe:early=no": 3, "mnk:width=5,height=4,line=3": 3,
         "mnk:width=2,height=6,line=4": 4, "connect4": 4, "connect4:width=9,height=9,line=5": 5,
         "quixo:size=3": 3, "quixo": 5}


def grid(state):
    """The owners, row by row from the top."""
    board = state["board"]
    rows = [[None] * board["width"] for _ in range(board["height"])]
    for cell in board["cells"]:
        rows[cell["y"]][cell["x"]] = cell.get("owner")
    return rows


def lines(rows, owner, length):
    """All cells of straight lines of so many of the owner's."""
    mine = {(x, y) for y, row in enumerate(rows) for x, whose in enumerate(row) if whose == owner}
    found = set()
    for x, y in mine:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            line = {(x + k * dx, y + k * dy) for k in range(length)}
            if line <= mine:
                found |= line
    return found


def pushed(rows, turn, start, end):
    """A row or column from which one is taken out and put in again at an end."""
    rows = [list(row) for row in rows]
    (x, y), (to_x, to_y) = start, end
    if y == to_y:
        rows[y].pop(x)
        rows[y].insert(to_x, turn)
    else:
        assert x == to_x
        column = [row[x] for row in rows]
        column.pop(y)
        column.insert(to_y, turn)
        for row, whose in zip(rows, column):
            row[x] = whose
    return rows


def play(server, game, chance):
    """A game by chance; true when it ended with a line."""
    moves, before, move = [], None, None
    while True:
        status, state = server.get("/api/state?" + urlencode({"game": game, "moves": " ".join(moves)}))
        assert status == 200, state
        if before and "clicks" in move:
            wanted = pushed(grid(before), before["turn"], *move["clicks"])
            assert grid(state) == wanted, (game, moves)
        marked = {(cell["x"], cell["y"]) for cell in state["board"]["cells"] if cell.get("line")}
        if state["status"] == "over":
            break
        assert not marked, (game, moves)
        for move in state["moves"]:
            carried = len(move.get("clicks", [])) == 2
            assert carried == game.startswith("quixo") and bool(move["cells"]) != carried, move
        before, move = state, chance.choice(state["moves"])
        moves.append(move["move"])
    assert marked == lines(grid(state), state["winner"], GAMES[game]), (game, moves)
    assert bool(marked) == (state["winner"] != "none"), (game, moves)
    return bool(marked)


def main():
    chance = random.Random(7)
    with Server(sys.argv[1]) as server:
        for game in GAMES:
            won = [play(server, game, chance) for _ in range(12)]
            assert any(won), game
    print(f"lines and carries of {len(GAMES)} games are right")


if __name__ == "__main__":
    main()
