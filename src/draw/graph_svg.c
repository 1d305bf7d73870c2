/* graph_svg.c: a graph of states as a drawing.
 *
 * Every state is a card with its name, its board where boards are wanted, and a strip that says what it is worth. It
 * lies in the layer of its longest way from the root, so that all edges lead down; in a layer the cards stand in
 * the order of the middles of those above them that lead there, which keeps the edges short. */
#include <ariadne/drawing.h>
#include <ariadne/graph.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/tree_svg.h"

#define PAD 6.0
#define GAP 14.0
#define NAME_SIZE 12.0
#define NAME_HEIGHT 16.0
#define ROOM 46.0         /* between layers, and as much again where edges go far */
#define LEAST_WIDTH 760.0 /* the head's lines fit */
#define SWEEPS 4

typedef struct card {
    int node;
    double x, width, height; /* x: of its middle */
    double board_width, board_height;
    double wish; /* where it would like to stand */
} card;

typedef struct layer {
    int first, count; /* of the cards, which are sorted by layers */
    double top, height, width;
} layer;

typedef struct drawing {
    const ari_graph *graph;
    const ari_tree_view *view;
    ari_text *out;
    ari_text part;
    double cell, width, height;
    card *cards;
    int *card_of; /* by node */
    layer *layers;
    int *found; /* by node: cards that want it near, while wishes are added up */
} drawing;

/* ---- sizes ---- */

static const char *name_of(drawing *d, int node)
{
    ari_text_clear(&d->part);
    ari_graph_name(d->graph, node, &d->part);
    return ari_text_get(&d->part);
}

static const char *label_of(drawing *d, int node)
{
    ari_text_clear(&d->part);
    ari_graph_label(d->graph, node, &d->part);
    return ari_text_get(&d->part);
}

static void board_of(const drawing *d, int node, ari_board *board)
{
    ari_state state = ari_graph_state(d->graph, node);
    *board = (ari_board){0};
    d->graph->variant->core->board(d->graph->variant->rules, &state, board);
}

static void measure(drawing *d, card *c)
{
    c->width = fmax(ari__xml_width(name_of(d, c->node), NAME_SIZE),
                    ari__xml_width(label_of(d, c->node), ARI__SVG_LABEL_SIZE) + 10);
    c->height = 2 * PAD + NAME_HEIGHT + ARI__SVG_LABEL_HEIGHT;
    if (d->view->boards) {
        ari_board board;
        ari_drawing how = {.cell = d->cell, .move = ARI_NO_MOVE};
        board_of(d, c->node, &board);
        ari_drawing_size(&board, &how, &c->board_width, &c->board_height);
        c->width = fmax(c->width, c->board_width);
        c->height += c->board_height + PAD;
    }
    c->width += 2 * PAD;
}

/* ---- places ---- */

/* The cards, sorted by layers, in the order in which the states were met. */
static void make_cards(drawing *d)
{
    const ari_graph *g = d->graph;
    for (int i = 0; i < g->count; i++)
        d->layers[g->nodes[i].layer].count++;
    for (int l = 1; l < g->layers; l++)
        d->layers[l].first = d->layers[l - 1].first + d->layers[l - 1].count;
    for (int l = 0; l < g->layers; l++)
        d->layers[l].count = 0;
    for (int i = 0; i < g->count; i++) {
        layer *l = &d->layers[g->nodes[i].layer];
        d->card_of[i] = l->first + l->count++;
        card *c = &d->cards[d->card_of[i]];
        c->node = i;
        measure(d, c);
        l->height = fmax(l->height, c->height);
        l->width += c->width + (l->count > 1 ? GAP : 0);
    }
}

static int by_wish(const void *a, const void *b)
{
    const card *one = a, *other = b;
    if (one->wish != other->wish)
        return one->wish < other->wish ? -1 : 1;
    return (one->node > other->node) - (one->node < other->node);
}

/* Cards of a layer side by side, the layer in the middle. */
static void spread(drawing *d, const layer *l)
{
    double x = (d->width - l->width) / 2;
    for (int i = l->first; i < l->first + l->count; i++) {
        d->cards[i].x = x + d->cards[i].width / 2;
        d->card_of[d->cards[i].node] = i;
        x += d->cards[i].width + GAP;
    }
}

