/* prompt.c: what can be typed in a game instead of a move. */
#include "cli/playing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HINT "perfect:time=5"
#define LINE_WIDTH 76

static void list_commands(ari_text *out);

/* ---- what a command does ---- */

static cli_reply do_help(cli_sitting *sitting, const char *rest)
{
    (void)rest;
    ari_text text = ARI_TEXT_EMPTY;
    ari_text_format(&text, "%s\n\nInstead of a move you can also type\n",
                    sitting->v->game->about);
    list_commands(&text);
    cli_tell_text(sitting, &text);
    return CLI_REPLY_NOTHING;
}

/* A player's choice here, if there is such a player for this game. */
static bool ask_player(cli_sitting *sitting, const char *who, ari_text *move,
                       ari_choice *choice)
{
    ari_player_job setup = {.solver = sitting->solver,
                            .bytes = sitting->bytes / 8,
                            .runner = sitting->runner};
    ari_state s = ari_session_state(sitting->session);
    ari_limits limits = {.stop = cli_stop()};
    ari_player *adviser;
    if (ari_player_new(sitting->v, who, &setup, &adviser, NULL) != ARI_OK)
        return false;
    cli_progress_begin(&limits, sitting->v, &s);
    bool chosen = ari_player_choose(adviser, &s, &limits, choice, NULL) == ARI_OK;
    cli_progress_end();
    ari_player_free(adviser);
    ari_text_clear(move);
    if (chosen)
        ari_move_format(sitting->v, &s, choice->move, move);
    return chosen;
}

static cli_reply do_hint(cli_sitting *sitting, const char *rest)
{
    (void)rest;
    ari_choice choice;
    ari_text move = ARI_TEXT_EMPTY;
    if (!ask_player(sitting, HINT, &move, &choice))
        cli_tell(sitting, "There is no memory left to look for the best move.\n");
    else if (choice.exact)
        cli_tell(sitting, "Hint: %s %s%s.\n", ari_text_get(&move), choice.reason,
                 choice.score < 0 ? ", and no move does better" : "");
    else
        cli_tell(sitting, "Hint: %s (%s).\n", ari_text_get(&move), choice.reason);
    if (ask_player(sitting, "rules", &move, &choice))
        cli_tell(sitting, "By the rules of thumb: %s (%s).\n", ari_text_get(&move),
                 choice.reason);
    ari_text_free(&move);
    return CLI_REPLY_NOTHING;
}

/* The next position before (-1) or after (+1) the present one where a person has a choice;
 * forward also the last one. -1 when there is none. */
static int persons_turn(const cli_sitting *sitting, int direction)
{
    const ari_session *session = sitting->session;
    int length = ari_session_length(session);
    for (int ply = ari_session_ply(session) + direction; ply >= 0 && ply <= length;
         ply += direction) {
        ari_state s = ari_session_state_at(session, ply);
        bool person = ari_player_is_human(sitting->players[ari_turn(sitting->v, &s)]);
        if ((person && ari_forced_pass(sitting->v, &s) == ARI_NO_MOVE) ||
            (direction > 0 && ply == length))
            return ply;
    }
    return -1;
}

static cli_reply go(cli_sitting *sitting, int direction, const char *nothing)
{
    int ply = persons_turn(sitting, direction);
    if (ply < 0) {
        cli_tell(sitting, "%s\n", nothing);
        return CLI_REPLY_NOTHING;
    }
    ari_session_jump(sitting->session, ply, NULL);
    return CLI_REPLY_MOVED;
}

static cli_reply do_undo(cli_sitting *sitting, const char *rest)
{
    (void)rest;
    return go(sitting, -1, "There is no move of yours to take back.");
}

static cli_reply do_redo(cli_sitting *sitting, const char *rest)
{
    (void)rest;
    return go(sitting, +1, "No move was taken back.");
}

static cli_reply do_board(cli_sitting *sitting, const char *rest)
{
    (void)rest;
    cli_tell_board(sitting);
    return CLI_REPLY_NOTHING;
}

static cli_reply do_moves(cli_sitting *sitting, const char *rest)
{
    (void)rest;
    ari_state s = ari_session_state(sitting->session);
    ari_move list[ARI_MOVES_MAX];
    int count = ari_moves(sitting->v, &s, list);
    ari_text text = ARI_TEXT_EMPTY, move = ARI_TEXT_EMPTY;
    ari_text_add(&text, "Legal moves:");
    size_t column = text.size;
    for (int i = 0; i < count; i++) {
        ari_text_clear(&move);
        ari_move_format(sitting->v, &s, list[i], &move);
        bool full = column + 1 + move.size > LINE_WIDTH;
        ari_text_format(&text, "%s%s", full ? "\n  " : " ", ari_text_get(&move));
        column = (full ? 2 : column + 1) + move.size;
    }
    ari_text_add(&text, "\n");
    if (ari_session_ply(sitting->session) > 0) {
        ari_text_add(&text, "Played so far: ");
        cli_add_moves(sitting, &text);
        ari_text_add(&text, "\n");
    }
    cli_tell_text(sitting, &text);
    ari_text_free(&move);
    return CLI_REPLY_NOTHING;
}

