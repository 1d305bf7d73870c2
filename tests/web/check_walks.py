#!/usr/bin/env python3
"""check_walks.py: what the routes tell of a search, step by step, is true: judged by other searches and
by the rules of the puzzles, written here once more.

    tests/web/check_walks.py PROGRAM [NAME ...]

Names choose some of the tests.
"""
import random
import sys
from itertools import product
from urllib.parse import urlencode

from serving import Server, run_tests

PROGRAM = sys.argv[1]


def address(route, **parameters):
    return f"/api/{route}?{urlencode(parameters)}"


# ---- minimax and alpha-beta ----

def values_by_path(walk):
    """Every node that was left, by the moves that lead to it: its step."""
    paths, left = {}, {}
    for step in walk["steps"]:
        if step["do"] == "enter":
            above = paths[step["parent"]] if "parent" in step else ()
            paths[step["node"]] = above + ((step["move"],) if "move" in step else ())
        elif step["do"] == "leave":
            left[paths[step["node"]]] = step
    return left


def tree_by_path(node, path=()):
    """The same from /api/tree, whose bounds are the library's own."""
    found = {path: node}
    for child in node.get("children", []):
        if child["kind"] != "cut":
            found.update(tree_by_path(child, path + (child["move"],)))
    return found


def random_position(server, chance, game, plies):
    """Some moves from the start of a game, and how many moves there are then."""
    moves = []
    while True:
        state = server.get(address("state", game=game, moves=" ".join(moves)))[1]
        if state["status"] == "over" or len(moves) == plies:
            return moves, state
        moves.append(chance.choice(state["moves"])["move"])


def test_bounds():
    """What alpha-beta says of a node is what minimax finds there: exactly, or on the side that it says."""
    names = {None: "exact", "upper": "at most", "lower": "at least"}
    chance, bounds, loose, exact, estimates = random.Random(15), 0, 0, 0, 0
    with Server(PROGRAM) as server:
        for game, plies, depth in [("tictactoe", (2, 6), 6), ("connect4:width=4,height=4", (2, 9), 4),
                                   ("nim:heaps=321", (0, 2), 12), ("dots:width=1,height=2", (0, 4), 6),
                                   ("quixo:size=3", (4, 9), 2), ("mnk:width=4,height=3,line=3", (1, 6), 3)]:
            for _ in range(12):
                moves, state = random_position(server, chance, game, chance.randint(*plies))
                if state["status"] == "over":
                    continue
                where = {"game": game, "moves": " ".join(moves), "depth": depth,
                         "order": chance.choice(["first", "last", "best", "random", "centre"]), "seed": chance.randint(1, 99)}
                walks = {algo: server.get(address("steps", algo=algo, most=20000, **where))[1]
                         for algo in ("minimax", "alphabeta")}
                if not all(walk["complete"] for walk in walks.values()):
                    continue
                true = {path: step["value"] for path, step in values_by_path(walks["minimax"]).items()}
                assert not [step for step in walks["minimax"]["steps"] if step["do"] == "leave" and "bound" in step]
                tree = tree_by_path(server.get(address("tree", algo="alphabeta", show=12, **where))[1]["tree"])
                for path, step in values_by_path(walks["alphabeta"]).items():
                    bound = step.get("bound")
                    assert names[bound] == tree[path]["bound"], (where, path)
                    assert step["estimate"] == tree[path]["estimate"], (where, path)
                    assert step["value"] == tree[path]["score"], (where, path)
                    estimates += step["estimate"]
                    if bound is None:
                        assert step["value"] == true[path], (where, path)
                        exact += 1
                    else:
                        assert (true[path] <= step["value"]) if bound == "upper" else (true[path] >= step["value"]), \
                            (where, path)
                        bounds += 1
                        loose += true[path] != step["value"]
        # The position of the README: after 6 it is lost, and alpha-beta only knows that it is not won.
        steps = values_by_path(server.get(address("steps", game="tictactoe", position="xox.o.x.o"))[1])
        assert steps[("6",)]["label"] == 0 and steps[("6",)]["bound"] == "upper"
    assert bounds > 1000 and loose > 100 and exact > 1000 and estimates > 100, (bounds, loose, exact, estimates)


