#!/usr/bin/env python3
"""check_memory.py: does every command keep to --memory, or to what docs/security.md says of it, and
every route of the server to its share?

    check_memory.py PROGRAM PEAK     PEAK is the program of peak.c

What counts is the most that the process ever had, less what the program itself has when it is asked
something trivial. It must stay within a tenth of what is allowed, and PAGES for what a larger
question touches of the program itself. The program says which commands there are, and web/routes.h
which routes: one that is not pressed here is found.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent / name) for name in ("web", "attack")]
from formats import close_book, close_database, words_of  # pylint: disable=wrong-import-position
from serving import Server  # pylint: disable=wrong-import-position

ROOT = Path(__file__).resolve().parent.parent
PROGRAM, PEAK = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
PAGES = 0.7  # megabytes
BOOK_BYTES = 1 << 20
COINS = "coins:coins=10000000,most=100"
BOARD = "mnk:width=15,height=15,line=5"

# Who asks a database.
USES = ["analyze connect4:width=4,height=4", "review connect4:width=4,height=4 1234", "play connect4:width=4,height=4 --first perfect --second perfect --quiet"]
# Words, megabytes of --memory, how many times that may be taken, and the exit codes that are right.
COMMANDS = [
    (f"solve {COINS}", 1, 1, {2}),
    (f"solve {COINS}", 16, 1, {2}),
    (f"analyze {COINS}", 16, 1, {2}),
    ("solve coins:coins=1000000,most=5", 60, 1, {0}),
    ("solve chomp:width=12,height=8", 2, 1, {0, 1}),
    ("solve connect4 --book none --nodes 1000000", 8, 1, {1}),
    ("solve connect4 --book none --nodes 1000000 --threads 4", 8, 1, {1}),
    (f"analyze {BOARD} --nodes 300000", 8, 1, {1}),
    ("solve dots:width=4,height=4 --nodes 1000000", 8, 1, {1}),
    ("search connect4 --depth 12", 8, 1, {0}),
    (f"search {BOARD} --depth 3 --threads 2", 8, 1, {0}),
    (f"search {COINS} --algo memo", 16, 1, {2}),
    (f"search {COINS} --algo canonical", 16, 1, {2}),
    ("match connect4:width=5,height=4 --a perfect --b level:10 --games 1", 4, 2, {0}),
    ("match nim:heaps=21 --a random --b random --games 50000", 1, 7, {0}),  # and 48 bytes a game
    ("play connect4 4444443252 --first perfect --second level:6 --quiet", 8, 1, {0}),
    ("review connect4 444444325 --book none --nodes 300000", 8, 1, {0}),
    ("review connect4 444444325 --book none --seconds 0.1", 8, 1, {0}),
    ("book connect4:width=4,height=4 --plies 2 -o memory.book", 8, 1, {0}),
    ("strong connect4:width=5,height=4 --db memory.db", 2, 1, {0}),
    ("strong connect4:width=5,height=4 --threads 4 --db threads.db", 8, 1, {0}),
    ("verify memory.db", 8, 1, {0}),
    ("verify memory.db", 2, 1, {2}),
    ("query memory.db - --json", 1, 1, {0}),
    *((f"{verb} --db small.db", 2, 1, {0}) for verb in USES),
    *((f"{verb} --db swollen.db", 8, 1, {2}) for verb in USES),
    ("query swollen.db", 8, 1, {2}), ("verify swollen.db", 8, 1, {2}),
    ("book connect4 --plies 9 -o large.book", 8, 1, {2}), (f"book {COINS} --plies 1 -o coins.book", 4, 1, {2}),
    ("play chomp:width=12,height=8 --first perfect --second perfect --quiet", 2, 1, {0, 2}),
    ("knight --width 7 --height 8 --closed --count", 8, 1, {2}),
    ("engine connect4 --protocol ugi", 8, 1, {0}),
    ("tune connect4 --method fit --positions 300 --nodes 20000 --seed 1", 4, 1, {0}),
    ("tune connect4 --method fit --positions 1000000 --seed 1", 4, 1, {2}),
    ("nimber cram:width=8,height=8", 4, 1, {2}), ("nimber cram:width=6,height=4", 4, 1, {0}),
    ("value domineering:width=6,height=6", 4, 1, {2}), ("value domineering:width=4,height=4", 4, 1, {0}),
    ("tree tictactoe --json --max-nodes 600000", 16, 1, {2}),
    ("tree tictactoe --json --depth 5", 16, 1, {0}),
    ("tree tictactoe --format svg --depth 5 --max-nodes 20000", 8, 1, {2}),
    ("tree tictactoe --depth 6 --max-nodes 80000", 30, 1, {0}),
    ("step tictactoe --most 1000000 --json", 16, 1, {2}), ("step tictactoe --most 30000 --json", 16, 1, {0}),
    (f"step {COINS} --algo plain --most 100000 --json", 16, 1, {0, 2}),
]
# The other commands, and how many of what docs/security.md counts they are asked for.
OTHERS = [
    ("games", 0), ("puzzles", 0), ("help solve", 0), ("completion bash", 0), ("man", 0),
    ("board mnk:width=19,height=19,line=5", 0), ("eval mnk:width=19,height=19,line=5", 0),
    ("perft connect4 --depth 6", 0), ("insanity --all --json", 0), ("insanity --trace", 0),
    ("bench engine-connect4", 0),
    ("check tictactoe --variants 2 --positions 50", 0),
    ("check mnk:width=19,height=19,line=5 --player random --nodes 100000", 100000),
    ("tune connect4 --generations 1 --population 4 --depth 1 --who engine:depth=3 --threads 2", 2),
    ("experiment eval-matches --out results --games 1 --depth 1 --threads 2", 2),
    ("fill memory.pgm 0,0 --colour ff0000 -o filled.ppm", 1000 * 1000),
    ("fill memory.pgm 0,0 --connect 8 --tolerance 9 -o filled.png", 1000 * 1000),
    ("queens 300000", 300000), ("queens 300000 --method repair", 300000),
    ("knight --width 400 --height 400", 400 * 400),
    ("knight --width 400 --height 400 --method backtrack --svg tour.svg", 400 * 400),
    ("maze generate --width 2 --height 200000", 400000),
    ("maze generate --width 600 --height 600 --algo kruskal --json", 360000),
    ("maze generate --width 600 --height 600 --svg maze.svg", 360000),
    *((f"maze solve maze.txt --method {method}", 360000)
      for method in ("recursive", "shortest", "dead-ends")),
    ("maze solve maze.txt --svg maze.svg", 360000), ("maze show maze.txt", 360000),
]
# Options that take memory of their own, by their lines in docs/security.md.
OPTIONS = [
    ("maze solve --no-mark", "maze solve loops.txt --no-mark --nodes 3000000", 3000000),
    ("tune --generations",
     "tune connect4:width=4,height=4 --generations 10000 --population 4 --survivors 2 --games 1 --depth 1", 40000),
    ("--book", "solve connect4 444444 --book dense.book", BOOK_BYTES),
]
STEPS = "queens 16 --order fixed --trace --json"  # each of which takes its own

SIDE = 19
WIDE = f"mnk:width={SIDE},height={SIDE},line=19"
SQUARES = [f"{chr(97 + x)}{y + 1}" for y in range(SIDE - 1) for x in range(SIDE)]
# What is asked, each by THREADS at once; a question is posted as the members of an object.
ROUTES = [
    ("/api/server", None), ("/api/games", None),
    ("/api/state", {"game": WIDE, "moves": " ".join(SQUARES)}),
    ("/api/states", {"game": WIDE, "moves": " ".join(SQUARES)}),
    ("/api/eval", {"game": WIDE, "moves": " ".join(SQUARES[:300])}),
    ("/api/export", {"game": WIDE, "moves": " ".join(SQUARES)}),
    ("/api/import", {"text": f"{WIDE} {' '.join(SQUARES)}"}),
    ("/api/import", {"text": f"{COINS} {'1 ' * 100000}"}),
    ("/api/analysis", {"game": COINS, "seconds": 0.2}),
    ("/api/tree", {"game": COINS}), ("/api/move", {"game": COINS}),
    ("/coins/coins=10000000,most=100/positions/?p=10000000", None), ("/coins/regular/", None),
    ("/api/tree", {"game": BOARD, "show": 2, "boards": "yes"}),
    ("/api/tree", {"game": BOARD, "algo": "minimax", "show": 12, "boards": "yes"}),
    ("/api/analysis", {"game": BOARD, "seconds": 0.2}),
    ("/api/analysis", {"game": "connect4", "seconds": 0.2}),
    ("/api/move", {"game": "connect4", "player": "perfect", "seconds": 0.2}),
    ("/api/review", {"game": "connect4", "moves": "44444432", "seconds": 0.2}),
    ("/api/review", {"game": WIDE, "moves": " ".join(SQUARES), "seconds": 0.2}),
    ("/api/steps", {"game": BOARD, "most": 20000}),
    ("/api/steps", {"game": "connect4", "most": 20000}),
    ("/api/parts", {"game": "domineering:width=8,height=8"}), ("/api/parts", {"game": "kayles:pins=31"}),
    ("/api/parts", {"game": "cram:width=6,height=6"}), ("/api/parts", {"game": "clobber:width=5,height=5"}),
    ("/api/database", {"game": "connect4:width=5,height=4", "moves": "1234"}),
    ("/api/knight", {"width": 20, "height": 20, "most": 20000, "seconds": 0.2}),
    ("/api/queens", {"n": 30, "most": 20000, "seconds": 0.2}),
    ("/api/cubes", {"cubes": "\n".join(" ".join(f"{c}{f}" for f in "abcdef") for c in "ABCDEF"),
                    "all": "yes", "solutions": 1000, "most": 20000, "seconds": 0.2}),
    ("/api/fill", {"picture": "\n".join(["." * 64] * 64), "most": 20000}),
    ("/api/maze/generate", {"width": 100, "height": 100, "most": 20000}),
    ("/api/maze", {}),
    *(("/api/maze/solve", {"method": method, "most": 20000})
      for method in ("recursive", "shortest", "dead-ends", "right-hand")),
    ("/api/maze/solve", {"all": "yes", "paths": 100, "calls": 300000, "most": 20000}),
    ("/api/maze/solve", {"mark": "no", "most": 20000}),
]
SERVED = 16  # megabytes of a question
THREADS = 4  # two that are quick, and two that think


def is_quick(path, body):
    """Is it answered in a moment?"""
    return (body is None and "positions" not in path) or path.startswith("/api/maze") or path in (
        "/api/state", "/api/states", "/api/eval", "/api/export", "/api/import", "/api/fill", "/api/database")


def peak(words):
    """The exit code, what was said, and the megabytes."""
    own = f"peak-{threading.get_ident()}"
    with open("lines") as lines:
        run = subprocess.run([PEAK, own, PROGRAM, *words], stdin=lines,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                             check=False)
    return run.returncode, run.stderr, int(Path(own).read_text()) / 1024


def output(*words):
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def swollen(database):
    """A database whose index has become 48 MB large, with right checksums: rows that say nothing are added to its
    statistics."""
    header = words_of(database, 16)
    index = words_of(database[header[12]:], (len(database) - header[12]) // 8)
    at = 0
    for _ in range(header[7]):  # all tiers but the last
        at += 5 + index[at + 2] + 3 * index[at + 3] + (4 + header[6]) * index[at + 4]
    rows = at + 5 + index[at + 2]
    index[at + 3] += 2 << 20
    return close_database(database[:header[12]] + struct.pack(f"<{rows}Q", *index[:rows]) + bytes(24 * (2 << 20)) +
                          struct.pack(f"<{len(index) - rows}Q", *index[rows:]))


def dense_book(size):
    """A part of a book, which is read and then refused, with as many positions as its bytes can hold."""
    name = b"connect4:width=7,height=6,line=4"
    count = (size - len(name) - 100) // 2
    return close_book(b"AriBook\x01" + struct.pack("<I", len(name)) + name + struct.pack("<IQQ", 0x80000002, count, 2 * count) +
                      b"\1\0" * count + bytes(8))


def make_files():
    Path("lines").write_text("".join(f"{a}{b}{c}{d}\n" for a in range(1, 6) for b in range(1, 6)
                                     for c in range(1, 6) for d in range(1, 6)))
    Path("memory.pgm").write_bytes(b"P5 1000 1000 255\n" + bytes(1000 * 1000))
    output("strong", "connect4:width=4,height=4", "--db", "small.db")
    Path("swollen.db").write_bytes(swollen(Path("small.db").read_bytes()))
    Path("dense.book").write_bytes(dense_book(BOOK_BYTES))
    Path("loops.txt").write_text(output("maze", "generate", "--width", "9", "--height", "9", "--loops", "1"))
    Path("maze.txt").write_text(output("maze", "generate", "--width", "600", "--height", "600"))


def documented():
    """What docs/security.md allows each command without --memory: megabytes, and bytes for each
    of what it is asked for."""
    units = {"bytes": 1, "kB": 1 << 10, "MB": 1 << 20}
    rows = re.findall(r"^\| ((?:`[^`]+`,? ?)+) \| (\d+) MB \|(?: (\d+) (\w+))? \|",
                      (ROOT / "docs/security.md").read_text(), re.M)
    return {verb: (int(most), int(each or 0) * units.get(unit, 0))
            for verbs, most, each, unit in rows for verb in re.findall("`([^`]+)`", verbs)}


def check(words, own, allowed, codes, said_of=None):
    code, said, most = peak(words.split())
    if code not in codes:
        sys.exit(f"{words} ends with {code}: {said}")
    if code == 2 and said_of and said_of not in said:
        sys.exit(f"{words} says {said!r}")
    if most - own > 1.1 * allowed + PAGES:
        sys.exit(f"{words} takes {most - own:.1f} of {allowed:.1f} MB")
    print(f"{most - own:6.1f} of {allowed:5.1f} MB  {words}")


def check_commands():
    """Those that make files first, then several at a time: what a process takes, others do not change."""
    own = max(peak("solve tictactoe --memory 1M".split())[2], peak(["games"])[2])
    limits = documented()
    steps = output(*STEPS.split()).count('"event"')
    jobs = [(f"{words} --memory {memory}M", own, memory * times, codes,
             f"the {memory} MB of memory that are allowed; --memory SIZE allows more")
            for words, memory, times, codes in COMMANDS]
    for name, words, count, codes in (
            *((words.split()[0], words, count, {0, 1, 2}) for words, count in OTHERS),
            *((option, words, count, {0, 1, 2}) for option, words, count in OPTIONS),
            ("--trace --json", STEPS, steps, {0})):
        most, each = limits[name]
        jobs.append((words, own, most + each * count / (1 << 20), codes))
    for job in jobs:
        if job[0].startswith("strong"):
            check(*job)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = [pool.submit(check, *job) for job in jobs if not job[0].startswith("strong")]
    for one in done:
        one.result()  # or how it failed


def check_verbs():
    """Is every command pressed, as what it says of itself?"""
    verbs = re.findall(r"^  (\w+)  ", output("help").split("Commands:")[1].split("\n\n")[0], re.M)
    pressed = {words.split()[0] for words, *_ in COMMANDS} | {"serve"}
    others = {words.split()[0] for words, _ in OTHERS}
    missing = [verb for verb in verbs if verb not in
               (pressed if "--memory SIZE" in output("help", verb) else others)]
    if len(verbs) < 25 or missing:
        sys.exit(f"of {len(verbs)} commands these are not measured: {missing}")


def resident(process):
    """The most megabytes that a process has had."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmHWM")


