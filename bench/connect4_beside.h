/* connect4_beside.h: sets of positions of Connect Four, and other programs that solve them in the
 * same run as ours; connect4.c says what such a program reads and prints. */
#ifndef BENCH_CONNECT4_BESIDE_H
#define BENCH_CONNECT4_BESIDE_H

#include <stdbool.h>

typedef struct known_position {
    char columns[64];
    int score; /* as the sets write it */
} known_position;

typedef struct position_list {
    known_position *positions; /* to be freed */
    int count;
} position_list;

/* At most that many of one set; none when there is no such set. */
position_list positions_of_set(const char *folder, const char *name, int most);
/* All of a file without scores. */
position_list positions_of_file(const char *path);

typedef struct other_program {
    char name[32];
    const char *command;
} other_program;

typedef struct others {
    other_program programs[8];
    int count;
} others;

/* "NAME=COMMAND"; false when it is something else, or one too many. */
bool add_other(others *all, const char *word);

/* The microseconds that the program says it took for all positions. Adds to `wrong` the scores
 * that are not the known ones. Ends this program where the other does not keep to the form. */
double time_beside(const other_program *other, const position_list *list, int *wrong);

#endif
