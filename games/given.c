/* given.c: a tree given by its leaves, as books draw them: (3 12 8)(2 4 6)(14 5 2).
 *
 * A leaf is a number, what max gets there; brackets hold the children of an inner node, and the
 * text is those of the root. So the depth is as the text says, and branches need not be of one length.
 * A node may have a name before it: B:(3 12 8). Max and min move in turn.
 *
 * The nodes are kept in the order of the text, so that parents come before their children. A
 * position is the number of its node, and a move is which child of it, from 0. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <ariadne/game.h>

#define GIVEN_CHILDREN 40 /* of a node at most */
#define GIVEN_PAYOFF 9999 /* at most, and no less than minus that */
#define GIVEN_NAME 5 /* characters of a name at most: a cell of a board has no more */
#define GIVEN_NODES (ARI_STRING_MAX + 1)
#define GIVEN_EXAMPLE "(3 12 8)(2 4 6)(14 5 2)"

typedef struct given_node {
    int32_t payoff;         /* of a leaf, for max */
    uint16_t first, next;   /* the first child and the next sibling; 0: none */
    uint16_t last;          /* the last child so far */
    uint16_t parent, place; /* which child of it this is */
    uint16_t children;
    uint16_t depth, height; /* plies from the root, and to the deepest leaf below */
    bool named;
    char name[GIVEN_NAME + 1]; /* or else its number among its siblings */
} given_node;

typedef struct given_rules {
    given_node nodes[GIVEN_NODES]; /* nodes[0] is the root */
    int count;
    bool min_begins;
} given_rules;

typedef struct given_state {
    uint16_t node;
} given_state;

/* ---- the text of a tree ---- */

static given_node *given_add(given_rules *r, int parent)
{
    given_node *above = &r->nodes[parent], *node = &r->nodes[r->count];
    uint16_t index = (uint16_t)r->count++;
    *node = (given_node){.parent = (uint16_t)parent,
                         .place = above->children++,
                         .depth = (uint16_t)(above->depth + 1)};
    node->name[0] = (char)('0' + above->children / 10);
    node->name[node->name[0] != '0'] = (char)('0' + above->children % 10);
    *(above->first ? &r->nodes[above->last].next : &above->first) = index;
    above->last = index;
    return node;
}

static bool given_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'';
}

/* "B:" before a node, which no other child of its parent is called. */
static ari_status given_read_name(const char *text, size_t *at, const given_rules *r,
                                  given_node *node, ari_error *error)
{
    size_t begin = *at, length = 0;
    if (!isalpha((unsigned char)text[begin]))
        return ARI_OK;
    while (given_in_name(text[begin + length]))
        length++;
    if (length > GIVEN_NAME)
        return ari_fail(error, ARI_RANGE, begin, "a name has at most %d characters",
                        GIVEN_NAME);
    node->named = true;
    memset(node->name, 0, sizeof node->name);
    memcpy(node->name, text + begin, length);
    *at = begin + length;
    if (text[*at] != ':')
        return ari_fail(error, ARI_SYNTAX, *at,
                        "expected a colon after the name %s, and what it names: %s:5 or "
                        "%s:(3 12 8)",
                        node->name, node->name, node->name);
    ++*at;
    for (int i = r->nodes[node->parent].first; i; i = r->nodes[i].next)
        if (&r->nodes[i] != node && strcmp(r->nodes[i].name, node->name) == 0)
            return ari_fail(error, ARI_SYNTAX, begin, "two children are called %s",
                            node->name);
    return ARI_OK;
}

static ari_status given_read_payoff(const char *text, size_t *at, given_node *node,
                                    ari_error *error)
{
    size_t begin = *at, end = begin + (text[begin] == '-' || text[begin] == '+');
    if (!isdigit((unsigned char)text[end]))
        return ari_fail(error, ARI_SYNTAX, begin,
                        "expected a number or an opening bracket, as in " GIVEN_EXAMPLE);
    for (; isdigit((unsigned char)text[end]) && node->payoff <= GIVEN_PAYOFF; end++)
        node->payoff = 10 * node->payoff + (text[end] - '0');
    if (node->payoff > GIVEN_PAYOFF)
        return ari_fail(error, ARI_RANGE, begin, "a leaf is from %d to %d", -GIVEN_PAYOFF,
                        GIVEN_PAYOFF);
    if (text[begin] == '-')
        node->payoff = -node->payoff;
    *at = end;
    return ARI_OK;
}

/* One node, from its name to its number or its opening bracket, which becomes the one that is
 * open. */
