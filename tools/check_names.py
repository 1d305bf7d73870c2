#!/usr/bin/env python3
"""check_names.py: no two types have the same name, or names that only an underscore tells apart.

    tools/check_names.py [ROOT]       exit 1 and one line for each pair
    tools/check_names.py --self-test  does it find such pairs, and only those?

ari_view and ari__view would be two things for the compiler and one for whoever reads them. The
names are those with the prefix of a room (ari_, ari__, cli_, web_); what a file keeps to itself
is called as it likes.
"""
import re
import sys
import tempfile
from pathlib import Path

FOLDERS = ("include", "src", "games", "puzzles", "cli", "web", "mpi")
NAME = r"((?:ari|cli|web)_\w+)"
DEFINED = re.compile(
    rf"^typedef [^;{{}}()]*?\b{NAME}(?:\[[^\]]*\])?;"         # typedef int name;
    rf"|^typedef [^;{{}}]*?\b{NAME}\([^;{{}}]*\);"            # typedef void name(int);
    rf"|^(?:typedef (?:struct|union|enum)[^;\n]*)?}} {NAME};"  # } name; perhaps in one line
    rf"|^(?:struct|union|enum) {NAME} {{", re.MULTILINE)      # struct name {
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def types(root):
    """{name: the places that define it}. A struct and its typedef are one type."""
    found = {}
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".c", ".h", ".inc", ".def"):
                continue
            text = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), file.read_text())
            for match in DEFINED.finditer(text):
                name = next(group for group in match.groups() if group)
                opaque = re.match(rf"typedef (?:struct|union|enum) {name} {name};", match[0])
                line = text.count("\n", 0, match.start()) + 1
                places = found.setdefault(name, [])
                if not opaque:
                    places.append(f"{file.relative_to(root).as_posix()}:{line}")
    return found


def check(root):
    """One line for each name that is there twice."""
    found, alike = [], {}
    for name, places in types(root).items():
        if len({place.split(":")[0] for place in places}) > 1:  # for C and C++ is one file
            found.append(f"{name} is defined in {' and '.join(places)}")
        alike.setdefault(re.sub("_+", "_", name), []).append(name)
    for names in alike.values():
        if len(names) > 1:
            found.append(f"{' and '.join(sorted(names))} differ by underscores alone")
    return found


SELF_TEST = [
    # files, and what must be said about them
    ({"include/a.h": "typedef struct ari_view {\n    int x;\n} ari_view;\n"}, None),
    ({"include/a.h": "typedef struct ari_view {\n    int x;\n} ari_view;\n",
      "src/a.h": "typedef int ari__view;\n"}, "underscores alone"),
    ({"src/a/a.h": "typedef enum ari__kind { A } ari__kind;\n",
      "src/b/b.h": "typedef enum ari__kind {\n    A\n} ari__kind;\n"}, "ari__kind is defined in"),
    ({"include/a.h": "typedef struct ari_maze ari_maze;\n",
      "src/a.c": "struct ari_maze {\n    int x;\n};\n"}, None),
    ({"include/a.h": "typedef bool ari_sink(void *self);\n",
      "src/a.h": "typedef void ari__sink(int);\n"}, "underscores alone"),
    ({"src/a.c": "typedef struct drawing {\n    int x;\n} drawing;\n",
      "src/b.c": "typedef struct drawing {\n    int x;\n} drawing;\n"}, None),
    ({"src/a.h": "/* like ari__view */\nextern int ari_view(void);\ntypedef int ari__view;\n"}, None),
]


def self_test():
    wrong = []
    for files, expected in SELF_TEST:
        with tempfile.TemporaryDirectory() as folder:
            for name, content in files.items():
                Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
                Path(folder, name).write_text(content)
            said = "\n".join(check(Path(folder)))
        if bool(said) != bool(expected) or expected and expected not in said:
            wrong.append(f"{files}: expected {expected!r}, found {said!r}")
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
