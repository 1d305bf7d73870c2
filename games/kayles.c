/* kayles.c: Kayles: knock down one pin of a row, or two that stand side by side; the last one wins.
 *
 * A position is one word: a bit for each pin that stands, the leftmost lowest, and the highest bit when the
 * second player is to move. A move is twice the pin, plus one when it takes the next one, too.
 *
 *     |||.||     pins 1 2 3 5 6: two parts, a row of three and a row of two
 *
 * Rows between gaps have nothing to do with each other: a position is the sum of its rows. */
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define KAY_PINS 60
#define KAY_TURN ((uint64_t)1 << 63)

typedef struct kay_rules {
    uint32_t pins;
    uint32_t misere; /* whoever knocks down the last pin loses */
} kay_rules;

typedef struct kay_state {
    uint64_t pins;
} kay_state;

static inline uint64_t kay_standing(const kay_state *s)
{
    return s->pins & ~KAY_TURN;
}

/* A row of so many, from the left. */
static inline uint64_t kay_row(uint32_t pins)
{
    return ((uint64_t)1 << pins) - 1;
}

static ari_status kay_setup(const ari_value *values, kay_rules *r, ari_error *error)
{
    (void)error;
    *r = (kay_rules){(uint32_t)values[0].number, values[1].number != 0};
    return ARI_OK;
}

static kay_state kay_start(const kay_rules *r)
{
    return (kay_state){kay_row(r->pins)};
}

static inline int kay_moves(const kay_rules *r, const kay_state *s, ari_move *list)
{
    int count = 0;
    (void)r;
    for (uint64_t left = kay_standing(s); left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        list[count++] = (ari_move)(2 * i);
        if (kay_standing(s) >> i & 2)
            list[count++] = (ari_move)(2 * i + 1);
    }
    return count;
}

static inline kay_state kay_after(const kay_rules *r, const kay_state *s, ari_move m)
{
    (void)r;
    uint64_t hit = (m % 2 ? UINT64_C(3) : UINT64_C(1)) << m / 2;
    return (kay_state){(s->pins & ~hit) ^ KAY_TURN};
}

static inline int kay_outcome(const kay_rules *r, const kay_state *s)
{
    if (kay_standing(s))
        return ARI_ON;
    return r->misere ? ARI_WON : ARI_LOST;
}

static inline ari_side kay_turn(const kay_rules *r, const kay_state *s)
{
    (void)r;
    return s->pins & KAY_TURN ? ARI_SECOND : ARI_FIRST;
}

static inline kay_state kay_as_first(const kay_rules *r, const kay_state *s)
{
    (void)r;
    return (kay_state){kay_standing(s)};
}

/* The lengths of the rows, from left to right; how many there are. */
static inline int kay_rows(const kay_state *s, int *lengths)
{
    int count = 0;
    for (uint64_t left = kay_standing(s); left;) {
        left >>= __builtin_ctzll(left);
        lengths[count] = __builtin_ctzll(~left);
        left >>= lengths[count++];
    }
    return count;
}

/* The rows from long to short, a gap of one pin between two: nothing else matters. */
static inline kay_state kay_canonical(const kay_rules *r, const kay_state *s)
{
    (void)r;
    int lengths[KAY_PINS / 2 + 1], count = kay_rows(s, lengths), at = 0;
    kay_state result = {s->pins & KAY_TURN};
    for (int length = KAY_PINS; length > 0; length--)
        for (int i = 0; i < count; i++)
            if (lengths[i] == length) {
                result.pins |= kay_row((uint32_t)length) << at;
                at += length + 1;
            }
    return result;
}

static int kay_components(const kay_rules *r, const kay_state *s, ari_side turn,
                          kay_state *made)
{
    (void)r;
    int lengths[KAY_PINS / 2 + 1], count = kay_rows(s, lengths);
    for (int i = 0; i < count; i++)
        made[i].pins = kay_row((uint32_t)lengths[i]) | (turn ? KAY_TURN : 0);
    return count;
}

static void kay_component_places(const kay_rules *r, const kay_state *s,
                                 const ari_board *board, uint8_t *part)
{
    (void)board;
    uint8_t row = 0;
    for (uint32_t i = 0; i < r->pins; i++)
        if (s->pins >> i & 1) {
            if (i == 0 || !(s->pins >> (i - 1) & 1))
                row++;
            part[i] = row;
        }
}

static kay_state kay_with_turn(const kay_rules *r, const kay_state *s, ari_side turn)
{
    (void)r;
    return (kay_state){kay_standing(s) | (turn == ARI_SECOND ? KAY_TURN : 0)};
}

static int kay_last_move(const kay_rules *r)
{
    return r->misere ? ARI_LOST : ARI_WON;
}

/* Take one or two, wherever they lie: what is left of a heap are none, one or two. */
static bool kay_heap_rules(const kay_rules *r, ari_heap_rules *rules)
{
    (void)r;
    *rules = (ari_heap_rules){.option = "pins", .digits = {0, 7, 7}, .count = 3};
    return true;
}

