/* account.h: what the parts of a position are worth, as nimber, value and analyze print it. */
#ifndef ARIADNE_CLI_ACCOUNT_H
#define ARIADNE_CLI_ACCOUNT_H

#include <ariadne/account.h>

#include "cli/quotient.h"

/* Where the parts are and what each is worth, in a table; then the whole and, where that is proved, who wins. Where the
 * last move loses, a quotient may tell that; NULL: there is none. */
void cli_say_account(const ari_variant *v, const ari_state *s, const ari_account *account,
                     const ari_quotient *quotient, ari_text *out);
/* The same, and the moves that win, beside an answer that says already who wins. */
void cli_say_sum(const ari_variant *v, const ari_state *s, const ari_account *account,
                 ari_text *out);
/* The moves that are proved to win, by what they do; or that none does. Nothing where the last move loses. */
void cli_say_winning(const ari_variant *v, const ari_state *s, const ari_account *account,
                     ari_text *out);
/* A picture of the board with its parts, and below it what each is worth. */
bool cli_draw_account(const char *path, const ari_variant *v, const ari_record *record,
                      const ari_account *account);

#endif
