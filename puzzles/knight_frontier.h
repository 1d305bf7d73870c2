/* knight_frontier.h: all ways to join the squares so far, as states.
 *
 * The board is gone through square by square, along the columns, `rows` squares each. At each
 * square it is decided which moves to earlier squares belong to the tour. Of all that was
 * decided only this matters for the rest: for each of the last 2 * rows + 1 squares, from
 * which moves still lead on, whether it has no move yet, two, or one, and then at which
 * square the piece of path that ends there has its other end.
 *
 * A state is four bits for each of them, at the place of the square's number modulo
 * 2 * rows + 1, so that nothing has to be moved when the next square comes: itself (no move
 * yet), the place of the other end, or FULL. Squares before the board are FULL.
 *
 * An open tour is a closed one through an extra square that is next to all others. Its place
 * is the one behind the rest. */
#ifndef ARI_KNIGHT_FRONTIER_H
#define ARI_KNIGHT_FRONTIER_H

#include "knight_parts.h"

enum { FULL = 15, PLACES_MAX = 15, GROWN_MAX = 16, NEIGHBOURS_MAX = 5 };

/* The board as the frontier sees it: the shorter side is the rows. */
typedef struct knight_field {
    int rows, columns;
    bool turned;       /* columns and rows are exchanged */
    bool open;         /* with the extra square */
    int64_t first;     /* the square where it must begin, column * rows + row, or -1 */
    int places;        /* of a state */
    uint64_t all_full; /* the state of a finished tour */
} knight_field;

/* What happens at one square. */
typedef struct knight_step {
    int place; /* of the square, which was that of the oldest one */
    int neighbours;
    int at[NEIGHBOURS_MAX];   /* the places of the earlier squares next to it */
    int left[NEIGHBOURS_MAX]; /* how many moves they have left afterwards */
    unsigned must;            /* those that it must be joined to */
    unsigned once; /* those that it may be joined to only if they have no move */
    int ways;
    uint8_t way[GROWN_MAX]; /* sets of at most two neighbours, enough for the rest */
    bool last;
    uint64_t all_full;
} knight_step;

/* A state after a step, and the neighbours that were joined. */
typedef struct knight_grown {
    uint64_t state;
    unsigned joined;
} knight_grown;

knight_field ari__knight_field(const ari_knight_job *job);
/* The square of the job's board that has this number in the field. */
size_t ari__knight_square(const knight_field *field, int64_t number);
knight_step ari__knight_step_at(const knight_field *field, int64_t number);
/* The neighbour's number in the field; -1 is the extra square. */
int64_t ari__knight_neighbour(const knight_field *field, int64_t number, int index);

static inline unsigned knight_mate(uint64_t state, int place)
{
    return (unsigned)(state >> 4 * place) & 15;
}

static inline uint64_t knight_put(uint64_t state, unsigned place, unsigned mate)
{
    return (state & ~((uint64_t)15 << 4 * place)) | (uint64_t)mate << 4 * place;
}

/* Each of two places is the other end of the other. */
static inline uint64_t knight_pair(uint64_t state, unsigned a, unsigned b)
{
    return knight_put(knight_put(state, a, b), b, a);
}

/* Joins the square to a set of neighbours; false where that closes a circle too early. */
static inline bool knight_join(const knight_step *s, uint64_t state, unsigned way,
                               uint64_t *grown)
{
    unsigned place = (unsigned)s->place;
    if (way == 0) {
        *grown = knight_put(state, place, place);
        return !s->last;
    }
    int u = s->at[__builtin_ctz(way)];
    unsigned end = knight_mate(state, u);
    state = knight_put(state, (unsigned)u, FULL);
    way &= way - 1;
    if (way == 0) {
        *grown = knight_pair(state, end, place);
        return !s->last;
    }
    int w = s->at[__builtin_ctz(way)];
    unsigned other = knight_mate(state, w);
    state = knight_put(knight_put(state, (unsigned)w, FULL), place, FULL);
    if (end == (unsigned)w) {
        *grown = state;
        return s->last && state == s->all_full;
    }
    *grown = knight_pair(state, end, other);
    return !s->last;
}

/* All states that one state can become. */
static inline int knight_grow(const knight_step *s, uint64_t state, knight_grown *grown)
{
    unsigned can = 0, must = s->must;
    for (int i = 0; i < s->neighbours; i++) {
        unsigned mate = knight_mate(state, s->at[i]), bit = 1u << i;
        int moves = mate == FULL ? 2 : mate != (unsigned)s->at[i];
        can |= moves == 0 || (moves == 1 && !(s->once & bit)) ? bit : 0;
        must |= moves + s->left[i] < 2 ? bit : 0;
        if (moves + s->left[i] < 1)
            return 0;
    }
    int count = 0;
    for (int i = 0; i < s->ways; i++) {
        unsigned way = s->way[i];
        if ((way & must) == must && !(way & ~can) &&
            knight_join(s, state, way, &grown[count].state))
            grown[count++].joined = way;
    }
    return count;
}

#endif
