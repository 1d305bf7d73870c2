/* universal.c: the routes of the GamesCrafters universal web API that tell of positions:
 *
 *     /<game>/                                the game
 *     /<game>/<variant>/                      the variant and its start
 *     /<game>/<variant>/positions/?p=<text>   a position and its moves, with their values
 *
 * GamesCrafters' own server redirects whoever leaves out the last slash; here that is the same
 * address.
 *
 * A position's value there is for its side to move, its remoteness the plies to the end; a
 * move's value is for the side that makes it, and deltaRemoteness how much later (or, where
 * all is lost, sooner) it ends than the best move of the same value. A tie is the end of a
 * game, a draw one that has none. */
#include "web/universal.h"

#include <stdlib.h>
#include <string.h>

#include <ariadne/report.h>

#include "web/search.h"

#define SECONDS 2.0
#define UNKNOWN_REMOTENESS (-100)
#define ENDLESS_REMOTENESS (-200)
#define REGULAR "regular"

/* ---- addresses ---- */

typedef struct address {
    const char *game, *variant, *rest; /* "game", "variant" and "..." */
    size_t game_size, variant_size;
} address;

/* The bytes up to the next slash, and in `next` what follows it. */
static size_t split_off(const char *text, const char **next)
{
    size_t size = strcspn(text, "/");
    *next = text + size + (text[size] == '/');
    return size;
}

/* Splits "/game/variant/..."; the variant and the rest may be empty. */
static address split(const char *path)
{
    address a = {.game = path + (path[0] == '/')};
    a.game_size = split_off(a.game, &a.variant);
    a.variant_size = split_off(a.variant, &a.rest);
    return a;
}

static const ari_game *find_game(const address *a)
{
    for (int i = 0; ari_game_at(i); i++)
        if (strlen(ari_game_at(i)->id) == a->game_size &&
            memcmp(ari_game_at(i)->id, a->game, a->game_size) == 0)
            return ari_game_at(i);
    return NULL;
}

bool web_universal_route(const char *path)
{
    address a = split(path);
    if (path[0] != '/' || !find_game(&a))
        return false;
    if (!a.variant_size)
        return !*a.variant;
    return !*a.rest || strcmp(a.rest, "positions") == 0 ||
           strcmp(a.rest, "positions/") == 0;
}

/* The variant that the address names; "regular" is the usual one. */
static ari_status read_variant(web_task *task, const address *a, ari_error *error)
{
    ari_text spec = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&spec, a->game, a->game_size);
    if (a->variant_size != strlen(REGULAR) ||
        memcmp(a->variant, REGULAR, a->variant_size) != 0) {
        ari_text_add_char(&spec, ':');
        ari_text_add_bytes(&spec, a->variant, a->variant_size);
    }
    ari_status status = ari_variant_new(ari_text_get(&spec), &task->v, error);
    ari_text_free(&spec);
    return status;
}

/* ---- values ---- */

typedef enum value { WIN, TIE, DRAW, LOSE, UNSOLVED } value; /* the best first */

static const char *const value_names[] = {"win", "tie", "draw", "lose", "unsolved"};

static value value_of(const ari_variant *v, const ari_answer *answer)
{
    if (!answer->exact)
        return UNSOLVED;
    if (answer->score)
        return answer->score > 0 ? WIN : LOSE;
    return ari_has(v, ARI_HAS_CYCLES) && answer->distance < 0 ? DRAW : TIE;
}

static value for_other(value of)
{
    return of == WIN ? LOSE : of == LOSE ? WIN : of;
}

/* Plies to the end, `less` of which have been made already. */
static int remoteness_of(value of, const ari_answer *answer, int less)
{
    if (of == DRAW)
        return ENDLESS_REMOTENESS;
    return answer->exact && answer->distance >= less ? answer->distance - less
                                                     : UNKNOWN_REMOTENESS;
}

/* A position, and the same as their screens like it, beginning with the side to move. */
static void add_position(ari_json *json, const ari_variant *v, const ari_state *s,
                         const char *name, const char *marked_name)
{
    ari_text text = ARI_TEXT_EMPTY, marked = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    ari_text_format(&marked, "%d_%s", ari_turn(v, s) == ARI_FIRST ? 1 : 2,
                    ari_text_get(&text));
    ari_json_text(json, name, &text);
    ari_json_text(json, marked_name, &marked);
}

typedef struct option {
    const ari_answer *answer;
    value value;
    int remoteness, delta;
} option;

/* How far each is from the best of its value: the soonest win or tie, the latest loss. What
 * ends at an unknown time counts as later than all others. */
static void set_deltas(option *options, int count)
{
    int least[UNSOLVED + 1], most[UNSOLVED + 1];
    bool unknown[UNSOLVED + 1] = {false};
    for (int i = 0; i <= UNSOLVED; i++)
        least[i] = most[i] = -1;
    for (int i = 0; i < count; i++) {
        value of = options[i].value;
        int remoteness = options[i].remoteness;
        if (remoteness < 0)
            unknown[of] = true;
        else if (least[of] < 0 || remoteness < least[of])
            least[of] = remoteness;
        most[of] = remoteness > most[of] ? remoteness : most[of];
    }
    for (int i = 0; i < count; i++) {
        option *o = &options[i];
        int last = most[o->value] + (unknown[o->value] ? 1 : 0);
        int here = o->remoteness < 0 ? last : o->remoteness;
        if (o->value != DRAW && o->value != UNSOLVED && most[o->value] >= 0)
            o->delta = o->value == LOSE ? last - here : here - least[o->value];
    }
}

