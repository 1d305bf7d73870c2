/* cli.h: what every command of the program is made of.
 *
 * A command is one const struct in its own file, cmd_<verb>.c. Its table of options makes
 * the parsing, the help, the man page's section and the shell completion. */
#ifndef ARIADNE_CLI_H
#define ARIADNE_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include <ariadne/image.h>
#include <ariadne/json.h>
#include <ariadne/report.h>
#include <ariadne/analysis.h>
#include <ariadne/variant.h>

/* Exit codes. */
enum {
    CLI_DONE = 0,
    CLI_NO = 1,           /* the answer is no: no solution, a check failed */
    CLI_WRONG = 2,        /* the request was wrong */
    CLI_INTERRUPTED = 130 /* Ctrl-C, after saying what was done so far */
};

typedef struct cli_option {
    const char *name;     /* "depth": typed --depth; NULL ends the table */
    const char *argument; /* "N", "FILE"; NULL for a switch. "text|dot|svg": nothing but
                           * these words is accepted (capitals stand for anything) */
    const char *help;
    char letter; /* 'o': may also be typed -o; 0 for none */
} cli_option;

/* The rows of such a table. */
#define CLI_SWITCH(option, tells)         \
    {                                     \
        .name = (option), .help = (tells) \
    }
#define CLI_VALUE(option, wants, tells)                        \
    {                                                          \
        .name = (option), .argument = (wants), .help = (tells) \
    }

typedef struct cli_arguments cli_arguments; /* what was typed, read against the table */

typedef struct cli_command {
    const char *name;          /* "solve" */
    const char *usage;         /* "GAME [POSITION]" */
    const char *summary;       /* one line for the list of commands; NULL: not listed */
    const char *about;         /* paragraphs for --help and the man page */
    const char *examples;      /* lines "ariadne solve nim 7531" */
    const char *puzzle;        /* the puzzle's name, "Mazes"; NULL: it is about games */
    int min_words, max_words;  /* positional arguments */
    const cli_option *options; /* besides --help, which every command has */
    int (*run)(const cli_arguments *arguments);
} cli_command;

/* Every command, ended by NULL; list.h names them. */
extern const cli_command *const cli_commands[];

/* ---- arguments ---- */

int cli_words(const cli_arguments *arguments);
const char *cli_word(const cli_arguments *arguments, int index); /* NULL past the end */
bool cli_given(const cli_arguments *arguments, const char *option);
const char *cli_text(const cli_arguments *arguments, const char *option,
                     const char *otherwise);
/* Which of the option's words, "text|dot|svg", was given, counted from 0. */
int cli_choice(const cli_arguments *arguments, const char *option, int otherwise);
/* False, after saying so on stderr, when the value is not a whole number within the
 * limits. */
bool cli_number(const cli_arguments *arguments, const char *option, int64_t otherwise,
                int64_t min, int64_t max, int64_t *value);
/* The same for numbers that are kept as such. cli_count takes any of 0 and more. */
bool cli_int(const cli_arguments *arguments, const char *option, int otherwise, int min,
             int max, int *value);
bool cli_count(const cli_arguments *arguments, const char *option, uint64_t otherwise,
               uint64_t *value);
/* "1.5" seconds; the same for numbers with a fraction. */
bool cli_seconds(const cli_arguments *arguments, const char *option, double otherwise,
                 double max, double *value);
/* "12,7": two whole numbers of digits alone, below 2^32; false, without a word, where it is
 * anything else. */
bool cli_point(const char *text, int64_t *x, int64_t *y);
/* "64M", "1G", "4096": bytes. */
bool cli_bytes(const cli_arguments *arguments, const char *option, size_t otherwise,
               size_t min, size_t *value);

/* The command line as it was read, "ariadne tune connect4 --games 4". */
void cli_say_command(const cli_arguments *arguments, ari_text *out);

/* ---- saying ---- */

/* One line on stderr, "ariadne solve: ...", and CLI_WRONG to return. */
int cli_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same line, and false to return. */
#define cli_refuse(...) (cli_wrong(__VA_ARGS__), false)
/* The same for an error of the library; `what` is the text that was parsed, so that the
 * place can be shown, and may be NULL. */
int cli_wrong_error(const char *what, const ari_error *error);
/* The same, begun with a place: "line 3". */
int cli_wrong_error_in(const char *place, const char *what, const ari_error *error);
/* Did a call of the library go well? False after saying what is wrong. */
static inline bool cli_ok(ari_status status, const char *what, const ari_error *error)
{
    return status == ARI_OK || (cli_wrong_error(what, error), false);
}
/* Everything written to stdout goes through these; they remember a failed write, and the
 * program then ends with one sentence and exit code 2. */
