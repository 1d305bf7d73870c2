/* heaps.h: the games of heaps that are taken from and split: octal.c and grundy.c.
 *
 * What may be done to a heap is its octal code (ari_heap_rules). A position is the sizes of its heaps, from
 * large to small; heaps in which nobody has a move are not among them. A move is the size of the heap, what is
 * taken and, where two heaps are left, the smaller of them:
 *
 *     | 6 bits: size | 5 bits: taken | 5 bits: the smaller one, 0 if there is none |
 *
 * The rules treat both sides alike, and how heaps came about does not matter, so any heaps that together have no
 * more than the one of the start are accepted as a position with either side to move. */
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define HEAPS_SIZE 60 /* of the first heap; so many heaps there can be, too */

typedef struct heaps_rules {
    ari_heap_rules code;
    uint32_t heap;
    uint8_t misere;                 /* whoever makes the last move loses */
    uint8_t living[HEAPS_SIZE + 1]; /* sizes in which there is a move */
} heaps_rules;

typedef struct heaps_state {
    uint8_t heap[HEAPS_SIZE + 3]; /* the last ones are 0 */
    uint8_t turn;
} heaps_state;

/* The moves in one heap. */
static inline int heaps_moves_in(const heaps_rules *r, int size, ari_move *list)
{
    int count = 0;
    for (int taken = 0; taken < r->code.count && taken <= size; taken++) {
        int digit = r->code.digits[taken], left = size - taken;
        int base = size << 10 | taken << 5;
        if ((digit & 1 && left == 0) || (digit & 2 && left > 0))
            list[count++] = (ari_move)base;
        for (int small = 1; digit & 4 && 2 * small <= left; small++)
            if (!r->code.unequal || 2 * small != left)
                list[count++] = (ari_move)(base | small);
    }
    return count;
}

/* What follows from the code and the size. */
static ari_status heaps_begin(heaps_rules *r, ari_error *error)
{
    ari_move list[HEAPS_SIZE * ARI_HEAP_DIGITS];
    for (int size = 0; size <= HEAPS_SIZE; size++)
        r->living[size] = heaps_moves_in(r, size, list) > 0;
    if (!r->living[r->heap])
        return ari_fail(error, ARI_RANGE, 0, "nobody has a move in a heap of %u",
                        (unsigned)r->heap);
    return ARI_OK;
}

static heaps_state heaps_start(const heaps_rules *r)
{
    return (heaps_state){.heap = {(uint8_t)r->heap}};
}

static inline int heaps_moves(const heaps_rules *r, const heaps_state *s, ari_move *list)
{
    int count = 0;
    for (int i = 0; s->heap[i]; i++)
        if (i == 0 || s->heap[i] != s->heap[i - 1])
            count += heaps_moves_in(r, s->heap[i], list + count);
    return count;
}

/* Puts a heap to its place, if there is a move in it. */
static inline void heaps_add(const heaps_rules *r, heaps_state *s, int size)
{
    if (!r->living[size])
        return;
    int at = 0;
    while (s->heap[at] >= size)
        at++;
    for (int put = size; put; at++) {
        int next = s->heap[at];
        s->heap[at] = (uint8_t)put;
        put = next;
    }
}

static inline heaps_state heaps_after(const heaps_rules *r, const heaps_state *s,
                                      ari_move m)
{
    int size = m >> 10, taken = m >> 5 & 31, small = m & 31, at = 0;
    heaps_state next = *s;
    while (s->heap[at] != size)
        at++;
    memmove(next.heap + at, next.heap + at + 1, sizeof next.heap - (size_t)at - 1);
    next.heap[sizeof next.heap - 1] = 0;
    heaps_add(r, &next, size - taken - small);
    heaps_add(r, &next, small);
    next.turn ^= 1;
    return next;
}

static inline int heaps_outcome(const heaps_rules *r, const heaps_state *s)
{
    if (s->heap[0])
        return ARI_ON;
    return r->misere ? ARI_WON : ARI_LOST;
}

