/* verify_find.c: which positions there are, found by following moves through the game's core, and where each has
 * its place. */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "game/normal.h"
#include "strong/verify.h"

/* ---- places ---- */

/* The position that stands for its symmetric ones. */
ari_state ari__verify_normal(const ari__verifying *c, const ari_state *s)
{
    ari_state rest = *s;
    if (c->core->rest)
        c->core->rest(c->v->rules, s, &rest);
    return ari__normal(c->v, &rest, c->ranked, c->canonical);
}

static bool grow_table(ari__verifying *c)
{
    size_t old = c->table_size, bytes = c->core->state_size;
    if (!ari__charged_resize(c->memory, (void **)&c->table, &c->table_size,
                             old ? 2 * old : 1024, sizeof *c->table))
        return false;
    memset(c->table, 0, old * sizeof *c->table);
    for (uint64_t place = 0; place < c->places; place++) {
        size_t at =
            ari__hash_bytes(c->states + place * bytes, bytes) & (c->table_size - 1);
        while (c->table[at])
            at = (at + 1) & (c->table_size - 1);
        c->table[at] = place + 1;
    }
    return true;
}

static bool grow_places(ari__verifying *c)
{
    size_t needed = (size_t)c->places + 1;
    return ari__charged_grow(c->memory, (void **)&c->flags, &c->flag_room, needed, 1) &&
           ari__charged_grow(c->memory, (void **)&c->states, &c->state_room, needed,
                             c->core->state_size);
}

void ari__verify_free_places(ari__verifying *c)
{
    ari__charged_free(c->memory, c->flags, c->flag_room, 1);
    ari__charged_free(c->memory, c->states, c->state_room, c->core->state_size);
    ari__charged_free(c->memory, c->table, c->table_size, sizeof *c->table);
    ari__charged_free(c->memory, c->values, c->value_room, sizeof *c->values);
    ari__charged_free(c->memory, c->found.opens, c->found_room, sizeof *c->found.opens);
}

/* The place of a position by its bytes; a new one if there is none. */
uint64_t ari__verify_place_of_state(ari__verifying *c, const ari_state *s)
{
    if ((2 * c->places >= c->table_size && !grow_table(c)) || !grow_places(c))
        return UINT64_MAX;
    size_t bytes = c->core->state_size;
    size_t at = ari__hash_bytes(s->bytes, bytes) & (c->table_size - 1);
    for (; c->table[at]; at = (at + 1) & (c->table_size - 1))
        if (memcmp(c->states + (c->table[at] - 1) * bytes, s->bytes, bytes) == 0)
            return c->table[at] - 1;
    memcpy(c->states + c->places * bytes, s->bytes, bytes);
    c->table[at] = ++c->places;
    return c->places - 1;
}

/* The place of any position, and the flag that says it was seen with this side to move.
 * UINT64_MAX after saying why there is none. */
uint64_t ari__verify_place_of(ari__verifying *c, const ari_state *s, unsigned *seen)
{
    *seen = ARI__SEEN;
    if (!c->ranked) {
        ari_state n = ari__verify_normal(c, s);
        uint64_t place = ari__verify_place_of_state(c, &n);
        if (place == UINT64_MAX)
            ari_fail_allowance(c->error, c->memory, "keeping all positions");
        return place;
    }
    if (c->core->as_first && ari_turn(c->v, s) == ARI_SECOND)
        *seen = ARI__SEEN_SECOND;
    int tier = c->core->tier(c->v->rules, s);
    bool there = tier >= 0 && tier <= c->db->strong.top;
    uint64_t rank = there ? c->core->rank(c->v->rules, s) : UINT64_MAX;
    if (rank >= (there ? c->db->tiers[tier].slots : 0)) {
        ari__verify_wrong(c, s, "the file has no place for this position%s", "");
        return UINT64_MAX;
    }
    __builtin_prefetch(&c->flags[c->bases[tier] + rank], 1);
    return c->bases[tier] + rank;
}

/* Is the rank of a position that was not seen before its own? */
static bool own_place(ari__verifying *c, const ari_state *s, uint64_t place)
{
    ari_state n = ari__verify_normal(c, s), back = {{0}};
    if (!c->ranked)
        return true;
    int tier = c->core->tier(c->v->rules, s);
    c->core->unrank(c->v->rules, tier, place - c->bases[tier], &back);
    back = ari__verify_normal(c, &back);
    return ari_state_equal(c->v, &back, &n) ||
           ari__verify_wrong(
               c, s, "the game gives the rank of this position to another one, too%s",
               "");
}

