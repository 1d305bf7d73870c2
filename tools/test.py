#!/usr/bin/env python3
"""test.py: builds and runs the tests in every way that `make test` promises.

    tools/test.py [plain|asan|tsan ...]
    tools/test.py --build plain|asan|tsan    only build

Each way is one build directory. The closing line counts what meson recorded in all of them;
a build that fails, or runs no test, counts as one failed test. The exit code is 1 when
anything failed.

A test says by its suites where it belongs: 'threads' runs under the thread sanitizer too,
'slow' stays out of the address sanitizer's run, 'fuzz' exists only there.
"""
import json
import os
import platform
import shutil
import subprocess
import sys
from collections import Counter, namedtuple
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

Way = namedtuple("Way", "directory title compiler options selection")
SANITIZED = ["-Dbuildtype=debugoptimized", "-Db_lundef=false"]
# As for an older processor, so that what is written for newer ones is tested both ways.
if platform.machine() == "x86_64":
    SANITIZED.append("-Dcpu=x86-64-v2")
WAYS = {
    "plain": Way("build", "the program as it is installed", None, [], []),
    "asan": Way("build-asan", "clang, address and undefined-behaviour sanitizers", "clang",
                SANITIZED + ["-Db_sanitize=address,undefined", "-Dfuzz=true"],
                ["--no-suite", "slow"]),
    "tsan": Way("build-tsan", "clang, thread sanitizer", "clang",
                SANITIZED + ["-Db_sanitize=thread"], ["--suite", "threads"]),
}
PASSED = {"OK", "EXPECTEDFAIL"}
SKIPPED = {"SKIP"}


def run(*command, **more):
    return subprocess.run(command, cwd=ROOT, check=False, **more).returncode == 0


def build_step(*command, **more):
    """Shows its progress on a terminal; elsewhere it speaks only when it fails."""
    if sys.stdout.isatty():
        return run(*command, **more)
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode != 0:
        print(done.stdout)
    return done.returncode == 0


def configure(way):
    """Sets the directory up, or anew when this script asks for something else than last time."""
    directory = ROOT / way.directory
    command = ["meson", "setup", way.directory, "-Dtests=enabled", *way.options]
    stamp = directory / "configured-as"
    wanted = " ".join([way.compiler or "", *command])
    if stamp.is_file() and stamp.read_text() == wanted:
        return True
    if (directory / "build.ninja").exists():
        command.append("--reconfigure")
    environment = dict(os.environ, CC=way.compiler) if way.compiler else None
    done = build_step(*command, env=environment)
    if done:
        stamp.write_text(wanted)
    return done


def wrapper():
    """Old sanitizers cannot live with much randomness in addresses; where it can be switched
    off, it is."""
    command = ["setarch", platform.machine(), "-R"]
    if shutil.which("setarch") and run(*command, "true", stderr=subprocess.DEVNULL):
        return ["--wrapper", " ".join(command)]
    return []


def logs(way):
    """Meson's records of a run; their names depend on how it was run."""
    return (ROOT / way.directory / "meson-logs").glob("testlog*.json")


def build(way):
    if configure(way) and build_step("ninja", "-C", way.directory):
        return True
    print(f"the build in {way.directory} failed")
    return False


def tests(way):
    """Runs one way and counts its tests as passed, failed and skipped."""
    print(f"\n== {way.title} ({way.directory})", flush=True)
    for log in logs(way):
        log.unlink()
    if not build(way):
        return Counter(failed=1)
    done = run("meson", "test", "-C", way.directory, "--no-rebuild", "--print-errorlogs",
               "--timeout-multiplier", "10", *way.selection,
               *(wrapper() if "b_sanitize" in " ".join(way.options) else []))
    results = [json.loads(line)["result"] for log in logs(way)
               for line in log.read_text().splitlines()]
    count = Counter("passed" if result in PASSED else "skipped" if result in SKIPPED else
                    "failed" for result in results)
    if not results or not done and not count["failed"]:
        print(f"no result of the tests in {way.directory}")
        count["failed"] = 1
    return count


def main(names):
    only_build = names[:1] == ["--build"]
    names = names[1:] if only_build else names
    for name in names:
        if name not in WAYS:
            sys.exit(f"test.py: there is no way '{name}'; there are {', '.join(WAYS)}")
    if only_build:
        return 0 if all(build(WAYS[name]) for name in names) else 1
    total = Counter()
    for name in names or WAYS:
        total += tests(WAYS[name])
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    print(f"\n{total['passed']} passed, {total['failed']} failed{skipped}")
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
