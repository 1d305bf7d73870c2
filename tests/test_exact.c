/* test_exact.c: is every exact score of Connect Four and of m,n,k right?
 *
 *   test_exact [POSITIONS [BOOK]]    as many positions, and all of the sets, as `make
 *                                    soak` does; 0: a sample, for everyday
 *
 * Random positions of every small board, and of large ones near their end, are compared
 * with a brute force that shares nothing with the library; positions with known scores
 * with those; and positions of the usual board among all the ways there are to solve
 * them: one thread, two, tables of all sizes, an opening book, the core. */
#include "solving.h"

#include <stdio.h>
#include <stdlib.h>

#include <ariadne/book.h>
#include <ariadne/runner.h>

#include "search/prover.h"

static int wanted;       /* positions to be compared, 0: a sample */
static const char *path; /* of an opening book, or NULL */

/* ---- brute force: columns of characters, every move tried, no hints, no table ---- */

#define CELLS 128

typedef struct brute {
    int width, height, line, discs;
    int filled[CELLS];
    char cell[CELLS]; /* column by column from the bottom; 0: empty, else 1 or 2 */
} brute;

/* The cells from (x, y) on in a direction that have its disc; itself is not counted. */
static int reach(const brute *b, int x, int y, int dx, int dy)
{
    int n = 0;
    char disc = b->cell[x * b->height + y];
    for (x += dx, y += dy; x >= 0 && x < b->width && y >= 0 && y < b->height &&
                           b->cell[x * b->height + y] == disc;
         x += dx, y += dy)
        n++;
    return n;
}

static bool wins_at(const brute *b, int x, int y)
{
    static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
    for (int d = 0; d < 4; d++)
        if (reach(b, x, y, dx[d], dy[d]) + reach(b, x, y, -dx[d], -dy[d]) + 1 >= b->line)
            return true;
    return false;
}

/* Drops a disc of the side to move; does that win? */
static bool drop(brute *b, int x)
{
    int y = b->filled[x]++;
    b->cell[x * b->height + y] = (char)(1 + b->discs++ % 2);
    return wins_at(b, x, y);
}

static void lift(brute *b, int x)
{
    b->cell[x * b->height + --b->filled[x]] = 0;
    b->discs--;
}

/* The score for the side to move: 1000 - plies for a win, plies - 1000 for a loss. */
static int brute_score(brute *b, int ply, int alpha, int beta)
{
    if (b->discs == b->width * b->height)
        return 0;
    for (int x = 0; x < b->width && alpha < beta; x++) {
        if (b->filled[x] == b->height)
            continue;
        int score =
            drop(b, x) ? 1000 - (ply + 1) : -brute_score(b, ply + 1, -beta, -alpha);
        lift(b, x);
        alpha = score > alpha ? score : alpha;
    }
    return alpha;
}

/* Plays at random until `empty` cells are left; false if somebody won before. */
static bool play_out(brute *b, ari_random *random, int empty, char *moves)
{
    size_t length = 0;
    while (b->width * b->height - b->discs > empty) {
        int x = (int)ari_random_below(random, (uint32_t)b->width);
        if (b->filled[x] == b->height)
            continue;
        if (drop(b, x))
            return false;
        length += (size_t)sprintf(moves + length, "%s%d", length ? "," : "", x + 1);
    }
    moves[length] = '\0';
    return true;
}

static int library_score(int score)
{
    return score > 0 ? score - 1000 + ARI_WIN : score < 0 ? score + 1000 - ARI_WIN : 0;
}

/* Compares `count` positions of one board with at most `most` empty cells. */
static int compare_board(int width, int height, int line, int most, int count)
{
    char spec[100], moves[4 * CELLS];
    snprintf(spec, sizeof spec, "connect4:width=%d,height=%d,line=%d", width, height,
             line);
    ari_variant *v = variant(spec);
    ari_solver *who = solver(v);
    int seed = width * 1000 + height * 10 + line;
    ari_random random = ari_random_seeded((uint64_t)seed);
    int cells = width * height, compared = 0;
    most = most < cells ? most : cells;
    for (int tries = 0; compared < count && tries < 100 * count; tries++) {
        brute b = {.width = width, .height = height, .line = line};
        int empty = 1 + (int)ari_random_below(&random, (uint32_t)most);
        if (!play_out(&b, &random, empty, moves))
            continue;
        ari_state s = position(v, moves);
        int expected = library_score(brute_score(&b, 0, -1000, 1000));
        ari_answer answer = value(who, &s);
        if (answer.score != expected)
            fail_msg("%s %s: %d, but by brute force %d", spec, moves, answer.score,
                     expected);
        assert_int_equal(answer.distance,
                         expected ? ari_score_distance(expected) : empty);
        compared++;
    }
    ari_solver_free(who);
    ari_variant_free(v);
    return compared;
}

