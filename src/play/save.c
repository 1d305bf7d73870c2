/* save.c: a session as text, and back. session.h shows what it looks like. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/session_internal.h"

/* Since version 2 a heap of nim keeps its number; older saves are read as they were meant. */
#define VERSION 2

void ari_session_save(const ari_session *session, ari_text *out)
{
    const ari_variant *v = ari_session_variant(session);
    size_t begin = out->size;
    ari_state s = ari_session_state_at(session, 0);
    ari_text_format(out, "ariadne save %d\ngame %s\nstart ", VERSION, v->name);
    ari_state_format(v, &s, out);
    ari_text_add_char(out, '\n');
    for (int i = 0; i < ari_session_length(session); i++) {
        s = ari_session_state_at(session, i);
        ari_text_format(out, "move %d %s ", i + 1, ari_side_name(ari_turn(v, &s)));
        ari_move_format(v, &s, ari_session_move_at(session, i), out);
        ari_text_add_char(out, '\n');
    }
    ari_text_format(out, "at %d\n", ari_session_ply(session));
    ari_text_seal(out, begin);
}

/* ---- reading ---- */

typedef struct reader {
    const char *text;
    char *copy;       /* of the text, in which lines that were read end in NUL */
    size_t at;        /* where the next line begins */
    size_t begin;     /* where the present one does */
    int line;         /* its number, from 1 */
    int version;      /* of the format */
    const char *here; /* the present line, without its end */
    ari_error *error;
} reader;

/* What it holds is freed by the caller. */
static ari_status begin_reading(reader *r, const char *text, ari_error *error)
{
    size_t size = strlen(text) + 1;
    *r = (reader){.text = text, .copy = malloc(size), .here = "", .error = error};
    if (!r->copy)
        return ari_fail_memory(error, size, "a saved game");
    memcpy(r->copy, text, size);
    return ARI_OK;
}

/* Goes to the next line; false past the last one. */
static bool next_line(reader *r)
{
    r->begin = r->at;
    if (!r->text[r->at])
        return false;
    size_t length = strcspn(r->text + r->at, "\n");
    r->here = r->copy + r->at;
    r->copy[r->at + length] = '\0';
    r->at += length + (r->text[r->at + length] == '\n');
    r->line++;
    return true;
}

/* What stands after `word` and a space in the present line; NULL if it begins otherwise.
 */
static const char *after_word(const reader *r, const char *word)
{
    size_t length = strlen(word);
    bool begins = strncmp(r->here, word, length) == 0 && r->here[length] == ' ';
    return begins ? r->here + length + 1 : NULL;
}

static ari_status read_first_line(reader *r)
{
    const char *version = next_line(r) ? after_word(r, "ariadne save") : NULL;
    if (!version)
        return ari_fail(r->error, ARI_SYNTAX, 0,
                        "this is not a saved game: line 1 should be 'ariadne save %d'",
                        VERSION);
    for (r->version = 1; r->version <= VERSION; r->version++)
        if (version[0] == '0' + r->version && !version[1])
            return ARI_OK;
    return ari_fail(r->error, ARI_SYNTAX, 0,
                    "line 1: the game was saved in version '%.20s' of the format, "
                    "and only versions up to %d can be read",
                    version, VERSION);
}

/* The next line must be `word` and something; that is `*rest`. */
static ari_status read_line(reader *r, const char *word, const char **rest)
{
    *rest = next_line(r) ? after_word(r, word) : NULL;
    if (*rest)
        return ARI_OK;
    ari_fail(r->error, ARI_SYNTAX, r->begin, "line %d of the save should be '%s ...'",
             r->line, word);
    return ARI_SYNTAX;
}

/* Does the text end in a line "end CHECKSUM" that fits what stands before? */
static ari_status check_closing_line(const char *text, ari_error *error)
{
    size_t begin;
    switch (ari_text_sealed(text, &begin)) {
    case ARI_SEAL_MISSING:
        return ari_fail(error, ARI_SYNTAX, begin,
                        "the save is cut off: its closing line is missing");
    case ARI_SEAL_WRONG:
        return ari_fail(error, ARI_SYNTAX, begin,
                        "the save was altered: its checksum does not fit");
    case ARI_SEAL_RIGHT:
        break;
    }
    return ARI_OK;
}

/* Numbers are written only in one way, so they are compared rather than read. */
static bool skip_number(const char **text, int number)
{
    char digits[16];
    int length = snprintf(digits, sizeof digits, "%d ", number);
    if (strncmp(*text, digits, (size_t)length) != 0)
        return false;
    *text += length;
    return true;
}

/* Plays a move as this version of the format has it. */
static ari_status play_text(const reader *r, ari_session *session, const char *text,
                            ari_error *error)
{
    const ari_variant *v = ari_session_variant(session);
    if (r->version > 1 || !v->core->parse_old_move)
        return ari_session_play_text(session, text, error);
    ari_state s = ari_session_state(session);
    ari_move move;
    ari_status status = v->core->parse_old_move(v->rules, &s, text, &move, error);
    return status == ARI_OK ? ari_session_play(session, move, error) : status;
}

