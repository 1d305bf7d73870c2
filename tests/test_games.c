/* test_games.c: the rules and values of every game against theory and against small
 * programs that know nothing of the library. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "solving.h"

/* ======== tic-tac-toe: all boards against a brute force of its own (A1, A3, A4, D4) ====
 *
 * A board is nine characters; its index is its value in base 3. */

#define BOARDS 19683

typedef struct ttt_known {
    bool reachable;
    int label;    /* +1 when x wins, 0, -1 when o wins */
    int distance; /* plies to the end: shortest win, longest loss, shortest draw */
} ttt_known;

static ttt_known ttt[BOARDS];

static int ttt_index(const char *board)
{
    int index = 0;
    for (int i = 0; i < 9; i++)
        index = 3 * index + (board[i] == 'x' ? 1 : board[i] == 'o' ? 2 : 0);
    return index;
}

static void ttt_board(int index, char *board)
{
    board[9] = '\0';
    for (int i = 8; i >= 0; i--, index /= 3)
        board[i] = ".xo"[index % 3];
}

static const int ttt_lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static bool ttt_wins(const char *board, char mark)
{
    for (int i = 0; i < 8; i++)
        if (board[ttt_lines[i][0]] == mark && board[ttt_lines[i][1]] == mark &&
            board[ttt_lines[i][2]] == mark)
            return true;
    return false;
}

/* D4: can `mark` complete a line if the other lets it, marks being made in turn? */
static bool ttt_may_win(char *board, char turn, char mark)
{
    if (ttt_wins(board, mark))
        return true;
    bool may = false;
    for (int i = 0; i < 9 && !may; i++)
        if (board[i] == '.') {
            board[i] = turn;
            may = ttt_may_win(board, turn == 'x' ? 'o' : 'x', mark);
            board[i] = '.';
        }
    return may;
}

static bool ttt_dead(char *board, char turn)
{
    int empty = 0;
    for (int i = 0; i < 9; i++)
        empty += board[i] == '.';
    /* With more than five cells left, some line is open on any board. */
    return empty <= 5 && !ttt_may_win(board, turn, 'x') && !ttt_may_win(board, turn, 'o');
}

static const ttt_known *ttt_visit(char *board, char mark, bool early)
{
    ttt_known *known = &ttt[ttt_index(board)];
    if (known->reachable)
        return known;
    *known = (ttt_known){.reachable = true};
    char other = mark == 'x' ? 'o' : 'x';
    if (ttt_wins(board, other)) {
        known->label = other == 'x' ? 1 : -1;
        return known;
    }
    if (!strchr(board, '.') || (early && ttt_dead(board, mark)))
        return known;
    int sign = mark == 'x' ? 1 : -1, best = -2, distance = 0;
    for (int i = 0; i < 9; i++) {
        if (board[i] != '.')
            continue;
        board[i] = mark;
        const ttt_known *next = ttt_visit(board, other, early);
        board[i] = '.';
        int label = sign * next->label; /* for the side to move */
        bool longer = next->distance > distance, shorter = next->distance < distance;
        if (label > best || (label == best && (label < 0 ? longer : shorter))) {
            best = label;
            distance = next->distance;
        }
    }
    known->label = sign * best;
    known->distance = distance + 1;
    return known;
}

static void check_tictactoe(const char *spec, bool early, int expected)
{
    char board[10] = ".........";
    memset(ttt, 0, sizeof ttt);
    ttt_visit(board, 'x', early);
    ari_variant *v = variant(spec);
    ari_solver *who = solver(v);
    int reachable = 0;
    for (int i = 0; i < BOARDS; i++) {
        ari_record record;
        ari_error error;
        ttt_board(i, board);
        ari_status status = ari_position_parse(v, board, &record, &error);
        if ((status == ARI_OK) != ttt[i].reachable)
            fail_msg("%s is %s", board, status == ARI_OK ? "accepted" : error.message);
        if (status != ARI_OK) {
            assert_int_equal(status, ARI_ILLEGAL);
            continue;
        }
        reachable++;
        ari_answer answer = value(who, &record.end);
        bool first = ari_turn(v, &record.end) == ARI_FIRST;
        int label = (answer.score > 0) - (answer.score < 0);
        assert_text(v, &record.end, board);
        if ((first ? label : -label) != ttt[i].label ||
            answer.distance != ttt[i].distance)
            fail_msg("%s: %d in %d, but it is %d in %d", board, first ? label : -label,
                     answer.distance, ttt[i].label, ttt[i].distance);
    }
    assert_int_equal(reachable, expected);
    ari_solver_free(who);
    ari_variant_free(v);
}

static void test_tictactoe(void **unused)
{
    (void)unused;
    check_tictactoe("tictactoe:early=no", false, 5478);
    assert_int_equal(ttt[0].label, 0); /* A3 */
    assert_int_equal(ttt[0].distance, 9);
}

static void test_tictactoe_early(void **unused)
{
    (void)unused;
    check_tictactoe("tictactoe", true,
                    5462); /* without the 16 full boards that are drawn */
    assert_int_equal(ttt[0].label, 0);
    assert_true(ttt[0].distance < 9);
}

