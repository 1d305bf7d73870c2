/* cmd_tree.c: `ariadne tree`: the tree that a search walks through or grows, with labels.
 */
#include "cli/cli.h"

#include <string.h>
#include <strings.h>

#include <ariadne/graph.h>

typedef enum format { TEXT, DOT, SVG, JSON } format;

#define FORMATS "text|dot|svg|json"
#define ROUNDS 200 /* of a Monte-Carlo tree */
#define ROUNDS_MOST 100000000
#define NODES_DRAWN 2000 /* what a person can look at */
#define NODES_JSON 1000000
#define NODES_COUNTED 5000000 /* of a tree that is too large: about a second */

typedef struct drawing {
    const ari_variant *v;
    ari_tree_job job;
    ari_tree_view view;
    format format;
    bool merge;           /* the graph of states in place of a tree */
    const char *path;     /* NULL: stdout */
    ari_allowance memory; /* where --memory is given */
} drawing;

/* ---- writing ---- */

static void add_json(const ari_variant *v, const ari_tree *tree, const ari_graph *graph,
                     const ari_record *record, ari_text *out)
{
    ari_json json = cli_json(out);
    ari_report_position(&json, v, record);
    if (tree)
        ari_tree_json(tree, &json);
    else
        ari_graph_json(graph, &json);
    ari_json_object_end(&json);
    ari_text_add_char(out, '\n');
}

static ari_status write_graph(const drawing *d, const ari_graph *graph, ari_text *text,
                              ari_error *error)
{
    if (d->format == SVG)
        return ari_graph_svg(graph, &d->view, text, error);
    (d->format == DOT ? ari_graph_dot : ari_graph_text)(graph, &d->view, text);
    return ARI_OK;
}

static ari_status write_tree(const drawing *d, const ari_tree *tree, ari_text *text,
                             ari_error *error)
{
    if (d->format == SVG)
        return ari_tree_svg(tree, &d->view, text, error);
    (d->format == DOT ? ari_tree_dot : ari_tree_text)(tree, &d->view, text);
    return ARI_OK;
}

/* One of the two, the other being NULL. */
static int write_either(const drawing *d, const ari_tree *tree, const ari_graph *graph,
                        const ari_record *record)
{
    ari_text text = {.memory = d->job.search.limits.memory};
    ari_error error;
    ari_status status = ARI_OK;
    cli_may_end(true);
    if (d->format == JSON)
        add_json(d->v, tree, graph, record, &text);
    else if (tree)
        status = write_tree(d, tree, &text, &error);
    else
        status = write_graph(d, graph, &text, &error);
    cli_may_end(false);
    if (status == ARI_OK && !ari_text_ok(&text))
        status = ari_fail_allowance(&error, text.memory,
                                    tree ? "the drawing of the tree"
                                         : "the drawing of the graph");
    int code = CLI_DONE;
    cli_error_advice(&error, status);
    if (status != ARI_OK)
        code = cli_wrong_error(NULL, &error);
    else if (d->path)
        code = cli_write_file(d->path, &text) ? CLI_DONE : CLI_WRONG;
    else {
        cli_only_prints();
        cli_put(&text);
    }
    ari_text_free(&text);
    return code;
}

/* ---- too large ---- */

static int say_too_large(const drawing *d, const ari_tree_size *size)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_format(&text, "the tree has %s", size->complete ? "" : "more than ");
    cli_say_count(size->nodes, &text);
    ari_text_add(&text, " nodes, and --max-nodes allows ");
    cli_say_count((uint64_t)d->job.max_nodes, &text);
    if (size->fitting_depth > 0) {
        ari_text_format(&text, "; --depth %d gives a tree of ", size->fitting_depth);
        cli_say_count((uint64_t)size->fitting_nodes, &text);
    } else {
        ari_text_add(&text, "; even --depth 1 gives more");
    }
    int code = cli_wrong("%s", ari_text_get(&text));
    ari_text_free(&text);
    return code;
}

/* A tree was refused: says how large it would be, and what would fit. */
static int refuse(const drawing *d, const ari_state *s)
{
    ari_tree_job job = d->job;
    ari_tree_size size;
    ari_error error;
    job.search.limits.nodes = NODES_COUNTED;
    ari_status status = ari_tree_measure(d->v, s, &job, &size, &error);
    if (cli_interrupted()) { /* what was counted says nothing about what would fit */
        cli_wrong("the tree has more nodes than the %d that --max-nodes allows; counting "
                  "them was interrupted",
                  d->job.max_nodes);
        return CLI_INTERRUPTED;
    }
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    return say_too_large(d, &size);
}

