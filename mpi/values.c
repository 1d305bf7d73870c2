/* values.c: what positions are worth, found by all ranks together. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mpi/spread.h"

/* An edge to a slot of this rank, from one of any rank. */
typedef struct edge {
    uint32_t to;
    int16_t collected; /* by the move */
    bool same;         /* the same side moves again */
    uint64_t from;     /* rank and slot */
} edge;

typedef struct values {
    spread *s;
    int tier;
    bool payoffs;
    edge *edges;
    size_t count, capacity;
    uint32_t *starts;
    spread_words *moves_within; /* to other slots of the tier, by rank */
} values;

/* ---- moves to lower tiers, and edges ---- */

static ari__worth final_worth(const values *c, int outcome)
{
    if (outcome > ARI__VALUE_MAX || outcome < -ARI__VALUE_MAX)
        spread_die(c->s, "payoffs beyond 32766 cannot be stored");
    return ari__worth_of(outcome, 0, c->payoffs);
}

/* Room for what moves within the tier take besides: checked, so that the limit is kept. */
static void need(const values *c, size_t bytes)
{
    ari__drive *d = &c->s->drive;
    if (ari__drive_room(d, c->tier, bytes) != ARI_OK)
        spread_die(c->s, "the moves within a tier need more memory than --memory allows; "
                         "with more ranks each needs less");
}

static void need_open(const values *c)
{
    ari__strong *strong = &c->s->drive.strong;
    uint64_t slots = strong->tiers[c->tier].slots;
    if (strong->open)
        return;
    if (slots > ARI__SLOTS_MAX_CYCLIC)
        spread_die(c->s, "a tier has more positions with moves within it than a rank can "
                         "have; with more ranks each has fewer");
    need(c, (size_t)slots * (4 + 4 + 8));
    strong->open = calloc(slots ? slots : 1, sizeof *strong->open);
    if (!strong->open)
        spread_die(c->s, "there is not enough memory for a tier");
}

/* What an answer or an edge is about: a slot, what the move from it has collected, and whether the same
 * side moves then. */
static uint64_t asked_about(uint64_t local, int collected, bool same)
{
    return local << 17 | (uint64_t)(collected + 0x8000) << 1 | same;
}

static int about_collected(uint64_t about)
{
    return (int)(about >> 1 & 0xffff) - 0x8000;
}

/* Asks about a move, or notes it as one that stays within the tier. */
static void ask(values *c, uint64_t local, const ari_state *next, bool same)
{
    spread *s = c->s;
    spread_place place = spread_place_of(s, next);
    const ari_variant *v = s->drive.strong.v;
    int collected = v->core->so_far ? v->core->so_far(v->rules, next) : 0;
    if (collected > ARI__VALUE_MAX || collected < -ARI__VALUE_MAX)
        spread_die(s, "payoffs beyond 32766 cannot be stored");
    if (place.tier > c->tier)
        spread_die(s, "a move leads to a higher tier");
    if (place.tier == c->tier) {
        spread_words *list = &c->moves_within[place.owner];
        for (int i = 0; i < s->words; i++)
            spread_push(s, list, place.id[i]);
        spread_push(s, list, asked_about(local, collected, same));
        need_open(c);
        s->drive.strong.open[local]++;
        return;
    }
    spread_push(s, &s->out[place.owner], (uint64_t)place.tier);
    for (int i = 0; i < s->words; i++)
        spread_push(s, &s->out[place.owner], place.id[i]);
    spread_push(s, &s->asked[place.owner], asked_about(local, collected, same));
}

/* The worth of a position as far as it needs nobody else. */
static ari__worth begin(values *c, uint64_t local)
{
    spread *s = c->s;
    const ari_variant *v = s->drive.strong.v;
    ari_state state;
    if ((s->drive.strong.spare && !s->drive.strong.tiers[c->tier].reach[local]) ||
        !spread_state(s, c->tier, local, &state))
        return ARI__WORTH_NONE;
    int outcome = ari_outcome(v, &state);
    if (outcome != ARI_ON)
        return final_worth(c, outcome);
    int count = ari_moves(v, &state, s->moves);
    ari__worth best = ARI__WORTH_NONE;
    for (int i = 0; i < count; i++) {
        s->children[i] = ari_after(v, &state, s->moves[i]);
        outcome = ari_outcome(v, &s->children[i]);
        if (outcome == ARI_ON)
            continue;
        bool same = ari_turn(v, &state) == ari_turn(v, &s->children[i]);
        ari__worth w = ari__worth_before(final_worth(c, outcome), !same, c->payoffs);
        best = w > best ? w : best;
    }
    if (!c->payoffs && best == ARI__WORTH_WIN_NOW)
        return best;
    if (s->drive.strong.dense) { /* is there a position with this rank? */
        uint64_t slot = spread_global(s, s->rank, local);
        if (v->core->rank(v->rules, &state) != slot)
            return ARI__WORTH_NONE;
    }
    for (int i = 0; i < count; i++)
        if (ari_outcome(v, &s->children[i]) == ARI_ON)
            ask(c, local, &s->children[i],
                ari_turn(v, &state) == ari_turn(v, &s->children[i]));
    return best;
}

