/* state.c: /api/state: a game after its moves, with a board that a page can draw without
 * knowing the game; /api/states: the same after each of them; and /api/eval. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/report.h>

#include "web/web.h"

/* Of the states that are sent at once, in sixteenths of a question's memory. */
#define STATES_PART 2
#define STATES_SECONDS 5.0
/* The most cells that are looked at to tell what moves would change, and the most changes that are told. */
#define PREVIEWED (400 * ARI_BOARD_CELLS)
#define CHANGES_MOST 4096

web_step web_state, web_states, web_eval;

/* ---- the board ---- */

static const char *const kinds[] = {
    [ARI_CELL_NONE] = "none",       [ARI_CELL_SQUARE] = "square",
    [ARI_CELL_TOKEN] = "token",     [ARI_CELL_DOT] = "dot",
    [ARI_CELL_EDGE_H] = "edge-h",   [ARI_CELL_EDGE_V] = "edge-v",
    [ARI_CELL_BOX] = "box",         [ARI_CELL_LABEL] = "label",
    [ARI_CELL_HEXAGON] = "hexagon", [ARI_CELL_POINT] = "point",
    [ARI_CELL_PIT] = "pit",         [ARI_CELL_STORE] = "store",
    [ARI_CELL_HAND] = "hand"};
static const char *const owners[] = {[ARI_NOBODY] = NULL,
                                     [ARI_OWNER_FIRST] = "first",
                                     [ARI_OWNER_SECOND] = "second",
                                     [ARI_OWNER_BOTH] = "both"};

static const char *const styles[] = {[ARI_PIECES_MARKS] = "marks",
                                     [ARI_PIECES_DISCS] = "discs",
                                     [ARI_PIECES_STONES] = "stones"};

