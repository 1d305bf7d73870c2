/* steps.h: what the parts of strong solving share (internal).
 *
 * Positions are solved tier by tier. A tier is a number that no move makes larger; within a
 * tier positions have slots, numbered from 0:
 *
 *     dense   the game has a rank for every position: the slot is the rank
 *     keyed   the reachable positions, sorted by their bytes: the slot is the place
 *
 * First, from the start and the highest tier down, what is reachable is found; then, from
 * the lowest tier up, every slot gets its worth from the worths of its moves. Where moves
 * stay within a tier they are kept as edges, and retro.c works backwards along them. What
 * is written depends on nothing but the worths of the slots, so that the file is the same
 * whatever number of threads or interruptions it took.
 *
 * As a rule the arrays of a tier are in memory as a whole. Where the memory allowed is too
 * little for that (parts.h), a step works on a part of a tier, and sees of every tier that
 * moves lead to one window at a time: what lies outside is asked for, and the step is done
 * again when another window is there. */
#ifndef ARI_STRONG_STEPS_H
#define ARI_STRONG_STEPS_H

#include <stdatomic.h>
#include <stddef.h>

#include <ariadne/variant.h>

#include "game/compiled.h"
#include "strong/worth.h"

/* What is known of how a slot was reached: bit 0 with the first player to move, bit 1 with
 * the second (only for dense games with GAME_AS_FIRST, where they share a slot), and the
 * same twice four times as large once its moves were followed. */
enum { ARI__REACHED = 3, ARI__FOLLOWED = 12 };

typedef struct ari__tier {
    uint64_t slots;
    uint64_t *keys; /* keyed: `words` for each slot, sorted; NULL when dense */
    uint8_t *reach; /* dense: how each slot was reached; NULL: none was */
    ari__worth *worth;
    uint64_t from, to; /* the slots that the arrays hold, if not all */
    uint64_t width;    /* slots of a window */
    uint8_t *windows;  /* by window: an ari__window; NULL: the arrays hold all slots */
    uint64_t *firsts;  /* keyed: the first key of each window */
} ari__tier;

typedef enum ari__window {
    ARI__WINDOW_UNUSED, /* no move was seen to lead there */
    ARI__WINDOW_WANTED,
    ARI__WINDOW_DONE /* it was in memory, or is */
} ari__window;

/* An edge from a position to one of the same tier that a move leads to. */
typedef struct ari__edge {
    uint32_t to;
    uint32_t from; /* with ARI__EDGE_SAME when the same side moves again */
} ari__edge;
#define ARI__EDGE_SAME 0x80000000u
#define ARI__SLOTS_MAX_CYCLIC 0x7fffffffu

typedef struct ari__edges {
    ari__edge *list;
    size_t count, capacity;
    size_t most; /* that may be kept */
} ari__edges;

/* Records found, of `words` + 1 words each: the tier, then the key. */
typedef struct ari__found {
    uint64_t *records;
    size_t count, capacity;
    size_t most; /* then they are to be sorted */
} ari__found;

/* How many positions have which worth. */
typedef struct ari__census_row {
    ari__worth worth;
    uint64_t canonical, positions; /* up to symmetry, and all of them */
} ari__census_row;

typedef struct ari__census {
    ari__census_row *rows;
    size_t count, capacity;
} ari__census;

/* What kept a step from being done; the driver makes a sentence of it. */
typedef enum ari__trouble {
    ARI__TROUBLE_NONE,
    ARI__TROUBLE_MEMORY,
    ARI__TROUBLE_TIER,    /* a move leads to a higher tier */
    ARI__TROUBLE_LENGTH,  /* a game is too long for its length to be stored */
    ARI__TROUBLE_PAYOFF,  /* a payoff is too large to be stored */
    ARI__TROUBLE_MISSING, /* a position was not found that must be there */
    ARI__TROUBLE_RANK,    /* a rank is not below the number of ranks */
    ARI__TROUBLE_FULL,    /* enough was found: sort it and go on */
    ARI__TROUBLE_GONE,    /* a move goes down further than any that was found */
    ARI__TROUBLE_EDGES,   /* there are more edges than may be kept */
    ARI__TROUBLE_ABSENT   /* tier `absent` is not in memory: fetch it and go on */
} ari__trouble;

typedef struct ari__strong_thread {
    void *scratch; /* room for a position's moves and what they lead to */
    ari__edges edges;
    ari__found found;
    ari__census census;
    uint64_t reached; /* slots of this tier that were reached anew */
    int span;         /* the most tiers that a move was found to go down */
    ari__trouble trouble;
    int absent;        /* with ARI__TROUBLE_ABSENT; the tier itself: `open` is missing */
    uint64_t from, to; /* what is then left to do */
} ari__strong_thread;

