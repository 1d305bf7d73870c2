/* test_breakthrough.c: Breakthrough against a program of its own, which knows boards as lines of
 * characters and nothing of the library: every position of small boards with its moves, value and
 * distance, lines of play on larger ones, and the boards that others have solved. */
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/search.h>

#include "solving.h"

/* ---- the plain program ---- */

#define INDICES (2 * 531441) /* 3^12 boards and a turn */

typedef struct plain {
    int width, height, turn; /* 0: x, which goes up; row 0 is the lowest */
    char cell[65];
} plain;

typedef struct plain_move {
    int from, to;
} plain_move;

static plain plain_start(int width, int height)
{
    plain p = {.width = width, .height = height};
    for (int i = 0; i < width * height; i++)
        p.cell[i] = i < 2 * width ? 'x' : i >= width * (height - 2) ? 'o' : '.';
    return p;
}

static bool plain_over(const plain *p)
{
    bool x = false, o = false;
    for (int i = 0; i < p->width * p->height; i++) {
        int y = i / p->width;
        x |= p->cell[i] == 'x';
        o |= p->cell[i] == 'o';
        if ((p->cell[i] == 'x' && y == p->height - 1) || (p->cell[i] == 'o' && y == 0))
            return true;
    }
    return !x || !o;
}

static int plain_moves(const plain *p, plain_move *list)
{
    int count = 0, step = p->turn ? -1 : 1;
    char own = "xo"[p->turn];
    for (int i = 0; i < p->width * p->height; i++) {
        if (p->cell[i] != own)
            continue;
        int x = i % p->width, y = i / p->width + step;
        for (int u = x - 1; u <= x + 1; u++) {
            int to = y * p->width + u;
            if (u >= 0 && u < p->width && y >= 0 && y < p->height && p->cell[to] != own &&
                (u != x || p->cell[to] == '.'))
                list[count++] = (plain_move){i, to};
        }
    }
    return count;
}

static plain plain_after(const plain *p, plain_move m)
{
    plain next = *p;
    next.cell[m.to] = p->cell[m.from];
    next.cell[m.from] = '.';
    next.turn = !p->turn;
    return next;
}

static void plain_text(const plain *p, char *out)
{
    for (int y = p->height - 1; y >= 0; y--) {
        memcpy(out, p->cell + y * p->width, (size_t)p->width);
        out += p->width;
        *out++ = '/';
    }
    strcpy(out - 1, p->turn ? "/2" : "");
}

static int plain_index(const plain *p)
{
    int index = 0;
    for (int i = 0; i < p->width * p->height; i++)
        index = 3 * index + (p->cell[i] == 'x' ? 1 : p->cell[i] == 'o' ? 2 : 0);
    return 2 * index + p->turn;
}

static uint64_t plain_perft(const plain *p, int depth)
{
    plain_move list[64];
    if (depth == 0)
        return 1;
    uint64_t lines = 0;
    int count = plain_over(p) ? 0 : plain_moves(p, list);
    for (int i = 0; i < count; i++) {
        plain next = plain_after(p, list[i]);
        lines += plain_perft(&next, depth - 1);
    }
    return lines;
}

/* Plies to the end, negative for a loss of the side to move; 1 more in size, so that 0 is unknown. */
static int8_t known[INDICES];

static int plain_value(const plain *p)
{
    plain_move list[64];
    int8_t *value = &known[plain_index(p)];
    if (*value != 0)
        return *value;
    if (plain_over(p)) /* by the other's move */
        return *value = -1;
    int win = 0, loss = 0, count = plain_moves(p, list);
    for (int i = 0; i < count; i++) {
        plain next = plain_after(p, list[i]);
        int after = plain_value(&next);
        if (after < 0 && (!win || 1 - after < win))
            win = 1 - after;
        if (after > 0 && after + 1 > loss)
            loss = after + 1;
    }
    return *value = (int8_t)(win ? win : -loss);
}

/* ---- the library's beside it ---- */

static ari_variant *board_of(int width, int height)
{
    char spec[40];
    snprintf(spec, sizeof spec, "breakthrough:width=%d,height=%d", width, height);
    return variant(spec);
}

static void same_moves(const ari_variant *v, const ari_state *s, const plain *p)
{
    plain_move list[64];
    ari_move moves[ARI_MOVES_MAX];
    int count = plain_moves(p, list);
    assert_int_equal(ari_moves(v, s, moves), count);
    for (int i = 0; i < count; i++) {
        char text[64];
        snprintf(text, sizeof text, "%c%d%c%d", 'a' + list[i].from % p->width,
                 list[i].from / p->width + 1, 'a' + list[i].to % p->width,
                 list[i].to / p->width + 1);
        ari_state after = ari_after(v, s, move(v, s, text));
        plain next = plain_after(p, list[i]);
        char expected[80];
        plain_text(&next, expected);
        assert_text(v, &after, expected);
    }
}

