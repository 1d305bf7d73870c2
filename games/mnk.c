/* mnk.c: m,n,k: on a board of any size, the first to get `line` marks in a line wins.
 *
 * Each side's marks are a bitboard. A row takes width + 1 bits, and the extra column
 * always stays empty, so that a line shifted across the edge of the board meets an empty
 * bit and no wrapping has to be tested. On three columns (bits of the cells, g the extra
 * column):
 *
 *     3    8  9 10  g          steps to the next cell of a line:
 *     2    4  5  6  g          across 1, up width + 1,
 *     1    0  1  2  g          diagonals width + 2 and width
 *          a  b  c
 *
 * 19 x 19 needs 19 * 20 = 380 bits, six words; smaller boards use only the first few. A
 * move is the bit of its cell. The number of marks gives the turn; x is first. */
#include <ctype.h>
#include <string.h>

#include <ariadne/game.h>
#include <ariadne/random.h>

#define MNK_SIDE 19
#define MNK_WORDS 6
#define MNK_BITS (64 * MNK_WORDS)

typedef struct mnk_bits {
    uint64_t word[MNK_WORDS]; /* only the first rules->words count, the others are zero */
} mnk_bits;

typedef struct mnk_rules {
    int width, height, line, cells, words;
    int steps, step[4];          /* the directions in which a line fits */
    int symmetries;              /* without the identity */
    uint16_t image[7][MNK_BITS]; /* where each symmetry takes a bit */
    mnk_bits cell;               /* every cell of the board */
} mnk_rules;

typedef struct mnk_state {
    mnk_bits side[2];
    uint64_t count; /* marks on the board */
} mnk_state;

/* ---- bitboards ---- */

static inline bool mnk_has(const mnk_bits *b, int bit)
{
    return b->word[bit / 64] >> (bit % 64) & 1;
}

static inline void mnk_set(mnk_bits *b, int bit)
{
    b->word[bit / 64] |= (uint64_t)1 << (bit % 64);
}

/* to &= from moved n bits down: a bit stays when the one n above it is set in `from` */
static inline void mnk_and_down(int words, mnk_bits *to, const mnk_bits *from, int n)
{
    int skip = n / 64, shift = n % 64;
    for (int i = 0; i < words; i++) {
        uint64_t low = i + skip < words ? from->word[i + skip] >> shift : 0;
        if (shift && i + skip + 1 < words)
            low |= from->word[i + skip + 1] << (64 - shift);
        to->word[i] &= low;
    }
}

/* The same upwards: a bit stays when the one n below it is set in `from`. */
static inline void mnk_and_up(int words, mnk_bits *to, const mnk_bits *from, int n)
{
    int skip = n / 64, shift = n % 64;
    for (int i = 0; i < words; i++) {
        uint64_t high = i >= skip ? from->word[i - skip] << shift : 0;
        if (shift && i > skip)
            high |= from->word[i - skip - 1] >> (64 - shift);
        to->word[i] &= high;
    }
}

/* Keeps the bits at which a full line in direction `step` begins, by doubling its length.
 * (b may change while it is read: what is still to be read lies in later words.) */
static inline void mnk_lines(const mnk_rules *r, mnk_bits *b, int step)
{
    for (int length = 1; length < r->line;) {
        int more = length < r->line - length ? length : r->line - length;
        mnk_and_down(r->words, b, b, more * step);
        length += more;
    }
}

/* On a board of one word, as most are that can be searched to the end, this is several
 * times as fast. No shift reaches 64, since every direction kept has room for a line. */
static inline bool mnk_has_line_small(const mnk_rules *r, uint64_t marks)
{
    for (int d = 0; d < r->steps; d++) {
        uint64_t b = marks;
        for (int length = 1; length < r->line && b;) {
            int more = length < r->line - length ? length : r->line - length;
            b &= b >> (more * r->step[d]);
            length += more;
        }
        if (b)
            return true;
    }
    return false;
}

static inline bool mnk_has_line(const mnk_rules *r, const mnk_bits *marks)
{
    if (r->words == 1)
        return mnk_has_line_small(r, marks->word[0]);
    uint64_t found = 0;
    for (int d = 0; d < r->steps && !found; d++) {
        mnk_bits b = *marks;
        mnk_lines(r, &b, r->step[d]);
        for (int i = 0; i < r->words; i++)
            found |= b.word[i];
    }
    return found;
}

static inline mnk_bits mnk_empty(const mnk_rules *r, const mnk_state *s)
{
    mnk_bits empty = r->cell;
    for (int i = 0; i < r->words; i++)
        empty.word[i] &= ~(s->side[0].word[i] | s->side[1].word[i]);
    return empty;
}

