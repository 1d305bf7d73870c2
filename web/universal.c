/* universal.c: the routes of the GamesCrafters universal web API that tell of positions:
 *
 *     /<game>/<variant>/                      the variant and its start
 *     /<game>/<variant>/positions/?p=<text>   a position and its moves, with their values
 *
 * A position's value there is for its side to move, its remoteness the plies to the end; a
 * move's value is for the side that makes it, and deltaRemoteness how much later (or, where
 * all is lost, sooner) it ends than the best move of the same value. */
#include "web/universal.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/report.h>

#include "web/search.h"

#define SECONDS 2.0
#define UNKNOWN_REMOTENESS (-100)

/* ---- addresses ---- */

typedef struct address {
    const char *game, *variant, *rest; /* "game", "variant" and "/..." */
    size_t game_size, variant_size;
} address;

/* Splits "/game/variant/..."; its rest is "" when it is something else. */
static address split(const char *path)
{
    address a = {.game = path + (path[0] == '/'), .rest = ""};
    a.game_size = strcspn(a.game, "/");
    a.variant = a.game + a.game_size;
    if (*a.variant == '/')
        a.variant++;
    a.variant_size = strcspn(a.variant, "/");
    if (path[0] == '/' && a.game_size > 0 && a.variant_size > 0)
        a.rest = a.variant + a.variant_size;
    return a;
}

static bool names_game(const char *name, size_t length)
{
    for (int i = 0; ari_game_at(i); i++)
        if (strlen(ari_game_at(i)->id) == length &&
            memcmp(ari_game_at(i)->id, name, length) == 0)
            return true;
    return false;
}

bool web_universal_route(const char *path)
{
    address a = split(path);
    return names_game(a.game, a.game_size) &&
           (strcmp(a.rest, "/") == 0 || strcmp(a.rest, "/positions/") == 0 ||
            strcmp(a.rest, "/positions") == 0);
}

/* The variant that the address names; "regular" is the usual one. */
static ari_status read_variant(web_task *task, const address *a, ari_error *error)
{
    ari_text spec = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&spec, a->game, a->game_size);
    if (a->variant_size != 7 || memcmp(a->variant, "regular", 7) != 0) {
        ari_text_add_char(&spec, ':');
        ari_text_add_bytes(&spec, a->variant, a->variant_size);
    }
    ari_status status = ari_variant_new(ari_text_get(&spec), &task->v, error);
    ari_text_free(&spec);
    return status;
}

/* ---- values ---- */

static const char *value_name(bool known, int score)
{
    return !known ? "unsolved" : score > 0 ? "win" : score < 0 ? "lose" : "tie";
}

/* "position" and the same as their screens like it, beginning with the side to move. */
static void add_position(ari_json *json, const ari_variant *v, const ari_state *s)
{
    ari_text text = ARI_TEXT_EMPTY, marked = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    ari_text_format(&marked, "%d_%s", ari_turn(v, s) == ARI_FIRST ? 1 : 2,
                    ari_text_get(&text));
    ari_json_string(json, "position", ari_text_get(&text));
    ari_json_string(json, "autoguiPosition", ari_text_get(&marked));
    ari_text_free(&text);
    ari_text_free(&marked);
}

/* Plies to the end of the position that a move leads to. */
static int remoteness_after(const ari_answer *answer)
{
    return answer->exact && answer->distance > 0 ? answer->distance - 1
                                                 : UNKNOWN_REMOTENESS;
}

static int sign(int score)
{
    return (score > 0) - (score < 0);
}

/* The remoteness of the best move among those of the same value. */
static int best_remoteness(const ari_analysis *a, const ari_answer *like)
{
    int best = UNKNOWN_REMOTENESS;
    for (int i = 0; i < a->count; i++) {
        const ari_answer *other = &a->moves[i];
        int remoteness = remoteness_after(other);
        if (remoteness < 0 || sign(other->score) != sign(like->score))
            continue;
        bool better = like->score < 0 ? remoteness > best : remoteness < best;
        if (best < 0 || better)
            best = remoteness;
    }
    return best;
}

