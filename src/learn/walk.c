/* walk.c: a search told step by step.
 *
 * The search tells when calls begin and end and where they stand; here nodes get their numbers, and each open
 * one has a level: its position, whose turn it is, and what its children say of its value. */
#include <ariadne/learn.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/stop.h"

typedef struct level {
    ari_state state;
    ari_node_tally tally;
    ari_side turn;
    int node;
} level;

typedef struct walker {
    const ari_variant *v;
    const ari_walk_job *job;
    const ari_listing *listing;
    ari_walk_end *end;
    ari_stop
        stop; /* the search's own: set when enough was told, or when the job's is set */
    level *levels; /* of the open calls, by ply */
    size_t room;
    int nodes; /* numbered so far */
    bool recalled, no_memory;
} walker;

bool ari_algorithm_rates(ari_algorithm algo)
{
    return algo >= ARI_ALGO_BESTMOVE;
}

bool ari_algorithm_recurses(ari_algorithm algo)
{
    return algo >= ARI_ALGO_PLAIN;
}

/* A search that was stopped still leaves its nodes, with values that mean nothing: they are not
 * told. */
static bool is_over(walker *w)
{
    if (ari__stop_is_set(w->job->search.limits.stop))
        atomic_store(&w->stop, 1);
    if (!atomic_load(&w->stop))
        return false;
    w->end->complete = false;
    return true;
}

static bool tell(walker *w, const ari_walk_step *step)
{
    if (w->end->steps >= w->job->most)
        atomic_store(&w->stop, 1);
    if (is_over(w))
        return false;
    w->end->steps++;
    w->job->told(w->job->self, step);
    return true;
}

/* What is known of the call at `ply`. */
static ari_walk_step step_at(const walker *w, ari_walk_kind kind, int ply)
{
    const level *here = &w->levels[ply];
    return (ari_walk_step){.kind = kind,
                           .node = here->node,
                           .parent = ply ? here[-1].node : -1,
                           .ply = ply,
                           .state = &here->state,
                           .before = ply ? &here[-1].state : NULL,
                           .move = ARI_NO_MOVE,
                           .turn = here->turn};
}

/* Whose turn it is after a move. The recursion's states have lost their side where both have the same
 * moves; but whether it changes can be told from the state before. */
static ari_side turn_after(const walker *w, int ply, const ari_state *state,
                           ari_move move)
{
    if (ply == 0 || !ari_algorithm_recurses(w->job->algo))
        return ari_turn(w->v, state);
    const level *above = &w->levels[ply - 1];
    ari_state next = ari_after(w->v, &above->state, move);
    bool changes = ari_turn(w->v, &next) != ari_turn(w->v, &above->state);
    return changes ? (ari_side)!above->turn : above->turn;
}

static void enter(void *self, const ari_state *state, ari_move move, int ply, int alpha,
                  int beta)
{
    walker *w = self;
    void *levels = w->levels;
    if (!ari__charged_grow(w->job->search.limits.memory, &levels, &w->room,
                           (size_t)ply + 1, sizeof *w->levels)) {
        w->no_memory = true;
        atomic_store(&w->stop, 1);
    }
    w->levels = levels;
    if (is_over(w))
        return;
    ari_side turn = turn_after(w, ply, state, move);
    w->levels[ply] =
        (level){.tally = ari_node_tally_begin(turn), .turn = turn, .node = w->nodes++};
    memcpy(&w->levels[ply].state, state, w->v->core->state_size);
    ari_walk_step step = step_at(w, ARI_WALK_ENTER, ply);
    step.move = move;
    step.alpha = alpha;
    step.beta = beta;
    tell(w, &step);
}