/* The empty cells where one more mark completes a line: for some j, the j cells before
 * it and the line - 1 - j cells after it are marked. */
static inline uint64_t mnk_wins_small(const mnk_rules *r, uint64_t marks, uint64_t empty)
{
    uint64_t wins = 0, after[MNK_SIDE];
    for (int d = 0; d < r->steps; d++) {
        uint64_t before = after[0] = empty;
        for (int j = 1; j < r->line; j++)
            after[j] = after[j - 1] & marks >> (j * r->step[d]);
        for (int j = 0; j < r->line; j++) {
            before &= j ? marks << (j * r->step[d]) : before;
            wins |= before & after[r->line - 1 - j];
        }
    }
    return wins;
}

/* The same for the side's marks on a board of any size. */
static inline mnk_bits mnk_wins(const mnk_rules *r, const mnk_state *s, ari_side side)
{
    const mnk_bits *marks = &s->side[side], empty = mnk_empty(r, s);
    if (r->words == 1)
        return (mnk_bits){{mnk_wins_small(r, marks->word[0], empty.word[0])}};
    mnk_bits wins = {{0}}, after[MNK_SIDE];
    for (int d = 0; d < r->steps; d++) {
        mnk_bits before = empty;
        after[0] = empty;
        for (int j = 1; j < r->line; j++) {
            after[j] = after[j - 1];
            mnk_and_down(r->words, &after[j], marks, j * r->step[d]);
        }
        for (int j = 0; j < r->line; j++) {
            if (j)
                mnk_and_up(r->words, &before, marks, j * r->step[d]);
            for (int i = 0; i < r->words; i++)
                wins.word[i] |= before.word[i] & after[r->line - 1 - j].word[i];
        }
    }
    return wins;
}

static inline int mnk_list(const mnk_rules *r, const mnk_bits *b, ari_move *list)
{
    int count = 0;
    for (int i = 0; i < r->words; i++)
        for (uint64_t word = b->word[i]; word; word &= word - 1)
            list[count++] = (ari_move)(64 * i + __builtin_ctzll(word));
    return count;
}

static inline int mnk_bit(const mnk_rules *r, int x, int y)
{
    return y * (r->width + 1) + x;
}

/* ---- the rules ---- */

static ari_status mnk_setup(const ari_value *values, mnk_rules *r, ari_error *error)
{
    int w = r->width = (int)values[0].number, h = r->height = (int)values[1].number;
    r->line = (int)values[2].number;
    if (r->line > w && r->line > h)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a line of %d does not fit on a board of %d by %d", r->line, w,
                        h);
    r->cells = w * h;
    r->words = (h * (w + 1) + 63) / 64;
    if (r->line <= w)
        r->step[r->steps++] = 1;
    if (r->line <= h)
        r->step[r->steps++] = w + 1;
    if (r->line <= w && r->line <= h) {
        r->step[r->steps++] = w + 2;
        r->step[r->steps++] = w;
    }
    r->symmetries = w == h ? 7 : 3;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            mnk_set(&r->cell, mnk_bit(r, x, y));
            for (int i = 1; i <= r->symmetries;
                 i++) { /* bits: mirror x, mirror y, swap */
                int u = i & 1 ? w - 1 - x : x, v = i & 2 ? h - 1 - y : y;
                r->image[i - 1][mnk_bit(r, x, y)] =
                    (uint16_t)(i & 4 ? mnk_bit(r, v, u) : mnk_bit(r, u, v));
            }
        }
    return ARI_OK;
}

static mnk_state mnk_start(const mnk_rules *r)
{
    (void)r;
    return (mnk_state){.count = 0};
}

static inline ari_side mnk_turn(const mnk_rules *r, const mnk_state *s)
{
    (void)r;
    return (ari_side)(s->count & 1);
}

static inline int mnk_moves(const mnk_rules *r, const mnk_state *s, ari_move *list)
{
    mnk_bits empty = mnk_empty(r, s);
    return mnk_list(r, &empty, list);
}

static inline mnk_state mnk_after(const mnk_rules *r, const mnk_state *s, ari_move m)
{
    mnk_state next = *s;
    mnk_set(&next.side[mnk_turn(r, s)], m);
    next.count++;
    return next;
}

static inline int mnk_outcome(const mnk_rules *r, const mnk_state *s)
{
    if (mnk_has_line(r, &s->side[!mnk_turn(r, s)]))
        return ARI_LOST;
    return s->count == (uint64_t)r->cells ? ARI_DRAWN : ARI_ON;
}

