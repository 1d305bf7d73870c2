/* puzzle_listings.c: the algorithms of puzzles as tables of numbered lines.
 *
 * A line is the spot at which the solver tells that it stands. */
#include <ariadne/learn.h>

#include <stddef.h>

#define NOWHERE (-1)
#define LINE(pseudo, c, spot, knows)         \
    {                                        \
        pseudo, c, ARI_SPOT_##spot, 0, knows \
    }

/* ---- mazes ---- */

#define SQUARE 3 /* x and y */
#define WAY 7    /* and the direction */

#define MAZE_BEGIN                                                                    \
    LINE("solve(x, y):", "bool solve(int x, int y) {", CALL, SQUARE),                 \
        LINE("    if (x, y) is outside:", "    if (outside(x, y))", OVER, SQUARE),    \
        LINE("        return solved", "        return true;", SOLVED, SQUARE),        \
        LINE("    if (x, y) is marked:", "    if (marked(x, y))", TAKEN, SQUARE),     \
        LINE("        return not solved", "        return false;", DEAD, SQUARE),     \
        LINE("    mark (x, y)", "    mark(x, y);", MARK, SQUARE),                     \
        LINE("    for each direction, north, east, south, west:",                     \
             "    for (int direction = NORTH; direction <= WEST; direction++)", EACH, \
             WAY),                                                                    \
        LINE("        if there is no wall on that side:",                             \
             "        if (!wall(x, y, direction))", TEST, WAY),                       \
        LINE("            if solve(the square there):",                               \
             "            if (solve(x + dx[direction], y + dy[direction]))", DEEPER,  \
             WAY),                                                                    \
        LINE("                return solved", "                return true;", RETURN, \
             WAY)
#define MAZE_END LINE("    return not solved", "    return false; }", NONE, SQUARE)

static const ari_listing_line maze[] = {
    MAZE_BEGIN, LINE("    unmark (x, y)", "    unmark(x, y);", UNMARK, SQUARE), MAZE_END};
static const ari_listing_line maze_marked[] = {MAZE_BEGIN, MAZE_END};

#define FACING 11  /* x, y and where one faces */
#define TURNING 15 /* and the direction, too */

static const ari_listing_line hand[] = {
    LINE("follow(x, y, facing):", "bool follow(int x, int y, int facing) {", CALL,
         FACING),
    LINE("    while (x, y) is not outside:", "    while (!outside(x, y)) {", OVER,
         FACING),
    LINE("        if there was no wall at hand so far, and there is none:",
         "        if (!touching && !wall(x, y, at_hand(facing))) {", FREE, FACING),
    LINE("            if there is none ahead, either:",
         "            if (!wall(x, y, facing)) {", AHEAD, FACING),
    LINE("                one square ahead, and back to the while",
         "                step(&x, &y, facing); continue; }", STRAIGHT, FACING),
    LINE("            turn so that the wall ahead is at hand",
         "            facing = away(facing); } touching = true;", TURN, FACING),
    LINE("        for each direction, from the hand's side on:",
         "        for (direction = at_hand(facing), n = 0; n < 4; n++, turn(&direction))",
         EACH, TURNING),
    LINE("            if there is no wall on that side:",
         "            if (!wall(x, y, direction)) {", TEST, TURNING),
    LINE("                face there, one square ahead, out of the for",
         "                facing = direction; step(&x, &y, facing); break; }", SET,
         TURNING),
    LINE("        if there were walls on all sides:", "        if (n == 4)", WALLED,
         FACING),
    LINE("            return not solved", "            return false;", ENCLOSED, FACING),
    LINE("        if it stands and faces as after its first step at the wall:",
         "        if (is_first(x, y, facing))", AGAIN, FACING),
    LINE("            return not solved: this is a loop", "            return false; }",
         CIRCLE, FACING),
    LINE("    return solved", "    return true; }", SOLVED, FACING),
};

#define WAITING 8 /* how many squares are in the queue */
#define TAKEN_OUT (SQUARE | WAITING)

static const ari_listing_line shortest[] = {
    LINE("shortest(x, y):", "bool shortest(int x, int y) {", CALL, SQUARE),
    LINE("    put (x, y) into the queue", "    put(x, y);", SET, SQUARE),
    LINE("    while the queue is not empty:", "    while (waiting > 0) {", ROUND,
         WAITING),
    LINE("        take the first (x, y) out of it", "        take(&x, &y);", TAKE,
         TAKEN_OUT),
    LINE("        if (x, y) was reached before:", "        if (reached(x, y))", TAKEN,
         TAKEN_OUT),
    LINE("            on with the next one", "            continue;", SKIP, TAKEN_OUT),
    LINE("        (x, y) is reached now", "        reach(x, y);", MARK, TAKEN_OUT),
    LINE("        if (x, y) is outside:", "        if (outside(x, y))", OVER, TAKEN_OUT),
    LINE("            return solved", "            return true;", SOLVED, TAKEN_OUT),
    LINE("        for each direction without a wall, but not back:",
         "        for (direction = first_way(x, y); direction != NO_WAY; "
         "next_way(&direction))",
         EACH, WAY | WAITING),
    LINE("            put the square there into the queue",
         "            put(x + dx[direction], y + dy[direction]); }", PUT, WAY | WAITING),
    LINE("    return not solved", "    return false; }", NONE, 0),
};

/* ---- queens ---- */

#define ROW 2 /* y alone */

