/* playing.c: the one main loop of every game: instructions, the board, whose turn it is,
 * a move read or chosen, the result. */
#include "cli/playing.h"
#include "cli/book.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ECHOED 60 /* characters shown of a line that did not come from a terminal */

/* ---- setting the table ---- */

bool cli_table_set(cli_table *table)
{
    ari_error error;
    ari_player_setup setup = {.table_bytes = table->table_bytes, .runner = table->runner};
    if (ari_session_new(table->v, &table->session, &error) != ARI_OK ||
        ari_solver_new(table->v, table->table_bytes, &table->solver, &error) != ARI_OK) {
        cli_wrong_error(NULL, &error);
        return false;
    }
    if (!cli_book_open(table->book_option, table->v, table->solver, &table->book))
        return false;
    setup.solver = table->solver;
    for (int side = 0; side < 2; side++) {
        setup.seed = table->seed * 2 + (uint64_t)side;
        if (ari_player_new(table->v, table->who[side], &setup, &table->players[side],
                           &error) != ARI_OK) {
            cli_wrong_error_in(side == ARI_FIRST ? "first player" : "second player",
                               table->who[side], &error);
            return false;
        }
    }
    return true;
}

void cli_table_clear(cli_table *table)
{
    for (int side = 0; side < 2; side++)
        ari_player_free(table->players[side]);
    ari_session_free(table->session);
    ari_solver_free(table->solver);
    ari_book_free(table->book);
    table->players[0] = table->players[1] = NULL;
    table->session = NULL;
    table->solver = NULL;
    table->book = NULL;
}

bool cli_table_has_human(const cli_table *table)
{
    return ari_player_is_human(table->players[0]) ||
           ari_player_is_human(table->players[1]);
}

/* ---- telling ---- */

void cli_tell_text(const cli_table *table, const ari_text *text)
{
    if (table->voice == CLI_ALOUD)
        cli_put(text);
    else if (table->voice == CLI_ASIDE)
        fputs(ari_text_get(text), stderr);
}

void cli_tell(const cli_table *table, const char *format, ...)
{
    ari_text text = ARI_TEXT_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    ari_text_format_list(&text, format, arguments);
    va_end(arguments);
    cli_tell_text(table, &text);
    ari_text_free(&text);
}

void cli_tell_board(const cli_table *table)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state s = ari_session_state(table->session);
    ari_text_add_char(&text, '\n');
    cli_board(table->v, &s, table->voice == CLI_ALOUD && cli_colour(), &text);
    ari_text_add_char(&text, '\n');
    cli_tell_text(table, &text);
    ari_text_free(&text);
}

static void tell_opening(const cli_table *table)
{
    ari_text text = ARI_TEXT_EMPTY;
    const ari_variant *v = table->v;
    ari_text_format(&text, "%s (%s)\n\n%s\n\n", v->game->title, v->name, v->game->about);
    ari_text_format(&text, "The first player is %s, the second is %s.\n",
                    ari_player_who(table->players[0]), ari_player_who(table->players[1]));
    if (cli_table_has_human(table)) {
        ari_text_add(&text, "You can also type ");
        cli_prompt_words(&text);
        ari_text_add(&text, ".\n");
    }
    cli_tell_text(table, &text);
    ari_text_free(&text);
    cli_tell_board(table);
}

void cli_add_moves(const cli_table *table, ari_text *out)
{
    ari_record record;
    if (ari_session_record(table->session, &record, NULL) != ARI_OK)
        return;
    ari_record_format(table->v, &record, out);
    ari_record_free(&record);
}

/* The command that looks back at this game. */
static void add_review(const cli_table *table, ari_text *out)
{
    ari_state start = ari_session_state_at(table->session, 0);
    ari_text_add(out, "To look back at it: ariadne review '");
    cli_game_word(table->v, out);
    ari_text_add(out, "' '");
    cli_add_moves(table, out);
    ari_text_add_char(out, '\'');
    if (!ari_state_equal(table->v, &start, &table->v->start)) {
        ari_text_add(out, " --from 'board:");
        ari_state_format(table->v, &start, out);
        ari_text_add_char(out, '\'');
    }
    ari_text_add_char(out, '\n');
}

/* "The game is over: the second player (perfect) has won by 3." */
static void tell_result(const cli_table *table)
{
    int first = ari_session_result(table->session, ARI_FIRST);
    ari_side winner = first > 0 ? ARI_FIRST : ARI_SECOND;
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_add(&text, "The game is over: ");
    if (first == 0)
        ari_text_add(&text, "a draw");
    else
        ari_text_format(&text, "the %s player (%s) has won", ari_side_name(winner),
                        ari_player_who(table->players[winner]));
    if (first != 0 && ari_has(table->v, ARI_HAS_PAYOFFS))
        ari_text_format(&text, " by %d", abs(first));
    ari_text_add(&text, ".\n");
    if (!table->quiet && ari_session_ply(table->session) > 0)
        add_review(table, &text);
    cli_tell_text(table, &text);
    ari_text_free(&text);
}