/* ---- help for searches ---- */

static inline uint64_t mnk_key(const mnk_rules *r, const mnk_state *s)
{
    uint64_t key = 0;
    for (int i = 0; i < r->words; i++)
        key = ari_mix(ari_mix(key ^ s->side[0].word[i]) ^ s->side[1].word[i]);
    return key;
}

static inline ari_move mnk_win_now(const mnk_rules *r, const mnk_state *s)
{
    mnk_bits wins = mnk_wins(r, s, mnk_turn(r, s));
    for (int i = 0; i < r->words; i++)
        if (wins.word[i])
            return (ari_move)(64 * i + __builtin_ctzll(wins.word[i]));
    return ARI_NO_MOVE;
}

/* One threat must be answered on its cell; of two, one remains whatever is played. */
static inline int mnk_safe_moves(const mnk_rules *r, const mnk_state *s, ari_move *list)
{
    mnk_bits threats = mnk_wins(r, s, mnk_turn(r, s) ^ 1);
    int count = mnk_list(r, &threats, list);
    return count == 0 ? mnk_moves(r, s, list) : count == 1 ? 1 : 0;
}

static inline mnk_bits mnk_map(const mnk_rules *r, const mnk_bits *b,
                               const uint16_t *image)
{
    mnk_bits result = {{0}};
    for (int i = 0; i < r->words; i++)
        for (uint64_t word = b->word[i]; word; word &= word - 1)
            mnk_set(&result, image[64 * i + __builtin_ctzll(word)]);
    return result;
}

/* The smallest of the symmetric positions, compared word by word. */
static inline mnk_state mnk_canonical(const mnk_rules *r, const mnk_state *s)
{
    mnk_state best = *s;
    for (int i = 0; i < r->symmetries; i++) {
        mnk_state other = *s;
        for (int side = 0; side < 2; side++)
            other.side[side] = mnk_map(r, &s->side[side], r->image[i]);
        int order = 0;
        for (int j = 0; j < 2 * r->words && order == 0; j++) {
            uint64_t a = other.side[j & 1].word[j / 2], b = best.side[j & 1].word[j / 2];
            order = (a > b) - (a < b);
        }
        if (order < 0)
            best = other;
    }
    return best;
}

static inline int mnk_centre(const mnk_rules *r, ari_move m)
{
    int dx = 2 * (m % (r->width + 1)) - (r->width - 1);
    int dy = 2 * (m / (r->width + 1)) - (r->height - 1);
    return dx * dx + dy * dy;
}

/* For each side and direction: the lines through the cell that are still open to it, and
 * the marks it has within reach on them. */
static inline int mnk_promise(const mnk_rules *r, const mnk_state *s, ari_move m)
{
    int promise = 0;
    for (int i = 0; i < 2 * r->steps; i++) {
        const mnk_bits *own = &s->side[i & 1], *other = &s->side[!(i & 1)];
        int room = 1, marks = 0;
        for (int step = r->step[i / 2], sign = -1; sign <= 1; sign += 2)
            for (int n = 1; n < r->line; n++) {
                int bit = m + sign * n * step;
                if (bit < 0 || bit >= MNK_BITS || !mnk_has(&r->cell, bit) ||
                    mnk_has(other, bit))
                    break;
                room++;
                marks += mnk_has(own, bit);
            }
        if (room >= r->line)
            promise += room - r->line + 1 + 4 * marks * marks;
    }
    return promise;
}

static inline int mnk_longest(const mnk_rules *r, const mnk_state *s)
{
    return r->cells - (int)s->count;
}

static bool mnk_draws_last(const mnk_rules *r)
{
    (void)r;
    return true; /* only a full board is a draw */
}

static double mnk_positions(const mnk_rules *r)
{
    double positions = 1;
    for (int i = 0; i < r->cells; i++)
        positions *= 3;
    return positions;
}

#define MNK_WEIGHTS 4

/* Lines that only one side has marks on, weighed by how many: own minus the opponent's.
 */
static inline int mnk_eval(const mnk_rules *r, const mnk_state *s, int which,
                           const int *params)
{
    (void)which;
    int score[2] = {0, 0};
    for (int i = 0; i < 2 * r->steps; i++) {
        int side = i & 1, step = r->step[i / 2];
        mnk_bits open = r->cell;
        for (int j = 0; j < r->words; j++)
            open.word[j] &= ~s->side[!side].word[j];
        mnk_lines(r, &open, step);
        ari_move list[MNK_SIDE * MNK_SIDE];
        for (int j = mnk_list(r, &open, list) - 1; j >= 0; j--) {
            int marks = 0;
            for (int n = 0; n < r->line; n++)
                marks += mnk_has(&s->side[side], list[j] + n * step);
            if (marks)
                score[side] += params[(marks < MNK_WEIGHTS ? marks : MNK_WEIGHTS) - 1];
        }
    }
    ari_side turn = mnk_turn(r, s);
    return score[turn] - score[!turn];
}