static ari_status read_move(reader *r, ari_session *session, const char *rest)
{
    const char *side = ari_side_name(ari_session_turn(session));
    size_t length = strlen(side);
    if (!skip_number(&rest, ari_session_ply(session) + 1) ||
        strncmp(rest, side, length) != 0 || rest[length] != ' ')
        return ari_fail(r->error, ARI_SYNTAX, r->begin,
                        "line %d of the save should be 'move %d %s ...'", r->line,
                        ari_session_ply(session) + 1, side);
    ari_error why;
    ari_status status = play_text(r, session, rest + length + 1, &why);
    if (status != ARI_OK)
        return ari_fail(r->error, status, r->begin, "line %d of the save: %s", r->line,
                        why.message);
    return ARI_OK;
}

/* "at N", where N is one of the positions of the session. */
static ari_status read_at(reader *r, ari_session *session, const char *rest)
{
    char *end;
    long at = strtol(rest, &end, 10);
    if (rest[0] < '0' || rest[0] > '9' || *end || at > ari_session_length(session))
        return ari_fail(r->error, ARI_RANGE, r->begin,
                        "line %d of the save: expected a number from 0 to %d", r->line,
                        ari_session_length(session));
    return ari_session_jump(session, (int)at, r->error);
}

static ari_status read_start(reader *r, ari_session *session, const char *rest)
{
    const ari_variant *v = ari_session_variant(session);
    ari_text board = ARI_TEXT_EMPTY;
    ari_text_format(&board, "board:%s", rest);
    ari_record record;
    ari_error why;
    ari_status status;
    if (ari_text_ok(&board))
        status = ari_position_parse(v, ari_text_get(&board), &record, &why);
    else
        status = ari_fail_memory(&why, strlen(rest), "a position");
    ari_text_free(&board);
    if (status != ARI_OK)
        return ari_fail(r->error, status, r->begin, "line %d of the save: %s", r->line,
                        why.message);
    status = ari_session_reset(session, &record, r->error);
    ari_record_free(&record);
    return status;
}

static ari_status read_game(reader *r, const ari_variant *v)
{
    const char *rest;
    ari_status status = read_line(r, "game", &rest);
    if (status == ARI_OK && strcmp(rest, v->name) != 0)
        status = ari_fail(r->error, ARI_UNSUPPORTED, r->begin,
                          "the save is a game of %.100s, not of %.100s", rest, v->name);
    return status;
}

/* Everything, into a session that may be thrown away. */
static ari_status read_all(reader *r, ari_session *session)
{
    const char *rest;
    ari_status status = read_first_line(r);
    if (status == ARI_OK)
        status = check_closing_line(r->text, r->error);
    if (status == ARI_OK)
        status = read_game(r, ari_session_variant(session));
    if (status == ARI_OK)
        status = read_line(r, "start", &rest);
    if (status == ARI_OK)
        status = read_start(r, session, rest);
    while (status == ARI_OK && next_line(r) && (rest = after_word(r, "move")))
        status = read_move(r, session, rest);
    if (status != ARI_OK)
        return status;
    rest = after_word(r, "at");
    if (!rest)
        return ari_fail(r->error, ARI_SYNTAX, r->begin,
                        "line %d of the save should be 'move ...' or 'at ...'", r->line);
    status = read_at(r, session, rest);
    if (status == ARI_OK)
        status = read_line(r, "end", &rest);
    if (status == ARI_OK && next_line(r))
        status = ari_fail(r->error, ARI_SYNTAX, r->begin,
                          "line %d of the save comes after its end", r->line);
    return status;
}

ari_status ari_session_load(ari_session *session, const char *text, ari_error *error)
{
    ari_session *fresh;
    ari_status status = ari_session_new(ari_session_variant(session), &fresh, error);
    if (status != ARI_OK)
        return status;
    reader r;
    status = begin_reading(&r, text, error);
    if (status == ARI_OK)
        status = read_all(&r, fresh);
    free(r.copy);
    if (status == ARI_OK)
        ari__session_become(session, fresh);
    else
        ari_session_free(fresh);
    return status;
}

ari_status ari_save_game(const char *text, ari_text *name, ari_error *error)
{
    reader r;
    const char *rest;
    ari_status status = begin_reading(&r, text, error);
    if (status == ARI_OK)
        status = read_first_line(&r);
    if (status == ARI_OK)
        status = check_closing_line(text, error);
    if (status == ARI_OK)
        status = read_line(&r, "game", &rest);
    if (status == ARI_OK)
        ari_text_add(name, rest);
    if (status == ARI_OK && !ari_text_ok(name))
        status = ari_fail_memory(error, strlen(rest), "the name of a game");
    free(r.copy);
    return status;
}
