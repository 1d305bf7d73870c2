/* cmd_play.c: `ariadne play`: any mix of people and computers. */
#include "cli/book.h"
#include "cli/database.h"
#include "cli/playing.h"

#include <string.h>

static bool read_options(const cli_arguments *arguments, cli_sitting *sitting,
                         ari_pool **pool)
{
    *pool = NULL;
    if (!cli_count(arguments, "seed", cli_any_seed(), &sitting->seed) ||
        !cli_bytes(arguments, "memory", ARI_BYTES_DEFAULT, CLI_MEMORY_LEAST,
                   &sitting->memory) ||
        !cli_threads(arguments, pool))
        return false;
    sitting->runner = ari_pool_runner(*pool);
    sitting->who[ARI_FIRST] = cli_text(arguments, "first", "human");
    sitting->who[ARI_SECOND] = cli_text(arguments, "second", "perfect");
    sitting->book_option = cli_text(arguments, "book", NULL);
    sitting->quiet = cli_given(arguments, "quiet");
    sitting->ponder = cli_given(arguments, "ponder");
    return true;
}

/* ---- where the game begins ---- */

static bool begin_at(const cli_sitting *sitting, const char *position)
{
    ari_record record;
    ari_error error;
    if (!cli_position(sitting->v, position, &record))
        return false;
    bool begun = ari_session_reset(sitting->session, &record, &error) == ARI_OK;
    if (!begun)
        cli_wrong_error(NULL, &error);
    ari_record_free(&record);
    return begun;
}

/* ---- the end ---- */

static void print_json(const cli_sitting *sitting)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = ari_json_to(&text);
    ari_record record;
    ari_error error;
    if (ari_session_record(sitting->session, &record, &error) != ARI_OK) {
        cli_wrong_error(NULL, &error);
        return;
    }
    int first = ari_session_result(sitting->session, ARI_FIRST);
    ari_json_object(&json, NULL);
    ari_report_position(&json, sitting->v, &record);
    ari_json_string(&json, "first", ari_text_get(&sitting->called[0]));
    ari_json_string(&json, "second", ari_text_get(&sitting->called[1]));
    ari_json_unsigned(&json, "seed", sitting->seed);
    ari_report_start(&json, sitting->v, &record);
    ari_report_played(&json, "moves", &record);
    cli_json_winner(&json, first == ARI_ON ? 0 : first);
    if (first != ARI_ON && ari_has_margins(sitting->v))
        ari_json_number(&json, "margin", first > 0 ? first : -first);
    cli_put_json(&json);
    ari_record_free(&record);
}

static int exit_code(cli_ending ending)
{
    switch (ending) {
    case CLI_GAME_OVER:
    case CLI_GAME_LEFT:
        return CLI_DONE;
    case CLI_GAME_STOPPED:
        return CLI_INTERRUPTED;
    case CLI_GAME_CUT:
    case CLI_GAME_BROKEN:
        break;
    }
    return CLI_WRONG;
}

static int play(const cli_arguments *arguments, cli_sitting *sitting,
                const ari_text *save, ari_database **db)
{
    bool json = cli_given(arguments, "json");
    const char *position = cli_word(arguments, 1);
    sitting->bytes = sitting->memory;
    if (!cli_database_open(arguments, sitting->v, &sitting->bytes, db) ||
        !cli_sitting_set(sitting))
        return CLI_WRONG;
    if (*db)
        ari_solver_look_up(sitting->solver, ari_database_lookup(*db));
    if (save ? !cli_save_load(cli_text(arguments, "load", ""), save, sitting->session)
             : !begin_at(sitting, position))
        return CLI_WRONG;
    bool human = cli_sitting_has_human(sitting);
    if (human && !cli_lines_open("-", &sitting->input))
        return CLI_WRONG;
    sitting->voice = !json ? CLI_ALOUD : human ? CLI_ASIDE : CLI_SILENT;
    cli_ending ending = cli_sitting_play(sitting);
    cli_lines_close(sitting->input);
    if (json && ending != CLI_GAME_BROKEN)
        print_json(sitting);
    return exit_code(ending);
}

