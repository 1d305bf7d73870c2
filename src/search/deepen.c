/* deepen.c: iterative deepening: which searches a thread of the engine makes, one after the other. */
#include "search/deepen.h"

#include <string.h>

#include "search/pace.h"

static int search_root(ari__engine_run *run, ari__engine_thread *t, int depth, int alpha,
                       int beta, bool line)
{
    return ari__searches(run->variant)->engine(t, run->root, depth, alpha, beta, line);
}

/* Takes the line of the thread into the result. */
static void take_line(ari__engine_thread *t, ari_result *result)
{
    result->line_length = t->line_lengths[0];
    ARI_ASSERT(result->line_length >= 0 && result->line_length <= ARI_LINE_MAX);
    if (result->line_length == 0)
        return;
    memcpy(result->line, t->lines, (size_t)result->line_length * sizeof(ari_move));
    result->best = result->line[0];
}

static void tell(ari__engine_thread *t, const ari_result *result)
{
    t->tick.progress.scored = true;
    t->tick.progress.score = result->score;
    t->tick.progress.depth = result->depth;
    t->tick.progress.line = result->line;
    t->tick.progress.line_length = result->line_length;
    ari__ticker_tell(&t->tick);
}

/* The depth within which a decided score was found; -1 for others, which no depth proves. */
static int decided_in(const ari_variant *v, int score)
{
    return ari_has(v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(score);
}

/* A win or loss that was found by looking deeper at some moves than at others is proved, but perhaps
 * not the shortest: a plain search over fewer plies tells. */
static bool make_sure(ari__engine_run *run, ari__engine_thread *t, ari_result *result,
                      int distance)
{
    int score = result->score;
    if (distance > 1) {
        unsigned with = t->with;
        t->with = 0;
        t->salt = ARI__PLAIN_SALT;
        int sooner = search_root(run, t, distance - 1, score > 0 ? score : -ARI__INFINITE,
                                 score > 0 ? ARI__INFINITE : score, true);
        t->with = with;
        t->salt = 0;
        if (t->tick.stopped)
            return false;
        if (score > 0 ? sooner > score : sooner < score) {
            result->score = sooner;
            take_line(t, result);
        }
    }
    return true;
}

/* Searches a line to a depth: the best of all moves or, in place of that, of t->among. False if it was
 * stopped: the result is then what it has found until then, if anything. */
static bool search_line(ari__engine_run *run, ari__engine_thread *t, int depth,
                        ari_result *result)
{
    uint64_t horizon = t->horizon;
    t->first = result->best;
    t->line_lengths[0] = 0;
    int score = search_root(run, t, depth, -ARI__INFINITE, ARI__INFINITE, true);
    if (t->tick.stopped) {
        /* The first move was the best one before: any that came after it is better. */
        if (t->line_lengths[0] > 0) {
            result->score = t->found;
            take_line(t, result);
        }
        return false;
    }
    result->score = score;
    result->depth = depth;
    take_line(t, result);
    int distance = decided_in(run->variant, score);
    result->exact =
        t->horizon == horizon || (distance >= 0 && distance <= depth &&
                                  (!t->with || make_sure(run, t, result, distance)));
    return !t->tick.stopped;
}

/* Leaves of the legal moves those that are the best of other lines, with what this one began with before
 * as the first. */
static void leave_others(ari__engine_run *run, ari__engine_thread *t, int line,
                         ari_move first)
{
    ari_move *list = run->moves;
    int count = run->move_count;
    for (int i = 0; i < count; i++) {
        bool taken = false;
        for (int k = 0; k < line; k++)
            taken |= run->coming[k].best == list[i] ||
                     (run->job->apart && ari_moves_alike(run->variant, run->root,
                                                         run->coming[k].best, list[i]));
        if (taken || list[i] == first) {
            ari_move m = list[i];
            int place = taken ? --count : 0;
            list[i] = list[place];
            list[place] = m;
            i -= taken;
        }
    }
    t->among = list;
    t->among_count = count;
}

/* The best first, from the first that may still change on; as they were where they are worth the same. */
static void sort_lines(ari_result *lines, int from, int count)
{
    for (int i = from + 1; i < count; i++) {
        ari_result one = lines[i];
        int j = i;
        for (; j > from && lines[j - 1].score < one.score; j--)
            lines[j] = lines[j - 1];
        lines[j] = one;
    }
}

/* Searches all lines from the first that may still change to a depth, each among the moves that those
 * before it have left. They count when all of them are there. */
static bool search_lines(ari__engine_run *run, ari__engine_thread *t, int depth)
{
    int from = 0;
    while (from < run->lines && run->result[from].exact)
        from++;
    memcpy(run->coming, run->result, (size_t)run->lines * sizeof *run->coming);
    bool done = true;
    for (int k = from; done && k < run->lines; k++) {
        if (k > 0)
            leave_others(run, t, k, run->result[k].best);
        done = search_line(run, t, depth, &run->coming[k]);
    }
    t->among = NULL;
    if (done)
        sort_lines(run->coming, from, run->lines);
    if (done || run->result->depth == 0)
        memcpy(run->result, run->coming, (size_t)run->lines * sizeof *run->coming);
    return done;
}

static bool is_all_exact(const ari__engine_run *run)
{
    for (int k = 0; k < run->lines; k++)
        if (!run->result[k].exact)
            return false;
    return true;
}

/* The main thread begins another depth: helpers that are not further on end what they are at. */
static void call_helpers(ari__engine_run *run, int depth)
{
    atomic_store(&run->depth, depth);
    for (int i = 1; i < run->thread_count; i++)
        if (atomic_load(&run->threads[i].deepening) < depth)
            atomic_store(&run->threads[i].halt, 1);
}

/* Iterative deepening (Slate and Atkin 1977); by several threads all search the same depth, with one table, and
 * put off what another one is at. */
static void lead(ari__engine_run *run, ari__engine_thread *t)
{
    ari__pace pace = {.nodes = 0};
    for (int depth = run->result->depth + 1;
         depth <= run->max_depth && !is_all_exact(run); depth++) {
        if (!ari__pace_goes_on(&pace, &run->limits, ari_seconds() - t->tick.start)) {
            ari__ticker_stop(&t->tick);
            break;
        }
        call_helpers(run, depth);
        if (!(run->lines > 1 ? search_lines(run, t, depth)
                             : search_line(run, t, depth, run->result)))
            break;
        ari__pace_note(&pace, ari__ticker_nodes(&t->tick), run->result);
        tell(t, run->result);
    }
    call_helpers(run, ARI_PLY_MAX + 1); /* they have helped enough */
}

/* Who is done with a depth before the main thread goes on to the next one. */
static void help(ari__engine_run *run, ari__engine_thread *t)
{
    ari_result result = {.best = ARI_NO_MOVE};
    int depth = 1;
    while (!result.exact) {
        atomic_store(&t->halt, 0);
        int led = atomic_load(&run->depth);
        depth = led > depth ? led : depth;
        if (depth > run->max_depth)
            return;
        atomic_store(&t->deepening, depth);
        if (search_line(run, t, depth, &result))
            depth++;
        else if (!atomic_load(&t->halt))
            return;
        else
            ari__ticker_resume(&t->tick, &run->limits);
    }
}

void ari__deepen(ari__engine_run *run, ari__engine_thread *t)
{
    if (t->index == 0)
        lead(run, t);
    else
        help(run, t);
}
