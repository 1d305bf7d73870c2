/* hackenbush.c: Hackenbush on trees: cut an edge of your colour or a green one, and what hangs on it falls.
 *
 * A picture is written as chemists write molecules: letters upwards from the ground, what stands on one end in
 * brackets, and / between what stands on the ground apart:
 *
 *     b(r)(gg)/r     depths 1 2 2 3 1, colours b r g g r
 *
 * A position is its edges in this order, a byte each: the depth, and in the two lowest bits who may cut it: 1 the first
 * player, 2 the second, 3 both, 0 nobody, as it has fallen. So all that stands on an edge is what follows it and is deeper. A
 * move is the number of an edge. Those that have fallen keep their places, as people want to see them; parts and what
 * searches compare do without them. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define HACK_EDGES 60
#define HACK_COLUMNS 26 /* of the board, which have letters */

typedef struct hack_state {
    uint8_t edge[HACK_EDGES + 3]; /* the last ones are 0 */
    uint8_t turn;
} hack_state;

typedef struct hack_rules {
    hack_state start;
    uint8_t misere; /* whoever cuts the last edge loses */
    uint8_t green;  /* all edges are */
} hack_rules;

static inline int hack_depth(const hack_state *s, int edge)
{
    return s->edge[edge] >> 2;
}

static inline int hack_colour(const hack_state *s, int edge)
{
    return s->edge[edge] & 3;
}

/* The first edge behind this one that does not stand on it. */
static inline int hack_end(const hack_state *s, int edge)
{
    int end = edge + 1;
    while (hack_depth(s, end) > hack_depth(s, edge))
        end++;
    return end;
}

/* ---- text ---- */

/* Reads a picture up to a /2 or the end; an edge that has fallen is a point. */
static ari_status hack_read(const char *text, size_t *end, hack_state *s,
                            ari_error *error)
{
    static const char colours[] = ".brg";
    int count = 0, depth = 0, open = 0, forks[HACK_EDGES];
    bool due = true; /* an edge must come next */
    size_t at = 0;
    *s = (hack_state){.turn = ARI_FIRST};
    for (; text[at] && strcmp(text + at, "/2") != 0; at++) {
        const char *colour = strchr(colours, tolower((unsigned char)text[at]));
        if (colour && count == HACK_EDGES)
            return ari_fail(error, ARI_RANGE, at, "a picture has at most %d edges",
                            HACK_EDGES);
        if (colour) {
            s->edge[count++] = (uint8_t)(++depth << 2 | (int)(colour - colours));
            due = false;
        } else if (text[at] == '(' && !due) {
            forks[open++] = depth;
            due = true;
        } else if (text[at] == ')' && !due && open) {
            depth = forks[--open];
        } else if (text[at] == '/' && !due && !open) {
            depth = 0;
            due = true;
        } else {
            break;
        }
    }
    *end = at;
    if (due)
        return ari_fail(error, ARI_SYNTAX, at,
                        "expected an edge, b, r or g, as in bbr/g(r)(b)");
    if (text[at] && strcmp(text + at, "/2") != 0)
        return ari_fail(
            error, ARI_SYNTAX, at,
            "expected b, r or g for each edge from the ground up, what stands on "
            "one in brackets, and / between pieces, as in bbr/g(r)(b)");
    return open ? ari_fail(error, ARI_SYNTAX, at, "a bracket is not closed") : ARI_OK;
}

/* What begins with this edge; where it ends. */
static int hack_write(const hack_state *s, int edge, ari_text *out)
{
    int end = hack_end(s, edge);
    bool forks = edge + 1 < end && hack_end(s, edge + 1) < end;
    ari_text_add_char(out, ".brg"[hack_colour(s, edge)]);
    for (int next = edge + 1; next < end;) {
        ari_text_add(out, forks ? "(" : "");
        next = hack_write(s, next, out);
        ari_text_add(out, forks ? ")" : "");
    }
    return end;
}

static void hack_format(const hack_rules *r, const hack_state *s, ari_text *out)
{
    (void)r;
    for (int edge = 0; s->edge[edge];) {
        ari_text_add(out, edge ? "/" : "");
        edge = hack_write(s, edge, out);
    }
    if (s->turn)
        ari_text_add(out, "/2");
}

/* ---- the rules ---- */

static inline int hack_moves(const hack_rules *r, const hack_state *s, ari_move *list)
{
    (void)r;
    int count = 0;
    for (int edge = 0; s->edge[edge]; edge++)
        if (s->edge[edge] & (s->turn + 1))
            list[count++] = (ari_move)edge;
    return count;
}

