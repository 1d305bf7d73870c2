/* mcts.h: what a Monte-Carlo tree search works with, the same for all games (internal). */
#ifndef ARI_SEARCH_MCTS_H
#define ARI_SEARCH_MCTS_H

#include <ariadne/mcts.h>
#include <ariadne/random.h>

#include "search/searches.h"
#include "base/ticker.h"

/* A random game is not followed further where games may go on for ever: then it is a draw. */
#define ARI__PLAYOUT_MOST 300
#define ARI__MCTS_AHEAD 4 /* plies that candidates are asked for */
#define ARI__MCTS_DRAWN 3 /* moves of which a random game takes the most promising */

typedef struct ari__mcts_run {
    ari__ticker tick;
    ari_mcts *tree;
    const ari_mcts_job *job;
    bool payoffs;
    bool no_memory; /* for another node: the search has failed */
    ari_random random;
    double trying;             /* the constant of UCT */
    double squares;            /* of the results */
    double judged, judgements; /* how many evaluations, and the sum of their sizes */
    int deepest;
    /* This round. */
    uint32_t path[ARI_PLY_MAX + 1];
    int length; /* of the path */
    ari_move playout[ARI_LINE_MAX];
    int playout_length;
    /* In games that may come back to a position: the keys of the game so far, then of the path. */
    uint64_t *keys;
    int past;
    ari_move *list; /* room for the moves of a position */
    uint64_t marks[(ARI_NO_MOVE + 1) / 64 +
                   1]; /* moves that have a child, while it is asked */
} ari__mcts_run;

/* Nothing more is to be known of the node. */
bool ari__mcts_settled(const ari__mcts_run *t, uint32_t node);
/* Is there another round to come, limits of nodes and time apart? */
bool ari__mcts_wants_more(const ari__mcts_run *t);
/* The end of the game is seen here: the score for the side to move. */
void ari__mcts_finish(ari__mcts_run *t, uint32_t node, int score);
/* The child to go to; 0 when another is to be opened first, or none is left. */
uint32_t ari__mcts_select(ari__mcts_run *t, uint32_t node);
/* May it open another child? */
bool ari__mcts_may_open(const ari__mcts_run *t, uint32_t node);
/* A new child, 0 when the tree cannot grow. */
uint32_t ari__mcts_add(ari__mcts_run *t, uint32_t node, ari_move move);
/* Marks the moves that have a child; asked again, it takes the marks away. */
void ari__mcts_mark_children(ari__mcts_run *t, uint32_t node);
void ari__mcts_begin_round(ari__mcts_run *t);
/* The round has come to its end with this result for the first player. */
void ari__mcts_count(ari__mcts_run *t, double value);

static inline bool ari__mcts_goes_on(const ari__mcts_run *t, uint32_t node)
{
    uint8_t kind = t->tree->nodes[node].kind;
    return kind != ARI_MCTS_FINISHED && kind != ARI_MCTS_REPEATED;
}

static inline void ari__mcts_note(ari__mcts_run *t, ari_move move)
{
    if (t->playout_length < ARI_LINE_MAX)
        t->playout[t->playout_length] = move;
    t->playout_length++;
}

static inline bool ari__mcts_is_marked(const ari__mcts_run *t, ari_move m)
{
    return t->marks[m / 64] >> m % 64 & 1;
}

/* Was the position of this key there before, in the game or on the path? `ply` is where it is now. */
static inline bool ari__mcts_comes_again(ari__mcts_run *t, uint64_t key, int ply)
{
    int place = t->past + ply;
    t->keys[place] = key;
    for (int i = place - 1; i >= 0; i--)
        if (t->keys[i] == key)
            return true;
    return false;
}

#endif
