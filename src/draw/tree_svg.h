/* tree_svg.h: what the parts of the drawing of a tree share. */
#ifndef ARI_DRAW_TREE_SVG_H
#define ARI_DRAW_TREE_SVG_H

#include "draw/layout.h"
#include "tree/words.h"
#include "draw/xml.h"

#define ARI__SVG_MARGIN 24.0
#define ARI__SVG_TITLE_ROOM 92.0 /* for what stands above the legend */

/* One thing that the layout places: a position, or the cut moves of one node. */
typedef struct ari__card {
    int node;  /* the position, or the first of the cut moves */
    int shown; /* of cut moves: how many are drawn one by one */
    double width, height;
    double board_width, board_height;
} ari__card;

typedef struct ari__ply {
    double top, height; /* of its cards */
    double sideways;    /* the longest way aside from a parent */
} ari__ply;

typedef struct ari__svg {
    const ari_tree *tree;
    const ari_tree_view *view;
    ari_text *out;
    ari_text part; /* what is being put together */
    double cell;   /* the side of a square of the boards */
    bool captions; /* boards say something under them that differs */
    ari__card *cards;
    ari__box *boxes; /* of the same numbers as the cards */
    int count;
    ari__ply *plies; /* ended by one of height 0 */
    double width, height;
} ari__svg;

/* Opening tag, style, title and legend. ari__svg_head_height says how much room they take
 * in a drawing of that width. */
double ari__svg_head_height(const ari__svg *svg);
void ari__svg_head(ari__svg *svg);

/* The part of it that every drawing has: all but the legend, which begins at the height that is returned. `what` is
 * drawn: "tree". Frees both texts, each a line under the title. */
double ari__svg_begin(ari_text *out, double width, double height, const char *what,
                      const char *game, ari_text *place, ari_text *summary);

/* "first", "second" or "even": the class of a value. */
const char *ari__svg_class(int value);

/* One label: a triangle for the side to move and the text in a coloured strip. */
void ari__svg_label(ari__svg *svg, double x, double y, double width, const ari_node *n,
                    const char *text);
#define ARI__SVG_LABEL_HEIGHT 18.0
#define ARI__SVG_LABEL_SIZE 12.0
#define ARI__SVG_TRIANGLE 12.0 /* what it takes beside the text */

#endif
