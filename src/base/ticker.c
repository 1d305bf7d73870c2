/* ticker.c: limits of nodes and time, stop flags, progress. */
#include "base/ticker.h"

#include "base/stop.h"

/* Nodes of one game cost a thousand times those of another, and the first ones more, while
 * memory is touched for the first time: so the looks find their own pace. */
#define FEWEST_BETWEEN_LOOKS 32
#define MOST_BETWEEN_LOOKS 4096
#define SECONDS_BETWEEN_LOOKS 0.002
#define SECONDS_BETWEEN_REPORTS 0.2

/* `nodes` have been counted; when shall the next look be? */
static void set_next(ari__ticker *ticker, uint64_t nodes)
{
    uint64_t most = ticker->limits->nodes;
    ticker->left = ticker->pace;
    if (most && nodes + ticker->left > most)
        ticker->left = most >= nodes ? most + 1 - nodes : 1;
    ARI_ASSERT(ticker->left > 0);
    ticker->counted = nodes + ticker->left;
}

void ari__ticker_start(ari__ticker *ticker, const ari_limits *limits)
{
    *ticker = (ari__ticker){
        .limits = limits, .start = ari_seconds(), .pace = FEWEST_BETWEEN_LOOKS};
    ticker->told = ticker->looked = ticker->start;
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
    if (!ticker->limits->progress || ticker->silent)
        return;
    double now = ari_seconds();
    ticker->told = now;
    ticker->progress.nodes = ari__ticker_nodes(ticker);
    ticker->progress.seconds = now - ticker->start;
    ticker->limits->progress(ticker->limits->self, &ticker->progress);
}

static bool others_are_done(const ari__ticker *ticker)
{
    return ticker->halt && atomic_load_explicit(ticker->halt, memory_order_relaxed);
}

/* Every tick from now on looks, is told to stop, and does not count. */
static bool stop_counting(ari__ticker *ticker, uint64_t nodes)
{
    ticker->left = 1;
    ticker->counted = nodes + 1;
    return true;
}

void ari__ticker_stop(ari__ticker *ticker)
{
    ticker->stopped = true;
    stop_counting(ticker, ari__ticker_nodes(ticker));
}

/* Neither many looks in a moment nor a long time between two. */
static void find_pace(ari__ticker *ticker, double now)
{
    double passed = now - ticker->looked;
    ticker->looked = now;
    if (passed > SECONDS_BETWEEN_LOOKS && ticker->pace > FEWEST_BETWEEN_LOOKS)
        ticker->pace /= 2;
    else if (passed < SECONDS_BETWEEN_LOOKS / 4 && ticker->pace < MOST_BETWEEN_LOOKS)
        ticker->pace *= 2;
    ARI_ASSERT(ticker->pace >= FEWEST_BETWEEN_LOOKS &&
               ticker->pace <= MOST_BETWEEN_LOOKS);
}

bool ari__ticker_look(ari__ticker *ticker)
{
    const ari_limits *limits = ticker->limits;
    uint64_t nodes = ari__ticker_nodes(ticker);
    /* Asked by a tick, the node that asks is counted already; otherwise it is about the
     * next one. Either way it is not visited any more when there is an end. */
    bool ticked = ticker->left == 0;
    bool used_up = limits->nodes && nodes + !ticked > limits->nodes;
    if (!ticker->stopped &&
        (used_up || ari__stop_is_set(limits->stop) || others_are_done(ticker))) {
        ticker->stopped = true;
    } else if (!ticker->stopped) {
        double now = ari_seconds();
        find_pace(ticker, now);
        if (limits->seconds > 0 && now - ticker->start >= limits->seconds)
            ticker->stopped = true;
        else if (limits->progress && now - ticker->told >= SECONDS_BETWEEN_REPORTS)
            ari__ticker_tell(ticker);
    }
    if (ticker->stopped)
        return stop_counting(ticker, nodes - ticked);
    set_next(ticker, nodes);
    return false;
}
