/* test_sums.c: parts and nimbers, against brute force that knows nothing of parts: tables of who wins by every set of
 * pins, by all heaps, and sequences by the definition alone; and against what is published. */
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/sums.h>

#include "solving.h"

#define BYTES ((size_t)64 << 20)

static const ari_limits none = {.depth = 0};

static ari_nimbers *nimbers(const ari_variant *v)
{
    ari_nimbers *result;
    ari_error error;
    if (ari_nimbers_new(v, BYTES, &result, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return result;
}

static int nimber(ari_nimbers *n, const ari_state *s)
{
    int result;
    ari_error error;
    if (ari_nimber_of(n, s, &none, &result, &error) != ARI_OK)
        fail_msg("%s", error.message);
    return result;
}

/* ---- Kayles: every set of pins ---- */

#define PINS 16

/* Who wins, by sets of pins, from the rules alone: no rows, no nimbers. */
static void kayles_by_force(bool *won, bool misere)
{
    won[0] = misere;
    for (unsigned pins = 1; pins < 1u << PINS; pins++) {
        won[pins] = false;
        for (int i = 0; i < PINS; i++) {
            unsigned one = 1u << i, two = 3u << i;
            won[pins] |= (pins & one) && !won[pins & ~one];
            won[pins] |= i + 1 < PINS && (pins & two) == two && !won[pins & ~two];
        }
    }
}

static void kayles_text(unsigned pins, char *text)
{
    unsigned down = ~pins & ((1u << PINS) - 1);
    for (int i = 0; i < PINS; i++)
        text[i] = pins >> i & 1 ? '|' : '.';
    strcpy(text + PINS, !(down & down >> 1) && __builtin_popcount(down) % 2 ? "/2" : "");
}

static void test_kayles_by_force(void **unused)
{
    (void)unused;
    bool *won = malloc(1u << PINS);
    ari_variant *v = variant("kayles:pins=16");
    ari_nimbers *n = nimbers(v);
    kayles_by_force(won, false);
    int different = 0;
    for (unsigned pins = 1; pins < 1u << PINS; pins++) {
        char text[PINS + 3];
        kayles_text(pins, text);
        ari_state s = position(v, text);
        different += (nimber(n, &s) != 0) != won[pins];
    }
    assert_int_equal(different, 0);
    assert_int_equal(ari_nimbers_parts(n), PINS);
    ari_nimbers_free(n);
    ari_variant_free(v);
    free(won);
}

/* With the last pin losing nimbers say nothing: the search knows, and it is not the same. */
static void test_kayles_misere(void **unused)
{
    (void)unused;
    bool *won = malloc(1u << PINS);
    ari_variant *v = variant("kayles:pins=16,misere");
    ari_solver *who = solver(v);
    ari_random random = ari_random_seeded(7);
    kayles_by_force(won, true);
    assert_true(ari_has_nimbers(v));
    assert_false(ari_nimbers_decide(v));
    for (int i = 0; i < 2000; i++) {
        unsigned pins = (unsigned)ari_random_below(&random, (1u << PINS) - 1) + 1;
        char text[PINS + 3];
        kayles_text(pins, text);
        ari_state s = position(v, text);
        assert_int_equal(value(who, &s).score > 0, won[pins]);
    }
    ari_solver_free(who);
    ari_variant_free(v);
    free(won);
}

/* ---- Nim: all heaps ---- */

/* Who wins with four heaps of up to 7, from the rules alone. */
static bool nim_by_force(signed char *known, const int heap[4], bool normal)
{
    int at = ((heap[0] * 8 + heap[1]) * 8 + heap[2]) * 8 + heap[3];
    if (known[at])
        return known[at] > 0;
    bool won = !normal && heap[0] + heap[1] + heap[2] + heap[3] == 0;
    for (int h = 0; h < 4; h++)
        for (int left = 0; left < heap[h] && !won; left++) {
            int next[4] = {heap[0], heap[1], heap[2], heap[3]};
            next[h] = left;
            won = !nim_by_force(known, next, normal);
        }
    known[at] = won ? 1 : -1;
    return won;
}

/* Bouton 1901: the last stick loses as it wins, but where all heaps are of one. */
static bool bouton_misere(const int heap[4], int xor_of_all)
{
    int large = 0, ones = 0;
    for (int h = 0; h < 4; h++) {
        large += heap[h] > 1;
        ones += heap[h] == 1;
    }
    return large ? xor_of_all != 0 : ones % 2 == 0;
}

static void test_nim(void **unused)
{
    (void)unused;
    signed char normal[4096] = {0}, misere[4096] = {0};
    ari_variant *v = variant("nim:heaps=7777,normal");
    ari_nimbers *n = nimbers(v);
    for (int i = 1; i < 4096; i++) {
        int heap[4] = {i >> 9, i >> 6 & 7, i >> 3 & 7, i & 7};
        char text[8];
        snprintf(text, sizeof text, "%d%d%d%d", heap[0], heap[1], heap[2], heap[3]);
        ari_state s = position(v, text);
        int all = heap[0] ^ heap[1] ^ heap[2] ^ heap[3];
        assert_int_equal(nimber(n, &s), all);
        assert_int_equal(nim_by_force(normal, heap, true), all != 0);
        assert_int_equal(nim_by_force(misere, heap, false), bouton_misere(heap, all));
    }
    ari_nimbers_free(n);
    ari_variant_free(v);
}

/* ---- heaps by a code ---- */

#define PLAIN 400

/* The definition, by sets of what the moves lead to. */
static void plain_sequence(const ari_heap_rules *rules, int *g, int count)
{
    for (int size = 0; size < count; size++) {
        bool leads[4096] = {false};
        for (int a = 0; a <= size; a++)
            for (int b = 0; a + b <= size; b++) {
                int taken = size - a - b;
                int digit = taken < rules->count ? rules->digits[taken] : 0;
                bool two = a > 0 && b > 0, none_left = a + b == 0;
                int wanted = two ? 4 : none_left ? 1 : 2;
                if (!(digit & wanted) || (two && rules->unequal && a == b) ||
                    (!two && taken == 0))
                    continue;
                leads[(a ? g[a] : 0) ^ (b ? g[b] : 0)] = true;
            }
        for (g[size] = 0; leads[g[size]];)
            g[size]++;
    }
}

static ari_heaps *heaps_of(const char *spec, uint64_t size, ari_heap_rules *rules)
{
    ari_variant *v = variant(spec);
    ari_heaps *heaps;
    ari_error error;
    assert_true(v->core->heap_rules(v->rules, rules));
    assert_int_equal(ari_heaps_new(rules, NULL, &heaps, &error), ARI_OK);
    assert_int_equal(ari_heaps_find(heaps, size, &none, &error), ARI_OK);
    ari_variant_free(v);
    return heaps;
}

static const char *const codes[] = {
    "kayles",           "grundy",           "octal:code=0.07", "octal:code=0.137",
    "octal:code=0.6",   "octal:code=4.3",   "octal:code=4.07", "octal:code=0.45",
    "octal:code=0.156", "octal:code=0.007", "octal:code=0.3",  "octal:code=0.0007"};

static void test_sequences_by_definition(void **unused)
{
    (void)unused;
    for (size_t c = 0; c < sizeof codes / sizeof *codes; c++) {
        static int g[PLAIN];
        ari_heap_rules rules;
        ari_heaps *heaps = heaps_of(codes[c], PLAIN - 1, &rules);
        plain_sequence(&rules, g, PLAIN);
        for (int size = 0; size < PLAIN; size++)
            if (ari_heaps_nimber(heaps, (uint64_t)size) != g[size])
                fail_msg("%s: heap %d", codes[c], size);
        ari_heaps_free(heaps);
    }
}

/* Heaps as they are played are worth what the code says. */
static void test_played_heaps(void **unused)
{
    (void)unused;
    for (size_t c = 0; c < sizeof codes / sizeof *codes; c++)
        for (int size = 3; size <= 40; size++) {
            char spec[64];
            ari_variant *v;
            ari_error error;
            ari_heap_rules rules;
            snprintf(spec, sizeof spec, "%s%s%s=%d", codes[c],
                     strchr(codes[c], ':') ? "," : ":",
                     strcmp(codes[c], "kayles") == 0 ? "pins" : "heap", size);
            if (ari_variant_new(spec, &v, &error) != ARI_OK)
                continue; /* a heap without a move */
            ari_heaps *heaps = heaps_of(spec, (uint64_t)size, &rules);
            ari_nimbers *n = nimbers(v);
            assert_int_equal(nimber(n, &v->start),
                             ari_heaps_nimber(heaps, (uint64_t)size));
            ari_nimbers_free(n);
            ari_heaps_free(heaps);
            ari_variant_free(v);
        }
}

/* Winning Ways, chapter 4: periods, and the last heaps that do not keep to them. */
static void test_published_periods(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        uint64_t length, from;
    } published[] = {{"kayles", 12, 71},
                     {"octal:code=0.77", 12, 71},
                     {"octal:code=0.137", 34, 52},
                     {"octal:code=0.07", 34, 53}};
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        ari_heap_rules rules;
        ari_heaps *heaps = heaps_of(published[i].spec, 1000000, &rules);
        ari_period period = ari_heaps_period(heaps);
        assert_true(period.found && period.proved);
        assert_int_equal(period.length, published[i].length);
        assert_int_equal(period.from, published[i].from);
        assert_true(ari_heaps_known(heaps) >= 1000000);
        ari_heaps_free(heaps);
    }
}