static const ari_listing_line queens[] = {
    LINE("place(y):", "bool place(int y) {", CALL, ROW),
    LINE("    if there is a queen in every row:", "    if (y == n)", OVER, ROW),
    LINE("        return solved", "        return true;", SOLVED, ROW),
    LINE("    for each column x, from the left:", "    for (int x = 0; x < n; x++)", EACH,
         SQUARE),
    LINE("        if no queen attacks (x, y):", "        if (!attacked(x, y)) {", TEST,
         SQUARE),
    LINE("            put a queen on (x, y)", "            queen[y] = x;", SET, SQUARE),
    LINE("            if place(y + 1):", "            if (place(y + 1))", DEEPER, SQUARE),
    LINE("                return solved", "                return true;", RETURN, SQUARE),
    LINE("            take the queen away", "            queen[y] = NONE; }", UNSET,
         SQUARE),
    LINE("    return not solved", "    return false; }", NONE, ROW),
};

/* ---- the knight ---- */

#define NUMBERED 7 /* x, y and the number k */
#define JUMP 15    /* and the jump */

static const ari_listing_line knight[] = {
    LINE("tour(x, y, k):", "bool tour(int x, int y, int k) {", CALL, NUMBERED),
    LINE("    number (x, y) with k", "    number[x][y] = k;", MARK, NUMBERED),
    LINE("    if k is the number of all squares:", "    if (k == width * height)", OVER,
         NUMBERED),
    LINE("        return solved", "        return true;", SOLVED, NUMBERED),
    LINE("    for each of the eight jumps, clockwise:",
         "    for (int jump = 0; jump < 8; jump++)", EACH, JUMP),
    LINE("        if it leads to a square without a number:",
         "        if (is_free(x + dx[jump], y + dy[jump]))", TEST, JUMP),
    LINE("            if tour(the square there, k + 1):",
         "            if (tour(x + dx[jump], y + dy[jump], k + 1))", DEEPER, JUMP),
    LINE("                return solved", "                return true;", RETURN, JUMP),
    LINE("    take the number away", "    number[x][y] = 0;", UNMARK, NUMBERED),
    LINE("    return not solved", "    return false; }", NONE, NUMBERED),
};

/* ---- the paint bucket ---- */

static const ari_listing_line fill[] = {
    LINE("fill(x, y):", "void fill(int x, int y) {", CALL, SQUARE),
    LINE("    if (x, y) is outside the picture:", "    if (outside(x, y))", OVER, SQUARE),
    LINE("        return", "        return;", ENCLOSED, SQUARE),
    LINE("    if (x, y) is painted or has another colour:",
         "    if (painted(x, y) || colour(x, y) != old)", TAKEN, SQUARE),
    LINE("        return", "        return;", DEAD, SQUARE),
    LINE("    paint (x, y)", "    paint(x, y);", MARK, SQUARE),
    LINE("    for each neighbour, from the one above, clockwise:",
         "    for (int neighbour = 0; neighbour < 4; neighbour++)", EACH, WAY),
    LINE("        fill(the neighbour)",
         "        fill(x + dx[neighbour], y + dy[neighbour]);", DEEPER, WAY),
    LINE("    return", "    return; }", NONE, SQUARE),
};

/* ---- all ---- */

#define CALLS                      \
    {                              \
        "calls", "deepest nesting" \
    }
#define ENTERED                                \
    {                                          \
        "squares entered", "points on the way" \
    }
#define REACHED                                \
    {                                          \
        "squares reached", "points on the way" \
    }

#define LISTING(name, title, lines, ...)                                          \
    {                                                                             \
        {name, title, lines, (int)(sizeof(lines) / sizeof *(lines))}, __VA_ARGS__ \
    }

static const ari_puzzle_listing listings[] = {
    [ARI_PUZZLE_MAZE] = LISTING("recursive", "A maze, recursively", maze,
                                {"x", "y", "direction"}, 4, CALLS, false),
    [ARI_PUZZLE_MAZE_MARKED] =
        LISTING("no-unmark", "A maze, recursively, marks stay", maze_marked,
                {"x", "y", "direction"}, 4, CALLS, false),
    [ARI_PUZZLE_MAZE_RIGHT] =
        LISTING("right-hand", "A maze, the right hand on the wall", hand,
                {"x", "y", "direction", "facing"}, 12, ENTERED, false),
    [ARI_PUZZLE_MAZE_LEFT] =
        LISTING("left-hand", "A maze, the left hand on the wall", hand,
                {"x", "y", "direction", "facing"}, 12, ENTERED, false),
    [ARI_PUZZLE_MAZE_SHORTEST] =
        LISTING("shortest", "A maze, breadth first", shortest,
                {"x", "y", "direction", "waiting"}, 4, REACHED, false),
    [ARI_PUZZLE_QUEENS] =
        LISTING("queens", "Queens, row by row", queens, {"x", "y"}, 0, CALLS, false),
    [ARI_PUZZLE_KNIGHT] = LISTING("knight", "A knight's tour", knight,
                                  {"x", "y", "k", "jump"}, 0, CALLS, false),
    [ARI_PUZZLE_FILL] = LISTING("fill", "The paint bucket, recursively", fill,
                                {"x", "y", "neighbour"}, 0, CALLS, true),
};

const ari_puzzle_listing *ari_puzzle_listing_of(ari_puzzle_algo algo)
{
    return &listings[algo];
}

int ari_puzzle_line_at(const ari_puzzle_listing *listing, ari_spot spot)
{
    for (int i = 0; i < listing->listing.count; i++)
        if (listing->listing.lines[i].place == (int)spot)
            return i + 1;
    return 0;
}
