/* test_nimber_base.c: files of nimbers: the same however often the work was interrupted, right for every position that
 * games come to, and verified so that one wrong nimber is found. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <ariadne/nimberbase.h>

#include <xxhash.h>

#include "solving.h"

#define PATH "nimber-base.db"

static unsigned char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *data = malloc(*size + 1);
    assert_int_equal(fread(data, 1, *size, file), *size);
    fclose(file);
    return data;
}

static void write_all(const char *path, const unsigned char *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

/* In one go. */
static void make(const ari_variant *v, ari_nimber_base_summary *summary)
{
    const ari_strong_job job = {.checkpoint = -1};
    ari_error error;
    unlink(PATH);
    if (ari_nimber_base_solve(v, PATH, &job, summary, &error) != ARI_OK)
        fail_msg("%s: %s", v->name, error.message);
}

static bool sound(const ari_variant *v, ari_verify_report *report)
{
    const ari_verify_job job = {.memory = 0};
    ari_error error;
    assert_int_equal(ari_nimber_base_verify(PATH, v, &job, report, &error), ARI_OK);
    return report->sound;
}

static const char *const games[] = {
    "kayles:pins=12",        "kayles:pins=9,misere=yes",
    "nim:heaps=531,normal",  "grundy:heap=15",
    "cram:width=4,height=4", "octal:code=0.07,heap=14",
    "octal:code=4.3",        "sum:kayles=6+nim=31+cram=3,height=3"};

/* Positions that games come to have the nimber that is searched for, too. */
static void test_looked_up(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ari_variant *v = variant(games[g]);
        ari_nimber_base_summary summary;
        ari_nimber_base *base;
        ari_nimbers *n;
        ari_verify_report report;
        ari_error error;
        const ari_limits none = {.depth = 0};
        ari_random random = ari_random_seeded(g);
        make(v, &summary);
        if (!sound(v, &report))
            fail_msg("%s: %s (%s)", v->name, report.message, report.position);
        assert_int_equal(report.positions, summary.parts);
        assert_int_equal(ari_nimber_base_new(PATH, v, 0, &base, &error), ARI_OK);
        assert_int_equal(ari_nimbers_new(v, (size_t)16 << 20, &n, &error), ARI_OK);
        for (int game = 0; game < 50; game++)
            for (ari_state s = v->start;;
                 s = ari_after(v, &s, random_move(v, &s, &random))) {
                int found, searched;
                assert_int_equal(ari_nimber_base_look(base, &s, &found, &error), ARI_OK);
                assert_int_equal(ari_nimber_of(n, &s, &none, &searched, &error), ARI_OK);
                assert_int_equal(found, searched);
                if (ari_outcome(v, &s) != ARI_ON)
                    break;
            }
        ari_nimbers_free(n);
        ari_nimber_base_free(base);
        ari_variant_free(v);
    }
    unlink(PATH);
}

/* Stopped as soon as possible, again and again. */
static void test_interrupted(void **unused)
{
    (void)unused;
    ari_variant *v = variant("cram:width=5,height=4");
    ari_nimber_base_summary summary;
    size_t size, other;
    make(v, &summary);
    unsigned char *whole = read_all(PATH, &size);
    unlink(PATH);
    int stops = 0;
    ari_stop stop = true;
    const ari_strong_job job = {.checkpoint = -1, .stop = &stop};
    ari_error error;
    ari_status status;
    while ((status = ari_nimber_base_solve(v, PATH, &job, &summary, &error)) ==
           ARI_STOPPED)
        stops++;
    assert_int_equal(status, ARI_OK);
    assert_true(stops >= 2);
    assert_true(summary.resumed);
    assert_int_equal(access(PATH ".work", F_OK), -1);
    unsigned char *parted = read_all(PATH, &other);
    assert_int_equal(other, size);
    assert_memory_equal(parted, whole, size);
    free(whole);
    free(parted);
    unlink(PATH);
    ari_variant_free(v);
}

/* With a checksum that is right again. */
static void change(unsigned char *data, size_t size, size_t at, int by)
{
    data[at] = (unsigned char)(data[at] + by);
    uint64_t sum = XXH3_64bits(data, size - 8);
    memcpy(data + size - 8, &sum, 8);
    write_all(PATH, data, size);
}