/* Answers what others have asked: a worth for each position. */
static void answer(values *c)
{
    spread *s = c->s;
    size_t record = (size_t)s->words + 1;
    for (int r = 0; r < s->ranks; r++)
        for (int i = 0; i < s->in_counts[r]; i += (int)record) {
            const uint64_t *question = s->in.list + s->in_starts[r] + i;
            int tier = (int)question[0];
            if (tier < s->drive.gone)
                spread_die(s, "a position that cannot be reached leads further down than "
                              "any that can: the game's ranks hold too much");
            ari_status status = ari__drive_fetch(&s->drive, ARI__KIND_WORTH, tier);
            if (status == ARI_OK && !s->drive.strong.dense)
                status = ari__drive_fetch(&s->drive, ARI__KIND_KEYS, tier);
            spread_check(s, status, s->drive.error);
            uint64_t local = spread_local(s, tier, question + 1);
            if (local == ARI__NO_SLOT)
                spread_die(s, "a move leads to a position that was not found");
            spread_push(s, &s->out[r], s->drive.strong.tiers[tier].worth[local]);
        }
}

static void take_answers(values *c)
{
    spread *s = c->s;
    ari__worth *worth = s->drive.strong.tiers[c->tier].worth;
    for (int r = 0; r < s->ranks; r++) {
        for (int i = 0; i < s->in_counts[r]; i++) {
            uint64_t about = s->asked[r].list[i];
            ari__worth w = (ari__worth)s->in.list[s->in_starts[r] + i];
            if (ari__worth_length(w, c->payoffs) == ARI__LENGTH_MAX)
                spread_die(s, "games of more than 65534 plies cannot be stored");
            w = ari__worth_plus(w, about_collected(about));
            w = ari__worth_before(w, !(about & 1), c->payoffs);
            if (w > worth[about >> 17])
                worth[about >> 17] = w;
        }
        s->asked[r].count = 0;
    }
}

static void take_edges(values *c)
{
    spread *s = c->s;
    size_t record = (size_t)s->words + 1;
    for (int r = 0; r < s->ranks; r++)
        for (int i = 0; i < s->in_counts[r]; i += (int)record) {
            const uint64_t *e = s->in.list + s->in_starts[r] + i;
            uint64_t local = spread_local(s, c->tier, e);
            if (local == ARI__NO_SLOT)
                spread_die(s, "a move leads to a position that was not found");
            if (c->count == c->capacity) /* they grow by half, and are sorted later */
                need(c, (c->capacity + c->capacity / 2) * 2 * sizeof *c->edges);
            if (!ari__grow((void **)&c->edges, &c->capacity, c->count + 1,
                           sizeof *c->edges))
                spread_die(s, "there is not enough memory for the moves of a tier");
            uint64_t about = e[s->words];
            c->edges[c->count++] =
                (edge){(uint32_t)local, (int16_t)about_collected(about), about & 1,
                       (uint64_t)r << 40 | about >> 17};
        }
}

static void send_edges(values *c)
{
    spread *s = c->s;
    for (int r = 0; r < s->ranks; r++) {
        spread_words swapped = s->out[r];
        s->out[r] = c->moves_within[r];
        c->moves_within[r] = swapped;
    }
    spread_exchange(s);
    take_edges(c);
}

static void look_at_all(values *c)
{
    spread *s = c->s;
    ari__tier *t = &s->drive.strong.tiers[c->tier];
    for (uint64_t at = 0; spread_any(s, at < t->slots);) {
        for (int batch = 0; batch < s->batch / 4 && at < t->slots; batch++, at++)
            t->worth[at] = begin(c, at);
        spread_exchange(s);
        answer(c);
        spread_exchange(s);
        take_answers(c);
        send_edges(c);
    }
}

