/* test_points.c: the games on points and lines against rules of their own: brute force that knows
 * points by where they lie, and shares nothing with the library but the text of positions. */
#define _DEFAULT_SOURCE
#include "strong_cases.h"

/* A position of any of them: what stands where, as far as the game needs it. */
typedef struct place {
    int value, distance; /* for the side to move: 1, -1; 0: drawn */
    bool ended, reached;
} place;

/* Values of all positions by plain rounds: in the n-th those are found that are won or lost in n
 * plies. `nexts` fills the numbers of the positions that moves lead to. */
static void settle(place *all, int count, int (*nexts)(int position, int *list))
{
    int list[64];
    bool news = true;
    for (int round = 1, quiet = 0; quiet < 2; round++, quiet = news ? 0 : quiet + 1) {
        news = false;
        for (int i = 0; i < count; i++) {
            if (all[i].ended || all[i].value)
                continue;
            int moves = nexts(i, list), lost = 0, open = 0;
            for (int k = 0; k < moves; k++) {
                const place *next = &all[list[k]];
                bool known = next->value && next->distance < round;
                lost += known && next->value < 0;
                open += !known || next->value == 0;
            }
            if (lost || !open) {
                all[i].value = lost ? 1 : -1;
                all[i].distance = round;
                news = true;
            }
        }
    }
}

static int reach(place *all, int count, int start, int (*nexts)(int position, int *list))
{
    int *queue = malloc((size_t)count * sizeof *queue), list[64], length = 0;
    queue[length++] = start;
    all[start].reached = true;
    for (int i = 0; i < length; i++) {
        int moves = all[queue[i]].ended ? 0 : nexts(queue[i], list);
        for (int k = 0; k < moves; k++)
            if (!all[list[k]].reached) {
                all[list[k]].reached = true;
                queue[length++] = list[k];
            }
    }
    free(queue);
    return length;
}

/* Every reached position is in the database, with its value, and nothing else is. */
static void expect_all(const char *spec, const place *all, int count, int reached,
                       void (*write)(int position, char *text))
{
    ari_variant *v = variant(spec);
    ari_strong_summary summary = solve(v, "points.db");
    ari_database *db = opened("points.db", v);
    assert_int_equal(summary.positions, reached);
    for (int i = 0; i < count; i++) {
        char text[100];
        int score, distance;
        ari_error error;
        if (!all[i].reached)
            continue;
        write(i, text);
        ari_state s = position(v, text);
        if (ari_database_look(db, &s, &score, &distance, &error) != ARI_OK)
            fail_msg("%s %s: %s", spec, text, error.message);
        int value = (score > 0) - (score < 0);
        if (value != all[i].value || (value && distance != all[i].distance))
            fail_msg("%s %s: %d in %d, not %d in %d", spec, text, value, distance,
                     all[i].value, all[i].distance);
    }
    ari_database_free(db);
    ari_variant_free(v);
}

/* ---- hare and hounds ----
 *
 * Points lie at x from 0 to 4 and y from 0 to 2, all but the four corners; a slanting line joins
 * those whose x + y is odd. A position is the points of three hounds in order and of the hare, the
 * turn and how often the hounds have stalled, as one number. */

#define HARES 11
static int stall_most;

static int hare_x(int point)
{
    return point < 3 ? point + 1 : point < 8 ? point - 3 : point - 7;
}

static int hare_y(int point)
{
    return point < 3 ? 2 : point < 8 ? 1 : 0;
}

static bool hare_joined(int a, int b)
{
    int dx = abs(hare_x(a) - hare_x(b)), dy = abs(hare_y(a) - hare_y(b));
    return (dx + dy == 1) || (dx == 1 && dy == 1 && (hare_x(a) + hare_y(a)) % 2 == 1);
}

typedef struct hunt {
    int hound[3], hare, turn, stalled;
} hunt;

static hunt hunt_of(int n)
{
    hunt h;
    h.stalled = n % (stall_most + 1);
    n /= stall_most + 1;
    h.turn = n % 2;
    n /= 2;
    h.hare = n % HARES;
    n /= HARES;
    for (int i = 0; i < 3; i++, n /= HARES)
        h.hound[i] = n % HARES;
    return h;
}

