/* nimberbase_verify.c: an independent check of a file of nimbers.
 *
 * Nothing that finds nimbers is used: the parts are found again by following moves through the game's functions, and
 * each nimber must be the smallest that none of the moves leads to, by the nimbers of the file. As every game ends, that
 * proves them. Heaps likewise, by their rules. Where the heaps up to some size are proved one by one, and repeat for as
 * long as the octal periodicity theorem asks (src/sums/heaps.c has its proof), the larger ones need only repeat. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "strong/nimberbase.h"

typedef struct checking {
    const char *path;
    ari_nimber_base *base;
    const ari_variant *v;
    const ari_verify_job *job;
    ari_verify_report *report;
    ari_error *error;
    ari_state *parts;
    ari_move *moves;
    uint8_t *reached;
    uint64_t *
        seen; /* by nimber: the last part, or heap, plus 1, of which a move leads to it */
    uint32_t *stack;
    size_t depth;
    uint64_t count, done;
    double start, told;
} checking;

static bool wrong(checking *c, const ari_state *s, const char *what)
{
    ari_verify_report *report = c->report;
    report->sound = false;
    snprintf(report->message, sizeof report->message, "'%.200s' is wrong: %s", c->path,
             what);
    if (s)
        ari_state_write(c->v, s, report->position, sizeof report->position);
    return false;
}

static bool go_on(checking *c)
{
    if (c->job->stop && atomic_load(c->job->stop)) {
        ari_fail(c->error, ARI_STOPPED, ARI_NO_OFFSET, "stopped before all was verified");
        return false;
    }
    double now = ari_seconds();
    if (c->job->progress && now - c->told >= 0.1) {
        c->told = now;
        const ari_strong_progress progress = {
            .doing = "verifying",
            .tiers = 1,
            .positions = c->done,
            .fraction = c->count ? (double)c->done / (double)c->count : 0,
            .seconds = now - c->start,
            .seconds_left = -1};
        c->job->progress(c->job->self, &progress);
    }
    return true;
}

/* ---- parts ---- */

/* The parts of a position are there, and are followed later; what they are worth together. */
static bool take_parts(checking *c, const ari_state *s, int *nimber)
{
    int count = ari_sum_parts(c->v, s, ari_turn(c->v, s), c->parts);
    *nimber = 0;
    for (int i = 0; i < count; i++) {
        uint64_t at = ari__nimber_base_find(c->base, &c->parts[i]);
        if (at == UINT64_MAX)
            return wrong(c, &c->parts[i], "a part that games lead to is missing");
        *nimber ^= ari__nimber_base_at(c->base, at);
        if (c->reached[at])
            continue;
        c->reached[at] = 1;
        c->stack[c->depth++] = (uint32_t)at;
    }
    return true;
}

static bool check_part(checking *c, uint64_t at)
{
    size_t size = c->v->core->state_size;
    ari_state s = {{0}};
    memcpy(s.bytes, c->base->states + at * size, size);
    int count = ari_outcome(c->v, &s) == ARI_ON ? ari_moves(c->v, &s, c->moves) : 0;
    int nimber, said = ari__nimber_base_at(c->base, at);
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(c->v, &s, c->moves[i]);
        if (!take_parts(c, &next, &nimber))
            return false;
        c->seen[nimber] = at + 1;
    }
    for (nimber = 0; c->seen[nimber] == at + 1;)
        nimber++;
    char what[120];
    snprintf(what, sizeof what,
             "it says that a part has nimber %d, and its moves give it %d", said, nimber);
    return nimber == said || wrong(c, &s, what);
}

static bool check_parts(checking *c)
{
    size_t size = c->v->core->state_size;
    int nimber;
    for (uint64_t i = 1; i < c->count; i++)
        if (memcmp(c->base->states + (i - 1) * size, c->base->states + i * size, size) >=
            0)
            return wrong(c, NULL, "its parts are not in order");
    if (!take_parts(c, &c->v->start, &nimber))
        return false;
    while (c->depth > 0) {
        if (!check_part(c, c->stack[--c->depth]) || (++c->done % 1024 == 0 && !go_on(c)))
            return false;
    }
    c->report->positions = c->report->canonical = c->done;
    return c->done == c->count || wrong(c, NULL, "it has parts that no game leads to");
}

/* ---- heaps ---- */

