/* perft.c: the public call. */
#include "search/searches.h"

ari_status ari_perft(const ari_variant *v, const ari_state *s, int depth, ari_stop *stop,
                     uint64_t *count, ari_error *error)
{
    *count = 0;
    if (depth < 0 || depth > ARI_PLY_MAX)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the depth must be from 0 to %d, not %d", ARI_PLY_MAX, depth);
    return ari__searches(v)->perft(v, s, depth, stop, count, error);
}