def forget_peak(process):
    Path(f"/proc/{process.pid}/clear_refs").write_text("5")


def press(server, served, routes, streams):
    """Asks each by several at once; the paths that are refused for lack of memory."""
    maze = server.post("/api/maze/generate", {"width": 60, "height": 60, "loops": 0.5})[1]["text"]
    own = resident(server.process)
    wrong, refused = [], set()

    def ask(path, body, accepted):
        method = "GET" if body is None else "POST"
        status, _, data = server.ask(method, path, body and json.dumps(body),
                                     {"Content-Type": "application/json", "Accept": accepted})
        if status not in (200, 422, 503):
            wrong.append(f"{path}: {status} {data[:300]}")
        for named in re.findall(rb"more than the (\d+ [kM]B) of memory that are allowed", data):
            refused.add(path)
            if named != b"%d MB" % served:  # nobody knows of parts
                wrong.append(f"{path}: {data[:300]}")

    for path, body in routes:
        if path in ("/api/maze", "/api/maze/solve"):
            body = dict(body, maze=maze)
        for accepted in ["application/json"] + ["text/event-stream"] * (path in streams):
            forget_peak(server.process)
            asking = [threading.Thread(target=ask, args=(path, body, accepted))
                      for _ in range(THREADS)]
            for thread in asking:
                thread.start()
            for thread in asking:
                thread.join()
            taken = resident(server.process) - own
            if wrong or taken > 1.1 * served * THREADS + PAGES * THREADS:
                sys.exit(f"{path} {str(body)[:100]}: {taken:.1f} MB {wrong}")
            print(f"{taken:6.1f} of {served * THREADS:5.1f} MB  {path} {str(body)[:60]!r}")
    return refused


def check_routes():
    table = re.findall(r'^ROUTE\("([^"]+)",\s+([^,]+),\s+(\w+)', (ROOT / "web/routes.h").read_text(),
                       re.M)
    missing = {path for path, _, _ in table} - {path for path, _ in ROUTES}
    if len(table) < 19 or missing:
        sys.exit(f"of {len(table)} routes these are not measured: {missing}")
    streams = {path for path, _, streams in table if streams == "true"}
    if len(streams) < 2:
        sys.exit(f"only {streams} have events")
    for served, routes in (SERVED, ROUTES), (1, [route for route in ROUTES if is_quick(*route)]):
        with Server(PROGRAM, "--memory", f"{served}M", "--analyses", "2", "--db",
                    "memory.db") as server:
            refused = press(server, served, routes, streams)
    if not {"/api/fill", "/api/maze/solve"} <= refused: # the steps of puzzles are counted
        sys.exit(f"with a megabyte only these are refused: {refused}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_files()
        check_verbs()
        check_commands()
        check_routes()
        os.chdir("/")


main()
