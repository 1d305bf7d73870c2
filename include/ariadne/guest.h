/* guest.h: programs of others as players, by the protocols that they speak.
 *
 *   pbrain:[time=S,]COMMAND   Gomocup's protocol, of programs that put five in a row: m,n,k-games
 *                             whose line is 5
 *   gtp:[time=S,]COMMAND      the Go Text Protocol, version 2, as programs for Hex, Othello and
 *                             others speak it
 *   ugi:[time=S,]COMMAND      the Universal Game Interface
 *
 * COMMAND is given to the shell, in a process group of its own; it speaks by its standard input and
 * output. It has S seconds for a move (1 unless told otherwise), which it is told, and loses when it
 * takes a second more, gives no legal move, or ends. Between programs, moves and positions are the
 * game's own texts; by pbrain they are x,y from 0,0 at the top left.
 *
 * Whoever reads players' texts from strangers lets no guests in: a text of these runs a command. */
#ifndef ARIADNE_GUEST_H
#define ARIADNE_GUEST_H

#include <ariadne/player.h>

ARI_C_BEGIN

const ari_guests *ari_programs_as_guests(void);

/* "3,12": so many whole numbers below 10,000 with commas between and nothing else but a sign. */
bool ari_numbers_read(const char *text, int *numbers, int count);
/* The move of a program that says where it goes, column and row from the top left, on a board where
 * every move is one click, or ARI_NO_MOVE; and the place of such a move. */
ari_move ari_move_at_place(const ari_variant *v, const ari_state *s, int x, int y);
bool ari_place_of_move(const ari_variant *v, const ari_state *s, ari_move move, int *x,
                       int *y);

ARI_C_END

#endif
