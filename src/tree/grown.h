/* grown.h: the tree of a Monte-Carlo tree search (internal). */
#ifndef ARI_TREE_GROWN_H
#define ARI_TREE_GROWN_H

#include <ariadne/tree.h>

/* Searches and fills a tree that has its variant and job, and is empty otherwise. */
ari_status ari__tree_grow(ari_tree *tree, const ari_state *s, ari_error *error);

#endif
