/* test_dobutsu.c: Dobutsu shogi against a program of its own, which knows boards as lines of
 * characters: moves, positions, ends and lines of play, and what wins within some plies. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/search.h>

#include "solving.h"

/* ---- the plain program ---- */

typedef struct plain {
    char cell[4]
             [3]; /* row 0 is the lowest; upper case is the first player's, 0 is empty */
    int hand[2][128];
    int turn;
} plain;

typedef struct plain_move {
    int x, y, to_x, to_y;
    char drop; /* or 0 */
} plain_move;

static plain plain_start(void)
{
    return (plain){.cell = {{'E', 'L', 'G'}, {0, 'C', 0}, {0, 'c', 0}, {'g', 'l', 'e'}}};
}

static bool plain_steps(char piece, int dx, int dy)
{
    static const char *const ways[] = {/* as seen by the second player, row by row */
                                       "L12346789", "G2468", "E1379", "C8", "H246789"};
    int ahead = isupper((unsigned char)piece) ? dy : -dy;
    char digit = (char)('1' + (dx + 1) + 3 * (ahead + 1));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i][0] == toupper((unsigned char)piece))
            return strchr(ways[i] + 1, digit) != NULL;
    return false;
}

static bool plain_own(const plain *p, int turn, int x, int y)
{
    int c = p->cell[y][x];
    return c && (isupper(c) ? 0 : 1) == turn;
}

static bool plain_attacked(const plain *p, int by, int to_x, int to_y)
{
    for (int i = 0; i < 12; i++) {
        int dx = to_x - i % 3, dy = to_y - i / 3;
        if (abs(dx) <= 1 && abs(dy) <= 1 && (dx || dy) &&
            plain_own(p, by, i % 3, i / 3) && plain_steps(p->cell[i / 3][i % 3], dx, dy))
            return true;
    }
    return false;
}

static bool plain_find(const plain *p, char piece, int *x, int *y)
{
    for (int i = 0; i < 12; i++)
        if (p->cell[ *y = i / 3][ *x = i % 3] == piece)
            return true;
    return false;
}

/* Has the side that moved last won? */
static bool plain_over(const plain *p)
{
    int x, y;
    if (!plain_find(p, "Ll"[p->turn], &x, &y))
        return true;
    return plain_find(p, "lL"[p->turn], &x, &y) && y == (p->turn ? 3 : 0) &&
           !plain_attacked(p, p->turn, x, y);
}

static int plain_moves(const plain *p, plain_move *list)
{
    int count = 0, taking = 0;
    plain_move lions[12];
    for (int i = 0; i < 144; i++) {
        plain_move m = {i / 12 % 3, i / 36, i % 3, i % 12 / 3, 0};
        int dx = m.to_x - m.x, dy = m.to_y - m.y;
        if (abs(dx) > 1 || abs(dy) > 1 || (!dx && !dy) ||
            !plain_own(p, p->turn, m.x, m.y) || plain_own(p, p->turn, m.to_x, m.to_y) ||
            !plain_steps(p->cell[m.y][m.x], dx, dy))
            continue;
        list[count++] = m;
        if (toupper(p->cell[m.to_y][m.to_x]) == 'L')
            lions[taking++] = m;
    }
    if (taking) {
        memcpy(list, lions, (size_t)taking * sizeof *lions);
        return taking;
    }
    for (const char *kind = "GEC"; *kind; kind++)
        for (int i = 0; i < 12 && p->hand[p->turn][(int)*kind]; i++)
            if (!p->cell[i / 3][i % 3])
                list[count++] = (plain_move){0, 0, i % 3, i / 3, *kind};
    return count;
}

static plain plain_after(const plain *p, plain_move m)
{
    plain next = *p;
    char *to = &next.cell[m.to_y][m.to_x], piece = m.drop;
    if (m.drop) {
        next.hand[p->turn][(int)m.drop]--;
        piece = (char)(p->turn ? tolower(m.drop) : m.drop);
    } else {
        int taken = toupper(*to);
        if (taken == 'H')
            taken = 'C';
        if (taken && taken != 'L')
            next.hand[p->turn][taken]++;
        piece = p->cell[m.y][m.x];
        next.cell[m.y][m.x] = 0;
        if (piece == 'C' && m.to_y == 3)
            piece = 'H';
        if (piece == 'c' && m.to_y == 0)
            piece = 'h';
    }
    *to = piece;
    next.turn = !p->turn;
    return next;
}

