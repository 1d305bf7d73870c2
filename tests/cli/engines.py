#!/usr/bin/env python3
"""engines.py: programs as players, and Ariadne as a program for the referees of others.

    engines.py PROGRAM

Ariadne plays against itself through each protocol and must play the games that it plays without one;
then come programs that do everything wrong.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv[1])
FIVE = "mnk:width=7,height=6,line=5"
# A greeting that suits each protocol, so that what follows is heard. Its lines are read, as a
# program that is spoken to would.
GREETINGS = {"gtp": "answer(); answer()", "ugi": "ask(); say('ugiok')", "pbrain": "ask(); say('OK'); [ask() for _ in range(5)]"}
BEGINNING = """
import os, sys, time
def ask(): return sys.stdin.readline().strip()
def say(text): print(text, flush=True)
def answer(text=''): ask(); say('= ' + text + '\\n')
"""


def run(*words, said="", code=0):
    done = subprocess.run([PROGRAM, *words], input=said, capture_output=True, text=True, timeout=120)
    if done.returncode != code:
        raise AssertionError(f"{words}: {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done


def engine(protocol, game, *more):
    return " ".join([PROGRAM, "engine", game, "--protocol", protocol, *more])


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir("/")
        self.folder.cleanup()


class Matches(Folder):
    def games(self, game, a, *more):
        run("match", game, "--a", a, "--b", "random", "--games", "4", "--seed", "5", "--games-out", "games", *more)
        lines = Path("games").read_text().splitlines()
        Path("games").unlink()
        return [json.loads(line)["moves"] for line in lines]

    def test_same_games(self):
        """What goes through a protocol comes out as it was."""
        for protocol, game, more in (("gtp", "nim:heaps=753", []), ("ugi", "nim:heaps=753", []),
                                     ("ugi", "connect4:width=4,height=4", ["--from", "board:..../..../..../xo.."]),
                                     ("ugi", "tictactoe", ["--opening-plies", "2"]), ("gtp", "quixo:size=3", []),
                                     ("gtp", "tictactoe", ["--opening-plies", "3"])):
            with self.subTest(protocol=protocol, game=game):
                a = f"{protocol}:time=20,{engine(protocol, game, '--player perfect')}"
                self.assertEqual(self.games(game, "perfect", *more), self.games(game, a, *more))

    def test_five_in_a_row(self):
        """By pbrain, with the stones told one by one and all at once. What the engine at this depth would
        play is known without it."""
        a = f"pbrain:time=20,{engine('pbrain', FIVE, '--player engine:nodes=500')}"
        for more in ([], ["--opening-plies", "3"]):
            self.assertEqual(self.games(FIVE, "engine:nodes=500", *more), self.games(FIVE, a, *more))

    def test_two_at_a_time(self):
        a = f"ugi:{engine('ugi', 'nim:heaps=753', '--player perfect')}"
        self.assertEqual(self.games("nim:heaps=753", "perfect"), self.games("nim:heaps=753", a, "--threads", "2"))

    def test_play(self):
        a = f"gtp:{engine('gtp', 'nim:heaps=31', '--player perfect')}"
        said = run("play", "nim:heaps=31", "--first", a, "--second", "random", "--quiet", "--seed", "1").stdout
        self.assertIn(") has won.", said)


class Wrong(Folder):
    """Programs that lose by forfeit, each game, and the match goes on."""

    def lose(self, protocol, script, reason, greeting=True):
        Path("wrong.py").write_text(BEGINNING + (GREETINGS[protocol] if greeting else "") + "\n" + script)
        game = FIVE if protocol == "pbrain" else "connect4"
        done = run("match", game, "--a", f"{protocol}:time=0.1,{sys.executable} {self.folder.name}/wrong.py", "--b", "random",
                   "--games", "1", "--seed", "1", "--json", "--games-out", "games")
        told, until = json.loads(done.stdout), time.monotonic() + 60
        self.assertEqual((told["total"]["forfeits_a"], told["total"]["forfeits_b"], told["total"]["losses"]), (2, 0, 2),
                         f"{protocol}: {script}: {done.stdout}")
        for line in Path("games").read_text().splitlines():
            game = json.loads(line)
            self.assertRegex(game["forfeit"], reason)
            self.assertEqual(game["winner"], "second" if game["number"] % 2 else "first")
        Path("games").unlink()
        # Nothing of it is left, once what was killed is gone.
        while subprocess.run(["pgrep", "-f", f"{self.folder.name}/wrong.py"], capture_output=True).stdout:
            self.assertLess(time.monotonic(), until, "a program is still there")
            time.sleep(0.05)

    def everywhere(self, script, reason):
        for protocol in GREETINGS:
            with self.subTest(protocol=protocol):
                self.lose(protocol, script, reason)

    def test_silence(self):
        self.everywhere("time.sleep(600)", "took too long")

    def test_ends(self):
        self.everywhere("sys.exit(3)", "exit code 3")
        self.lose("ugi", "os.abort()", "signal 6")

    def test_closed_output(self):
        self.lose("gtp", "os.close(0); os.close(1)\ntime.sleep(600)", "closed its output|took too long")

    def test_endless_talk(self):
        self.everywhere("while True: say('MESSAGE ' * 100)", "more than anybody could read|too long")
        self.everywhere("while True: sys.stdout.write('x' * 1000)", "more than anybody could read")

    def test_nonsense(self):
        self.lose("gtp", "while True: answer('z99')", "it answers 'z99'")
        self.lose("gtp", "while True: answer()", "it answers ''")
        self.lose("gtp", "while True: answer('resign')", "it resigns")
        self.lose("gtp", "while ask(): say('? unknown command\\n')", r"\? unknown command")
        self.lose("ugi", "while True:\n if 'ready' in ask(): say('readyok'); say('bestmove 9')", "it answers '9'")
        self.lose("ugi", "while True:\n if 'ready' in ask(): say('readyok'); say('bestmove')", "it answers ''")
        for place in ("7,0", "-1,2", "3", "3,3,3", "a,b", "999999999999,1"):
            self.lose("pbrain", f"while True:\n if ask() == 'RESTART': say('OK'); say({place!r})", re.escape(place))
        self.lose("pbrain", "while ask(): say('ERROR I cannot')", "I cannot")
        self.lose("ugi", "while True:\n ask(); sys.stdout.buffer.write(bytes(range(256)) * 20); sys.stdout.flush()",
                  "read|exit code|took too long")

    def test_ends_while_it_is_told(self):
        """Writing to who does not read ends nothing but the game."""
        self.lose("gtp", "os.close(0)\ntime.sleep(0.05)", "exit code 0|closed")

    def test_cannot_begin(self):
        for who, reason in (("gtp:/no/such/program", "no such command"), ("gtp:", "command that starts"), ("ugi:time=x,a", "seconds"),
                            ("gtp:time=0,a", "seconds"), ("pbrain:true", "five in a row")):
            done = run("match", "connect4", "--a", who, "--b", "random", "--games", "1", code=2)
            self.assertRegex(done.stderr, reason)
            self.assertEqual(done.stderr.count("\n"), 1 + 2 * (done.stderr.count("^") > 0), done.stderr)


class Referee(Folder):
    def say(self, protocol, game, lines, *more):
        words = ["engine"] + ([game] if game else []) + ["--protocol", protocol, *more]
        return run(*words, said="\n".join(lines) + "\n").stdout.split("\n")

    def test_pbrain(self):
        said = self.say("pbrain", None, ["ABOUT", "START 9", "INFO rule 0", "INFO timeout_turn 50", "TURN 4,4", "TURN 4,4", "TAKEBACK 0,0",
                                         "TURN 99,1", "WHAT", "RECTSTART 7,5", "BOARD", "0,0,1", "1,0,1", "2,0,1", "3,0,1", "0,2,2",
                                         "1,2,2", "2,2,2", "3,2,2", "DONE", "START 2000", "START", "BOARD", "0,0,1", "DONE", "", "END", "ABOUT"])
        self.assertEqual(said[0][:14], 'name="Ariadne"')
        self.assertEqual(said[1], "OK")
        self.assertRegex(said[2], r"^[0-8],[0-8]$")
        self.assertRegex(said[3], "^ERROR 4,4")
        self.assertEqual(said[4], "OK")
        self.assertRegex(said[5], "^ERROR 99,1")
        self.assertEqual(said[6:9], ["UNKNOWN WHAT", "OK", "4,0"])  # five in a row
        self.assertRegex("\n".join(said[9:]), r"^ERROR .*\nERROR .*\nERROR 1 own stones.*\n$")

    def test_gtp(self):
        said = self.say("gtp", "tictactoe:early=no", ["protocol_version", "7 name # a remark", "list_commands", "known_command play",
                                                      "known_command fly", "boardsize 3", "boardsize 5", "play b 1", "play b 2", "play w 1",
                                                      "play white 4", "play b 2", "play w 5", "genmove w", "genmove b", "undo", "undo",
                                                      "genmove b", "genmove w", "play w 6", "showboard", "komi 6.5", "clear_board", "undo",
                                                      "time_settings 0 1 1", "time_left b 9 3", "fly", "9", "quit", "name"])
        answers = "\n".join(said).strip().split("\n\n")
        self.assertEqual(answers[:2], ["= 2", "=7 Ariadne"])
        self.assertIn("\ngenmove\n", answers[2])
        self.assertEqual(answers[3:7], ["= true", "= false", "=", "? unacceptable size"])
        self.assertEqual([one[0] for one in answers[7:14]], ["=", "?", "?", "=", "=", "=", "?"])
        self.assertEqual(answers[14:18], ["= 3", "=", "=", "? it is the other colour's turn"])
        self.assertEqual(answers[18:20], ["= 3", "? it is the other colour's turn"])
        self.assertIn("x x o\no", answers[20])
        self.assertEqual([one[0] for one in answers[21:]], ["=", "=", "?", "=", "=", "?", "?", "="])

    def test_pondering(self):
        """It thinks between two lines, and is heard at once: each end comes while it would think for ever."""
        for game, protocol, lines in ((FIVE, "pbrain", ["START 7", "BEGIN", "TURN 0,0", "END"]),
                                      ("connect4:width=9,height=9", "gtp", ["genmove b", "play w 1", "genmove b", "quit"]),
                                      ("connect4:width=9,height=9", "ugi", ["position startpos", "go movetime 50", "quit"]),
                                      ("connect4:width=9,height=9", "ugi", ["position startpos", "go movetime 50"])):
            with self.subTest(protocol=protocol, lines=len(lines)):
                program = subprocess.Popen([PROGRAM, "engine", game, "--protocol", protocol, "--ponder", "--seconds", "0.05"],
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                busy = 0
                for line in lines:
                    if busy:  # it goes on using the processor although nothing is asked
                        self.thinks_on(program.pid)
                    program.stdin.write(line + "\n")
                    program.stdin.flush()
                    busy = line.split()[0] in ("BEGIN", "TURN", "genmove", "go")
                    answer = program.stdout.readline() if line not in ("END", "quit", "position startpos") else ""
                    while busy and protocol == "ugi" and not answer.startswith("bestmove"):
                        answer = program.stdout.readline()
                program.stdin.close()
                self.assertEqual(program.wait(60), 0)
                program.stdout.close()

    def thinks_on(self, pid):
        def used():
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            return int(fields[11]) + int(fields[12])
        before, until = used(), time.monotonic() + 60
        while used() < before + 3:
            self.assertLess(time.monotonic(), until, "it does not think on the other's time")
            time.sleep(0.01)

    def test_gtp_size(self):
        said = self.say("gtp", "mnk:width=5,height=5,line=4", ["boardsize 7", "showboard", "boardsize 6 4", "showboard", "boardsize 0"])
        self.assertIn("7 . . . . . . .", said)
        self.assertIn("4 . . . . . .", said)
        self.assertIn("? unacceptable size", said)

    def test_ugi(self):
        said = self.say("ugi", "connect4", ["ugi", "isready", "setoption name x", "position startpos moves 4 4 4", "query p1turn", "query gameover",
                                            "query result", "position startpos moves 9", "position nowhere", "position fen zz", "query p1turn",
                                            "position startpos moves 1 2 1 2 1 2", "go movetime 100", "position startpos moves 1 2 1 2 1 2 1",
                                            "query gameover", "query result", "go movetime 10", "query what", "fly", "quit", "isready"])
        text = "\n".join(said)
        self.assertRegex(text, r"^id name Ariadne .*\nid author .*\nugiok\nreadyok\nresponse false\nresponse false\nresponse none\n"
                               r"info string .*\ninfo string .*\ninfo string .*\nresponse false\ninfo time .*\nbestmove 1\n"
                               r"response true\nresponse p1win\ninfo string the game is over\nbestmove 0000\nresponse unknown\n"
                               r"info string there is no command 'fly'\n$")

    def test_stop(self):
        """Thinking without end is ended by a word, and by the end of the game."""
        self.assertRegex("\n".join(self.say("ugi", "mnk:width=15,height=15,line=5", ["go infinite", "stop", "quit"],
                                            "--player", "engine:time=1000")), "bestmove [a-o]")
        self.say("ugi", "mnk:width=15,height=15,line=5", ["go infinite", "quit"], "--player", "engine:time=1000")

    def test_end_of_input(self):
        self.assertEqual(run("engine", "connect4", "--protocol", "ugi").stdout, "")
        self.assertEqual(run("engine", "connect4", "--protocol", "gtp", said="name").stdout, "")

    def test_wrong(self):
        for words in (["engine"], ["engine", "connect4"], ["engine", "--protocol", "gtp"], ["engine", "connect4", "--protocol", "uci"],
                      ["engine", "connect4", "--protocol", "ugi", "--player", "human"],
                      ["engine", "connect4", "--protocol", "ugi", "--player", "gtp:true"], ["engine", "nogame", "--protocol", "ugi"]):
            self.assertRegex(run(*words, code=2).stderr, "^ariadne engine: ")

    def test_garbage(self):
        for protocol in ("pbrain", "gtp", "ugi"):
            words = [PROGRAM, "engine", *([] if protocol == "pbrain" else ["connect4"]), "--protocol", protocol]
            said = bytes(range(256)) * 50 + b"\n" + b"play \nposition\ngo x\nTURN\nBOARD\nx\n" + b"a" * 100000 + b"\n"
            done = subprocess.run(words, input=said, capture_output=True, timeout=120)
            self.assertEqual(done.returncode, 0, protocol)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
