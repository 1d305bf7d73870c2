/* verify.h: what the parts of the check of a database share. */
#ifndef ARI_STRONG_VERIFY_H
#define ARI_STRONG_VERIFY_H

#include "strong/read.h"

/* Of a place: it was seen with the first or the second player to move, and its moves were followed. */
enum { ARI__SEEN = 1, ARI__SEEN_SECOND = 2, ARI__DONE = 4, ARI__DONE_SECOND = 8 };

typedef struct ari__verify_child {
    ari_state state;
    uint64_t place;
    unsigned seen; /* the flag of the side to move */
    int outcome;
} ari__verify_child;

typedef struct ari__verifying {
    const char *path;
    ari_database *db;
    const ari_variant *v;
    const ari_core *core;
    const ari_verify_job *job;
    ari_verify_report *report;
    ari_error *error;
    bool ranked;     /* a position's place is its rank, after those of lower tiers */
    bool canonical;  /* one of each set of symmetric positions is looked at */
    uint64_t *bases; /* of each tier: its first place */
    ari_allowance *memory; /* NULL: no limit */
    uint64_t places;
    uint8_t *flags;
    ari__worth *
        values; /* of those that were found; NULL: too little memory, they are looked up when needed */
    ari__tier found; /* when ranked: which places were found, and so have a value */
    size_t found_room;
    unsigned char *states; /* of every place, when not ranked */
    uint64_t *table;       /* 1 + place, by hash of the state */
    size_t table_size, flag_room, state_room, value_room;
    uint64_t *counts; /* for each row of the file: up to symmetry, and all */
    ari_move *moves;
    struct ari__verify_child *children; /* what the moves of a position lead to */
    double start, told;
} ari__verifying;

/* The file says something that is not true; `what` has a place for `more`. */
bool ari__verify_wrong(ari__verifying *c, const ari_state *s, const char *what,
                       const char *more);
/* Tells progress; false when the check is to stop. */
bool ari__verify_go_on(ari__verifying *c, const char *doing, uint64_t done);
/* The position that stands for its symmetric ones. */
ari_state ari__verify_normal(const ari__verifying *c, const ari_state *s);
void ari__verify_free_places(ari__verifying *c);
/* The place of any position, and the flag that says it was seen with this side to move.
 * UINT64_MAX after saying why there is none. */
uint64_t ari__verify_place_of(ari__verifying *c, const ari_state *s, unsigned *seen);
/* The place of a position by its bytes; a new one if there is none. */
uint64_t ari__verify_place_of_state(ari__verifying *c, const ari_state *s);
ari_state ari__verify_state_at(const ari__verifying *c, uint64_t place, int tier);
/* Follows every move from the start; false after saying what is wrong. */
bool ari__verify_find_all(ari__verifying *c);

#endif
