/* solver.h: exact answers about positions, by whatever method suits the game.
 *
 * Games with few positions are solved completely, state by state, once; others are
 * searched by the engine. A solver remembers what it learnt, so that the next question
 * about the same game is cheaper. Questions are asked by analysis.h. */
#ifndef ARIADNE_SOLVER_H
#define ARIADNE_SOLVER_H

#include <ariadne/engine.h>

ARI_C_BEGIN

typedef struct ari_solver ari_solver;

/* All that a solver takes, tables, stacks and answers, stays within `bytes` (from a megabyte on,
 * within a tenth of it). Where that is too little to solve the game state by state, it is searched
 * by the engine; where lines of play are too long for that, a question ends with ARI_MEMORY. */
ari_status ari_solver_new(const ari_variant *v, size_t bytes, ari_solver **solver,
                          ari_error *error);
/* The same where `bytes` are a part of what somebody was `given`, who knows nothing of parts: a
 * sentence about too little memory names all of it. */
ari_status ari_solver_new_part(const ari_variant *v, size_t bytes, size_t given,
                               ari_solver **solver, ari_error *error);
void ari_solver_free(ari_solver *solver);

/* By what it answers from now on; ARI_METHOD_AUTO at first: state by state where positions are few, else
 * by the search in depth. The others ask no opening book. By ARI_METHOD_DFPN wins and losses are proved with a
 * bound of their distance, so that answers are decided (analysis.h), but seldom exact; by
 * ARI_METHOD_STATES what takes too much memory is an error. */
ari_status ari_solver_use(ari_solver *solver, ari_method method, ari_error *error);

/* Exact scores that are known beforehand: an opening book (book.h), a database. */
typedef struct ari_oracle {
    const void *self;
    /* The score for the side to move; false when it is not known. */
    bool (*score)(const void *self, const ari_state *s, int *score);
} ari_oracle;

/* Asks the oracle, which must outlive the solver, before anything is searched; NULL: none.
 * Lines from positions that it knows are looked for last, along what it knows and then as
 * far as a few nodes lead. */
void ari_solver_consult(ari_solver *solver, const ari_oracle *oracle);
/* How many nodes such lines may cost in one question, instead of 10,000; the limits of the
 * job hold besides. */
void ari_solver_spend_on_lines(ari_solver *solver, uint64_t nodes);

/* A database of every position of the game (strong.h). `ask` gives the score for
 * the side to move and the plies to the end, -1 when the game never ends; ARI_UNKNOWN for a
 * position that it does not know, which is then searched as ever. */
typedef struct ari_lookup {
    void *self;
    ari_status (*ask)(void *self, const ari_state *s, int *score, int *distance,
                      ari_error *error);
} ari_lookup;

/* Looks positions up before anything else is done; what `self` is must outlive the solver. */
void ari_solver_look_up(ari_solver *solver, ari_lookup lookup);

/* Can perfect play be promised: is the value of every position of this variant sure to be found,
 * and within seconds? So it is where positions are few, and where the game says so from
 * measurements. Elsewhere one position may be proved and another not. */
bool ari_solvable(const ari_variant *v);
/* The same of a solver, which may look positions up in a database. */
bool ari_solver_is_sure(const ari_solver *solver);
/* Did the memory not suffice to look at every position, though the game has few enough for that? With more of it,
 * that answers what was left open. */
bool ari_solver_lacks_memory(const ari_solver *solver);

/* ---- what it answers ---- */

/* Who says it. */
typedef enum ari_source {
    ARI_SOURCE_NONE,     /* nobody: nothing is known */
    ARI_SOURCE_ESTIMATE, /* a search that did not see the end, or the evaluation alone */
    ARI_SOURCE_RULES,    /* the game is over */
    ARI_SOURCE_BOOK,
    ARI_SOURCE_DATABASE,
    ARI_SOURCE_STATES, /* all positions that can follow were looked at, one by one */
    ARI_SOURCE_PROOF,  /* a search to the end */
    ARI_SOURCE_DFPN    /* the same in the order of proof numbers */
} ari_source;

/* "", "estimate", "rules", "book", "database", "states", "proof", "df-pn". */
const char *ari_source_name(ari_source source);

/* What is known about a position, for its side to move, or about a move, for the side making
 * it. */
typedef struct ari_answer {
    ari_move move; /* of a move; ARI_NO_MOVE about a position */
    int low, high; /* proved: it is worth no less than this, and no more than that */
    bool exact;    /* they are the same */
    int score; /* which is this; otherwise the estimate, no less and no more than proved */
    int depth; /* of an estimate: the plies that were looked at, its own move included */
    int distance; /* plies to the end under best play; -1 when not known */
    ari_source source;
    int line_length; /* what follows: from the position, or after the move */
    ari_move line[ARI_LINE_MAX];
} ari_answer;

/* Nothing is known: any value is possible. */
ari_answer ari_answer_open(ari_move move);
/* The value is known. */
void ari_answer_exact(ari_answer *answer, int score, int distance, ari_source source);

ARI_C_END

#endif
