#!/usr/bin/env python3
"""plan_connect4.py: what strong solving of larger boards of Connect Four would take on many
machines, from what small ones took (docs/scaling.md).

    plan_connect4.py [CPU_POSITION CPU_SLOT EXCHANGED STORED]

CPU_POSITION and CPU_SLOT are microseconds for a position that can be reached, on a board of
five columns, and for a slot; EXCHANGED and STORED are bytes a position, the former with five
columns, too. Slots are counted as games/connect4_rank.h numbers them: the heights of the
columns up to a mirror image, times the ways to choose the mover's discs.
"""
import sys
from math import comb

POSITIONS = {(5, 7): 14171315454, (6, 6): 69173028785, (7, 5): 112829665923,
             (7, 6): 4531985219092}
CORES, MACHINE = 32, 220e9  # of a machine; bytes of its 256 GB that may be used


def halves(columns, height):
    """How many ways there are to fill some columns with so many discs, by their number."""
    ways = [1]
    for _ in range(columns):
        ways = [sum(ways[n - k] for k in range(height + 1) if 0 <= n - k < len(ways))
                for n in range(len(ways) + height)]
    return ways


def slots(width, height):
    """The slots of each tier, by the number of discs."""
    side, middle = halves(width // 2, height), (height if width % 2 else 0)
    tiers = []
    for discs in range(width * height + 1):
        heights = 0
        for between in range(middle + 1):
            for left, ways in enumerate(side):
                right = discs - between - left
                if left < right < len(side):
                    heights += ways * side[right]
                elif left == right:
                    heights += ways * (ways + 1) // 2
        tiers.append(heights * comb(discs, discs // 2))
    return tiers


def row(width, height, position, slot, exchanged, stored):
    count, tiers = POSITIONS[width, height], slots(width, height)
    pair = max(a + b for a, b in zip(tiers, tiers[1:]))
    memory = 4 * pair + max(tiers)  # worths of two tiers, and how one was reached
    disk = sum(tiers) + 2 * 4 * pair  # how all were reached, and two checkpoints
    machines = -(-memory // MACHINE)
    cpu = (position * width / 5 * count + slot * sum(tiers)) / 1e6
    hours = cpu / 3600 / machines / CORES
    return (f"| {width}x{height} | {count:,} | {sum(tiers):.2e} | {max(tiers):.2e} | "
            f"{memory / 1e12:.2f} TB | {machines:.0f} | {disk / 1e12:.1f} TB | "
            f"{exchanged * width / 5 * count / 1e12:.1f} TB | {cpu / 3600:,.1f} | {hours:.2f} | "
            f"{stored * count / 1e9:,.1f} GB |")


print("| width x height | positions | slots | largest tier | memory in all | machines of 256 GB "
      "| disk for the work | exchanged | CPU hours | hours | file |")
print("|---" * 11 + "|")
for board in POSITIONS:
    print(row(*board, *(map(float, sys.argv[1:]) if sys.argv[1:] else (0.25, 0.03, 35, 0.07))))