static cli_reply do_save(cli_sitting *sitting, const char *path)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_session_save(sitting->session, &text);
    if (cli_write_file(path, &text))
        cli_tell(sitting, "Saved to %s.\n", path);
    return CLI_REPLY_NOTHING;
}

static cli_reply do_load(cli_sitting *sitting, const char *path)
{
    ari_text save;
    if (!cli_save_read(path, &save))
        return CLI_REPLY_NOTHING;
    bool loaded = cli_save_load(path, &save, sitting->session);
    ari_text_free(&save);
    if (!loaded)
        return CLI_REPLY_NOTHING;
    cli_tell(sitting, "Loaded from %s.\n", path);
    return CLI_REPLY_MOVED;
}

static cli_reply do_quit(cli_sitting *sitting, const char *rest)
{
    (void)rest;
    cli_tell(sitting, "Goodbye.\n");
    return CLI_REPLY_LEAVE;
}

/* ---- which command ---- */

static const struct command {
    const char *word;
    bool file; /* it needs the name of a file */
    const char *help;
    cli_reply (*run)(cli_sitting *sitting, const char *rest);
} commands[] = {
    {"help", false, "this text", do_help},
    {"hint", false, "the best move, and what it leads to", do_hint},
    {"undo", false, "take back your last move, and what was answered", do_undo},
    {"redo", false, "play again what was taken back", do_redo},
    {"board", false, "show the board", do_board},
    {"moves", false, "the legal moves, and those played so far", do_moves},
    {"save", true, "write the game to a file", do_save},
    {"load", true, "go on with a saved game", do_load},
    {"quit", false, "leave the game", do_quit},
};

static void list_commands(ari_text *out)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        ari_text_format(out, "  %s %-*s%s\n", commands[i].word,
                        (int)(10 - strlen(commands[i].word)),
                        commands[i].file ? "FILE" : "", commands[i].help);
}

void cli_prompt_words(ari_text *out)
{
    size_t count = sizeof commands / sizeof *commands;
    for (size_t i = 0; i < count; i++)
        ari_text_format(out, "%s%s%s",
                        i == 0          ? ""
                        : i + 1 < count ? ", "
                                        : " or ",
                        commands[i].word, commands[i].file ? " FILE" : "");
}

static cli_reply run_command(cli_sitting *sitting, const struct command *command,
                             const char *rest)
{
    if (command->file && !rest[0])
        cli_tell(sitting, "The name of a file is missing: %s FILE\n", command->word);
    else if (!command->file && rest[0])
        cli_tell(sitting, "Nothing can follow %s.\n", command->word);
    else
        return command->run(sitting, rest);
    return CLI_REPLY_NOTHING;
}

static cli_reply do_move(cli_sitting *sitting, const char *text)
{
    ari_error error;
    if (ari_session_play_text(sitting->session, text, &error) == ARI_OK)
        return CLI_REPLY_MOVED;
    cli_tell(sitting, "Sorry: %s. (Type help for what else you can do.)\n",
             error.message);
    return CLI_REPLY_NOTHING;
}

/* `text` is one line, without spaces around it. */
static cli_reply do_line(cli_sitting *sitting, char *text)
{
    size_t length = strcspn(text, " \t");
    const char *rest = text + length + strspn(text + length, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strlen(commands[i].word) == length &&
            strncasecmp(commands[i].word, text, length) == 0)
            return run_command(sitting, &commands[i], rest);
    return do_move(sitting, text);
}

cli_reply cli_prompt_do(cli_sitting *sitting, const ari_text *line, bool cut)
{
    const char *begin = ari_text_get(line), *end = begin + line->size;
    while (begin < end && isspace((unsigned char)*begin))
        begin++;
    while (end > begin && isspace((unsigned char)end[-1]))
        end--;
    size_t length = (size_t)(end - begin);
    if (cut)
        cli_tell(sitting, "Sorry: that line is longer than %d characters.\n",
                 CLI_LINE_MOST);
    else if (memchr(begin, '\0', length))
        cli_tell(sitting, "Sorry: that line has a NUL byte in it.\n");
    else if (length == 0)
        cli_tell(sitting, "Type a move, or help.\n");
    if (cut || length == 0 || memchr(begin, '\0', length))
        return CLI_REPLY_NOTHING;
    char *text = strndup(begin, length);
    if (!text) {
        cli_tell(sitting, "Sorry: there is no memory left to read that.\n");
        return CLI_REPLY_NOTHING;
    }
    cli_reply reply = do_line(sitting, text);
    free(text);
    return reply;
}
