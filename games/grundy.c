/* grundy.c: Grundy's game: a heap is split into two that are not equal, until none can be. */
#include "heaps.h"

static ari_status heaps_setup(const ari_value *values, heaps_rules *r, ari_error *error)
{
    r->code =
        (ari_heap_rules){.option = "heap", .digits = {4}, .count = 1, .unequal = true};
    r->heap = (uint32_t)values[0].number;
    r->misere = values[1].number != 0;
    return heaps_begin(r, error);
}

#include <ariadne/instance.h>

static const ari_option heaps_options[] = {
    ARI_OPTION_NUMBER("heap", 13, 3, HEAPS_SIZE, "the heap at the start"),
    ARI_OPTION_FLAG("misere", 0, "whoever makes the last move loses"),
    {.name = NULL}};

const ari_game ari_game_grundy = {
    GAME_CORE,
    .id = "grundy",
    .title = "Grundy's game",
    .about =
        "A heap. In turn, each player splits a heap into two that are not equal; heaps "
        "of\n"
        "one and of two cannot be split. Whoever makes the last move wins (with the\n"
        "option misere: loses).\n"
        "A move is a heap and what becomes of it: 7:5+2.\n"
        "A position is the heaps that can be split, 7,5,5, with /2 at the end when the\n"
        "second player is to move; 0 when there are none.",
    .options = heaps_options,
};