static int number_of(hunt h)
{
    int n = 0;
    for (int i = 0; i < 3; i++) /* the hounds are alike: the smallest first */
        for (int j = 0; j < 2; j++)
            if (h.hound[j] > h.hound[j + 1]) {
                int other = h.hound[j];
                h.hound[j] = h.hound[j + 1];
                h.hound[j + 1] = other;
            }
    for (int i = 2; i >= 0; i--)
        n = n * HARES + h.hound[i];
    return ((n * HARES + h.hare) * 2 + h.turn) * (stall_most + 1) + h.stalled;
}

static bool is_hunt(int n)
{
    hunt h = hunt_of(n);
    return h.hound[0] < h.hound[1] && h.hound[1] < h.hound[2] && h.hare != h.hound[0] &&
           h.hare != h.hound[1] && h.hare != h.hound[2];
}

static int hunt_nexts(int n, int *list)
{
    hunt h = hunt_of(n);
    int count = 0;
    for (int i = 0; i < (h.turn ? 1 : 3); i++)
        for (int to = 0; to < HARES; to++) {
            int from = h.turn ? h.hare : h.hound[i];
            if (!hare_joined(from, to) || to == h.hare || to == h.hound[0] ||
                to == h.hound[1] || to == h.hound[2])
                continue;
            hunt next = h;
            next.turn = !h.turn;
            if (h.turn)
                next.hare = to;
            else if (hare_x(to) < hare_x(from))
                continue;
            else
                next.hound[i] = to;
            if (!h.turn && stall_most)
                next.stalled = hare_x(to) > hare_x(from) ? 0 : h.stalled + 1;
            list[count++] = number_of(next);
        }
    return count;
}

/* Who has won, for the side to move; 0 while it is on. */
static int hunt_ended(int n)
{
    hunt h = hunt_of(n);
    int list[64];
    bool free = true;
    for (int i = 0; i < 3; i++)
        free = free && hare_x(h.hare) < hare_x(h.hound[i]);
    if (free || (stall_most && h.stalled >= stall_most))
        return h.turn ? 1 : -1;
    return hunt_nexts(n, list) ? 0 : -1;
}

static void hunt_write(int n, char *text)
{
    hunt h = hunt_of(n);
    for (int i = 0; i < HARES; i++) {
        if (i == 3 || i == 8)
            *text++ = '/';
        *text++ = i == h.hare                                             ? 'o'
                  : i == h.hound[0] || i == h.hound[1] || i == h.hound[2] ? 'x'
                                                                          : '.';
    }
    text += sprintf(text, "/%d", h.turn + 1);
    if (h.stalled)
        sprintf(text, ":%d", h.stalled);
}

/* The hounds win wherever the hare begins, as has been published, and may be allowed to stall
 * no less than four times; and nothing but the values of the two programs is compared. */
static void every_hunt(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int stall, start, value, distance;
    } cases[] = {{"hare", 10, 7, 1, 23},
                 {"hare:hare=centre", 10, 5, 1, 23},
                 {"hare:stall=4", 4, 7, 1, 23},
                 {"hare:stall=3", 3, 7, -1, 34},
                 {"hare:stall=0", 0, 7, 1, 23}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        stall_most = cases[c].stall;
        int count = HARES * HARES * HARES * HARES * 2 * (stall_most + 1);
        place *all = calloc((size_t)count, sizeof *all);
        for (int i = 0; i < count; i++) {
            all[i].value = is_hunt(i) ? hunt_ended(i) : 0;
            all[i].ended = !is_hunt(i) || all[i].value;
        }
        settle(all, count, hunt_nexts);
        int start = number_of((hunt){{0, 3, 8}, cases[c].start, 0, 0});
        assert_int_equal(all[start].value, cases[c].value);
        assert_int_equal(all[start].distance, cases[c].distance);
        expect_all(cases[c].spec, all, count, reach(all, count, start, hunt_nexts),
                   hunt_write);
        free(all);
    }
}