/* B5 */
static void test_small_boards(void **unused)
{
    (void)unused;
    int compared = 0, boards = 0, each = wanted ? 500 : EACH;
    for (int width = 1; width <= 6; width++)
        for (int height = 1; height <= 6; height++)
            for (int line = 2; line <= 5; line++) {
                if (line > width && line > height)
                    continue;
                compared += compare_board(width, height, line, wanted ? 15 : 13, each);
                boards++;
            }
    print_message("%d positions of %d boards up to 6x6\n", compared, boards);
    assert_true(compared > each * boards / 2);
}

/* Boards of more than 64 bits, with lines long enough for the board to fill up. */
static void test_wide_boards(void **unused)
{
    (void)unused;
    static const int boards[][3] = {{9, 8, 5},  {7, 9, 5},   {13, 8, 6}, {16, 7, 6},
                                    {10, 9, 7}, {10, 10, 7}, {8, 15, 7}, {21, 5, 5},
                                    {31, 3, 8}, {42, 2, 9},  {3, 41, 4}, {2, 60, 4}};
    int compared = 0, count = (int)(sizeof boards / sizeof *boards);
    for (int i = 0; i < count; i++)
        compared += compare_board(boards[i][0], boards[i][1], boards[i][2], 10,
                                  wanted ? 500 : EACH);
    print_message("%d positions of %d boards wider than 64 bits\n", compared, count);
    assert_true(compared > EACH * count / 2);
}

/* ---- m,n,k by brute force: characters again, and a table of boards in base 3 ---- */

#define BOARDS (1 << 16)

typedef struct marks {
    int width, height, line, count;
    char cell[25];  /* 0: empty, else 1 or 2 */
    int64_t *board; /* BOARDS of them, with their scores */
    int *score;
} marks;

static bool marks_win(const marks *b, int at)
{
    static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
    for (int d = 0; d < 4; d++) {
        int length = 1;
        for (int sign = -1; sign <= 1; sign += 2)
            for (int x = at % b->width + sign * dx[d], y = at / b->width + sign * dy[d];
                 x >= 0 && x < b->width && y >= 0 && y < b->height &&
                 b->cell[y * b->width + x] == b->cell[at];
                 x += sign * dx[d], y += sign * dy[d])
                length++;
        if (length >= b->line)
            return true;
    }
    return false;
}

/* The score for the side to move: 100 - plies for a win, plies - 100 for a loss. */
static int marks_score(marks *b)
{
    int cells = b->width * b->height, best = -1000;
    int64_t board = 1;
    if (b->count == cells)
        return 0;
    for (int i = 0; i < cells; i++)
        board = 3 * board + b->cell[i];
    size_t slot = ari_mix((uint64_t)board) % BOARDS;
    if (b->board[slot] == board)
        return b->score[slot];
    for (int i = 0; i < cells; i++) {
        if (b->cell[i])
            continue;
        b->cell[i] = (char)(1 + b->count++ % 2);
        int score = marks_win(b, i) ? 100 : -marks_score(b);
        score -= (score > 0) - (score < 0); /* a ply further away */
        best = score > best ? score : best;
        b->cell[i] = 0;
        b->count--;
    }
    b->board[slot] = board;
    b->score[slot] = best;
    return best;
}

/* A random position with `empty` cells left, as text; false if somebody won before. */
static bool marks_play(marks *b, ari_random *random, int empty, char *text)
{
    int cells = b->width * b->height, at = 0;
    memset(b->cell, 0, sizeof b->cell);
    for (b->count = 0; b->count < cells - empty;) {
        int i = (int)ari_random_below(random, (uint32_t)cells);
        if (b->cell[i])
            continue;
        b->cell[i] = (char)(1 + b->count++ % 2);
        if (marks_win(b, i))
            return false;
    }
    for (int y = b->height - 1; y >= 0; y--)
        for (int x = 0; x < b->width; x++)
            text[at++] = ".xo"[(int)b->cell[y * b->width + x]];
    text[at] = '\0';
    return true;
}