static void add_move(ari_json *json, const ari_variant *v, const ari_state *s,
                     const ari_analysis *analysis, const ari_answer *answer)
{
    ari_state next = ari_after(v, s, answer->move);
    bool same_side = ari_turn(v, s) == ari_turn(v, &next);
    int remoteness = remoteness_after(answer);
    int best = best_remoteness(analysis, answer);
    ari_json_object(json, NULL);
    ari_report_move(json, "move", v, s, answer->move);
    ari_report_move(json, "autoguiMove", v, s, answer->move);
    add_position(json, v, &next);
    ari_json_string(json, "moveValue", value_name(answer->exact, answer->score));
    ari_json_string(
        json, "positionValue",
        value_name(answer->exact, same_side ? answer->score : -answer->score));
    ari_json_number(json, "remoteness", remoteness);
    ari_json_number(json, "deltaRemoteness",
                    remoteness >= 0 && best >= 0 ? abs(remoteness - best) : 0);
    if (ari_has(v, ARI_HAS_PAYOFFS) && answer->exact)
        ari_json_number(json, "winby", same_side ? answer->score : -answer->score);
    ari_json_object_end(json);
}

static void look_up(web_task *task)
{
    ari_solver *solver = web_solver(task);
    const ari_variant *v = task->v;
    const ari_state *s = &task->record.end;
    ari_analysis analysis;
    ari_error error;
    if (!solver)
        return;
    ari_engine_job job = web_engine_job(task, SECONDS);
    ari_status status = web_ask(solver, s, ARI_ASK_MOVES, &job, &analysis, &error);
    if (status != ARI_OK) {
        web_refuse(task, web_status_of(status), NULL, &error);
        return;
    }
    const ari_answer *whole = &analysis.whole;
    ari_json json = web_begin(task);
    add_position(&json, v, s);
    ari_json_string(&json, "positionValue", value_name(whole->exact, whole->score));
    ari_json_number(&json, "remoteness",
                    whole->exact && whole->distance >= 0 ? whole->distance
                                                         : UNKNOWN_REMOTENESS);
    if (ari_has(v, ARI_HAS_PAYOFFS) && whole->exact)
        ari_json_number(&json, "winby", whole->score);
    ari_json_array(&json, "moves");
    for (int i = 0; i < analysis.count; i++)
        add_move(&json, v, s, &analysis, &analysis.moves[i]);
    ari_json_array_end(&json);
    web_end(task, &json);
    ari_analysis_free(&analysis);
}

/* ---- the routes ---- */

static void write_variant(web_task *task, const address *a)
{
    ari_text id = ARI_TEXT_EMPTY, start = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&id, a->variant, a->variant_size);
    ari_state_format(task->v, &task->v->start, &start);
    ari_json json = web_begin(task);
    ari_json_string(&json, "id", ari_text_get(&id));
    ari_json_string(&json, "name", task->v->name);
    ari_json_string(&json, "gui", "v0");
    ari_json_string(&json, "startPosition", ari_text_get(&start));
    web_end(task, &json);
    ari_text_free(&id);
    ari_text_free(&start);
}

void web_universal(web_task *task, const char *path)
{
    ari_error error;
    address a = split(path);
    const char *parameter = NULL;
    ari_status status = read_variant(task, &a, &error);
    if (status == ARI_OK && strcmp(a.rest, "/") == 0) {
        write_variant(task, &a);
        return;
    }
    if (status == ARI_OK) {
        parameter = "p";
        status =
            ari_position_parse(task->v, web_text(task, "p", ""), &task->record, &error);
    }
    if (status != ARI_OK)
        web_refuse(task, web_status_of(status), parameter, &error);
    else
        (void)web_work(task, WEB_QUICK, look_up, 0);
    task->seconds = SECONDS + 1;
}
