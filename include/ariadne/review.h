/* review.h: looking back at a game: which moves were mistakes, and what was better. */
#ifndef ARIADNE_REVIEW_H
#define ARIADNE_REVIEW_H

#include <ariadne/analysis.h>

ARI_C_BEGIN

/* The mark of a move, by what it changed for the side that made it. */
typedef enum ari_verdict {
    ARI_VERDICT_BEST, /* nothing better was there */
    ARI_VERDICT_GOOD, /* the same result, at most two plies from the best, and no win
                               at once was missed */
    ARI_VERDICT_INACCURACY, /* the same result, but later when won, sooner when lost, or
                               with a smaller payoff */
    ARI_VERDICT_MISTAKE,    /* it changed the result */
    ARI_VERDICT_BLUNDER, /* it turned a win into a loss, or lost on the very next move */
    ARI_VERDICT_UNKNOWN  /* the limits did not allow to know */
} ari_verdict;

#define ARI_VERDICTS 6

/* "best", "good", "inaccuracy", "mistake", "blunder", "unknown". */
const char *ari_verdict_name(ari_verdict verdict);
/* The usual sign beside a move: "", "", "?!", "?", "??", "". */
const char *ari_verdict_sign(ari_verdict verdict);

typedef struct ari_reviewed {
    ari_state position; /* before the move */
    ari_side side;      /* who moved */
    ari_move move;
    ari_answer
        before;       /* with best play, for the side that moved; the line is that play */
    ari_answer after; /* after the move, for the side that moved; what then follows */
    ari_move *best;   /* the best moves, in the game's own order; none when unknown */
    int best_count;
    ari_verdict verdict;
} ari_reviewed;

typedef struct ari_review {
    ari_reviewed *moves; /* one for each move of the record */
    int count;
    int verdicts[2][ARI_VERDICTS]; /* how many, by side and verdict */
    double
        accuracy[2]; /* of a side's known moves: the mean of 1 for best and good, 3/4 for
                           an inaccuracy, 1/4 for a mistake, 0 for a blunder; -1 when
                           fewer than half of its moves are known, or it has none */
    int turning[2]; /* index of the last move with which a side gave away result, or -1 */
    bool stopped;   /* the stop flag ended it: what comes first is unknown */
    ari_answer end; /* the last position, for its side to move */
    ari_stats stats;
    ari_allowance *memory; /* of the job: what all of it, `bytes`, is charged to */
    size_t bytes;
} ari_review;

/* Looks at every move of the record. The seconds of `job` are for all of it, each position having its
 * share of what is left; its other limits hold for each position by itself. The last moves are looked
 * at first: what is learnt about them helps with those before. */
ari_status ari_review_record(ari_solver *solver, const ari_variant *v,
                             const ari_record *record, const ari_engine_job *job,
                             ari_review *review, ari_error *error);
void ari_review_free(ari_review *review);

/* How good a value, which is for `side`, is for the first player, from -1 (lost) to 1 (won):
 * the height of a curve. A win is above 0.5, and the sooner the higher: at once 1, in 20
 * plies 0.75, in 40 two thirds. A payoff of 3 is 0.5. An estimate lies between -0.45 and
 * 0.45, and what is not known is NAN. */
double ari_review_height(const ari_variant *v, ari_side side, const ari_answer *answer);

/* The curve of the game as an SVG picture: the value after each move, and the signs of the
 * moves that were not good. */
ari_status ari_review_svg(const ari_variant *v, const ari_review *review, ari_text *out,
                          ari_error *error);

ARI_C_END

#endif