/* Lines of every length, and boards in which most of the work is done by proofs that
 * somebody can win no more. */
static void test_marks(void **unused)
{
    (void)unused;
    static const int boards[][3] = {{4, 4, 4}, {5, 5, 4}, {5, 5, 5}, {4, 4, 3},
                                    {5, 3, 3}, {3, 5, 4}, {5, 1, 3}, {2, 5, 2},
                                    {4, 3, 1}, {5, 4, 4}};
    marks b = {.board = malloc(BOARDS * sizeof *b.board),
               .score = malloc(BOARDS * sizeof *b.score)};
    int compared = 0;
    assert_true(b.board && b.score);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        char spec[100], text[64];
        b.width = boards[i][0], b.height = boards[i][1], b.line = boards[i][2];
        snprintf(spec, sizeof spec, "mnk:width=%d,height=%d,line=%d", b.width, b.height,
                 b.line);
        memset(b.board, 0, BOARDS * sizeof *b.board);
        ari_variant *v = variant(spec);
        ari_solver *who = solver(v);
        ari_random random = ari_random_seeded(i);
        int most = b.width * b.height < 11 ? b.width * b.height : 11;
        for (int n = 0; n < (wanted ? 500 : EACH); n++) {
            int empty = 1 + (int)ari_random_below(&random, (uint32_t)most);
            if (!marks_play(&b, &random, empty, text))
                continue;
            int score = marks_score(&b);
            ari_state s = position(v, text);
            int found = value(who, &s).score;
            int expected = score > 0   ? score - 100 + ARI_WIN
                           : score < 0 ? score + 100 - ARI_WIN
                                       : 0;
            if (found != expected)
                fail_msg("%s %s: %d, but by brute force %d", spec, text, found, expected);
            compared++;
        }
        ari_solver_free(who);
        ari_variant_free(v);
    }
    free(b.board);
    free(b.score);
    print_message("%d positions of m,n,k\n", compared);
    assert_true(compared > EACH);
}

/* All of these are drawn. */
static void test_drawn_marks(void **unused)
{
    (void)unused;
    static const char *const specs[] = {
        "mnk:width=4,height=4,line=4", "mnk:width=5,height=5,line=4",
        "mnk:width=5,height=5,line=5", "mnk:width=6,height=6,line=5"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        assert_int_equal(value_of(specs[i], "").score, 0);
    assert_true(value_of("mnk:width=6,height=5,line=4", "").score > 0);
}

/* ---- positions with known scores ---- */

/* 22 minus the discs of the winner at the end, negative when the side to move loses. */
static int set_score(const ari_answer *answer, int discs)
{
    int winner = 22 - (discs + answer->distance + 1) / 2;
    return answer->score > 0 ? winner : answer->score < 0 ? -winner : 0;
}

/* The next line of a set, "MOVES SCORE"; `moves` is left with the moves alone. */
static bool next_of_set(FILE *file, char *moves, int room, int *score)
{
    char *end = NULL, *blank = fgets(moves, room, file) ? strchr(moves, ' ') : NULL;
    if (!blank)
        return false;
    *blank = '\0';
    *score = (int)strtol(blank + 1, &end, 10);
    return end != blank + 1;
}

static void test_sets(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int sample;
    } sets[] = {{"L3_R1", 100}, {"L2_R1", 100}, {"L1_R1", 20},
                {"L2_R2", 10},  {"L1_R2", 1},   {"L1_R3", 0}};
    ari_variant *v = variant("connect4");
    ari_solver *who;
    assert_int_equal(ari_solver_new(v, (size_t)64 << 20, &who, NULL), ARI_OK);
    int compared = 0;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char file_name[1000], moves[64];
        snprintf(file_name, sizeof file_name, "%s/%s.txt", CONNECT4_DATA, sets[i].name);
        FILE *file = fopen(file_name, "r");
        assert_non_null(file);
        int score, most = wanted ? 1000 : sets[i].sample;
        for (int n = 0; n < most && next_of_set(file, moves, sizeof moves, &score); n++) {
            ari_state s = position(v, moves);
            ari_answer answer = value(who, &s);
            if (set_score(&answer, (int)strlen(moves)) != score)
                fail_msg("%s: %d, but it is %d", moves,
                         set_score(&answer, (int)strlen(moves)), score);
            compared++;
        }
        (void)fclose(file);
    }
    ari_solver_free(who);
    ari_variant_free(v);
    assert_true(compared > 0);
    print_message("%d positions with known scores\n", compared);
}

