/* variant.c: a game with its options fixed. */
#include <ariadne/variant.h>

#include <stdlib.h>
#include <string.h>

#include "game/options.h"
#include "game/score.h"

static ari_status check_game(const ari_game *game, ari_error *error)
{
    if (game->abi != ARI_GAME_ABI)
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                        "the game was built for interface %u, but this is interface %u",
                        game->abi, ARI_GAME_ABI);
    if (!game->id || !game->title || !game->about || !game->setup)
        return ari_fail(
            error, ARI_BROKEN, ARI_NO_OFFSET,
            "the game lacks an id, a title, instructions or a setup function");
    int options = 0;
    while (game->options && options <= ARI_OPTIONS_MAX && game->options[options].name)
        options++;
    if (options > ARI_OPTIONS_MAX)
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                        "the game has more than %d options", ARI_OPTIONS_MAX);
    return ARI_OK;
}

static ari_status check_core(const ari_core *core, ari_error *error)
{
    if (!core || core->state_size == 0 || core->state_size > ARI_STATE_MAX ||
        core->max_moves < 1 || core->max_moves > ARI_MOVES_MAX || !core->start ||
        !core->moves || !core->after || !core->outcome || !core->turn || !core->key ||
        !core->format_move || !core->format || !core->parse || !core->board)
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                        "the game's core is not complete");
    return ARI_OK;
}

/* Fills in a variant whose memory is there; what it allocates the caller frees. */
static ari_status fill(ari_variant *v, const char *options, size_t offset,
                       ari_error *error)
{
    const ari_game *game = v->game;
    ari__options_default(game->options, v->values);
    ari_status status = ari__options_parse(
        game->options, game->id, options ? options : "", offset, v->values, error);
    if (status == ARI_OK) {
        status = game->setup(v->values, v->rules, &v->core, error);
        if (status != ARI_OK && error && error->offset != ARI_NO_OFFSET) {
            /* setup() counts within the string, and does not know where that stood. */
            size_t place = ari__options_string_at(game->options, options);
            error->offset =
                place == ARI_NO_OFFSET ? place : offset + place + error->offset;
        }
    }
    if (status == ARI_OK)
        status = check_core(v->core, error);
    if (status != ARI_OK)
        return status;
    v->compiled = v->core->compiled;
    v->core->start(v->rules, &v->start);

    ari_text name = ARI_TEXT_EMPTY;
    ari_text_add(&name, game->id);
    if (game->options && game->options[0].name) {
        ari_text_add_char(&name, ':');
        ari__options_format(game->options, v->values, &name);
    }
    v->name = name.data;
    if (!ari_text_ok(&name))
        return ari_fail_memory(error, name.size, "the name of a game");
    return ARI_OK;
}

ari_status ari_variant_of(const ari_game *game, const char *options, size_t offset,
                          ari_variant **variant, ari_error *error)
{
    *variant = NULL;
    ari_status status = check_game(game, error);
    if (status != ARI_OK)
        return status;
    ari_variant *v = calloc(1, sizeof *v);
    if (v)
        v->rules = calloc(1, game->rules_size ? game->rules_size : 1);
    if (!v || !v->rules) {
        free(v);
        return ari_fail_memory(error, sizeof *v + game->rules_size,
                               "the rules of a game");
    }
    v->game = game;
    status = fill(v, options, offset, error);
    if (status != ARI_OK)
        ari_variant_free(v);
    else
        *variant = v;
    return status;
}

ari_status ari_variant_new(const char *spec, ari_variant **variant, ari_error *error)
{
    *variant = NULL;
    size_t length = strcspn(spec, ":");
    for (int i = 0; ari_game_at(i); i++) {
        const ari_game *game = ari_game_at(i);
        if (strlen(game->id) == length && memcmp(game->id, spec, length) == 0)
            return ari_variant_of(game, spec[length] ? spec + length + 1 : "", length + 1,
                                  variant, error);
    }
    ari_text names = ARI_TEXT_EMPTY;
    for (int i = 0; ari_game_at(i); i++)
        ari_text_format(&names, "%s%s", i ? ", " : "", ari_game_at(i)->id);
    ari_status status =
        ari_fail(error, ARI_UNKNOWN, 0, "there is no game '%.*s'; the games are %s",
                 (int)(length > 40 ? 40 : length), spec, ari_text_get(&names));
    ari_text_free(&names);
    return status;
}

void ari_variant_free(ari_variant *variant)
{
    if (!variant)
        return;
    free(variant->rules);
    free(variant->name);
    free(variant);
}

void ari_variant_use_core(ari_variant *variant)
{
    variant->compiled = NULL;
}

int ari_move_clicks(const ari_variant *v, const ari_state *s, const ari_board *board,
                    ari_move move, uint16_t places[ARI_CLICKS_MAX])
{
    if (v->core->clicks)
        return v->core->clicks(v->rules, s, move, places);
    for (int i = 0; i < board->width * board->height; i++)
        if (board->cells[i].move == move) {
            places[0] = (uint16_t)i;
            return 1;
        }
    return 0;
}

ari_move ari_forced_pass(const ari_variant *v, const ari_state *s)
{
    ari_move list[ARI_MOVES_MAX];
    if (!v->core->pass || ari_outcome(v, s) != ARI_ON || ari_moves(v, s, list) != 1 ||
        list[0] != v->core->pass(v->rules))
        return ARI_NO_MOVE;
    return list[0];
}

bool ari_state_equal(const ari_variant *v, const ari_state *a, const ari_state *b)
{
    return memcmp(a, b, v->core->state_size) == 0;
}

const char *ari_side_name(ari_side side)
{
    return side == ARI_FIRST ? "first" : "second";
}

const char *ari_value_name(int score)
{
    return score > 0 ? "win" : score < 0 ? "loss" : "draw";
}

int ari_score_distance(int score)
{
    if (score > ARI_SCORE_MAX)
        return ARI_WIN - score;
    if (score < -ARI_SCORE_MAX)
        return ARI_WIN + score;
    return -1;
}

int ari_score_of_move(const ari_variant *v, const ari_state *s, const ari_state *next,
                      int score)
{
    bool again = ari_has(v, ARI_HAS_EXTRA_TURNS) && ari_turn(v, s) == ari_turn(v, next);
    score = ari__score_before(score);
    return again ? score : -score;
}
