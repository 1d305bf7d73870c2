/* cmd_nimber.c: `ariadne nimber`: what the parts of a position are worth in an impartial game, where its moves
 * lead, and the nimbers of heaps one after the other. */
#include "cli/database.h"
#include "cli/nimbers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SEQUENCE_MOST 10000000
#define SEQUENCE_USUAL 100
#define PERIOD_LOOKS 5000 /* heaps that a period is looked for in, at least */
#define IN_A_LINE 20
#define CHECKPOINT 30 /* seconds */
#define QUOTIENT_MOST 10000
#define QUOTIENT_NODES 2000000 /* that a position waits for the quotient of its heaps */

typedef struct nimbering {
    const ari_variant *v;
    const char *word; /* as typed */
    ari_nimbers *nimbers;
    ari_quotient *quotient; /* NULL: none is known */
    ari_limits limits;
    ari_allowance memory;
    bool json;
    const char *svg; /* a file for the picture; NULL: none */
} nimbering;

/* ---- a position ---- */

/* What the limits ended, in a sentence of its own; what else went wrong, as ever. */
static int stopped(ari_status status, ari_error *error)
{
    if (status != ARI_STOPPED) {
        cli_error_advice(error, status);
        return cli_wrong_error(NULL, error);
    }
    cli_wrong("the nimber is not known: %s before the end",
              cli_interrupted() ? "interrupted" : "a limit was reached");
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_NO;
}

static int nimber_one(void *self, const ari_record *record)
{
    nimbering *job = self;
    ari_account account;
    ari_error error;
    ari_status status = ari_account_nimbers(job->nimbers, job->v, &record->end,
                                            &job->limits, &account, &error);
    if (status != ARI_OK)
        return stopped(status, &error);
    const cli_nimbers told = {job->v, job->nimbers, job->quotient, job->json};
    int code = CLI_DONE;
    if (job->svg)
        code =
            cli_draw_account(job->svg, job->v, record, &account) ? CLI_DONE : CLI_WRONG;
    else
        cli_say_nimbers(&told, record, &account);
    ari_account_free(&account);
    return code;
}

static int of_positions(const cli_arguments *arguments, nimbering *job)
{
    ari_error error;
    if (!cli_ok(ari_nimbers_new(job->v, job->memory.limit, &job->nimbers, &error), NULL,
                &error))
        return CLI_WRONG;
    ari_limits some = job->limits;
    if (!some.nodes || some.nodes > QUOTIENT_NODES)
        some.nodes = QUOTIENT_NODES;
    job->quotient = cli_quotient_of(job->v, &some, &job->memory);
    int code = cli_each_position(job->v, cli_word(arguments, 1), nimber_one, job);
    ari_quotient_free(job->quotient);
    ari_nimbers_free(job->nimbers);
    return code;
}

/* ---- heaps ---- */

static void period_json(ari_json *json, const ari_period *period)
{
    if (!period->found) {
        ari_json_null(json, "period");
        return;
    }
    ari_json_object(json, "period");
    ari_json_unsigned(json, "length", period->length);
    ari_json_unsigned(json, "from", period->from);
    ari_json_bool(json, "proved", period->proved);
    ari_json_object_end(json);
}

static void say_period(const ari_heaps *heaps, const ari_period *period, ari_text *out)
{
    if (!period->found) {
        ari_text_add(out, "Period: none is seen in the heaps up to ");
        cli_say_count(ari_heaps_known(heaps), out);
        ari_text_add_char(out, '\n');
        return;
    }
    ari_text_format(out, "Period: %" PRIu64 " from heap %" PRIu64 " on, %s",
                    period->length, period->from,
                    period->proved ? "for ever: proved by the octal periodicity theorem"
                                   : "only observed, in the heaps up to ");
    if (!period->proved)
        cli_say_count(ari_heaps_known(heaps), out);
    ari_text_add_char(out, '\n');
}

/* The nimbers of the heaps 0 to `last`, lines of 20 behind the number of the first. */
static void print_sequence(const nimbering *job, const ari_heaps *heaps, uint64_t last,
                           bool with_period)
{
    ari_period period = ari_heaps_period(heaps);
    ari_text text = ARI_TEXT_EMPTY;
    if (job->json) {
        ari_json json = cli_json(&text);
        ari_json_string(&json, "game", job->v->name);
        ari_json_array(&json, "sequence");
        for (uint64_t i = 0; i <= last; i++)
            ari_json_number(&json, NULL, ari_heaps_nimber(heaps, i));
        ari_json_array_end(&json);
        if (with_period)
            period_json(&json, &period);
        cli_put_json(&json);
        return;
    }
    ari_text_format(&text, "%s (%s), the nimbers of heaps from 0 on\n\n",
                    job->v->game->title, job->v->name);
    for (uint64_t i = 0; i <= last; i++) {
        if (i % IN_A_LINE == 0)
            ari_text_format(&text, "%s%7" PRIu64 ":", i ? "\n" : "", i);
        ari_text_format(&text, " %d", ari_heaps_nimber(heaps, i));
    }
    ari_text_add_char(&text, '\n');
    if (with_period) {
        ari_text_add_char(&text, '\n');
        say_period(heaps, &period, &text);
    }
    cli_say(&text);
}

