/* cmd_step.c: `ariadne step`: an algorithm line by line, with its variables and its call stack. */
#include "cli/step.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define STACK_SHOWN 12 /* calls whose lines are named, the innermost ones */

typedef struct stepping {
    const ari_variant *v;
    ari_walk_job job;
    const ari_listing *listing;
    bool json, in_c;
    ari_json out; /* JSON: what is written so far */
    cli_step_stack stack;
    ari_allowance memory;
} stepping;

/* ---- text ---- */

static const char *line_text(const ari_listing *listing, bool in_c, int i)
{
    return in_c ? listing->lines[i].c : listing->lines[i].pseudo;
}

void cli_step_listing(const ari_listing *listing, bool in_c, const char *variables)
{
    cli_print("%s\n\n", listing->title);
    for (int i = 0; i < listing->count; i++) {
        const char *text = line_text(listing, in_c, i);
        cli_print(*text ? "%4d  %s\n" : "%4d\n", i + 1, text);
    }
    cli_print("\n%-4s  %-20s %s\n", "line", "stack", variables);
}

void cli_step_say_stack(const cli_step_stack *stack, size_t calls, ari_text *out)
{
    size_t first = calls > STACK_SHOWN ? calls - STACK_SHOWN : 0;
    if (first)
        ari_text_add(out, "... ");
    for (size_t i = first; i < calls; i++)
        ari_text_format(out, i + 1 < calls ? "%d " : "%d", stack->lines[i]);
}

bool cli_step_stand(cli_step_stack *stack, size_t calls, int line)
{
    if (calls > stack->room) {
        size_t room = 2 * calls + 64;
        int *lines = realloc(stack->lines, room * sizeof *lines);
        if (!lines)
            return false;
        stack->lines = lines;
        stack->room = room;
    }
    stack->lines[calls - 1] = line;
    return true;
}

static void print_line(stepping *s, const ari_walk_step *step)
{
    ari_text stack = ARI_TEXT_EMPTY, text = ARI_TEXT_EMPTY;
    cli_step_say_stack(&s->stack, (size_t)step->ply + 1, &stack);
    ari_state_format(s->v, step->state, &text);
    ari_text variables = ARI_TEXT_EMPTY;
    ari_walk_variables(s->v, s->job.algo, step, &variables);
    cli_print("%4d  %-20s s = %s%s%s\n", step->line, ari_text_get(&stack),
              ari_text_get(&text), variables.size ? ", " : "", ari_text_get(&variables));
    ari_text_free(&stack);
    ari_text_free(&text);
    ari_text_free(&variables);
}

static void print_event(stepping *s, const ari_walk_step *step)
{
    ari_text text = ARI_TEXT_EMPTY;
    bool turned = ari_algorithm_rates(s->job.algo) && step->turn == ARI_SECOND;
    if (step->kind == ARI_WALK_CUT) {
        ari_text_add(&text, "not looked at: ");
        ari_move_format(s->v, step->before, step->move, &text);
    } else if (step->kind == ARI_WALK_LEAVE) {
        ari_text_add(&text, "returns ");
        ari_walk_value(s->job.algo, turned ? -step->value : step->value, &text);
    } else {
        ari_text_add(&text, step->ply ? "call for the move " : "call");
        if (step->ply)
            ari_move_format(s->v, step->before, step->move, &text);
    }
    cli_print("%4s  %-20s %s\n", "", "", ari_text_get(&text));
    ari_text_free(&text);
}

void cli_step_reached(const ari_listing *listing, bool in_c, const uint64_t *reached,
                      bool complete)
{
    cli_print("\n%s\n\n", complete ? "How often each line was reached:"
                          : cli_interrupted()
                              ? "How often each line was reached by then:"
                              : "That is not all: --most N shows N steps. How "
                                "often each line was reached by then:");
    for (int i = 0; i < listing->count; i++) {
        const char *line = line_text(listing, in_c, i);
        ari_text count = ARI_TEXT_EMPTY;
        if (listing->lines[i].place >= 0)
            cli_say_count(reached[i + 1], &count);
        cli_print(*line ? "%12s  %s\n" : "\n", ari_text_get(&count), line);
        ari_text_free(&count);
    }
}

