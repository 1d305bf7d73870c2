/* cmd_search.c: `ariadne search`: one search by one method, and the work it took. */
#include "cli/analysis.h"
#include "cli/mcts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum method {
    MINIMAX,
    ALPHABETA,
    BESTMOVE,
    PLAIN,
    MEMO,
    CANONICAL,
    ENGINE,
    MCTS
} method;

#define LINES_MOST 100

#define METHODS "minimax|alphabeta|bestmove|plain|memo|canonical|engine|mcts"

typedef struct searching {
    const ari_variant *v;
    method method;
    const char *algo; /* its name */
    cli_work work;
    ari_search_job search; /* of the textbook methods */
    ari_engine *engine;
    bool json;
    bool judging;        /* --depth 0: no search, but what the evaluation says */
    uint64_t rounds;     /* of mcts; 0: no limit */
    int lines;           /* that are wanted, one unless --lines says more */
    ari_result *results; /* one for each of them */
    ari_answer *moves;   /* what they say */
} searching;

static bool is_textbook(method m)
{
    return m == MINIMAX || m == ALPHABETA || m == BESTMOVE;
}

static bool is_recursion(method m)
{
    return m == PLAIN || m == MEMO || m == CANONICAL;
}

/* ---- what a result says ---- */

/* Minimax, alpha-beta and the engine know how far a win is; the other methods know only
 * that it is one. */
static bool knows_distance(const searching *job, const ari_result *result)
{
    return !ari_has(job->v, ARI_HAS_PAYOFFS) && job->method != BESTMOVE &&
           !is_recursion(job->method) && ari_score_distance(result->score) >= 0;
}

/* The score is there unless the search was stopped before it had one. */
static bool has_score(const searching *job, const ari_result *result)
{
    return !result->stopped || (job->method == ENGINE && result->depth > 0);
}

/* A win found within the depth limit is a win, whatever lies beyond. */
static ari_answer answer_of(const searching *job, const ari_state *s,
                            const ari_result *result)
{
    bool decided = !ari_has(job->v, ARI_HAS_PAYOFFS) &&
                   ari_score_distance(result->score) >= 0 && has_score(job, result);
    ari_answer answer = ari_answer_open(result->best);
    answer.score = result->score;
    answer.exact = result->exact || decided;
    if (ari_outcome(job->v, s) != ARI_ON)
        answer.distance = 0;
    else if (knows_distance(job, result))
        answer.distance = ari_score_distance(result->score);
    return answer;
}

/* The moves that lines begin with and what is known of them; how many there are. */
static int answer_lines(const searching *job, const ari_state *s)
{
    int count = 0;
    for (; count < job->lines && job->results[count].best != ARI_NO_MOVE; count++) {
        const ari_result *result = &job->results[count];
        ari_answer *answer = &job->moves[count];
        *answer = answer_of(job, s, result);
        answer->move = result->best;
        if (job->lines > 1 && !answer->exact && has_score(job, result)) {
            answer->source = ARI_SOURCE_ESTIMATE;
            answer->depth = result->depth;
        }
        answer->line_length = result->line_length > 0 ? result->line_length - 1 : 0;
        memcpy(answer->line, result->line + 1,
               (size_t)answer->line_length * sizeof *answer->line);
    }
    return count;
}

static void add_json_stats(ari_json *json, const searching *job, const ari_stats *stats)
{
    ari_json_unsigned(json, "nodes", stats->nodes);
    if (is_recursion(job->method)) {
        ari_json_unsigned(json, "calls", stats->calls);
        ari_json_unsigned(json, "states", stats->states);
        ari_json_number(json, "deepest", stats->deepest);
    } else {
        ari_json_unsigned(json, "leaves", stats->leaves);
        ari_json_unsigned(json, "cutoffs", stats->cutoffs);
    }
    if (is_textbook(job->method) && job->search.order == ARI_ORDER_BEST)
        ari_json_unsigned(json, "ordering", stats->ordering);
    if (job->method == ENGINE) {
        ari_json_unsigned(json, "table_hits", stats->table_hits);
        ari_json_number(json, "deepest", stats->deepest);
    }
    ari_json_real(json, "seconds", stats->seconds);
}

/* Theory goes with a textbook search to a depth. */
static bool theory_of(const searching *job, const ari_result *result,
                      ari_tree_theory *theory)
{
    return is_textbook(job->method) && job->search.limits.depth > 0 &&
           ari_tree_theory_of(result, theory);
}

