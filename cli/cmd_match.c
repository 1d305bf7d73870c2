/* cmd_match.c: `ariadne match`: two computers play many games. */
#include "cli/playing.h"
#include "cli/book.h"
#include "cli/database.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/guest.h>
#include <ariadne/match.h>

#define GAMES_DEFAULT 100
#define OPENING_MOST 1000

/* What is to be played, and what was asked to be written. */
typedef struct order {
    const ari_variant *v;
    ari_match_job setup;
    ari_sprt sprt;
    ari_book *book;
    ari_database *db;
    pthread_mutex_t looking; /* a database belongs to one thread at a time */
    cli_log games;           /* --games-out */
    double began;
    ari_text called[2]; /* the players' names, which promise no more than can be kept */
} order;

static const char *name(const order *o, int which)
{
    return ari_text_get(&o->called[which]);
}

/* ---- while it goes on ---- */

/* One line of --games-out; `review --load` reads it again. */
static bool write_game(order *o, const ari_match_game *game)
{
    bool a_first = game->number % 2 == 1;
    ari_text line = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&line);
    ari_text moves = ARI_TEXT_EMPTY;
    ari_record_format(o->v, game->record, &moves);
    ari_json_string(&json, "game", o->v->name);
    ari_json_number(&json, "number", game->number);
    ari_json_string(&json, "first", name(o, !a_first));
    ari_json_string(&json, "second", name(o, a_first));
    ari_json_unsigned(&json, "seed", game->seed);
    ari_report_start(&json, o->v, game->record);
    ari_json_text(&json, "moves", &moves);
    ari_json_number(&json, "opening", game->opening);
    ari_json_number(&json, "plies", game->record->count);
    cli_json_winner(&json, game->result);
    if (ari_has(o->v, ARI_HAS_PAYOFFS))
        ari_json_number(&json, "payoff", game->result);
    if (game->forfeit)
        ari_json_string(&json, "forfeit", game->forfeit);
    ari_json_object_end(&json);
    ari_text_add_char(&line, '\n');
    bool written = cli_log_add(&o->games, &line);
    ari_text_free(&line);
    return written;
}

static bool each(void *self, const ari_match_game *game, const ari_match *so_far)
{
    order *o = self;
    bool written = !o->games.path || write_game(o, game);
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_format(&text, "game %lld of %lld", (long long)game->number,
                    2 * (long long)o->setup.games);
    if (so_far->pairs > 0)
        ari_text_format(&text, "  A scores %.1f %%", 100 * so_far->score);
    if (ari_match_repeats(so_far))
        ari_text_format(&text, "  only %lld different", (long long)so_far->different);
    else if (so_far->pairs > 0)
        ari_text_format(&text, "  Elo %+.0f (%+.0f to %+.0f)", so_far->elo, so_far->low,
                        so_far->high);
    if (o->setup.sprt && so_far->pairs > 0)
        ari_text_format(&text, "  LLR %.2f (%.2f to %.2f)", so_far->llr, so_far->lower,
                        so_far->upper);
    cli_progress_say(ari_seconds() - o->began, &text);
    return written;
}

/* ---- text ---- */

static int64_t games_of(const ari_tally *tally)
{
    return tally->wins + tally->draws + tally->losses;
}

static ari_tally both(const ari_match *match)
{
    ari_tally sum = match->seat[0];
    sum.wins += match->seat[1].wins;
    sum.draws += match->seat[1].draws;
    sum.losses += match->seat[1].losses;
    sum.payoff += match->seat[1].payoff;
    sum.plies += match->seat[1].plies;
    sum.different = match->different;
    for (int i = 0; i < 2; i++)
        sum.forfeits[i] += match->seat[1].forfeits[i];
    return sum;
}

/* Of A: a win is 1, a draw 1/2. */
static double score_of(const ari_tally *tally)
{
    double games = (double)games_of(tally);
    return games > 0 ? ((double)tally->wins + (double)tally->draws / 2) / games : 0;
}