# ---- Monte-Carlo tree search ----

def counted(walk):
    """What comes of counting the rounds here: visits, sums and what is proved, by the moves that lead to each node."""
    nodes = []
    for step in walk["steps"]:
        path, value = step["path"], step["value"]
        assert path[0] == 0 and step["do"] == "round"
        if step["opened"]:
            assert path[-1] == len(nodes), "nodes are numbered as they appear"
            above = nodes[path[-2]]["moves"] if len(path) > 1 else []
            nodes.append({"moves": above + ([step["move"]] if len(path) > 1 else []), "visits": 0, "sum": 0,
                          "low": None, "high": None, "settled": False, "position": step["position"], "turn": step["turn"]})
        for below, node in zip(path[1:], path):
            assert nodes[below]["moves"][:-1] == nodes[node]["moves"], "a path goes from parent to child"
        for node in path:
            nodes[node]["visits"] += 1
            nodes[node]["sum"] += value
        for news in step["proved"]:
            assert news["node"] in path
            nodes[news["node"]].update({name: news[name] for name in ("low", "high", "settled")})
    return {tuple(node["moves"]): node for node in nodes}


def check_playout(server, game, step, moves):
    """A game that was played on at random comes to the end that is told, or its last move is one that ends it."""
    state = server.get(address("state", game=game, moves=" ".join(moves + step["playout"])))[1]
    assert "error" not in state, (game, moves, step)
    if state["status"] == "over":
        won = {"first": 1, "second": -1}.get(state.get("winner"), 0)
        assert step["value"] == won, (game, moves, step, state)
    return state["status"] == "over"


def test_rounds():
    """The rounds, counted by the one who watches, come to the tree that the other route shows, and to nothing that the
    solver says is wrong."""
    ended, proofs, judged = 0, 0, 0
    with Server(PROGRAM) as server:
        for game, moves in [("tictactoe", ""), ("tictactoe", "1 2 5 9"), ("connect4:width=4,height=4", "1 2"),
                            ("nim:heaps=321", ""), ("mnk:width=4,height=3,line=3", ""), ("kalah:pits=2,seeds=2", ""),
                            ("hare", "b1-c2"), ("othello:size=4", ""), ("quixo:size=3", "")]:
            for evaluation in ("", "neutral"):
                for rounds in (1, 2, 60, 700):
                    where = {"game": game, "moves": moves, "eval": evaluation, "seed": rounds, "rounds": rounds}
                    walk = server.get(address("steps", algo="mcts", **where))[1]
                    assert walk["complete"] and walk["rounds"] == len(walk["steps"]) <= rounds
                    nodes, tree = counted(walk), tree_by_path(server.get(address("tree", algo="mcts", show=12, **where))[1]["tree"])
                    assert walk["size"] == len(nodes) >= len(tree)
                    for path, node in tree.items():
                        mine = nodes[path]
                        assert mine["visits"] == node["visits"] and mine["position"] == node["position"], (where, path)
                        assert mine["low"] == node["low"] and mine["high"] == node["high"], (where, path)
                        assert mine["settled"] == node["proved"] and ("label" in node) == node["proved"], (where, path)
                        if not node["proved"] and node["low"] is None and node["high"] is None:
                            assert abs(mine["sum"] / mine["visits"] - node["mean"]) < 1e-5 * (1 + abs(node["mean"])), (where, path)
                        judged += not node["proved"]
                    for step in walk["steps"][:20]:
                        if "playout" in step and "kalah" not in game and "othello" not in game:
                            ended += check_playout(server, game, step, moves.split() + nodes_at(nodes, step))
                    proofs += check_proofs(server, where, tree)
        # What was sent is the beginning, if there is more.
        short = server.get(address("steps", game="connect4", algo="mcts", rounds=50, most=10))[1]
        whole = server.get(address("steps", game="connect4", algo="mcts", rounds=50))[1]
        assert not short["complete"] and whole["complete"] and short["steps"] == whole["steps"][:10]
        other = server.get(address("steps", game="connect4", algo="mcts", rounds=50, seed=2))[1]
        assert other["steps"] != whole["steps"]
        assert whole["steps"] == server.get(address("steps", game="connect4", algo="mcts", rounds=50))[1]["steps"]
        for wrong in ("0", "20001", "x"):
            assert server.get(address("steps", game="nim", algo="mcts", rounds=wrong))[0] == 400
    assert ended > 200 and proofs > 100 and judged > 1000, (ended, proofs, judged)


