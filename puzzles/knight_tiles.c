/* knight_tiles.c: tours of boards of any size, put together from small ones.
 *
 * The board is cut into columns and rows of 5 to 11 squares, so that every tile has a closed
 * tour, which backtracking finds: an even number of squares and no side below 5 suffice.
 * Tiles side by side are joined where a move of the one, a-a', lies beside a move of the
 * other, b-b', such that a-b and a'-b' are moves too: those two replace the first two. The
 * tiles of a row joined are a band; bands of the same height are copies; each is joined to
 * the one below at one place.
 *
 * On a board with an odd number of squares one tile is odd by odd. It holds the first square
 * and has an open tour from there; joining works for it as for the others. The number of
 * squares to its left and below is even, so that the colours are as on the whole board.
 *
 *      |  6  |  6  |  5 |     6  |            the first square lies in the tile that
 *      +-----+-----+----+--------+            is odd by odd
 *   6  |     |     |    |        |
 *      +-----+-----+----+--------+
 *   7  |     |     | s  |        |
 *      +-----+-----+----+--------+ */
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "knight_parts.h"

enum { TILE_MIN = 5, TILE_USUAL = 6, TILE_MAX = 11, CALLS = 20000 };

/* One side of the board in parts. */
typedef struct cut {
    int *size;
    int count;
    int odd;   /* which of them holds the first square, or -1 */
    int start; /* where in it */
} cut;

typedef struct tiling {
    const ari_knight_job *job;
    ari_knight_tour *tour; /* for its stats */
    cut columns, rows;
    uint64_t seed;
    knight_links kind[TILE_MAX + 1][TILE_MAX + 1]; /* closed tours that were found */
    knight_links board;
} tiling;

/* ---- cutting ---- */

/* Cuts 0, or at least 5 squares, into tiles of 6 but for the first, which takes the rest and
 * has 5 to 10. An even number is cut into even ones. */
static void cut_plain(cut *c, int length)
{
    int rest = length % TILE_USUAL;
    int size = rest == TILE_MIN ? TILE_MIN : TILE_USUAL + rest;
    for (int done = 0; done < length; done += c->size[c->count++])
        c->size[c->count] = done == 0 ? size : TILE_USUAL;
}

static bool can_cut_evenly(int length)
{
    return length == 0 || (length >= TILE_USUAL && length % 2 == 0);
}

/* Cuts an odd number of squares, so that `at` lies in an odd tile, even ones around it. There
 * is always a way with at most 11 squares: a test goes through all lengths and places. */
static void cut_odd(cut *c, int length, int at)
{
    for (int size = TILE_MIN; size <= TILE_MAX; size += 2)
        for (int before = at; before >= 0 && before > at - size; before--) {
            int after = length - before - size;
            if (!can_cut_evenly(before) || !can_cut_evenly(after))
                continue;
            cut_plain(c, before);
            c->odd = c->count;
            c->start = at - before;
            c->size[c->count++] = size;
            cut_plain(c, after);
            return;
        }
}

static bool cut_board(tiling *t)
{
    const ari_knight_job *job = t->job;
    bool odd = job->width % 2 && job->height % 2;
    t->columns = (cut){.odd = -1, .size = malloc(((size_t)job->width / 5 + 3) * 4)};
    t->rows = (cut){.odd = -1, .size = malloc(((size_t)job->height / 5 + 3) * 4)};
    if (!t->columns.size || !t->rows.size)
        return false;
    if (odd) {
        cut_odd(&t->columns, job->width, (int)(job->from % job->width));
        cut_odd(&t->rows, job->height, (int)(job->from / job->width));
    } else {
        cut_plain(&t->columns, job->width);
        cut_plain(&t->rows, job->height);
    }
    return true;
}

/* ---- tiles ---- */

/* A tour of a small board by backtracking, as links. Where the rule leads astray chance helps:
 * the search starts again with other ties. */
