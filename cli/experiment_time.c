/* experiment_time.c: what a move costs, by its number in the game.
 *
 * Games are played by the first of the searches that are compared, equal moves chosen by the
 * seed; the others search the very same positions, so that their ratio is not one of
 * different games. */
#include "cli/experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ariadne/random.h>

#define GAMES 250
#define MOVES 42
#define SEARCHES 4

typedef struct contender {
    const char *name;
    bool minimax;
    ari_order order;
} contender;

/* Sums over the games, by move number. */
typedef struct sums {
    int games[MOVES];
    double seconds[SEARCHES][MOVES], nodes[SEARCHES][MOVES];
} sums;

typedef struct timing {
    const cli_experiment *e;
    const char *name, *title;
    const contender *contenders;
    int count;
    ari_variant *v;
    ari_eval eval;
    int64_t games, played;
    sums sums; /* of the games that were played to their end */
    sums game; /* of the one that is being played */
} timing;

/* One position: every search once; the move of the first, which draws among equal ones, is
 * played. */
static ari_status measure(timing *t, const ari_state *s, int move, uint64_t seed,
                          ari_move *chosen, ari_error *error)
{
    for (int i = 0; i < t->count; i++) {
        const contender *c = &t->contenders[i];
        ari_search_job search = {
            .limits = {.depth = (int)t->e->depth, .stop = cli_stop()},
            .eval = t->eval,
            .order = c->order,
            .seed = seed,
            .vary = i == 0};
        ari_result result;
        double start = cli_cpu_seconds();
        ari_status status = c->minimax ? ari_minimax(t->v, s, &search, &result, error)
                                       : ari_alphabeta(t->v, s, &search, &result, error);
        t->game.seconds[i][move] = cli_cpu_seconds() - start;
        t->game.nodes[i][move] = (double)result.stats.nodes;
        if (status != ARI_OK)
            return status;
        if (i == 0)
            *chosen = result.best;
    }
    t->game.games[move] = 1;
    return ARI_OK;
}

static void add_game(timing *t)
{
    for (int move = 0; move < MOVES; move++) {
        t->sums.games[move] += t->game.games[move];
        for (int i = 0; i < t->count; i++) {
            t->sums.seconds[i][move] += t->game.seconds[i][move];
            t->sums.nodes[i][move] += t->game.nodes[i][move];
        }
    }
    t->played++;
}

static ari_status play_games(timing *t, ari_error *error)
{
    ari_random random = ari_random_seeded(t->e->seed);
    ari_status status = ARI_OK;
    for (int64_t game = 0; game < t->games && status == ARI_OK && !cli_interrupted();
         game++) {
        ari_state s = t->v->start;
        t->game = (sums){.games = {0}};
        for (int move = 0; move < MOVES && status == ARI_OK && !cli_interrupted() &&
                           ari_outcome(t->v, &s) == ARI_ON;
             move++) {
            ari_move chosen = ARI_NO_MOVE;
            status = measure(t, &s, move, ari_random_next(&random), &chosen, error);
            if (status == ARI_OK && chosen != ARI_NO_MOVE)
                s = ari_after(t->v, &s, chosen);
        }
        if (status == ARI_OK && !cli_interrupted())
            add_game(t);
        ari_text text = ARI_TEXT_EMPTY;
        ari_text_format(&text, "%s: game %lld of %lld", t->name, (long long)game + 1,
                        (long long)t->games);
        cli_progress_say(1, &text);
    }
    cli_progress_end();
    return status;
}

/* Milliseconds and nodes of each search, by move number; the last row is the mean over all
 * moves, and how many times less than the first search. */
static int tell_moves(const timing *t, cli_numbers *table)
{
    const sums *s = &t->sums;
    for (int move = 0; move < MOVES && s->games[move] > 0; move++) {
        double row[CLI_TABLE_COLUMNS] = {move + 1, s->games[move]};
        for (int i = 0; i < t->count; i++) {
            row[2 + 2 * i] = 1e3 * s->seconds[i][move] / s->games[move];
            row[3 + 2 * i] = s->nodes[i][move] / s->games[move];
        }
        char label[16];
        snprintf(label, sizeof label, "%d", move + 1);
        if (!cli_numbers_add(table, label, row + 1))
            return cli_wrong("there is no memory for the table");
    }
    return CLI_DONE;
}

static int tell_means(const timing *t)
{
    cli_numbers table = {
        .title =
            "Mean over all moves of all games, and how many times less than the first",
        .columns = {"search", "ms", "nodes", "times_faster", "times_fewer_nodes",
                    "worst_ms"},
        .decimals = {4, 1, 2, 2, 4},
        .width = 5};
    char name[64];
    snprintf(name, sizeof name, "%s-means", t->name);
    table.name = name;
    double first[2] = {0, 0};
    for (int i = 0; i < t->count; i++) {
        double seconds = 0, nodes = 0, moves = 0, worst = 0;
        for (int move = 0; move < MOVES && t->sums.games[move] > 0; move++) {
            double mean = t->sums.seconds[i][move] / t->sums.games[move];
            seconds += t->sums.seconds[i][move];
            nodes += t->sums.nodes[i][move];
            moves += t->sums.games[move];
            worst = mean > worst ? mean : worst;
        }
        if (i == 0) {
            first[0] = seconds;
            first[1] = nodes;
        }
        const double row[5] = {1e3 * seconds / moves, nodes / moves, first[0] / seconds,
                               first[1] / nodes, 1e3 * worst};
        if (!cli_numbers_add(&table, t->contenders[i].name, row))
            return cli_wrong("there is no memory for the table");
    }
    return cli_experiment_end(t->e, &table, CLI_DONE);
}

