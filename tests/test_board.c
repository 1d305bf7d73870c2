/* test_board.c: boards that many games share, their drawing, and moves as people type them. */
#include <stdio.h>
#include <stdlib.h>

#include <ariadne/drawing.h>
#include <ariadne/variant.h>

#include "positions.h"

static const char morris[] = "o-----o-----o\n"
                             "|     |     |\n"
                             "| o---o---o |\n"
                             "| |       | |\n"
                             "o-o       o-o\n"
                             "| |       | |\n"
                             "| o---o---o |\n"
                             "|     |     |\n"
                             "o-----o-----o\n";

static ari_board *new_board(void)
{
    ari_board *board = calloc(1, sizeof *board);
    assert_non_null(board);
    return board;
}

static bool linked(const ari_board *board, int x, int y, int to_x, int to_y)
{
    int from = y * board->width + x, to = to_y * board->width + to_x;
    for (int i = 0; i < board->link_count; i++)
        if ((board->links[i].from == from && board->links[i].to == to) ||
            (board->links[i].from == to && board->links[i].to == from))
            return true;
    return false;
}

/* Six men's morris: two squares, joined in the middle of their sides: 16 points, 20 lines. */
static void graph_from_a_drawing(void **state)
{
    (void)state;
    ari_board *board = new_board();
    ari_board_graph(board, morris);
    assert_int_equal(board->width, 5);
    assert_int_equal(board->height, 5);
    int points = 0;
    for (int i = 0; i < 25; i++)
        points += board->cells[i].kind == ARI_CELL_POINT;
    assert_int_equal(points, 16);
    assert_int_equal(board->link_count, 20);
    assert_true(linked(board, 0, 0, 2, 0));
    assert_true(linked(board, 2, 0, 2, 1));
    assert_true(linked(board, 0, 0, 0, 2));
    assert_true(linked(board, 0, 2, 1, 2));
    assert_false(linked(board, 1, 2, 3, 2));
    assert_false(linked(board, 0, 0, 1, 1));
    assert_ptr_equal(ari_board_point(board, 0), &board->cells[0]);
    assert_ptr_equal(ari_board_point(board, 3), ari_board_at(board, 1, 1));
    assert_ptr_equal(ari_board_point(board, 15), &board->cells[24]);
    assert_null(ari_board_point(board, 16));
    free(board);
}

static void slanting_lines(void **state)
{
    (void)state;
    ari_board *board = new_board();
    ari_board_graph(board, "  o-o\n / \\|\no-o-o\n");
    assert_int_equal(board->width, 3);
    assert_int_equal(board->height, 2);
    assert_int_equal(board->link_count, 6);
    assert_true(linked(board, 1, 0, 0, 1));
    assert_true(linked(board, 2, 0, 2, 1));
    assert_true(linked(board, 1, 0, 2, 1));
    assert_false(linked(board, 1, 0, 1, 1));
    free(board);
}

static void pits_and_hexagons(void **state)
{
    (void)state;
    ari_board *board = new_board();
    ari_board_pits(board, 6);
    assert_int_equal(board->width, 8);
    assert_int_equal(ari_board_at(board, 7, 0)->kind, ARI_CELL_STORE);
    assert_int_equal(ari_board_at(board, 7, 0)->owner, ARI_OWNER_FIRST);
    assert_int_equal(ari_board_at(board, 1, 0)->owner, ARI_OWNER_SECOND);
    assert_int_equal(ari_board_at(board, 0, 1)->kind, ARI_CELL_NONE);
    ari_board_hexagons(board, 4, 3);
    assert_int_equal(ari_board_at(board, 0, 0)->goal, ARI_OWNER_BOTH);
    assert_int_equal(ari_board_at(board, 1, 0)->goal, ARI_OWNER_FIRST);
    assert_int_equal(ari_board_at(board, 3, 1)->goal, ARI_OWNER_SECOND);
    assert_int_equal(ari_board_at(board, 1, 1)->goal, ARI_NOBODY);
    free(board);
}

/* How often a text occurs in another. */
static int times(const char *text, const char *what)
{
    int count = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        count++;
    return count;
}

