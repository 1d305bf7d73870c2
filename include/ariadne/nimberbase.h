/* nimberbase.h: the nimbers of all parts that the games of an impartial game come to, or of all heaps up to a size, in
 * a file: made, read, and verified by the definition alone.
 *
 * docs/database-format.md describes the file. */
#ifndef ARIADNE_NIMBERBASE_H
#define ARIADNE_NIMBERBASE_H

#include <ariadne/strong.h>
#include <ariadne/sums.h>

ARI_C_BEGIN

typedef struct ari_nimber_base_summary {
    uint64_t parts; /* or heaps, from 0 on */
    int largest;    /* nimber */
    uint64_t bytes; /* of the file */
    bool heaps;     /* a sequence of heaps */
    bool resumed;   /* it went on from a checkpoint */
    bool there;     /* the file was already complete */
    double seconds;
} ari_nimber_base_summary;

/* Finds the nimber of every part that the start comes to, and writes them to `path`. While it works, what is known is in
 * `path`.work, written again every job->checkpoint seconds; the same call goes on from there and ends with the same
 * file. ARI_UNSUPPORTED where the game has no nimbers. */
ari_status ari_nimber_base_solve(const ari_variant *v, const char *path,
                                 const ari_strong_job *job,
                                 ari_nimber_base_summary *summary, ari_error *error);
/* The same for the heaps 0 to `last` of a game of heaps by rules. */
ari_status ari_nimber_base_sequence(const ari_variant *v, uint64_t last, const char *path,
                                    const ari_strong_job *job,
                                    ari_nimber_base_summary *summary, ari_error *error);

/* Does a file say of itself that it is one? */
bool ari_nimber_base_is(const char *path);
/* The game of a file, as ari_variant_new reads it. */
ari_status ari_nimber_base_game(const char *path, ari_text *name, ari_error *error);

typedef struct ari_nimber_base ari_nimber_base;

/* Reads all of it, within `bytes` (0: no limit); `v` must outlive it. */
ari_status ari_nimber_base_new(const char *path, const ari_variant *v, size_t bytes,
                               ari_nimber_base **base, ari_error *error);
void ari_nimber_base_free(ari_nimber_base *base);
void ari_nimber_base_sums(const ari_nimber_base *base, ari_nimber_base_summary *summary);
/* Of a position; ARI_UNKNOWN where a part of it is not in the file. */
ari_status ari_nimber_base_look(const ari_nimber_base *base, const ari_state *s,
                                int *nimber, ari_error *error);
/* Of a heap, in a file of heaps. */
ari_status ari_nimber_base_heap(const ari_nimber_base *base, uint64_t size, int *nimber,
                                ari_error *error);

/* Checks the checksum, finds the parts again by following moves, and derives each nimber from the nimbers after its
 * moves. Heaps that repeat as the octal periodicity theorem asks are only compared. */
ari_status ari_nimber_base_verify(const char *path, const ari_variant *v,
                                  const ari_verify_job *job, ari_verify_report *report,
                                  ari_error *error);

ARI_C_END

#endif
