/* verify.c: is a book right? */
#include "book/book_internal.h"

#include <stdlib.h>

#include <ariadne/random.h>

typedef struct trying {
    const ari_book *book;
    const ari_book_maker *maker;
    ari_book_trial *trial;
} trying;

static void fail_at(const trying *t, const ari_state *s, bool missing, int score,
                    int right)
{
    t->trial->failed = true;
    t->trial->position = *s;
    t->trial->missing = missing;
    t->trial->score = score;
    t->trial->right = right;
}

static bool book_score(const void *self, const ari_state *s, int *score)
{
    return ari_book_score(self, s, score);
}

/* Every position is there, and those before the frontier follow from the others. */
static ari_status try_inner(const trying *t, const ari_limits *limits, ari_error *error)
{
    const ari_variant *v = t->book->variant;
    ari_move *list = malloc((size_t)v->core->max_moves * sizeof *list);
    if (!list)
        return ari_fail_memory(error, (size_t)v->core->max_moves * sizeof *list,
                               "a list of moves");
    const ari_limits own = {.seconds = limits->seconds, .stop = limits->stop};
    ari_status status = ARI_OK;
    ari__ticker tick;
    ari__ticker_start(&tick, &own);
    for (size_t i = t->maker->count; i-- > 0 && !t->trial->failed;) {
        if (ari__tick(&tick)) {
            status = ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                              "stopped with %zu of %zu positions not compared yet", i + 1,
                              t->maker->count);
            break;
        }
        ari_state s = ari__book_state(t->maker, i);
        int score = 0, best = 0;
        if (!ari_book_score(t->book, &s, &score)) {
            fail_at(t, &s, true, 0, 0);
        } else if (i < t->maker->frontier) {
            t->trial->inner++;
            if (ari__book_best(v, &s, list, book_score, t->book, &best) && best != score)
                fail_at(t, &s, false, score, best);
        }
    }
    free(list);
    return status;
}

static ari_status try_one(const trying *t, size_t index, ari_solver *solver,
                          const ari_engine_job *job, ari_error *error)
{
    ari_state s = ari__book_state(t->maker, index);
    ari_analysis analysis;
    ari_status status = ari_analyse(solver, &s, ARI_ASK_VALUE, job, &analysis, error);
    if (status != ARI_OK)
        return status;
    int score = 0;
    if (!analysis.whole.exact)
        status = ari_fail(error, ARI_STOPPED, ARI_NO_OFFSET,
                          "stopped after %llu positions were solved again",
                          (unsigned long long)t->trial->solved);
    else if (ari_book_score(t->book, &s, &score) && score != analysis.whole.score)
        fail_at(t, &s, false, score, analysis.whole.score);
    t->trial->solved += analysis.whole.exact;
    ari_analysis_free(&analysis);
    return status;
}

/* Each position of the frontier is taken with the probability that makes `count` of them
 * in all (Knuth's selection sampling). */
static ari_status try_frontier(const trying *t, ari_solver *solver,
                               const ari_engine_job *job, uint64_t seed, uint64_t count,
                               ari_error *error)
{
    ari_random random = ari_random_seeded(seed);
    ari_status status = ARI_OK;
    for (size_t i = t->maker->frontier; i < t->maker->count && status == ARI_OK; i++) {
        if (t->trial->failed || count == 0)
            break;
        if (ari_random_below(&random, (uint32_t)(t->maker->count - i)) >= count)
            continue;
        status = try_one(t, i, solver, job, error);
        count--;
    }
    return status;
}

ari_status ari_book_verify(const ari_book *book, ari_solver *solver,
                           const ari_engine_job *job, uint64_t seed, uint64_t count,
                           ari_book_trial *trial, ari_error *error)
{
    *trial = (ari_book_trial){.failed = false};
    ari_book_maker *maker;
    ari_status status =
        ari_book_maker_new(book->variant, book->plies, &job->limits, &maker, error);
    if (status != ARI_OK)
        return status;
    trying t = {.book = book, .maker = maker, .trial = trial};
    status = try_inner(&t, &job->limits, error);
    if (status == ARI_OK)
        status = try_frontier(&t, solver, job, seed, count, error);
    ari_book_maker_free(maker);
    return status;
}
