#!/usr/bin/env python3
"""experiments.py: reruns the experiments and writes their numbers into docs/experiments.md.

    tools/experiments.py PROGRAM DIR            run all into DIR, then write the page
    tools/experiments.py PROGRAM DIR NAME...    run these, then write the page
    tools/experiments.py --written DIR          write the page from what lies in DIR
    tools/experiments.py --self-test PROGRAM    does this program do what it says?

In the page, the lines between <!-- NAME.csv columns --> and <!-- end --> are the table of that
file; "columns" are those to show, all when none are named. What stands between <!--=NAME--> and
<!--.--> is the fact of that name, worked out below. What depends on files that are not in DIR is
left as it is. What the page says in words is written down as CLAIMS, and it is an error when the
numbers no longer bear one out.
"""
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "experiments.md"
BLOCK = re.compile(r"<!-- (\S+\.csv)((?: \S+)*) -->\n.*?<!-- end -->\n", re.DOTALL)
FACT = re.compile(r"<!--=(\S+?)-->.*?<!--\.-->", re.DOTALL)

THREATS = "engine:algo=alphabeta,order=centre,depth={},eval=threats"
OLD_WEIGHTS = ",one=11,two=18,threat=23,parity=40"
QUICK = "--games 2 --depth 4 --seeds 2 --generations 1 --most 1000".split()


# ---- running ----

def run_experiment(program, folder, name, options):
    threads = [] if name.endswith("-time") else ["--threads", str(os.cpu_count() or 1)]
    subprocess.run([program, "experiment", name, "--out", folder, *threads, *options],
                   check=True, stdout=subprocess.DEVNULL)


def order_time(program, folder, options):
    run_experiment(program, folder, "order-time", options)
    run_experiment(program, str(Path(folder) / "pattern"), "order-time",
                   ["--eval", "pattern", *options])


def keep(program, folder, name, words):
    done = subprocess.run([program, *words, "--json", "--threads", str(os.cpu_count() or 1)],
                          check=True, stdout=subprocess.PIPE)
    Path(folder, name).write_bytes(done.stdout)


def threats(program, folder, options):
    """The tuning of threats, and its weights against those of an earlier one."""
    quick = bool(options)
    keep(program, folder, "threats-tuning.json",
         "tune connect4 --eval threats --method cma --opening-plies 4 --range 10 --seed 21".split() +
         ("--generations 1 --population 4 --games 1 --depth 1" if quick else
          "--generations 80 --population 16 --games 6 --depth 6").split())
    for depth in (5, 6, 7):
        player = THREATS.format(1 if quick else depth)
        keep(program, folder, f"threats-{depth}.json",
             ["match", "connect4", "--a", player, "--b", player + OLD_WEIGHTS,
              "--opening-plies", "4", "--games", "2" if quick else "1000", "--seed", "7"])


def plain(name):
    return lambda program, folder, options: run_experiment(program, folder, name, options)


RUNS = {name: plain(name) for name in ("minimax-time", "alphabeta-time", "eval-matches",
                                       "self-play", "tuned-matches", "tuning", "nim-states",
                                       "maze-calls")}
RUNS.update({"order-time": order_time, "threats": threats})


def run(program, folder, names, options=()):
    Path(folder, "pattern").mkdir(parents=True, exist_ok=True)
    for name in names or RUNS:
        print(name, flush=True)
        RUNS[name](program, folder, options)


# ---- what was measured ----

class Missing(Exception):
    """A file that is not there."""


