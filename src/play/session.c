/* session.c: a game being played.
 *
 * The positions stand one after another in one array, number 0 to `length`, each as many
 * bytes as the game needs; moves[i] leads from position i to i + 1. Undone moves stay
 * until another move is played in their place. */
#include <ariadne/session.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "play/session_internal.h"

struct ari_session {
    const ari_variant *variant;
    unsigned char *states;
    size_t states_capacity;
    ari_move *moves;
    size_t moves_capacity;
    int ply, length;
    int drawn; /* the ply that `board` shows, or -1 */
    ari_board board;
};

/* ---- positions in their array ---- */

static unsigned char *slot(const ari_session *session, int ply)
{
    return session->states + (size_t)ply * session->variant->core->state_size;
}

static bool make_room(ari_session *session, int plies)
{
    return ari__grow((void **)&session->states, &session->states_capacity,
                     (size_t)plies + 1, session->variant->core->state_size) &&
           ari__grow((void **)&session->moves, &session->moves_capacity, (size_t)plies,
                     sizeof *session->moves);
}

/* A session of no more than its first position. */
static ari_status begin(const ari_variant *v, const ari_state *start,
                        ari_session **session, ari_error *error)
{
    *session = calloc(1, sizeof **session);
    if (*session) {
        (*session)->variant = v;
        (*session)->drawn = -1;
        if (make_room(*session, 1)) {
            memcpy((*session)->states, start, v->core->state_size);
            return ARI_OK;
        }
    }
    ari_session_free(*session);
    *session = NULL;
    ari_fail_memory(error, sizeof **session, "a game");
    return ARI_MEMORY;
}

void ari__session_become(ari_session *session, ari_session *fresh)
{
    free(session->states);
    free(session->moves);
    *session = *fresh;
    free(fresh);
}

ari_status ari_session_new(const ari_variant *v, ari_session **session, ari_error *error)
{
    return begin(v, &v->start, session, error);
}

void ari_session_free(ari_session *session)
{
    if (!session)
        return;
    free(session->states);
    free(session->moves);
    free(session);
}

ari_status ari_session_reset(ari_session *session, const ari_record *record,
                             ari_error *error)
{
    const ari_variant *v = session->variant;
    ari_session *fresh;
    ari_status status = begin(v, record ? &record->start : &v->start, &fresh, error);
    if (status != ARI_OK)
        return status;
    for (int i = 0; record && i < record->count && status == ARI_OK; i++)
        status = ari_session_play(fresh, record->moves[i], error);
    if (status == ARI_OK)
        ari__session_become(session, fresh);
    else
        ari_session_free(fresh);
    return status;
}

/* ---- what is on the table ---- */

const ari_variant *ari_session_variant(const ari_session *session)
{
    return session->variant;
}

ari_state ari_session_state_at(const ari_session *session, int ply)
{
    ari_state s = {{0}};
    memcpy(&s, slot(session, ply), session->variant->core->state_size);
    return s;
}

ari_state ari_session_state(const ari_session *session)
{
    return ari_session_state_at(session, session->ply);
}

ari_side ari_session_turn(const ari_session *session)
{
    ari_state s = ari_session_state(session);
    return ari_turn(session->variant, &s);
}

bool ari_session_repeats(const ari_session *session)
{
    const ari_variant *v = session->variant;
    int before = 0;
    for (int i = 0; i < session->ply && ari_has(v, ARI_HAS_CYCLES); i++)
        before += memcmp(slot(session, i), slot(session, session->ply),
                         v->core->state_size) == 0;
    return before >= 2;
}

bool ari_session_over(const ari_session *session)
{
    return ari_session_result(session, ARI_FIRST) != ARI_ON;
}

int ari_session_result(const ari_session *session, ari_side side)
{
    ari_state s = ari_session_state(session);
    int outcome = ari_outcome(session->variant, &s);
    if (outcome == ARI_ON && ari_session_repeats(session))
        return ARI_DRAWN;
    if (outcome == ARI_ON || side == ari_turn(session->variant, &s))
        return outcome;
    return -outcome;
}

const ari_board *ari_session_board(ari_session *session)
{
    if (session->drawn != session->ply) {
        ari_state s = ari_session_state(session);
        session->board = (ari_board){.width = 0};
        session->variant->core->board(session->variant->rules, &s, &session->board);
        session->drawn = session->ply;
    }
    return &session->board;
}

