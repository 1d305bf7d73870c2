/* cmd_bench.c: `ariadne bench`: fixed jobs for every search, with the nodes they visit and
 * the speed. The nodes of one thread are the same on every machine: a change of them is a
 * change of the search. */
#include "cli/cli.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

typedef enum method { MINIMAX, ALPHABETA, BESTMOVE, MEMO, ENGINE, SOLVE, PERFT } method;

typedef struct bench {
    const char *name, *game, *position;
    method method;
    int depth;        /* 0: to the end */
    ari_order order;  /* of alpha-beta */
    const char *eval; /* at the depth limit of a textbook search; NULL: neutral */
} bench;

static const bench benches[] = {
    {"minimax", "connect4", "", MINIMAX, 6, ARI_ORDER_FIRST, NULL},
    {"alphabeta-first", "connect4", "", ALPHABETA, 6, ARI_ORDER_FIRST, "pattern"},
    {"alphabeta-random", "connect4", "", ALPHABETA, 6, ARI_ORDER_RANDOM, "pattern"},
    {"alphabeta-centre", "connect4", "", ALPHABETA, 6, ARI_ORDER_CENTRE, "pattern"},
    {"alphabeta-deep", "connect4", "", ALPHABETA, 12, ARI_ORDER_CENTRE, NULL},
    {"bestmove", "tictactoe:early=no", "", BESTMOVE, 0, ARI_ORDER_FIRST, NULL},
    {"memo", "nim:heaps=7531", "", MEMO, 0, ARI_ORDER_FIRST, NULL},
    {"perft", "connect4", "", PERFT, 7, ARI_ORDER_FIRST, NULL},
    {"engine-connect4", "connect4", "", ENGINE, 12, ARI_ORDER_FIRST, NULL},
    {"engine-mnk", "mnk:width=15,height=15,line=5", "", ENGINE, 4, ARI_ORDER_FIRST, NULL},
    {"engine-dots", "dots:width=4,height=4", "", ENGINE, 7, ARI_ORDER_FIRST, NULL},
    {"solve-coins", "coins:coins=100000", "", SOLVE, 0, ARI_ORDER_FIRST, NULL},
    {"solve-connect4-5x5", "connect4:width=5,height=5", "", SOLVE, 0, ARI_ORDER_FIRST,
     NULL},
    {"solve-connect4-6x4", "connect4:width=6,height=4", "", SOLVE, 0, ARI_ORDER_FIRST,
     NULL},
    {"solve-connect4-7x4", "connect4:width=7,height=4", "", SOLVE, 0, ARI_ORDER_FIRST,
     NULL},
    {"solve-connect4-7x6", "connect4", "32164625", SOLVE, 0, ARI_ORDER_FIRST, NULL},
    {"solve-mnk-4x4x4", "mnk:width=4,height=4,line=4", "", SOLVE, 0, ARI_ORDER_FIRST,
     NULL},
    {"solve-dots-3x2", "dots:width=3,height=2", "", SOLVE, 0, ARI_ORDER_FIRST, NULL},
};

#define BENCHES ((int)(sizeof benches / sizeof *benches))

/* Short jobs are repeated until this much time is used, for a steady figure. */
#define SECONDS_ENOUGH 0.25

typedef struct figure {
    uint64_t nodes; /* of one run */
    int score;
    double seconds; /* of one run, on average: processor time of this thread */
} figure;

static ari_status run_engine(const bench *b, const ari_variant *v, const ari_state *s,
                             figure *f, ari_error *error)
{
    ari_engine *engine;
    ari_status status = ari_engine_new(v, ARI_BYTES_DEFAULT, &engine, error);
    if (status != ARI_OK)
        return status;
    ari_engine_job job = {.limits = {.depth = b->depth, .stop = cli_stop()}};
    ari_result result;
    status = ari_eval_parse(v, "", 0, &job.eval, error);
    if (status == ARI_OK)
        status = ari_engine_search(engine, s, &job, &result, error);
    ari_engine_free(engine);
    if (status == ARI_OK)
        *f = (figure){.nodes = result.stats.nodes, .score = result.score};
    return status;
}

static ari_status run_solve(const ari_variant *v, const ari_state *s, figure *f,
                            ari_error *error)
{
    ari_solver *solver;
    ari_status status = ari_solver_new(v, ARI_BYTES_DEFAULT, &solver, error);
    if (status != ARI_OK)
        return status;
    const ari_engine_job job = {.limits = {.stop = cli_stop()},
                                .eval = {.which = ARI_EVAL_NEUTRAL}};
    ari_analysis analysis;
    status = ari_analyse(solver, s, ARI_ASK_VALUE, &job, &analysis, error);
    ari_solver_free(solver);
    if (status == ARI_OK) {
        *f = (figure){.nodes = analysis.stats.nodes, .score = analysis.whole.score};
        ari_analysis_free(&analysis);
    }
    return status;
}

static ari_status run_textbook(const bench *b, const ari_variant *v, const ari_state *s,
                               figure *f, ari_error *error)
{
    ari_search_job search = {
        .limits = {.depth = b->depth, .stop = cli_stop()}, .order = b->order, .seed = 1};
    ari_result result;
    ari_status status =
        ari_eval_parse(v, b->eval ? b->eval : "neutral", 0, &search.eval, error);
    if (status != ARI_OK)
        return status;
    status = b->method == MINIMAX     ? ari_minimax(v, s, &search, &result, error)
             : b->method == ALPHABETA ? ari_alphabeta(v, s, &search, &result, error)
             : b->method == BESTMOVE
                 ? ari_bestmove(v, s, &search, &result, error)
                 : ari_memo(v, s, ARI_MEMO_CANONICAL, &search.limits, &result, error);
    *f = (figure){.nodes = result.stats.nodes, .score = result.score};
    return status;
}

