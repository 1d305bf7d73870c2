/* arguments.c: the words and options of one command, read against its table. */
#define _GNU_SOURCE
#include "cli/framework.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct cli_arguments {
    const cli_command *command;
    const char **values; /* of each option in the table: NULL when not given */
    char **words;
    int word_count;
};

/* Above every character, so that getopt's answers cannot be confused. */
enum { HELP = 256, FIRST_OPTION };

static int option_count(const cli_command *command)
{
    int count = 0;
    while (command->options && command->options[count].name)
        count++;
    return count;
}

static int out_of_memory(void)
{
    return cli_wrong("there is no memory left for the arguments");
}

/* ---- reading ---- */

static int unknown_option(const cli_command *command, const char *typed)
{
    ari_text names = ARI_TEXT_EMPTY;
    const char *nearest = NULL;
    size_t length = strcspn(typed, "=");
    char name[40];
    length = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, typed, length);
    name[length] = '\0';
    const char *bare = name + strspn(name, "-");
    for (const cli_option *o = command->options; o && o->name; o++) {
        ari_text_format(&names, "--%s, ", o->name);
        if (cli_word_near(bare, o->name) &&
            (!nearest ||
             cli_word_distance(bare, o->name) < cli_word_distance(bare, nearest)))
            nearest = o->name;
    }
    int code;
    if (nearest)
        code = cli_wrong("there is no option '%s'; did you mean --%s?", name, nearest);
    else
        code = cli_wrong("there is no option '%s'; there %s %s--help%s", name,
                         names.size ? "are" : "is only", ari_text_get(&names),
                         strstr(command->usage, "POSITION")
                             ? "; a position that begins with - comes after --"
                             : "");
    ari_text_free(&names);
    return code;
}

/* The option that getopt_long names by its number or its letter, or NULL. */
static const cli_option *answered(const cli_command *command, int answer)
{
    for (const cli_option *o = command->options; o && o->name; o++)
        if (answer == FIRST_OPTION + (int)(o - command->options) ||
            (o->letter && answer == o->letter))
            return o;
    return NULL;
}

/* "-5", which getopt_long took for letters, where the command wants numbers as words. False
 * where it does not. */
static bool below_least(const cli_command *command, char **argv)
{
    static const struct {
        const char *word, *least;
    } numbers[] = {{"N ", "1"}, {"X,Y ", "0,0"}};
    const char *typed =
        argv[optind - 1]; /* or the next, if there are letters left in it */
    if (typed[0] != '-' || typed[1] != (char)optopt)
        typed = argv[optind];
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *word = strstr(command->usage, numbers[i].word);
        bool whole = word && (word == command->usage || word[-1] == ' ');
        if (whole && typed && isdigit((unsigned char)typed[1])) {
            cli_wrong("%smust be at least %s, not '%.40s'", numbers[i].word,
                      numbers[i].least, typed);
            return true;
        }
    }
    return false;
}

/* Says why getopt_long refused argv[optind - 1]. */
static int refused(const cli_command *command, int answer, char **argv)
{
    const cli_option *option = answered(command, optopt);
    if (option && answer == ':')
        return cli_wrong("--%s needs a value: --%s %s", option->name, option->name,
                         option->argument);
    if (option)
        return cli_wrong("--%s takes no value", option->name);
    if (optopt == HELP)
        return cli_wrong("--help takes no value");
    if (isdigit(optopt) && below_least(command, argv))
        return CLI_WRONG;
    if (optopt) {
        char letter[3] = {'-', (char)optopt, '\0'};
        return unknown_option(command, letter);
    }
    return unknown_option(command, argv[optind - 1]);
}

static int show_help(const cli_command *command)
{
    ari_text text = ARI_TEXT_EMPTY;
    cli_help_command(command, &text);
    cli_say(&text);
    return CLI_DONE;
}

/* A value that must be one of the words in the table is checked here, once for all. */
static int check_choice(const cli_option *option, const char *value)
{
    if (!strchr(option->argument, '|'))
        return CLI_DONE;
    for (const char *c = option->argument; *c; c++)
        if (isupper((unsigned char)*c))
            return CLI_DONE;
    if (ari_word_index(option->argument, value, strlen(value)) >= 0)
        return CLI_DONE;
    ari_text words = ARI_TEXT_EMPTY;
    cli_words_join(option->argument, &words);
    int code = cli_wrong("--%s must be %s, not '%.40s'", option->name,
                         ari_text_get(&words), value);
    ari_text_free(&words);
    return code;
}

