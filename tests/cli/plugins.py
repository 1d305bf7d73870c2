#!/usr/bin/env python3
"""plugins.py: files name games and never load code; the command line names plug-ins, and the
files that were made with one go on working.

    plugins.py PROGRAM FOLDER_OF_PLUGINS
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "attack"))
import formats  # noqa: E402

PROGRAM, PLUGINS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GAME = "fifteen"  # of the template, the plug-in that is a game


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        shutil.copy(PLUGINS + "/loud_game.so", "evil.so")
        shutil.copy(PLUGINS + "/template.so", "game.so")

    def tearDown(self):
        os.chdir("/")
        self.folder.cleanup()

    def run_command(self, *words, code=0, stdin=""):
        done = subprocess.run([PROGRAM, *words], input=stdin, capture_output=True, text=True,
                              check=False, env=dict(os.environ, LC_ALL="C"))
        self.assertEqual(done.returncode, code, f"{words}: {done.stdout}{done.stderr}")
        if code == 2:
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stdout + done.stderr


class FilesLoadNothing(Folder):
    def refused(self, *words, plugin="./evil.so", how="./GAME.so"):
        said = self.run_command(*words, code=2)
        self.assertFalse(os.path.exists("LOADED"), f"{words} ran the plug-in's code")
        self.assertIn(plugin, said)
        self.assertIn(how, said)

    def test_what_the_command_line_names_is_loaded(self):
        self.run_command("solve", "./evil.so", code=2)
        self.assertTrue(os.path.exists("LOADED"))  # so the tests below could fail

    def test_saves(self):
        for word in "./evil.so", "evil.so", os.path.abspath("evil.so"), "./evil.so:n=3":
            Path("a.save").write_bytes(formats.save(word, "start 1", "at 0"))
            self.refused("play", "--load", "a.save", plugin=word)
            self.refused("review", "--load", "a.save", plugin=word)
            said = self.run_command("play", "nim", stdin="load a.save\nquit\n")
            self.assertFalse(os.path.exists("LOADED"), "the prompt ran the plug-in's code")
            self.assertIn(f"a game of {word}, not of nim", said)
        Path("a.save").write_text("ariadne save 1\ngame ./evil.so\nstart\nend 0\n")
        self.refused("play", "--load", "a.save", plugin="the save", how="closing line")

    def test_games_files(self):
        Path("a.jsonl").write_text('{"game":"./evil.so","moves":"1 2"}\n')
        self.refused("review", "--load", "a.jsonl")

    def test_databases(self):
        self.run_command("strong", "coins:coins=5,most=2", "--db", "good.db")
        good = Path("good.db").read_bytes()
        Path("bad.db").write_bytes(formats.rename_database(good, "./evil.so"))
        self.refused("query", "bad.db", how="--game ./GAME.so")
        self.refused("verify", "bad.db", how="--game ./GAME.so")
        self.refused("serve", "--port", "0", "--db", "bad.db", how="built-in")
        self.refused("play", "coins:coins=5,most=2", "--db", "bad.db", how="not of")
        Path("bad.db").write_bytes(formats.rename_database(good, "skittles:pins=3"))
        self.refused("query", "bad.db", plugin="'skittles:pins=3'", how="not built in")

    def test_the_name_is_not_believed_before_the_checksum(self):
        self.run_command("strong", "coins:coins=5,most=2", "--db", "good.db")
        data = bytearray(Path("good.db").read_bytes())
        data[formats.NAME_AT] ^= 1
        Path("bad.db").write_bytes(data)
        said = self.run_command("query", "bad.db", code=2)
        self.assertIn("checksum of its header", said)
        good = formats.save("coins:coins=5,most=2", "start 5/1", "at 0")
        Path("a.save").write_bytes(good.replace(b"coins=5", b"coins=4"))
        for verb in "play", "review":
            said = self.run_command(verb, "--load", "a.save", code=2)
            self.assertIn("its checksum does not fit", said)


class Passes(Folder):
    def play(self, *words, stdin):
        said = self.run_command("play", PLUGINS + "/pass_game.so", "--first", "human", "--second", "human", "--quiet", *words,
                                stdin=stdin)
        return [line for line in said.splitlines() if "pass" in line or "move, " in line or "over" in line]

    def test_who_has_nothing_else_to_do_is_not_asked(self):
        self.assertEqual(self.play(stdin="1\n1\n1\n1\n"), [
            "Your move, first player: 1", "Your move, second player: 1", "The first player (human) has no move and passes.",
            "Your move, second player: 1", "The first player (human) has no move and passes.", "Your move, second player: 1",
            "The game is over: the second player (human) has won."])

    def test_undo_leads_to_where_there_was_a_choice(self):
        said = self.play(stdin="1\n1\nundo\n2\n1\n")
        self.assertEqual(said[:5], ["Your move, first player: 1", "Your move, second player: 1",
                                    "The first player (human) has no move and passes.", "Your move, second player: undo",
                                    "Your move, second player: 2"])

    def test_the_game_keeps_its_promises(self):
        self.assertIn("Offers: pass\n", self.run_command("check", PLUGINS + "/pass_game.so"))


class NamedPlugins(Folder):
    """What was made with a plug-in is read again when the plug-in is named."""

    def save(self):
        self.run_command("play", "./game.so", "--first", "human", "--second", "random",
                         "--seed", "1", stdin="save a.save\nquit\n")

    def test_saves(self):
        self.save()
        self.assertIn(f"game {GAME}", Path("a.save").read_text())
        for verb in "play", "review":
            said = self.run_command(verb, "--load", "a.save", code=2)
            self.assertIn(f"'{GAME}", said)
            self.assertIn("./GAME.so --load FILE", said)
            said = self.run_command(verb, "nim", "--load", "a.save", code=2)
            self.assertIn(f"a game of {GAME}", said)
        self.run_command("play", "./game.so", "--load", "a.save", "--first", "random",
                         "--second", "random")
        self.run_command("review", "./game.so", "--load", "a.save")

    def test_games_files(self):
        self.run_command("match", "./game.so", "--a", "random", "--b", "random", "--games",
                         "2", "--seed", "1", "--games-out", "a.jsonl")
        lines = Path("a.jsonl").read_text().splitlines()
        name = json.loads(lines[0])["game"]
        self.assertEqual(name.partition(":")[0], GAME)
        self.assertIn(f"'{name}'", self.run_command("review", "--load", "a.jsonl", code=2))
        self.run_command("review", "./game.so", "--load", "a.jsonl", "--number", "2")
        # As it was written before, with the path:
        old = lines[0].replace(GAME, "./elsewhere/game.so", 1)
        Path("old.jsonl").write_text(old + "\n")
        said = self.run_command("review", "--load", "old.jsonl", code=2)
        self.assertIn("the plug-in './elsewhere/game.so", said)
        self.run_command("review", "./game.so", "--load", "old.jsonl")
        self.assertIn("not of", self.run_command("review", "nim", "--load", "a.jsonl", code=2))

    def test_databases(self):
        self.run_command("strong", "./game.so", "--db", "a.db")
        for verb in "query", "verify":
            said = self.run_command(verb, "a.db", code=2)
            self.assertIn("--game ./GAME.so", said)
            self.run_command(verb, "a.db", "--game", "./game.so")
            said = self.run_command(verb, "a.db", "--game", "nim", code=2)
            self.assertIn(f"a database of {GAME}", said)
        self.run_command("analyze", "./game.so", "--db", "a.db")

    def test_options_of_a_database(self):
        """They are in the file: nobody has to say them again, but who does must say the same."""
        self.run_command("strong", "./game.so:sum=12", "--db", "b.db")
        for verb in "query", "verify":
            self.run_command(verb, "b.db", "--game", "./game.so")
            self.run_command(verb, "b.db", "--game", "./game.so:sum=12")
            said = self.run_command(verb, "b.db", "--game", "./game.so:sum=13", code=2)
            self.assertIn("sum=12", said)


unittest.main(argv=sys.argv[:1])