static void drawn(ari_board *board, ari_text *svg)
{
    ari_drawing drawing = {.cell = 20, .labels = true, .caption = true};
    ari_text_clear(svg);
    ari_drawing_svg(board, &drawing, 0, 0, svg);
    assert_true(ari_text_ok(svg));
}

static void every_shape_is_drawn(void **state)
{
    (void)state;
    ari_board *board = new_board();
    ari_text svg = ARI_TEXT_EMPTY;
    ari_board_hexagons(board, 3, 3);
    board->pieces = ARI_PIECES_STONES;
    ari_board_at(board, 1, 1)->owner = ARI_OWNER_SECOND;
    drawn(board, &svg);
    /* tiles, and a stone with its hole; not the z of "size" */
    assert_int_equal(times(ari_text_get(&svg), "z") - times(ari_text_get(&svg), "size"),
                     9 + 2);
    assert_int_equal(times(ari_text_get(&svg), "ari-side-first"), 1);
    assert_int_equal(times(ari_text_get(&svg), "ari-side-second"), 1);
    assert_int_equal(times(ari_text_get(&svg), "ari-disc-second"), 1);
    assert_int_equal(times(ari_text_get(&svg), "ari-goal"), 0);

    memset(board, 0, sizeof *board);
    ari_board_graph(board, morris);
    ari_board_point(board, 2)->owner = ARI_OWNER_FIRST;
    drawn(board, &svg);
    assert_int_equal(times(ari_text_get(&svg), "ari-link"), 1);
    assert_int_equal(times(ari_text_get(&svg), "ari-cross"), 1);
    assert_int_equal(times(ari_text_get(&svg), "ari-dot"), 1);

    memset(board, 0, sizeof *board);
    ari_board_pits(board, 2);
    strcpy(ari_board_at(board, 1, 1)->text, "14");
    strcpy(ari_board_at(board, 3, 0)->text, "27");
    drawn(board, &svg);
    assert_int_equal(times(ari_text_get(&svg), ">14<"), 1);
    assert_int_equal(times(ari_text_get(&svg), ">27<"), 1);

    memset(board, 0, sizeof *board);
    ari_board_grid(board, 2, 1, ARI_CELL_HAND);
    ari_cell *hand = ari_board_at(board, 0, 0);
    hand->owner = ARI_OWNER_SECOND;
    hand->count = 2;
    strcpy(hand->text, "C");
    drawn(board, &svg);
    assert_int_equal(times(ari_text_get(&svg), "<text class=\"ari-sign-second\""), 1);
    assert_int_equal(times(ari_text_get(&svg), ">2<"), 1);

    /* What stands in the way is a block, a stick is a stick; a column that nothing is left of
     * has no name. */
    memset(board, 0, sizeof *board);
    ari_board_size(board, 3, 1);
    board->column_labels = true;
    ari_board_at(board, 0, 0)->kind = ari_board_at(board, 1, 0)->kind = ARI_CELL_TOKEN;
    strcpy(ari_board_at(board, 0, 0)->text, "#");
    strcpy(ari_board_at(board, 1, 0)->text, "|");
    drawn(board, &svg);
    assert_int_equal(times(ari_text_get(&svg), "\"ari-block\""), 1);
    assert_int_equal(times(ari_text_get(&svg), "\"ari-stick\""), 1);
    assert_int_equal(times(ari_text_get(&svg), "\"ari-label\""), 2);
    assert_int_equal(times(ari_text_get(&svg), ">#<"), 0);
    ari_text_free(&svg);
    free(board);
}

