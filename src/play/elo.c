/* elo.c: what the results of a match say.
 *
 * The unit is the pair of games with seats swapped, so that the advantage of moving first,
 * which falls to both alike, does not pass for chance. */
#include <ariadne/match.h>

#include <math.h>

#define Z 1.96             /* standard errors in a 95 % interval */
#define PAIRS_LEAST 8      /* before a sequential test may end */
#define DIFFERENT_LEAST 10 /* games of a seat, before one speaks of chance */

/* The variance of a pair between equals without draws. It counts as one more pair in the
 * interval, so that a few equal results prove nothing. The sequential test looks after every
 * pair, and would end just when those at hand vary too little by chance: there it counts as
 * six, with which the risks are what was asked for (test_match.c measures them). */
#define PRIOR_VARIANCE 0.125
#define PRIOR_INTERVAL 1
#define PRIOR_TEST 6

double ari_elo_of_score(double score)
{
    if (score <= 0)
        return -HUGE_VAL;
    return score >= 1 ? HUGE_VAL : 400 * log10(score / (1 - score));
}

double ari_score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

bool ari_match_repeats(const ari_match *match)
{
    for (int i = 0; i < 2; i++) {
        const ari_tally *tally = &match->seat[i];
        int64_t games = tally->wins + tally->draws + tally->losses;
        if (games > 0 && tally->different < DIFFERENT_LEAST &&
            2 * tally->different <= games)
            return true;
    }
    return false;
}

static double variance(const ari_match *match, int prior)
{
    double n = (double)match->pairs, mean = match->sum / n;
    double spread = match->squares - n * mean * mean;
    return ((spread > 0 ? spread : 0) + prior * PRIOR_VARIANCE) / n;
}

/* Wilson's interval, for as many even trials as would vary like these pairs: it stays
 * between 0 and 1 even when everything was won. */
static void find_interval(ari_match *match)
{
    double n = (double)match->pairs, mean = match->sum / n;
    double inner = (match->sum + 0.5) / (n + 1); /* never quite 0 or 1 */
    double trials = inner * (1 - inner) * n / variance(match, PRIOR_INTERVAL);
    double middle = (mean + Z * Z / (2 * trials)) / (1 + Z * Z / trials);
    double half = Z / (1 + Z * Z / trials) *
                  sqrt(mean * (1 - mean) / trials + Z * Z / (4 * trials * trials));
    match->low = mean > 0 ? ari_elo_of_score(middle - half) : -HUGE_VAL;
    match->high = mean < 1 ? ari_elo_of_score(middle + half) : HUGE_VAL;
    match->error = half;
    if (ari_match_repeats(match)) {
        match->low = -HUGE_VAL;
        match->high = HUGE_VAL;
    }
}

static double risk(double given)
{
    return given > 0 && given < 1 ? given : 0.05;
}

/* The generalised sequential probability ratio test: the pairs' scores as normal, with the
 * variance that they show. */
static void test(ari_match *match, const ari_sprt *sprt)
{
    double alpha = risk(sprt->alpha), beta = risk(sprt->beta);
    double s0 = ari_score_of_elo(sprt->elo0), s1 = ari_score_of_elo(sprt->elo1);
    match->lower = log(beta / (1 - alpha));
    match->upper = log((1 - beta) / alpha);
    match->llr = (s1 - s0) * (2 * match->sum - (double)match->pairs * (s0 + s1)) /
                 (2 * variance(match, PRIOR_TEST));
    if (match->pairs < PAIRS_LEAST || ari_match_repeats(match))
        return;
    if (match->llr >= match->upper)
        match->answer = ARI_SPRT_YES;
    else if (match->llr <= match->lower)
        match->answer = ARI_SPRT_NO;
}

void ari_match_add_pair(ari_match *match, double score, const ari_sprt *sprt)
{
    match->pairs++;
    match->sum += score;
    match->squares += score * score;
    match->score = match->sum / (double)match->pairs;
    match->elo = ari_elo_of_score(match->score);
    find_interval(match);
    if (sprt)
        test(match, sprt);
}
