/* memo_table.h: every state that a memoised recursion has seen, with its value.
 *
 * States are stored whole and compared whole, so that no two are ever mistaken for each
 * other. An open-addressing index of 32-bit numbers points into the arrays. */
#ifndef ARI_SEARCH_MEMO_TABLE_H
#define ARI_SEARCH_MEMO_TABLE_H

#include <ariadne/search.h>

typedef struct ari__memo {
    size_t state_size;
    unsigned char *states;
    int32_t *scores;  /* for the side to move */
    int32_t *lengths; /* plies to the end under best play */
    size_t count;
    size_t state_room, score_room, length_room; /* items allocated */
    uint32_t *slots;                            /* index of a state plus 1, or 0 */
    size_t slot_count;                          /* a power of two */
} ari__memo;

#define ARI__MEMO_NONE ((size_t)-1)

ari__memo ari__memo_empty(size_t state_size);
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
    size_t first_move; /* in the stack of moves */
    uint32_t count, next;
    int32_t best, length;
    bool flip; /* the side to move is the opponent of the caller's */
} ari__memo_frame;

/* The recursion's own stack: frames, their states, and their moves. */
typedef struct ari__memo_stack {
    ari__memo_frame *frames;
    size_t depth, frame_room;
    unsigned char *states;
    size_t state_room;
    ari_move *moves;
    size_t move_count, move_room;
} ari__memo_stack;

void ari__memo_stack_free(ari__memo_stack *stack);
/* Room for one more frame with `max_moves` moves; false when memory cannot be had. */
bool ari__memo_stack_reserve(ari__memo_stack *stack, size_t state_size, size_t max_moves);

#endif