/* With a logarithmic axis each of several searches is seen, and without one how far apart they
 * are: both are drawn. */
static int draw(const timing *t, const cli_numbers *table, bool nodes)
{
    ari_series series[SEARCHES];
    double *x = cli_numbers_column(table, 0), *y[SEARCHES] = {NULL};
    bool complete = x != NULL;
    for (int i = 0; x && i < table->rows; i++)
        x[i] = i + 1;
    for (int i = 0; i < t->count; i++) {
        y[i] = cli_numbers_column(table, 1 + 2 * i + nodes);
        complete &= y[i] != NULL;
        series[i] = (ari_series){
            .name = t->contenders[i].name, .x = x, .y = y[i], .count = table->rows};
    }
    char name[64], title[160];
    snprintf(name, sizeof name, "%s%s", t->name, nodes ? "-nodes" : "");
    snprintf(title, sizeof title, "%s at depth %d, mean of %lld games", t->title,
             (int)t->e->depth, (long long)t->played);
    const ari_chart chart = {.title = title,
                             .x_label = "move number (both players counted)",
                             .y_label = nodes ? "nodes per move" : "time per move (ms)",
                             .series = series,
                             .count = t->count,
                             .logarithmic = t->contenders[0].minimax && t->count > 1,
                             .from_zero = true};
    int code = complete ? cli_experiment_chart(t->e, name, &chart)
                        : cli_wrong("there is no memory for the plot");
    if (code == CLI_DONE && chart.logarithmic) {
        ari_chart linear = chart;
        linear.logarithmic = false;
        snprintf(name, sizeof name, "%s%s-linear", t->name, nodes ? "-nodes" : "");
        code = cli_experiment_chart(t->e, name, &linear);
    }
    free(x);
    for (int i = 0; i < t->count; i++)
        free(y[i]);
    return code;
}

static int report(const timing *t)
{
    cli_numbers table = {.name = t->name,
                         .title = t->title,
                         .columns = {"move", "games"},
                         .width = 1 + 2 * t->count};
    char names[2 * SEARCHES][48];
    for (int i = 0; i < t->count; i++) {
        snprintf(names[(size_t)2 * (size_t)i], sizeof *names, "%s_ms",
                 t->contenders[i].name);
        snprintf(names[(size_t)2 * (size_t)i + 1], sizeof *names, "%s_nodes",
                 t->contenders[i].name);
        table.columns[2 + 2 * i] = names[(size_t)2 * (size_t)i];
        table.columns[3 + 2 * i] = names[(size_t)2 * (size_t)i + 1];
        table.decimals[1 + 2 * i] = 4;
    }
    int code = tell_moves(t, &table);
    for (int nodes = 0; nodes < 2 && code == CLI_DONE; nodes++)
        code = draw(t, &table, nodes);
    code = cli_experiment_end(t->e, &table, code);
    return code == CLI_WRONG ? code : tell_means(t);
}

static int run(const cli_experiment *e, const char *name, const char *title,
               const contender *contenders, int count)
{
    timing t = {.e = e,
                .name = name,
                .title = title,
                .contenders = contenders,
                .count = count,
                .games = e->games ? e->games : GAMES};
    ari_error error;
    ari_status status = ari_variant_new("connect4", &t.v, &error);
    if (status == ARI_OK)
        status = ari_eval_parse(t.v, e->eval, e->seed, &t.eval, &error);
    if (status == ARI_OK)
        status = play_games(&t, &error);
    int code = CLI_DONE;
    if (status != ARI_OK)
        code = cli_wrong_error(NULL, &error);
    else if (t.played > 0)
        code = report(&t);
    ari_variant_free(t.v);
    return code;
}

int cli_experiment_minimax_time(const cli_experiment *e)
{
    static const contender all[] = {{"minimax", true, ARI_ORDER_FIRST}};
    return run(e, "minimax-time", "Minimax", all, 1);
}

int cli_experiment_alphabeta_time(const cli_experiment *e)
{
    static const contender all[] = {{"minimax", true, ARI_ORDER_FIRST},
                                    {"alphabeta", false, ARI_ORDER_FIRST}};
    return run(e, "alphabeta-time", "Alpha-beta beside minimax", all, 2);
}

int cli_experiment_order_time(const cli_experiment *e)
{
    static const contender all[] = {{"minimax", true, ARI_ORDER_FIRST},
                                    {"first", false, ARI_ORDER_FIRST},
                                    {"random", false, ARI_ORDER_RANDOM},
                                    {"centre", false, ARI_ORDER_CENTRE}};
    return run(e, "order-time", "Alpha-beta in three orders, and minimax", all, 4);
}
