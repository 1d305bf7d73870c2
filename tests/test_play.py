#!/usr/bin/env python3
"""test_play.py: games at the prompt: play, review and the menu, through pipes and terminals.

    test_play.py PROGRAM

Rows: C5, D6, E13, E14, E16, E17.
"""
import json
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
PATIENCE = 60  # seconds until a program that says nothing counts as hanging


def run(*words, typed=b"", **more):
    """The program with a pipe on each side."""
    if isinstance(typed, str):
        typed = typed.encode()
    return subprocess.run([PROGRAM, *words], input=typed, capture_output=True,
                          timeout=PATIENCE, **more)


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *words):
        self.text = ""
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="dumb", LC_ALL="C.UTF-8")
            os.execv(PROGRAM, [PROGRAM, *words])

    def read(self):
        ready, _, _ = select.select([self.file], [], [], PATIENCE)
        if not ready:
            raise AssertionError("nothing more came after: " + self.text)
        try:
            data = os.read(self.file, 4096)
        except OSError:  # the other side is closed
            data = b""
        self.text += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)

    def wait_for(self, *wanted):
        """Reads until one after the other has come; forgets what was before."""
        for text in wanted:
            while text not in self.text:
                if not self.read():
                    raise AssertionError(f"'{text}' did not come, but: {self.text}")
            self.text = self.text.split(text, 1)[1]

    def type(self, text):
        os.write(self.file, text.encode())

    def answer(self, line, *wanted):
        """Types a line, and reads until what is wanted has come."""
        self.type(line + "\n")
        self.wait_for(*wanted)

    def end(self):
        """The exit code, and what was said until then."""
        while self.read():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status), self.text


