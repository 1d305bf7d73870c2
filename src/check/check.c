/* check.c: runs the topics of the conformance suite over the variants of a game. */
#include "check/context.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"

#define POSITIONS 200
#define VARIANTS 16

static const char *const names[] = {
#define TOPIC_NAME(topic, name, about) name,
    ARI_CHECK_TABLE(TOPIC_NAME)
#undef TOPIC_NAME
};

static const char *const abouts[] = {
#define TOPIC_ABOUT(topic, name, about) about,
    ARI_CHECK_TABLE(TOPIC_ABOUT)
#undef TOPIC_ABOUT
};

const char *ari_check_name(ari_check_topic topic)
{
    return names[topic];
}

const char *ari_check_about(ari_check_topic topic)
{
    return abouts[topic];
}

/* The topics of one variant; options are checked before there is one. */
static ari__check_function *const functions[ARI_CHECK_TOPICS] = {
    [ARI_CHECK_MOVES] = ari__check_moves,
    [ARI_CHECK_LENGTH] = ari__check_length,
    [ARI_CHECK_CYCLES] = ari__check_cycles,
    [ARI_CHECK_MOVE_TEXT] = ari__check_move_text,
    [ARI_CHECK_TEXT] = ari__check_text,
    [ARI_CHECK_GARBAGE] = ari__check_garbage,
    [ARI_CHECK_KEYS] = ari__check_keys,
    [ARI_CHECK_COUNT] = ari__check_count,
    [ARI_CHECK_BOARD] = ari__check_board,
    [ARI_CHECK_SYMMETRY] = ari__check_symmetry,
    [ARI_CHECK_SIDES] = ari__check_sides,
    [ARI_CHECK_REWARDS] = ari__check_rewards,
    [ARI_CHECK_TIERS] = ari__check_tiers,
    [ARI_CHECK_SUMS] = ari__check_sums,
    [ARI_CHECK_HINTS] = ari__check_hints,
    [ARI_CHECK_EVALUATION] = ari__check_evaluation,
    [ARI_CHECK_ADVICE] = ari__check_advice,
    [ARI_CHECK_PERFT] = ari__check_perft,
    [ARI_CHECK_VALUES] = ari__check_values,
    [ARI_CHECK_LIMITED] = ari__check_limited,
    [ARI_CHECK_INSTANCES] = ari__check_instances,
};

/* ---- what the topics share ---- */

bool ari__check_fail(ari__check *c, const ari_state *s, const char *format, ...)
{
    ari_check_report *report = c->report;
    report->failed = true;
    report->topic = c->topic;
    snprintf(report->variant, sizeof report->variant, "%s", c->v->name);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->message, sizeof report->message, format, arguments);
    va_end(arguments);
    report->position[0] = '\0';
    if (s)
        ari_state_write(c->v, s, report->position, sizeof report->position);
    return false;
}

bool ari__check_give_up(ari__check *c, ari_status status)
{
    c->status = status;
    return false;
}

bool ari__check_no_memory(ari__check *c, size_t bytes)
{
    return ari__check_give_up(c, ari_fail_memory(c->error, bytes, "checking a game"));
}

bool ari__check_pass_on(ari__check *c, const ari_error *error)
{
    if (c->error)
        *c->error = *error;
    return ari__check_give_up(c, error->status);
}

bool ari__check_passed(ari__check *c)
{
    c->report->cases[c->topic]++;
    if (c->how->stop && atomic_load(c->how->stop))
        return ari__check_give_up(c, ari_fail(c->error, ARI_STOPPED, ARI_NO_OFFSET,
                                              "stopped before all was checked"));
    return true;
}

void *ari__check_array(ari__check *c, size_t count, size_t item)
{
    void *array = calloc(count ? count : 1, item);
    if (!array)
        ari__check_no_memory(c, count * item);
    return array;
}

/* ---- one variant ---- */

/* The seed of a variant depends on nothing but its name, so that it can be checked again
 * alone. */
static uint64_t seed_of(const ari__check *c)
{
    return c->how->seed ^ ari__hash_bytes(c->v->name, strlen(c->v->name));
}

/* Everything near the start, ply by ply, and then the sample: what is found in it first is as near
 * to the start as can be. */
static bool sample_from_the_start(ari__check *c)
{
    ari__check_set near;
    int room = 4 * c->positions;
    ari_state *children =
        ari__check_array(c, (size_t)c->v->core->max_moves, sizeof *children);
    bool ok = ari__check_set_new(c, &near, room + c->sample_count) && children;
    if (ok) {
        near.room = room;
        ari__check_set_fill(c, &near, children);
        near.room = room + c->sample_count;
        for (int i = 0; i < c->sample_count; i++)
            ari__check_set_add(&near, &c->sample[i]);
        free(c->sample);
        c->sample = near.states;
        c->sample_count = near.count;
        near.states = NULL;
    }
    ari__check_set_free(&near);
    free(children);
    return ok;
}

