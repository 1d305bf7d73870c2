/* list.h: every file of this room, one line each: PUZZLE_FILE(x) is puzzles/x.c. The build
 * reads this list. */
PUZZLE_FILE(knight)
PUZZLE_FILE(knight_draw)
PUZZLE_FILE(knight_frontier)
PUZZLE_FILE(knight_links)
PUZZLE_FILE(knight_search)
PUZZLE_FILE(knight_strip)
PUZZLE_FILE(knight_tiles)
PUZZLE_FILE(queens)
PUZZLE_FILE(queens_count)
PUZZLE_FILE(queens_lanes)
PUZZLE_FILE(queens_repair)
PUZZLE_FILE(queens_search)
