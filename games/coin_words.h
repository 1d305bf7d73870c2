/* coin_words.h: what the boards of the two coin games say of their pile. */
#ifndef COIN_WORDS_H
#define COIN_WORDS_H

#include <stdint.h>
#include <stdio.h>

/* "13 coins left, take 1 to 3": never more than there are. */
static inline int coin_words(char *out, size_t size, uint32_t left, uint32_t most)
{
    const char *coins = left == 1 ? "coin" : "coins";
    most = most < left ? most : left;
    if (left == 0)
        return snprintf(out, size, "no coins left");
    if (most == 1)
        return snprintf(out, size, "%u %s left, take 1", (unsigned)left, coins);
    return snprintf(out, size, "%u %s left, take 1 %s %u", (unsigned)left, coins,
                    most == 2 ? "or" : "to", (unsigned)most);
}

#endif