class Pipes(unittest.TestCase):
    def play(self, *words, typed="", code=0):
        done = run("play", *words, typed=typed)
        self.assertEqual(done.returncode, code, done)
        return done.stdout.decode(errors="replace")

    def in_order(self, text, *parts):
        at = 0
        for part in parts:
            found = text.find(part, at)
            self.assertGreaterEqual(found, 0, f"'{part}' is missing in:\n{text[at:]}")
            at = found + len(part)

    def wrong(self, *words, typed="", says):
        """Exit code 2, one line on stderr, nothing on stdout."""
        done = run(*words, typed=typed)
        self.assertEqual((done.returncode, done.stdout), (2, b""), done)
        message = done.stderr.decode()
        self.assertIn(says, message)
        self.assertEqual(message.count("\n"), 1, message)

    def test_example_of_coins(self):
        """E13, E14: the whole game, from the instructions to the result."""
        text = self.play("coins:coins=13,most=3", typed="2\n3\n1\n")
        self.in_order(text, "Whoever takes the last coin loses", "13 coins left",
                      "Your move, first player: 2", "11 coins left",
                      "plays 2: wins in 5 plies", "9 coins left",
                      "Your move, first player: 3", "6 coins left", "plays 1",
                      "5 coins left", "Your move, first player: 1", "4 coins left",
                      "plays 3: wins at once", "there is only one coin left",
                      "The game is over: the second player (perfect) has won.",
                      "'2 2 3 1 1 3'")

    def test_nonsense_is_explained(self):
        """E17: whatever is typed, the game goes on."""
        nonsense = [b"", b"   ", b"foo", b"5 6", b"0", b"-1", b"99999999999999999999",
                    b"\0", b"5\0", b"\x1b[31m", b"\xff\xfe", b"hint now", b"save", b"load",
                    b"undo", b"redo", b"save /no/such/folder/file", b"load /no/such/file",
                    b"load /", b"x" * 1000000, b"%s%n", b"\t"]
        done = run("play", "tictactoe", "--second", "human",
                   typed=b"\n".join(nonsense) + b"\n5\nquit\n")
        text = done.stdout.decode(errors="replace")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(text.count("Your move, first player:"), len(nonsense) + 1)
        self.assertEqual(text.count("Your move, second player:"), 1)
        self.assertNotIn("\x1b", text)
        for part in ["Type a move, or help", "'foo' is not a legal move here", "NUL byte",
                     "Nothing can follow hint", "name of a file is missing: save FILE",
                     "There is no move of yours to take back", "No move was taken back",
                     "longer than 65536 characters", "4 x 6"]:
            self.assertIn(part, text)
        self.assertIn(b"cannot write the file '/no/such/folder/file'", done.stderr)

    def test_every_game_on_the_loop(self):
        """E14, E16: games that the loop knows nothing of, to the end, by first moves."""
        for game in ["tictactoe", "connect4:width=4,height=4", "mnk", "nim:heaps=543",
                     "coins", "evencoins:coins=17,most=4", "dots:width=2,height=2"]:
            text = self.play(game, "--first", "random", "--second", "random", "--seed", "3")
            self.in_order(text, "The first player is random", "plays", "The game is over:")

    def test_commands(self):
        text = self.play("tictactoe", "--second", "perfect", typed="help\n1\nmoves\nundo\n"
                         "redo\nhint\nBOARD\nundo\n2\nquit\n")
        self.in_order(text, "You can also type help, hint, undo,", "first player: help",
                      "mark the cells of a 3x3 board", "save FILE  write", "first player: 1",
                      "plays 5", "Legal moves: 2 3 4 6 7 8 9\nPlayed so far: 15\n",
                      "1 2 3\n4 5 6", "first player: redo", "x 2 3\n4 o 6",
                      "first player: hint\nHint: ", "draws", "rules of thumb",
                      "first player: BOARD", "x 2 3\n4 o 6", "first player: undo",
                      "1 2 3", "first player: 2", "plays", "first player: quit", "Goodbye")

    def test_undo_goes_to_the_own_turn(self):
        text = self.play("coins", "--first", "perfect", "--second", "human",
                         typed="undo\n3\nundo\n1\nquit\n")
        self.in_order(text, "plays 1", "no move of yours to take back", "player: 3", "plays",
                      "player: undo", "12 coins left", "Your move, second player: 1",
                      "11 coins left")

    def test_save_and_load(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a game")
            self.play("nim", "--second", "random", "--seed", "5",
                      typed=f"1:1\n1:1\nundo\nsave {path}\nquit\n")
            with open(path, encoding="ascii") as file:
                saved = file.read()
            self.in_order(saved, "ariadne save 2\ngame nim:heaps=7531,normal=no\n",
                          "start 7531\nmove 1 first 1:1\nmove 2 second ", "at 2\nend ")
            text = self.play("--load", path, typed="redo\nquit\n")
            self.in_order(text, "Nim (nim:heaps=7531,normal=no)", "Your move, first player")
            self.play("nim", "--load", path, "--second", "random", typed="quit\n")
            text = self.play("nim", typed=f"load {path}\nmoves\nquit\n")
            self.in_order(text, "Loaded from", "Played so far: 1:1 ")
            done = run("review", "--load", path)
            self.assertEqual(done.returncode, 0)
            self.assertIn(b"  2  second", done.stdout)

            self.wrong("play", "coins", "--load", path, says="not of coins:")
            self.wrong("play", "nim", "7531", "--load", path, says="not both")
            self.assertEqual(os.listdir(folder), ["a game"])
            for damaged, says in [(saved[:-10], "cut off"),
                                  (saved.replace("1:1", "1:2", 1), "altered"),
                                  ("hello\n", "should be 'ariadne save 2'"), ("", "ariadne")]:
                with open(path, "w", encoding="ascii") as file:
                    file.write(damaged)
                self.wrong("play", "--load", path, says=says)
                text = self.play("nim", typed=f"load {path}\nmoves\nquit\n")
                self.assertNotIn("Loaded", text)

    def test_input_that_ends(self):
        for typed, moves in [("", "0 moves"), ("5\n", "2 moves"), ("5", "2 moves"),
                             ("5\nhel", "2 moves")]:
            done = run("play", "tictactoe", typed=typed)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"ended in the middle of the game, after {moves}",
                          done.stderr.decode())

    def test_closed_output(self):
        """Nobody reads: no endless game, and one sentence."""
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([PROGRAM, "play", "tictactoe"], stdin=subprocess.PIPE,
                              stdout=writer, stderr=subprocess.PIPE, timeout=PATIENCE)
        os.close(writer)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count(b"\n"), 1)
        self.assertIn(b"cannot write to standard output", done.stderr)

    def test_record_for_programs(self):
        done = run("play", "nim:heaps=321", "--first", "perfect", "--second", "mistake:0.5",
                   "--seed", "1", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        record = json.loads(done.stdout)
        self.assertEqual(record["game"], "nim:heaps=321,normal=no")
        self.assertEqual((record["status"], record["seed"]), ("over", 1))
        self.assertIn(record["winner"], ["first", "second"])
        self.assertEqual(" ".join(record["moves"]), record["position"])
        again = run("play", "nim:heaps=321", "--first", "perfect", "--second", "mistake:0.5",
                    "--seed", "1", "--json")
        self.assertEqual(again.stdout, done.stdout)
        done = run("play", "coins", "--json", typed="2\nquit\n")  # talk goes to stderr
        self.assertEqual(json.loads(done.stdout)["moves"], ["2", "2"])
        self.assertIn(b"Your move, first player", done.stderr)

    def test_wrong_requests(self):
        self.wrong("play", says="something is missing")
        self.wrong("play", "chess", says="there is no game 'chess'")
        self.wrong("play", "tictactoe", "xxx", says="a board")
        self.wrong("play", "tictactoe", "--first", "levels:3",
                   says="there is no player 'levels:3'; there are human, perfect")
        self.wrong("play", "nim", "--second", "rules", says="nim has no rules")
        self.wrong("play", "nim", "--seed", "x", says="--seed must be a whole number")
        self.wrong("play", "--load", "/no/such/file", says="cannot read '/no/such/file'")
        self.wrong("review", "nim", says="GAME MOVES")
        self.wrong("review", "nim", "9", says="no move leads to these heaps")
        self.wrong("review", "tictactoe", "151", says="'1' is not a legal move here")

    def test_review(self):
        """C5 and E13, move for move."""
        done = run("review", "nim", "6531 6131 611 111 11 1 0", "--json")
        review = json.loads(done.stdout)
        self.assertEqual([m["position"].split("/")[0].replace("0", "") for m in review["moves"]],
                         ["7531", "6531", "6131", "611", "111", "11", "1"])
        self.assertEqual([m["verdict"] for m in review["moves"]],
                         ["best", "blunder", "blunder", "best", "best", "best", "best"])
        self.assertEqual([m["before"]["value"] for m in review["moves"]],
                         ["loss", "win", "win", "win", "loss", "win", "loss"])
        self.assertEqual([review["summary"][side]["blunder"] for side in ("first", "second")],
                         [1, 1])
        self.assertEqual(review["moves"][2]["best"], ["1:3"])
        self.assertEqual(review["moves"][2]["line"][0], "1:3")
        done = run("review", "coins", "2", "2", "3", "1", "1", "3")
        self.assertEqual(done.stdout.count(b"  best\n"), 6)
        self.assertIn(b"first: 3 best, 0 good, 0 inaccuracies, 0 mistakes, 0 blunders", done.stdout)
        done = run("review", "tictactoe", "15937")
        self.assertRegex(done.stdout.decode(), r"4  second  3 .* mistake; better 2 or 4 or")
        done = run("review", "nim", "1:3", "--from", "31")
        self.assertRegex(done.stdout.decode(), r"first +1:3 +won in 2 +won in 2 +best\n")

    def test_demonstration(self):
        done = run()
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.in_order(done.stdout.decode(), "$ ariadne tree tictactoe", "+1, first wins",
                      "$ ariadne analyze connect4", "Value:", "$ ariadne play nim",
                      "The game is over:")


class Terminals(unittest.TestCase):
    def test_leaving_at_the_prompt(self):
        """Politely with Ctrl-D, at once with Ctrl-C."""
        for key, expected, says in [("\x04", 0, "Goodbye; the game ends here, after 2 moves."),
                                    ("\x03", 130, "Interrupted after 2 moves: 51.")]:
            t = Terminal("play", "tictactoe")
            t.wait_for("Your move, first player: ")
            t.answer("5", "plays 1", "Your move, first player: ")
            t.type(key)
            code, text = t.end()
            self.assertEqual(code, expected)
            self.assertIn(says, text)

    def test_interrupting_a_thinker(self):
        t = Terminal("play", "mnk:width=15,height=15,line=5", "--second",
                     "perfect:time=3000")
        t.wait_for("Your move, first player: ")
        t.answer("h8", "M nodes")  # it shows that it thinks
        os.kill(t.pid, signal.SIGINT)
        code, text = t.end()
        self.assertEqual(code, 130)
        self.assertIn("Interrupted after 1 move: h8.", text)

    def test_interrupting_a_review(self):
        t = Terminal("review", "mnk:width=9,height=9,line=5", "e5 e6", "--seconds", "3000")
        t.wait_for("M nodes")
        os.kill(t.pid, signal.SIGINT)
        code, text = t.end()
        self.assertEqual(code, 130)
        self.assertIn("Interrupted", text)

    def test_menu(self):
        t = Terminal()
        t.wait_for("1  Tic-tac-toe", "Choose a game")
        t.answer("chess", "there is no game 'chess'", "Choose a game")
        t.answer("", "Choose a game")
        t.answer("1", "You play first")
        t.answer("7", "Sorry: type 1, 2, 3 or 4", "You play first")
        t.answer("q", "1  Tic-tac-toe", "Choose a game")
        t.answer("options nim", "Enter for 7531): ")
        t.answer("quit", "1  Tic-tac-toe", "Choose a game")
        t.answer("1", "You play first")
        t.answer("1", "Opponent: perfect (Enter)")
        t.answer("Q", "1  Tic-tac-toe", "Choose a game")
        t.answer("1", "You play first")
        t.answer("2", "Opponent: perfect (Enter)", "rules: ")
        t.answer("levels:3", "there is no player 'levels:3'", "Opponent")
        t.answer("rules", "(rules) plays", "open in a corner", "Your move, second player: ")
        t.answer("quit", "Goodbye", "1  Tic-tac-toe", "Choose a game")
        t.answer("options coins", "coins at the start (2 to 10000000, Enter for 13): ")
        t.answer("6", "the most one may take")
        t.answer("", "You play first")
        t.answer("4", "First player: ")
        t.answer("", "Second player: ")
        t.answer("random", "Coins (coins:coins=6,most=3)", "(perfect) has won", "Choose a game")
        t.answer("nim:heaps=1", "You play first")
        t.answer("3", "Your move, first player: ")
        t.answer("1:1", "the second player (human) has won", "Choose a game")
        t.type("q\n")
        self.assertEqual(t.end()[0], 0)

    def test_leaving_the_menu(self):
        for key, code in [("\x04", 0), ("\x03", 130)]:
            t = Terminal()
            t.wait_for("Choose a game by its number or name, 'options 2' to set its")
            t.type(key)
            self.assertEqual(t.end()[0], code)


if __name__ == "__main__":
    unittest.main()
