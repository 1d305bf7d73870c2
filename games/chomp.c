/* chomp.c: Chomp: bites out of a bar of chocolate whose first square is poisoned.
 *
 * Whoever bites at a square eats it and all that is above it or to its right, so what is
 * left are rows that never get longer upwards: each row's length is four bits of a word,
 * the lowest row in the lowest bits. The highest bit says that the second player is to
 * move. A move is the square, 16 times the row plus the column. */
#include <ctype.h>
#include <string.h>

#include <ariadne/game.h>

#define CHOMP_SIDE 15
#define CHOMP_TURN ((uint64_t)1 << 63)

typedef struct chomp_rules {
    int width, height;
} chomp_rules;

typedef struct chomp_state {
    uint64_t rows;
} chomp_state;

static ari_status chomp_setup(const ari_value *values, chomp_rules *r, ari_error *error)
{
    (void)error;
    *r = (chomp_rules){(int)values[0].number, (int)values[1].number};
    return ARI_OK;
}

static inline int chomp_row(const chomp_state *s, int y)
{
    return (int)(s->rows >> 4 * y & 15);
}

static chomp_state chomp_start(const chomp_rules *r)
{
    chomp_state s = {0};
    for (int y = 0; y < r->height; y++)
        s.rows |= (uint64_t)r->width << 4 * y;
    return s;
}

static ari_side chomp_turn(const chomp_rules *r, const chomp_state *s)
{
    (void)r;
    return s->rows & CHOMP_TURN ? ARI_SECOND : ARI_FIRST;
}

static int chomp_moves(const chomp_rules *r, const chomp_state *s, ari_move *list)
{
    int count = 0;
    for (int y = 0; y < r->height; y++)
        for (int x = 0; x < chomp_row(s, y); x++)
            list[count++] = (ari_move)(16 * y + x);
    return count;
}

static chomp_state chomp_after(const chomp_rules *r, const chomp_state *s, ari_move m)
{
    chomp_state next = {s->rows ^ CHOMP_TURN};
    int x = m % 16;
    for (int y = m / 16; y < r->height; y++)
        if (chomp_row(s, y) > x)
            next.rows -= (uint64_t)(chomp_row(s, y) - x) << 4 * y;
    return next;
}

/* Nothing is left: the other has eaten the poison. */
static int chomp_outcome(const chomp_rules *r, const chomp_state *s)
{
    (void)r;
    return s->rows & ~CHOMP_TURN ? ARI_ON : ARI_WON;
}

/* On a square board rows and columns are alike: the position with both exchanged. */
static chomp_state chomp_mirrored(const chomp_rules *r, const chomp_state *s)
{
    if (r->width != r->height)
        return *s;
    chomp_state other = {s->rows & CHOMP_TURN};
    for (int x = 0; x < r->width; x++) {
        int length = 0;
        while (length < r->height && chomp_row(s, length) > x)
            length++;
        other.rows |= (uint64_t)length << 4 * x;
    }
    return other;
}

static chomp_state chomp_canonical(const chomp_rules *r, const chomp_state *s)
{
    chomp_state other = chomp_mirrored(r, s);
    return other.rows < s->rows ? other : *s;
}

static int chomp_orbit(const chomp_rules *r, const chomp_state *s)
{
    return chomp_mirrored(r, s).rows == s->rows ? 1 : 2;
}

static chomp_state chomp_as_first(const chomp_rules *r, const chomp_state *s)
{
    (void)r;
    return (chomp_state){s->rows & ~CHOMP_TURN};
}

static int chomp_longest(const chomp_rules *r, const chomp_state *s)
{
    int squares = 0;
    for (int y = 0; y < r->height; y++)
        squares += chomp_row(s, y);
    return squares;
}

/* Ways to leave rows that never get longer: (width + height) over height. */
static double chomp_positions(const chomp_rules *r)
{
    double ways = 1;
    for (int i = 1; i <= r->height; i++)
        ways = ways * (r->width + i) / i;
    return ways;
}

static void chomp_format_move(const chomp_rules *r, const chomp_state *s, ari_move m,
                              ari_text *out)
{
    (void)r, (void)s;
    ari_text_format(out, "%c%d", 'a' + m % 16, m / 16 + 1);
}

