/* match.c: playing many games between two players.
 *
 * Each thread has players of its own, takes the next game that nobody has begun, plays it
 * with the seeds of its number, and leaves the game in the place of its number. The games are
 * told and counted in the order of the numbers, by whoever has finished the game that was
 * waited for: what is counted, and after which game a sequential test ends, does not depend
 * on who was quicker. What was counted is gone: a long match takes no more than a short one but for
 * a few bytes a game. */
#include <ariadne/match.h>

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "base/stop.h"
#include "play/seen.h"

#define TABLE_BYTES ((size_t)4 << 20)

typedef struct played {
    bool missing; /* ended before the end: by the stop flag or an error */
    int result, opening;
    int loser; /* A or B, who lost by forfeit, for this reason; -1 */
    char forfeit[sizeof((ari_match *)NULL)->forfeit[0]];
    uint64_t nodes[2];
    double seconds[2];
    ari_record record;
} played;

/* A thread's own. */
typedef struct seat {
    ari_player *players[2]; /* A and B */
    ari_status status;
    ari_error error;
    int64_t failed; /* the game of the error */
    played none;    /* for a game that there is no memory for */
} seat;

typedef struct match_run {
    const ari_variant *v;
    const ari_match_job *setup;
    ari_match *match;
    _Atomic(played *)
        *places; /* one for each game, NULL before it is done and after it is told */
    int64_t count;
    seat *seats;
    int threads;
    atomic_llong next;
    atomic_bool over;
    atomic_flag counting; /* somebody is: what follows is theirs */
    int64_t told;         /* games that were reported, in order */
    played first;         /* the first game of a pair whose second is not yet there */
    ari__seen seen;
    ari_status status; /* of the counting */
    ari_error error;
} match_run;

static uint64_t seed_of(const match_run *run, int64_t number, uint64_t what)
{
    return ari_mix(ari_mix(run->setup->seed) ^ ari_mix((uint64_t)number * 4 + what));
}

/* ---- one game ---- */

/* A random move that does not end the game; ARI_NO_MOVE when every one does. */
static ari_move opening_move(const ari_variant *v, const ari_state *s, ari_random *random)
{
    ari_move moves[ARI_MOVES_MAX];
    int count = ari_outcome(v, s) == ARI_ON ? ari_moves(v, s, moves) : 0;
    while (count > 0) {
        uint32_t which = ari_random_below(random, (uint32_t)count);
        ari_state next = ari_after(v, s, moves[which]);
        if (ari_outcome(v, &next) == ARI_ON)
            return moves[which];
        moves[which] = moves[--count];
    }
    return ARI_NO_MOVE;
}

/* Both games of a pair have the same opening. */
static ari_status play_opening(const match_run *run, int64_t index, played *at,
                               ari_error *error)
{
    ari_random random = ari_random_seeded(seed_of(run, index / 2, 2));
    ari_status status = ARI_OK;
    for (int i = 0; i < run->setup->opening_plies && status == ARI_OK; i++) {
        ari_move move = opening_move(run->v, &at->record.end, &random);
        if (move == ARI_NO_MOVE)
            break;
        status = ari_record_add(run->v, &at->record, move, error);
    }
    at->opening = at->record.count;
    return status;
}

/* A game that could go on for ever is drawn after as many plies as nobody wants to wait for. */
static bool is_over(const ari_variant *v, const ari_record *record)
{
    return ari_record_over(v, record) ||
           (ari_has(v, ARI_HAS_CYCLES) && record->count >= ARI_MATCH_PLIES_MAX);
}

/* Who gives no legal move has lost, unless everybody was told to stop. */
static ari_status forfeit(const match_run *run, int64_t index, int who, played *at,
                          const ari_error *error)
{
    if (ari__stop_is_set(run->setup->stop)) {
        at->missing = true;
        return ARI_OK;
    }
    at->loser = who;
    at->result = (who + (int)(index & 1)) & 1 ? 1 : -1;
    snprintf(at->forfeit, sizeof at->forfeit, "%.199s", error->message);
    return ARI_OK;
}

static ari_status play_moves(const match_run *run, int64_t index, seat *own, played *at)
{
    const ari_limits limits = {.stop = run->setup->stop};
    ari_status status = ARI_OK;
    while (status == ARI_OK && !is_over(run->v, &at->record)) {
        int who = ((int)ari_turn(run->v, &at->record.end) + (int)(index & 1)) & 1;
        ari_choice choice;
        ari_player_recall(own->players[who], &at->record);
        status = ari_player_choose(own->players[who], &at->record.end, &limits, &choice,
                                   &own->error);
        ari_player_recall(own->players[who], NULL);
        if (ari__stop_is_set(run->setup->stop) || atomic_load(&run->over)) {
            at->missing = true;
            return ARI_OK;
        }
        if (status == ARI_FORFEIT) {
            at->seconds[who] += choice.seconds;
            return forfeit(run, index, who, at, &own->error);
        }
        if (status == ARI_OK)
            status = ari_record_add(run->v, &at->record, choice.move, &own->error);
        at->nodes[who] += choice.nodes;
        at->seconds[who] += choice.seconds;
    }
    return status;
}