static int draw_graph(drawing *d, const ari_record *record)
{
    ari_graph *graph;
    ari_error error;
    cli_progress_begin(&d->job.search.limits, d->v, &record->end);
    ari_status status = ari_graph_new(d->v, &record->end, d->job.max_nodes,
                                      &d->job.search.limits, &graph, &error);
    cli_progress_end();
    if (status == ARI_LIMIT)
        return cli_wrong("%s: --max-nodes", error.message);
    if (status != ARI_OK) {
        cli_error_advice(&error, status);
        int code = cli_wrong_error(NULL, &error);
        return cli_interrupted() ? CLI_INTERRUPTED : code;
    }
    int code = write_either(d, NULL, graph, record);
    ari_graph_free(graph);
    return code;
}

static int draw_one(void *self, const ari_record *record)
{
    drawing *d = self;
    ari_tree *tree;
    ari_error error;
    if (d->merge)
        return draw_graph(d, record);
    d->job.record = record;
    cli_progress_begin(&d->job.search.limits, d->v, &record->end);
    ari_status status = ari_tree_new(d->v, &record->end, &d->job, &tree, &error);
    cli_progress_end();
    if (status == ARI_LIMIT && !d->job.mcts)
        return refuse(d, &record->end);
    if (status == ARI_LIMIT)
        return cli_wrong("%s: --rounds or --max-nodes", error.message);
    if (status != ARI_OK) {
        cli_error_advice(&error, status);
        int code = cli_wrong_error(NULL, &error);
        return cli_interrupted() ? CLI_INTERRUPTED : code;
    }
    int code = write_either(d, tree, NULL, record);
    ari_tree_free(tree);
    return code;
}

/* ---- options ---- */

static void plain_board(const ari_variant *v, const ari_state *s, ari_text *out)
{
    cli_board(v, s, false, out);
}

static void colour_board(const ari_variant *v, const ari_state *s, ari_text *out)
{
    cli_board(v, s, true, out);
}

/* The format that was asked for, or else the one that the file's name promises. */
static bool read_format(drawing *d, const cli_arguments *arguments)
{
    static const char *const endings[] = {"txt", "dot", "svg", "json", "gv"};
    const char *ending = d->path ? cli_promised(d->path) : NULL;
    int promised = ending ? -1 : TEXT;
    for (int i = 0; ending && i < 5; i++)
        if (strcasecmp(ending, endings[i]) == 0)
            promised = i == 4 ? DOT : i;
    bool json = cli_given(arguments, "json");
    if (promised < 0 && !json && !cli_given(arguments, "format"))
        return cli_refuse(
            "a tree is written as .txt, .dot (or .gv), .svg or .json, not as .%s: "
            "'%.200s'; --format says which under any name",
            ending, d->path);
    d->format = (format)cli_choice(arguments, "format", json ? JSON : promised);
    if (json && d->format != JSON)
        return cli_refuse("--json and --format %s cannot both be",
                          cli_text(arguments, "format", ""));
    return true;
}

static bool read_view(drawing *d, const cli_arguments *arguments)
{
    bool boards = cli_given(arguments, "boards"),
         none = cli_given(arguments, "no-boards");
    if (boards && none)
        return cli_refuse("--boards and --no-boards cannot both be");
    d->view.ascii = cli_given(arguments, "ascii") || !cli_speaks_utf8();
    d->view.colour = d->format == TEXT && !d->path && cli_colour();
    d->view.boards = d->merge ? boards : !none; /* states have their names */
    if (boards)
        d->view.board = d->view.colour ? colour_board : plain_board;
    return true;
}

/* The graph has nothing to choose: all moves are looked at, to the end. */
static bool read_merge(drawing *d, const cli_arguments *arguments)
{
    static const char *const others[] = {"algo", "depth",  "rounds", "order",
                                         "cut",  "labels", "eval",   "seed"};
    d->merge = cli_given(arguments, "merge");
    for (int i = 0; d->merge && i < 8; i++)
        if (cli_given(arguments, others[i]))
            return cli_refuse(
                "--%s is not for --merge: its graph is that of wins(state), "
                "of all moves to the end of the game",
                others[i]);
    return true;
}

