#!/usr/bin/env python3
"""adding_a_puzzle.py: follows docs/adding-a-puzzle.md to the letter.

    adding_a_puzzle.py BUILD_DIRECTORY

Puts the page's pieces of C together: a piece that begins with "/* name.c:" begins that file,
and the pieces after it go on with it. Everything must compile without a warning, its test
must pass, and the program with the new command must know what the page says.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "adding-a-puzzle.md").read_text()
PLACES = {"langford.h": "include/ariadne", "langford.c": "puzzles", "cmd_langford.c": "cli",
          "test_langford.c": "tests"}
STRICT = ("cc -std=c17 -O2 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wconversion -Wshadow "
          "-Werror").split()


def run(command, codes=(0,), folder=None):
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode not in codes:
        sys.exit(f"$ {' '.join(map(str, command))}\n{done.stdout}ended with {done.returncode}")
    return done.stdout


def write_files(folder):
    name = None
    for piece in re.findall(r"^```c\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        begins = re.match(r"/\* (\w+\.[ch]):", piece)
        name = begins[1] if begins else name
        path = folder / PLACES[name] / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as file:
            file.write(("" if begins else "\n") + piece)


def main(build):
    build = Path(build).resolve()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_files(folder)
        includes = [f"-I{path}" for path in (folder, folder / "include", ROOT,
                                             ROOT / "include", ROOT / "src")]
        commands = (ROOT / "cli" / "list.h").read_text() + "COMMAND(langford)\n"
        (folder / "cli" / "list.h").write_text(commands)
        sources = {"langford": folder / "puzzles/langford.c",
                   "cmd_langford": folder / "cli/cmd_langford.c",
                   "test_langford": folder / "tests/test_langford.c",
                   "commands": ROOT / "cli/commands.c"}
        for name, source in sources.items():
            run([*STRICT, *includes, "-c", source, "-o", folder / f"{name}.o"])
        package = build / "meson-private" / "ariadne.pc"
        library = [f"-L{build}", *run(["pkg-config", "--static", "--libs", package]).split()]
        run(["cc", folder / "test_langford.o", folder / "langford.o", *library, "-lcmocka",
             "-o", folder / "test_langford"])
        print(run([folder / "test_langford"]))
        others = [file for file in build.glob("*.p/cli_*.o")
                  if not file.name.endswith("commands.c.o")]
        web = [build / "libweb.a",
               *run(["pkg-config", "--libs", "libmicrohttpd", "jansson"]).split()]
        run(["cc", *others, folder / "commands.o", folder / "cmd_langford.o",
             folder / "langford.o", *web, *library, "-rdynamic", "-o", folder / "ariadne"])
        for arguments, code, said in (("7", 0, "7 pairs: 52 solutions\n"),
                                      ("3 --json", 0, "[[3,1,2,1,3,2],[2,3,1,2,1,3]]\n"),
                                      ("5", 1, "5 pairs: 0 solutions\n")):
            got = run([folder / "ariadne", "langford", *arguments.split()], (code,))
            if got != said:
                sys.exit(f"langford {arguments} prints {got!r} instead of {said!r}")
        if "Langford's problem" not in run([folder / "ariadne", "puzzles"]):
            sys.exit("'ariadne puzzles' does not list the puzzle")
        wrong = run([folder / "ariadne", "langford", "31"], (2,))
        if "from 1 to 30" not in wrong:
            sys.exit(f"langford 31 says {wrong!r}")


if __name__ == "__main__":
    main(sys.argv[1])