static void wish(drawing *d, int node, int near)
{
    d->cards[d->card_of[node]].wish += d->cards[d->card_of[near]].x;
    d->found[node]++;
}

/* Every card wishes to stand where the middle of its parents is (or, upwards, of what follows it). */
static void sweep(drawing *d, bool up)
{
    const ari_graph *g = d->graph;
    for (int i = 0; i < g->layers; i++) {
        const layer *l = &d->layers[up ? g->layers - 1 - i : i];
        for (int c = l->first; up && c < l->first + l->count; c++) {
            const ari_graph_node *n = &g->nodes[d->cards[c].node];
            for (int e = n->first; e < n->first + n->edges; e++)
                wish(d, d->cards[c].node, g->edges[e].to);
        }
        for (int c = l->first; c < l->first + l->count; c++) {
            int found = d->found[d->cards[c].node];
            d->cards[c].wish = found ? d->cards[c].wish / found : d->cards[c].x;
        }
        qsort(d->cards + l->first, (size_t)l->count, sizeof *d->cards, by_wish);
        spread(d, l);
        for (int c = l->first; !up && c < l->first + l->count; c++) {
            const ari_graph_node *n = &g->nodes[d->cards[c].node];
            for (int e = n->first; e < n->first + n->edges; e++)
                wish(d, g->edges[e].to, d->cards[c].node);
        }
    }
    for (int i = 0; i < g->count; i++) {
        d->cards[i].wish = 0;
        d->found[i] = 0;
    }
}

static void place(drawing *d)
{
    const ari_graph *g = d->graph;
    d->width = LEAST_WIDTH;
    for (int l = 0; l < g->layers; l++)
        d->width = fmax(d->width, d->layers[l].width + 2 * ARI__SVG_MARGIN);
    for (int l = 0; l < g->layers; l++)
        spread(d, &d->layers[l]);
    for (int i = 0; i < SWEEPS; i++)
        sweep(d, i % 2);
    double y = ARI__SVG_TITLE_ROOM + ARI__SVG_MARGIN;
    for (int l = 0; l < g->layers; l++) {
        d->layers[l].top = y;
        y += d->layers[l].height + ROOM + fmin(d->layers[l].width / 16, ROOM);
    }
    const layer *last = &d->layers[g->layers - 1];
    d->height = last->top + last->height + ARI__SVG_MARGIN;
}

/* ---- drawing ---- */

static double top_of(const drawing *d, const card *c)
{
    return d->layers[d->graph->nodes[c->node].layer].top;
}

static void draw_edge(drawing *d, int node, int edge)
{
    const ari_graph_edge *e = &d->graph->edges[edge];
    const card *a = &d->cards[d->card_of[node]], *b = &d->cards[d->card_of[e->to]];
    double from = top_of(d, a) + a->height, to = top_of(d, b), middle = (from + to) / 2;
    ari_text_clear(&d->part);
    ari_graph_edge_name(d->graph, node, edge, &d->part);
    if (e->moves > 1)
        ari_text_format(&d->part, ", by %d moves", e->moves);
    ari__xml_format(
        d->out,
        "<path class=\"edge%s\" d=\"M%f,%fC%f,%f %f,%f %f,%f\"><title>%s</title>"
        "</path>\n",
        e->good ? " main" : "", a->x, from, a->x, middle, b->x, middle, b->x, to,
        ari_text_get(&d->part));
}

static void draw_box(drawing *d, const char *class, const char *value, double x, double y,
                     double width, double height)
{
    ari__xml_format(d->out,
                    "<rect class=\"%s %s\" x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" "
                    "rx=\"4\"/>",
                    class, value, x, y, width, height);
}

