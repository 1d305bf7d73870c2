/* backtrack.h: what the instances of the backtracking template share. */
#ifndef ARI_BACKTRACK_BACKTRACK_H
#define ARI_BACKTRACK_BACKTRACK_H

#include <stdint.h>

#include <ariadne/backtrack.h>

#include "base/ticker.h"

/* Room for a node more than `depth`; false when memory cannot be had. */
bool ari__backtrack_grow(ari_backtrack *search, size_t depth, size_t node_size);

/* A run of some instance: ari_backtrack_run, or a compiled one. */
typedef ari_status ari__backtrack_runner(ari_backtrack *search,
                                         const ari_backtrack_options *options,
                                         ari_backtrack_end *end, ari_error *error);

/* ari_backtrack_run_split with another instance doing the work; `functions` are those of the
 * same problem. */
ari_status ari__backtrack_split(ari__backtrack_runner *run, const ari_problem *functions,
                                void *problem, size_t split,
                                const ari_backtrack_options *options,
                                const ari_runner *runner, ari_backtrack_stats *stats,
                                ari_backtrack_end *end, ari_error *error);

#endif
