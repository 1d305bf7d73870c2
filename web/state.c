/* state.c: /api/state: a game after its moves, with a board that a page can draw without
 * knowing the game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/report.h>

#include "web/web.h"

web_step web_state;

/* ---- the board ---- */

static const char *const kinds[] = {
    [ARI_CELL_NONE] = "none", [ARI_CELL_SQUARE] = "square", [ARI_CELL_TOKEN] = "token",
    [ARI_CELL_DOT] = "dot",   [ARI_CELL_EDGE_H] = "edge-h", [ARI_CELL_EDGE_V] = "edge-v",
    [ARI_CELL_BOX] = "box",   [ARI_CELL_LABEL] = "label"};
static const char *const owners[] = {[ARI_NOBODY] = NULL,
                                     [ARI_OWNER_FIRST] = "first",
                                     [ARI_OWNER_SECOND] = "second",
                                     [ARI_OWNER_BOTH] = "both"};

/* 1, 2, 3 ... or a, b, c ... as long as there are letters, like the command's boards. */
static void label(char *out, size_t size, int number, bool letters)
{
    if (letters && number < 26)
        snprintf(out, size, "%c", 'a' + number);
    else
        snprintf(out, size, "%d", number + 1);
}

static void add_labels(ari_json *json, const ari_board *board)
{
    char text[16];
    if (board->column_labels) {
        ari_json_array(json, "columns");
        for (int x = 0; x < board->width; x++) {
            label(text, sizeof text, x, board->letters);
            ari_json_string(json, NULL, text);
        }
        ari_json_array_end(json);
    }
    if (board->row_labels) {
        ari_json_array(json, "rows");
        for (int y = 0; y < board->height; y++) {
            label(text, sizeof text, board->height - 1 - y, false);
            ari_json_string(json, NULL, text);
        }
        ari_json_array_end(json);
    }
}

static void add_cell(ari_json *json, const ari_variant *v, const ari_state *s,
                     const ari_board *board, int index)
{
    const ari_cell *cell = &board->cells[index];
    if (cell->kind == ARI_CELL_NONE)
        return;
    ari_json_object(json, NULL);
    ari_json_number(json, "x", index % board->width);
    ari_json_number(json, "y", index / board->width);
    ari_json_string(json, "kind", kinds[cell->kind]);
    if (owners[cell->owner])
        ari_json_string(json, "owner", owners[cell->owner]);
    if (cell->text[0])
        ari_json_string(json, "text", cell->text);
    if (cell->line)
        ari_json_bool(json, "line", true);
    if (cell->move != ARI_NO_MOVE)
        ari_report_move(json, "move", v, s, cell->move);
    ari_json_object_end(json);
}

static void add_board(ari_json *json, const char *key, const ari_variant *v,
                      const ari_state *s, const ari_board *board)
{
    ari_json_object(json, key);
    ari_json_number(json, "width", board->width);
    ari_json_number(json, "height", board->height);
    ari_json_string(json, "pieces",
                    board->pieces == ARI_PIECES_DISCS ? "discs" : "marks");
    ari_json_string(json, "caption", board->caption);
    add_labels(json, board);
    ari_json_array(json, "cells");
    for (int i = 0; i < board->width * board->height; i++)
        add_cell(json, v, s, board, i);
    ari_json_array_end(json);
    ari_json_object_end(json);
}

static ari_board board_of(const ari_variant *v, const ari_state *s)
{
    ari_board board = {.width = 0};
    v->core->board(v->rules, s, &board);
    if (ari_outcome(v, s) != ARI_ON)
        for (int i = 0; i < board.width * board.height; i++)
            board.cells[i].move = ARI_NO_MOVE;
    return board;
}

void web_board(ari_json *json, const char *key, const ari_variant *v, const ari_state *s)
{
    ari_board board = board_of(v, s);
    add_board(json, key, v, s, &board);
}

/* ---- the state ---- */

static void add_place(ari_json *json, const char *key, const ari_board *board, int index)
{
    ari_json_array(json, key);
    ari_json_number(json, NULL, index % board->width);
    ari_json_number(json, NULL, index / board->width);
    ari_json_array_end(json);
}

static void add_moves(ari_json *json, const ari_variant *v, const ari_state *s,
                      const ari_board *board)
{
    ari_move list[ARI_MOVES_MAX];
    int count = ari_outcome(v, s) == ARI_ON ? ari_moves(v, s, list) : 0;
    int cells = board->width * board->height;
    ari_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        ari_json_object(json, NULL);
        ari_report_move(json, "move", v, s, list[i]);
        ari_json_array(json, "cells");
        for (int c = 0; c < cells; c++)
            if (board->cells[c].move == list[i])
                add_place(json, NULL, board, c);
        ari_json_array_end(json);
        for (int c = 0; c < board->carry_count; c++)
            if (board->carries[c].move == list[i]) {
                add_place(json, "from", board, board->carries[c].from);
                add_place(json, "to", board, board->carries[c].to);
                break; /* a move that can be made in two ways is told one */
            }
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
}

/* The cells that the last move changed: what they are, whose, or what stands in them. */
static void add_changed(ari_json *json, const web_task *task, const ari_board *board)
{
    const ari_record *record = &task->record;
    ari_json_array(json, "changed");
    if (record->count > 0) {
        ari_state before = record->start;
        for (int i = 0; i + 1 < record->count; i++)
            before = ari_after(task->v, &before, record->moves[i]);
        ari_board old = board_of(task->v, &before);
        bool same_size = old.width == board->width && old.height == board->height;
        for (int i = 0; same_size && i < board->width * board->height; i++) {
            const ari_cell *a = &old.cells[i], *b = &board->cells[i];
            if (a->kind != b->kind || a->owner != b->owner)
                add_place(json, NULL, board, i);
        }
    }
    ari_json_array_end(json);
}

static void add_result(ari_json *json, const ari_variant *v, const ari_state *s)
{
    int outcome = ari_outcome(v, s);
    if (outcome == ARI_ON)
        return;
    bool mover_won = outcome > 0;
    ari_side winner = (ari_turn(v, s) == ARI_FIRST) == mover_won ? ARI_FIRST : ARI_SECOND;
    ari_json_string(json, "winner", outcome == 0 ? "none" : ari_side_name(winner));
    if (ari_has(v, ARI_HAS_PAYOFFS))
        ari_json_number(json, "margin", abs(outcome));
}

void web_state(web_task *task)
{
    if (!web_game(task))
        return;
    const ari_variant *v = task->v;
    const ari_record *record = &task->record;
    ari_board board = board_of(v, &record->end);
    ari_text text = ARI_TEXT_EMPTY;
    ari_state_format(v, &record->end, &text);
    ari_json json = web_begin(task);
    ari_report_position(&json, v, record);
    ari_json_string(&json, "title", v->game->title);
    ari_report_start(&json, v, record);
    ari_json_string(&json, "board_text", ari_text_get(&text));
    ari_report_line(&json, "played", v, &record->start, record->moves, record->count);
    add_result(&json, v, &record->end);
    add_board(&json, "board", v, &record->end, &board);
    add_moves(&json, v, &record->end, &board);
    add_changed(&json, task, &board);
    web_end(task, &json);
    ari_text_free(&text);
}
