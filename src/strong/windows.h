/* windows.h: tiers on disk, read from the first slot to the last or through windows
 * (internal). */
#ifndef ARI_STRONG_WINDOWS_H
#define ARI_STRONG_WINDOWS_H

#include "strong/drive.h"
#include "strong/spool.h"

#define ARI__PARTS_FEWEST 64 /* slots in a part or a window */

/* Bytes that may be used: the limit, or what is taken where none was given. */
size_t ari__parts_limit(const ari__drive *d);
/* Bytes that are read or written at a time where order allows it. */
size_t ari__parts_room(const ari__drive *d);
size_t ari__parts_key_bytes(const ari__drive *d); /* of a slot; 0 when dense */
/* How many slots of a tier in parts may be in memory at a time. */
uint64_t ari__parts_slots(const ari__drive *d);

static inline ari_status ari__parts_no_memory(const ari__drive *d)
{
    return ari_fail_memory(d->error, (size_t)ari__parts_slots(d), "a part of a tier");
}

/* A step over a part, without moving the progress on. */
ari_status ari__parts_step(ari__drive *d, ari__strong_step *step, int tier,
                           const ari__tier *part);

/* A tier on disk, from its first slot to its last. */
typedef struct ari__reading {
    ari__drive *d;
    int tier;
    uint64_t at;
    ari__tier part; /* what was read last */
    uint64_t room;  /* slots */
    ari__spool files[ARI__KINDS];
} ari__reading;

/* Keys, as far as there are any, and worths; of a dense tier also how it was reached. */
ari_status ari__reading_begin(ari__reading *r, ari__drive *d, int tier, bool worth,
                              bool reach);
/* The next `most` slots, or what is left: `r->part`, until the next call. */
ari_status ari__reading_next(ari__reading *r, uint64_t most);
void ari__reading_end(ari__reading *r);
/* It as the writer takes it. */
ari__slots ari__reading_slots(ari__reading *r);

/* The tiers that moves of one lead to, `lowest` up to `highest`, through windows. */
typedef struct ari__outlook {
    ari__drive *d;
    int lowest, highest;
    bool reaching;     /* windows on how slots were reached, which are written back */
    ari__spool *files; /* then: by tier, the new version */
    ari__spool *own;   /* of the highest tier: its worths while they are not sealed */
} ari__outlook;

/* `lowest`, `highest` and the rest say what is to be seen. */
ari_status ari__outlook_open(ari__outlook *v);
/* Loads windows that are wanted in the place of those that are there, one of a tier and as
 * many as there is memory for. False in `more`: none is wanted. */
ari_status ari__outlook_load(ari__outlook *v, bool *more);
/* Nothing is wanted but what is there. */
void ari__outlook_reset(const ari__outlook *v);
/* A step over a part, with every window that it wants. */
ari_status ari__outlook_step(ari__outlook *v, ari__strong_step *step, int tier,
                             const ari__tier *part);
/* Writes what changed, if `status` is ARI_OK, and frees everything. */
ari_status ari__outlook_close(ari__outlook *v, ari_status status);

#endif
