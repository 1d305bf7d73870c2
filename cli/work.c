/* work.c: limits, threads and memory of a search, from its options; seeds. */
#include "cli/cli.h"

#include <time.h>
#include <unistd.h>

#define MOST_SECONDS 1e9

bool cli_work_begin(const cli_arguments *arguments, const ari_variant *v, cli_work *work)
{
    *work = (cli_work){.table_bytes = 0};
    ari_limits *limits = &work->job.limits;
    limits->stop = cli_stop();
    int64_t nodes;
    if (!cli_number(arguments, "nodes", 0, 0, INT64_MAX, &nodes) ||
        !cli_seconds(arguments, "seconds", 0, MOST_SECONDS, &limits->seconds) ||
        !cli_bytes(arguments, "memory", ARI_TABLE_BYTES_DEFAULT, 64,
                   &work->table_bytes) ||
        !cli_threads(arguments, &work->pool))
        return false;
    limits->nodes = (uint64_t)nodes;
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
    ari_status status = ari_solver_ask(solver, s, question, &work->job, analysis, error);
    cli_progress_end();
    if (status == ARI_LIMIT) { /* of other commands the library knows nothing */
        ari_error limit = *error;
        ari_fail(error, status, limit.offset,
                 "%s; 'ariadne strong' solves every position of a game, also where "
                 "positions come back",
                 limit.message);
    }
    return status;
}