static inline ari_side heaps_turn(const heaps_rules *r, const heaps_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

static inline heaps_state heaps_as_first(const heaps_rules *r, const heaps_state *s)
{
    (void)r;
    heaps_state seen = *s;
    seen.turn = ARI_FIRST;
    return seen;
}

static int heaps_components(const heaps_rules *r, const heaps_state *s, ari_side turn,
                            heaps_state *made)
{
    (void)r;
    int count = 0;
    for (; s->heap[count]; count++)
        made[count] =
            (heaps_state){.heap = {s->heap[count]}, .turn = (uint8_t)(turn != ARI_FIRST)};
    return count;
}

/* The sticks of a heap, one heap a row (heaps_board). */
static void heaps_component_places(const heaps_rules *r, const heaps_state *s,
                                   const ari_board *board, uint8_t *part)
{
    (void)r;
    for (int i = 0; s->heap[i]; i++)
        memset(part + (size_t)(i * board->width) + 1, i + 1, s->heap[i]);
}

static heaps_state heaps_with_turn(const heaps_rules *r, const heaps_state *s,
                                   ari_side turn)
{
    (void)r;
    heaps_state turned = *s;
    turned.turn = turn == ARI_SECOND;
    return turned;
}

static int heaps_last_move(const heaps_rules *r)
{
    return r->misere ? ARI_LOST : ARI_WON;
}

static bool heaps_heap_rules(const heaps_rules *r, ari_heap_rules *rules)
{
    *rules = r->code;
    return true;
}

static int heaps_heap_of(const heaps_rules *r, const heaps_state *s)
{
    (void)r;
    return s->heap[0];
}

/* A heap without a split for nothing loses one a move; with one, 2 * size - 1 gets smaller by every move. */
static inline int heaps_longest(const heaps_rules *r, const heaps_state *s)
{
    int most = 0;
    for (int i = 0; s->heap[i]; i++)
        most += r->code.digits[0] ? 2 * s->heap[i] - 1 : s->heap[i];
    return most;
}

/* Ways to write no more than the size as a sum. */
static double heaps_positions(const heaps_rules *r)
{
    double ways[HEAPS_SIZE + 1] = {1}, all = 0;
    for (uint32_t part = 1; part <= r->heap; part++)
        for (uint32_t sum = part; sum <= r->heap; sum++)
            ways[sum] += ways[sum - part];
    for (uint32_t sum = 0; sum <= r->heap; sum++)
        all += ways[sum];
    return all;
}

/* ---- text ---- */

static void heaps_format_move(const heaps_rules *r, const heaps_state *s, ari_move m,
                              ari_text *out)
{
    (void)r, (void)s;
    int size = m >> 10, taken = m >> 5 & 31, small = m & 31;
    ari_text_format(out, small ? "%d:%d+%d" : "%d:%d", size, size - taken - small, small);
}

static void heaps_format(const heaps_rules *r, const heaps_state *s, ari_text *out)
{
    (void)r;
    for (int i = 0; s->heap[i]; i++)
        ari_text_format(out, i ? ",%d" : "%d", s->heap[i]);
    if (!s->heap[0])
        ari_text_add(out, "0");
    if (s->turn == ARI_SECOND)
        ari_text_add(out, "/2");
}

/* Reads digits; whatever is too large for a heap comes out as too large. */
static int heaps_number(const char *text, size_t *at)
{
    int number = 0;
    for (; text[*at] >= '0' && text[*at] <= '9'; ++*at)
        if (number <= HEAPS_SIZE)
            number = 10 * number + (text[*at] - '0');
    return number;
}

static ari_status heaps_parse(const heaps_rules *r, const char *text, heaps_state *s,
                              ari_error *error)
{
    size_t at = 0, start;
    uint32_t all = 0;
    do {
        start = at += at > 0;
        int size = heaps_number(text, &at);
        if (at == start)
            return ari_fail(error, ARI_SYNTAX, at,
                            "expected the sizes of the heaps, as in %u or 5,3,3",
                            (unsigned)r->heap);
        all += (uint32_t)size;
        if (all > r->heap)
            return ari_fail(error, ARI_ILLEGAL, start,
                            "that is too many, the game starts with a heap of %u",
                            (unsigned)r->heap);
        if (size)
            heaps_add(r, s, size);
    } while (text[at] == ',');
    bool second = ari_read_second(text, &at);
    if (text[at])
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected a comma and the next heap, or /2 when the second "
                        "player is to move");
    s->turn = second;
    return ARI_OK;
}

/* The first stick that is taken is clicked, and then the last: on their left the larger heap stays, on their right
 * the smaller. Where nothing is taken these are the sticks beside the gap, so that no two moves have the same;
 * where nothing ever is, the stick before the gap plays (heaps_board). */
static int heaps_clicks(const heaps_rules *r, const heaps_state *s, ari_move m,
                        uint16_t *places)
{
    int size = m >> 10, taken = m >> 5 & 31, small = m & 31, row = 0;
    while (s->heap[row] != size)
        row++;
    int larger = row * (1 + s->heap[0]) + size - taken - small;
    places[0] = (uint16_t)(larger + 1);
    places[1] = (uint16_t)(larger + taken);
    return r->code.count == 1 ? 0 : 2;
}

/* One heap a row, behind its size. */
static void heaps_board(const heaps_rules *r, const heaps_state *s, ari_board *board)
{
    int heaps = 0;
    while (s->heap[heaps])
        heaps++;
    *board = (ari_board){.pieces = ARI_PIECES_MARKS};
    ari_board_size(board, 1 + (s->heap[0] ? s->heap[0] : 1), heaps ? heaps : 1);
    for (int i = 0; i < heaps; i++) {
        ari_cell *row = ari_board_at(board, 0, i);
        row[0].kind = ARI_CELL_LABEL;
        snprintf(row[0].text, sizeof row[0].text, "%d:", s->heap[i]);
        for (int x = 1; x <= s->heap[i]; x++)
            row[x] = (ari_cell){.kind = ARI_CELL_TOKEN, .move = ARI_NO_MOVE, .text = "|"};
        bool first = i == 0 || s->heap[i] != s->heap[i - 1];
        ari_move list[HEAPS_SIZE * ARI_HEAP_DIGITS];
        int moves = first && r->code.count == 1 ? heaps_moves_in(r, s->heap[i], list) : 0;
        for (int m = 0; m < moves; m++)
            row[s->heap[i] - (list[m] & 31)].move = list[m];
    }
    snprintf(board->caption, sizeof board->caption, "whoever makes the last move %s",
             r->misere ? "loses" : "wins");
}

#define GAME heaps
/* A heap of n has at most 12.3 n moves, if n is no more than 60. */
#define GAME_MAX_MOVES (16 * HEAPS_SIZE)
#define GAME_CLICKS heaps_clicks
#define GAME_AS_FIRST heaps_as_first
#define GAME_LONGEST heaps_longest
#define GAME_POSITIONS heaps_positions
#define GAME_LAST_MOVE heaps_last_move
#define GAME_IMPARTIAL ari_always
#define GAME_COMPONENTS heaps_components
#define GAME_COMPONENT_PLACES heaps_component_places
#define GAME_WITH_TURN heaps_with_turn
#define GAME_HEAP_RULES heaps_heap_rules
#define GAME_HEAP_OF heaps_heap_of
