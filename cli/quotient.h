/* quotient.h: misere quotients, as nimber tells them. */
#ifndef ARIADNE_CLI_QUOTIENT_H
#define ARIADNE_CLI_QUOTIENT_H

#include <ariadne/quotient.h>

#include "cli/cli.h"

/* The quotient of a game of heaps in which the last move loses, for its start; NULL where it cannot be told. */
ari_quotient *cli_quotient_of(const ari_variant *v, const ari_limits *limits,
                              ari_allowance *memory);
/* The element of a position; -1: it has a heap that the quotient does not know. */
int cli_element_of(const ari_variant *v, const ari_quotient *q, const ari_state *s);
/* "Element: ..." with what is proved, and its fields as an object. */
void cli_say_element(const ari_quotient *q, int element, ari_text *out);
void cli_put_element(const ari_quotient *q, int element, ari_json *json);
/* All of it, and what the heaps 0 to `last` are in it. */
void cli_print_quotient(const ari_variant *v, const ari_quotient *q, uint64_t last,
                        bool json);

#endif
