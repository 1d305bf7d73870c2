#!/usr/bin/env python3
"""test_queens.py: a count of queens that is stopped, interrupted or killed goes on from its
checkpoint and comes to the same end. E11

    test_queens.py PROGRAM
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

N, COUNT = 15, 2279184


def start(state, *options):
    return subprocess.Popen([program, "queens", str(N), "--count", "--json", "--checkpoint",
                             state, *options], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def finish(process, codes):
    out, err = process.communicate()
    if process.returncode not in codes:
        sys.exit(f"exit code {process.returncode} instead of {codes}: {err}")
    return json.loads(out) if out else None


def stopped_by_limits(state):
    """Ever longer runs, each going on where the last ended; the count never shrinks."""
    seconds, before = 0.001, 0
    while True:
        answer = finish(start(state, "--seconds", f"{seconds:.4f}"), (0, 1))
        if answer["count"] < before:
            sys.exit(f"the count went from {before} to {answer['count']}")
        before = answer["count"]
        if answer["complete"]:
            return answer
        seconds *= 1.5


def ended_by(signals):
    """Ends runs from outside, and lets the last one come to its end."""
    def run(state):
        for i, which in enumerate(signals):
            process = start(state)
            time.sleep(0.004 * (i + 1))
            process.send_signal(which)
            answer = finish(process, (0, 130, -which))
            if process.returncode == 130 and answer["complete"]:
                sys.exit("an interrupted count calls itself complete")
        return finish(start(state), (0,))
    return run


program = sys.argv[1]
for way in (stopped_by_limits, ended_by([signal.SIGINT] * 4), ended_by([signal.SIGKILL] * 4)):
    with tempfile.TemporaryDirectory() as folder:
        end = way(os.path.join(folder, "state"))
        if end["count"] != COUNT or not end["complete"]:
            sys.exit(f"the count is {end['count']} instead of {COUNT}")
        left = os.listdir(folder)
        if "state" not in left:
            sys.exit("there is no checkpoint")
print("checkpoints: ok")
