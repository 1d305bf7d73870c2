/* tree.h: the tree that a textbook search walks through, or a Monte-Carlo tree search grows, kept to be
 * looked at.
 *
 * ari_tree_new runs minimax, alpha-beta or find-best-move once, remembers every position that it visits
 * and, for alpha-beta, every move that it did not look at and why; or it lets a Monte-Carlo tree search make
 * some rounds and keeps its tree, with visits, means and what is proved. The tree is then
 * written as text, as Graphviz DOT, as JSON or as an SVG drawing. Values are for the
 * first player, who maximises; the second minimises. */
#ifndef ARIADNE_TREE_H
#define ARIADNE_TREE_H

#include <ariadne/json.h>
#include <ariadne/mcts.h>

ARI_C_BEGIN

typedef enum ari_node_kind {
    ARI_NODE_INNER,    /* some or all of its moves were looked at */
    ARI_NODE_FINISHED, /* the game is over here */
    ARI_NODE_HORIZON,  /* the depth limit is reached: its value is the evaluation */
    ARI_NODE_CUT,      /* a move that was not looked at */
    ARI_NODE_LEAF,     /* of a Monte-Carlo tree: it has no children, or not yet */
    ARI_NODE_REPEATED  /* of such a tree: the position has been there before */
} ari_node_kind;

/* What a node's value says about the value that minimax finds to the same depth. */
typedef enum ari_bound {
    ARI_BOUND_NONE, /* a cut move: nothing is known */
    ARI_BOUND_LEAST,
    ARI_BOUND_MOST,
    ARI_BOUND_EXACT
} ari_bound;

typedef struct ari_node {
    int parent;      /* -1 at the root */
    int first, next; /* the first child and the next sibling, or -1: in order of trying */
    int best;        /* the child that gave the value; -1 where there is none */
    int ply;
    int value; /* of a cut move: what its parent had reached; of a Monte-Carlo tree: what is
                      * proved, else the mean, as ari_mcts has it in its result */
    int alpha, beta; /* the window on entering; of a cut move: its parent's */
    ari_move move;   /* ARI_NO_MOVE at the root */
    uint8_t kind;    /* ari_node_kind */
    uint8_t turn;    /* ari_side: who moves here; of a cut move: who would have made it */
    uint8_t bound;   /* ari_bound */
    bool estimate;   /* the value rests on an evaluation at the depth limit */
    bool good;       /* as good as the best of its siblings; true at the root */
    bool main_line;  /* on the line of best play from the root */
} ari_node;

/* What a Monte-Carlo tree search knows of a node, for the first player. */
typedef struct ari_node_count {
    uint32_t visits;
    bool proved;
    double
        mean; /* of the results of its visits, 1, 0 and -1 or payoffs, within what is proved */
    int low, high; /* proved, as in ari_mcts_node */
} ari_node_count;

/* How labels are written: as numbers, or as + - = for a game that the first player wins, loses
 * or draws. */
typedef enum ari_labels { ARI_LABELS_NUMBERS, ARI_LABELS_SIGNS } ari_labels;

typedef struct ari_tree_job {
    ari_search_job
        search;     /* depth, evaluation, order, stop flag; its observer is not used */
    bool alphabeta; /* rather than minimax */
    bool bestmove; /* find-best-move and evaluate-position instead: labels are ratings for
                        * the side to move, negated from ply to ply, without distances */
    bool mcts; /* a Monte-Carlo tree search instead, with the evaluation, limits and seed
                        * of `search`; each node's children stand as ari_mcts_ranked has them */
    uint64_t rounds;          /* of it; 0: until a limit ends it or all is proved */
    const ari_record *record; /* the game so far, for it; may be NULL */
    ari_labels labels;
    int max_nodes; /* the most to keep, cut moves included; at least 1 */
} ari_tree_job;

#define ARI_TREE_NODES_MAX 100000000

typedef struct ari_tree {
    const ari_variant *variant;
    ari_tree_job job;
    ari_result result; /* of the search */
    ari_node *nodes;   /* parents before their children; nodes[0] is the root */
    ari_node_count
        *counts; /* of a Monte-Carlo tree, with the numbers of the nodes; else NULL */
    bool full;   /* of such a tree: memory ended its growing */
    int count;   /* positions visited and cut moves together */
    int cuts;    /* of them cut moves */
    int deepest; /* the largest ply of a node that was visited */
    unsigned char *states; /* of the visited nodes: see ari_tree_state */
    size_t node_room, state_room, count_room; /* that are allocated */
} ari_tree;