static int better_first(const void *a, const void *b)
{
    const option *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    if (x->delta != y->delta)
        return x->delta < y->delta ? -1 : 1;
    return x->answer < y->answer ? -1 : x->answer > y->answer;
}

static void add_move(ari_json *json, const ari_variant *v, const ari_state *s,
                     const option *o)
{
    const ari_answer *answer = o->answer;
    ari_state next = ari_after(v, s, answer->move);
    bool same_side = ari_turn(v, s) == ari_turn(v, &next);
    ari_json_object(json, NULL);
    ari_report_move(json, "move", v, s, answer->move);
    ari_report_move(json, "autoguiMove", v, s, answer->move);
    add_position(json, v, &next, "position", "autoguiPosition");
    ari_json_string(json, "moveValue", value_names[o->value]);
    ari_json_string(json, "positionValue",
                    value_names[same_side ? o->value : for_other(o->value)]);
    ari_json_number(json, "remoteness", o->remoteness);
    ari_json_number(json, "deltaRemoteness", o->delta);
    if (ari_has_margins(v) && answer->exact)
        ari_json_number(json, "winby", same_side ? answer->score : -answer->score);
    ari_json_object_end(json);
}

/* The moves with what they are worth, best first; false without memory. */
static bool add_moves(const web_task *task, ari_json *json, const ari_analysis *analysis)
{
    const ari_variant *v = task->v;
    int count = analysis->count;
    option *options = calloc((size_t)count + 1, sizeof *options);
    if (!options)
        return false;
    for (int i = 0; i < count; i++) {
        const ari_answer *answer = &analysis->moves[i];
        value of = value_of(v, answer);
        options[i] = (option){
            .answer = answer, .value = of, .remoteness = remoteness_of(of, answer, 1)};
    }
    set_deltas(options, count);
    qsort(options, (size_t)count, sizeof *options, better_first);
    ari_json_array(json, "moves");
    for (int i = 0; i < count; i++)
        add_move(json, v, &task->record.end, &options[i]);
    ari_json_array_end(json);
    free(options);
    return true;
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
    if (!web_ok(task, ari_analyse(solver, s, ARI_ASK_MOVES, &job, &analysis, &error),
                NULL, &error))
        return;
    const ari_answer *whole = &analysis.whole;
    value of = value_of(v, whole);
    ari_json json = web_begin(task);
    add_position(&json, v, s, "position", "autoguiPosition");
    ari_json_string(&json, "positionValue", value_names[of]);
    ari_json_number(&json, "remoteness", remoteness_of(of, whole, 0));
    if (ari_has_margins(v) && whole->exact)
        ari_json_number(&json, "winby", whole->score);
    if (!add_moves(task, &json, &analysis))
        task->reply.body.failed = true;
    web_end(task, &json);
    ari_analysis_free(&analysis);
}

/* ---- the routes ---- */

/* The game with its usual variant; others are made by their options. */
static void write_game(web_task *task, const ari_game *game)
{
    ari_variant *v;
    ari_error error;
    if (!web_ok(task, ari_variant_new(game->id, &v, &error), NULL, &error))
        return;
    ari_json json = web_begin(task);
    ari_json_string(&json, "id", game->id);
    ari_json_string(&json, "name", game->title);
    ari_json_bool(&json, "allowCustomVariantCreation", false);
    ari_json_bool(&json, "supportsWinBy", ari_has_margins(v));
    ari_json_array(&json, "variants");
    ari_json_object(&json, NULL);
    ari_json_string(&json, "id", REGULAR);
    ari_json_string(&json, "name", v->name);
    ari_json_string(&json, "gui", "v0");
    ari_json_object_end(&json);
    ari_json_array_end(&json);
    web_end(task, &json);
    ari_variant_free(v);
}

static void write_variant(web_task *task, const address *a)
{
    ari_text id = ARI_TEXT_EMPTY;
    const ari_variant *v = task->v;
    ari_text_add_bytes(&id, a->variant, a->variant_size);
    ari_json json = web_begin(task);
    ari_json_text(&json, "id", &id);
    ari_json_string(&json, "name", v->name);
    ari_json_string(&json, "gui", "v0");
    add_position(&json, v, &v->start, "startPosition", "autoguiStartPosition");
    web_end(task, &json);
}

void web_universal(web_task *task, const char *path)
{
    ari_error error;
    address a = split(path);
    const char *parameter = NULL;
    if (!a.variant_size) {
        write_game(task, find_game(&a));
        return;
    }
    ari_status status = read_variant(task, &a, &error);
    if (status == ARI_OK && !*a.rest) {
        write_variant(task, &a);
        return;
    }
    if (status == ARI_OK) {
        parameter = "p";
        status =
            ari_position_parse(task->v, web_text(task, "p", ""), &task->record, &error);
    }
    if (web_ok(task, status, parameter, &error))
        (void)web_work(task, WEB_QUICK, look_up, 0);
    task->seconds = SECONDS + 1;
}
