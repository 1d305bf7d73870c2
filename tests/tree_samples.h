/* tree_samples.h: the trees that the tests of trees look at. */
#ifndef ARI_TESTS_TREE_SAMPLES_H
#define ARI_TESTS_TREE_SAMPLES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ariadne/tree.h>

/* ---- the trees that most tests look at ---- */

typedef struct sample {
    const char *game, *position;
    int depth; /* 0: to the end of the game */
    const char *eval;
    ari_order order;
} sample;

static const sample samples[] = {
    {"tictactoe", "xoxoxo...", 0, NULL, ARI_ORDER_FIRST},
    {"tictactoe", "xo..x....", 0, NULL, ARI_ORDER_CENTRE},
    {"tictactoe", "xox.o....", 3, NULL, ARI_ORDER_RANDOM},
    {"tictactoe", "xxxoo....", 0, NULL, ARI_ORDER_FIRST},
    {"connect4:width=4,height=3,line=3", "", 4, NULL, ARI_ORDER_CENTRE},
    {"connect4", "4455", 3, "random", ARI_ORDER_FIRST},
    {"connect4", "", 4, "pattern", ARI_ORDER_CENTRE},
    {"mnk:width=3,height=4,line=3", "", 3, "lines", ARI_ORDER_RANDOM},
    {"nim:heaps=31", "", 0, NULL, ARI_ORDER_FIRST},
    {"nim:heaps=321,normal=yes", "", 0, NULL, ARI_ORDER_RANDOM},
    {"coins:coins=9,most=3", "", 0, NULL, ARI_ORDER_FIRST},
    {"evencoins:coins=7,most=3", "", 0, NULL, ARI_ORDER_RANDOM},
    {"dots:width=1,height=1", "", 0, NULL, ARI_ORDER_FIRST},
    {"dots:width=2,height=1", "", 5, NULL, ARI_ORDER_RANDOM},
    {"dots:width=2,height=1", "", 3, "random", ARI_ORDER_FIRST},
};

#define SAMPLES (sizeof samples / sizeof *samples)

typedef struct planted {
    ari_variant *v;
    ari_state root;
    ari_tree_job job;
    ari_tree *tree;
} planted;

static inline void prepare(planted *p, const sample *s, bool alphabeta)
{
    ari_error error;
    ari_record record;
    assert_int_equal(ari_variant_new(s->game, &p->v, &error), ARI_OK);
    assert_int_equal(ari_position_parse(p->v, s->position, &record, &error), ARI_OK);
    p->root = record.end;
    ari_record_free(&record);
    p->job = (ari_tree_job){.alphabeta = alphabeta, .max_nodes = 1000000};
    p->job.search.limits.depth = s->depth;
    p->job.search.order = s->order;
    p->job.search.seed = 7;
    assert_int_equal(ari_eval_parse(p->v, s->eval, 3, &p->job.search.eval, &error),
                     ARI_OK);
    p->tree = NULL;
}

static inline void plant(planted *p, const sample *s, bool alphabeta)
{
    ari_error error;
    prepare(p, s, alphabeta);
    assert_int_equal(ari_tree_new(p->v, &p->root, &p->job, &p->tree, &error), ARI_OK);
}

static inline void fell(planted *p)
{
    ari_tree_free(p->tree);
    ari_variant_free(p->v);
}

/* ---- a game that writes strange things ---- */

static inline void strange_text(const void *rules, const void *s, ari_text *out)
{
    (void)rules, (void)s;
    ari_text_add(out, "<a b=\"c\\\">&\x01\n\xff\xc3\xa9\xed\xa0\x80\xef\xbf\xbf");
}

static inline void strange_move(const void *rules, const void *s, ari_move m,
                                ari_text *out)
{
    (void)m;
    strange_text(rules, s, out);
}

/* The rules of the tree's game, with other words. */
static inline ari_core strange_core(const planted *p)
{
    ari_core core = *p->v->core;
    core.format = strange_text;
    core.format_move = strange_move;
    return core;
}

static inline int for_first(ari_side turn, int score)
{
    return turn == ARI_FIRST ? score : -score;
}

#endif
