/* difficulty.h: of moves that are equally bad, the one that is hardest to answer (internal).
 *
 * A move is as difficult as there are replies with which the opponent gives something away. How a
 * reply is judged, by a proof or by a look some plies deep, is left to the caller. */
#ifndef ARI_ANALYSIS_DIFFICULTY_H
#define ARI_ANALYSIS_DIFFICULTY_H

#include <ariadne/random.h>
#include <ariadne/search.h>

typedef enum ari__judgement {
    ARI__KEEPS,      /* the reply keeps what its side has */
    ARI__GIVES_AWAY, /* or it is not soon seen that it does */
    ARI__UNJUDGED    /* the limits came first, and would for every other reply */
} ari__judgement;

typedef struct ari__difficulty {
    const ari_variant *v;
    const ari_state *s;
    const ari_eval *eval;
    ari_status (*judge)(void *self, const ari_state *before, const ari_state *after,
                        ari__judgement *judgement);
    void *self;
    ari_random *random; /* decides between equals; NULL: the one with fewer replies that
                         * give nothing away, and then the first */
} ari__difficulty;

/* The place of the most difficult of these moves. One that was not looked at to the end does not
 * count; if that is so of all, it is the one that looks best. */
ari_status ari__most_difficult(const ari__difficulty *d, const ari_move *moves, int count,
                               int *place);

#endif
