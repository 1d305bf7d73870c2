/* sum_games.h: which games a sum is of, read from its name, and the one name that it has: of sum.c. */
#ifndef GAMES_SUM_GAMES_H
#define GAMES_SUM_GAMES_H

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/variant.h>

#define SUM_PARTS 8
#define SUM_ROOM 240 /* bytes for the positions of all games */
#define SUM_RULES \
    (5 << 18) /* and for the rules of all that differ; Domineering's have a large table */
#define SUM_ALIGN 16
#define SUM_MOVES 2048
#define SUM_IN_PART 4096 /* more than the moves in one game */
#define SUM_NAME 24

typedef struct sum_part {
    const void *rules; /* among those of the sum */
    const ari_core *core;
    int32_t from;  /* where in the bytes of a position */
    int32_t alike; /* the first game with the same rules */
    char name[SUM_NAME];
} sum_part;

typedef struct sum_rules {
    sum_part part[SUM_PARTS];
    ari_state start[SUM_PARTS];
    int32_t count;
    int32_t last_move;
    int32_t impartial;
    uint32_t used; /* bytes of the rules */
    alignas(SUM_ALIGN) unsigned char rules[SUM_RULES];
} sum_rules;

typedef struct sum_state {
    alignas(SUM_ALIGN) unsigned char bytes[SUM_ROOM];
    uint8_t turn, kept;
    uint8_t zero[SUM_ALIGN - 2];
} sum_state;

/* ---- one of the games ---- */

/* "kayles=7", "nim:heaps=531,normal=yes" or "grundy": a term, and the options that it gives. */
typedef struct sum_term {
    const ari_game *game;
    char options[2 * ARI_STRING_MAX];
    size_t offset; /* of an error in the options, by where it is in them */
    int play;      /* the option that says who wins; -1: there is none */
    bool said;     /* it is given */
} sum_term;

static bool sum_falls_apart(const ari_core *core, const void *rules)
{
    return core->components && core->with_turn && core->longest && core->positions &&
           core->last_move && core->last_move(rules) != 0 &&
           core->state_size <= SUM_ROOM && core->rules_size <= SUM_RULES;
}

static ari_status sum_unfit(const char *id, size_t length, size_t at, ari_error *error)
{
    ari_text fit = ARI_TEXT_EMPTY;
    for (int i = 0; ari_game_at(i); i++) {
        ari_variant *v;
        if (strcmp(ari_game_at(i)->id, "sum") == 0 ||
            ari_variant_of(ari_game_at(i), NULL, 0, &v, NULL) != ARI_OK)
            continue;
        if (sum_falls_apart(v->core, v->rules))
            ari_text_format(&fit, "%s%s", fit.size ? ", " : "", v->game->id);
        ari_variant_free(v);
    }
    ari_status status =
        ari_fail(error, ARI_UNKNOWN, at, "'%.*s' cannot be part of a sum; these can: %s",
                 (int)(length > 40 ? 40 : length), id, ari_text_get(&fit));
    ari_text_free(&fit);
    return status;
}

/* Is an option given in this text? */
static bool sum_says(const char *options, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = options; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && strchr(",=", at[length]))
            return true;
    return false;
}

static ari_status sum_read_term(const char *text, size_t length, size_t at,
                                sum_term *term, ari_error *error)
{
    char id[ARI_STRING_MAX + 1];
    size_t name = strcspn(text, "=:,+");
    snprintf(id, sizeof id, "%.*s", (int)name, text);
    *term = (sum_term){.game = ari_game_find(id), .play = -1};
    if (!term->game || strcmp(id, "sum") == 0)
        return sum_unfit(text, name, at, error);
    const ari_option *options = term->game->options;
    size_t given = name < length ? name + 1 : length;
    int before = 0;
    if (name < length && text[name] == '=' && options)
        before = snprintf(term->options, sizeof term->options, "%s=", options[0].name);
    snprintf(term->options + before, sizeof term->options - (size_t)before, "%.*s",
             (int)(length - given), text + given);
    term->offset = at + given - (size_t)before;
    for (int i = 0; options && options[i].name; i++)
        if (options[i].kind == ARI_FLAG && (strcmp(options[i].name, "misere") == 0 ||
                                            strcmp(options[i].name, "normal") == 0))
            term->play = i;
    term->said = term->play >= 0 && sum_says(term->options, options[term->play].name);
    return ARI_OK;
}

