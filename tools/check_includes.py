#!/usr/bin/env python3
"""check_includes.py: the law of who may know whom, read from the #include lines.

    tools/check_includes.py [ROOT]       exit 1 and one line for each include that breaks it
    tools/check_includes.py --self-test  does it find wrong includes, and only those?

docs/architecture.md explains the rooms. That no search knows a game (B1) follows from them.
Tests may look into every room and are not checked.
"""
import posixpath
import re
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

# The public headers that the lower rooms are made of; what is not named here belongs to
# the rooms above, and only those (and programs) include it.
BASE = {"allowance.h", "assert.h", "error.h", "json.h", "language.h", "limits.h", "random.h", "runner.h",
        "text.h"}
GAME = BASE | {"board.h", "game.h", "hooks.def", "instance.h", "move.h", "rows.h", "variant.h"}
SEARCH = GAME | {"engine.h", "mcts.h", "search.h"}
SUMS = SEARCH | {"account.h", "quotient.h", "sums.h"}
SOLVER = SUMS | {"solver.h"}
ANALYSIS = SOLVER | {"analysis.h"}
ALL = None  # every header there is

# A public header may include those of its own layer and of the layers below.
LAYERS = [BASE, GAME, SEARCH, SUMS, SOLVER, ANALYSIS]
APART = {"backtrack.h", "image.h"}  # these only BASE

# A room: its folder, the public headers and the other rooms (or one file of a room) that it
# may include. A room includes its own files; no arrow leads back, not even by way of others.
Room = namedtuple("Room", "place public rooms")
ROOMS = [
    Room("include/", ALL, []),
    Room("src/base/", BASE, []),
    Room("src/game/", GAME, ["src/base/"]),
    Room("src/search/", SEARCH, ["src/base/", "src/game/"]),
    Room("src/sums/", SUMS, ["src/base/", "src/game/", "src/search/"]),
    Room("src/solver/", SOLVER, ["src/base/", "src/game/", "src/search/", "src/strong/retro.h"]),
    Room("src/analysis/", ANALYSIS, ["src/base/", "src/game/", "src/search/", "src/solver/"]),
    Room("src/strong/", ALL, ["src/base/", "src/game/", "src/search/"]),
    # What a game is compiled with, by the build alone: no file names this room.
    Room("src/compiled/", SEARCH, ["src/search/", "src/strong/"]),
    Room("src/backtrack/", BASE | {"backtrack.h"}, ["src/base/"]),
    Room("src/image/", BASE | {"image.h"}, []),
    Room("src/play/", ALL, ["src/base/", "src/analysis/"]),
    Room("src/tree/", ALL, ["src/base/"]),
    Room("src/learn/", ALL, ["src/base/"]),
    Room("src/draw/", ALL, ["src/base/", "src/tree/", "puzzles/"]),
    Room("src/report/", ALL, ["src/base/", "src/tree/"]),
    Room("src/check/", ALL, ["src/base/"]),
    Room("src/plugin/", ALL, ["src/base/"]),
    Room("src/guest/", ALL, ["src/base/"]),
    Room("src/book/", ALL, ["src/base/", "src/game/"]),
    Room("games/", GAME, []),
    Room("puzzles/", ALL, ["src/base/", "src/backtrack/"]),
    Room("web/", ALL, []),
    Room("cli/", ALL, ["web/server.h"]),
    Room("mpi/", ALL, ["src/base/", "src/strong/"]),
]
# Without signals and threads, which the core leaves to others.
ISO_C = {name + ".h" for name in
         "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp "
         "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn "
         "string tgmath time uchar wchar wctype".split()}
# What is not ISO C is the business of a few; programs may have it all.
PROGRAMS = ("cli/", "web/", "mpi/")
SYSTEM = {
    "pthread.h": ["src/base/pool.c"],
    "sys/mman.h": ["src/base/memory.c"],
    "dirent.h": ["src/strong/files.c"],
    "fcntl.h": ["src/strong/files.c", "src/guest/program.c"],
    "sys/file.h": ["src/strong/files.c"],
    "sys/stat.h": ["src/strong/files.c", "src/plugin/"],
    "unistd.h": ["src/strong/files.c", "src/guest/program.c"],
    **dict.fromkeys(["poll.h", "signal.h", "spawn.h", "sys/socket.h", "sys/types.h", "sys/wait.h"], ["src/guest/"]),
    "dlfcn.h": ["src/plugin/"],
    "xxhash.h": ["src/strong/"],
    "zstd.h": ["src/strong/"],
    "png.h": ["src/image/"],
    "immintrin.h": ["games/connect4.c", "puzzles/queens_lanes.c"],
    "atomic": ["include/ariadne/allowance.h", "include/ariadne/limits.h"],  # of C++
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)


def within(path, places):
    return any(path == place or place.endswith("/") and path.startswith(place)
               for place in places)


def resolve(root, path, name):
    """The file that #include "name" means, as a path below the root."""
    for folder in (Path(path).parent, Path("src"), Path("games"), Path("puzzles"), Path(".")):
        if (root / folder / name).is_file():
            return posixpath.normpath((folder / name).as_posix())
    return None


def public_headers(path, room):
    """The public headers that a file may include."""
    name = Path(path).name
    if room.place != "include/":
        return room.public
    if name in APART:
        return BASE | {name}
    return next((layer for layer in LAYERS if name in layer), ALL)


