/* tree_svg.c: a tree as a drawing.
 *
 * Each position is a card: its board, and below a strip with its label. The move that
 * leads to it stands above the card, so that labels of moves can overlap no more than the
 * cards do. The cut moves of a node share one dashed card that says why. */
#include "draw/tree_svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/drawing.h>

#define PAD 6.0
#define GAP 14.0         /* between cards side by side */
#define EDGE_ROOM 34.0   /* between a card and the moves below */
#define MOVE_HEIGHT 17.0 /* of the line with the move above a card */
#define MOVE_SIZE 12.0
#define SMALL_SIZE 9.5
#define SMALL_HEIGHT 13.0
#define STUBS_SHOWN 6 /* cut moves drawn one by one */

/* ---- texts ---- */

/* Each puts a text together in `part`. */

/* NULL where there is nothing to say. */
static const char *aside_text(ari__svg *svg, int node)
{
    ari_text_clear(&svg->part);
    return ari__tree_aside(svg->tree, node, &ari__signs_print, &svg->part)
               ? ari_text_get(&svg->part)
               : NULL;
}

static const char *label_text(ari__svg *svg, int node)
{
    ari_text_clear(&svg->part);
    ari__tree_label(svg->tree, node, &ari__signs_print, &svg->part);
    return ari_text_get(&svg->part);
}

static const char *cut_text(ari__svg *svg, int node)
{
    ari_text_clear(&svg->part);
    ari__tree_cut(svg->tree, node, &ari__signs_print, &svg->part);
    return ari_text_get(&svg->part);
}

static const char *move_text(ari__svg *svg, int node)
{
    ari_text_clear(&svg->part);
    ari__tree_move(svg->tree, node, &svg->part);
    return ari_text_get(&svg->part);
}

static void write_text(ari__svg *svg, const char *class, double x, double y, double size,
                       const char *text)
{
    ari__xml_format(svg->out,
                    "<text class=\"%s\" x=\"%f\" y=\"%f\" font-size=\"%f\">%s</text>",
                    class, x, y, size, text);
}

/* ---- cards ---- */

static ari_drawing drawing_of(const ari__svg *svg, int node, const ari_board *before)
{
    return (ari_drawing){.cell = svg->cell,
                         .labels = node == 0,
                         .caption = svg->captions,
                         .before = before,
                         .move = svg->tree->nodes[node].move};
}

static void node_board(const ari__svg *svg, int node, ari_board *board)
{
    ari_state state = ari_tree_state(svg->tree, node);
    *board = (ari_board){0};
    svg->tree->variant->core->board(svg->tree->variant->rules, &state, board);
}

static double measure_position(ari__svg *svg, ari__card *card)
{
    const ari_node *n = &svg->tree->nodes[card->node];
    double inside = ari__xml_width(label_text(svg, card->node), ARI__SVG_LABEL_SIZE) + 10;
    if (n->kind == ARI_NODE_INNER)
        inside += ARI__SVG_TRIANGLE;
    card->height = 2 * PAD + ARI__SVG_LABEL_HEIGHT;
    if (svg->view->boards) {
        ari_board board;
        node_board(svg, card->node, &board);
        ari_drawing drawing = drawing_of(svg, card->node, NULL);
        ari_drawing_size(&board, &drawing, &card->board_width, &card->board_height);
        inside = fmax(inside, card->board_width);
        card->height += card->board_height + PAD;
    }
    const char *aside = aside_text(svg, card->node);
    if (aside) {
        inside = fmax(inside, ari__xml_width(aside, SMALL_SIZE));
        card->height += SMALL_HEIGHT;
    }
    card->width = inside + 2 * PAD;
    if (n->ply == 0)
        return card->width;
    return fmax(card->width, ari__xml_width(move_text(svg, card->node), MOVE_SIZE));
}

/* How wide one of the cut moves is. */
static double stub_width(ari__svg *svg, int node)
{
    return ari__xml_width(move_text(svg, node), MOVE_SIZE) + 8;
}