/* A Monte-Carlo tree has rounds where the others have a depth and an order of moves. */
static bool read_rounds(drawing *d, const cli_arguments *arguments)
{
    static const char *const others[] = {"depth", "order", "cut"};
    uint64_t rounds;
    if (!d->job.mcts)
        return !cli_given(arguments, "rounds") ||
               cli_refuse("--rounds is for --algo mcts: other trees have a --depth");
    for (int i = 0; i < 3; i++)
        if (cli_given(arguments, others[i]))
            return cli_refuse("--%s is not for --algo mcts: its tree has --rounds",
                              others[i]);
    if (!cli_count(arguments, "rounds", ROUNDS, &rounds))
        return false;
    if (rounds < 1 || rounds > ROUNDS_MOST)
        return cli_refuse("--rounds must be from 1 to %d", ROUNDS_MOST);
    d->job.rounds = rounds;
    return true;
}

static bool read_search(drawing *d, const cli_arguments *arguments)
{
    ari_search_job *search = &d->job.search;
    int usual = d->format == JSON ? NODES_JSON : NODES_DRAWN;
    size_t memory;
    if (!cli_bytes(arguments, "memory", 0, CLI_MEMORY_LEAST, &memory) ||
        !cli_int(arguments, "depth", 0, 1, ARI_PLY_MAX, &search->limits.depth) ||
        !cli_count(arguments, "seed", 1, &search->seed) ||
        !cli_int(arguments, "max-nodes", usual, 1, ARI_TREE_NODES_MAX, &d->job.max_nodes))
        return false;
    ari_allowance_begin(&d->memory, memory);
    search->limits.memory = memory ? &d->memory : NULL;
    int algo = cli_choice(arguments, "algo", 0);
    d->job.alphabeta = algo == 1;
    d->job.bestmove = algo == 2;
    d->job.mcts = algo == 3;
    d->job.labels = (ari_labels)cli_choice(arguments, "labels", ARI_LABELS_NUMBERS);
    search->strict = cli_choice(arguments, "cut", 0) == 1;
    if (!read_rounds(d, arguments))
        return false;
    if (search->strict && !d->job.alphabeta)
        return cli_refuse(
            "--cut strict is for --algo alphabeta: no other cuts by a window");
    search->limits.stop = cli_stop();
    search->order = (ari_order)cli_choice(arguments, "order", ARI_ORDER_FIRST);
    const char *eval = cli_text(arguments, "eval", NULL);
    ari_error error;
    return cli_ok(ari_eval_parse(d->v, eval, search->seed, &search->eval, &error), eval,
                  &error);
}

