/* driver.c: runs a fuzzer's function without libFuzzer: on every file of a folder, and on
 * many random changes of them, always the same ones.
 *
 *     fuzz_positions SEEDS [RUNS]
 */
#include <dirent.h>

#include <ariadne/random.h>

#include "fuzz.h"

#define SEEDS_MOST 200
#define SIZE_MOST 4096

static struct {
    uint8_t data[SIZE_MOST];
    size_t size;
} seeds[SEEDS_MOST];

static uint32_t read_seeds(const char *folder)
{
    struct dirent **entries;
    uint32_t count = 0;
    int found = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < found; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        FILE *file = entries[i]->d_name[0] == '.' ? NULL : fopen(path, "rb");
        free(entries[i]);
        if (!file)
            continue;
        MUST(count < SEEDS_MOST);
        seeds[count].size = fread(seeds[count].data, 1, SIZE_MOST, file);
        LLVMFuzzerTestOneInput(seeds[count].data, seeds[count].size);
        fclose(file);
        count++;
    }
    if (found >= 0)
        free(entries);
    return count;
}

/* One change: a byte set, left out or put in, a piece repeated or taken from elsewhere. */
static size_t change(ari_random *random, uint8_t *data, size_t size, uint32_t count)
{
    uint32_t at = ari_random_below(random, (uint32_t)size + 1);
    uint32_t length = ari_random_below(random, 16);
    uint32_t other = ari_random_below(random, count);
    switch (ari_random_below(random, 5)) {
    case 0:
        if (at < size)
            data[at] = (uint8_t)ari_random_next(random);
        return size;
    case 1:
        if (at < size)
            memmove(data + at, data + at + 1, size - at - 1);
        return size - (at < size);
    case 2: /* a likely character, anywhere */
        if (size == SIZE_MOST)
            return size;
        memmove(data + at + 1, data + at, size - at);
        data[at] = (uint8_t)(' ' + ari_random_below(random, 95));
        return size + 1;
    case 3:
        return at;
    default:
        if (at + length > SIZE_MOST || length > seeds[other].size)
            return size;
        memcpy(data + at, seeds[other].data + seeds[other].size - length, length);
        return at + length > size ? at + length : size;
    }
}

int main(int argc, char **argv)
{
    ari_random random = ari_random_seeded(1);
    uint32_t count = argc > 1 ? read_seeds(argv[1]) : 0;
    long runs = argc > 2 ? strtol(argv[2], NULL, 10) : 100000;
    if (count == 0) {
        fprintf(stderr, "there are no seeds; usage: %s SEEDS [RUNS]\n", argv[0]);
        return 2;
    }
    for (long i = 0; i < runs; i++) {
        static uint8_t data[SIZE_MOST];
        uint32_t seed = ari_random_below(&random, count);
        size_t size = seeds[seed].size;
        memcpy(data, seeds[seed].data, size);
        for (uint32_t changes = 1 + ari_random_below(&random, 4); changes > 0; changes--)
            size = change(&random, data, size, count);
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("%u seeds, %ld changes of them\n", (unsigned)count, runs);
    return 0;
}
