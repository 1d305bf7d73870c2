/* nimbers.c: the nimbers of parts.
 *
 * The question is not which nimber a part has, but whether it has this one (Lemoine and Viennot 2012: Nimbers are
 * inevitable): it has n if no move leads to n, and it has none of 0 to n - 1. A move leads to a sum; of that, all
 * parts but the largest are small, and their nimbers are found, which leaves one question about the largest. So
 * few nimbers of large parts have to be found, and of the moves only one where the answer is no. What a part is
 * worth is found by asking for 0, 1, 2 and so on. Before a move is searched, it is looked at what is known of all of them, by
 * memory or by the game itself (GAME_AT_MOST: a part lost for whoever is to move has nimber 0), and two parts that are
 * the same go away together.
 *
 * Remembered of a part, seen as the first player's in its canonical form, are its nimber, once it is known, and
 * which of the small ones it does not have. */
#include <ariadne/sums.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/ticker.h"
#include "game/normal.h"
#include "search/memo_table.h"

#define UNKNOWN (-1)
#define EXCLUDED 31 /* so many of the smallest are remembered not to be the one */
#define DEEPEST (ARI_PLY_MAX < 1000 ? ARI_PLY_MAX : 1000)

/* A move with how many moves the largest part has that it leaves open. */
typedef struct option {
    int largest;
    ari_move move;
} option;

struct ari_nimbers {
    const ari_variant *v;
    ari_allowance allowance;
    ari__memo memo;  /* its scores are nimbers, its lengths sets of excluded ones */
    option *options; /* of all positions on the way to the present one */
    size_t option_count, option_room;
    ari_state *parts; /* of the moves on that way */
    size_t part_count, part_room;
    ari_move *list; /* of one position, and of one part that it leads to */
    ari__ticker ticker;
    int depth;
    bool crowded, too_long;
    bool lost_is_zero; /* and the game may know what is lost */
    uint64_t nodes;
};

ari_status ari_nimbers_new(const ari_variant *v, size_t bytes, ari_nimbers **result,
                           ari_error *error)
{
    *result = NULL;
    if (!ari_has_nimbers(v))
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "%s has no nimbers: they are for games in which both sides have "
                        "the same moves, and that end when there is none",
                        v->game->title);
    size_t moves = 2 * (size_t)v->core->max_moves * sizeof(ari_move);
    ari_nimbers *n = calloc(1, sizeof *n);
    if (!n || !(n->list = malloc(moves))) {
        free(n);
        return ari_fail_memory(error, sizeof *n + moves, "nimbers");
    }
    n->v = v;
    ari_allowance_begin(&n->allowance, bytes);
    n->lost_is_zero = v->core->at_most && !v->core->view && ari_nimbers_decide(v);
    n->memo = ari__memo_empty(v->core->state_size, &n->allowance);
    *result = n;
    return ARI_OK;
}

void ari_nimbers_free(ari_nimbers *n)
{
    if (!n)
        return;
    ari__memo_free(&n->memo);
    ari__charged_free(&n->allowance, n->options, n->option_room, sizeof *n->options);
    ari__charged_free(&n->allowance, n->parts, n->part_room, sizeof *n->parts);
    free(n->list);
    free(n);
}

uint64_t ari_nimbers_nodes(const ari_nimbers *n)
{
    return n->nodes;
}

uint64_t ari_nimbers_parts(const ari_nimbers *n)
{
    return n->memo.count;
}

/* ---- what is remembered ---- */

static bool no_room(ari_nimbers *n)
{
    n->crowded = true;
    ari__ticker_stop(&n->ticker);
    return false;
}

static void exclude(ari_nimbers *n, size_t place, int nimber)
{
    if (nimber < EXCLUDED)
        n->memo.lengths[place] |= (int32_t)(UINT32_C(1) << nimber);
}

static bool is_excluded(const ari_nimbers *n, size_t place, int nimber)
{
    return nimber < EXCLUDED && ((uint32_t)n->memo.lengths[place] >> nimber & 1);
}

/* Does the game itself know that whoever is to move loses? */
static bool is_lost(const ari_nimbers *n, const ari_state *part)
{
    const ari_core *core = n->v->core;
    return n->lost_is_zero && core->at_most(n->v->rules, part, 0) < 0;
}