ari_status ari_session_cell(ari_session *session, int x, int y, ari_cell *cell,
                            ari_error *error)
{
    const ari_board *board = ari_session_board(session);
    if (x < 0 || x >= board->width || y < 0 || y >= board->height)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "there is no cell %d, %d: the board is %d wide and %d high", x, y,
                        board->width, board->height);
    *cell = board->cells[y * board->width + x];
    return ARI_OK;
}

/* ---- moving ---- */

static bool is_legal(const ari_variant *v, const ari_state *s, ari_move move)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(v, s, list);
    for (int i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

ari_status ari_session_play(ari_session *session, ari_move move, ari_error *error)
{
    const ari_variant *v = session->variant;
    ari_state s = ari_session_state(session);
    if (ari_outcome(v, &s) != ARI_ON)
        return ari_fail(error, ARI_OVER, ARI_NO_OFFSET, "the game is over");
    if (!is_legal(v, &s, move))
        return ari_fail(error, ARI_ILLEGAL, ARI_NO_OFFSET,
                        "move number %d is not legal here", (int)move);
    if (session->ply == INT_MAX - 1 || !make_room(session, session->ply + 1))
        return ari_fail_memory(error, v->core->state_size, "one more move");
    session->moves[session->ply++] = move;
    session->length = session->ply;
    session->drawn = -1;
    ari_state next = ari_after(v, &s, move);
    memcpy(slot(session, session->ply), &next, v->core->state_size);
    return ARI_OK;
}

ari_status ari_session_play_text(ari_session *session, const char *text, ari_error *error)
{
    ari_state s = ari_session_state(session);
    ari_move move;
    ari_status status = ari_move_parse(session->variant, &s, text, &move, error);
    return status == ARI_OK ? ari_session_play(session, move, error) : status;
}

/* The game so far, which is the session's own as long as nothing is played. */
static ari_record record_of(const ari_session *session)
{
    ari_record record = {.end = ari_session_state(session),
                         .moves = session->moves,
                         .count = session->ply,
                         .names = ARI_TEXT_EMPTY};
    memcpy(&record.start, slot(session, 0), session->variant->core->state_size);
    if (session->ply > 0)
        memcpy(&record.before, slot(session, session->ply - 1),
               session->variant->core->state_size);
    return record;
}

ari_status ari_session_ponder(const ari_session *session, ari_player *player,
                              const ari_limits *limits, ari_pondering *pondering,
                              ari_error *error)
{
    const ari_record record = record_of(session);
    ari_player_recall(player, &record);
    ari_status status = ari_player_ponder(player, &record.end, limits, pondering, error);
    ari_player_recall(player, NULL);
    return status;
}

ari_status ari_session_let(ari_session *session, ari_player *player,
                           const ari_limits *limits, ari_choice *choice, ari_error *error)
{
    ari_state s = ari_session_state(session);
    ari_choice chosen;
    const ari_record record = record_of(session);
    ari_player_recall(player, &record);
    ari_status status = ari_player_choose(player, &s, limits, &chosen, error);
    ari_player_recall(player, NULL);
    if (status == ARI_OK)
        status = ari_session_play(session, chosen.move, error);
    if (status == ARI_OK && choice)
        *choice = chosen;
    return status;
}

/* ---- history ---- */

int ari_session_ply(const ari_session *session)
{
    return session->ply;
}

int ari_session_length(const ari_session *session)
{
    return session->length;
}

ari_move ari_session_move_at(const ari_session *session, int index)
{
    return session->moves[index];
}

ari_status ari_session_undo(ari_session *session, ari_error *error)
{
    if (session->ply == 0)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET, "there is no move to undo");
    return ari_session_jump(session, session->ply - 1, error);
}

ari_status ari_session_redo(ari_session *session, ari_error *error)
{
    if (session->ply == session->length)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET, "no move was undone");
    return ari_session_jump(session, session->ply + 1, error);
}

ari_status ari_session_jump(ari_session *session, int ply, ari_error *error)
{
    if (ply < 0 || ply > session->length)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "there is no position %d, only 0 to %d", ply, session->length);
    session->ply = ply;
    return ARI_OK;
}

ari_status ari_session_record(const ari_session *session, ari_record *record,
                              ari_error *error)
{
    *record = ARI_RECORD_EMPTY;
    record->start = record->end = ari_session_state_at(session, 0);
    ari_status status = ARI_OK;
    for (int i = 0; i < session->ply && status == ARI_OK; i++)
        status = ari_record_add(session->variant, record, session->moves[i], error);
    if (status != ARI_OK)
        ari_record_free(record);
    return status;
}