#define ARI__NO_CYCLES                                                                \
    "a game with payoffs can only be solved if every move leads to a lower tier, as " \
    "GAME_TIER or GAME_LONGEST tell them: it has moves within one"

/* A game being solved, as its steps see it. */
typedef struct ari__strong {
    const ari_variant *v;
    bool dense;
    bool single;    /* everything is one tier */
    bool normalise; /* positions are kept as G(normalise) makes them */
    int words;      /* of a key */
    int top;        /* the highest tier, the start's */
    ari__tier *tiers;
    ari__tier part; /* what a step works on: slots `from` up to `to` of a tier */
    bool counting;  /* solving counts, too: until a move within the tier is met */
    uint32_t *open; /* of the tier being solved: moves within it, by slot; NULL: none */
    bool parts;     /* tiers are seen through windows */
    /* values within a tier, found by going through it for one length after the other: */
    int length;
    bool drawing;     /* all that is won or lost was found */
    ari__worth *best; /* of the part: among the moves whose worth is known */
    uint8_t *left;    /* of the part: is there another move? */
} ari__strong;

/* The work on slots `from` up to `to` of a tier, compiled for each game. */
typedef void ari__strong_step(const ari__strong *job, int tier, uint64_t from,
                              uint64_t to, ari__strong_thread *thread);

typedef struct ari__strong_steps {
    /* The tier and slot of a position (keyed: its key); false: it has none. */
    int (*place)(const ari__strong *job, const ari_state *s, uint64_t *slot_or_key,
                 unsigned *turn);
    size_t (*scratch)(const ari_variant *v); /* bytes that a thread needs */
    ari__strong_step *reach;  /* dense: marks what moves from reached slots lead to */
    ari__strong_step *find;   /* keyed: collects it */
    ari__strong_step *solve;  /* worths from lower tiers; edges within the tier */
    ari__strong_step *settle; /* worths of one length, within a tier seen in parts */
    ari__strong_step *census; /* counts the reached, where solving could not */
} ari__strong_steps;

extern const ari__strong_steps *const ari__any_game_steps;

static inline const ari__strong_steps *ari__strong_steps_of(const ari_variant *v)
{
    return v->compiled ? v->compiled->strong : ari__any_game_steps;
}

/* ---- keys.c: sorted arrays of records of `words` words ---- */

/* Less than, equal to or greater than 0. */
static inline int ari__key_compare(const uint64_t *a, const uint64_t *b, int words)
{
    for (int i = 0; i < words; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

bool ari__keys_sort(uint64_t *keys, size_t count, int words); /* false: no memory */
size_t ari__keys_unique(uint64_t *keys, size_t count, int words);
/* The union of two sorted sets, at most a_count + b_count records. */
size_t ari__keys_merge(const uint64_t *a, size_t a_count, const uint64_t *b,
                       size_t b_count, int words, uint64_t *out);
/* Removes from `a` what is in `b`; both sorted. Returns how many are left. */
size_t ari__keys_subtract(uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count,
                          int words);
#define ARI__NO_SLOT UINT64_MAX
#define ARI__OUTSIDE (UINT64_MAX - 1) /* of the window that is in memory */
uint64_t ari__keys_find(const uint64_t *keys, uint64_t count, int words,
                        const uint64_t *key);
/* The slot of a key in a tier with windows. */
uint64_t ari__tier_find(const ari__tier *t, int words, const uint64_t *key);

/* Is a slot in the window that is in memory? If not, its window is wanted. */
static inline bool ari__tier_sees(const ari__tier *t, uint64_t slot)
{
    if (slot >= t->from && slot < t->to)
        return true;
    ARI_ASSERT(slot < t->slots && t->width > 0);
    uint8_t *window = &t->windows[slot / t->width];
    if (__atomic_load_n(window, __ATOMIC_RELAXED) == ARI__WINDOW_UNUSED)
        __atomic_store_n(window, ARI__WINDOW_WANTED, __ATOMIC_RELAXED);
    return false;
}

/* ---- census.c ---- */

bool ari__census_add(ari__census *census, ari__worth worth, uint64_t canonical,
                     uint64_t positions);
/* The sentence for when there is no memory for one more row. */
ari_status ari__census_failed(const ari__census *census, ari_error *error);
bool ari__census_join(ari__census *to, const ari__census *from);
void ari__census_sort(ari__census *census);

/* Adds a record; false when memory cannot be had. */
bool ari__found_add(ari__found *found, int words, int tier, const uint64_t *key);
bool ari__edges_add(ari__edges *edges, uint64_t to, uint64_t from, bool same);

/* The tier of a position as the game counts it, from 0 at the end of the game. */
static inline int ari__tier_of(const ari_variant *v, const ari_state *s)
{
    const ari_core *core = v->core;
    return core->tier      ? core->tier(v->rules, s)
           : core->longest ? core->longest(v->rules, s)
                           : 0;
}

#endif
