/* game.c: games named on the command line, built-in ones and plug-ins, and by files.
 *
 * A plug-in is a program: only who types the command may name one. What a file says its game
 * is, is looked for among the built-in games, and compared with what was typed. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/plugin.h>

/* Plug-ins stay loaded until the program ends, so that nobody has to know which games are
 * theirs. */
typedef struct loaded {
    struct loaded *next;
    ari_plugin *plugin;
    const ari_game *game;
    char *path; /* as typed */
} loaded;

static loaded *all_loaded;

/* How much of the word is the game, and not its options: up to the first colon, but a
 * path that ends in .so may hold colons. */
static size_t game_length(const char *spec)
{
    const char *end = strstr(spec, ".so:");
    if (end)
        return (size_t)(end - spec) + 3;
    size_t length = strlen(spec);
    if (length >= 3 && strcmp(spec + length - 3, ".so") == 0)
        return length;
    return strcspn(spec, ":");
}

static bool is_path(const char *spec, size_t length)
{
    return memchr(spec, '/', length) ||
           (length >= 3 && memcmp(spec + length - 3, ".so", 3) == 0);
}

static bool load(const char *spec, size_t length, const ari_game **game)
{
    char *path = strndup(spec, length);
    loaded *entry = malloc(sizeof *entry);
    ari_plugin *plugin = NULL;
    ari_error error;
    ari_status status;
    if (path && entry)
        status = ari_plugin_new(path, &plugin, game, &error);
    else
        status = ari_fail_memory(&error, length + sizeof *entry, "a plug-in");
    if (status != ARI_OK) {
        free(path);
        free(entry);
        return cli_ok(status, NULL, &error);
    }
    *entry = (loaded){all_loaded, plugin, *game, path};
    all_loaded = entry;
    return true;
}

void cli_game_word(const ari_variant *v, ari_text *out)
{
    const loaded *entry = all_loaded;
    while (entry && entry->game != v->game)
        entry = entry->next;
    ari_text_add(out, entry ? entry->path : v->game->id);
    ari_text_add(out, v->name + strlen(v->game->id));
}

static const ari_game *built_in(const char *name, size_t length)
{
    const ari_game *game;
    for (int i = 0; (game = ari_game_at(i)); i++)
        if (strlen(game->id) == length && memcmp(game->id, name, length) == 0)
            return game;
    return NULL;
}

bool cli_game_find(const char *spec, const ari_game **game, const char **options)
{
    size_t length = game_length(spec);
    *options = spec[length] ? spec + length + 1 : NULL;
    if (is_path(spec, length))
        return load(spec, length, game);
    *game = built_in(spec, length);
    if (*game)
        return true;
    /* The library has the words for this. */
    ari_variant *none;
    ari_error error;
    if (cli_ok(ari_variant_new(spec, &none, &error), spec, &error))
        ari_variant_free(none);
    return false;
}

bool cli_game(const char *spec, ari_variant **variant)
{
    const ari_game *game;
    const char *options;
    ari_error error;
    if (!cli_game_find(spec, &game, &options))
        return false;
    size_t offset = options ? (size_t)(options - spec) : 0;
    return cli_ok(ari_variant_of(game, options, offset, variant, &error), spec, &error);
}

bool cli_game_of_file(const char *path, const char *named, const char *how,
                      ari_variant **variant)
{
    ari_error error;
    *variant = NULL;
    size_t length = game_length(named);
    bool plugin = is_path(named, length), known = !plugin && built_in(named, length);
    if (known && ari_variant_new(named, variant, &error) == ARI_OK)
        return true;
    if (known)
        return cli_wrong_error_in(path, named, &error) == CLI_DONE;
    return cli_refuse("'%.200s' is of %s '%.200s', and a file cannot load a plug-in: %s",
                      path, plugin ? "the plug-in" : "a game that is not built in,",
                      named, how);
}

bool cli_game_is(const ari_variant *variant, const char *word)
{
    const char *id = variant->game->id;
    size_t length = game_length(word);
    if (is_path(word, length)) /* the same file may be somewhere else by now */
        return strcmp(word + length, variant->name + strlen(id)) == 0;
    ari_variant *named;
    if (strlen(id) != length || memcmp(id, word, length) != 0 ||
        ari_variant_of(variant->game, word[length] ? word + length + 1 : NULL, 0, &named,
                       NULL) != ARI_OK)
        return false;
    bool same = strcmp(named->name, variant->name) == 0;
    ari_variant_free(named);
    return same;
}