static int run(const cli_arguments *arguments)
{
    const char *path = cli_text(arguments, "load", NULL), *spec = cli_word(arguments, 0);
    ari_text save = ARI_TEXT_EMPTY;
    ari_variant *v = NULL;
    ari_pool *pool = NULL;
    cli_sitting sitting = {.v = NULL};
    int code = CLI_WRONG;
    if (!path && !spec)
        return cli_wrong("something is missing: ariadne play GAME, or --load FILE");
    if (path && cli_word(arguments, 1))
        return cli_wrong("the game begins at POSITION or with --load FILE, not both");
    if (path && !cli_save_read(path, &save))
        return CLI_WRONG;
    if (read_options(arguments, &sitting, &pool) &&
        cli_save_game(path, &save, spec, &v)) {
        sitting.v = v;
        ari_database *db = NULL;
        code = play(arguments, &sitting, path ? &save : NULL, &db);
        cli_sitting_clear(&sitting);
        ari_database_free(db);
        ari_variant_free(v);
    }
    ari_pool_free(pool);
    ari_text_free(&save);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("first", "WHO", "who begins (default human)"),
    CLI_VALUE("second", "WHO", "who answers (default perfect)"),
    CLI_VALUE("load", "FILE", "go on with a saved game"),
    CLI_VALUE("seed", "N", "repeat what is left to chance"),
    CLI_SWITCH("ponder", "computers think while a person does, where they can"),
    CLI_SWITCH("quiet", "only the moves and the result, no boards"),
    CLI_SWITCH("json", "print a record of the game as JSON, for programs"),
    CLI_DB_OPTION,
    CLI_MACHINE_OPTIONS,
    CLI_BOOK_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_play = {
    .name = "play",
    .usage = "GAME [POSITION]",
    .summary = "play a game, or watch one being played",
    .about =
        "Plays a game from its start or from POSITION, by any mix of people and\n"
        "computers. WHO is one of\n"
        "\n"
        "  human      you: type a move, or help for what else can be typed\n"
        "  perfect    never gives anything away: the shortest win, the longest\n"
        "             resistance. perfect:time=S thinks for at most S seconds (10)\n"
        "  strongest  the same where that cannot be promised, because the game is too\n"
        "             large to be solved, as mnk 15x15 and quixo without a database:\n"
        "             there perfect is called so, and says of each move what is proved\n"
        "  level:N    a computer of strength N, from 1 (a beginner who sees nothing) to\n"
        "             10 (exact where it can be); never more than a second for a move.\n"
        "             What makes its strength can be set apart, as in\n"
        "             level:4,sight=3.5,whim=2,slip=0.5: it looks 3 plies ahead, and 4 "
        "in\n"
        "             half of its moves (1000: to the end), misjudges what it sees by "
        "up\n"
        "             to 2 points, and half of the time goes wrong beyond its sight, in\n"
        "             games of at most 100,000 positions. exact=0.5: half of its moves\n"
        "             are exact, where proof=N positions (400000) are enough for that\n"
        "  engine     a search with limits: engine:depth=N,time=S,nodes=N,eval=NAME,\n"
        "             order=first|last|best|random|centre,\n"
        "             algo=engine|minimax|alphabeta|bestmove, without=NAME+NAME\n"
        "             (default engine; with an order, alphabeta); without a limit,\n"
        "             nodes=1000000, and depth=6 where algo is not engine; what the\n"
        "             evaluation needs follows: engine:depth=4,eval=pattern,f2=2,f3=5;\n"
        "             without leaves out techniques of the engine, to see what they are\n"
        "             worth: reductions, pruning, extensions, leaves,\n"
        "             candidates, repetitions, threats, or all of them\n"
        "  mcts       Monte-Carlo tree search that plays what it has proved:\n"
        "             mcts:time=S,nodes=N,eval=NAME (default nodes=1000000; "
        "eval=neutral\n"
        "             plays games on at random where the evaluation would judge)\n"
        "  rules      follows the game's rules of thumb, where it has some (tictactoe)\n"
        "  random     any legal move\n"
        "  mistake:P  perfect, but errs with probability P: mistake:0.2\n"
        "  pbrain:COMMAND, gtp:COMMAND, ugi:COMMAND\n"
        "             another program, by the protocol that it speaks, with a second "
        "for\n"
        "             a move; with gtp:time=S,COMMAND it has S\n"
        "\n"
        "Computers do not play the same opening each time: of the first 8 moves of a\n"
        "game, where nothing is proved, level:10, engine and strongest take by the seed\n"
        "one of the 4 best moves whose estimates are almost the same. How much less\n"
        "than the best one it may be worth depends on the game, and is M points with\n"
        "engine:vary=M; vary=off: always the best.\n"
        "\n"
        "With --ponder, or ponder=yes, as in engine:time=2,ponder=yes, engine and\n"
        "strongest go on thinking while you do: if you play what they expect, they\n"
        "have a lead; otherwise it changes nothing.\n"
        "\n"
        "At the prompt you can also type help, hint, undo, redo, board, moves, save\n"
        "FILE, load FILE and quit. What cannot be understood is explained and asked for\n"
        "again. Who has no move but to pass does so without being asked. A game that\n"
        "could go on for ever is drawn when a position comes for the third time. With\n"
        "--json the record is all that stands on stdout, and what is said to people\n"
        "goes to stderr.\n"
        "\n"
        "JSON: game, position, turn, status (on, over), first and second (who they\n"
        "are), seed, start, moves, and the winner (null: a draw, or nobody yet).",
    .examples = "ariadne play tictactoe\n"
                "ariadne play coins:coins=13 --second perfect\n"
                "ariadne play connect4 --second level:3\n"
                "ariadne play nim 7531 --first perfect --second human\n"
                "ariadne play connect4 44 --first engine:depth=6 --second mistake:0.1\n"
                "ariadne play tictactoe --first rules --second random --seed 7 --quiet\n"
                "ariadne play --load game.txt",
    .min_words = 0,
    .max_words = 2,
    .options = options,
    .run = run,
};