static ari_status given_read_node(const char *text, size_t *at, given_rules *r, int *open,
                                  ari_error *error)
{
    if (r->nodes[*open].children == GIVEN_CHILDREN)
        return ari_fail(error, ARI_RANGE, *at, "a node has at most %d children",
                        GIVEN_CHILDREN);
    given_node *node = given_add(r, *open);
    ari_status status = given_read_name(text, at, r, node, error);
    if (status != ARI_OK)
        return status;
    if (text[*at] != '(')
        return given_read_payoff(text, at, node, error);
    ++*at;
    *open = r->count - 1;
    return ARI_OK;
}

static ari_status given_read(const char *text, given_rules *r, ari_error *error)
{
    size_t opened[GIVEN_NODES] = {0}; /* where the bracket of a node stands */
    int open = 0;
    r->count = 1;
    for (size_t at = 0; text[at];) {
        if (text[at] == ' ' || text[at] == ',') {
            at++;
        } else if (text[at] == ')') {
            if (open == 0)
                return ari_fail(error, ARI_SYNTAX, at, "no bracket is open here");
            if (r->nodes[open].children == 0)
                return ari_fail(error, ARI_SYNTAX, at,
                                "there must be something between brackets");
            open = r->nodes[open].parent;
            at++;
        } else {
            int above = open;
            ari_status status = given_read_node(text, &at, r, &open, error);
            if (status != ARI_OK)
                return status;
            if (open != above)
                opened[open] = at - 1;
        }
    }
    if (open)
        return ari_fail(error, ARI_SYNTAX, opened[open], "this bracket is never closed");
    if (r->count == 1)
        return ari_fail(error, ARI_SYNTAX, 0,
                        "expected the leaves of a tree, as in " GIVEN_EXAMPLE);
    return ARI_OK;
}

/* Writes the tree in its one spelling; false when that is too long. */
static bool given_spell(const given_rules *r, char *text, size_t size)
{
    size_t used = 0;
    int depth = 1;
    for (int i = 1; i < r->count && used < size; i++) {
        const given_node *node = &r->nodes[i];
        bool inner = node->children > 0, closed = false;
        for (; depth > node->depth && used < size; depth--, closed = true)
            text[used++] = ')';
        bool apart = node->place > 0 && !(closed && inner && !node->named);
        if (used < size)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s%s", apart ? " " : "",
                                 node->named ? node->name : "", node->named ? ":" : "");
        if (used < size && inner)
            used += (size_t)snprintf(text + used, size - used, "(");
        else if (used < size)
            used += (size_t)snprintf(text + used, size - used, "%d", node->payoff);
        depth += inner;
    }
    for (; depth > 1 && used < size; depth--)
        text[used++] = ')';
    if (used >= size)
        return false;
    text[used] = '\0';
    return true;
}

static ari_status given_setup(ari_value *values, given_rules *r, ari_error *error)
{
    ari_status status = given_read(values[0].string, r, error);
    if (status != ARI_OK)
        return status;
    for (int i = r->count - 1; i > 0; i--) {
        given_node *above = &r->nodes[r->nodes[i].parent];
        if (above->height <= r->nodes[i].height)
            above->height = (uint16_t)(r->nodes[i].height + 1);
    }
    if (!given_spell(r, values[0].string, sizeof values[0].string))
        return ari_fail(error, ARI_RANGE, 0, "the tree is longer than %d characters",
                        ARI_STRING_MAX);
    r->min_begins = values[1].number != 0;
    return ARI_OK;
}

/* ---- the game ---- */

static given_state given_start(const given_rules *r)
{
    (void)r;
    return (given_state){0};
}

static inline int given_moves(const given_rules *r, const given_state *s, ari_move *list)
{
    int count = r->nodes[s->node].children;
    for (int i = 0; i < count; i++)
        list[i] = (ari_move)i;
    return count;
}

static inline int given_child(const given_rules *r, int node, ari_move m)
{
    int child = r->nodes[node].first;
    for (int i = 0; i < m; i++)
        child = r->nodes[child].next;
    return child;
}

static inline given_state given_after(const given_rules *r, const given_state *s,
                                      ari_move m)
{
    return (given_state){(uint16_t)given_child(r, s->node, m)};
}

static inline ari_side given_turn(const given_rules *r, const given_state *s)
{
    return (r->nodes[s->node].depth & 1) != r->min_begins ? ARI_SECOND : ARI_FIRST;
}

static inline int given_outcome(const given_rules *r, const given_state *s)
{
    const given_node *node = &r->nodes[s->node];
    if (node->children)
        return ARI_ON;
    return given_turn(r, s) == ARI_FIRST ? node->payoff : -node->payoff;
}

static int given_longest(const given_rules *r, const given_state *s)
{
    return r->nodes[s->node].height;
}

static double given_positions(const given_rules *r)
{
    return r->count;
}

/* ---- text ---- */

