/* who.c: reading what kind of player a text asks for. player.h says what there is. */
#include <stdlib.h>
#include <string.h>

#include "play/player_internal.h"

#define PERFECT_SECONDS 10
#define ENGINE_NODES 1000000
#define TEXTBOOK_DEPTH 6
#define SECONDS_MOST 86400.0
#define COUNT_MOST 1000000000 /* of a level's settings */

/* A text on its way; `at` is what is being read. */
typedef struct reading {
    const ari_variant *v;
    const char *text;
    size_t at;
    uint64_t seed;
    ari__who *who;
    ari_error *error;
} reading;

/* NAME=VALUE, or VALUE alone. */
typedef struct setting {
    char name[24], value[160];
    size_t name_at, value_at;
} setting;

static ari_status copy(reading *r, char *to, size_t room, size_t length)
{
    if (length >= room) {
        ari_fail(r->error, ARI_SYNTAX, r->at,
                 "'%.*s...' is longer than anything that could stand here", (int)room - 1,
                 r->text + r->at);
        return ARI_SYNTAX;
    }
    memcpy(to, r->text + r->at, length);
    to[length] = '\0';
    r->at += length;
    return ARI_OK;
}

/* Reads the next setting and the comma after it. */
static ari_status next_setting(reading *r, setting *next)
{
    ari_status status = ARI_OK;
    next->name[0] = '\0';
    next->name_at = r->at;
    size_t length = strcspn(r->text + r->at, "=,");
    if (r->text[r->at + length] == '=') {
        status = copy(r, next->name, sizeof next->name, length);
        r->at++;
    }
    if (status != ARI_OK)
        return status;
    next->value_at = r->at;
    status = copy(r, next->value, sizeof next->value, strcspn(r->text + r->at, ","));
    if (status != ARI_OK)
        return status;
    if (!next->value[0])
        return ari_fail(r->error, ARI_SYNTAX, next->value_at, "a value is missing here");
    if (r->text[r->at] == ',' && !r->text[++r->at])
        return ari_fail(r->error, ARI_SYNTAX, r->at, "something must follow the comma");
    return ARI_OK;
}

static bool is_number(const char *text, bool fraction)
{
    const char *digits = fraction ? "0123456789." : "0123456789";
    return text[strspn(text, digits)] == '\0' && strpbrk(text, "0123456789") &&
           (!strchr(text, '.') || strchr(text, '.') == strrchr(text, '.'));
}

static ari_status read_whole(reading *r, const setting *s, uint64_t min, uint64_t max,
                             uint64_t *number)
{
    bool whole = is_number(s->value, false), fits = true;
    *number = 0;
    for (const char *c = s->value; *c && whole && fits; c++) {
        *number = 10 * *number + (uint64_t)(*c - '0');
        fits = *number <= max;
    }
    if (whole && fits && *number >= min)
        return ARI_OK;
    return ari_fail(r->error, ARI_RANGE, s->value_at,
                    "%s must be a whole number from %llu to %llu, not '%.30s'", s->name,
                    (unsigned long long)min, (unsigned long long)max, s->value);
}

static ari_status read_seconds(reading *r, const setting *s)
{
    double seconds = is_number(s->value, true) ? strtod(s->value, NULL) : 0;
    if (!(seconds > 0 && seconds <= SECONDS_MOST))
        return ari_fail(r->error, ARI_RANGE, s->value_at,
                        "time must be seconds above 0 up to %.0f, such as 0.5, not "
                        "'%.30s'",
                        SECONDS_MOST, s->value);
    r->who->seconds = seconds;
    return ARI_OK;
}

static ari_status read_algo(reading *r, const setting *s)
{
    static const char *const names[] = {
        [ARI__ALGO_ENGINE] = "engine",
        [ARI__ALGO_MINIMAX] = "minimax",
        [ARI__ALGO_ALPHABETA] = "alphabeta",
        [ARI__ALGO_BESTMOVE] = "bestmove",
    };
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (strcmp(s->value, names[i]) == 0) {
            r->who->algo = (ari__algo)i;
            return ARI_OK;
        }
    return ari_fail(r->error, ARI_UNKNOWN, s->value_at,
                    "there is no algorithm '%.30s'; there are engine, minimax, alphabeta "
                    "and bestmove",
                    s->value);
}

