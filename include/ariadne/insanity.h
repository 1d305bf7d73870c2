/* insanity.h: coloured cubes in a line (Instant Insanity).
 *
 * Each face of a cube has a colour. The cubes are to be turned and put in a line so that no
 * colour shows twice on any of the four long sides; with as many cubes as colours, every side
 * then shows every colour exactly once. With more cubes than colours there is no solution.
 *
 * A solution is what can be seen: the four sides of each cube in turn, front, top, back and
 * bottom, so that the first and the third are opposite faces, and the second and the fourth.
 * Turning the whole line about its axis or end for end makes 8 solutions of one; they are one
 * distinct solution. */
#ifndef ARIADNE_INSANITY_H
#define ARIADNE_INSANITY_H

#include <stdbool.h>
#include <stdint.h>

#include <ariadne/backtrack.h>
#include <ariadne/error.h>
#include <ariadne/text.h>

ARI_C_BEGIN

#define ARI_CUBES_MOST 100
#define ARI_CUBES_COLOURS_MOST 250
#define ARI_CUBES_NAME_MOST 16 /* bytes of a colour's name */

typedef struct ari_cubes {
    int cubes, colours;
    uint8_t faces[ARI_CUBES_MOST][6]; /* colours, three pairs of opposite faces */
    char names[ARI_CUBES_COLOURS_MOST][ARI_CUBES_NAME_MOST + 1];
} ari_cubes;

/* Reads a set of cubes: a line for each, of six colours that name its faces as three pairs of
 * opposite ones: front and back, top and bottom, left and right. A colour is a word of letters,
 * digits, '-' and '_'; a line of one word of six characters is six colours of one character.
 * Empty lines and what follows a '#' do not count.
 *
 *     # front back  top bottom  left right
 *       red   white red green   blue red
 *       RWRGBR */
ari_status ari_cubes_parse(const char *text, size_t size, ari_cubes *cubes,
                           ari_error *error);

/* The four cubes of the puzzle as it was sold. */
void ari_cubes_classic(ari_cubes *cubes);

/* The four sides of each cube, as colours. */
typedef uint8_t ari_cubes_sides[4];

/* Is it a solution? Told by turning the cubes, not by the way solutions are found. */
bool ari_cubes_check(const ari_cubes *cubes, const ari_cubes_sides *sides);

/* The line as a picture: its four sides one below the other, with the colours' names. */
void ari_cubes_svg(const ari_cubes *cubes, const ari_cubes_sides *sides, ari_text *out);

/* What to do with a solution; false ends the search. */
typedef bool ari_cubes_each(void *self, const ari_cubes_sides *sides);

/* Why a choice is forced, or a dead end. */
typedef enum ari_cubes_why {
    ARI_CUBES_CHOSEN,    /* neither */
    ARI_CUBES_ONLY_PAIR, /* forced: no other pair of the cube is left */
    ARI_CUBES_NEEDED,    /* forced: without it `colour` would come too rarely */
    ARI_CUBES_TOO_OFTEN, /* dead end: `colour` would come three times */
    ARI_CUBES_TOO_RARE,  /* dead end: `colour` cannot come twice any more */
    ARI_CUBES_NO_PAIR,   /* dead end: no pair of the cube `stuck` is left */
    ARI_CUBES_SEEN       /* dead end: with front and top exchanged it was found already */
} ari_cubes_why;

/* "only-pair", "needed", "too-often", "too-rare", "no-pair", "seen"; "" for a choice. */
const char *ari_cubes_why_name(ari_cubes_why why);

/* What the search chooses: a pair of opposite faces of a cube, for the front and the back of
 * the line or, when all cubes have one there, for its top and bottom. */
typedef struct ari_cubes_choice {
    int cube;
    bool top; /* rather than front */
    uint8_t pair[2];
    ari_cubes_why why;
    uint8_t colour; /* that is too often, too rare or needed */
    bool there; /* dead end: this is seen on top and bottom, rather than front and back */
    int stuck;
} ari_cubes_choice;

typedef struct ari_cubes_job {
    ari_limits limits; /* nodes and time */
    bool all;          /* each solution, not only one of those that are turned the same */
    ari_cubes_each *each; /* NULL: only count */
    void *self;
    /* Told each step; a node is an ari_cubes_choice, and the depth is the number of choices,
     * without those that follow of themselves. Those are told as ARI_EVENT_FORCED, between
     * the ARI_EVENT_CHOOSE of what they follow from and what becomes of it: when a solution
     * is told, every pair of it has been. NULL, which costs nothing. */
    const ari_backtrack_observer *observer;
} ari_cubes_job;

/* Counts above UINT64_MAX are given as that. */
typedef struct ari_cubes_answer {
    uint64_t all,
        distinct; /* solutions found; `each` may have ended before some of them */
    ari_backtrack_end end; /* were all found? */
    ari_backtrack_stats stats;
} ari_cubes_answer;

ari_status ari_cubes_solve(const ari_cubes *cubes, const ari_cubes_job *job,
                           ari_cubes_answer *answer, ari_error *error);

ARI_C_END

#endif
