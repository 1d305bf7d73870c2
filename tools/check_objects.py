#!/usr/bin/env python3
"""check_objects.py: what the compiled library must not contain or call.

    tools/check_objects.py LIBRARY.a          exit 1 and one line for each thing found
    tools/check_objects.py --self-test CC...  does it find them, compiled by this compiler?

Nothing in the library keeps data that changes (tables that the loader fills in once are
constant all the same), prints, reads standard input, ends the program or asks the
environment; and only the thread pool needs threads. Looking at the objects rather than at
the text sees through macros and templates.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CONSTANT = re.compile(r"\.(text|rodata|data\.rel\.ro|eh_frame|init_array|note)")
DATA = {"OBJECT", "TLS", "COMMON"}

FORBIDDEN = set(
    # printing and reading
    "printf vprintf fprintf vfprintf dprintf vdprintf puts putchar putc fputs fputc fwrite "
    "putchar_unlocked perror psignal scanf vscanf getchar fgets getline stdin stdout stderr "
    "write read "
    # ending, signals, the environment, other programs
    "exit _exit _Exit quick_exit abort __assert_fail atexit signal sigaction raise "
    "getenv secure_getenv setenv putenv setlocale system popen fork execv execve execvp "
    # hidden state of the C library
    "rand srand random srandom drand48 strtok localtime gmtime ctime asctime".split())
# Functions that one place alone may call: the objects whose names begin so.
OWNED = {re.compile(r"pthread_"): "src_base_pool",
         re.compile(r"dl(open|sym|close|error)$"): "src_plugin",
         re.compile(r"(posix_spawn|waitpid|kill|socketpair)"): "src_guest_program"}


def called(symbol):
    """The function behind a name: fortified __printf_chk is printf, mmap64 is mmap."""
    symbol = symbol.split("@")[0]
    fortified = re.fullmatch(r"__(\w+)_chk", symbol)
    return fortified[1] if fortified else re.sub(r"^__isoc\d+_", "", symbol)


def symbols(library):
    """(object, name, class, type, section) of every symbol."""
    listing = subprocess.run(["nm", "--format=sysv", library], check=True,
                             capture_output=True, text=True).stdout
    member = Path(library).name
    for line in listing.splitlines():
        heading = re.fullmatch(r"(?:Undefined symbols|Symbols) from (.+):", line)
        if heading:
            member = re.sub(r".*\[|\]$", "", heading[1])
        fields = [field.strip() for field in line.split("|")]
        if len(fields) == 7 and fields[0] != "Name":
            yield Path(member).name, fields[0], fields[2], fields[3], fields[6]


def check(library):
    found = []
    for member, name, kind, form, section in symbols(library):
        if kind.upper() == "U":
            function = called(name)
            if function in FORBIDDEN:
                found.append(f"{member} calls {function}")
            found += [f"{member} calls {function}, which is {owner}'s business"
                      for names, owner in OWNED.items()
                      if names.match(function) and not member.startswith(owner)]
        elif kind.upper() == "C" or form in DATA and not CONSTANT.match(section):
            found.append(f"{member} keeps data that can change: {name} in {section}")
    return found


SELF_TEST = {
    # C source: what must be said about it, or None
    "static int count; int f(void) { return ++count; }": "count in .bss",
    "static int last = 7; int f(int x) { int y = last; last = x; return y; }": "last in .data",
    "int common;": "common",
    "_Thread_local int mine;": "mine",
    'const char *const names[] = {"a", "b"};': None,
    "static const int squares[] = {0, 1, 4}; int f(int i) { return squares[i]; }": None,
    "#include <stdio.h>\nvoid f(int x) { printf(\"%d\\n\", x); }": "calls printf",
    "#include <stdio.h>\nvoid f(void) { printf(\"x\\n\"); }": "calls puts",
    "#include <stdio.h>\nvoid f(void) { fputs(\"x\", stderr); }": "calls stderr",
    "#include <stdio.h>\nint f(char *s, int x) { return snprintf(s, 9, \"%d\", x); }": None,
    "#include <stdlib.h>\nvoid f(void) { exit(1); }": "calls exit",
    "#include <stdlib.h>\nchar *f(void) { return getenv(\"HOME\"); }": "calls getenv",
    "#include <pthread.h>\nvoid f(pthread_mutex_t *m) { pthread_mutex_lock(m); }":
        "src_base_pool's business",
}


def self_test(compiler):
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "x.c"), Path(folder, "x.o")
        for text, expected in SELF_TEST.items():
            source.write_text(text + "\n")
            subprocess.run([*compiler, "-O2", "-fPIC", "-c", source, "-o", target],
                           check=True)
            said = check(target)
            if expected is None and said or expected and expected not in "\n".join(said):
                wrong.append(f"{text}\n    expected {expected!r}, found {said}")
    return wrong


def main(arguments):
    if arguments[:1] == ["--self-test"]:
        found = self_test(arguments[1:] or ["cc"])
    elif len(arguments) == 1:
        found = check(arguments[0])
    else:
        sys.exit("usage: check_objects.py LIBRARY.a | --self-test CC...")
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
