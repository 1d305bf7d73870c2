/* words.c: comparing, listing and quoting words. */
#include "cli/framework.h"

#include <string.h>

#define LONGEST 32

/* The usual table, row by row: best[i][j] turns the first i letters of a into the first j
 * of b. */
int cli_word_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    int best[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                best[i][j] = (int)(i + j);
                continue;
            }
            int changed = best[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            int left_out = best[i - 1][j] + 1, added = best[i][j - 1] + 1;
            int least = changed < left_out ? changed : left_out;
            least = added < least ? added : least;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                best[i - 2][j - 2] + 1 < least)
                least = best[i - 2][j - 2] + 1;
            best[i][j] = least;
        }
    return best[n][m];
}

bool cli_word_near(const char *a, const char *b)
{
    size_t length = strlen(a);
    if (length >= 3 && strncmp(a, b, length) == 0)
        return true;
    return cli_word_distance(a, b) <= (length <= 4 ? 1 : 2);
}

void cli_words_join(const char *words, ari_text *out)
{
    for (;;) {
        size_t length = strcspn(words, "|");
        ari_text_add_bytes(out, words, length);
        if (!words[length])
            return;
        words += length + 1;
        ari_text_add(out, strchr(words, '|') ? ", " : " or ");
    }
}
