/* dobutsu_word.h: a position of Dobutsu shogi as one word, seen by the side to move, whose pieces go up.
 *
 *     bits 0 to 47    the cells, four bits each, from the lower left: 0 for none or a kind, with
 *                     8 added for the other side's
 *     bits 48 to 59   the hands: two bits for each of giraffe, elephant, chick; the mover's first
 *     bit 60          the second player is to move
 *
 * To turn the board round is to reverse the cells and to exchange the sides and their hands. Bits that
 * stand for sets of cells are numbered alike. */
#ifndef GAMES_DOBUTSU_WORD_H
#define GAMES_DOBUTSU_WORD_H

#include <ariadne/game.h>

enum { DOB_NONE, DOB_LION, DOB_GIRAFFE, DOB_ELEPHANT, DOB_CHICK, DOB_HEN, DOB_KINDS };
enum { DOB_COLUMNS = 3, DOB_ROWS = 4, DOB_CELLS = 12, DOB_IN_HAND = 3 };

#define DOB_OTHER 8 /* of a kind: the other side's */
#define DOB_BOARD ((UINT64_C(1) << 48) - 1)
#define DOB_EACH UINT64_C(0x111111111111) /* the lowest bit of each cell */
#define DOB_HAND 48
#define DOB_TURN (UINT64_C(1) << 60)
#define DOB_LAST_ROW 9 /* its first cell */
#define DOB_LAST 0xe00u
#define DOB_FIRST 0x007u

typedef struct dob_rules {
    uint16_t reach[2][DOB_KINDS][DOB_CELLS]; /* of the side to move, and of the other's */
    uint64_t near[DOB_CELLS];                /* the lowest bits of the cells beside one */
    /* ranks: the pairs of lions of a tier by number, and the numbers of the pieces with fewer of
     * the first pair on the board, or as many and fewer of the second, and so on */
    uint8_t lions[2][DOB_CELLS][DOB_CELLS], lion_pair[2][DOB_CELLS * DOB_CELLS];
    int lion_count[2];
    uint32_t before[28];
} dob_rules;

typedef struct dob_state {
    uint64_t word;
} dob_state;

static inline int dob_piece_at(const dob_state *s, int cell)
{
    return (int)(s->word >> 4 * cell & 15);
}

static inline int dob_held(const dob_state *s, int side, int kind)
{
    return (int)(s->word >> (DOB_HAND + 6 * side + 2 * (kind - DOB_GIRAFFE)) & 3);
}

/* The lowest bits of all cells where somebody stands. */
static inline uint64_t dob_taken(uint64_t word)
{
    return (word | word >> 1 | word >> 2) & DOB_EACH;
}

static inline uint64_t dob_theirs(uint64_t word)
{
    return word >> 3 & DOB_EACH;
}

/* The cells of a set of lowest bits, one bit each. */
static inline unsigned dob_set(uint64_t lowest)
{
    lowest = (lowest | lowest >> 3) & UINT64_C(0x030303030303);
    lowest = (lowest | lowest >> 6) & UINT64_C(0x000f000f000f);
    return (unsigned)((lowest & 15) | (lowest >> 12 & 0xf0) | (lowest >> 24 & 0xf00));
}

/* The cells where a lion of this value stands, 0 or one of them. */
static inline unsigned dob_lion(uint64_t word, int value)
{
    uint64_t differs = (word & DOB_BOARD) ^ DOB_EACH * (unsigned)value;
    differs |= differs >> 1;
    differs |= differs >> 2;
    return dob_set(~differs & DOB_EACH);
}

/* Left and right exchanged. */
static inline uint64_t dob_mirrored(uint64_t word)
{
    const uint64_t left = UINT64_C(0x00f00f00f00f);
    return (word & ~(left | left << 8)) | (word & left) << 8 | (word >> 8 & left);
}

/* All cells that a side's pieces can step to, whoever stands there. */
static inline unsigned dob_reach(const dob_rules *r, uint64_t word, int side)
{
    unsigned reach = 0;
    uint64_t who = side ? dob_theirs(word) : dob_taken(word) & ~dob_theirs(word);
    for (; who; who &= who - 1) {
        int bit = __builtin_ctzll(who);
        reach |= r->reach[side][word >> bit & 7][bit / 4];
    }
    return reach;
}

/* The other side's view: cells reversed, sides and hands exchanged, the other to move. */
static inline uint64_t dob_turned(uint64_t word)
{
    uint64_t cells = __builtin_bswap64(word << 16);
    cells = (cells >> 4 & UINT64_C(0x0f0f0f0f0f0f)) | (cells & UINT64_C(0x0f0f0f0f0f0f))
                                                          << 4;
    uint64_t hands = word >> DOB_HAND;
    hands = (hands >> 6 & 63) | (hands & 63) << 6;
    return (cells ^ dob_taken(cells) << 3) | hands << DOB_HAND | (~word & DOB_TURN);
}

#endif