/* Where an edge is drawn: what stands on it goes straight up first, and then to the right. */
static int hack_columns(const hack_state *s, int *column)
{
    int last = 0;
    for (int edge = 0; s->edge[edge]; edge++) {
        if (edge && hack_depth(s, edge) <= hack_depth(s, edge - 1))
            last++;
        column[edge] = last;
    }
    return last + 1;
}

static ari_status hack_setup(ari_value *values, hack_rules *r, ari_error *error)
{
    size_t end;
    int column[HACK_EDGES];
    ari_move list[HACK_EDGES];
    ari_status status = hack_read(values[0].string, &end, &r->start, error);
    if (status != ARI_OK)
        return status;
    if (strchr(values[0].string, '.'))
        return ari_fail(error, ARI_SYNTAX, strcspn(values[0].string, "."),
                        "no edge has fallen at the start");
    if (values[0].string[end])
        return ari_fail(error, ARI_SYNTAX, end, "a game begins with the first player");
    if (hack_columns(&r->start, column) > HACK_COLUMNS)
        return ari_fail(error, ARI_RANGE, 0, "a picture has at most %d ends",
                        HACK_COLUMNS);
    if (!hack_moves(r, &r->start, list))
        return ari_fail(error, ARI_RANGE, 0,
                        "the first player has no move: there must be a blue or a green "
                        "edge");
    r->misere = values[1].number != 0;
    r->green = true;
    for (int edge = 0; r->start.edge[edge]; edge++)
        r->green &= hack_colour(&r->start, edge) == 3;
    ari_text name = ARI_TEXT_EMPTY; /* one picture has one name */
    hack_format(r, &r->start, &name);
    bool named = ari_text_ok(&name) && name.size <= ARI_STRING_MAX;
    if (named)
        strcpy(values[0].string, ari_text_get(&name));
    ari_text_free(&name);
    return named ? ARI_OK : ari_fail_memory(error, 0, "a picture");
}

static hack_state hack_start(const hack_rules *r)
{
    return r->start;
}

static inline hack_state hack_after(const hack_rules *r, const hack_state *s, ari_move m)
{
    (void)r;
    hack_state next = *s;
    for (int edge = m, end = hack_end(s, m); edge < end; edge++)
        next.edge[edge] &= 0xfc;
    next.turn ^= 1;
    return next;
}

static inline int hack_outcome(const hack_rules *r, const hack_state *s)
{
    for (int edge = 0; s->edge[edge]; edge++)
        if (s->edge[edge] & (s->turn + 1))
            return ARI_ON;
    return r->misere ? ARI_WON : ARI_LOST;
}

static inline ari_side hack_turn(const hack_rules *r, const hack_state *s)
{
    (void)r;
    return (ari_side)s->turn;
}

/* The picture of the game, less what has fallen. */
static ari_status hack_parse(const hack_rules *r, const char *text, hack_state *s,
                             ari_error *error)
{
    size_t at;
    ari_status status = hack_read(text, &at, s, error);
    if (status != ARI_OK)
        return status;
    s->turn = text[at] == '/';
    int fallen = 0, edge = 0; /* the depth of the edge that has, and this stands on */
    for (; s->edge[edge] || r->start.edge[edge]; edge++) {
        int depth = hack_depth(s, edge), colour = hack_colour(s, edge);
        if (depth != hack_depth(&r->start, edge) ||
            (colour && colour != hack_colour(&r->start, edge)))
            return ari_fail(error, ARI_ILLEGAL, 0,
                            "expected the picture of the game, with a point for each "
                            "edge that has fallen");
        fallen = fallen && depth > fallen ? fallen : colour ? 0 : depth;
        if (fallen && colour)
            return ari_fail(error, ARI_ILLEGAL, 0,
                            "what stands on an edge that has fallen has fallen, too");
    }
    return ARI_OK;
}

/* ---- parts, and what is the same ---- */

/* Without what has fallen. */
static inline hack_state hack_standing(const hack_state *s)
{
    hack_state kept = {.turn = s->turn};
    int count = 0;
    for (int edge = 0; s->edge[edge]; edge++)
        if (hack_colour(s, edge))
            kept.edge[count++] = s->edge[edge];
    return kept;
}