static ari_status tour_tile(tiling *t, int width, int height, int64_t from, bool closed,
                            knight_links *links, ari_error *error)
{
    ari_knight_job job = {.width = width,
                          .height = height,
                          .from = from,
                          .closed = closed,
                          .seed = t->seed,
                          .limits = t->job->limits};
    ari_knight_tour tile = {0};
    ari_status status = ARI_OK;
    bool undecided = true;
    while (status == ARI_OK && undecided) {
        status = ari__knight_search(&job, CALLS, &tile, &undecided, error);
        job.seed = ari_mix(job.seed);
    }
    t->tour->stats.calls += tile.stats.calls;
    t->tour->stats.backtracks += tile.stats.backtracks;
    if (tile.stats.deepest > t->tour->stats.deepest)
        t->tour->stats.deepest = tile.stats.deepest;
    if (status == ARI_OK && !ari__knight_links_new(links, width, height))
        status = ari_fail_memory(error, tile.length, "a tile");
    if (status == ARI_OK) {
        for (size_t i = 1; i < tile.length; i++)
            ari__knight_link(links, tile.path[i - 1], tile.path[i]);
        if (closed)
            ari__knight_link(links, tile.path[tile.length - 1], tile.path[0]);
    }
    ari_knight_tour_free(&tile);
    return status;
}

/* Copies a tile's links into the board, its lower left corner at (x, y). */
static void put_tile(tiling *t, const knight_links *tile, int x, int y)
{
    for (int i = 0; i < tile->height; i++)
        memcpy(t->board.at + (size_t)(y + i) * (size_t)t->board.width + (size_t)x,
               tile->at + (size_t)i * (size_t)tile->width, (size_t)tile->width);
}

static ari_status put_closed(tiling *t, int width, int height, int x, int y,
                             ari_error *error)
{
    knight_links *kind = &t->kind[width][height];
    if (!kind->at) {
        ari_status status = tour_tile(t, width, height, 0, true, kind, error);
        if (status != ARI_OK)
            return status;
    }
    put_tile(t, kind, x, y);
    return ARI_OK;
}

static ari_status put_odd(tiling *t, int x, int y, ari_error *error)
{
    int width = t->columns.size[t->columns.odd], height = t->rows.size[t->rows.odd];
    knight_links tile = {0};
    ari_status status = tour_tile(
        t, width, height, t->rows.start * width + t->columns.start, false, &tile, error);
    if (status == ARI_OK)
        put_tile(t, &tile, x, y);
    ari__knight_links_free(&tile);
    return status;
}

/* ---- joining ---- */

typedef struct area {
    int x0, y0, x1, y1; /* x1 and y1 are outside */
} area;

static bool inside(const area *a, int x, int y)
{
    return x >= a->x0 && x < a->x1 && y >= a->y0 && y < a->y1;
}

static void relink(uint8_t *link, int old, int new)
{
    *link =
        (uint8_t)((*link & 15) == old ? (*link & 0xf0) | new : (*link & 15) | new << 4);
}

/* Joins the tours through square (x, y) and (x, y) + e, if a link of the one lies beside a
 * link of the other: a-a' by d, b-b' by f, a-b by e, a'-b' by g. */
static bool join_at(knight_links *board, int x, int y, int e)
{
    size_t width = (size_t)board->width;
    size_t a = (size_t)y * width + (size_t)x;
    size_t b = (size_t)(y + KNIGHT_DY[e]) * width + (size_t)(x + KNIGHT_DX[e]);
    for (int i = 0; i < 4; i++) {
        int d = board->at[a] >> (i & 1) * 4 & 15, f = board->at[b] >> (i >> 1) * 4 & 15;
        if (d == NO_LINK || f == NO_LINK)
            continue;
        int dx = KNIGHT_DX[e] + KNIGHT_DX[f] - KNIGHT_DX[d];
        int dy = KNIGHT_DY[e] + KNIGHT_DY[f] - KNIGHT_DY[d];
        int g = knight_direction(dx, dy);
        if (g == NO_LINK)
            continue;
        size_t a2 = (size_t)(y + KNIGHT_DY[d]) * width + (size_t)(x + KNIGHT_DX[d]);
        size_t b2 = (size_t)((int64_t)a2 + dy * (int64_t)width + dx);
        relink(&board->at[a], d, e);
        relink(&board->at[b], f, e ^ 4);
        relink(&board->at[a2], d ^ 4, g);
        relink(&board->at[b2], f ^ 4, g ^ 4);
        return true;
    }
    return false;
}

