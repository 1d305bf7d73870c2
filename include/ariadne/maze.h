/* maze.h: mazes: read, made, walked through in five ways, and drawn.
 *
 * A maze is a rectangle of squares with walls between some of them. A square is a point
 * (x, y), (0, 0) at the lower left. Gaps in the outer wall are the exits; whoever steps
 * through one is at a point outside.
 *
 * As text, corners are '+', walls '-' and '|', passages spaces, the start 'S'; a square is
 * one character wide, or three:
 *
 *     +-+-+-+        +---+---+---+
 *     |S|   |        | S |       |
 *     + + +-+        +   +   +---+
 *     |   |          |       |
 *     +-+-+-+        +---+---+---+
 *
 * Held in memory, a maze takes a bit for each wall and a bit for the mark of each square. */
#ifndef ARIADNE_MAZE_H
#define ARIADNE_MAZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ariadne/backtrack.h>
#include <ariadne/error.h>
#include <ariadne/limits.h>
#include <ariadne/text.h>

ARI_C_BEGIN

#define ARI_MAZE_SIDE_MOST 10000000u             /* squares in a row or a column */
#define ARI_MAZE_SQUARES_MOST 4000000000u        /* of a maze held in memory */
#define ARI_MAZE_HEIGHT_MOST ((uint64_t)1 << 62) /* of a maze made row by row */

typedef enum ari_direction { ARI_NORTH, ARI_EAST, ARI_SOUTH, ARI_WEST } ari_direction;
const char *ari_direction_name(ari_direction direction); /* "north" */

typedef struct ari_maze_point {
    int32_t x, y;
} ari_maze_point;

static inline ari_maze_point ari_maze_beside(ari_maze_point p, ari_direction direction)
{
    p.x += (direction == ARI_EAST) - (direction == ARI_WEST);
    p.y += (direction == ARI_NORTH) - (direction == ARI_SOUTH);
    return p;
}

typedef struct ari_maze ari_maze;

/* Takes some bytes of what is written; false when that failed. */
typedef bool ari_maze_sink(void *self, const void *bytes, size_t size);

/* ---- the map ---- */

/* Reads the text of a maze. The message of an error names line and column. Lines of squares
 * that end too soon, as when an editor has taken away the spaces of a gap at the right end, are
 * read as if they went on with spaces. */
ari_status ari_maze_parse(const char *text, size_t size, ari_maze **maze,
                          ari_error *error);
uint64_t ari_maze_forgiven(const ari_maze *maze); /* how many lines were read like that */
/* Writes the text; of a maze that was read, the very same bytes, but for lines that were
 * forgiven, which are whole again. */
void ari_maze_format(const ari_maze *maze, ari_text *out);
bool ari_maze_write(const ari_maze *maze, ari_maze_sink *sink, void *self);

/* A maze with every wall standing, the start at the upper left. */
ari_status ari_maze_new(uint32_t width, uint32_t height, ari_maze **maze,
                        ari_error *error);
void ari_maze_free(ari_maze *maze);

uint32_t ari_maze_width(const ari_maze *maze);
uint32_t ari_maze_height(const ari_maze *maze);
ari_maze_point ari_maze_start(const ari_maze *maze);
bool ari_maze_outside(const ari_maze *maze, ari_maze_point p);
/* Is there a wall on that side of a square? */
bool ari_maze_wall(const ari_maze *maze, ari_maze_point p, ari_direction direction);
void ari_maze_mark(ari_maze *maze, ari_maze_point p);
void ari_maze_unmark(ari_maze *maze, ari_maze_point p);
bool ari_maze_marked(const ari_maze *maze, ari_maze_point p);
void ari_maze_unmark_all(ari_maze *maze);

void ari_maze_set_start(ari_maze *maze, ari_maze_point p);
void ari_maze_set_wall(ari_maze *maze, ari_maze_point p, ari_direction direction,
                       bool wall);

/* ---- the way out ---- */

typedef enum ari_maze_method {
    ARI_MAZE_RECURSIVE,  /* north, east, south, west; marks as it goes */
    ARI_MAZE_RIGHT_HAND, /* along the wall at the right hand */
    ARI_MAZE_LEFT_HAND,
    ARI_MAZE_SHORTEST, /* breadth first, to the nearest exit */
    ARI_MAZE_DEAD_ENDS /* fills dead ends; of what is left, the shortest way */
} ari_maze_method;