/* ---- text ---- */

static void mnk_format_move(const mnk_rules *r, const mnk_state *s, ari_move m,
                            ari_text *out)
{
    (void)s;
    ari_text_format(out, "%c%d", 'a' + m % (r->width + 1), m / (r->width + 1) + 1);
}

static ari_status mnk_parse_move(const mnk_rules *r, const mnk_state *s, const char *text,
                                 ari_move *move, ari_error *error)
{
    int x = tolower((unsigned char)text[0]) - 'a', y = 0;
    size_t at = 1;
    if (x < 0 || x > 25 || !isdigit((unsigned char)text[1]))
        return ari_fail(
            error, ARI_SYNTAX, 0,
            "expected a cell, its column's letter and its row's number, as a1");
    for (; isdigit((unsigned char)text[at]); at++)
        y = y > MNK_SIDE ? y : 10 * y + (text[at] - '0');
    if (text[at])
        return ari_fail(error, ARI_SYNTAX, at, "expected nothing more after the cell");
    if (x >= r->width || y < 1 || y > r->height)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "that cell is not on the board, which goes from a1 to %c%d",
                        'a' + r->width - 1, r->height);
    int bit = mnk_bit(r, x, y - 1);
    if (mnk_has(&s->side[0], bit) || mnk_has(&s->side[1], bit))
        return ari_fail(error, ARI_ILLEGAL, 0, "there is already a mark on %c%d", 'a' + x,
                        y);
    *move = (ari_move)bit;
    return ARI_OK;
}

static inline char mnk_mark(const mnk_state *s, int bit)
{
    return mnk_has(&s->side[0], bit) ? 'x' : mnk_has(&s->side[1], bit) ? 'o' : '.';
}

static void mnk_format(const mnk_rules *r, const mnk_state *s, ari_text *out)
{
    for (int y = r->height - 1; y >= 0; y--) {
        for (int x = 0; x < r->width; x++)
            ari_text_add_char(out, mnk_mark(s, mnk_bit(r, x, y)));
        if (y)
            ari_text_add_char(out, '/');
    }
}

/* A line that is there must come from the last move: without one of the winner's marks
 * there is none. Everything else can then have been played in any order. */
static bool mnk_one_move_made_it(const mnk_rules *r, const mnk_bits *marks)
{
    ari_move list[MNK_SIDE * MNK_SIDE];
    for (int i = mnk_list(r, marks, list) - 1; i >= 0; i--) {
        mnk_bits without = *marks;
        without.word[list[i] / 64] ^= (uint64_t)1 << (list[i] % 64);
        if (!mnk_has_line(r, &without))
            return true;
    }
    return false;
}

static ari_status mnk_check(const mnk_rules *r, const mnk_state *s, int xs, int os,
                            ari_error *error)
{
    if (xs != os && xs != os + 1)
        return ari_fail(
            error, ARI_ILLEGAL, 0,
            "there are %d x and %d o; as x begins, there must be as many x as o "
            "or one more",
            xs, os);
    bool x_line = mnk_has_line(r, &s->side[0]), o_line = mnk_has_line(r, &s->side[1]);
    if (x_line && o_line)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "both have a line, but the game ends with the first one");
    if (x_line ? xs == os : o_line && xs != os)
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "%c has a line, but the other side moved after it",
                        x_line ? 'x' : 'o');
    if ((x_line || o_line) && !mnk_one_move_made_it(r, &s->side[o_line]))
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "%c has lines that no single last move can have completed",
                        x_line ? 'x' : 'o');
    return ARI_OK;
}

