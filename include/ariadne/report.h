/* report.h: games, positions, answers and paths through mazes as JSON, in the one shape that the command and the
 * web server share.
 *
 * Each function adds its members to the object that is open in `json`. Values are for the
 * side to move or, about a move, for the side that makes it; what is not known is left
 * out. */
#ifndef ARIADNE_REPORT_H
#define ARIADNE_REPORT_H

#include <ariadne/account.h>
#include <ariadne/json.h>
#include <ariadne/maze.h>
#include <ariadne/review.h>
#include <ariadne/analysis.h>

ARI_C_BEGIN

/* "id", "title", "about", "options", "evals", "payoffs", "lines", "parts" (what they are worth can be told), "rules_player", "wordings". */
void ari_report_game(ari_json *json, const ari_variant *v);

/* "game", "position", "turn", "status". The position is the moves when the record begins at
 * the game's start, and the board text otherwise: ari_position_parse reads it back. */
void ari_report_position(ari_json *json, const ari_variant *v, const ari_record *record);
/* A position as board text. */
void ari_report_state(ari_json *json, const char *key, const ari_variant *v,
                      const ari_state *s);
/* "start": where the record begins, as board text. */
void ari_report_start(ari_json *json, const ari_variant *v, const ari_record *record);

/* "value" and "distance" when exact, "score", and "source", who says so; of an estimate its
 * "depth", and what is proved: "at_least" and "at_most" are results, "low" and "high" scores. */
void ari_report_answer(ari_json *json, const ari_answer *answer);
/* A move as a string; `s` is the position before it. */
void ari_report_move(ari_json *json, const char *key, const ari_variant *v,
                     const ari_state *s, ari_move move);
/* An array of the moves' texts; `s` is the position before the first. */
void ari_report_line(ari_json *json, const char *key, const ari_variant *v,
                     const ari_state *s, const ari_move *line, int length);
/* An array of the texts of a record's moves. */
void ari_report_played(ari_json *json, const char *key, const ari_record *record);
/* "moves": an object for each of the answers about moves, with the line that follows. */
void ari_report_moves(ari_json *json, const ari_variant *v, const ari_state *s,
                      const ari_answer *answers, int count);

/* An array with an object for each part, with "kind", "side", "score" and "cells", [column, row] from the
 * upper left of the board, 0 being the first. */
void ari_report_parts(ari_json *json, const char *key, const ari_variant *v,
                      const ari_state *s, const ari_parts *parts);
/* "lines": those of the board in their lists, where the game keeps them. */
void ari_report_lines(ari_json *json, const ari_variant *v, const ari_state *s);
/* What an evaluation says of a position where the game is on: "eval", "counts", "score" and, where
 * the game can tell them, "parts". */
void ari_report_evaluation(ari_json *json, const ari_variant *v, const ari_state *s,
                           const ari_eval *eval);

/* What the parts of a position are worth and what each move does to them: "theory", "parts", "moves" and what the whole
 * is worth: "nimber", or "value", "outcome", "mean", "temperature" and "thermograph". */
void ari_report_account(ari_json *json, const ari_variant *v, const ari_state *s,
                        const ari_account *account);

/* All of a position, what is known of it and of every move; `analysis` answers
 * ARI_ASK_MOVES. */
void ari_report_analysis(ari_json *json, const ari_variant *v, const ari_record *record,
                         const ari_analysis *analysis);
/* The last position, every move with its verdict and the height of the curve after it, and
 * "summary" of both sides: how often each verdict, accuracy, the turning move. */
void ari_report_review(ari_json *json, const ari_variant *v, const ari_record *record,
                       const ari_review *review);

/* A square of a maze: [x, y]. */
void ari_report_point(ari_json *json, const char *key, ari_maze_point p);
/* "path": its points, from the start to the first outside. */
void ari_report_path(ari_json *json, const ari_maze_path *path);
/* An object with "length" and "path": a member of an array of ways out. */
void ari_report_way(ari_json *json, const ari_maze_path *path);

ARI_C_END

#endif
