/* tune_cma.c: the evolution strategy with covariance matrix adaptation.
 *
 * The formulas and constants are those of Hansen's tutorial (arXiv 1604.00772), with the
 * Cholesky factor of the covariances in place of their symmetric root. */
#include "play/tune_internal.h"

#include <math.h>
#include <string.h>

#define N ARI__TUNE_DIMENSIONS
#define PI 3.14159265358979323846
#define LEAST_SIGMA 0.5 /* parameters are whole numbers: less would draw the same again */

void ari__cma_begin(ari__cma *cma, int n, double range)
{
    *cma = (ari__cma){.sigma = range / 2};
    for (int i = 0; i < n; i++)
        cma->covariance[i][i] = 1;
}

static double normal(ari_random *random)
{
    double u = 1 - ari_random_unit(random), v = ari_random_unit(random);
    return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

/* The lower triangle L with L L' = C. */
static void factor(const ari__cma *cma, int n, double lower[N][N])
{
    memset(lower, 0, sizeof(double[N][N]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = cma->covariance[i][j];
            for (int k = 0; k < j; k++)
                sum -= lower[i][k] * lower[j][k];
            lower[i][j] = i == j ? sqrt(sum > 1e-12 ? sum : 1e-12) : sum / lower[j][j];
        }
}

void ari__cma_draw(const ari__cma *cma, int n, ari_random *random,
                   ari_individual *population, int count)
{
    double lower[N][N];
    factor(cma, n, lower);
    for (int p = 0; p < count; p++) {
        double z[N];
        for (int i = 0; i < n; i++)
            z[i] = normal(random);
        for (int i = 0; i < n; i++) {
            double step = 0;
            for (int j = 0; j <= i; j++)
                step += lower[i][j] * z[j];
            population[p].value[i] = cma->mean[i] + cma->sigma * step;
        }
    }
}

/* The constants of the strategy, which follow from the numbers of parameters and of sets. */
typedef struct constants {
    int parents;
    double weight[ARI_TUNE_POPULATION];
    double effective; /* so many equal parents would vary as much */
    double c_sigma, damping, c_path, c_one, c_mu, expected;
} constants;

static constants constants_for(int n, int count)
{
    constants c = {.parents = count / 2};
    double sum = 0, squares = 0, d = n;
    for (int i = 0; i < c.parents; i++) {
        c.weight[i] = log((count + 1) / 2.0) - log(i + 1);
        sum += c.weight[i];
    }
    for (int i = 0; i < c.parents; i++) {
        c.weight[i] /= sum;
        squares += c.weight[i] * c.weight[i];
    }
    double mu = c.effective = 1 / squares;
    c.c_sigma = (mu + 2) / (d + mu + 5);
    c.damping = 1 + 2 * fmax(0, sqrt((mu - 1) / (d + 1)) - 1) + c.c_sigma;
    c.c_path = (4 + mu / d) / (d + 4 + 2 * mu / d);
    c.c_one = 2 / ((d + 1.3) * (d + 1.3) + mu);
    c.c_mu = fmin(1 - c.c_one, 2 * (mu - 2 + 1 / mu) / ((d + 2) * (d + 2) + mu));
    c.expected = sqrt(d) * (1 - 1 / (4 * d) + 1 / (21 * d * d));
    return c;
}

/* Solves L z = y. */
static void solve(double lower[N][N], int n, const double *y, double *z)
{
    for (int i = 0; i < n; i++) {
        z[i] = y[i];
        for (int j = 0; j < i; j++)
            z[i] -= lower[i][j] * z[j];
        z[i] /= lower[i][i];
    }
}

void ari__cma_learn(ari__cma *cma, int n, int generation,
                    const ari_individual *population, int count)
{
    const constants c = constants_for(n, count);
    double lower[N][N], steps[ARI_TUNE_POPULATION][N], step[N] = {0}, z[N];
    factor(cma, n, lower);
    for (int p = 0; p < c.parents; p++)
        for (int i = 0; i < n; i++) {
            steps[p][i] = (population[p].value[i] - cma->mean[i]) / cma->sigma;
            step[i] += c.weight[p] * steps[p][i];
        }
    solve(lower, n, step, z);
    double length = 0;
    for (int i = 0; i < n; i++) {
        cma->mean[i] += cma->sigma * step[i];
        cma->sigma_path[i] = (1 - c.c_sigma) * cma->sigma_path[i] +
                             sqrt(c.c_sigma * (2 - c.c_sigma) * c.effective) * z[i];
        length += cma->sigma_path[i] * cma->sigma_path[i];
    }
    length = sqrt(length);
    double begun = sqrt(1 - pow(1 - c.c_sigma, 2.0 * (generation + 1)));
    bool steady = length / begun < (1.4 + 2 / (n + 1.0)) * c.expected;
    for (int i = 0; i < n; i++)
        cma->path[i] =
            (1 - c.c_path) * cma->path[i] +
            (steady ? sqrt(c.c_path * (2 - c.c_path) * c.effective) * step[i] : 0);
    double kept =
        1 - c.c_one - c.c_mu + (steady ? 0 : c.c_one * c.c_path * (2 - c.c_path));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int p = 0; p < c.parents; p++)
                sum += c.weight[p] * steps[p][i] * steps[p][j];
            cma->covariance[i][j] = kept * cma->covariance[i][j] +
                                    c.c_one * cma->path[i] * cma->path[j] + c.c_mu * sum;
        }
    cma->sigma *= exp(c.c_sigma / c.damping * (length / c.expected - 1));
    cma->sigma = fmax(cma->sigma, LEAST_SIGMA);
}