static void add_json_theory(ari_json *json, const searching *job,
                            const ari_result *result)
{
    ari_tree_theory theory;
    if (!theory_of(job, result, &theory))
        return;
    ari_json_object(json, "theory");
    ari_json_real(json, "width", theory.width);
    ari_json_real(json, "effective_branching", theory.effective);
    ari_json_real(json, "all", theory.all);
    ari_json_real(json, "least", theory.least);
    ari_json_real(json, "best_order", theory.best);
    ari_json_real(json, "any_order", theory.random);
    ari_json_object_end(json);
}

static void print_json(const searching *job, const ari_record *record)
{
    const ari_result *result = job->results;
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_answer answer = answer_of(job, &record->end, result);
    ari_report_position(&json, job->v, record);
    ari_json_string(&json, "algo", job->algo);
    if (is_textbook(job->method))
        ari_json_string(&json, "order", ari_order_name(job->search.order));
    if (job->method == ALPHABETA)
        ari_json_string(&json, "cut", job->search.strict ? "strict" : "usual");
    if (!is_recursion(job->method)) {
        ari_json_string(&json, "eval", ari_eval_name(job->v, &job->search.eval));
        if (job->method == ENGINE || job->search.limits.depth > 0)
            ari_json_number(&json, "depth", result->depth);
    }
    if (has_score(job, result))
        ari_report_answer(&json, &answer);
    ari_json_bool(&json, "exact", answer.exact);
    ari_json_bool(&json, "stopped", result->stopped);
    ari_json_array(&json, "best");
    if (result->best != ARI_NO_MOVE)
        ari_report_move(&json, NULL, job->v, &record->end, result->best);
    ari_json_array_end(&json);
    ari_report_line(&json, "line", job->v, &record->end, result->line,
                    result->line_length);
    ari_report_moves(&json, job->v, &record->end, job->moves,
                     answer_lines(job, &record->end));
    add_json_stats(&json, job, &result->stats);
    add_json_theory(&json, job, result);
    cli_put_json(&json);
}

static void say_score(const searching *job, const ari_state *s, const ari_result *result,
                      ari_text *out)
{
    ari_answer answer = answer_of(job, s, result);
    if (result->stopped)
        ari_text_format(out, "Stopped: %s; this is what is known so far\n",
                        cli_interrupted() ? "interrupted" : "a limit was reached");
    ari_text_add(out, "Value:   ");
    if (answer.exact) {
        cli_say_value(job->v, s, answer.score, answer.distance, out);
    } else if (has_score(job, result)) {
        ari_text_format(out, "not known; score %s%d for the side to move (%s)",
                        answer.score > 0 ? "+" : "", answer.score,
                        ari_side_name(ari_turn(job->v, s)));
        ari_text_format(out, " at depth %d", result->depth);
    } else {
        ari_text_add(out, result->best == ARI_NO_MOVE
                              ? "not known, and no move was searched to its end"
                              : "not known");
    }
    ari_text_add_char(out, '\n');
}

static void say_count_of(ari_text *out, uint64_t count, const char *what)
{
    ari_text_add(out, ", ");
    cli_say_count(count, out);
    ari_text_format(out, " %s", what);
}

static void say_stats(const searching *job, const ari_stats *stats, ari_text *out)
{
    ari_text_add(out, "Work:    ");
    if (is_recursion(job->method)) {
        cli_say_count(stats->calls, out);
        ari_text_add(out, " calls");
        if (job->method != PLAIN)
            say_count_of(out, stats->states, "states remembered");
        ari_text_format(out, ", nested %d deep, %.3f s\n", stats->deepest,
                        stats->seconds);
        return;
    }
    cli_say_work(stats, out);
    ari_text_add(out, "\n         ");
    cli_say_count(stats->leaves, out);
    ari_text_add(out, " leaves");
    say_count_of(out, stats->cutoffs, "cutoffs");
    if (job->method == ENGINE)
        say_count_of(out, stats->table_hits, "answered by the table");
    if (stats->ordering)
        say_count_of(out, stats->ordering, "nodes to find the order");
    ari_text_add_char(out, '\n');
}

