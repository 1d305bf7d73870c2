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
BASE = {"error.h", "json.h", "language.h", "limits.h", "random.h", "runner.h", "text.h"}
GAME = BASE | {"game.h", "instance.h", "variant.h"}
SEARCH = GAME | {"engine.h", "search.h", "solver.h"}
ALL = None  # every header there is

# A room: where it is, the public headers it may include, the other files it may include
# (a folder ends in /), and the headers of the system it needs besides those of ISO C.
Room = namedtuple("Room", "place public files system", defaults=[()])
ROOMS = [
    Room("include/ariadne/instance.h", GAME, ["src/search/compiled.inc"]),
    Room("include/ariadne/limits.h", BASE, [], ["atomic"]),  # which it is in C++
    *[Room(f"include/ariadne/{name}", BASE, []) for name in sorted(BASE)],
    *[Room(f"include/ariadne/{name}", GAME, []) for name in sorted(GAME - BASE)],
    *[Room(f"include/ariadne/{name}", SEARCH, []) for name in sorted(SEARCH - GAME)],
    Room("include/ariadne/backtrack.h", BASE, []),
    Room("include/ariadne/image.h", BASE, []),
    Room("include/ariadne/chart.h", BASE, []),
    Room("include/", ALL, []),
    Room("src/base/memory.c", BASE, ["src/base/"], ["sys/mman.h"]),
    Room("src/base/pool.c", BASE, ["src/base/"], ["pthread.h"]),
    Room("src/base/", BASE, ["src/base/"]),
    # A variant is bound to the searches of its game, and the registry reads the list.
    Room("src/game/", GAME, ["src/base/", "src/game/", "src/search/searches.h",
                             "games/list.h"]),
    # The steps of strong solving are compiled for each game together with its searches.
    Room("src/search/templates.inc", SEARCH, ["src/base/", "src/search/",
                                              "src/solve/strong.h", "src/solve/strong.inc"]),
    Room("src/search/", SEARCH, ["src/base/", "src/search/"]),
    Room("src/solve/files.c", ALL, ["src/solve/"],
         ["dirent.h", "fcntl.h", "sys/file.h", "sys/stat.h", "unistd.h"]),
    Room("src/solve/", ALL, ["src/base/", "src/solve/", "src/search/searches.h"],
         ["xxhash.h", "zstd.h"]),
    Room("src/backtrack/", BASE | {"backtrack.h"}, ["src/base/", "src/backtrack/"]),
    Room("src/image/", BASE | {"image.h"}, ["src/image/"], ["png.h"]),
    Room("src/chart/", BASE | {"chart.h"}, ["src/chart/"]),
    Room("src/play/", ALL, ["src/base/", "src/play/"]),
    Room("src/tree/", ALL, ["src/base/", "src/tree/"]),
    Room("src/check/", ALL, ["src/base/", "src/check/"]),
    Room("src/plugin/", ALL, ["src/base/", "src/plugin/"], ["dlfcn.h", "sys/stat.h"]),
    Room("src/book/", ALL, ["src/base/", "src/book/"]),
    Room("games/connect4.c", GAME, ["games/"], ["immintrin.h"]),
    Room("games/", GAME, ["games/"]),
    Room("puzzles/queens_lanes.c", ALL, ["puzzles/"], ["immintrin.h"]),
    Room("puzzles/", ALL, ["src/base/", "src/backtrack/", "puzzles/"]),
    Room("cli/cmd_serve.c", ALL, ["cli/", "web/server.h"], ALL),
    Room("cli/", ALL, ["cli/"], ALL),
    Room("web/", ALL, ["web/"], ALL),
    Room("mpi/", ALL, ["src/base/", "src/solve/", "mpi/"], ALL),
]
# Without signals and threads, which the core leaves to others.
ISO_C = {name + ".h" for name in
         "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp "
         "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn "
         "string tgmath time uchar wchar wctype".split()}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)


def within(path, places):
    return any(path == place or place.endswith("/") and path.startswith(place)
               for place in places)


def resolve(root, path, name):
    """The file that #include "name" means, as a path below the root."""
    for folder in (Path(path).parent, Path("src"), Path("games"), Path(".")):
        if (root / folder / name).is_file():
            return posixpath.normpath((folder / name).as_posix())
    return None


def objection(root, path, room, system, quoted):
    """What is wrong with one include, or None."""
    if quoted:
        target = resolve(root, path, quoted)
        if not target:
            return f'"{quoted}" is no file of the project'
        if not within(target, room.files):
            return f"{room.place} must not know {target}"
    elif system.startswith("ariadne/"):
        name = system[len("ariadne/"):]
        if not (root / "include" / system).is_file():
            return f"<{system}> does not exist"
        if room.public is not ALL and name not in room.public:
            return f"{room.place} must not know <{system}>"
    elif room.system is not ALL and system not in ISO_C and system not in room.system:
        return f"{room.place} must not need <{system}>: it is not ISO C"
    return None


def check(root):
    """Every include that breaks the law, as "file:line: why"."""
    found = []
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
    "src/game/variant.c": ('#include "search/searches.h"\n', None),
    "src/game/wrong.c": ('  #  include "search/ticker.h"\n', "must not know"),
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
    wrong = []
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