/* The place of a part in its canonical form, which is added if it is new; ARI__MEMO_NONE: no memory. */
static size_t place_of(ari_nimbers *n, const ari_state *normal)
{
    size_t place = ari__memo_find(&n->memo, normal);
    if (place != ARI__MEMO_NONE)
        return place;
    if (ari__memo_add(&n->memo, normal, is_lost(n, normal) ? 0 : UNKNOWN, 0))
        return n->memo.count - 1;
    no_room(n);
    return ARI__MEMO_NONE;
}

/* ---- moves and their parts ---- */

/* The parts of a position whose nimbers are not known, in their canonical forms, are added at the end of those on the
 * way; how many there are, 0 also where there is no memory. Two that are the same are worth nothing together;
 * *worth is what all others are worth. Called with room to spare, so that the list stays where it is. */
static int add_parts(ari_nimbers *n, const ari_state *s, int *worth)
{
    *worth = 0;
    if (!ari__charged_grow(&n->allowance, (void **)&n->parts, &n->part_room,
                           n->part_count + ARI_COMPONENTS_MAX, sizeof *n->parts))
        return no_room(n);
    ari_state *parts = n->parts + n->part_count;
    int count = ari_sum_parts(n->v, s, ari_turn(n->v, s), parts), open = 0;
    for (int i = 0; i < count; i++) {
        const ari_state part = ari__normal(n->v, &parts[i], true, true);
        size_t place = ari__memo_find(&n->memo, &part);
        int nimber = place != ARI__MEMO_NONE ? n->memo.scores[place]
                     : is_lost(n, &part)     ? 0
                                             : UNKNOWN,
            same = 0;
        if (nimber != UNKNOWN) {
            *worth ^= nimber;
            continue;
        }
        while (same < open && memcmp(&parts[same], &part, n->v->core->state_size) != 0)
            same++;
        if (same < open)
            parts[same] = parts[--open];
        else
            parts[open++] = part;
    }
    return open;
}

/* The more moves, the more work. */
static int size_of(const ari_nimbers *n, const ari_state *part)
{
    return ari_moves(n->v, part, n->list + n->v->core->max_moves);
}

static int by_largest(const void *a, const void *b)
{
    const option *x = a, *y = b;
    return x->largest != y->largest
               ? (x->largest > y->largest) - (x->largest < y->largest)
               : (x->move > y->move) - (x->move < y->move);
}

/* Does a move to these parts lead to a nimber? That may be known. */
typedef enum known { NO, YES, OPEN } known;

static known is_known(const ari_nimbers *n, int open, int nimber)
{
    if (open == 0)
        return nimber == 0 ? YES : NO;
    if (open > 1)
        return OPEN;
    size_t place = ari__memo_find(&n->memo, &n->parts[n->part_count]);
    return place != ARI__MEMO_NONE && is_excluded(n, place, nimber) ? NO : OPEN;
}

/* The moves of a part that may lead to a nimber, those first that leave only small parts; -1: no memory. None where
 * it is known that one does. */
static int add_options(ari_nimbers *n, const ari_state *s, int nimber, bool *leads,
                       bool *beyond)
{
    int count = ari_moves(n->v, s, n->list), kept = 0;
    *beyond = nimber > count;
    if (!ari__charged_grow(&n->allowance, (void **)&n->options, &n->option_room,
                           n->option_count + (size_t)count, sizeof *n->options)) {
        no_room(n);
        return -1;
    }
    option *options = n->options + n->option_count;
    for (int i = 0; i < count && !*leads; i++) {
        ari_state next = ari_after(n->v, s, n->list[i]);
        int worth, open = add_parts(n, &next, &worth), largest = 0;
        known is = is_known(n, open, nimber ^ worth);
        *leads = is == YES;
        for (int k = 0; k < open; k++) {
            int size = size_of(n, &n->parts[n->part_count + (size_t)k]);
            largest = size > largest ? size : largest;
        }
        if (is == OPEN)
            options[kept++] = (option){largest, n->list[i]};
    }
    if (*leads)
        return 0;
    qsort(options, (size_t)kept, sizeof *options, by_largest);
    n->option_count += (size_t)kept;
    return n->crowded ? -1 : kept;
}

/* ---- the recursion ---- */

static bool part_is(ari_nimbers *n, const ari_state *part, int nimber);

/* Of a part; meaningless when the work was stopped. */
static int part_nimber(ari_nimbers *n, const ari_state *part)
{
    int nimber = 0;
    while (!part_is(n, part, nimber) && !n->ticker.stopped)
        nimber++;
    return nimber;
}

