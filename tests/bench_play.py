#!/usr/bin/env python3
"""bench_play.py: the benchmark of playing ends with 1 when it misses what is wanted.

    bench_play.py RUN_PLAY

A program that only says how long it took stands in the place of ariadne's.
"""

import os
import subprocess
import sys
import tempfile

PROGRAM = """#!/bin/sh
if [ "$1" = match ]; then
    echo '{"game":"none","stopped":false,"seconds":%(match)s}'
else
    for last; do :; done
    printf 'search,ms,nodes,times_faster\\nminimax,%(minimax)s,9,1\\n' > "$last/order-time-means.csv"
    printf '%(third)s,%(centre)s,9,10\\n' >> "$last/order-time-means.csv"
fi
"""
GOOD = {"match": "60", "minimax": "2", "centre": "0.1", "third": "centre"}


def code(**figures):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "ariadne")
        with open(path, "w", encoding="ascii") as file:
            file.write(PROGRAM % (GOOD | figures))
        os.chmod(path, 0o755)
        done = subprocess.run([sys.argv[1], path], capture_output=True, text=True, check=False)
        # All is printed, whatever is missed.
        assert done.stdout.count(" games of ") == 2, done
        assert done.stderr == "", done.stderr
        return done.returncode


assert code() == 0
for wrong in ({"match": "60.1"}, {"match": "6e+01", "minimax": "2.01"}, {"centre": "0.11"},
              {"third": "random"}):
    assert code(**wrong) == 1, wrong
assert code(match="5.5e+01") == 0
