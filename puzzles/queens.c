/* queens.c: n queens: reading, choosing the method, the construction, checking. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "puzzles/queens_parts.h"

/* ---- placed queens ---- */

void ari_queens_placed_free(ari_queens_placed *placed)
{
    free(placed->queens);
    *placed = (ari_queens_placed){.queens = NULL};
}

static bool is_between(char c)
{
    return c == ' ' || c == '\t' || c == ';' || c == '\n';
}

/* A number below n at text[*at], which moves past it. */
static ari_status read_place(const char *text, size_t *at, uint32_t n, uint32_t *place,
                             ari_error *error)
{
    size_t start = *at;
    uint64_t value = 0;
    for (; text[*at] >= '0' && text[*at] <= '9'; (*at)++)
        if (value < n)
            value = value * 10 + (uint64_t)(text[*at] - '0');
    if (*at == start && text[start] == '\0')
        return ari_fail(error, ARI_SYNTAX, start,
                        "expected a number but the text ends; a square is written X,Y");
    if (*at == start)
        return ari_fail(error, ARI_SYNTAX, start,
                        "expected a number but found '%c'; squares are written X,Y with "
                        "spaces between",
                        text[start]);
    if (value >= n)
        return ari_fail(
            error, ARI_RANGE, start,
            "this is not on the board: columns and rows go from 0 to %" PRIu32, n - 1);
    *place = (uint32_t)value;
    return ARI_OK;
}

ari_status ari_queens_parse(const char *text, uint32_t n, ari_queens_placed *placed,
                            ari_error *error)
{
    size_t most = strlen(text) / 3 + 1, at = 0; /* "0,0" is three characters */
    *placed = (ari_queens_placed){.queens = malloc(most * sizeof *placed->queens)};
    if (!placed->queens)
        return ari_fail_memory(error, most * sizeof *placed->queens, "the placed queens");
    ari_status status = ARI_OK;
    for (;;) {
        while (is_between(text[at]))
            at++;
        if (!text[at])
            return ARI_OK;
        ari_queen queen;
        status = read_place(text, &at, n, &queen.x, error);
        if (status == ARI_OK && text[at] != ',')
            status = ari_fail(error, ARI_SYNTAX, at,
                              "expected a comma; a square is written X,Y, as 0,3");
        else if (status == ARI_OK)
            at++, status = read_place(text, &at, n, &queen.y, error);
        if (status == ARI_OK && text[at] && !is_between(text[at]))
            status =
                ari_fail(error, ARI_SYNTAX, at,
                         "expected a space between squares but found '%c'", text[at]);
        if (status != ARI_OK)
            break;
        placed->queens[placed->count++] = queen;
    }
    ari_queens_placed_free(placed);
    return status;
}

/* ---- checking ---- */

typedef struct lines { /* a bit for each line that has a queen */
    uint8_t *columns, *rows, *sums, *betweens;
} lines;

static bool take_line(uint8_t *set, size_t line)
{
    uint8_t bit = (uint8_t)(1u << (line & 7));
    bool was_free = !(set[line >> 3] & bit);
    set[line >> 3] |= bit;
    return was_free;
}

static bool take_lines(lines *taken, size_t n, ari_queen queen)
{
    return take_line(taken->columns, queen.x) && take_line(taken->rows, queen.y) &&
           take_line(taken->sums, (size_t)queen.x + queen.y) &&
           take_line(taken->betweens, (size_t)queen.x + n - 1 - queen.y);
}

static bool new_lines(lines *taken, size_t n)
{
    uint8_t *all = calloc(6, n / 8 + 1);
    *taken = (lines){.columns = all};
    if (!all)
        return false;
    taken->rows = all + n / 8 + 1;
    taken->sums = taken->rows + n / 8 + 1;
    taken->betweens = taken->sums + 2 * (n / 8 + 1);
    return true;
}

bool ari_queens_check(const ari_queens_job *job, const uint32_t *columns)
{
    lines taken;
    bool good = new_lines(&taken, job->n);
    for (uint32_t y = 0; good && y < job->n; y++)
        good =
            columns[y] < job->n && take_lines(&taken, job->n, (ari_queen){columns[y], y});
    for (size_t i = 0; good && i < job->placed.count; i++)
        good = columns[job->placed.queens[i].y] == job->placed.queens[i].x;
    free(taken.columns);
    return good;
}

/* Does no placed queen attack another? The same square twice is one queen too many. */
static ari_status check_placed(const ari_queens_job *job, bool *peaceful,
                               ari_error *error)
{
    lines taken;
    *peaceful = true;
    if (job->placed.count == 0)
        return ARI_OK;
    if (!new_lines(&taken, job->n))
        return ari_fail_memory(error, job->n, "checking the placed queens");
    for (size_t i = 0; i < job->placed.count && *peaceful; i++)
        *peaceful = take_lines(&taken, job->n, job->placed.queens[i]);
    free(taken.columns);
    return ARI_OK;
}

/* ---- the construction ---- */

/* The column of row y in a solution for any n from 4 on: first the odd columns, going up by
 * knight's moves, then the even ones. Where n leaves 2 or 3 when divided by 6 some queens
 * of that would be on one diagonal, and the ends of both runs are rearranged. */
static uint32_t constructed(uint32_t n, uint32_t y)
{
    uint32_t half = n / 2;
    bool second = y >= half;
    uint32_t i = second ? y - half : y, length = second ? n - half : half;
    if (n % 6 == 2 && second) /* 0 and 2 change places, 4 goes to the end */
        return i == 0 ? 2 : i == 1 ? 0 : i + 1 == length ? 4 : 2 * i + 2;
    if (n % 6 == 3 && second) /* 0 and 2 go to the end */
        return 2 * ((i + 2) % length);
    if (n % 6 == 3) /* 1 goes to the end */
        return 2 * ((i + 1) % length) + 1;
    return 2 * i + !second;
}