/* Of what stands side by side, from this edge on at this depth, the larger bytes come first. */
static inline void hack_sort(hack_state *s, int from, int depth)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (int a = from; hack_depth(s, a) == depth;) {
            uint8_t kept[HACK_EDGES];
            int b = hack_end(s, a), end = hack_end(s, b);
            size_t first = (size_t)(b - a), second = (size_t)(end - b);
            if (hack_depth(s, b) != depth)
                break;
            int order = memcmp(s->edge + a, s->edge + b, first < second ? first : second);
            if (order < 0 || (order == 0 && first < second)) {
                memcpy(kept, s->edge + a, first);
                memmove(s->edge + a, s->edge + b, second);
                memcpy(s->edge + a + second, kept, first);
                moved = true;
                b = a + (int)second;
            }
            a = b;
        }
    }
}

/* What stands on each edge in order, from the last one on, and then the pieces. */
static inline hack_state hack_canonical(const hack_rules *r, const hack_state *s)
{
    (void)r;
    hack_state made = hack_standing(s);
    int edge = 0;
    while (made.edge[edge])
        edge++;
    while (--edge >= 0)
        hack_sort(&made, edge + 1, hack_depth(&made, edge) + 1);
    hack_sort(&made, 0, 1);
    return made;
}

/* The colours change with the sides. */
static inline hack_state hack_as_first(const hack_rules *r, const hack_state *s)
{
    (void)r;
    hack_state seen = hack_standing(s);
    for (int edge = 0; s->turn && seen.edge[edge]; edge++) {
        int colour = hack_colour(&seen, edge);
        seen.edge[edge] =
            (uint8_t)((seen.edge[edge] & 0xfc) | (colour & 1) << 1 | colour >> 1);
    }
    seen.turn = ARI_FIRST;
    return seen;
}

static int hack_components(const hack_rules *r, const hack_state *s, ari_side turn,
                           hack_state *made)
{
    (void)r;
    hack_state kept = hack_standing(s);
    int count = 0;
    for (int edge = 0, end; kept.edge[edge]; edge = end) {
        end = hack_end(&kept, edge);
        made[count] = (hack_state){.turn = turn == ARI_SECOND};
        memcpy(made[count++].edge, kept.edge + edge, (size_t)(end - edge));
    }
    return count;
}

static hack_state hack_with_turn(const hack_rules *r, const hack_state *s, ari_side turn)
{
    (void)r;
    hack_state turned = *s;
    turned.turn = turn == ARI_SECOND;
    return turned;
}

static int hack_last_move(const hack_rules *r)
{
    return r->misere ? ARI_LOST : ARI_WON;
}

static bool hack_all_green(const hack_rules *r)
{
    return r->green;
}

static inline int hack_longest(const hack_rules *r, const hack_state *s)
{
    (void)r;
    int standing = 0;
    for (int edge = 0; s->edge[edge]; edge++)
        standing += hack_colour(s, edge) != 0;
    return standing;
}

/* With either side to move, each edge has fallen, or it stands and what is on it is any of its own. */
static double hack_positions(const hack_rules *r)
{
    double ways[HACK_EDGES + 1] = {0}; /* of all that follows at this depth, so far */
    const hack_state *s = &r->start;
    int count = hack_longest(r, s);
    for (int depth = 0; depth <= HACK_EDGES; depth++)
        ways[depth] = 1;
    for (int edge = count - 1; edge >= 0; edge--) {
        int depth = hack_depth(s, edge);
        double above = depth < HACK_EDGES ? ways[depth + 1] : 1;
        ways[depth] *= 1 + above;
        if (depth < HACK_EDGES)
            ways[depth + 1] = 1;
    }
    return 2 * ways[1];
}

/* ---- what may be known, and what is tried first ---- */

/* The values are 1 and -1. */
static inline int hack_at_most(const hack_rules *r, const hack_state *s, int wanted)
{
    (void)r, (void)s, (void)wanted;
    return 1;
}

static inline int hack_at_least(const hack_rules *r, const hack_state *s, int wanted)
{
    (void)r, (void)s, (void)wanted;
    return -1;
}

/* Many edges of the other side fall, and few of one's own. */
static int hack_promise(const hack_rules *r, const hack_state *s, ari_move m)
{
    (void)r;
    int gain = 0;
    for (int edge = m, end = hack_end(s, m); edge < end; edge++) {
        int colour = hack_colour(s, edge);
        gain += (colour >> !s->turn & 1) - (colour >> s->turn & 1);
    }
    return gain;
}

/* ---- the board ---- */

/* Where each edge is on it: an index of its cells. */
static int hack_places(const hack_state *s, int *place, int *height)
{
    int width = hack_columns(s, place);
    *height = 1;
    for (int edge = 0; s->edge[edge]; edge++)
        *height = hack_depth(s, edge) > *height ? hack_depth(s, edge) : *height;
    for (int edge = 0; s->edge[edge]; edge++)
        place[edge] += (*height - hack_depth(s, edge)) * width;
    return width;
}

