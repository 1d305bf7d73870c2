/* position.c: games and positions named on the command line, and their JSON. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool cli_position(const ari_variant *v, const char *text, ari_record *record)
{
    ari_error error;
    return cli_ok(ari_position_parse(v, text ? text : "", record, &error), text, &error);
}

static bool is_blank(const ari_text *line)
{
    for (size_t i = 0; i < line->size; i++)
        if (line->data[i] != ' ' && line->data[i] != '\t')
            return false;
    return true;
}

ari_status cli_position_of_line(const ari_variant *v, const ari_text *line, bool cut,
                                ari_record *record, ari_error *error)
{
    const char *zero = line->size ? memchr(line->data, '\0', line->size) : NULL;
    if (zero)
        return ari_fail(error, ARI_SYNTAX, ARI_NO_OFFSET,
                        "a NUL byte at character %zu is no part of a position",
                        (size_t)(zero - line->data) + 1);
    if (cut)
        return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                        "longer than %d characters, the most that is accepted",
                        CLI_LINE_MOST);
    return ari_position_parse(v, ari_text_get(line), record, error);
}

static int each_line(const ari_variant *v, cli_lines *lines,
                     int (*each)(void *self, const ari_record *record), void *self)
{
    ari_text line = ARI_TEXT_EMPTY;
    bool cut;
    int code = CLI_DONE;
    while (!cli_output_failed() && cli_next_line(lines, &line, &cut)) {
        if (is_blank(&line))
            continue;
        ari_record record;
        ari_error error;
        int one;
        if (cli_position_of_line(v, &line, cut, &record, &error) == ARI_OK) {
            one = each(self, &record);
            ari_record_free(&record);
            cli_flush();
        } else {
            char place[32];
            snprintf(place, sizeof place, "line %" PRId64, cli_line_number(lines));
            one = cli_wrong_error_in(place, ari_text_get(&line), &error);
        }
        code = one > code ? one : code;
    }
    ari_text_free(&line);
    if (cli_lines_failed(lines))
        code = CLI_WRONG;
    if (!cli_interrupted())
        return code;
    cli_wrong("interrupted after %" PRId64 " line%s", cli_line_number(lines),
              cli_line_number(lines) == 1 ? "" : "s");
    return CLI_INTERRUPTED;
}

int cli_each_position(const ari_variant *v, const char *text,
                      int (*each)(void *self, const ari_record *record), void *self)
{
    if (text && strcmp(text, "-") == 0) {
        cli_lines *lines;
        if (!cli_lines_open("-", &lines))
            return CLI_WRONG;
        int code = each_line(v, lines, each, self);
        cli_lines_close(lines);
        return code;
    }
    ari_record record;
    if (!cli_position(v, text, &record))
        return CLI_WRONG;
    int code = each(self, &record);
    ari_record_free(&record);
    return code;
}
