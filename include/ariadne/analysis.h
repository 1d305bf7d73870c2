/* analysis.h: what is known about a position and about each of its moves.
 *
 * Of every move three things may be known: bounds of its value that are proved, an estimate by a
 * search that did not see the end, and a line of play that was really searched. ari_analyse
 * answers a question and returns; an ari_study works in steps, and tells after each of them the
 * best that it knows. Every screen reads what is known from here, and says no more. */
#ifndef ARIADNE_ANALYSIS_H
#define ARIADNE_ANALYSIS_H

#include <ariadne/mcts.h>
#include <ariadne/solver.h>

ARI_C_BEGIN

/* Is anything known, be it only an estimate? */
bool ari_answer_known(const ari_answer *answer);
/* Is the value known, won, drawn or lost, or the payoff, though perhaps not how soon it comes? */
bool ari_answer_decided(const ari_answer *answer);
/* What is proved of the result: "win", "draw" or "loss", the least and the most it can be, NULL
 * where that is nothing. */
const char *ari_answer_at_least(const ari_answer *answer);
const char *ari_answer_at_most(const ari_answer *answer);

/* "won", "lost by 3", "drawn"; "not lost, about +12", "won in at most 9", "at least +2"; "about
 * -4"; "not known". */
void ari_answer_format(const ari_variant *v, const ari_answer *answer, ari_text *out);

/* The one order of answers: by the value where it is proved, and else by the estimate, which
 * lies within what is proved; among equals those of which more is proved first, of these what may
 * still be better before what is exact, and then whatever is known before what is not. Less than
 * 0: `a` comes first; 0: they are alike. */
int ari_answer_compare(const ari_answer *a, const ari_answer *b);

/* What a tree search knows of its root (node 0), or of one of the root's children, for the side making
 * that move, with the line that follows. */
ari_answer ari_mcts_answer(const ari_mcts *tree, uint32_t node);

typedef struct ari_analysis {
    ari_answer whole; /* the position itself; its line begins with a best move */
    ari_answer
        *moves;   /* in the order of ari_answer_compare; equal ones in the game's own */
    int count;    /* moves filled in */
    bool every;   /* they are all the legal ones */
    bool stopped; /* a limit or the stop flag ended it */
    ari_stats stats;
    ari_allowance *memory; /* of the job: that `bytes` of the moves are charged to */
    size_t bytes;
} ari_analysis;

void ari_analysis_free(ari_analysis *analysis);

/* Is the i-th move proved to be a best one: worth at least as much as any other can be? */
bool ari_analysis_is_best(const ari_analysis *analysis, int i);
/* How many moves are, which are then the first ones; 0 when that is not proved of any. The
 * first move then only looks best. */
int ari_analysis_best(const ari_analysis *analysis);

typedef enum ari_question {
    ARI_ASK_VALUE, /* the value of the position, nothing about its moves */
    ARI_ASK_BEST, /* also every best move; where none is proved, the one that looks best */
    ARI_ASK_MOVES /* every move, each with the line that follows */
} ari_question;

/* `job` gives limits, threads and progress; its evaluation is used only for estimates. The limits
 * hold for all that is done about the question, the estimates included. ARI_LIMIT where there
 * are none, and lines of play are too long for a search. */
ari_status ari_analyse(ari_solver *solver, const ari_state *s, ari_question question,
                       const ari_engine_job *job, ari_analysis *analysis,
                       ari_error *error);

/* Every move by what the rules, the book and the database say, with no search at all;
 * ARI_UNKNOWN if that does not tell the value of the position. */
ari_status ari_look_up(ari_solver *solver, const ari_state *s, ari_allowance *memory,
                       ari_analysis *analysis, ari_error *error);

/* ---- step by step ---- */

/* The analysis of every move, improving. What book and database know is there from the
 * beginning; then proofs and estimates take turns, side by side where there are threads for
 * both. Estimates get a small part of the work, and a larger one as long as nothing is proved.
 * The turns are counted in nodes, so that the same work gives the same answers everywhere. */
typedef struct ari_study ari_study;

/* The limits of `job`, which must outlive the study, hold for all of it. */
ari_status ari_study_new(ari_solver *solver, const ari_state *s,
                         const ari_engine_job *job, ari_study **study, ari_error *error);
void ari_study_free(ari_study *study);
/* Is there more to be done, and allowed? */
bool ari_study_goes_on(const ari_study *study);
/* Is every move exact, with its line? */
bool ari_study_complete(const ari_study *study);
/* Does a piece of work, which takes a fraction of a second. */
ari_status ari_study_step(ari_study *study, ari_error *error);
/* Goes on under other limits, which begin now. */
void ari_study_resume(ari_study *study, const ari_engine_job *job);
/* The best that is known, until the next step. */
const ari_analysis *ari_study_known(const ari_study *study);

ARI_C_END

#endif
