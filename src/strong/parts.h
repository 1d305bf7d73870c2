/* parts.h: tiers that are too large for the memory allowed (internal).
 *
 * Such a tier is gone through part by part, a quarter of the memory each, with windows on
 * the tiers that moves lead to, half of it together. A part is gone through again with
 * other windows until none is wanted any more: positions are made anew each time, which
 * costs less than what was found out about them would take on disk.
 *
 * On disk each array of a tier is a file of its own (store.h), one item for each slot, in the order
 * of the slots; in memory are parts of some of them:
 *
 *     tier 7   |....|####|....|    the part that is worked on: its slots `from` up to `to`
 *     tier 6   |..|##|..|..|..|    a window on each tier below, with its own `from` and `to`
 *     tier 5   |..|..|..|##|..|
 *
 * A slot of tier 6 or 5 outside its window is not looked at: the window that it is in is then
 * wanted. A window is UNUSED until a move leads there, WANTED until it is loaded, and DONE from then
 * on, until the next part (ari__outlook_reset). Passes over a part may come in any order and
 * number, as each only adds: a worth grows to the best of the moves that were seen, and marks of what
 * was reached are united. When no window is wanted every move was seen once, and the part is done.
 *
 * For example, a position of the part has a move to the second window of tier 6, which loses, and
 * one to the fourth of tier 5, which wins. The first pass sees neither and wants both. If there is room
 * for both, the second pass finds the win; if not, the second finds the loss, the third the win.
 *
 * How a dense slot was reached is a byte: bits 0 and 1 say by which sides, bits 2 and 3 for which of them
 * its moves were followed, and bits 4 and 5 which are being followed in this round, as the bits 0 and 1
 * may grow meanwhile:
 *
 *     0x01 reached > 0x11 in this round > 0x13 reached with the other side to move, too
 *     > 0x07 the round is over > 0x27 the next one > 0x0f nothing is left to follow
 *
 * Values within a tier are found without edges: for one length after the other, every
 * position that is still open looks at its moves within the tier. */
#ifndef ARI_STRONG_PARTS_H
#define ARI_STRONG_PARTS_H

#include "strong/drive.h"

/* Nothing is in memory when these are called, and nothing when they return. */
ari_status ari__parts_find_dense(ari__drive *d, int tier);
ari_status ari__parts_find_keyed(ari__drive *d, int tier);
ari_status ari__parts_solve(ari__drive *d, int tier);

/* Dense: marks one slot of a tier. */
ari_status ari__parts_mark(ari__drive *d, int tier, uint64_t slot, unsigned reached);

#endif