static void print_result(const stepping *s, const ari_record *record,
                         const ari_walk_end *end)
{
    if (!end->complete) {
        if (cli_interrupted())
            cli_print("\nThe walk was interrupted before its end.\n");
        return;
    }
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_add(&text, "\nValue:   ");
    int ply = ari_score_distance(end->result.score);
    if (ply < 0)
        ari_text_format(&text, "%d", end->result.score);
    else
        ari_text_add(&text, end->result.score > 0 ? "won" : "lost");
    ari_text_format(&text, " for the side to move (%s)\n",
                    ari_side_name(ari_turn(s->v, &record->end)));
    if (end->result.best != ARI_NO_MOVE) {
        ari_text_add(&text, "Best:    ");
        ari_move_format(s->v, &record->end, end->result.best, &text);
        ari_text_add_char(&text, '\n');
    }
    cli_say(&text);
}

/* ---- walking ---- */

static void tell(void *self, const ari_walk_step *step)
{
    stepping *s = self;
    if (s->json) {
        ari_walk_json(&s->out, s->v, s->job.algo, step);
        return;
    }
    bool stands = step->kind == ARI_WALK_LINE || step->kind == ARI_WALK_ENTER;
    if (stands && !cli_step_stand(&s->stack, (size_t)step->ply + 1, step->line))
        return;
    if (step->kind == ARI_WALK_LINE)
        print_line(s, step);
    else
        print_event(s, step);
}