/* "recursive", "right-hand", "left-hand", "shortest", "dead-ends" */
const char *ari_maze_method_name(ari_maze_method method);

/* A way through a maze: its first point, and a direction of two bits for each step. */
typedef struct ari_maze_path {
    ari_maze_point start;
    uint64_t steps;
    unsigned char *directions; /* four to a byte, the first in the lowest bits */
} ari_maze_path;

static inline ari_direction ari_maze_path_step(const ari_maze_path *path, uint64_t step)
{
    return (ari_direction)(path->directions[step >> 2] >> (step & 3) * 2 & 3);
}

/* What a method does, step by step. */
typedef enum ari_maze_event_kind {
    ARI_MAZE_ENTER,    /* a square is entered for the first time on this way */
    ARI_MAZE_DEAD_END, /* recursive: it is marked already */
    ARI_MAZE_BACK,     /* recursive: a square has no direction left and is given up */
    ARI_MAZE_FILL,     /* dead ends: a square is filled */
    ARI_MAZE_OUT,      /* a point outside is reached */
    ARI_MAZE_RETURN    /* recursive: out was reached from here, and the call says so */
} ari_maze_event_kind;

typedef struct ari_maze_event {
    ari_maze_event_kind kind;
    ari_maze_point at;
    uint64_t depth; /* recursive: nesting, the first call is 1; the hands: the step;
                       shortest: the distance from the start; dead ends: how many so far */
} ari_maze_event;

const char *ari_maze_event_name(ari_maze_event_kind kind); /* "enter", "dead-end", ... */

#define ARI_MAZE_CIRCLES 1000000 /* calls */

typedef struct ari_maze_job {
    ari_maze_method method;
    bool keep_marks; /* recursive: marks stay when a square is given up */
    bool
        no_marks; /* recursive: nothing is marked, so it may walk in circles for ever; without
                          a limit of nodes it ends after ARI_MAZE_CIRCLES */
    /* recursive: told each way out, the search then going on for the next one while it is
     * true; NULL: the first is enough */
    bool (*way)(void *self, const ari_maze_path *path);
    bool facing_given; /* the hands: otherwise, the first direction with a wall at hand */
    ari_direction facing;
    ari_limits limits; /* nodes are calls, steps or squares; no depth */
    void (*event)(void *self,
                  const ari_maze_event *event); /* NULL, which costs nothing */
    void *self;
    /* Where the algorithm stands, line by line; NULL, which costs nothing. The variables are x and y, then the
     * direction that is tried, and then, of the hands, where one faces, and of the shortest way, how many
     * squares are in the queue. Not told while dead ends are filled. */
    const ari_spot_observer *spots;
} ari_maze_job;

typedef struct ari_maze_solution {
    bool solved;
    bool loop;    /* the hands: back at the same square, facing the same way */
    bool stopped; /* by a limit: solved is not known */
    ari_maze_path
        path;       /* when solved: from the start to the first point outside; of several
                           ways, a shortest of those found */
    uint64_t ways;  /* recursive: that were found */
    uint64_t calls; /* recursive: of the solving function, also those that return at once;
                       the hands: squares entered; shortest: squares reached; dead ends:
                       squares filled */
    uint64_t depth; /* recursive: deepest nesting; the others: points on the longest way
                       that was followed */
} ari_maze_solution;

/* Looks for the way out. The marks are then those the method leaves: with `recursive` and
 * unmarking, the squares of the path; with the marks kept, all that were ever entered; with
 * the other methods, the squares of the path. */
ari_status ari_maze_solve(ari_maze *maze, const ari_maze_job *job,
                          ari_maze_solution *solution, ari_error *error);
void ari_maze_solution_free(ari_maze_solution *solution);

/* ---- making mazes ---- */

typedef enum ari_maze_algo {
    ARI_MAZE_BACKTRACKER, /* a random walk that goes back where it is stuck: long ways */
    ARI_MAZE_KRUSKAL,     /* walls in random order, each opened that joins two parts */
    ARI_MAZE_PRIM,        /* grows from a square: many short dead ends */
    ARI_MAZE_WILSON,      /* loop-erased walks: every maze is equally likely */
    ARI_MAZE_ELLER,       /* row by row, in the memory of one row */
    ARI_MAZE_DIVISION     /* a room divided again and again: long straight walls */
} ari_maze_algo;

