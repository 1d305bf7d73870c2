#!/usr/bin/env python3
"""files.py: every file that Ariadne reads, changed in many ways, with its checksums made right
again or not.

    files.py PROGRAM [--seconds N] [--seed S]

Without --seconds a fixed number of trials is made, for the test suite; with it, trials are made
for so long. Each finding is printed, with the seed that repeats it and the file, which is kept;
the exit code is 1 if there is any.

What counts as a finding: a crash, a report of a sanitizer, an exit code that there is not, a
refusal without a sentence, much memory, no end even after Ctrl-C, code that a file has made the
program load, and damage that a checksum should have told."""

import argparse
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import formats

TRIALS = 240         # of the short run
PATIENCE = 15        # seconds until Ctrl-C, which is no finding: work may be long
END = 30             # seconds for it to end then
MEMORY = 1500 << 20  # bytes that a command may take
GAMES = ["mnk:width=4,height=3,line=3", "connect4:width=4,height=4"]  # keyed and dense


class Attack:
    def __init__(self, program, seed):
        self.program = os.path.abspath(program)
        self.seed = seed
        self.sanitized = b"__asan_" in Path(program).read_bytes()
        self.findings = 0
        self.trials = 0
        self.kept = None

    # ---- running ----

    def run(self, *words, stdin=b"", patience=PATIENCE):
        """Exit code, output and what is wrong with how it ended, or None."""
        began = time.monotonic()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as given:
            given.write(stdin)
            given.seek(0)
            process = subprocess.Popen([self.program, *words], stdin=given, stdout=out,
                                       stderr=subprocess.STDOUT,
                                       env=dict(os.environ, LC_ALL="C"))
            asked, wrong, pid = False, None, 0
            while not pid:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                spent = time.monotonic() - began
                if pid:
                    break
                if spent > patience and not asked:
                    process.send_signal(signal.SIGINT)
                    asked = True
                if spent > patience + END:
                    process.kill()
                    wrong = "it does not end, not even after Ctrl-C"
                time.sleep(0.002)
            code = process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            said = out.read().decode(errors="replace")
        if not wrong and code not in (0, 1, 2, 130):
            wrong = f"exit code {code}"
        if re.search(r"(Address|Leak|Thread|UndefinedBehavior)Sanitizer|runtime error:", said):
            wrong = "a sanitizer's report"
        if not wrong and code == 2 and not re.search(r"^ariadne| error ", said, re.M):
            wrong = "refused without a sentence"
        if not wrong and not self.sanitized and usage.ru_maxrss << 10 > MEMORY:
            wrong = f"{usage.ru_maxrss >> 10} MB of memory"
        if os.path.exists("LOADED"):
            os.remove("LOADED")
            wrong = "a file made it load a plug-in"
        return code, said, wrong

    def must(self, *words, **how):
        code, said, wrong = self.run(*words, patience=600, **how)
        if wrong or code:
            sys.exit(f"files.py: {' '.join(words)}: {wrong or code}\n{said}")

    def find(self, what, words, said, *paths):
        self.findings += 1
        self.kept = self.kept or tempfile.mkdtemp(prefix="ariadne-attack-")
        place = Path(self.kept, f"finding-{self.findings}")
        place.mkdir()
        for path in paths:
            if os.path.isdir(path):
                shutil.copytree(path, place / os.path.basename(path))
            elif os.path.exists(path):
                shutil.copy(path, place)
        print(f"FINDING {self.findings}: {what}\n  seed {self.seed}, trial {self.trials}\n"
              f"  ariadne {' '.join(words)}\n  files in {place}\n  it said: {said[-500:]}",
              flush=True)


# ---- changes ----

WORDS = [0, 1, 7, 255, 256, 65535, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62,
         (1 << 63) - 1, 1 << 63, (1 << 64) - 1]
TEXTS = [b"", b"0", b"-1", b"1", b"2147483648", b"99999999999999999999", b"1e308", b"nan", b"inf",
         b"0x1p1023", b"%s%n", b"../../etc/passwd", b"./evil.so", b"\xff\xfe", b"\r\n", b"A" * 5000,
         b"nim:heaps=" + b"9" * 300, b"connect4:width=9999", b"mnk"]


