/* knight.c: knight's tours: which boards have them, and which method finds one. */
#include <ariadne/knight.h>

#include <stdio.h>
#include <string.h>

#include "base/budget.h"
#include "base/memory.h"
#include "knight_parts.h"

enum {
    SMALL_BOARD = 4096,  /* squares up to which backtracking is tried first */
    CALLS_A_SQUARE = 20, /* and how long */
    STRIP = 4,           /* rows of the boards that are decided state by state */
    FEW_SQUARES = 30     /* up to which tours are counted one by one */
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

static ari_status check(const ari_knight_job *job, ari_error *error)
{
    int64_t squares = (int64_t)job->width * job->height;
    if (job->width < 1 || job->height < 1 || job->width > ARI_KNIGHT_SIDE_MAX ||
        job->height > ARI_KNIGHT_SIDE_MAX || squares > ARI_KNIGHT_SQUARES_MAX)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a board of %d x %d is out of range: sides are 1 to %d, with at "
                        "most %d squares in all",
                        job->width, job->height, ARI_KNIGHT_SIDE_MAX,
                        ARI_KNIGHT_SQUARES_MAX);
    if (job->from < ARI_KNIGHT_ANYWHERE || job->from >= squares)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the board has no square %lld: they are 0 to %lld",
                        (long long)job->from, (long long)squares - 1);
    return ARI_OK;
}

/* ---- boards without tours ---- */

/* Schwenk's theorem: these are all boards without a closed tour. */
static const char *no_closed_tour(int shorter, int longer)
{
    if (shorter % 2 && longer % 2)
        return "every move changes the colour of the square, so a closed tour has as "
               "many "
               "light squares as dark ones, and the number of squares is odd";
    if (shorter < 3)
        return "the board is too narrow for a knight to turn round";
    if (shorter == 4)
        return "with four rows the outer ones can only be left for the inner ones, and a "
               "closed tour would keep to one colour";
    if (shorter == 3 && longer <= 8)
        return "with three rows a closed tour takes ten columns or more";
    return NULL;
}

static const char *no_open_tour(const ari_knight_job *job, int shorter, int longer)
{
    if (longer == 1)
        return NULL;
    if (shorter < 3)
        return "the board is too narrow for a knight to turn round";
    if ((shorter == 3 && longer != 4 && longer < 7) || (int64_t)longer * shorter == 16)
        return "the board is too small";
    if (job->from < 0)
        return NULL;
    int64_t x = job->from % job->width, y = job->from / job->width;
    int64_t row = job->height == 4 ? y : x;
    if (shorter == 4 && row % 3)
        return "with four rows a tour must begin in an outer one";
    return NULL;
}

/* On a board of odd sides an open tour must begin on the colour of the corners. */
static bool wrong_colour(const ari_knight_job *job, char *why, size_t size)
{
    if (job->closed || job->from < 0 || job->width % 2 == 0 || job->height % 2 == 0)
        return false;
    int64_t x = job->from % job->width, y = job->from / job->width;
    long long squares = (long long)job->width * job->height;
    if ((x + y) % 2 == 0)
        return false;
    snprintf(
        why, size,
        "every move changes the colour of the square, and %lld squares have the colour "
        "of the corners, the other colour only %lld: a tour must begin on the colour of "
        "the corners, and (%lld,%lld) has the other",
        squares / 2 + 1, squares / 2, (long long)x, (long long)y);
    return true;
}

bool ari_knight_impossible(const ari_knight_job *job, char *why, size_t size)
{
    int shorter = least(job->width, job->height);
    int longer = job->width + job->height - shorter;
    const char *reason = job->closed ? no_closed_tour(shorter, longer)
                                     : no_open_tour(job, shorter, longer);
    if (reason)
        snprintf(why, size, "%s", reason);
    return reason != NULL || wrong_colour(job, why, size);
}

/* ---- finding ---- */

void ari_knight_tour_free(ari_knight_tour *tour)
{
    if (tour->path)
        ari__block_free(tour->path, tour->length * sizeof *tour->path);
    tour->path = NULL;
    tour->length = 0;
}