/* All that can be reached, each position asked about when it is first met. */
static int reached(const ari_variant *v, ari_solver *who, const plain *p, bool *seen)
{
    if (seen[plain_index(p)])
        return 0;
    seen[plain_index(p)] = true;
    char text[80];
    plain_text(p, text);
    ari_state s = position(v, text);
    assert_text(v, &s, text);
    assert_int_equal(ari_outcome(v, &s), plain_over(p) ? ARI_LOST : ARI_ON);
    if (plain_over(p))
        return 1;
    same_moves(v, &s, p);
    int expected = plain_value(p), count = 1;
    ari_answer answer = value(who, &s);
    if (answer.distance != abs(expected) - 1 || (answer.score > 0) != (expected > 0))
        fail_msg("%s: %d in %d, not %d", text, answer.score, answer.distance, expected);
    plain_move list[64];
    int moves = plain_moves(p, list);
    for (int i = 0; i < moves; i++) {
        plain next = plain_after(p, list[i]);
        count += reached(v, who, &next, seen);
    }
    return count;
}

static void every_position(void **state)
{
    (void)state;
    static const struct {
        int width, height, positions,
            plies; /* plies: of the start, below 0 if it is lost */
    } boards[] = {
        {2, 4, 646, -8}, {2, 5, 11287, -10}, {3, 4, 55152, -12}, {2, 6, 71474, 15}};
    bool *seen = malloc(INDICES);
    assert_non_null(seen);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        ari_variant *v = board_of(boards[i].width, boards[i].height);
        ari_solver *who = solver(v);
        memset(seen, 0, INDICES);
        memset(known, 0, INDICES);
        plain p = plain_start(boards[i].width, boards[i].height);
        int count = reached(v, who, &p, seen);
        assert_int_equal(count, boards[i].positions);
        int plies = plain_value(&p);
        assert_int_equal(plies < 0 ? plies + 1 : plies - 1, boards[i].plies);
        ari_solver_free(who);
        ari_variant_free(v);
    }
    free(seen);
}

static void lines_of_play(void **state)
{
    (void)state;
    static const struct {
        int width, height, depth;
    } boards[] = {{8, 8, 4}, {5, 5, 5}, {3, 8, 6}, {8, 4, 4}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        ari_variant *v = board_of(boards[i].width, boards[i].height);
        plain p = plain_start(boards[i].width, boards[i].height);
        uint64_t lines;
        assert_int_equal(ari_perft(v, &v->start, boards[i].depth, NULL, &lines, NULL),
                         ARI_OK);
        assert_int_equal(lines, plain_perft(&p, boards[i].depth));
        ari_variant_free(v);
    }
}

/* Whole games on the usual board, every move of them. */
static void random_games(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(7);
    ari_variant *v = variant("breakthrough");
    for (int game = 0; game < 20; game++) {
        plain p = plain_start(8, 8);
        plain_move list[64];
        for (int count; !plain_over(&p);) {
            char text[80];
            plain_text(&p, text);
            ari_state s = position(v, text);
            same_moves(v, &s, &p);
            count = plain_moves(&p, list);
            p = plain_after(&p, list[ari_random_below(&random, (uint32_t)count)]);
        }
    }
    ari_variant_free(v);
}

/* Saffidine, Jouandeau and Cazenave (2011): the second player wins on five columns and rows. */
static void five_by_five(void **state)
{
    (void)state;
    ari_answer answer = value_of("breakthrough:width=4,height=5", "");
    assert_true(answer.score < 0);
#if LARGE
    answer = value_of("breakthrough:width=5,height=5", "");
    assert_true(answer.score < 0);
#endif
}

/* What no game comes to is told from what one does. */
static void impossible(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"oo/oo/../xx/xx/2",
         "each move takes a piece one row on, and by the rows it is not o's turn"},
        {"oo/oo/x./.x/xx",
         "each move takes a piece one row on, and by the rows it is not x's turn"},
        {"xo/oo/../../xx", "it was over before the last move"},
        {"../../../.x/xx/2", NULL},
        {"../../../../..", "it was over before the last move"},
        {"xx/oo/../../../2", "it was over before the last move"},
        {"oo/oo/oo/x./xx/2", "a side has at most 4 pieces"},
        {"oo/oo/x./.x/xx/2", NULL},
        {"ooo", "expected x, o or . for"},
    };
    ari_variant *v = board_of(2, 5);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_record record;
        ari_error error = {0};
        ari_status status = ari_position_parse(v, cases[i].text, &record, &error);
        assert_int_equal(status == ARI_OK, cases[i].sentence == NULL);
        if (status == ARI_OK)
            ari_record_free(&record);
        else if (!strstr(error.message, cases[i].sentence))
            fail_msg("%s: %s", cases[i].text, error.message);
    }
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position), cmocka_unit_test(lines_of_play),
        cmocka_unit_test(random_games), cmocka_unit_test(five_by_five),
        cmocka_unit_test(impossible)};
    return cmocka_run_group_tests_name("breakthrough", tests, NULL, NULL);
}
