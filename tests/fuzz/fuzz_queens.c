/* fuzz_queens.c: any text as queens that stand already, and as the state of a count. The
 * first byte says which, and how large the board is. */
#include <stdlib.h>
#include <string.h>

#include <ariadne/queens.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool held)
{
    if (!held)
        abort();
}

static bool count_one(void *self, const uint32_t *columns)
{
    (void)columns;
    ++*(uint64_t *)self;
    return true;
}

/* What is found solves it, and the count is that of a list. */
static void examine(ari_queens_job *job)
{
    uint32_t columns[64];
    ari_queens_answer answer;
    must(ari_queens_find(job, columns, &answer, NULL) == ARI_OK);
    must(answer.verdict != ARI_QUEENS_FOUND || ari_queens_check(job, columns));
    if (job->n > 8)
        return;
    must(answer.verdict != ARI_QUEENS_UNDECIDED);
    ari_queens_count *count;
    must(ari_queens_count_new(job->n, &job->placed, &count, NULL) == ARI_OK);
    must(ari_queens_count_run(count, NULL, NULL, NULL, NULL, NULL) == ARI_OK);
    uint64_t total = ari_queens_count_total(count), listed = 0;
    must((total > 0) == (answer.verdict == ARI_QUEENS_FOUND));
    must(ari_queens_all(job, false, count_one, &listed, NULL) == ARI_OK);
    must(total == 0 || total == listed); /* a list does not mind two queens on a square */
    ari_queens_count_free(count);
}

static void as_placed(const char *text, uint32_t n)
{
    ari_queens_job job = {.n = n, .limits = {.nodes = 20000}};
    ari_error error;
    if (ari_queens_parse(text, n, &job.placed, &error) == ARI_OK) {
        for (size_t i = 0; i < job.placed.count; i++)
            must(job.placed.queens[i].x < n && job.placed.queens[i].y < n);
        examine(&job);
        ari_queens_placed_free(&job.placed);
    } else {
        must(error.message[0] && error.offset <= strlen(text));
    }
}

static void as_state(const char *text)
{
    ari_queens_count *count;
    ari_error error;
    must(ari_queens_count_new(8, NULL, &count, NULL) == ARI_OK);
    if (ari_queens_count_load(count, text, &error) != ARI_OK) {
        must(error.message[0] != '\0');
    } else {
        ari_text again = ARI_TEXT_EMPTY;
        ari_queens_count_save(count, &again);
        must(strcmp(ari_text_get(&again), text) == 0);
        ari_text_free(&again);
    }
    ari_queens_count_free(count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *text = malloc(size);
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    if (data[0] & 64)
        as_state(text);
    else
        as_placed(text, 1 + data[0] % 32);
    free(text);
    return 0;
}
