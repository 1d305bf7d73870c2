/* shelf.h: games that were asked about lately, kept so that their rules are prepared once.
 *
 * The rules of some games are large tables. Whoever asks about a game takes it off the shelf, has it
 * alone, and puts it back; any thread may do so at any time, and nobody waits. */
#ifndef ARIADNE_WEB_SHELF_H
#define ARIADNE_WEB_SHELF_H

#include <ariadne/variant.h>

typedef struct web_shelf web_shelf;

/* A game as somebody has spelt it. */
typedef struct web_shelved {
    ari_variant *v;
    char *spec;
} web_shelved;

web_shelf *web_shelf_new(void); /* NULL when memory cannot be had */
void web_shelf_free(web_shelf *shelf);

/* The variant of `spec`, as ari_variant_new makes it; `shelf` may be NULL. */
ari_status web_shelf_take(web_shelf *shelf, const char *spec, web_shelved **taken,
                          ari_error *error);
/* May be NULL. */
void web_shelf_put(web_shelf *shelf, web_shelved *taken);

#endif
