/* strips.h: what two rows of free cells are worth at least to the side that puts its dominoes upright (domineering.c).
 *
 * Who never lays a domino across some line only gives up moves. So a board is worth to the upright side at least
 * what its strips are worth together, in whatever way it is cut into strips of one or two rows (Lachmann, Moore and
 * Rapaport 2002). In a strip of one row that side has no move. What strips of up to eight columns are worth is looked
 * up: two rows are 16 bits, the lower one first.
 *
 *     . . . # . . . .   {x|y} and {x|y}     a strip falls into parts: each is worth at least a number,
 *     . # . # # . . #                       or a switch
 *
 * A sum of numbers and switches {x|y}, x >= y, is easily played: the switches are taken, the hottest first, that with the largest
 * x - y, and then the numbers tell. Numbers are in units of 1/16.
 *
 * For a part P, known are the numbers m to which it is equal or better whoever begins, P >= m, and those that the
 * upright side beats moving first in P - m. Both sets reach from below up to a limit, which may belong to it. As nobody
 * moves in a number who need not, the first is what all moves of the other side leave to whoever moves first, the second the best
 * that an own move leaves to whoever moves second; but where the second ends below the first, P is a number: the simplest one
 * between them. Where that is finer than the units, something lower is known, and only that.
 *
 * Now P >= {x|y} if the upright side beats x moving first, and all moves of the other side leave at least y: it
 * answers in the switch. The best of these, or of the numbers, is what is remembered of P. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <ariadne/assert.h>

#define STRIP_COLUMNS 8
#define STRIP_SETS (1 << 2 * STRIP_COLUMNS)
#define STRIP_UNIT 16 /* to 1 */
#define STRIP_PARTS 4 /* that may be hot: each has two columns of its own */
#define STRIP_ROWS 32 /* of a board */
#define STRIP_HOTTEST 255

/* Of a strip: twice what it is worth on average, and how much hangs on who moves first in its hot parts. */
typedef struct strip {
    int16_t twice;
    uint8_t hot;
    uint8_t heat[STRIP_PARTS];
} strip;

/* Up to which number something holds: twice the number, and 1 if it holds for that, too. */
typedef struct strip_limits {
    int32_t second, first; /* of who moves so */
} strip_limits;

#define STRIP_NO_LIMIT (1 << 20)

/* The dominoes of a side, by their lower or left cells. */
static inline unsigned strip_places(unsigned cells, bool upright)
{
    return upright ? cells & cells >> STRIP_COLUMNS : cells & cells >> 1 & 0x7f7f;
}

static inline unsigned strip_after(unsigned cells, unsigned place, bool upright)
{
    return cells & ~(place | place << (upright ? STRIP_COLUMNS : 1));
}

/* The largest number that a limit lets pass. */
static inline int strip_number(int32_t limit)
{
    return (int)((limit - 1) >> 1);
}

/* The simplest number in the units from `low` to `high`. */
static inline int strip_simplest(int low, int high)
{
    if (low <= 0 && high >= 0)
        return 0;
    for (int step = STRIP_UNIT;; step /= 2) {
        int number =
            low > 0 ? (low + step - 1) / step * step : -(-high + step - 1) / step * step;
        if (number >= low && number <= high)
            return number;
    }
}

/* What all moves of the other side leave at least. */
static inline int32_t strip_kept(const strip_limits *all, unsigned cells)
{
    int32_t least = STRIP_NO_LIMIT;
    for (unsigned places = strip_places(cells, false); places; places &= places - 1) {
        const strip_limits *next = &all[strip_after(cells, places & -places, false)];
        least = next->second < least ? next->second : least;
    }
    return least;
}

static inline strip_limits strip_find_limits(const strip_limits *all, unsigned cells)
{
    strip_limits limits = {.second = STRIP_NO_LIMIT, .first = -STRIP_NO_LIMIT};
    for (unsigned places = strip_places(cells, true); places; places &= places - 1) {
        const strip_limits *next = &all[strip_after(cells, places & -places, true)];
        limits.first = next->second > limits.first ? next->second : limits.first;
    }
    for (unsigned places = strip_places(cells, false); places; places &= places - 1) {
        const strip_limits *next = &all[strip_after(cells, places & -places, false)];
        limits.second = next->first < limits.second ? next->first : limits.second;
    }
    if (limits.second <= limits.first)
        return limits;
    /* those that the one set has more than the other */
    int low = strip_number(limits.first) + 1, high = strip_number(limits.second);
    int number = low <= high ? strip_simplest(low, high) : low - 1;
    return (strip_limits){.second = 2 * number + 1, .first = 2 * number};
}

