/* cmd_menu.c: what plain `ariadne` does: a menu of games on a terminal, and otherwise a
 * demonstration. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "cli/framework.h"
#include "cli/playing.h"

/* ---- the demonstration: commands as anybody could type them ---- */

#define DEMO_WORDS 8

static const char *const demonstration[][DEMO_WORDS] = {
    {"tree", "tictactoe", "xox.o.x.o"},
    {"analyze", "connect4", "45456523625334535"},
    {"play", "nim:heaps=531", "--first", "mistake:0.5", "--second", "perfect", "--seed",
     "5"},
};

static const char *const introductions[] = {
    "Tic-tac-toe near its end, every position labelled: +1 if x wins, 0 for a draw, -1\n"
    "if o wins. Where x moves the label is the largest below it, where o moves the\n"
    "smallest; a star marks the best moves.",
    "Connect Four: what every move is worth, to the very end of the game.",
    "A game of nim, played out between one who errs now and then and one who never does.",
};

static int demonstrate_one(int index)
{
    char words[DEMO_WORDS][40];
    char *argv[DEMO_WORDS + 1] = {NULL};
    int argc = 0;
    cli_print("%s%s\n\n$ ariadne", index ? "\n" : "", introductions[index]);
    for (; argc < DEMO_WORDS && demonstration[index][argc]; argc++) {
        snprintf(words[argc], sizeof words[argc], "%s", demonstration[index][argc]);
        argv[argc] = words[argc];
        cli_print(" %s", words[argc]);
    }
    cli_print("\n");
    const cli_command *command = cli_find_command(argv[0]);
    cli_arguments *arguments;
    cli_output_begin(command);
    int code = cli_arguments_read(command, argc, argv, &arguments);
    if (arguments)
        code = command->run(arguments);
    cli_arguments_free(arguments);
    cli_flush();
    return code;
}

static int demonstrate(void)
{
    int code = CLI_DONE;
    for (int i = 0; i < (int)(sizeof introductions / sizeof *introductions); i++) {
        code = demonstrate_one(i);
        if (code != CLI_DONE || cli_output_failed())
            return code;
    }
    cli_print("\nOn a terminal, 'ariadne' is a menu of games to play. 'ariadne --help' "
              "lists all it can do.\n");
    return code;
}

/* ---- the menu ---- */

typedef struct menu {
    cli_lines *input;
    ari_text line;
    uint64_t games; /* played so far: each has a seed of its own */
} menu;

/* What was typed, without spaces around it; NULL when there is nothing more. What is too
 * long or has NUL bytes comes back as a single '?', which nothing understands. */