/* A number of leaves that theory gives, which may be beyond all bounds. */
static void say_leaves(double leaves, ari_text *out)
{
    if (leaves < 1e15)
        cli_say_count((uint64_t)(leaves + 0.5), out);
    else
        ari_text_format(out, "%.1e", leaves);
}

static void say_theory(const searching *job, const ari_result *result, ari_text *out)
{
    ari_tree_theory theory;
    if (!theory_of(job, result, &theory))
        return;
    ari_text_format(out,
                    "Theory:  b = %.2f moves a position, effective branching factor "
                    "%.2f\n         leaves at depth d = %d: all b^d ",
                    theory.width, theory.effective, result->depth);
    say_leaves(theory.all, out);
    ari_text_add(out, "; alpha-beta at least ");
    say_leaves(theory.least, out);
    ari_text_add(out, "\n         limits: best order b^(d/2) ");
    say_leaves(theory.best, out);
    ari_text_add(out, ", any order b^(3d/4) ");
    say_leaves(theory.random, out);
    ari_text_add_char(out, '\n');
}

static void say_found(const searching *job, const ari_state *s, ari_text *out)
{
    const ari_result *result = job->results;
    ari_text_format(out, "Method:  %s", job->algo);
    if (is_textbook(job->method))
        ari_text_format(out, ", moves in order: %s", ari_order_name(job->search.order));
    if (job->method == ALPHABETA && job->search.strict)
        ari_text_add(out, ", cut only when alpha > beta");
    if (!is_recursion(job->method))
        ari_text_format(out, ", evaluation: %s",
                        ari_eval_name(job->v, &job->search.eval));
    ari_text_add_char(out, '\n');
    say_score(job, s, result, out);
    if (result->best != ARI_NO_MOVE) {
        ari_text_add(out, "Best:    ");
        ari_move_format(job->v, s, result->best, out);
        ari_text_add_char(out, '\n');
    }
    if (result->line_length > 1) {
        ari_text_add(out, "Line:    ");
        cli_say_line(job->v, s, result->line, result->line_length, 200, out);
        ari_text_add_char(out, '\n');
    }
    if (job->lines > 1) {
        ari_text_add_char(out, '\n');
        cli_say_moves(job->v, s, job->moves, answer_lines(job, s), out);
        ari_text_add_char(out, '\n');
    }
    say_stats(job, &result->stats, out);
    say_theory(job, result, out);
}

static void print_text(const searching *job, const ari_record *record)
{
    ari_text text = ARI_TEXT_EMPTY;
    cli_say_position(job->v, record, &text);
    if (ari_outcome(job->v, &record->end) == ARI_ON)
        say_found(job, &record->end, &text);
    cli_say(&text);
}

/* ---- searching ---- */

static ari_status search(searching *job, const ari_state *s, ari_result *result,
                         ari_error *error)
{
    switch (job->method) {
    case MINIMAX:
        return ari_minimax(job->v, s, &job->search, result, error);
    case ALPHABETA:
        return ari_alphabeta(job->v, s, &job->search, result, error);
    case BESTMOVE:
        return ari_bestmove(job->v, s, &job->search, result, error);
    case PLAIN:
        return ari_memo(job->v, s, ARI_MEMO_PLAIN, &job->search.limits, result, error);
    case MEMO:
        return ari_memo(job->v, s, ARI_MEMO_STATES, &job->search.limits, result, error);
    case CANONICAL:
        return ari_memo(job->v, s, ARI_MEMO_CANONICAL, &job->search.limits, result,
                        error);
    case ENGINE:
    case MCTS: /* see search_one */
        break;
    }
    return ari_engine_search(job->engine, s, &job->work.job, result, error);
}

static int search_mcts(const searching *job, const ari_record *record)
{
    ari_mcts_job mcts = {.limits = job->work.job.limits,
                         .eval = job->search.eval,
                         .seed = job->search.seed};
    mcts.rounds = job->rounds;
    if (mcts.limits.nodes == 0 && mcts.limits.seconds <= 0 && mcts.rounds == 0)
        mcts.limits.nodes = CLI_MCTS_NODES;
    return cli_mcts(job->v, &mcts, record, job->json);
}

