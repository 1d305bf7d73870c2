#!/usr/bin/env python3
"""test_nimber_files.py: files of nimbers are the same after the work was killed at any moment.

    test_nimber_files.py PROGRAM
"""
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KILLS = 6


def run(*words, code=0):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def killed(*words):
    """Killed after a while, again and again, and then left to end. The file must be the one that is made in one go."""
    started = time.monotonic()
    run(*words, "--db", "whole.db")
    took = time.monotonic() - started
    kills = 0
    while kills < KILLS:
        process = subprocess.Popen([program, *words, "--db", "killed.db"], stdout=subprocess.DEVNULL)
        time.sleep(random.uniform(0, took / 2))
        kills += process.poll() is None
        process.kill()
        process.wait()
        if Path("killed.db").exists():
            os.remove("killed.db")
            kills += 1
    run(*words, "--db", "killed.db")
    if Path("killed.db").read_bytes() != Path("whole.db").read_bytes():
        sys.exit(f"{' '.join(words)}: after being killed the file is another one")
    if Path("killed.db.work").exists():
        sys.exit(f"{' '.join(words)}: what was needed to go on is still there")
    if "is sound" not in run("verify", "killed.db"):
        sys.exit(f"{' '.join(words)}: verify says nothing")
    os.remove("killed.db")
    os.remove("whole.db")


program = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    killed("strong", "cram:width=5,height=5", "--nimbers", "--checkpoint", "0")
    killed("nimber", "grundy", "--sequence", "20000")
