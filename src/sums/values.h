/* values.h: canonical forms, one number for each value (internal).
 *
 * A value is {left options | right options}, both lists of values. Of all games with the same value one is the
 * simplest: no option is dominated by another one, and none is reversible (Conway 1976). It is made once, and has a
 * number, so that equal values have equal numbers. The left player is the first one. */
#ifndef ARI_SUMS_VALUES_H
#define ARI_SUMS_VALUES_H

#include <ariadne/sums.h>

typedef uint32_t ari__canonical;

#define ARI__VALUE_ZERO 0
#define ARI__VALUE_NONE UINT32_MAX /* there is no room, or no time */

typedef struct ari__canonicals ari__canonicals;

/* All of it is charged to `memory`; `most` values are made, 0: as many as there is room for. */
ari__canonicals *ari__values_new(ari_allowance *memory, size_t most);
void ari__values_free(ari__canonicals *all);
/* Work ends when it ticks no more; NULL: it goes on. */
struct ari__ticker;
void ari__values_watch(ari__canonicals *all, struct ari__ticker *ticker);
/* Has there been too little room? From then on everything is ARI__VALUE_NONE. */
bool ari__values_crowded(const ari__canonicals *all);
size_t ari__values_count(const ari__canonicals *all);

/* The canonical form of a game with these options, which may come twice. */
ari__canonical ari__value_make(ari__canonicals *all, const ari__canonical *left,
                               int left_count, const ari__canonical *right,
                               int right_count);
ari__canonical ari__value_sum(ari__canonicals *all, ari__canonical a, ari__canonical b);
ari__canonical ari__value_negative(ari__canonicals *all, ari__canonical a);
/* Is `a` at most `b`: does the second player, moving second, win b - a... for the first? */
bool ari__value_at_most(ari__canonicals *all, ari__canonical a, ari__canonical b);

/* Its options: of the first player if `side` is 0, else of the second. */
int ari__value_options(const ari__canonicals *all, ari__canonical a, int side,
                       const ari__canonical **list);

/* Numbers are kept in units of 2 to the power of -ARI__FINE, exactly or not at all. */
#define ARI__FINE 24
bool ari__value_number(const ari__canonicals *all, ari__canonical a, int64_t *number);
ari__canonical ari__value_of_number(ari__canonicals *all, int64_t number);

#endif
