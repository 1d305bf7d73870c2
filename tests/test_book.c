/* test_book.c: opening books: their positions counted another way, their scores against
 * plain minimax, files that are damaged or foreign, work that stops and goes on, and a
 * solver that answers the same with a book and without. */
#include "solving.h"

#include <stdio.h>
#include <stdlib.h>

#include <ariadne/book.h>

#include "book/book_internal.h"

/* Games of every kind, small enough for plain minimax: symmetric or not, with payoffs and
 * extra turns, ending early, seen alike by both sides. */
static const struct {
    const char *spec;
    int plies;
} games[] = {
    {"tictactoe", 4},
    {"tictactoe:early=no", 9},
    {"connect4:width=4,height=3,line=3", 5},
    {"connect4:width=3,height=4,line=3", 12},
    {"connect4:width=2,height=8,line=4", 3},
    {"mnk:width=4,height=3,line=3", 3},
    {"mnk:width=2,height=5,line=3", 0},
    {"nim:heaps=4321", 3},
    {"coins:coins=13,most=3", 5},
    {"evencoins", 4},
    {"dots:width=2,height=1", 4},
    {"dots:width=1,height=3", 3},
};

#define GAMES (sizeof games / sizeof *games)

static ari_book_maker *maker(const ari_variant *v, int plies)
{
    ari_book_maker *made;
    ari_error error;
    if (ari_book_maker_new(v, plies, NULL, &made, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return made;
}

static ari_book *book_of(ari_book_maker *made)
{
    ari_book *book;
    ari_error error;
    if (ari_book_maker_book(made, &book, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return book;
}

/* Solves at most `most` more positions of the frontier. */
static void solve_some(ari_book_maker *made, uint64_t most)
{
    ari_solver *who = solver(made->variant);
    ari_error error;
    for (; most > 0 && ari_book_maker_left(made) > 0; most--)
        if (ari_book_maker_solve(made, who, &no_limits, &error) != ARI_OK)
            fail_msg("%s", error.message);
    ari_solver_free(who);
}

static ari_book *new_book(const ari_variant *v, int plies)
{
    ari_book_maker *made = maker(v, plies);
    solve_some(made, UINT64_MAX);
    ari_book *book = book_of(made);
    ari_book_maker_free(made);
    return book;
}

static ari_text bytes_of(const ari_book *book)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_book_write(book, &text);
    assert_true(ari_text_ok(&text));
    return text;
}

/* ---- which positions ---- */

/* Connect Four once more, as a string of columns from the bottom up. */
#define WIDTH 7
#define HEIGHT 6
typedef struct drawing {
    char cell[WIDTH * HEIGHT + 1];
} drawing;

static bool four(const drawing *d, int x, int y, int dx, int dy)
{
    char c = d->cell[x * HEIGHT + y];
    for (int n = 0; n < 4; n++, x += dx, y += dy)
        if (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT || d->cell[x * HEIGHT + y] != c)
            return false;
    return c != '.';
}

static bool is_over(const drawing *d)
{
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++)
            if (four(d, x, y, 1, 0) || four(d, x, y, 0, 1) || four(d, x, y, 1, 1) ||
                four(d, x, y, 1, -1))
                return true;
    return false;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const drawing *)a)->cell, ((const drawing *)b)->cell);
}

static size_t without_doubles(drawing *list, size_t count)
{
    qsort(list, count, sizeof *list, compare);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare(&list[kept - 1], &list[i]) != 0)
            list[kept++] = list[i];
    return kept;
}

/* What follows the drawings of one ply, each once. */
static size_t drop_all(const drawing *from, size_t count, char disc, drawing *to)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        for (int x = 0; x < WIDTH && !is_over(&from[i]); x++)
            for (int y = 0; y < HEIGHT; y++)
                if (from[i].cell[x * HEIGHT + y] == '.') {
                    to[made] = from[i];
                    to[made++].cell[x * HEIGHT + y] = disc;
                    break;
                }
    return without_doubles(to, made);
}

