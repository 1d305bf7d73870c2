/* fuzz_cubes.c: any bytes as a set of cubes; what is accepted is solved for a while, and every
 * solution checked. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/insanity.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool held)
{
    if (!held)
        abort();
}

typedef struct telling {
    const ari_cubes *cubes;
    int left;
} telling;

static bool check(void *self, const ari_cubes_sides *sides)
{
    telling *t = self;
    must(ari_cubes_check(t->cubes, sides));
    return --t->left > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char none[] = "";
    ari_cubes cubes;
    ari_error error;
    if (ari_cubes_parse(size ? (const char *)data : none, size, &cubes, &error) !=
        ARI_OK) {
        must(strlen(error.message) > 10 && error.offset <= size);
        return 0;
    }
    for (int all = 0; all < 2; all++) {
        telling t = {&cubes, 200};
        ari_cubes_answer answer;
        const ari_cubes_job job = {
            .limits = {.nodes = 500}, .all = all, .each = check, .self = &t};
        must(ari_cubes_solve(&cubes, &job, &answer, &error) == ARI_OK);
        must(answer.all >= answer.distinct);
    }
    return 0;
}
