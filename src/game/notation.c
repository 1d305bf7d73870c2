/* notation.c: moves, lists of moves and positions as text. */
#include <ariadne/variant.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/arrow.h"

/* No move of any game is longer. */
#define TOKEN_MAX 200
#define SHOWN 40

void ari_move_format(const ari_variant *v, const ari_state *s, ari_move m, ari_text *out)
{
    v->core->format_move(v->rules, s, m, out);
}

void ari_state_format(const ari_variant *v, const ari_state *s, ari_text *out)
{
    v->core->format(v->rules, s, out);
}

void ari_state_write(const ari_variant *v, const ari_state *s, char *out, size_t size)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, s, &text);
    snprintf(out, size, "%s", ari_text_get(&text));
    ari_text_free(&text);
}

static bool short_moves(const ari_variant *v)
{
    return v->core->short_moves && v->core->short_moves(v->rules);
}

static int lower(char c)
{
    return tolower((unsigned char)c);
}

static bool same_word(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

/* The next character of a move behind what people put between its parts, or leave out. */
static const char *next_part(const char *text)
{
    size_t signs = strspn(text, " -:>/xX*");
    return text[signs] ? text + signs : text;
}

/* The same word but for such signs: "a1-a2", "A1 a2" and "a1xa2" are "a1a2". */
static bool similar_word(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b)) {
        a = next_part(a + 1);
        b = next_part(b + 1);
    }
    return *a == *b;
}

/* The list of legal moves, allocated; NULL when memory cannot be had. */
static ari_move *legal_moves(const ari_variant *v, const ari_state *s, int *count)
{
    ari_move *list = malloc((size_t)v->core->max_moves * sizeof *list);
    *count = list ? ari_moves(v, s, list) : 0;
    return list;
}

/* "a1, b2, c3" or, when there are many, the first few of them. */
static void list_moves(const ari_variant *v, const ari_state *s, const ari_move *list,
                       int count, ari_text *out)
{
    for (int i = 0; i < count && i < 12; i++) {
        if (i)
            ari_text_add(out, ", ");
        ari_move_format(v, s, list[i], out);
    }
    if (count > 12)
        ari_text_format(out, " and %d more", count - 12);
}

/* The sentence of an error shows the text of a move, if that is not too long. */
static void say_shown(ari_error *error, const char *text)
{
    if (error)
        error->shown = strlen(text) < SHOWN ? strlen(text) : SHOWN;
}

static ari_status match_move(const ari_variant *v, const ari_state *s, const char *text,
                             ari_move *move, ari_error *error)
{
    int count;
    ari_move *list = legal_moves(v, s, &count);
    if (!list)
        return ari_fail_memory(error, (size_t)v->core->max_moves * sizeof *list,
                               "a list of moves");
    ari_status status = ARI_ILLEGAL;
    ari_text name = ARI_TEXT_EMPTY;
    int similar = 0; /* a move is what only one of them can mean */
    for (int i = 0; i < count && status == ARI_ILLEGAL; i++) {
        ari_text_clear(&name);
        ari_move_format(v, s, list[i], &name);
        if (!ari_text_ok(&name))
            status = ari_fail_memory(error, name.size, "the text of a move");
        else if (same_word(ari_text_get(&name), text))
            status = ARI_OK;
        else if (!similar_word(ari_text_get(&name), text))
            continue;
        *move = list[i];
        similar += status == ARI_ILLEGAL;
    }
    if (status == ARI_ILLEGAL && similar == 1)
        status = ARI_OK;
    if (status != ARI_OK)
        *move = ARI_NO_MOVE;
    if (status == ARI_ILLEGAL) {
        ari_text_clear(&name);
        list_moves(v, s, list, count, &name);
        ari_fail(error, status, 0, "'%.*s' is not a legal move here; legal: %s", SHOWN,
                 text, ari_text_get(&name));
        say_shown(error, text);
    }
    ari_text_free(&name);
    free(list);
    return status;
}

static ari_status over(const char *text, ari_error *error)
{
    ari_fail(error, ARI_OVER, 0, "the game is over: no move '%.*s' can follow", SHOWN,
             text);
    say_shown(error, text);
    return ARI_OVER;
}