/* Points, or off. */
static ari_status read_vary(reading *r, const setting *s)
{
    uint64_t points;
    if (strcmp(s->value, "off") == 0) {
        r->who->vary = ARI__VARY_OFF;
        return ARI_OK;
    }
    if (!is_number(s->value, false))
        return ari_fail(r->error, ARI_RANGE, s->value_at,
                        "vary must be off or points of the evaluation, as vary=5, not "
                        "'%.30s'",
                        s->value);
    ari_status status = read_whole(r, s, 0, COUNT_MOST, &points);
    if (status == ARI_OK)
        r->who->vary = (int)points;
    return status;
}

static ari_status read_ponder(reading *r, const setting *s)
{
    bool yes = strcmp(s->value, "yes") == 0;
    if (!yes && strcmp(s->value, "no") != 0)
        return ari_fail(r->error, ARI_RANGE, s->value_at,
                        "ponder must be yes or no, not '%.30s'", s->value);
    r->who->says_ponder = true;
    r->who->ponders = yes;
    return ARI_OK;
}

/* NAME, or several of them with a + between, or all. */
static ari_status read_without(reading *r, const setting *s)
{
    for (const char *name = s->value;; name++) {
        size_t length = strcspn(name, "+");
        int i = 0;
        while (ari_technique_names[i] &&
               (strlen(ari_technique_names[i]) != length ||
                memcmp(ari_technique_names[i], name, length) != 0))
            i++;
        bool all = length == 3 && memcmp(name, "all", 3) == 0;
        if (!all && !ari_technique_names[i]) {
            ari_text names = ARI_TEXT_EMPTY;
            for (i = 0; ari_technique_names[i]; i++)
                ari_text_format(&names, "%s, ", ari_technique_names[i]);
            ari_status status =
                ari_fail(r->error, ARI_UNKNOWN, s->value_at + (size_t)(name - s->value),
                         "the engine has no technique '%.*s'; it has %sand all",
                         (int)length, name, ari_text_get(&names));
            ari_text_free(&names);
            return status;
        }
        r->who->without |= all ? ARI_TECHNIQUES : 1u << i;
        name += length;
        if (!*name)
            return ARI_OK;
    }
}

/* What an engine's text says besides its limits. */
typedef struct engine_settings {
    bool order, algo; /* were given */
    size_t order_at, eval_at;
    ari_text eval; /* the evaluation's name and parameters */
} engine_settings;

/* Is it a parameter of the game's first evaluation, which holds when none is named? */
static bool has_parameter(const ari_variant *v, const char *name)
{
    const ari_eval_info *first = v->core->evals;
    const ari_option *param = first && first->name ? first->params : NULL;
    while (param && param->name && strcmp(param->name, name) != 0)
        param++;
    return param && param->name;
}

static ari_status read_engine_setting(reading *r, const setting *s, engine_settings *e)
{
    uint64_t number;
    ari_status status;
    if (strcmp(s->name, "time") == 0)
        return read_seconds(r, s);
    if (strcmp(s->name, "algo") == 0) {
        e->algo = true;
        return read_algo(r, s);
    }
    if (strcmp(s->name, "without") == 0)
        return read_without(r, s);
    if (strcmp(s->name, "vary") == 0)
        return read_vary(r, s);
    if (strcmp(s->name, "ponder") == 0)
        return read_ponder(r, s);
    if (strcmp(s->name, "nodes") == 0)
        return read_whole(r, s, 1, 1000000000000000000u, &r->who->nodes);
    if (strcmp(s->name, "depth") == 0) {
        status = read_whole(r, s, 1, ARI_PLY_MAX, &number);
        r->who->depth = status == ARI_OK ? (int)number : 0;
        return status;
    }
    if (strcmp(s->name, "order") == 0) {
        e->order = true;
        e->order_at = s->name_at;
        status = ari_order_parse(s->value, &r->who->order, r->error);
        if (status != ARI_OK && r->error)
            r->error->offset = s->value_at;
        return status;
    }
    if (strcmp(s->name, "eval") == 0) {
        e->eval_at = s->value_at;
        ari_text_add(&e->eval, s->value);
        return ARI_OK;
    }
    /* Anything else can only be a parameter of the evaluation. */
    if (!s->name[0] || (e->eval.size == 0 && !has_parameter(r->v, s->name)))
        return ari_fail(r->error, ARI_UNKNOWN, s->name_at,
                        "engine has no option '%.30s'; its options are depth=N, time=S, "
                        "nodes=N, eval=NAME, order=NAME, algo=NAME, without=NAME, vary=M "
                        "and ponder=yes",
                        s->name[0] ? s->name : s->value);
    if (e->eval.size == 0) {
        e->eval_at = s->name_at;
        ari_text_add(&e->eval, r->v->core->evals[0].name);
    }
    ari_text_format(&e->eval, ",%s=%s", s->name, s->value);
    return ARI_OK;
}