/* What the rules make of a heap: by the definition, from the heaps before it. */
static int heap_by_rules(checking *c, const ari_heap_rules *rules, uint64_t size)
{
    uint64_t stamp = size + 1;
    for (uint64_t taken = 0; taken < (uint64_t)rules->count && taken <= size; taken++) {
        int digit = rules->digits[taken];
        uint64_t left = size - taken;
        if (digit & 1 && left == 0)
            c->seen[0] = stamp;
        if (digit & 2 && left > 0)
            c->seen[ari__nimber_base_at(c->base, left)] = stamp;
        for (uint64_t a = 1; digit & 4 && 2 * a <= left; a++)
            if (!rules->unequal || 2 * a != left)
                c->seen[ari__nimber_base_at(c->base, a) ^
                        ari__nimber_base_at(c->base, left - a)] = stamp;
    }
    int nimber = 0;
    while (c->seen[nimber] == stamp)
        nimber++;
    return nimber;
}

/* Do the first so many heaps, which are proved, repeat after a length for as long as the theorem asks? */
static uint64_t proved_period(const checking *c, const ari_heap_rules *rules,
                              uint64_t known)
{
    uint64_t last = rules->count > 0 ? (uint64_t)rules->count - 1 : 0;
    for (uint64_t length = 1; !rules->unequal && 2 * length < known; length++) {
        uint64_t from = known - length;
        while (from > 1 && ari__nimber_base_at(c->base, from - 1) ==
                               ari__nimber_base_at(c->base, from - 1 + length))
            from--;
        if (known >= 2 * from + 2 * length + last)
            return length;
    }
    return 0;
}

static bool check_heaps(checking *c)
{
    ari_heap_rules rules;
    if (!c->v->core->heap_rules || !c->v->core->heap_rules(c->v->rules, &rules))
        return wrong(c, NULL, "its game has no heaps that follow one another");
    uint64_t length = 0, next_look = 256;
    for (uint64_t i = 0; i < c->count; i++, c->done++) {
        int said = ari__nimber_base_at(c->base, i);
        if (!length && i == next_look) {
            length = proved_period(c, &rules, i);
            next_look *= 2;
        }
        int nimber = length ? ari__nimber_base_at(c->base, i - length)
                            : heap_by_rules(c, &rules, i);
        char what[120];
        snprintf(what, sizeof what, "it says that heap %" PRIu64 " has nimber %d, not %d",
                 i, said, nimber);
        if (said != nimber)
            return wrong(c, NULL, what);
        if (i % 64 == 0 && !go_on(c))
            return false;
    }
    c->report->positions = c->report->canonical = c->count;
    return true;
}

/* ---- all of it ---- */

static ari_status check(checking *c)
{
    bool heaps = c->base->header[ARI__NB_H_KIND] == ARI__NB_HEAPS;
    uint64_t largest = 0;
    for (uint64_t i = 0; i < c->count; i++)
        if ((uint64_t)ari__nimber_base_at(c->base, i) > largest)
            largest = (uint64_t)ari__nimber_base_at(c->base, i);
    if (largest >= ARI__NB_UNKNOWN / 2) { /* two of them together must have a place */
        wrong(c, NULL, "a nimber is larger than any that can be kept");
        return ARI_OK;
    }
    *c->error = (ari_error){.message = ""};
    c->report->sound = heaps ? check_heaps(c) : check_parts(c);
    return c->error->message[0] ? ARI_STOPPED : ARI_OK;
}

ari_status ari_nimber_base_verify(const char *path, const ari_variant *v,
                                  const ari_verify_job *job, ari_verify_report *report,
                                  ari_error *error)
{
    *report = (ari_verify_report){.sound = false};
    checking c = {.path = path,
                  .v = v,
                  .job = job,
                  .report = report,
                  .error = error,
                  .start = ari_seconds()};
    ari_status status = ari_nimber_base_new(path, v, job->memory, &c.base, error);
    if (status == ARI_BROKEN) {
        snprintf(report->message, sizeof report->message, "%s", error->message);
        return ARI_OK;
    }
    if (status != ARI_OK)
        return status;
    c.count = c.base->header[ARI__NB_H_COUNT];
    size_t room = (size_t)c.count + 1;
    size_t needed = c.base->size + room * 5;
    c.parts = malloc(ARI_COMPONENTS_MAX * sizeof *c.parts);
    c.moves = malloc((size_t)v->core->max_moves * sizeof *c.moves);
    c.seen = calloc(ARI__NB_UNKNOWN + 1, sizeof *c.seen);
    if (job->memory == 0 || needed <= job->memory) {
        c.reached = calloc(room, 1);
        c.stack = malloc(room * sizeof *c.stack);
    }
    status = c.parts && c.moves && c.seen && c.reached && c.stack
                 ? check(&c)
                 : ari_fail_memory(error, needed, "checking all nimbers");
    free(c.parts);
    free(c.moves);
    free(c.seen);
    free(c.reached);
    free(c.stack);
    ari_nimber_base_free(c.base);
    return status;
}
