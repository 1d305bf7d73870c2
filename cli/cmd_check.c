/* cmd_check.c: `ariadne check`: does a game keep its promises? */
#include "cli/cmd_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <ariadne/check.h>

#define POSITIONS 200
#define VARIANTS 16

typedef struct checking {
    const char *spec; /* as typed */
    size_t length;    /* of it without the options */
    const ari_game *game;
    const ari_variant *v; /* of the options, or of the defaults */
    ari_check_job how;
    ari_check_report report;
} checking;

/* What came out of a topic, as people and programs read it. */
static const char *result_of(const ari_check_report *report, ari_check_topic topic)
{
    if (report->failed && topic == report->topic)
        return "broken";
    if (report->cases[topic] > 0)
        return "kept";
    return report->failed && topic > report->topic ? "not reached" : "not offered";
}

static void print_json(const checking *job)
{
    const ari_check_report *report = &job->report;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_json_string(&json, "game", job->game->id);
    ari_json_unsigned(&json, "seed", job->how.seed);
    ari_json_number(&json, "variants", report->variants);
    ari_json_bool(&json, "passed", !report->failed);
    ari_json_array(&json, "offers");
    ari_check_hook hook;
    for (int i = 0; ari_check_hook_at(job->v, i, &hook); i++)
        if (hook.offered)
            ari_json_string(&json, NULL, hook.name);
    ari_json_array_end(&json);
    ari_json_array(&json, "topics");
    for (int i = 0; i < ARI_CHECK_TOPICS; i++) {
        ari_check_topic topic = (ari_check_topic)i;
        ari_json_object(&json, NULL);
        ari_json_string(&json, "name", ari_check_name(topic));
        ari_json_string(&json, "about", ari_check_about(topic));
        ari_json_string(&json, "result", result_of(report, topic));
        ari_json_unsigned(&json, "cases", report->cases[i]);
        ari_json_object_end(&json);
    }
    ari_json_array_end(&json);
    if (report->failed) {
        ari_json_object(&json, "failure");
        ari_json_string(&json, "topic", ari_check_name(report->topic));
        ari_json_string(&json, "variant", report->variant);
        ari_json_string(&json, "position", report->position);
        ari_json_string(&json, "message", report->message);
        ari_json_object_end(&json);
    }
    cli_put_json(&json);
}

static void say_failure(const checking *job, ari_text *out)
{
    const ari_check_report *report = &job->report;
    const char *options = strchr(report->variant, ':');
    ari_text_format(out, "\nA promise is broken in %s: %s\n", report->variant,
                    report->message);
    if (report->position[0])
        ari_text_format(out, "Position: %s\n", report->position);
    ari_text_format(
        out, "Again:    ariadne check '%.*s%s' --seed %" PRIu64 " --positions %d\n",
        (int)job->length, job->spec, options ? options : "", job->how.seed,
        job->how.positions);
}

/* What the game was understood to offer: a misspelt macro of a hook is seen by what is missing. */
static void say_offers(const checking *job, ari_text *out)
{
    ari_check_hook hook;
    const char *before = "Offers: ";
    for (int i = 0; ari_check_hook_at(job->v, i, &hook); i++)
        if (hook.offered) {
            ari_text_format(out, "%s%s", before, hook.name);
            before = ", ";
        }
    ari_text_add(out, *before == ',' ? "\n" : "Offers only what it must.\n");
}

static void print_text(const checking *job)
{
    const ari_check_report *report = &job->report;
    ari_text text = ARI_TEXT_EMPTY, count = ARI_TEXT_EMPTY;
    ari_text_format(&text, "%s: %d variant%s, seed %" PRIu64 "\n", job->game->title,
                    report->variants, report->variants == 1 ? "" : "s", job->how.seed);
    say_offers(job, &text);
    ari_text_add_char(&text, '\n');
    for (int i = 0; i < ARI_CHECK_TOPICS; i++) {
        ari_check_topic topic = (ari_check_topic)i;
        ari_text_clear(&count);
        if (report->cases[i])
            cli_say_count(report->cases[i], &count);
        ari_text_format(&text, "%-11s  %-11s  %11s  %s\n", ari_check_name(topic),
                        result_of(report, topic), ari_text_get(&count),
                        ari_check_about(topic));
    }
    if (report->failed)
        say_failure(job, &text);
    else
        ari_text_add(&text, "\nEvery promise is kept.\n");
    cli_say(&text);
    ari_text_free(&count);
}

/* On a terminal the variant that is being checked is shown. */
static void tell(void *self, const char *variant)
{
    (void)self;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%.70s", variant);
}