static ari_status finish_engine(reading *r, const engine_settings *e)
{
    ari__who *who = r->who;
    if (!ari_text_ok(&e->eval))
        return ari_fail_memory(r->error, e->eval.size, "the name of an evaluation");
    ari_status status =
        ari_eval_parse(r->v, ari_text_get(&e->eval), r->seed, &who->eval, r->error);
    if (status != ARI_OK) {
        if (r->error)
            r->error->offset = e->eval_at;
        return status;
    }
    if (e->order && !e->algo) /* only the textbook's searches have an order to choose */
        who->algo = ARI__ALGO_ALPHABETA;
    if (e->order && who->algo == ARI__ALGO_ENGINE)
        return ari_fail(r->error, ARI_UNSUPPORTED, e->order_at,
                        "order is for algo=minimax, alphabeta and bestmove; the engine "
                        "finds its own");
    if (who->algo != ARI__ALGO_ENGINE && who->depth == 0)
        who->depth = TEXTBOOK_DEPTH;
    if (who->depth == 0 && who->nodes == 0 && who->seconds <= 0)
        who->nodes = ENGINE_NODES;
    who->only_depth =
        who->nodes == 0 && who->seconds <= 0 && who->eval.which != ARI_EVAL_RANDOM;
    return ARI_OK;
}

/* A tree search has not all the settings of an engine. */
static bool is_of_mcts(const setting *s)
{
    static const char *const others[] = {"",        "depth", "order", "algo",
                                         "without", "vary",  "ponder"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(s->name, others[i]) == 0)
            return false;
    return true;
}

static ari_status read_settings(reading *r, bool mcts)
{
    engine_settings e = {.eval = ARI_TEXT_EMPTY};
    ari_status status = ARI_OK;
    while (r->text[r->at] && status == ARI_OK) {
        setting s;
        status = next_setting(r, &s);
        if (status == ARI_OK && mcts && !is_of_mcts(&s))
            status = ari_fail(r->error, ARI_UNKNOWN, s.name_at,
                              "mcts has no option '%.30s'; its options are time=S, "
                              "nodes=N and eval=NAME",
                              s.name[0] ? s.name : s.value);
        if (status == ARI_OK)
            status = read_engine_setting(r, &s, &e);
    }
    if (status == ARI_OK)
        status = finish_engine(r, &e);
    ari_text_free(&e.eval);
    return status;
}

static ari_status read_engine(reading *r)
{
    return read_settings(r, false);
}

static ari_status read_mcts(reading *r)
{
    return read_settings(r, true);
}

/* ---- the others ---- */

static ari_status read_nothing(reading *r)
{
    if (!r->text[r->at])
        return ARI_OK;
    return ari_fail(r->error, ARI_SYNTAX, r->at, "this player has no options");
}

static ari_status read_perfect_setting(reading *r, const setting *s)
{
    bool perfect = r->who->kind == ARI__PERFECT; /* and not one that errs */
    if (strcmp(s->name, "time") == 0)
        return read_seconds(r, s);
    if (perfect && strcmp(s->name, "vary") == 0)
        return read_vary(r, s);
    if (perfect && strcmp(s->name, "ponder") == 0)
        return read_ponder(r, s);
    return ari_fail(r->error, ARI_UNKNOWN, s->name_at,
                    "only time=S (seconds to think)%s can be set here",
                    perfect ? ", vary=M and ponder=yes" : "");
}

