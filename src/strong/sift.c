/* sift.c: sorted sets of keys, united or subtracted without being in memory. */
#include "strong/sift.h"

#include <stdlib.h>
#include <string.h>

ari__flow ari__flow_of(const uint64_t *keys, size_t count)
{
    ari__flow flow = {.at = keys, .left = count};
    flow.file = ARI__SPOOL_NONE;
    return flow;
}

ari_status ari__flow_open(ari__flow *flow, ari__store *store, ari__store_kind kind,
                          int tier, size_t room, ari_error *error)
{
    *flow = ari__flow_of(NULL, 0);
    if (!ari__store_has(store, kind, tier))
        return ARI_OK;
    flow->room = room;
    flow->buffer = malloc(room);
    if (!flow->buffer)
        return ari_fail_memory(error, room, "reading positions");
    return ari__spool_open(&flow->file, store, kind, tier, error);
}

void ari__flow_close(ari__flow *flow)
{
    free(flow->buffer);
    flow->buffer = NULL;
    ari__spool_close(&flow->file);
}

/* Sees that the next key is in memory; NULL at `at` when there is none. */
static ari_status fill(ari__flow *flow, int words, ari_error *error)
{
    if (flow->left)
        return ARI_OK;
    flow->at = NULL;
    size_t each = (size_t)words * 8, size = flow->room / each * each;
    ARI_ASSERT(flow->file.file < 0 || flow->room >= each);
    if (flow->file.file < 0 || flow->next >= flow->file.bytes)
        return ARI_OK;
    if (size > flow->file.bytes - flow->next)
        size = (size_t)(flow->file.bytes - flow->next);
    flow->at = flow->buffer;
    flow->left = size / each;
    ari_status status =
        ari__spool_get(&flow->file, flow->next, flow->buffer, size, error);
    flow->next += size;
    return status;
}

static void step(ari__flow *flow, int words)
{
    ARI_ASSERT(flow->left > 0);
    flow->at += words;
    flow->left--;
}

typedef struct sieve {
    ari__spool *out;
    uint64_t *buffer;
    size_t used, room; /* words */
} sieve;

static ari_status empty(sieve *s, ari_error *error)
{
    ari_status status =
        ari__spool_put(s->out, s->out->bytes, s->buffer, s->used * 8, error);
    s->used = 0;
    return status;
}

static ari_status add(sieve *s, const uint64_t *key, int words, ari_error *error)
{
    if (s->used + (size_t)words > s->room) {
        ari_status status = empty(s, error);
        if (status != ARI_OK)
            return status;
    }
    ARI_ASSERT(s->used + (size_t)words <= s->room);
    memcpy(s->buffer + s->used, key, (size_t)words * 8);
    s->used += (size_t)words;
    return ARI_OK;
}

ari_status ari__sift(ari__flow *a, ari__flow *b, bool unite, int words, size_t room,
                     ari__spool *out, uint64_t *count, ari_error *error)
{
    sieve s = {.out = out, .buffer = malloc(room), .room = room / 8};
    ari_status status = ARI_OK;
    *count = 0;
    if (!s.buffer)
        return ari_fail_memory(error, room, "writing positions");
    while (status == ARI_OK) {
        status = fill(a, words, error);
        if (status == ARI_OK)
            status = fill(b, words, error);
        if (status != ARI_OK || (!a->left && !b->left))
            break;
        int order = !a->left ? 1 : !b->left ? -1 : ari__key_compare(a->at, b->at, words);
        if (unite || order < 0) {
            status = add(&s, order <= 0 ? a->at : b->at, words, error);
            ++*count;
        }
        if (order <= 0)
            step(a, words);
        if (order >= 0)
            step(b, words);
    }
    if (status == ARI_OK)
        status = empty(&s, error);
    free(s.buffer);
    return status;
}