/* A period that is proved holds where the definition has gone much further than the proof needs; and the heap
 * before it is an exception. */
static void test_proved_periods(void **unused)
{
    (void)unused;
    static const char *const games[] = {
        "kayles",           "octal:code=0.137", "octal:code=0.6", "octal:code=0.45",
        "octal:code=0.156", "octal:code=0.3",   "octal:code=4.3"};
    enum { FAR = 1500 };
    int proved = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        static int g[FAR];
        ari_heap_rules rules;
        ari_heaps *heaps = heaps_of(games[i], FAR, &rules);
        ari_period p = ari_heaps_period(heaps);
        plain_sequence(&rules, g, FAR);
        proved += p.found && p.proved;
        for (uint64_t size = p.from; p.proved && size + p.length < FAR; size++)
            assert_int_equal(g[size], g[size + p.length]);
        if (p.proved && p.from > 1)
            assert_int_not_equal(g[p.from - 1], g[p.from - 1 + p.length]);
        ari_heaps_free(heaps);
    }
    assert_true(proved >= 5);
}

/* The theorem is about finite octal games: where heaps must not be equal it is never said to be proved; and a short
 * look proves nothing. */
static void test_not_proved(void **unused)
{
    (void)unused;
    static const int grundy[] = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3,
                                 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4,
                                 1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0};
    ari_heap_rules rules;
    ari_heaps *heaps = heaps_of("grundy", 10000, &rules);
    for (size_t i = 0; i < sizeof grundy / sizeof *grundy; i++)
        assert_int_equal(ari_heaps_nimber(heaps, i), grundy[i]);
    assert_false(ari_heaps_period(heaps).proved);
    assert_int_equal(ari_heaps_known(heaps), 10000);
    ari_heaps_free(heaps);
    heaps = heaps_of("kayles", 100, &rules);
    assert_false(ari_heaps_period(heaps).proved);
    ari_heaps_free(heaps);
}