static void print_heap(const nimbering *job, const ari_heaps *heaps, uint64_t size)
{
    ari_period period = ari_heaps_period(heaps);
    int nimber = ari_heaps_nimber(heaps, size);
    ari_text text = ARI_TEXT_EMPTY;
    if (job->json) {
        ari_json json = cli_json(&text);
        ari_json_string(&json, "game", job->word);
        ari_json_unsigned(&json, "heap", size);
        ari_json_number(&json, "nimber", nimber);
        ari_json_string(&json, "last_move",
                        ari_nimbers_decide(job->v) ? "wins" : "loses");
        if (ari_nimbers_decide(job->v))
            ari_json_string(&json, "value", nimber ? "win" : "loss");
        period_json(&json, &period);
        cli_put_json(&json);
        return;
    }
    ari_text_format(&text, "%s (%s), a heap of ", job->v->game->title, job->word);
    cli_say_count(size, &text);
    ari_text_format(&text, "\n\nNimber: %d\n", nimber);
    if (ari_nimbers_decide(job->v))
        ari_text_format(&text, "Value:  %s for the side to move\n",
                        nimber ? "won" : "lost");
    say_period(heaps, &period, &text);
    cli_say(&text);
}

static bool open_heaps(nimbering *job, ari_heaps **heaps)
{
    ari_heap_rules rules;
    ari_error error;
    const ari_core *core = job->v->core;
    if (!core->heap_rules || !core->heap_rules(job->v->rules, &rules))
        return cli_refuse("%s is no game of heaps whose nimbers follow one another",
                          job->v->game->title);
    return cli_ok(ari_heaps_new(&rules, &job->memory, heaps, &error), NULL, &error);
}

/* A sequence into a file, which survives being interrupted. */
static int into_file(const cli_arguments *arguments, nimbering *job)
{
    const char *path = cli_text(arguments, "db", "");
    ari_strong_job how = {.memory = job->memory.limit,
                          .checkpoint = CHECKPOINT,
                          .stop = cli_stop(),
                          .progress = cli_nimber_base_tell};
    int64_t last;
    ari_nimber_base_summary summary;
    ari_error error;
    if (!path[0])
        return cli_wrong("--db needs the name of a file");
    if (cli_given(arguments, "period") || job->limits.nodes || job->limits.seconds > 0)
        return cli_wrong("--db goes with none of --period, --nodes and --seconds");
    if (!cli_number(arguments, "sequence", SEQUENCE_USUAL, 0, SEQUENCE_MOST, &last))
        return CLI_WRONG;
    ari_status status =
        ari_nimber_base_sequence(job->v, (uint64_t)last, path, &how, &summary, &error);
    return cli_nimber_base_end(job->v, path, status, &summary, job->json, &error);
}

static int of_heaps(const cli_arguments *arguments, nimbering *job)
{
    int64_t last;
    ari_heaps *heaps;
    ari_error error;
    bool period = cli_given(arguments, "period");
    if (!cli_number(arguments, "sequence", SEQUENCE_USUAL, 0, SEQUENCE_MOST, &last) ||
        !open_heaps(job, &heaps))
        return CLI_WRONG;
    uint64_t size = (uint64_t)last;
    if (period && size < PERIOD_LOOKS)
        size = PERIOD_LOOKS;
    ari_status status = ari_heaps_find(heaps, size, &job->limits, &error);
    bool enough = ari_heaps_known(heaps) >= (uint64_t)last;
    int code = status == ARI_OK ? CLI_DONE : stopped(status, &error);
    if (status == ARI_OK || (status == ARI_STOPPED && enough))
        print_sequence(job, heaps, (uint64_t)last, period);
    ari_heaps_free(heaps);
    return code;
}

