/* plugin.c: loading a game from a shared object. */
#include <ariadne/plugin.h>

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct ari_plugin {
    void *handle;
};

/* What the system would only say with its own words, or not at all: dlopen takes a
 * directory for a broken file, and a missing one for a missing library. */
static ari_status look_at_file(const char *path, ari_error *error)
{
    struct stat file;
    if (stat(path, &file) != 0)
        return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "cannot open '%.200s': %s", path,
                        strerror(errno));
    if (!S_ISREG(file.st_mode))
        return ari_fail(error, ARI_IO, ARI_NO_OFFSET,
                        "'%.200s' is not a file, so no game can be loaded from it", path);
    return ARI_OK;
}

/* A name without a slash would be looked for among the system's libraries. */
static void *open_here(const char *path)
{
    if (strchr(path, '/'))
        return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    size_t size = strlen(path) + 3;
    char *here = malloc(size);
    if (!here)
        return NULL;
    snprintf(here, size, "./%s", path);
    void *handle = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    free(here);
    return handle;
}

static ari_status find_game(void *handle, const char *path, const ari_game **game,
                            ari_error *error)
{
    const ari_game *(*ask)(void) = NULL;
    *(void **)&ask = dlsym(handle, ARI_PLUGIN_SYMBOL); /* the way POSIX prescribes */
    if (!ask)
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                        "'%.200s' holds no game: ARI_PLUGIN(...) is missing at the end "
                        "of its source",
                        path);
    *game = ask();
    if (!*game)
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET, "'%.200s' hands out no game",
                        path);
    if ((*game)->abi != ARI_GAME_ABI)
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                        "'%.200s' was built for interface %u, but this is interface %u: "
                        "compile it again",
                        path, (*game)->abi, ARI_GAME_ABI);
    if ((*game)->core_size != sizeof(ari_core))
        return ari_fail(error, ARI_BROKEN, ARI_NO_OFFSET,
                        "'%.200s' was built with other headers of interface %u than this "
                        "program: compile it again",
                        path, ARI_GAME_ABI);
    return ARI_OK;
}

ari_status ari_plugin_new(const char *path, ari_plugin **plugin, const ari_game **game,
                          ari_error *error)
{
    *plugin = NULL;
    *game = NULL;
    ari_status status = look_at_file(path, error);
    if (status != ARI_OK)
        return status;
    ari_plugin *opened = malloc(sizeof *opened);
    if (!opened)
        return ari_fail_memory(error, sizeof *opened, "a plug-in");
    opened->handle = open_here(path);
    if (!opened->handle) {
        const char *why = dlerror();
        status = ari_fail(error, ARI_IO, ARI_NO_OFFSET,
                          "'%.200s' cannot be loaded as a shared object: %.150s", path,
                          why ? why : "out of memory");
    } else {
        status = find_game(opened->handle, path, game, error);
    }
    if (status != ARI_OK) {
        *game = NULL;
        ari_plugin_free(opened);
    } else {
        *plugin = opened;
    }
    return status;
}

void ari_plugin_free(ari_plugin *plugin)
{
    if (!plugin)
        return;
    if (plugin->handle)
        dlclose(plugin->handle);
    free(plugin);
}