/* ---- boards, by recursion on characters ---- */

#define SIDE 4

typedef struct plain {
    char cell
        [SIDE *
         SIDE]; /* row by row from the lower one: '.' free, '#' taken, or stones x and o */
    int width, height;
} plain;

static bool plain_wins(const plain *p, char kind, bool second);

/* Is this step a move of the kind, "cram", "domineering" or "clobber", and does it win? */
static bool plain_step_wins(const plain *p, char kind, bool second, int from, int to,
                            bool upright)
{
    plain next = *p;
    if (kind == 'l') {
        char own = second ? 'o' : 'x', other = second ? 'x' : 'o';
        if (p->cell[from] != own || p->cell[to] != other)
            return false;
        next.cell[from] = '.';
        next.cell[to] = own;
    } else {
        if (p->cell[from] != '.' || p->cell[to] != '.' ||
            (kind == 'd' && upright == second))
            return false;
        next.cell[from] = next.cell[to] = '#';
    }
    return !plain_wins(&next, kind, !second);
}

static bool plain_wins(const plain *p, char kind, bool second)
{
    for (int i = 0; i < p->width * p->height; i++) {
        int x = i % p->width, y = i / p->width;
        if (x + 1 < p->width &&
            (plain_step_wins(p, kind, second, i, i + 1, false) ||
             (kind == 'l' && plain_step_wins(p, kind, second, i + 1, i, false))))
            return true;
        if (y + 1 < p->height &&
            (plain_step_wins(p, kind, second, i, i + p->width, true) ||
             (kind == 'l' && plain_step_wins(p, kind, second, i + p->width, i, true))))
            return true;
    }
    return false;
}

