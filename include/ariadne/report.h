/* report.h: games, positions and answers as JSON, in the one shape that the command and the
 * web server share.
 *
 * Each function adds its members to the object that is open in `json`. Values are for the
 * side to move or, about a move, for the side that makes it; what is not known is left
 * out. */
#ifndef ARIADNE_REPORT_H
#define ARIADNE_REPORT_H

#include <ariadne/json.h>
#include <ariadne/review.h>
#include <ariadne/solver.h>

ARI_C_BEGIN

/* "id", "title", "about", "options", "evals", "payoffs", "rules_player". */
void ari_report_game(ari_json *json, const ari_variant *v);

/* "game", "position", "turn", "status". The position is the moves when the record begins at
 * the game's start, and the board text otherwise: ari_position_parse reads it back. */
void ari_report_position(ari_json *json, const ari_variant *v, const ari_record *record);
/* "start": where the record begins, as board text. */
void ari_report_start(ari_json *json, const ari_variant *v, const ari_record *record);

/* "value" and "distance" when exact, "score". */
void ari_report_answer(ari_json *json, const ari_answer *answer);
/* A move as a string; `s` is the position before it. */
void ari_report_move(ari_json *json, const char *key, const ari_variant *v,
                     const ari_state *s, ari_move move);
/* An array of the moves' texts; `s` is the position before the first. */
void ari_report_line(ari_json *json, const char *key, const ari_variant *v,
                     const ari_state *s, const ari_move *line, int length);
/* "moves": an object for each of the answers about moves, with the line that follows. */
void ari_report_moves(ari_json *json, const ari_variant *v, const ari_state *s,
                      const ari_answer *answers, int count);

/* All of a position, what is known of it and of every move; `analysis` answers
 * ARI_ASK_MOVES. */
void ari_report_analysis(ari_json *json, const ari_variant *v, const ari_record *record,
                         const ari_analysis *analysis);
/* How many moves, from the first, are best; 0 when nothing is known. */
int ari_analysis_best(const ari_analysis *analysis);
/* Is anything known? What stopped work leaves of a move may be a guess, which has a line,
 * or nothing. */
bool ari_answer_known(const ari_answer *answer);

/* The last position, every move with its verdict and the height of the curve after it, and
 * "summary" of both sides: how often each verdict, accuracy, the turning move. */
void ari_report_review(ari_json *json, const ari_variant *v, const ari_record *record,
                       const ari_review *review);

ARI_C_END

#endif
