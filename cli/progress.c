/* progress.c: one line on a terminal that says how a long search is doing. */
#define _DEFAULT_SOURCE
#include "cli/cli.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define BEFORE_FIRST 0.3 /* seconds: what is quicker than this needs no progress */
#define BETWEEN 0.1

static const ari_variant *variant;
static ari_state position;
static double began, told;
static int shown; /* characters on the line now */

static int terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col
                                                                           : 80;
}

/* Writes over what is there, with spaces to the end of it: no escape codes, so that any
 * terminal will do. */
static void show(const char *text, int length)
{
    int room = terminal_width() - 1;
    length = length < room ? length : room;
    fprintf(stderr, "\r%.*s%*s%s", length, text, shown > length ? shown - length : 0, "",
            length == 0 ? "\r" : "");
    (void)fflush(stderr);
    shown = length;
}

static void add_score(ari_text *text, int score)
{
    int distance = ari_has(variant, ARI_HAS_PAYOFFS) ? -1 : ari_score_distance(score);
    if (distance >= 0)
        ari_text_format(text, "%s in %d", ari_value_name(score), distance);
    else
        ari_text_format(text, "score %+d", score);
}

static void tell(void *self, const ari_progress *progress)
{
    (void)self;
    double time = ari_seconds();
    if (time - began < BEFORE_FIRST || time - told < BETWEEN)
        return;
    told = time;
    ari_text text = ARI_TEXT_EMPTY;
    if (progress->depth > 0)
        ari_text_format(&text, "depth %d  ", progress->depth);
    if (progress->scored) {
        add_score(&text, progress->score);
        ari_text_add(&text, "  ");
    }
    double millions = (double)progress->nodes / 1e6;
    ari_text_format(&text, "%.1f M nodes  %.1f M/s  %.1f s", millions,
                    progress->seconds > 0 ? millions / progress->seconds : 0,
                    time - began);
    if (progress->scored && progress->line_length > 0) {
        ari_text_add(&text, "  line ");
        cli_say_line(variant, &position, progress->line, progress->line_length, 60,
                     &text);
    }
    show(ari_text_get(&text), (int)text.size);
    ari_text_free(&text);
}

void cli_progress_begin(ari_limits *limits, const ari_variant *v, const ari_state *s)
{
    if (!isatty(STDERR_FILENO))
        return;
    variant = v;
    position = *s;
    began = ari_seconds();
    told = 0;
    limits->progress = tell;
}

void cli_progress_say(double seconds, ari_text *text)
{
    double time = ari_seconds();
    if (seconds >= BEFORE_FIRST && time - told >= BETWEEN && isatty(STDERR_FILENO)) {
        told = time;
        show(ari_text_get(text), (int)text->size);
    }
    ari_text_free(text);
}

void cli_progress_end(void)
{
    if (shown > 0)
        show("", 0);
}
