#!/usr/bin/env python3
"""files.py: files that are none, have no end, are links, or cannot be written; what is left
behind by a program that was killed; a small stack; Ctrl-C within a picture.

    files.py PROGRAM [--any-memory]      the latter: for sanitizers, which take memory themselves
"""

import fcntl
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv[1])
ANY_MEMORY = "--any-memory" in sys.argv
MEMORY = 400 << 20  # more than any of these commands needs, and less than a careless one takes


def holds_bytes(name):
    """It is there, and not empty; it may go away at any moment."""
    try:
        return os.stat(name).st_size > 0
    except FileNotFoundError:
        return False


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir("/")
        self.folder.cleanup()

    def ariadne(self, *words, stdin=subprocess.DEVNULL, before=None):
        """Exit code, what was said, and the most memory that was taken."""
        process = subprocess.Popen([PROGRAM, *words], stdin=stdin, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, errors="replace",
                                   preexec_fn=before, env=dict(os.environ, LC_ALL="C"))
        said = process.stdout.read()
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, said, usage.ru_maxrss << 10

    def says(self, *words, code=2, **how):
        """One sentence, which is returned, in little memory."""
        got, said, memory = self.ariadne(*words, **how)
        self.assertEqual(got, code, f"{words}: {said[:500]}")
        self.assertEqual(said.count("\n"), 1, f"{words}: {said[:500]}")
        if not ANY_MEMORY:
            self.assertLess(memory, MEMORY, words)
        return said


# Every verb that reads a file, with FILE in its place.
READERS = [
    ["query", "FILE"], ["verify", "FILE"], ["strong", "nim:heaps=21", "--db", "FILE"],
    ["analyze", "nim:heaps=21", "--db", "FILE"], ["review", "nim:heaps=21", "1:1", "--db", "FILE"],
    ["play", "nim:heaps=21", "--first", "random", "--db", "FILE"],
    ["serve", "--port", "0", "--db", "FILE"],
    ["solve", "connect4", "--book", "FILE"], ["book", "connect4", "-o", "FILE"],
    ["play", "--load", "FILE"], ["play", "nim", "--load", "FILE"], ["review", "--load", "FILE"],
    ["tune", "connect4", "--generations", "1", "--state", "FILE", "--resume"],
    ["queens", "8", "--count", "--checkpoint", "FILE"],
    ["insanity", "FILE"], ["maze", "show", "FILE"], ["maze", "solve", "FILE"],
    ["fill", "FILE", "0,0", "-o", "out.png"], ["fill", "FILE", "0,0", "-o", "out.png", "--limit", "10"],
    ["check", "FILE"], ["solve", "./FILE.so"],
]


def with_file(words, path):
    return [path if word == "FILE" else word for word in words]


