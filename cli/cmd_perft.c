/* cmd_perft.c: `ariadne perft`: the number of lines of play of every length. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct counting {
    const ari_variant *v;
    int depth;
    bool json;
    uint64_t *counts; /* of the depths that are done */
    double *seconds;
    int done;
} counting;

static void print_json(const counting *job, const ari_record *record)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    double seconds = 0;
    ari_json_object(&json, NULL);
    ari_report_position(&json, job->v, record);
    ari_json_number(&json, "depth", job->done - 1);
    if (job->done > 0)
        ari_json_unsigned(&json, "count", job->counts[job->done - 1]);
    ari_json_array(&json, "counts");
    for (int i = 0; i < job->done; i++) {
        ari_json_unsigned(&json, NULL, job->counts[i]);
        seconds += job->seconds[i];
    }
    ari_json_array_end(&json);
    ari_json_real(&json, "seconds", seconds);
    cli_put_json(&json);
}

/* In a table, so that each depth can be shown as soon as it is counted. */
static void print_depth(const counting *job, int depth)
{
    ari_text count = ARI_TEXT_EMPTY;
    cli_say_count(job->counts[depth], &count);
    cli_print("%5d  %20s  %8.3f\n", depth, ari_text_get(&count), job->seconds[depth]);
    cli_flush();
    ari_text_free(&count);
}

static int count_one(void *self, const ari_record *record)
{
    counting *job = self;
    ari_error error;
    ari_status status = ARI_OK;
    job->done = 0;
    for (int depth = 0; depth <= job->depth; depth++) {
        double start = ari_seconds();
        status = ari_perft(job->v, &record->end, depth, cli_stop(), &job->counts[depth],
                           &error);
        if (status != ARI_OK)
            break;
        job->seconds[depth] = ari_seconds() - start;
        job->done++;
        if (!job->json && depth == 0)
            cli_print("%5s  %20s  %8s\n", "depth", "lines", "seconds");
        if (!job->json)
            print_depth(job, depth);
    }
    if (status != ARI_OK && status != ARI_STOPPED)
        return cli_wrong_error(NULL, &error);
    if (job->json)
        print_json(job, record);
    else if (status == ARI_STOPPED)
        cli_print("interrupted while counting depth %d\n", job->done);
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

static int run(const cli_arguments *arguments)
{
    counting job = {.json = cli_given(arguments, "json")};
    if (!cli_given(arguments, "depth"))
        return cli_wrong("--depth is missing: how many plies? (as in --depth 5)");
    if (!cli_int(arguments, "depth", 0, 0, ARI_PLY_MAX, &job.depth))
        return CLI_WRONG;
    ari_variant *v;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    job.v = v;
    job.counts = calloc((size_t)job.depth + 1, sizeof *job.counts);
    job.seconds = calloc((size_t)job.depth + 1, sizeof *job.seconds);
    int code;
    if (job.counts && job.seconds)
        code = cli_each_position(v, cli_word(arguments, 1), count_one, &job);
    else
        code = cli_wrong("there is no memory left for the table of counts");
    free(job.counts);
    free(job.seconds);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("depth", "N", "count up to N plies; must be given"),
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_perft = {
    .name = "perft",
    .usage = "GAME [POSITION] --depth N",
    .summary = "count the lines of play, to check the rules of a game",
    .about =
        "Counts the lines of play of exactly 0, 1, 2, ... N plies. A finished game has\n"
        "no continuation. Two programs that agree on these numbers have the same "
        "rules.\n"
        "\n"
        "JSON: game, position, turn, status, depth, count, counts (of every depth),\n"
        "seconds.",
    .examples = "ariadne perft connect4 --depth 7\n"
                "ariadne perft tictactoe:early=no --depth 9 --json\n"
                "ariadne perft nim 31 --depth 4",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
