#!/usr/bin/env python3
"""test_strong.py: a solver that is killed or interrupted, has a full disk, may not write, meets
another one, or finds its folder damaged, comes to the same file or says what is wrong.

    test_strong.py PROGRAM [--memory]      the latter: only whether the limit is kept
"""
import json
import os
import random
import resource
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

GAME = "connect4:width=4,height=4"
KILLS = 20


def strong(path, *options, before=(), game=GAME, checkpoint="0", **how):
    return subprocess.Popen([*before, program, "strong", game, "--db", path, "--checkpoint",
                             checkpoint, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, **how)


def finish(process, code):
    out, err = process.communicate()
    if process.returncode != code:
        sys.exit(f"exit code {process.returncode} instead of {code}: {err}")
    return out + err


def same(path, reference, after):
    if Path(path).read_bytes() != reference:
        sys.exit(f"{after} the file is another one")
    if Path(path + ".work").exists():
        sys.exit(f"{after} the folder is still there")
    os.remove(path)


def size_of(path):
    try:
        return os.stat(path).st_size
    except OSError:
        return -1


def kill_at(process, moment):
    """Kills it when `moment` says so. Was it still alive?"""
    while process.poll() is None and not moment():
        pass
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return process.returncode == -signal.SIGKILL


def killed(reference):
    """At twenty random moments, and at those when the file is as good as done."""
    dice = random.Random(1)
    began = time.monotonic()
    finish(strong("killed.db"), 0)
    whole = time.monotonic() - began
    os.remove("killed.db")
    for threads in "1", "2":
        kills = 0
        while kills < KILLS:  # whatever was done before, so that one run meets several
            until = time.monotonic() + dice.random() * whole
            kills += kill_at(strong("killed.db", "--threads", threads),
                             lambda: time.monotonic() >= until)
            if Path("killed.db").exists():
                finish(strong("killed.db"), 0)
                same("killed.db", reference, "after being killed")
        finish(strong("killed.db", "--threads", threads), 0)
        same("killed.db", reference, "after being killed")
    at_the_end = 0
    moments = [lambda: size_of("killed.db.work/part") > 0.8 * len(reference),
               lambda: size_of("killed.db.work/part") == len(reference),
               lambda: Path("killed.db").exists()]
    for i in range(30):
        at_the_end += kill_at(strong("killed.db"), moments[i % 3])
        finish(strong("killed.db"), 0)
        same("killed.db", reference, "after being killed at the end")
    if not at_the_end:
        sys.exit("the solver could not be killed near its end")


def full_disk(reference):
    """No file may be larger than some size; what was done before is not lost."""
    def limit(size):
        def set_limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return set_limit
    refusals = 0
    for size in 10, 1000, 6000, 20000, 50000, 100000:
        process = strong("full.db", preexec_fn=limit(size))
        said = process.communicate()[1]
        if process.returncode == 0:
            break
        refusals += 1
        if process.returncode != 2 or "cannot write" not in said or said.count("\n") != 1:
            sys.exit(f"a full disk: exit code {process.returncode}, {said!r}")
        if Path("full.db").exists():
            sys.exit("half a file was left")
    if not refusals:
        sys.exit("the disk was never full")
    finish(strong("full.db"), 0)
    same("full.db", reference, "after a full disk")


MOUNTED = """
mount -t tmpfs -o size=$1k none mounted || exit 77
"$2" strong "$3" --db mounted/x.db --checkpoint 0 2>said && exit 1
[ ! -e mounted/x.db ] && grep -q "cannot write 'mounted/x.db.work.*No space left" said || exit 2
mount -o remount,size=10M mounted && "$2" strong "$3" --db mounted/x.db --checkpoint 0 &&
    cp mounted/x.db real.db || exit 3
mount -o remount,ro mounted && ! "$2" strong "$3" --db mounted/y.db 2>said &&
    grep -q "cannot make the folder 'mounted/y.db.work': Read-only file system" said || exit 4
"$2" query mounted/x.db >/dev/null && "$2" verify mounted/x.db >/dev/null || exit 5
"""


def real_disk(reference):
    """The same on a file system that is full, then larger, then read-only; where one can be
    mounted."""
    os.mkdir("mounted")
    for size in 16, 80, 160:
        done = subprocess.run(["unshare", "-rm", "sh", "-c", MOUNTED, "sh", str(size), program,
                               GAME], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              check=False)
        if done.returncode == 77 or b"unshare" in done.stderr:
            print("no file system can be mounted here")
            return
        if done.returncode:
            sys.exit(f"a disk of {size} kB: step {done.returncode}; {Path('said').read_text()}")
        same("real.db", reference, "after a full disk")


def refused():
    """Where nothing can be written."""
    said = finish(strong("/proc/no.db"), 2)
    if "cannot make the folder" not in said:
        sys.exit(f"a folder that cannot be written: {said}")


def interrupted(reference):
    """Ctrl-C says how to go on, and going on says that it did."""
    for _ in range(20):
        process = strong("ctrl-c.db")
        while process.poll() is None and not Path("ctrl-c.db.work/checkpoint").exists():
            pass
        process.send_signal(signal.SIGINT)
        if process.wait() == 130:
            break
        finish(process, 0)  # it was done too soon
        same("ctrl-c.db", reference, "without Ctrl-C")
    said = finish(process, 130)
    if said != "ariadne strong: stopped; the same command goes on from the last checkpoint\n":
        sys.exit(f"after Ctrl-C: {said!r}")
    shutil.copytree("ctrl-c.db.work", "again.db.work")
    if "s, after going on from a checkpoint\n" not in finish(strong("ctrl-c.db"), 0):
        sys.exit("it does not say that it goes on")
    same("ctrl-c.db", reference, "after Ctrl-C")
    summary = json.loads(finish(strong("again.db", "--json"), 0))
    if not summary["resumed"] or summary["already"]:
        sys.exit(f"it does not say that it goes on: {summary}")
    same("again.db", reference, "after Ctrl-C")


def two_solvers(reference):
    """The second one is told of the first, which is not disturbed."""
    first = strong("two.db")
    while not Path("two.db.work/part").exists():
        if first.poll() is not None:
            sys.exit("the first solver was done too soon")
    first.send_signal(signal.SIGSTOP)
    said = finish(strong("two.db"), 2)
    if "another solver is at work on this database" not in said:
        sys.exit(f"two solvers: {said}")
    first.send_signal(signal.SIGCONT)
    finish(first, 0)
    same("two.db", reference, "after meeting another solver")


def unfinished(path, game):
    """A solving that was interrupted with positions found and some of them written."""
    process = strong(path, game=game)
    while process.poll() is None and size_of(path + ".work/part") < 500:
        pass
    process.send_signal(signal.SIGINT)
    process.communicate()
    if process.returncode == 0:  # it was done too soon
        os.remove(path)
        return unfinished(path, game)
    return sorted(name for name in os.listdir(path + ".work") if name != "lock")


def refuses(path, game, what, word):
    """One sentence, no database, and the folder as it was."""
    process = strong(path, game=game, checkpoint="1000")
    said = process.communicate()[1]
    if process.returncode != 2 or word not in said or said.count("\n") != 1:
        sys.exit(f"{what}: exit code {process.returncode}, {said!r}")
    if Path(path).exists() or not Path(path + ".work/checkpoint").exists():
        sys.exit(f"{what}: a file was made of it, or the folder is gone")


def damaged():
    """A changed byte of any file in the folder is noticed, and so is a file in the place of
    another, from the same solving or from one of another game."""
    for game, other in ("mnk:width=4,height=3,line=3", "mnk:width=3,height=4,line=3"), \
                       (GAME, "connect4:width=5,height=4"):
        names = unfinished("good.db", game)
        for name in names:
            content = Path("good.db.work", name).read_bytes()
            for at in {0, len(content) // 2, len(content) - 1}:
                if name == "part" and at < 200:  # where the header will be
                    continue
                shutil.copytree("good.db.work", "bad.db.work")
                changed = bytearray(content)
                changed[at] ^= 4
                Path("bad.db.work", name).write_bytes(changed)
                refuses("bad.db", game, f"byte {at} of {name}", "damaged")
                shutil.rmtree("bad.db.work")
            shutil.copytree("good.db.work", "bad.db.work")
            Path("bad.db.work", name).write_bytes(content[:-8])
            refuses("bad.db", game, f"{name}, which is too short", "bad.db.work/")
            shutil.rmtree("bad.db.work")
        arrays = [name for name in names if name not in ("part", "checkpoint")]
        for one, two in zip(arrays, arrays[1:]):
            if Path("good.db.work", one).read_bytes() == Path("good.db.work",
                                                              two).read_bytes():
                continue
            shutil.copytree("good.db.work", "bad.db.work")
            shutil.copy(f"good.db.work/{one}", f"bad.db.work/{two}")
            refuses("bad.db", game, f"{one} in the place of {two}", "damaged")
            shutil.rmtree("bad.db.work")
        shutil.copytree("good.db.work", "bad.db.work")
        refuses("bad.db", other, "a folder of another game", "an unfinished solving of " + game)
        shutil.rmtree("bad.db.work")
        finish(strong("good.db", game=game), 0)
        finish(strong("straight.db", game=game), 0)
        same("good.db", Path("straight.db").read_bytes(), "after all that")
        os.remove("straight.db")


def old_folder():
    """Of a version without these checksums."""
    os.mkdir("old.db.work")
    words = struct.pack("<20Q", 0x0a0d504b43495241, *range(19))
    Path("old.db.work/checkpoint").write_bytes(words + struct.pack("<Q", formats.xxh3(words)))
    refuses("old.db", GAME, "an old folder", "another version")


def memory():
    """The whole process keeps to --memory, also where a single level needs much more."""
    def peak(path, *options):
        process = strong(path, *options, game="mnk:width=5,height=3,line=4")
        process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"little memory: {process.stderr.read()}")
        return usage.ru_maxrss * 1024
    free = peak("free.db")
    for limit in 32, 48:
        bound = peak("bound.db", "--memory", f"{limit}M")
        print(f"{limit} MB allowed: {bound} bytes; without a limit: {free}")
        if bound > limit << 20 or free < 2 * bound:
            sys.exit("the limit is not kept, or it is none")
        same("bound.db", Path("free.db").read_bytes(), "with little memory")


program = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    if sys.argv[2:] == ["--memory"]:
        memory()
        sys.exit(0)
    finish(strong("whole.db"), 0)
    whole = Path("whole.db").read_bytes()
    killed(whole)
    full_disk(whole)
    if shutil.which("unshare"):
        real_disk(whole)
    refused()
    interrupted(whole)
    two_solvers(whole)
    damaged()
    old_folder()
    os.chdir("/")
