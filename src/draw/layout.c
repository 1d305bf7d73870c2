/* layout.c: tidy drawings of trees in linear time.
 *
 * The method of Buchheim, Junger and Leipert (2002), which improves Walker's: subtrees
 * are laid out first and pushed together until their contours nearly touch; when one is
 * pushed away from a sibling further left, those between are spread evenly. A contour is
 * followed through children and, where a subtree ends, through `thread` links; positions
 * are relative (`shift_below` moves everything below a box), so that moving a subtree is
 * one addition.
 *
 * Children stand after their parents in the array, so going backwards handles every
 * subtree before the tree that holds it: there is no recursion. */
#include "draw/layout.h"

#include <stdbool.h>

typedef struct layout {
    ari__box *boxes;
    double gap;
} layout;

static void link_boxes(ari__box *boxes, int count)
{
    for (int i = 0; i < count; i++) {
        ari__box *b = &boxes[i];
        b->first = b->last = b->previous = b->next = b->thread = -1;
        b->ancestor = i;
        b->number = 0;
        b->place = b->shift_below = b->shift = b->change = 0;
        if (b->parent < 0)
            continue;
        ari__box *parent = &boxes[b->parent];
        b->previous = parent->last;
        if (parent->last < 0) {
            parent->first = i;
        } else {
            boxes[parent->last].next = i;
            b->number = boxes[parent->last].number + 1;
        }
        parent->last = i;
    }
}

static double distance(const layout *l, int left, int right)
{
    return (l->boxes[left].width + l->boxes[right].width) / 2 + l->gap;
}

/* The next box down the left or the right contour. */
static int down_left(const layout *l, int box)
{
    return l->boxes[box].first >= 0 ? l->boxes[box].first : l->boxes[box].thread;
}

static int down_right(const layout *l, int box)
{
    return l->boxes[box].last >= 0 ? l->boxes[box].last : l->boxes[box].thread;
}

/* Moves a subtree to the right of a sibling by `shift`, and notes that those between are
 * to share the way. */
static void move_subtree(layout *l, int left, int right, double shift)
{
    ari__box *from = &l->boxes[left], *to = &l->boxes[right];
    double each = shift / (to->number - from->number);
    to->change -= each;
    to->shift += shift;
    from->change += each;
    to->place += shift;
    to->shift_below += shift;
}

/* One side of a contour: a box on it, and how far everything on it is moved. */
typedef struct contour {
    int box;
    double moved;
} contour;

/* Pushes the subtree of `box` away from all its siblings on the left. `current` is the
 * sibling whose subtree the right contour of those belongs to unless an ancestor link
 * says otherwise. */
static void apportion(layout *l, int box, int *current)
{
    ari__box *b = l->boxes;
    if (b[box].previous < 0)
        return;
    int leftmost = b[b[box].parent].first;
    /* the facing sides, and the far sides of both */
    contour right = {box, b[box].shift_below}, right_far = right;
    contour left = {b[box].previous, b[b[box].previous].shift_below};
    contour left_far = {leftmost, b[leftmost].shift_below};
    while (down_right(l, left.box) >= 0 && down_left(l, right.box) >= 0) {
        left.box = down_right(l, left.box);
        right.box = down_left(l, right.box);
        left_far.box = down_left(l, left_far.box);
        right_far.box = down_right(l, right_far.box);
        b[right_far.box].ancestor = box;
        double shift = b[left.box].place + left.moved - b[right.box].place - right.moved +
                       distance(l, left.box, right.box);
        if (shift > 0) {
            int owner = b[left.box].ancestor;
            bool sibling = b[owner].parent == b[box].parent;
            move_subtree(l, sibling ? owner : *current, box, shift);
            right.moved += shift;
            right_far.moved += shift;
        }
        left.moved += b[left.box].shift_below;
        right.moved += b[right.box].shift_below;
        left_far.moved += b[left_far.box].shift_below;
        right_far.moved += b[right_far.box].shift_below;
    }
    if (down_right(l, left.box) >= 0 && down_right(l, right_far.box) < 0) {
        b[right_far.box].thread = down_right(l, left.box);
        b[right_far.box].shift_below += left.moved - right_far.moved;
    }
    if (down_left(l, right.box) >= 0 && down_left(l, left_far.box) < 0) {
        b[left_far.box].thread = down_left(l, right.box);
        b[left_far.box].shift_below += right.moved - left_far.moved;
        *current = box;
    }
}

/* Spreads the boxes between siblings that were pushed apart. */
static void spread_children(layout *l, int box)
{
    double shift = 0, change = 0;
    for (int i = l->boxes[box].last; i >= 0; i = l->boxes[i].previous) {
        ari__box *child = &l->boxes[i];
        child->place += shift;
        child->shift_below += shift;
        change += child->change;
        shift += child->shift + change;
    }
}

/* Lays out what is below `box`, whose children's subtrees are laid out, with the box
 * itself in the middle above. */
static void place_children(layout *l, int box)
{
    ari__box *b = l->boxes;
    int current = b[box].first;
    if (current < 0)
        return;
    for (int i = current; i >= 0; i = b[i].next) {
        if (b[i].previous >= 0) {
            double middle = b[i].place;
            b[i].place = b[b[i].previous].place + distance(l, b[i].previous, i);
            b[i].shift_below = b[i].place - middle;
        }
        apportion(l, i, &current);
    }
    spread_children(l, box);
    b[box].place = (b[b[box].first].place + b[b[box].last].place) / 2;
}

double ari__layout(ari__box *boxes, int count, double gap)
{
    layout l = {.boxes = boxes, .gap = gap};
    link_boxes(boxes, count);
    for (int i = count - 1; i >= 0; i--)
        place_children(&l, i);
    /* From here on `shift` is how far the boxes below are moved in all. */
    double left = 0, right = 0;
    for (int i = 0; i < count; i++) {
        ari__box *b = &boxes[i];
        double moved = b->parent < 0 ? 0 : boxes[b->parent].shift;
        b->x = b->place + moved;
        b->shift = moved + b->shift_below;
        double half = b->width / 2;
        left = i == 0 || b->x - half < left ? b->x - half : left;
        right = i == 0 || b->x + half > right ? b->x + half : right;
    }
    for (int i = 0; i < count; i++)
        boxes[i].x -= left;
    return right - left;
}