/* A child is called by its name or, if it has none, by its number. */
static void given_format_move(const given_rules *r, const given_state *s, ari_move m,
                              ari_text *out)
{
    ari_text_add(out, r->nodes[given_child(r, s->node, m)].name);
}

/* The way to it: / is the root, /B the child that is called B, /B/2 the second child of that. */
static void given_format(const given_rules *r, const given_state *s, ari_text *out)
{
    uint16_t way[GIVEN_NODES];
    int length = 0;
    for (int node = s->node; node; node = r->nodes[node].parent)
        way[length++] = (uint16_t)node;
    if (length == 0)
        ari_text_add_char(out, '/');
    while (length > 0) {
        ari_text_add_char(out, '/');
        ari_text_add(out, r->nodes[way[--length]].name);
    }
}

/* The child of a node that is called so, or 0. */
static int given_called(const given_rules *r, int node, const char *text, size_t length)
{
    for (int i = r->nodes[node].first; i; i = r->nodes[i].next)
        if (strlen(r->nodes[i].name) == length &&
            memcmp(r->nodes[i].name, text, length) == 0)
            return i;
    return 0;
}

static ari_status given_parse(const given_rules *r, const char *text, given_state *s,
                              ari_error *error)
{
    if (text[0] != '/')
        return ari_fail(error, ARI_SYNTAX, 0,
                        "expected the way to a node, such as / (the root), /2 or /2/3");
    for (size_t at = 1; text[at] || at > 1;) {
        size_t length = strcspn(text + at, "/");
        int child = given_called(r, s->node, text + at, length);
        if (!child)
            return ari_fail(error, ARI_ILLEGAL, at, "there is no child '%.*s' here",
                            (int)(length > 20 ? 20 : length), text + at);
        s->node = (uint16_t)child;
        at += length;
        if (!text[at])
            break;
        at++;
    }
    return ARI_OK;
}

/* ---- the board: the children, each above what it is called ---- */

static void given_show(const given_rules *r, int node, ari_cell *cell)
{
    given_state s = {(uint16_t)node};
    *cell = (ari_cell){.kind = ARI_CELL_TOKEN, .move = ARI_NO_MOVE};
    if (r->nodes[node].children)
        snprintf(cell->text, sizeof cell->text, "%s",
                 given_turn(r, &s) == ARI_FIRST ? "max" : "min");
    else
        snprintf(cell->text, sizeof cell->text, "%d", r->nodes[node].payoff);
}

static void given_board(const given_rules *r, const given_state *s, ari_board *board)
{
    const given_node *node = &r->nodes[s->node];
    ari_board_size(board, node->children ? node->children : 1, node->children ? 2 : 1);
    const char *mover = given_turn(r, s) == ARI_FIRST ? "max" : "min";
    if (!node->children) {
        given_show(r, s->node, ari_board_at(board, 0, 0));
        snprintf(board->caption, sizeof board->caption, "max gets %d", node->payoff);
        return;
    }
    for (int i = node->first, x = 0; i; i = r->nodes[i].next, x++) {
        given_show(r, i, ari_board_at(board, x, 0));
        ari_board_at(board, x, 0)->move = (ari_move)x;
        ari_cell *below = ari_board_at(board, x, 1);
        below->kind = ARI_CELL_LABEL;
        memcpy(below->text, r->nodes[i].name, sizeof r->nodes[i].name);
    }
    snprintf(board->caption, sizeof board->caption, "%s moves", mover);
}

#define GAME given
#define GAME_MAX_MOVES GIVEN_CHILDREN
#define GAME_FLAGS ARI_HAS_PAYOFFS
#define GAME_LONGEST given_longest
#define GAME_POSITIONS given_positions
#include <ariadne/instance.h>

static const ari_option given_options[] = {
    {.name = "tree",
     .kind = ARI_STRING,
     .initial_string = GIVEN_EXAMPLE,
     .max = ARI_STRING_MAX,
     .help = "the tree by its leaves"},
    ARI_OPTION_CHOICE("first", 0, "max|min", "who moves at the root"),
    {.name = NULL}};

const ari_game ari_game_given = {
    GAME_CORE,
    .id = "given",
    .title = "Given tree",
    .about =
        "A tree given by its leaves, as books draw them. In turn, max and min choose a\n"
        "child, until a leaf is reached: its number is what max gets, and what min "
        "pays.\n"
        "The tree is a text: a number is a leaf, brackets hold the children of an inner\n"
        "node, and the text itself is the children of the root. A name may stand before "
        "a\n"
        "node: B:(3 12 8) C:(2 4 6) D:(14 5 2).\n"
        "A move is the name of a child or, if it has none, its number from the left.\n"
        "A position is the way to a node: / is the root, /D the child called D, /D/2 "
        "the\n"
        "second child of that.",
    .options = given_options,
};
