/* nimberbase.h: a file of nimbers as it lies in memory (internal).
 *
 *     words      magic, version, kind, fingerprint, count, bytes of a part, complete, bytes of the name
 *     name       of the game, padded with zeros to a multiple of 8
 *     parts      in the order of their bytes; none in a file of heaps
 *     nimbers    two bytes each
 *     XXH3       of all before it
 *
 * What is kept while the work is under way is such a file, too, that says it is not complete. */
#ifndef ARI_STRONG_NIMBERBASE_H
#define ARI_STRONG_NIMBERBASE_H

#include <ariadne/nimberbase.h>

#define ARI__NB_MAGIC UINT64_C(0x0a0d4d494e444952) /* "RIDNIM\r\n" */
#define ARI__NB_VERSION 1
#define ARI__NB_UNKNOWN 0xffff

enum { ARI__NB_PARTS, ARI__NB_HEAPS };

enum {
    ARI__NB_H_MAGIC,
    ARI__NB_H_VERSION,
    ARI__NB_H_KIND,
    ARI__NB_H_FINGERPRINT,
    ARI__NB_H_COUNT,
    ARI__NB_H_STATE,
    ARI__NB_H_COMPLETE,
    ARI__NB_H_NAME,
    ARI__NB_H_WORDS
};

struct ari_nimber_base {
    const ari_variant *v;
    ari_allowance allowance;
    uint64_t header[ARI__NB_H_WORDS];
    unsigned char *file; /* all of it */
    size_t size;
    const unsigned char *states, *nimbers;
};

/* Reads a file, complete or not. */
ari_status ari__nimber_base_read(const char *path, const ari_variant *v, size_t bytes,
                                 ari_nimber_base **base, ari_error *error);

static inline int ari__nimber_base_at(const ari_nimber_base *base, uint64_t i)
{
    return base->nimbers[2 * i] | base->nimbers[2 * i + 1] << 8;
}

/* The number of a part among those of the file, by its bytes; UINT64_MAX: it has none. */
uint64_t ari__nimber_base_find(const ari_nimber_base *base, const ari_state *part);

#endif