/* --svg x.png: an option that has the name of a format writes no other. */
static int check_promise(const cli_option *option, const char *path)
{
    bool text = strcmp(option->name, "csv") == 0 || strcmp(option->name, "svg") == 0;
    const char *promised =
        text || strcmp(option->name, "png") == 0 ? cli_promised(path) : NULL;
    if (!promised || strcasecmp(promised, option->name) == 0 ||
        (text && strcasecmp(promised, "txt") == 0))
        return CLI_DONE;
    return cli_wrong("--%s writes .%s, and the name '%.200s' promises .%s", option->name,
                     option->name, path, promised);
}

static int check_words(const cli_arguments *a)
{
    const cli_command *command = a->command;
    if (a->word_count > command->max_words && command->max_words == 0)
        return cli_wrong("no word is expected here, and there is '%.40s'", a->words[0]);
    if (a->word_count > command->max_words)
        return cli_wrong("'%.40s' is one word too many after %s; words that belong "
                         "together need quotes around them",
                         a->words[command->max_words], command->usage);
    if (a->word_count < command->min_words)
        return cli_wrong("something is missing: ariadne %s %s", command->name,
                         command->usage);
    return CLI_DONE;
}

/* What getopt_long wants to know of the letters: "o:" takes a value. The first ':' keeps it
 * from writing messages of its own. */
static void list_letters(const cli_command *command, ari_text *letters)
{
    ari_text_add(letters, ":h");
    for (const cli_option *o = command->options; o && o->name; o++)
        if (o->letter)
            ari_text_format(letters, "%c%s", o->letter, o->argument ? ":" : "");
}