static int of_quotient(const cli_arguments *arguments, nimbering *job)
{
    int64_t last;
    ari_heap_rules rules;
    ari_quotient *q;
    ari_error error;
    const ari_core *core = job->v->core;
    if (!cli_number(arguments, "quotient", 0, 0, QUOTIENT_MOST, &last))
        return CLI_WRONG;
    if (!core->heap_rules || !core->heap_rules(job->v->rules, &rules))
        return cli_wrong("%s is no game of heaps whose misere quotient can be told",
                         job->v->game->title);
    if (!cli_ok(ari_quotient_new(&rules, &job->memory, &q, &error), NULL, &error))
        return CLI_WRONG;
    ari_status status = ari_quotient_find(q, (uint64_t)last, &job->limits, &error);
    int code = CLI_DONE;
    uint64_t known = ari_quotient_known(q);
    if (status != ARI_OK) {
        cli_wrong_error(NULL, &error);
        code = status == ARI_STOPPED && cli_interrupted()     ? CLI_INTERRUPTED
               : status == ARI_STOPPED || status == ARI_LIMIT ? CLI_NO
                                                              : CLI_WRONG;
    }
    if (code == CLI_DONE || code == CLI_NO) /* what is known is proved, too */
        cli_print_quotient(job->v, q, known < (uint64_t)last ? known : (uint64_t)last,
                           job->json);
    ari_quotient_free(q);
    return code;
}

static int of_large_heap(nimbering *job, uint64_t size)
{
    ari_heaps *heaps;
    ari_error error;
    if (!open_heaps(job, &heaps))
        return CLI_WRONG;
    ari_status status = ari_heaps_find(heaps, size, &job->limits, &error);
    int code = status == ARI_OK ? CLI_DONE : stopped(status, &error);
    if (status == ARI_OK)
        print_heap(job, heaps, size);
    ari_heaps_free(heaps);
    return code;
}

/* ---- games with heaps too large to be played ---- */

/* The value of an option in "kayles:pins=1000000"; where it stands, from its name to its end. */
static bool find_option(const char *spec, const ari_option *option, const char **from,
                        const char **to, uint64_t *value)
{
    size_t name = strlen(option->name);
    for (const char *at = strpbrk(spec, ":,"); at; at = strpbrk(at + 1, ",")) {
        if (strncmp(at + 1, option->name, name) != 0 || at[1 + name] != '=')
            continue;
        size_t digits = strspn(at + name + 2, "0123456789");
        *from = at + 1;
        *to = at + name + 2 + digits;
        *value = digits > 0 && digits < 18 ? strtoull(at + name + 2, NULL, 10) : 0;
        return **to == ',' || **to == '\0';
    }
    return false;
}

/* A game of heaps by rules, whose heap is larger than anybody can play with: the same game with its usual heap,
 * and the size. */
static bool large_heap(const char *spec, ari_variant **v, uint64_t *size)
{
    ari_text id = ARI_TEXT_EMPTY, plain = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&id, spec, strcspn(spec, ":"));
    const ari_game *game = ari_game_find(ari_text_get(&id));
    bool found = false;
    for (const ari_option *o = game ? game->options : NULL; o && o->name && !found; o++) {
        const char *from, *to;
        ari_heap_rules rules;
        ari_error error;
        if (o->kind != ARI_NUMBER || !find_option(spec, o, &from, &to, size) ||
            *size <= (uint64_t)o->max || *size > ARI_HEAP_LARGEST)
            continue;
        ari_text_clear(&plain);
        ari_text_add_bytes(&plain, spec, (size_t)(from - spec));
        ari_text_add(&plain, *to ? to + 1 : "");
        if (plain.size > 0 && strchr(":,", plain.data[plain.size - 1]))
            plain.data[--plain.size] = '\0';
        if (ari_variant_new(ari_text_get(&plain), v, &error) != ARI_OK)
            break;
        found = (*v)->core->heap_rules && (*v)->core->heap_rules((*v)->rules, &rules) &&
                strcmp(rules.option, o->name) == 0;
        if (!found)
            ari_variant_free(*v);
    }
    ari_text_free(&id);
    ari_text_free(&plain);
    return found;
}

