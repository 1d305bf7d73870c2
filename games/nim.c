/* nim.c: heaps of sticks; take any number from one heap; the last stick loses (or wins).
 *
 * A position lists the heaps from left to right. One that is used up keeps its place, so that
 * the others keep their numbers: 6131, take the whole third heap, 6101; zeros at the end are
 * not written, and the empty position is 0. No rule asks about empty places: searches see
 * positions without them (nim_as_first), and who writes 611 for 6101 is understood, too. A
 * move is (heap << 8) + count - 1, the heap from 0. */
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define NIM_HEAPS 16
#define NIM_HEAP 255    /* sticks in one heap at most */
#define NIM_STICKS 1000 /* and in all heaps together */
#define NIM_SHOWN 60    /* cells drawn of one heap */

typedef struct nim_rules {
    uint8_t heap[NIM_HEAPS];
    uint8_t normal; /* whoever takes the last stick wins */
} nim_rules;

typedef struct nim_state {
    uint8_t heap[NIM_HEAPS];
    uint8_t turn;
} nim_state;

static inline int nim_heap_of(ari_move m)
{
    return m >> 8;
}

static inline int nim_count_of(ari_move m)
{
    return (m & 255) + 1;
}

/* How many places there are, up to the last heap that has sticks. */
static inline int nim_places(const uint8_t *heap)
{
    int places = NIM_HEAPS;
    while (places > 0 && !heap[places - 1])
        places--;
    return places;
}

/* The heaps that have sticks, one beside the other. */
static inline void nim_close_up(uint8_t *heap)
{
    int kept = 0, places = nim_places(heap);
    while (kept < places && heap[kept])
        kept++;
    for (int h = kept + 1; h < places; h++)
        if (heap[h]) {
            heap[kept++] = heap[h];
            heap[h] = 0;
        }
}

/* Reads digits from text[*at] on; anything above `max` comes out as max + 1. */
static int nim_number(const char *text, size_t *at, int max)
{
    int number = 0;
    for (; text[*at] >= '0' && text[*at] <= '9'; ++*at)
        if (number <= max)
            number = 10 * number + (text[*at] - '0');
    return number > max ? max + 1 : number;
}

/* Reads heaps up to a '/' or the end: a list when there is a comma, otherwise each digit
 * is a heap. A 0 is the place of one that is used up. */
static ari_status nim_read(const char *text, uint8_t *heap, size_t *end, ari_error *error)
{
    size_t size = strcspn(text, "/"), at = 0;
    bool list = memchr(text, ',', size) != NULL;
    size_t heaps = 0;
    int sticks = 0;
    memset(heap, 0, NIM_HEAPS);
    do {
        size_t start = at;
        if (text[at] < '0' || text[at] > '9')
            return ari_fail(
                error, ARI_SYNTAX, at,
                "expected a heap, as in 7531 or 12,5,3 (or 12, for one heap)");
        int sticks_here = list ? nim_number(text, &at, NIM_HEAP) : text[at++] - '0';
        if (sticks_here > NIM_HEAP)
            return ari_fail(error, ARI_RANGE, start, "a heap has at most %d sticks",
                            NIM_HEAP);
        if (list && at < size && text[at++] != ',')
            return ari_fail(error, ARI_SYNTAX, at - 1, "expected a comma between heaps");
        if (sticks_here == 0) {
            heaps++;
            continue;
        }
        if (heaps >= NIM_HEAPS)
            return ari_fail(error, ARI_RANGE, start, "there are at most %d heaps",
                            NIM_HEAPS);
        sticks += sticks_here;
        if (sticks > NIM_STICKS)
            return ari_fail(error, ARI_RANGE, start, "there are at most %d sticks in all",
                            NIM_STICKS);
        heap[heaps++] = (uint8_t)sticks_here;
    } while (at < size);
    *end = at;
    return ARI_OK;
}

static ari_status nim_setup(const ari_value *values, nim_rules *r, ari_error *error)
{
    size_t end;
    ari_status status = nim_read(values[0].string, r->heap, &end, error);
    if (status != ARI_OK)
        return status;
    if (values[0].string[end])
        return ari_fail(error, ARI_SYNTAX, end,
                        "expected only heaps, as in 7531 or 12,5,3");
    nim_close_up(r->heap);
    if (r->heap[0] == 0)
        return ari_fail(error, ARI_RANGE, 0, "there must be at least one stick");
    r->normal = values[1].number != 0;
    return ARI_OK;
}