static void plain_text(const plain *p, char *out)
{
    for (int y = 3; y >= 0; y--) {
        for (int x = 0; x < 3; x++)
            *out++ = p->cell[y][x] ? p->cell[y][x] : '.';
        *out++ = '/';
    }
    char *hands = out;
    for (int side = 0; side < 2; side++)
        for (const char *kind = "GEC"; *kind; kind++)
            for (int i = 0; i < p->hand[side][(int)*kind]; i++)
                *out++ = (char)(side ? tolower(*kind) : *kind);
    strcpy(out > hands ? out : out - 1, p->turn ? "/2" : "");
}

static uint64_t plain_perft(const plain *p, int depth)
{
    plain_move list[128];
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

/* A win or a loss within so many plies, as the library's scores have it, or 0. */
static int plain_score(const plain *p, int depth)
{
    plain_move list[128];
    if (plain_over(p))
        return -ARI_WIN;
    if (depth == 0)
        return 0;
    int best = -ARI_WIN, count = plain_moves(p, list);
    for (int i = 0; i < count; i++) {
        plain next = plain_after(p, list[i]);
        int score = -plain_score(&next, depth - 1);
        score -= (score > 0) - (score < 0); /* a ply further off */
        best = score > best ? score : best;
    }
    return best;
}

/* ---- the library's beside it ---- */

static void same_moves(const ari_variant *v, const ari_state *s, const plain *p)
{
    plain_move list[128];
    ari_move moves[ARI_MOVES_MAX];
    int count = plain_moves(p, list);
    assert_int_equal(ari_moves(v, s, moves), count);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        plain_move m = list[i];
        char text[40], expected[64];
        if (m.drop)
            snprintf(text, sizeof text, "%c*%c%d", m.drop, 'a' + m.to_x, m.to_y + 1);
        else
            snprintf(text, sizeof text, "%c%d%c%d", 'a' + m.x, m.y + 1, 'a' + m.to_x,
                     m.to_y + 1);
        ari_state after = ari_after(v, s, move(v, s, text));
        plain next = plain_after(p, m);
        plain_text(&next, expected);
        assert_text(v, &after, expected);
        assert_int_equal(ari_outcome(v, &after), plain_over(&next) ? ARI_LOST : ARI_ON);
        ari_state read = position(v, expected);
        assert_true(ari_state_equal(v, &read, &after));
    }
}

/* Left and right exchanged, the same is worth the same, and seen by the other side, too. */
static plain plain_mirrored(const plain *p)
{
    plain other = *p;
    for (int y = 0; y < 4; y++) {
        other.cell[y][0] = p->cell[y][2];
        other.cell[y][2] = p->cell[y][0];
    }
    return other;
}

static plain plain_exchanged(const plain *p)
{
    plain other = {.turn = !p->turn};
    for (int i = 0; i < 12; i++) {
        int c = p->cell[3 - i / 3][2 - i % 3];
        other.cell[i / 3][i % 3] = (char)(isupper(c) ? tolower(c) : toupper(c));
    }
    memcpy(other.hand[0], p->hand[1], sizeof p->hand[1]);
    memcpy(other.hand[1], p->hand[0], sizeof p->hand[0]);
    return other;
}

static uint64_t normal_key(const ari_variant *v, const plain *p)
{
    char text[64];
    ari_state first, normal;
    plain_text(p, text);
    ari_state s = position(v, text);
    memset(&first, 0, sizeof first);
    memset(&normal, 0, sizeof normal);
    v->core->as_first(v->rules, &s, &first);
    v->core->canonical(v->rules, &first, &normal);
    return v->core->key(v->rules, &normal);
}

