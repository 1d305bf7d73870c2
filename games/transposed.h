/* transposed.h: eight times eight cells as a word, with columns for rows. */
#ifndef GAMES_TRANSPOSED_H
#define GAMES_TRANSPOSED_H

#include <stdint.h>

/* Swaps columns and rows: ever smaller blocks of the lower left and the upper right. */
static inline uint64_t board_transposed(uint64_t set)
{
    uint64_t swap = (set ^ set >> 7) & 0x00aa00aa00aa00aa;
    set ^= swap ^ swap << 7;
    swap = (set ^ set >> 14) & 0x0000cccc0000cccc;
    set ^= swap ^ swap << 14;
    swap = (set ^ set >> 28) & 0x00000000f0f0f0f0;
    return set ^ swap ^ swap << 28;
}

#endif