static bool time_is_up(const ari_queens_job *job)
{
    return job->limits.stop && atomic_load(job->limits.stop);
}

#define ROWS_BETWEEN 0x100000 /* two looks at whether to stop */

/* Each of the eight images, until one has the queens that are placed. */
static ari_status construct(const ari_queens_job *job, uint32_t *columns,
                            ari_queens_answer *answer, ari_error *error)
{
    uint32_t n = job->n, end = n - 1;
    *answer = (ari_queens_answer){ARI_QUEENS_UNDECIDED, ARI_QUEENS_CONSTRUCT, 0};
    if (n != 1 && n < 4)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "there is nothing to construct on a board of %" PRIu32, n);
    for (int image = 0; image < (job->placed.count ? 8 : 1); image++) {
        for (uint32_t y = 0; y < n; y++) {
            if (y % ROWS_BETWEEN == 0 && time_is_up(job))
                return ARI_OK;
            uint32_t x = n == 1 ? 0 : constructed(n, y);
            uint32_t u = image & 1 ? end - x : x, v = image & 2 ? end - y : y;
            columns[image & 4 ? u : v] = image & 4 ? v : u;
        }
        answer->calls += n;
        bool fits = true;
        for (size_t i = 0; i < job->placed.count && fits; i++)
            fits = columns[job->placed.queens[i].y] == job->placed.queens[i].x;
        if (fits) {
            answer->verdict = ARI_QUEENS_FOUND;
            return ARI_OK;
        }
    }
    return ARI_OK;
}

/* ---- choosing the method ---- */

#define MOST_PLAIN 29         /* beyond, the first solution takes long to come by */
#define MOST_PLAIN_PLACED 16  /* the same with queens that stand anywhere */
#define QUICK_CALLS 200000    /* of exact search before repair is tried */
#define REPAIR_TRIES 20000000 /* exchanges, besides some for each row */

const char *ari_queens_method_name(ari_queens_method method)
{
    static const char *const names[] = {"auto", "backtracking", "construction", "repair",
                                        "exact search"};
    return names[method];
}

typedef ari_status a_method(const ari_queens_job *job, uint32_t *columns,
                            ari_queens_answer *answer, ari_error *error);

static a_method *const methods[] = {NULL, ari__queens_backtrack, construct,
                                    ari__queens_repair, ari__queens_exact};

/* Runs one method after another, each with its own limit of calls (0: the job's), until one
 * knows the answer. */
static ari_status find_placed(const ari_queens_job *job, uint32_t *columns,
                              ari_queens_answer *answer, ari_error *error)
{
    bool searched = job->n <= ARI_QUEENS_MOST_EXACT, plain = job->n <= MOST_PLAIN_PLACED;
    const struct {
        bool wanted;
        a_method *method;
        uint64_t calls;
    } stages[] = {{plain, ari__queens_backtrack, 0},
                  {!plain, construct, 0},
                  {!plain && searched, ari__queens_exact, QUICK_CALLS},
                  {!plain, ari__queens_repair, REPAIR_TRIES + 20 * (uint64_t)job->n},
                  {!plain && searched, ari__queens_exact, 0}};
    const ari__budget budget = ari__budget_open(&job->limits);
    ari_status status = ARI_OK;
    for (size_t i = 0; i < sizeof stages / sizeof *stages && status == ARI_OK; i++) {
        if (!stages[i].wanted || (i > 0 && time_is_up(job)))
            continue;
        ari_queens_job stage = *job;
        (void)ari__budget_left(&budget, &stage.limits);
        if (stages[i].calls &&
            (!job->limits.nodes || stages[i].calls < job->limits.nodes))
            stage.limits.nodes = stages[i].calls;
        status = stages[i].method(&stage, columns, answer, error);
        if (status == ARI_OK && answer->verdict != ARI_QUEENS_UNDECIDED)
            break;
    }
    return status;
}

ari_status ari_queens_find(const ari_queens_job *job, uint32_t *columns,
                           ari_queens_answer *answer, ari_error *error)
{
    bool peaceful;
    *answer = (ari_queens_answer){ARI_QUEENS_UNDECIDED, job->method, 0};
    if (job->n < 1 || job->n > ARI_QUEENS_MOST)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the board must be from 1 to %d, not %" PRIu32, ARI_QUEENS_MOST,
                        job->n);
    ari_status status = check_placed(job, &peaceful, error);
    if (status != ARI_OK)
        return status;
    if (!peaceful) {
        *answer = (ari_queens_answer){ARI_QUEENS_NONE, ARI_QUEENS_EXACT, 0};
        return ARI_OK;
    }
    if (job->method == ARI_QUEENS_REPAIR && job->limits.nodes == 0) {
        ari_queens_job limited = *job; /* it would never give up */
        limited.limits.nodes = REPAIR_TRIES + 20 * (uint64_t)job->n;
        return ari__queens_repair(&limited, columns, answer, error);
    }
    if (job->method != ARI_QUEENS_AUTO)
        return methods[job->method](job, columns, answer, error);
    if (job->placed.count > 0)
        return find_placed(job, columns, answer, error);
    if (job->n <= MOST_PLAIN) {
        status = ari__queens_backtrack(job, columns, answer, error);
        if (status != ARI_OK || answer->verdict != ARI_QUEENS_UNDECIDED || job->n < 4)
            return status;
    }
    return construct(job, columns, answer, error);
}