static void random_games(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(3);
    ari_variant *v = variant("dobutsu");
    int positions = 0, drops = 0;
    for (int game = 0; game < 1000; game++) {
        plain p = plain_start();
        plain_move list[128];
        for (int ply = 0; ply < 80 && !plain_over(&p); ply++) {
            char text[64];
            plain_text(&p, text);
            ari_state s = position(v, text);
            same_moves(v, &s, &p);
            plain mirrored = plain_mirrored(&p), exchanged = plain_exchanged(&p);
            assert_true(normal_key(v, &p) == normal_key(v, &mirrored));
            assert_true(normal_key(v, &p) == normal_key(v, &exchanged));
            int count = plain_moves(&p, list);
            plain_move m = list[ari_random_below(&random, (uint32_t)count)];
            drops += m.drop != 0;
            positions++;
            p = plain_after(&p, m);
        }
    }
    assert_true(positions > 1000 && drops > 100);
    ari_variant_free(v);
}

static void lines_of_play(void **state)
{
    (void)state;
    ari_variant *v = variant("dobutsu");
    static const char *const starts[] = {"gle/.c./.C./ELG", "gl./.../.L./E.G/CEc/2"};
    static const uint64_t known[] = {1, 4, 17, 100, 615, 3440, 20002}; /* of the start */
    plain p = plain_start();
    for (int depth = 0; depth <= 6; depth++) {
        uint64_t lines;
        assert_int_equal(ari_perft(v, &v->start, depth, NULL, &lines, NULL), ARI_OK);
        assert_int_equal(lines, plain_perft(&p, depth));
        assert_int_equal(lines, known[depth]);
    }
    p = (plain){.cell = {{'E', 0, 'G'}, {0, 'L', 0}, {0, 0, 0}, {'g', 'l', 0}},
                .turn = 1};
    p.hand[0]['C'] = p.hand[0]['E'] = p.hand[1]['C'] = 1;
    ari_state s = position(v, starts[1]);
    for (int depth = 1; depth <= 4; depth++) {
        uint64_t lines;
        assert_int_equal(ari_perft(v, &s, depth, NULL, &lines, NULL), ARI_OK);
        assert_int_equal(lines, plain_perft(&p, depth));
    }
    ari_variant_free(v);
}

/* What wins and loses within four plies. */
static void short_wins(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(5);
    ari_variant *v = variant("dobutsu");
    int decided = 0;
    for (int game = 0; game < 400; game++) {
        plain p = plain_start();
        plain_move list[128];
        for (int ply = 0; ply < 30 && !plain_over(&p); ply++) {
            char text[64];
            plain_text(&p, text);
            ari_state s = position(v, text);
            if (ply % 3 == 2) {
                ari_search_job job = {.limits = {.depth = 4},
                                      .eval = {.which = ARI_EVAL_NEUTRAL}};
                ari_result found;
                assert_int_equal(ari_alphabeta(v, &s, &job, &found, NULL), ARI_OK);
                int expected = plain_score(&p, 4);
                decided += expected != 0;
                assert_int_equal(found.score, expected);
            }
            int count = plain_moves(&p, list);
            p = plain_after(&p, list[ari_random_below(&random, (uint32_t)count)]);
        }
    }
    assert_true(decided > 10);
    ari_variant_free(v);
}

static void impossible(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        {"gle/.c./.C./ELG/2", NULL},
        {"gle/.c./.C./ELG/C", "two chicks"},
        {"gle/.c./.C./E.G/2", "each side has one lion"},
        {"g.e/.c./.C./ELG/2", NULL}, /* taken just now, though nobody knows by whom */
        {"gLe/.c./.C./E.G", "each side has one lion"},
        {"gle/.../.../ELG/CCC", "three of a kind"},
        {"gle/.../.../ELG/CH", "what the first player holds"},
        {"gle/.c./.C./EL", "expected one of LGECH"},
        {"gle/.c./.C./ELG/2/", "expected the end"},
    };
    ari_variant *v = variant("dobutsu");
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
        cmocka_unit_test(random_games), cmocka_unit_test(lines_of_play),
        cmocka_unit_test(short_wins), cmocka_unit_test(impossible)};
    return cmocka_run_group_tests_name("dobutsu", tests, NULL, NULL);
}
