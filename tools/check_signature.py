#!/usr/bin/env python3
"""check_signature.py: do the searches visit the nodes that they are known to visit?

    tools/check_signature.py ARIADNE            compares `ariadne bench` with tests/signature.txt
    tools/check_signature.py --update ARIADNE   writes tests/signature.txt anew
    tools/check_signature.py --self-test

The nodes of one thread are the same on every machine. A change that is not meant to touch a
search leaves them all as they are; one that is meant to says in its commit what moved and why.
"""
import json
import subprocess
import sys
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "tests" / "signature.txt"


def counted(ariadne):
    """The lines of the file as this program would write them."""
    told = json.loads(subprocess.run([ariadne, "bench", "--json"], check=True, text=True,
                                     stdout=subprocess.PIPE).stdout)
    return [f"{row['name']} {row['nodes']}" for row in told["benchmarks"]] + [
        f"signature {told['signature']}"]


def differences(known, now):
    """What has changed, a sentence each."""
    before, after = (dict(line.split() for line in lines) for lines in (known, now))
    for name in list(before) + [name for name in after if name not in before]:
        if before.get(name) != after.get(name):
            yield f"{name}: {before.get(name, 'not there')} before, now {after.get(name, 'not there')}"


def self_test():
    known = ["a 1", "b 2", "signature 3"]
    assert not list(differences(known, known))
    assert list(differences(known, ["a 1", "b 3", "signature 4"])) == [
        "b: 2 before, now 3", "signature: 3 before, now 4"]
    assert list(differences(known, ["a 1", "c 2", "signature 3"])) == [
        "b: 2 before, now not there", "c: not there before, now 2"]
    return 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    update = arguments[:1] == ["--update"]
    now = counted(arguments[-1])
    if update:
        FILE.write_text("\n".join(now) + "\n")
        return 0
    found = list(differences(FILE.read_text().splitlines(), now))
    for sentence in found:
        print(sentence)
    if found:
        print("A search visits other nodes than before. If that is meant, run")
        print("tools/check_signature.py --update build/ariadne, and say why in the commit.")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
