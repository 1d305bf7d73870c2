/* memo_table.c: the table and the stack of the memoised recursion, and the public call.
 */
#include "search/memo_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "search/searches.h"

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

ari__memo ari__memo_empty(size_t state_size, ari_allowance *allowance)
{
    return (ari__memo){.state_size = state_size, .allowance = allowance};
}

void ari__memo_free(ari__memo *memo)
{
    ari_allowance *allowance = memo->allowance;
    ari__charged_free(allowance, memo->states, memo->state_room, memo->state_size);
    ari__charged_free(allowance, memo->scores, memo->score_room, sizeof *memo->scores);
    ari__charged_free(allowance, memo->lengths, memo->length_room, sizeof *memo->lengths);
    ari__charged_free(allowance, memo->slots, memo->slot_count, sizeof *memo->slots);
    *memo = ari__memo_empty(memo->state_size, allowance);
}

/* Most states are one word: comparing those needs no call. */
static inline bool is_same(const ari__memo *memo, uint32_t index, const void *state)
{
    ARI_ASSERT(index < memo->count);
    size_t size = memo->state_size;
    const unsigned char *there = memo->states + index * size;
    if (size != sizeof(uint64_t))
        return memcmp(there, state, size) == 0;
    uint64_t a, b;
    memcpy(&a, there, sizeof a);
    memcpy(&b, state, sizeof b);
    return a == b;
}

/* The slot that holds the state or, if it is not there, the one where it belongs. */
static inline size_t slot_of(const ari__memo *memo, const void *state)
{
    ARI_ASSERT((memo->slot_count & (memo->slot_count - 1)) == 0);
    ARI_ASSERT(memo->count < memo->slot_count); /* a free slot ends the walk */
    size_t mask = memo->slot_count - 1;
    size_t slot = ari__hash_bytes(state, memo->state_size) & mask;
    while (memo->slots[slot] && !is_same(memo, memo->slots[slot] - 1, state))
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

/* Half of the slots stay free, so that a state is found at once. Where the allowance does not
 * allow it, an eighth has to do: that is slower, but goes on. Sets for how many states they are
 * enough. */
static bool grow_slots(ari__memo *memo, size_t *enough)
{
    size_t old = memo->slot_count, wanted = old ? old * 2 : 1024;
    *enough = old / 2;
    if (memo->count < *enough)
        return true;
    if (!ari__charged_allows(memo->allowance, old, wanted, sizeof *memo->slots)) {
        *enough = old / 8 * 7;
        if (memo->count < *enough)
            return true;
    }
    if (!ari__charged_resize(memo->allowance, (void **)&memo->slots, &memo->slot_count,
                             wanted, sizeof *memo->slots))
        return false;
    *enough = wanted / 2;
    memset(memo->slots, 0, old * sizeof *memo->slots);
    for (size_t i = 0; i < memo->count; i++)
        memo->slots[slot_of(memo, memo->states + i * memo->state_size)] = (uint32_t)i + 1;
    return true;
}

/* Makes room for one more. */
static bool grow(ari__memo *memo)
{
    ari_allowance *allowance = memo->allowance;
    size_t needed = memo->count + 1, enough;
    if (needed > UINT32_MAX - 1 ||
        !ari__charged_grow(allowance, (void **)&memo->states, &memo->state_room, needed,
                           memo->state_size) ||
        !ari__charged_grow(allowance, (void **)&memo->scores, &memo->score_room, needed,
                           sizeof *memo->scores) ||
        !ari__charged_grow(allowance, (void **)&memo->lengths, &memo->length_room, needed,
                           sizeof *memo->lengths) ||
        !grow_slots(memo, &enough))
        return false;
    memo->room = smaller(smaller(memo->state_room, memo->score_room),
                         smaller(memo->length_room, enough));
    ARI_ASSERT(memo->count < memo->room);
    return true;
}

bool ari__memo_add(ari__memo *memo, const void *state, int score, int length)
{
    size_t n = memo->count;
    if (n >= memo->room && !grow(memo))
        return false;
    ARI_ASSERT(ari__memo_find(memo, state) == ARI__MEMO_NONE);
    memcpy(memo->states + n * memo->state_size, state, memo->state_size);
    memo->scores[n] = score;
    memo->lengths[n] = length;
    memo->slots[slot_of(memo, state)] = (uint32_t)n + 1;
    memo->count++;
    return true;
}

void ari__memo_stack_free(ari__memo_stack *stack)
{
    ari_allowance *allowance = stack->allowance;
    ari__charged_free(allowance, stack->frames, stack->frame_room, sizeof *stack->frames);
    ari__charged_free(allowance, stack->states, stack->state_room, stack->state_size);
    ari__charged_free(allowance, stack->moves, stack->move_room, sizeof *stack->moves);
    *stack = (ari__memo_stack){.allowance = allowance};
}

/* So many moves are kept of the frames on top. */
#define MOVES_KEPT 32768

bool ari__memo_stack_grow(ari__memo_stack *stack, size_t max_moves)
{
    ARI_ASSERT(stack->listed <= stack->depth);
    if (stack->move_count + max_moves > stack->move_room &&
        stack->move_count > MOVES_KEPT) {
        stack->move_count = 0;
        stack->listed = stack->depth;
    }
    if (!ari__charged_grow(stack->allowance, (void **)&stack->frames, &stack->frame_room,
                           stack->depth + 1, sizeof *stack->frames) ||
        !ari__charged_grow(stack->allowance, (void **)&stack->states, &stack->state_room,
                           stack->depth + 1, stack->state_size) ||
        !ari__charged_grow(stack->allowance, (void **)&stack->moves, &stack->move_room,
                           stack->move_count + max_moves, sizeof *stack->moves))
        return false;
    stack->room = smaller(stack->frame_room, stack->state_room);
    ARI_ASSERT(stack->depth < stack->room);
    ARI_ASSERT(stack->move_count + max_moves <= stack->move_room);
    return true;
}

ari_status ari_memo(const ari_variant *v, const ari_state *s, ari_memo_mode mode,
                    const ari_limits *limits, ari_result *result, ari_error *error)
{
    return ari_memo_watch(v, s, mode, limits, NULL, result, error);
}

ari_status ari_memo_watch(const ari_variant *v, const ari_state *s, ari_memo_mode mode,
                          const ari_limits *limits, const ari_observer *observer,
                          ari_result *result, ari_error *error)
{
    double start = ari_seconds();
    ari__memo memo = ari__memo_empty(v->core->state_size, limits->memory);
    ari__memo_job job = {
        .mode = mode, .limits = limits, .observer = observer, .memo = &memo};
    ari__recursion *run = observer ? ari__memo_observed : ari__searches(v)->memo;
    ari_status status = run(v, s, &job, error);
    *result = (ari_result){
        .best = job.best,
        .score = job.score,
        .exact = !job.stopped,
        .stopped = job.stopped,
        .stats = {.nodes = job.calls,
                  .calls = job.calls,
                  .states = memo.count,
                  .deepest = (int)job.deepest,
                  .seconds = ari_seconds() - start},
    };
    if (job.best != ARI_NO_MOVE)
        result->line[result->line_length++] = job.best;
    ari__memo_free(&memo);
    return status;
}
