/* ticker.c: limits of nodes and time, stop flags, progress. */
#include "base/ticker.h"

#include "base/clock.h"

#define NODES_BETWEEN_LOOKS 4096
#define SECONDS_BETWEEN_REPORTS 0.2

/* `nodes` have been counted; when shall the next look be? */
static void set_next(ari__ticker *ticker, uint64_t nodes)
{
    uint64_t most = ticker->limits->nodes;
    ticker->left = NODES_BETWEEN_LOOKS;
    if (most && nodes + ticker->left > most)
        ticker->left = most >= nodes ? most + 1 - nodes : 1;
    ticker->counted = nodes + ticker->left;
}

void ari__ticker_start(ari__ticker *ticker, const ari_limits *limits)
{
    *ticker = (ari__ticker){.limits = limits, .start = ari__seconds()};
    ticker->told = ticker->start;
    set_next(ticker, 0);
}

void ari__ticker_resume(ari__ticker *ticker, const ari_limits *limits)
{
    ticker->limits = limits;
    ticker->stopped = false;
    set_next(ticker, ari__ticker_nodes(ticker));
}

void ari__ticker_tell(ari__ticker *ticker)
{
    double now = ari__seconds();
    ticker->told = now;
    if (!ticker->limits->progress || ticker->silent)
        return;
    ticker->progress.nodes = ari__ticker_nodes(ticker);
    ticker->progress.seconds = now - ticker->start;
    ticker->limits->progress(ticker->limits->self, &ticker->progress);
}

static bool set(ari_stop *flag)
{
    return flag && atomic_load_explicit(flag, memory_order_relaxed);
}

bool ari__ticker_look(ari__ticker *ticker)
{
    const ari_limits *limits = ticker->limits;
    uint64_t nodes = ari__ticker_nodes(ticker);
    if (ticker->stopped) {
        ticker->left = 1; /* every tick from now on looks, and is told to stop */
        ticker->counted = nodes + 1;
        return true;
    }
    if ((limits->nodes && nodes > limits->nodes) || set(limits->stop) ||
        set(ticker->halt)) {
        ticker->stopped = true;
    } else if (limits->seconds > 0 || limits->progress) {
        double now = ari__seconds();
        if (limits->seconds > 0 && now - ticker->start >= limits->seconds)
            ticker->stopped = true;
        else if (now - ticker->told >= SECONDS_BETWEEN_REPORTS)
            ari__ticker_tell(ticker);
    }
    if (ticker->stopped)
        return ari__ticker_look(ticker);
    set_next(ticker, nodes);
    return false;
}