/* How many of them are not over, a drawing and its mirror image counted once. */
static size_t count_alike(const drawing *list, size_t count)
{
    size_t alike = 0;
    for (size_t i = 0; i < count; i++) {
        drawing mirror = list[i];
        for (int x = 0; x < WIDTH; x++)
            memcpy(mirror.cell + x * HEIGHT, list[i].cell + (WIDTH - 1 - x) * HEIGHT,
                   HEIGHT);
        alike += !is_over(&list[i]) && compare(&list[i], &mirror) <= 0;
    }
    return alike;
}

/* B5: the number of positions after each ply is known from others, too. */
static void test_counts(void **unused)
{
    (void)unused;
    static const size_t published[] = {1, 7, 49, 238, 1120, 4263, 16422};
    drawing *here = malloc(16422 * 7 * sizeof *here),
            *next = malloc(16422 * 7 * sizeof *next);
    assert_non_null(here);
    assert_non_null(next);
    memset(here->cell, '.', WIDTH * HEIGHT);
    here->cell[WIDTH * HEIGHT] = '\0';
    size_t count = 1, sum = 0;
    ari_variant *v = variant("connect4");
    for (int ply = 0; ply <= 6; ply++) {
        size_t alike = count_alike(here, count);
        sum += alike;
        assert_int_equal(count, published[ply]);
        ari_book_maker *made = maker(v, ply);
        assert_int_equal(ari_book_maker_frontier(made), alike);
        assert_int_equal(ari_book_maker_left(made), alike);
        assert_int_equal(ari_book_maker_positions(made), sum);
        ari_book_maker_free(made);
        count = ply < 6 ? drop_all(here, count, ply & 1 ? 'o' : 'x', next) : 0;
        drawing *swapped = here;
        here = next;
        next = swapped;
    }
    ari_variant_free(v);
    free(here);
    free(next);
}

/* ---- which scores ---- */

/* Plain minimax: no table, no hints, no cuts. */
static int minimax(const ari_variant *v, const ari_state *s)
{
    int outcome = ari_outcome(v, s);
    bool payoffs = ari_has(v, ARI_HAS_PAYOFFS);
    if (outcome != ARI_ON)
        return payoffs ? outcome : outcome * ARI_WIN;
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, s, list), best = INT_MIN;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, s, list[i]);
        int score = minimax(v, &next);
        if (!payoffs && score != 0)
            score += score > 0 ? -1 : 1;
        if (ari_turn(v, s) != ari_turn(v, &next))
            score = -score;
        best = score > best ? score : best;
    }
    return best;
}

/* Every position of a game of the first plies, played out at random. */
static void test_scores(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < GAMES; g++) {
        ari_variant *v = variant(games[g].spec);
        ari_book *book = new_book(v, games[g].plies);
        ari_random random = ari_random_seeded(g);
        assert_true(ari_book_tell(book).complete);
        for (int round = 0; round < 12; round++) {
            ari_state s = v->start;
            for (int ply = 0; ari_outcome(v, &s) == ARI_ON; ply++) {
                int score;
                bool there = ari_book_score(book, &s, &score);
                if (ply <= games[g].plies)
                    assert_true(there);
                bool large = v->core->longest && v->core->longest(v->rules, &s) > 9;
                if (there && !large && minimax(v, &s) != score)
                    fail_msg("%s: ply %d: %d in the book, %d by minimax", v->name, ply,
                             score, minimax(v, &s));
                s = random_after(v, &s, &random);
            }
        }
        ari_book_free(book);
        ari_variant_free(v);
    }
}

/* ---- files ---- */

static void assert_refused(const ari_variant *v, const char *bytes, size_t size,
                           const char *sentence)
{
    ari_book *book = NULL;
    ari_error error;
    assert_int_not_equal(ari_book_read(v, bytes, size, &book, &error), ARI_OK);
    assert_null(book);
    if (sentence && !strstr(error.message, sentence))
        fail_msg("expected '%s', found '%s'", sentence, error.message);
}