ari_status ari_move_parse(const ari_variant *v, const ari_state *s, const char *text,
                          ari_move *move, ari_error *error)
{
    *move = ARI_NO_MOVE;
    if (ari_outcome(v, s) != ARI_ON)
        return over(text, error);
    if (!text[0])
        return ari_fail(error, ARI_SYNTAX, 0, "a move is missing");
    ari__arrow arrow;
    if (ari__arrow_find(v, text, &arrow) && !text[arrow.end])
        return ari__arrow_move(v, s, text, &arrow, move, error);
    if (v->core->parse_move)
        return v->core->parse_move(v->rules, s, text, move, error);
    return match_move(v, s, text, move, error);
}

void ari_record_free(ari_record *record)
{
    free(record->moves);
    ari_text_free(&record->names);
    *record = ARI_RECORD_EMPTY;
}

ari_move ari_record_last(const ari_variant *v, const ari_record *record,
                         ari_state *before)
{
    ari_move pass = v->core->pass ? v->core->pass(v->rules) : ARI_NO_MOVE;
    int last = record->count - 1;
    while (last >= 0 && record->moves[last] == pass)
        last--;
    if (last < 0)
        return ARI_NO_MOVE;
    *before = record->before;
    if (last == record->count - 1)
        return record->moves[last];
    *before = record->start;
    for (int i = 0; i < last; i++)
        *before = ari_after(v, before, record->moves[i]);
    return record->moves[last];
}

bool ari_record_repeats(const ari_variant *v, const ari_record *record)
{
    if (!ari_has(v, ARI_HAS_CYCLES))
        return false;
    ari_state s = record->start;
    int before = 0;
    for (int i = 0; i < record->count; i++) {
        before += ari_state_equal(v, &s, &record->end);
        s = ari_after(v, &s, record->moves[i]);
    }
    return before >= 2;
}

bool ari_record_over(const ari_variant *v, const ari_record *record)
{
    return ari_outcome(v, &record->end) != ARI_ON || ari_record_repeats(v, record);
}

ari_status ari_record_add(const ari_variant *v, ari_record *record, ari_move move,
                          ari_error *error)
{
    size_t capacity = (size_t)record->capacity;
    if (!ari__grow((void **)&record->moves, &capacity, (size_t)record->count + 1,
                   sizeof *record->moves))
        return ari_fail_memory(error, (size_t)record->count * sizeof *record->moves,
                               "the moves of a game");
    record->capacity = (int)capacity;
    if (record->count > 0)
        ari_text_add_char(&record->names, ' ');
    ari_move_format(v, &record->end, move, &record->names);
    if (!ari_text_ok(&record->names))
        return ari_fail_memory(error, record->names.size, "the moves of a game");
    record->moves[record->count++] = move;
    record->before = record->end;
    record->end = ari_after(v, &record->before, move);
    return ARI_OK;
}

static bool separates(char c)
{
    return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r';
}

/* The length of the next move's text, 0 at the end. */
static size_t next_length(const ari_variant *v, const char *text)
{
    size_t length = 0;
    if (short_moves(v))
        return text[0] ? 1 : 0;
    while (text[length] && !separates(text[length]))
        length++;
    return length;
}

/* How much of the text a move's name is, 0 if the text does not begin with it; or, if `similar`, with the same word
 * but for signs between its parts. */
static size_t beginning(const char *name, const char *text, size_t most, bool similar)
{
    const char *at = text, *end = text;
    while (*name && at < text + most && lower(*name) == lower(*at)) {
        end = at + 1;
        name = similar ? next_part(name + 1) : name + 1;
        at = similar ? next_part(end) : end;
    }
    return *name ? 0 : (size_t)(end - text);
}

/* The legal move whose name the text begins with, the longest of them, or the only one with a similar name; *length
 * is how much of the text that is, 0 when there is none. */