/* The game of a term, in which the last move wins or loses as it is told to, if the term does not say it itself. */
static ari_status sum_open(const sum_term *term, int last_move, ari_variant **v,
                           ari_error *error)
{
    char options[2 * ARI_STRING_MAX + 20];
    snprintf(options, sizeof options, "%s", term->options);
    if (term->play >= 0 && !term->said) {
        const char *name = term->game->options[term->play].name;
        bool yes = (strcmp(name, "normal") == 0) == (last_move == ARI_WON);
        snprintf(options + strlen(options), sizeof options - strlen(options), "%s%s=%s",
                 options[0] ? "," : "", name, yes ? "yes" : "no");
    }
    return ari_variant_of(term->game, options, term->offset, v, error);
}

/* ---- one sum has one name ---- */

static void sum_write_value(const ari_option *option, const ari_value *value,
                            ari_text *out)
{
    if (option->kind == ARI_STRING)
        ari_text_add(out, value->string);
    else if (option->kind == ARI_CHOICE)
        ari_option_choice(option, value->number, out);
    else if (option->kind == ARI_FLAG)
        ari_text_add(out, value->number ? "yes" : "no");
    else
        ari_text_format(out, "%lld", (long long)value->number);
}

/* The first option behind the name, and those that are not as they usually are; who wins only where the last move
 * loses. */
static void sum_write_term(const sum_term *term, const ari_variant *v, int last_move,
                           ari_text *out)
{
    const ari_option *options = term->game->options;
    ari_text_add(out, term->game->id);
    for (int i = 0; options && options[i].name; i++) {
        const ari_value *value = &v->values[i];
        bool usual = options[i].kind == ARI_STRING
                         ? strcmp(value->string, options[i].initial_string) == 0
                         : value->number == options[i].initial;
        if (i > 0 && (i == term->play ? last_move == ARI_WON : usual))
            continue;
        ari_text_add(out, i ? "," : "=");
        if (i > 0)
            ari_text_format(out, "%s=", options[i].name);
        sum_write_value(&options[i], value, out);
    }
}

/* ---- all of them ---- */

static ari_status sum_split(const char *text, sum_term *terms, int *count,
                            size_t *offsets, ari_error *error)
{
    *count = 0;
    for (size_t at = 0;; at++) {
        size_t length = strcspn(text + at, "+");
        if (*count == SUM_PARTS)
            return ari_fail(error, ARI_RANGE, at, "a sum has at most %d games",
                            SUM_PARTS);
        if (length == 0)
            return ari_fail(error, ARI_SYNTAX, at,
                            "expected a game, as in kayles=7+nim=31");
        offsets[*count] = at;
        ari_status status =
            sum_read_term(text + at, length, at, &terms[(*count)++], error);
        if (status != ARI_OK)
            return status;
        at += length;
        if (!text[at])
            break;
    }
    if (*count < 2)
        return ari_fail(error, ARI_SYNTAX, strlen(text),
                        "a sum needs two games or more, as in kayles=7+nim=31");
    return ARI_OK;
}

/* Who wins, if a term says it; all that do must say the same. */
static ari_status sum_agree(const sum_term *terms, const size_t *offsets, int count,
                            int *last_move, ari_error *error)
{
    *last_move = 0;
    for (int i = 0; i < count; i++) {
        ari_variant *v;
        if (!terms[i].said)
            continue;
        ari_status status = sum_open(&terms[i], ARI_WON, &v, error);
        if (status != ARI_OK)
            return status;
        int said = v->core->last_move ? v->core->last_move(v->rules) : 0;
        ari_variant_free(v);
        if (*last_move && said != *last_move)
            return ari_fail(error, ARI_RANGE, offsets[i],
                            "here the last move %s, and before it %s: it must be the "
                            "same in all games of a sum",
                            said == ARI_WON ? "wins" : "loses",
                            said == ARI_WON ? "loses" : "wins");
        *last_move = said;
    }
    if (!*last_move)
        *last_move = ARI_WON;
    return ARI_OK;
}

