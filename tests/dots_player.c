/* dots_player.c: a reference player of dots and boxes, which shares nothing with the library: it
 * speaks the Universal Game Interface, so that `ariadne match` can play against it.
 *
 *     dots_player WIDTH HEIGHT [SEED]
 *
 * It takes boxes by the rules that any book gives: all of them, or all but the last two of a chain (four of
 * a loop) where that is worth it. Near the end it tries everything, alpha-beta with a table. Before, it plays
 * random games to the end, more often after what looks good (UCB), and plays what has done best.
 *
 * The board is a lattice: dots at even columns and rows, boxes at odd ones, edges between. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SIDE 15
#define EDGES 112
#define SLOTS (1 << 20)

typedef struct board {
    char drawn[SIDE][SIDE]; /* [y][x], edges */
    char sides[SIDE][SIDE]; /* [y][x], boxes: how many are drawn */
    int open;               /* edges */
} board;

static int columns, rows, edge_count, edge_x[EDGES], edge_y[EDGES];
static uint64_t codes[EDGES], seed = 1;
static struct slot {
    uint64_t code;
    int8_t low, high;
} table[SLOTS];
static double deadline;
static int stopped, ticks;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t chance(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static int late(void)
{
    if (!stopped && ++ticks % 64 == 0 && now() > deadline)
        stopped = 1;
    return stopped;
}

/* ---- the rules ---- */

/* The boxes at an edge, at most two. */
static int boxes_at(int e, int *x, int *y)
{
    int count = 0, upright = edge_y[e] % 2;
    for (int step = -1; step <= 1; step += 2) {
        int bx = edge_x[e] + (upright ? step : 0), by = edge_y[e] + (upright ? 0 : step);
        if (bx > 0 && by > 0 && bx < columns - 1 && by < rows - 1) {
            x[count] = bx;
            y[count++] = by;
        }
    }
    return count;
}

static int is_open(const board *b, int e)
{
    return !b->drawn[edge_y[e]][edge_x[e]];
}

/* Draws or takes back an edge; how many boxes have four sides by it. */
static int draw(board *b, int e, int on)
{
    int x[2], y[2], closed = 0, count = boxes_at(e, x, y);
    b->drawn[edge_y[e]][edge_x[e]] = (char)on;
    b->open += on ? -1 : 1;
    for (int i = 0; i < count; i++) {
        closed += !on && b->sides[y[i]][x[i]] == 4;
        b->sides[y[i]][x[i]] = (char)(b->sides[y[i]][x[i]] + (on ? 1 : -1));
        closed += on && b->sides[y[i]][x[i]] == 4;
    }
    return closed;
}

/* The most sides that a box at this edge has. */
static int most_sides(const board *b, int e)
{
    int x[2], y[2], most = 0, count = boxes_at(e, x, y);
    for (int i = 0; i < count; i++)
        if (b->sides[y[i]][x[i]] > most)
            most = b->sides[y[i]][x[i]];
    return most;
}

/* An edge that closes a box, or -1. */
static int closing(const board *b)
{
    for (int e = 0; e < edge_count; e++)
        if (is_open(b, e) && most_sides(b, e) == 3)
            return e;
    return -1;
}

/* ---- capture rules ---- */

/* Takes all that can be taken; how much that is, and the edges in the order drawn. */
static int take_all(board *b, int *list, int *count)
{
    int taken = 0, e;
    for (*count = 0; (e = closing(b)) >= 0; list[(*count)++] = e)
        taken += draw(b, e, 1);
    return taken;
}

static void take_back(board *b, const int *list, int count)
{
    while (count > 0)
        draw(b, list[--count], 0);
}

/* The edges that open a piece, one of each, and how many boxes each gives away; of a piece of two, where it
 * matters which edge is drawn, all. */
static int openings(board *b, int *list, int *gift)
{
    char seen[EDGES] = {0};
    int count = 0, taken[EDGES], length;
    for (int e = 0; e < edge_count; e++) {
        if (seen[e] || !is_open(b, e) || most_sides(b, e) != 2)
            continue;
        draw(b, e, 1);
        gift[count] = take_all(b, taken, &length);
        take_back(b, taken, length);
        draw(b, e, 0);
        for (int i = 0; i < length && gift[count] != 2; i++)
            seen[taken[i]] = 1;
        list[count++] = e;
    }
    return count;
}

/* ---- random games ---- */

/* What whoever has to open a piece gains, of pieces that stand apart and are opened from the shortest on: from
 * three on the other takes all, or leaves two (loops are not told apart) and lets him open the next. */
static int end_of(board *b)
{
    int list[EDGES], gift[EDGES], count = openings(b, list, gift), next = 0;
    char left[EDGES] = {0};
    int sizes[EDGES], n = 0;
    for (int i = 0; i < count; i++) {
        int size = gift[i];
        if (size == 2 && left[2]++ % 3) /* it has been listed for each of its edges */
            continue;
        int j = n++;
        for (; j > 0 && sizes[j - 1] < size; j--)
            sizes[j] = sizes[j - 1];
        sizes[j] = size;
    }
    for (int i = 0; i < n; i++) {
        int all = sizes[i] + next, but = sizes[i] - 4 - next;
        next = -(sizes[i] > 2 && but > all ? but : all);
    }
    return next;
}

/* What the side to move gains: all that can be taken is taken, safe edges are drawn by chance, and the end
 * is reckoned. */
static int random_game(board *b)
{
    int list[EDGES], count, gain = take_all(b, list, &count), sign = 1, order[EDGES];
    for (int i = 0; i < edge_count; i++) {
        int j = (int)(chance() % (unsigned)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < edge_count; i++)
        if (is_open(b, order[i]) && most_sides(b, order[i]) < 2) {
            draw(b, order[i], 1);
            sign = -sign;
        }
    return gain + sign * end_of(b);
}

/* ---- the end ---- */

/* The moves worth a try, the best first: what can be taken is taken, but for the last two boxes of a chain or
 * four of a loop; otherwise safe edges, and then one of each piece. */
static int worth_a_try(board *b, int *list)
{
    int taken[EDGES], gift[EDGES], pieces[EDGES], length, count = 0;
    if (closing(b) >= 0) {
        for (int e = 0; e < edge_count; e++)
            if (is_open(b, e) && most_sides(b, e) == 3)
                list[count++] = e;
        int all = take_all(b, taken, &length);
        take_back(b, taken, length);
        for (int i = 0; i < length && (all == 2 || all == 4); i++)
            if (most_sides(b, taken[i]) < 3)
                list[count++] = taken[i];
        return count;
    }
    for (int e = 0; e < edge_count; e++)
        if (is_open(b, e) && most_sides(b, e) < 2)
            list[count++] = e;
    int opened = openings(b, pieces, gift);
    for (int size = 1; opened > 0 && size <= edge_count; size++)
        for (int i = 0; i < opened; i++)
            if (gift[i] == size)
                list[count++] = pieces[i];
    return count;
}

/* What the side to move gains, between alpha and beta; `code` is the sum of the drawn edges'. */
static int search(board *b, uint64_t code, int alpha, int beta, int *best_move)
{
    struct slot *slot = &table[code % SLOTS];
    if (b->open == 0 || late())
        return 0;
    if (slot->code == code && !best_move) {
        if (slot->low >= beta || slot->low == slot->high)
            return slot->low;
        if (slot->high <= alpha)
            return slot->high;
    }
    int list[EDGES], count = worth_a_try(b, list), best = -100;
    for (int i = 0; i < count && best < beta; i++) {
        int m = list[i], closed = draw(b, m, 1), from = best > alpha ? best : alpha;
        int value = closed ? closed + search(b, code + codes[m], from - closed,
                                             beta - closed, NULL)
                           : -search(b, code + codes[m], -beta, -from, NULL);
        draw(b, m, 0);
        if (stopped)
            return 0;
        if (value > best) {
            best = value;
            if (best_move)
                *best_move = m;
        }
    }
    if (slot->code != code)
        *slot = (struct slot){code, -100, 100};
    if (best > alpha && best > slot->low)
        slot->low = (int8_t)best;
    if (best < beta && best < slot->high)
        slot->high = (int8_t)best;
    return best;
}

static uint64_t code_of(const board *b)
{
    uint64_t code = 1;
    for (int e = 0; e < edge_count; e++)
        code += is_open(b, e) ? 0 : codes[e];
    return code;
}

/* ---- a move ---- */

static int by_random_games(const board *b)
{
    double sum[EDGES] = {0};
    int visits[EDGES] = {0}, best = -1;
    for (int total = 1; !stopped; total++, stopped = now() > deadline) {
        int pick = -1, safe = 0;
        double most = -1e9;
        for (int e = 0; e < edge_count; e++)
            safe += is_open(b, e) && most_sides(b, e) < 2;
        for (int e = 0; e < edge_count; e++) {
            if (!is_open(b, e) || (safe > 0 && most_sides(b, e) == 2))
                continue;
            double bound = visits[e]
                               ? sum[e] / visits[e] + 4 * sqrt(log(total) / visits[e])
                               : 1e6 + (double)(chance() % 1024);
            if (bound > most) {
                most = bound;
                pick = e;
            }
        }
        if (pick < 0)
            break; /* no edge is open */
        board copy = *b;
        int closed = draw(&copy, pick, 1), rest = random_game(&copy);
        sum[pick] += closed ? closed + rest : -rest;
        visits[pick]++;
    }
    for (int e = 0; e < edge_count; e++)
        if (best < 0 ? is_open(b, e) : visits[e] > visits[best])
            best = e;
    return best;
}

static int choose(const board *given_board, double seconds)
{
    board b = *given_board;
    int move, safe = 0, found = -1;
    double start = now();
    for (int e = 0; e < edge_count; e++)
        safe += is_open(&b, e) && most_sides(&b, e) < 2;
    /* What can be taken is taken while there is a safe edge to go on with. */
    if (safe > 0 && (move = closing(&b)) >= 0)
        return move;
    stopped = 0;
    deadline = start + 0.5 * seconds;
    if (b.open <= 40) {
        search(&b, code_of(&b), -100, 100, &found);
        if (!stopped && found >= 0)
            return found;
    }
    b = *given_board;
    if ((move = closing(&b)) >= 0)
        return move;
    stopped = 0;
    deadline = start + 0.95 * seconds;
    return by_random_games(&b);
}

/* ---- the protocol ---- */

static int edge_at(int x, int y)
{
    for (int e = 0; e < edge_count; e++)
        if (edge_x[e] == x && edge_y[e] == y)
            return e;
    return -1;
}

/* A position as text: the edges row by row from the top. */
static void read_board(board *b, const char *text)
{
    for (int y = rows - 1; y >= 0; y--) {
        for (int x = !(y & 1); x < columns && *text; x += 2)
            if (*text++ != '.')
                draw(b, edge_at(x, y), 1);
        text += *text == '/';
    }
}

static void read_position(board *b, char *words)
{
    int moves = 0, fen = 0;
    *b = (board){.open = edge_count};
    for (char *word = strtok(words, " \n"); word; word = strtok(NULL, " \n")) {
        if (moves)
            draw(b, edge_at(word[0] - 'a', atoi(word + 1) - 1), 1);
        else if (fen)
            read_board(b, word), fen = 0;
        moves |= strcmp(word, "moves") == 0;
        fen = strcmp(word, "fen") == 0;
    }
}

static void answer(const board *b, const char *line)
{
    const char *time_given = strstr(line, "movetime ");
    int e = choose(b, time_given ? atof(time_given + 9) / 1000 : 1);
    printf("bestmove %c%d\n", 'a' + edge_x[e], edge_y[e] + 1);
}

int main(int count, char **words)
{
    static char line[1 << 16];
    static board b;
    if (count < 3 || atoi(words[1]) < 1 || atoi(words[1]) > 7 || atoi(words[2]) < 1 ||
        atoi(words[2]) > 7) {
        fprintf(stderr, "usage: dots_player WIDTH HEIGHT [SEED]\n");
        return 2;
    }
    columns = 2 * atoi(words[1]) + 1;
    rows = 2 * atoi(words[2]) + 1;
    seed = count > 3 ? strtoull(words[3], NULL, 10) * 2 + 1 : 1;
    for (int y = 0; y < rows; y++)
        for (int x = !(y & 1); x < columns; x += 2) {
            codes[edge_count] = chance() * 0x2545f4914f6cdd1du;
            edge_x[edge_count] = x;
            edge_y[edge_count++] = y;
        }
    b.open = edge_count;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0)
        if (strncmp(line, "ugi", 3) == 0 && line[3] == '\n')
            puts("id name dots_player\nugiok");
        else if (strncmp(line, "isready", 7) == 0)
            puts("readyok");
        else if (strncmp(line, "position", 8) == 0)
            read_position(&b, line);
        else if (strncmp(line, "go", 2) == 0)
            answer(&b, line);
    return 0;
}