static void draw_card(drawing *d, const card *c)
{
    const ari_graph_node *n = &d->graph->nodes[c->node];
    const char *value = ari__svg_class(n->score);
    double x = c->x - c->width / 2, y = top_of(d, c);
    ari__xml_format(d->out, "<g><title>%s", name_of(d, c->node));
    ari__xml_format(d->out, ", %s, from %d state%s</title>", label_of(d, c->node),
                    n->parents, n->parents == 1 ? "" : "s");
    draw_box(d, "card", value, x, y, c->width, c->height);
    if (n->finished)
        draw_box(d, "inner", value, x + 3, y + 3, c->width - 6, c->height - 6);
    y += PAD;
    ari__xml_format(
        d->out, "<text class=\"move good\" x=\"%f\" y=\"%f\" font-size=\"%f\">%s</text>",
        c->x, y + NAME_HEIGHT - 4, NAME_SIZE, name_of(d, c->node));
    y += NAME_HEIGHT;
    if (d->view->boards) {
        ari_board board;
        ari_drawing how = {.cell = d->cell, .move = ARI_NO_MOVE};
        board_of(d, c->node, &board);
        ari_drawing_svg(&board, &how, c->x - c->board_width / 2, y, d->out);
        y += c->board_height + PAD;
    }
    draw_box(d, "strip", value, x + PAD, y, c->width - 2 * PAD, ARI__SVG_LABEL_HEIGHT);
    ari__xml_format(
        d->out,
        "<text class=\"strip-text\" x=\"%f\" y=\"%f\" font-size=\"%f\">%s</text>"
        "</g>\n",
        c->x, y + ARI__SVG_LABEL_HEIGHT - 4.6, ARI__SVG_LABEL_SIZE, label_of(d, c->node));
}

static void draw(drawing *d)
{
    const ari_graph *g = d->graph;
    ari_text where = ARI_TEXT_EMPTY, summary = ARI_TEXT_EMPTY;
    ari_graph_place(g, &where);
    ari_graph_summary(g, &summary);
    ari__svg_begin(d->out, d->width, d->height, "graph of states",
                   g->variant->game->title, &where, &summary);
    for (int good = 0; good <= 1;
         good++) /* those that keep the value lie above the others */
        for (int i = 0; i < g->count; i++)
            for (int e = g->nodes[i].first; e < g->nodes[i].first + g->nodes[i].edges;
                 e++)
                if (g->edges[e].good == good)
                    draw_edge(d, i, e);
    for (int i = 0; i < g->count; i++)
        draw_card(d, &d->cards[i]);
    ari_text_add(d->out, "</svg>\n");
}

/* Boards of many cells get small cells, as in trees. */
static double cell_size(const drawing *d)
{
    ari_board root;
    ari_drawing unit = {.cell = 1, .move = ARI_NO_MOVE};
    double width, height;
    board_of(d, 0, &root);
    ari_drawing_size(&root, &unit, &width, &height);
    return fmax(7, fmin(20, 100 / fmax(width, height)));
}

ari_status ari_graph_svg(const ari_graph *graph, const ari_tree_view *view, ari_text *out,
                         ari_error *error)
{
    drawing d = {.graph = graph, .view = view, .out = out};
    size_t count = (size_t)graph->count, layers = (size_t)graph->layers;
    size_t bytes =
        count * (sizeof *d.cards + 2 * sizeof(int)) + layers * sizeof *d.layers;
    if (!ari_allowance_take(graph->memory, bytes))
        return ari_fail_allowance(error, graph->memory, "the drawing of the graph");
    d.cards = calloc(count, sizeof *d.cards);
    d.card_of = calloc(count, sizeof *d.card_of);
    d.found = calloc(count, sizeof *d.found);
    d.layers = calloc(layers, sizeof *d.layers);
    bool ready = d.cards && d.card_of && d.found && d.layers;
    if (ready) {
        d.cell = view->boards ? cell_size(&d) : 0;
        make_cards(&d);
        place(&d);
        draw(&d);
    }
    out->failed |= !ari_text_ok(&d.part);
    ari_text_free(&d.part);
    free(d.cards);
    free(d.card_of);
    free(d.found);
    free(d.layers);
    ari_allowance_give(graph->memory, bytes);
    return ready ? ARI_OK : ari_fail_memory(error, bytes, "the drawing of a graph");
}