class Results:
    """The files of a folder: a cell of a table by its row's name and its column's."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.tables = {}

    def rows(self, name):
        if name not in self.tables:
            path = self.folder / (name + ".csv")
            if not path.exists():
                raise Missing(name)
            with open(path, encoding="utf-8", newline="") as file:
                self.tables[name] = list(csv.DictReader(file))
        return self.tables[name]

    def first_column(self, name):
        return next(iter(self.rows(name)[0]))

    def row(self, name, row):
        key = self.first_column(name)
        return next(r for r in self.rows(name) if r[key] == str(row))

    def __call__(self, name, row, column):
        text = self.row(name, row)[column]
        return float(text) if text else float("nan")

    def column(self, name, column):
        return [float(r[column]) for r in self.rows(name) if r[column]]

    def json(self, name):
        path = self.folder / (name + ".json")
        if not path.exists():
            raise Missing(name)
        return json.loads(path.read_text(encoding="utf-8"))


def whole(number):
    """Halves are rounded away from 0, as people do."""
    if math.isnan(number):
        return "?"
    return str(int(math.copysign(math.floor(abs(number) + 0.5), number)))


def elo(low, middle, high):
    return f"{whole(middle)} Elo ({whole(low)} to {whole(high)})"


def percent_won(d, table, row, whom="A_wins"):
    return 100 * d(table, row, whom) / d(table, row, "games")


def slowest(d, table, column):
    """The move that takes longest, and its milliseconds (or its nodes)."""
    return max((float(r[column]), int(r["move"])) for r in d.rows(table))[::-1]


def nanoseconds(d, place):
    return 1e6 * d(place + "order-time-means", "minimax", "ms") / d(
        place + "order-time-means", "minimax", "nodes")


def times(d, place, order):
    return f"{d(place + 'order-time-means', order, 'times_faster'):.1f} times"


def match_elo(d, table, row):
    return elo(*(d(table, row, column) for column in ("low", "elo", "high")))


def json_elo(found):
    """Of a match as JSON; a bound that there is not, as when all was won, is without end."""
    bound = [float("nan") if found[key] is None else found[key]
             for key in ("elo_low", "elo", "elo_high")]
    return elo(*bound)


def seat(d, table, row):
    """Won and lost of a hundred, as the paper writes it."""
    return (f"{percent_won(d, table, row):.0f}-"
            f"{percent_won(d, table, row, 'B_wins'):.0f}")


RANDOM = "pattern,f2=2,f3=5 v random; "
NEUTRAL = "pattern,f2=2,f3=5 v neutral; "
THREATS_ROW = "threats v pattern,f2=2,f3=5 after 4 random plies; "
SELF = "pattern,f2=2,f3=5 v pattern,f2=2,f3=5; "
TUNED = "pattern,f2=7,f3=-3 v pattern,f2=2,f3=5; "
TUNED_SELF = "pattern,f2=7,f3=-3 v pattern,f2=7,f3=-3; "


def found(d):
    """What the runs of both methods found."""
    return [r for r in d.rows("tuning-answers") if r["seed"]]


def as_paper(row):
    return int(row["f2"]) > 0 > int(row["f3"])


def ratios(d):
    """How small and how large -f3/f2 is, where the signs are those of the paper."""
    all_of_them = [-int(r["f3"]) / int(r["f2"]) for r in found(d) if as_paper(r)]
    return min(all_of_them, default=0), max(all_of_them, default=0)


def listed(rows):
    return " and ".join(f"({r['f2']},{r['f3']})" for r in rows)


def others_elo(d, opponent):
    """Of the first set with other signs than the paper's."""
    row = next((r for r in found(d) if not as_paper(r)), None)
    return elo(*(float(row[column + opponent] or "nan")
                 for column in ("low_", "elo_", "high_"))) if row else "none"


def signs(d, method):
    return f"{whole(d('tuning-means', method, 'signs_of_paper'))} of " \
           f"{whole(d('tuning-means', method, 'runs'))}"


def mean(d, method, opponent):
    return f"{whole(d('tuning-means', method, 'elo_' + opponent))} ± " \
           f"{whole(d('tuning-means', method, 'error_' + opponent))}"


def better(d, opponent):
    """So many runs whose interval lies above 0."""
    return sum(float(r["low_" + opponent] or 0) > 0 for r in found(d))


def first_won(d, depth):
    r = d.row("self-play-depths", depth)
    return 100 * float(r["won"]) / float(r["games"])


def depths(d, table, test):
    """The depths of a table at which something is so, in words."""
    found = [r["depth"] for r in d.rows(table) if test(r)]
    return "none" if not found else found[0] if len(found) == 1 else \
        ", ".join(found[:-1]) + " and " + found[-1]


