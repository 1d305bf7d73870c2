/* playing.c: the one main loop of every game: instructions, the board, whose turn it is,
 * a move read or chosen, the result. */
#include "cli/playing.h"
#include "cli/book.h"
#include "cli/ponder.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ariadne/guest.h>

#define ECHOED 60 /* characters shown of a line that did not come from a terminal */

/* ---- setting it up ---- */

bool cli_sitting_set(cli_sitting *sitting)
{
    ari_error error;
    /* half for the solver of all, the rest for two players and an adviser */
    ari_player_job setup = {.bytes = sitting->bytes / 16 * 3,
                            .runner = sitting->runner,
                            .guests = ari_programs_as_guests(),
                            .vary = true,
                            .ponder = sitting->ponder};
    if (!cli_ok(ari_session_new(sitting->v, &sitting->session, &error), NULL, &error) ||
        !cli_ok(ari_solver_new_part(sitting->v, sitting->bytes / 2, sitting->memory,
                                    &sitting->solver, &error),
                NULL, &error) ||
        !cli_book_open(sitting->book_option, sitting->v, sitting->solver, &sitting->book))
        return false;
    setup.solver = sitting->solver;
    for (int side = 0; side < 2; side++) {
        setup.seed = sitting->seed * 2 + (uint64_t)side;
        if (ari_player_new(sitting->v, sitting->who[side], &setup,
                           &sitting->players[side], &error) != ARI_OK)
            return cli_wrong_error_in(side == ARI_FIRST ? "first player"
                                                        : "second player",
                                      sitting->who[side], &error) == CLI_DONE;
    }
    return true;
}

void cli_sitting_clear(cli_sitting *sitting)
{
    for (int side = 0; side < 2; side++) {
        ari_player_free(sitting->players[side]);
        ari_text_free(&sitting->called[side]);
    }
    ari_session_free(sitting->session);
    ari_solver_free(sitting->solver);
    ari_book_free(sitting->book);
    sitting->players[0] = sitting->players[1] = NULL;
    sitting->session = NULL;
    sitting->solver = NULL;
    sitting->book = NULL;
}

bool cli_sitting_has_human(const cli_sitting *sitting)
{
    return ari_player_is_human(sitting->players[0]) ||
           ari_player_is_human(sitting->players[1]);
}

/* ---- names ---- */

static void find_names(cli_sitting *sitting)
{
    for (int side = 0; side < 2; side++)
        ari_player_called(sitting->who[side], ari_solver_is_sure(sitting->solver),
                          &sitting->called[side]);
}

static const char *name(const cli_sitting *sitting, ari_side side)
{
    return ari_text_get(&sitting->called[side]);
}

/* Is somebody called strongest because nobody could promise to be perfect? */
static bool promises_less(const cli_sitting *sitting)
{
    return strcmp(name(sitting, ARI_FIRST), sitting->who[ARI_FIRST]) != 0 ||
           strcmp(name(sitting, ARI_SECOND), sitting->who[ARI_SECOND]) != 0;
}

/* ---- telling ---- */

void cli_tell_text(const cli_sitting *sitting, ari_text *text)
{
    if (sitting->voice == CLI_ALOUD)
        cli_put(text);
    else if (sitting->voice == CLI_ASIDE)
        fputs(ari_text_get(text), stderr);
    ari_text_free(text);
}

void cli_tell(const cli_sitting *sitting, const char *format, ...)
{
    ari_text text = ARI_TEXT_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    ari_text_format_list(&text, format, arguments);
    va_end(arguments);
    cli_tell_text(sitting, &text);
}

void cli_tell_board(const cli_sitting *sitting)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_state s = ari_session_state(sitting->session);
    ari_text_add_char(&text, '\n');
    cli_board(sitting->v, &s, sitting->voice == CLI_ALOUD && cli_colour(), &text);
    ari_text_add_char(&text, '\n');
    cli_tell_text(sitting, &text);
}

