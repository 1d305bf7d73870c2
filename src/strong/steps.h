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
 * stay within a tier the rules are asked first which slots they tell at once; the others are
 * open, and in a dense tier they alone are numbered and have a worth in memory. Moves from open
 * slots to open slots are kept as edges, and retro.c works backwards along them. What
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

#include <ariadne/random.h>
#include <ariadne/variant.h>

#include "game/compiled.h"
#include "strong/worth.h"

/* What is known of how a slot was reached: bit 0 with the first player to move, bit 1 with
 * the second (only for dense games with GAME_AS_FIRST, where they share a slot), and the
 * same twice four times as large once its moves were followed. */
enum { ARI__REACHED = 3, ARI__FOLLOWED = 12 };

/* Which of 64 slots are open, and how many open ones there are before them. */
typedef struct ari__opens {
    uint64_t bits, before;
} ari__opens;

typedef struct ari__tier {
    uint64_t slots;
    uint64_t *keys; /* keyed: `words` for each slot, sorted; NULL when dense */
    uint8_t *reach; /* dense: how each slot was reached; NULL: none was */
    uint32_t
        *hash; /* keyed: 1 + the slot of a key; NULL: keys are looked for by halves */
    size_t hash_size;
    ari__worth *worth;
    ari__opens *
        opens; /* NULL: not known, and worth has all slots; else, when dense, the open ones */
    uint64_t open;     /* how many are */
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

/* Moves within a tier, as they are found: for each slot that has any its place, and for each of
 * them the place it leads to, with ARI__MOVE_SAME when the same side moves there, and in a
 * game that collects points those that it collects. */
typedef struct ari__moves {
    uint32_t *list;
    size_t count, capacity;
    size_t most;    /* then they are to be put away */
    uint64_t total; /* edges */
} ari__moves;
#define ARI__MOVE_SAME 0x80000000u
#define ARI__SLOTS_MAX_CYCLIC 0x7fffffffu

/* Records found, of `words` + 1 words each: the tier, then the key; each of them once, where
 * there is a table. */
typedef struct ari__found {
    uint64_t *records;
    size_t count, capacity;
    uint32_t *table; /* by hash: 1 + the number of a record */
    size_t table_size;
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
    ARI__TROUBLE_WITHIN,  /* a move stays within the tier */
    ARI__TROUBLE_BACK,    /* moves of a game with payoffs come back to a position */
    ARI__TROUBLE_ABSENT   /* tier `absent` is not in memory: fetch it and go on */
} ari__trouble;

typedef struct ari__strong_thread {
    void *scratch; /* room for a position's moves and what they lead to */
    ari__moves moves;
    ari__found found;
    ari__census census;
    uint64_t reached;  /* slots of this tier that were reached anew */
    uint64_t followed; /* slots, by the step that follows moves */
    int span;          /* the most tiers that a move was found to go down */
    ari__trouble trouble;
    int absent;        /* with ARI__TROUBLE_ABSENT */
    uint64_t from, to; /* what is then left to do */
} ari__strong_thread;

#define ARI__COMES_BACK                                                               \
    "a game with payoffs can only be solved if it does not come back to a position, " \
    "and this one does"

/* A game being solved, as its steps see it. */
typedef struct ari__strong {
    const ari_variant *v;
    bool dense;
    bool spare;     /* dense, and slots that were not reached have no worth */
    bool single;    /* everything is one tier */
    bool normalise; /* positions are kept as G(normalise) makes them */
    int words;      /* of a key */
    int top;        /* the highest tier, the start's */
    ari__tier *tiers;
    ari__tier part; /* what a step works on: slots `from` up to `to` of a tier */
    bool counting;  /* solving counts, too */
    bool collects;  /* points on the way: edges say how many */
    bool waiting;   /* only slots that both sides have reached are followed */
    uint64_t most;  /* that a thread follows of others at a time */
    bool reached;   /* only slots that were reached are told */
    uint32_t *
        open; /* of the tier being solved: moves within it, by place; NULL: none are met */
    bool parts; /* tiers are seen through windows */
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
    ari__strong_step *reach; /* dense: marks what moves from reached slots lead to */
    ari__strong_step *find;  /* keyed: collects it */
    ari__strong_step *tell;  /* which slots are open; counts those reached that are not */
    ari__strong_step *solve; /* worths from lower tiers; moves within the tier */
    ari__strong_step *settle; /* worths of one length, within a tier seen in parts */
    ari__strong_step *census; /* counts the reached, those that `tell` did not */
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

/* A hash of a key, or of a number before it, too. */
static inline uint64_t ari__key_hash(uint64_t before, const uint64_t *key, int words)
{
    for (int i = 0; i < words; i++)
        before = ari_mix(before ^ key[i]);
    return before;
}

/* Has the entry, or what it leads to, brought into the cache, where many are asked for side by side. */
static inline void ari__hash_call(const uint32_t *table, size_t size, uint64_t hash)
{
    __builtin_prefetch(&table[(size_t)hash & (size - 1)]);
}

static inline uint32_t ari__hash_read(const uint32_t *table, size_t size, uint64_t hash)
{
    return table[(size_t)hash & (size - 1)];
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
/* Makes keys of a tier quick to look for, if there is memory for that; and the slot of one. */
void ari__tier_hash(ari__tier *t, int words);
uint64_t ari__tier_look(const ari__tier *t, int words, const uint64_t *key,
                        uint64_t hash);
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

/* The place of the worth of an open slot; ARI__NO_SLOT: the rules tell it at once. */
static inline uint64_t ari__tier_place(const ari__tier *t, uint64_t slot)
{
    const ari__opens *opens = &t->opens[slot / 64];
    unsigned bit = (unsigned)(slot % 64);
    ARI_ASSERT(slot < t->slots);
    if (!(opens->bits >> bit & 1))
        return ARI__NO_SLOT;
    uint64_t below = opens->bits & ((UINT64_C(1) << bit) - 1);
    return t->keys ? slot : opens->before + (uint64_t)__builtin_popcountll(below);
}

/* The worths of `count` slots from `from` on, ARI__WORTH_NONE for those that are not open; false: none is. */
bool ari__tier_spread(const ari__tier *t, uint64_t from, size_t count, ari__worth *worth);

/* ---- census.c ---- */

bool ari__census_add(ari__census *census, ari__worth worth, uint64_t canonical,
                     uint64_t positions);
/* The sentence for when there is no memory for one more row. */
ari_status ari__census_failed(const ari__census *census, ari_error *error);
bool ari__census_join(ari__census *to, const ari__census *from);
void ari__census_sort(ari__census *census);

/* Room for so many records more; false when memory cannot be had. Then records can be added, if they are
 * new, by the hash of the tier and the key. */
bool ari__found_room(ari__found *found, int words, size_t news);
void ari__found_add(ari__found *found, int words, int tier, const uint64_t *key,
                    uint64_t hash);
/* Forgets all of them. */
void ari__found_clear(ari__found *found);
/* Adds a word; false when memory cannot be had. */
bool ari__moves_add(ari__moves *moves, uint32_t word);

/* The tier of a position as the game counts it, from 0 at the end of the game. */
static inline int ari__tier_of(const ari_variant *v, const ari_state *s)
{
    const ari_core *core = v->core;
    return core->tier      ? core->tier(v->rules, s)
           : core->longest ? core->longest(v->rules, s)
                           : 0;
}

#endif