static int walk_one(void *self, const ari_record *record)
{
    stepping *s = self;
    ari_walk_end end;
    ari_error error;
    ari_text text = ARI_TEXT_EMPTY;
    text.memory = s->job.search.limits.memory;
    if (s->json) {
        s->out = cli_json(&text);
        ari_report_position(&s->out, s->v, record);
        ari_listing_json(&s->out, s->listing);
        ari_json_array(&s->out, "steps");
    } else {
        cli_say_position(s->v, record, &text);
        cli_say(&text);
        cli_step_listing(s->listing, s->in_c, "s and the variables of the call");
    }
    ari_status status = ari_walk(s->v, &record->end, &s->job, &end, &error);
    if (status == ARI_OK && !ari_text_ok(&text))
        status = ari_fail_allowance(&error, text.memory, "keeping the steps");
    if (status != ARI_OK) {
        ari_text_free(&text);
        cli_error_advice(&error, status);
        return cli_wrong_error(NULL, &error);
    }
    if (s->json) {
        ari_json_array_end(&s->out);
        ari_walk_end_json(&s->out, s->v, &record->end, &s->job, &end);
        cli_put_json(&s->out);
    } else {
        cli_step_reached(s->listing, s->in_c, end.reached, end.complete);
        print_result(s, record, &end);
    }
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

/* wins(state) has nothing to choose. */
static bool fits(const stepping *s, const cli_arguments *arguments)
{
    static const char *const choices[] = {"depth", "order", "cut", "eval", "seed"};
    for (int i = 0; i < 5 && ari_algorithm_recurses(s->job.algo); i++)
        if (cli_given(arguments, choices[i]))
            return cli_refuse(
                "--%s is not for --algo %s, which tries the game's moves to "
                "its end",
                choices[i], s->listing->name);
    return !s->job.search.strict || s->job.algo == ARI_ALGO_ALPHABETA ||
           cli_refuse("--cut strict is for --algo alphabeta: no other cuts by a window");
}

static bool read_options(stepping *s, const cli_arguments *arguments)
{
    ari_search_job *search = &s->job.search;
    ari_error error;
    int64_t most;
    size_t memory;
    if (!cli_bytes(arguments, "memory", (size_t)1 << 30, CLI_MEMORY_LEAST, &memory) ||
        !cli_int(arguments, "depth", 0, 1, ARI_PLY_MAX, &search->limits.depth) ||
        !cli_count(arguments, "seed", 1, &search->seed) ||
        !cli_number(arguments, "most", CLI_STEPS_SHOWN, 1, CLI_STEPS_MOST, &most))
        return false;
    ari_allowance_begin(&s->memory, memory);
    search->limits.memory = &s->memory;
    search->limits.stop = cli_stop();
    search->order = (ari_order)cli_choice(arguments, "order", ARI_ORDER_FIRST);
    search->strict = cli_choice(arguments, "cut", 0) == 1;
    s->job.most = (uint64_t)most;
    s->listing = ari_listing_of(s->job.algo, search->strict);
    const char *eval = cli_text(arguments, "eval", NULL);
    return fits(s, arguments) &&
           cli_ok(ari_eval_parse(s->v, eval, search->seed, &search->eval, &error), eval,
                  &error);
}

static int run_game(const cli_arguments *arguments)
{
    stepping s = {.json = cli_given(arguments, "json"),
                  .in_c = cli_choice(arguments, "code", 0) == 1};
    ari_variant *v;
    int algo = cli_choice(arguments, "algo", ARI_ALGO_ALPHABETA);
    if (algo > ARI_ALGO_CANONICAL)
        return cli_wrong("--algo %s is for a puzzle, not for a game",
                         cli_text(arguments, "algo", ""));
    for (int i = 0; i < 4; i++) {
        static const char *const choices[] = {"no-unmark", "facing", "from", "to"};
        if (cli_given(arguments, choices[i]))
            return cli_wrong("--%s is for a puzzle, not for a game", choices[i]);
    }
    if (cli_word(arguments, 2))
        return cli_wrong("'%.40s' is one word too many; words that belong together need "
                         "quotes around them",
                         cli_word(arguments, 2));
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    s.v = v;
    s.job = (ari_walk_job){
        .algo = (ari_algorithm)algo, .lines = true, .told = tell, .self = &s};
    int code = CLI_WRONG;
    if (read_options(&s, arguments))
        code = cli_each_position(v, cli_word(arguments, 1), walk_one, &s);
    free(s.stack.lines);
    ari_variant_free(v);
    return code;
}

static int run(const cli_arguments *arguments)
{
    return cli_step_is_puzzle(cli_word(arguments, 0)) ? cli_step_puzzle(arguments)
                                                      : run_game(arguments);
}

static const cli_option options[] = {
    {.name = "algo",
     .argument = ARI_ALGOS "|" CLI_STEP_PUZZLE_ALGOS,
     .help = "the algorithm (default alphabeta; of a maze, recursive)"},
    CLI_VALUE("code", "pseudo|c", "show it as pseudo-code or as C (default pseudo)"),
    CLI_VALUE("depth", "N", "look N plies ahead (default: to the end of the game)"),
    {.name = "order",
     .argument = ARI_ORDERS,
     .help = "in which order moves are tried (default first)"},
    CLI_VALUE("cut", "usual|strict",
              "alphabeta cuts when alpha >= beta, or only when alpha > beta (default "
              "usual)"),
    CLI_VALUE("eval", "NAME",
              "evaluation at the depth limit: neutral, random, or one of the game's own "
              "(default: the game's first, else neutral)"),
    CLI_VALUE("seed", "N", "for --order random and --eval random"),
    CLI_SWITCH("no-unmark", "maze: recursive leaves its marks in squares it gives up"),
    CLI_VALUE("facing", "north|east|south|west",
              "maze: where to look at the start, for a hand (default: the first that has "
              "a wall at hand)"),
    CLI_VALUE("from", "X,Y", "maze, knight: the square to start from (default: S; 0,0)"),
    CLI_VALUE("to", "X,Y",
              "maze: in a picture, the white pixel at the border to leave by"),
    CLI_VALUE("most", "N", "stop after N steps (default 2000)"),
    CLI_VALUE("memory", "SIZE",
              "the most that the steps may take, as 512M or 2G (default 1G)"),
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_step = {
    .name = "step",
    .usage = "GAME [POSITION] | maze FILE | queens N | knight WxH | fill FILE X,Y",
    .summary = "watch an algorithm line by line, with its variables and call stack",
    .about =
        "Shows the listing of an algorithm, and then what it does at a position, line "
        "by\n"
        "line: the number of the line, where every open call stands (the innermost one\n"
        "last), and the variables of the call: alpha and beta, best, the move m of the\n"
        "loop and its value v, as far as they have a value there. Calls, what they\n"
        "return, and moves that are cut stand between the lines. At the end it says how\n"
        "often each line was reached.\n"
        "\n"
        "  minimax    a max function and a min function\n"
        "  alphabeta  the same with a window\n"
        "  bestmove   find-best-move and evaluate-position, ratings for the mover\n"
        "  plain      wins(state): won if some move leads to a lost state\n"
        "  memo       the same, remembering every state\n"
        "  canonical  the same, remembering symmetric states once (31 and 13 in nim)\n"
        "\n"
        "Of a maze it shows the way out (docs/learn.md):\n"
        "\n"
        "  recursive   north, east, south, west; with --no-unmark the marks stay\n"
        "  right-hand  along the wall at the right hand, or left-hand\n"
        "  shortest    breadth first, with a queue\n"
        "\n"
        "queens N sets queens row by row on a board of N x N, and knight 5x4 makes a "
        "tour "
        "of\n"
        "5 x 4 squares, jump after jump. fill paints the region of a picture around a "
        "pixel,\n"
        "recursively. Each knows one algorithm.\n"
        "\n"
        "Values of minimax and alphabeta are for the first player; +1@5 is his win at "
        "ply\n"
        "5 of the walk. Those of the others are for the side to move: +1 won, -1 lost.\n"
        "A line is told because the search is there: it is the search itself, compiled\n"
        "once more for an observer.\n"
        "\n"
        "JSON: game, position, turn, status; listing (name, title, and lines with "
        "pseudo,\n"
        "c, and runs: false where nothing happens); steps; complete (false: --most "
        "ended\n"
        "it), algo, order, eval, cut (strict), reached (how often, by line), and where "
        "it\n"
        "is complete depth, nodes, leaves, cutoffs (or calls, states, deepest), score,\n"
        "label, distance and best. A step has do and node: enter (parent, move, ply, "
        "turn,\n"
        "position, alpha, beta), line (the line, and alpha, beta, best, m, v as far as "
        "they\n"
        "are known; null: infinite), cut (parent, move, value, bound, at), leave (value "
        "for\n"
        "the first player, label, distance, bound, estimate, kind: inner, finished, "
        "horizon\n"
        "or recalled). Of a puzzle: puzzle, listing, steps (do, depth, line, solved "
        "where "
        "a\n"
        "call is left, and the variables), complete, reached, algo, and, where it is "
        "complete,\n"
        "solved, calls, depth.",
    .examples = "ariadne step given\n"
                "ariadne step given --algo minimax --code c\n"
                "ariadne step 'given:tree=(3 12 8)(2 4 6)(14 5 2)' --cut strict\n"
                "ariadne step nim 31 --algo canonical\n"
                "ariadne step maze maze.txt --algo right-hand\n"
                "ariadne step queens 6 --code c\n"
                "ariadne step knight 5x4 --from 1,0 --most 500\n"
                "ariadne step tictactoe xo.xo.... --algo bestmove --json",
    .min_words = 1,
    .max_words = 3,
    .options = options,
    .run = run,
};