static double measure_cuts(ari__svg *svg, ari__card *card)
{
    double stubs = 0;
    int moves = 0;
    for (int i = card->node; i >= 0; i = svg->tree->nodes[i].next) {
        if (++moves > STUBS_SHOWN)
            continue;
        stubs += stub_width(svg, i);
        card->shown = moves;
    }
    if (moves > card->shown)
        stubs += ari__xml_width("+9999", MOVE_SIZE);
    double reason = ari__xml_width(cut_text(svg, card->node), SMALL_SIZE);
    card->width = fmax(stubs, reason) + 2 * PAD;
    card->height = 2 * SMALL_HEIGHT + PAD;
    return card->width;
}

/* Makes the cards and their boxes. A cut move hangs on the card of its parent, which is
 * found in `card_of`. */
static void make_cards(ari__svg *svg, int *card_of)
{
    const ari_tree *tree = svg->tree;
    for (int i = 0; i < tree->count; i++) {
        const ari_node *n = &tree->nodes[i];
        bool cut = n->kind == ARI_NODE_CUT;
        if (cut && !ari__tree_starts_cut(tree, i))
            continue;
        ari__card *card = &svg->cards[svg->count];
        ari__box *box = &svg->boxes[svg->count];
        *card = (ari__card){.node = i};
        card_of[i] = svg->count++;
        box->parent = n->parent < 0 ? -1 : card_of[n->parent];
        box->width = cut ? measure_cuts(svg, card) : measure_position(svg, card);
    }
}

/* All cards of a ply begin at the same height, below the tallest of the ply before; the
 * room between them grows with the longest way that an edge goes sideways. */
static void place_plies(ari__svg *svg)
{
    for (int i = 0; i < svg->count; i++) {
        const ari__box *box = &svg->boxes[i];
        ari__ply *ply = &svg->plies[svg->tree->nodes[svg->cards[i].node].ply];
        ply->height = fmax(ply->height, svg->cards[i].height);
        if (box->parent >= 0)
            ply->sideways = fmax(ply->sideways, fabs(box->x - svg->boxes[box->parent].x));
    }
    double y = ari__svg_head_height(svg);
    for (ari__ply *ply = svg->plies; ply->height > 0; ply++) {
        if (ply > svg->plies)
            y += EDGE_ROOM + fmin(ply->sideways / 16, 3 * EDGE_ROOM) + MOVE_HEIGHT;
        ply->top = y;
        y += ply->height;
    }
    svg->height = y + ARI__SVG_MARGIN;
}

/* ---- drawing ---- */

typedef struct point {
    double x, y;
} point;

static point card_corner(const ari__svg *svg, int card)
{
    const ari__card *c = &svg->cards[card];
    return (point){svg->boxes[card].x - c->width / 2,
                   svg->plies[svg->tree->nodes[c->node].ply].top};
}

static point card_bottom(const ari__svg *svg, int card)
{
    return (point){svg->boxes[card].x,
                   card_corner(svg, card).y + svg->cards[card].height};
}

static void draw_edge(ari__svg *svg, const char *class, point from, point to)
{
    double middle = (from.y + to.y) / 2;
    ari__xml_format(svg->out, "<path class=\"%s\" d=\"M%f,%fC%f,%f %f,%f %f,%f\"/>\n",
                    class, from.x, from.y, from.x, middle, to.x, middle, to.x, to.y);
}

static void draw_position_edge(ari__svg *svg, int card)
{
    const ari_node *n = &svg->tree->nodes[svg->cards[card].node];
    if (n->ply == 0)
        return;
    point to = {svg->boxes[card].x, svg->plies[n->ply].top - MOVE_HEIGHT};
    draw_edge(svg, n->main_line ? "edge main" : "edge",
              card_bottom(svg, svg->boxes[card].parent), to);
}

