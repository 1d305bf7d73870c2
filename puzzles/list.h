/* list.h: every file of this room, one line each: PUZZLE_FILE(x) is puzzles/x.c. The build
 * reads this list. */
PUZZLE_FILE(fill)
