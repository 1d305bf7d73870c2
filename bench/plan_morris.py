#!/usr/bin/env python3
"""plan_morris.py: what strong solving of nine men's morris would take, by arithmetic.

    bench/plan_morris.py MICROSECONDS [EACH]    CPU time of a slot; men of each side (9)

A sub-board is all positions with so many men of either side, none in hand, up to the 16 symmetries;
moves stay within it until a man is taken. A slot is a position for the side to move, seen as the first
player's. Of a sub-board being solved a slot takes a worth of 4 bytes, a byte for being settled, 4 for
its open moves, 8 for its places in the lists of lengths, and 8 for each of its edges; of those below it, 4.
"""
import sys
from fractions import Fraction

POINTS = [(x, y) for r in (1, 2, 3) for x in (-r, 0, r) for y in (-r, 0, r) if (x, y) != (0, 0)]
EDGES = 8  # moves of a position that stay within its sub-board, on average; flying: more


def images():
    for turn in range(4):
        for mirror in (1, -1):
            for inside_out in (False, True):
                def to(point):
                    x, y = point[0] * mirror, point[1]
                    for _ in range(turn):
                        x, y = -y, x
                    ring = max(abs(x), abs(y))
                    return (x // ring * (4 - ring), y // ring * (4 - ring)) if inside_out else (x, y)
                yield {point: to(point) for point in POINTS}


def cycles(image):
    left, lengths = set(POINTS), []
    while left:
        point, length = left.pop(), 1
        while (point := image[point]) in left:
            left.remove(point)
            length += 1
        lengths.append(length)
    return lengths


def orbits(most):
    """Ways to place a and b men up to symmetry, for all a and b: Burnside's count."""
    count = {}
    for image in images():
        ways = {(0, 0): 1}
        for length in cycles(image):
            more = dict(ways)
            for (a, b), n in ways.items():
                for key in ((a + length, b), (a, b + length)):
                    if max(key) <= most:
                        more[key] = more.get(key, 0) + n
            ways = more
        for key, n in ways.items():
            count[key] = count.get(key, 0) + Fraction(n, 16)
    return {key: int(n) for key, n in count.items()}


def main():
    micro, each = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 9
    count = orbits(each)
    print("| men | slots | memory | CPU hours |")
    print("|---|---|---|---|")
    total = 0
    for men in range(6, 2 * each + 1):
        for a in range((men + 1) // 2, min(each, men - 3) + 1):
            b = men - a
            slots = count[a, b] * (1 if a == b else 2)
            below = sum(count[pair] * (1 if pair[0] == pair[1] else 2)
                        for pair in {tuple(sorted(pair)) for pair in ((a - 1, b), (a, b - 1))} if min(pair) >= 3)
            total += slots
            gigabytes = (slots * (17 + 8 * EDGES) + 4 * below) / 1e9
            if men % 2 == 0 and a == b or (a, b) == (each, each - 1):
                print(f"| {a}-{b} | {slots:,} | {gigabytes:,.1f} GB | {slots * micro / 3.6e9:.2f} |")
    print(f"| all | {total:,} | | {total * micro / 3.6e9:.1f} |")
    placing = sum(count.get((own, other), 0) for hands in range(1, 2 * each + 1)
                  for own in range(each - (hands + 1) // 2 + 1) for other in range(each - hands // 2 + 1))
    print(f"| placing | at most {placing:,} | | {placing * micro / 3.6e9:.1f} |")


main()