/* D4, F7: drawn with cells left: 40 boards with every line blocked, and 80 on which those
 * that are not want more marks than are left to make. */
static void test_tictactoe_drawn_boards(void **unused)
{
    (void)unused;
    ari_variant *v = variant("tictactoe"), *late = variant("tictactoe:early=no");
    int drawn = 0, cells[10] = {0};
    for (int i = 0; i < BOARDS; i++) {
        char board[10];
        ari_record early = ARI_RECORD_EMPTY, full = ARI_RECORD_EMPTY;
        ttt_board(i, board);
        if (ari_position_parse(v, board, &early, NULL) != ARI_OK)
            continue;
        assert_int_equal(ari_position_parse(late, board, &full, NULL), ARI_OK);
        if (ari_outcome(v, &early.end) == ARI_DRAWN) {
            int left = 0;
            for (int k = 0; k < 9; k++)
                left += board[k] == '.';
            assert_int_equal(ari_outcome(late, &full.end), ARI_ON);
            drawn++;
            cells[left]++;
        }
        ari_record_free(&early);
        ari_record_free(&full);
    }
    assert_int_equal(drawn, 120);
    assert_int_equal(cells[1], 80);
    assert_int_equal(cells[2], 32);
    assert_int_equal(cells[3], 8);
    ari_record record;
    assert_int_equal(ari_position_parse(v, "xoxoo.xxo", &record, NULL), ARI_OK);
    assert_int_equal(ari_outcome(v, &record.end), ARI_DRAWN);
    ari_record_free(&record);
    ari_variant_free(v);
    ari_variant_free(late);
}

/* ======== nim (C1, C2, C5, C6, E16) ======== */

/* Is a position lost for the side to move? Normal: the nim-sum is 0. Misere: the same as
 * long as some heap has two sticks; single sticks alone are lost when they are odd. */
static bool nim_lost(const int *heap, int heaps, bool normal)
{
    int sum = 0, large = 0, sticks = 0;
    for (int i = 0; i < heaps; i++) {
        sum ^= heap[i];
        large += heap[i] > 1;
        sticks += heap[i];
    }
    return normal || large ? sum == 0 : sticks % 2 == 1;
}

static void check_nim(const char *spec, bool normal)
{
    ari_variant *v = variant(spec);
    ari_solver *who = solver(v);
    for (int i = 0; i < 8 * 8 * 8 * 8 * 2; i++) {
        int heap[4] = {i & 7, i >> 3 & 7, i >> 6 & 7, i >> 9 & 7};
        char text[16];
        snprintf(text, sizeof text, "%d%d%d%d%s", heap[0], heap[1], heap[2], heap[3],
                 i >> 12 ? "/2" : "");
        ari_state s = position(v, text);
        ari_answer answer = value(who, &s);
        if ((answer.score < 0) != nim_lost(heap, 4, normal) || answer.score == 0)
            fail_msg("%s %s: %d", spec, text, answer.score);
    }
    ari_solver_free(who);
    ari_variant_free(v);
}

static void test_nim_theory(void **unused)
{
    (void)unused;
    check_nim("nim:heaps=7777", false);
    check_nim("nim:heaps=7777,normal", true);
    assert_true(value_of("nim:heaps=7531", "").score < 0);
}

static void test_nim_facts(void **unused)
{
    (void)unused;
    assert_true(value_of("nim", "1").score < 0); /* C6 */
    static const char *const won[] = {"11", "21", "31", "2", "3"};
    for (int i = 0; i < 5; i++)
        assert_true(value_of("nim", won[i]).score > 0);
    ari_variant *v = variant("nim:heaps=31");
    ari_solver *who = solver(v);
    ari_analysis analysis;
    assert_int_equal(
        ari_analyse(who, &v->start, ARI_ASK_BEST, &no_limits, &analysis, NULL), ARI_OK);
    assert_int_equal(analysis.count, 1); /* the only good move leaves 1 */
    ari_state next = ari_after(v, &v->start, analysis.moves[0].move);
    assert_text(v, &next, "01/2");
    ari_analysis_free(&analysis);
    ari_solver_free(who);
    ari_variant_free(v);
}

/* The game of C5, its positions typed as moves. */
static void test_nim_game(void **unused)
{
    (void)unused;
    ari_variant *v = variant("nim:heaps=7531");
    ari_record record;
    assert_int_equal(
        ari_record_parse(v, &v->start, "6531 6131 611 111 11 1 0", &record, NULL),
        ARI_OK);
    assert_int_equal(record.count, 7);
    assert_int_equal(ari_turn(v, &record.end), ARI_SECOND);
    assert_int_equal(ari_outcome(v, &record.end),
                     ARI_WON); /* A, the first, took the last */
    ari_text text = ARI_TEXT_EMPTY;
    ari_record_format(v, &record, &text);
    assert_string_equal(ari_text_get(&text), "1:1 2:4 3:3 1:5 4:1 2:1 1:1");
    ari_text_free(&text);
    ari_record_free(&record);
    ari_variant_free(v);
}

