/* list.h: every file of this room, one line each: PUZZLE_FILE(x) is puzzles/x.c. The build
 * reads this list. */
PUZZLE_FILE(maze)
PUZZLE_FILE(maze_text)
PUZZLE_FILE(maze_solve)
PUZZLE_FILE(maze_shortest)
PUZZLE_FILE(maze_generate)
PUZZLE_FILE(maze_carve)
PUZZLE_FILE(maze_eller)
PUZZLE_FILE(maze_walls)
PUZZLE_FILE(maze_draw)
PUZZLE_FILE(maze_picture)
