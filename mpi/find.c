/* find.c: what can be reached, found by all ranks together. */
#include <stdlib.h>
#include <string.h>

#include "mpi/spread.h"

/* Sends a position to its owner: tier, how it was reached, which it is. Returns its tier. */
static int send(spread *s, const ari_state *state, unsigned reached)
{
    spread_place place = spread_place_of(s, state);
    spread_words *out = &s->out[place.owner];
    if (place.turn)
        reached = (reached >> 1 | reached << 1) & ARI__REACHED;
    spread_push(s, out, (uint64_t)place.tier << 8 | reached);
    for (int i = 0; i < s->words; i++)
        spread_push(s, out, place.id[i]);
    return place.tier;
}

static void follow(spread *s, int tier, uint64_t local, unsigned reached)
{
    const ari_variant *v = s->drive.strong.v;
    ari_state state;
    if (!spread_state(s, tier, local, &state) || ari_outcome(v, &state) != ARI_ON)
        return;
    int count = ari_moves(v, &state, s->moves);
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(v, &state, s->moves[i]);
        int below = send(s, &next, reached);
        if (below > tier)
            spread_die(s, "a move leads to a higher tier");
        uint64_t down = (uint64_t)(tier - below);
        s->stand.span = down > s->stand.span ? down : s->stand.span;
    }
}

/* ---- dense ---- */

static void take_dense(spread *s, int present)
{
    s->drive.tier = present;
    for (size_t i = 0; i < s->in.count; i += 2) {
        int tier = (int)(s->in.list[i] >> 8);
        spread_check(s, ari__drive_fetch(&s->drive, ARI__KIND_REACH, tier),
                     s->drive.error);
        uint64_t local = spread_local(s, tier, &s->in.list[i + 1]);
        if (local == ARI__NO_SLOT)
            spread_die(s, "a rank is not below the number of ranks");
        s->drive.strong.tiers[tier].reach[local] |=
            (uint8_t)(s->in.list[i] & ARI__REACHED);
    }
}

static void find_dense(spread *s, int tier)
{
    ari__tier *t = &s->drive.strong.tiers[tier];
    uint64_t at = 0, quiet = 0; /* slots since the last one that was new */
    for (bool more = true; more;) {
        s->drive.tier = tier;
        spread_check(s, ari__drive_fetch(&s->drive, ARI__KIND_REACH, tier),
                     s->drive.error);
        int batch = 0;
        for (; batch < s->batch && quiet < t->slots; at = (at + 1) % t->slots) {
            unsigned now = t->reach[at], news = now & ARI__REACHED & ~(now >> 2);
            quiet++;
            if (!news)
                continue;
            t->reach[at] = (uint8_t)(now | news << 2);
            follow(s, tier, at, news);
            quiet = 0;
            batch++;
        }
        spread_exchange(s);
        if (s->in.count)
            quiet = 0;
        take_dense(s, tier);
        more = spread_any(s, quiet < t->slots);
    }
    for (int lower = 0; lower <= tier; lower++)
        if (s->drive.strong.tiers[lower].reach)
            ari__store_forget(&s->store, ARI__KIND_REACH, lower);
}

/* ---- keyed ---- */

static ari_status no_memory(const spread *s)
{
    return ari_fail_memory(s->drive.error, s->in.count * 8, "the positions found");
}

/* What came goes to the runs of its tiers. */
static ari_status take_keyed(spread *s)
{
    size_t record = (size_t)s->words + 1, count = s->in.count / record;
    for (size_t i = 0; i < count; i++)
        s->in.list[i * record] >>= 8;
    return ari__find_split(&s->drive, s->in.list, count) ? ARI_OK : no_memory(s);
}

static void find_keyed(spread *s, int tier)
{
    ari__tier *t = &s->drive.strong.tiers[tier];
    ari__runs seen = {.list = NULL};
    spread_check(s, ari__find_take(&s->drive, tier, &seen), s->drive.error);
    while (spread_any(s, t->slots > 0)) {
        for (uint64_t at = 0; spread_any(s, at < t->slots);) {
            for (int batch = 0; batch < s->batch && at < t->slots; batch++)
                follow(s, tier, at++, 1);
            spread_exchange(s);
            spread_check(s, take_keyed(s), s->drive.error);
            spread_check(s, ari__drive_room(&s->drive, tier, 0), s->drive.error);
        }
        if (!ari__runs_add(&seen, t->keys, t->slots) ||
            !ari__runs_merge(&seen, s->words, false))
            spread_die(s, "there is not enough memory for the positions");
        spread_check(s, ari__find_take(&s->drive, tier, &seen), s->drive.error);
    }
    free(t->keys);
    if (!ari__runs_merge(&seen, s->words, true))
        spread_die(s, "there is not enough memory for the positions");
    t->slots = seen.count ? seen.list[0].count : 0;
    t->keys = seen.count ? seen.list[0].keys : calloc(1, 8);
    free(seen.list);
}

void spread_find_tier(spread *s, int tier)
{
    const ari_variant *v = s->drive.strong.v;
    if (tier == s->drive.strong.top) {
        if (s->rank == 0)
            send(s, &v->start, 1);
        spread_exchange(s);
        if (s->drive.strong.dense)
            take_dense(s, tier);
        else
            spread_check(s, take_keyed(s), s->drive.error);
    }
    if (s->drive.strong.dense)
        find_dense(s, tier);
    else
        find_keyed(s, tier);
}