static nim_state nim_start(const nim_rules *r)
{
    nim_state s = {.turn = ARI_FIRST};
    memcpy(s.heap, r->heap, sizeof s.heap);
    return s;
}

/* Small numbers first: in a lost position one takes as little as possible. */
static inline int nim_moves(const nim_rules *r, const nim_state *s, ari_move *list)
{
    (void)r;
    int count = 0, heaps = nim_places(s->heap), before = -1;
    for (int take = 1; before != count; take++) {
        before = count;
        for (int h = 0; h < heaps; h++)
            if (s->heap[h] >= take)
                list[count++] = (ari_move)(h << 8 | (take - 1));
    }
    return count;
}

static inline nim_state nim_after(const nim_rules *r, const nim_state *s, ari_move m)
{
    (void)r;
    nim_state next = *s;
    int h = nim_heap_of(m);
    next.turn ^= 1;
    next.heap[h] = (uint8_t)(next.heap[h] - nim_count_of(m));
    return next;
}

static inline int nim_outcome(const nim_rules *r, const nim_state *s)
{
    uint64_t words[NIM_HEAPS / 8];
    memcpy(words, s->heap, sizeof words);
    return words[0] | words[1] ? ARI_ON : r->normal ? ARI_LOST : ARI_WON;
}

static inline ari_side nim_turn(const nim_rules *r, const nim_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

static inline nim_state nim_as_first(const nim_rules *r, const nim_state *s)
{
    (void)r;
    nim_state result = *s;
    result.turn = ARI_FIRST;
    nim_close_up(result.heap);
    return result;
}

/* The heaps from large to small. */
static inline nim_state nim_canonical(const nim_rules *r, const nim_state *s)
{
    (void)r;
    nim_state result = *s;
    int places = nim_places(s->heap);
    for (int i = 1; i < places; i++) {
        uint8_t heap = result.heap[i];
        int to = i;
        for (; to > 0 && result.heap[to - 1] < heap; to--)
            result.heap[to] = result.heap[to - 1];
        result.heap[to] = heap;
    }
    return result;
}

/* Each heap that has sticks, in the first place. */
static int nim_components(const nim_rules *r, const nim_state *s, ari_side turn,
                          nim_state *made)
{
    (void)r;
    int count = 0;
    for (int h = 0; h < NIM_HEAPS; h++)
        if (s->heap[h])
            made[count++] = (nim_state){.heap = {s->heap[h]}, .turn = turn == ARI_SECOND};
    return count;
}

/* The sticks of a heap, one heap a row (nim_board). */
static void nim_component_places(const nim_rules *r, const nim_state *s,
                                 const ari_board *board, uint8_t *part)
{
    (void)r;
    uint8_t number = 0;
    for (int h = 0; h < NIM_HEAPS; h++)
        if (s->heap[h]) {
            int shown = s->heap[h] > NIM_SHOWN ? NIM_SHOWN : s->heap[h];
            memset(part + (size_t)(h * board->width) + 1, ++number, (size_t)shown);
        }
}

static nim_state nim_with_turn(const nim_rules *r, const nim_state *s, ari_side turn)
{
    (void)r;
    nim_state turned = *s;
    turned.turn = turn == ARI_SECOND;
    return turned;
}

static int nim_last_move(const nim_rules *r)
{
    return r->normal ? ARI_WON : ARI_LOST;
}

static inline int nim_longest(const nim_rules *r, const nim_state *s)
{
    (void)r;
    int sticks = 0;
    for (int h = 0; h < NIM_HEAPS; h++)
        sticks += s->heap[h];
    return sticks;
}

/* Heaps without their order: k numbers from 0 to m can be chosen in C(m + k, k) ways. */
static double nim_positions(const nim_rules *r)
{
    int largest = 0;
    double positions = 1;
    for (int h = 0; h < NIM_HEAPS; h++)
        if (r->heap[h] > largest)
            largest = r->heap[h];
    for (int h = 0; h < NIM_HEAPS && r->heap[h]; h++)
        positions *= (double)(largest + h + 1) / (h + 1);
    return positions;
}

static void nim_format_move(const nim_rules *r, const nim_state *s, ari_move m,
                            ari_text *out)
{
    (void)r, (void)s;
    ari_text_format(out, "%d:%d", nim_heap_of(m) + 1, nim_count_of(m));
}

static void nim_format(const nim_rules *r, const nim_state *s, ari_text *out)
{
    (void)r;
    int heaps = nim_places(s->heap);
    bool list = false;
    for (int h = 0; h < heaps; h++)
        list |= s->heap[h] > 9;
    for (int h = 0; h < heaps; h++)
        ari_text_format(out, list && h ? ",%d" : "%d", s->heap[h]);
    if (heaps == 0)
        ari_text_add(out, "0");
    if (list && heaps == 1)
        ari_text_add(out, ",");
    if (s->turn == ARI_SECOND)
        ari_text_add(out, "/2");
}

static ari_status nim_parse(const nim_rules *r, const char *text, nim_state *s,
                            ari_error *error)
{
    (void)r;
    size_t at = 0;
    ari_status status = nim_read(text, s->heap, &at, error);
    if (status != ARI_OK)
        return status;
    const char *side = text + at;
    if (*side && ((side[1] != '1' && side[1] != '2') || side[2]))
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected /1 or /2 (the side to move) after the heaps");
    s->turn = *side && side[1] == '2';
    return ARI_OK;
}

/* The places that are shown: of a game from the start, all that it began with, and else those of
 * the position. */
static int nim_rows(const nim_rules *r, const nim_state *s)
{
    for (int h = 0; h < NIM_HEAPS; h++)
        if (s->heap[h] > r->heap[h])
            return nim_places(s->heap);
    return nim_places(r->heap);
}

/* The move that leads to these heaps, empty places being written or not. */
static ari_status nim_parse_heaps(const nim_rules *r, const nim_state *s,
                                  const char *text, ari_move *move, ari_error *error)
{
    nim_state wanted;
    ari_status status = nim_parse(r, text, &wanted, error);
    if (status != ARI_OK)
        return status == ARI_SYNTAX
                   ? ari_fail(error, ARI_SYNTAX, 0,
                              "expected HEAP:COUNT such as 1:2, or the heaps that "
                              "remain after the move")
                   : status;
    if (!strchr(text, '/'))
        wanted.turn = !s->turn;
    ari_move list[NIM_STICKS];
    int count = nim_moves(r, s, list);
    for (int closed = 0; closed < 2; closed++) {
        for (int i = 0; i < count; i++) {
            nim_state next = nim_after(r, s, list[i]);
            if (closed)
                nim_close_up(next.heap);
            if (memcmp(&next, &wanted, sizeof next) == 0) {
                *move = list[i];
                return ARI_OK;
            }
        }
        nim_close_up(wanted.heap);
    }
    return ari_fail(error, ARI_ILLEGAL, 0,
                    "no move leads to these heaps; take from one heap and leave the "
                    "others in their order, or type HEAP:COUNT such as 1:2");
}

/* A move is HEAP:COUNT or the position that it leads to. */
static ari_status nim_parse_move(const nim_rules *r, const nim_state *s, const char *text,
                                 ari_move *move, ari_error *error)
{
    if (!strchr(text, ':'))
        return nim_parse_heaps(r, s, text, move, error);
    size_t at = 0, colon;
    int heaps = nim_rows(r, s), heap = nim_number(text, &at, NIM_HEAPS);
    colon = at;
    if (at == 0 || text[at] != ':')
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected the number of a heap and a colon, as in 1:2");
    int count = (at++, nim_number(text, &at, NIM_HEAP));
    if (at == colon + 1 || text[at])
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected the number of sticks after the colon, as in 1:2");
    if (nim_places(s->heap) == 0)
        return ari_fail(error, ARI_OVER, 0, "there are no sticks left");
    if (heap < 1 || heap > heaps)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "there is no such heap, the heaps are numbered from 1 to %d",
                        heaps);
    if (count < 1)
        return ari_fail(error, ARI_ILLEGAL, colon + 1,
                        "at least one stick must be taken");
    if (s->heap[heap - 1] == 0)
        return ari_fail(error, ARI_ILLEGAL, 0, "heap %d is used up", heap);
    if (count > s->heap[heap - 1])
        return ari_fail(error, ARI_ILLEGAL, colon + 1,
                        "heap %d has only %d stick%s, so no more can be taken", heap,
                        s->heap[heap - 1], s->heap[heap - 1] == 1 ? "" : "s");
    *move = (ari_move)((heap - 1) << 8 | (count - 1));
    return ARI_OK;
}

