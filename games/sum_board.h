/* sum_board.h: the board of a sum, one game below the other with an empty row between, and the clicks on it: of sum.c,
 * which includes it behind its rules. */
#ifndef GAMES_SUM_BOARD_H
#define GAMES_SUM_BOARD_H

#include "sum_games.h"

/* Where each game is shown: its first cell, and how wide it is; 0: it is not. */
typedef struct sum_places {
    int from[SUM_PARTS], width[SUM_PARTS];
} sum_places;

/* Names of rows stand left of a game, and names of columns below it. */
static void sum_name_cell(ari_cell *cell, const char *name)
{
    if (name[0])
        *cell = (ari_cell){.kind = ARI_CELL_LABEL, .move = ARI_NO_MOVE};
    snprintf(cell->text, sizeof cell->text, "%.5s", name);
}

static void sum_copy_board(ari_board *to, const ari_board *one, int row)
{
    for (int y = 0; y < one->height; y++) {
        char name[ARI_NAME_MAX];
        ari_board_row_name(one, y, name);
        sum_name_cell(ari_board_at(to, 0, row + y), name);
        for (int x = 0; x < one->width; x++) {
            ari_cell *cell = ari_board_at(to, x + 1, row + y);
            *cell = one->cells[y * one->width + x];
        }
    }
    for (int x = 0; x < one->width && one->column_labels; x++) {
        char name[ARI_NAME_MAX];
        ari_board_column_name(one, x, name);
        sum_name_cell(ari_board_at(to, x + 1, row + one->height), name);
    }
    for (int i = 0; i < one->link_count; i++)
        ari_board_link(to, 1 + one->links[i].from % one->width,
                       row + one->links[i].from / one->width,
                       1 + one->links[i].to % one->width,
                       row + one->links[i].to / one->width);
    if (one->pieces > to->pieces)
        to->pieces = one->pieces;
}

/* A row of names, or an empty one, below each. */
static int sum_rows(const ari_board *one)
{
    return one->height + 1 + one->column_labels;
}

/* What the game's own clicks play is a move of the sum. */
static void sum_name_moves(const sum_rules *r, const sum_state *s, int i, ari_board *one)
{
    ari_state seen;
    ari_move list[SUM_MOVES];
    int moves = sum_list(r, s, i, &seen, list);
    for (int k = 0; k < one->width * one->height; k++) {
        ari_move inner = one->cells[k].move;
        one->cells[k].move = ARI_NO_MOVE;
        for (int m = 0; m < moves && inner != ARI_NO_MOVE; m++)
            if (list[m] == inner)
                one->cells[k].move = (ari_move)(i * SUM_IN_PART + m);
    }
}

/* How large the board is, and where each game lies on it. One that has no place any more is left out. */
static void sum_lay_out(const sum_rules *r, const sum_state *s, ari_board *one,
                        ari_board *board, sum_places *places)
{
    int width = 1, height = 0, rows[SUM_PARTS] = {0};
    *places = (sum_places){.from = {0}};
    for (int i = 0; i < r->count; i++) {
        const sum_part *part = &r->part[i];
        if (!sum_has(s, i))
            continue;
        part->core->board(part->rules, s->bytes + part->from, one);
        int wider = one->width + 1 > width ? one->width + 1 : width;
        if (wider * (height + sum_rows(one)) > ARI_BOARD_CELLS)
            continue;
        width = wider;
        rows[i] = height;
        places->width[i] = one->width;
        height += sum_rows(one);
    }
    *board = (ari_board){.width = 0};
    ari_board_size(board, width, height > 1 ? height - 1 : 1);
    for (int i = 0; i < r->count; i++)
        if (places->width[i])
            places->from[i] = rows[i] * width + 1;
}

static void sum_board(const sum_rules *r, const sum_state *s, ari_board *board)
{
    ari_board one;
    sum_places places;
    memset(&one, 0, offsetof(ari_board, cells));
    sum_lay_out(r, s, &one, board, &places);
    size_t used = 0, most = sizeof board->caption / 2;
    for (int i = 0; i < r->count; i++) {
        if (places.width[i]) {
            ari_state seen;
            sum_see(r, s, i, s->turn, &seen);
            memset(&one, 0, offsetof(ari_board, cells));
            r->part[i].core->board(r->part[i].rules, &seen, &one);
            sum_name_moves(r, s, i, &one);
            sum_copy_board(board, &one, places.from[i] / board->width);
        }
        if (used < most)
            used += (size_t)snprintf(board->caption + used, most + 20 - used, "%s%s%s",
                                     i ? ", " : "", r->part[i].name,
                                     places.width[i] ? "" : " (not shown)");
    }
    used = strlen(board->caption);
    snprintf(board->caption + used, sizeof board->caption - used, ": the last move %s",
             r->last_move == ARI_WON ? "wins" : "loses");
}

/* Where a game is shown, its own parts are, by their numbers behind those of the games before it. */
static void sum_component_places(const sum_rules *r, const sum_state *s,
                                 const ari_board *board, uint8_t *part)
{
    ari_board one, whole;
    sum_places places;
    sum_state made[ARI_COMPONENTS_MAX];
    uint8_t inner[ARI_BOARD_CELLS];
    int before = 0, count;
    memset(&one, 0, offsetof(ari_board, cells));
    sum_lay_out(r, s, &one, &whole, &places);
    for (int i = 0; i < r->count; i++, before += count) {
        const ari_core *core = r->part[i].core;
        ari_state seen;
        count = 0;
        if (!sum_has(s, i))
            continue;
        int room = ARI_COMPONENTS_MAX - before - (r->count - 1 - i);
        count = sum_components_of(r, s, i, s->turn ? ARI_SECOND : ARI_FIRST, room, made);
        if (!places.width[i] || !core->component_places)
            continue;
        sum_see(r, s, i, s->turn, &seen);
        memset(&one, 0, offsetof(ari_board, cells));
        core->board(r->part[i].rules, &seen, &one);
        memset(inner, 0, sizeof inner);
        core->component_places(r->part[i].rules, &seen, &one, inner);
        for (int k = 0; k < one.width * one.height; k++)
            if (inner[k])
                part[places.from[i] + k / one.width * board->width + k % one.width] =
                    (uint8_t)(before + (inner[k] < count ? inner[k] : count));
    }
}

static int sum_clicks(const sum_rules *r, const sum_state *s, ari_move m,
                      uint16_t *clicks)
{
    ari_state seen;
    ari_move inner;
    int i = sum_read(r, s, m, &seen, &inner);
    const sum_part *part = &r->part[i];
    if (!part->core->clicks)
        return 0; /* a cell plays it */
    ari_board one, board;
    sum_places places;
    memset(&one, 0, offsetof(ari_board, cells));
    sum_lay_out(r, s, &one, &board, &places);
    int width = places.width[i];
    int count = width ? part->core->clicks(part->rules, &seen, inner, clicks) : 0;
    for (int k = 0; k < count; k++)
        clicks[k] = (uint16_t)(places.from[i] + clicks[k] / width * board.width +
                               clicks[k] % width);
    return count;
}

#endif
