#!/usr/bin/env python3
"""check_headers.py: is every public header complete on its own, in C and in C++?

    tools/check_headers.py c CC...         each header alone, as C11 and as C17
    tools/check_headers.py c++ BUILD       each as C++17, and then, also in C++20, a program,
                                           tests/cplusplus.cpp, linked with the library, and
                                           one with all headers and every function by its name
    tools/check_headers.py --self-test     is a header found that is not?

The compilers of C++ are those that are there: $CXX, g++, clang++. Without one the test is
skipped, with exit code 77. instance.h is for C alone: it needs the game it is included in.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STRICT = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror".split()
C, CPP = ("c11", "c17"), ("c++17", "c++20")


def run(command, **more):
    return subprocess.run([str(word) for word in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)


def cpp_compilers():
    names = [os.environ.get("CXX", ""), "g++", "clang++"]
    found = {os.path.realpath(path): name for name in reversed(names)
             if name and (path := shutil.which(name))}
    return sorted(found.values())


def alone(include, compilers, language, standards):
    """What the compilers say of each header by itself."""
    said = []
    for header in sorted((include / "ariadne").glob("*.h")):
        if header.name == "instance.h":
            continue
        source = f"#include <ariadne/{header.name}>\nextern int a_file_is_not_empty;\n"
        for compiler in compilers:
            for standard in standards:
                done = run([*compiler, "-x", language, f"-std={standard}", *STRICT,
                            "-fsyntax-only", f"-I{include}", "-"], input=source)
                if done.returncode:
                    said.append(f"{header.name} as {standard} by {compiler[0]}:\n{done.stdout}")
    return said


def every_function(build, include):
    """A program that includes every header and names every public function."""
    symbols = run(["nm", "-g", "--defined-only", build / "libariadne.a"]).stdout
    names = sorted(set(re.findall(r" T (ari_[a-z]\w*)$", symbols, re.MULTILINE)))
    headers = sorted(path.name for path in (include / "ariadne").glob("*.h"))
    lines = [f"#include <ariadne/{name}>" for name in headers if name != "instance.h"]
    lines += ["void *const all[] = {",
              *[f"    reinterpret_cast<void *>({name})," for name in names], "};",
              f"int main() {{ return all[{len(names)} - 1] ? 0 : 1; }}"]
    return "\n".join(lines)


def programs(build, compilers):
    """What is wrong with programs in C++: one entry for each, each compiler and standard."""
    said = []
    include = ROOT / "include"
    package = build / "meson-private" / "ariadne.pc"
    library = [f"-L{build}", *run(["pkg-config", "--static", "--libs", package]).stdout.split()]
    with tempfile.TemporaryDirectory() as folder:
        made, every = Path(folder) / "program", Path(folder) / "every.cpp"
        every.write_text(every_function(build, include))
        for source, prints in ((every, ""),
                               (ROOT / "tests" / "cplusplus.cpp", "draw 6, 9 moves\n")):
            for compiler in compilers:
                for standard in CPP:
                    done = run([*compiler, f"-std={standard}", *STRICT, f"-I{include}", source,
                                "-o", made, *library])
                    if done.returncode == 0:
                        done = run([made])
                    if done.returncode or done.stdout != prints:
                        said.append(f"{source.name} in {standard} by {compiler[0]}:\n"
                                    f"{done.stdout}")
    return said


def self_test():
    """A header that needs another, one that is not C++, and one that is right."""
    contents = {"lacks.h": "size_t ari_size(void);\n",
                "class.h": "typedef struct ari_class { int class; } ari_class;\n",
                "right.h": "#include <stddef.h>\nsize_t ari_size(void);\n"}
    with tempfile.TemporaryDirectory() as folder:
        include = Path(folder)
        (include / "ariadne").mkdir()
        for name, text in contents.items():
            (include / "ariadne" / name).write_text(text)
        found = [line.split(" by ")[0] for line in alone(include, [["cc"]], "c", C)]
        expected = ["lacks.h as c11", "lacks.h as c17"]
        compilers = cpp_compilers()[:1]
        if compilers:
            found += [line.split(" by ")[0]
                      for line in alone(include, [compilers], "c++", CPP[:1])]
            expected += ["class.h as c++17", "lacks.h as c++17"]
    return [] if found == expected else [f"found {found}, not {expected}"]


def main(arguments):
    if arguments == ["--self-test"]:
        said = self_test()
    elif arguments[0] == "c":
        said = alone(ROOT / "include", [arguments[1:]], "c", C)
    else:
        compilers = [[name] for name in cpp_compilers()]
        if not compilers:
            print("skipped: there is no C++ compiler here")
            return 77
        said = alone(ROOT / "include", compilers, "c++", CPP[:1])
        said += programs(Path(arguments[1]).resolve(), compilers)
    print("\n".join(said))
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