static ari_status run_once(const bench *b, const ari_variant *v, const ari_state *s,
                           figure *f, ari_error *error)
{
    if (b->method == ENGINE)
        return run_engine(b, v, s, f, error);
    if (b->method == SOLVE)
        return run_solve(v, s, f, error);
    if (b->method == PERFT) {
        *f = (figure){0};
        return ari_perft(v, s, b->depth, cli_stop(), &f->nodes, error);
    }
    return run_textbook(b, v, s, f, error);
}

static ari_status run_bench(const bench *b, figure *f, ari_error *error)
{
    ari_variant *v;
    ari_record record = ARI_RECORD_EMPTY;
    ari_status status = ari_variant_new(b->game, &v, error);
    if (status != ARI_OK)
        return status;
    status = ari_position_parse(v, b->position, &record, error);
    double start = cli_cpu_seconds(), used = 0;
    int runs = 0;
    while (status == ARI_OK && used < SECONDS_ENOUGH && !cli_interrupted()) {
        status = run_once(b, v, &record.end, f, error);
        used = cli_cpu_seconds() - start;
        runs++;
    }
    f->seconds = runs ? used / runs : 0;
    ari_record_free(&record);
    ari_variant_free(v);
    return status;
}

static void print_figure(const bench *b, const figure *f)
{
    ari_text nodes = ARI_TEXT_EMPTY;
    cli_say_count(f->nodes, &nodes);
    cli_print("%-19s %-30s %13s %11.3f %9.1f\n", b->name, b->game, ari_text_get(&nodes),
              f->seconds * 1e3, f->seconds > 0 ? (double)f->nodes / f->seconds / 1e6 : 0);
    cli_flush();
    ari_text_free(&nodes);
}

static void add_json(ari_json *json, const bench *b, const figure *f)
{
    ari_json_object(json, NULL);
    ari_json_string(json, "name", b->name);
    ari_json_string(json, "game", b->game);
    ari_json_string(json, "position", b->position);
    ari_json_number(json, "depth", b->depth);
    ari_json_unsigned(json, "nodes", f->nodes);
    ari_json_number(json, "score", f->score);
    ari_json_real(json, "seconds", f->seconds);
    ari_json_object_end(json);
}

static int unknown(const char *name)
{
    ari_text names = ARI_TEXT_EMPTY;
    for (int i = 0; i < BENCHES; i++)
        ari_text_format(&names, "%s%s", i ? ", " : "", benches[i].name);
    int code = cli_wrong("there is no benchmark '%.40s'; there are %s", name,
                         ari_text_get(&names));
    ari_text_free(&names);
    return code;
}

/* "solve" also means every benchmark whose name begins so. */
static bool wanted(const bench *b, const char *name)
{
    return !name || strncmp(b->name, name, strlen(name)) == 0;
}

static int run(const cli_arguments *arguments)
{
    const char *name = cli_word(arguments, 0);
    bool as_json = cli_given(arguments, "json");
    int count = 0;
    for (int i = 0; i < BENCHES; i++)
        count += wanted(&benches[i], name);
    if (count == 0)
        return unknown(name);

    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_json_array(&json, "benchmarks");
    if (!as_json)
        cli_print("%-19s %-30s %13s %11s %9s\n", "benchmark", "game", "nodes", "ms",
                  "million/s");
    uint64_t signature = 0;
    int code = CLI_DONE;
    for (int i = 0; i < BENCHES && code == CLI_DONE; i++) {
        if (!wanted(&benches[i], name))
            continue;
        figure f = {0};
        ari_error error;
        ari_status status = run_bench(&benches[i], &f, &error);
        if (cli_interrupted())
            code = CLI_INTERRUPTED;
        else if (status != ARI_OK)
            code = cli_wrong_error(NULL, &error);
        else if (as_json)
            add_json(&json, &benches[i], &f);
        else
            print_figure(&benches[i], &f);
        signature += f.nodes;
    }
    ari_json_array_end(&json);
    if (code == CLI_DONE)
        ari_json_unsigned(&json, "signature", signature);
    ari_json_object_end(&json);
    ari_text_add_char(&text, '\n');
    if (as_json && code != CLI_WRONG)
        cli_put(&text);
    else if (code == CLI_DONE)
        cli_print("signature %" PRIu64 "\n", signature);
    if (code == CLI_INTERRUPTED)
        cli_wrong("interrupted before all was measured: there is no signature");
    ari_text_free(&text);
    return code;
}

static const cli_option options[] = {CLI_JSON_OPTION, {.name = NULL}};

const cli_command cli_cmd_bench = {
    .name = "bench",
    .usage = "[NAME]",
    .summary = "run the benchmarks: nodes and speed of every search",
    .about =
        "Runs fixed jobs on one thread and prints for each the nodes visited, the\n"
        "milliseconds of processor time and millions of nodes a second. The signature\n"
        "is the sum of the nodes: it is the same on every machine, and changes exactly\n"
        "when some search visits other nodes. NAME is one benchmark, or the beginning\n"
        "of several names.\n"
        "\n"
        "JSON: benchmarks (name, game, position, depth, nodes, score, seconds) and\n"
        "their signature.",
    .examples = "ariadne bench\n"
                "ariadne bench solve\n"
                "ariadne bench minimax --json",
    .min_words = 0,
    .max_words = 1,
    .options = options,
    .run = run,
};
