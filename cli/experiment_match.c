/* experiment_match.c: evaluations against each other, and against themselves. */
#include "cli/experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/random.h>

#define GAMES 1000 /* each way */
#define DEEPER 2   /* the tables by depth go on for so many plies more */
#define PLAYER "engine:algo=alphabeta,order=centre,depth=%d,eval=%s"
#define PATTERN "pattern,f2=2,f3=5"
#define TUNED "pattern,f2=7,f3=-3"

/* ---- one match ---- */

typedef struct watch {
    const cli_pairing *pairing;
    double began;
    int64_t games;
    uint64_t key;
} watch;

static bool each(void *self, const ari_match_game *game, const ari_match *so_far)
{
    watch *w = self;
    ari_text text = ARI_TEXT_EMPTY;
    (void)so_far;
    for (int i = 0; i < game->record->count; i++)
        w->key = ari_mix(w->key ^ (uint64_t)game->record->moves[i]);
    w->key = ari_mix(~w->key); /* the end of a game */
    ari_text_format(&text, "%.40s v %.40s, depth %d: game %lld of %lld", w->pairing->a,
                    w->pairing->b, w->pairing->depth, (long long)game->number,
                    2 * (long long)w->games);
    cli_progress_say(ari_seconds() - w->began, &text);
    return true;
}

int cli_experiment_match(const cli_experiment *e, const ari_variant *v,
                         const cli_pairing *pairing, ari_match *match, uint64_t *games)
{
    char who[2][200];
    snprintf(who[0], sizeof *who, PLAYER, pairing->depth, pairing->a);
    snprintf(who[1], sizeof *who, PLAYER, pairing->depth, pairing->b);
    watch w = {pairing, ari_seconds(), e->games ? e->games : GAMES, 0};
    const ari_match_job setup = {.who = {who[0], who[1]},
                                 .games = w.games,
                                 .opening_plies = pairing->opening,
                                 .seed = e->seed,
                                 .runner = e->runner,
                                 .stop = cli_stop(),
                                 .each = each,
                                 .self = &w};
    ari_error error;
    ari_status status = ari_match_play(v, &setup, match, &error);
    cli_progress_end();
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    if (games)
        *games = w.key;
    return match->stopped ? CLI_INTERRUPTED : CLI_DONE;
}

/* 1.96 standard errors of a score, its games taken one by one. */
static double error_of(const ari_tally *t, double games, double score)
{
    double squares = (double)t->wins + (double)t->draws / 4;
    return 1.96 * sqrt((squares / games - score * score) / games);
}

static double finite_or_none(double number)
{
    return isfinite(number) ? number : NAN;
}

/* A row of so many numbers about the results of A, which are in `tally`: games, wins, draws,
 * losses, score and error; and Elo with its interval, of all games. */
static void fill_row(const ari_tally *tally, const ari_match *all, double row[9])
{
    double games = (double)(tally->wins + tally->draws + tally->losses);
    double score = ((double)tally->wins + (double)tally->draws / 2) / games;
    row[0] = games;
    row[1] = (double)tally->wins;
    row[2] = (double)tally->draws;
    row[3] = (double)tally->losses;
    row[4] = 100 * score;
    row[5] = 100 * (all ? all->error : error_of(tally, games, score));
    row[6] = all ? finite_or_none(all->elo) : NAN;
    row[7] = all ? finite_or_none(all->low) : NAN;
    row[8] = all ? finite_or_none(all->high) : NAN;
}

static ari_tally both_seats(const ari_match *m, bool of_first)
{
    const ari_tally *second = &m->seat[1];
    ari_tally sum = m->seat[0];
    sum.wins += of_first ? second->losses : second->wins;
    sum.draws += second->draws;
    sum.losses += of_first ? second->wins : second->losses;
    return sum;
}

/* ---- tables of matches ---- */

/* Adds a match to a table; a code. */
typedef bool adder(cli_numbers *table, const cli_pairing *pairing, const ari_match *m);

/* The rows of one match: A first, B first, and both. */
static bool add_seats(cli_numbers *table, const cli_pairing *pairing, const ari_match *m)
{
    static const char *const seats[3] = {"A first", "B first", "both"};
    const ari_tally sum = both_seats(m, false);
    const ari_tally *tallies[3] = {&m->seat[0], &m->seat[1], &sum};
    char players[72], name[80];
    snprintf(players, sizeof players, "%.20s v %.20s", pairing->a, pairing->b);
    if (pairing->opening)
        snprintf(players, sizeof players, "%.20s v %.20s after %d random plies",
                 pairing->a, pairing->b, pairing->opening);
    for (int i = 0; i < 3; i++) {
        double row[9];
        fill_row(tallies[i], i == 2 ? m : NULL, row);
        snprintf(name, sizeof name, "%.68s; %s", players, seats[i]);
        if (!cli_numbers_add(table, name, row))
            return false;
    }
    return true;
}