static void plain_text(const plain *p, bool second, char *text)
{
    for (int y = p->height - 1; y >= 0; y--) {
        memcpy(text, p->cell + y * p->width, (size_t)p->width);
        text += p->width;
        *text++ = '/';
    }
    strcpy(text - 1, second ? "/2" : "");
}

static plain random_board(ari_random *random, char kind, int width, int height)
{
    plain p = {.width = width, .height = height};
    for (int i = 0; i < width * height; i++)
        p.cell[i] = kind == 'l' ? ".xoxo"[ari_random_below(random, 5)]
                                : ".....#"[ari_random_below(random, 6)];
    return p;
}

/* Random boards, whole or fallen apart, by every way to find their values. */
static void test_boards_by_force(void **unused)
{
    (void)unused;
    static const char *const games[] = {"cram", "domineering", "clobber"};
    ari_random random = ari_random_seeded(19);
    for (int i = 0; i < 600; i++) {
        const char *game = games[i % 3];
        char spec[64], text[64], kind = game[1] == 'l' ? 'l' : game[0];
        bool second = ari_random_below(&random, 2);
        int width = 2 + (int)ari_random_below(&random, SIDE - 1);
        int height = 2 + (int)ari_random_below(&random, SIDE - 1);
        if (width * height > 12)
            height = 3;
        plain p = random_board(&random, kind, width, height);
        snprintf(spec, sizeof spec, "%s:width=%d,height=%d", game, width, height);
        plain_text(&p, second, text);
        ari_variant *v = variant(spec);
        ari_state s = position(v, text);
        bool won = plain_wins(&p, kind, second);
        ari_solver *who = solver(v);
        ari_answer answer = value(who, &s);
        if ((answer.score > 0) != won || abs(answer.score) != 1)
            fail_msg("%s %s: %d", spec, text, answer.score);
        ari_engine *engine;
        ari_error error;
        ari_result result = {.score = won ? 1 : -1};
        assert_int_equal(ari_engine_new(v, BYTES / 16, &engine, &error), ARI_OK);
        if (ari_outcome(v, &s) == ARI_ON)
            assert_int_equal(ari_engine_solve(engine, &s, &no_limits, -ARI_WIN, ARI_WIN,
                                              &result, &error),
                             ARI_OK);
        assert_int_equal(result.score, won ? 1 : -1);
        ari_engine_free(engine);
        ari_solver_free(who);
        ari_variant_free(v);
    }
}

/* ---- what Domineering is sure of ---- */

/* Who wins, by sets of free cells that are remembered. No regions, no symmetry, no bounds. */
typedef struct domino_entry {
    uint64_t free;
    unsigned char known[2]; /* by side: 1 lost, 2 won */
} domino_entry;

typedef struct domino_game {
    int width, height;
    bool cram; /* of either side all dominoes */
    domino_entry *table;
} domino_game;

