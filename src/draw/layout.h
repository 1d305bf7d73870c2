/* layout.h: where the nodes of a tree are drawn. */
#ifndef ARI_DRAW_LAYOUT_H
#define ARI_DRAW_LAYOUT_H

/* One box of the drawing. Before: its parent and width; `parent` is an earlier item, and
 * -1 for the first alone; children of one parent are drawn in the order of the items. */
typedef struct ari__box {
    int parent;
    double width;
    double x; /* result: its centre */
    /* links, made by the layout; -1: none */
    int first, last, previous, next;
    /* working values of the method */
    int number, thread, ancestor;
    double place, shift_below, shift, change;
} ari__box;

/* Boxes of one depth never come closer than `gap`; a parent stands midway between its
 * first and last child; equal subtrees are drawn alike; the leftmost edge is at 0. Takes
 * time in proportion to the number of boxes, and no stack. Returns the whole width. */
double ari__layout(ari__box *boxes, int count, double gap);

#endif