/* ---- moving ---- */

static bool computer_moves(cli_table *table, ari_side side)
{
    ari_state s = ari_session_state(table->session);
    ari_limits limits = {.stop = cli_stop()};
    ari_choice choice;
    ari_error error;
    cli_progress_begin(&limits, table->v, &s);
    ari_status status =
        ari_session_let(table->session, table->players[side], &limits, &choice, &error);
    cli_progress_end();
    if (status != ARI_OK) {
        cli_wrong_error(NULL, &error);
        return false;
    }
    if (cli_interrupted()) { /* a choice made in a hurry is not a move of the game */
        ari_session_undo(table->session, NULL);
        return true;
    }
    ari_text move = ARI_TEXT_EMPTY;
    ari_move_format(table->v, &s, choice.move, &move);
    cli_tell(table, "The %s player (%s) plays %s: %s.\n", ari_side_name(side),
             ari_player_who(table->players[side]), ari_text_get(&move), choice.reason);
    ari_text_free(&move);
    return true;
}

/* What was read and not typed is shown, so that a transcript can be understood. */
static void echo(const cli_table *table, const ari_text *line)
{
    char shown[ECHOED + 1];
    size_t length = line->size < ECHOED ? line->size : ECHOED;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line->data[i];
        shown[i] = c < 32 || c == 127 ? '?' : (char)c;
    }
    shown[length] = '\0';
    cli_tell(table, "%s%s%s\n", length ? " " : "", shown,
             line->size > length ? "..." : "");
}

static cli_ending input_ended(const cli_table *table)
{
    int moves = ari_session_ply(table->session);
    if (cli_lines_failed(table->input))
        return CLI_GAME_BROKEN;
    if (isatty(STDIN_FILENO)) {
        cli_tell(table, "\nGoodbye; the game ends here, after %d move%s.\n", moves,
                 moves == 1 ? "" : "s");
        return CLI_GAME_LEFT;
    }
    cli_tell(table, "\n");
    cli_flush();
    cli_wrong("the input ended in the middle of the game, after %d move%s", moves,
              moves == 1 ? "" : "s");
    return CLI_GAME_CUT;
}

/* Asks until the position is another one; CLI_GAME_OVER means only that. */
static cli_ending person_moves(cli_table *table, ari_side side)
{
    ari_text line = ARI_TEXT_EMPTY;
    cli_reply reply = CLI_REPLY_NOTHING;
    cli_ending ending = CLI_GAME_OVER;
    bool terminal = isatty(STDIN_FILENO);
    while (reply == CLI_REPLY_NOTHING && ending == CLI_GAME_OVER) {
        bool cut;
        cli_tell(table, "Your move, %s player:%s", ari_side_name(side),
                 terminal ? " " : "");
        cli_flush();
        if (cli_output_failed()) {
            ending = CLI_GAME_BROKEN;
        } else if (cli_next_line(table->input, &line, &cut)) {
            if (!terminal)
                echo(table, &line);
            reply = cli_prompt_do(table, &line, cut);
        } else {
            ending = cli_interrupted() ? CLI_GAME_STOPPED : input_ended(table);
        }
    }
    ari_text_free(&line);
    return reply == CLI_REPLY_LEAVE ? CLI_GAME_LEFT : ending;
}

cli_ending cli_table_play(cli_table *table)
{
    ari_session *session = table->session;
    cli_ending ending = CLI_GAME_OVER;
    if (!table->quiet)
        tell_opening(table);
    while (ending == CLI_GAME_OVER && !ari_session_over(session)) {
        ari_side side = ari_session_turn(session);
        if (ari_player_is_human(table->players[side]))
            ending = person_moves(table, side);
        else if (!computer_moves(table, side))
            ending = CLI_GAME_BROKEN;
        if (ending == CLI_GAME_OVER && cli_interrupted())
            ending = CLI_GAME_STOPPED;
        if (ending == CLI_GAME_OVER && !table->quiet)
            cli_tell_board(table);
        cli_flush();
        if (cli_output_failed())
            ending = CLI_GAME_BROKEN;
    }
    if (ending == CLI_GAME_OVER)
        tell_result(table);
    if (ending == CLI_GAME_STOPPED) {
        ari_text moves = ARI_TEXT_EMPTY;
        cli_add_moves(table, &moves);
        cli_tell(table, "\nInterrupted after %d move%s%s%s.\n", ari_session_ply(session),
                 ari_session_ply(session) == 1 ? "" : "s", moves.size ? ": " : "",
                 ari_text_get(&moves));
        ari_text_free(&moves);
    }
    return ending;
}
