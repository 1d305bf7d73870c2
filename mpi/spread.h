/* spread.h: a strong solving spread over the ranks of an MPI program.
 *
 * Every position belongs to one rank, told by its key: in a keyed game by a hash of it, in a
 * dense one by its slot: the slots of a block of the file, and blocks go round the ranks. Ranks work in step: each
 * looks at some of its own positions, all exchange what concerns the others' in bulk, each
 * takes in what it got; and again, until nobody has anything left. Only rank 0 writes the
 * database, as blocks, packed by their ranks, or values come to it one after the other. */
#ifndef ARIADNE_MPI_SPREAD_H
#define ARIADNE_MPI_SPREAD_H

#include <mpi.h>

#include "strong/raw.h"
#include "strong/retro.h"
#include "strong/windows.h"

#define SPREAD_PIECE ARI__DB_SLOTS /* slots in a row that belong to the same rank */
#define SPREAD_BATCH 16384         /* positions looked at between exchanges, at most */

/* Words for another rank, or about what was sent to it. */
typedef struct spread_words {
    uint64_t *list;
    size_t count, capacity;
} spread_words;

typedef struct spread {
    ari__drive drive; /* its tiers have this rank's slots only */
    ari__raw raw;     /* rank 0 */
    ari__store store;
    ari__drive whole; /* rank 0, with `raw`: whole tiers, which are on disk only */
    ari__store whole_store;
    ari__writer writer; /* rank 0 */
    ari__stand stand;
    ari_strong_job job;
    const char *path;
    int rank, ranks;
    int words;           /* that say which position: of a key, or 1 for a slot */
    int batch;           /* positions looked at between exchanges */
    uint64_t generation; /* of the last checkpoint that all ranks have */
    double saved;
    ari__worth start; /* rank 0: the worth of the start */
    uint64_t sent;    /* bytes to other ranks */
    spread_words *out, *asked;
    spread_words in;
    int *in_counts, *in_starts, *out_counts, *out_starts;
    ari_move *moves;
    ari_state *children;
} spread;

/* ---- exchange.c ---- */

/* Ends the whole program with a sentence; status 2. */
_Noreturn void spread_die(const spread *s, const char *message);
/* The same if `status` is not ARI_OK. */
void spread_check(const spread *s, ari_status status, const ari_error *error);

void spread_push(const spread *s, spread_words *words, uint64_t word);
/* Sends what is in `out` to all ranks and empties it; what came is in `in`, that of rank r
 * from in_starts[r] on. */
void spread_exchange(spread *s);
bool spread_any(const spread *s, bool mine); /* true on some rank */
uint64_t spread_most(uint64_t mine);
uint64_t spread_sum(uint64_t mine);

/* Where a position belongs. */
typedef struct spread_place {
    int tier, owner;
    unsigned turn;
    uint64_t id[ARI_STATE_MAX / 8]; /* slot or key */
} spread_place;

spread_place spread_place_of(const spread *s, const ari_state *state);
/* This rank's slot of a position that belongs to it; ARI__NO_SLOT: none. */
uint64_t spread_local(const spread *s, int tier, const uint64_t *id);
/* The position of a slot of this rank; false: there is none. */
bool spread_state(const spread *s, int tier, uint64_t local, ari_state *state);
/* How many slots of a dense tier belong to this rank. */
uint64_t spread_slots(const spread *s, uint64_t all);
/* The slot in the whole tier of one of a rank's slots. */
uint64_t spread_global(const spread *s, int rank, uint64_t local);

/* ---- find.c, values.c ---- */

void spread_find_tier(spread *s, int tier);
void spread_solve_tier(spread *s, int tier);

/* ---- gather.c ---- */

/* Counts a solved tier, brings it to rank 0 and writes it. */
void spread_write_tier(spread *s, int tier);

#endif
