/* examples.c: for each row of a database's table a position that a game leads to.
 *
 * Positions are looked at from the start, the nearest first; where they are too many, positions of random
 * games follow, which come to the far end of the game, too. The file alone would not do: it does not say which
 * of its positions can be reached. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/random.h>

#include "base/hash.h"
#include "game/normal.h"
#include "strong/read.h"

#define NEAR_MOST ((size_t)1 << 20)  /* positions that are looked at near the start, */
#define FAR_MOST ((uint64_t)1 << 20) /* and in games, */
#define GAME_PLIES_MOST 1000         /* each of no more plies */
#define TABLE_SIZE (2 * NEAR_MOST)

typedef struct looking {
    ari_database *db;
    const ari_variant *v;
    ari_stop *stop;
    ari_strong_examples *rows;
    size_t left; /* rows without one */
    ari_move *moves;
    unsigned char *queue; /* positions near the start */
    size_t count;
    uint64_t
        *table; /* what they hash to, taken for themselves: at worst one is left out */
    ari_error *error;
} looking;

/* The row that a position belongs to; those of its tier are in rising order of their worth. */
static ari_status row_of(const looking *e, const ari_state *s, size_t *row)
{
    const ari_variant *v = e->v;
    ari_state rest = *s;
    uint64_t key[ARI_STATE_MAX / 8];
    unsigned turn;
    int score, distance;
    if (v->core->rest)
        v->core->rest(v->rules, s, &rest);
    int tier = ari__strong_steps_of(v)->place(&e->db->strong, s, key, &turn);
    ari_status status = ari_database_look(e->db, &rest, &score, &distance, e->error);
    if (status != ARI_OK || tier < 0 || tier > e->db->strong.top)
        return status == ARI_OK ? ARI_BROKEN : status;
    int value = e->db->payoffs ? score : (score > 0) - (score < 0);
    const ari__db_tier *t = &e->db->tiers[tier];
    uint64_t at = ari__db_row_of(
        t, ari__worth_of(value, distance < 0 ? ARI__ENDLESS : distance, e->db->payoffs));
    *row = t->first_row + (size_t)at;
    if (at < t->row_count)
        return ARI_OK;
    return ari_fail(e->error, ARI_BROKEN, ARI_NO_OFFSET,
                    "'%.200s' is wrong: it has no row for a position that it has",
                    e->db->path);
}

static ari_status look_at(looking *e, const ari_state *s)
{
    size_t row;
    ari_status status = row_of(e, s, &row);
    if (status == ARI_OK && !e->rows->found[row]) {
        e->rows->found[row] = true;
        e->rows->states[row] = *s;
        e->left--;
    }
    return status;
}

/* Puts a position into the queue, if it is new and there is room. */
static ari_status meet(looking *e, const ari_state *s)
{
    size_t bytes = e->v->core->state_size;
    ari_state normal = ari__normal(e->v, s, e->db->strong.dense, true);
    uint64_t hash = ari__hash_bytes(&normal, bytes) | 1;
    size_t at = (size_t)(hash >> 1) % TABLE_SIZE;
    while (e->table[at] && e->table[at] != hash)
        at = (at + 1) % TABLE_SIZE;
    if (e->table[at] == hash || e->count == NEAR_MOST)
        return ARI_OK;
    e->table[at] = hash;
    memcpy(e->queue + e->count++ * bytes, s, bytes);
    return look_at(e, s);
}

static bool stopped(const looking *e)
{
    return e->stop && atomic_load(e->stop);
}

static ari_status look_near(looking *e)
{
    size_t bytes = e->v->core->state_size;
    ari_status status = meet(e, &e->v->start);
    for (size_t i = 0; status == ARI_OK && i < e->count && e->left && !stopped(e); i++) {
        ari_state s = {{0}};
        memcpy(&s, e->queue + i * bytes, bytes);
        int count = ari_outcome(e->v, &s) == ARI_ON ? ari_moves(e->v, &s, e->moves) : 0;
        for (int m = 0; status == ARI_OK && m < count; m++) {
            ari_state next = ari_after(e->v, &s, e->moves[m]);
            status = meet(e, &next);
        }
    }
    return status;
}

static ari_status look_far(looking *e)
{
    ari_random random = ari_random_seeded(1);
    ari_status status = ARI_OK;
    for (uint64_t looked = 0; looked < FAR_MOST && e->left;) {
        ari_state s = e->v->start;
        for (int ply = 0; ari_outcome(e->v, &s) == ARI_ON && ply < GAME_PLIES_MOST;
             ply++) {
            uint32_t count = (uint32_t)ari_moves(e->v, &s, e->moves);
            s = ari_after(e->v, &s, e->moves[ari_random_below(&random, count)]);
            status = look_at(e, &s);
            looked++;
            if (status != ARI_OK || stopped(e))
                return status;
        }
        looked++;
    }
    return status;
}

static ari_status look(looking *e)
{
    const ari_core *core = e->v->core;
    e->moves = malloc((size_t)core->max_moves * sizeof *e->moves);
    e->queue = malloc(NEAR_MOST * core->state_size);
    e->table = calloc(TABLE_SIZE, sizeof *e->table);
    ari_status status = ARI_OK;
    if (!e->moves || !e->queue || !e->table)
        status = ari_fail_memory(e->error, NEAR_MOST * core->state_size,
                                 "looking for examples");
    if (status == ARI_OK)
        status = look_near(e);
    if (status == ARI_OK && e->count == NEAR_MOST)
        status = look_far(e);
    if (status == ARI_OK && stopped(e))
        status = ari_fail(e->error, ARI_STOPPED, ARI_NO_OFFSET,
                          "stopped while examples were looked for");
    free(e->moves);
    free(e->queue);
    free(e->table);
    return status;
}

ari_status ari_database_examples_new(ari_database *db, ari_stop *stop,
                                     ari_strong_examples *result, ari_error *error)
{
    size_t rows = ari_database_rows(db);
    *result = (ari_strong_examples){.count = rows};
    result->states = calloc(rows ? rows : 1, sizeof *result->states);
    result->found = calloc(rows ? rows : 1, sizeof *result->found);
    looking e = {.db = db, .v = db->v, .stop = stop, .rows = result, .left = rows};
    e.error = error;
    ari_status status = ARI_OK;
    if (!result->states || !result->found)
        status = ari_fail_memory(error, rows * sizeof *result->states, "examples");
    if (status == ARI_OK)
        status = look(&e);
    if (status != ARI_OK)
        ari_database_examples_free(result);
    return status;
}

void ari_database_examples_free(ari_strong_examples *examples)
{
    free(examples->states);
    free(examples->found);
    *examples = (ari_strong_examples){.states = NULL};
}
