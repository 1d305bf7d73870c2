#!/usr/bin/env python3
"""stopping.py: does every command stop soon, after Ctrl-C and after --seconds, and say so?

    stopping.py PROGRAM [--slow N] [--after S] [WORD]...    only jobs with these words

Soon is measured by what the process computes, not by the clock on the wall: so much processor time as it uses after the
signal, or more than it was given. --slow N allows N times as much, for programs under sanitizers. The program says
which commands there are: one that is neither here nor done in a moment is found. --after S sends the signal when S
seconds have been computed, to look at other phases of the jobs by hand.
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path

SOON = 0.5  # seconds of processor time
GIVEN = 0.2  # --seconds
TOO_LONG = 10  # likewise: not waited for any longer
HANGS = 60  # seconds on the wall in which nothing was computed: it waits for something
ENDLESS = "connect4:width=9,height=9"
BOARD = "mnk:width=15,height=15,line=5"
STOPPED = r"interrupted|stopped|limit was reached|no solution was found, which does not mean that there is none"

INTERRUPTED = set()  # the commands that were
# What is done in a moment, however it is asked.
MOMENTS = {"games", "puzzles", "board", "eval", "help", "completion", "man", "engine"}
# What --seconds does not bound (tuning by matches), or not once for all: pictures that are drawn, and each of several positions.
UNLIMITED = {"30000000", "2500", "generate", "show", "review", "--batch", "--svg", "--png", "-", "--generations"}
# Long work. What comes after a "|" is what it says when it is stopped, if that is something else.
JOBS = [
    f"solve {ENDLESS}", f"solve {ENDLESS} --threads 2", f"solve {ENDLESS} --json|\"exact\":false", f"solve {ENDLESS} --batch lines|after",
    "solve chomp:width=13,height=13 --memory 200M",
    f"analyze {ENDLESS}", f"analyze {BOARD}", f"analyze {BOARD} --json|\"exact\":false", "analyze quixo:size=5",
    *(f"search {ENDLESS} --algo {algo}" for algo in ("engine", "minimax", "alphabeta", "bestmove")),
    f"search {ENDLESS} --algo alphabeta --order best", f"search {BOARD} --json|\"stopped\":true",
    "search chomp:width=13,height=13 --algo canonical --memory 200M", "search nim:heaps=99999 --algo plain",
    f"tree {BOARD} --json --depth 4", "tree tictactoe --max-nodes 600000 --format svg",
    f"step {ENDLESS} --most 10000000", f"step {ENDLESS} --most 10000000 --json|complete",
    f"review {ENDLESS} 123456789", f"review {ENDLESS} 123456789 --json|\"moves\"",
    "strong mnk:width=5,height=4,line=4 --db a.db", "strong quixo:size=4 --db b.db",
    "verify big.db", "query big.db -",
    f"play {ENDLESS} --first perfect --second perfect --quiet", f"play {ENDLESS} --first engine:depth=30 --second random",
    "match connect4 --a engine:nodes=3000,eval=pattern --b random --games 1000000 --book none",
    f"match {ENDLESS} --a engine:depth=30 --b perfect",
    "tune connect4 --generations 1000 --who engine:depth=9", "tune connect4 --generations 1000 --method cma --depth 6",
    *(f"tune connect4:width=6,height=5 --method fit --positions 1000000{more}" for more in ("", " --json|\"stopped\":true|^$")),
    "experiment all --games 1000000 --depth 12 --out results",
    "book connect4:width=9,height=8 --plies 3 -o a.book",
    f"perft {ENDLESS} --depth 40", "check connect4 --positions 1000000", "check connect4 --player level:1 --nodes 100000000", "bench",
    *(f"maze generate --width 5000 --height 5000 --algo {algo}"
      for algo in ("backtracker", "kruskal", "prim", "wilson", "eller", "division")),
    "nimber cram:width=8,height=8", "nimber grundy --sequence 10000000", "value domineering:width=8,height=8",
    "maze generate --width 3000 --height 3000 --trace", "maze generate --width 3000 --height 3000 --trace --json",
    "maze solve maze.txt",
    "maze solve maze.txt --json", "maze solve maze.txt --trace", "maze solve maze.txt --trace --json|\"stopped\":true",
    "maze solve loops.txt --all --nodes 0", "maze solve loops.txt --no-mark --nodes 100000000000",
    "maze solve maze.txt --svg maze.svg --png maze.png", "maze show maze.txt --svg maze.svg", "maze show maze.txt --png maze.png",
    "fill large.png 0,0 -o filled.png", "fill large.png 0,0 -o filled.ppm", "fill large.png 0,0 -o filled.png --trace",
    "fill large.png 0,0 -o filled.png --trace --json",
    "knight --width 2500 --height 2500", "knight --width 2000 --height 2000 --svg tour.svg",
     "knight --width 8 --height 8 --count --method backtrack", "knight --width 30 --height 30 --order fixed",
    "knight --width 8 --order fixed --trace", "knight --width 8 --order fixed --trace --json",
    "queens 20 --count", "queens 20 --count --distinct", "queens 20 --all", "queens 20 --all --distinct", "queens 20 --all --json|complete",
    "queens 30 --trace", "queens 30 --trace --json|trace", "queens 30 --order fixed", 
    "queens 20000000 --method repair", "queens 30000000",
    "insanity many.txt", "insanity many.txt --all", "insanity many.txt --json|\"complete\":false", "insanity hard.txt --count",
    "insanity many.txt --trace", "insanity hard.txt --trace", "insanity hard.txt --trace --json|trace",
]


class Watched:
    """A running command; of what it says only the beginning and the end are kept."""

    def __init__(self, words):
        self.said = [b"", b""]
        source = open("lines", "rb") if words[-1] == "-" else subprocess.DEVNULL
        self.process = subprocess.Popen([PROGRAM, *words], stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.readers = [threading.Thread(target=self.read, args=(i, stream))
                        for i, stream in enumerate((self.process.stdout, self.process.stderr))]
        for reader in self.readers:
            reader.start()

    def read(self, which, stream):
        while data := os.read(stream.fileno(), 1 << 20):
            self.said[which] = self.said[which] + data
            if len(self.said[which]) > 10000:
                self.said[which] = self.said[which][:4000] + b"..." + self.said[which][-4000:]

    def computed(self):
        """Seconds of all its threads so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), fields[0]

    def compute(self, seconds):
        """Until it has computed so much; False if it ends before."""
        while True:
            computed, state = self.computed()
            if computed >= seconds or state == "Z":
                return state != "Z"
            time.sleep(0.01)

    def end(self):
        """The exit code, the seconds computed in all, and what was said last."""
        begun, since = self.computed()[0], time.monotonic()
        before = begun
        while True:
            pid, status, used = os.wait4(self.process.pid, os.WNOHANG)
            if pid:
                break
            computed = self.computed()[0]
            if computed > before:
                before, since = computed, time.monotonic()
            if time.monotonic() - since > HANGS or computed > begun + TOO_LONG * OPTIONS.slow:
                self.process.kill()
            time.sleep(0.01)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        for reader in self.readers:
            reader.join()
        return self.process.returncode, used.ru_utime + used.ru_stime, b"".join(self.said).decode(errors="replace")


