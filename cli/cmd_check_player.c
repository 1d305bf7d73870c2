/* cmd_check_player.c: `ariadne check GAME --player WHO`: does a player ever lose? */
#include "cli/cmd_check.h"

#include <inttypes.h>
#include <string.h>

#include <ariadne/trial.h>

#define TABLE \
    ((size_t)1 << 20) /* bytes: it is emptied before every move of some players */

typedef struct trying {
    const ari_variant *v;
    ari_player *player;
    const char *who;
    uint64_t seed, most;
    ari_trial trial;
} trying;

static bool loses(const trying *job)
{
    return job->trial.seats[0].loss.count > 0 || job->trial.seats[1].loss.count > 0;
}

static void print_json(const trying *job)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_json_string(&json, "game", job->v->name);
    ari_json_string(&json, "player", job->who);
    ari_json_bool(&json, "never_loses", !loses(job));
    ari_json_bool(&json, "every_choice", job->trial.every);
    if (!job->trial.every)
        ari_json_unsigned(&json, "seed", job->seed);
    for (int side = ARI_FIRST; side <= ARI_SECOND; side++) {
        const ari_trial_seat *seat = &job->trial.seats[side];
        ari_json_object(&json, ari_side_name((ari_side)side));
        ari_json_unsigned(&json, "positions", seat->positions);
        if (job->trial.counted) {
            ari_json_unsigned(&json, "won", seat->won);
            ari_json_unsigned(&json, "drawn", seat->drawn);
            ari_json_unsigned(&json, "lost", seat->lost);
        }
        if (seat->loss.count > 0)
            ari_report_played(&json, "loss", &seat->loss);
        ari_json_object_end(&json);
    }
    cli_put_json(&json);
}

/* Why the player made this move. A rule is the reason for all that it allows; otherwise the
 * reason is known only where it would make the same move again. */
static bool reason_for(const trying *job, const ari_state *s, ari_move move,
                       ari_choice *choice)
{
    return ari_player_begin(job->player, job->seed, NULL) == ARI_OK &&
           ari_player_choose(job->player, s, NULL, choice, NULL) == ARI_OK &&
           (choice->move == move || strncmp(job->who, "rules", 5) == 0);
}

/* The game move by move, with the player's reasons. */
static void say_loss(const trying *job, ari_side side, ari_text *out)
{
    const ari_record *loss = &job->trial.seats[side].loss;
    ari_state s = loss->start;
    ari_text moves = ARI_TEXT_EMPTY;
    ari_record_format(job->v, loss, &moves);
    ari_text_format(out, "\nIt can lose as the %s player: %s\n\n", ari_side_name(side),
                    ari_text_get(&moves));
    for (int i = 0; i < loss->count; i++) {
        ari_side turn = ari_turn(job->v, &s);
        ari_choice choice = {.reason = ""};
        ari_text_clear(&moves);
        ari_move_format(job->v, &s, loss->moves[i], &moves);
        bool known = turn == side && reason_for(job, &s, loss->moves[i], &choice);
        ari_text_format(out, known ? "%3d  %-6s  %-4s  %s" : "%3d  %-6s  %s", i + 1,
                        ari_side_name(turn), ari_text_get(&moves), choice.reason);
        ari_text_add_char(out, '\n');
        s = ari_after(job->v, &s, loss->moves[i]);
    }
    ari_text_add_char(out, '\n');
    cli_board(job->v, &loss->end, cli_colour(), out);
    ari_text_free(&moves);
}

static void say_row(const trying *job, ari_side side, ari_text *out)
{
    const ari_trial_seat *seat = &job->trial.seats[side];
    const uint64_t counts[] = {seat->positions, seat->won, seat->drawn, seat->lost};
    ari_text count = ARI_TEXT_EMPTY;
    ari_text_format(out, "%-6s", ari_side_name(side));
    for (int i = 0; i < (job->trial.counted ? 4 : 1); i++) {
        ari_text_clear(&count);
        cli_say_count(counts[i], &count);
        ari_text_format(out, "  %12s", ari_text_get(&count));
    }
    ari_text_add_char(out, '\n');
    ari_text_free(&count);
}

static void print_text(const trying *job)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_format(&text, "%s (%s): all games of %s\n\n", job->v->game->title,
                    job->v->name, job->who);
    ari_text_add(&text,
                 job->trial.counted
                     ? "seat       positions     games won         drawn          lost\n"
                     : "seat       positions\n");
    for (int side = ARI_FIRST; side <= ARI_SECOND; side++)
        say_row(job, (ari_side)side, &text);
    for (int side = ARI_FIRST; side <= ARI_SECOND; side++)
        if (job->trial.seats[side].loss.count > 0)
            say_loss(job, (ari_side)side, &text);
    if (!loses(job))
        ari_text_format(
            &text, "\nIt never loses, first or second, whatever the opponent does%s.\n",
            job->trial.every ? "" : ", with these choices");
    if (!job->trial.every)
        ari_text_format(
            &text,
            "\nWhere it has a choice, it was the one of seed %" PRIu64
            ", each position being thought about\nafresh; with another --seed it "
            "may be another.\n",
            job->seed);
    cli_say(&text);
}

static int try_all(trying *job, bool as_json)
{
    const ari_limits limits = {.stop = cli_stop()};
    ari_error error;
    ari_status status = ari_trial_run(job->v, &job->v->start, job->player, job->seed,
                                      job->most, &limits, &job->trial, &error);
    if (status == ARI_STOPPED || (status != ARI_OK && cli_interrupted())) {
        cli_wrong("interrupted before all games were seen");
        return CLI_INTERRUPTED;
    }
    const ari_trial_seat *seats = job->trial.seats;
    if (status == ARI_LIMIT && (seats[ARI_FIRST].positions >= job->most ||
                                seats[ARI_SECOND].positions >= job->most))
        return cli_wrong("%s; --nodes N allows more, and a smaller board has fewer",
                         error.message);
    if (status != ARI_OK)
        return cli_wrong_error(NULL, &error);
    if (as_json)
        print_json(job);
    else
        print_text(job);
    int code = loses(job) ? CLI_NO : CLI_DONE;
    ari_trial_free(&job->trial);
    return code;
}

int cli_check_player(const cli_arguments *arguments)
{
    int64_t most;
    ari_variant *v;
    trying job = {.who = cli_text(arguments, "player", NULL)};
    if (!cli_count(arguments, "seed", 1, &job.seed) ||
        !cli_number(arguments, "nodes", ARI_TRIAL_POSITIONS, 1, INT64_MAX, &most) ||
        !cli_game(cli_word(arguments, 0), &v))
        return CLI_WRONG;
    job.v = v;
    job.most = (uint64_t)most;
    const ari_player_job setup = {.seed = job.seed, .bytes = TABLE, .by_nodes = true};
    ari_error error;
    int code;
    if (ari_player_new(v, job.who, &setup, &job.player, &error) == ARI_OK)
        code = try_all(&job, cli_given(arguments, "json"));
    else
        code = cli_wrong_error(job.who, &error);
    ari_player_free(job.player);
    ari_variant_free(v);
    return code;
}
