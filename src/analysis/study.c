/* study.c: the improving analysis of every move of a position.
 *
 * Each move is proved by itself, in turns: a few nodes for every move first, then eight times as
 * many for those that are still open, and so on. So what is easy is known soon, whatever else is
 * hard, and a proof that was interrupted costs little, as the tables keep what it has found.
 * Between the proofs all open moves are looked at to the same depth (estimate.h), which gives the
 * others a value that can be compared, and the proofs their order: what looks best is proved
 * first. */
#include <ariadne/analysis.h>

#include <stdlib.h>
#include <string.h>

#include "analysis/answers.h"
#include "analysis/estimate.h"
#include "base/memory.h"
#include "solver/inquiry.h"

/* What a move gets in the first round, and how much longer each round is than the last. */
#define FIRST_TURN 2000
#define LONGER 8

/* A piece of a proof takes no more than this: a fraction of a second. */
#define PIECE_NODES ((uint64_t)1 << 18)

/* Proofs have so many nodes for themselves before the first estimate, which costs its
 * preparations; but no more than a part of what is allowed. */
#define BEFORE_ESTIMATES 20000
/* Then estimates get this part of what proofs had. Where it is not sure that anything will be
 * proved, they get more as long as nothing is, and the more the wider the game is: a node of a proof
 * looks at all its moves, of which this many count as one. */
#define PART 16
#define PART_UNSURE 2
#define WIDTH 8
/* A piece of them: so many nodes, and a part of those that they had. */
#define ESTIMATE_PIECE 10000
#define ESTIMATE_GROWTH 2

typedef struct studied {
    ari_answer
        after; /* what is known of the position after the move, for its side to move */
    uint64_t spent; /* nodes, on its proof */
    bool lined;     /* the line that follows is found, as far as it can be */
    bool hopeless;  /* too long to be proved by search */
} studied;

struct ari_study {
    ari_solver *solver;
    const ari_variant *v;
    ari_state s;
    ari_engine_job job;
    ari__budget budget;
    double seconds; /* at work */
    int count;
    ari_move *moves; /* in the game's own order, as are: */
    studied *each;
    bool *settled;
    int *order; /* in which they are proved, and told */
    size_t bytes;
    ari__estimates estimates;
    uint64_t proving, estimating;   /* nodes so far */
    uint64_t before;                /* of them, under earlier limits */
    uint64_t turn;                  /* what each move has in this round */
    int at;                         /* of the order */
    uint64_t line_nodes;            /* left for lines that begin in the book */
    bool left_states, leave_states; /* there was no memory for all positions; now */
    bool complete, exhausted;
    ari_analysis known;
};

static ari_state after(const ari_study *study, int i)
{
    return ari_after(study->v, &study->s, study->moves[i]);
}

/* Lines that begin in the book come last. */
static bool waits(const studied *m)
{
    return m->after.source == ARI_SOURCE_BOOK && !m->lined;
}

/* ---- telling ---- */

/* What is known of a move: of the position after it, or seen by an estimate. */
static ari_answer answer_of(const ari_study *study, int i)
{
    const ari__estimates *e = &study->estimates;
    ari_answer answer = ari__answer_of_move(study->v, &study->s, &study->each[i].after);
    if (answer.exact || answer.source == ARI_SOURCE_DFPN)
        return answer;
    if (e->depth > 0) {
        const ari__estimate *seen = &e->seen[i];
        answer.source = ARI_SOURCE_ESTIMATE;
        answer.score = seen->score;
        answer.depth = e->depth;
        answer.line_length = seen->line_length;
        memcpy(answer.line, seen->line, (size_t)seen->line_length * sizeof *seen->line);
    }
    ari__answer_clamp(&answer);
    return answer;
}

