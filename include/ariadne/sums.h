/* sums.h: games that fall apart into parts, and what the parts are worth.
 *
 * A position may fall into parts that have nothing to do with each other (GAME_COMPONENTS): it is then their
 * sum, and each turn is a move in one of them. In an impartial game, in which both sides have the same moves, a
 * part is worth a nimber: the smallest number that none of its moves leads to. A sum is worth the xor of its
 * parts, and where whoever makes the last move wins, it is lost for the side to move if that is 0 (Sprague 1935,
 * Grundy 1939). */
#ifndef ARIADNE_SUMS_H
#define ARIADNE_SUMS_H

#include <ariadne/limits.h>
#include <ariadne/variant.h>

ARI_C_BEGIN

/* ---- the parts of a position ---- */

/* Do the nimbers of positions mean anything: is it an impartial game that ends when there is no move? */
bool ari_has_nimbers(const ari_variant *v);
/* And do they say who wins: does whoever makes the last move? */
bool ari_nimbers_decide(const ari_variant *v);

/* The parts of a position, as many as are returned, each with `turn` to move; the position itself where the
 * game tells of none. `parts` has room for ARI_COMPONENTS_MAX. */
int ari_sum_parts(const ari_variant *v, const ari_state *s, ari_side turn,
                  ari_state *parts);

/* ---- nimbers ---- */

/* What is known of the parts of one game, from one question to the next. */
typedef struct ari_nimbers ari_nimbers;

/* It takes `bytes` at most. ARI_UNSUPPORTED where the game has no nimbers. */
ari_status ari_nimbers_new(const ari_variant *v, size_t bytes, ari_nimbers **nimbers,
                           ari_error *error);
void ari_nimbers_free(ari_nimbers *nimbers);

/* The nimber of a position. ARI_STOPPED where the limits ended the work; what was found is kept. */
ari_status ari_nimber_of(ari_nimbers *nimbers, const ari_state *s,
                         const ari_limits *limits, int *nimber, ari_error *error);
/* Is it this one? That may take far less than to find it. */
ari_status ari_nimber_is(ari_nimbers *nimbers, const ari_state *s, int nimber,
                         const ari_limits *limits, bool *is, ari_error *error);

/* Positions that the questions so far looked at, and parts that something is remembered of. */
uint64_t ari_nimbers_nodes(const ari_nimbers *nimbers);
uint64_t ari_nimbers_parts(const ari_nimbers *nimbers);

/* ---- canonical forms ---- */

/* Where both sides may have different moves and whoever makes the last one wins, a part is worth a game in its simplest
 * form, {what the first player may move to | what the second may}: numbers, nimbers, switches and others
 * (Conway 1976). */
bool ari_has_values(const ari_variant *v);

/* What is known of the parts of one game, from one question to the next. */
typedef struct ari_forms ari_forms;

/* It takes `bytes` at most. ARI_UNSUPPORTED where the game has no such values. */
ari_status ari_forms_new(const ari_variant *v, size_t bytes, ari_forms **values,
                         ari_error *error);
void ari_forms_free(ari_forms *values);

/* A dyadic number: numerator / 2 to the power of `halvings`, with an odd numerator unless that is 0. */
typedef struct ari_dyadic {
    int64_t numerator;
    int halvings;
} ari_dyadic;

void ari_dyadic_format(const ari_dyadic *number, ari_text *out); /* "3", "-5/4" */

/* Who wins: the first player or the second, whoever begins; whoever moves second; whoever begins. */
typedef enum ari_class {
    ARI_CLASS_POSITIVE,
    ARI_CLASS_NEGATIVE,
    ARI_CLASS_ZERO,
    ARI_CLASS_OPEN
} ari_class;

typedef struct ari_form_facts {
    ari_class outcome;
    bool heated; /* the next two are known */
    ari_dyadic mean, temperature;
} ari_form_facts;

const char *
ari_class_name(ari_class outcome); /* "positive", "negative", "zero", "open" */

/* The value of a position, whoever is to move, as books write it: "3/4", "±1", "↑*", "{2|0}". ARI_STOPPED where the
 * limits ended the work, ARI_MEMORY or ARI_LIMIT where the value, or one on the way to it, is too large. */
ari_status ari_form_of(ari_forms *values, const ari_state *s, const ari_limits *limits,
                       ari_text *text, ari_form_facts *worth, ari_error *error);

/* A thermograph: what is gained by moving first, at each temperature, from 0 up. The left wall is what the first player
 * gets, the right wall what the second does, at corners from which they go on straight; the last corner is the foot
 * of the mast, where they meet. Each is {temperature, value}. */
#define ARI_WALL_CORNERS 48
typedef struct ari_corner {
    ari_dyadic temperature, value;
} ari_corner;

typedef struct ari_thermograph {
    int count[2]; /* of the left wall and of the right one */
    ari_corner walls[2][ARI_WALL_CORNERS];
    ari_dyadic mean,
        temperature; /* where the mast stands; of a number the temperature is below 0 */
} ari_thermograph;

/* The thermograph of a position; *known is false where its walls have too many corners. Fails as ari_form_of does. */
ari_status ari_form_thermograph(ari_forms *values, const ari_state *s,
                                const ari_limits *limits, ari_thermograph *graph,
                                bool *known, ari_error *error);

/* ---- heaps of any size ---- */

/* The nimbers of heaps by their rules alone (GAME_HEAP_RULES), from the smallest on. Where they are proved to
 * repeat themselves they are known of every heap. */
typedef struct ari_heaps ari_heaps;

typedef struct ari_period {
    bool found;
    bool proved;     /* it goes on for ever; otherwise it was only observed */
    uint64_t from;   /* the nimber of each heap from this size on is that of */
    uint64_t length; /* the heap which is larger by so many */
} ari_period;

#define ARI_HEAP_LARGEST 1000000000000

/* What it takes is charged to `memory`, which may be NULL. */
ari_status ari_heaps_new(const ari_heap_rules *rules, ari_allowance *memory,
                         ari_heaps **heaps, ari_error *error);
void ari_heaps_free(ari_heaps *heaps);

/* The next heap has this nimber, as was found before. */
ari_status ari_heaps_take(ari_heaps *heaps, int nimber, ari_error *error);
/* Finds the nimbers of all heaps up to this size, one by one until they are known to repeat. ARI_STOPPED where
 * the limits ended that. */
ari_status ari_heaps_find(ari_heaps *heaps, uint64_t size, const ari_limits *limits,
                          ari_error *error);
/* Up to which size they are known: ARI_HEAP_LARGEST where they repeat. */
uint64_t ari_heaps_known(const ari_heaps *heaps);
/* Of a heap that is known. */
int ari_heaps_nimber(const ari_heaps *heaps, uint64_t size);
/* Do they repeat? Finite octal games do if they do so long enough (Guy and Smith 1956); of others, and where that
 * is not long enough, it is only said to be observed: three times at the end of what is known. */
ari_period ari_heaps_period(const ari_heaps *heaps);

ARI_C_END

#endif
