/* guest.h: what protocols share (internal). Each is a file with one const struct. */
#ifndef ARI_GUEST_GUEST_H
#define ARI_GUEST_GUEST_H

#include <ariadne/guest.h>

#include "guest/program.h"

struct ari__protocol;

typedef struct ari__guest {
    const ari_variant *v;
    const struct ari__protocol *protocol;
    char *command;
    double seconds; /* for a move */
    ari__program program;
    ari_record
        told;   /* the game as far as the program knows it: only start, moves and count */
    bool knows; /* it knows a game at all */
    char line[ARI__GUEST_LINE]; /* what it said last */
} ari__guest;

typedef struct ari__protocol {
    const char *name; /* "gtp": before the colon */
    /* Can it be spoken about this game? */
    ari_status (*suits)(const ari_variant *v, ari_error *error);
    /* The program has just been started: greets it, and tells it what will be played. */
    ari_status (*greet)(ari__guest *guest, ari_error *error);
    /* Tells it the game, of which it knows the first guest->told.count moves if guest->knows, and asks
     * for a move. */
    ari_status (*choose)(ari__guest *guest, const ari_record *game, ari_move *move,
                         ari_error *error);
    void (*leave)(ari__guest *guest); /* a last word */
} ari__protocol;

extern const ari__protocol ari__pbrain, ari__gtp, ari__ugi;

/* Is what it says a legal move? */
ari_status ari__guest_move(ari__guest *guest, const ari_state *s, const char *text,
                           ari_move *move, ari_error *error);

#endif
