/* answers.c: what answers say when they are put together: their order, which of them are best, and
 * what the moves tell about their position. */
#include "analysis/answers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ari_answer_known(const ari_answer *answer)
{
    return answer->exact || answer->source != ARI_SOURCE_NONE || answer->line_length > 0;
}

bool ari_answer_decided(const ari_answer *answer)
{
    return answer->exact || answer->low > ARI_SCORE_MAX || answer->high < -ARI_SCORE_MAX;
}

const char *ari_answer_at_least(const ari_answer *answer)
{
    return answer->low >= 0 ? ari_value_name(answer->low) : NULL;
}

const char *ari_answer_at_most(const ari_answer *answer)
{
    return answer->high <= 0 ? ari_value_name(answer->high) : NULL;
}

int ari_answer_compare(const ari_answer *a, const ari_answer *b)
{
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    if (a->low != b->low)
        return a->low > b->low ? -1 : 1;
    if (a->exact != b->exact)
        return a->exact ? 1 : -1; /* the other is no worse, and may be better */
    return (int)ari_answer_known(b) - (int)ari_answer_known(a);
}

void ari_analysis_free(ari_analysis *analysis)
{
    free(analysis->moves);
    ari_allowance_give(analysis->memory, analysis->bytes);
    *analysis = (ari_analysis){.moves = NULL};
}

bool ari_analysis_is_best(const ari_analysis *analysis, int i)
{
    const ari_answer *moves = analysis->moves;
    if (moves[i].low >= analysis->whole.high)
        return true;
    if (!analysis->every)
        return false;
    for (int k = 0; k < analysis->count; k++)
        if (k != i && moves[k].high > moves[i].low)
            return false;
    return true;
}

int ari_analysis_best(const ari_analysis *analysis)
{
    int count = 0;
    while (count < analysis->count && ari_analysis_is_best(analysis, count))
        count++;
    return count;
}

/* ---- for those who put them together ---- */

ari_status ari__answers_make(ari_analysis *a, int count, ari_allowance *memory,
                             ari_error *error)
{
    size_t bytes = (size_t)count * sizeof *a->moves;
    if (!ari_allowance_take(memory, bytes))
        return ari_fail_allowance(error, memory, "keeping the values of the moves");
    a->memory = memory;
    a->bytes = bytes;
    a->moves = calloc((size_t)count, sizeof *a->moves);
    return a->moves ? ARI_OK : ari_fail_memory(error, bytes, "the values of the moves");
}

/* What is no bound is none a ply earlier, either. */
static int bound_of_move(const ari_variant *v, const ari_state *s, const ari_state *next,
                         int bound)
{
    int score = ari_score_of_move(v, s, next, bound);
    return abs(bound) < ARI_WIN ? score : score > 0 ? ARI_WIN : -ARI_WIN;
}

ari_answer ari__answer_of_move(const ari_variant *v, const ari_state *s,
                               const ari_answer *after)
{
    ari_answer answer = *after;
    ari_state next = ari_after(v, s, after->move);
    int low = bound_of_move(v, s, &next, after->low);
    int high = bound_of_move(v, s, &next, after->high);
    answer.score = ari_score_of_move(v, s, &next, after->score);
    answer.low = low < high ? low : high;
    answer.high = low < high ? high : low;
    if (answer.exact)
        answer.low = answer.high = answer.score;
    if (answer.distance >= 0)
        answer.distance++;
    return answer;
}

bool ari__answer_bounded(ari_answer *answer)
{
    if (answer->exact || answer->source != ARI_SOURCE_DFPN)
        return false;
    answer->score = answer->low > ARI_SCORE_MAX ? answer->low : answer->high;
    return true;
}

void ari__answer_clamp(ari_answer *answer)
{
    if (answer->score < answer->low)
        answer->score = answer->low;
    if (answer->score > answer->high)
        answer->score = answer->high;
}

void ari__answers_sort(ari_answer *answers, int *order, int count)
{
    for (int i = 0; i < count; i++) {
        int j = i;
        for (; j > 0 && ari_answer_compare(&answers[i], &answers[order[j - 1]]) < 0; j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
    /* Each goes to its place; `from` is where it has been put meanwhile. */
    for (int i = 0; i < count; i++) {
        int from = order[i];
        while (from < i)
            from = order[from];
        ari_answer answer = answers[i];
        answers[i] = answers[from];
        answers[from] = answer;
    }
}

/* Of equally good moves the first that ends the game soonest, as when only the position is asked
 * about. */
static const ari_answer *first_best(const ari_analysis *a)
{
    const ari_answer *best = &a->moves[0];
    for (int i = 1; i < a->count && a->moves[i].score == best->score; i++)
        if (a->moves[i].exact && a->moves[i].distance >= 0 &&
            (best->distance < 0 || a->moves[i].distance < best->distance))
            best = &a->moves[i];
    return best;
}

void ari__answers_whole(ari_analysis *a)
{
    const ari_answer *best = first_best(a);
    ari_answer *whole = &a->whole;
    int rest =
        best->line_length < ARI_LINE_MAX - 1 ? best->line_length : ARI_LINE_MAX - 1;
    *whole = *best;
    whole->move = ARI_NO_MOVE;
    for (int i = 0; i < a->count; i++) {
        whole->low = a->moves[i].low > whole->low ? a->moves[i].low : whole->low;
        whole->high = a->moves[i].high > whole->high ? a->moves[i].high : whole->high;
    }
    whole->exact = whole->low == whole->high;
    whole->distance = whole->exact ? best->distance : -1;
    if (best->exact && !whole->exact)
        whole->source = ARI_SOURCE_ESTIMATE; /* others may be better */
    whole->line[0] = best->move;
    memcpy(whole->line + 1, best->line, (size_t)rest * sizeof *best->line);
    whole->line_length = rest + 1;
}

ari_answer ari_mcts_answer(const ari_mcts *tree, uint32_t node)
{
    const ari_mcts_node *n = &tree->nodes[node];
    bool first = tree->nodes[0].turn == ARI_FIRST,
         payoffs = ari_has(tree->variant, ARI_HAS_PAYOFFS);
    double value = ari_mcts_value(tree, node);
    ari_answer answer = ari_answer_open(node ? n->move : ARI_NO_MOVE);
    int low = first ? n->low : -n->high, high = first ? n->high : -n->low;
    answer.low = low < answer.low ? answer.low : low;
    answer.high = high > answer.high ? answer.high : high;
    answer.exact = low == high;
    answer.distance = answer.exact && !payoffs ? ari_score_distance(low) : -1;
    answer.source = ari_mcts_proved(tree, node) ? ARI_SOURCE_PROOF : ARI_SOURCE_ESTIMATE;
    answer.score = (int)lround((first ? value : -value) * (payoffs ? 1 : 1000));
    if (answer.score < low || (!payoffs && low > ARI_SCORE_MAX))
        answer.score = low;
    if (answer.score > high || (!payoffs && high < -ARI_SCORE_MAX))
        answer.score = high;
    for (uint32_t c = ari_mcts_best(tree, node); c && answer.line_length < ARI_LINE_MAX;
         c = ari_mcts_best(tree, c))
        answer.line[answer.line_length++] = tree->nodes[c].move;
    return answer;
}