static ari_move named_first(const ari_variant *v, const ari_state *s, const char *text,
                            size_t most, bool similar, size_t *length)
{
    int count = 0, named = 0;
    ari_move found = ARI_NO_MOVE, *list = legal_moves(v, s, &count);
    ari_text name = ARI_TEXT_EMPTY;
    *length = 0;
    for (int i = 0; i < count; i++) {
        ari_text_clear(&name);
        ari_move_format(v, s, list[i], &name);
        size_t size = beginning(ari_text_get(&name), text, most, similar);
        named += size > 0;
        if (size > *length) {
            *length = size;
            found = list[i];
        }
    }
    if (similar && named > 1)
        *length = 0; /* where the one ends and the next begins is not sure */
    ari_text_free(&name);
    free(list);
    return found;
}

/* People put a dash between moves, too. */
static size_t dashes(const char *text)
{
    return strspn(text, "-");
}

/* Moves that are written without anything between them, "f5d6c3" or "F5-D6-C3": the length of the first one's
 * name, if all of the text can be read so; 0 if it cannot. */
static size_t first_of_run(const ari_variant *v, const ari_state *s, const char *text,
                           size_t length)
{
    ari_state here = *s;
    size_t first = 0;
    for (size_t at = 0, name; at < length; at += name) {
        if (ari_outcome(v, &here) != ARI_ON)
            return 0;
        ari_move move = named_first(v, &here, text + at, length - at, false, &name);
        if (name == 0)
            move = named_first(v, &here, text + at, length - at, true, &name);
        if (name == 0)
            return 0;
        first = at == 0 ? name : first;
        if (at + name + dashes(text + at + name) < length)
            name += dashes(text + at + name);
        here = ari_after(v, &here, move);
    }
    return first;
}

typedef ari_status move_reader(const ari_variant *v, const ari_state *s, const char *text,
                               ari_move *move, ari_error *error);

/* A move as it was written in version 1 of saves. */
static ari_status parse_old_move(const ari_variant *v, const ari_state *s,
                                 const char *text, ari_move *move, ari_error *error)
{
    if (ari_outcome(v, s) != ARI_ON)
        return ari_fail(error, ARI_OVER, 0, "the game is over");
    return v->core->parse_old_move(v->rules, s, text, move, error);
}

/* Reads the one move that `length` characters are. */
static ari_status read_token(const ari_variant *v, move_reader *read, const ari_state *s,
                             const char *text, size_t length, ari_move *move,
                             ari_error *error)
{
    char token[TOKEN_MAX + 1];
    if (length > TOKEN_MAX)
        return ari_fail(
            error, ARI_SYNTAX, 0,
            "'%.*s...' is too long for a move, which has at most %d characters", SHOWN,
            text, TOKEN_MAX);
    memcpy(token, text, length);
    token[length] = '\0';
    return read(v, s, token, move, error);
}

/* Errors name places in the whole text, of which `skipped` characters were not parsed. */
static ari_status placed(ari_status status, size_t skipped, ari_error *error)
{
    if (status != ARI_OK && error && error->offset != ARI_NO_OFFSET)
        error->offset += skipped;
    return status;
}

/* A move that is named by two states. Where another arrow follows, the second one is the first of the next move. */
static ari_status read_arrow(const ari_variant *v, ari_record *record, const char *text,
                             const ari__arrow *arrow, size_t *at, ari_error *error)
{
    ari_move move;
    ari_status status = ari_outcome(v, &record->end) == ARI_ON
                            ? ari__arrow_move(v, &record->end, text, arrow, &move, error)
                            : over(text, error);
    if (status == ARI_OK)
        status = ari_record_add(v, record, move, error);
    *at += arrow->again ? arrow->second : arrow->end;
    return status;
}

static ari_status read_move(const ari_variant *v, move_reader *read, ari_record *record,
                            const char *text, size_t *at, bool *more, ari_error *error)
{
    ari_move move = ARI_NO_MOVE;
    while (separates(text[*at]))
        ++*at;
    size_t begin = *at, length = next_length(v, text + begin);
    *more = length > 0;
    if (!*more)
        return ARI_OK;
    ari__arrow arrow;
    if (ari__arrow_find(v, text + begin, &arrow))
        return read_arrow(v, record, text + begin, &arrow, at, error);
    ari_status status =
        read_token(v, read, &record->end, text + begin, length, &move, error);
    if ((status == ARI_SYNTAX || status == ARI_ILLEGAL) && !short_moves(v)) {
        size_t first = first_of_run(v, &record->end, text + begin, length);
        if (first > 0 && first < length) {
            length = first;
            status =
                read_token(v, read, &record->end, text + begin, length, &move, error);
            length += dashes(text + begin + length);
        }
    }
    if (status == ARI_OK)
        status = ari_record_add(v, record, move, error);
    *at += length;
    return placed(status, begin, error);
}

