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
    bool found =
        (ari_nimber_base_is(path) ? ari_nimber_base_game(path, &name, &error)
                                  : ari_database_game(path, &name, &error)) == ARI_OK;
    if (!found)
        cli_wrong_error(NULL, &error);
    else if (spec)
        found = variant_with_options(spec, ari_text_get(&name), v);
    else
        found = cli_game_of_file(path, ari_text_get(&name), how, v);
    ari_text_free(&name);
    return found;
}

void cli_nimber_base_tell(void *self, const ari_strong_progress *p)
{
    (void)self;
    ari_text text = ARI_TEXT_EMPTY, count = ARI_TEXT_EMPTY;
    cli_say_count(p->positions, &count);
    ari_text_format(&text, "%s: %s  %.0f s", p->doing, ari_text_get(&count), p->seconds);
    cli_progress_say(p->seconds, &text);
    ari_text_free(&count);
}

static void say_number(ari_text *text, const char *what, uint64_t number,
                       const char *more)
{
    ari_text_format(text, "%-11s", what);
    cli_say_count(number, text);
    ari_text_format(text, "%s\n", more);
}

int cli_nimber_base_end(const ari_variant *v, const char *path, ari_status status,
                        const ari_nimber_base_summary *summary, bool json,
                        ari_error *error)
{
    cli_progress_end();
    if (status != ARI_OK) {
        cli_error_advice(error, status);
        cli_wrong_error(NULL, error);
        return status == ARI_STOPPED ? CLI_INTERRUPTED : CLI_WRONG;
    }
    ari_text text = ARI_TEXT_EMPTY;
    if (json) {
        ari_json out = cli_json(&text);
        ari_json_string(&out, "game", v->name);
        ari_json_string(&out, "file", path);
        ari_json_unsigned(&out, summary->heaps ? "heaps" : "parts", summary->parts);
        ari_json_number(&out, "largest", summary->largest);
        ari_json_unsigned(&out, "bytes", summary->bytes);
        ari_json_bool(&out, "resumed", summary->resumed);
        ari_json_bool(&out, "already", summary->there);
        ari_json_real(&out, "seconds", summary->seconds);
        cli_put_json(&out);
        return CLI_DONE;
    }
    ari_text_format(&text, "%s (%s)\n", v->game->title, v->name);
    say_number(&text, summary->heaps ? "Heaps:" : "Parts:", summary->parts,
               summary->heaps ? ", from 0 on" : ", up to symmetry");
    say_number(&text, "Largest:", (uint64_t)summary->largest, ", of their nimbers");
    say_number(&text, "File:", summary->bytes, " bytes");
    if (summary->there)
        ari_text_format(&text, "It was complete already: '%s'\n", path);
    else
        ari_text_format(&text, "Time:      %.1f s%s\n", summary->seconds,
                        summary->resumed ? ", after going on from what was known" : "");
    cli_say(&text);
    return CLI_DONE;
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
