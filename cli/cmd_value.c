/* cmd_value.c: `ariadne value`: what the parts of a position are worth where both sides have moves of their own. */
#include "cli/cli.h"

#include <stdlib.h>

#include <ariadne/sums.h>

typedef struct valuing {
    const ari_variant *v;
    ari_forms *values;
    ari_limits limits;
    bool json;
} valuing;

/* A position, or one of its parts. */
typedef struct valued {
    ari_text value;
    ari_form_facts worth;
} valued;

typedef struct position_values {
    int count;
    ari_state parts[ARI_COMPONENTS_MAX];
    valued of_parts[ARI_COMPONENTS_MAX], whole;
} position_values;

static ari_status find_values(const valuing *job, const ari_state *s, position_values *p,
                              ari_error *error)
{
    ari_status status = ARI_OK;
    p->count = ari_sum_parts(job->v, s, ARI_FIRST, p->parts);
    for (int i = 0; i < p->count && status == ARI_OK; i++)
        status = ari_form_of(job->values, &p->parts[i], &job->limits,
                             &p->of_parts[i].value, &p->of_parts[i].worth, error);
    if (status == ARI_OK)
        status = ari_form_of(job->values, s, &job->limits, &p->whole.value,
                             &p->whole.worth, error);
    return status;
}

static void free_values(position_values *p)
{
    for (int i = 0; i < p->count; i++)
        ari_text_free(&p->of_parts[i].value);
    ari_text_free(&p->whole.value);
    free(p);
}

static void add_dyadic(ari_json *json, const char *key, const ari_dyadic *number)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_dyadic_format(number, &text);
    ari_json_text(json, key, &text);
    ari_text_free(&text);
}

static void add_valued(ari_json *json, valued *it)
{
    ari_json_text(json, "value", &it->value);
    ari_json_string(json, "outcome", ari_class_name(it->worth.outcome));
    if (it->worth.heated) {
        add_dyadic(json, "mean", &it->worth.mean);
        add_dyadic(json, "temperature", &it->worth.temperature);
    }
}

static void print_json(const valuing *job, const ari_record *record, position_values *p)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_position(&json, job->v, record);
    add_valued(&json, &p->whole);
    ari_json_array(&json, "parts");
    for (int i = 0; i < p->count; i++) {
        ari_json_object(&json, NULL);
        ari_report_state(&json, "part", job->v, &p->parts[i]);
        add_valued(&json, &p->of_parts[i]);
        ari_json_object_end(&json);
    }
    ari_json_array_end(&json);
    cli_put_json(&json);
}

static const char *class_words(ari_class outcome)
{
    static const char *const words[] = {"won by the first player, whoever begins",
                                        "won by the second player, whoever begins",
                                        "lost by whoever begins",
                                        "won by whoever begins"};
    return words[outcome];
}

static void say_heat(const ari_form_facts *worth, ari_text *out)
{
    if (!worth->heated)
        return;
    ari_text_add(out, "\nMean:    ");
    ari_dyadic_format(&worth->mean, out);
    ari_text_add(out, "\nTemperature: ");
    ari_dyadic_format(&worth->temperature, out);
}

static void print_text(const valuing *job, const ari_record *record,
                       const position_values *p)
{
    ari_text text = ARI_TEXT_EMPTY;
    cli_say_position(job->v, record, &text);
    for (int i = 0; i < p->count && p->count > 1; i++) {
        ari_text_add(&text, "Part:    ");
        ari_state_format(job->v, &p->parts[i], &text);
        ari_text_format(&text, "  is worth %s\n", ari_text_get(&p->of_parts[i].value));
    }
    ari_text_format(&text, "Value:   %s\nOutcome: %s", ari_text_get(&p->whole.value),
                    class_words(p->whole.worth.outcome));
    say_heat(&p->whole.worth, &text);
    ari_text_add_char(&text, '\n');
    cli_say(&text);
}

static int value_one(void *self, const ari_record *record)
{
    valuing *job = self;
    ari_error error;
    position_values *p = calloc(1, sizeof *p);
    if (!p)
        return cli_wrong("there is no memory left for a list of parts");
    ari_status status = find_values(job, &record->end, p, &error);
    int code = CLI_DONE;
    if (status == ARI_OK)
        job->json ? print_json(job, record, p) : print_text(job, record, p);
    else if (status == ARI_STOPPED)
        code = (cli_wrong("the value is not known: %s before the end",
                          cli_interrupted() ? "interrupted" : "a limit was reached"),
                cli_interrupted() ? CLI_INTERRUPTED : CLI_NO);
    else
        code = (cli_error_advice(&error, status), cli_wrong_error(NULL, &error));
    free_values(p);
    return code;
}

static int run(const cli_arguments *arguments)
{
    valuing job = {.json = cli_given(arguments, "json")};
    size_t bytes;
    ari_variant *v;
    ari_error error;
    job.limits.stop = cli_stop();
    if (!cli_count(arguments, "nodes", 0, &job.limits.nodes) ||
        !cli_seconds(arguments, "seconds", 0, 1e9, &job.limits.seconds) ||
        !cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST, &bytes) ||
        !cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    job.v = v;
    int code = CLI_WRONG;
    if (cli_ok(ari_forms_new(v, bytes, &job.values, &error), NULL, &error))
        code = cli_each_position(v, cli_word(arguments, 1), value_one, &job);
    ari_forms_free(job.values);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_JSON_OPTION, CLI_LIMIT_OPTIONS, CLI_MEMORY_OPTION, {.name = NULL}};

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
        "move gains.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input. A limit, or Ctrl-C, ends the work with\n"
        "exit code 1 (130 after Ctrl-C); a value that is too large is refused.\n"
        "\n"
        "JSON: game, position, turn, status, value, outcome (positive: the first player\n"
        "wins; negative: the second; zero: whoever begins loses; open: whoever begins\n"
        "wins), mean and temperature (as text), and parts (part, value, outcome, mean,\n"
        "temperature).",
    .examples = "ariadne value domineering:width=4,height=3\n"
                "ariadne value domineering:width=3,height=3 '..#/.#./#..' --json\n"
                "ariadne value clobber:width=6,height=1",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
