/* words.c: what is known, in words. */
#include <ariadne/analysis.h>

#include <stdlib.h>

/* "won", "lost by 3", "drawn". */
static void say_exact(const ari_variant *v, const ari_answer *answer, ari_text *out)
{
    if (answer->score == 0)
        ari_text_add(out, "drawn");
    else
        ari_text_add(out, answer->score > 0 ? "won" : "lost");
    if (answer->score != 0 && ari_has_margins(v))
        ari_text_format(out, " by %d", abs(answer->score));
}

/* "no win within 8": a win or a loss is proved to take longer. */
static void say_later(const char *what, int score, bool first, ari_text *out)
{
    int within = ari_score_distance(score) - 1;
    if (within > 0)
        ari_text_format(out, "%sno %s within %d", first ? "" : ", ", what, within);
}

/* "not lost", "won in at most 9", "at least +3"; true if there is something to say. */
static bool say_bounds(const ari_variant *v, const ari_answer *answer, ari_text *out)
{
    int low = answer->low, high = answer->high;
    size_t before = out->size;
    if (ari_has(v, ARI_HAS_PAYOFFS)) {
        if (low > -ARI_WIN)
            ari_text_format(out, "at least %+d", low);
        if (high < ARI_WIN)
            ari_text_format(out, "%sat most %+d", low > -ARI_WIN ? ", " : "", high);
    } else if (low > ARI_SCORE_MAX) {
        ari_text_format(out, "won in at most %d", ari_score_distance(low));
    } else if (high < -ARI_SCORE_MAX) {
        ari_text_format(out, "lost in at most %d", ari_score_distance(high));
    } else if (low >= 0 || high <= 0) {
        ari_text_add(out, low >= 0 ? "not lost" : "not won");
    }
    if (!ari_has(v, ARI_HAS_PAYOFFS)) {
        if (high > ARI_SCORE_MAX && high < ARI_WIN)
            say_later("win", high, out->size == before, out);
        if (low < -ARI_SCORE_MAX && low > -ARI_WIN)
            say_later("loss", low, out->size == before, out);
    }
    return out->size > before;
}

void ari_answer_format(const ari_variant *v, const ari_answer *answer, ari_text *out)
{
    if (answer->exact) {
        say_exact(v, answer, out);
        return;
    }
    bool bounded = say_bounds(v, answer, out);
    bool decided = !ari_has(v, ARI_HAS_PAYOFFS) &&
                   (answer->low > ARI_SCORE_MAX || answer->high < -ARI_SCORE_MAX);
    if (decided)
        return;
    if (answer->source == ARI_SOURCE_ESTIMATE)
        ari_text_format(out, "%sabout %s%d", bounded ? ", " : "",
                        answer->score > 0 ? "+" : "", answer->score);
    else if (!bounded)
        ari_text_add(out, "not known");
}
