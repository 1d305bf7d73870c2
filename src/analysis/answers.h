/* answers.h: answers about moves put together (internal). */
#ifndef ARI_ANALYSIS_ANSWERS_H
#define ARI_ANALYSIS_ANSWERS_H

#include <ariadne/analysis.h>

/* Room for so many moves, charged to `memory`. */
ari_status ari__answers_make(ari_analysis *a, int count, ari_allowance *memory,
                             ari_error *error);
/* What is known about the position after a move, which is after->move, as the side sees it that
 * makes the move: a ply earlier, and the other way round unless it moves again. */
ari_answer ari__answer_of_move(const ari_variant *v, const ari_state *s,
                               const ari_answer *after);
/* Brings an estimate within what is proved. */
void ari__answer_clamp(ari_answer *answer);
/* Brings them into the order of ari_answer_compare, equal ones as they were, and writes down
 * which was where: order[0] is the place where the first one was. */
void ari__answers_sort(ari_answer *answers, int *order, int count);
/* What the moves, all of them and in order, tell about their position. */
void ari__answers_whole(ari_analysis *a);

/* Ends a study, and takes what it knows. */
void ari__study_end(ari_study *study, ari_analysis *analysis);

/* Was the value found with a bound of its distance? That is all there is to be found; the score is the bound. */
bool ari__answer_bounded(ari_answer *answer);

#endif