def growth(d):
    """By what the calls of the plain recursion grow with two sticks more, in the mean."""
    calls = [(float(r["sticks"]), float(r["plain_calls"])) for r in d.rows("nim-states")
             if r["plain_calls"] and float(r["sticks"]) >= 4]
    (first, few), (last, many) = calls[0], calls[-1]
    return (many / few) ** (2 / (last - first)) if last > first else float("nan")


FACTS = {
    "neutral-first": lambda d: f"{d('order-time', 1, 'minimax_ms'):.2f} ms",
    "pattern-first": lambda d: f"{d('pattern/order-time', 1, 'minimax_ms'):.2f} ms",
    "neutral-slowest": lambda d: "move {}, {:.2f} ms".format(
        *slowest(d, "order-time", "minimax_ms")),
    "pattern-slowest": lambda d: "move {}, {:.2f} ms".format(
        *slowest(d, "pattern/order-time", "minimax_ms")),
    "neutral-alphabeta": lambda d: f"{d('order-time-means', 'first', 'worst_ms'):.2f} ms",
    "pattern-alphabeta": lambda d:
        f"{d('pattern/order-time-means', 'first', 'worst_ms'):.2f} ms",
    "neutral-left": lambda d: times(d, "", "first"),
    "pattern-left": lambda d: times(d, "pattern/", "first"),
    "neutral-random": lambda d: times(d, "", "random") + " in all",
    "pattern-random": lambda d: times(d, "pattern/", "random") + " in all",
    "neutral-centre": lambda d: times(d, "", "centre"),
    "pattern-centre": lambda d: times(d, "pattern/", "centre"),
    "neutral-peak": lambda d: str(slowest(d, "order-time", "first_nodes")[0]),
    "pattern-peak": lambda d: str(slowest(d, "pattern/order-time", "first_nodes")[0]),
    "neutral-node": lambda d: f"{nanoseconds(d, ''):.0f}",
    "pattern-node": lambda d: f"{nanoseconds(d, 'pattern/'):.0f}",
    "random-first": lambda d: "{:.0f} % won, score {:.1f} ± {:.1f} %".format(
        percent_won(d, "eval-matches", RANDOM + "A first"),
        d("eval-matches", RANDOM + "A first", "A_score"),
        d("eval-matches", RANDOM + "A first", "error")),
    "random-second": lambda d: "{:.0f} % won, score {:.1f} ± {:.1f} %".format(
        percent_won(d, "eval-matches", RANDOM + "B first"),
        d("eval-matches", RANDOM + "B first", "A_score"),
        d("eval-matches", RANDOM + "B first", "error")),
    "random-elo": lambda d: match_elo(d, "eval-matches", RANDOM + "both"),
    "neutral-elo": lambda d: match_elo(d, "eval-matches", NEUTRAL + "both"),
    "threats-elo": lambda d: match_elo(d, "eval-matches", THREATS_ROW + "both"),
    "self-won": lambda d: f"{first_won(d, 6):.0f} %",
    "self-lost": lambda d: "{:.0f} %".format(
        100 * d("self-play-depths", 6, "lost") / d("self-play-depths", 6, "games")),
    "first-better": lambda d: depths(
        d, "self-play-depths", lambda r: float(r["score"]) - float(r["error"]) > 50),
    "first-worse": lambda d: depths(
        d, "self-play-depths", lambda r: float(r["score"]) + float(r["error"]) < 50),
    "first-open": lambda d: depths(
        d, "self-play-depths", lambda r: abs(float(r["score"]) - 50) <= float(r["error"])),
    "most-drawn": lambda d: "{:.0f} %".format(
        max(100 * float(r["drawn"]) / float(r["games"]) for r in d.rows("self-play-depths"))),
    "tuned-first": lambda d: seat(d, "tuned-matches", TUNED + "A first"),
    "tuned-second": lambda d: seat(d, "tuned-matches", TUNED + "B first"),
    "tuned-elo": lambda d: match_elo(d, "tuned-matches", TUNED + "both"),
    "tuned-self": lambda d: "{:.0f} %".format(
        percent_won(d, "tuned-matches", TUNED_SELF + "A first")),
    "tuned-self-again": lambda d: "{:.0f} %".format(
        percent_won(d, "tuned-matches", TUNED_SELF + "B first", "B_wins")),
    "tuned-better": lambda d: depths(d, "tuned-depths",
                                     lambda r: bool(r["low"]) and float(r["low"]) > 0),
    "tuned-worse": lambda d: depths(d, "tuned-depths",
                                    lambda r: bool(r["high"]) and float(r["high"]) < 0),
    "runs": lambda d: whole(d("tuning-means", "genetic", "runs")),
    "genetic-signs": lambda d: signs(d, "genetic"),
    "cma-signs": lambda d: signs(d, "cma"),
    "genetic-2-5": lambda d: mean(d, "genetic", "2_5"),
    "genetic-7-3": lambda d: mean(d, "genetic", "7_-3"),
    "cma-2-5": lambda d: mean(d, "cma", "2_5"),
    "cma-7-3": lambda d: mean(d, "cma", "7_-3"),
    "less-2-5": lambda d: mean(d, "cma less genetic", "2_5"),
    "less-7-3": lambda d: mean(d, "cma less genetic", "7_-3"),
    "better-2-5": lambda d: "{} of {}".format(better(d, "2_5"), len(found(d))),
    "better-7-3": lambda d: "{} of {}".format(better(d, "7_-3"), len(found(d))),
    "ratios": lambda d: "{:.2f} to {:.2f}".format(*ratios(d)),
    "others": lambda d: listed(r for r in found(d) if not as_paper(r)) or "none",
    "others-2-5": lambda d: others_elo(d, "2_5"),
    "others-7-3": lambda d: others_elo(d, "7_-3"),
    "same-players": lambda d: "{} of {}".format(
        sum("plays as" in r["method"] for r in found(d)), len(found(d))),
    "threats-weights": lambda d: "({})".format(
        ", ".join(str(value) for value in d.json("threats-tuning")["answer"].values())),
    "threats-5": lambda d: json_elo(d.json("threats-5")),
    "threats-6": lambda d: json_elo(d.json("threats-6")),
    "threats-7": lambda d: json_elo(d.json("threats-7")),
    "nim-growth": lambda d: f"{growth(d):.0f}",
}


