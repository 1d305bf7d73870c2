/* seen.c: the games of a match, each as 64 bits in an open table: 62 of a hash of its moves,
 * and below them the seats in which it was played, never none. That any two of the twenty
 * million games that a match may have are taken for one, and the count is wrong by one, has a
 * chance of one in twenty thousand. */
#include "play/seen.h"

#include <stdlib.h>

#include "base/hash.h"

#define ROOM_FIRST 64
#define SEATS UINT64_C(3)

void ari__seen_free(ari__seen *seen)
{
    free(seen->slots);
    *seen = (ari__seen){.slots = NULL};
}

/* Where the game is, or would be. */
static uint64_t *find(const ari__seen *seen, uint64_t game)
{
    size_t at = (size_t)ari__hash_place(game, seen->room);
    while (seen->slots[at] && (seen->slots[at] & ~SEATS) != game)
        at = at + 1 < seen->room ? at + 1 : 0;
    return &seen->slots[at];
}

/* A third of the table stays empty. */
static bool make_room(ari__seen *seen)
{
    if (seen->used < seen->room / 3 * 2)
        return true;
    ari__seen larger = {.room = seen->room ? 2 * seen->room : ROOM_FIRST,
                        .used = seen->used};
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < seen->room; i++)
        if (seen->slots[i])
            *find(&larger, seen->slots[i] & ~SEATS) = seen->slots[i];
    free(seen->slots);
    *seen = larger;
    return true;
}

int ari__seen_note(ari__seen *seen, const ari_record *record, int seat)
{
    if (!make_room(seen))
        return -1;
    uint64_t game =
        ari__hash_bytes(record->moves, (size_t)record->count * sizeof *record->moves);
    uint64_t *slot = find(seen, game & ~SEATS);
    int before = (int)(*slot & SEATS);
    seen->used += before == 0;
    *slot = (game & ~SEATS) | (uint64_t)before | UINT64_C(1) << seat;
    return before;
}