/* Joins the tours of two areas; a move leads only over their common edge. */
static bool join(knight_links *board, const area *one, const area *other)
{
    for (int y = one->y0; y < one->y1; y++)
        for (int x = one->x0; x < one->x1; x++)
            for (int e = 0; e < KNIGHT_DIRECTIONS; e++)
                if (inside(other, x + KNIGHT_DX[e], y + KNIGHT_DY[e]) &&
                    join_at(board, x, y, e))
                    return true;
    return false;
}

/* ---- the board ---- */

/* The tiles of one row of tiles, joined from left to right. */
static ari_status make_band(tiling *t, int band, int y, bool *joined, ari_error *error)
{
    int height = t->rows.size[band], x = 0;
    for (int i = 0; i < t->columns.count; i++) {
        int width = t->columns.size[i];
        bool odd = band == t->rows.odd && i == t->columns.odd;
        ari_status status =
            odd ? put_odd(t, x, y, error) : put_closed(t, width, height, x, y, error);
        if (status != ARI_OK)
            return status;
        if (i > 0) {
            area left = {x - 2, y, x, y + height}, right = {x, y, x + width, y + height};
            *joined &= join(&t->board, &left, &right);
        }
        x += width;
    }
    return ARI_OK;
}

/* Every band: made, or copied from an earlier one of its height. */
static ari_status make_bands(tiling *t, bool *joined, ari_error *error)
{
    size_t width = (size_t)t->board.width;
    int made[TILE_MAX + 1]; /* where the band of a height stands, or -1 */
    memset(made, -1, sizeof made);
    for (int band = 0, y = 0; band < t->rows.count; y += t->rows.size[band++]) {
        int height = t->rows.size[band];
        if (band != t->rows.odd && made[height] >= 0) {
            memcpy(t->board.at + (size_t)y * width,
                   t->board.at + (size_t)made[height] * width, (size_t)height * width);
            continue;
        }
        ari_status status = make_band(t, band, y, joined, error);
        if (status != ARI_OK)
            return status;
        if (band != t->rows.odd)
            made[height] = y;
    }
    for (int band = 1, y = t->rows.size[0]; band < t->rows.count;
         y += t->rows.size[band++]) {
        area below = {0, y - 2, t->board.width, y};
        area above = {0, y, t->board.width, y + 2};
        *joined &= join(&t->board, &below, &above);
    }
    return ARI_OK;
}

/* With the tours of the default seed everything joins; should the chance of another seed lead
 * to tiles that do not, others are taken. */
ari_status ari__knight_tile(const ari_knight_job *job, ari_knight_tour *tour,
                            ari_error *error)
{
    tiling t = {.job = job, .tour = tour, .seed = job->seed};
    bool joined = false;
    ari_status status = ARI_OK;
    if (!cut_board(&t) || !ari__knight_links_new(&t.board, job->width, job->height))
        status = ari_fail_memory(error, (size_t)job->width * (size_t)job->height,
                                 "the links of the board");
    while (status == ARI_OK && !joined) {
        joined = true;
        status = make_bands(&t, &joined, error);
        for (int w = 0; w <= TILE_MAX; w++)
            for (int h = 0; h <= TILE_MAX; h++)
                ari__knight_links_free(&t.kind[w][h]);
        t.seed = ari_mix(t.seed);
    }
    if (status == ARI_OK)
        status = ari__knight_walk(&t.board, (size_t)job->from, &job->limits, tour, error);
    ari__knight_links_free(&t.board);
    free(t.columns.size);
    free(t.rows.size);
    return status;
}
