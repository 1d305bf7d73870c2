/* fuzz_databases.c: databases with bytes changed, opened, asked and verified. The input is a
 * list of changes, two bytes for the place, one for what is put there, to two small databases
 * made beforehand; the checksums are then made right again, so that what lies behind them is
 * reached. A changed database may answer wrongly, but never crash, and verifying must not
 * take it for sound unless nothing was changed. */
#define _DEFAULT_SOURCE
#include "fuzz.h"

#include <unistd.h>

#include <xxhash.h>

#include <ariadne/strong.h>

enum { SIZE_WORD = 2, FILE_WORD = 3, INDEX_WORD = 12, INDEX_SUM = 13, BODY_SUM = 14 };

static const char *const specs[] = {"coins:coins=7,most=2",
                                    "connect4:width=3,height=2,line=3"};

static uint64_t word(const unsigned char *data, int index)
{
    uint64_t value;
    memcpy(&value, data + 8 * index, 8);
    return value;
}

static void set_word(unsigned char *data, int index, uint64_t value)
{
    memcpy(data + 8 * index, &value, 8);
}

/* Makes the checksums of index, body and header fit what is there, where that is possible. */
static void repair(unsigned char *data, size_t size)
{
    uint64_t header = word(data, SIZE_WORD), index = word(data, INDEX_WORD);
    if (header < 136 || header > size || index < header || index > size)
        return;
    set_word(data, FILE_WORD, size);
    set_word(data, INDEX_SUM, XXH3_64bits(data + index, size - index));
    set_word(data, BODY_SUM, XXH3_64bits(data + header, size - header));
    uint64_t sum = XXH3_64bits(data, header - 8);
    memcpy(data + header - 8, &sum, 8);
}

static void write_file(const char *path, const unsigned char *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    MUST(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static size_t read_file(const char *path, unsigned char *data, size_t room)
{
    FILE *file = fopen(path, "rb");
    MUST(file);
    size_t size = fread(data, 1, room, file);
    MUST(size < room && fclose(file) == 0);
    return size;
}

static void ask(const char *path, const ari_variant *v, bool changed)
{
    ari_database *db;
    ari_error error;
    ari_verify_report report;
    const ari_verify_job job = {.memory = 0};
    if (ari_database_new(path, v, &db, &error) == ARI_OK) {
        ari_move list[ARI_MOVES_MAX];
        int score, distance;
        for (ari_state s = v->start;; s = ari_after(v, &s, list[0])) {
            (void)ari_database_look(db, &s, &score, &distance, &error);
            if (ari_outcome(v, &s) != ARI_ON)
                break;
            ari_moves(v, &s, list);
        }
        ari_text text = ARI_TEXT_EMPTY;
        ari_database_stats_text(db, &text);
        ari_text_free(&text);
        ari_database_free(db);
    } else {
        MUST(error.message[0]);
    }
    if (ari_database_verify(path, v, &job, &report, &error) == ARI_OK)
        MUST(report.sound ? true : report.message[0]);
    if (!changed)
        MUST(report.sound);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t count)
{
    static unsigned char whole[2][1 << 16];
    static size_t sizes[2];
    static ari_variant *variants[2];
    static char path[100];
    unsigned char data[1 << 16];
    int which = count > 0 && input[0] & 1;
    if (!sizes[which]) {
        const ari_strong_job job = {.checkpoint = -1};
        ari_strong_summary summary;
        ari_error error;
        snprintf(path, sizeof path, "/tmp/ariadne-fuzz-%d.db", (int)getpid());
        MUST(ari_variant_new(specs[which], &variants[which], &error) == ARI_OK);
        unlink(path);
        MUST(ari_strong_solve(variants[which], path, &job, &summary, &error) == ARI_OK);
        sizes[which] = read_file(path, whole[which], sizeof whole[which]);
    }
    size_t size = sizes[which];
    memcpy(data, whole[which], size);
    for (size_t i = 1; i + 3 <= count; i += 3)
        data[(size_t)(input[i] << 8 | input[i + 1]) % size] = input[i + 2];
    if (count > 0 && input[0] & 2)
        repair(data, size);
    write_file(path, data, size);
    ask(path, variants[which], memcmp(data, whole[which], size) != 0);
    unlink(path);
    return 0;
}