static void test_round_trip(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < GAMES; g++) {
        ari_variant *v = variant(games[g].spec);
        ari_book *book = new_book(v, games[g].plies), *again;
        ari_text first = bytes_of(book);
        ari_error error;
        if (ari_book_read(v, first.data, first.size, &again, &error) != ARI_OK)
            fail_msg("%s: %s", v->name, error.message);
        assert_int_equal(again->count, book->count);
        assert_memory_equal(again->keys, book->keys, book->count * sizeof *book->keys);
        assert_memory_equal(again->scores, book->scores,
                            book->count * sizeof *book->scores);
        assert_int_equal(again->plies, games[g].plies);
        assert_true(again->complete);
        ari_text_free(&first);
        ari_book_free(book);
        ari_book_free(again);
        ari_variant_free(v);
    }
}

/* Every byte changed, every shorter file, and a longer one. */
static void test_damage(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=4,height=3,line=3");
    ari_book *book = new_book(v, 2);
    ari_text text = bytes_of(book);
    for (size_t i = 0; i < text.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            text.data[i] = (char)(text.data[i] ^ 1 << bit);
            assert_refused(v, text.data, text.size,
                           i < 7    ? "this is no opening book"
                           : i == 7 ? "version"
                                    : "checksum");
            text.data[i] = (char)(text.data[i] ^ 1 << bit);
        }
    for (size_t size = 0; size < text.size; size++)
        assert_refused(v, text.data, size, NULL);
    ari_text_add_char(&text, 0);
    assert_refused(v, text.data, text.size, "checksum");
    ari_text_free(&text);
    ari_book_free(book);
    ari_variant_free(v);
}

static void test_foreign(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=4,height=3,line=3");
    ari_book *book = new_book(v, 2);
    ari_text text = bytes_of(book);
    static const char *const others[] = {"connect4:width=4,height=3,line=2", "connect4",
                                         "tictactoe"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ari_variant *other = variant(others[i]);
        assert_refused(other, text.data, text.size, "width=4,height=3,line=3, not of ");
        ari_variant_free(other);
    }
    /* The same name, other keys: what a change of the rules would make. */
    ari_text_free(&text);
    for (size_t i = 0; i < book->count; i++)
        book->keys[i] += 1;
    text = bytes_of(book);
    assert_refused(v, text.data, text.size,
                   "made by another version, or for other rules");
    ari_error error;
    ari_book *none;
    assert_int_equal(ari_book_load(v, "/no/such/file", &none, &error), ARI_IO);
    assert_non_null(
        strstr(error.message, "cannot read the opening book '/no/such/file'"));
    assert_int_equal(ari_book_load(v, "/", &none, &error), ARI_IO);
    ari_text_free(&text);
    ari_book_free(book);
    ari_variant_free(v);
}

/* ---- going on ---- */

/* Stopped after every few positions, written, read, and gone on with: the same bytes. */
static void test_resumed(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=4,height=4");
    ari_book *whole = new_book(v, 5), *part = NULL;
    ari_text expected = bytes_of(whole), text = ARI_TEXT_EMPTY;
    uint64_t left = UINT64_MAX;
    while (left > 0) {
        ari_book_maker *made = maker(v, 5);
        ari_error error;
        if (text.size > 0) {
            assert_int_equal(ari_book_read(v, text.data, text.size, &part, &error),
                             ARI_OK);
            assert_false(ari_book_tell(part).complete);
            ari_book_maker_take(made, part);
            assert_int_equal(ari_book_maker_left(made), left);
            ari_book_free(part);
        }
        solve_some(made, 100);
        left = ari_book_maker_left(made);
        part = book_of(made);
        ari_text_free(&text);
        text = bytes_of(part);
        ari_book_free(part);
        ari_book_maker_free(made);
    }
    assert_int_equal(text.size, expected.size);
    assert_memory_equal(text.data, expected.data, text.size);
    ari_text_free(&text);
    ari_text_free(&expected);
    ari_book_free(whole);
    ari_variant_free(v);
}