static void say_tally(const ari_variant *v, const char *name, const ari_tally *tally,
                      ari_text *out)
{
    ari_text_format(out, "%-8s  %8lld  %8lld  %8lld  %8lld  %7.1f %%", name,
                    (long long)games_of(tally), (long long)tally->wins,
                    (long long)tally->draws, (long long)tally->losses,
                    100 * score_of(tally));
    if (ari_has(v, ARI_HAS_PAYOFFS) && games_of(tally) > 0)
        ari_text_format(out, "  %+8.2f", (double)tally->payoff / (double)games_of(tally));
    ari_text_add_char(out, '\n');
}

static void say_elo(double elo, ari_text *out)
{
    if (isinf(elo))
        ari_text_add(out, elo > 0 ? "+infinite" : "-infinite");
    else
        ari_text_format(out, "%+.1f", elo);
}

/* "B lost 3 games by forfeit, the last because ..." */
static void say_forfeits(const ari_match *match, const ari_tally *sum, ari_text *out)
{
    for (int i = 0; i < 2; i++)
        if (sum->forfeits[i] > 0)
            ari_text_format(out, "%c lost %lld game%s by forfeit, the last: %s\n",
                            "AB"[i], (long long)sum -> forfeits[i],
                            sum -> forfeits[i] == 1 ? "" : "s", match->forfeit[i]);
}

/* What the score is in Elo, unless the games are too few to say how certain that is. */
static void say_strength(const ari_match *match, ari_text *out)
{
    if (match->pairs == 0)
        return;
    ari_text_add(out, "\nElo difference of A: ");
    say_elo(match->elo, out);
    if (ari_match_repeats(match)) {
        ari_text_add(out,
                     " in these games. So few of them are different that nothing\n"
                     "follows for others; --opening-plies N may make more differ.\n");
        return;
    }
    ari_text_add(out, ", with 95 % certainty from ");
    say_elo(match->low, out);
    ari_text_add(out, " to ");
    say_elo(match->high, out);
    ari_text_add_char(out, '\n');
}

/* "40 games, 2 different (A first: 1 of 20, B first: 1 of 20)", if games repeat. */
static void say_different(const ari_match *match, int64_t games, ari_text *out)
{
    if (match->different == games)
        return;
    ari_text_format(
        out,
        "%lld games, %lld different (A first: %lld of %lld, B first: "
        "%lld of %lld)\n",
        (long long)games, (long long)match->different,
        (long long)match->seat[0].different, (long long)games_of(&match->seat[0]),
        (long long)match->seat[1].different, (long long)games_of(&match->seat[1]));
}

static void say_test(const order *o, const ari_match *match, ari_text *out)
{
    static const char *const answers[] = {"not decided", "yes", "no"};
    if (!o->setup.sprt)
        return;
    ari_text_format(out,
                    "Is A better by %+g rather than %+g Elo? %s (LLR %.2f, from %.2f "
                    "to %.2f)\n",
                    o->sprt.elo1, o->sprt.elo0,
                    ari_match_repeats(match) ? "not decided, for games repeat"
                                             : answers[match->answer],
                    match->llr, match->lower, match->upper);
}

static void print_text(const order *o, const ari_match *match)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_tally sum = both(match);
    int64_t games = games_of(&sum);
    bool payoffs = ari_has(o->v, ARI_HAS_PAYOFFS);
    ari_text_format(&text, "%s (%s)\nA is %s\nB is %s\n\n", o->v->game->title, o->v->name,
                    name(o, 0), name(o, 1));
    ari_text_format(&text, "%-8s  %8s  %8s  %8s  %8s  %9s%s\n", "", "games", "A wins",
                    "draws", "B wins", "A scores", payoffs ? "     by" : "");
    say_tally(o->v, "A first", &match->seat[0], &text);
    say_tally(o->v, "B first", &match->seat[1], &text);
    say_tally(o->v, "together", &sum, &text);
    say_strength(match, &text);
    say_different(match, games, &text);
    say_forfeits(match, &sum, &text);
    int64_t first = match->seat[0].wins + match->seat[1].losses;
    int64_t second = match->seat[0].losses + match->seat[1].wins;
    ari_text_format(&text, "Whoever was first won %lld, drew %lld and lost %lld.\n",
                    (long long)first, (long long)sum.draws, (long long)second);
    say_test(o, match, &text);
    if (match->stopped)
        ari_text_format(&text, "Interrupted: %s\n",
                        match->odd ? "the last game is not counted, for its partner with "
                                     "seats swapped was not finished."
                                   : "the games finished before are counted.");
    ari_text_format(&text, "Seed %llu, %.1f plies a game, %.3f s\n",
                    (unsigned long long)o->setup.seed,
                    games ? (double)sum.plies / (double)games : 0, match->seconds);
    cli_say(&text);
}