/* Is the sum of these parts worth so much? The largest is asked last. */
static bool sum_is(ari_nimbers *n, size_t first, int count, int nimber)
{
    int last = 0;
    for (int i = 1; i < count; i++)
        if (size_of(n, &n->parts[first + (size_t)i]) >
            size_of(n, &n->parts[first + (size_t)last]))
            last = i;
    for (int i = 0; i < count && !n->ticker.stopped; i++) {
        if (i == last)
            continue;
        const ari_state part = n->parts[first + (size_t)i];
        nimber ^= part_nimber(n, &part);
    }
    if (count == 0 || n->ticker.stopped)
        return nimber == 0;
    const ari_state part = n->parts[first + (size_t)last];
    return part_is(n, &part, nimber);
}

static bool position_is(ari_nimbers *n, const ari_state *s, int nimber)
{
    int worth, count = add_parts(n, s, &worth);
    size_t first = n->part_count;
    n->part_count += (size_t)count;
    bool is = sum_is(n, first, count, nimber ^ worth);
    n->part_count = first;
    return is;
}

/* Does a move lead to this nimber? It cannot be asked for more than there are moves. */
static bool leads_to(ari_nimbers *n, const ari_state *part, int nimber, bool *beyond)
{
    size_t first = n->option_count;
    bool leads = false;
    int count = add_options(n, part, nimber, &leads, beyond);
    for (int i = 0; i < count && !leads && !*beyond && !n->ticker.stopped; i++) {
        ari_state next = ari_after(n->v, part, n->options[first + (size_t)i].move);
        leads = position_is(n, &next, nimber);
    }
    n->option_count = first;
    return leads;
}

static bool find_out(ari_nimbers *n, size_t place, const ari_state *part, int nimber)
{
    for (int less = 0; less < nimber; less++)
        if (part_is(n, part, less) || n->ticker.stopped)
            return false;
    bool beyond, leads = leads_to(n, part, nimber, &beyond);
    if (n->ticker.stopped || beyond)
        return false;
    if (leads)
        exclude(n, place, nimber);
    else
        n->memo.scores[place] = nimber;
    return !leads;
}

static bool part_is(ari_nimbers *n, const ari_state *part, int nimber)
{
    size_t place = place_of(n, part);
    if (place == ARI__MEMO_NONE)
        return false;
    if (n->memo.scores[place] != UNKNOWN)
        return n->memo.scores[place] == nimber;
    if (is_excluded(n, place, nimber) || ari__tick(&n->ticker))
        return false;
    if (n->depth >= DEEPEST) {
        n->too_long = true;
        ari__ticker_stop(&n->ticker);
        return false;
    }
    n->depth++;
    bool is = find_out(n, place, part, nimber);
    n->depth--;
    return is;
}

/* ---- questions ---- */

static void begin(ari_nimbers *n, const ari_limits *limits)
{
    n->option_count = n->part_count = 0;
    n->depth = 0;
    n->crowded = n->too_long = false;
    ari__ticker_start(&n->ticker, limits);
    ari__ticker_look(&n->ticker);
}

static ari_status end(ari_nimbers *n, ari_error *error)
{
    n->nodes += ari__ticker_nodes(&n->ticker);
    if (n->crowded)
        return ari_fail_allowance(error, &n->allowance, "remembering the parts");
    if (n->too_long)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "the game can last more than %d plies: too long to look at its "
                        "parts",
                        DEEPEST);
    if (n->ticker.stopped)
        return ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET, "stopped before the end");
    return ARI_OK;
}

ari_status ari_nimber_of(ari_nimbers *n, const ari_state *s, const ari_limits *limits,
                         int *nimber, ari_error *error)
{
    begin(n, limits);
    int all = 0, count = n->ticker.stopped ? 0 : add_parts(n, s, &all);
    n->part_count = (size_t)count;
    for (int i = 0; i < count && !n->ticker.stopped; i++) {
        const ari_state part = n->parts[i];
        all ^= part_nimber(n, &part);
    }
    *nimber = all;
    return end(n, error);
}

ari_status ari_nimber_is(ari_nimbers *n, const ari_state *s, int nimber,
                         const ari_limits *limits, bool *is, ari_error *error)
{
    begin(n, limits);
    *is = !n->ticker.stopped && position_is(n, s, nimber);
    return end(n, error);
}