static void test_stopped(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=6,height=5");
    ari_stop stop = 1;
    const ari_limits stopped = {.stop = &stop};
    ari_error error;
    ari_book_maker *made;
    assert_int_equal(ari_book_maker_new(v, 3, &stopped, &made, &error), ARI_STOPPED);
    assert_null(made);
    assert_int_equal(ari_book_maker_new(v, ARI_BOOK_PLIES + 1, NULL, &made, &error),
                     ARI_RANGE);
    made = maker(v, 3);
    ari_solver *who = solver(v);
    uint64_t left = ari_book_maker_left(made);
    const ari_engine_job job = {.limits = {.nodes = 10}, .eval = no_limits.eval};
    assert_int_equal(ari_book_maker_solve(made, who, &job, &error), ARI_STOPPED);
    assert_int_equal(ari_book_maker_left(made), left);
    ari_solver_free(who);
    ari_book_maker_free(made);
    ari_variant_free(v);
}

/* ---- trusting ---- */

static ari_book_trial verified(const ari_book *book, uint64_t count)
{
    ari_book_trial trial;
    ari_error error;
    ari_solver *who = solver(book->variant);
    if (ari_book_verify(book, who, &no_limits, 7, count, &trial, &error) != ARI_OK)
        fail_msg("%s", error.message);
    ari_solver_free(who);
    return trial;
}

/* Any one wrong score and any missing position is found when everything is solved again. */
static void test_verified(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=4,height=3,line=3");
    ari_book *book = new_book(v, 3);
    ari_book_maker *made = maker(v, 3);
    ari_book_trial trial = verified(book, UINT32_MAX);
    assert_false(trial.failed);
    assert_int_equal(trial.solved, ari_book_maker_frontier(made));
    assert_int_equal(trial.inner, book->count - trial.solved);
    assert_int_equal(verified(book, 5).solved, 5);
    for (size_t i = 0; i < book->count; i++) {
        book->scores[i]++;
        trial = verified(book, UINT32_MAX);
        assert_true(trial.failed);
        assert_false(trial.missing);
        assert_int_not_equal(trial.score, trial.right);
        book->scores[i]--;
        uint64_t key = book->keys[i];
        book->keys[i] +=
            book->keys[i] + 1 < (i + 1 < book->count ? book->keys[i + 1] : UINT64_MAX);
        if (key != book->keys[i])
            assert_true(verified(book, 0).missing);
        book->keys[i] = key;
    }
    ari_book_maker_free(made);
    ari_book_free(book);
    ari_variant_free(v);
}

/* ---- solving with one ---- */

static void assert_same(const ari_variant *v, const ari_state *s, ari_question question,
                        ari_solver *with, ari_solver *without)
{
    ari_analysis a, b;
    ari_error error;
    assert_int_equal(ari_analyse(with, s, question, &no_limits, &a, &error), ARI_OK);
    assert_int_equal(ari_analyse(without, s, question, &no_limits, &b, &error), ARI_OK);
    assert_true(a.whole.exact && b.whole.exact);
    assert_int_equal(a.whole.score, b.whole.score);
    assert_int_equal(a.whole.distance, b.whole.distance);
    assert_int_equal(a.count, b.count);
    for (int i = 0; i < a.count; i++) {
        assert_int_equal(a.moves[i].move, b.moves[i].move);
        assert_int_equal(a.moves[i].score, b.moves[i].score);
        assert_int_equal(a.moves[i].distance, b.moves[i].distance);
    }
    ari_state here = *s; /* a line may be short, but it must be best play */
    int score = a.whole.score;
    for (int i = 0; i < a.whole.line_length; i++) {
        assert_true(legal(v, &here, a.whole.line[i]));
        here = ari_after(v, &here, a.whole.line[i]);
        score = score > 0 ? -score - 1 : score < 0 ? -score + 1 : 0;
        if (ari_outcome(v, &here) == ARI_ON)
            assert_int_equal(value(without, &here).score, score);
    }
    ari_analysis_free(&a);
    ari_analysis_free(&b);
}