/* ---- JSON ---- */

static void add_json_tally(ari_json *json, const ari_variant *v, const char *key,
                           const ari_tally *tally)
{
    ari_json_object(json, key);
    ari_json_number(json, "games", games_of(tally));
    ari_json_number(json, "different", tally->different);
    ari_json_number(json, "wins", tally->wins);
    ari_json_number(json, "draws", tally->draws);
    ari_json_number(json, "losses", tally->losses);
    ari_json_real(json, "score", score_of(tally));
    ari_json_number(json, "forfeits_a", tally->forfeits[0]);
    ari_json_number(json, "forfeits_b", tally->forfeits[1]);
    if (ari_has(v, ARI_HAS_PAYOFFS))
        ari_json_number(json, "payoff", tally->payoff);
    ari_json_number(json, "plies", tally->plies);
    ari_json_object_end(json);
}

static void add_json_elo(ari_json *json, const char *key, double elo)
{
    if (isinf(elo)) /* JSON has no such number */
        ari_json_null(json, key);
    else
        ari_json_real(json, key, elo);
}

static void add_json_test(ari_json *json, const order *o, const ari_match *match)
{
    static const char *const answers[] = {"open", "yes", "no"};
    if (!o->setup.sprt)
        return;
    ari_json_object(json, "sprt");
    ari_json_real(json, "elo0", o->sprt.elo0);
    ari_json_real(json, "elo1", o->sprt.elo1);
    ari_json_real(json, "llr", match->llr);
    ari_json_real(json, "lower", match->lower);
    ari_json_real(json, "upper", match->upper);
    ari_json_string(json, "answer", answers[match->answer]);
    ari_json_object_end(json);
}

static void print_json(const order *o, const ari_match *match)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_tally sum = both(match);
    ari_json_string(&json, "game", o->v->name);
    ari_json_string(&json, "a", name(o, 0));
    ari_json_string(&json, "b", name(o, 1));
    ari_json_unsigned(&json, "seed", o->setup.seed);
    ari_json_number(&json, "opening_plies", o->setup.opening_plies);
    add_json_tally(&json, o->v, "first", &match->seat[0]);
    add_json_tally(&json, o->v, "second", &match->seat[1]);
    add_json_tally(&json, o->v, "total", &sum);
    add_json_elo(&json, "elo", match->pairs ? match->elo : HUGE_VAL);
    add_json_elo(&json, "elo_low", match->low);
    add_json_elo(&json, "elo_high", match->high);
    ari_json_bool(&json, "repeats", ari_match_repeats(match));
    add_json_test(&json, o, match);
    ari_json_bool(&json, "stopped", match->stopped);
    ari_json_bool(&json, "odd", match->odd);
    ari_json_real(&json, "seconds", match->seconds);
    cli_put_json(&json);
}

/* ---- the command ---- */

/* "0,20", or "0,20,0.05,0.05" with the two risks. */
static bool read_test(const char *text, ari_sprt *sprt)
{
    double numbers[4] = {0, 0, 0.05, 0.05};
    int count = 0;
    const char *at = text;
    for (; count < 4; count++) {
        char *end;
        numbers[count] = strtod(at, &end);
        if (end == at || !isfinite(numbers[count]) || (*end && *end != ','))
            break;
        at = *end ? end + 1 : end;
        if (!*end) {
            count++;
            break;
        }
    }
    *sprt = (ari_sprt){numbers[0], numbers[1], numbers[2], numbers[3]};
    bool risks =
        sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5;
    if (!*at && at != text && at[-1] != ',' && (count == 2 || count == 4) && risks &&
        sprt->elo0 < sprt->elo1 && fabs(sprt->elo0) <= 1000 && fabs(sprt->elo1) <= 1000)
        return true;
    return cli_refuse(
        "--sprt needs two Elo differences, the smaller first, as 0,20, and may have "
        "two risks below 0.5 after them, as 0,20,0.05,0.05; '%.60s' is not that",
        text);
}