/* A topic that has found something looks once more, for a shorter example. */
static void find_shorter(ari__check *c)
{
    const ari_check_report found = *c->report;
    c->shrinking = true;
    c->work = 0;
    if (sample_from_the_start(c))
        functions[c->topic](c);
    if (c->status == ARI_OK && c->report->position[0])
        return;
    c->status = ARI_OK; /* it did not find it again: what it has found remains */
    *c->report = found;
}

static bool run_topics(ari__check *c)
{
    for (int topic = 0; topic < ARI_CHECK_TOPICS; topic++) {
        c->topic = (ari_check_topic)topic;
        c->work = 0;
        if (functions[topic] && !functions[topic](c)) {
            /* where moves are wrong, nothing can be followed */
            if (c->status == ARI_OK && c->report->position[0] && topic > ARI_CHECK_MOVES)
                find_shorter(c);
            return false;
        }
    }
    return true;
}

/* False when something failed or the check cannot go on. */
static bool check_variant(ari__check *c, const char *options)
{
    ari_variant *any;
    c->status = ari_variant_of(c->v->game, options, 0, &any, c->error);
    if (c->status != ARI_OK)
        return false;
    ari_variant_use_core(any);
    c->any = any;
    c->random = ari_random_seeded(seed_of(c));
    c->sample_count = 0;
    c->sample_seen = 0;
    c->shrinking = false;
    c->report->variants++;
    if (c->how->progress)
        c->how->progress(c->how->self, c->v->name);
    c->sample = ari__check_array(c, (size_t)c->positions, sizeof *c->sample);
    bool ok = c->sample && run_topics(c);
    free(c->sample);
    ari_text_free(&c->text);
    ari_variant_free(any);
    return ok;
}

/* ---- sets of options ---- */

/* A number for an option: small, or anywhere with small ones more likely. */
static int64_t random_number(ari_random *random, const ari_option *option)
{
    uint64_t range = (uint64_t)(option->max - option->min);
    uint64_t small = (uint64_t)(option->initial - option->min) + 2;
    uint64_t span = small < 12 ? small : 12;
    if (ari_random_below(random, 4) == 0) {
        int bits = 64 - __builtin_clzll(range | 1);
        span = ((uint64_t)1 << ari_random_below(random, (uint32_t)bits + 1)) - 1;
    }
    if (span > range)
        span = range;
    return option->min + (int64_t)(ari_random_next(random) % (span + 1));
}

/* The value of one option in the given set: set 0 is the defaults, set 1 the minima, then
 * come each option's minimum and maximum alone, and then random sets. */
static int64_t value_in_set(const ari_option *option, int index, int set, int count,
                            ari_random *random)
{
    bool flag = option->kind == ARI_FLAG;
    int64_t min = flag ? 0 : option->min, max = flag ? 1 : option->max;
    if (set == 0)
        return option->initial;
    if (set == 1)
        return min;
    if (set < 2 + 2 * count) {
        if ((set - 2) / 2 != index)
            return option->initial;
        return set % 2 ? max : min;
    }
    return flag ? ari_random_below(random, 2) : random_number(random, option);
}

/* The same of a choice. */
static int64_t choice_in_set(const ari_option *option, int index, int set, int count,
                             ari_random *random)
{
    ari_option numbered = *option;
    numbered.min = numbered.max = 0;
    for (const char *c = option->choices; *c; c++)
        numbered.max += *c == '|';
    return value_in_set(&numbered, index, set, count, random);
}

static void write_set(const ari_option *options, int set, int count, ari_random *random,
                      ari_text *out)
{
    for (int i = 0; i < count; i++) {
        if (options[i].kind == ARI_STRING)
            continue; /* only the game knows what makes sense here */
        if (options[i].kind == ARI_CHOICE) {
            ari_text_format(out, "%s%s=", out->size ? "," : "", options[i].name);
            ari_option_choice(&options[i],
                              choice_in_set(&options[i], i, set, count, random), out);
            continue;
        }
        ari_text_format(out, "%s%s=%" PRId64, out->size ? "," : "", options[i].name,
                        value_in_set(&options[i], i, set, count, random));
    }
}

/* ---- the whole game ---- */