/* Runs getopt_long over the table; *wants_help is set when --help was among them. */
static int read_options(cli_arguments *a, const struct option *table, const char *letters,
                        int argc, char **argv, bool *wants_help)
{
    opterr = 0;
    optind = 1;
    int answer;
    while ((answer = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        if (answer == HELP || answer == 'h') {
            *wants_help = true;
            return CLI_DONE;
        }
        const cli_option *option = answered(a->command, answer);
        if (!option) /* '?' or ':' */
            return refused(a->command, answer, argv);
        a->values[option - a->command->options] = option->argument ? optarg : "";
        if (option->argument && (check_choice(option, optarg) != CLI_DONE ||
                                 check_promise(option, optarg) != CLI_DONE))
            return CLI_WRONG;
    }
    a->words = argv + optind;
    a->word_count = argc - optind;
    return check_words(a);
}

int cli_arguments_read(const cli_command *command, int argc, char **argv,
                       cli_arguments **arguments)
{
    *arguments = NULL;
    int count = option_count(command);
    cli_arguments *a = calloc(1, sizeof *a);
    struct option *table = calloc((size_t)count + 2, sizeof *table);
    if (a)
        a->values = calloc((size_t)count + 1, sizeof *a->values);
    if (!a || !table || !a->values) {
        free(table);
        cli_arguments_free(a);
        return out_of_memory();
    }
    a->command = command;
    for (int i = 0; i < count; i++) {
        const cli_option *option = &command->options[i];
        table[i] =
            (struct option){.name = option->name,
                            .has_arg = option->argument ? required_argument : no_argument,
                            .val = FIRST_OPTION + i};
    }
    table[count] = (struct option){.name = "help", .val = HELP};
    ari_text letters = ARI_TEXT_EMPTY;
    list_letters(command, &letters);
    bool wants_help = false;
    int code = read_options(a, table, ari_text_get(&letters), argc, argv, &wants_help);
    ari_text_free(&letters);
    free(table);
    if (code != CLI_DONE || wants_help) {
        cli_arguments_free(a);
        return wants_help ? show_help(command) : code;
    }
    *arguments = a;
    return CLI_DONE;
}

void cli_arguments_free(cli_arguments *a)
{
    if (!a)
        return;
    free(a->values);
    free(a);
}

/* ---- asking ---- */

int cli_words(const cli_arguments *a)
{
    return a->word_count;
}

const char *cli_word(const cli_arguments *a, int index)
{
    return index < a->word_count ? a->words[index] : NULL;
}

/* The index of an option that the command's table must have. */
static int option_index(const cli_arguments *a, const char *name)
{
    for (int i = 0; i < option_count(a->command); i++)
        if (strcmp(a->command->options[i].name, name) == 0)
            return i;
    cli_wrong("the program asks for --%s, which is not in its own table", name);
    abort();
}

bool cli_given(const cli_arguments *a, const char *option)
{
    return a->values[option_index(a, option)] != NULL;
}

const char *cli_text(const cli_arguments *a, const char *option, const char *otherwise)
{
    const char *value = a->values[option_index(a, option)];
    return value ? value : otherwise;
}

int cli_choice(const cli_arguments *a, const char *option, int otherwise)
{
    int index = option_index(a, option);
    const char *value = a->values[index];
    return value
               ? ari_word_index(a->command->options[index].argument, value, strlen(value))
               : otherwise;
}

bool cli_number(const cli_arguments *a, const char *option, int64_t otherwise,
                int64_t min, int64_t max, int64_t *value)
{
    const char *text = cli_text(a, option, NULL);
    *value = otherwise;
    if (!text)
        return true;
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (isspace((unsigned char)text[0]) || end == text || *end || errno == ERANGE ||
        number < min || number > max)
        return cli_refuse("--%s must be a whole number from %" PRId64 " to %" PRId64
                          ", not '%.40s%s'",
                          option, min, max, text, strlen(text) > 40 ? "..." : "");
    *value = number;
    return true;
}

bool cli_int(const cli_arguments *a, const char *option, int otherwise, int min, int max,
             int *value)
{
    int64_t number;
    bool read = cli_number(a, option, otherwise, min, max, &number);
    *value = (int)number;
    return read;
}

bool cli_count(const cli_arguments *a, const char *option, uint64_t otherwise,
               uint64_t *value)
{
    int64_t number;
    bool read = cli_number(a, option, (int64_t)otherwise, 0, INT64_MAX, &number);
    *value = (uint64_t)number;
    return read;
}

bool cli_seconds(const cli_arguments *a, const char *option, double otherwise, double max,
                 double *value)
{
    const char *text = cli_text(a, option, NULL);
    *value = otherwise;
    if (!text)
        return true;
    char *end;
    double number = strtod(text, &end);
    bool digits = text[strspn(text, "0123456789.")] == '\0'; /* no "inf", no "0x1p3" */
    if (!digits || end == text || *end || !isfinite(number) || number > max)
        return cli_refuse("--%s must be a number from 0 to %.10g, not '%.40s%s'", option,
                          max, text, strlen(text) > 40 ? "..." : "");
    *value = number;
    return true;
}

static bool read_digits(const char **text, int64_t *value)
{
    const char *start = *text;
    *value = 0;
    for (; **text >= '0' && **text <= '9' && *value <= UINT32_MAX; ++*text)
        *value = *value * 10 + (**text - '0');
    return *text != start && *value <= UINT32_MAX;
}

bool cli_point(const char *text, int64_t *x, int64_t *y)
{
    return read_digits(&text, x) && *text++ == ',' && read_digits(&text, y) && !*text;
}

bool cli_bytes(const cli_arguments *a, const char *option, size_t otherwise, size_t min,
               size_t *value)
{
    const char *text = cli_text(a, option, NULL);
    *value = otherwise;
    if (!text)
        return true;
    size_t bytes = 0;
    ari_status status = ari_bytes_parse(text, &bytes);
    if (status == ARI_SYNTAX)
        cli_wrong("--%s must be a size, as 4096, 64M or 2G, not '%.40s'", option, text);
    else if (status == ARI_RANGE)
        cli_wrong("--%s %.40s is more than any machine has", option, text);
    else if (bytes < min && min >> 20)
        cli_wrong("--%s must be at least %zuM, not %.40s", option, min >> 20, text);
    else if (bytes < min)
        cli_wrong("--%s must be at least %zu bytes, not %.40s", option, min, text);
    else
        *value = bytes;
    return status == ARI_OK && bytes >= min;
}

bool cli_threads(const cli_arguments *a, ari_pool **pool)
{
    int threads;
    *pool = NULL;
    if (!cli_int(a, "threads", 1, 1, 1024, &threads))
        return false;
    ari_error error;
    return threads == 1 || cli_ok(ari_pool_new(threads, pool, &error), NULL, &error);
}

void cli_say_command(const cli_arguments *arguments, ari_text *out)
{
    const cli_command *command = arguments->command;
    ari_text_format(out, "ariadne %s", command->name);
    for (int i = 0; i < arguments->word_count; i++)
        ari_text_format(out, " %s", arguments->words[i]);
    for (int i = 0; i < option_count(command); i++)
        if (arguments->values[i])
            ari_text_format(out, command->options[i].argument ? " --%s %s" : " --%s",
                            command->options[i].name, arguments->values[i]);
}