/* A picture of its own marks what the last move changed, and only that. */
static void position_as_a_document(void **state)
{
    (void)state;
    ari_variant *v = variant("connect4");
    ari_record record;
    ari_text svg = ARI_TEXT_EMPTY;
    assert_int_equal(ari_position_parse(v, "445", &record, NULL), ARI_OK);
    ari_drawing_position(v, &record, &svg);
    assert_int_equal(strncmp(ari_text_get(&svg), "<svg ", 5), 0);
    assert_int_equal(times(ari_text_get(&svg), "<title>Connect Four, 4 4 5</title>"), 1);
    const char *marked = strstr(ari_text_get(&svg), "class=\"ari-new\" d=\"");
    assert_non_null(marked);
    assert_int_equal(strcspn(strchr(strstr(marked, "d=\""), 'z'), "\""),
                     1); /* one outline */
    ari_record_free(&record);
    ari_text_clear(&svg);
    assert_int_equal(ari_position_parse(v, "", &record, NULL), ARI_OK);
    ari_drawing_position(v, &record, &svg);
    assert_null(strstr(ari_text_get(&svg), "class=\"ari-new\""));
    ari_record_free(&record);
    ari_text_free(&svg);
    ari_variant_free(v);
}

/* The drawing of a position, for the caller to free. */
static ari_text picture_of(const char *game, const char *moves)
{
    ari_variant *v = variant(game);
    ari_record record;
    ari_text svg = ARI_TEXT_EMPTY;
    assert_int_equal(ari_position_parse(v, moves, &record, NULL), ARI_OK);
    ari_drawing_position(v, &record, &svg);
    ari_record_free(&record);
    ari_variant_free(v);
    return svg;
}

static void what_is_new_can_be_seen(void **state)
{
    (void)state;
    /* Of Amazons where the queen was, where it is, and the arrow. */
    ari_text svg = picture_of("amazons", "d1-d7/g7 a7-a6/f6");
    const char *marked = strstr(ari_text_get(&svg), "class=\"ari-new\" d=\"");
    assert_non_null(marked);
    const char *end = strchr(marked + 20, '"');
    int outlines = 0;
    for (const char *c = marked; c < end; c++)
        outlines += *c == 'z';
    assert_int_equal(outlines, 3);
    ari_text_free(&svg);
    /* The disc that was placed has a rim, those that it turned have none; and after a pass all looks the same. */
    static const char moves[] = "c2 d2 e3 b2 b1 f2 e4 e5 f4 c5 c1 e2 f5";
    char passed[sizeof moves + 5];
    snprintf(passed, sizeof passed, "%s pass", moves);
    svg = picture_of("othello:size=6", moves);
    ari_text after = picture_of("othello:size=6", passed);
    const char *rim = strstr(ari_text_get(&svg), "class=\"ari-new-click\" d=\"M");
    const char *same = strstr(ari_text_get(&after), "class=\"ari-new-click\" d=\"M");
    assert_true(rim && same);
    assert_memory_equal(rim, same, strcspn(rim, ">"));
    outlines = 0;
    for (const char *c = rim; *c != '>'; c++)
        outlines += *c == 'z';
    assert_int_equal(outlines, 1);
    ari_text_free(&after);
    ari_text_free(&svg);
    /* Pits say whose they are without colour: by their lines, and stores by a sign. */
    svg = picture_of("kalah", "3");
    assert_non_null(strstr(ari_text_get(&svg), ">x</text>"));
    assert_non_null(strstr(ari_text_get(&svg), ">o</text>"));
    assert_non_null(strstr(ari_text_get(&svg), "class=\"ari-pit-second\""));
    assert_non_null(strstr(ari_text_get(&svg), "class=\"ari-new-pit\""));
    ari_text_free(&svg);
    /* Of a game on points what is marked lies below the lines and hides none. */
    svg = picture_of("hare", "b1-c2 e2-d2");
    marked = strstr(ari_text_get(&svg), "class=\"ari-new\"");
    const char *lines = strstr(ari_text_get(&svg), "class=\"ari-link\"");
    assert_true(marked && lines && marked < lines);
    ari_text_free(&svg);
}

/* ---- moves as people type them ---- */