void cli_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_put(const ari_text *text);
void cli_say(ari_text *text); /* the same, and frees it */
/* Begins and ends the object that is the whole of a JSON text; the end prints it as a line and
 * frees it. */
ari_json cli_json(ari_text *text);
void cli_put_json(ari_json *json);
void cli_flush(void);
bool cli_output_failed(void);
/* Is colour wanted on stdout: a terminal, and NO_COLOR is not set? */
bool cli_colour(void);
/* Can the surroundings show more than ASCII? */
bool cli_speaks_utf8(void);

/* ---- common parts ---- */

/* The game of a command's GAME word, a built-in one or a plug-in's path, and its options,
 * NULL when none were given. False after saying what is wrong. */
bool cli_game_find(const char *spec, const ari_game **game, const char **options);
/* The variant of such a word. False after saying what is wrong. */
bool cli_game(const char *spec, ari_variant **variant);
/* The built-in game that a file says it is of; a plug-in is never loaded by that, and `how`
 * says how the user names it. False after saying what is wrong. */
bool cli_game_of_file(const char *path, const char *named, const char *how,
                      ari_variant **variant);
/* Is it the game that a file names? Of a plug-in's path, which older files have, only the
 * options are compared. */
bool cli_game_is(const ari_variant *variant, const char *word);
/* What to type for it: its name or, for a plug-in, its path with the same options. */
void cli_game_word(const ari_variant *v, ari_text *out);
/* The position given on the command line; "" or NULL is the start. */
bool cli_position(const ari_variant *v, const char *text, ari_record *record);
/* Calls `each` for the position, or for every line of stdin when it is "-"; a line that
 * is no position is complained about on stderr, and the rest goes on. The exit code is
 * the highest of them all. */
int cli_each_position(const ari_variant *v, const char *text,
                      int (*each)(void *self, const ari_record *record), void *self);

/* The stop flag that Ctrl-C sets. */
ari_stop *cli_stop(void);
bool cli_interrupted(void);
/* The work is done and only its answer is left to be printed, which may be long: from now
 * on Ctrl-C ends the program at once. */
void cli_only_prints(void);
/* Between true and false Ctrl-C ends the program at once: for work that has no answer before
 * its end, as reading and drawing pictures, while no file is being written. */
void cli_may_end(bool at_once);

/* Progress of a long search on stderr, only on a terminal: hang it into ari_limits. The
 * line is wiped by cli_progress_end. */
void cli_progress_begin(ari_limits *limits, const ari_variant *v, const ari_state *s);
void cli_progress_end(void);
/* The same for work of another kind, `seconds` after its beginning, in its own words, which are
 * freed. */
void cli_progress_say(double seconds, ari_text *text);

/* Seconds that this thread has worked. */
double cli_cpu_seconds(void);
/* A seed for when none was given: a different one each time. */
uint64_t cli_any_seed(void);

/* Threads for --threads N; NULL means one. */
bool cli_threads(const cli_arguments *arguments, ari_pool **pool);

/* What a search may use: the lines for a table of options, and what they say. */
#define CLI_SECONDS_OPTION \
    CLI_VALUE("seconds", "S", "stop after S seconds, as 2 or 0.5 (0: no limit)")
#define CLI_LIMIT_OPTIONS \
    CLI_VALUE("nodes", "N", "stop after N positions (0: no limit)"), CLI_SECONDS_OPTION
#define CLI_MEMORY_OPTION       \
    CLI_VALUE("memory", "SIZE", \
              "the most that the work may take, as 512M or 2G (default 64M)")
#define CLI_MACHINE_OPTIONS \
    CLI_VALUE("threads", "N", "search with N threads (default 1)"), CLI_MEMORY_OPTION
/* The line of commands whose work is as large as what they are asked for. */
#define CLI_ANY_MEMORY_OPTION \
    CLI_VALUE("memory", "SIZE", "use at most so much, as 512M or 8G (default: no limit)")
#define CLI_JSON_OPTION CLI_SWITCH("json", "print JSON, for programs")

#define CLI_MEMORY_LEAST ((size_t)1 << 20)

typedef struct cli_work {
    ari_engine_job job; /* its limits know Ctrl-C, and the memory */
    size_t bytes;
    ari_allowance memory;
    ari_pool *pool;
} cli_work;

/* Reads the four options above; false after saying what is wrong. The limits point into `work`,
 * which stays where it is. */
bool cli_work_begin(const cli_arguments *arguments, const ari_variant *v, cli_work *work);
void cli_work_end(cli_work *work);
/* Asks the solver about a position, showing progress on a terminal. */
ari_status cli_work_ask(cli_work *work, const ari_variant *v, ari_solver *solver,
                        const ari_state *s, ari_question question, ari_analysis *analysis,
                        ari_error *error);
/* Adds to an error what the command offers against it, if it offers something. */
void cli_error_advice(ari_error *error, ari_status status);

