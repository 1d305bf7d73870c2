/* ticker.c: limits of nodes and time, stop flags, progress. */
#include "search/ticker.h"

#include "base/clock.h"

#define NODES_BETWEEN_LOOKS 4096
#define SECONDS_BETWEEN_REPORTS 0.2

static void set_next(ari__ticker *ticker)
{
    ticker->next = ticker->nodes + NODES_BETWEEN_LOOKS;
    uint64_t most = ticker->limits->nodes;
    if (most && ticker->next > most + 1)
        ticker->next = most + 1;
}

void ari__ticker_start(ari__ticker *ticker, const ari_limits *limits)
{
    *ticker = (ari__ticker){.limits = limits, .start = ari__seconds()};
    ticker->told = ticker->start;
    set_next(ticker);
}

void ari__ticker_tell(ari__ticker *ticker)
{
    double now = ari__seconds();
    ticker->told = now;
    if (!ticker->limits->progress || ticker->silent)
        return;
    ticker->progress.nodes = ticker->nodes;
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
    if (ticker->stopped)
        return true;
    if ((limits->nodes && ticker->nodes > limits->nodes) || set(limits->stop) ||
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
        ticker->next = 0; /* from now on every tick looks, and is told to stop */
    else
        set_next(ticker);
    return ticker->stopped;
}