static void moves_forgive(void **state)
{
    (void)state;
    static const struct {
        const char *game, *typed, *meant; /* NULL: nothing */
    } cases[] = {
        {"quixo:size=3", "a1r a3r", "a1r a3r"},
        {"quixo:size=3", "A1R,A3r", "a1r a3r"},
        {"quixo:size=3", "a1-r a3:r", "a1r a3r"},
        {"quixo:size=3", "a1ra3rC1l", "a1r a3r c1l"},
        {"quixo:size=3", "a1ra3", NULL},
        {"quixo:size=3", "-a1r", NULL},
        {"quixo:size=3", "a1r-", NULL},
        {"quixo:size=3", "a1ra3q", NULL},
        {"mnk:width=15,height=15,line=5", "h8h9i10", "h8 h9 i10"},
        {"mnk:width=15,height=15,line=5", "H8h9 I10", "h8 h9 i10"},
        {"mnk:width=15,height=15,line=5", "h8h8", NULL},
        {"mnk:width=15,height=15,line=5", "h88", NULL},
        {"nim", "1:1 2:2", "1:1 2:2"},
        {"breakthrough:width=2,height=5", "A2-b3, a4xb3 a1:a2", "a2b3 a4b3 a1a2"},
        {"breakthrough:width=2,height=5", "a2b3a4b3", "a2b3 a4b3"},
        {"breakthrough:width=2,height=5", "xa2b3", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ari_variant *v;
        ari_record record;
        ari_error error;
        assert_int_equal(ari_variant_new(cases[i].game, &v, NULL), ARI_OK);
        ari_status status =
            ari_record_parse(v, &v->start, cases[i].typed, &record, &error);
        assert_int_equal(status == ARI_OK, cases[i].meant != NULL);
        if (status == ARI_OK)
            assert_string_equal(ari_text_get(&record.names), cases[i].meant);
        ari_record_free(&record);
        ari_variant_free(v);
    }
}

static void clicks_of_a_move(void **state)
{
    (void)state;
    ari_variant *v;
    ari_board *board = new_board();
    uint16_t places[ARI_CLICKS_MAX];
    assert_int_equal(ari_variant_new("quixo:size=3", &v, NULL), ARI_OK);
    v->core->board(v->rules, &v->start, board);
    ari_move move;
    assert_int_equal(ari_move_parse(v, &v->start, "a1t", &move, NULL), ARI_OK);
    assert_int_equal(ari_move_clicks(v, &v->start, board, move, places), 2);
    assert_int_equal(places[0], 6); /* the lower left corner, and the upper one */
    assert_int_equal(places[1], 0);
    assert_int_equal(ari_forced_pass(v, &v->start), ARI_NO_MOVE);
    ari_variant_free(v);
    assert_int_equal(ari_variant_new("tictactoe", &v, NULL), ARI_OK);
    v->core->board(v->rules, &v->start, board);
    assert_int_equal(ari_move_parse(v, &v->start, "4", &move, NULL), ARI_OK);
    assert_int_equal(ari_move_clicks(v, &v->start, board, move, places), 1);
    assert_int_equal(places[0], 3);
    ari_variant_free(v);
    free(board);
}

/* ---- rows of signs ---- */

static const ari_rows upwards = {3, 2, .stride = 8, .signs = "xo."};
static const ari_rows downwards = {3, 2, .from_top = true, .signs = "xo#.-"};
static const ari_rows diamond = {4, 3, .points = "b3a2b2c2b1", .signs = "ABCab."};

/* Numbers, names and places in the table of the same cells, counted from either end. */
static void rows_have_names(void **state)
{
    (void)state;
    static const struct {
        const ari_rows *rows;
        int i, cell, place;
        const char *name;
    } cases[] = {
        {&upwards, 0, 8, 0, "a2"},   {&upwards, 2, 10, 2, "c2"},
        {&upwards, 4, 1, 4, "b1"},   {&downwards, 0, 0, 0, "a1"},
        {&downwards, 5, 5, 5, "c2"}, {&diamond, 0, 0, 1, "b3"},
        {&diamond, 3, 3, 6, "c2"},   {&diamond, 4, 4, 9, "b1"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const ari_rows *rows = cases[k].rows;
        assert_int_equal(ari_rows_cell(rows, cases[k].i), cases[k].cell);
        assert_int_equal(ari_rows_place(rows, cases[k].cell), cases[k].place);
        assert_string_equal(ari_rows_name(rows, cases[k].cell).text, cases[k].name);
    }
    assert_int_equal(ari_rows_count(&upwards), 6);
    assert_int_equal(ari_rows_count(&diamond), 5);
    const ari_rows tall = {2, 12, .signs = "xo."};
    assert_string_equal(ari_rows_name(&tall, 23).text, "b12");
}

static void rows_as_text(void **state)
{
    (void)state;
    static const struct {
        const ari_rows *rows;
        const char *text, *signs, *written; /* signs are NULL where it is none */
        size_t at;
        const char *sentence;
    } cases[] = {
        {&upwards, "x.o/.Xx", "x.o.xx", "x.o/.xx", 0, NULL},
        {&upwards, "x.o.xx/2", "x.o.xx", "x.o/.xx/2", 0, NULL},
        {&upwards, "x./.xx", NULL, NULL, 2, "expected x, o or . for c2; a board has 6"},
        {&upwards, "x.o/.x", NULL, NULL, 6, "for c1"},
        {&upwards, "x.o/.xx/", NULL, NULL, 7,
         "expected the end after 6 cells, or /2 when o is to move"},
        {&upwards, "x.o/.xx/21", NULL, NULL, 9, "expected the end"},
        {&downwards, "-#o/..O", ".#o..o", ".#o/..o", 0, NULL},
        {&downwards, "s", NULL, NULL, 0, "expected x, o, # or . for a1"},
        {&diamond, "A/bBc/a", NULL, NULL, 4, "expected one of ABCab. for c2"},
        {&diamond, "A/bB./a", "AbB.a", "A/bB./a", 0, NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char signs[6];
        bool second;
        ari_error error = {0};
        ari_status status =
            ari_rows_parse(cases[k].rows, cases[k].text, signs, &second, &error);
        if (!cases[k].signs) {
            assert_int_equal(status, ARI_SYNTAX);
            assert_int_equal(error.offset, cases[k].at);
            assert_non_null(strstr(error.message, cases[k].sentence));
            continue;
        }
        assert_int_equal(status, ARI_OK);
        assert_memory_equal(signs, cases[k].signs, strlen(cases[k].signs));
        ari_text text = ARI_TEXT_EMPTY;
        ari_rows_format(cases[k].rows, signs, second, &text);
        assert_string_equal(ari_text_get(&text), cases[k].written);
        ari_text_free(&text);
    }
    char signs[6];
    ari_error error = {0};
    assert_int_equal(ari_rows_parse(&upwards, "x.o.xx/2", signs, NULL, &error),
                     ARI_SYNTAX);
    assert_int_equal(error.offset, 6);
}

static void rows_as_sets_and_on_a_board(void **state)
{
    (void)state;
    char signs[6];
    ari_rows_mark(&upwards, 1 << 8 | 1 << 2 | 1 << 3, 1 << 1, signs);
    assert_memory_equal(signs, "x...ox", 6);
    assert_int_equal(ari_rows_marked(&upwards, signs, 'x'), 1 << 8 | 1 << 2);
    assert_int_equal(ari_rows_marked(&upwards, signs, 'o'), 1 << 1);
    ari_board *board = new_board();
    ari_board_grid(board, 3, 2, ARI_CELL_SQUARE);
    ari_board_signs(board, &downwards, "x.o#..");
    assert_int_equal(board->cells[0].owner, ARI_OWNER_FIRST);
    assert_string_equal(board->cells[1].text, "");
    assert_int_equal(board->cells[2].owner, ARI_OWNER_SECOND);
    assert_string_equal(board->cells[2].text, "o");
    assert_int_equal(board->cells[3].kind, ARI_CELL_TOKEN);
    assert_int_equal(board->cells[3].owner, ARI_NOBODY);
    assert_int_equal(board->cells[4].kind, ARI_CELL_SQUARE);
    free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_from_a_drawing),
        cmocka_unit_test(slanting_lines),
        cmocka_unit_test(pits_and_hexagons),
        cmocka_unit_test(every_shape_is_drawn),
        cmocka_unit_test(position_as_a_document),
        cmocka_unit_test(what_is_new_can_be_seen),
        cmocka_unit_test(moves_forgive),
        cmocka_unit_test(clicks_of_a_move),
        cmocka_unit_test(rows_have_names),
        cmocka_unit_test(rows_as_text),
        cmocka_unit_test(rows_as_sets_and_on_a_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
