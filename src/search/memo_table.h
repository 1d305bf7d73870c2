/* memo_table.h: every state that a memoised recursion has seen, with its value.
 *
 * States are stored whole and compared whole, so that no two are ever mistaken for each
 * other. An open-addressing index of 32-bit numbers points into the arrays. All of it, and
 * the recursion's stack, is charged to one allowance. */
#ifndef ARI_SEARCH_MEMO_TABLE_H
#define ARI_SEARCH_MEMO_TABLE_H

#include <ariadne/search.h>

typedef struct ari__memo {
    size_t state_size;
    ari_allowance *allowance; /* NULL: no limit */
    unsigned char *states;
    int32_t *scores;  /* for the side to move */
    int32_t *lengths; /* plies to the end under best play */
    size_t count;
    size_t state_room, score_room, length_room; /* items allocated */
    uint32_t *slots;                            /* index of a state plus 1, or 0 */
    size_t slot_count;                          /* a power of two */
    size_t room; /* for so many states nothing has to grow */
} ari__memo;

#define ARI__MEMO_NONE ((size_t)-1)

ari__memo ari__memo_empty(size_t state_size, ari_allowance *allowance);
void ari__memo_free(ari__memo *memo);
size_t ari__memo_find(const ari__memo *memo, const void *state);
/* Adds a state that is not there yet; false when memory cannot be had. */
bool ari__memo_add(ari__memo *memo, const void *state, int score, int length);

/* What the recursion is asked and answers. */
typedef struct ari__memo_job {
    ari_memo_mode mode;
    bool
        distances; /* scores and lengths say how far the end is: no early stop at a win */
    const ari_limits *limits;
    const ari_observer *observer; /* of an instance that is compiled for one */
    ari__memo *memo; /* filled and kept; also used when it already holds states */
    /* the answer */
    int score, length;
    ari_move best;
    uint64_t calls;
    size_t deepest; /* nested calls, the first one counting 1 */
    bool stopped;
} ari__memo_job;

/* One invocation of the recursion that has begun and not ended. */
typedef struct ari__memo_frame {
    int32_t best, length;
    uint16_t next;       /* move to try */
    uint16_t count : 15; /* of its moves */
    uint16_t flip : 1;   /* the side to move is the opponent of the caller's */
} ari__memo_frame;

_Static_assert(ARI_MOVES_MAX < 1 << 15, "a frame counts its moves in 15 bits");

/* The recursion's own stack: frames, their states, and their moves. The lists of moves lie one
 * after the other, but only those of the frames from `listed` on: a recursion of millions of
 * plies makes the others again when it comes back to them. */
typedef struct ari__memo_stack {
    ari_allowance *allowance;
    ari__memo_frame *frames;
    size_t depth, frame_room;
    unsigned char *states;
    size_t state_room, state_size;
    ari_move *moves;
    size_t move_count, move_room, listed;
    size_t room; /* for so many frames nothing but the moves has to grow */
} ari__memo_stack;

void ari__memo_stack_free(ari__memo_stack *stack);
/* Makes room for one more frame with `max_moves` moves; false when memory cannot be had. */
bool ari__memo_stack_grow(ari__memo_stack *stack, size_t max_moves);

static inline bool ari__memo_stack_reserve(ari__memo_stack *stack, size_t max_moves)
{
    return (stack->depth < stack->room &&
            stack->move_count + max_moves <= stack->move_room) ||
           ari__memo_stack_grow(stack, max_moves);
}

#endif