#define DOMINO_TABLE (1u << 16)

/* What is known of these cells, by side. */
static unsigned char *domino_known(domino_game *g, uint64_t free)
{
    uint64_t at = free * UINT64_C(0x9e3779b97f4a7c15) >> 48;
    while (g->table[at].free != free && g->table[at].free)
        at = (at + 1) % DOMINO_TABLE;
    g->table[at].free = free;
    return g->table[at].known;
}

static bool domino_wins(domino_game *g, uint64_t free, int side)
{
    bool won = false;
    if (!free)
        return false;
    if (domino_known(g, free)[side])
        return domino_known(g, free)[side] == 2;
    for (int i = 0; i < 2 * g->width * g->height && !won; i++) {
        int cell = i / 2, upright = i % 2, step = upright ? g->width : 1;
        if ((!g->cram && upright == side) || (upright ? cell >= g->width * (g->height - 1)
                                                      : cell % g->width == g->width - 1))
            continue;
        uint64_t domino = (uint64_t)1 << cell | (uint64_t)1 << (cell + step);
        won = (free & domino) == domino &&
              !domino_wins(g, free & ~domino, g->cram ? side : !side);
    }
    domino_known(g, free)[side] = won ? 2 : 1;
    return won;
}

static int below(ari_random *random, int count)
{
    return (int)ari_random_below(random, (uint32_t)count);
}

/* Up to 18 free cells in a window of the board. */
static uint64_t random_cells(ari_random *random, const domino_game *g)
{
    int width = 3 + below(random, 6), height = 3 + below(random, 6);
    uint64_t free = 0;
    width = width < g->width ? width : g->width;
    height = height < g->height ? height : g->height;
    int corner = below(random, g->width - width + 1) +
                 g->width * below(random, g->height - height + 1);
    for (int tries = 0; tries < 40 && __builtin_popcountll(free) < 18; tries++)
        free |= (uint64_t)1 << (corner + below(random, width) +
                                g->width * below(random, height));
    return free;
}

static void domino_text(const domino_game *g, uint64_t free, int side, char *text)
{
    for (int y = g->height - 1; y >= 0; y--) {
        for (int x = 0; x < g->width; x++)
            *text++ = free >> (x + g->width * y) & 1 ? '.' : '#';
        *text++ = '/';
    }
    strcpy(text - 1, side ? "/2" : "");
}

/* What is said without a search is true, and it is said of more than half of these. */
static void test_domineering_bounds(void **unused)
{
    (void)unused;
    static const int sizes[][2] = {{8, 8}, {7, 5},  {5, 8},  {4, 4},
                                   {9, 7}, {6, 10}, {21, 3}, {2, 32}};
    ari_random random = ari_random_seeded(19);
    int sure = 0, asked = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        domino_game g = {.width = sizes[i][0],
                         .height = sizes[i][1],
                         .table = calloc(DOMINO_TABLE, sizeof *g.table)};
        char spec[64], text[128];
        snprintf(spec, sizeof spec, "domineering:width=%d,height=%d", g.width, g.height);
        ari_variant *v = variant(spec);
        for (int k = 0; k < 300; k++) {
            int side = k % 2;
            uint64_t free = random_cells(&random, &g);
            domino_text(&g, free, side, text);
            ari_state s = position(v, text);
            if (k % 4 == 0) /* before it is full */
                memset(g.table, 0, DOMINO_TABLE * sizeof *g.table);
            if (ari_outcome(v, &s) != ARI_ON)
                continue;
            bool won = domino_wins(&g, free, side);
            int least = v->core->at_least(v->rules, &s, 1);
            int most = v->core->at_most(v->rules, &s, 1);
            if (won ? most != 1 : least != -1)
                fail_msg("%s %s: %d to %d", spec, text, least, most);
            asked++;
            sure += least == most;
        }
        free(g.table);
        ari_variant_free(v);
    }
    assert_true(sure > asked / 2);
}

