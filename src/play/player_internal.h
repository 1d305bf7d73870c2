/* player_internal.h: what a player is made of, between who.c, which reads it from a text,
 * and player.c, which plays. */
#ifndef ARI_PLAY_PLAYER_INTERNAL_H
#define ARI_PLAY_PLAYER_INTERNAL_H

#include <ariadne/player.h>
#include <ariadne/random.h>

typedef enum ari__algo {
    ARI__ALGO_ENGINE,
    ARI__ALGO_MINIMAX,
    ARI__ALGO_ALPHABETA,
    ARI__ALGO_BESTMOVE
} ari__algo;

typedef enum ari__kind {
    ARI__HUMAN,
    ARI__PERFECT,
    ARI__ENGINE,
    ARI__RULES,
    ARI__RANDOM,
    ARI__MISTAKE
} ari__kind;

/* What the text says. */
typedef struct ari__who {
    ari__kind kind;
    int depth;
    uint64_t nodes;
    double seconds;
    ari_eval eval;
    ari_order order;
    ari__algo algo;
    double error_rate; /* of a player that makes mistakes */
} ari__who;

ari_status ari__who_read(const ari_variant *v, const char *text, uint64_t seed,
                         ari__who *who, ari_error *error);

#endif
