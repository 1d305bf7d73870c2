/* memo_table.c: the table and the stack of the memoised recursion, and the public call.
 */
#include "search/memo_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "search/searches.h"

ari__memo ari__memo_empty(size_t state_size)
{
    return (ari__memo){.state_size = state_size};
}

void ari__memo_free(ari__memo *memo)
{
    free(memo->states);
    free(memo->scores);
    free(memo->lengths);
    free(memo->slots);
    *memo = ari__memo_empty(memo->state_size);
}

/* The slot that holds the state or, if it is not there, the one where it belongs. */
static size_t slot_of(const ari__memo *memo, const void *state)
{
    size_t mask = memo->slot_count - 1;
    size_t slot = ari__hash_bytes(state, memo->state_size) & mask;
    while (memo->slots[slot] &&
           memcmp(memo->states + (memo->slots[slot] - 1) * memo->state_size, state,
                  memo->state_size) != 0)
        slot = (slot + 1) & mask;
    return slot;
}

size_t ari__memo_find(const ari__memo *memo, const void *state)
{
    if (memo->slot_count == 0)
        return ARI__MEMO_NONE;
    uint32_t found = memo->slots[slot_of(memo, state)];
    return found ? found - 1 : ARI__MEMO_NONE;
}

static bool grow_slots(ari__memo *memo)
{
    size_t wanted = memo->slot_count ? memo->slot_count * 2 : 1024;
    uint32_t *slots = calloc(wanted, sizeof *slots);
    if (!slots)
        return false;
    free(memo->slots);
    memo->slots = slots;
    memo->slot_count = wanted;
    for (size_t i = 0; i < memo->count; i++)
        memo->slots[slot_of(memo, memo->states + i * memo->state_size)] = (uint32_t)i + 1;
    return true;
}

bool ari__memo_add(ari__memo *memo, const void *state, int score, int length)
{
    size_t n = memo->count;
    if (n >= UINT32_MAX - 1 ||
        !ari__grow((void **)&memo->states, &memo->state_room, n + 1, memo->state_size) ||
        !ari__grow((void **)&memo->scores, &memo->score_room, n + 1, sizeof(int32_t)) ||
        !ari__grow((void **)&memo->lengths, &memo->length_room, n + 1, sizeof(int32_t)) ||
        (n * 2 >= memo->slot_count && !grow_slots(memo)))
        return false;
    memcpy(memo->states + n * memo->state_size, state, memo->state_size);
    memo->scores[n] = score;
    memo->lengths[n] = length;
    memo->slots[slot_of(memo, state)] = (uint32_t)n + 1;
    memo->count++;
    return true;
}

void ari__memo_stack_free(ari__memo_stack *stack)
{
    free(stack->frames);
    free(stack->states);
    free(stack->moves);
    *stack = (ari__memo_stack){0};
}

bool ari__memo_stack_reserve(ari__memo_stack *stack, size_t state_size, size_t max_moves)
{
    return ari__grow((void **)&stack->frames, &stack->frame_room, stack->depth + 1,
                     sizeof *stack->frames) &&
           ari__grow((void **)&stack->states, &stack->state_room, stack->depth + 1,
                     state_size) &&
           ari__grow((void **)&stack->moves, &stack->move_room,
                     stack->move_count + max_moves, sizeof *stack->moves);
}

ari_status ari_memo(const ari_variant *v, const ari_state *s, ari_memo_mode mode,
                    const ari_limits *limits, ari_result *result, ari_error *error)
{
    double start = ari__seconds();
    ari__memo memo = ari__memo_empty(v->core->state_size);
    ari__memo_job job = {.mode = mode, .limits = limits, .memo = &memo};
    ari_status status = v->searches->memo(v, s, &job, error);
    *result = (ari_result){
        .best = job.best,
        .score = job.score,
        .exact = !job.stopped,
        .stopped = job.stopped,
        .stats = {.nodes = job.calls,
                  .calls = job.calls,
                  .states = memo.count,
                  .deepest = (int)job.deepest,
                  .seconds = ari__seconds() - start},
    };
    if (job.best != ARI_NO_MOVE)
        result->line[result->line_length++] = job.best;
    ari__memo_free(&memo);
    return status;
}