static int search_one(void *self, const ari_record *record)
{
    searching *job = self;
    ari_error error;
    if (job->judging)
        return cli_evaluate(job->v, record, &job->search.eval, job->json);
    if (job->method == MCTS)
        return search_mcts(job, record);
    cli_progress_begin(&job->search.limits, job->v, &record->end);
    job->work.job.limits = job->search.limits;
    ari_status status = search(job, &record->end, job->results, &error);
    cli_progress_end();
    if (status == ARI_MEMORY)
        cli_error_advice(&error, status);
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    (job->json ? print_json : print_text)(job, record);
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

/* Options that the chosen method has no use for are named, not silently dropped. */
static void note_unused(const searching *job, const cli_arguments *arguments)
{
    static const char *const textbook[] = {"threads", "memory", "lines",
                                           "cut",     "rounds", NULL};
    static const char *const alphabeta[] = {"threads", "memory", "lines", "rounds", NULL};
    static const char *const recursion[] = {"depth",   "order", "lines",  "eval", "seed",
                                            "threads", "cut",   "rounds", NULL};
    static const char *const engine[] = {"order", "cut", "rounds", NULL};
    static const char *const mcts[] = {"depth", "order", "lines", "cut", "threads", NULL};
    const char *const *unused = job->method == ALPHABETA    ? alphabeta
                                : is_textbook(job->method)  ? textbook
                                : is_recursion(job->method) ? recursion
                                : job->method == MCTS       ? mcts
                                                            : engine;
    for (; *unused; unused++)
        if (cli_given(arguments, *unused))
            fprintf(stderr, "ariadne search: note: %s does not use --%s\n", job->algo,
                    *unused);
}

static bool make_lines(searching *job)
{
    size_t lines = (size_t)job->lines;
    job->results = malloc(lines * sizeof *job->results);
    job->moves = malloc(lines * sizeof *job->moves);
    job->work.job.lines = job->lines;
    return (job->results && job->moves) ||
           cli_refuse("there is no memory left for %d lines", job->lines);
}

static bool read_options(searching *job, const cli_arguments *arguments)
{
    if (!cli_work_begin(arguments, job->v, &job->work))
        return false;
    job->search.limits = job->work.job.limits;
    if (!cli_int(arguments, "depth", 0, 0, ARI_PLY_MAX, &job->search.limits.depth) ||
        !cli_count(arguments, "seed", 1, &job->search.seed) ||
        !cli_count(arguments, "rounds", 0, &job->rounds) ||
        !cli_int(arguments, "lines", 1, 1, LINES_MOST, &job->lines))
        return false;
    if (job->method != ENGINE)
        job->lines = 1;
    if (!make_lines(job))
        return false;
    job->judging = cli_given(arguments, "depth") && job->search.limits.depth == 0 &&
                   !is_recursion(job->method);
    if (!is_recursion(job->method))
        job->search.limits.memory = NULL; /* lists of moves, or an engine's own */
    job->search.order = (ari_order)cli_choice(arguments, "order", ARI_ORDER_FIRST);
    job->search.strict = cli_choice(arguments, "cut", 0) == 1;
    job->search.widths = true;
    ari_error error;
    const char *eval = cli_text(arguments, "eval", NULL);
    if (!cli_ok(ari_eval_parse(job->v, eval, job->search.seed, &job->search.eval, &error),
                eval, &error))
        return false;
    job->work.job.eval = job->search.eval;
    if (job->method == ENGINE &&
        !cli_ok(ari_engine_new(job->v, job->work.bytes, &job->engine, &error), NULL,
                &error))
        return false;
    note_unused(job, arguments);
    return true;
}

static int run(const cli_arguments *arguments)
{
    searching job = {.json = cli_given(arguments, "json"),
                     .method = (method)cli_choice(arguments, "algo", ENGINE),
                     .algo = cli_text(arguments, "algo", "engine")};
    ari_variant *v;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    job.v = v;
    int code = CLI_WRONG;
    if (read_options(&job, arguments))
        code = cli_each_position(v, cli_word(arguments, 1), search_one, &job);
    ari_engine_free(job.engine);
    free(job.results);
    free(job.moves);
    cli_work_end(&job.work);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    {.name = "algo", .argument = METHODS, .help = "the method (default engine)"},
    CLI_VALUE(
        "depth", "N",
        "look N plies ahead (default: to the end of the game; 0: what the evaluation "
        "says of the position, as 'ariadne eval')"),
    CLI_VALUE("rounds", "N", "mcts: stop after N rounds"),
    CLI_VALUE("lines", "N",
              "engine: the N best moves, each with the line that follows (default 1)"),
    {.name = "order",
     .argument = ARI_ORDERS,
     .help = "in which order minimax, alphabeta and bestmove try moves (default first)"},
    CLI_VALUE("cut", "usual|strict",
              "alphabeta cuts when alpha >= beta, or only when alpha > beta (default "
              "usual)"),
    CLI_VALUE("eval", "NAME",
              "how positions at the depth limit are judged: neutral, random, or one of "
              "the game's own, as pattern or pattern,f2=2,f3=5 (default: its first)"),
    CLI_VALUE("seed", "N",
              "makes the random order and evaluation, and mcts, repeatable (default 1)"),
    CLI_JSON_OPTION,
    CLI_LIMIT_OPTIONS,
    CLI_MACHINE_OPTIONS,
    {.name = NULL}};

const cli_command cli_cmd_search = {
    .name = "search",
    .usage = "GAME [POSITION]",
    .summary = "one search by a chosen method, with the work it took",
    .about =
        "Searches a position by one method and says what it found and what it cost.\n"
        "\n"
        "  minimax    the textbook: a max function and a min function\n"
        "  alphabeta  the same score with fewer nodes, the fewer the better the order\n"
        "  bestmove   find-best-move and evaluate-position, from the mover's view\n"
        "  plain      wins(state) by bare recursion\n"
        "  memo       the same, remembering every state\n"
        "  canonical  the same, remembering symmetric states once (31 and 13 in nim)\n"
        "  engine     iterative deepening with a table of positions and everything else\n"
        "  mcts       Monte-Carlo tree search: each round goes down a tree, to moves "
        "that\n"
        "             did well or were tried little, adds a position, and counts what "
        "the\n"
        "             evaluation says of it or, with --eval neutral or without one, how "
        "a\n"
        "             game played on at random ends. What is proved goes up the tree, "
        "too\n"
        "             (1000000 nodes, unless --nodes or --seconds say otherwise)\n"
        "\n"
        "Orders: first is the game's own, last the same from the other end, centre from\n"
        "the middle outwards, random by the seed. best tries the best move first: a\n"
        "search of its own finds out which it is, whose nodes are counted apart.\n"
        "With a depth limit the textbook's theory stands beside the work: b moves a\n"
        "position on average, the effective branching factor (a uniform tree of that\n"
        "width and depth has as many nodes), and the leaves of a uniform tree of b "
        "moves\n"
        "and depth d: all, b^d; the fewest that alpha-beta can do with, b^ceil(d/2) +\n"
        "b^floor(d/2) - 1; and the limits b^(d/2) in the best order, b^(3d/4) in any.\n"
        "\n"
        "With --lines N the engine says of the N best moves what each comes to, all as\n"
        "far as the same depth.\n"
        "\n"
        "POSITION is the moves from the start or the game's board text; '-' reads one\n"
        "position a line from standard input. A limit, or Ctrl-C, ends the search with\n"
        "the best answer so far, and says so; the exit code is 0 (130 after Ctrl-C).\n"
        "\n"
        "JSON: as of 'ariadne solve', and algo, order, cut, eval, depth, stopped (by a\n"
        "limit), and whatever the method counts: leaves, cutoffs, table_hits, calls,\n"
        "states, deepest; ordering (nodes that finding the best order took); theory:\n"
        "width, effective_branching, and the leaves all, least, best_order, any_order.\n"
        "Of mcts, every move, the one to play first, has visits, estimate (the mean: of "
        "a\n"
        "win 1, of a loss 0, or the payoff), proved (its value is, up to the distance)\n"
        "and score: where nothing is proved, the payoff or 2000*estimate-1000; rounds,\n"
        "tree (its nodes) and full (memory ended its growth).",
    .examples = "ariadne search connect4 --algo minimax --depth 6\n"
                "ariadne search connect4 --algo alphabeta --depth 6 --order centre\n"
                "ariadne search connect4 --algo alphabeta --depth 6 --cut strict\n"
                "ariadne search connect4 44 --depth 10 --eval pattern,f2=7,f3=-3\n"
                "ariadne search connect4 44 --depth 12 --lines 3\n"
                "ariadne search nim 7531 --algo canonical\n"
                "ariadne search mnk:width=9,height=9,line=5 --seconds 1\n"
                "ariadne search hex:size=7 --algo mcts --seconds 2",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
