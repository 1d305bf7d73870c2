/* census.c: how many positions have which worth. A census has some dozens of rows, found by
 * hashing while it grows and sorted at the end. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "strong/steps.h"

/* The row of a worth, or the free one where it belongs. */
static ari__census_row *row_of(ari__census_row *rows, size_t capacity, ari__worth worth)
{
    ARI_ASSERT(capacity > 0 && (capacity & (capacity - 1)) == 0);
    size_t at = (size_t)ari_mix(worth) & (capacity - 1);
    while (rows[at].canonical && rows[at].worth != worth)
        at = (at + 1) & (capacity - 1);
    return &rows[at];
}

static size_t next_capacity(const ari__census *census)
{
    return census->capacity ? 2 * census->capacity : 64;
}

ari_status ari__census_failed(const ari__census *census, ari_error *error)
{
    return ari_fail_memory(error, next_capacity(census) * sizeof *census->rows,
                           "counting the positions of each value");
}

static bool grow(ari__census *census)
{
    size_t capacity = next_capacity(census);
    ari__census_row *rows = calloc(capacity, sizeof *rows);
    if (!rows)
        return false;
    for (size_t i = 0; i < census->capacity; i++)
        if (census->rows[i].canonical)
            *row_of(rows, capacity, census->rows[i].worth) = census->rows[i];
    free(census->rows);
    census->rows = rows;
    census->capacity = capacity;
    return true;
}

bool ari__census_add(ari__census *census, ari__worth worth, uint64_t canonical,
                     uint64_t positions)
{
    if (2 * census->count >= census->capacity && !grow(census))
        return false;
    ARI_ASSERT(census->count < census->capacity); /* a free row ends the walk */
    ari__census_row *row = row_of(census->rows, census->capacity, worth);
    census->count += !row->canonical;
    row->worth = worth;
    row->canonical += canonical;
    row->positions += positions;
    return true;
}

bool ari__census_join(ari__census *to, const ari__census *from)
{
    for (size_t i = 0; i < from->capacity; i++) {
        const ari__census_row *row = &from->rows[i];
        if (row->canonical &&
            !ari__census_add(to, row->worth, row->canonical, row->positions))
            return false;
    }
    return true;
}

static int by_worth(const void *a, const void *b)
{
    ari__worth x = ((const ari__census_row *)a)->worth,
               y = ((const ari__census_row *)b)->worth;
    return (x > y) - (x < y);
}

void ari__census_sort(ari__census *census)
{
    size_t kept = 0;
    for (size_t i = 0; i < census->capacity; i++)
        if (census->rows[i].canonical)
            census->rows[kept++] = census->rows[i];
    census->capacity = kept; /* no more rows can be added without a new table */
    if (kept)
        qsort(census->rows, kept, sizeof *census->rows, by_worth);
}