static void test_nim_notation(void **unused)
{
    (void)unused;
    ari_variant *v = variant("nim:heaps=7,5,3,1"), *w = variant("nim:heaps=12,5");
    assert_text(v, &v->start, "7531"); /* C1 */
    assert_string_equal(v->name, "nim:heaps=7,5,3,1,normal=no");
    assert_text(w, &w->start, "12,5");
    ari_state s = position(w, "12,");
    assert_text(w, &s, "12,");
    s = position(w, "0");
    assert_text(w, &s, "0");
    s = position(w, "1:12 2:5");
    assert_text(w, &s, "0");
    /* A heap that is used up keeps its place, and the others their numbers. */
    s = position(w, "1:12");
    assert_text(w, &s, "05/2");
    s = position(v, "6531 6131 611");
    assert_text(v, &s, "6101/2");
    s = position(v, "0531 2:5 3:3");
    assert_text(v, &s, "0001/2");
    s = position(v, "0,12,0,3,0");
    assert_text(v, &s, "0,12,0,3");
    ari_move move;
    ari_error error;
    s = position(v, "7031");
    assert_int_equal(ari_move_parse(v, &s, "2:1", &move, &error), ARI_ILLEGAL);
    assert_string_equal(error.message, "heap 2 is used up");
    assert_int_equal(ari_move_parse(v, &s, "731", &move, &error), ARI_ILLEGAL);
    s = position(v, "75");
    assert_int_equal(ari_move_parse(v, &s, "4:1", &move, &error), ARI_ILLEGAL);
    assert_string_equal(error.message, "heap 4 is used up");
    /* Its row stays on the board. */
    ari_board board;
    s = position(v, "7031");
    v->core->board(v->rules, &s, &board);
    assert_int_equal(board.height, 4); /* as many as at the start */
    assert_string_equal(ari_board_at(&board, 0, 1)->text, "2:");
    assert_string_equal(ari_board_at(&board, 1, 1)->text, "0");
    ari_variant_free(v);
    ari_variant_free(w);
}

/* C3: the three versions of wins(), written once more: how many calls and states? */
typedef struct wins_memo {
    int heap[4096][4];
    bool wins[4096];
    int count;
} wins_memo;

static int larger_first(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static bool wins(const int *heaps, wins_memo *memo, bool sorted, uint64_t *calls)
{
    int heap[4] = {0}, count = 0, most = 0;
    for (int i = 0; i < 4; i++)
        if (heaps[i])
            heap[count++] = heaps[i];
    ++*calls;
    if (count == 0)
        return true;
    if (sorted)
        qsort(heap, 4, sizeof *heap, larger_first);
    for (int i = 0; memo && i < memo->count; i++)
        if (memcmp(memo->heap[i], heap, sizeof heap) == 0)
            return memo->wins[i];
    for (int i = 0; i < count; i++)
        most = heap[i] > most ? heap[i] : most;
    bool won = false;
    for (int take = 1; take <= most && !won; take++)
        for (int i = 0; i < count && !won; i++) {
            int next[4] = {heap[0], heap[1], heap[2], heap[3]};
            if (next[i] < take)
                continue;
            next[i] -= take;
            won = !wins(next, memo, sorted, calls);
        }
    if (memo) {
        memcpy(memo->heap[memo->count], heap, sizeof heap);
        memo->wins[memo->count++] = won;
    }
    return won;
}

static void test_nim_counts(void **unused)
{
    (void)unused;
    static const int starts[][4] = {
        {5, 3, 1, 0}, {4, 3, 2, 0}, {3, 1, 0, 0}, {7, 5, 3, 1}};
    const ari_limits limits = {.depth = 0};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        char spec[32];
        snprintf(spec, sizeof spec, "nim:heaps=%d%d%d%d", starts[i][0], starts[i][1],
                 starts[i][2], starts[i][3]);
        ari_variant *v = variant(spec);
        for (int mode = ARI_MEMO_PLAIN; mode <= ARI_MEMO_CANONICAL; mode++) {
            if (mode == ARI_MEMO_PLAIN && starts[i][0] == 7)
                continue; /* would take millions of calls, each of them as wrong */
            static wins_memo memo;
            uint64_t calls = 0;
            ari_result result;
            memo.count = 0;
            bool won = wins(starts[i], mode == ARI_MEMO_PLAIN ? NULL : &memo,
                            mode == ARI_MEMO_CANONICAL, &calls);
            assert_int_equal(
                ari_memo(v, &v->start, (ari_memo_mode)mode, &limits, &result, NULL),
                ARI_OK);
            assert_int_equal(result.score, won ? ARI_WIN : -ARI_WIN);
            assert_int_equal(result.stats.calls, calls);
            assert_int_equal(result.stats.states, memo.count);
        }
        ari_variant_free(v);
    }
}

/* ======== coins (E13) ======== */

typedef struct coins_job {
    ari_variant *v;
    ari_solver *who;
    unsigned coins, most;
    unsigned wrong; /* the first number that is, or 0 */
} coins_job;

/* Runs in a thread with a small stack, so that a deep recursion would be noticed. The solver has
 * memory for every state: with less it would ask the engine, which does recurse. */