def nodes_at(nodes, step):
    """The moves to where a round ends."""
    return list(list(nodes)[step["path"][-1]])


def check_proofs(server, where, tree):
    """Labels at the root and below it that are called proved are the true ones, if those are known."""
    true = tree_by_path(server.get(address("tree", game=where["game"], moves=where["moves"], show=4))[1]["tree"])
    checked = 0
    for path, node in tree.items():
        exact = true.get(path)
        if node["proved"] and exact and not exact["estimate"] and "label" in exact:
            assert node["label"] == exact["label"], (where, path, node, exact)
            checked += 1
    return checked


# ---- queens ----

def attacks(one, other):
    (ax, ay), (bx, by) = one, other
    return ax == bx or ay == by or abs(ax - bx) == abs(ay - by)


def test_queens():
    """Squares that are refused are attacked, queens that are set are not, and a queen is taken back when every square
    of a row has been told."""
    with Server(PROGRAM) as server:
        for order in ("fixed", "narrow"):
            for n, placed in [(1, ""), (2, ""), (3, ""), (4, ""), (5, ""), (6, ""), (7, ""), (8, ""), (8, "3,0"),
                              (8, "0,0 6,5"), (9, "4,4"), (10, "")]:
                answer = server.get(address("queens", n=n, placed=placed, order=order, most=20000))[1]
                assert answer["complete"] and answer["order"] == order
                check_queens(answer, [tuple(map(int, word.split(","))) for word in placed.split()])
        eight = server.get(address("queens", n=8, most=20000))[1]["events"]
        looked = [event for event in eight if event[0] != "back"]
        assert len(looked) == 876  # as Wirth counted
        # Nothing is wrong with (3, 4), but it leaves row 5 without a place.
        where = eight.index(["enter", 3, 4, 5])
        assert eight[where + 1:where + 10] == [["refused", x, 5, 6] for x in range(8)] + [["back", 3, 4, 5]]


def check_queens(answer, placed):
    n, standing, told = answer["n"], [], {}
    for kind, x, y, depth in answer["events"]:
        square, others = (x, y), [queen for queen in standing + placed if queen != (x, y)]
        if kind == "back":
            assert standing[-1] == square and depth == len(standing)
            row = told.pop(depth)
            assert sorted(row) == [(a, row[0][1]) for a in range(n)], (n, placed, square)
            standing.pop()
            continue
        assert depth == len(standing) + 1
        assert any(attacks(square, queen) for queen in others) == (kind == "refused"), (n, placed, square)
        told.setdefault(len(standing), []).append(square)
        if kind == "enter":
            standing.append(square)
            told[depth] = []
        elif kind == "dead-end":
            assert cannot_go_on(n, standing + placed + [square])
    if answer["found"]:
        queens = [(x, y) for y, x in enumerate(answer["columns"])]
        assert set(placed) <= set(queens)
        assert not any(attacks(a, b) for a in queens for b in queens if a != b)
    else:
        assert not standing


def cannot_go_on(n, queens):
    free = [(x, y) for x in range(n) for y in range(n) if not any(attacks((x, y), queen) for queen in queens)]
    rows = {y for _, y in free} | {y for _, y in queens}
    columns = {x for x, _ in free} | {x for x, _ in queens}
    return len(rows) < n or len(columns) < n