def interrupt(words, sentence, after, slow):
    """What is wrong after Ctrl-C, or None. A quick machine may have done some of the work before, but not all of a
    command's."""
    command = Watched(words)
    if not command.compute(after):
        code, used, said = command.end()
        print(f"{used:6.2f} s and done: {' '.join(words)}", flush=True)
        return f"ends by itself with {code}: {said[-300:]}" if code != 0 else None
    begun = command.computed()[0]
    command.process.send_signal(signal.SIGINT)
    code, used, said = command.end()
    print(f"{used - begun:6.2f} s after Ctrl-C  {' '.join(words)}", flush=True)
    if code == 130:
        INTERRUPTED.add(words[0])
    if code != 0 and (code != 130 or not re.search(f"{sentence}|ariadne: interrupted", said, re.I)):  # 0: it was done already
        return f"ends with {code}, not 130, or does not say {sentence}: {said[-300:]!r}"
    return f"computes {used - begun:.2f} s more after Ctrl-C" if used - begun > SOON * slow else None


def limit(words, sentence, slow):
    """What is wrong with --seconds, or None."""
    command = Watched([*words, "--seconds", str(GIVEN)])
    code, used, said = command.end()
    threads = 2 if "--threads" in words else 1
    over = used - GIVEN * threads
    print(f"{over:6.2f} s over --seconds  {' '.join(words)}", flush=True)
    if code != 0 and (code != 1 or not re.search(sentence, said, re.I)):
        return f"ends with {code}, or does not say {sentence}: {said[-300:]!r}"
    return f"computes {over:.2f} s more than --seconds {GIVEN}" if over > SOON * slow else None