/* In saves of version 1 heaps were numbered anew whenever one was used up: HEAP counts only
 * those that have sticks. */
static ari_status nim_parse_old_move(const nim_rules *r, const nim_state *s,
                                     const char *text, ari_move *move, ari_error *error)
{
    nim_state closed = *s;
    nim_close_up(closed.heap);
    ari_status status = nim_parse_move(r, &closed, text, move, error);
    if (status != ARI_OK)
        return status;
    int h = 0;
    for (int before = nim_heap_of(*move); before > 0 || !s->heap[h]; h++)
        before -= s->heap[h] > 0;
    *move = (ari_move)(h << 8 | (nim_count_of(*move) - 1));
    return ARI_OK;
}

/* One heap a row, between its number and its size. The k-th stick from the right end
 * takes k; the sticks of a long heap that do not fit are a label at its left end. */
static void nim_board(const nim_rules *r, const nim_state *s, ari_board *board)
{
    int heaps = nim_rows(r, s), widest = 1;
    for (int h = 0; h < heaps; h++)
        widest = s->heap[h] > widest ? s->heap[h] : widest;
    widest = widest > NIM_SHOWN ? NIM_SHOWN : widest;
    *board = (ari_board){.pieces = ARI_PIECES_MARKS};
    ari_board_size(board, widest + 2, heaps ? heaps : 1);
    for (int h = 0; h < heaps; h++) {
        int shown = s->heap[h] > NIM_SHOWN ? NIM_SHOWN : s->heap[h];
        ari_cell *row = ari_board_at(board, 0, h);
        for (int x = 1; x <= shown; x++)
            row[x] = (ari_cell){.kind = ARI_CELL_TOKEN,
                                .move = (ari_move)(h << 8 | (shown - x)),
                                .text = "|"};
        if (s->heap[h] > NIM_SHOWN)
            row[1] =
                (ari_cell){.kind = ARI_CELL_LABEL, .move = ARI_NO_MOVE, .text = "..."};
        row[0].kind = row[shown + 1].kind = ARI_CELL_LABEL;
        snprintf(row[0].text, sizeof row[0].text, "%d:", h + 1);
        snprintf(row[shown + 1].text, sizeof row[0].text, "%d", s->heap[h]);
    }
    snprintf(board->caption, sizeof board->caption, "whoever takes the last stick %s",
             r->normal ? "wins" : "loses");
}

