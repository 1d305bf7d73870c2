/* list.h: every file of this room, one line each: PUZZLE_FILE(x) is puzzles/x.c. The build
 * reads this list. */
PUZZLE_FILE(fill)
PUZZLE_FILE(queens)
PUZZLE_FILE(queens_count)
PUZZLE_FILE(queens_lanes)
PUZZLE_FILE(queens_repair)
PUZZLE_FILE(queens_search)
PUZZLE_FILE(insanity)
PUZZLE_FILE(insanity_orient)
PUZZLE_FILE(insanity_text)