class Inputs(Folder):
    def readers(self):
        for words in READERS:
            if "./FILE.so" not in words:
                with self.subTest(words=words):
                    yield words

    def test_devices(self):
        for device in "/dev/zero", "/dev/urandom":
            for words in self.readers():
                self.says(*with_file(words, device))

    def test_folder_and_nothing(self):
        os.mkdir("folder")
        for words in self.readers():
            self.says(*with_file(words, "folder"))
            if words[0] not in ("strong", "tune", "queens", "book"):  # which would make it
                self.says(*with_file(words, "nothing"))

    def test_empty(self):
        Path("empty").touch()
        for words in self.readers():
            self.says(*with_file(words, "empty"))

    def test_fifo(self):
        """What needs a plain file says so and does not wait for the other end of a FIFO."""
        os.mkfifo("fifo")
        os.mkfifo("fifo.so")
        for words in READERS[:9] + [["check", "./fifo.so"], ["solve", "./fifo.so"]]:
            with self.subTest(words=words):
                said = self.says(*with_file(words, "fifo"), before=lambda: signal.alarm(60))
                self.assertRegex(said, "not a (plain )?file")

    def endless(self, beginning, *words):
        """A pipe that begins like this, and then goes on and on."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            first, rest = beginning
            os.write(writing, first)
            block = rest * (65536 // len(rest))
            while True:
                os.write(writing, block)
        os.close(writing)
        try:
            return self.says(*words, stdin=reading)
        finally:
            os.close(reading)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)

    def test_endless(self):
        for beginning, word in (((b"+", b"-+"), "longer than"), ((b"", b"+-+\n"), "line 2"),
                                ((b"+-+\n", b"| |\n+-+\n"), "longer than"),
                                ((b"P6 2 2 255\n", b"x"), "longer than"),
                                ((b"P1 90000 90000\n", b"1"), "more than"),
                                ((b"P3 2 2 255 ", b"1 "), "longer than"),
                                ((b"\x89PNG", b"\0"), "damaged")):
            self.assertIn(word, self.endless(beginning, "maze", "show", "-"))
        for beginning, word in (((b"P6 2 2 255\n", b"x"), "longer than"),
                                ((b"P6 20000 20000 255\n", b"x"), "--limit N accepts N"),
                                ((b"no picture", b"x"), "does not begin as")):
            self.assertIn(word, self.endless(beginning, "fill", "-", "0,0", "-o", "x.png"))
        self.assertIn("longer than", self.endless((b"", b"red "), "insanity", "-"))

    def test_long_lines(self):
        """A line without an end is one bad position, however long."""
        with open("long", "w", encoding="ascii") as file:
            file.write("1" * 40_000_000 + "\n")
        code, said, memory = self.ariadne("solve", "nim", "--batch", "long")
        self.assertEqual((code, said.count("\n")), (2, 1))
        if not ANY_MEMORY:
            self.assertLess(memory, MEMORY)

    def test_large_files_are_not_read(self):
        """A file that is too long by what the system says of it costs nothing, if it is sparse
        or not."""
        for name, begin in (("a.save", b"ariadne save 1\n"), ("a.book", b"AriBook\1"),
                            ("a.ppm", b"P6 2 2 255\n"), ("a.txt", b"+-+\n| |\n")):
            with open(name, "wb") as file:
                file.write(begin)
                file.truncate(1 << 40)
        for words in (["play", "--load", "a.save"], ["solve", "connect4", "--book", "a.book"],
                      ["fill", "a.ppm", "0,0", "-o", "x.png"], ["maze", "show", "a.txt"]):
            self.says(*words)


class Outputs(Folder):
    WRITERS = [
        ["tree", "nim:heaps=21", "-o", "FILE"], ["queens", "8", "--svg", "FILE"],
        ["knight", "--svg", "FILE"], ["insanity", "--svg", "FILE"],
        ["maze", "generate", "--width", "5", "--height", "5", "--svg", "FILE"],
        ["review", "tictactoe", "15937", "--svg", "FILE"],
        ["tune", "connect4", "--generations", "1", "--population", "2", "--depth", "1", "--csv",
         "FILE"],
        ["match", "nim:heaps=21", "--a", "random", "--b", "random", "--games", "1",
         "--games-out", "FILE"],
    ]

    def test_full(self):
        for words in self.WRITERS:
            with self.subTest(words=words):
                code, said, _ = self.ariadne(*with_file(words, "/dev/full"))
                self.assertEqual(code, 2, said)
                self.assertIn("No space left", said)
        for words in ["games"], ["solve", "nim"], ["help"], ["queens", "8", "--all"]:
            with open("/dev/full", "w", encoding="ascii") as full:
                done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE,
                                      text=True, check=False, stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 2)
            self.assertIn("No space left", done.stderr)

    def test_size_limit(self):
        """SIGXFSZ does not kill it: a sentence, and nothing is left behind."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        said = self.says("tree", "nim:heaps=221", "-o", "t.svg", before=limit)
        self.assertIn("cannot write the file 't.svg': File too large", said)
        self.assertEqual(os.listdir(), [])
        said = self.says("strong", "connect4:width=4,height=4", "--db", "s.db", before=limit)
        self.assertIn("File too large", said)

    def kill_while_writing(self):
        """Kills the program between the making of the new file and its renaming."""
        before = set(os.listdir())
        for _ in range(200):
            process = subprocess.Popen([PROGRAM, "maze", "generate", "--width", "700", "--height",
                                        "700", "--seed", "1", "--svg", "t.svg"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None:
                if any(name.startswith("t.svg.") and name not in before and holds_bytes(name)
                       for name in os.listdir()):
                    process.kill()
                    break
            process.wait()
            left = set(os.listdir()) - before - {"t.svg"}
            if left:
                return left.pop()
            if os.path.exists("t.svg"):
                os.remove("t.svg")
        self.fail("it could not be killed in time")

    def test_left_behind(self):
        """What a killed program has left is removed by the next that writes the same file, and
        nothing else is: not one that is being written, and nobody else's."""
        left = self.kill_while_writing()
        others = ["t.svg.ariadne-short", "t.svg.ariadne-toolong", "t.svg.abcdef", "u.svg.ariadne-abcdef",
                  "xt.svg.ariadne-abcdef", "t.svg"]
        for name in others:
            Path(name).write_text("mine")
        os.mkdir("t.svg.ariadne-folder")
        os.symlink("t.svg.abcdef", "t.svg.ariadne-linked")
        Path("t.svg.ariadne-locked").write_text("being written")
        with open("t.svg.ariadne-locked", encoding="ascii") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.assertEqual(self.ariadne("tree", "nim:heaps=21", "-o", "t.svg")[0], 0)
        self.assertFalse(os.path.exists(left), left)
        for name in [*others, "t.svg.ariadne-locked", "t.svg.ariadne-folder",
                     "t.svg.ariadne-linked"]:
            self.assertTrue(os.path.lexists(name), name)
        self.assertIn("svg", Path("t.svg").read_text())
        self.assertEqual(self.ariadne("tree", "nim:heaps=21", "-o", "t.svg")[0], 0)
        self.assertFalse(os.path.exists("t.svg.ariadne-locked"))

    def test_many_writers(self):
        """Programs that write the same file at once do not remove each other's."""
        for _ in range(5):
            writers = [subprocess.Popen([PROGRAM, "tree", "nim:heaps=21", "-o", "t.svg"],
                                        stderr=subprocess.PIPE, text=True) for _ in range(8)]
            for writer in writers:
                said = writer.communicate()[1]
                self.assertEqual(writer.returncode, 0, said)
        self.assertEqual(os.listdir(), ["t.svg"])

    def test_links(self):
        """What a link leads to is written, be it there or not, and the link stays."""
        os.mkdir("there")
        os.symlink("there/second", "first")
        os.symlink("../third", "there/second")
        for words in (["tree", "nim:heaps=21", "-o", "first"],
                      ["strong", "nim:heaps=21", "--db", "first"],
                      ["book", "nim:heaps=21", "--plies", "1", "-o", "first"]):
            with self.subTest(words=words):
                for there in range(2 if words[0] == "tree" else 1):
                    code, said, _ = self.ariadne(*words)
                    self.assertEqual(code, 0, said)
                    self.assertTrue(os.path.islink("first") and os.path.islink("there/second"))
                    self.assertTrue(os.path.isfile("third") and not os.path.islink("third"))
                self.assertEqual(sorted(os.listdir()), ["first", "there", "third"])
                os.remove("third")
        os.symlink("round", "round")
        for words in ["tree", "nim:heaps=21", "-o", "round"], ["strong", "nim", "--db", "round"]:
            self.assertIn("symbolic links", self.says(*words))


def png(side):
    """A white picture of so many pixels each way."""
    def chunk(name, data):
        return (struct.pack(">I", len(data)) + name + data +
                struct.pack(">I", zlib.crc32(name + data)))
    packer = zlib.compressobj(1)
    rows = b"".join(packer.compress(b"\0" + b"\xff" * (4 * side)) for _ in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)) +
            chunk(b"IDAT", rows + packer.flush()) + chunk(b"IEND", b""))