#define GAME nim
#define GAME_MAX_MOVES NIM_STICKS
#define GAME_PARSE_MOVE nim_parse_move
#define GAME_PARSE_OLD_MOVE nim_parse_old_move
#define GAME_CANONICAL nim_canonical
#define GAME_AS_FIRST nim_as_first
#define GAME_LONGEST nim_longest
#define GAME_POSITIONS nim_positions
#define GAME_LAST_MOVE nim_last_move
#define GAME_IMPARTIAL ari_always
#define GAME_COMPONENTS nim_components
#define GAME_COMPONENT_PLACES nim_component_places
#define GAME_WITH_TURN nim_with_turn
#include <ariadne/instance.h>

static const ari_option nim_options[] = {
    {.name = "heaps",
     .kind = ARI_STRING,
     .initial_string = "7531",
     .max = 63,
     .help = "heaps at the start, as 7531 or 12,5,3"},
    ARI_OPTION_FLAG("normal", 0, "whoever takes the last stick wins"),
    {.name = NULL}};

/* Measured: docs/levels.md. */
static const ari_level nim_levels[ARI_LEVELS] = {
    {.sight = 0, .slip = 0.3},
    {.sight = 2.2},
    {.sight = 3.2},
    {.sight = 4.8},
    {.sight = 5.8},
    {.sight = 6.7},
    {.sight = 8},
    {.sight = 9.2},
    {.sight = 10.4},
    {.sight = ARI_SIGHT_ALL},
};

const ari_game ari_game_nim = {
    GAME_CORE,
    .id = "nim",
    .title = "Nim",
    .about =
        "Sticks lie in several heaps. In turn, each player takes one or more sticks,\n"
        "all from the same heap. Whoever takes the last stick loses (with the option\n"
        "normal: wins).\n"
        "A move is HEAP:COUNT, heaps counted from 1 on the left: 3:2 takes two sticks\n"
        "from the third heap. A heap that is used up keeps its number. The heaps that\n"
        "remain are a move too: 6531 from 7531.\n"
        "A position is its heaps, 7531 or 12,5,3 (12, is one heap of twelve), with 0\n"
        "for one that is used up before others, and with /2 after it when the second\n"
        "player is to move.",
    .options = nim_options,
    .levels = nim_levels,
};