static char *ask(menu *m, const char *question)
{
    bool cut;
    cli_print("%s", question);
    cli_flush();
    if (cli_output_failed() || !cli_next_line(m->input, &m->line, &cut)) {
        cli_print("\n");
        return NULL;
    }
    if (cut || memchr(ari_text_get(&m->line), '\0', m->line.size)) {
        ari_text_clear(&m->line);
        ari_text_add_char(&m->line, '?');
    }
    ari_text_add(&m->line, ""); /* so that there is a text, even an empty one */
    char *begin = m->line.data;
    if (!begin)
        return NULL;
    while (isspace((unsigned char)*begin))
        begin++;
    char *end = begin + strlen(begin);
    while (end > begin && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return begin;
}

static bool leaves(const char *answer)
{
    return strcasecmp(answer, "q") == 0 || strcasecmp(answer, "quit") == 0;
}

/* A question about the game that was chosen: q, like the end of the input, goes back to the
 * list of games. */
static char *ask_about(menu *m, const char *question)
{
    char *answer = ask(m, question);
    return answer && leaves(answer) ? NULL : answer;
}

static void list_games(void)
{
    cli_print("\n");
    for (int i = 0; ari_game_at(i); i++)
        cli_print("  %d  %s\n", i + 1, ari_game_at(i)->title);
    cli_print("\n");
}

/* "3" is the third game; anything else is a name, with or without options. */
static void name_game(const char *answer, ari_text *spec)
{
    for (int i = 0; ari_game_at(i); i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        if (strcmp(answer, number) == 0 ||
            strcasecmp(answer, ari_game_at(i)->title) == 0) {
            ari_text_add(spec, ari_game_at(i)->id);
            return;
        }
    }
    ari_text_add(spec, answer);
}

/* Asks for each option of the game; false to go back. */
static bool ask_options(menu *m, ari_text *spec)
{
    const ari_game *game = ari_game_find(ari_text_get(spec));
    const char *before = ":";
    for (const ari_option *o = game ? game->options : NULL; o && o->name; o++) {
        ari_text question = ARI_TEXT_EMPTY;
        ari_text_format(&question, "  %s: %s (", o->name, o->help);
        if (o->kind == ARI_NUMBER)
            ari_text_format(&question, "%" PRId64 " to %" PRId64 ", Enter for %" PRId64,
                            o->min, o->max, o->initial);
        else if (o->kind == ARI_FLAG)
            ari_text_format(&question, "yes or no, Enter for %s",
                            o->initial ? "yes" : "no");
        else if (o->kind == ARI_CHOICE) {
            ari_text_format(&question, "%s, Enter for ", o->choices);
            ari_option_choice(o, o->initial, &question);
        } else
            ari_text_format(&question, "Enter for %s", o->initial_string);
        ari_text_add(&question, "): ");
        const char *answer = ask_about(m, ari_text_get(&question));
        ari_text_free(&question);
        if (!answer)
            return false;
        if (answer[0]) {
            ari_text_format(spec, "%s%s=%s", before, o->name, answer);
            before = ",";
        }
    }
    return true;
}

/* Asks until there is such a player; false to go back. */
static bool ask_who(menu *m, const ari_variant *v, const char *whom, char *who,
                    size_t size)
{
    const char *best = ari_solvable(v) ? "perfect" : "strongest";
    ari_text question = ARI_TEXT_EMPTY;
    ari_text_format(&question,
                    "%s: %s (Enter), level:1 to level:10, random, mistake:0.3%s: ", whom,
                    best, v->core->advise ? ", rules" : "");
    bool known = false;
    const char *answer = NULL;
    while (!known && (answer = ask_about(m, ari_text_get(&question)))) {
        snprintf(who, size, "%s", answer[0] ? answer : best);
        ari_error error;
        known = ari_player_check(v, who, NULL, NULL, &error) == ARI_OK;
        if (!known)
            cli_print("Sorry: %s.\n", error.message);
    }
    ari_text_free(&question);
    return known;
}

/* Who plays; false to go back. */
static bool ask_seats(menu *m, const ari_variant *v, char who[2][100])
{
    static const char question[] =
        "You play first (1 or Enter), second (2), both sides (3), or watch (4): ";
    const char *answer = ask_about(m, question);
    while (answer && answer[0] && (strlen(answer) != 1 || !strchr("1234", answer[0]))) {
        cli_print("Sorry: type 1, 2, 3 or 4, or q to choose another game.\n");
        answer = ask_about(m, question);
    }
    if (!answer)
        return false;
    char seats = answer[0] ? answer[0] : '1';
    snprintf(who[0], sizeof who[0], "human");
    snprintf(who[1], sizeof who[1], "human");
    if (seats == '3')
        return true;
    if (seats == '4')
        return ask_who(m, v, "First player", who[0], sizeof who[0]) &&
               ask_who(m, v, "Second player", who[1], sizeof who[1]);
    int other = seats == '1';
    return ask_who(m, v, "Opponent", who[other], sizeof who[other]);
}

static void play(menu *m, const ari_variant *v)
{
    char who[2][100];
    if (!ask_seats(m, v, who))
        return;
    cli_sitting sitting = {.v = v,
                           .who = {who[0], who[1]},
                           .seed = (uint64_t)time(NULL) + m->games++,
                           .memory = ARI_BYTES_DEFAULT,
                           .bytes = ARI_BYTES_DEFAULT,
                           .input = m->input};
    cli_print("\n");
    if (cli_sitting_set(&sitting))
        cli_sitting_play(&sitting);
    cli_sitting_clear(&sitting);
}

/* One round: false to leave. */
static bool choose_and_play(menu *m)
{
    static const char question[] = "Choose a game by its number or name, 'options 2' to "
                                   "set its options, q to leave: ";
    const char *answer = ask(m, question);
    if (!answer || leaves(answer))
        return false;
    if (!answer[0])
        return true;
    static const char word[] = "options ";
    bool with_options = strncasecmp(answer, word, strlen(word)) == 0;
    answer += with_options ? strlen(word) : 0;
    ari_text spec = ARI_TEXT_EMPTY;
    name_game(answer + strspn(answer, " "), &spec);
    ari_variant *v;
    if ((!with_options || ask_options(m, &spec)) && cli_game(ari_text_get(&spec), &v)) {
        play(m, v);
        ari_variant_free(v);
    }
    ari_text_free(&spec);
    return true;
}

static int run(const cli_arguments *arguments)
{
    (void)arguments;
    if (!isatty(STDIN_FILENO))
        return demonstrate();
    menu m = {.line = ARI_TEXT_EMPTY};
    if (!cli_lines_open("-", &m.input))
        return CLI_WRONG;
    cli_print("Ariadne: games for two, and how to win them. 'ariadne puzzles' lists "
              "puzzles,\n'ariadne --help' all there is.\n");
    do
        list_games();
    while (choose_and_play(&m) && !cli_output_failed() && !cli_interrupted());
    ari_text_free(&m.line);
    cli_lines_close(m.input);
    return cli_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

const cli_command cli_cmd_menu = {
    .name = "menu",
    .usage = "",
    .about = "A menu of games on a terminal; a demonstration elsewhere. The same as "
             "'ariadne'\n"
             "without a command.",
    .examples = "ariadne",
    .run = run,
};
