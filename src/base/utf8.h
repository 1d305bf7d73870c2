/* utf8.h: how many bytes a character takes. */
#ifndef ARI_BASE_UTF8_H
#define ARI_BASE_UTF8_H

#include <stddef.h>

/* The length of the character that begins at `c`, in a text that ends in NUL; 0 when what
 * stands there is not UTF-8. */
static inline size_t ari__utf8_length(const unsigned char *c)
{
    size_t length = c[0] < 0x80                    ? 1
                    : c[0] >= 0xc2 && c[0] < 0xe0  ? 2
                    : (c[0] & 0xf0) == 0xe0        ? 3
                    : c[0] >= 0xf0 && c[0] <= 0xf4 ? 4
                                                   : 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    if ((c[0] == 0xe0 && length == 3 && c[1] < 0xa0) ||
        (c[0] == 0xed && length == 3 && c[1] >= 0xa0) ||
        (c[0] == 0xf0 && length == 4 && c[1] < 0x90) ||
        (c[0] == 0xf4 && length == 4 && c[1] >= 0x90))
        return 0; /* overlong, surrogate, or beyond the last code point */
    return length;
}

#endif