def png(side):
    """A white square, as a picture that costs little to send and much to open."""
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    size = side.to_bytes(4, "big")
    packer = zlib.compressobj(1)
    rows = b"".join(packer.compress(b"\0" + b"\xff" * side) for _ in range(side)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + size + b"\x08\0\0\0\0") + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def output(*words):
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, check=True).stdout


def make_files():
    Path("lines").write_text("1234\n2345\n3451\n" * 300000)
    Path("maze.txt").write_bytes(output("maze", "generate", "--width", "2000", "--height", "2000"))
    Path("loops.txt").write_bytes(output("maze", "generate", "--width", "40", "--height", "40", "--loops", "1"))
    Path("large.png").write_bytes(png(6000))
    Path("many.txt").write_text("".join(" ".join(f"c{i}x{face}" for face in range(6)) + "\n" for i in range(40)))
    # As many cubes as colours, of which no pair fits: long to find out.
    Path("hard.txt").write_text("".join(
        " ".join(f"c{(i * step + shift) % 60}" for step, shift in ((1, 0), (1, 1), (7, 2), (11, 5), (13, 3), (17, 9))) + "\n"
        for i in range(60)))
    output("strong", "connect4:width=5,height=4", "--db", "big.db")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--slow", type=float, default=1)
    parser.add_argument("--after", type=float, default=0.1)
    return parser.parse_args()


def check_verbs():
    text = output("help").decode()
    verbs = re.findall(r"^  ([a-z]+) ", text[text.index("Commands:"):text.index("A GAME")], re.M)
    missing = set(verbs) - {job.split()[0] for job in JOBS} - MOMENTS - {"serve", "menu"}
    if len(verbs) < 25 or missing:
        sys.exit(f"of {len(verbs)} commands these are not stopped here: {missing}")
    return {verb for verb in verbs if "--seconds S" in output("help", verb).decode()}


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        limited = check_verbs()
        make_files()
        for job in JOBS:
            line, _, sentence = job.partition("|")
            words = line.split()
            if not all(word in words for word in OPTIONS.words):
                continue
            fault = interrupt(words, sentence or STOPPED, OPTIONS.after, OPTIONS.slow)
            wrong += [f"{line}: {fault}"] * bool(fault)
            if words[0] in limited and not UNLIMITED & set(words):
                fault = limit(words, sentence or STOPPED, OPTIONS.slow)
                wrong += [f"{line}: {fault}"] * bool(fault)
        os.chdir("/")
    if not OPTIONS.words:
        wrong += [f"{verb}: none of its jobs was long enough to be interrupted"
                  for verb in sorted({job.split()[0] for job in JOBS} - INTERRUPTED)]
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    OPTIONS = arguments()
    PROGRAM = os.path.abspath(OPTIONS.program)
    main()