static ari_status mnk_parse(const mnk_rules *r, const char *text, mnk_state *s,
                            ari_error *error)
{
    size_t at = 0;
    int count[2] = {0, 0};
    for (int i = 0; i < r->cells; i++) {
        int x = i % r->width, y = r->height - 1 - i / r->width;
        if (i && x == 0 && text[at] == '/')
            at++;
        int c = tolower((unsigned char)text[at]);
        if (c == 'x' || c == 'o') {
            mnk_set(&s->side[c == 'o'], mnk_bit(r, x, y));
            count[c == 'o']++;
        } else if (c != '.') {
            return ari_fail(error, ARI_SYNTAX, at,
                            "expected x, o or . for %c%d; a board has %d of them, row by "
                            "row from the top",
                            'a' + x, y + 1, r->cells);
        }
        at++;
    }
    if (text[at])
        return ari_fail(error, ARI_SYNTAX, at, "expected the end after %d cells",
                        r->cells);
    s->count = (uint64_t)count[0] + (uint64_t)count[1];
    return mnk_check(r, s, count[0], count[1], error);
}

static void mnk_board(const mnk_rules *r, const mnk_state *s, ari_board *board)
{
    *board = (ari_board){.pieces = ARI_PIECES_MARKS,
                         .column_labels = true,
                         .row_labels = true,
                         .letters = true};
    ari_board_size(board, r->width, r->height);
    bool on = mnk_outcome(r, s) == ARI_ON;
    for (int y = 0; y < r->height; y++)
        for (int x = 0; x < r->width; x++) {
            int bit = mnk_bit(r, x, y);
            char mark = mnk_mark(s, bit);
            ari_cell *cell = ari_board_at(board, x, r->height - 1 - y);
            cell->kind = ARI_CELL_SQUARE;
            if (mark != '.') {
                cell->owner = mark == 'x' ? ARI_OWNER_FIRST : ARI_OWNER_SECOND;
                cell->text[0] = mark;
            } else if (on) {
                cell->move = (ari_move)bit;
            }
        }
}

static const ari_option mnk_weights[] = {
    {.name = "one", .initial = 1, .min = -1000, .max = 1000, .help = "open line, 1 mark"},
    {.name = "two",
     .initial = 4,
     .min = -1000,
     .max = 1000,
     .help = "open line, 2 marks"},
    {.name = "three", .initial = 16, .min = -1000, .max = 1000, .help = "with 3 marks"},
    {.name = "more", .initial = 64, .min = -1000, .max = 1000, .help = "4 marks or more"},
    {.name = NULL}};

static const ari_eval_info mnk_evals[] = {
    {.name = "lines", .help = "open lines by their marks", .params = mnk_weights},
    {.name = NULL}};

#define GAME mnk
#define GAME_MAX_MOVES (MNK_SIDE * MNK_SIDE)
#define GAME_KEY mnk_key
#define GAME_PARSE_MOVE mnk_parse_move
#define GAME_EVAL mnk_eval
#define GAME_EVALS mnk_evals
#define GAME_CANONICAL mnk_canonical
#define GAME_CENTRE mnk_centre
#define GAME_PROMISE mnk_promise
#define GAME_WIN_NOW mnk_win_now
#define GAME_SAFE_MOVES mnk_safe_moves
#define GAME_LONGEST mnk_longest
#define GAME_DRAWS_LAST mnk_draws_last
#define GAME_POSITIONS mnk_positions
#include <ariadne/instance.h>

static const ari_option mnk_options[] = {
    {.name = "width", .initial = 3, .min = 1, .max = MNK_SIDE, .help = "columns"},
    {.name = "height", .initial = 3, .min = 1, .max = MNK_SIDE, .help = "rows"},
    {.name = "line", .initial = 3, .min = 1, .max = MNK_SIDE, .help = "marks in a line"},
    {.name = NULL}};

/* Measured: docs/levels.md. */
static const ari_level mnk_levels[ARI_LEVELS] = {
    {.sight = 0.5, .whim = 0}, {.sight = 2, .whim = 300},  {.sight = 2.5, .whim = 20},
    {.sight = 3, .whim = 14},  {.sight = 3.5, .whim = 11}, {.sight = 4, .whim = 9},
    {.sight = 4.5, .whim = 6}, {.sight = 5, .whim = 4},    {.sight = 5.5, .whim = 2},
    {.sight = ARI_SIGHT_ALL},
};

const ari_game ari_game_mnk = {
    GAME_CORE,
    .id = "mnk",
    .title = "Marks in a Line (m,n,k)",
    .about =
        "Two players put their marks, x and o, on empty cells in turn; x begins.\n"
        "Whoever first has enough marks in an unbroken line, across, up or diagonally,\n"
        "wins (3 unless chosen otherwise). A full board without a line is a draw.\n"
        "A move is a cell, its column's letter and its row's number from the bottom:\n"
        "b2\n"
        "A position is the board row by row from the top: x.o/.x./..o (the / may be\n"
        "left out).",
    .options = mnk_options,
    .levels = mnk_levels,
};