/* The search goes on with larger tables as it needs them, as many as fit into its memory. The
 * score is that of the set L1_R3. */
static void test_growing(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {6, 32, 64}; /* MB */
    const ari_engine_job job = {.eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_variant *v = variant("connect4");
    ari_state s = position(v, "251");
    uint64_t most = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ari_engine *engine;
        ari_result result;
        assert_int_equal(ari_engine_new(v, sizes[i] << 20, &engine, NULL), ARI_OK);
        assert_int_equal(
            ari_engine_solve(engine, &s, &job, -ARI_WIN, ARI_WIN, &result, NULL), ARI_OK);
        assert_true(result.exact);
        assert_int_equal(result.score, ARI_WIN - 33);
        most = result.stats.nodes > most ? result.stats.nodes : most;
        ari_engine_free(engine);
    }
    assert_true(most > 2000000); /* enough for all but the last */
    ari_variant_free(v);
}

/* ---- all ways agree ---- */

typedef struct way {
    const char *name;
    size_t bytes;
    int threads;
    bool by_core, with_book;
    ari_variant *v;
    ari_solver *solver;
    ari_pool *pool;
    ari_book *book;
} way;

static void open_way(way *w)
{
    ari_error error;
    w->v = variant("connect4");
    if (w->by_core)
        ari_variant_use_core(w->v);
    if (ari_solver_new(w->v, w->bytes, &w->solver, &error) != ARI_OK ||
        ari_pool_new(w->threads, &w->pool, &error) != ARI_OK)
        fail_msg("%s", error.message);
    if (!w->with_book)
        return;
    if (ari_book_load(w->v, path, &w->book, &error) != ARI_OK)
        fail_msg("%s", error.message);
    ari_solver_consult(w->solver, ari_book_oracle(w->book));
}

static void close_way(way *w)
{
    ari_solver_free(w->solver);
    ari_book_free(w->book);
    ari_pool_free(w->pool);
    ari_variant_free(w->v);
}

/* A sum over score, distance and best moves that differs when one of them does. */
static uint64_t answer_of(const way *w, const char *moves, bool best)
{
    ari_state s = position(w->v, moves);
    const ari_engine_job job = {.eval = no_limits.eval,
                                .runner = ari_pool_runner(w->pool)};
    ari_analysis analysis;
    ari_error error;
    if (ari_analyse(w->solver, &s, best ? ARI_ASK_BEST : ARI_ASK_VALUE, &job, &analysis,
                    &error) != ARI_OK)
        fail_msg("%s", error.message);
    assert_true(analysis.whole.exact);
    uint64_t sum =
        ari_mix((uint64_t)analysis.whole.score) + (uint64_t)analysis.whole.distance;
    for (int i = 0; i < analysis.count; i++)
        sum = ari_mix(sum ^ analysis.moves[i].move);
    ari_analysis_free(&analysis);
    return sum;
}

/* Easy questions do not wake other threads. Here they do, so that all of them are searched by
 * two beside each other, from an empty table. */
typedef struct together {
    ari__prover *prover;
    ari_pool *pool;
} together;

static together open_together(const ari_variant *v, int threads)
{
    together two;
    ari__prover_tuning tuning = ARI__PROVER_TUNING;
    tuning.alone = 0;
    assert_int_equal(ari__prover_new(v, 1 << 20, 1 << 20, &two.prover, NULL), ARI_OK);
    ari__prover_tune(two.prover, tuning);
    assert_int_equal(ari_pool_new(threads, &two.pool, NULL), ARI_OK);
    return two;
}