static void add_labels(ari_json *json, const ari_board *board)
{
    char text[ARI_NAME_MAX];
    if (board->column_labels) {
        ari_json_array(json, "columns");
        for (int x = 0; x < board->width; x++) {
            ari_board_column_name(board, x, text);
            ari_json_string(json, NULL, text);
        }
        ari_json_array_end(json);
    }
    if (board->row_labels) {
        ari_json_array(json, "rows");
        for (int y = 0; y < board->height; y++) {
            ari_board_row_name(board, y, text);
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
    if (owners[cell->goal])
        ari_json_string(json, "goal", owners[cell->goal]);
    if (cell->count)
        ari_json_number(json, "count", cell->count);
    if (cell->line)
        ari_json_bool(json, "line", true);
    if (cell->move != ARI_NO_MOVE)
        ari_report_move(json, "move", v, s, cell->move);
    ari_json_object_end(json);
}

static void add_place(ari_json *json, const char *key, const ari_board *board, int index)
{
    ari_json_pair(json, key, index % board->width, index / board->width);
}

/* The lines between places, each as two of them. */
static void add_links(ari_json *json, const ari_board *board)
{
    ari_json_array(json, "links");
    for (int i = 0; i < board->link_count; i++) {
        ari_json_array(json, NULL);
        add_place(json, NULL, board, board->links[i].from);
        add_place(json, NULL, board, board->links[i].to);
        ari_json_array_end(json);
    }
    ari_json_array_end(json);
}

static void add_board(ari_json *json, const char *key, const ari_variant *v,
                      const ari_state *s, const ari_board *board)
{
    ari_json_object(json, key);
    ari_json_number(json, "width", board->width);
    ari_json_number(json, "height", board->height);
    ari_json_string(json, "pieces", styles[board->pieces]);
    if (board->slant)
        ari_json_number(json, "slant", board->slant);
    ari_json_string(json, "caption", board->caption);
    add_labels(json, board);
    ari_json_array(json, "cells");
    for (int i = 0; i < board->width * board->height; i++)
        add_cell(json, v, s, board, i);
    ari_json_array_end(json);
    if (board->link_count > 0)
        add_links(json, board);
    ari_json_object_end(json);
}

/* A board has room for many cells, and most have few: only what comes before them is emptied. */
static void set_board(ari_board *board, const ari_variant *v, const ari_state *s)
{
    memset(board, 0, offsetof(ari_board, cells));
    v->core->board(v->rules, s, board);
    if (ari_outcome(v, s) != ARI_ON)
        for (int i = 0; i < board->width * board->height; i++)
            board->cells[i].move = ARI_NO_MOVE;
}

void web_board(ari_json *json, const char *key, const ari_variant *v, const ari_state *s)
{
    ari_board board;
    set_board(&board, v, s);
    add_board(json, key, v, s, &board);
}

/* ---- the state ---- */

/* The place of a cell on another board, which may be smaller; NULL: it is not there. */
static const ari_cell *same_place(const ari_board *on, const ari_board *board, int index)
{
    int x = index % board->width, y = index / board->width;
    return x < on->width && y < on->height ? &on->cells[y * on->width + x] : NULL;
}

static bool is_place(const ari_cell *cell)
{
    return cell->kind == ARI_CELL_SQUARE || cell->kind >= ARI_CELL_HEXAGON;
}

static bool same_piece(const ari_cell *a, const ari_cell *b)
{
    return a->owner == b->owner && a->count == b->count &&
           strncmp(a->text, b->text, sizeof a->text) == 0;
}

/* Would a move take what lies in the cell, change the piece that stands there, or put something else in its place? */
static bool is_changed(const ari_cell *cell, const ari_cell *then)
{
    if (cell->kind == ARI_CELL_TOKEN)
        return !then || then->kind != ARI_CELL_TOKEN;
    return is_place(cell) && then &&
           (then->kind == ARI_CELL_TOKEN || (is_place(then) && !same_piece(cell, then)));
}

/* Is that change what a click there lets one expect: a piece of the mover's, or a token gone? */
static bool is_plain(const ari_cell *cell, const ari_cell *then, ari_owner mover)
{
    return cell->kind == ARI_CELL_TOKEN ||
           (cell->owner == ARI_NOBODY && then->owner == mover && !then->count);
}

/* Many moves change a place alike: what will be there is told once, and moves name it by its number. The changes of a
 * place are a chain. */
typedef struct change {
    uint16_t place, next; /* the number of another one there, from 1; 0: there is none */
    ari_cell then;
} change;

typedef struct changes {
    int count;
    uint16_t first[ARI_BOARD_CELLS]; /* of each place, from 1 */
    change list[CHANGES_MOST];
} changes;

/* What is told of a place after a move; NULL: it is not there any more. */
static ari_cell piece_of(const ari_cell *then)
{
    ari_cell piece = {.kind = ARI_CELL_NONE};
    if (!then)
        return piece;
    if (then->kind == ARI_CELL_TOKEN)
        piece.kind = ARI_CELL_TOKEN;
    piece.owner = then->owner;
    piece.count = then->count;
    if (then->kind != ARI_CELL_LABEL)
        memcpy(piece.text, then->text, sizeof piece.text);
    return piece;
}

/* The number of a change, from 0; -1: there is no room for another. */
static int change_number(changes *all, int place, const ari_cell *after)
{
    ari_cell then = piece_of(after);
    for (int k = all->first[place]; k > 0; k = all->list[k - 1].next)
        if (all->list[k - 1].then.kind == then.kind &&
            same_piece(&all->list[k - 1].then, &then))
            return k - 1;
    if (all->count == CHANGES_MOST)
        return -1;
    all->list[all->count] = (change){(uint16_t)place, all->first[place], then};
    all->first[place] = (uint16_t)++all->count;
    return all->count - 1;
}

/* All of them, by their numbers. */
static void add_changes(ari_json *json, const changes *all, const ari_board *board)
{
    ari_json_array(json, "changes");
    for (int k = 0; k < all->count; k++) {
        const ari_cell *then = &all->list[k].then;
        ari_json_object(json, NULL);
        add_place(json, "at", board, all->list[k].place);
        if (then->kind == ARI_CELL_TOKEN)
            ari_json_string(json, "kind", kinds[then->kind]);
        if (owners[then->owner])
            ari_json_string(json, "owner", owners[then->owner]);
        if (then->count)
            ari_json_number(json, "count", then->count);
        if (then->text[0])
            ari_json_string(json, "text", then->text);
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
}

/* "changes": what a move does to the pieces, unless that is what its one click is on. */
static void add_move_changes(ari_json *json, changes *all, const ari_board *board,
                             const ari_board *after, ari_move move, ari_owner mover)
{
    int cells = board->width * board->height;
    bool other = false;
    for (int i = 0; i < cells; i++) {
        const ari_cell *cell = &board->cells[i], *then = same_place(after, board, i);
        bool changed = is_changed(cell, then);
        other |= changed != (cell->move == move);
        other |= changed && !is_plain(cell, then, mover);
    }
    if (!other)
        return;
    ari_json_array(json, "changes");
    for (int i = 0; i < cells; i++) {
        const ari_cell *then = same_place(after, board, i);
        int number =
            is_changed(&board->cells[i], then) ? change_number(all, i, then) : -1;
        if (number >= 0)
            ari_json_number(json, NULL, number);
    }
    ari_json_array_end(json);
}

/* Where one clicks for a move: "cells", any of which will do, or "clicks", one after the other. */
static void add_clicks(ari_json *json, const ari_variant *v, const ari_state *s,
                       const ari_board *board, ari_move move)
{
    uint16_t places[ARI_CLICKS_MAX];
    int clicks = v->core->clicks ? ari_move_clicks(v, s, board, move, places) : 0;
    ari_json_array(json, "cells");
    for (int c = 0; c < board->width * board->height; c++)
        if (clicks == 1 ? places[0] == c : board->cells[c].move == move)
            add_place(json, NULL, board, c);
    ari_json_array_end(json);
    if (clicks < 2)
        return;
    ari_json_array(json, "clicks");
    for (int i = 0; i < clicks; i++)
        add_place(json, NULL, board, places[i]);
    ari_json_array_end(json);
}

static void add_moves(ari_json *json, const ari_variant *v, const ari_record *record,
                      const ari_board *board)
{
    const ari_state *s = &record->end;
    ari_move list[ARI_MOVES_MAX];
    int count = ari_record_over(v, record) ? 0 : ari_moves(v, s, list);
    ari_owner mover = ari_turn(v, s) == ARI_FIRST ? ARI_OWNER_FIRST : ARI_OWNER_SECOND;
    bool told = count * board->width * board->height <= PREVIEWED;
    ari_board after;
    changes all;
    all.count = 0;
    memset(all.first, 0, sizeof all.first);
    ari_move pass = count == 1 ? ari_forced_pass(v, s) : ARI_NO_MOVE;
    if (pass != ARI_NO_MOVE)
        ari_report_move(json, "pass", v, s, pass);
    ari_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        ari_json_object(json, NULL);
        ari_report_move(json, "move", v, s, list[i]);
        add_clicks(json, v, s, board, list[i]);
        if (told) {
            ari_state next = ari_after(v, s, list[i]);
            set_board(&after, v, &next);
            add_move_changes(json, &all, board, &after, list[i], mover);
        }
        ari_json_object_end(json);
    }
    ari_json_array_end(json);
    if (all.count > 0)
        add_changes(json, &all, board);
}

static bool has_changed(const ari_board *old, const ari_board *board, int index)
{
    const ari_cell *a = &old->cells[index], *b = &board->cells[index];
    return a->kind != b->kind || a->owner != b->owner ||
           (is_place(b) && !same_piece(a, b));
}

/* "changed", the cells that the last move changed: what they are, whose, or what stands in them; "clicked", those of
 * them that were clicked for it. Who passes changes nothing: then it is the move before. */
static void add_changed(ari_json *json, const ari_variant *v, const ari_record *record,
                        const ari_board *board)
{
    ari_board old = {0};
    ari_state before;
    ari_move move = ari_record_last(v, record, &before);
    if (move != ARI_NO_MOVE)
        set_board(&old, v, &before);
    bool known =
        move != ARI_NO_MOVE && old.width == board->width && old.height == board->height;
    int cells = known ? board->width * board->height : 0;
    ari_json_array(json, "changed");
    for (int i = 0; i < cells; i++)
        if (has_changed(&old, board, i))
            add_place(json, NULL, board, i);
    ari_json_array_end(json);
    ari_json_array(json, "clicked");
    for (int i = 0; i < cells; i++)
        if (has_changed(&old, board, i) && old.cells[i].move == move)
            add_place(json, NULL, board, i);
    ari_json_array_end(json);
}

static void add_result(ari_json *json, const ari_variant *v, const ari_record *record)
{
    const ari_state *s = &record->end;
    int outcome = ari_outcome(v, s);
    if (outcome == ARI_ON && ari_record_repeats(v, record)) {
        ari_json_string(json, "winner", "none");
        ari_json_bool(json, "repetition", true);
    }
    if (outcome == ARI_ON)
        return;
    bool mover_won = outcome > 0;
    ari_side winner = (ari_turn(v, s) == ARI_FIRST) == mover_won ? ARI_FIRST : ARI_SECOND;
    ari_json_string(json, "winner", outcome == 0 ? "none" : ari_side_name(winner));
    if (ari_has_margins(v))
        ari_json_number(json, "margin", abs(outcome));
}

/* What is on the board and can be done there. */
static void add_view(ari_json *json, const ari_variant *v, const ari_record *record)
{
    ari_board board;
    ari_report_state(json, "board_text", v, &record->end);
    add_result(json, v, record);
    set_board(&board, v, &record->end);
    add_board(json, "board", v, &record->end, &board);
    add_moves(json, v, record, &board);
    add_changed(json, v, record, &board);
}

/* What all positions of a game have in common. */
static void add_game(ari_json *json, const web_task *task)
{
    ari_json_string(json, "title", task->v->game->title);
    ari_json_bool(json, "solvable", web_solvable(&task->site->options, task->v));
    ari_report_start(json, task->v, &task->record);
    ari_report_played(json, "played", &task->record);
}

void web_state_members(web_task *task, ari_json *json)
{
    ari_report_position(json, task->v, &task->record);
    add_game(json, task);
    add_view(json, task->v, &task->record);
}

void web_state(web_task *task)
{
    if (!web_game(task))
        return;
    ari_json json = web_begin(task);
    web_state_members(task, &json);
    web_end(task, &json);
}

/* ---- all of them ---- */

typedef struct along {
    int64_t from;
    size_t most; /* bytes, after which no state begins */
    ari_json json;
} along;

static void add_state(web_task *task, along *a)
{
    const ari_variant *v = task->v;
    const ari_record *record = &task->record;
    if (record->count < a->from || a->json.out->size > a->most)
        return;
    ari_json_object(&a->json, NULL);
    ari_json_string(&a->json, "turn", ari_side_name(ari_turn(v, &record->end)));
    ari_json_string(&a->json, "status", ari_record_over(v, record) ? "over" : "on");
    add_view(&a->json, v, record);
    ari_json_object_end(&a->json);
}

/* The states of a position that was given as moves. */
static bool add_given(web_task *task, along *a)
{
    ari_record given = task->record;
    ari_error error;
    ari_status status = ARI_OK;
    task->record = ARI_RECORD_EMPTY;
    task->record.start = task->record.end = given.start;
    add_state(task, a);
    for (int i = 0; i < given.count && status == ARI_OK; i++) {
        status = ari_record_add(task->v, &task->record, given.moves[i], &error);
        if (status == ARI_OK)
            add_state(task, a);
    }
    ari_record_free(&given);
    return web_ok(task, status, NULL, &error);
}

/* Each state is written when the move that leads to it has been read. */
static void states(web_task *task)
{
    along *a = task->state;
    a->json = web_begin(task);
    ari_json_string(&a->json, "game", task->v->name);
    ari_json_number(&a->json, "from", a->from);
    ari_json_array(&a->json, "states");
    bool more = add_given(task, a), right = more;
    for (size_t at = 0; right && more;) {
        right = web_play_on(task, &at, &more);
        if (right && more)
            add_state(task, a);
    }
    if (!right)
        return;
    ari_json_array_end(&a->json);
    add_game(&a->json, task);
    web_end(task, &a->json);
}

void web_states(web_task *task)
{
    along *a = web_work(task, WEB_QUICK, states, sizeof *a);
    if (!a || !web_number(task, "from", 0, 0, WEB_MOVES_MOST, &a->from) ||
        !web_position(task))
        return;
    a->most = web_part(task, STATES_PART);
    task->seconds = STATES_SECONDS;
}

/* ---- what an evaluation says of it, and its lines ---- */

void web_eval(web_task *task)
{
    ari_eval eval;
    ari_error error;
    uint64_t seed;
    if (!web_game(task) || !web_unsigned(task, "seed", 1, &seed))
        return;
    if (!web_ok(
            task,
            ari_eval_parse(task->v, web_text(task, "eval", NULL), seed, &eval, &error),
            "eval", &error))
        return;
    ari_json json = web_begin(task);
    ari_report_position(&json, task->v, &task->record);
    if (ari_outcome(task->v, &task->record.end) == ARI_ON)
        ari_report_evaluation(&json, task->v, &task->record.end, &eval);
    ari_report_lines(&json, task->v, &task->record.end);
    web_end(task, &json);
}