static int run(const cli_arguments *arguments)
{
    const char *position = cli_word(arguments, 1);
    drawing d = {.path = cli_text(arguments, "output", NULL)};
    if (d.path && position && strcmp(position, "-") == 0)
        return cli_wrong("--output takes one tree; with '-' there may be many, so let "
                         "them go to standard output");
    ari_variant *v;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    d.v = v;
    int code = CLI_WRONG;
    if (read_merge(&d, arguments) && read_format(&d, arguments) &&
        read_view(&d, arguments) && read_search(&d, arguments))
        code = cli_each_position(v, position, draw_one, &d);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("depth", "N", "look N plies ahead (default: to the end of the game)"),
    {.name = "format",
     .argument = FORMATS,
     .help = "how to write it (default text, or what the name of the FILE says)"},
    CLI_VALUE("algo", "minimax|alphabeta|bestmove|mcts",
              "the search to show (default minimax)"),
    CLI_VALUE("rounds", "N", "mcts: how many rounds the tree grows (default 200)"),
    {.name = "order",
     .argument = ARI_ORDERS,
     .help = "in which order moves are tried (default first; best: the best first)"},
    CLI_VALUE("cut", "usual|strict",
              "alphabeta cuts when alpha >= beta, or only when alpha > beta (default "
              "usual)"),
    CLI_VALUE("labels", "numbers|signs",
              "+1, -1 and 0, or + - = without distances (default numbers)"),
    CLI_VALUE("eval", "NAME",
              "evaluation at the depth limit: neutral, random, or one of the game's own "
              "(default: the game's first, else neutral)"),
    CLI_VALUE("seed", "N", "for --order random, --eval random and mcts"),
    CLI_VALUE("max-nodes", "N", "refuse larger trees (default 2000; for JSON 1000000)"),
    CLI_ANY_MEMORY_OPTION,
    CLI_SWITCH("merge", "equal states as one node: the graph of wins(state)"),
    CLI_SWITCH("boards", "text, dot and merged states: with the boards"),
    CLI_SWITCH("no-boards", "svg: without the boards"),
    CLI_SWITCH("ascii", "text: no line-drawing characters"),
    {.name = "output", .argument = "FILE", .help = "write to FILE", .letter = 'o'},
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_tree = {
    .name = "tree",
    .usage = "GAME [POSITION]",
    .summary = "draw the tree below a position, every node with its label",
    .about =
        "Shows the positions that minimax or alpha-beta looks at, each with its label:\n"
        "+1 when the first player wins with best play, 0 for a draw, -1 when the second\n"
        "wins; 'in 3' means that the game then ends in 3 plies. At a max node the first\n"
        "player moves and takes the highest label below, at a min node the second takes\n"
        "the lowest; * marks every move that reaches it. Games with payoffs show the\n"
        "payoff, and positions at the depth limit their evaluation; ~ stands before\n"
        "what rests on such an estimate.\n"
        "\n"
        "Alpha-beta has a window at every node: what the first player (alpha) and the\n"
        "second (beta) already have elsewhere. Moves that were cut are shown with the\n"
        "bound that cut them. A label behind a cut is a bound: >= at least, <= at most.\n"
        "\n"
        "bestmove is find-best-move and evaluate-position: every label is a rating for\n"
        "the side that is to move there, +1 WINNING, 0, -1 LOSING or an evaluation; it\n"
        "is the best of the ratings below, each negated. A win ends the search for a\n"
        "better move, and ratings do not count plies.\n"
        "\n"
        "mcts is a Monte-Carlo tree search: the tree after so many --rounds, with the\n"
        "visits of every node. Its label is what is proved (+1 in <= 5: won in at most "
        "5\n"
        "plies), or, after ~, the mean of the visits for the first player, from -1 to "
        "+1\n"
        "or a payoff; a bound that is proved stands before it (>= 0, ~+0.23). Moves "
        "stand\n"
        "in the order in which they would be played, * marks the first. New nodes are\n"
        "judged by --eval; with neutral games are played on from there at random.\n"
        "\n"
        "--merge draws the recursion wins(state) as a graph: every state that can\n"
        "follow once, however it is reached, those that are the same by symmetry (or "
        "for\n"
        "the other side) being one. States have their positions for names, moves are\n"
        "named by the states that they join, as 31 -> 1, and can be typed so. Won,\n"
        "lost and drawn are for whoever moves there; * marks the moves\n"
        "that keep what a state is worth, and 'from 2 states' counts its parents.\n"
        "\n"
        "JSON, besides game, position, turn and status: algo, order, eval, depth (null:\n"
        "to the end), nodes, leaves, cutoffs (nodes left early), cut_moves, label, and\n"
        "tree. A node has kind (inner, finished, horizon, cut), move (but at the root),\n"
        "position, turn, label, distance (when the end is known), score (for the first\n"
        "player; a win at ply n of this tree is 1000000000-n), estimate, best, "
        "children;\n"
        "with alphabeta also bound (exact, at least, at most), alpha, beta (null: "
        "none).\n"
        "A cut move has move, score, the alpha or beta that it met, and the reason. "
        "With\n"
        "--labels signs nodes have a sign, too; with --cut strict there is a cut.\n"
        "With mcts there are eval, rounds, nodes (positions visited), size (nodes of "
        "the\n"
        "tree), full (memory ended its growing) and proved; a node has visits, mean,\n"
        "proved, low and high (the scores proved; null: none), a label only when "
        "proved,\n"
        "and kind leaf or repeated in place of horizon and cut.\n"
        "With --merge there are states, moves (how many edges) and graph, a list of the\n"
        "states: node (its number, the root is 0), position, label (won, lost or drawn, "
        "or\n"
        "the payoff), distance, score (for whoever moves), finished, layer (plies of "
        "the\n"
        "longest way to it), parents, and edges with to, name, move (at that position),\n"
        "moves (how many lead there), again (the same side moves once more) and good.",
    .examples = "ariadne tree tictactoe xoxoxo...\n"
                "ariadne tree tictactoe xoxoxo... --boards\n"
                "ariadne tree nim:heaps=31 -o nim.svg\n"
                "ariadne tree connect4 44 --algo alphabeta --depth 3 --order centre\n"
                "ariadne tree nim:heaps=21 --algo bestmove --labels signs\n"
                "ariadne tree nim 31 --merge\n"
                "ariadne tree tictactoe xoxo..... --merge --boards -o graph.svg\n"
                "ariadne tree tictactoe xo..x...o --algo mcts --rounds 50\n"
                "ariadne tree tictactoe --json --max-nodes 600000",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
