/* database.c: databases, as the commands that use one need them. */
#include "cli/database.h"

bool cli_database_variant(const char *path, const char *spec, ari_variant **v)
{
    ari_text name = ARI_TEXT_EMPTY;
    ari_error error;
    bool found = spec || ari_database_game(path, &name, &error) == ARI_OK;
    if (!found)
        cli_wrong_error(NULL, &error);
    else
        found = cli_game(spec ? spec : ari_text_get(&name), v);
    ari_text_free(&name);
    return found;
}

bool cli_database_consult(const cli_arguments *arguments, const ari_variant *v,
                          ari_solver *solver, ari_database **db)
{
    const char *path = cli_text(arguments, "db", NULL);
    ari_error error;
    *db = NULL;
    if (!path)
        return true;
    if (ari_database_open(path, v, db, &error) != ARI_OK) {
        cli_wrong_error(NULL, &error);
        return false;
    }
    ari_solver_look_up(solver, ari_database_lookup(*db));
    return true;
}