static void close_together(together *two)
{
    ari__prover_free(two->prover);
    ari_pool_free(two->pool);
}

static int score_together(const together *two, const ari_state *s)
{
    const ari_engine_job job = {.runner = ari_pool_runner(two->pool)};
    ari_result result = {.best = ARI_NO_MOVE};
    ari__prover_clear(two->prover);
    assert_int_equal(
        ari__prover_ask(two->prover, s, &job, -ARI_WIN, ARI_WIN, &result, NULL), ARI_OK);
    assert_true(result.exact);
    return result.score;
}

/* Games of every kind, by two threads, three and eight. */
static void test_together(void **unused)
{
    (void)unused;
    static const char *const specs[] = {
        "connect4:width=6,height=5",   "connect4:width=11,height=3,line=3",
        "mnk:width=5,height=5,line=4", "dots:width=3,height=2",
        "chomp:width=5,height=4",      "evencoins:coins=15"};
    static const int threads[] = {2, 3, 8};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        ari_solver *who = solver(v);
        int score = value(who, &v->start).score;
        for (size_t n = 0; n < sizeof threads / sizeof *threads; n++) {
            together several = open_together(v, threads[n]);
            int found = score_together(&several, &v->start);
            if (found != score)
                fail_msg("%s: %d by %d threads, but it is %d", specs[i], found,
                         threads[n], score);
            close_together(&several);
        }
        ari_solver_free(who);
        ari_variant_free(v);
    }
}

/* Moves of a random game on the usual board with `discs` discs, not over. */
static void random_game(ari_random *random, int discs, char *moves)
{
    brute b;
    do
        b = (brute){.width = 7, .height = 6, .line = 4};
    while (!play_out(&b, random, 42 - discs, moves));
}

static void test_agreement(void **unused)
{
    (void)unused;
    way ways[] = {
        {.name = "one thread, 16 MB", .bytes = 16 << 20, .threads = 1},
        {.name = "two threads, 16 MB", .bytes = 16 << 20, .threads = 2},
        {.name = "64 kB", .bytes = 64 << 10, .threads = 1},
        {.name = "1 MB", .bytes = 1 << 20, .threads = 1},
        {.name = "through the core", .bytes = 1 << 20, .threads = 1, .by_core = true},
        {.name = "with a book", .bytes = 1 << 20, .threads = 1, .with_book = true},
    };
    int count = (int)(sizeof ways / sizeof *ways) - !path, positions = 0;
    for (int i = 0; i < count; i++)
        open_way(&ways[i]);
    together two = open_together(ways[0].v, 2);
    ari_random random = ari_random_seeded((uint64_t)(wanted ? wanted : 20));
    for (; positions < (wanted ? wanted : SAMPLE); positions++) {
        char moves[4 * CELLS];
        int least = wanted ? 20 : 22; /* a sample must not take long */
        random_game(&random,
                    least + (int)ari_random_below(&random, (uint32_t)(42 - least)),
                    moves);
        bool best = positions % 8 == 0;
        uint64_t first = answer_of(&ways[0], moves, best);
        for (int i = 1; i < count; i++)
            if (answer_of(&ways[i], moves, best) != first)
                fail_msg("%s: '%s' and '%s' differ", moves, ways[0].name, ways[i].name);
        ari_state s = position(ways[0].v, moves);
        if (score_together(&two, &s) != value(ways[0].solver, &s).score)
            fail_msg("%s: '%s' and two threads from the first node on differ", moves,
                     ways[0].name);
        if (positions > 0 && positions % 10000 == 0) /* a soak takes long */
            print_message("%d positions agree so far\n", positions);
    }
    close_together(&two);
    print_message("%d positions agree between two threads from the first node on;",
                  positions);
    for (int i = 0; i < count; i++) {
        print_message("%s %s", i ? ";" : "", ways[i].name);
        close_way(&ways[i]);
    }
    print_message("\n");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards), cmocka_unit_test(test_wide_boards),
        cmocka_unit_test(test_marks),        cmocka_unit_test(test_drawn_marks),
        cmocka_unit_test(test_sets),         cmocka_unit_test(test_growing),
        cmocka_unit_test(test_together),     cmocka_unit_test(test_agreement),
    };
    wanted = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 0;
    path = argc > 2 ? argv[2] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