static void play_game(match_run *run, int64_t index, seat *own, played *at)
{
    const ari_state *start = run->setup->start ? run->setup->start : &run->v->start;
    at->record = (ari_record){.start = *start, .end = *start};
    at->loser = -1;
    ari_status status = play_opening(run, index, at, &own->error);
    for (int i = 0; i < 2 && status == ARI_OK && at->loser < 0; i++) {
        status = ari_player_begin(own->players[i], seed_of(run, index, (uint64_t)i),
                                  &own->error);
        if (status == ARI_FORFEIT)
            status = forfeit(run, index, i, at, &own->error);
    }
    if (status == ARI_OK && at->loser < 0 && !at->missing)
        status = play_moves(run, index, own, at);
    if (status != ARI_OK) {
        own->status = status;
        own->failed = index;
        at->missing = true;
        return;
    }
    int outcome = ari_outcome(run->v, &at->record.end);
    if (outcome == ARI_ON || at->loser >= 0)
        return; /* it was given up, repeats itself, or was stopped and does not count */
    at->result = ari_turn(run->v, &at->record.end) == ARI_FIRST ? outcome : -outcome;
}

/* ---- counting ---- */

static ari_status add_to_tally(match_run *run, const played *at, int which)
{
    ari_match *match = run->match;
    ari_tally *tally = &match->seat[which];
    int result = which ? -at->result : at->result;
    int before = ari__seen_note(&run->seen, &at->record, which);
    if (before < 0)
        return ari_fail_memory(&run->error, run->seen.room * 2 * sizeof(uint64_t),
                               "telling the games of a match apart");
    tally->wins += result > 0;
    tally->draws += result == 0;
    tally->losses += result < 0;
    tally->payoff += result;
    tally->plies += at->record.count;
    if (at->loser >= 0) {
        tally->forfeits[at->loser]++;
        memcpy(match->forfeit[at->loser], at->forfeit, sizeof at->forfeit);
    }
    tally->different += !(before >> which & 1);
    match->different += before == 0;
    return ARI_OK;
}

static double score_of(int result)
{
    return result > 0 ? 1 : result == 0 ? 0.5 : 0;
}

/* Both games of a pair are counted when the second is there, so that all that is said of a
 * match is about the same games. */
static ari_status count_pair(match_run *run, const played *second)
{
    double score = (score_of(run->first.result) + score_of(-second->result)) / 2;
    ari_status status = add_to_tally(run, &run->first, 0);
    if (status == ARI_OK)
        status = add_to_tally(run, second, 1);
    if (status == ARI_OK)
        ari_match_add_pair(run->match, score, run->setup->sprt);
    ari_record_free(&run->first.record);
    return status;
}

/* Tells about a game, and takes it into the match. */
static void take_game(match_run *run, played *at)
{
    ari_match *match = run->match;
    int64_t index = run->told;
    const ari_match_game game = {.number = index + 1,
                                 .seed = run->setup->seed,
                                 .record = &at->record,
                                 .opening = at->opening,
                                 .result = at->result,
                                 .forfeit = at->loser < 0 ? NULL : at->forfeit,
                                 .nodes = {at->nodes[0], at->nodes[1]},
                                 .seconds = {at->seconds[0], at->seconds[1]}};
    match->odd = index % 2 == 0;
    if (!match->odd)
        run->status = count_pair(run, at);
    if (run->status != ARI_OK) {
        atomic_store(&run->over, true);
        return;
    }
    run->told++;
    bool enough = run->setup->each && !run->setup->each(run->setup->self, &game, match);
    if (enough || (!match->odd && match->answer != ARI_SPRT_OPEN))
        atomic_store(&run->over, true);
    if (match->odd) {
        run->first = *at;
        at->record = ARI_RECORD_EMPTY;
    }
}

/* Is the game that comes next there? */
static bool is_ready(const match_run *run, int64_t index)
{
    return index < run->count && atomic_load(&run->places[index]);
}

static void forget(const match_run *run, played *at)
{
    if (!at)
        return;
    ari_record_free(&at->record);
    for (int i = 0; i < run->threads; i++)
        if (at == &run->seats[i].none)
            return;
    free(at);
}

/* Takes what is done, in order, up to the first game that is not. */
static void take_games(match_run *run)
{
    while (!atomic_load(&run->over) && is_ready(run, run->told)) {
        _Atomic(played *) *place = &run->places[run->told];
        played *at = atomic_load(place);
        if (at->missing) { /* and stays: no other is told after it */
            atomic_store(&run->over, true);
            return;
        }
        take_game(run, at);
        atomic_store(place, NULL);
        forget(run, at);
    }
}

/* Who finds somebody else at it goes back to playing; and who is at it looks once more when
 * done, for a game that came just then. */
