#!/usr/bin/env python3
"""adding_a_game.py: follows docs/adding-a-game.md to the letter (C7).

    adding_a_game.py BUILD_DIRECTORY

Puts the page's pieces of C together, compiles them outside the tree with the page's own
command against what `meson install` has installed in an empty folder, and runs the page's
other commands with the installed program. Then the same file is compiled as a built-in
game would be. Nothing may fail, Skittles must be what it is known to be, and a mistake in it
must be found. So it is with the two games of the page's second half, which are compared with
programs of a few lines.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"


def blocks(kind):
    return re.findall(rf"^```{re.escape(kind)}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def run(command, folder, environment, code=0):
    """Runs a shell command that must end with this code, and returns what it prints."""
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != code:
        sys.exit(f"$ {command}\n{done.stdout}ended with {done.returncode}, not {code}")
    return done.stdout


def install(build, place):
    """Installs into an empty folder and returns an environment that finds everything there."""
    environment = dict(os.environ, DESTDIR=str(place))
    run(f"meson install -C {shlex.quote(build)} --no-rebuild --quiet", ROOT, environment)
    program = next(place.rglob("bin/ariadne"))
    package = next(place.rglob("ariadne.pc"))
    del environment["DESTDIR"]
    environment.update(PATH=f"{program.parent}:{environment['PATH']}",
                       PKG_CONFIG_PATH=str(package.parent),
                       PKG_CONFIG_SYSROOT_DIR=str(place))
    return environment


def grundy(pins):
    """The Grundy numbers of rows of up to so many pins: Skittles is won when it is not 0."""
    values = [0]
    for n in range(1, pins + 1):
        options = {values[i] ^ values[n - taken - i]
                   for taken in (1, 2) for i in range(n - taken + 1)}
        values.append(next(g for g in range(n + 1) if g not in options))
    return values


def check_values(folder, environment):
    """Two rows side by side, against the theory."""
    values = grundy(9)
    lines = [(left, right) for left in range(1, 9) for right in range(0, 9 - left)]
    for left, right in lines:
        row = "|" * left + "." + "|" * right
        row += "." * (9 - len(row))
        down = row.count(".")
        turn = 1 + (down % 2 if ".." not in row else 0)
        said = json.loads(run(f"ariadne solve ./skittles.so '{row}/{turn}' --json", folder,
                              environment))
        won = values[left] != values[right]
        if (said["value"] == "win") != won:
            sys.exit(f"{row}: {said['value']}, but the Grundy numbers are "
                     f"{values[left]} and {values[right]}")


def check_broken(folder, environment, code):
    """A mistake in the game is found, and the command that is given finds it again."""
    broken = code.replace("return (ski_state){s->standing, ARI_FIRST};",
                          "return (ski_state){s->standing & ~1u, ARI_FIRST};")
    assert broken != code
    Path(folder, "broken.c").write_text(broken)
    run(blocks("sh")[0].replace("skittles", "broken"), folder, environment)
    said = run("ariadne check ./broken.so", folder, environment, code=1)
    place = re.search(r"^Position: (.*)$", said, re.MULTILINE)
    again = re.search(r"^Again: +(.*)$", said, re.MULTILINE)
    if not (place and again and "GAME_AS_FIRST" in said):
        sys.exit(f"the mistake is not explained:\n{said}")
    if place[0] not in run(again[1], folder, environment, code=1):
        sys.exit(f"$ {again[1]}\ndoes not lead to {place[0]}")
    said = json.loads(run("ariadne check ./broken.so --json", folder, environment, code=1))
    if said["passed"] or said["failure"]["topic"] != "sides":
        sys.exit(f"the mistake is not in the JSON: {said}")


def horseshoe():
    """Every position of the horseshoe (stones of either side, who is to move) with the plies to its end, or
    None where it has none, by looking again and again until nothing is new."""
    following = {0: (2, 3), 1: (2, 4), 2: (0, 1, 3, 4), 3: (0, 2, 4), 4: (1, 2, 3)}

    def after(stones, turn):
        to = stones.index(".")
        for at in following[to]:
            if stones[at] == "xo"[turn]:
                moved = list(stones)
                moved[at], moved[to] = ".", stones[at]
                yield "".join(moved), 1 - turn
    found, values = [("oo.xx", 0)], {}
    for position in found:
        found += [one for one in dict.fromkeys(after(*position)) if one not in found]
    for distance in range(len(found)):
        for position in [one for one in found if one not in values]:
            children = [values.get(child) for child in after(*position)]
            if any(value is not None and value % 2 == 0 and value < distance for value in children) or \
                    all(value is not None and value % 2 == 1 and value < distance for value in children):
                values[position] = distance
    return {position: values.get(position) for position in found}


def purse(row, holds):
    """What the first player gets more than the second, with best play."""
    coins = [1, 3, 2] * 4

    def best(left, right, mine, other):
        """For the side to move, from here on."""
        if left == right or mine == other == holds:
            return 0
        if mine == holds:
            return -best(left, right, other, mine)
        results = []
        for coin, rest in ((coins[left], (left + 1, right)), (coins[right - 1], (left, right - 1))):
            results.append(coin + (best(*rest, mine + 1, other) if coin == 1 else -best(*rest, other, mine + 1)))
        return max(results)
    return best(0, row, 0, 0)


def check_second_half(folder, environment, strict):
    """The games of the second half, against programs that share nothing with them."""
    for name in "horseshoe", "purse":
        Path(folder, name + ".c").write_text("\n".join(blocks(f"c {name}.c")))
        run(f"cc {strict} -fPIC -c {name}.c -o {name}.o $(pkg-config --cflags ariadne)", folder, environment)
    for command in "".join(blocks("sh second")).splitlines():
        print("$", command)
        print(run(command, folder, environment))
    positions = horseshoe()
    said = json.loads(run("ariadne strong ./horseshoe.so --db horseshoe.db --json", folder, environment))
    if said["positions"] != len(positions):
        sys.exit(f"the horseshoe has {said['positions']} positions, but there are {len(positions)}")
    for (stones, turn), distance in positions.items():
        wanted = "draw" if distance is None else "win" if distance % 2 else "loss"
        for command in "query horseshoe.db --game ./horseshoe.so", "solve ./horseshoe.so":
            said = json.loads(run(f"ariadne {command} {stones}{turn * '/2'} --json", folder, environment))
            if said["value"] != wanted or distance is not None and said["distance"] != distance:
                sys.exit(f"{command} {stones}/{turn + 1}: {said['value']} {said.get('distance')}, but {wanted} "
                         f"{distance}")
    said = run("ariadne review ./horseshoe.so '4-3 1-4'", folder, environment)
    if "12207337" in said or "unknown" in said:
        sys.exit(f"a review that knows every position says\n{said}")
    for row, holds in (6, 3), (6, 6), (8, 4), (8, 5), (10, 5), (10, 2):
        said = json.loads(run(f"ariadne solve ./purse.so:row={row},holds={holds} --json", folder, environment))
        if said["score"] != purse(row, holds):
            sys.exit(f"purses of {row} and {holds}: {said['score']}, but {purse(row, holds)}")
    one, other = (json.loads(run(f"ariadne solve ./purse.so:{options} --json", folder, environment))["game"]
                  for options in ("row=10", "holds=5,row=10"))
    if one != other:
        sys.exit(f"{one} and {other} are one game")


def main(build):
    code, commands = blocks("c"), "".join(blocks("sh")).splitlines()
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as folder:
        environment = install(build, Path(place))
        source = Path(folder, "skittles.c")
        source.write_text("\n".join(code))
        for command in commands:
            print("$", command)
            print(run(command, folder, environment))
        check_values(folder, environment)
        check_broken(folder, environment, source.read_text())
        # The warnings of the project itself, for the plug-in and for the built-in game.
        strict = "-std=c17 -O2 -Wall -Wextra -Wconversion -Wshadow -Werror"
        run(f"cc {strict} -fPIC -c skittles.c -o plugin.o "
            "$(pkg-config --cflags ariadne)", folder, environment)
        check_second_half(folder, environment, strict)
        run(f"cc {strict} -D_POSIX_C_SOURCE=200809L "
            "'-DARI_COMPILE_SEARCHES=\"compiled/game.inc\"' "
            f"-I{shlex.quote(str(ROOT / 'include'))} -I{shlex.quote(str(ROOT / 'src'))} "
            "-c skittles.c -o built_in.o", folder, environment)


if __name__ == "__main__":
    main(sys.argv[1])