static void tell_opening(const cli_sitting *sitting)
{
    ari_text text = ARI_TEXT_EMPTY;
    const ari_variant *v = sitting->v;
    ari_text_format(&text, "%s (%s)\n\n%s\n\n", v->game->title, v->name, v->game->about);
    ari_text_format(&text, "The first player is %s, the second is %s.\n",
                    name(sitting, ARI_FIRST), name(sitting, ARI_SECOND));
    if (promises_less(sitting))
        ari_text_add(&text,
                     "Nobody can promise perfect play here: strongest says of each "
                     "move what is proved.\n");
    if (cli_sitting_has_human(sitting)) {
        ari_text_add(&text, "You can also type ");
        cli_prompt_words(&text);
        ari_text_add(&text, ".\n");
    }
    cli_tell_text(sitting, &text);
    cli_tell_board(sitting);
}

void cli_add_moves(const cli_sitting *sitting, ari_text *out)
{
    ari_record record;
    if (ari_session_record(sitting->session, &record, NULL) != ARI_OK)
        return;
    ari_record_format(sitting->v, &record, out);
    ari_record_free(&record);
}

/* The command that looks back at this game. */
static void add_review(const cli_sitting *sitting, ari_text *out)
{
    ari_state start = ari_session_state_at(sitting->session, 0);
    ari_text_add(out, "To look back at it: ariadne review '");
    cli_game_word(sitting->v, out);
    ari_text_add(out, "' '");
    cli_add_moves(sitting, out);
    ari_text_add_char(out, '\'');
    if (!ari_state_equal(sitting->v, &start, &sitting->v->start)) {
        ari_text_add(out, " --from 'board:");
        ari_state_format(sitting->v, &start, out);
        ari_text_add_char(out, '\'');
    }
    ari_text_add_char(out, '\n');
}

/* "The game is over: the second player (perfect) has won by 3." */
static void tell_result(const cli_sitting *sitting)
{
    int first = ari_session_result(sitting->session, ARI_FIRST);
    ari_side winner = first > 0 ? ARI_FIRST : ARI_SECOND;
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_add(&text, "The game is over: ");
    if (first == 0)
        ari_text_add(&text, ari_session_repeats(sitting->session)
                                ? "a draw, as the position has come for the third time"
                                : "a draw");
    else
        ari_text_format(&text, "the %s player (%s) has won", ari_side_name(winner),
                        name(sitting, winner));
    if (first != 0 && ari_has_margins(sitting->v))
        ari_text_format(&text, " by %d", abs(first));
    ari_text_add(&text, ".\n");
    if (!sitting->quiet && ari_session_ply(sitting->session) > 0)
        add_review(sitting, &text);
    cli_tell_text(sitting, &text);
}

/* ---- moving ---- */

static bool computer_moves(cli_sitting *sitting, ari_side side)
{
    ari_state s = ari_session_state(sitting->session);
    ari_limits limits = {.stop = cli_stop()};
    ari_choice choice;
    ari_error error;
    cli_progress_begin(&limits, sitting->v, &s);
    ari_status status = ari_session_let(sitting->session, sitting->players[side], &limits,
                                        &choice, &error);
    cli_progress_end();
    if (!cli_ok(status, NULL, &error))
        return false;
    if (cli_interrupted()) { /* a choice made in a hurry is not a move of the game */
        ari_session_undo(sitting->session, NULL);
        return true;
    }
    ari_text move = ARI_TEXT_EMPTY;
    ari_move_format(sitting->v, &s, choice.move, &move);
    cli_tell(sitting, "The %s player (%s) plays %s: %s.\n", ari_side_name(side),
             name(sitting, side), ari_text_get(&move), choice.reason);
    ari_text_free(&move);
    return true;
}

/* Who has nothing else to do passes without being asked. */
static bool pass_moves(const cli_sitting *sitting, ari_side side, ari_move pass)
{
    ari_error error;
    if (!cli_ok(ari_session_play(sitting->session, pass, &error), NULL, &error))
        return false;
    cli_tell(sitting, "The %s player (%s) has no move and passes.\n", ari_side_name(side),
             name(sitting, side));
    return true;
}

/* What was read and not typed is shown, so that a transcript can be understood. */
static void echo(const cli_sitting *sitting, const ari_text *line)
{
    char shown[ECHOED + 1];
    size_t length = line->size < ECHOED ? line->size : ECHOED;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line->data[i];
        shown[i] = c < 32 || c == 127 ? '?' : (char)c;
    }
    shown[length] = '\0';
    cli_tell(sitting, "%s%s%s\n", length ? " " : "", shown,
             line->size > length ? "..." : "");
}