static bool read_order(const cli_arguments *arguments, order *o, ari_pool **pool)
{
    const char *sprt = cli_text(arguments, "sprt", NULL);
    ari_match_job *setup = &o->setup;
    if (!cli_given(arguments, "a") || !cli_given(arguments, "b"))
        return cli_refuse(
            "a match needs two players: --a WHO and --b WHO, as --a level:5 --b "
            "level:4");
    if (!cli_number(arguments, "games", GAMES_DEFAULT, 1, ARI_MATCH_GAMES_MAX,
                    &setup->games) ||
        !cli_count(arguments, "seed", cli_any_seed(), &setup->seed) ||
        !cli_int(arguments, "opening-plies", 0, 0, OPENING_MOST, &setup->opening_plies) ||
        !cli_bytes(arguments, "memory", (size_t)4 << 20, CLI_MEMORY_LEAST,
                   &setup->bytes) ||
        (sprt && !read_test(sprt, &o->sprt)) || !cli_threads(arguments, pool))
        return false;
    setup->who[0] = cli_text(arguments, "a", NULL);
    setup->who[1] = cli_text(arguments, "b", NULL);
    setup->sprt = sprt ? &o->sprt : NULL;
    setup->runner = ari_pool_runner(*pool);
    setup->guests = ari_programs_as_guests();
    setup->stop = cli_stop();
    setup->each = each;
    setup->self = o;
    o->games.path = cli_text(arguments, "games-out", NULL);
    return cli_can_log(o->games.path);
}

/* The name of the player that an error is about. */
static const char *to_blame(const order *o)
{
    for (int i = 0; i < 2; i++)
        if (ari_player_check(o->v, o->setup.who[i], o->setup.guests, NULL, NULL) !=
            ARI_OK)
            return i == 0 ? "--a" : "--b";
    return NULL;
}

static int play(const cli_arguments *arguments, order *o)
{
    ari_match match;
    ari_error error;
    o->began = ari_seconds();
    ari_status status = ari_match_play(o->v, &o->setup, &match, &error);
    cli_progress_end();
    if (status != ARI_OK) {
        const char *option = to_blame(o);
        return option ? cli_wrong_error_in(option, o->setup.who[option[2] == 'b'], &error)
                      : cli_wrong_error(NULL, &error);
    }
    if (cli_given(arguments, "json"))
        print_json(o, &match);
    else
        print_text(o, &match);
    cli_flush();
    if (!cli_log_end(&o->games))
        return CLI_WRONG;
    if (match.stopped)
        return CLI_INTERRUPTED;
    return o->setup.sprt && match.answer != ARI_SPRT_YES ? CLI_NO : CLI_DONE;
}

/* The database, for all threads. */
static ari_status look(void *self, const ari_state *s, int *score, int *distance,
                       ari_error *error)
{
    order *o = self;
    pthread_mutex_lock(&o->looking);
    ari_status status = ari_database_look(o->db, s, score, distance, error);
    pthread_mutex_unlock(&o->looking);
    return status;
}

static bool open_database(const cli_arguments *arguments, order *o)
{
    size_t bytes = ARI_BYTES_DEFAULT;
    if (!cli_database_open(arguments, o->v, &bytes, &o->db))
        return false;
    if (o->db)
        o->setup.lookup = (ari_lookup){o, look};
    return true;
}