static void hunts_that_are_none(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "x../x...o/x../3",  "x../x...o/x..",      "x../x...o/xx./1",    "x../x...x/x../1",
        "x../x...o/x../1:", "x../x...o/x../1:10", "x../x...o/x../2:11", "x../x..o/x../1",
    };
    ari_variant *v = variant("hare");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ari_record record;
        ari_error error;
        if (ari_position_parse(v, wrong[i], &record, &error) == ARI_OK)
            fail_msg("%s is no position", wrong[i]);
    }
    ari_state over = position(v, "x../x...o/x../2:10");
    assert_int_equal(ari_outcome(v, &over), ARI_WON);
    ari_variant_free(v);
}

/* ---- three men's morris ----
 *
 * Point i lies at x = i % 3 and y = i / 3 from the top; all neighbours are joined, slanting ones only
 * to the centre. A position is what stands on the points, the turn, and the men that the side to move
 * has in hand, as one number. */

#define THREES 19683 /* 3 to the 9th */
static bool flying;

typedef struct three {
    int point[9]; /* 0: nobody's, 1, 2 */
    int turn, hand;
} three;

static three three_of(int n)
{
    three t;
    t.hand = n % 4;
    t.turn = n / 4 % 2;
    n /= 8;
    for (int i = 0; i < 9; i++, n /= 3)
        t.point[i] = n % 3;
    return t;
}

static int number_of_three(const three *t)
{
    int n = 0;
    for (int i = 8; i >= 0; i--)
        n = n * 3 + t->point[i];
    return (n * 2 + t->turn) * 4 + t->hand;
}

/* Three men of each side, placed or in hand. */
static bool is_three(int n)
{
    three t = three_of(n);
    int count[3] = {0, 0, 0};
    for (int i = 0; i < 9; i++)
        count[t.point[i]]++;
    int other = t.hand && t.turn ? t.hand - 1 : t.hand;
    return count[1 + t.turn] + t.hand == 3 && count[2 - t.turn] + other == 3;
}

static bool three_in_line(const three *t, int who)
{
    for (int a = 0; a < 9; a++)
        for (int b = a + 1; b < 9; b++)
            for (int c = b + 1; c < 9; c++) {
                int area =
                    (b % 3 - a % 3) * (c / 3 - a / 3) - (b / 3 - a / 3) * (c % 3 - a % 3);
                if (area == 0 && t->point[a] == who && t->point[b] == who &&
                    t->point[c] == who)
                    return true;
            }
    return false;
}

static int three_nexts(int n, int *list)
{
    three t = three_of(n);
    int count = 0, me = 1 + t.turn;
    for (int from = t.hand ? 8 : 0; from < 9; from++)
        for (int to = 0; to < 9; to++) {
            int dx = abs(from % 3 - to % 3), dy = abs(from / 3 - to / 3);
            bool joined = dx + dy == 1 || (dx == 1 && dy == 1 && (from == 4 || to == 4));
            if (t.point[to] || (!t.hand && t.point[from] != me) ||
                (!t.hand && !flying && !joined))
                continue;
            three next = t;
            if (!t.hand)
                next.point[from] = 0;
            next.point[to] = me;
            next.turn = !t.turn;
            next.hand = t.hand && t.turn ? t.hand - 1 : t.hand;
            list[count++] = number_of_three(&next);
        }
    return count;
}

static void three_write(int n, char *text)
{
    three t = three_of(n);
    for (int i = 0; i < 9; i++) {
        if (i == 3 || i == 6)
            *text++ = '/';
        *text++ = ".xo"[t.point[i]];
    }
    text += sprintf(text, "/%d", t.turn + 1);
    if (t.hand)
        sprintf(text, ":%d", t.hand);
}

/* Won by the first player, who begins in the centre; but where men fly it is drawn. */
static void every_three(void **state)
{
    (void)state;
    for (int fly = 0; fly < 2; fly++) {
        int count = THREES * 8, list[64];
        place *all = calloc((size_t)count, sizeof *all);
        flying = fly;
        for (int i = 0; i < count; i++) {
            three t = three_of(i);
            bool over = is_three(i) &&
                        (three_in_line(&t, 2 - t.turn) || three_nexts(i, list) == 0);
            all[i].value = over ? -1 : 0;
            all[i].ended = over || !is_three(i);
        }
        settle(all, count, three_nexts);
        int start = number_of_three(&(three){{0}, 0, 3}), best = 0;
        int moves = three_nexts(start, list);
        assert_int_equal(moves, 9);
        for (int i = 0; i < 9; i++)
            best += all[list[i]].value < 0;
        assert_int_equal(all[list[4]].value, fly ? 0 : -1);
        assert_int_equal(best, fly ? 0 : 1);
        expect_all(fly ? "morris:men=3" : "morris:men=3,fly=no", all, count,
                   reach(all, count, start, three_nexts), three_write);
        free(all);
    }
}