static ari_status read_perfect(reading *r)
{
    ari_status status = ari_eval_parse(r->v, NULL, r->seed, &r->who->eval, r->error);
    r->who->seconds = PERFECT_SECONDS;
    while (r->text[r->at] && status == ARI_OK) {
        setting s;
        status = next_setting(r, &s);
        if (status == ARI_OK)
            status = read_perfect_setting(r, &s);
    }
    return status;
}

static ari_status read_mistake(reading *r)
{
    setting s;
    size_t begin = r->at;
    ari_status status = r->text[r->at] ? next_setting(r, &s) : ARI_SYNTAX;
    r->who->error_rate = -1;
    if (status == ARI_OK && !s.name[0] && is_number(s.value, true))
        r->who->error_rate = strtod(s.value, NULL);
    if (!(r->who->error_rate >= 0 && r->who->error_rate <= 1))
        return ari_fail(r->error, ARI_RANGE, begin,
                        "mistake needs a probability from 0 to 1, as in mistake:0.2");
    return read_perfect(r);
}

static ari_status read_count(reading *r, const setting *s, int *count)
{
    uint64_t number;
    ari_status status = read_whole(r, s, 0, COUNT_MOST, &number);
    if (status == ARI_OK)
        *count = (int)number;
    return status;
}

static ari_status read_probability(reading *r, const setting *s, double *probability)
{
    *probability = is_number(s->value, true) ? strtod(s->value, NULL) : -1;
    if (*probability >= 0 && *probability <= 1)
        return ARI_OK;
    return ari_fail(r->error, ARI_RANGE, s->value_at,
                    "%s must be a probability from 0 to 1, not '%.30s'", s->name,
                    s->value);
}

/* N, then sight=S, whim=W, slip=P, exact=P and proof=N. */
static ari_status read_level_setting(reading *r, const setting *s)
{
    ari_level *level = &r->who->level;
    if (strcmp(s->name, "whim") == 0)
        return read_count(r, s, &level->whim);
    if (strcmp(s->name, "proof") == 0)
        return read_count(r, s, &level->proof);
    if (strcmp(s->name, "vary") == 0)
        return read_vary(r, s);
    if (strcmp(s->name, "slip") == 0)
        return read_probability(r, s, &level->slip);
    if (strcmp(s->name, "exact") == 0)
        return read_probability(r, s, &level->exact);
    if (strcmp(s->name, "sight") != 0)
        return ari_fail(r->error, ARI_UNKNOWN, s->name_at,
                        "a level has no option '%.30s'; its options are sight=S (plies, "
                        "as 2.5), whim=W, slip=P, exact=P, proof=N and vary=M",
                        s->name[0] ? s->name : s->value);
    level->sight = is_number(s->value, true) ? strtod(s->value, NULL) : -1;
    if (level->sight >= 0 && level->sight <= ARI_SIGHT_ALL)
        return ARI_OK;
    return ari_fail(r->error, ARI_RANGE, s->value_at,
                    "sight must be plies from 0 to %d, such as 2.5, not '%.30s'",
                    ARI_SIGHT_ALL, s->value);
}

static ari_status read_level(reading *r)
{
    setting s;
    size_t begin = r->at;
    bool given = r->text[r->at] != '\0';
    ari_status status = given ? next_setting(r, &s) : ARI_OK;
    if (status != ARI_OK)
        return status;
    double number =
        given && !s.name[0] && is_number(s.value, false) ? strtod(s.value, NULL) : 0;
    if (!(number >= 1 && number <= ARI_LEVELS))
        return ari_fail(r->error, ARI_RANGE, begin,
                        "a level is a number from 1 to %d, as in level:3", ARI_LEVELS);
    r->who->level = ari__level(r->v, (int)number);
    while (r->text[r->at] && status == ARI_OK) {
        status = next_setting(r, &s);
        if (status == ARI_OK)
            status = read_level_setting(r, &s);
    }
    if (status == ARI_OK)
        status =
            ari_eval_parse(r->v, r->who->level.eval, r->seed, &r->who->eval, r->error);
    return status;
}