/* Games with the same rules share them. False: there is no room. */
static bool sum_keep_rules(sum_rules *r, sum_part *part, const void *rules)
{
    size_t size = part->core->rules_size;
    if (part != &r->part[part->alike]) {
        part->rules = r->part[part->alike].rules;
        return true;
    }
    if (r->used + size > SUM_RULES)
        return false;
    part->rules = memcpy(r->rules + r->used, rules, size);
    r->used += (uint32_t)((size + SUM_ALIGN - 1) / SUM_ALIGN * SUM_ALIGN);
    return true;
}

/* Takes over the rules and the start of a game. */
static ari_status sum_take(sum_rules *r, const ari_variant *v, size_t at,
                           ari_error *error)
{
    const ari_core *core = v->core;
    int i = r->count, from = 0;
    if (!sum_falls_apart(core, v->rules))
        return sum_unfit(v->game->id, strlen(v->game->id), at, error);
    if (core->last_move(v->rules) != r->last_move)
        return ari_fail(error, ARI_RANGE, at,
                        "the last move %s in %s, and in the other games it %s: it must "
                        "be the same in all games of a sum",
                        r->last_move == ARI_WON ? "loses" : "wins", v->game->id,
                        r->last_move == ARI_WON ? "wins" : "loses");
    if (i > 0)
        from = r->part[i - 1].from + (int)r->part[i - 1].core->state_size;
    from = (from + SUM_ALIGN - 1) / SUM_ALIGN * SUM_ALIGN;
    int moves = core->max_moves;
    for (int k = 0; k < i; k++)
        moves += r->part[k].core->max_moves;
    if (from + (int)core->state_size > SUM_ROOM || moves > SUM_MOVES)
        return ari_fail(error, ARI_RANGE, at, "these games are too large for one sum: %s",
                        moves > SUM_MOVES ? "there could be more than 2048 moves"
                                          : "a position takes more than 240 bytes");
    sum_part *part = &r->part[i];
    part->core = core;
    part->from = from;
    r->start[i] = v->start;
    part->alike = i;
    for (int k = i - 1; k >= 0; k--)
        if (r->part[k].core == core &&
            memcmp(r->part[k].rules, v->rules, core->rules_size) == 0)
            part->alike = k;
    if (!sum_keep_rules(r, part, v->rules))
        return ari_fail(
            error, ARI_RANGE, at,
            "these games are too large for one sum: their rules take more than "
            "%d kB",
            SUM_RULES >> 10);
    r->impartial = r->impartial && core->impartial && core->impartial(v->rules);
    r->count++;
    return ARI_OK;
}

/* "kayles", or "kayles1" and "kayles2" where there are several. */
static void sum_name_parts(sum_rules *r, const sum_term *terms)
{
    for (int i = 0; i < r->count; i++) {
        int number = 0, all = 0;
        for (int k = 0; k < r->count; k++)
            if (terms[k].game == terms[i].game) {
                all++;
                number += k <= i;
            }
        if (all > 1)
            snprintf(r->part[i].name, SUM_NAME, "%.16s%d", terms[i].game->id, number);
        else
            snprintf(r->part[i].name, SUM_NAME, "%.16s", terms[i].game->id);
    }
}

static ari_status sum_setup(ari_value *values, sum_rules *r, ari_error *error)
{
    sum_term terms[SUM_PARTS];
    size_t offsets[SUM_PARTS];
    int count;
    ari_text name = ARI_TEXT_EMPTY;
    r->impartial = 1;
    ari_status status = sum_split(values[0].string, terms, &count, offsets, error);
    if (status == ARI_OK)
        status = sum_agree(terms, offsets, count, &r->last_move, error);
    for (int i = 0; i < count && status == ARI_OK; i++) {
        ari_variant *v;
        status = sum_open(&terms[i], r->last_move, &v, error);
        if (status != ARI_OK)
            break;
        status = sum_take(r, v, offsets[i], error);
        if (i > 0)
            ari_text_add_char(&name, '+');
        sum_write_term(&terms[i], v, r->last_move, &name);
        ari_variant_free(v);
    }
    if (status == ARI_OK && !ari_text_ok(&name))
        status = ari_fail_memory(error, name.size, "the name of a sum");
    if (status == ARI_OK && name.size > ARI_STRING_MAX)
        status =
            ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                     "the games of a sum must be named in %d characters", ARI_STRING_MAX);
    if (status == ARI_OK) {
        sum_name_parts(r, terms);
        snprintf(values[0].string, sizeof values[0].string, "%s", ari_text_get(&name));
    }
    ari_text_free(&name);
    return status;
}

#endif
