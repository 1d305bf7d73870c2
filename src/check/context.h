/* context.h: what the topics of the conformance suite share (internal). */
#ifndef ARI_CHECK_CONTEXT_H
#define ARI_CHECK_CONTEXT_H

#include <stdlib.h>
#include <string.h>

#include <ariadne/check.h>
#include <ariadne/random.h>

typedef struct ari__check {
    const ari_variant *v;
    const ari_variant *any; /* the same, searched as any game is, through its core */
    const ari_check_job *how;
    int positions; /* to look at */
    ari_random random;
    ari_state *sample; /* positions met in random play, by the topic "moves" */
    int sample_count;
    uint64_t sample_seen;
    uint64_t work;  /* positions made for this topic */
    bool shrinking; /* it has found something and looks for a shorter example */
    ari_text text;  /* scratch */
    ari_check_topic topic;
    ari_check_report *report;
    ari_error *error;
    ari_status status; /* not ARI_OK: the check itself could not go on */
} ari__check;

/* A topic returns false when it has failed or could not go on. */
typedef bool ari__check_function(ari__check *c);

ari__check_function ari__check_moves, ari__check_length, ari__check_cycles,
    ari__check_keys, ari__check_count, ari__check_move_text, ari__check_text,
    ari__check_garbage, ari__check_board, ari__check_symmetry, ari__check_sides,
    ari__check_rewards, ari__check_tiers, ari__check_sums, ari__check_hints,
    ari__check_evaluation, ari__check_advice, ari__check_perft, ari__check_values,
    ari__check_limited, ari__check_instances;

/* What the topic "hints" asks of one position, and of its threats where nobody wins at once. */
bool ari__check_hints_at(ari__check *c, const ari_state *s);
bool ari__check_threats_at(ari__check *c, const ari_state *s);

bool ari__check_legal(ari__check *c, const ari_state *s, ari_move m);
/* A move after which the game is won for the side that made it; ARI_NO_MOVE if none. */
ari_move ari__check_winning_move(ari__check *c, const ari_state *s);

/* Notes that the promise is broken at position `s` (NULL: at no position in particular),
 * and returns false. */
bool ari__check_fail(ari__check *c, const ari_state *s, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Notes that the check itself cannot go on, and returns false. */
bool ari__check_give_up(ari__check *c, ari_status status);
bool ari__check_no_memory(ari__check *c, size_t bytes);
/* The same for the reason that some call has given. */
bool ari__check_pass_on(ari__check *c, const ari_error *error);

/* One case has passed; false when the stop flag is set. */
bool ari__check_passed(ari__check *c);

/* An array of `count` items, at least one; NULL after giving up. */
void *ari__check_array(ari__check *c, size_t count, size_t item);

/* Work is counted in positions made, whoever makes them. A topic that has looked at a few
 * positions and done this much for each of those wanted says no more: what a check takes does
 * not depend on how many moves a game has. */
#define ARI__CHECK_WORK 2000

static inline bool ari__check_enough(const ari__check *c)
{
    uint64_t each = c->shrinking ? 10 * ARI__CHECK_WORK : ARI__CHECK_WORK;
    return c->work > (uint64_t)c->positions * each;
}

/* Legal moves of a position where the game is on. The list has room for ARI_MOVES_MAX. */
static inline int ari__check_list(ari__check *c, const ari_state *s, ari_move *list)
{
    int count = ari_moves(c->v, s, list);
    c->work += (uint64_t)count;
    return count;
}

/* All the positions one move later, in an array of at least max_moves. */
int ari__check_children(ari__check *c, const ari_state *s, ari_state *children);

/* What stands for all positions that are the same to the side to move. */
ari_state ari__check_normal(const ari__check *c, const ari_state *s);
/* The position with what was collected forgotten, where the game offers that. */
ari_state ari__check_rest(const ari__check *c, const ari_state *s);

static inline bool ari__check_on(const ari__check *c, const ari_state *s)
{
    return ari_outcome(c->v, s) == ARI_ON;
}

/* ---- sets of positions ---- */

/* Positions that are all different, in the order in which they were added. */
typedef struct ari__check_set {
    ari_state *states;
    uint32_t *slots; /* index plus 1; twice as many as there is room, a power of two */
    int count, room;
    size_t mask, state_size;
} ari__check_set;

bool ari__check_set_new(ari__check *c, ari__check_set *set, int room);
void ari__check_set_free(ari__check_set *set);
void ari__check_set_clear(ari__check_set *set);

/* False when there is no room for another. */
bool ari__check_set_add(ari__check_set *set, const ari_state *s);

/* Adds everything that can be reached, ply by ply, until there is no more room; true if
 * everything fitted. `children` has room for max_moves. */
bool ari__check_set_fill(ari__check *c, ari__check_set *set, ari_state *children);

/* What is told of the parts of an evaluation, or of the lines of a board. */
typedef struct ari__check_adding {
    int sums[2]; /* of the first player's parts and of the second's */
    int places;  /* of the board */
    bool outside;
} ari__check_adding;

void ari__check_add_part(void *self, const ari_part *part);

/* ---- random play ---- */

#define ARI__CHECK_PLIES 2000 /* no game is followed further than this */

/* A random legal move. With `patient`, one that does not end the game, if any. */
ari_move ari__check_random_move(ari__check *c, const ari_state *s, bool patient,
                                ari_move *list);

/* The last positions of a random game, oldest first, its end included; 0 when it does not
 * end in time. */
#define ARI__CHECK_TAIL 64
int ari__check_game_end(ari__check *c, bool patient, ari_state tail[ARI__CHECK_TAIL],
                        ari_move *list);

/* ---- values by definition ---- */

/* The value of a position by plain recursion over the rules, for comparison with the
 * searches; independent of them. */
typedef struct ari__check_reference {
    const ari_variant *v;
    uint64_t nodes, most; /* gives up beyond `most` */
    bool gave_up;
    const ari_eval *eval; /* at the depth limit: one of the game's own or neutral */
    ari_move *lists;      /* ARI__CHECK_DEEPEST + 1 of max_moves */
} ari__check_reference;

#define ARI__CHECK_DEEPEST 128

bool ari__check_reference_new(ari__check *c, ari__check_reference *reference);
void ari__check_reference_free(ari__check_reference *reference);

/* For the side to move; `depth` below 0 is no limit. Meaningless when gave_up is set. */
int ari__check_value(ari__check_reference *reference, const ari_state *s, int depth);

/* The value of the move that leads from `s` to `next`, given the value of `next`. */
int ari__check_value_before(const ari_variant *v, const ari_state *s,
                            const ari_state *next, int value);

/* "a win in 3 plies", "a draw", "a payoff of -2". */
const char *ari__check_describe(const ari_variant *v, int value, char buffer[64]);

#endif