static int run(const cli_arguments *arguments)
{
    order o = {.v = NULL, .looking = PTHREAD_MUTEX_INITIALIZER};
    ari_variant *v = NULL;
    ari_pool *pool = NULL;
    ari_record from = ARI_RECORD_EMPTY;
    int code = CLI_WRONG;
    if (!cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    o.v = v;
    if (read_order(arguments, &o, &pool) &&
        cli_position(v, cli_text(arguments, "from", ""), &from) &&
        cli_book_open(cli_text(arguments, "book", NULL), v, NULL, &o.book) &&
        open_database(arguments, &o)) {
        o.setup.start = &from.end;
        for (int i = 0; i < 2; i++)
            ari_player_called(o.setup.who[i], o.db || ari_solvable(v), &o.called[i]);
        o.setup.oracle = o.book ? ari_book_oracle(o.book) : NULL;
        code = play(arguments, &o);
    }
    ari_text_free(&o.called[0]);
    ari_text_free(&o.called[1]);
    ari_record_free(&from);
    ari_book_free(o.book);
    ari_database_free(o.db);
    ari_pool_free(pool);
    ari_variant_free(v);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("a", "WHO", "player A, as for play: level:5, perfect, ..."),
    CLI_VALUE("b", "WHO", "player B"),
    CLI_VALUE("games", "N", "games with A first, and as many with B first (default 100)"),
    CLI_VALUE("from", "POSITION", "where every game begins"),
    CLI_VALUE("opening-plies", "N",
              "begin with N random moves, the same for both games of a pair"),
    CLI_VALUE("sprt", "ELO0,ELO1[,RISK,RISK]",
              "stop as soon as it is clear whether A is better by ELO1 or by ELO0; RISK "
              "is that of saying so wrongly, each way (default 0.05)"),
    CLI_DB_OPTION,
    CLI_VALUE("games-out", "FILE",
              "write every game as soon as it is finished, one JSON object a line, to a "
              "new file; review --load reads it"),
    CLI_VALUE("seed", "N", "the same match again, whatever --threads"),
    CLI_VALUE("threads", "N", "play N games at a time (default 1)"),
    CLI_VALUE("memory", "SIZE",
              "the most that each player may take, as 16M (default 4M); every thread has "
              "two of them"),
    CLI_BOOK_OPTION,
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_match = {
    .name = "match",
    .usage = "GAME --a WHO --b WHO",
    .summary = "many games between two computers, and what they prove",
    .about =
        "Plays N games with A first and N with B first, and says how each seat did, the\n"
        "score, and what it means in Elo with its 95 % interval. The interval is worked\n"
        "out from pairs of games with seats swapped, so that the advantage of the first\n"
        "move does not pass for chance; a game without its partner is not counted.\n"
        "\n"
        "The interval says what other seeds could have given. Who leaves nothing to\n"
        "chance plays the same games again, which proves no more than playing them\n"
        "once: how many are different is said when games repeat, and if in one seat\n"
        "less than ten are, and at most half of those played, there is no interval,\n"
        "and --sprt decides nothing. --opening-plies may make more of them differ.\n"
        "\n"
        "Players are those of 'ariadne play', except human. A game depends on --seed "
        "and\n"
        "its number alone: the match is the same with any number of threads, unless a\n"
        "player's thinking is limited by time. Who solves uses the opening book. A game\n"
        "that could go on for ever is drawn when a position comes for the third time.\n"
        "\n"
        "Programs of others play as pbrain:COMMAND (Gomocup's protocol, five in a row),\n"
        "gtp:COMMAND (Go Text Protocol) and ugi:COMMAND (Universal Game Interface). "
        "They\n"
        "have a second for a move, or S with pbrain:time=S,COMMAND, and are told so; "
        "who\n"
        "takes a second more, gives no legal move, resigns or crashes loses that game "
        "by\n"
        "forfeit. 'ariadne engine' is the other way round.\n"
        "\n"
        "With --sprt 0,20 the match ends as soon as it is clear, at a risk of 5 % each\n"
        "way, whether A is better by 20 Elo or not at all; the exit code is then 0 for\n"
        "yes and 1 otherwise. Ctrl-C ends a match and reports what was played.\n"
        "\n"
        "--games-out writes the games in their order, in whole lines, which stay\n"
        "whatever ends the match. A file that holds something already is not\n"
        "overwritten.\n"
        "\n"
        "JSON: game, a, b, seed, opening_plies; for A as first, as second, and in\n"
        "total: games, different (how many are), wins, draws, losses, score, plies and\n"
        "forfeits_a, forfeits_b (games that A, or B, lost so);\n"
        "elo, elo_low, elo_high (null: without bound), repeats (too few are different\n"
        "for an interval), sprt (with its answer), stopped, odd (a game without its\n"
        "partner was not counted), seconds.",
    .examples =
        "ariadne match tictactoe --a level:2 --b level:1 --games 1000 --threads 2\n"
        "ariadne match connect4 --a engine:depth=4,eval=threats --b "
        "engine:depth=4,eval=pattern --seed 1\n"
        "ariadne match connect4 --a level:5 --b level:4 --sprt 0,50 --games 1000\n"
        "ariadne match nim --a perfect --b random --games-out games.jsonl",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
