/* book.h: opening books: every position of a game's first plies with its exact score.
 *
 *     ari_book *book;
 *     if (ari_book_load(variant, "connect4.book", &book, &error) == ARI_OK)
 *         ari_solver_consult(solver, ari_book_oracle(book));
 *
 * A book is made by solving all positions that are reached after a number of plies, the
 * frontier, and working back from them. Positions that symmetry makes alike are kept
 * once. Everything works without a book; with one, what stands in it costs nothing. */
#ifndef ARIADNE_BOOK_H
#define ARIADNE_BOOK_H

#include <ariadne/solver.h>

ARI_C_BEGIN

typedef struct ari_book ari_book;

#define ARI_BOOK_PLIES 64                  /* the most that a book may have */
#define ARI_BOOK_BYTES ((uint64_t)1 << 30) /* the largest file that is read */

typedef struct ari_book_facts {
    int plies;
    bool complete; /* false: a part of a book that is being made */
    uint64_t positions;
    uint64_t won, drawn, lost; /* how many of them are, for the side to move */
} ari_book_facts;

/* A book of the variant, which must outlive it, from the bytes or the file that
 * ari_book_write made. What is damaged, no book, or a book of another game or other
 * options is refused. */
ari_status ari_book_read(const ari_variant *v, const void *bytes, size_t size,
                         ari_book **book, ari_error *error);
ari_status ari_book_load(const ari_variant *v, const char *path, ari_book **book,
                         ari_error *error);
void ari_book_free(ari_book *book);
void ari_book_write(const ari_book *book, ari_text *out);

ari_book_facts ari_book_tell(const ari_book *book);
/* The exact score for the side to move; false when the position is not in it. */
bool ari_book_score(const ari_book *book, const ari_state *s, int *score);
/* The book as a solver takes it; lives as long as the book. */
const ari_oracle *ari_book_oracle(const ari_book *book);

/* ---- making one ----
 *
 * A maker knows every position of the book, at first without scores. Solving gives the
 * frontier its scores one by one; whatever is known can be made a book at any time, so
 * that the work can stop and go on later. */

typedef struct ari_book_maker ari_book_maker;

/* Finds all positions of at most `plies` plies in which the game is on. The limits may be NULL;
 * their memory is also for what writing the book will take, and outlives the maker. */
ari_status ari_book_maker_new(const ari_variant *v, int plies, const ari_limits *limits,
                              ari_book_maker **maker, ari_error *error);
void ari_book_maker_free(ari_book_maker *maker);

uint64_t ari_book_maker_positions(const ari_book_maker *maker);
uint64_t ari_book_maker_frontier(const ari_book_maker *maker); /* of them to be solved */
uint64_t ari_book_maker_left(const ari_book_maker *maker);     /* and not solved yet */

/* Takes the scores of the frontier that another book, or a part of one, knows. */
void ari_book_maker_take(ari_book_maker *maker, const ari_book *book);
/* Solves the next position of the frontier. ARI_STOPPED: a limit of the job ended it. */
ari_status ari_book_maker_solve(ari_book_maker *maker, ari_solver *solver,
                                const ari_engine_job *job, ari_error *error);
/* A book of what is known: complete when nothing is left. */
ari_status ari_book_maker_book(ari_book_maker *maker, ari_book **book, ari_error *error);

/* ---- trusting one ---- */

typedef struct ari_book_trial {
    uint64_t inner;  /* positions whose score was compared with those of their moves */
    uint64_t solved; /* positions of the frontier that were solved again */
    bool failed;     /* the book is wrong about this position: */
    ari_state position;
    bool missing;     /* it does not know it, or */
    int score, right; /* what it says, and what is right */
} ari_book_trial;

/* Is every position there, does every score before the frontier follow from those after
 * it, and are `count` positions of the frontier, chosen by the seed, right when solved?
 * ARI_STOPPED: a limit of the job ended it before anything wrong was found. */
ari_status ari_book_verify(const ari_book *book, ari_solver *solver,
                           const ari_engine_job *job, uint64_t seed, uint64_t count,
                           ari_book_trial *trial, ari_error *error);

ARI_C_END

#endif