static int check(checking *job, const char *options, bool as_json)
{
    ari_error error;
    ari_status status =
        ari_check_game(job->game, options, &job->how, &job->report, &error);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (status == ARI_STOPPED) {
        cli_print("interrupted after %d variants; nothing wrong was found so far\n",
                  job->report.variants);
        return CLI_INTERRUPTED;
    }
    ari_variant *v = NULL;
    if (status == ARI_OK)
        status = ari_variant_of(job->game, options, 0, &v, &error);
    if (status != ARI_OK)
        return cli_wrong_error(options, &error);
    job->v = v;
    if (as_json)
        print_json(job);
    else
        print_text(job);
    ari_variant_free(v);
    return job->report.failed ? CLI_NO : CLI_DONE;
}

/* What the other kind of check knows would be an option without effect. */
static bool options_fit(const cli_arguments *arguments)
{
    bool player = cli_given(arguments, "player");
    static const char *const games[] = {"positions", "variants"};
    for (int i = 0; i < 2 && player; i++)
        if (cli_given(arguments, games[i]))
            return cli_refuse(
                "--%s is for the check of a game, and --player checks a player",
                games[i]);
    if (player || !cli_given(arguments, "nodes"))
        return true;
    return cli_refuse("--nodes is for --player WHO, which is missing");
}

static int run(const cli_arguments *arguments)
{
    if (!options_fit(arguments))
        return CLI_WRONG;
    if (cli_given(arguments, "player"))
        return cli_check_player(arguments);
    checking job = {.spec = cli_word(arguments, 0),
                    .how = {.stop = cli_stop(), .progress = tell}};
    const char *options;
    if (!cli_count(arguments, "seed", 1, &job.how.seed) ||
        !cli_int(arguments, "positions", POSITIONS, 1, 1000000, &job.how.positions) ||
        !cli_int(arguments, "variants", VARIANTS, 1, 10000, &job.how.variants) ||
        !cli_game_find(job.spec, &job.game, &options))
        return CLI_WRONG;
    job.length = options ? (size_t)(options - job.spec) - 1 : strlen(job.spec);
    return check(&job, options, cli_given(arguments, "json"));
}

static const cli_option options_table[] = {
    CLI_VALUE("seed", "N", "the random games begin with N (default 1)"),
    CLI_VALUE("positions", "N", "look at N positions of each variant (default 200)"),
    CLI_VALUE("variants", "N", "try at most N sets of options (default 16)"),
    CLI_VALUE("player", "WHO",
              "does this player ever lose? Goes through all its games, in both seats"),
    CLI_VALUE("nodes", "N",
              "--player: look at N positions at most in each seat (default 2000000)"),
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_check = {
    .name = "check",
    .usage = "GAME|FILE.so",
    .summary =
        "does a game, built-in or a plug-in, keep its promises? does a player ever lose?",
    .about =
        "Plays a game at random with many sets of options (or with those that are "
        "given)\n"
        "and checks what a game promises: that moves and positions are read back as "
        "they\n"
        "are written, that nonsense is refused with a sentence, that keys, symmetry and\n"
        "hints are right, and that all searches agree with the value that the rules\n"
        "define. The first promise that is broken ends the check and is named with its\n"
        "position; the exit code is then 1.\n"
        "\n"
        "The second line says what the game offers besides what it must\n"
        "(include/ariadne/hooks.def). docs/adding-a-game.md tells how to write a game.\n"
        "\n"
        "With --player WHO (as for 'ariadne play') it is the player that is checked, in "
        "a\n"
        "small game: all its games are gone through, as first and as second player,\n"
        "whatever the opponent does, with every move that rules, random, perfect, "
        "mistake:P\n"
        "and level:10 may make. Of other levels and engines, each position's move is "
        "that\n"
        "of the seed, which is said. The exit code is 0 if it never loses, and 1 if it "
        "can:\n"
        "a shortest lost game is then shown, with the player's reasons.\n"
        "\n"
        "JSON: game, seed, variants, passed, offers, topics (name, about, result, "
        "cases), and\n"
        "failure (topic, variant, position, message). With --player: game, player,\n"
        "never_loses, every_choice, seed (if not every choice was tried), and first and\n"
        "second: positions, won, drawn, lost (games) and loss (moves).",
    .examples = "ariadne check tictactoe\n"
                "ariadne check ./mygame.so\n"
                "ariadne check tictactoe --player rules:as-written\n"
                "ariadne check connect4:width=5,height=4 --seed 7 --positions 1000",
    .min_words = 1,
    .max_words = 1,
    .options = options_table,
    .run = run,
};