def objection(root, path, room, system, quoted):
    """What is wrong with one include, or None."""
    if quoted:
        target = resolve(root, path, quoted)
        if not target:
            return f'"{quoted}" is no file of the project'
        if not within(target, [room.place, *room.rooms]):
            return f"{room.place} must not know {target}"
    elif system.startswith("ariadne/"):
        name = system[len("ariadne/"):]
        public = public_headers(path, room)
        if not (root / "include" / system).is_file():
            return f"<{system}> does not exist"
        if public is not ALL and name not in public:
            return f"{room.place} must not know <{system}>"
    elif not within(path, [*PROGRAMS, *SYSTEM.get(system, [])]) and system not in ISO_C:
        return f"{room.place} must not need <{system}>: it is not ISO C"
    return None


def cycles(rooms):
    """The rooms that an arrow leads back to."""
    arrows = {room.place: {other.place for other in rooms for known in room.rooms
                           if within(known, [other.place])} for room in rooms}
    for _ in rooms:
        for place, known in arrows.items():
            arrows[place] = known.union(*(arrows[other] for other in known))
    return [f"{place} knows itself by way of others" for place, known in arrows.items()
            if place in known]


def check(root):
    """Every include that breaks the law, as "file:line: why"."""
    found = cycles(ROOMS)
    files = sorted(file for folder in ("include", "src", "games", "puzzles", "cli", "web", "mpi")
                   for file in (root / folder).rglob("*")
                   if file.suffix in (".c", ".h", ".inc"))
    for file in files:
        path = file.relative_to(root).as_posix()
        room = next((room for room in ROOMS if within(path, [room.place])), None)
        if not room:
            found.append(f"{path}:1: the folder is no room of the law; "
                         "add it to tools/check_includes.py")
            continue
        text = file.read_text()
        for include in INCLUDE.finditer(text):
            why = objection(root, path, room, include[1], include[2])
            if why:
                line = text.count("\n", 0, include.start(0)) + 1
                found.append(f"{path}:{line}: {why}")
    return found


SELF_TEST = {
    # file: (content, what must be said about it, or None)
    "include/ariadne/error.h": ("", None),
    "include/ariadne/search.h": ("#include <ariadne/error.h>\n", None),
    "include/ariadne/text.h": ("#include <ariadne/search.h>\n", "must not know"),
    "src/base/memory.h": ("#include <stddef.h>\n", None),
    "src/base/memory.c": ('#include "base/memory.h"\n#include <sys/mman.h>\n', None),
    "src/base/wrong.c": ('/* */\n#include "search/ticker.h"\n', "wrong.c:2: src/base/ must not"),
    "src/base/threads.c": ("#include <pthread.h>\n", "not ISO C"),
    "src/search/ticker.h": ('#include "base/memory.h"\n', None),
    "src/search/searches.h": ("", None),
    "src/search/nosy.c": ('#include "../../games/good.c"\n', "must not know"),  # B1
    "src/game/score.h": ("", None),
    "src/game/wrong.c": ('  #  include "search/ticker.h"\n', "must not know"),
    "src/search/good.c": ('#include "game/score.h"\n', None),
    "src/strong/good.c": ('#include "search/searches.h"\n#include <zstd.h>\n', None),
    "src/play/squeezed.c": ("#include <zstd.h>\n", "not ISO C"),
    "src/play/player.c": ('#include "base/memory.h"\n#include <ariadne/search.h>\n', None),
    "src/play/wrong.c": ('#include "search/searches.h"\n', "must not know"),
    "src/attic/new.c": ("", "no room"),
    "games/good.c": ("#include <ariadne/error.h>\n", None),
    "games/wrong.c": ("#include <ariadne/search.h>\n", "must not know"),
    "games/lost.c": ('#include "nowhere.h"\n', "no file"),
    "cli/cli.h": ("#include <ariadne/search.h>\n#include <unistd.h>\n", None),
    "cli/wrong.c": ('#include "../src/base/memory.h"\n', "must not know"),
    "cli/ghost.c": ("#include <ariadne/ghost.h>\n", "does not exist"),
    "web/web.h": ("#include <ariadne/search.h>\n#include <microhttpd.h>\n", None),
    "web/server.h": ("", None),
    "cli/cmd_serve.c": ('#include "web/server.h"\n', None),
    "cli/nosy.c": ('#include "web/web.h"\n', "must not know"),
    "web/wrong.c": ('#include "../cli/cli.h"\n', "must not know"),
    "mpi/wrong.c": ('#include "search/ticker.h"\n', "must not know"),
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, (content, _) in SELF_TEST.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content)
        found = check(root)
    back = [Room("a/", ALL, ["b/"]), Room("b/", ALL, ["c/x.h"]), Room("c/", ALL, ["a/"]),
            Room("d/", ALL, ["a/"])]
    wrong = [] if len(cycles(back)) == 3 and not cycles(back[1:]) else ["cycles are not found"]
    for name, (_, expected) in SELF_TEST.items():
        said = [line for line in found if line.startswith(name + ":")]
        if expected is None and said or expected and not (len(said) == 1 and
                                                          expected in said[0]):
            wrong.append(f"{name}: expected {expected!r}, found {said}")
    return wrong


def main(arguments):
    if arguments == ["--self-test"]:
        found = self_test()
    else:
        found = check(Path(arguments[0] if arguments else Path(__file__).parents[1]))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
