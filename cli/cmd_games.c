/* cmd_games.c: `ariadne games`: every game with its options. */
#include "cli/cli.h"

#include <inttypes.h>

static void add_option(ari_text *out, const ari_option *option)
{
    ari_text_format(out, "    %-8s ", option->name);
    switch (option->kind) {
    case ARI_NUMBER:
        ari_text_format(out, "%" PRId64 " (%" PRId64 " to %" PRId64 ")", option->initial,
                        option->min, option->max);
        break;
    case ARI_FLAG:
        ari_text_format(out, "%s (yes or no)", option->initial ? "yes" : "no");
        break;
    case ARI_STRING:
        ari_text_add(out, option->initial_string ? option->initial_string : "");
        break;
    }
    ari_text_format(out, ": %s\n", option->help);
}

static int run(const cli_arguments *arguments)
{
    (void)arguments;
    ari_text text = ARI_TEXT_EMPTY;
    for (int i = 0; ari_game_at(i); i++) {
        const ari_game *game = ari_game_at(i);
        ari_text_format(&text, "%-11s %s\n", game->id, game->title);
        for (const ari_option *o = game->options; o && o->name; o++)
            add_option(&text, o);
    }
    cli_put(&text);
    ari_text_free(&text);
    return CLI_DONE;
}

const cli_command cli_cmd_games = {
    .name = "games",
    .usage = "",
    .summary = "list the games and their options",
    .about = "Lists the games, each with its options, their defaults and limits.",
    .examples = "ariadne games",
    .run = run,
};
