/* player_internal.h: what a player is made of, between who.c, which reads it from a text,
 * and player.c, level.c and exact.c, which play. */
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

typedef enum ari__who_kind {
    ARI__HUMAN,
    ARI__PERFECT,
    ARI__ENGINE,
    ARI__RULES,
    ARI__RANDOM,
    ARI__MISTAKE,
    ARI__LEVEL,
    ARI__MCTS,
    ARI__GUEST
} ari__who_kind;

/* What the text says. */
typedef struct ari__who {
    ari__who_kind kind;
    int depth;
    uint64_t nodes;
    double seconds;
    ari_eval eval;
    ari_order order;
    ari__algo algo;
    unsigned without;  /* techniques that the engine leaves out */
    double error_rate; /* of a player that makes mistakes */
    ari_level level;
    int wording;     /* of the rules that are followed */
    bool only_depth; /* nothing but the depth limits an engine */
    bool ponders,
        says_ponder; /* what it says about thinking on the opponent's time; whether it does */
    int vary;        /* the margin of its openings, or one of: */
} ari__who;

#define ARI__VARY_OFF (-1)
#define ARI__VARY_USUAL (-2) /* as the job says */

ari_status ari__who_read(const ari_variant *v, const char *text, uint64_t seed,
                         const ari_guests *guests, ari__who *who, ari_error *error);

#define ARI__FORESEEN 8

struct ari_player {
    const ari_variant *variant;
    ari__who who;
    char *text;
    ari_random random;
    const ari_runner *runner;
    size_t bytes;
    ari_solver *solver; /* shared, or the same as: */
    ari_solver *own_solver;
    const ari_oracle *oracle; /* for its own */
    ari_lookup lookup;
    ari_engine *engine;               /* made when first needed */
    ari_move foreseen[ARI__FORESEEN]; /* what it expects after its last choice */
    int foreseen_count;
    ari_state foreseen_at; /* the position after that choice */
    /* What it found on the opponent's time stands apart until it is known to count. */
    ari_engine *aside;  /* made when first needed */
    bool waiting;       /* something was found: */
    ari_state expected; /* of this position */
    ari_result found;
    uint64_t pondered;
    bool hit; /* it counts for the present choice */
    const ari_guests *guests;
    void *guest;              /* one of them */
    const ari_record *record; /* the game so far; NULL: not known */
    bool by_nodes;            /* levels do not look at the clock */
    bool vary, ponder;        /* unless the text says otherwise */
};

/* One position being thought about. */
typedef struct ari__thought {
    ari_player *player;
    const ari_variant *v;
    const ari_state *s;
    ari_limits limits; /* the player's own, with the caller's stop flag and progress */
    double seconds;    /* the caller's; 0: as many as the player wants */
    ari_analysis analysis;
    ari_choice *choice;
    ari_error *error;
    int count; /* the legal moves */
    ari_move moves[ARI_MOVES_MAX];
} ari__thought;

/* One search by the engine, as far as the thought's limits allow. */
ari_status ari__choose_by_engine(ari__thought *t);
/* The engine, made when first needed. */
ari_status ari__player_engine(ari__thought *t, ari_engine **engine);
/* What it is asked to do. */
ari_engine_job ari__engine_job_of(ari__thought *t);
void ari__take_result(ari__thought *t, const ari_result *result);
void ari__say(ari_choice *choice, const char *reason);
/* The reason of a choice with a score: what it leads to, and how sure that is. */
void ari__say_score(const ari_variant *v, ari_choice *choice, int depth);
/* Any move. */
ari_status ari__choose_any(ari__thought *t);

/* ---- level.c ---- */

#define ARI__LEVEL_PROOF 400000 /* nodes for a proof, unless the level says more */

ari_level ari__level(const ari_variant *v, int number); /* 1 .. ARI_LEVELS */
/* Does it go wrong on purpose beyond its sight? It then needs a solver. */
bool ari__slips(const ari_player *player);
ari_status ari__choose_at_level(ari__thought *t);
/* The move with the best value after looking `depth` plies ahead; equal ones by the seed. */
ari_status ari__choose_by_values(ari__thought *t, int depth);

/* ---- vary.c ---- */

/* How much worse than the best one a move may seem here; ARI__VARY_OFF where it is to be the best. */
int ari__margin_here(const ari__thought *t);
/* Chooses by the engine, among the moves within the margin. */
ari_status ari__choose_varied(ari__thought *t, int margin);

/* ---- ponder.c ---- */

/* A choice begins: does what was found on the opponent's time count for it? */
void ari__ponder_use(ari_player *player, const ari_state *s, ari_choice *choice);
/* The choice is made: what is expected now. */
void ari__ponder_foresee(ari_player *player, const ari_state *s,
                         const ari_result *result);
/* Another game. */
void ari__ponder_forget(ari_player *player);
/* The bytes of each of its engines. */
size_t ari__engine_bytes(const ari_player *player);

/* ---- exact.c ---- */

/* Asks the solver within the thought's limits; *known when the answer is certain, and the
 * choice then made. */
ari_status ari__choose_exactly(ari__thought *t, bool *known);

#endif
