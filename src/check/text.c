/* text.c: topics about text: moves, positions, and what is neither. */
#include "check/context.h"

#include <ctype.h>
#include <stdlib.h>

/* A text that a person can type and a program can put into a line. */
static bool presentable(const ari_text *text)
{
    if (text->size == 0 || strlen(ari_text_get(text)) != text->size)
        return false;
    for (size_t i = 0; i < text->size; i++)
        if (iscntrl((unsigned char)text->data[i]))
            return false;
    return true;
}

static bool text_ready(ari__check *c)
{
    return ari_text_ok(&c->text) || ari__check_no_memory(c, c->text.capacity);
}

/* Says how a refusal falls short of what error.h promises; NULL when it does not. */
static const char *wrong_refusal(const ari_error *error, ari_status status,
                                 const char *text)
{
    if (error->status != status)
        return "another status in the error than returned";
    if (!error->message[0])
        return "no message";
    if (error->offset != ARI_NO_OFFSET && error->offset > strlen(text))
        return "a place that lies behind the end of the text";
    return NULL;
}

/* ---- moves ---- */

static bool check_move(ari__check *c, const ari_state *s, ari_move m, bool one_character)
{
    ari_text_clear(&c->text);
    ari_move_format(c->v, s, m, &c->text);
    if (!text_ready(c))
        return false;
    const char *text = ari_text_get(&c->text);
    if (!presentable(&c->text) || strcspn(text, " ,\t") != c->text.size)
        return ari__check_fail(c, s,
                               "move %d is written '%.100s', but it must be one word of "
                               "printable characters without commas",
                               m, text);
    if (one_character && c->text.size != 1)
        return ari__check_fail(
            c, s,
            "move %d is written '%.100s', but GAME_SHORT_MOVES promises "
            "one character",
            m, text);
    ari_error error = {.message = ""};
    ari_move back;
    ari_status status = ari_move_parse(c->v, s, text, &back, &error);
    if (status == ARI_MEMORY)
        return ari__check_pass_on(c, &error);
    if (status != ARI_OK)
        return ari__check_fail(c, s, "the legal move '%.100s' is refused: %s", text,
                               error.message);
    if (back != m)
        return ari__check_fail(c, s,
                               "'%.100s' is how move %d is written, but it is read "
                               "as move %d",
                               text, m, back);
    return ari__check_passed(c);
}

/* What is read as an old text is a legal move, too. */
static bool check_old_text(ari__check *c, const ari_state *s, const ari_move *list,
                           int count, int which)
{
    ari_error error = {.message = ""};
    ari_move m = ARI_NO_MOVE;
    if (!c->v->core->parse_old_move)
        return true;
    ari_text_clear(&c->text);
    ari_move_format(c->v, s, list[which], &c->text);
    const char *text = ari_text_get(&c->text);
    if (c->v->core->parse_old_move(c->v->rules, s, text, &m, &error) != ARI_OK)
        return true;
    for (int i = 0; i < count; i++)
        if (list[i] == m)
            return ari__check_passed(c);
    return ari__check_fail(c, s,
                           "GAME_PARSE_OLD_MOVE reads '%.100s' as move %d, which is "
                           "not legal",
                           text, m);
}

/* A random game of at most 200 plies. */
static ari_status play_game(ari__check *c, ari_record *game, ari_move *list,
                            ari_error *error)
{
    bool patient = ari_random_below(&c->random, 2);
    ari_status status = ARI_OK;
    while (status == ARI_OK && game->count < 200 && ari__check_on(c, &game->end)) {
        ari_move m = ari__check_random_move(c, &game->end, patient, list);
        status = ari_record_add(c->v, game, m, error);
    }
    return status;
}