#define ARI_MAZE_ALGOS 6
const char *ari_maze_algo_name(ari_maze_algo algo); /* "backtracker", "kruskal", ... */

/* What making a maze does, wall by wall. All walls stand at first. */
typedef enum ari_maze_making_kind {
    ARI_MAKING_OPEN,  /* a wall is taken away */
    ARI_MAKING_BUILD, /* division: a wall is built */
    ARI_MAKING_CLEAR, /* division: all walls inside are taken away; at and side mean nothing */
    ARI_MAKING_WALK, /* Wilson: the walk is at this square; side means nothing */
    ARI_MAKING_BACK  /* backtracker: stuck, it goes on from this square; likewise */
} ari_maze_making_kind;

typedef struct ari_maze_making {
    ari_maze_making_kind kind;
    ari_maze_point at;
    ari_direction side; /* of that square */
} ari_maze_making;

const char *ari_maze_making_name(ari_maze_making_kind kind); /* "open", "build", ... */

/* The start is at the upper left, the exit goes south at the lower right. Without loops
 * there is exactly one way between any two squares. */
typedef struct ari_maze_make_job {
    ari_maze_algo algo;
    uint32_t width;
    uint64_t height;
    double loops; /* the share of the walls left inside that is taken away, 0 to 1 */
    uint64_t seed;
    ari_stop *stop; /* may be NULL; ARI_STOPPED when it was set */
    /* Told each step of ari_maze_generate, in the order of the algorithm, the walls that make
     * loops and the exit after all others. NULL, which costs nothing. */
    void (*event)(void *self, const ari_maze_making *event);
    void *self;
} ari_maze_make_job;

ari_status ari_maze_generate(const ari_maze_make_job *job, ari_maze **maze,
                             ari_error *error);
/* Eller's mazes only: the text of the same maze, of any height, in the memory of a row.
 * ARI_IO when the sink fails. */
ari_status ari_maze_stream(const ari_maze_make_job *job, ari_maze_sink *sink, void *self,
                           ari_error *error);

/* ---- pictures ---- */

/* Where one enters and leaves a picture: points like all others, (0, 0) at the lower left. */
typedef struct ari_maze_doors {
    bool from_given; /* otherwise: the middle of the first gap in the top row */
    bool to_given;   /* otherwise: every gap in the bottom row */
    ari_maze_point from;
    ari_maze_point to; /* at the border */
} ari_maze_doors;

/* A maze from a picture, PNG, PBM, PGM or PPM: each pixel is a square, black ones are walls
 * and white ones passages. `doors` may be NULL. ARI_UNKNOWN where the picture does not show the
 * doors that are not given. */
ari_status ari_maze_from_picture(const void *bytes, size_t size,
                                 const ari_maze_doors *doors, ari_maze **maze,
                                 ari_error *error);

/* ---- drawing ---- */

typedef struct ari_maze_style {
    bool ascii;  /* + - | and * instead of box characters */
    bool colour; /* with escape codes for a terminal */
} ari_maze_style;

/* For a terminal: a square is three columns and a line, the walls between them a column and
 * a line; a pixel is two columns and a line. In all drawings `path` may be NULL. */
void ari_maze_draw(const ari_maze *maze, const ari_maze_path *path,
                   const ari_maze_style *style, ari_text *out);
/* How many lines and columns that is, and where in it a square is, the first being 1; a point
 * outside is at the nearest edge. */
void ari_maze_draw_size(const ari_maze *maze, int64_t *lines, int64_t *columns);
void ari_maze_draw_place(const ari_maze *maze, ari_maze_point p, int64_t *line,
                         int64_t *column);
/* Walls and path are made of as few strokes as possible. */
void ari_maze_draw_svg(const ari_maze *maze, const ari_maze_path *path, ari_text *out);
/* Squares, walls and corners are all `scale` pixels wide; of a picture, only squares. */
ari_status ari_maze_draw_png(const ari_maze *maze, const ari_maze_path *path,
                             uint32_t scale, ari_maze_sink *sink, void *self,
                             ari_error *error);
/* Pixels of that drawing. */
void ari_maze_png_size(const ari_maze *maze, uint32_t scale, uint64_t *width,
                       uint64_t *height);

ARI_C_END

#endif
