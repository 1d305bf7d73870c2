/* cmd_games.c: `ariadne games`: every game with its options. */
#include "cli/cli.h"

#include <inttypes.h>
#include <string.h>

/* ---- text ---- */

/* "7, from 1 to 64" */
static void say_default(const ari_option *option, ari_text *out)
{
    switch (option->kind) {
    case ARI_NUMBER:
        ari_text_format(out, "%" PRId64 ", from %" PRId64 " to %" PRId64, option->initial,
                        option->min, option->max);
        break;
    case ARI_FLAG:
        ari_text_add(out, option->initial ? "yes, or no" : "no, or yes");
        break;
    case ARI_CHOICE:
        ari_option_choice(option, option->initial, out);
        ari_text_format(out, ", one of %s", option->choices);
        break;
    case ARI_STRING:
        ari_text_format(out, "%s", option->initial_string ? option->initial_string : "");
        break;
    }
}

static void say_options(const ari_option *options, int indent, ari_text *out)
{
    ari_text value = ARI_TEXT_EMPTY;
    for (const ari_option *o = options; o && o->name; o++) {
        ari_text_clear(&value);
        say_default(o, &value);
        ari_text_format(out, "%*s%-8s %-24s %s\n", indent, "", o->name,
                        ari_text_get(&value), o->help);
    }
    ari_text_free(&value);
}

static void say_briefly(const ari_variant *v, ari_text *out)
{
    ari_text_format(out, "%-11s %s\n", v->game->id, v->game->title);
    say_options(v->game->options, 12, out);
}

/* The weights of a table, row by row. */
static void say_table(const ari_eval_info *eval, ari_text *out)
{
    const int *weight = eval->weights;
    for (const ari_weight_row *row = eval->rows; row && row->name; row++) {
        ari_text_format(out, "    %-8s", row->name);
        for (int i = 0; i < row->count; i++)
            ari_text_format(out, " %d", *weight++);
        ari_text_format(out, "  %s\n", row->help);
    }
}

static void say_fully(const ari_variant *v, ari_text *out)
{
    const ari_game *game = v->game;
    ari_text_format(out, "%s (%s)\n\n%s\n\n", game->title, v->name,
                    game->about ? game->about : "");
    cli_board(v, &v->start, cli_colour(), out);
    if (game->options && game->options[0].name)
        ari_text_add(out, "\nOptions, with their defaults:\n");
    say_options(game->options, 2, out);
    ari_text_add(out, "\nEvaluations, for searches with a depth limit:\n"
                      "  neutral  every position counts 0\n"
                      "  random   a random number\n");
    for (const ari_eval_info *e = v->core->evals; e && e->name; e++) {
        ari_text_format(out, "  %-8s %s\n", e->name, e->help);
        say_options(e->params, 4, out);
        say_table(e, out);
    }
}

/* ---- the command ---- */

static bool add_game(const char *spec, bool fully, ari_json *json, ari_text *out)
{
    ari_variant *v;
    if (!cli_game(spec, &v))
        return false;
    if (json) {
        ari_json_object(json, NULL);
        ari_report_game(json, v);
        ari_json_object_end(json);
    } else if (fully)
        say_fully(v, out);
    else
        say_briefly(v, out);
    ari_variant_free(v);
    return true;
}

static int run(const cli_arguments *arguments)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text), *to = NULL;
    if (cli_given(arguments, "json")) {
        to = &json;
        ari_json_object(to, NULL);
        ari_json_array(to, "games");
    }
    bool all = cli_words(arguments) == 0, good = true;
    if (all)
        for (int i = 0; good && ari_game_at(i); i++)
            good = add_game(ari_game_at(i)->id, false, to, &text);
    else
        good = add_game(cli_word(arguments, 0), true, to, &text);
    if (to) {
        ari_json_array_end(to);
        ari_json_object_end(to);
        ari_text_add_char(&text, '\n');
    } else if (all) {
        ari_text_add(&text,
                     "\nA game with options is written as connect4:width=5,height=4; "
                     "'ariadne games nim'\n"
                     "explains one game and shows how its moves and positions are "
                     "written.\n");
    }
    if (good)
        cli_put(&text);
    ari_text_free(&text);
    return good ? CLI_DONE : CLI_WRONG;
}

static const cli_option options[] = {CLI_JSON_OPTION, {.name = NULL}};

const cli_command cli_cmd_games = {
    .name = "games",
    .usage = "[GAME]",
    .summary = "list the games and their options, or explain one",
    .about =
        "Lists the games, each with its options, their defaults and limits. With a "
        "GAME,\n"
        "shows how it is played, how its moves and positions are written, and what can\n"
        "judge its positions.\n"
        "\n"
        "JSON: games, each with its id, title, about, options (name, kind, default,\n"
        "limits, help), evals (which have options of their own), payoffs (are results\n"
        "numbers?), lines (has it lists of them?), parts (is it known what its parts "
        "are\n"
        "worth?), rules_player (has it rules of thumb?) and wordings (name, help: in "
        "which\n"
        "others?).",
    .examples = "ariadne games\n"
                "ariadne games connect4\n"
                "ariadne games --json",
    .max_words = 1,
    .options = options,
    .run = run,
};
