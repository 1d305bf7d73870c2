#!/usr/bin/env python3
"""test.py: builds and runs the tests in every way that `make test` promises.

    tools/test.py [plain|asan|tsan ...]
    tools/test.py check                      the quick ones of the plain build
    tools/test.py --build plain|asan|tsan    only build
    tools/test.py --suites DIRECTORY         is every test there in the suites that CONTRIBUTING.md lists?

Each way is one build directory. The closing line counts what meson recorded in all of them;
a build that fails, or runs no test, counts as one failed test. The exit code is 1 when
anything failed.

A test says by its suites where it belongs: the first is one of KINDS, further ones are of MARKS.
'threads' runs under the thread sanitizer too, and 'long', 'fuzz' and 'browser' are no part of
`make check`.
"""
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections import Counter, namedtuple
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

Way = namedtuple("Way", "directory title compiler options selection")
# Of debug information only the lines, which is all that a report shows.
SANITIZED = ["-Doptimization=2", "-Ddebug=false", "-Dc_args=-gline-tables-only",
             "-Db_lundef=false", "-Dassertions=true", "-Dmpi=disabled"]
# As for an older processor, so that what is written for newer ones is tested both ways.
if platform.machine() == "x86_64":
    SANITIZED.append("-Dcpu=x86-64-v2")
WAYS = {
    "plain": Way("build", "the program as it is installed, with all that can be built", None,
                 ["-Doffline=enabled", "-Dmpi=enabled"], ["--no-suite", "fuzz"]),
    "asan": Way("build-asan", "clang, address and undefined-behaviour sanitizers", "clang",
                SANITIZED + ["-Db_sanitize=address,undefined", "-Dfuzz=true"], []),
    "tsan": Way("build-tsan", "clang, thread sanitizer", "clang",
                SANITIZED + ["-Db_sanitize=thread"], ["--suite", "threads"]),
}
QUICK = WAYS["plain"]._replace(  # with what can be built here
    title="the quick tests", options=[], selection=[word for suite in ("long", "fuzz", "browser")
                                        for word in ("--no-suite", suite)])
KINDS = ["unit", "cli", "system", "web", "browser", "fuzz", "source"]
MARKS = ["threads", "long"]
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


def setup_of(way):
    return ["meson", "setup", way.directory, "-Dtests=enabled", *way.options]


def configure(way):
    """Sets the directory up, or anew when this script asks for something else than last time. What
    has everything suits the quick tests, too."""
    directory = ROOT / way.directory
    command = setup_of(way)
    stamp = directory / "configured-as"
    enough = [" ".join([way.compiler or "", *setup_of(one)])
              for one in (way, WAYS["plain"] if way is QUICK else way)]
    if stamp.is_file() and stamp.read_text() in enough:
        return True
    if (directory / "build.ninja").exists():
        command.append("--reconfigure")
    environment = dict(os.environ, CC=way.compiler) if way.compiler else None
    done = build_step(*command, env=environment)
    if done:
        stamp.write_text(enough[0])
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


def introspect(way, what):
    return json.loads(subprocess.run(["meson", "introspect", what, way.directory], cwd=ROOT,
                                     check=True, stdout=subprocess.PIPE).stdout)


def needed(way):
    """What ninja is to build: everything as it is installed, but under a sanitizer only what is
    tested there, which is all that is installed and what the tests run: no benchmark and, for
    threads, no test of anything else."""
    if "b_sanitize" not in " ".join(way.options):
        return []
    suites = way.selection[1:]
    wanted = {name for test in introspect(way, "--tests")
              if not suites or any(one.split(":")[-1] in suites for one in test["suite"])
              for name in test["depends"]}
    directory = (ROOT / way.directory).resolve()
    return [str(Path(file).resolve().relative_to(directory))
            for target in introspect(way, "--targets")
            if target["id"] in wanted or target["installed"] and not suites
            for file in target["filename"]]


def build(way):
    if configure(way) and build_step("ninja", "-C", way.directory, *needed(way)):
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


def check_suites(directory):
    """Says which tests are in no suite of their kind, and whether the document knows the suites."""
    said = subprocess.run(["meson", "introspect", "--tests", directory], check=True,
                          stdout=subprocess.PIPE).stdout
    wrong = []
    for test in json.loads(said):
        kind, *marks = [suite.split(":")[-1] for suite in test["suite"]]
        if kind not in KINDS or not set(marks) <= set(MARKS):
            wrong.append(f"the test '{test['name']}' is in {', '.join([kind, *marks])}")
    listed = re.findall(r"^- `(\w+)`:", (ROOT / "CONTRIBUTING.md").read_text(), re.M)
    if listed != KINDS + MARKS:
        wrong.append(f"CONTRIBUTING.md lists {', '.join(listed)}, not {', '.join(KINDS + MARKS)}")
    print(*wrong, sep="\n")
    return 1 if wrong else 0


def main(names):
    if names[:1] == ["--suites"]:
        return check_suites(names[1])
    only_build = names[:1] == ["--build"]
    names = names[1:] if only_build else names
    ways = {**WAYS, "check": QUICK}
    for name in names:
        if name not in ways:
            sys.exit(f"test.py: there is no way '{name}'; there are {', '.join(ways)}")
    if only_build:
        return 0 if all(build(ways[name]) for name in names) else 1
    total = Counter()
    for name in names or WAYS:
        total += tests(ways[name])
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    print(f"\n{total['passed']} passed, {total['failed']} failed{skipped}")
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