/* The column and the height, as they stand beside the board. */
static void hack_format_move(const hack_rules *r, const hack_state *s, ari_move m,
                             ari_text *out)
{
    (void)r;
    int column[HACK_EDGES];
    (void)hack_columns(s, column);
    ari_text_format(out, "%c%d", 'a' + column[m], hack_depth(s, m));
}

static void hack_board(const hack_rules *r, const hack_state *s, ari_board *board)
{
    static const char *const letters[] = {"", "B", "R", "G"};
    int place[HACK_EDGES], height, below[HACK_EDGES + 1] = {0};
    int width = hack_places(s, place, &height);
    *board = (ari_board){.pieces = ARI_PIECES_STONES};
    ari_board_size(board, width, height);
    board->column_labels = board->row_labels = board->letters = true;
    for (int edge = 0; s->edge[edge]; edge++) {
        int depth = hack_depth(s, edge), colour = hack_colour(s, edge);
        ari_cell *cell = &board->cells[place[edge]];
        cell->kind = ARI_CELL_POINT;
        cell->owner = (uint8_t)colour; /* an ari_owner */
        cell->move = colour & (s->turn + 1) ? (ari_move)edge : ARI_NO_MOVE;
        strcpy(cell->text, letters[colour]);
        below[depth] = place[edge];
        if (colour && depth > 1)
            ari_board_link(board, place[edge] % width, place[edge] / width,
                           below[depth - 1] % width, below[depth - 1] / width);
    }
    snprintf(board->caption, sizeof board->caption,
             "row 1 is on the ground; B: first player, R: second, G: both%s",
             r->misere ? "; the last cut loses" : "");
}

static void hack_component_places(const hack_rules *r, const hack_state *s,
                                  const ari_board *board, uint8_t *part)
{
    (void)r, (void)board;
    int place[HACK_EDGES], height;
    uint8_t number = 0;
    (void)hack_places(s, place, &height);
    for (int edge = 0; s->edge[edge]; edge++)
        if (hack_colour(s, edge)) {
            number = (uint8_t)(number + (hack_depth(s, edge) == 1));
            part[place[edge]] = number;
        }
}

#define GAME hack
#define GAME_MAX_MOVES HACK_EDGES
#define GAME_FLAGS ARI_HAS_PAYOFFS
#define GAME_CANONICAL hack_canonical
#define GAME_AS_FIRST hack_as_first
#define GAME_PROMISE hack_promise
#define GAME_AT_MOST hack_at_most
#define GAME_AT_LEAST hack_at_least
#define GAME_LONGEST hack_longest
#define GAME_POSITIONS hack_positions
#define GAME_LAST_MOVE hack_last_move
#define GAME_IMPARTIAL hack_all_green
#define GAME_COMPONENTS hack_components
#define GAME_COMPONENT_PLACES hack_component_places
#define GAME_WITH_TURN hack_with_turn
#include <ariadne/instance.h>

static const ari_option hack_options[] = {
    {.name = "picture",
     .kind = ARI_STRING,
     .initial_string = "b(r)(bg)/gg/rrb/br",
     .max = ARI_STRING_MAX,
     .help = "edges from the ground up, b, r or g: bbr/g(r)(b); / between pieces"},
    ARI_OPTION_FLAG("misere", 0, "whoever cuts the last edge loses"),
    {.name = NULL}};

const ari_game ari_game_hackenbush = {
    GAME_CORE,
    .id = "hackenbush",
    .title = "Hackenbush",
    .about =
        "Stalks and trees of blue, red and green edges stand on the ground. In turn, "
        "the\n"
        "first player cuts a blue edge or a green one, the second a red one or a green\n"
        "one; what stands on it falls with it. Whoever cannot cut, loses (with the "
        "option\n"
        "misere: wins).\n"
        "A picture has a letter for each edge, from the ground up, what stands on one "
        "in\n"
        "brackets where it forks, and / between what stands on the ground apart:\n"
        "b(r)(bg)/gg is a blue edge with a red one and a stalk of blue and green on it,\n"
        "and a green stalk of two.\n"
        "A move is where the edge is on the board, its column and its height: a2.\n"
        "A position is the picture with a point for each edge that has fallen, and /2 "
        "at\n"
        "the end when the second player is to move: b(.)(b.)/gg/2",
    .options = hack_options,
};
