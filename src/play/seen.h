/* seen.h: which games were played already, so that those that differ can be counted. */
#ifndef ARI_PLAY_SEEN_H
#define ARI_PLAY_SEEN_H

#include <ariadne/variant.h>

typedef struct ari__seen {
    uint64_t *slots;
    size_t room, used;
} ari__seen;

void ari__seen_free(ari__seen *seen);
/* Notes that the moves of `record` were played with A in this seat, 0 or 1. Returns in which
 * seats they had been played before, bit 0 and bit 1; -1 when there is no memory. */
int ari__seen_note(ari__seen *seen, const ari_record *record, int seat);

#endif