def processor_seconds(pid):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Interrupted(Folder):
    def interrupt(self, *words, after):
        """Ctrl-C after so much work, and how much more was done until the end."""
        process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        while process.poll() is None and processor_seconds(process.pid) < after:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said = process.communicate()[0]
        return process.returncode, said

    def test_pictures(self):
        """While one is read or drawn there is nothing to lose: it ends at once."""
        Path("large.png").write_bytes(png(6000))
        for after in 0.05, 0.3, 0.6:  # a whole run takes more than a second
            code, said = self.interrupt("fill", "large.png", "0,0", "--colour", "ff0000", "-o",
                                        "out.png", after=after)
            self.assertEqual((code, said.count("\n")), (130, 1), said)
            self.assertIn("interrupted", said)
            self.assertEqual(os.listdir(), ["large.png"])

    def test_tree(self):
        """Counting a tree that is too large: nothing is said that was not counted."""
        code, said = self.interrupt("tree", "mnk:width=15,height=15,line=5", "--max-nodes",
                                    "10", after=0.1)
        self.assertEqual(code, 130, said)
        self.assertNotIn("--depth", said)
        self.assertIn("counting them was interrupted", said)


class SmallStack(Folder):
    def test_sentence(self):
        for kilobytes in 64, 512, 2047:
            def limit():
                resource.setrlimit(resource.RLIMIT_STACK, (kilobytes << 10, kilobytes << 10))
            said = self.says("search", "coins:coins=2000", "--algo", "minimax", before=limit)
            self.assertIn("ulimit -s 2048", said)

    @unittest.skipIf(ANY_MEMORY, "frames are larger with sanitizers")
    def test_enough(self):
        """What is said to be enough is enough for the deepest searches."""
        def limit():
            resource.setrlimit(resource.RLIMIT_STACK, (2048 << 10, 2048 << 10))
        deep = "coins:coins=1000000,most=1"
        for words in (["search", deep, "--algo", "minimax"], ["search", deep, "--algo", "alphabeta"],
                      ["search", deep, "--algo", "bestmove"], ["search", deep],
                      ["solve", "quixo", "--threads", "2"], ["solve", "quixo"],
                      ["search", "quixo", "--algo", "bestmove", "--depth", "2000"]):
            code, said, _ = self.ariadne(*words, "--nodes", "300000", before=limit)
            self.assertIn(code, (0, 1, 2), f"{words}: {said}")


unittest.main(argv=sys.argv[:1])