/* A whole game, written and read back; also where it could be a position, as people type it. */
static bool check_record(ari__check *c, ari_move *list)
{
    ari_record game = {.start = c->v->start, .end = c->v->start}, back = {.moves = NULL};
    ari_error error = {.message = ""};
    ari_status status = play_game(c, &game, list, &error);
    ari_text_clear(&c->text);
    ari_record_format(c->v, &game, &c->text);
    const char *text = ari_text_get(&c->text);
    if (status == ARI_OK && !ari_text_ok(&c->text))
        status = ari_fail_memory(&error, c->text.capacity, "the moves of a game");
    if (status == ARI_OK)
        status = game.count > 1
                     ? ari_position_parse(c->v, text, &back, &error)
                     : ari_record_parse(c->v, &c->v->start, text, &back, &error);
    bool ok;
    if (status == ARI_MEMORY)
        ok = ari__check_pass_on(c, &error);
    else if (status != ARI_OK)
        ok = ari__check_fail(c, &game.end, "the moves '%.300s' of a game are refused: %s",
                             text, error.message);
    else if (back.count != game.count || !ari_state_equal(c->v, &back.end, &game.end))
        ok = ari__check_fail(
            c, &game.end, "the moves '%.300s' of a game are read as other moves", text);
    else
        ok = ari__check_passed(c);
    ari_record_free(&back);
    ari_record_free(&game);
    return ok;
}

bool ari__check_move_text(ari__check *c)
{
    ari_move list[ARI_MOVES_MAX];
    bool one = c->v->core->short_moves && c->v->core->short_moves(c->v->rules);
    for (int i = 0; i < c->sample_count && !ari__check_enough(c); i++) {
        const ari_state *s = &c->sample[i];
        if (!ari__check_on(c, s))
            continue;
        int count = ari__check_list(c, s, list);
        for (int j = 0; j < count; j++)
            if (!check_move(c, s, list[j], one) || !check_old_text(c, s, list, count, j))
                return false;
    }
    for (int i = 0; i < 4 + c->positions / 16; i++)
        if (!check_record(c, list))
            return false;
    return true;
}

/* ---- positions ---- */

/* A position that was read must be one that the game can go on from. */
static bool check_read(ari__check *c, const ari_state *s, const char *text)
{
    ari_move list[ARI_MOVES_MAX];
    if (ari__check_on(c, s)) {
        int count = ari__check_list(c, s, list);
        if (count < 1 || count > c->v->core->max_moves)
            return ari__check_fail(
                c, s,
                "'%.200s' is accepted as a position, but the game is on "
                "there and it has %d moves",
                text, count);
    }
    return true;
}

/* Writes `s`, reads it back through `parse`, and compares. */
static bool check_position(ari__check *c, const ari_state *s, ari_state *back)
{
    ari_text_clear(&c->text);
    ari_state_format(c->v, s, &c->text);
    if (!text_ready(c))
        return false;
    const char *text = ari_text_get(&c->text);
    if (!presentable(&c->text))
        return ari__check_fail(c, s,
                               "a position must be written in printable characters");
    ari_error error = {.message = ""};
    memset(back, 0xff, sizeof *back);
    ari_status status = c->v->core->parse(c->v->rules, text, back, &error);
    if (status != ARI_OK)
        return ari__check_fail(c, s,
                               "the text of this position is refused when it is read: %s",
                               error.message);
    if (!ari_state_equal(c->v, s, back))
        return ari__check_fail(
            c, s, "reading '%.300s' gives other bytes than playing there", text);
    if (c->v->core->key(c->v->rules, s) != c->v->core->key(c->v->rules, back))
        return ari__check_fail(c, s, "the key differs after reading the position's text");
    ari_record record;
    status = ari_position_parse(c->v, text, &record, &error);
    bool same = status == ARI_OK && ari_state_equal(c->v, s, &record.end);
    if (status == ARI_OK)
        ari_record_free(&record);
    return same ? ari__check_passed(c)
                : ari__check_fail(c, s, "typed as a position, this is taken for another");
}

bool ari__check_text(ari__check *c)
{
    ari_state back;
    for (int i = 0; i < c->sample_count && !ari__check_enough(c); i++)
        if (!check_position(c, &c->sample[i], &back))
            return false;
    return true;
}

/* ---- garbage ---- */

#define GARBAGE_MAX 2000