/* The board for a terminal, with colour when wanted. */
void cli_board(const ari_variant *v, const ari_state *s, bool colour, ari_text *out);
void cli_board_drawn(const ari_board *board, bool colour, ari_text *out);

/* Parts of an evaluation, or lines of a board: a list of them and each drawn on a small board,
 * with capitals (and + where nothing is) for its cells. */
void cli_say_parts(const ari_variant *v, const ari_state *s, const ari_parts *parts,
                   ari_text *out);
/* `ariadne eval` of a position; also what `search --depth 0` answers. */
int cli_evaluate(const ari_variant *v, const ari_record *record, const ari_eval *eval,
                 bool json);

/* ---- plain words ---- */

/* "Connect Four (connect4:width=7,...)", the board, and what is to be said about it: the
 * side to move or, at the end, the result. */
void cli_say_position(const ari_variant *v, const ari_record *record, ari_text *out);
/* "won for the side to move (first) by 3 in 24 plies"; distance -1 when not known. */
void cli_say_value(const ari_variant *v, const ari_state *s, int score, int distance,
                   ari_text *out);
/* As many moves of a line as fit into `most` characters, "..." for the rest. */
void cli_say_line(const ari_variant *v, const ari_state *s, const ari_move *line,
                  int length, size_t most, ari_text *out);
/* The same for the line of an answer, "..." also where it ends before the game does; `s`
 * is the position that it begins at. */
void cli_say_play(const ari_variant *v, const ari_state *s, const ari_answer *answer,
                  size_t most, ari_text *out);
/* "winner" of a result for the first player, null where there is none. */
void cli_json_winner(ari_json *json, int result);
/* "1,234,567 nodes, 0.25 s". */
void cli_say_work(const ari_stats *stats, ari_text *out);
void cli_say_count(uint64_t count, ari_text *out); /* "1,234,567" */

/* ---- files ---- */

/* A file read line by line; lines of any length cost no more than CLI_LINE_MOST bytes. */
#define CLI_LINE_MOST 65536
typedef struct cli_lines cli_lines;

bool cli_lines_open(const char *path, cli_lines **lines); /* "-": stdin */
void cli_lines_close(cli_lines *lines);
/* The next line without its end (LF or CR LF), cut at CLI_LINE_MOST; it may hold NUL
 * bytes. False at the end, after Ctrl-C, and where reading fails. */
bool cli_next_line(cli_lines *lines, ari_text *line, bool *cut);
/* The position that a line, or a part of it, tells. */
ari_status cli_position_of_line(const ari_variant *v, const ari_text *line, bool cut,
                                ari_record *record, ari_error *error);
int64_t cli_line_number(const cli_lines *lines); /* of the line read last, from 1 */
bool cli_lines_failed(const cli_lines *lines);   /* after saying why */

/* Writes a whole file beside its name and renames it, and frees the text; false after saying
 * what failed. */
bool cli_write_file(const char *path, ari_text *content);
/* Could it? Asked before work that takes long; false after saying why not, and true for
 * NULL, where nothing is to be written. */
bool cli_can_write(const char *path);

/* A file that grows line by line. What was added is there whatever ends the program, and what
 * was there before is never lost: a file that holds something is not begun again. */
typedef struct cli_log {
    const char *path; /* NULL: nothing is written */
    int file;         /* open if `begun` */
    bool begun;
    int reason;   /* why something could not be written; 0: all was */
    int64_t size; /* of what was added */
} cli_log;

/* Could it be begun? As cli_can_write. */
bool cli_can_log(const char *path);
/* Adds a line to the log, which is begun with the first; false if that fails, which
 * cli_log_end will say. */
bool cli_log_add(cli_log *log, const ari_text *line);
/* False after saying what failed. A log without lines is an empty file. */
bool cli_log_end(cli_log *log);
/* "gif": how a file's name ends, if that promises a format that programs know well; NULL for
 * a name that promises nothing. */
const char *cli_promised(const char *path);

/* What a file of more than CLI_LOOK bytes begins with, before all of it is read: how long may
 * it be (0: to be said when twice as much was read)? False, after saying why, where it is not
 * worth reading. */
#define CLI_LOOK ((size_t)1 << 16)
typedef bool cli_look(void *self, const char *name, const ari_text *begin, size_t *limit);
/* Reads a whole file ("-": stdin); false after saying why not. */
bool cli_read_looking(const char *path, cli_look *look, void *self, ari_text *content);
/* The same for text of at most `limit` bytes: NUL bytes are refused. */
bool cli_read_file(const char *path, size_t limit, ari_text *content);
/* The limit of a picture; false where it is none or has too many pixels. */
bool cli_look_at_picture(const ari_text *begin, uint64_t most_pixels, size_t *limit,
                         ari_error *error);

#endif