ari_status ari_record_read(const ari_variant *v, ari_record *record, const char *text,
                           size_t *at, bool *more, ari_error *error)
{
    return read_move(v, ari_move_parse, record, text, at, more, error);
}

static ari_status parse_record(const ari_variant *v, move_reader *read,
                               const ari_state *start, const char *text,
                               ari_record *record, ari_error *error)
{
    *record = ARI_RECORD_EMPTY;
    record->start = record->end = *start;
    ari_status status = ARI_OK;
    bool more = true;
    for (size_t at = 0; status == ARI_OK && more;)
        status = read_move(v, read, record, text, &at, &more, error);
    if (status != ARI_OK)
        ari_record_free(record);
    return status;
}

ari_status ari_record_parse(const ari_variant *v, const ari_state *start,
                            const char *text, ari_record *record, ari_error *error)
{
    return parse_record(v, ari_move_parse, start, text, record, error);
}

ari_status ari_record_parse_kept(const ari_variant *v, const ari_state *start,
                                 const char *text, ari_record *record, ari_error *error)
{
    ari_status status = ari_record_parse(v, start, text, record, error);
    if (status == ARI_OK || status == ARI_MEMORY || !v->core->parse_old_move)
        return status;
    ari_error ignored;
    if (parse_record(v, parse_old_move, start, text, record, &ignored) == ARI_OK)
        return ARI_OK;
    return status;
}

void ari_record_format(const ari_variant *v, const ari_record *record, ari_text *out)
{
    bool together = short_moves(v);
    for (const char *c = ari_text_get(&record->names); *c; c++)
        if (*c != ' ' || !together)
            ari_text_add_char(out, *c);
}

static ari_status parse_board(const ari_variant *v, const char *text, ari_record *record,
                              ari_error *error)
{
    *record = ARI_RECORD_EMPTY;
    ari_status status = v->core->parse(v->rules, text, &record->start, error);
    record->end = record->start;
    return status;
}

/* Of a text that is neither a board nor moves: was it meant to be a board? The reading
 * that got further tells, unless what is wrong with a move is not its spelling. Without a
 * parser of its own a game cannot say which it is. */
static bool meant_board(const ari_variant *v, const ari_error *as_board,
                        const ari_error *as_moves)
{
    if (as_board->offset == ARI_NO_OFFSET || as_moves->offset == ARI_NO_OFFSET)
        return false;
    bool misspelt = as_moves->status == ARI_SYNTAX || !v->core->parse_move;
    return misspelt && as_board->offset > as_moves->offset;
}

ari_status ari_position_parse(const ari_variant *v, const char *text, ari_record *record,
                              ari_error *error)
{
    size_t at = 0;
    while (separates(text[at]))
        at++;
    if (strncmp(text + at, "moves:", 6) == 0)
        return placed(ari_record_parse(v, &v->start, text + at + 6, record, error),
                      at + 6, error);
    if (strncmp(text + at, "board:", 6) == 0)
        return placed(parse_board(v, text + at + 6, record, error), at + 6, error);
    if (!text[at]) {
        *record = ARI_RECORD_EMPTY;
        record->start = record->end = v->start;
        return ARI_OK;
    }
    ari_error as_board, as_moves = {.status = ARI_OK};
    ari_status status = parse_board(v, text + at, record, &as_board);
    const ari_error *wrong = &as_board;
    /* What looks like a board but is impossible is a wrong board; only what does not look
     * like one is read as moves. */
    if (status == ARI_SYNTAX) {
        status = ari_record_parse(v, &v->start, text + at, record, &as_moves);
        if (status != ARI_OK && !meant_board(v, &as_board, &as_moves))
            wrong = &as_moves;
    }
    if (status == ARI_OK)
        return status;
    if (error)
        *error = *wrong;
    return placed(wrong->status, at, error);
}
