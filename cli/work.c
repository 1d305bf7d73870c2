/* work.c: limits, threads and memory of a search, from its options; seeds. */
#include "cli/cli.h"

#include <time.h>
#include <unistd.h>

#define MOST_SECONDS 1e9

bool cli_work_begin(const cli_arguments *arguments, const ari_variant *v, cli_work *work)
{
    *work = (cli_work){.bytes = 0};
    ari_limits *limits = &work->job.limits;
    limits->stop = cli_stop();
    if (!cli_count(arguments, "nodes", 0, &limits->nodes) ||
        !cli_seconds(arguments, "seconds", 0, MOST_SECONDS, &limits->seconds) ||
        !cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST,
                   &work->bytes) ||
        !cli_threads(arguments, &work->pool))
        return false;
    ari_allowance_begin(&work->memory, work->bytes);
    limits->memory = &work->memory;
    work->job.runner = ari_pool_runner(work->pool);
    ari_error error;
    if (ari_eval_parse(v, NULL, 0, &work->job.eval, &error) == ARI_OK)
        return true;
    cli_wrong_error(NULL, &error);
    cli_work_end(work);
    return false;
}

void cli_work_end(cli_work *work)
{
    ari_pool_free(work->pool);
    work->pool = NULL;
}

double cli_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint64_t cli_any_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)(now.tv_sec * 1000003 + now.tv_nsec + getpid()) & 0xffffff;
}

ari_status cli_work_ask(cli_work *work, const ari_variant *v, ari_solver *solver,
                        const ari_state *s, ari_question question, ari_analysis *analysis,
                        ari_error *error)
{
    cli_progress_begin(&work->job.limits, v, s);
    ari_status status = ari_analyse(solver, s, question, &work->job, analysis, error);
    cli_progress_end();
    cli_error_advice(error, status);
    return status;
}

/* Of commands and options the library knows nothing. */
void cli_error_advice(ari_error *error, ari_status status)
{
    const char *advice = status == ARI_LIMIT
                             ? "'ariadne strong' solves every position of a game, also "
                               "where positions come back"
                         : status == ARI_MEMORY ? "--memory SIZE allows more"
                                                : NULL;
    if (!advice)
        return;
    ari_error plain = *error;
    ari_fail(error, status, plain.offset, "%.300s; %s", plain.message, advice);
}
