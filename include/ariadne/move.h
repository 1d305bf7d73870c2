/* move.h: moves, and the sides that make them. */
#ifndef ARIADNE_MOVE_H
#define ARIADNE_MOVE_H

#include <stdint.h>

#include <ariadne/language.h>

ARI_C_BEGIN

/* A small integer whose meaning is the game's own. */
typedef uint16_t ari_move;
#define ARI_NO_MOVE ((ari_move)0xffff)
#define ARI_MOVES_MAX 4096 /* the most moves that one position may have */

typedef enum ari_side { ARI_FIRST, ARI_SECOND } ari_side;

ARI_C_END

#endif
