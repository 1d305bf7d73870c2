/* site.c: what is the same for every request: the games with their players, and the server
 * itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/player.h>
#include <ariadne/report.h>

#include "web/web.h"

web_step web_about, web_games;

bool web_solvable(const web_options *options, const ari_variant *v)
{
    const char *known = options->database;
    return (known && strcmp(known, v->name) == 0) || ari_solvable(v);
}

static void add_player(ari_json *json, const ari_variant *v, const char *who, bool sure)
{
    if (ari_player_check(v, who, NULL, NULL, NULL) != ARI_OK)
        return;
    ari_text name = ARI_TEXT_EMPTY;
    ari_player_called(who, sure, &name);
    ari_json_text(json, NULL, &name);
}

/* Which of the usual computer players a game has. The first is
 * called as what can be promised. */
static void add_players(ari_json *json, const ari_variant *v, bool sure)
{
    static const char *const usual[] = {
        "perfect", "level:1", "level:2",     "level:3",     "level:4",     "level:5",
        "level:6", "level:7", "level:8",     "level:9",     "level:10",    "engine",
        "mcts",    "rules",   "mistake:0.1", "mistake:0.3", "mistake:0.6", "random"};
    ari_json_array(json, "players");
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        add_player(json, v, usual[i], sure);
        const ari_wording *w = strcmp(usual[i], "rules") == 0 ? v->core->wordings : NULL;
        for (; w && w->name; w++) {
            char who[64];
            snprintf(who, sizeof who, "rules:%s", w->name);
            add_player(json, v, who, sure);
        }
    }
    ari_json_array_end(json);
}

static ari_status write_games(const web_options *options, ari_text *out, ari_error *error)
{
    ari_json json = ari_json_to(out);
    ari_json_object(&json, NULL);
    ari_json_array(&json, "games");
    for (int i = 0; ari_game_at(i); i++) {
        ari_variant *v;
        ari_status status = ari_variant_new(ari_game_at(i)->id, &v, error);
        if (status != ARI_OK)
            return status;
        ari_json_object(&json, NULL);
        ari_report_game(&json, v);
        add_players(&json, v, web_solvable(options, v));
        ari_json_object_end(&json);
        ari_variant_free(v);
    }
    ari_json_array_end(&json);
    ari_json_object_end(&json);
    ari_text_add_char(out, '\n');
    return ARI_OK;
}

static void write_about(const web_options *options, ari_text *out)
{
    ari_json json = ari_json_to(out);
    ari_json_object(&json, NULL);
    ari_json_string(&json, "name", "ariadne");
    ari_json_string(&json, "version", options->version);
    ari_json_array(&json, "databases");
    if (options->database)
        ari_json_string(&json, NULL, options->database);
    ari_json_array_end(&json);
    ari_json_object(&json, "limits");
    ari_json_real(&json, "seconds", options->seconds);
    ari_json_number(&json, "analyses", options->analyses);
    ari_json_number(&json, "waiting", options->waiting);
    ari_json_unsigned(&json, "body", WEB_BODY_MOST);
    ari_json_number(&json, "steps", WEB_STEPS_MOST);
    ari_json_number(&json, "events", WEB_EVENTS_MOST);
    ari_json_number(&json, "squares", WEB_SQUARES_MOST);
    ari_json_object_end(&json);
    ari_json_object_end(&json);
    ari_text_add_char(out, '\n');
}

ari_status web_site_open(const web_options *options, web_site *site, ari_error *error)
{
    *site = (web_site){.options = *options, .shelf = web_shelf_new()};
    ari_status status = write_games(options, &site->games, error);
    write_about(options, &site->about);
    if (status == ARI_OK && !(ari_text_ok(&site->games) && ari_text_ok(&site->about)))
        status = ari_fail_memory(error, site->games.size, "the list of games");
    if (status != ARI_OK)
        web_site_close(site);
    return status;
}

void web_site_close(web_site *site)
{
    ari_text_free(&site->games);
    ari_text_free(&site->about);
    web_shelf_free(site->shelf);
    site->shelf = NULL;
}

void web_about(web_task *task)
{
    ari_text_add(&task->reply.body, ari_text_get(&task->site->about));
}

void web_games(web_task *task)
{
    ari_text_add(&task->reply.body, ari_text_get(&task->site->games));
}