/* Puts everything in order. */
static void settle(ari_study *study)
{
    ari_analysis *known = &study->known;
    study->complete = true;
    known->stopped = false;
    for (int i = 0; i < study->count; i++) {
        const studied *m = &study->each[i];
        known->moves[i] = answer_of(study, i);
        study->settled[i] = m->after.exact;
        study->complete = study->complete && m->lined;
        known->stopped = known->stopped || !(m->lined || waits(m));
    }
    known->stats.nodes = study->proving + study->estimating;
    known->stats.states = study->solver->memo.count;
    known->stats.seconds = study->seconds;
    if (study->count == 0)
        return;
    ari__answers_sort(known->moves, study->order, study->count);
    ari__answers_whole(known);
    /* The engine does not look for the shortest draw, though it may know of one. */
    if (known->whole.exact && !ari__knows_each(study->solver))
        known->whole.distance = ari__distance_of(study->v, &study->s, known->whole.score);
}

/* ---- proofs ---- */

/* The limits of the next piece of work. */
static ari_engine_job piece(const ari_study *study, uint64_t nodes)
{
    ari_engine_job job = study->job;
    (void)ari__budget_left(&study->budget, &job.limits);
    job.limits.depth = 0;
    if (!job.limits.nodes || nodes < job.limits.nodes)
        job.limits.nodes = nodes;
    return job;
}

static bool has_limits(const ari_study *study)
{
    return study->job.limits.nodes || study->job.limits.seconds > 0;
}

static bool is_open(const studied *m)
{
    return !(m->lined || m->hopeless || waits(m));
}

/* The next move to be proved; -1 when there is none. */
static int next_move(ari_study *study)
{
    bool open = false;
    for (int i = 0; i < study->count; i++)
        open = open || is_open(&study->each[i]);
    while (open) {
        for (; study->at < study->count; study->at++) {
            const studied *m = &study->each[study->order[study->at]];
            /* An enumeration that has not come to the end of one move has nothing for the
             * others, either. */
            while (study->solver->enumerates && is_open(m) && m->spent >= study->turn)
                study->turn *= LONGER;
            if (is_open(m) && m->spent < study->turn)
                return study->order[study->at];
        }
        study->at = 0;
        study->turn *= LONGER;
    }
    return -1;
}

/* The next move whose line waits for all else; -1 when there is none. */
static int next_line(const ari_study *study)
{
    for (int i = 0; i < study->count; i++)
        if (waits(&study->each[study->order[i]]))
            return study->order[i];
    return -1;
}

/* A move cannot be proved: the game is too long for a search, or there is too little memory. Where
 * there are limits, that is one more. */
static ari_status give_up(const ari_study *study, studied *m, const ari_error *why,
                          ari_error *error)
{
    m->hopeless = true;
    if (has_limits(study))
        return ARI_OK;
    if (study->left_states)
        return ari__fail_allowed(error, study->solver->given,
                                 "solving this position state by state");
    if (error)
        *error = *why;
    return why->status;
}

static ari_status prove_piece(ari_study *study, int i, uint64_t nodes,
                              const ari_runner *runner, ari_error *error)
{
    studied *m = &study->each[i];
    ari_state next = after(study, i);
    uint64_t left = study->turn - m->spent;
    /* An enumeration keeps only what it has finished, which may be nothing: it has its turn
     * undivided. */
    bool divided = !study->solver->enumerates && nodes < left;
    ari_engine_job job = piece(study, divided ? nodes : left);
    ari_error why;
    job.runner = runner;
    job.spent = m->spent;
    job.beside = study->proving - m->spent;
    uint64_t refused = atomic_load(&study->solver->allowance.refused);
    ari__inquiry q = ari__inquiry_begin(study->solver, &job, &why);
    ari_status status = ari__prove(&q, &next, &m->after);
    if (status == ARI_OK && m->after.exact && !q.stopped) {
        status = ari__prove_line(&q, &next, &m->after);
        m->lined = !q.stopped && m->after.source != ARI_SOURCE_BOOK;
    }
    if (status == ARI_OK && !q.stopped && ari__answer_bounded(&m->after))
        m->lined = true;
    study->proving += q.stats.nodes;
    m->spent += q.stats.nodes;
    ari__stats_add(&study->known.stats, &q.stats);
    if (status == ARI_MEMORY && study->solver->enumerates &&
        study->solver->method == ARI_METHOD_AUTO &&
        atomic_load(&study->solver->allowance.refused) != refused) {
        study->leave_states = true;
        return ARI_OK;
    }
    if (status == ARI_OK && q.crowded && !m->after.exact) {
        ari__fail_allowed(&why, study->solver->given, "looking to the end of the game");
        return give_up(study, m, &why, error);
    }
    if (status == ARI_LIMIT)
        return give_up(study, m, &why, error);
    if (status != ARI_OK && error)
        *error = why;
    return status;
}