/* Changes a text here and there, or makes a new one. */
static void spoil(ari__check *c, char *text)
{
    static const char likely[] = "0123456789xo./,:|-+ aAzZ?";
    int changes = 1 + (int)ari_random_below(&c->random, 3);
    for (int i = 0; i < changes; i++) {
        size_t size = strlen(text);
        size_t at = size ? ari_random_below(&c->random, (uint32_t)size) : 0;
        char with = ari_random_below(&c->random, 4)
                        ? likely[ari_random_below(&c->random, sizeof likely - 1)]
                        : (char)(1 + ari_random_below(&c->random, 255));
        switch (ari_random_below(&c->random, 6)) {
        case 0: /* cut */
            text[at] = '\0';
            break;
        case 1: /* leave out */
            memmove(text + at, text + at + (size > 0), size - at + (size == 0));
            break;
        case 2: /* put in */
            if (size + 1 < GARBAGE_MAX) {
                memmove(text + at + 1, text + at, size - at + 1);
                text[at] = with;
            }
            break;
        case 3: /* the same character many times */
            memset(text + at, with, GARBAGE_MAX - 1 - at);
            text[GARBAGE_MAX - 1 - ari_random_below(&c->random, GARBAGE_MAX - 1)] = '\0';
            text[GARBAGE_MAX - 1] = '\0';
            break;
        default:
            if (size)
                text[at] = with;
            break;
        }
    }
}

static bool check_garbage_position(ari__check *c, const char *text)
{
    ari_state s = {{0}}, back;
    ari_error error = {.message = ""};
    ari_status status = c->v->core->parse(c->v->rules, text, &s, &error);
    if (c->v->core->parse(c->v->rules, text, &back, NULL) != status)
        return ari__check_fail(
            c, NULL, "'%.300s' is read differently when no error is asked for", text);
    if (status != ARI_OK) {
        const char *wrong = wrong_refusal(&error, status, text);
        return wrong
                   ? ari__check_fail(c, NULL, "'%.300s' is refused with %s", text, wrong)
                   : ari__check_passed(c);
    }
    return check_read(c, &s, text) && check_position(c, &s, &back);
}

static bool check_garbage_move(ari__check *c, const ari_state *s, const char *text)
{
    ari_move list[ARI_MOVES_MAX], m;
    ari_error error = {.message = ""};
    ari_status status = ari_move_parse(c->v, s, text, &m, &error);
    if (status == ARI_MEMORY)
        return ari__check_pass_on(c, &error);
    if (status != ARI_OK) {
        const char *wrong = wrong_refusal(&error, status, text);
        return wrong ? ari__check_fail(c, s, "the move '%.300s' is refused with %s", text,
                                       wrong)
                     : ari__check_passed(c);
    }
    int count = ari__check_list(c, s, list);
    for (int i = 0; i < count; i++)
        if (list[i] == m)
            return ari__check_passed(c);
    return ari__check_fail(c, s, "'%.300s' is read as move %d, which is not legal here",
                           text, m);
}

bool ari__check_garbage(ari__check *c)
{
    char *text = ari__check_array(c, GARBAGE_MAX + 1, 1);
    ari_move list[ARI_MOVES_MAX];
    bool ok = text != NULL;
    for (int i = 0; ok && i < 2 * c->sample_count; i++) {
        const ari_state *s = &c->sample[i / 2];
        const ari_state *other =
            &c->sample[ari_random_below(&c->random, (uint32_t)c->sample_count)];
        bool move = i % 2 && ari__check_on(c, other);
        ari_text_clear(&c->text);
        if (move)
            ari_move_format(c->v, other, ari__check_random_move(c, other, false, list),
                            &c->text);
        else
            ari_state_format(c->v, s, &c->text);
        size_t size = c->text.size < GARBAGE_MAX ? c->text.size : GARBAGE_MAX;
        memset(text, 0, GARBAGE_MAX + 1);
        memcpy(text, ari_text_get(&c->text), size);
        if (!move ||
            ari_random_below(&c->random, 2)) /* a move of another position will do */
            spoil(c, text);
        ok = move ? check_garbage_move(c, s, text) : check_garbage_position(c, text);
    }
    free(text);
    return ok;
}