static cli_ending input_ended(const cli_sitting *sitting)
{
    int moves = ari_session_ply(sitting->session);
    if (cli_lines_failed(sitting->input))
        return CLI_GAME_BROKEN;
    if (isatty(STDIN_FILENO)) {
        cli_tell(sitting, "\nGoodbye; the game ends here, after %d move%s.\n", moves,
                 moves == 1 ? "" : "s");
        return CLI_GAME_LEFT;
    }
    cli_tell(sitting, "\n");
    cli_flush();
    cli_wrong("the input ended in the middle of the game, after %d move%s", moves,
              moves == 1 ? "" : "s");
    return CLI_GAME_CUT;
}

/* The next line that is typed; meanwhile the other player may think. */
static bool next_line(cli_sitting *sitting, ari_player *other, ari_text *line, bool *cut)
{
    cli_ponder ponder = {.running = false};
    ari_record record = ARI_RECORD_EMPTY;
    ari_error error;
    if (ari_player_ponders(other) &&
        ari_session_record(sitting->session, &record, &error) == ARI_OK)
        cli_ponder_begin(&ponder, other, sitting->v, &record);
    bool read = cli_next_line(sitting->input, line, cut);
    cli_ponder_end(&ponder);
    ari_record_free(&record);
    return read;
}

/* Asks until the position is another one; CLI_GAME_OVER means only that. */
static cli_ending person_moves(cli_sitting *sitting, ari_side side)
{
    ari_text line = ARI_TEXT_EMPTY;
    cli_reply reply = CLI_REPLY_NOTHING;
    cli_ending ending = CLI_GAME_OVER;
    bool terminal = isatty(STDIN_FILENO);
    ari_player *other = sitting->players[!side];
    while (reply == CLI_REPLY_NOTHING && ending == CLI_GAME_OVER) {
        bool cut;
        cli_tell(sitting, "Your move, %s player:%s", ari_side_name(side),
                 terminal ? " " : "");
        cli_flush();
        if (cli_output_failed()) {
            ending = CLI_GAME_BROKEN;
        } else if (next_line(sitting, other, &line, &cut)) {
            if (!terminal)
                echo(sitting, &line);
            reply = cli_prompt_do(sitting, &line, cut);
        } else {
            ending = cli_interrupted() ? CLI_GAME_STOPPED : input_ended(sitting);
        }
    }
    ari_text_free(&line);
    return reply == CLI_REPLY_LEAVE ? CLI_GAME_LEFT : ending;
}

cli_ending cli_sitting_play(cli_sitting *sitting)
{
    ari_session *session = sitting->session;
    cli_ending ending = CLI_GAME_OVER;
    find_names(sitting);
    if (!sitting->quiet)
        tell_opening(sitting);
    while (ending == CLI_GAME_OVER && !ari_session_over(session)) {
        ari_side side = ari_session_turn(session);
        ari_state s = ari_session_state(session);
        ari_move pass = ari_forced_pass(sitting->v, &s);
        if (pass != ARI_NO_MOVE)
            ending = pass_moves(sitting, side, pass) ? CLI_GAME_OVER : CLI_GAME_BROKEN;
        else if (ari_player_is_human(sitting->players[side]))
            ending = person_moves(sitting, side);
        else if (!computer_moves(sitting, side))
            ending = CLI_GAME_BROKEN;
        if (ending == CLI_GAME_OVER && cli_interrupted())
            ending = CLI_GAME_STOPPED;
        if (ending == CLI_GAME_OVER && !sitting->quiet)
            cli_tell_board(sitting);
        cli_flush();
        if (cli_output_failed())
            ending = CLI_GAME_BROKEN;
    }
    if (ending == CLI_GAME_OVER)
        tell_result(sitting);
    if (ending == CLI_GAME_STOPPED) {
        ari_text moves = ARI_TEXT_EMPTY;
        cli_add_moves(sitting, &moves);
        cli_tell(sitting, "\nInterrupted after %d move%s%s%s.\n",
                 ari_session_ply(session), ari_session_ply(session) == 1 ? "" : "s",
                 moves.size ? ": " : "", ari_text_get(&moves));
        ari_text_free(&moves);
    }
    return ending;
}
