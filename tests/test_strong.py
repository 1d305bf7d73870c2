#!/usr/bin/env python3
"""test_strong.py: a solver that is killed, has a full disk, or meets another one, comes to the
same file or says what is wrong.

    test_strong.py PROGRAM
"""
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAME = "connect4:width=4,height=4"


def strong(path, *options, **how):
    return subprocess.Popen([program, "strong", GAME, "--db", path, "--checkpoint", "0",
                             *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, **how)


def finish(process, code):
    out, err = process.communicate()
    if process.returncode != code:
        sys.exit(f"exit code {process.returncode} instead of {code}: {err}")
    return out + err


def killed(reference):
    """Twenty times at random moments, each later than the last could be."""
    dice = random.Random(1)
    for threads in "1", "2":
        kills = 0
        for i in range(20):
            process = strong("killed.db", "--threads", threads)
            time.sleep(dice.random() * 0.01 * (i + 1))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            kills += process.returncode == -signal.SIGKILL
        finish(strong("killed.db", "--threads", threads), 0)
        if kills < 3:
            sys.exit("the solver was done before it could be killed")
        if Path("killed.db").read_bytes() != reference:
            sys.exit("after being killed the file is another one")
        if Path("killed.db.work").exists():
            sys.exit("the folder is still there")
        os.remove("killed.db")


def full_disk(reference):
    """No file may be larger than some size; what was done before is not lost."""
    def limit(size):
        def set_limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return set_limit
    for size in 10, 1000, 6000, 20000, 50000, 100000:
        process = strong("full.db", preexec_fn=limit(size))
        said = process.communicate()[1]
        if process.returncode == 0:
            break
        if process.returncode != 2 or "cannot write" not in said or said.count("\n") != 1:
            sys.exit(f"a full disk: exit code {process.returncode}, {said!r}")
        if Path("full.db").exists():
            sys.exit("half a file was left")
    finish(strong("full.db"), 0)
    if Path("full.db").read_bytes() != reference:
        sys.exit("after a full disk the file is another one")


def refused():
    """Where nothing can be written."""
    said = finish(strong("/proc/no.db"), 2)
    if "cannot make the folder" not in said:
        sys.exit(f"a folder that cannot be written: {said}")


program = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    finish(strong("whole.db"), 0)
    whole = Path("whole.db").read_bytes()
    killed(whole)
    full_disk(whole)
    refused()
    os.chdir("/")
