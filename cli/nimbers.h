/* nimbers.h: the nimbers of a position, as nimber and query tell them. */
#ifndef ARIADNE_CLI_NIMBERS_H
#define ARIADNE_CLI_NIMBERS_H

#include "cli/account.h"

/* Prints the nimber of a position, of its parts, and of where its moves lead; and the work of a search, if one found
 * them. */
void cli_say_nimbers(const ari_variant *v, const ari_record *record,
                     const ari_account *account, const ari_nimbers *search, bool json);

#endif