/* A failure before there is a variant. */
static bool fail_options(ari__check *c, const ari_game *game, const char *options,
                         const char *format, const char *detail)
{
    ari_check_report *report = c->report;
    report->failed = true;
    report->topic = ARI_CHECK_OPTIONS;
    snprintf(report->variant, sizeof report->variant, "%s%s%s", game->id,
             options[0] ? ":" : "", options);
    snprintf(report->message, sizeof report->message, format, detail);
    return false;
}

static bool check_option(ari__check *c, const ari_game *game, const ari_option *option)
{
    if (!option->help || !option->help[0])
        return fail_options(c, game, "", "the option %s has no help", option->name);
    if (!option->name[0] || strcspn(option->name, "=,: ") != strlen(option->name))
        return fail_options(c, game, "",
                            "'%s' is no name for an option: it must be one word without "
                            "'=', ',' and ':'",
                            option->name);
    if (option->kind == ARI_NUMBER &&
        (option->initial < option->min || option->initial > option->max))
        return fail_options(c, game, "", "the default of %s lies outside its limits",
                            option->name);
    if (option->kind == ARI_CHOICE && (!option->choices || !option->choices[0]))
        return fail_options(c, game, "", "the option %s has no choices", option->name);
    c->report->cases[ARI_CHECK_OPTIONS]++;
    return true;
}

/* Makes the variant of a set and checks it. Refusing a set is a game's right, as long as
 * it says why; only the defaults must be accepted. */
static bool check_set(ari__check *c, const ari_game *game, const char *options,
                      bool may_refuse, uint64_t *seen, int seen_count)
{
    ari_variant *v;
    ari_error refusal = {.message = ""};
    ari_status status = ari_variant_of(game, options, 0, &v, &refusal);
    if (status == ARI_MEMORY)
        return ari__check_pass_on(c, &refusal);
    if (status != ARI_OK && !may_refuse)
        return fail_options(c, game, options, "the defaults are refused: %s",
                            refusal.message);
    if (status != ARI_OK && !refusal.message[0])
        return fail_options(c, game, options, "these options are refused without a %s",
                            "message");
    c->report->cases[ARI_CHECK_OPTIONS]++;
    if (status != ARI_OK)
        return true;
    uint64_t name = ari__hash_bytes(v->name, strlen(v->name));
    for (int i = 0; i < seen_count; i++)
        if (seen[i] == name) {
            ari_variant_free(v);
            return true;
        }
    seen[c->report->variants] = name;
    c->v = v;
    bool ok = check_variant(c, options);
    ari_variant_free(v);
    return ok;
}

/* How each option is declared; returns how many there are, or -1. */
static int check_options(ari__check *c, const ari_game *game)
{
    int count = 0;
    for (; game->options && game->options[count].name; count++)
        if (!check_option(c, game, &game->options[count]))
            return -1;
    return count;
}

static void check_sets(ari__check *c, const ari_game *game, int variants)
{
    int count = check_options(c, game);
    if (count < 0)
        return;
    uint64_t *seen = ari__check_array(c, (size_t)variants, sizeof *seen);
    ari_random random = ari_random_seeded(c->how->seed);
    ari_text set = ARI_TEXT_EMPTY;
    bool ok = seen != NULL;
    for (int i = 0; ok && i < 8 * variants && c->report->variants < variants; i++) {
        ari_text_clear(&set);
        write_set(game->options, i, count, &random, &set);
        ok = ari_text_ok(&set) ? check_set(c, game, ari_text_get(&set), i > 0, seen,
                                           c->report->variants)
                               : ari__check_no_memory(c, set.size);
    }
    ari_text_free(&set);
    free(seen);
}

ari_status ari_check_game(const ari_game *game, const char *options,
                          const ari_check_job *how, ari_check_report *report,
                          ari_error *error)
{
    *report = (ari_check_report){.variants = 0};
    ari__check c = {.how = how,
                    .positions = how->positions > 0 ? how->positions : POSITIONS,
                    .report = report,
                    .error = error};
    ari_variant *v;
    if (!options) {
        /* A structure that is no game at all is an error, not a finding. */
        if (game->abi == ARI_GAME_ABI && game->id && game->title && game->setup)
            check_sets(&c, game, how->variants > 0 ? how->variants : VARIANTS);
        else
            c.status = ari_variant_of(game, "", 0, &v, error);
        return c.status;
    }
    c.status = ari_variant_of(game, options, 0, &v, error);
    if (c.status != ARI_OK)
        return c.status;
    c.v = v;
    if (check_options(&c, game) >= 0)
        check_variant(&c, options);
    ari_variant_free(v);
    return c.status;
}