/* The line of a move that the book knows. */
static ari_status line_piece(ari_study *study, int i, ari_error *error)
{
    studied *m = &study->each[i];
    ari_state next = after(study, i);
    ari_engine_job job = piece(study, UINT64_MAX);
    ari__inquiry q = ari__inquiry_begin(study->solver, &job, error);
    q.line_end = study->line_nodes;
    ari_status status = ari__late_line(&q, &next, &m->after);
    m->lined = true;
    study->proving += q.stats.nodes;
    study->line_nodes -=
        q.stats.nodes < study->line_nodes ? q.stats.nodes : study->line_nodes;
    return status;
}

/* ---- estimates ---- */

static ari_status need_engine(void *self, ari_engine **engine, ari_error *error)
{
    const ari_study *study = self;
    return ari__solver_engine(study->solver, engine, error);
}

/* Is it the estimates' turn? */
static bool estimates_are_due(const ari_study *study)
{
    const ari__estimates *e = &study->estimates;
    uint64_t before = BEFORE_ESTIMATES, nodes = study->job.limits.nodes;
    bool open = false, provable = false, proved = false;
    if (nodes && nodes / 4 < before)
        before = nodes / 4;
    for (int i = 0; i < study->count; i++) {
        const studied *m = &study->each[i];
        bool known = m->after.exact || m->after.source == ARI_SOURCE_DFPN;
        open = open || !known;
        provable = provable || !(known || m->hopeless);
        proved = proved || m->after.source >= ARI_SOURCE_STATES;
    }
    if (!open || !e->open || e->depth >= ARI_PLY_MAX)
        return false;
    bool sure = proved || study->solver->enumerates || ari_solver_is_sure(study->solver);
    uint64_t weight = sure || study->count < WIDTH ? 1 : (uint64_t)study->count / WIDTH;
    uint64_t proving = study->proving * weight;
    return !provable || (proving >= before &&
                         study->estimating < proving / (sure ? PART : PART_UNSURE));
}

static uint64_t estimate_piece_nodes(const ari_study *study)
{
    return ESTIMATE_PIECE + study->estimating / ESTIMATE_GROWTH;
}

static ari_status estimate_piece(ari_study *study, uint64_t nodes,
                                 const ari_runner *runner, ari_error *error)
{
    ari__estimates *e = &study->estimates;
    ari_engine_job job = piece(study, nodes);
    job.limits.progress = NULL;
    e->budget = ari__budget_open(&job.limits);
    e->runner = runner;
    e->error = error;
    ari_status status = ari__estimates_deepen(e);
    study->estimating += e->budget.used;
    return status;
}

/* What is won or lost within sight of an estimate is proved. Where positions are asked about one
 * by one, their answers say more: how long a draw takes. */
