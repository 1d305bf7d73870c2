#!/usr/bin/env python3
"""test_mpi.py: strong solving by 1, 2 and 4 ranks makes the file of a single program; a rank
that is killed ends the run, and the next one goes on.

    test_mpi.py PROGRAM MPI_PROGRAM
"""
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

program, mpi_program = map(os.path.abspath, sys.argv[1:3])
GAMES = ["connect4:width=5,height=4", "quixo:size=3", "nim:heaps=4321", "dots:width=2,height=2"]
environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl="self,vader",
                   OMPI_MCA_mpi_yield_when_idle="1")


def ranks(count, game, path, *options):
    return subprocess.Popen(["mpirun", "-n", str(count), mpi_program, "strong", game, "--db",
                             path, "--checkpoint", "0", *options], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env=environment)


def finish(process):
    out, err = process.communicate()
    if process.returncode:
        sys.exit(f"exit code {process.returncode}: {out}{err}")


def children(pid):
    """The processes below one, by their numbers."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found += [int(stat.parent.name), *children(int(stat.parent.name))]
    return found


def is_worker(pid):
    try:
        return Path(f"/proc/{pid}/exe").resolve() == Path(mpi_program).resolve()
    except OSError:
        return False  # it has just ended


def same(game, path, whole, how):
    if Path(path).read_bytes() != whole:
        sys.exit(f"{game}: {how} make another file")
    if Path(path + ".work").exists():
        sys.exit(f"{game}: {how} leave a folder")
    os.remove(path)


def killed(game, whole):
    dice, kills = random.Random(2), 0
    for i in range(8):
        process = ranks(2, game, "killed.db")
        while process.poll() is None and not list(Path().glob("killed.db.work/rank-0*")):
            time.sleep(0.01)
        time.sleep(dice.random() * 0.05 * i)
        workers = [pid for pid in children(process.pid) if is_worker(pid)]
        if workers and process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(dice.choice(workers), signal.SIGKILL)
        out, err = process.communicate()
        if process.returncode and not err:
            sys.exit("a rank that dies ends the run without a word")
        kills += process.returncode != 0
    if not kills:
        sys.exit("no rank could be killed in time")
    finish(ranks(2, game, "killed.db"))
    same(game, "killed.db", whole, "ranks after a death")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for game in GAMES:
        subprocess.run([program, "strong", game, "--db", "whole.db"], check=True,
                       stdout=subprocess.DEVNULL)
        whole = Path("whole.db").read_bytes()
        os.remove("whole.db")
        for count in 1, 2, 4:
            finish(ranks(count, game, "ranks.db"))
            same(game, "ranks.db", whole, f"{count} ranks")
        finish(ranks(2, game, "ranks.db", "--memory", "8M"))
        same(game, "ranks.db", whole, "ranks with little memory")
        if game == GAMES[0]:
            killed(game, whole)
            little = ranks(2, game, "little.db", "--memory", "1M")
            if "needs at least" not in little.communicate()[1] or not little.returncode:
                sys.exit("too little memory for a rank is not said")
    wrong = ranks(1, "chess", "wrong.db")
    if wrong.communicate()[0] or not wrong.returncode or Path("wrong.db").exists():
        sys.exit("a game that there is not is taken")
    os.chdir("/")
