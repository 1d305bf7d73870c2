/* within.h: a tier with moves that stay within it, solved in memory (internal). */
#ifndef ARI_STRONG_WITHIN_H
#define ARI_STRONG_WITHIN_H

#include "strong/drive.h"

/* Finds the worths of all open slots of a tier, and which those are; how the slots of a dense tier were
 * reached, and all keys of another, are in memory. The threads have counted every slot that was reached.
 * ARI_MEMORY: there is not enough for that, but there may be for doing it in parts. */
ari_status ari__within_solve(ari__drive *d, int tier);
/* Puts what a thread has found of moves on disk. */
ari_status ari__within_flush(ari__drive *d, ari__strong_thread *thread);
/* Forgets what was begun, of moves. */
void ari__within_forget(ari__drive *d);

#endif