/* The cells that hang together with the lowest one. */
static inline unsigned strip_part(unsigned cells)
{
    unsigned part = cells & -cells, before;
    do {
        before = part;
        part |= part << STRIP_COLUMNS | part >> STRIP_COLUMNS;
        part |= (part & 0x7f7f) << 1 | (part >> 1 & 0x7f7f);
        part &= cells;
    } while (part != before);
    return part;
}

/* Of one part. */
static inline strip strip_judge(const strip_limits *all, unsigned cells)
{
    const strip_limits *limits = &all[cells];
    int number = strip_number(limits->second), kept = strip_kept(all, cells);
    strip is = {.twice = (int16_t)(2 * number)};
    if (limits->second > limits->first) /* a number */
        return is;
    int x = strip_number(limits->first), y = strip_number(kept);
    x = x > y + STRIP_HOTTEST ? y + STRIP_HOTTEST : x;
    if (x < y || x + y <= 2 * number)
        return is;
    return (strip){(int16_t)(x + y), 1, {(uint8_t)(x - y)}};
}

static inline strip strip_both(strip a, const strip *b)
{
    a.twice = (int16_t)(a.twice + b->twice);
    for (int i = 0; i < b->hot; i++) {
        ARI_ASSERT(a.hot < STRIP_PARTS);
        a.heat[a.hot++] = b->heat[i];
    }
    return a;
}

/* All strips of so many columns; false: no memory. */
static bool strips_make(strip *strips, int columns)
{
    strip_limits *all = malloc(STRIP_SETS * sizeof *all);
    unsigned row = (1u << columns) - 1;
    for (unsigned cells = 0; all && cells <= (row | row << STRIP_COLUMNS); cells++) {
        if (cells & ~(row | row << STRIP_COLUMNS))
            continue;
        all[cells] = strip_find_limits(all, cells);
        unsigned part = cells ? strip_part(cells) : 0;
        strips[cells] = part == cells ? strip_judge(all, cells)
                                      : strip_both(strips[part], &strips[cells & ~part]);
    }
    free(all);
    return all != NULL;
}

/* ---- a board ---- */

/* Rows are cut into strips where they are worth most: *twice of that, and the strips, as many as the result. */
static inline int strips_cut(const strip *strips, const uint8_t *rows, int count,
                             const strip **list, int *twice)
{
    int worth[STRIP_ROWS + 1] = {0}, made = 0;
    const strip *last[STRIP_ROWS + 1]; /* of the first so many rows */
    bool two[STRIP_ROWS + 1];
    for (int y = 1; y <= count; y++) {
        last[y] = &strips[rows[y - 1]];
        worth[y] = worth[y - 1] + last[y]->twice;
        two[y] = false;
        if (y == 1)
            continue;
        const strip *both = &strips[rows[y - 2] | rows[y - 1] << STRIP_COLUMNS];
        if (worth[y - 2] + both->twice > worth[y]) {
            worth[y] = worth[y - 2] + both->twice;
            last[y] = both;
            two[y] = true;
        }
    }
    *twice = worth[count];
    for (int y = count; y > 0; y -= 1 + two[y])
        if (last[y]->hot)
            list[made++] = last[y];
    return made;
}

/* Is it certain that the upright side wins, with so many more moves elsewhere that nobody can take from it? */
static inline bool strips_win(const strip *strips, const uint8_t *rows, int count,
                              int more, bool first)
{
    const strip *list[STRIP_ROWS];
    int heat[STRIP_ROWS / 2 * STRIP_PARTS], hot = 0, twice;
    count = strips_cut(strips, rows, count, list, &twice);
    twice += 2 * STRIP_UNIT * more;
    if (first ? twice > 0 : twice < 0) /* whoever moves first loses nothing by the heat */
        return first;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < list[i]->hot; k++) {
            int j = hot++;
            for (; j > 0 && heat[j - 1] < list[i]->heat[k]; j--)
                heat[j] = heat[j - 1];
            heat[j] = list[i]->heat[k];
        }
    for (int i = 0; i < hot; i++, first = !first)
        twice += first ? heat[i] : -heat[i];
    return twice > 0 || (twice == 0 && !first);
}