static ari_status read_rules(reading *r)
{
    if (!r->v->core->advise)
        return ari_fail(r->error, ARI_UNSUPPORTED, 0,
                        "%s has no rules of thumb for a player to follow",
                        r->v->game->id);
    const ari_wording *wordings = r->v->core->wordings;
    const char *name = r->text + r->at;
    if (!*name)
        return ARI_OK;
    ari_text names = ARI_TEXT_EMPTY;
    for (int i = 0; wordings && wordings[i].name; i++) {
        if (strcmp(name, wordings[i].name) == 0)
            r->who->wording = i + 1;
        ari_text_format(&names, "%srules:%s", i ? ", " : "", wordings[i].name);
    }
    ari_status status = ARI_OK;
    if (!r->who->wording && names.size == 0)
        status = ari_fail(r->error, ARI_UNKNOWN, r->at,
                          "%s has its rules in one wording only: rules", r->v->game->id);
    else if (!r->who->wording)
        status = ari_fail(r->error, ARI_UNKNOWN, r->at,
                          "%s has no rules '%.40s'; it has rules and %s", r->v->game->id,
                          name, ari_text_get(&names));
    ari_text_free(&names);
    return status;
}

static const struct {
    const char *name, *form;
    ari_status (*read)(reading *r);
} kinds[] = {
    /* The first names are in the order of ari__who_kind. */
    [ARI__HUMAN] = {"human", "human", read_nothing},
    [ARI__PERFECT] = {"perfect", "perfect", read_perfect},
    [ARI__ENGINE] = {"engine", "engine[:depth=N,time=S,nodes=N,eval=NAME,...]",
                     read_engine},
    [ARI__RULES] = {"rules", "rules[:NAME]", read_rules},
    [ARI__RANDOM] = {"random", "random", read_nothing},
    [ARI__MISTAKE] = {"mistake", "mistake:P", read_mistake},
    [ARI__LEVEL] = {"level", "level:1 to level:10", read_level},
    [ARI__MCTS] = {"mcts", "mcts[:time=S,nodes=N,eval=NAME]", read_mcts},
    {"strongest", "strongest", read_perfect},
};

#define KINDS ((int)(sizeof kinds / sizeof *kinds))
#define STRONGEST (KINDS - 1) /* another name of the perfect player */

void ari_player_called(const char *who, bool sure, ari_text *out)
{
    const char *perfect = kinds[ARI__PERFECT].name;
    size_t length = strlen(perfect);
    if (!sure && strcspn(who, ":") == length && memcmp(who, perfect, length) == 0)
        ari_text_format(out, "%s%s", kinds[STRONGEST].name, who + length);
    else
        ari_text_add(out, who);
}

ari_status ari__who_read(const ari_variant *v, const char *text, uint64_t seed,
                         const ari_guests *guests, ari__who *who, ari_error *error)
{
    size_t length = strcspn(text, ":");
    *who = (ari__who){.kind = ARI__HUMAN, .vary = ARI__VARY_USUAL};
    if (guests && guests->knows(text)) {
        who->kind = ARI__GUEST;
        return ARI_OK;
    }
    for (int i = 0; i < KINDS; i++) {
        if (strlen(kinds[i].name) != length || memcmp(kinds[i].name, text, length) != 0)
            continue;
        reading r = {v, text, length + (text[length] == ':'), seed, who, error};
        who->kind = i == STRONGEST ? ARI__PERFECT : (ari__who_kind)i;
        return kinds[i].read(&r);
    }
    ari_text names = ARI_TEXT_EMPTY;
    for (int i = 0; i < STRONGEST; i++) {
        bool modest = i == ARI__PERFECT && !ari_solvable(v);
        if (i != ARI__RULES || v->core->advise)
            ari_text_format(&names, "%s%s", i ? ", " : "",
                            kinds[modest ? STRONGEST : i].form);
    }
    if (guests)
        ari_text_format(&names, ", %s", guests->forms);
    ari_status status =
        ari_fail(error, ARI_UNKNOWN, 0, "there is no player '%.40s'; there are %s", text,
                 ari_text_get(&names));
    ari_text_free(&names);
    return status;
}
