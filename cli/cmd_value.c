/* cmd_value.c: `ariadne value`: what the parts of a position are worth where both sides have moves of their own. */
#include "cli/account.h"

#include <string.h>

#include <ariadne/thermograph.h>

#define TITLE_MOST 60 /* bytes of a value that is a picture's title */

typedef struct valuing {
    const ari_variant *v;
    ari_forms *values;
    ari_limits limits;
    bool json, thermograph;
    const char *svg, *parts_svg; /* files for pictures; NULL: none */
} valuing;

static void print_json(const valuing *job, const ari_record *record,
                       const ari_account *account)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_position(&json, job->v, record);
    ari_report_account(&json, job->v, &record->end, account);
    cli_put_json(&json);
}

static void say_thermograph(const ari_account *account, ari_text *out)
{
    ari_text_add(out, "\nThermograph\n");
    if (account->whole.graph)
        ari_thermograph_text(account->whole.graph, out);
    else
        ari_text_add(out, "Its walls have too many corners.\n");
}

static void print_text(const valuing *job, const ari_record *record,
                       const ari_account *account)
{
    ari_text text = ARI_TEXT_EMPTY;
    cli_say_position(job->v, record, &text);
    cli_say_account(job->v, &record->end, account, NULL, &text);
    if (job->thermograph)
        say_thermograph(account, &text);
    cli_say_winning(job->v, &record->end, account, &text);
    cli_say(&text);
}

static int draw_thermograph(const valuing *job, const ari_account *account)
{
    const ari_sum_worth *whole = &account->whole;
    if (!whole->graph) {
        cli_wrong("there is no thermograph to draw: its walls have too many corners");
        return CLI_NO;
    }
    ari_text picture = ARI_TEXT_EMPTY;
    ari_thermograph_svg(whole->graph,
                        whole->form && strlen(whole->form) <= TITLE_MOST ? whole->form
                                                                         : job->v->name,
                        &picture);
    return cli_write_file(job->svg, &picture) ? CLI_DONE : CLI_WRONG;
}

static int show(const valuing *job, const ari_record *record, const ari_account *account)
{
    int code = job->svg ? draw_thermograph(job, account) : CLI_DONE;
    if (job->parts_svg && code == CLI_DONE &&
        !cli_draw_account(job->parts_svg, job->v, record, account))
        code = CLI_WRONG;
    if (!job->svg && !job->parts_svg)
        (job->json ? print_json : print_text)(job, record, account);
    return code;
}

static int value_one(void *self, const ari_record *record)
{
    valuing *job = self;
    ari_account account;
    ari_error error;
    ari_status status = ari_account_forms(job->values, job->v, &record->end, &job->limits,
                                          &account, &error);
    if (status == ARI_OK) {
        int code = show(job, record, &account);
        ari_account_free(&account);
        return code;
    }
    if (status != ARI_STOPPED) {
        cli_error_advice(&error, status);
        return cli_wrong_error(NULL, &error);
    }
    cli_wrong("the value is not known: %s before the end",
              cli_interrupted() ? "interrupted" : "a limit was reached");
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_NO;
}

static int run(const cli_arguments *arguments)
{
    valuing job = {.json = cli_given(arguments, "json"),
                   .thermograph = cli_given(arguments, "thermograph"),
                   .svg = cli_text(arguments, "svg", NULL),
                   .parts_svg = cli_text(arguments, "parts", NULL)};
    const char *position = cli_word(arguments, 1);
    size_t bytes;
    ari_variant *v;
    ari_error error;
    if ((job.svg || job.parts_svg) &&
        (job.json || job.thermograph || (position && strcmp(position, "-") == 0)))
        return cli_wrong("--svg and --parts draw one position, without --json and "
                         "--thermograph");
    if (!cli_can_write(job.svg) || !cli_can_write(job.parts_svg))
        return CLI_WRONG;
    job.limits.stop = cli_stop();
    if (!cli_count(arguments, "nodes", 0, &job.limits.nodes) ||
        !cli_seconds(arguments, "seconds", 0, 1e9, &job.limits.seconds) ||
        !cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST, &bytes) ||
        !cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    job.v = v;
    int code = CLI_WRONG;
    if (cli_ok(ari_forms_new(v, bytes, &job.values, &error), NULL, &error))
        code = cli_each_position(v, position, value_one, &job);
    ari_forms_free(job.values);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_SWITCH("thermograph", "draw it with characters, too"),
    CLI_VALUE("svg", "FILE", "draw the thermograph of the whole instead"),
    CLI_VALUE("parts", "FILE", "draw the board with its parts instead, as SVG"),
    CLI_JSON_OPTION,
    CLI_LIMIT_OPTIONS,
    CLI_MEMORY_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_value = {
    .name = "value",
    .usage = "GAME [POSITION]",
    .summary = "what the parts of a position are worth: numbers, switches and others",
    .about =
        "Splits a position into its parts and finds what each is worth, and the whole,\n"
        "whoever is to move: a game in its simplest form, {what the first player may\n"
        "move to | what the second may}, as books write it. 3/4 is a number, moves that\n"
        "the first player is ahead; *2 a nimber; ±1 a switch, {1|-1}; ↑ is {0|*}, ⇑ two\n"
        "of them, 3·↑ three, and ↓ their negatives; +_2 is tiny-two, {0|{0|-2}}, and "
        "-_2\n"
        "its negative. 1↑* is the sum of 1, ↑ and *. Games must fall apart, and whoever\n"
        "makes the last move must win.\n"
        "\n"
        "The outcome is who wins whoever begins, or that whoever begins wins or loses.\n"
        "The mean is what many such positions are worth each, and the temperature what "
        "a\n"
        "move gains. The thermograph shows both: what the first player gets who begins\n"
        "(left wall) and what the second leaves who begins (right wall), when each move\n"
        "costs so much; where they meet, at the temperature, the mast stands over the\n"
        "mean. Values grow to the left, as in books.\n"
        "\n"
        "Moves that win are listed with what they make of their part.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input. A limit, or Ctrl-C, ends the work with\n"
        "exit code 1 (130 after Ctrl-C); a value that is too large is refused.\n"
        "\n"
        "JSON: game, position, turn, status, theory, last_move (wins), value, outcome\n"
        "(positive: the first player wins; negative: the second; zero: whoever begins\n"
        "loses; open: whoever begins wins), mean and temperature (as text), thermograph\n"
        "(left, right: the corners of the walls, [temperature, value]), parts (name,\n"
        "part, cells, and the same of each) and moves (move, the part it is made in, "
        "its\n"
        "value from and to, value and outcome of the whole then, and wins). A value "
        "that\n"
        "is too long to be written is left out.",
    .examples = "ariadne value domineering:width=4,height=3\n"
                "ariadne value domineering:width=3,height=3 '..#/.#./#..' --json\n"
                "ariadne value clobber:width=6,height=1 --thermograph\n"
                "ariadne value domineering:width=3,height=3 --svg switch.svg",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
