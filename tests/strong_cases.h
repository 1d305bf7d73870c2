/* strong_cases.h: what the tests of strong solving share: a folder for files, ways to make and
 * compare them, and a solver by brute force. A file that includes it defines
 * _DEFAULT_SOURCE first. */
#ifndef TESTS_STRONG_CASES_H
#define TESTS_STRONG_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <ariadne/random.h>
#include <ariadne/strong.h>

#include "positions.h"

#ifndef LARGE
#define LARGE 1
#endif

static char folder[] = "/tmp/ariadne-strong-XXXXXX";

static inline const char *in_folder(const char *name)
{
    static char path[2][200];
    static int which;
    which = !which;
    snprintf(path[which], sizeof path[which], "%s/%s", folder, name);
    return path[which];
}

static inline ari_strong_summary solve_as(const ari_variant *v, const char *path,
                                          const ari_strong_job *job)
{
    ari_strong_summary summary;
    ari_error error;
    if (ari_strong_solve(v, path, job, &summary, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    return summary;
}

static inline ari_strong_summary solve(const ari_variant *v, const char *name)
{
    const ari_strong_job job = {.checkpoint = -1};
    unlink(in_folder(name));
    return solve_as(v, in_folder(name), &job);
}

static inline ari_database *opened(const char *name, const ari_variant *v)
{
    ari_database *db;
    ari_error error;
    if (ari_database_new(in_folder(name), v, &db, &error) != ARI_OK)
        fail_msg("%s: %s", name, error.message);
    return db;
}

static inline void expect_sound(const char *name, const ari_variant *v,
                                uint64_t positions)
{
    const ari_verify_job job = {.memory = 0};
    ari_verify_report report;
    ari_error error;
    if (ari_database_verify(in_folder(name), v, &job, &report, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
    if (!report.sound)
        fail_msg("%s: %s at %s", v->name, report.message, report.position);
    assert_int_equal(report.positions, positions);
}

static inline unsigned char *contents(const char *name, size_t *size)
{
    FILE *file = fopen(in_folder(name), "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *data = malloc(*size);
    assert_int_equal(fread(data, 1, *size, file), *size);
    fclose(file);
    return data;
}

static inline void expect_same(const char *a, const char *b)
{
    size_t a_size, b_size;
    unsigned char *x = contents(a, &a_size), *y = contents(b, &b_size);
    assert_int_equal(a_size, b_size);
    assert_memory_equal(x, y, a_size);
    free(x);
    free(y);
}

static inline void put(const char *name, const unsigned char *data, size_t size)
{
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

/* ---- brute force ---- */

/* Every position by its bytes, with its value: rounds over all of them until nothing
 * changes, in the n-th of which the wins and losses in n plies are found. */
typedef struct brute {
    const ari_variant *v;
    ari_state *states;
    int *scores; /* 0: open or drawn */
    size_t count, room;
    size_t *table, table_size;
} brute;

static inline size_t brute_place(brute *b, const ari_state *s)
{
    size_t bytes = b->v->core->state_size, hash = 1469598103934665603u;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ s->bytes[i]) * 1099511628211u;
    hash ^= hash >> 29;
    for (size_t at = hash % b->table_size;; at = (at + 1) % b->table_size) {
        if (!b->table[at]) {
            assert_true(b->count < b->room);
            b->states[b->count] = *s;
            b->table[at] = ++b->count;
            return b->count - 1;
        }
        if (memcmp(b->states[b->table[at] - 1].bytes, s->bytes, bytes) == 0)
            return b->table[at] - 1;
    }
}

static inline int brute_value(brute *b, size_t place, int round)
{
    ari_move list[ARI_MOVES_MAX];
    const ari_state s = b->states[place];
    int count = ari_moves(b->v, &s, list), best = -ARI_WIN - 1;
    for (int i = 0; i < count; i++) {
        ari_state next = ari_after(b->v, &s, list[i]);
        int value = b->scores[brute_place(b, &next)];
        if (abs(value) <= ARI_WIN - round) /* found in this very round, or open */
            value = 0;
        value = value > 0 ? value - 1 : value < 0 ? value + 1 : 0;
        if (ari_turn(b->v, &s) != ari_turn(b->v, &next))
            value = -value;
        best = value > best ? value : best;
    }
    return best;
}

static inline void brute_solve(brute *b, const ari_variant *v, size_t room)
{
    *b = (brute){.v = v, .room = room, .table_size = 2 * room + 1};
    b->states = calloc(room, sizeof *b->states);
    b->scores = calloc(room, sizeof *b->scores);
    b->table = calloc(b->table_size, sizeof *b->table);
    brute_place(b, &v->start);
    for (size_t i = 0; i < b->count; i++) {
        ari_move list[ARI_MOVES_MAX];
        ari_state s = b->states[i];
        int outcome = ari_outcome(v, &s);
        if (outcome != ARI_ON)
            b->scores[i] = outcome * ARI_WIN;
        int moves = outcome == ARI_ON ? ari_moves(v, &s, list) : 0;
        for (int j = 0; j < moves; j++) {
            ari_state next = ari_after(v, &s, list[j]);
            brute_place(b, &next);
        }
    }
    int quiet = 0;
    for (int round = 1; quiet < 2; round++) {
        quiet++;
        for (size_t i = 0; i < b->count; i++) {
            if (b->scores[i] != 0 || ari_outcome(v, &b->states[i]) != ARI_ON)
                continue;
            int value = brute_value(b, i, round);
            if (value != 0) {
                b->scores[i] = value;
                quiet = 0;
            }
        }
    }
}

static inline void brute_free(brute *b)
{
    free(b->states);
    free(b->scores);
    free(b->table);
}

static inline int make_folder(void **unused)
{
    (void)unused;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **unused)
{
    (void)unused;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

#endif
