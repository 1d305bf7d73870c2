/* compiled.h: what is compiled for one game alone (internal).
 *
 * A core names it, and where there is none every room has the same bound to the core itself:
 * the searches in search/searches.h, the steps of strong solving in strong/steps.h. */
#ifndef ARI_GAME_COMPILED_H
#define ARI_GAME_COMPILED_H

struct ari_compiled {
    const struct ari_searches *searches;
    const struct ari__strong_steps *strong;
};

#endif