static void at(void *self, const ari_state *state, int ply, const ari_frame *frame)
{
    walker *w = self;
    if (is_over(w))
        return;
    int line = ari_listing_line_at(w->listing, frame);
    w->recalled = frame->place == ARI_AT_RECALL;
    memcpy(&w->levels[ply].state, state, w->v->core->state_size);
    ari_walk_step step = step_at(w, ARI_WALK_LINE, ply);
    step.line = line;
    step.frame = frame;
    if (!w->job->lines || tell(w, &step))
        w->end->reached[line]++;
}

static void cut(void *self, const ari_state *state, ari_move move, int ply, int value,
                int bound)
{
    walker *w = self;
    (void)state;
    if (is_over(w))
        return;
    if (!ari_algorithm_rates(w->job->algo)) /* which cut only what cannot be better */
        ari_node_tally_cut(&w->levels[ply].tally);
    ari_walk_step step = step_at(w, ARI_WALK_CUT, ply);
    step.parent = step.node;
    step.node = w->nodes++;
    step.before = step.state;
    step.move = move;
    step.value = value;
    step.bound_met = bound;
    tell(w, &step);
}

static void leave(void *self, const ari_state *state, int ply, int value, bool finished,
                  bool horizon)
{
    walker *w = self;
    (void)state;
    if (is_over(w))
        return;
    level *here = &w->levels[ply];
    if (ari_algorithm_recurses(w->job->algo) && here->turn == ARI_SECOND)
        value = -value;
    bool known = finished || w->recalled; /* of the recursion, which knows no bounds */
    ari_node_tally_leave(&here->tally, ply ? &here[-1].tally : NULL, value, known,
                         horizon);
    ari_walk_step step = step_at(w, ARI_WALK_LEAVE, ply);
    step.value = value;
    step.bound = here->tally.bound;
    step.finished = finished;
    step.horizon = horizon;
    step.estimate = here->tally.estimate;
    step.recalled = w->recalled;
    w->recalled = false;
    tell(w, &step);
}

static ari_status run(walker *w, const ari_state *s, const ari_search_job *search,
                      ari_error *error)
{
    ari_result *result = &w->end->result;
    switch (w->job->algo) {
    case ARI_ALGO_MINIMAX:
        return ari_minimax(w->v, s, search, result, error);
    case ARI_ALGO_ALPHABETA:
        return ari_alphabeta(w->v, s, search, result, error);
    case ARI_ALGO_BESTMOVE:
        return ari_bestmove(w->v, s, search, result, error);
    case ARI_ALGO_PLAIN:
    case ARI_ALGO_MEMO:
    case ARI_ALGO_CANONICAL:
        break;
    }
    ari_memo_mode mode = (ari_memo_mode)(w->job->algo - ARI_ALGO_PLAIN);
    return ari_memo_watch(w->v, s, mode, &search->limits, search->observer, result,
                          error);
}

ari_status ari_walk(const ari_variant *v, const ari_state *s, const ari_walk_job *job,
                    ari_walk_end *end, ari_error *error)
{
    *end = (ari_walk_end){.complete = true, .result = {.best = ARI_NO_MOVE}};
    walker w = {.v = v,
                .job = job,
                .listing = ari_listing_of(job->algo, job->search.strict),
                .end = end};
    const ari_observer observer = {
        .self = &w, .enter = enter, .leave = leave, .cut = cut, .at = at};
    ari_search_job search = job->search;
    search.observer = &observer;
    search.limits.stop = &w.stop;
    if (search.limits.nodes == 0 || search.limits.nodes > job->most + 1)
        search.limits.nodes = job->most + 1; /* each of which is a step */
    if (ari_algorithm_recurses(job->algo))
        search.limits.nodes = 0; /* it counts otherwise */
    ari_status status = run(&w, s, &search, error);
    ari__charged_free(job->search.limits.memory, w.levels, w.room, sizeof *w.levels);
    if (w.no_memory)
        return ari_fail_allowance(error, job->search.limits.memory, "watching a search");
    end->complete = end->complete && !end->result.stopped;
    return status == ARI_STOPPED ? ARI_OK : status;
}
