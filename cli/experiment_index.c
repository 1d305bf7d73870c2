/* experiment_index.c: a page that shows all tables and plots of a folder.
 *
 * It is made from the files that are there, so that experiments of several runs, and what the
 * tuner has written beside them, are on one page. */
#include "cli/experiment.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_BYTES ((size_t)16 << 20) /* of a table that is shown, and not only linked */
#define TABLE_ROWS 60
#define PLOT_BYTES ((size_t)64 << 20)

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Experiments</title>\n<style>\n"
    ":root { color-scheme: light dark; }\n"
    "body { font: 16px/1.5 sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 "
    "1rem; }\n"
    "img { max-width: 100%; background: Canvas; }\n"
    "table { border-collapse: collapse; font-variant-numeric: tabular-nums; }\n"
    "th, td { padding: 0.1rem 0.6rem; text-align: right; }\n"
    "th { border-bottom: 1px solid; }\n"
    "th:first-child, td:first-child { text-align: left; }\n"
    ".scroll { overflow-x: auto; }\n"
    "figure { margin: 0; } figcaption { font-size: 0.9em; }\n"
    "</style></head><body>\n<h1>Experiments</h1>\n";

/* One line of a CSV file, whose cells may be quoted, as a row. */
static void add_row(const char *line, size_t length, const char *cell, ari_text *out)
{
    ari_text_add(out, "<tr>");
    for (size_t at = 0; at <= length; at++) {
        bool quoted = at < length && line[at] == '"';
        if (quoted)
            at++;
        size_t end = at;
        while (end < length && line[end] != (quoted ? '"' : ','))
            end++;
        ari_text_format(out, "<%s>", cell);
        ari_xml_add(out, line + at, end - at);
        ari_text_format(out, "</%s>", cell);
        at = quoted && end < length ? end + 1 : end;
    }
    ari_text_add(out, "</tr>\n");
}

static void add_table(const char *csv, ari_text *out)
{
    int row = 0;
    ari_text_add(out, "<div class=\"scroll\"><table>\n");
    for (; *csv && row <= TABLE_ROWS; row++) {
        size_t length = strcspn(csv, "\n");
        add_row(csv, length, row == 0 ? "th" : "td", out);
        csv += length + (csv[length] == '\n');
    }
    ari_text_add(out, "</table></div>\n");
    if (*csv)
        ari_text_add(out, "<p>The rest is in the file.</p>\n");
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static int shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.' &&
           (ends_in(entry->d_name, ".csv") || ends_in(entry->d_name, ".svg"));
}

/* What stands between an element's tags in a plot that the program has drawn: its text up to the
 * next tag, escaped as it is there. Whatever file it is, no tag gets into the page. */
static bool add_told(const char *svg, const char *element, const char *before,
                     ari_text *out)
{
    const char *begin = strstr(svg, element);
    size_t length = begin ? strcspn(begin + strlen(element), "<") : 0;
    if (length == 0)
        return false;
    ari_text_add(out, before);
    ari_text_add_bytes(out, begin + strlen(element), length);
    return true;
}

/* What is shown, the axes, and the command that drew it, as the plot says itself; one that says
 * nothing has no caption. */
static void add_caption(const char *svg, ari_text *out)
{
    bool titled = add_told(svg, "<title>", "<figcaption>", out);
    bool described = add_told(svg, "<desc>", titled ? ". " : "<figcaption>", out);
    if (titled || described)
        ari_text_add(out, "</figcaption>\n");
}

/* A plot as a picture, a table as one, each with its name and a link to its file. */
static void add_file(const char *folder, const char *name, ari_text *out)
{
    size_t length = strlen(name);
    ari_text_add(out, "<h2><a href=\"");
    ari_xml_add(out, name, length);
    ari_text_add(out, "\">");
    ari_xml_add(out, name, length);
    ari_text_add(out, "</a></h2>\n");
    ari_text path = ARI_TEXT_EMPTY, content = ARI_TEXT_EMPTY;
    ari_text_format(&path, "%s/%s", folder, name);
    bool plot = ends_in(name, ".svg");
    bool read =
        cli_read_file(ari_text_get(&path), plot ? PLOT_BYTES : TABLE_BYTES, &content);
    if (plot) {
        ari_text_add(out, "<figure><img alt=\"plot: ");
        ari_xml_add(out, name, length - 4);
        ari_text_add(out, "\" src=\"");
        ari_xml_add(out, name, length);
        ari_text_add(out, "\">\n");
        if (read)
            add_caption(ari_text_get(&content), out);
        ari_text_add(out, "</figure>\n");
    } else if (read) {
        add_table(ari_text_get(&content), out);
    }
    ari_text_free(&content);
    ari_text_free(&path);
}

int cli_experiment_index(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, shown, alphasort);
    if (count < 0)
        return cli_wrong("cannot read the folder '%.200s'", folder);
    if (count == 0) { /* interrupted before there was anything to show */
        free(entries);
        return CLI_DONE;
    }
    ari_text page = ARI_TEXT_EMPTY, path = ARI_TEXT_EMPTY;
    ari_text_add(&page, head);
    for (int i = 0; i < count; i++) {
        add_file(folder, entries[i]->d_name, &page);
        free(entries[i]);
    }
    free(entries);
    ari_text_add(&page, "</body></html>\n");
    ari_text_format(&path, "%s/index.html", folder);
    bool written = ari_text_ok(&page) ? cli_write_file(ari_text_get(&path), &page)
                                      : !cli_wrong("there is no memory for the page");
    ari_text_free(&page);
    ari_text_free(&path);
    return written ? CLI_DONE : CLI_WRONG;
}