/* Cram on sets of cells that half a turn leaves as they are, and on others: nimbers and what is said without a search. */
static void test_cram_turned(void **unused)
{
    (void)unused;
    static const int sizes[][2] = {{4, 4}, {5, 4}, {5, 5}, {6, 3}, {3, 7}};
    ari_random random = ari_random_seeded(90);
    int sure = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        domino_game g = {.width = sizes[i][0],
                         .height = sizes[i][1],
                         .cram = true,
                         .table = calloc(DOMINO_TABLE, sizeof *g.table)};
        int cells = g.width * g.height;
        char spec[64], text[128];
        snprintf(spec, sizeof spec, "cram:width=%d,height=%d", g.width, g.height);
        ari_variant *v = variant(spec);
        ari_nimbers *n = nimbers(v);
        for (int k = 0; k < 200; k++) {
            uint64_t free = random_cells(&random, &g), turned = 0;
            for (int cell = 0; cell < cells; cell++)
                turned |= (free >> cell & 1) << (cells - 1 - cell);
            free = k % 4 ? free & turned : free;
            domino_text(&g, free, 0, text);
            ari_state s = position(v, text);
            memset(g.table, 0, DOMINO_TABLE * sizeof *g.table);
            bool won = domino_wins(&g, free, 0);
            assert_int_equal(nimber(n, &s) != 0, won);
            if (ari_outcome(v, &s) == ARI_ON && v->core->at_most(v->rules, &s, 1) < 1) {
                assert_false(won);
                sure++;
            }
        }
        ari_nimbers_free(n);
        free(g.table);
        ari_variant_free(v);
    }
    assert_true(sure > 100);
}

/* ---- what others have found ---- */

static int score_of_start(const char *spec)
{
    ari_variant *v = variant(spec);
    ari_solver *who = solver(v);
    int score = value(who, &v->start).score;
    ari_solver_free(who);
    ari_variant_free(v);
    return score;
}

/* Berlekamp, Conway and Guy 1982; Breuker, Uiterwijk and van den Herik 2000: the square boards. */
static void test_domineering(void **unused)
{
    (void)unused;
    static const int winner[] = {0, 0, 1, 1, 1, -1, 1, 1};
    for (int side = 2; side <= 7; side++) {
        char spec[64];
        snprintf(spec, sizeof spec, "domineering:width=%d,height=%d", side, side);
        assert_int_equal(score_of_start(spec), winner[side]);
    }
}

/* Lachmann, Moore and Rapaport 2002: of two rows, who wins: the upright side, the lying one, whoever begins or whoever
 * does not. */
static void test_domineering_two_rows(void **unused)
{
    (void)unused;
    static const char classes[] = "V11HV11HV11H211H";
    for (int width = 1; classes[width - 1]; width++) {
        char spec[64], text[80];
        char row[32] = {0};
        memset(row, '.', (size_t)width);
        snprintf(spec, sizeof spec, "domineering:width=%d,height=2", width);
        snprintf(text, sizeof text, "%s/%s/2", row, row);
        ari_variant *v = variant(spec);
        ari_solver *who = solver(v);
        ari_state s = position(v, text);
        bool upright = value(who, &v->start).score > 0, lying = value(who, &s).score > 0;
        char class = upright ? lying ? '1' : 'V' : lying ? 'H' : '2';
        assert_int_equal(class, classes[width - 1]);
        ari_solver_free(who);
        ari_variant_free(v);
    }
}

/* Lemoine and Viennot 2012: nimbers of Cram. Boards with two even sides are lost by symmetry, and with one they
 * are won. */
static void test_cram(void **unused)
{
    (void)unused;
    static const struct {
        int width, height, nimber;
    } published[] = {{2, 7, 1}, {2, 8, 0}, {3, 3, 0}, {3, 4, 1}, {3, 5, 1},
                     {3, 6, 4}, {3, 7, 1}, {3, 8, 3}, {4, 4, 0}, {4, 5, 2},
                     {4, 6, 0}, {4, 7, 3}, {5, 5, 0}, {5, 6, 2}};
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "cram:width=%d,height=%d", published[i].width,
                 published[i].height);
        ari_variant *v = variant(spec);
        ari_nimbers *n = nimbers(v);
        int found = nimber(n, &v->start);
        if (found != published[i].nimber)
            fail_msg("%s: %d", spec, found);
        ari_nimbers_free(n);
        ari_variant_free(v);
    }
}

