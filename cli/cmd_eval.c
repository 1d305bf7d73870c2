/* cmd_eval.c: `ariadne eval`: what an evaluation says of a position, and what it counts. */
#include "cli/cli.h"

typedef struct judging {
    const ari_variant *v;
    ari_eval eval;
    bool json;
} judging;

static void print_json(const ari_variant *v, const ari_record *record,
                       const ari_eval *eval)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_report_position(&json, v, record);
    if (ari_outcome(v, &record->end) == ARI_ON)
        ari_report_evaluation(&json, v, &record->end, eval);
    cli_put_json(&json);
}

/* "12 for the side to move (second), 3 parts". */
static ari_status say_evaluation(const ari_variant *v, const ari_state *s,
                                 const ari_eval *eval, ari_text *out, ari_error *error)
{
    ari_parts parts;
    bool known;
    ari_status status = ari_eval_parts(v, s, eval, &parts, &known, error);
    if (status != ARI_OK)
        return status;
    ari_text_add(out, "Evaluation: ");
    ari_eval_format(v, eval, out);
    ari_text_format(out, "\nCounts:     %s\n", ari_eval_help(v, eval));
    ari_text_format(out, "Score:      %+d for the side to move (%s)\n",
                    ari_eval_judge(v, s, eval), ari_side_name(ari_turn(v, s)));
    if (known && parts.count == 0)
        ari_text_add(out, "Parts:      none\n");
    if (known && parts.count > 0) {
        ari_text_add(out, "\n");
        cli_say_parts(v, s, &parts, out);
    }
    ari_parts_free(&parts);
    return ARI_OK;
}

int cli_evaluate(const ari_variant *v, const ari_record *record, const ari_eval *eval,
                 bool json)
{
    if (json) {
        print_json(v, record, eval);
        return CLI_DONE;
    }
    ari_text text = ARI_TEXT_EMPTY;
    ari_error error;
    ari_status status = ARI_OK;
    cli_say_position(v, record, &text);
    if (ari_outcome(v, &record->end) == ARI_ON)
        status = say_evaluation(v, &record->end, eval, &text, &error);
    if (status == ARI_OK)
        cli_put(&text);
    ari_text_free(&text);
    return status == ARI_OK ? CLI_DONE : cli_wrong_error(NULL, &error);
}

static int evaluate_one(void *self, const ari_record *record)
{
    const judging *job = self;
    return cli_evaluate(job->v, record, &job->eval, job->json);
}

static int run(const cli_arguments *arguments)
{
    const char *name = cli_text(arguments, "eval", NULL);
    judging job = {.json = cli_given(arguments, "json")};
    ari_variant *v;
    ari_error error;
    uint64_t seed;
    if (!cli_count(arguments, "seed", 1, &seed) || !cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    job.v = v;
    int code = ari_eval_parse(v, name, seed, &job.eval, &error) == ARI_OK
                   ? cli_each_position(v, cli_word(arguments, 1), evaluate_one, &job)
                   : cli_wrong_error(name, &error);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("eval", "NAME",
              "neutral, random, or one of the game's own with its parameters, as "
              "pattern,f2=2,f3=5 (default: the game's first)"),
    CLI_VALUE("seed", "N", "of the random evaluation (default 1)"),
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_eval = {
    .name = "eval",
    .usage = "GAME [POSITION]",
    .summary = "what an evaluation says of a position, and what it counts",
    .about =
        "Asks the evaluation that searches use at their depth limit about the position\n"
        "itself, without looking ahead: its score for the side to move, and what it\n"
        "counts. Where the game can tell the parts that the score is made of, as "
        "Connect\n"
        "Four can of its pairs and triples, each is listed with whose it is, what it "
        "adds\n"
        "and its cells (column, row from below), and drawn on a board of its own, with\n"
        "capitals for its cells. 'ariadne search --depth 0' answers the same.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input.\n"
        "\n"
        "JSON: game, position, turn, status; eval (with its parameters), counts, score,\n"
        "and parts (kind, side, score, cells as [column, row] from the upper left, 0 "
        "the\n"
        "first).",
    .examples = "ariadne eval connect4 44455\n"
                "ariadne eval connect4 44455 --eval pattern,f2=7,f3=-3\n"
                "ariadne eval dots 'a2 b1' --json",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
