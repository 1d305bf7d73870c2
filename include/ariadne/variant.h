/* variant.h: a game with its options fixed, the list of games, and text in and out.
 *
 * Everything that plays, searches or draws starts from a variant:
 *
 *     ari_variant *v;
 *     ari_error error;
 *     if (ari_variant_new("connect4:width=5,height=4", &v, &error) != ARI_OK) ...
 */
#ifndef ARIADNE_VARIANT_H
#define ARIADNE_VARIANT_H

#include <stdalign.h>
#include <string.h>

#include <ariadne/game.h>

ARI_C_BEGIN

#define ARI_STATE_MAX 256

/* Room for a position of any game. */
typedef struct ari_state {
    alignas(16) unsigned char bytes[ARI_STATE_MAX];
} ari_state;

/* Room for a view of any game: a position with what its hints want to know of it. */
#define ARI_VIEW_MAX 512
typedef struct ari_view {
    alignas(16) unsigned char bytes[ARI_VIEW_MAX];
} ari_view;

typedef struct ari_variant {
    const ari_game *game;
    const ari_core *core;
    void *rules;
    const struct ari_searches
        *searches; /* compiled for the game, or bound to its table */
    char *name;    /* "nim:heaps=7531,normal=no": every option given */
    ari_value values[ARI_OPTIONS_MAX];
    ari_state start;
} ari_variant;

/* The built-in games, in the order of the list; NULL past the end. */
const ari_game *ari_game_at(int index);
const ari_game *ari_game_find(const char *id); /* NULL when there is none */

/* A variant from "ID" or "ID:option=value,option=value"; a flag may stand alone
 * ("nim:normal"), and a string's value may itself hold commas ("nim:heaps=12,5,3"). */
ari_status ari_variant_new(const char *spec, ari_variant **variant, ari_error *error);

/* The same for a game that is not in the list (a plug-in's); `options` may be "" or NULL,
 * and `offset` is added to the places that errors name. */
ari_status ari_variant_of(const ari_game *game, const char *options, size_t offset,
                          ari_variant **variant, ari_error *error);
void ari_variant_free(ari_variant *variant);

/* Makes every search of this variant go through the table of function pointers, as for a
 * plug-in. Same results, same nodes, slower; tests and benchmarks compare the two. */
void ari_variant_use_table(ari_variant *variant);

/* ---- asking the rules ---- */

static inline void ari_view_of(const ari_variant *v, const ari_state *s, ari_view *view)
{
    if (v->core->view)
        v->core->view(v->rules, s, view);
    else
        memcpy(view, s, v->core->state_size);
}

static inline int ari_outcome(const ari_variant *v, const ari_state *s)
{
    return v->core->outcome(v->rules, s);
}

static inline ari_side ari_turn(const ari_variant *v, const ari_state *s)
{
    return v->core->turn(v->rules, s);
}

static inline int ari_moves(const ari_variant *v, const ari_state *s, ari_move *list)
{
    return v->core->moves(v->rules, s, list);
}

static inline ari_state ari_after(const ari_variant *v, const ari_state *s, ari_move m)
{
    ari_state next = {{0}};
    v->core->after(v->rules, s, m, &next);
    return next;
}

static inline bool ari_has(const ari_variant *v, unsigned flag)
{
    return (v->core->flags & flag) != 0;
}

/* Equal bytes: the same position with the same side to move. */
bool ari_state_equal(const ari_variant *v, const ari_state *a, const ari_state *b);

/* ---- text ---- */

void ari_move_format(const ari_variant *v, const ari_state *s, ari_move m, ari_text *out);

/* Reads one legal move; says why it is not one, and what would be. */
ari_status ari_move_parse(const ari_variant *v, const ari_state *s, const char *text,
                          ari_move *move, ari_error *error);

void ari_state_format(const ari_variant *v, const ari_state *s, ari_text *out);

/* A list of moves with the position they lead to. */
typedef struct ari_record {
    ari_state start, end;
    ari_move *moves;
    int count, capacity;
} ari_record;

#define ARI_RECORD_EMPTY ARI_EMPTY(ari_record)

/* Reads moves from `start` on, separated by spaces or commas, or run together where each
 * is one character. */
ari_status ari_record_parse(const ari_variant *v, const ari_state *start,
                            const char *text, ari_record *record, ari_error *error);
ari_status ari_record_add(const ari_variant *v, ari_record *record, ari_move move,
                          ari_error *error);
void ari_record_free(ari_record *record);
/* The moves as one text that ari_record_parse reads back. */
void ari_record_format(const ari_variant *v, const ari_record *record, ari_text *out);

/* A position as people write it: the moves from the start, or the game's board text;
 * nothing at all is the start. "moves:..." and "board:..." force one reading. The
 * record's moves are empty when it was a board, and its start is then that board. */
ari_status ari_position_parse(const ari_variant *v, const char *text, ari_record *record,
                              ari_error *error);

/* An evaluation from "neutral", "random", "pattern" or "pattern,f2=2,f3=5"; NULL or "" is
 * the game's first own evaluation, or neutral where it has none. */
ari_status ari_eval_parse(const ari_variant *v, const char *text, uint64_t seed,
                          ari_eval *eval, ari_error *error);
const char *ari_eval_name(const ari_variant *v, const ari_eval *eval);
/* What the game's own evaluation says of a position in which the game is on, for its side to
 * move; 0 where `eval` is none of its own. */
int ari_eval_score(const ari_variant *v, const ari_state *s, const ari_eval *eval);

/* ---- names for results ---- */

const char *ari_side_name(ari_side side); /* "first", "second" */

/* What a score says: "win", "draw" or "loss" for the side it belongs to. */
const char *ari_value_name(int score);

/* Plies to the end when the score is a win or a loss of a game without payoffs, else -1.
 */
int ari_score_distance(int score);

/* The score of the move from `s` to `next`, for the side that makes it, where `score` is that
 * of `next` for its own side to move: a win or loss is one ply further away. */
int ari_score_of_move(const ari_variant *v, const ari_state *s, const ari_state *next,
                      int score);

ARI_C_END

#endif