static void test_solver(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"connect4:width=5,height=4",
                                        "connect4:width=4,height=5",
                                        "mnk:width=4,height=4,line=4"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ari_variant *v = variant(specs[i]);
        ari_book *book = new_book(v, 3);
        ari_solver *with = solver(v), *without = solver(v);
        ari_solver_consult(with, ari_book_oracle(book));
        ari_random random = ari_random_seeded(i);
        for (int round = 0; round < 12; round++) {
            ari_state s = v->start;
            for (int ply = 0; ply <= round % 6 && ari_outcome(v, &s) == ARI_ON; ply++) {
                assert_same(v, &s, (ari_question)(round % 3), with, without);
                s = random_after(v, &s, &random);
            }
        }
        ari_analysis analysis;
        ari_error error;
        assert_int_equal(
            ari_analyse(with, &v->start, ARI_ASK_VALUE, &no_limits, &analysis, &error),
            ARI_OK);
        assert_int_equal(analysis.stats.nodes, 0); /* known, not searched */
        ari_solver_free(with);
        ari_solver_free(without);
        ari_book_free(book);
        ari_variant_free(v);
    }
}

/* The line of an answer, of which the first ply is its own move if it has one, leads to the
 * end of the game in as many plies as it says. */
static bool reaches_the_end(const ari_variant *v, const ari_state *s,
                            const ari_answer *answer)
{
    ari_state here = answer->move == ARI_NO_MOVE ? *s : ari_after(v, s, answer->move);
    for (int i = 0; i < answer->line_length; i++)
        here = ari_after(v, &here, answer->line[i]);
    int plies = answer->line_length + (answer->move != ARI_NO_MOVE);
    return ari_outcome(v, &here) != ARI_ON && plies == answer->distance;
}

/* Lines go on after the book, for as many nodes as they may cost and no more, and what they
 * cost takes nothing from the values. */
static void test_lines(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4:width=5,height=5");
    ari_book *book = new_book(v, 4);
    static const ari_question questions[] = {ARI_ASK_BEST, ARI_ASK_MOVES};
    for (int i = 0; i < 2; i++) {
        ari_analysis a;
        ari_solver *with = solver(v);
        ari_solver_consult(with, ari_book_oracle(book));

        ari_solver_spend_on_lines(with, 0); /* nothing but the book */
        assert_int_equal(ari_analyse(with, &v->start, questions[i], &no_limits, &a, NULL),
                         ARI_OK);
        assert_int_equal(a.stats.nodes, 0);
        assert_int_equal(a.whole.line_length, 4);
        assert_true(a.whole.exact && !a.stopped &&
                    !reaches_the_end(v, &v->start, &a.whole));
        int count = a.count;
        ari_analysis_free(&a);

        ari_solver_spend_on_lines(with, 3000);
        assert_int_equal(ari_analyse(with, &v->start, questions[i], &no_limits, &a, NULL),
                         ARI_OK);
        assert_in_range(a.stats.nodes, 1, 3000);
        assert_true(a.whole.exact && !a.stopped && a.whole.line_length >= 4);
        ari_analysis_free(&a);

        /* The job's own limit cuts the lines, too, and only them. */
        ari_solver_spend_on_lines(with, 100000000);
        const ari_engine_job few = {.limits = {.nodes = 2000}};
        assert_int_equal(ari_analyse(with, &v->start, questions[i], &few, &a, NULL),
                         ARI_OK);
        assert_in_range(a.stats.nodes, 1, 2100);
        assert_true(a.whole.exact && !a.stopped);
        assert_int_equal(a.count, count);
        ari_analysis_free(&a);

        assert_int_equal(ari_analyse(with, &v->start, questions[i], &no_limits, &a, NULL),
                         ARI_OK);
        assert_true(reaches_the_end(v, &v->start, &a.whole));
        for (int j = 0; j < a.count; j++)
            if (a.moves[j].line_length > 0 || questions[i] == ARI_ASK_MOVES)
                assert_true(reaches_the_end(v, &v->start, &a.moves[j]));
        ari_analysis_free(&a);
        ari_solver_free(with);
    }
    ari_book_free(book);
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),     cmocka_unit_test(test_scores),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_damage),
        cmocka_unit_test(test_foreign),    cmocka_unit_test(test_resumed),
        cmocka_unit_test(test_stopped),    cmocka_unit_test(test_verified),
        cmocka_unit_test(test_solver),     cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