static void *check_coins(void *argument)
{
    coins_job *job = argument;
    ari_state s;
    for (unsigned n = job->coins; n >= 1 && !job->wrong; n--) {
        char text[16];
        ari_analysis analysis;
        snprintf(text, sizeof text, "%u%s", n, n % 2 ? "" : "/2");
        memset(&s, 0, sizeof s);
        if (job->v->core->parse(job->v->rules, text, &s, NULL) != ARI_OK ||
            ari_analyse(job->who, &s, ARI_ASK_VALUE, &no_limits, &analysis, NULL) !=
                ARI_OK ||
            (analysis.whole.score < 0) != (n % (job->most + 1) == 1 % (job->most + 1)))
            job->wrong = n;
    }
    return NULL;
}

static void coins_are_right(unsigned coins, unsigned most)
{
    char spec[64];
    snprintf(spec, sizeof spec, "coins:coins=%u,most=%u", coins, most);
    coins_job job = {.v = variant(spec), .coins = coins, .most = most};
    assert_int_equal(ari_solver_new(job.v, ARI_BYTES_DEFAULT, &job.who, NULL), ARI_OK);
    pthread_attr_t small;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&small), 0);
    assert_int_equal(pthread_attr_setstacksize(&small, 256 << 10), 0);
    assert_int_equal(pthread_create(&thread, &small, check_coins, &job), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&small);
    if (job.wrong)
        fail_msg("%s: %u coins", spec, job.wrong);
    ari_solver_free(job.who);
    ari_variant_free(job.v);
}

static void test_coins(void **unused)
{
    (void)unused;
    coins_are_right(1000000, 3);
    static const unsigned most[] = {1, 2, 4, 5, 7, 20, 100};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
        coins_are_right(3000, most[i]);
}

/* The example game: the person takes 2, 3 and 1, the computer 2, 1 and 3. */
static void test_coins_game(void **unused)
{
    (void)unused;
    static const char *const after[] = {"11/2", "9", "6/2", "5", "4/2", "1"};
    static const char *const takes[] = {"2", "2", "3", "1", "1", "3"};
    ari_variant *v = variant("coins");
    ari_state s = v->start;
    assert_text(v, &s, "13");
    for (int i = 0; i < 6; i++) {
        assert_int_equal(ari_outcome(v, &s), ARI_ON);
        s = ari_after(v, &s, move(v, &s, takes[i]));
        assert_text(v, &s, after[i]);
    }
    assert_int_equal(ari_outcome(v, &s), ARI_LOST); /* the person has the last one left */
    ari_variant_free(v);
}

static void assert_caption(const char *spec, const char *position, const char *caption)
{
    static ari_board board;
    ari_variant *v = variant(spec);
    ari_state s = {{0}};
    assert_int_equal(v->core->parse(v->rules, position, &s, NULL), ARI_OK);
    v->core->board(v->rules, &s, &board);
    assert_string_equal(board.caption, caption);
    ari_variant_free(v);
}

/* F8: the number that may be taken never exceeds what is left, and one coin is the end. */
static void test_coins_captions(void **unused)
{
    (void)unused;
    assert_caption("coins", "13", "13 coins left, take 1 to 3");
    assert_caption("coins", "3", "3 coins left, take 1 to 3");
    assert_caption("coins", "2", "2 coins left, take 1 or 2");
    assert_caption("coins", "1", "there is only one coin left");
    assert_caption("coins", "0/2", "no coins left");
    assert_caption("coins:most=1", "5", "5 coins left, take 1");
    assert_caption("evencoins", "17",
                   "17 coins left, take 1 to 4; first holds 0, second 0; an even number "
                   "wins");
    assert_caption("evencoins", "1/9/7/1",
                   "1 coin left, take 1; first holds 9, second 7; an even number wins");
    assert_caption("evencoins", "0/9/8/2",
                   "no coins left; first holds 9, second 8; an even number wins");
    assert_caption(
        "evencoins:coins=1000000,most=100", "0/990000/10000/1",
        "no coins left; first holds 990000, second 10000; an even number wins");
}

/* ======== even coins (E16) ======== */

/* For the side to move: its own coins are `mine`, the other's `yours`. */
static int even_value(int left, int most, int mine, int yours)
{
    if (left == 0)
        return (mine % 2 == 0) - (yours % 2 == 0);
    int best = -2;
    for (int take = 1; take <= most && take <= left; take++) {
        int result = -even_value(left - take, most, yours, mine + take);
        best = result > best ? result : best;
    }
    return best;
}

static void test_evencoins(void **unused)
{
    (void)unused;
    for (int coins = 1; coins <= 17; coins++)
        for (int most = 1; most <= 5; most++) {
            char spec[64];
            snprintf(spec, sizeof spec, "evencoins:coins=%d,most=%d", coins, most);
            ari_answer answer = value_of(spec, "");
            int sign = (answer.score > 0) - (answer.score < 0);
            if (sign != even_value(coins, most, 0, 0))
                fail_msg("%s: %d", spec, answer.score);
        }
}

/* Every number that a player can hold is a position, and no other is; those of the same
 * parities are one canonical position, which is one of them (F8). */
