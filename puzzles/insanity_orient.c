/* insanity_orient.c: from chosen pairs to what the line of cubes shows.
 *
 * A set of pairs, one from each cube, makes rings and paths of colours. Each may be run through
 * one way or the other, except a ring of a single pair of the same colour, which looks the same
 * both ways: those are the ways to turn the cubes. Turning all of a set over is a symmetry of
 * the whole line. */
#include "insanity.h"

#include <string.h>

/* A set with a part (a ring or a path) for each cube, and the end of the pair that is in front
 * when that part is run through its first way. */
typedef struct ring_set {
    int parts;                    /* that look different the two ways; numbered from 0 */
    int16_t part[ARI_CUBES_MOST]; /* -1: the same both ways */
    uint8_t pair[ARI_CUBES_MOST][2]; /* front and back, the first way */
} ring_set;

/* Follows a part from a cube whose pair is turned, through cubes that are not yet, in one
 * direction: the colour at the `out` end must be at the other end of the next one. */
static void follow(const ari_cubes *cubes, ring_set *set, bool *done, int cube, int out)
{
    int part = set->part[cube];
    for (;;) {
        uint8_t colour = set->pair[cube][out];
        int next = 0;
        while (next < cubes->cubes && (done[next] || (set->pair[next][0] != colour &&
                                                      set->pair[next][1] != colour)))
            next++;
        if (next == cubes->cubes)
            return;
        if (set->pair[next][!out] != colour) {
            uint8_t other = set->pair[next][0];
            set->pair[next][0] = set->pair[next][1];
            set->pair[next][1] = other;
        }
        set->part[next] = (int16_t)part;
        done[next] = true;
        cube = next;
    }
}

static void make_rings(const ari_cubes *cubes, const ari__pairs *pairs,
                       const uint8_t *chosen, ring_set *set)
{
    bool done[ARI_CUBES_MOST] = {false};
    set->parts = 0;
    for (int i = 0; i < cubes->cubes; i++)
        memcpy(set->pair[i], pairs[i].colour[chosen[i]], 2);
    for (int i = 0; i < cubes->cubes; i++) {
        if (done[i])
            continue;
        done[i] = true;
        set->part[i] = -1;
        if (set->pair[i][0] == set->pair[i][1])
            continue;
        set->part[i] = (int16_t)set->parts++;
        follow(cubes, set, done, i, 1);
        follow(cubes, set, done, i, 0);
    }
}

/* ---- counting, up to the largest number there is ---- */

static uint64_t power(int exponent)
{
    return exponent < 64 ? (uint64_t)1 << exponent : UINT64_MAX;
}

static uint64_t product(uint64_t a, uint64_t b)
{
    uint64_t result;
    return __builtin_mul_overflow(a, b, &result) ? UINT64_MAX : result;
}

static void add(uint64_t *sum, uint64_t more)
{
    *sum = *sum > UINT64_MAX - more ? UINT64_MAX : *sum + more;
}

/* The ways to turn a set; with its first part held, those that are different. */
static uint64_t ways(const ring_set *set, bool held)
{
    return power(held && set->parts > 0 ? set->parts - 1 : set->parts);
}

static void count(const ring_set *first, const ring_set *second, bool same,
                  ari_cubes_answer *answer)
{
    uint64_t a = ways(first, true), b = ways(second, true);
    if (same) {
        add(&answer->all, product(ways(first, false), ways(second, false)));
        add(&answer->distinct, a % 2 ? product(a, (a + 1) / 2) : product(a / 2, a + 1));
        return;
    }
    add(&answer->all, product(2, product(ways(first, false), ways(second, false))));
    add(&answer->distinct, product(a, b));
}

/* ---- telling ---- */

/* A set turned in the way that a number tells: bit i turns part i over. Of a set with more
 * than 64 parts only the first 64 turn: nobody will wait for the others. */
static void lay(const ari_cubes *cubes, const ring_set *set, uint64_t way, int side,
                ari_cubes_sides *sides)
{
    for (int i = 0; i < cubes->cubes; i++) {
        int part = set->part[i];
        bool over = part >= 0 && part < 64 && (way >> part & 1);
        sides[i][side] = set->pair[i][over];
        sides[i][side + 2] = set->pair[i][!over];
    }
}

/* Held parts are the last ones, so that the ways are the numbers from 0 on. */
static bool tell_ways(const ari_cubes *cubes, const ring_set *first,
                      const ring_set *second, bool same, const ari_cubes_job *job,
                      ari__ticker *tick)
{
    ari_cubes_sides sides[ARI_CUBES_MOST];
    uint64_t a = ways(first, !job->all), b = ways(second, !job->all);
    for (uint64_t i = 0; i < a; i++) {
        lay(cubes, first, i, 0, sides);
        for (uint64_t k = same && !job->all ? i : 0; k < b; k++) {
            lay(cubes, second, k, 1, sides);
            if (ari__tick(tick) || !job->each(job->self, (const ari_cubes_sides *)sides))
                return false;
        }
    }
    return true;
}

bool ari__cubes_orient(const ari_cubes *cubes, const ari__pairs *pairs,
                       const uint8_t *first, const uint8_t *second,
                       const ari_cubes_job *job, ari_cubes_answer *answer,
                       ari__ticker *tick)
{
    ring_set a, b;
    make_rings(cubes, pairs, first, &a);
    make_rings(cubes, pairs, second, &b);
    bool same = memcmp(first, second, (size_t)cubes->cubes) == 0;
    count(&a, &b, same, answer);
    if (!job->each)
        return true;
    return tell_ways(cubes, &a, &b, same, job, tick) &&
           (!job->all || same || tell_ways(cubes, &b, &a, same, job, tick));
}

/* ---- checking ---- */

/* The faces around the axis of one pair, in turn: the four sides. */
static bool shows_as(const uint8_t *faces, const uint8_t *sides)
{
    for (size_t hidden = 0; hidden < 3; hidden++) {
        const uint8_t *a = faces + (hidden + 1) % 3 * 2,
                      *b = faces + (hidden + 2) % 3 * 2;
        const uint8_t ring[4] = {a[0], b[0], a[1], b[1]};
        for (int turn = 0; turn < 4; turn++) {
            bool one = true, other = true;
            for (int i = 0; i < 4; i++) {
                one = one && sides[i] == ring[(turn + i) % 4];
                other = other && sides[i] == ring[(turn + 4 - i) % 4];
            }
            if (one || other)
                return true;
        }
    }
    return false;
}

bool ari_cubes_check(const ari_cubes *cubes, const ari_cubes_sides *sides)
{
    for (int side = 0; side < 4; side++) {
        bool seen[ARI_CUBES_COLOURS_MOST] = {false};
        for (int i = 0; i < cubes->cubes; i++) {
            if (sides[i][side] >= cubes->colours || seen[sides[i][side]])
                return false;
            seen[sides[i][side]] = true;
        }
    }
    for (int i = 0; i < cubes->cubes; i++)
        if (!shows_as(cubes->faces[i], sides[i]))
            return false;
    return true;
}
