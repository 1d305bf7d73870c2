/* saves.c: saved games on the command line, and where recorded ones began. */
#include "cli/playing.h"

/* A save is text of one short line a move. */
#define SAVE_MOST ((size_t)1 << 28)

bool cli_save_read(const char *path, ari_text *save)
{
    return cli_read_file(path, SAVE_MOST, save);
}

bool cli_save_game(const char *path, const ari_text *save, const char *spec,
                   ari_variant **v)
{
    if (spec)
        return cli_game(spec, v);
    ari_text name = ARI_TEXT_EMPTY;
    ari_error error;
    bool found = ari_save_game(ari_text_get(save), &name, &error) == ARI_OK;
    if (found)
        found = cli_game_of_file(path, ari_text_get(&name), CLI_SAVE_PLUGIN, v);
    else
        cli_wrong_error_in(path, NULL, &error);
    ari_text_free(&name);
    return found;
}

bool cli_save_load(const char *path, const ari_text *save, ari_session *session)
{
    ari_error error;
    return ari_session_load(session, ari_text_get(save), &error) == ARI_OK ||
           cli_wrong_error_in(path, NULL, &error) == CLI_DONE;
}