/* The stubs of the cut moves, with the moves at their ends. */
static void draw_stubs(ari__svg *svg, int card)
{
    const ari__card *c = &svg->cards[card];
    point from = card_bottom(svg, svg->boxes[card].parent);
    double y = card_corner(svg, card).y, x = svg->boxes[card].x;
    int node = c->node, rest = 0;
    for (int i = 0; i < c->shown; i++, node = svg->tree->nodes[node].next)
        x -= stub_width(svg, node) / 2;
    for (int i = node; i >= 0; i = svg->tree->nodes[i].next)
        rest++;
    char more[16];
    snprintf(more, sizeof more, "+%d", rest);
    x -= rest ? ari__xml_width(more, MOVE_SIZE) / 2 : 0;
    node = c->node;
    for (int i = 0; i < c->shown; i++, node = svg->tree->nodes[node].next) {
        double half = stub_width(svg, node) / 2;
        x += half;
        draw_edge(svg, "edge stub", from, (point){x, y - MOVE_HEIGHT});
        write_text(svg, "move faint", x, y - 5, MOVE_SIZE, move_text(svg, node));
        x += half;
    }
    if (rest)
        write_text(svg, "move faint", x + ari__xml_width(more, MOVE_SIZE) / 2, y - 5,
                   MOVE_SIZE, more);
}

static void draw_cuts(ari__svg *svg, int card)
{
    const ari__card *c = &svg->cards[card];
    point at = card_corner(svg, card);
    ari_text_add(svg->out, "<g>");
    ari_text_clear(&svg->part);
    ari_text_add(&svg->part, "cut: ");
    ari_tree_reason(svg->tree, c->node, &svg->part);
    ari__xml_format(svg->out, "<title>%s</title>", ari_text_get(&svg->part));
    draw_stubs(svg, card);
    ari__xml_format(svg->out,
                    "<rect class=\"card cut\" x=\"%f\" y=\"%f\" width=\"%f\" "
                    "height=\"%f\" rx=\"5\"/>",
                    at.x, at.y, c->width, c->height);
    write_text(svg, "small faint", svg->boxes[card].x, at.y + SMALL_HEIGHT, SMALL_SIZE,
               "cut");
    write_text(svg, "small faint", svg->boxes[card].x, at.y + 2 * SMALL_HEIGHT,
               SMALL_SIZE, cut_text(svg, c->node));
    ari_text_add(svg->out, "</g>\n");
}

static void draw_alternative(ari__svg *svg, int node)
{
    const ari_tree *tree = svg->tree;
    ari_state state = ari_tree_state(tree, node);
    ari_text_clear(&svg->part);
    ari_state_format(tree->variant, &state, &svg->part);
    ari_text_format(&svg->part, "\n%s, ", ari__tree_note(tree, node));
    ari_tree_label(tree, node, &svg->part);
    if (tree->job.alphabeta || tree->counts) {
        ari_text_add(&svg->part, ", ");
        (tree->counts ? ari_tree_visits : ari_tree_window)(tree, node, &svg->part);
    }
    ari__xml_format(svg->out, "<title>%s</title>", ari_text_get(&svg->part));
}

static void draw_frame(ari__svg *svg, int card)
{
    const ari__card *c = &svg->cards[card];
    const ari_node *n = &svg->tree->nodes[c->node];
    point at = card_corner(svg, card);
    ari__xml_format(svg->out,
                    "<rect class=\"card %s%s%s\" x=\"%f\" y=\"%f\" width=\"%f\" "
                    "height=\"%f\" rx=\"5\"/>",
                    ari__svg_class(n->value), n->main_line ? " main" : "",
                    n->kind == ARI_NODE_HORIZON || n->kind == ARI_NODE_LEAF ? " horizon"
                                                                            : "",
                    at.x, at.y, c->width, c->height);
    if (n->kind == ARI_NODE_FINISHED)
        ari__xml_format(svg->out,
                        "<rect class=\"inner %s\" x=\"%f\" y=\"%f\" width=\"%f\" "
                        "height=\"%f\" rx=\"3\"/>",
                        ari__svg_class(n->value), at.x + 3, at.y + 3, c->width - 6,
                        c->height - 6);
}