static void take_games_alone(match_run *run)
{
    int64_t next;
    do {
        if (atomic_flag_test_and_set(&run->counting))
            return;
        take_games(run);
        next = run->told;
        atomic_flag_clear(&run->counting);
    } while (!atomic_load(&run->over) && is_ready(run, next));
}

/* There is no memory for a game: its place says so. */
static void miss_game(seat *own, int64_t number)
{
    own->none = (played){.missing = true};
    own->failed = number;
    own->status = ari_fail_memory(&own->error, sizeof own->none, "a game of the match");
}

static void work(void *argument, int index)
{
    match_run *run = argument;
    while (!atomic_load(&run->over) && !ari__stop_is_set(run->setup->stop)) {
        int64_t number = atomic_fetch_add(&run->next, 1);
        if (number >= run->count)
            return;
        seat *own = &run->seats[index];
        played *at = calloc(1, sizeof *at);
        if (at)
            play_game(run, number, own, at);
        else
            miss_game(own, number);
        atomic_store(&run->places[number], at ? at : &own->none);
        take_games_alone(run);
        if (!at)
            return;
    }
}

/* ---- the match ---- */

static ari_status make_players(match_run *run, seat *own, ari_error *error)
{
    const ari_match_job *setup = run->setup;
    ari_player_job player = {.oracle = setup->oracle,
                             .lookup = setup->lookup,
                             .guests = setup->guests,
                             .by_nodes = true,
                             .bytes = setup->bytes ? setup->bytes : TABLE_BYTES};
    ari_status status = ARI_OK;
    for (int i = 0; i < 2 && status == ARI_OK; i++) {
        status = ari_player_new(run->v, setup->who[i], &player, &own->players[i], error);
        if (status == ARI_OK && ari_player_is_human(own->players[i]))
            status = ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                              "a match is played by computers, and '%s' is not one",
                              setup->who[i]);
    }
    return status;
}

static ari_status prepare(match_run *run, ari_error *error)
{
    const ari_match_job *setup = run->setup;
    if (setup->games < 1 || setup->games > ARI_MATCH_GAMES_MAX)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a match has from 1 to %d games with each side first",
                        ARI_MATCH_GAMES_MAX);
    if (setup->sprt && !(setup->sprt->elo0 < setup->sprt->elo1))
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a sequential test needs two Elo differences, the smaller first");
    if (setup->start && ari_outcome(run->v, setup->start) != ARI_ON)
        return ari_fail(error, ARI_OVER, ARI_NO_OFFSET,
                        "the game is over in the position where the match should begin");
    run->count = 2 * setup->games;
    run->threads = setup->runner ? setup->runner->threads : 1;
    run->seats = calloc((size_t)run->threads, sizeof *run->seats);
    run->places = calloc((size_t)run->count, sizeof *run->places);
    if (!run->seats || !run->places)
        return ari_fail_memory(error, (size_t)run->count * sizeof *run->places,
                               "the games of a match");
    ari_status status = ARI_OK;
    for (int i = 0; i < run->threads && status == ARI_OK; i++)
        status = make_players(run, &run->seats[i], error);
    return status;
}

static void clear(match_run *run)
{
    for (int i = 0; run->seats && i < run->threads; i++)
        for (int j = 0; j < 2; j++)
            ari_player_free(run->seats[i].players[j]);
    int64_t begun = atomic_load(&run->next);
    for (int64_t i = run->told; run->places && i < begun && i < run->count; i++)
        forget(run, atomic_load(&run->places[i]));
    ari_record_free(&run->first.record);
    ari__seen_free(&run->seen);
    free(run->seats);
    free(run->places);
}

/* The error that kept the next game from being counted, if there is one. */
static ari_status first_error(const match_run *run, ari_error *error)
{
    if (run->status != ARI_OK && error)
        *error = run->error;
    if (run->status != ARI_OK)
        return run->status;
    for (int i = 0; i < run->threads; i++) {
        const seat *own = &run->seats[i];
        if (own->status == ARI_OK || own->failed != run->told)
            continue;
        if (error)
            *error = own->error;
        return own->status;
    }
    return ARI_OK;
}

ari_status ari_match_play(const ari_variant *v, const ari_match_job *setup,
                          ari_match *match, ari_error *error)
{
    double start = ari_seconds();
    *match = (ari_match){.low = -HUGE_VAL, .high = HUGE_VAL};
    match_run run = {
        .v = v, .setup = setup, .match = match, .counting = ATOMIC_FLAG_INIT};
    ari_status status = prepare(&run, error);
    if (status == ARI_OK) {
        if (setup->runner)
            setup->runner->run(setup->runner->self, run.threads, work, &run);
        else
            work(&run, 0);
        take_games(&run);
        status = first_error(&run, error);
    }
    match->stopped = ari__stop_is_set(setup->stop);
    match->seconds = ari_seconds() - start;
    clear(&run);
    return status;
}