# ---- cubes ----

def choices(cubes, given, exact):
    """All ways to take a pair from each cube so that no colour comes three times (exactly: each twice), by trying."""
    found = []
    for pairs in product(*[sorted({tuple(sorted(cube[k:k + 2])) for k in (0, 2, 4)}) for cube in cubes]):
        shown = [colour for pair in pairs for colour in pair]
        if all(pairs[cube] == pair for cube, pair in given.items()) and \
                all(shown.count(colour) == 2 if exact else shown.count(colour) <= 2 for colour in set(sum(cubes, []))):
            found.append(pairs)
    return found


def test_cubes():
    """What is forced is in every way to go on, a dead end has none, and a solution has been told in full."""
    chance, kinds = random.Random(12), {}
    with Server(PROGRAM) as server:
        for round_ in range(60):
            count = chance.choice([3, 4, 4, 4])
            colours = "RGBW"[:count + chance.choice([0, 0, 1])] if count < 4 else "RGBW"
            cubes = [[chance.choice(colours) for _ in range(6)] for _ in range(count)]
            question = {"cubes": "\n".join("".join(cube) for cube in cubes)} if round_ else {}
            status, answer = server.post("/api/cubes", {**question, "most": 20000})
            assert status == 200 and answer["complete"], question
            check_cubes(answer, kinds)
    for kind in ("only-pair", "needed", "too-often", "too-rare", "no-pair", "seen", "solved"):
        assert kinds.get(kind), (kind, kinds)


def check_cubes(answer, kinds):
    cubes, exact = answer["faces"], answer["cubes"] == answer["colours"]
    base, stack, pending, told, solved = {}, [], None, {}, 0
    for kind, cube, where, pair, *rest in answer["events"]:
        depth, pair = rest[-1], tuple(sorted(pair))
        why = rest[0]["why"] if len(rest) > 1 else None
        kinds[why or kind] = kinds.get(why or kind, 0) + 1
        standing = {**base, **{place: value for level in stack for place, value in level.items()}}
        if kind == "choose":
            assert depth == len(stack) + 1
            pending = {(cube, where): pair}
        elif kind == "forced":
            target = base if depth == 0 else pending
            chosen = {**standing, **(pending or {})}
            if where == "front":
                ways = choices(cubes, {c: p for (c, w), p in chosen.items() if w == "front"}, exact)
                assert all(way[cube] == pair for way in ways), (answer["faces"], cube, pair)
            assert (cube, where) not in chosen
            target[cube, where] = pair
        elif kind == "enter":
            assert (cube, where) in pending and depth == len(stack) + 1
            stack.append(pending)
        elif kind == "back":
            assert stack.pop()[cube, where] == pair and depth == len(stack) + 1
        else:
            chosen = {**standing, **pending}
            told = {w: {c: p for (c, v), p in chosen.items() if v == w} for w in ("front", "top")}
            if kind == "solved":
                solved += 1
                assert len(told["front"]) == len(told["top"]) == len(cubes)
                for way in told.values():
                    assert tuple(way[c] for c in range(len(cubes))) in choices(cubes, way, exact)
            elif rest[0]["where"] == "front":
                assert not choices(cubes, told["front"], exact)
            elif why == "too-often":
                shown = [colour for p in told["top"].values() for colour in p]
                assert shown.count(rest[0]["colour"]) > 2
    assert not stack and (solved > 0) == (answer["count"] > 0)


# ---- knights ----

def test_knight_colours():
    """On boards of odd sides the colour of the first square decides; nothing has to be tried for that."""
    with Server(PROGRAM) as server:
        for width, height in [(5, 5), (5, 7), (7, 5), (7, 3)]:
            for x in range(width):
                for y in range(height):
                    got = server.get(address("knight", width=width, height=height, **{"from": f"{x},{y}"}, most=0))[1]
                    if (x + y) % 2 == 0:
                        assert "colour" not in got.get("why", ""), got
                        continue
                    assert not got["found"] and got["calls"] == 0, got
                    half = width * height // 2
                    assert f"{half + 1} squares have the colour of the corners, the other colour only {half}" in got["why"]