static void test_evencoins_hands(void **unused)
{
    (void)unused;
    enum { COINS = 13 };
    for (int most = 1; most <= 5; most++) {
        bool reached[COINS + 1][COINS + 1][2] = {{{false}}}; /* left, the first's, turn */
        char text[64];
        snprintf(text, sizeof text, "evencoins:coins=%d,most=%d", COINS, most);
        ari_variant *v = variant(text);
        reached[COINS][0][0] = true;
        for (int left = COINS; left >= 0; left--)
            for (int i = 0; i < 2 * (COINS + 1); i++)
                for (int take = 1; reached[left][i / 2][i % 2] && take <= most; take++)
                    if (take <= left)
                        reached[left - take][i / 2 + (i % 2 ? 0 : take)][!(i % 2)] = true;
        for (int left = 0; left < COINS; left++)
            for (int first = 0; first <= COINS - left; first++)
                for (int turn = 0; turn < 2; turn++) {
                    ari_state s = {{0}}, normal = {{0}}, again = {{0}};
                    int second = COINS - left - first, alike = 0;
                    snprintf(text, sizeof text, "%d/%d/%d/%d", left, first, second,
                             turn + 1);
                    bool read = v->core->parse(v->rules, text, &s, NULL) == ARI_OK;
                    if (read != reached[left][first][turn])
                        fail_msg("most %d: %s is %sread", most, text, read ? "" : "not ");
                    if (!read)
                        continue;
                    assert_text(v, &s, text);
                    v->core->canonical(v->rules, &s, &normal);
                    for (int f = first % 2; f <= COINS - left; f += 2)
                        alike += reached[left][f][turn];
                    assert_int_equal(v->core->orbit(v->rules, &normal), alike);
                    ari_text name = ARI_TEXT_EMPTY;
                    ari_state_format(v, &normal, &name);
                    assert_int_equal(
                        v->core->parse(v->rules, ari_text_get(&name), &again, NULL),
                        ARI_OK);
                    ari_text_free(&name);
                    snprintf(text, sizeof text, "%d/%s/%s/%d", left,
                             first % 2 ? "odd" : "even", second % 2 ? "odd" : "even",
                             turn + 1);
                    assert_int_equal(v->core->parse(v->rules, text, &s, NULL), ARI_OK);
                    assert_true(ari_state_equal(v, &s, &normal));
                }
        ari_variant_free(v);
    }
}

/* ======== dots and boxes (B4) ========
 *
 * Edges are pairs of numbers, column and row of the lattice, counted from 0. */

typedef struct dots_case {
    int width, height;
    int best[1 << 12]; /* what the side to move wins more from here, by drawn edges */
    bool done[1 << 12];
} dots_case;

static int dots_edge(const dots_case *d, int x, int y)
{
    return (y * (2 * d->width + 1) + x) / 2;
}

static bool dots_drawn(const dots_case *d, int edges, int x, int y)
{
    return edges >> dots_edge(d, x, y) & 1;
}

static int dots_closed(const dots_case *d, int edges)
{
    int closed = 0;
    for (int y = 1; y < 2 * d->height; y += 2)
        for (int x = 1; x < 2 * d->width; x += 2)
            closed += dots_drawn(d, edges, x - 1, y) && dots_drawn(d, edges, x + 1, y) &&
                      dots_drawn(d, edges, x, y - 1) && dots_drawn(d, edges, x, y + 1);
    return closed;
}

static int dots_best(dots_case *d, int edges)
{
    if (d->done[edges])
        return d->best[edges];
    int count = (2 * d->width + 1) * (2 * d->height + 1) / 2, best = INT_MIN;
    for (int e = 0; e < count; e++) {
        if (edges >> e & 1)
            continue;
        int next = edges | 1 << e, gain = dots_closed(d, next) - dots_closed(d, edges);
        int result = gain ? gain + dots_best(d, next) : -dots_best(d, next);
        best = result > best ? result : best;
    }
    d->done[edges] = true;
    return d->best[edges] = best == INT_MIN ? 0 : best;
}

/* Random games: at every position the library's value is the margin so far and what the
 * brute force finds. */
static void check_dots(int width, int height)
{
    static dots_case d;
    d = (dots_case){.width = width, .height = height};
    char spec[64];
    snprintf(spec, sizeof spec, "dots:width=%d,height=%d", width, height);
    ari_variant *v = variant(spec);
    ari_solver *who = solver(v);
    ari_random random = ari_random_seeded(1);
    for (int game = 0; game < 200; game++) {
        ari_state s = v->start;
        int edges = 0, margin = 0, turn = 0; /* margin of the first player */
        while (ari_outcome(v, &s) == ARI_ON) {
            ari_answer answer = value(who, &s);
            assert_int_equal(ari_turn(v, &s), turn);
            assert_int_equal(answer.score,
                             (turn ? -margin : margin) + dots_best(&d, edges));
            ari_move m = random_move(v, &s, &random);
            ari_text text = ARI_TEXT_EMPTY;
            ari_move_format(v, &s, m, &text);
            int next =
                edges | 1 << dots_edge(&d, text.data[0] - 'a', atoi(text.data + 1) - 1);
            ari_text_free(&text);
            int gain = dots_closed(&d, next) - dots_closed(&d, edges);
            margin += turn ? -gain : gain;
            turn ^= gain == 0;
            edges = next;
            s = ari_after(v, &s, m);
        }
        assert_int_equal(ari_outcome(v, &s), turn ? -margin : margin);
    }
    ari_solver_free(who);
    ari_variant_free(v);
}