static void take_proved(ari_study *study, int i)
{
    const ari__estimate *seen = &study->estimates.seen[i];
    ari_state next = after(study, i);
    ari_answer *answer = &study->each[i].after;
    bool same = ari__same_side_moves(study->v, &study->s, &next);
    int score = ari__score_later(same ? seen->score : -seen->score);
    if (seen->exact && !ari__knows_each(study->solver)) {
        ari_answer_exact(answer, score, ari__distance_of(study->v, &next, score),
                         ARI_SOURCE_PROOF);
    } else if (!ari_has(study->v, ARI_HAS_PAYOFFS)) {
        if (score > ARI_SCORE_MAX && score > answer->low)
            answer->low = score;
        if (score < -ARI_SCORE_MAX && score < answer->high)
            answer->high = score;
    }
}

static void take_estimates(ari_study *study)
{
    for (int i = 0; i < study->count && study->estimates.depth > 1; i++)
        if (!study->each[i].after.exact && study->each[i].after.source != ARI_SOURCE_DFPN)
            take_proved(study, i);
}

/* ---- a step ---- */

/* A proof and the estimates at the same time, each in a thread. */
typedef struct pair {
    ari_study *study;
    int move;
    uint64_t nodes; /* for the estimates; the proof gets twice as many */
    ari_status status[2];
    ari_error error[2];
} pair;

static void one_of_pair(void *self, int index)
{
    pair *p = self;
    p->status[index] =
        index == 0 ? prove_piece(p->study, p->move, 2 * p->nodes, NULL, &p->error[0])
                   : estimate_piece(p->study, p->nodes, NULL, &p->error[1]);
}

static ari_status both(ari_study *study, int move, ari_error *error)
{
    const ari_runner *runner = study->job.runner;
    pair p = {.study = study, .move = move, .nodes = estimate_piece_nodes(study)};
    ari_limits left;
    (void)ari__budget_left(&study->budget, &left);
    if (left.nodes && left.nodes / 3 < p.nodes)
        p.nodes = left.nodes / 3 + 1;
    runner->run(runner->self, 2, one_of_pair, &p);
    int failed = p.status[0] != ARI_OK ? 0 : 1;
    if (p.status[failed] != ARI_OK && error)
        *error = p.error[failed];
    return p.status[failed];
}

static ari_status work(ari_study *study, ari_error *error)
{
    const ari_runner *runner = study->job.runner;
    bool due = estimates_are_due(study);
    int move = next_move(study);
    if (due && move >= 0 && runner && runner->threads > 1)
        return both(study, move, error);
    if (due)
        return estimate_piece(study, estimate_piece_nodes(study), runner, error);
    if (move >= 0)
        return prove_piece(study, move, PIECE_NODES, runner, error);
    move = next_line(study);
    if (move >= 0)
        return line_piece(study, move, error);
    study->exhausted = true;
    return ARI_OK;
}

ari_status ari_study_step(ari_study *study, ari_error *error)
{
    double start = ari_seconds();
    ari_status status = work(study, error);
    study->seconds += ari_seconds() - start;
    study->budget.used = study->proving + study->estimating - study->before;
    if (status == ARI_OK && study->leave_states) {
        study->leave_states = false;
        study->left_states = true;
        status = ari__solver_leave_states(study->solver, error);
    }
    if (status == ARI_OK) {
        take_estimates(study);
        settle(study);
    }
    return status;
}

bool ari_study_goes_on(const ari_study *study)
{
    ari_limits left;
    return !study->complete && !study->exhausted &&
           ari__budget_left(&study->budget, &left);
}

bool ari_study_complete(const ari_study *study)
{
    return study->complete;
}

const ari_analysis *ari_study_known(const ari_study *study)
{
    return &study->known;
}

void ari_study_resume(ari_study *study, const ari_engine_job *job)
{
    study->job = *job;
    study->budget = ari__budget_open(&job->limits);
    study->before = study->proving + study->estimating;
}

/* ---- beginning and end ---- */