/* ---- retrograde ---- */

static void sort_edges(values *c, uint64_t slots)
{
    edge *sorted = malloc((c->count ? c->count : 1) * sizeof *sorted);
    c->starts = calloc(slots + 2, sizeof *c->starts);
    if (!sorted || !c->starts)
        spread_die(c->s, "there is not enough memory for the moves of a tier");
    uint32_t *ends = c->starts + 1;
    for (size_t i = 0; i < c->count; i++)
        ends[c->edges[i].to + 1]++;
    for (uint64_t i = 0; i < slots; i++)
        ends[i + 1] += ends[i];
    for (size_t i = 0; i < c->count; i++)
        sorted[ends[c->edges[i].to]++] = c->edges[i];
    free(c->edges);
    c->edges = sorted;
}

static bool tell(void *self, uint32_t slot, ari__worth worth)
{
    values *c = self;
    for (uint32_t e = c->starts[slot]; e < c->starts[slot + 1]; e++) {
        const edge *from = &c->edges[e];
        spread_words *out = &c->s->out[from->from >> 40];
        spread_push(c->s, out, from->from & ((UINT64_C(1) << 40) - 1));
        ari__worth rest = ari__worth_plus(worth, from->collected);
        spread_push(c->s, out, ari__worth_before(rest, !from->same, c->payoffs));
    }
    return true;
}

/* Length by length, all ranks together, until none has any left. */
static void settle(values *c, ari__retro *t,
                   bool (*take)(ari__retro *t, uint32_t q, ari__worth w))
{
    spread *s = c->s;
    for (uint64_t length = 0; length < spread_most(t->bucket_count); length++) {
        ari__trouble trouble = ari__retro_settle(t, length, tell, c);
        if (trouble)
            spread_die(s, trouble == ARI__TROUBLE_LENGTH
                              ? "games of more than 65534 plies cannot be stored"
                              : "there is not enough memory for the values");
        spread_exchange(s);
        for (size_t i = 0; i < s->in.count; i += 2)
            if (!take(t, (uint32_t)s->in.list[i], (ari__worth)s->in.list[i + 1]))
                spread_die(s, "there is not enough memory for the values");
    }
}

static void settle_cycles(values *c)
{
    spread *s = c->s;
    ari__tier *t = &s->drive.strong.tiers[c->tier];
    if (!spread_sum(c->count))
        return;
    ari__retro retro;
    need_open(c);
    sort_edges(c, t->slots);
    if (!ari__retro_begin(&retro, t->slots, t->worth, s->drive.strong.open, c->payoffs))
        spread_die(s, "there is not enough memory for the values");
    settle(c, &retro, ari__retro_take);
    if (c->payoffs && spread_any(s, !ari__retro_all(&retro)))
        spread_die(s, ARI__COMES_BACK);
    if (!c->payoffs && !ari__retro_begin_draws(&retro))
        spread_die(s, "there is not enough memory for the values");
    if (!c->payoffs)
        settle(c, &retro, ari__retro_take_draw);
    ari__retro_end(&retro);
}

void spread_solve_tier(spread *s, int tier)
{
    values c = {
        .s = s, .tier = tier, .payoffs = ari_has(s->drive.strong.v, ARI_HAS_PAYOFFS)};
    s->drive.tier = tier;
    ari_status status = ari__drive_fetch(&s->drive, ARI__KIND_WORTH, tier);
    if (status == ARI_OK && !s->drive.strong.dense)
        status = ari__drive_fetch(&s->drive, ARI__KIND_KEYS, tier);
    if (status == ARI_OK && s->drive.strong.spare)
        status = ari__drive_fetch(&s->drive, ARI__KIND_REACH, tier);
    spread_check(s, status, s->drive.error);
    c.moves_within = calloc((size_t)s->ranks, sizeof *c.moves_within);
    if (!c.moves_within)
        spread_die(s, "there is not enough memory for a tier");
    look_at_all(&c);
    settle_cycles(&c);
    for (int r = 0; r < s->ranks; r++)
        free(c.moves_within[r].list);
    free(c.moves_within);
    free(c.edges);
    free(c.starts);
    free(s->drive.strong.open);
    s->drive.strong.open = NULL;
}