static void test_dots(void **unused)
{
    (void)unused;
    check_dots(1, 1);
    check_dots(2, 1);
    check_dots(1, 2);
    check_dots(2, 2);
    assert_int_equal(value_of("dots:width=1,height=1", "").score, -1);
    assert_int_equal(value_of("dots:width=2,height=2", "").score, 2); /* 3 to 1 */
}

/* ======== Connect Four: the pattern evaluation, cell by cell (B6) ======== */

static char disc_at(const char *board, int width, int height, int x, int y)
{
    return x < 0 || y < 0 || x >= width || y >= height ? ' ' : board[y * (width + 1) + x];
}

/* What stands at (x, y) and the next cells in a direction, against a pattern such as
 * "xx.x". */
static bool pattern_at(const char *board, int width, int height, int x, int y, int dx,
                       int dy, const char *pattern, char disc)
{
    for (int i = 0; pattern[i]; i++) {
        char wanted = pattern[i] == 'x' ? disc : '.';
        if (disc_at(board, width, height, x + i * dx, y + i * dy) != wanted)
            return false;
    }
    return true;
}

static int patterns(const char *board, int width, int height, char disc, int f2, int f3)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    static const char *const pairs[] = {"xx", "x.x"};
    static const char *const triples[] = {"xxx", "xx.x", "x.xx"};
    int score = 0;
    for (int d = 0; d < 4; d++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                int dx = directions[d][0], dy = directions[d][1];
                for (int i = 0; i < 2; i++)
                    score += f2 * pattern_at(board, width, height, x, y, dx, dy, pairs[i],
                                             disc);
                for (int i = 0; i < 3; i++)
                    score += f3 * pattern_at(board, width, height, x, y, dx, dy,
                                             triples[i], disc);
            }
    return score;
}

static void check_patterns(int width, int height, int line)
{
    char spec[64];
    snprintf(spec, sizeof spec, "connect4:width=%d,height=%d,line=%d", width, height,
             line);
    ari_variant *v = variant(spec);
    ari_random random = ari_random_seeded(3);
    for (int i = 0; i < 300; i++) {
        ari_state s = v->start;
        int plies = (int)ari_random_below(&random, (uint32_t)(width * height));
        while (plies-- && ari_outcome(v, &s) == ARI_ON)
            s = random_after(v, &s, &random);
        int params[2] = {(int)ari_random_below(&random, 21) - 10,
                         (int)ari_random_below(&random, 21) - 10};
        ari_text text = ARI_TEXT_EMPTY;
        ari_state_format(v, &s, &text);
        int x = patterns(text.data, width, height, 'x', params[0], params[1]);
        int o = patterns(text.data, width, height, 'o', params[0], params[1]);
        bool first = ari_turn(v, &s) == ARI_FIRST;
        assert_int_equal(v->core->eval(v->rules, &s, 0, params), first ? x - o : o - x);
        ari_text_free(&text);
    }
    ari_variant_free(v);
}

static void test_patterns(void **unused)
{
    (void)unused;
    check_patterns(7, 6, 4);
    check_patterns(5, 4, 4);
    check_patterns(9, 6, 5);  /* the last that fits into one word */
    check_patterns(12, 8, 6); /* two words */
    check_patterns(1, 20, 20);
    check_patterns(60, 1, 60);
    check_patterns(3, 20, 6);
    /* Three in a row, by hand: two pairs and a triple, against nothing. */
    ari_variant *v = variant("connect4");
    ari_state s = position(v, "172737"); /* x: bottom of 1, 2, 3; o: three on top in 7 */
    int one_each[2] = {1, 10};
    assert_int_equal(v->core->eval(v->rules, &s, 0, one_each), 0);
    s = position(v, "17273");
    assert_int_equal(v->core->eval(v->rules, &s, 0, one_each),
                     1 - (2 + 10)); /* o: a pair; x: two pairs and a triple */
    ari_variant_free(v);
}

/* ======== Fifteen is tic-tac-toe on a magic square ======== */

extern const ari_game ari_game_template;

static void test_fifteen(void **unused)
{
    (void)unused;
    static const int magic[9] = {2, 7, 6, 9, 5, 1, 4, 3, 8};
    ari_variant *t = variant("tictactoe:early=no"), *f;
    assert_int_equal(ari_variant_of(&ari_game_template, "", 0, &f, NULL), ARI_OK);
    ari_solver *ttt_solver = solver(t), *fif_solver = solver(f);
    int accepted = 0;
    for (int i = 0; i < BOARDS; i++) {
        char board[10], numbers[10] = ".........";
        ttt_board(i, board);
        for (int j = 0; j < 9; j++)
            numbers[magic[j] - 1] = board[j];
        ari_record a, b;
        ari_status status = ari_position_parse(t, board, &a, NULL);
        assert_int_equal(ari_position_parse(f, numbers, &b, NULL), status);
        if (status != ARI_OK)
            continue;
        accepted++;
        assert_int_equal(value(ttt_solver, &a.end).score,
                         value(fif_solver, &b.end).score);
    }
    assert_int_equal(accepted, 5478);
    ari_solver_free(ttt_solver);
    ari_solver_free(fif_solver);
    ari_variant_free(t);
    ari_variant_free(f);
}

