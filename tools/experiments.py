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
QUICK = "--games 2 --depth 2 --seeds 2 --generations 1 --most 1000".split()


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
    return f"{number:.0f}".replace("-0", "0") if abs(number) < 0.5 else f"{number:.0f}"


def thousands(number):
    return f"{number:,.0f}"


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


def answers(d, method):
    return [r for r in d.rows("tuning-answers") if r["method"].split(";")[0] == method]


def listed(rows):
    return ", ".join(f"({r['f2']},{r['f3']})" for r in rows)


def signs(d, method):
    return f"{whole(d('tuning-means', method, 'signs_of_paper'))} of " \
           f"{whole(d('tuning-means', method, 'runs'))}"


def mean(d, method, opponent):
    return f"{whole(d('tuning-means', method, 'elo_' + opponent))} ± " \
           f"{whole(d('tuning-means', method, 'error_' + opponent))}"


def better(d, method, opponent, sign=1):
    """So many runs whose interval lies above 0, or below."""
    column = ("low_" if sign > 0 else "high_") + opponent
    return sum(bool(r[column]) and sign * float(r[column]) > 0 for r in answers(d, method))


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
    "genetic-sets": lambda d: listed(answers(d, "genetic")),
    "cma-sets": lambda d: listed(answers(d, "cma")),
    "genetic-2-5": lambda d: mean(d, "genetic", "2_5"),
    "genetic-7-3": lambda d: mean(d, "genetic", "7_-3"),
    "cma-2-5": lambda d: mean(d, "cma", "2_5"),
    "cma-7-3": lambda d: mean(d, "cma", "7_-3"),
    "less-2-5": lambda d: mean(d, "cma less genetic", "2_5"),
    "less-7-3": lambda d: mean(d, "cma less genetic", "7_-3"),
    "genetic-better-2-5": lambda d: str(better(d, "genetic", "2_5")),
    "genetic-better-7-3": lambda d: str(better(d, "genetic", "7_-3")),
    "genetic-worse-7-3": lambda d: str(better(d, "genetic", "7_-3", -1)),
    "cma-better-2-5": lambda d: str(better(d, "cma", "2_5")),
    "cma-better-7-3": lambda d: str(better(d, "cma", "7_-3")),
    "cma-worse-7-3": lambda d: str(better(d, "cma", "7_-3", -1)),
    "same-players": lambda d: str(sum("plays as" in r["method"]
                                      for r in d.rows("tuning-answers"))),
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
    ("(7,-3) beats (2,5) at depth 6, more so when it moves first",
     lambda d: d("tuned-matches", TUNED + "both", "low") > 0 and
     d("tuned-matches", TUNED + "A first", "A_score") >
     d("tuned-matches", TUNED + "B first", "A_score")),
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
    wrong = []
    for claim, holds in CLAIMS:
        try:
            if not holds(d):
                wrong.append(claim)
        except Missing:
            pass
    return sorted(set(missing)), wrong


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