static void draw_position(ari__svg *svg, int card)
{
    const ari__card *c = &svg->cards[card];
    const ari_node *n = &svg->tree->nodes[c->node];
    point at = card_corner(svg, card);
    double x = svg->boxes[card].x, y = at.y + PAD;
    ari_text_add(svg->out, "<g>");
    draw_alternative(svg, c->node);
    draw_frame(svg, card);
    if (n->ply > 0)
        write_text(svg, n->good ? "move good" : "move", x, at.y - 5, MOVE_SIZE,
                   move_text(svg, c->node));
    if (svg->view->boards) {
        ari_board board, before;
        node_board(svg, c->node, &board);
        if (n->ply > 0)
            node_board(svg, n->parent, &before);
        ari_drawing drawing = drawing_of(svg, c->node, n->ply > 0 ? &before : NULL);
        ari_drawing_svg(&board, &drawing, x - c->board_width / 2, y, svg->out);
        y += c->board_height + PAD;
    }
    ari__svg_label(svg, at.x + PAD, y, c->width - 2 * PAD, n, label_text(svg, c->node));
    const char *aside = aside_text(svg, c->node);
    if (aside)
        write_text(svg, "small", x, y + ARI__SVG_LABEL_HEIGHT + SMALL_HEIGHT - 2,
                   SMALL_SIZE, aside);
    ari_text_add(svg->out, "</g>\n");
}

/* Edges lie below the cards, and the line of best play above other edges. */
static void draw(ari__svg *svg)
{
    ari__svg_head(svg);
    for (int main_line = 0; main_line <= 1; main_line++)
        for (int i = 0; i < svg->count; i++) {
            const ari_node *n = &svg->tree->nodes[svg->cards[i].node];
            if (n->kind != ARI_NODE_CUT && n->main_line == main_line)
                draw_position_edge(svg, i);
        }
    for (int i = 0; i < svg->count; i++)
        if (svg->tree->nodes[svg->cards[i].node].kind == ARI_NODE_CUT)
            draw_cuts(svg, i);
        else
            draw_position(svg, i);
    ari_text_add(svg->out, "</svg>\n");
}

/* ---- the whole ---- */

/* Boards of many cells get small cells, within reason; captions are drawn only where they
 * say something about the position rather than about the game. */
static void choose_boards(ari__svg *svg)
{
    ari_board root, other;
    node_board(svg, 0, &root);
    ari_drawing unit = {.cell = 1};
    double width, height;
    ari_drawing_size(&root, &unit, &width, &height);
    svg->cell = fmax(7, fmin(20, 100 / fmax(width, height)));
    for (int i = 1; i < svg->tree->count && !svg->captions; i++) {
        if (svg->tree->nodes[i].kind == ARI_NODE_CUT)
            continue;
        node_board(svg, i, &other);
        svg->captions = strncmp(root.caption, other.caption, sizeof root.caption) != 0;
    }
}

ari_status ari_tree_svg(const ari_tree *tree, const ari_tree_view *view, ari_text *out,
                        ari_error *error)
{
    ari__svg svg = {.tree = tree, .view = view, .out = out};
    size_t count = (size_t)tree->count;
    /* Cut moves may hang below the deepest position, and one more ply ends them. */
    size_t plies = (size_t)tree->deepest + 3;
    size_t bytes = count * (sizeof *svg.cards + sizeof *svg.boxes + sizeof(int)) +
                   plies * sizeof *svg.plies;
    ari_allowance *memory = tree->job.search.limits.memory;
    if (!ari_allowance_take(memory, bytes))
        return ari_fail_allowance(error, memory, "the drawing of the tree");
    svg.cards = calloc(count, sizeof *svg.cards);
    svg.boxes = calloc(count, sizeof *svg.boxes);
    svg.plies = calloc(plies, sizeof *svg.plies);
    int *card_of = calloc(count, sizeof *card_of);
    bool ready = svg.cards && svg.boxes && svg.plies && card_of;
    if (ready) {
        if (view->boards)
            choose_boards(&svg);
        make_cards(&svg, card_of);
        svg.width = ari__layout(svg.boxes, svg.count, GAP) + 2 * ARI__SVG_MARGIN;
        double least = 640, move = ARI__SVG_MARGIN;
        if (svg.width < least) {
            move += (least - svg.width) / 2;
            svg.width = least;
        }
        for (int i = 0; i < svg.count; i++)
            svg.boxes[i].x += move;
        place_plies(&svg);
        draw(&svg);
    }
    if (!ari_text_ok(&svg.part))
        out->failed = true;
    ari_text_free(&svg.part);
    free(svg.cards);
    free(svg.boxes);
    free(svg.plies);
    free(card_of);
    ari_allowance_give(memory, bytes);
    if (!ready)
        return ari_fail_memory(error, bytes, "the drawing of a tree");
    return ARI_OK;
}