ari_state ari__verify_state_at(const ari__verifying *c, uint64_t place, int tier)
{
    ari_state s = {{0}};
    if (c->ranked)
        c->core->unrank(c->v->rules, tier, place - c->bases[tier], &s);
    else
        memcpy(s.bytes, c->states + place * c->core->state_size, c->core->state_size);
    return s;
}

/* ---- finding ---- */

/* Marks a position as reached; false after saying why it cannot be. */
static bool mark(ari__verifying *c, const ari_state *s, uint64_t place, unsigned marks)
{
    if (!(c->flags[place] & (ARI__SEEN | ARI__SEEN_SECOND)) && !own_place(c, s, place))
        return false;
    c->flags[place] = (uint8_t)(c->flags[place] | marks);
    return true;
}

/* Follows every move from a place that was seen; how many places are newly seen, or -1. All places are found
 * before the first is looked at, so that they come into the cache side by side. */
static int follow(ari__verifying *c, uint64_t place, int tier)
{
    unsigned news = c->flags[place] & 3u & ~((unsigned)c->flags[place] >> 2);
    ari_state s = ari__verify_state_at(c, place, tier);
    c->flags[place] = (uint8_t)(c->flags[place] | news << 2);
    if (ari_outcome(c->v, &s) != ARI_ON)
        return 0;
    int count = ari_moves(c->v, &s, c->moves), fresh = 0;
    for (int i = 0; i < count; i++) {
        ari__verify_child *to = &c->children[i];
        c->core->after(c->v->rules, &s, c->moves[i], &to->state);
        to->place = ari__verify_place_of(c, &to->state, &to->seen);
        if (to->place == UINT64_MAX)
            return -1;
    }
    for (int i = 0; i < count; i++) {
        const ari__verify_child *to = &c->children[i];
        unsigned marks = to->seen == ARI__SEEN ? news : (news >> 1 | news << 1) & 3u;
        fresh += (c->flags[to->place] & marks) != marks;
        if (!mark(c, &to->state, to->place, marks))
            return -1;
    }
    return fresh;
}

/* Is there nothing to follow at eight places? */
static bool quiet(const uint8_t *flags)
{
    uint64_t now;
    memcpy(&now, flags, sizeof now);
    return (now & ~(now >> 2) & UINT64_C(0x0303030303030303)) == 0;
}

/* Follows what was reached in a tier: what only one side has, if that may wait, `few` of it at most. Counts
 * in `followed` and says whether there is more, or -1. */
static int follow_tier(ari__verifying *c, int tier, bool wait, uint64_t few,
                       uint64_t *followed)
{
    bool more = false;
    *followed = 0;
    for (uint64_t place = c->bases[tier]; place < c->bases[tier + 1]; place++) {
        if (place + 8 <= c->bases[tier + 1] && quiet(&c->flags[place])) {
            place += 7;
            continue;
        }
        unsigned now = c->flags[place];
        if (!(now & 3u & ~(now >> 2)) || (wait ? (now & 3u) != 3u : *followed >= few))
            continue;
        int fresh = follow(c, place, tier);
        if (fresh < 0 ||
            (++*followed % 4096 == 0 && !ari__verify_go_on(c, "finding", place)))
            return -1;
        more |= fresh > 0;
    }
    return more;
}

/* Where both sides share a place and moves come back, most places are reached by both in the end, and are
 * followed but once if they wait until then. */
static bool find_ranked(ari__verifying *c)
{
    bool patient = c->core->as_first && (c->core->flags & ARI_HAS_CYCLES);
    for (int tier = c->db->strong.top; tier >= 0; tier--) {
        uint64_t few = patient ? 4096 : UINT64_MAX, followed = 1;
        while (followed) {
            int more = patient;
            while (more > 0)
                more = follow_tier(c, tier, true, 0, &followed);
            if (more == 0)
                more = follow_tier(c, tier, false, few, &followed);
            if (more < 0)
                return false;
            few = few > UINT64_MAX / 4 ? few : 4 * few;
        }
    }
    return true;
}

bool ari__verify_find_all(ari__verifying *c)
{
    unsigned seen;
    uint64_t start = ari__verify_place_of(c, &c->v->start, &seen);
    if (start == UINT64_MAX)
        return false;
    if (!mark(c, &c->v->start, start, seen))
        return false;
    if (c->ranked)
        return find_ranked(c);
    for (uint64_t place = 0; place < c->places; place++)
        if (follow(c, place, 0) < 0 ||
            ((place & 0xfff) == 0 && !ari__verify_go_on(c, "finding", place)))
            return false;
    return true;
}
