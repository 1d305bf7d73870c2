#!/usr/bin/env python3
"""test_mpi.py: strong solving by 1, 2 and 4 ranks makes the file of a single program; a rank
that is killed ends the run, and the next one goes on.

    test_mpi.py PROGRAM MPI_PROGRAM PEAK     PEAK is the program of peak.c
"""
import contextlib
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent / "attack"))
import formats  # noqa: E402

program, mpi_program, peak = map(os.path.abspath, sys.argv[1:4])
GAMES = ["connect4:width=5,height=4", "quixo:size=3", "nim:heaps=4321", "dots:width=2,height=2",
         "kalah:pits=3,seeds=2"]
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


def refused(game, what):
    process = ranks(2, game, "bad.db")
    if "damaged" not in process.communicate()[1] or Path("bad.db").exists():
        sys.exit(f"{what}: exit code {process.returncode}")
    shutil.rmtree("bad.db.work")


def damaged(game):
    """What the ranks have left is exchanged, or a byte of it changed."""
    folders = [Path(f"bad.db.work/rank-{rank}-of-2.work") for rank in (0, 1)]
    process = ranks(2, game, "left.db")
    while process.poll() is None and not Path("left.db.work/rank-0-of-2.work/commit").exists():
        time.sleep(0.001)
    for pid in children(process.pid):
        if is_worker(pid):
            os.kill(pid, signal.SIGKILL)
    process.communicate()
    if not Path("left.db.work/rank-0-of-2.work/commit").exists():
        sys.exit("there is no checkpoint that could be damaged")
    shutil.copytree("left.db.work", "bad.db.work")
    for name in os.listdir(folders[1]):  # all but the database so far, which rank 0 has
        if (folders[0] / name).exists():
            shutil.copy(folders[0] / name, folders[1] / name)
    refused(game, "the files of rank 0 for rank 1")
    shutil.copytree("left.db.work", "bad.db.work")
    commit = folders[0] / "commit"
    content = bytearray(commit.read_bytes())
    content[8] ^= 1
    commit.write_bytes(content)
    refused(game, "a changed byte of what all ranks have said")
    shutil.copytree("left.db.work", "bad.db.work")
    content[8] ^= 1
    content[16] ^= 1  # as if a rank's checkpoint were one of another time
    commit.write_bytes(content[:-8] + struct.pack("<Q", formats.xxh3(content[:-8])))
    refused(game, "a checkpoint of another time")
    shutil.rmtree("left.db.work")


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
    damaged(game)
    finish(ranks(2, game, "killed.db"))
    same(game, "killed.db", whole, "ranks after a death")


def most_memory(game, memory):
    """The megabytes that one of two ranks had at most."""
    script = 'exec "$0" "peak.$OMPI_COMM_WORLD_RANK" "$@"'
    subprocess.run(["mpirun", "-n", "2", "sh", "-c", script, peak, mpi_program, "strong", game,
                    "--db", "peak.db", "--memory", memory], env=environment, check=True,
                   stdout=subprocess.DEVNULL)
    os.remove("peak.db")
    return max(int(Path(f"peak.{rank}").read_text()) for rank in range(2)) / 1024


def frugal():
    own = most_memory("tictactoe", "4M")
    taken = most_memory(GAMES[0], "8M") - own
    if taken > 1.1 * 8 + 0.7:
        sys.exit(f"a rank takes {taken:.1f} MB with --memory 8M")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    frugal()
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