/* ======== lines of play ======== */

typedef struct perft_case {
    const char *spec;
    int first; /* depth of the first count */
    uint64_t counts[12];
} perft_case;

static const perft_case perfts[] = {
    {"connect4", 0, {1, 7, 49, 343, 2401, 16807, 117649, 823536}},
    {"tictactoe:early=no",
     0,
     {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}},
    /* 12 edges in any order */
    {"dots:width=2,height=2", 0, {1, 12, 132, 1320, 11880, 95040, 665280}},
};

static void test_perft(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof perfts / sizeof *perfts; i++) {
        ari_variant *v = variant(perfts[i].spec);
        for (int d = 0; d < 12 && perfts[i].counts[d]; d++) {
            uint64_t count;
            int depth = perfts[i].first + d;
            assert_int_equal(ari_perft(v, &v->start, depth, NULL, &count, NULL), ARI_OK);
            if (count != perfts[i].counts[d])
                fail_msg("%s, depth %d: %llu", v->name, depth, (unsigned long long)count);
        }
        ari_variant_free(v);
    }
}

/* ======== text that is wrong (A4, E17) ======== */

typedef struct wrong_case {
    const char *spec, *text;
    ari_status status;
    size_t offset;
} wrong_case;

static const wrong_case wrongs[] = {
    {"tictactoe", "xxxx.....", ARI_ILLEGAL, 0},
    {"tictactoe", "xxxooo...", ARI_ILLEGAL, 0},
    {"tictactoe", "xxxoo.o..", ARI_ILLEGAL, 0},
    {"tictactoe", "xo.q.....", ARI_SYNTAX, 3},
    {"tictactoe", "xo..", ARI_SYNTAX, 4},
    {"tictactoe", "xo........", ARI_SYNTAX, 9},
    {"tictactoe", "11", ARI_ILLEGAL, 1},
    {"tictactoe", "10", ARI_ILLEGAL, 1},
    {"tictactoe", "1425367", ARI_OVER, 5},
    {"tictactoe", "board:11", ARI_SYNTAX, 6},
    {"tictactoe", "  11", ARI_ILLEGAL, 3},
    {"connect4", "44444444", ARI_ILLEGAL, 6},
    {"connect4", "48", ARI_ILLEGAL, 1},
    {"connect4", "4x", ARI_ILLEGAL, 1},
    {"connect4", "41424344", ARI_OVER, 7},
    {"connect4", ".x...../......./......./......./......./.......", ARI_ILLEGAL, 0},
    {"connect4", "......./......./......./......./......./xx.....", ARI_ILLEGAL, 0},
    {"connect4", "......./......./......./......./xxxx.../oooo...", ARI_ILLEGAL, 0},
    {"connect4", "......./......./......./......./ooo..../xxxx...", ARI_OK, 0},
    {"connect4", "......./......./......./......./oooo.../xxxx...", ARI_ILLEGAL, 0},
    {"connect4:width=1,height=2,line=2", "x/o", ARI_ILLEGAL, 0}, /* o began */
    {"mnk", "x.o/.x./..o/", ARI_SYNTAX, 11},
    {"mnk", "a1 a1", ARI_ILLEGAL, 3},
    {"mnk", "a1 d1", ARI_ILLEGAL, 3},
    {"mnk", "a1 b", ARI_SYNTAX, 3},
    {"mnk", "a1 b11111111111111111111", ARI_ILLEGAL, 3},
    {"nim", "1:8", ARI_ILLEGAL, 2},
    {"nim", "1:", ARI_SYNTAX, 2},
    {"nim", "5:1", ARI_ILLEGAL, 0},
    {"nim", "1:0", ARI_ILLEGAL, 2},
    {"nim", "7531/3", ARI_SYNTAX, 4},
    {"nim", "300,1", ARI_RANGE, 0},
    {"nim", "11111111111111111", ARI_RANGE, 16},
    {"coins", "14", ARI_ILLEGAL, 0},
    {"coins", "99999999999999999999999", ARI_ILLEGAL, 0},
    {"coins", "moves:4", ARI_ILLEGAL, 6},
    {"coins", "12/3", ARI_SYNTAX, 2},
    {"evencoins", "9/even/odd/1", ARI_ILLEGAL, 0},
    {"evencoins", "9/even/even/1", ARI_OK, 0},
    {"evencoins", "9/even/even/3", ARI_SYNTAX, 11},
    {"evencoins", "16/even/even/1", ARI_ILLEGAL, 0},
    {"evencoins", "9/5/3/2", ARI_OK, 0},
    {"evencoins", "9/odd/3/2", ARI_OK, 0},
    {"evencoins", "9/even/3/2", ARI_ILLEGAL, 0},
    {"evencoins", "9/5/4/2", ARI_ILLEGAL, 0},
    {"evencoins", "9/8/0/1", ARI_ILLEGAL, 0},
    {"evencoins", "9/5//2", ARI_SYNTAX, 3},
    {"evencoins", "9/ev", ARI_SYNTAX, 1},
    {"evencoins", "9/5", ARI_SYNTAX, 3},
    {"evencoins", "9/99999999999999999999/3/1", ARI_ILLEGAL, 0},
    {"dots:width=1,height=1", "-/|./-/+1/2", ARI_ILLEGAL, 7},
    {"dots:width=1,height=1", "-/|./-/+0/1", ARI_ILLEGAL, 7},
    {"dots:width=1,height=1", "-/||/-/-1/1", ARI_ILLEGAL, 7},
    {"dots:width=1,height=1", "-/||/-/-1/2", ARI_OK, 0},
    {"dots:width=1,height=1", "a1", ARI_ILLEGAL, 0},
    {"dots:width=1,height=1", "b1 b1", ARI_ILLEGAL, 3},
};