/* Fails with ARI_LIMIT when there are more than max_nodes of them, with ARI_STOPPED when
 * a limit or the stop flag ended the search: half a tree would mislead. (A Monte-Carlo tree is one
 * after any number of rounds: it is kept unless the stop flag is set.) The variant must
 * outlive the tree, and so must the allowance of the job, if it has one. */
ari_status ari_tree_new(const ari_variant *v, const ari_state *s, const ari_tree_job *job,
                        ari_tree **tree, ari_error *error);
void ari_tree_free(ari_tree *tree);

/* What is known of a node's value, from its children as they come: whoever observes a search
 * himself keeps one for each node that is open. */
typedef struct ari_node_tally {
    int value;     /* the best so far */
    uint8_t turn;  /* ari_side */
    uint8_t bound; /* ari_bound: what the children so far say of the value */
    bool any, estimate;
} ari_node_tally;

ari_node_tally ari_node_tally_begin(ari_side turn);
/* One of its moves was cut. */
void ari_node_tally_cut(ari_node_tally *tally);
/* The node is left with a value: bound and estimate are now those of the node, and the tally
 * of its parent, NULL for the root, takes them up. */
void ari_node_tally_leave(ari_node_tally *tally, ari_node_tally *parent, int value,
                          bool finished, bool horizon);

/* How large a tree of a textbook search would be, found without keeping it. */
typedef struct ari_tree_size {
    uint64_t nodes;    /* cut moves included */
    bool complete;     /* false: a limit of the job's search ended the counting */
    int fitting_depth; /* the largest depth whose tree is within max_nodes; 0: none */
    int fitting_nodes; /* how many that tree has */
} ari_tree_size;

ari_status ari_tree_measure(const ari_variant *v, const ari_state *s,
                            const ari_tree_job *job, ari_tree_size *size,
                            ari_error *error);

/* The position of a node; of a cut move, where it would have led. */
ari_state ari_tree_state(const ari_tree *tree, int node);

/* ---- words for nodes ---- */

/* The label. Of a Monte-Carlo tree: what is proved, "+1 in 3" or "+1 in <= 5"; else "~" and the mean,
 * "~+0.23", after a bound where one is proved: ">= 0, ~+0.23". Otherwise: +1, 0 or -1 (as ari_labels says) for a game that the first player wins, draws or loses, "+1 in 3"
 * when its end is 3 plies away, a payoff or an evaluation as a number; "~" before what
 * rests on an evaluation, ">=" or "<=" before a bound. */
void ari_tree_label(const ari_tree *tree, int node, ari_text *out);

/* Its number alone, and its distance in plies: -1 when no end is known. */
int ari_tree_label_number(const ari_tree *tree, int node);
int ari_tree_distance(const ari_tree *tree, int node);

/* "window -inf to 2": alpha and beta on entering. */
void ari_tree_window(const ari_tree *tree, int node, ari_text *out);

/* "12 visits", of a Monte-Carlo tree. */
void ari_tree_visits(const ari_tree *tree, int node, ari_text *out);

/* Why a cut move was not looked at: "3 >= beta 2: the second player already has 2
 * elsewhere". */
void ari_tree_reason(const ari_tree *tree, int node, ari_text *out);

/* ---- writing it; whoever owns the text asks ari_text_ok at the end ---- */

typedef struct ari_tree_view {
    bool ascii;  /* text: no characters beyond ASCII */
    bool colour; /* text: for a terminal */
    bool boards; /* svg: draw the positions */
    /* text and dot: writes a position in lines of characters; NULL: without */
    void (*board)(const ari_variant *v, const ari_state *s, ari_text *out);
} ari_tree_view;

void ari_tree_text(const ari_tree *tree, const ari_tree_view *view, ari_text *out);
void ari_tree_dot(const ari_tree *tree, const ari_tree_view *view, ari_text *out);
/* ARI_MEMORY when the layout cannot be had. */
ari_status ari_tree_svg(const ari_tree *tree, const ari_tree_view *view, ari_text *out,
                        ari_error *error);
/* Adds its members to the object that is open in `json`: docs in `ariadne tree --help`.
 */
void ari_tree_json(const ari_tree *tree, ari_json *json);

/* The same, of only some plies: what is deeper is left out, and every node says in "more"
 * whether it has children that are. */
typedef struct ari_tree_part {
    int plies;
    /* Adds members of one's own to a node that was visited; may be NULL. */
    void (*node)(void *self, const ari_tree *tree, int node, ari_json *json);
    void *self;
} ari_tree_part;

void ari_tree_json_part(const ari_tree *tree, const ari_tree_part *part, ari_json *json);

ARI_C_END

#endif