/* One row, named by the depth; `m` may be NULL. */
static bool add_sum(cli_numbers *table, const cli_pairing *pairing, ari_tally sum,
                    const ari_match *m)
{
    char name[16];
    double row[9];
    snprintf(name, sizeof name, "%d", pairing->depth);
    fill_row(&sum, m, row);
    return cli_numbers_add(table, name, row);
}

/* Both seats together. */
static bool add_depth(cli_numbers *table, const cli_pairing *pairing, const ari_match *m)
{
    return add_sum(table, pairing, both_seats(m, false), m);
}

/* The same for whoever was first. */
static bool add_first(cli_numbers *table, const cli_pairing *pairing, const ari_match *m)
{
    return add_sum(table, pairing, both_seats(m, true), NULL);
}

static int play_all(const cli_experiment *e, cli_numbers *table, adder *add,
                    const cli_pairing *pairings, int count)
{
    ari_variant *v;
    ari_error error;
    ari_match match;
    if (ari_variant_new("connect4", &v, &error) != ARI_OK)
        return cli_wrong_error(NULL, &error);
    int code = CLI_DONE;
    for (int i = 0; i < count && code == CLI_DONE; i++) {
        cli_pairing pairing = pairings[i];
        pairing.depth = pairing.depth ? pairing.depth : (int)e->depth;
        code = cli_experiment_match(e, v, &pairing, &match, NULL);
        if (code == CLI_DONE)
            code = add(table, &pairing, &match)
                       ? cli_experiment_keep(e, table)
                       : cli_wrong("there is no memory for the table");
    }
    ari_variant_free(v);
    return cli_experiment_end(e, table, code);
}

static int play_seats(const cli_experiment *e, const char *name, const char *title,
                      const cli_pairing *pairings, int count)
{
    cli_numbers table = {.name = name,
                         .title = title,
                         .columns = {"A v B; seat", "games", "A_wins", "draws", "B_wins",
                                     "A_score", "error", "elo", "low", "high"},
                         .decimals = {0, 0, 0, 0, 1, 1, 1, 1, 1},
                         .width = 9};
    return play_all(e, &table, add_seats, pairings, count);
}

/* One match at every depth from 1 on. */
static int play_depths(const cli_experiment *e, cli_numbers *table, adder *add,
                       const char *a, const char *b)
{
    cli_pairing pairings[CLI_DEPTH_MOST + DEEPER];
    int count = (int)e->depth + DEEPER;
    for (int i = 0; i < count; i++)
        pairings[i] = (cli_pairing){.a = a, .b = b, .depth = i + 1};
    return play_all(e, table, add, pairings, count);
}

/* ---- the experiments ---- */

int cli_experiment_eval_matches(const cli_experiment *e)
{
    static const cli_pairing all[] = {{.a = PATTERN, .b = "random"},
                                      {.a = PATTERN, .b = "neutral"},
                                      {.a = "threats", .b = PATTERN, .opening = 4}};
    return play_seats(e, "eval-matches", "Evaluations against each other", all, 3);
}

int cli_experiment_self_play(const cli_experiment *e)
{
    static const cli_pairing all[] = {{.a = PATTERN, .b = PATTERN},
                                      {.a = "random", .b = "random"},
                                      {.a = "neutral", .b = "neutral"}};
    int code = play_seats(e, "self-play", "Evaluations against themselves", all, 3);
    cli_numbers table = {
        .name = "self-play-depths",
        .title = "What the first player of " PATTERN " against itself gets, by depth",
        .columns = {"depth", "games", "won", "drawn", "lost", "score", "error"},
        .decimals = {0, 0, 0, 0, 1, 1},
        .width = 6};
    return code == CLI_DONE ? play_depths(e, &table, add_first, PATTERN, PATTERN) : code;
}

int cli_experiment_tuned_matches(const cli_experiment *e)
{
    static const cli_pairing all[] = {{.a = TUNED, .b = PATTERN},
                                      {.a = TUNED, .b = TUNED}};
    int code =
        play_seats(e, "tuned-matches", "The paper's tuned factors (+7,-3)", all, 2);
    cli_numbers table = {.name = "tuned-depths",
                         .title = TUNED " against " PATTERN ", by depth",
                         .columns = {"depth", "games", "won", "drawn", "lost", "score",
                                     "error", "elo", "low", "high"},
                         .decimals = {0, 0, 0, 0, 1, 1, 1, 1, 1},
                         .width = 9};
    return code == CLI_DONE ? play_depths(e, &table, add_depth, TUNED, PATTERN) : code;
}
