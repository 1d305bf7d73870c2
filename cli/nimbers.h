/* nimbers.h: the nimbers of a position, as nimber and query tell them. */
#ifndef ARIADNE_CLI_NIMBERS_H
#define ARIADNE_CLI_NIMBERS_H

#include "cli/account.h"

typedef struct cli_nimbers {
    const ari_variant *v;
    const ari_nimbers *search;    /* whose work is told; or NULL */
    const ari_quotient *quotient; /* where the last move loses: who wins; or NULL */
    bool json;
} cli_nimbers;

/* Prints the nimber of a position, of its parts, and of where its moves lead. */
void cli_say_nimbers(const cli_nimbers *job, const ari_record *record,
                     const ari_account *account);

#endif