def fewest(d, place):
    """The order that visits the fewest nodes."""
    return min(("first", "random", "centre"),
               key=lambda order: d(place + "order-time-means", order, "nodes"))


def fastest(d, place):
    return min(("first", "random", "centre"),
               key=lambda order: d(place + "order-time-means", order, "ms"))


def odd_and_even(d):
    rows = d.rows("self-play-depths")
    odd = [r for r in rows if int(r["depth"]) % 2]
    even = [float(r["score"]) for r in rows if int(r["depth"]) % 2 == 0]
    return all(float(r["score"]) - float(r["error"]) > 50 for r in odd) and \
        even == sorted(even, reverse=True)


def one_other(d):
    others = [r for r in found(d) if not as_paper(r)]
    values = {tuple(r[c + o] for c in ("low_", "elo_", "high_") for o in ("2_5", "7_-3"))
              for r in others}
    return len(values) == 1 and float(others[0]["low_2_5"]) > 0 > \
        float(others[0]["high_7_-3"]) and \
        all(int(r["f3"]) > 5 * int(r["f2"]) > 0 for r in others)


CLAIMS = [
    ("the centre first is the fastest order with either evaluation",
     lambda d: fastest(d, "") == fastest(d, "pattern/") == "centre"),
    ("the fewest nodes: random order with neutral, centre with pattern",
     lambda d: fewest(d, "") == "random" and fewest(d, "pattern/") == "centre"),
    ("at least 14 times as fast as minimax with either evaluation, centre first",
     lambda d: min(d(p + "order-time-means", "centre", "times_faster")
                   for p in ("", "pattern/")) >= 14),
    ("left to right is ten times as fast with neutral and not with pattern",
     lambda d: d("order-time-means", "first", "times_faster") > 10 >
     d("pattern/order-time-means", "first", "times_faster")),
    ("random order is slower than left to right with neutral, faster with pattern",
     lambda d: d("order-time-means", "random", "ms") > d("order-time-means", "first", "ms")
     and d("pattern/order-time-means", "random", "ms") <
     d("pattern/order-time-means", "first", "ms")),
    ("random order visits fewer nodes than left to right with either",
     lambda d: all(d(p + "order-time-means", "random", "nodes") <
                   d(p + "order-time-means", "first", "nodes") for p in ("", "pattern/"))),
    ("no move of minimax has more nodes than the first",
     lambda d: all(d.column(p + "order-time", "minimax_nodes")[0] >=
                   max(d.column(p + "order-time", "minimax_nodes")) for p in ("", "pattern/"))),
    ("alpha-beta from left to right has more nodes some moves later than at the first",
     lambda d: all(slowest(d, p + "order-time", "first_nodes")[0] > 1
                   for p in ("", "pattern/"))),
    ("pattern beats random from either seat, and less than it beats neutral",
     lambda d: all(d("eval-matches", RANDOM + s, "A_score") -
                   d("eval-matches", RANDOM + s, "error") > 50 for s in ("A first", "B first"))
     and d("eval-matches", RANDOM + "both", "high") <
     d("eval-matches", NEUTRAL + "both", "low")),
    ("threats beats pattern",
     lambda d: d("eval-matches", THREATS_ROW + "both", "low") > 0),
    ("Elo of players against themselves is 0 within its interval",
     lambda d: all(float(r["low"]) <= 0 <= float(r["high"])
                   for r in d.rows("self-play") if r["low"])),
    ("at odd depths the first player of (2,5) is better, at even ones ever less",
     lambda d: odd_and_even(d)),
    ("nowhere does it lose as little as 25 % of the games, and nowhere are 17 % drawn",
     lambda d: all(4 * float(r["lost"]) > float(r["games"]) and
                   float(r["drawn"]) < 0.17 * float(r["games"])
                   for r in d.rows("self-play-depths"))),
    ("(7,-3) is better than (2,5) at depth 6 alone, and worse at all others",
     lambda d: all(float(r["low"]) > 0 if r["depth"] == "6" else float(r["high"]) < 0
                   for r in d.rows("tuned-depths"))),
    ("most runs of both methods have the signs of the paper",
     lambda d: all(d("tuning-means", m, "signs_of_paper") > d("tuning-means", m, "runs") / 2
                   for m in ("genetic", "cma"))),
    ("in the mean, what is found is better than (2,5) and than (7,-3)",
     lambda d: all(d("tuning-means", m, "elo_" + o) > d("tuning-means", m, "error_" + o)
                   for m in ("genetic", "cma") for o in ("2_5", "7_-3"))),
    ("no difference between the methods can be seen",
     lambda d: all(abs(d("tuning-means", "cma less genetic", "elo_" + o)) <
                   d("tuning-means", "cma less genetic", "error_" + o)
                   for o in ("2_5", "7_-3"))),
    ("all sets with the paper's signs have a larger part of triples than (7,-3), below 1",
     lambda d: 3 / 7 < ratios(d)[0] <= ratios(d)[1] < 1),
    ("all sets with other signs are one player, better than (2,5) and worse than (7,-3)",
     lambda d: one_other(d)),
    ("(7,-3) beats (2,5) at depth 6, more so when it moves first",
     lambda d: d("tuned-matches", TUNED + "both", "low") > 0 and
     d("tuned-matches", TUNED + "A first", "A_score") >
     d("tuned-matches", TUNED + "B first", "A_score")),
    ("moving second, (7,-3) wins more than it loses",
     lambda d: d("tuned-matches", TUNED + "B first", "A_wins") >
     d("tuned-matches", TUNED + "B first", "B_wins")),
    ("threats' weights are those of its tuning",
     lambda d: list(d.json("threats-tuning")["answer"].values()) == [11, 7, 3, 92]),
    ("threats' weights are better than the earlier ones at depths 6 and 7, not known at 5",
     lambda d: d.json("threats-6")["elo_low"] > 0 and d.json("threats-7")["elo_low"] > 0 and
     d.json("threats-5")["elo_low"] <= 0 <= d.json("threats-5")["elo_high"]),
    ("with memory, no more calls than 1 + states x sticks",
     lambda d: all(float(r[k + "_calls"]) <= 1 + float(r[k + "_states"]) * float(r["sticks"])
                   for r in d.rows("nim-states") for k in ("memo", "sorted"))),
    ("marks that stay: (2k - 1) squared calls",
     lambda d: all(float(r["keep_calls"]) == (2 * float(r["k"]) - 1) ** 2
                   for r in d.rows("maze-calls"))),
]