static int run(const cli_arguments *arguments)
{
    nimbering job = {.json = cli_given(arguments, "json"),
                     .svg = cli_text(arguments, "svg", NULL)};
    bool sequence = cli_given(arguments, "sequence") || cli_given(arguments, "period");
    const char *word = cli_word(arguments, 0);
    size_t bytes;
    uint64_t size = 0;
    ari_variant *v;
    job.limits.stop = cli_stop();
    const char *position = cli_word(arguments, 1);
    if (job.svg && (job.json || sequence || (position && strcmp(position, "-") == 0)))
        return cli_wrong("--svg draws one position, without --json, --sequence and "
                         "--period");
    if (!cli_can_write(job.svg))
        return CLI_WRONG;
    if (cli_given(arguments, "db") && !cli_given(arguments, "sequence"))
        return cli_wrong("--db belongs to --sequence");
    if (cli_given(arguments, "quotient") && (sequence || cli_word(arguments, 1)))
        return cli_wrong("--quotient is of all heaps, and stands alone");
    if (sequence && cli_word(arguments, 1))
        return cli_wrong("a sequence is of all heaps; '%.40s' cannot be given too",
                         cli_word(arguments, 1));
    if (!cli_count(arguments, "nodes", 0, &job.limits.nodes) ||
        !cli_seconds(arguments, "seconds", 0, 1e9, &job.limits.seconds) ||
        !cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST, &bytes))
        return CLI_WRONG;
    ari_allowance_begin(&job.memory, bytes);
    bool large = large_heap(word, &v, &size);
    if (!large && !cli_game(word, &v))
        return CLI_WRONG;
    job.v = v;
    job.word = word;
    if (large && job.svg) {
        ari_variant_free(v);
        return cli_wrong("a heap that is too large to be played cannot be drawn");
    }
    int code = cli_given(arguments, "quotient")   ? of_quotient(arguments, &job)
               : cli_given(arguments, "db")       ? into_file(arguments, &job)
               : sequence                         ? of_heaps(arguments, &job)
               : large && !cli_word(arguments, 1) ? of_large_heap(&job, size)
                                                  : of_positions(arguments, &job);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("sequence", "N", "the nimbers of heaps of 0 to N (0 to 10000000)"),
    CLI_SWITCH("period", "do the nimbers of heaps repeat, and is that proved?"),
    CLI_VALUE("svg", "FILE", "draw the board with its parts instead"),
    CLI_VALUE("quotient", "N", "the misere quotient of the heaps 0 to N (0 to 10000)"),
    CLI_VALUE("db", "FILE", "write the sequence to a file that can be gone on with"),
    CLI_JSON_OPTION,
    CLI_LIMIT_OPTIONS,
    CLI_MEMORY_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_nimber = {
    .name = "nimber",
    .usage = "GAME [POSITION]",
    .summary = "what the parts of a position are worth, where both sides have the same "
               "moves",
    .about =
        "Splits a position into its parts and finds the nimber of each: the smallest\n"
        "number that none of its moves leads to. The nimber of the whole is their xor.\n"
        "Where whoever makes the last move wins, a position of nimber 0 is lost for the\n"
        "side to move, and every other one is won by a move to 0; all moves are listed "
        "by\n"
        "where they lead. Where whoever makes the last move loses, that does not "
        "follow;\n"
        "then heaps are looked for in their misere quotient, a finite table of what "
        "sums\n"
        "of them are alike to, which tells it. If there is none it is not said.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input. A limit, or Ctrl-C, ends the work with\n"
        "exit code 1 (130 after Ctrl-C).\n"
        "\n"
        "In kayles, octal and grundy a heap may be larger than anybody can play with:\n"
        "kayles:pins=1000000. --sequence N prints the nimbers of the heaps 0 to N, and\n"
        "--period looks whether they repeat: in a finite octal game that is proved when\n"
        "they have done so for long enough, and then known of every heap; in others it\n"
        "is only observed, in the heaps up to N or 5,000. --sequence N --db FILE writes\n"
        "them to a file. What is known so far is in FILE.work: after Ctrl-C, a crash or "
        "a\n"
        "power failure the same command goes on, and so does one with a larger N.\n"
        "'ariadne query FILE HEAP' looks one up, 'ariadne verify FILE' derives all "
        "again.\n"
        "\n"
        "--quotient N prints the misere quotient of the heaps 0 to N: its elements are\n"
        "products of heaps, a, b and so on, and those that are lost for the side to "
        "move\n"
        "are listed. It is proved for sums of any number of heaps up to N, or of all "
        "heaps\n"
        "if they repeat. Where it has more than 1024 elements, or takes too long, that "
        "is\n"
        "said (exit code 1), and the quotient of smaller heaps is printed.\n"
        "\n"
        "JSON: game, position, turn, status, nimber, last_move (wins, loses), value "
        "(win,\n"
        "loss; where it is known), quotient (element, order, lost, generators, known: "
        "up\n"
        "to which heap, null for all, period), theory, parts (name, part, nimber, "
        "cells,\n"
        "and binary where the last move wins), moves (move, the part it is made in, its\n"
        "nimber from and to, the nimber of the whole then, and wins) and nodes. Of\n"
        "--quotient: game and those of quotient, with heaps for element. Of a large\n"
        "heap: game, heap, nimber, last_move, value, period (length,\n"
        "from, proved; or null). Of a sequence: game, sequence and, with --period,\n"
        "period; with --db game, file, heaps, largest, bytes, resumed, already, seconds.",
    .examples = "ariadne nimber kayles:pins=7 '|||.|||/2'\n"
                "ariadne nimber nim:heaps=7531,normal --json\n"
                "ariadne nimber kayles --sequence 200 --period\n"
                "ariadne nimber octal:code=0.07 --sequence 60 --period\n"
                "ariadne nimber kayles:pins=1000000\n"
                "ariadne nimber kayles --quotient 200\n"
                "ariadne nimber octal:code=0.123,misere --quotient 30 --json",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
