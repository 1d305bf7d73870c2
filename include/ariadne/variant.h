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

/* And for a scene: a view with what the engine alone wants to know. */
#define ARI_SCENE_MAX 4096
typedef struct ari_scene {
    alignas(16) unsigned char bytes[ARI_SCENE_MAX];
} ari_scene;

typedef struct ari_variant {
    const ari_game *game;
    const ari_core *core;
    void *rules;
    const struct ari_compiled *compiled; /* for the game alone; NULL: through the core */
    char *name; /* "nim:heaps=7531,normal=no": every option given */
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

/* Makes every search of this variant go through the core, as for a
 * plug-in. Same results, same nodes, slower; tests and benchmarks compare the two. */
void ari_variant_use_core(ari_variant *variant);

/* The text of one of the choices that an option has; nothing past the last one. */
void ari_option_choice(const ari_option *option, int64_t number, ari_text *out);

/* ---- asking the rules ---- */

static inline void ari_view_of(const ari_variant *v, const ari_state *s, ari_view *view)
{
    if (v->core->view)
        v->core->view(v->rules, s, view);
    else
        memcpy(view, s, v->core->state_size);
}

static inline void ari_scene_of(const ari_variant *v, const ari_state *s,
                                ari_scene *scene)
{
    if (v->core->scene)
        v->core->scene(v->rules, s, scene);
    else if (v->core->view)
        v->core->view(v->rules, s, scene);
    else
        memcpy(scene, s, v->core->state_size);
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

/* The same position for all that are alike by symmetry, while the game is on. */
static inline ari_state ari_canonical(const ari_variant *v, const ari_state *s)
{
    ari_state same = *s;
    if (v->core->canonical && ari_outcome(v, s) == ARI_ON)
        v->core->canonical(v->rules, s, &same);
    return same;
}

/* Do both moves lead to the same, but for symmetry? */
static inline bool ari_moves_alike(const ari_variant *v, const ari_state *s, ari_move a,
                                   ari_move b)
{
    ari_state first = ari_after(v, s, a), second = ari_after(v, s, b);
    first = ari_canonical(v, &first);
    second = ari_canonical(v, &second);
    return memcmp(&first, &second, v->core->state_size) == 0;
}

static inline bool ari_has(const ari_variant *v, unsigned flag)
{
    return (v->core->flags & flag) != 0;
}

/* Does it matter by how much a game is won? Not where whoever makes the last move wins, and that is all: the outcomes
 * are payoffs, 1 and -1, so that nobody asks how soon, either. */
static inline bool ari_has_margins(const ari_variant *v)
{
    return ari_has(v, ARI_HAS_PAYOFFS) &&
           !(v->core->last_move && v->core->last_move(v->rules) != 0);
}

/* Can all positions be gone through, and get their values: are they at most so many, as the game
 * says? Not where payoffs are collected in games that may come back to a position. */
static inline bool ari_can_enumerate(const ari_variant *v, double most)
{
    return v->core->positions &&
           !(ari_has(v, ARI_HAS_CYCLES) && ari_has(v, ARI_HAS_PAYOFFS)) &&
           v->core->positions(v->rules) <= most;
}

/* The places that are clicked, one after the other, to make a move: indices of the cells of
 * `board`, which shows this position. 0: a button makes it. */
int ari_move_clicks(const ari_variant *v, const ari_state *s, const ari_board *board,
                    ari_move move, uint16_t places[ARI_CLICKS_MAX]);
/* The move that must be made because there is nothing else to do but to pass, or ARI_NO_MOVE. */
ari_move ari_forced_pass(const ari_variant *v, const ari_state *s);

/* Equal bytes: the same position with the same side to move. */
bool ari_state_equal(const ari_variant *v, const ari_state *a, const ari_state *b);

/* ---- text ---- */

void ari_move_format(const ari_variant *v, const ari_state *s, ari_move m, ari_text *out);

/* Reads one legal move; says why it is not one, and what would be. */
ari_status ari_move_parse(const ari_variant *v, const ari_state *s, const char *text,
                          ari_move *move, ari_error *error);

void ari_state_format(const ari_variant *v, const ari_state *s, ari_text *out);
/* The same into an array, cut off where that is too small. */
void ari_state_write(const ari_variant *v, const ari_state *s, char *out, size_t size);

/* A list of moves with the position they lead to. Each is made and written once, when it is
 * added. */
typedef struct ari_record {
    ari_state start, end;
    ari_state before; /* the end, when there is a last move */
    ari_move *moves;
    int count, capacity;
    ari_text names; /* of the moves, as the game writes them, with a space between */
} ari_record;

#define ARI_RECORD_EMPTY ARI_EMPTY(ari_record)

/* Reads moves from `start` on, separated by spaces or commas, or run together where each
 * is one character. */
ari_status ari_record_parse(const ari_variant *v, const ari_state *start,
                            const char *text, ari_record *record, ari_error *error);
/* The same for moves that were kept somewhere, in a file or an address, and do not say when they were
 * written: what cannot be as they are written now is read as they were written in version 1 of saves
 * (GAME_PARSE_OLD_MOVE), if all of it can be. No finished game can be read in both ways. */
ari_status ari_record_parse_kept(const ari_variant *v, const ari_state *start,
                                 const char *text, ari_record *record, ari_error *error);
/* Reads the next move of such a text and adds it: *at, a place in the text, goes behind it.
 * *more is false at the end of the text, where nothing is added. */
ari_status ari_record_read(const ari_variant *v, ari_record *record, const char *text,
                           size_t *at, bool *more, ari_error *error);
ari_status ari_record_add(const ari_variant *v, ari_record *record, ari_move move,
                          ari_error *error);
void ari_record_free(ari_record *record);
/* The last move that was no pass, and in *before the position in which it was made: what it changed is what there is
 * to see, also after who could not move has passed. ARI_NO_MOVE: there is none. */
ari_move ari_record_last(const ari_variant *v, const ari_record *record,
                         ari_state *before);
/* Is the position at its end there for the third time? A game that may come back to a position is
 * then drawn, wherever it is played. */
bool ari_record_repeats(const ari_variant *v, const ari_record *record);
/* Is the game over, by its rules or because it repeats itself? */
bool ari_record_over(const ari_variant *v, const ari_record *record);
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
/* The same for any evaluation, also a random one, as searches at their depth limit have it. */
int ari_eval_judge(const ari_variant *v, const ari_state *s, const ari_eval *eval);
/* What it counts, in a few words of the game's. */
const char *ari_eval_help(const ari_variant *v, const ari_eval *eval);
/* The evaluation with its parameters, as ari_eval_parse reads it: "pattern,f2=2,f3=5". */
void ari_eval_format(const ari_variant *v, const ari_eval *eval, ari_text *out);

typedef struct ari_parts {
    ari_part *list;
    size_t count, capacity;
} ari_parts;

/* Each part that an evaluation counts in a position; *known is false where the game cannot
 * tell them. */
ari_status ari_eval_parts(const ari_variant *v, const ari_state *s, const ari_eval *eval,
                          ari_parts *parts, bool *known, ari_error *error);
/* The lines of the board, each in one list; ARI_UNSUPPORTED where the game keeps none. */
ari_status ari_line_lists(const ari_variant *v, const ari_state *s, ari_parts *parts,
                          ari_error *error);
void ari_parts_free(ari_parts *parts);

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
