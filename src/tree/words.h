/* words.h: what the ways of writing a tree have in common. */
#ifndef ARI_TREE_WORDS_H
#define ARI_TREE_WORDS_H

#include <ariadne/tree.h>

/* How signs are written: in ASCII, or as in print. */
typedef struct ari__signs {
    const char *least, *most; /* with the space that follows */
    const char *minus, *infinite, *alpha, *beta;
} ari__signs;

extern const ari__signs ari__signs_plain, ari__signs_print;

/* The value of a node as its label counts it: for the first player or, in a tree of
 * find-best-move, for the side to move. */
int ari__tree_shown(const ari_tree *tree, int node);
/* A value without its distance: "+1", "-inf". */
void ari__tree_value(int value, const ari__signs *signs, ari_text *out);
/* ari_tree_label with a choice of signs. */
void ari__tree_label(const ari_tree *tree, int node, const ari__signs *signs,
                     ari_text *out);
/* The short form of ari_tree_reason: "+3 >= beta +2". */
void ari__tree_cut(const ari_tree *tree, int node, const ari__signs *signs,
                   ari_text *out);

/* What else is said of a node that was visited: the window of alpha-beta, which is of inner nodes alone, or the visits of
 * a Monte-Carlo tree. False, and nothing is written, where there is nothing. */
bool ari__tree_aside(const ari_tree *tree, int node, const ari__signs *signs,
                     ari_text *out);

/* The game with its options and the position at the root: "tictactoe:early=yes, start" */
void ari__tree_place(const ari_tree *tree, ari_text *out);
/* "alpha-beta to the end of the game; 7 positions, 3 moves cut" */
void ari__tree_summary(const ari_tree *tree, ari_text *out);
/* The move that led to a node other than the root. */
void ari__tree_move(const ari_tree *tree, int node, ari_text *out);
/* "max" or "min", "depth limit", or how the game ended here. */
const char *ari__tree_note(const ari_tree *tree, int node);

/* The cut moves of a node stand together, after its other children, and all were cut for
 * the same reason: is this the first of them? */
bool ari__tree_starts_cut(const ari_tree *tree, int node);

#endif