static void test_wrong_text(void **unused)
{
    (void)unused;
    int failed = 0;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        const wrong_case *wrong = &wrongs[i];
        ari_variant *v = variant(wrong->spec);
        ari_record record;
        ari_error error = {.message = "nothing"};
        ari_status status = ari_position_parse(v, wrong->text, &record, &error);
        if (status != wrong->status ||
            (status != ARI_OK && error.offset != wrong->offset)) {
            print_error("%s '%s': %s at %zu, not %s at %zu: %s\n", wrong->spec,
                        wrong->text, ari_status_name(status), error.offset,
                        ari_status_name(wrong->status), wrong->offset, error.message);
            failed++;
        }
        if (status == ARI_OK)
            ari_record_free(&record);
        ari_variant_free(v);
    }
    assert_int_equal(failed, 0);
}

/* What is too long for a move is refused, however it begins. */
static void test_long_moves(void **unused)
{
    (void)unused;
    ari_variant *v = variant("mnk");
    char text[1000];
    memset(text, '0', sizeof text);
    text[0] = 'a';
    memcpy(text + 199, "1999", 5); /* its first 200 characters are a legal move */
    ari_record record;
    ari_error error;
    assert_int_equal(ari_record_parse(v, &v->start, text, &record, &error), ARI_SYNTAX);
    assert_non_null(strstr(error.message, "long"));
    ari_variant_free(v);
}

/* ======== evaluations by name ======== */

static void test_eval_names(void **unused)
{
    (void)unused;
    ari_variant *v = variant("connect4"), *n = variant("nim");
    ari_eval eval;
    ari_error error;
    static const struct {
        const char *text, *name;
        int f2, f3;
    } good[] = {
        {"neutral", "neutral", 0, 0},     {"random", "random", 0, 0},
        {"pattern", "pattern", 2, 5},     {"", "pattern", 2, 5},
        {NULL, "pattern", 2, 5},          {"pattern,f2=7,f3=-3", "pattern", 7, -3},
        {"pattern:f3=1", "pattern", 2, 1}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(ari_eval_parse(v, good[i].text, 9, &eval, &error), ARI_OK);
        assert_string_equal(ari_eval_name(v, &eval), good[i].name);
        assert_int_equal(eval.params[0], good[i].f2);
        assert_int_equal(eval.params[1], good[i].f3);
        assert_int_equal(eval.seed, 9);
    }
    assert_int_equal(ari_eval_parse(v, "nosuch", 0, &eval, &error), ARI_UNKNOWN);
    assert_non_null(strstr(error.message, "pattern"));
    assert_int_equal(ari_eval_parse(v, ",f2=3", 0, &eval, &error), ARI_UNKNOWN);
    assert_int_equal(ari_eval_parse(v, "pattern,f2=1001", 0, &eval, &error), ARI_RANGE);
    assert_int_equal(ari_eval_parse(v, "pattern,f4=1", 0, &eval, &error), ARI_UNKNOWN);
    assert_int_equal(ari_eval_parse(v, "neutral,f2=1", 0, &eval, &error), ARI_UNKNOWN);
    assert_int_equal(ari_eval_parse(n, "", 0, &eval, &error), ARI_OK);
    assert_string_equal(ari_eval_name(n, &eval), "neutral");
    assert_string_equal(ari_eval_name(n, &(ari_eval){.which = 0}), "neutral");
    assert_int_equal(ari_eval_parse(n, "pattern", 0, &eval, &error), ARI_UNKNOWN);
    ari_variant_free(v);
    ari_variant_free(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tictactoe),
        cmocka_unit_test(test_tictactoe_early),
        cmocka_unit_test(test_tictactoe_drawn_boards),
        cmocka_unit_test(test_nim_theory),
        cmocka_unit_test(test_nim_facts),
        cmocka_unit_test(test_nim_game),
        cmocka_unit_test(test_nim_notation),
        cmocka_unit_test(test_nim_counts),
        cmocka_unit_test(test_coins),
        cmocka_unit_test(test_coins_game),
        cmocka_unit_test(test_coins_captions),
        cmocka_unit_test(test_evencoins),
        cmocka_unit_test(test_evencoins_hands),
        cmocka_unit_test(test_dots),
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_fifteen),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_wrong_text),
        cmocka_unit_test(test_long_moves),
        cmocka_unit_test(test_eval_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