static void test_wrong_is_found(void **unused)
{
    (void)unused;
    ari_variant *v = variant("cram:width=4,height=3");
    ari_nimber_base_summary summary;
    ari_verify_report report;
    size_t size;
    make(v, &summary);
    unsigned char *data = read_all(PATH, &size);
    size_t nimbers = size - 8 - 2 * (size_t)summary.parts;
    for (size_t i = 0; i < summary.parts; i++) {
        change(data, size, nimbers + 2 * i, 1);
        assert_false(sound(v, &report));
        assert_non_null(strstr(report.message, "nimber"));
        assert_true(report.position[0]);
        change(data, size, nimbers + 2 * i, -1);
    }
    assert_true(sound(v, &report));
    data[size / 2] ^= 1; /* and without */
    write_all(PATH, data, size);
    assert_false(sound(v, &report));
    assert_non_null(strstr(report.message, "damaged"));
    free(data);
    unlink(PATH);
    ari_variant_free(v);
}

static void test_sequences(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        uint64_t last;
    } sequences[] = {{"kayles", 100000},
                     {"grundy", 2000},
                     {"octal:code=0.07", 300},
                     {"octal:code=4.3", 0},
                     {"octal:code=0.45", 5000}};
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        ari_variant *v = variant(sequences[i].game);
        ari_nimber_base_summary summary;
        ari_verify_report report;
        ari_error error;
        const ari_strong_job job = {.checkpoint = 0};
        size_t size, other;
        unlink(PATH);
        /* half of it, and then all: the same file as in one go */
        uint64_t last = sequences[i].last;
        assert_int_equal(ari_nimber_base_sequence(v, last, PATH, &job, &summary, &error),
                         ARI_OK);
        unsigned char *whole = read_all(PATH, &size);
        unlink(PATH);
        assert_int_equal(
            ari_nimber_base_sequence(v, last / 2, PATH, &job, &summary, &error), ARI_OK);
        assert_int_equal(ari_nimber_base_sequence(v, last, PATH, &job, &summary, &error),
                         ARI_OK);
        assert_int_equal(summary.parts, last + 1);
        unsigned char *parted = read_all(PATH, &other);
        assert_int_equal(other, size);
        assert_memory_equal(parted, whole, size);
        assert_true(sound(v, &report));
        assert_int_equal(report.positions, last + 1);
        for (int k = 1; k <= 20 && last; k++) { /* one heap is another one's */
            change(whole, size, size - 8 - 2 * (1 + (size_t)k * (size_t)last / 20), 1);
            assert_false(sound(v, &report));
            change(whole, size, size - 8 - 2 * (1 + (size_t)k * (size_t)last / 20), -1);
        }
        free(whole);
        free(parted);
        ari_variant_free(v);
    }
    unlink(PATH);
}

static void test_refused(void **unused)
{
    (void)unused;
    ari_variant *v = variant("kayles:pins=9"), *other = variant("kayles:pins=10");
    ari_variant *none = variant("tictactoe");
    const ari_strong_job job = {.checkpoint = -1};
    ari_nimber_base_summary summary;
    ari_nimber_base *base;
    ari_error error;
    make(v, &summary);
    assert_int_equal(ari_nimber_base_new(PATH, other, 0, &base, &error), ARI_BROKEN);
    assert_int_equal(ari_nimber_base_new(PATH, v, 16, &base, &error), ARI_MEMORY);
    assert_int_equal(ari_nimber_base_solve(none, "none.db", &job, &summary, &error),
                     ARI_UNSUPPORTED);
    assert_int_equal(ari_nimber_base_sequence(v, 5, PATH, &job, &summary, &error),
                     ARI_IO);
    const ari_strong_job little = {.checkpoint = -1, .memory = 100000};
    ari_variant *large = variant("cram:width=5,height=5");
    unlink("large.db");
    assert_int_equal(ari_nimber_base_solve(large, "large.db", &little, &summary, &error),
                     ARI_MEMORY);
    ari_variant_free(large);
    ari_variant_free(none);
    ari_variant_free(other);
    ari_variant_free(v);
    unlink(PATH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looked_up),      cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_wrong_is_found), cmocka_unit_test(test_sequences),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("nimber base", tests, NULL, NULL);
}