static int kay_heap_of(const kay_rules *r, const kay_state *s)
{
    (void)r;
    return __builtin_popcountll(kay_standing(s));
}

static inline int kay_longest(const kay_rules *r, const kay_state *s)
{
    (void)r;
    return __builtin_popcountll(kay_standing(s));
}

/* Rows with the gap behind each, and single gaps: ways to write pins + 1 as a sum. */
static double kay_positions(const kay_rules *r)
{
    double ways[KAY_PINS + 2] = {1};
    for (uint32_t part = 1; part <= r->pins + 1; part++)
        for (uint32_t sum = part; sum <= r->pins + 1; sum++)
            ways[sum] += ways[sum - part];
    return ways[r->pins + 1];
}

static void kay_format_move(const kay_rules *r, const kay_state *s, ari_move m,
                            ari_text *out)
{
    (void)r, (void)s;
    ari_text_format(out, m % 2 ? "%d-%d" : "%d", m / 2 + 1, m / 2 + 2);
}

static void kay_format(const kay_rules *r, const kay_state *s, ari_text *out)
{
    for (uint32_t i = 0; i < r->pins; i++)
        ari_text_add_char(out, s->pins >> i & 1 ? '|' : '.');
    if (s->pins & KAY_TURN)
        ari_text_add(out, "/2");
}

static ari_status kay_parse(const kay_rules *r, const char *text, kay_state *s,
                            ari_error *error)
{
    size_t pins = strspn(text, "|."), at = pins;
    if (pins != r->pins)
        return ari_fail(error, ARI_SYNTAX, pins < r->pins ? pins : r->pins,
                        "expected %u pins, | or . each", (unsigned)r->pins);
    for (size_t i = 0; i < pins; i++)
        if (text[i] == '|')
            s->pins |= (uint64_t)1 << i;
    bool second = ari_read_second(text, &at);
    if (text[at])
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected the end, or /2 when the second player is to move");
    uint64_t down = kay_row(r->pins) & ~s->pins;
    if (!(down & down >> 1) && __builtin_popcountll(down) % 2 != (int)second)
        return ari_fail(error, ARI_ILLEGAL, pins,
                        "each of these pins fell alone, so it is the other's turn");
    s->pins |= second ? KAY_TURN : 0;
    return ARI_OK;
}

static void kay_board(const kay_rules *r, const kay_state *s, ari_board *board)
{
    ari_board_size(board, (int)r->pins, 1);
    board->column_labels = true;
    for (int i = 0; i < (int)r->pins; i++) {
        if (!(s->pins >> i & 1))
            continue;
        ari_cell *pin = ari_board_at(board, i, 0);
        pin->kind = ARI_CELL_TOKEN;
        strcpy(pin->text, "|");
    }
    snprintf(board->caption, sizeof board->caption, "%d standing, the last one %s",
             kay_longest(r, s), r->misere ? "loses" : "wins");
}

/* A pin is clicked, and then once more, or its neighbour that falls with it. */
static int kay_clicks(const kay_rules *r, const kay_state *s, ari_move m,
                      uint16_t *places)
{
    (void)r, (void)s;
    places[0] = (uint16_t)(m / 2);
    places[1] = (uint16_t)(m / 2 + m % 2);
    return 2;
}

#define GAME kay
#define GAME_MAX_MOVES (2 * KAY_PINS)
#define GAME_CLICKS kay_clicks
#define GAME_CANONICAL kay_canonical
#define GAME_AS_FIRST kay_as_first
#define GAME_LONGEST kay_longest
#define GAME_POSITIONS kay_positions
#define GAME_LAST_MOVE kay_last_move
#define GAME_IMPARTIAL ari_always
#define GAME_COMPONENTS kay_components
#define GAME_COMPONENT_PLACES kay_component_places
#define GAME_WITH_TURN kay_with_turn
#define GAME_HEAP_RULES kay_heap_rules
#define GAME_HEAP_OF kay_heap_of
#include <ariadne/instance.h>

static const ari_option kay_options[] = {
    ARI_OPTION_NUMBER("pins", 13, 1, KAY_PINS, "in the row"),
    ARI_OPTION_FLAG("misere", 0, "whoever knocks down the last pin loses"),
    {.name = NULL}};

const ari_game ari_game_kayles = {
    GAME_CORE,
    .id = "kayles",
    .title = "Kayles",
    .about =
        "Pins stand in a row. In turn, each player knocks down one of them, or two that\n"
        "stand side by side. Whoever knocks down the last pin wins (with the option\n"
        "misere: loses).\n"
        "A move is the number of a pin, counted from the left, or of two: 4 or 4-5.\n"
        "A position shows each pin, | if it stands and . if it has fallen, with /2 at\n"
        "the end when the second player is to move: |||.||",
    .options = kay_options,
};