static void chomp_format(const chomp_rules *r, const chomp_state *s, ari_text *out)
{
    for (int y = 0; y < r->height; y++)
        ari_text_format(out, "%s%d", y ? "," : "", chomp_row(s, y));
    if (s->rows & CHOMP_TURN)
        ari_text_add(out, "/2");
}

static ari_status chomp_parse(const chomp_rules *r, const char *text, chomp_state *s,
                              ari_error *error)
{
    size_t at = 0;
    int before = r->width;
    for (int y = 0; y < r->height; y++) {
        int length = 0;
        if (y && text[at++] != ',')
            return ari_fail(error, ARI_SYNTAX, at - 1,
                            "expected the lengths of %d rows with commas between",
                            r->height);
        if (!isdigit((unsigned char)text[at]))
            return ari_fail(error, ARI_SYNTAX, at, "expected the length of row %d",
                            y + 1);
        for (; isdigit((unsigned char)text[at]); at++)
            length = length > CHOMP_SIDE ? length : 10 * length + (text[at] - '0');
        if (length > before)
            return ari_fail(error, ARI_ILLEGAL, at - 1,
                            "row %d can have no more than %d squares", y + 1, before);
        s->rows |= (uint64_t)length << 4 * y;
        before = length;
    }
    bool second = ari_read_second(text, &at);
    if (text[at])
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected the end, or /2 when the second player is to move");
    int eaten = r->width * r->height - chomp_longest(r, s);
    s->rows |= second ? CHOMP_TURN : 0;
    if ((eaten == 0 && second) || (eaten == 1 && !second))
        return ari_fail(error, ARI_ILLEGAL, 0,
                        "with %d square%s eaten the %s player is to move", eaten,
                        eaten == 1 ? "" : "s", eaten ? "second" : "first");
    return ARI_OK;
}

static void chomp_board(const chomp_rules *r, const chomp_state *s, ari_board *board)
{
    *board = (ari_board){.column_labels = true, .row_labels = true, .letters = true};
    ari_board_size(board, r->width, r->height);
    for (int y = 0; y < r->height; y++)
        for (int x = 0; x < chomp_row(s, y); x++) {
            ari_cell *cell = ari_board_at(board, x, r->height - 1 - y);
            cell->kind = ARI_CELL_TOKEN;
            cell->text[0] = x + y ? '#' : '!';
            cell->move = (ari_move)(16 * y + x);
        }
}

static const ari_option chomp_options[] = {
    ARI_OPTION_NUMBER("width", 7, 1, CHOMP_SIDE, "columns"),
    ARI_OPTION_NUMBER("height", 4, 1, CHOMP_SIDE, "rows"),
    {.name = NULL}};

#define GAME chomp
#define GAME_MAX_MOVES (CHOMP_SIDE * CHOMP_SIDE)
#define GAME_CANONICAL chomp_canonical
#define GAME_AS_FIRST chomp_as_first
#define GAME_ORBIT chomp_orbit
#define GAME_LONGEST chomp_longest
#define GAME_POSITIONS chomp_positions
#include <ariadne/instance.h>

/* Measured: docs/levels.md. */
static const ari_level chomp_levels[ARI_LEVELS] = {
    {.sight = 0.4},  {.sight = 2.3},           {.sight = 4.5},  {.sight = 6.9},
    {.sight = 8.7},  {.sight = 11.1},          {.sight = 12.9}, {.sight = 14.9},
    {.sight = 17.1}, {.sight = ARI_SIGHT_ALL},
};

const ari_game ari_game_chomp = {
    GAME_CORE,
    .id = "chomp",
    .title = "Chomp",
    .about =
        "A bar of chocolate whose square at the lower left is poisoned. In turn, each\n"
        "player bites at a square, and eats it with all that is above it or to its\n"
        "right. Whoever eats the poisoned one loses.\n"
        "Type a square, its column's letter and its row's number: b3.\n"
        "A position is the lengths of the rows from the lowest, 7,7,4,0, with /2 at the\n"
        "end when the second player is to move.",
    .options = chomp_options,
    .levels = chomp_levels,
};
