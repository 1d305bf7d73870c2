/* registry.c: the built-in games. */
#include <ariadne/variant.h>

#include <string.h>

#define GAME_FILE(name) extern const ari_game ari_game_##name;
#include "list.h"
#undef GAME_FILE

static const ari_game *const games[] = {
#define GAME_FILE(name) &ari_game_##name,
#include "list.h"
#undef GAME_FILE
    NULL,
};

const ari_game *ari_game_at(int index)
{
    return index >= 0 && (size_t)index < sizeof games / sizeof games[0] ? games[index]
                                                                        : NULL;
}

const ari_game *ari_game_find(const char *id)
{
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return NULL;
}