def test_knight_fixed():
    """Without a rule: the same tour and the same calls as a plain recursion takes, written here once more."""
    clockwise = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    for side, start in [(5, (0, 0)), (5, (2, 2)), (5, (4, 2))]:
        path, calls = [], 0

        def tour(square):
            nonlocal calls
            calls += 1
            path.append(square)
            if len(path) == side * side:
                return True
            for dx, dy in clockwise:
                to = (square[0] + dx, square[1] + dy)
                if 0 <= to[0] < side and 0 <= to[1] < side and to not in path and tour(to):
                    return True
            path.pop()
            return False

        assert tour(start)
        with Server(PROGRAM) as server:
            got = server.get(address("knight", width=side, height=side, order="fixed", most=20000,
                                     **{"from": ",".join(map(str, start))}))[1]
        assert got["order"] == "fixed" and got["calls"] == calls, (start, got["calls"], calls)
        assert [tuple(square) for square in got["path"]] == path
        entered = [event for event in got["events"] if event[0] in ("enter", "dead-end", "solved")]
        assert len(entered) == calls or not got["complete"]


# ---- mazes ----

STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
BITS = {"north": 1, "east": 2, "south": 4, "west": 8}
OTHER = {"north": "south", "south": "north", "east": "west", "west": "east"}


def test_making():
    """The walls that are told make the maze, for every algorithm; whether they are asked for changes nothing."""
    with Server(PROGRAM) as server:
        for algo in ("backtracker", "kruskal", "prim", "wilson", "eller", "division"):
            for width, height, loops in [(2, 2, 0), (7, 5, 0), (12, 9, 0.2), (5, 14, 0)]:
                words = {"algo": algo, "width": width, "height": height, "loops": loops, "seed": width}
                plain = server.get(address("maze/generate", **words))[1]
                told = server.get(address("maze/generate", most=20000, **words))[1]
                assert "events" not in plain and told["complete"]
                assert {name: told[name] for name in plain} == plain
                assert walls_of(told) == [[int(digit, 16) for digit in row] for row in plain["walls"]], words


def walls_of(answer):
    width, height = answer["width"], answer["height"]
    walls = [[15] * width for _ in range(height)]

    def put(x, y, side, wall):
        dx, dy = STEPS[side]
        for a, b, where in ((x, y, side), (x + dx, y + dy, OTHER[side])):
            if 0 <= a < width and 0 <= b < height:
                walls[b][a] = walls[b][a] | BITS[where] if wall else walls[b][a] & ~BITS[where]

    for kind, *rest in answer["events"]:
        if kind in ("open", "build"):
            put(*rest, kind == "build")
        elif kind == "clear":
            for y in range(height):
                for x in range(width):
                    if x > 0:
                        put(x, y, "west", False)
                    if y > 0:
                        put(x, y, "south", False)
    return walls


def test_returns():
    """Where there is a way out, the calls on it return one after the other, the first one last."""
    with Server(PROGRAM) as server:
        for seed in range(20):
            maze = server.get(address("maze/generate", width=9, height=7, seed=seed, loops=0.2))[1]["text"]
            answer = server.post("/api/maze/solve", {"maze": maze, "unmark": seed % 2 == 0, "most": 20000})[1]
            events = answer["events"]
            back = [event for event in events if event[0] == "return"]
            assert events[-len(back):] == back and events[-len(back) - 1][0] == "out"
            assert [event[1:3] for event in back] == answer["path"][-2::-1]
            assert [event[3] for event in back] == list(range(len(back), 0, -1))


if __name__ == "__main__":
    sys.exit(run_tests(globals(), sys.argv[2:]))
