/* mcts.h: Monte-Carlo tree search that believes what it has proved.
 *
 * Round by round it goes down its tree, each time to the child that has done best so far or has been
 * visited little (UCT: Kocsis and Szepesvari 2006), adds a child, asks the game's evaluation what that is
 * worth or plays from there to the end at random, and counts the result for every node on the way. What is certain goes up the tree, too:
 * wins, losses, draws and payoffs, as bounds of the score (the solver of Winands, Bjornsson and Saito
 * 2008, with the bounds of Cazenave and Saffidine 2010). A node whose value is proved is not visited
 * again. So there are two things to be known of a move, and they are never mixed: a mean, which is an
 * estimate, and bounds, which are proved. */
#ifndef ARIADNE_MCTS_H
#define ARIADNE_MCTS_H

#include <ariadne/search.h>

ARI_C_BEGIN

/* How far a node has come. */
typedef enum ari_mcts_kind {
    ARI_MCTS_NEW,  /* no children yet */
    ARI_MCTS_SOME, /* children for some of the moves that the game calls worth a look */
    ARI_MCTS_CANDIDATES, /* for all of those */
    ARI_MCTS_MORE,       /* for some of the moves that matter */
    ARI_MCTS_ALL,        /* for all of them */
    ARI_MCTS_FINISHED,   /* the game is over, or its end is seen without a child */
    ARI_MCTS_REPEATED /* the position has been there before: counted as a draw, never proved */
} ari_mcts_kind;

typedef struct ari_mcts_node {
    uint32_t first, next; /* the first child, the next sibling: indices; 0: none */
    uint32_t visits;
    ari_move move; /* that leads here; ARI_NO_MOVE at the root */
    uint8_t turn;  /* ari_side: who moves here, once it has been visited */
    uint8_t kind;  /* ari_mcts_kind */
    double
        sum; /* of the results of its visits, for the first player: 1, 0 and -1, or payoffs */
    /* Proved: the score for the first player is no less, and no more. Wins and losses count plies
     * from the root, and may come sooner than that. */
    int low, high;
} ari_mcts_node;

typedef struct ari_mcts {
    const ari_variant *variant;
    /* The best move and line; a score of +-ARI_WIN, 0 or the payoff where that is proved (exact), else
     * the mean: of payoffs rounded, of wins and losses in thousandths. low and high are proved. */
    ari_result result;
    bool full; /* it could not grow any more, and went on with the nodes that it had */
    uint64_t rounds;
    ari_mcts_node *nodes; /* nodes[0] is the root; parents before their children */
    size_t count, room;
    ari_allowance *memory; /* that they are charged to */
} ari_mcts;

/* Tells of each round when it is over and counted: the nodes from the root to the last one, the moves
 * that were played on from there, and the result for the first player. */
typedef struct ari_mcts_round {
    const uint32_t *path;
    int path_length;
    bool opened; /* the last node is new */
    const ari_move *playout;
    int playout_length; /* of which at most ARI_LINE_MAX are told */
    double value;
} ari_mcts_round;

typedef struct ari_mcts_observer {
    void *self;
    void (*round)(void *self, const ari_mcts *tree, const ari_mcts_round *round);
} ari_mcts_observer;

typedef struct ari_mcts_job {
    /* Nodes are positions visited, in the tree and beyond. There must be a limit of nodes, seconds or rounds or
     * a stop flag, unless the game is small enough to be proved. The depth is not used. Memory is the
     * tree's: when no more is to be had it stops to grow. */
    ari_limits limits;
    uint64_t rounds; /* ends after so many; 0: no limit */
    ari_eval eval;   /* judges new nodes; neutral: games played on at random do */
    uint64_t seed;
    const ari_record *record; /* the game so far, as of ari_engine_job; may be NULL */
    const ari_mcts_observer *observer; /* may be NULL */
} ari_mcts_job;

/* One thread; the same job gives the same tree, unless time ended it. */
ari_status ari_mcts_search(const ari_variant *v, const ari_state *s,
                           const ari_mcts_job *job, ari_mcts **tree, ari_error *error);
void ari_mcts_free(ari_mcts *tree);

/* Is the value of this node proved? */
bool ari_mcts_proved(const ari_mcts *tree, uint32_t node);
/* What it is thought to be worth to the first player: the proved value (1, 0, -1 or the payoff), else the
 * mean, within what is proved. */
double ari_mcts_value(const ari_mcts *tree, uint32_t node);
/* The children, the one to play first: proved wins; then the one with the most visits and those behind it,
 * with what is proved where its value puts it; what is proved to lose is last. `children` has room
 * for ARI_MOVES_MAX; returns how many. */
int ari_mcts_ranked(const ari_mcts *tree, uint32_t node, uint32_t *children);
/* The first of them alone; 0 without children. */
uint32_t ari_mcts_best(const ari_mcts *tree, uint32_t node);

ARI_C_END

#endif