void ari_study_free(ari_study *study)
{
    if (!study)
        return;
    if (study->left_states && !study->complete)
        ari__solver_return_to_states(study->solver);
    ari__estimates_end(&study->estimates);
    ari_analysis_free(&study->known);
    ari_allowance_give(study->job.limits.memory, study->bytes);
    free(study->moves);
    free(study->each);
    free(study->settled);
    free(study->order);
    free(study);
}

static ari_status make_room(ari_study *study, ari_error *error)
{
    size_t most = (size_t)study->v->core->max_moves;
    study->moves = malloc(most * sizeof *study->moves);
    if (!study->moves)
        return ari_fail_memory(error, most * sizeof *study->moves, "a list of moves");
    study->count = ari_outcome(study->v, &study->s) == ARI_ON
                       ? ari_moves(study->v, &study->s, study->moves)
                       : 0;
    size_t count = (size_t)(study->count ? study->count : 1);
    ari_allowance *memory = study->job.limits.memory;
    size_t bytes = count * (sizeof *study->each + sizeof *study->settled +
                            sizeof *study->order + 2 * sizeof *study->estimates.seen);
    if (!ari_allowance_take(memory, bytes))
        return ari_fail_allowance(error, memory, "keeping the values of the moves");
    study->bytes = bytes;
    study->each = calloc(count, sizeof *study->each);
    study->settled = calloc(count, sizeof *study->settled);
    study->order = calloc(count, sizeof *study->order);
    if (!study->each || !study->settled || !study->order)
        return ari_fail_memory(error, bytes, "the values of the moves");
    return ari__answers_make(&study->known, study->count, memory, error);
}

/* What needs no search: the ends of the game, book and database, and what the evaluation says
 * after each move. */
static ari_status look_up_all(ari_study *study, ari_error *error)
{
    ari__inquiry q = ari__inquiry_begin(study->solver, &study->job, error);
    ari_status status = ARI_OK;
    if (study->count == 0)
        return ari__look_up(&q, &study->s, &study->known.whole);
    for (int i = 0; i < study->count && status == ARI_OK; i++) {
        ari_state next = after(study, i);
        studied *m = &study->each[i];
        m->after = ari_answer_open(study->moves[i]);
        status = ari__look_up(&q, &next, &m->after);
        m->lined = m->after.source == ARI_SOURCE_RULES;
        study->settled[i] = m->after.exact;
    }
    study->proving = q.stats.nodes;
    if (status == ARI_OK)
        status = ari__estimates_deepen(&study->estimates);
    study->estimates.budget.used = 0;
    return status;
}

ari_status ari_study_new(ari_solver *solver, const ari_state *s,
                         const ari_engine_job *job, ari_study **result, ari_error *error)
{
    *result = NULL;
    ari_study *study = calloc(1, sizeof *study);
    if (!study)
        return ari_fail_memory(error, sizeof *study, "an analysis");
    study->solver = solver;
    study->v = solver->variant;
    study->s = *s;
    study->turn = FIRST_TURN;
    study->line_nodes = solver->line_nodes;
    study->known.whole = ari_answer_open(ARI_NO_MOVE);
    study->known.every = true;
    ari_study_resume(study, job);
    ari_status status = make_room(study, error);
    study->known.count = study->count;
    study->estimates = (ari__estimates){.v = study->v,
                                        .s = &study->s,
                                        .moves = study->moves,
                                        .count = study->count,
                                        .eval = &study->job.eval,
                                        .settled = study->settled,
                                        .engine = need_engine,
                                        .self = study,
                                        .error = error};
    if (status == ARI_OK)
        status = ari__estimates_begin(&study->estimates);
    if (status == ARI_OK)
        status = look_up_all(study, error);
    if (status != ARI_OK) {
        ari_study_free(study);
        return status;
    }
    settle(study);
    *result = study;
    return ARI_OK;
}

void ari__study_end(ari_study *study, ari_analysis *analysis)
{
    *analysis = study->known;
    study->known = (ari_analysis){.moves = NULL};
    ari_study_free(study);
}
