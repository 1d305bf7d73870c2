/* tally.c: how many positions have which worth. A tally has some dozens of rows, found by
 * hashing while it grows and sorted at the end. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "solve/strong.h"

/* The row of a worth, or the free one where it belongs. */
static ari__tally_row *row_of(ari__tally_row *rows, size_t capacity, ari__worth worth)
{
    size_t at = (size_t)ari_mix(worth) & (capacity - 1);
    while (rows[at].canonical && rows[at].worth != worth)
        at = (at + 1) & (capacity - 1);
    return &rows[at];
}

static size_t next_capacity(const ari__tally *tally)
{
    return tally->capacity ? 2 * tally->capacity : 64;
}

ari_status ari__tally_failed(const ari__tally *tally, ari_error *error)
{
    return ari_fail_memory(error, next_capacity(tally) * sizeof *tally->rows,
                           "counting the positions of each value");
}

static bool grow(ari__tally *tally)
{
    size_t capacity = next_capacity(tally);
    ari__tally_row *rows = calloc(capacity, sizeof *rows);
    if (!rows)
        return false;
    for (size_t i = 0; i < tally->capacity; i++)
        if (tally->rows[i].canonical)
            *row_of(rows, capacity, tally->rows[i].worth) = tally->rows[i];
    free(tally->rows);
    tally->rows = rows;
    tally->capacity = capacity;
    return true;
}

bool ari__tally_add(ari__tally *tally, ari__worth worth, uint64_t canonical,
                    uint64_t positions)
{
    if (2 * tally->count >= tally->capacity && !grow(tally))
        return false;
    ari__tally_row *row = row_of(tally->rows, tally->capacity, worth);
    tally->count += !row->canonical;
    row->worth = worth;
    row->canonical += canonical;
    row->positions += positions;
    return true;
}

bool ari__tally_join(ari__tally *to, const ari__tally *from)
{
    for (size_t i = 0; i < from->capacity; i++) {
        const ari__tally_row *row = &from->rows[i];
        if (row->canonical &&
            !ari__tally_add(to, row->worth, row->canonical, row->positions))
            return false;
    }
    return true;
}

static int by_worth(const void *a, const void *b)
{
    ari__worth x = ((const ari__tally_row *)a)->worth,
               y = ((const ari__tally_row *)b)->worth;
    return (x > y) - (x < y);
}

void ari__tally_sort(ari__tally *tally)
{
    size_t kept = 0;
    for (size_t i = 0; i < tally->capacity; i++)
        if (tally->rows[i].canonical)
            tally->rows[kept++] = tally->rows[i];
    tally->capacity = kept; /* no more rows can be added without a new table */
    if (kept)
        qsort(tally->rows, kept, sizeof *tally->rows, by_worth);
}
