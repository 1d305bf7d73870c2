/* database.c: databases, as the commands that use one need them. */
#include "cli/database.h"

#include <string.h>

/* What is left beside a database, at least. */
#define SOLVER_LEAST ((size_t)256 << 10)

/* The options are in the file, and only those that the user gives are looked at again. */
static bool variant_with_options(const char *spec, const char *name, ari_variant **v)
{
    const ari_game *game;
    const char *options;
    if (!cli_game_find(spec, &game, &options))
        return false;
    size_t id = strlen(game->id);
    if (options || strncmp(name, game->id, id) != 0 || name[id] != ':')
        return cli_game(spec, v);
    ari_text whole = ARI_TEXT_EMPTY;
    ari_text_format(&whole, "%s%s", spec, name + id);
    bool found = cli_game(ari_text_get(&whole), v);
    ari_text_free(&whole);
    return found;
}

bool cli_database_variant(const char *path, const char *spec, const char *how,
                          ari_variant **v)
{
    ari_text name = ARI_TEXT_EMPTY;
    ari_error error;
    bool found = ari_database_game(path, &name, &error) == ARI_OK;
    if (!found)
        cli_wrong_error(NULL, &error);
    else if (spec)
        found = variant_with_options(spec, ari_text_get(&name), v);
    else
        found = cli_game_of_file(path, ari_text_get(&name), how, v);
    ari_text_free(&name);
    return found;
}

bool cli_database_open(const cli_arguments *arguments, const ari_variant *v,
                       size_t *memory, ari_database **db)
{
    const char *path = cli_text(arguments, "db", NULL);
    ari_error error;
    *db = NULL;
    if (!path)
        return true;
    ari_allowance allowed;
    ari_allowance_begin(&allowed, *memory);
    ari_status status = ari_database_new_within(path, v, *memory, db, &error);
    if (status == ARI_OK) {
        ari_database_keep(*db, *memory / CLI_DATABASE_PART);
        if (!ari_allowance_take(&allowed, ari_database_bytes(*db) + SOLVER_LEAST))
            status = ari_fail_allowance(&error, &allowed, "the index of the database");
    }
    if (status == ARI_OK) {
        *memory -= ari_database_bytes(*db);
        return true;
    }
    cli_error_advice(&error, status);
    cli_wrong_error(NULL, &error);
    ari_database_free(*db);
    *db = NULL;
    return false;
}
