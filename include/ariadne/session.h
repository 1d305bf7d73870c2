/* session.h: a game being played, for any game, as a handful of procedures.
 *
 *     ari_session *game;
 *     ari_session_new(variant, &game, &error);
 *     while (!ari_session_over(game)) {
 *         ari_side side = ari_session_turn(game);
 *         if (side == ARI_FIRST)
 *             ari_session_play_text(game, read_a_line(), &error);
 *         else
 *             ari_session_let(game, computer, NULL, &choice, &error);
 *     }
 *
 * A session keeps every position it has been in, so that undoing is going back to one.
 * A call that fails changes nothing. */
#ifndef ARIADNE_SESSION_H
#define ARIADNE_SESSION_H

#include <ariadne/player.h>

ARI_C_BEGIN

typedef struct ari_session ari_session;

/* A session of a variant, which must outlive it, at the start of the game. */
ari_status ari_session_new(const ari_variant *v, ari_session **session, ari_error *error);
void ari_session_free(ari_session *session);

/* Begins again: at the start, or (unless it is NULL) as after the record's moves. */
ari_status ari_session_reset(ari_session *session, const ari_record *record,
                             ari_error *error);

/* ---- what is on the table ---- */

const ari_variant *ari_session_variant(const ari_session *session);
ari_state ari_session_state(const ari_session *session);
ari_side ari_session_turn(const ari_session *session); /* also after the end */
bool ari_session_over(const ari_session *session);
/* Is it over because the position has come for the third time? Then it is drawn; who wants to can
 * play on all the same. */
bool ari_session_repeats(const ari_session *session);
/* ARI_ON, or the result for this side: ARI_WON, ARI_DRAWN, ARI_LOST or a payoff. */
int ari_session_result(const ari_session *session, ari_side side);
/* The board, valid until the next call that changes the session. */
const ari_board *ari_session_board(ari_session *session);
/* What is in column x and row y of it, counted from 0 at the upper left. */
ari_status ari_session_cell(ari_session *session, int x, int y, ari_cell *cell,
                            ari_error *error);

/* ---- moving ---- */

ari_status ari_session_play(ari_session *session, ari_move move, ari_error *error);
ari_status ari_session_play_text(ari_session *session, const char *text,
                                 ari_error *error);
/* Lets a computer player move; `choice` (may be NULL) tells where and why. */
ari_status ari_session_let(ari_session *session, ari_player *player,
                           const ari_limits *limits, ari_choice *choice,
                           ari_error *error);
/* Lets a player think on the time of whoever is to move, its opponent (ari_player_ponder). */
ari_status ari_session_ponder(const ari_session *session, ari_player *player,
                              const ari_limits *limits, ari_pondering *pondering,
                              ari_error *error);

/* ---- history: positions 0 to length, the present one is number `ply` ---- */

int ari_session_ply(const ari_session *session);    /* moves that lead here */
int ari_session_length(const ari_session *session); /* those that were undone included */
ari_move ari_session_move_at(const ari_session *session, int index); /* 0 .. length - 1 */
ari_state ari_session_state_at(const ari_session *session, int ply); /* 0 .. length */
ari_status ari_session_undo(ari_session *session, ari_error *error);
ari_status ari_session_redo(ari_session *session, ari_error *error);
ari_status ari_session_jump(ari_session *session, int ply, ari_error *error);
/* The moves up to the present position; freed by the caller. */
ari_status ari_session_record(const ari_session *session, ari_record *record,
                              ari_error *error);

/* ---- saving ----
 *
 * A save is text for people, too: the game, where it began, a line for each move, where
 * it stands, and a closing line whose checksum betrays a truncated or altered file.
 *
 *     ariadne save 2
 *     game tictactoe:early=yes
 *     start .........
 *     move 1 first 5
 *     move 2 second 1
 *     at 2
 *     end 51c2a9e7c4cb2a0e
 */
void ari_session_save(const ari_session *session, ari_text *out);

/* Reads a save of the session's own variant, also of version 1, whose moves mean what they meant
 * then: nim numbered its heaps anew whenever one was used up (GAME_PARSE_OLD_MOVE). */
ari_status ari_session_load(ari_session *session, const char *text, ari_error *error);

/* The variant's name that a save begins with, so that it can be made before loading; told
 * only once the checksum was found right. */
ari_status ari_save_game(const char *text, ari_text *name, ari_error *error);

ARI_C_END

#endif
