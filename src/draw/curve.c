/* curve.c: a game as the curve of its values. */
#include <ariadne/review.h>

#include <math.h>
#include <stdlib.h>

#include <ariadne/chart.h>

#define PLIES_HALF 20.0 /* a win so far away stands halfway between won and drawn */
#define GUESS_HALF 50.0 /* an estimate of so much is worth half of the most one may be */
#define GUESS_MOST 0.45
#define PAYOFF_HALF 3.0

double ari_review_height(const ari_variant *v, ari_side side, const ari_answer *answer)
{
    double score = answer->score, height;
    int distance = ari_has(v, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(answer->score);
    if (!answer->exact && answer->line_length == 0 && distance < 0)
        return NAN;
    if (distance >= 0)
        height = copysign(0.5 + 0.5 * PLIES_HALF / (PLIES_HALF + distance), score);
    else if (answer->exact && !ari_has_margins(v))
        height = score; /* won is won */
    else if (answer->exact)
        height = score / (fabs(score) + PAYOFF_HALF);
    else
        height = GUESS_MOST * score / (fabs(score) + GUESS_HALF);
    return side == ARI_FIRST ? height : -height;
}

/* The value after so many moves. */
static double height_after(const ari_variant *v, const ari_review *review, int moves)
{
    if (moves < review->count)
        return ari_review_height(v, review->moves[moves].side,
                                 &review->moves[moves].before);
    const ari_reviewed *last = &review->moves[moves - 1];
    ari_state s = ari_after(v, &last->position, last->move);
    return ari_review_height(v, ari_turn(v, &s), &review->end);
}

ari_status ari_review_svg(const ari_variant *v, const ari_review *review, ari_text *out,
                          ari_error *error)
{
    size_t count = (size_t)review->count + 1;
    double *x = calloc(2 * count, sizeof *x);
    ari_chart_mark *marks = calloc(count, sizeof *marks);
    if (!x || !marks) {
        free(x);
        free(marks);
        return ari_fail_memory(error, count * sizeof *marks, "the curve of a game");
    }
    double *y = x + count;
    int shown = 0;
    for (int i = 0; i <= review->count; i++) {
        x[i] = i;
        y[i] = review->count > 0 ? height_after(v, review, i) : 0;
        const char *sign = i > 0 ? ari_verdict_sign(review->moves[i - 1].verdict) : "";
        if (sign[0] && isfinite(y[i]))
            marks[shown++] = (ari_chart_mark){x[i], y[i], sign};
    }
    const char *label =
        ari_has_margins(v)
            ? "for the first player: 0 drawn, above 0 won, below 0 lost"
            : "for the first player: 0.5 to 1 won, 0 drawn, -0.5 to -1 lost";
    const ari_series series = {.x = x, .y = y, .count = (int)count};
    const ari_chart chart = {.title = v->game->title,
                             .x_label = "moves played",
                             .y_label = label,
                             .series = &series,
                             .count = 1,
                             .marks = marks,
                             .mark_count = shown,
                             .low = -1.1,
                             .high = 1.1,
                             .middle = true};
    ari_chart_svg(&chart, out);
    free(x);
    free(marks);
    return ARI_OK;
}
