/* solver.h: exact answers about positions, by whatever method suits the game.
 *
 * Games with few positions are solved completely, state by state, once; others are
 * searched by the engine. A solver remembers what it learnt, so that the next question
 * about the same game is cheaper. */
#ifndef ARIADNE_SOLVER_H
#define ARIADNE_SOLVER_H

#include <ariadne/engine.h>

ARI_C_BEGIN

typedef struct ari_solver ari_solver;

ari_status ari_solver_new(const ari_variant *v, size_t table_bytes, ari_solver **solver,
                          ari_error *error);
void ari_solver_free(ari_solver *solver);

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

/* The answer about a position, for its side to move, or about a move, for the side making
 * it. When a limit ended the work, exact is false and score is the best guess. */
typedef struct ari_answer {
    ari_move move; /* of a move; ARI_NO_MOVE about a position */
    int score;
    int distance; /* plies to the end under best play; -1 when not known */
    bool exact;
    int line_length; /* what follows: from the position, or after the move */
    ari_move line[ARI_LINE_MAX];
} ari_answer;

typedef struct ari_analysis {
    ari_answer whole;  /* the position itself; its line begins with a best move */
    ari_answer *moves; /* best first; equal ones in the game's own order */
    int count;         /* moves filled in */
    bool stopped;      /* a limit or the stop flag ended it */
    ari_stats stats;
} ari_analysis;

void ari_analysis_free(ari_analysis *analysis);

typedef enum ari_question {
    ARI_ASK_VALUE, /* score and distance of the position, nothing about its moves */
    ARI_ASK_BEST,  /* also every best move */
    ARI_ASK_MOVES  /* every move, each with the line that follows */
} ari_question;

/* `job` gives limits, threads and progress; its evaluation is used only where a limit
 * makes a guess necessary. The limit of nodes holds for all that is done about the question,
 * the guesses included. ARI_LIMIT where lines of play are too long for a search. */
ari_status ari_solver_ask(ari_solver *solver, const ari_state *s, ari_question question,
                          const ari_engine_job *job, ari_analysis *analysis,
                          ari_error *error);

ARI_C_END

#endif