def change(chance, data):
    """The data with one to four changes, which may be none at last."""
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(9)
        if kind <= 1 and data:  # a bit or a byte
            at %= len(data)
            data[at] = data[at] ^ 1 << chance.randrange(8) if kind else chance.randrange(256)
        elif kind == 2 and len(data) >= 8:  # a word
            at = at % (len(data) // 8) * 8
            (old,) = struct.unpack_from("<Q", data, at)
            new = chance.choice([*WORDS, old + 1, old - 1, old * 2, chance.getrandbits(64)])
            struct.pack_into("<Q", data, at, new & (1 << 64) - 1)
        elif kind == 3:  # an end that is missing
            del data[at:]
        elif kind == 4:  # a part that is missing
            del data[at:at + chance.choice([1, 8, 100])]
        elif kind == 5:  # a part that is there twice
            data[at:at] = data[at:at + chance.choice([1, 8, 64, 1000])]
        elif kind == 6:  # something foreign
            data[at:at] = chance.choice(TEXTS)
        else:  # a number or a word of a text
            places = list(re.finditer(rb"[0-9]+|[a-z:=,]+", bytes(data[:20000])))
            if places:
                place = chance.choice(places)
                data[place.start():place.end()] = chance.choice(TEXTS)
    return bytes(data)


# ---- the files ----

class Format:
    """A file that the program has made, the commands that read it, and how its checksums are
    made right. `noticed`: one of the commands must refuse it when they are not."""

    def __init__(self, name, commands, close=None, noticed=False):
        self.name, self.commands, self.close, self.noticed = name, commands, close, noticed
        self.good = Path(name).read_bytes()

    def trial(self, attack, chance):
        content = change(chance, self.good)
        repaired = self.close is not None and chance.random() < 0.7
        if repaired:
            try:
                content = self.close(content)
            except (struct.error, IndexError, ValueError, MemoryError):
                repaired = False
        accepted = True
        for words in self.commands:
            path = "bad-" + self.name
            Path(path).write_bytes(content)
            words = [path if word == "FILE" else word for word in words]
            code, said, wrong = attack.run(*words)
            accepted = accepted and code == 0
            if wrong:
                attack.find(wrong, words, said, path)
        if self.noticed and not repaired and content != self.good and accepted:
            attack.find("a changed file passes for the right one", words, said, path)


def make_formats(attack):
    limits = ["--nodes", "2000"]
    attack.must("play", "connect4", "--first", "human", "--second", "random", "--seed", "1",
                stdin=b"4\n4\n4\nsave a.save\nquit\n")
    attack.must("match", "nim:heaps=321", "--a", "random", "--b", "random", "--games", "3", "--seed",
                "1", "--games-out", "a.jsonl")
    attack.must("strong", GAMES[0], "--db", "keyed.db")
    attack.must("strong", GAMES[1], "--db", "dense.db")
    attack.must("book", "connect4:width=4,height=4", "--plies", "3", "-o", "a.book")
    tune = ["tune", "connect4", "--generations", "2", "--population", "4", "--depth", "1"]
    attack.must(*tune, "--seed", "1", "--state", "a.state")
    attack.must("queens", "9", "--count", "--checkpoint", "a.queens")
    attack.must("maze", "generate", "--width", "9", "--height", "9", "--seed", "1", "--png",
                "maze.png")
    Path("maze.txt").write_bytes(b"+-+-+\n|S  |\n+-+ +\n|    \n+-+-+\n")
    Path("a.ppm").write_bytes(b"P6\n# a picture\n5 4 255\n" + bytes(range(60)))
    Path("plain.pgm").write_bytes(b"P2 3 3 255 1 2 3 4 5 6 7 8 255\n")
    Path("a.cubes").write_bytes(b"R G B W\n")
    Path("a.positions").write_bytes(b"321\n21 0\nnonsense\n\n111\n")
    database = [["query", "FILE"], ["verify", "FILE"]]
    fill = [["fill", "FILE", "1,1", "-o", "out.png"], ["fill", "FILE", "0,0", "-o", "out.ppm",
                                                       "--limit", "1000"]]
    return [
        Format("a.save", [["play", "--load", "FILE", "--first", "random", "--second", "random",
                           "--quiet"], ["review", "--load", "FILE", *limits]],
               formats.close_text, noticed=True),
        Format("a.jsonl", [["review", "--load", "FILE", "--number", "2", *limits]]),
        Format("keyed.db", [*database, ["analyze", GAMES[0], "--db", "FILE", *limits]],
               formats.close_database, noticed=True),
        Format("dense.db", [*database, ["review", GAMES[1], "1", "--db", "FILE", *limits]],
               formats.close_blocks, noticed=True),
        Format("a.book", [["book", "connect4:width=4,height=4", "-o", "FILE", "--verify", "0"],
                          ["solve", "connect4:width=4,height=4", "--book", "FILE", *limits]],
               formats.close_book, noticed=True),
        Format("a.state", [["tune", "connect4", "--generations", "2", "--state", "FILE",
                            "--resume"]], formats.close_text, noticed=True),
        Format("a.queens", [["queens", "9", "--count", "--checkpoint", "FILE"]],
               formats.close_queens, noticed=True),
        Format("maze.txt", [["maze", "show", "FILE"], ["maze", "solve", "FILE"]]),
        Format("maze.png", [["maze", "show", "FILE", "--from", "0,1", "--to", "9,0"], *fill],
               formats.close_png),
        Format("a.ppm", fill), Format("plain.pgm", fill),
        Format("a.cubes", [["insanity", "FILE"]]),
        Format("a.positions", [["solve", "nim:heaps=321", "--batch", "FILE", *limits]]),
    ]


# ---- resuming ----

# Arrays whose checksums are made right, too. Those of positions are the solver's own memory: the
# rules are asked about them as they are, and checksums tell damage, not forgery
# (docs/database-format.md).
VALUES = ["reach", "worth", "lower"]


def size_of(path):
    """Of a file that somebody else makes and removes."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


class Folder:
    """The folder of a solving that was interrupted."""

    def __init__(self, attack, game):
        self.game, self.name = game, tempfile.mkdtemp(prefix="work-", dir=".")
        attack.must("strong", game, "--db", "whole.db")
        self.whole = Path("whole.db").read_bytes()
        os.remove("whole.db")
        for _ in range(100):
            process = subprocess.Popen([attack.program, "strong", game, "--db", "cut.db",
                                        "--checkpoint", "0"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            part = Path("cut.db.work/part")
            while process.poll() is None and size_of(part) <= 500:
                pass
            process.send_signal(signal.SIGINT)
            if process.wait() == 130 and Path("cut.db.work/checkpoint").exists():
                break
            Path("cut.db").unlink(missing_ok=True)
        else:
            sys.exit("files.py: a solving cannot be interrupted")
        os.rename("cut.db.work", self.name)  # which is empty

    def trial(self, attack, chance):
        shutil.copytree(self.name, "bad.db.work")
        folder = Path("bad.db.work")
        names = sorted(name for name in os.listdir(folder) if name != "lock")
        repaired = False
        for _ in range(chance.choice([1, 1, 2])):
            name = chance.choice([*names, "checkpoint", "part"])
            content = (folder / name).read_bytes()
            if chance.random() < 0.2:  # another's
                content = (folder / chance.choice(names)).read_bytes()
            else:
                content = change(chance, content)
            (folder / name).write_bytes(content)
        if chance.random() < 0.6:
            arrays = {name: (folder / name).read_bytes() for name in names
                      if name.partition("-")[0] in VALUES}
            checkpoint = (folder / "checkpoint").read_bytes()
            try:
                repaired_one = formats.close_folder(checkpoint, arrays)
            except (struct.error, IndexError, ValueError):
                repaired_one = formats.close_checkpoint(checkpoint)
            (folder / "checkpoint").write_bytes(repaired_one)
            repaired = True
        shutil.rmtree("before", ignore_errors=True)
        shutil.copytree(folder, "before")
        words = ["strong", self.game, "--db", "bad.db"]
        code, said, wrong = attack.run(*words)
        if wrong:
            attack.find(wrong, words, said, "before")
        elif not repaired and code == 0 and Path("bad.db").read_bytes() != self.whole:
            attack.find("a damaged folder gives a damaged database", words, said, "before")
        elif code == 0 and attack.run("query", "bad.db")[2]:
            attack.find("the database that was made crashes query", words, said, "before")
        Path("bad.db").unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    attack = Attack(given.program, given.seed)
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        loud = Path(attack.program).parent / "tests/loud_game.so"
        if loud.exists():  # which leaves the file LOADED behind
            shutil.copy(loud, "evil.so")
        targets = make_formats(attack) + [Folder(attack, game) for game in 2 * GAMES]
        least = len(targets) if given.seconds else TRIALS  # each kind once, however little time there is
        began = time.monotonic()
        while attack.trials < least or time.monotonic() - began < given.seconds:
            attack.trials += 1
            targets[attack.trials % len(targets)].trial(attack, chance)
        os.chdir("/")
    print(f"{attack.trials} trials with seed {given.seed}: {attack.findings} findings")
    return attack.findings > 0


sys.exit(main())
