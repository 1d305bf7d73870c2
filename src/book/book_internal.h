/* book_internal.h: what a book and its maker are made of. */
#ifndef ARI_BOOK_INTERNAL_H
#define ARI_BOOK_INTERNAL_H

#include <ariadne/analysis.h>
#include <ariadne/book.h>

#include "base/ticker.h"
#include "game/normal.h"

/* Positions by their keys in ascending order, each with its score. */
struct ari_book {
    const ari_variant *variant;
    int plies;
    bool complete;
    size_t count;
    uint64_t *keys;
    int32_t *scores;
    ari_oracle oracle;
};

/* Room for `count` positions, to be filled in. */
ari_status ari__book_new(const ari_variant *v, size_t count, ari_book **book,
                         ari_error *error);
bool ari__book_find(const ari_book *book, uint64_t key, int *score);

#define ARI__UNSOLVED INT32_MIN

/* All positions of a book, nearest to the start first, as the one that stands for those
 * alike. */
struct ari_book_maker {
    const ari_variant *variant;
    int plies;
    size_t count;
    size_t frontier; /* from this one on they are solved, those before are derived */
    size_t next;     /* the first of the frontier that may be unsolved */
    size_t left;     /* unsolved */
    unsigned char *states; /* state_size bytes each */
    uint64_t *keys;
    int32_t *scores;
    uint32_t *slots; /* index + 1 by key; a power of two of them, at most half filled */
    size_t slot_count;
    size_t state_room, key_room, score_room; /* of these arrays, in items */
    ari_allowance *memory;                   /* that they are charged to */
    size_t reserved;                         /* of it for a book of all that */
    ari_limits limits;                       /* of finding them */
    ari__ticker tick;
};

/* The position itself. */
ari_state ari__book_state(const ari_book_maker *maker, size_t index);
/* Where a position stands; false when it is not among them. */
bool ari__book_index(const ari_book_maker *maker, const ari_state *s, size_t *index);

static inline uint64_t ari__book_key(const ari_variant *v, const ari_state *normal)
{
    return v->core->key(v->rules, normal);
}

/* The best of the moves' scores, where `score` tells that of each position that a move
 * leads to; false when one of them is not known. */
typedef bool ari__book_lookup(const void *self, const ari_state *s, int *score);
bool ari__book_best(const ari_variant *v, const ari_state *s, ari_move *list,
                    ari__book_lookup *score, const void *self, int *best);

#endif