/* ---- mills ---- */

static void expect_moves(const ari_variant *v, const char *text, const char *wanted)
{
    ari_move list[ARI_MOVES_MAX];
    ari_text moves = ARI_TEXT_EMPTY;
    ari_state s = position(v, text);
    int count = ari_moves(v, &s, list);
    for (int i = 0; i < count; i++) {
        ari_text_add(&moves, i ? " " : "");
        ari_move_format(v, &s, list[i], &moves);
    }
    assert_string_equal(ari_text_get(&moves), wanted);
    ari_text_free(&moves);
}

/* A man that is in a mill is taken only if all are; three men fly; two are too few. */
static void mills(void **state)
{
    (void)state;
    ari_variant *v = variant("morris:men=6,fly=no"), *flies = variant("morris:men=6");
    const char *free = "xx./.../..ox/ooo/.../1", *milled = "xx./.../...x/ooo/.../1";
    expect_moves(v, free, "a5-a3 c5-e5 c5-c4 e3-e5xd3 e3-e1");
    expect_moves(v, milled, "a5-a3 c5-e5 c5-c4 e3-e5xb2 e3-e5xc2 e3-e5xd2 e3-d3 e3-e1");
    ari_state s = position(flies, milled);
    ari_move list[ARI_MOVES_MAX];
    assert_int_equal(ari_moves(flies, &s, list),
                     3 * 10 + 2); /* and two more to be taken */
    s = position(v, free);
    static const char *const typed[] = {"e3-e5xd3", "E3e5Xd3", "e3:e5-xd3"};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        ari_move move;
        assert_int_equal(ari_move_parse(v, &s, typed[i], &move, NULL), ARI_OK);
        s = position(v, free);
        ari_state next = ari_after(v, &s, move);
        assert_int_equal(ari_outcome(v, &next), ARI_ON); /* three men are enough */
    }
    s = position(v, "xxx/.../x.../oo./..o/2");
    assert_int_equal(ari_outcome(v, &s), ARI_ON);
    ari_record record;
    ari_error error;
    assert_int_equal(ari_position_parse(v, "xxx/.../..../oo./.../1", &record, &error),
                     ARI_ILLEGAL); /* two men have lost */
    assert_int_equal(ari_position_parse(v, "xxx/.../..../..o/.../1:4", &record, &error),
                     ARI_ILLEGAL); /* more men than there are */
    ari_variant_free(v);
    ari_variant_free(flies);
}

/* ---- ranks on three rings ---- */

/* Every rank of a tier without men in hand leads to a position of another rank or back to itself, and those that do
 * are as many as Burnside's lemma counts (bench/plan_morris.py); the images of a position share its rank. */
static void ring_ranks(void **unused)
{
    (void)unused;
    static const struct {
        int most, least;
        uint64_t positions;
    } boards[] = {{3, 3, 169626}, {4, 3, UINT64_C(2) * 760398}, {4, 4, 3225597}};
    ari_variant *v = variant("morris:men=9");
    const ari_core *core = v->core;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        int men = boards[i].most + boards[i].least;
        int tier = men * 10 + boards[i].most - boards[i].least;
        uint64_t count = 0;
        for (uint64_t rank = 0; rank < core->ranks(v->rules, tier); rank++) {
            ari_state s = {{0}}, turned = {{0}};
            core->unrank(v->rules, tier, rank, &s);
            assert_int_equal(core->tier(v->rules, &s), tier);
            if (core->rank(v->rules, &s) != rank)
                continue;
            count++;
            core->canonical(v->rules, &s, &turned);
            assert_int_equal(core->rank(v->rules, &turned), rank);
        }
        assert_int_equal(count, boards[i].positions);
    }
    ari_variant_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hunt),  cmocka_unit_test(hunts_that_are_none),
        cmocka_unit_test(every_three), cmocka_unit_test(mills),
        cmocka_unit_test(ring_ranks),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