static ari_status construct(const ari_knight_job *job, ari_knight_tour *tour,
                            ari_error *error)
{
    if (least(job->width, job->height) > STRIP) {
        ari_knight_job from = *job;
        if (from.from < 0)
            from.from = 0; /* a corner, which has the colour that an odd board wants */
        return ari__knight_tile(&from, tour, error);
    }
    ari_knight_job strip = *job;
    /* On an even board any square of a closed tour may be the first. */
    char why[sizeof tour->why];
    strip.closed = true;
    if (ari_knight_impossible(&strip, why, sizeof why))
        strip.closed = job->closed;
    ari_status status = ari__knight_strip(&strip, tour, error);
    if (status == ARI_OK && !tour->found)
        snprintf(tour->why, sizeof tour->why,
                 "every way to begin was followed to its end");
    return status;
}

static ari_status search(const ari_knight_job *job, uint64_t calls, ari_knight_tour *tour,
                         bool *undecided, ari_error *error)
{
    ari_knight_job from = *job;
    int64_t last = (int64_t)job->width * job->height - 1;
    const ari__budget budget = ari__budget_open(&job->limits);
    ari_status status = ARI_OK;
    tour->found = false;
    *undecided = false;
    if (job->from < 0) /* every square is tried; a closed tour passes the first one */
        last = job->closed ? 0 : last;
    else
        last = job->from;
    for (from.from = job->from < 0 ? 0 : job->from;
         status == ARI_OK && from.from <= last && !tour->found && !*undecided;
         from.from++) {
        (void)ari__budget_left(&budget, &from.limits);
        status = ari__knight_search(&from, calls, tour, undecided, error);
    }
    if (status == ARI_OK && !tour->found)
        snprintf(tour->why, sizeof tour->why, "every way was tried");
    return status;
}

ari_status ari_knight_find(const ari_knight_job *job, ari_knight_tour *tour,
                           ari_error *error)
{
    *tour = (ari_knight_tour){.width = job->width,
                              .height = job->height,
                              .closed = job->closed,
                              .method = job->method};
    ari_status status = check(job, error);
    bool impossible = ari_knight_impossible(job, tour->why, sizeof tour->why);
    if (status != ARI_OK ||
        (impossible && !job->spots)) /* who looks on sees the search */
        return status;
    size_t squares = (size_t)job->width * (size_t)job->height;
    const ari__budget budget = ari__budget_open(&job->limits);
    bool undecided = true;
    if (job->method == ARI_KNIGHT_BACKTRACK || squares == 1)
        return search(job, 0, tour, &undecided, error);
    if (job->method == ARI_KNIGHT_AUTO && squares <= SMALL_BOARD)
        status = search(job, squares * CALLS_A_SQUARE, tour, &undecided, error);
    if (status == ARI_OK && undecided) {
        ari_knight_job rest = *job;
        (void)ari__budget_left(&budget, &rest.limits);
        status = construct(&rest, tour, error);
    }
    return status;
}

/* ---- counting ---- */

ari_status ari_knight_count(const ari_knight_job *job, const ari_runner *runner,
                            uint64_t *count, ari_error *error)
{
    char why[ARI_KNIGHT_WHY_MOST];
    *count = 0;
    ari_status status = check(job, error);
    if (status != ARI_OK || ari_knight_impossible(job, why, sizeof why))
        return status;
    int64_t squares = (int64_t)job->width * job->height;
    if (job->method == ARI_KNIGHT_BACKTRACK || squares == 1 ||
        (job->method == ARI_KNIGHT_AUTO && squares <= FEW_SQUARES))
        return ari__knight_search_count(job, runner, count, error);
    status = ari__knight_frontier_count(job, count, error);
    if (status == ARI_OK && !job->closed && job->from < 0 &&
        __builtin_mul_overflow(*count, 2, count)) /* each from both of its ends */
        status = ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                          "there are more tours than can be counted: 2^64 or more");
    return status;
}