/* Albert, Grossman, Nowakowski and Wolfe 2005: a row of n pairs xo is won by whoever begins, but for three pairs. */
static void test_clobber(void **unused)
{
    (void)unused;
    for (int pairs = 1; pairs <= 9; pairs++) {
        char spec[64];
        snprintf(spec, sizeof spec, "clobber:width=%d,height=1", 2 * pairs);
        assert_int_equal(score_of_start(spec), pairs == 3 ? -1 : 1);
    }
}

/* ---- limits ---- */

static void test_limits(void **unused)
{
    (void)unused;
    ari_variant *v = variant("kayles:pins=60");
    ari_nimbers *n = nimbers(v);
    ari_stop stop = 1;
    ari_limits limits[] = {{.nodes = 5}, {.stop = &stop}};
    ari_error error;
    int result;
    bool is;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ari_nimber_of(n, &v->start, &limits[i], &result, &error),
                         ARI_STOPPED);
        assert_int_equal(ari_nimber_is(n, &v->start, 4, &limits[i], &is, &error),
                         ARI_STOPPED);
    }
    assert_int_equal(nimber(n, &v->start), 4); /* as if nothing had been */
    assert_int_equal(ari_nimber_is(n, &v->start, 4, &none, &is, &error), ARI_OK);
    assert_true(is);
    assert_int_equal(ari_nimber_is(n, &v->start, 3, &none, &is, &error), ARI_OK);
    assert_false(is);
    ari_nimbers_free(n);
    assert_int_equal(ari_nimbers_new(v, 1000, &n, &error), ARI_OK);
    assert_int_equal(ari_nimber_of(n, &v->start, &none, &result, &error), ARI_MEMORY);
    ari_nimbers_free(n);
    ari_variant_free(v);
    v = variant("tictactoe");
    assert_int_equal(ari_nimbers_new(v, BYTES, &n, &error), ARI_UNSUPPORTED);
    ari_variant_free(v);
}

static void test_heap_limits(void **unused)
{
    (void)unused;
    ari_heap_rules rules = {.digits = {4}, .count = 1, .unequal = true};
    ari_allowance memory;
    ari_heaps *heaps;
    ari_error error;
    ari_limits few = {.nodes = 100};
    ari_allowance_begin(&memory, 20000);
    assert_int_equal(ari_heaps_new(&rules, &memory, &heaps, &error), ARI_OK);
    assert_int_equal(ari_heaps_find(heaps, 1000, &few, &error), ARI_STOPPED);
    assert_true(ari_heaps_known(heaps) < 101);
    assert_int_equal(ari_heaps_find(heaps, 100000, &none, &error), ARI_MEMORY);
    ari_heaps_free(heaps);
    assert_int_equal(memory.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kayles_by_force),
                                       cmocka_unit_test(test_kayles_misere),
                                       cmocka_unit_test(test_nim),
                                       cmocka_unit_test(test_sequences_by_definition),
                                       cmocka_unit_test(test_played_heaps),
                                       cmocka_unit_test(test_published_periods),
                                       cmocka_unit_test(test_proved_periods),
                                       cmocka_unit_test(test_not_proved),
                                       cmocka_unit_test(test_boards_by_force),
                                       cmocka_unit_test(test_domineering),
                                       cmocka_unit_test(test_domineering_two_rows),
                                       cmocka_unit_test(test_domineering_bounds),
                                       cmocka_unit_test(test_cram_turned),
                                       cmocka_unit_test(test_cram),
                                       cmocka_unit_test(test_clobber),
                                       cmocka_unit_test(test_limits),
                                       cmocka_unit_test(test_heap_limits)};
    return cmocka_run_group_tests_name("sums", tests, NULL, NULL);
}