# ---- writing ----

def table(d, name, columns):
    rows = d.rows(name.removesuffix(".csv"))
    shown = columns or list(rows[0])
    lines = [shown, ["---"] * len(shown)] + [[row[c] for c in shown] for row in rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def is_wrong(d, holds):
    """A claim that can be judged, and is not borne out."""
    try:
        return not holds(d)
    except Missing:
        return False
    except (TypeError, ValueError):  # a number that it is about was not found
        return True


def write(folder, page=PAGE):
    """Writes the page; what is missing for it, and what it says that is not so."""
    d = Results(folder)
    missing = []

    def block(match):
        try:
            return (f"<!-- {match[1]}{match[2]} -->\n" +
                    table(d, match[1], match[2].split()) + "<!-- end -->\n")
        except Missing as file:
            missing.append(str(file))
            return match[0]

    def fact(match):
        try:
            return f"<!--={match[1]}-->{FACTS[match[1]](d)}<!--.-->"
        except Missing as file:
            missing.append(str(file))
            return match[0]

    text = page.read_text(encoding="utf-8")
    page.write_text(FACT.sub(fact, BLOCK.sub(block, text)), encoding="utf-8")
    return sorted(set(missing)), [claim for claim, holds in CLAIMS if is_wrong(d, holds)]


def self_test(program):
    """Every mark of the page is filled in, from files alone, and none of the facts is idle."""
    text = PAGE.read_text(encoding="utf-8")
    named = {match[1] for match in FACT.finditer(text)}
    assert named == set(FACTS), f"not both in the page and here: {named ^ set(FACTS)}"
    with tempfile.TemporaryDirectory() as place:
        page = Path(place) / "page.md"
        page.write_text(text, encoding="utf-8")
        missing, _ = write(place, page)
        assert page.read_text(encoding="utf-8") == text, "written from nothing"
        assert len(missing) > 5, missing
        run(program, place, [], QUICK)
        missing, wrong = write(place, page)
        assert not missing, missing
        assert wrong, "two games cannot bear out everything"
        small = page.read_text(encoding="utf-8")
        assert small != text and re.sub(r"\d", "", small.split("\n", 1)[0]) == \
            re.sub(r"\d", "", text.split("\n", 1)[0])
        assert [m[1] for m in FACT.finditer(small)] == [m[1] for m in FACT.finditer(text)]
        write(place, page)
        assert page.read_text(encoding="utf-8") == small, "twice is not the same as once"
    print("all is written")


def main():
    words = sys.argv[1:]
    if len(words) == 2 and words[0] == "--self-test":
        self_test(words[1])
        return
    written = words[:1] == ["--written"]
    if len(words) < 2 or (written and len(words) > 2) or \
            any(name not in RUNS for name in words[2:]):
        sys.exit(__doc__)
    if not written:
        run(words[0], words[1], words[2:])
    missing, wrong = write(words[1])
    if missing:
        print("left as it was for want of", ", ".join(missing))
    if wrong:
        sys.exit("docs/experiments.md says what is not so:\n" + "\n".join(wrong))


if __name__ == "__main__":
    main()
