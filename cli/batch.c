/* batch.c: solving a file of positions, a line of output for each. */
#include "cli/batch.h"

#include <inttypes.h>
#include <string.h>

#define SHOWN 60 /* characters of a bad position that are repeated */

typedef struct batch {
    const ari_variant *v;
    ari_solver *solver;
    cli_work *work;
    bool json;
    int64_t done;
} batch;

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

/* The position on a line: what stands before the first space. */
static void take_word(const ari_text *line, ari_text *word)
{
    size_t begin = 0, end;
    while (begin < line->size && is_space(line->data[begin]))
        begin++;
    for (end = begin; end < line->size && !is_space(line->data[end]);)
        end++;
    ari_text_clear(word);
    if (end > begin)
        ari_text_add_bytes(word, line->data + begin, end - begin);
}

/* Positions are ASCII; any other byte might upset whoever reads the lines. */
static void add_clean(const char *text, size_t size, size_t most, ari_text *out)
{
    for (size_t i = 0; i < size && i < most; i++) {
        unsigned char c = (unsigned char)text[i];
        ari_text_add_char(out, c < 32 || c >= 127 ? '?' : text[i]);
    }
    if (size > most)
        ari_text_add(out, "...");
}

static int bad_line(const batch *b, const ari_text *word, const ari_error *error)
{
    ari_text position = ARI_TEXT_EMPTY, message = ARI_TEXT_EMPTY, out = ARI_TEXT_EMPTY;
    add_clean(word->data, word->size, SHOWN, &position);
    add_clean(error->message, strlen(error->message), sizeof error->message, &message);
    if (error->offset != ARI_NO_OFFSET && error->offset > 0)
        ari_text_format(&message, " (at character %zu)", error->offset + 1);
    if (b->json) {
        ari_json json = cli_json(&out);
        ari_json_string(&json, "position", ari_text_get(&position));
        ari_json_string(&json, "error", ari_text_get(&message));
        ari_json_object_end(&json);
    } else {
        ari_text_format(&out, "%s error %s", ari_text_get(&position),
                        ari_text_get(&message));
    }
    ari_text_add_char(&out, '\n');
    cli_put(&out);
    ari_text_free(&position);
    ari_text_free(&message);
    ari_text_free(&out);
    return CLI_WRONG;
}

static void add_json(const batch *b, const ari_record *record,
                     const ari_analysis *analysis, ari_text *out)
{
    const ari_answer *whole = &analysis->whole;
    ari_json json = cli_json(out);
    ari_report_position(&json, b->v, record);
    if (whole->exact || whole->line_length > 0)
        ari_report_answer(&json, whole);
    ari_json_bool(&json, "exact", whole->exact);
    ari_json_unsigned(&json, "nodes", analysis->stats.nodes);
    ari_json_real(&json, "seconds", analysis->stats.seconds);
    ari_json_object_end(&json);
}

/* Perhaps without its distance. */
static bool known(const ari_answer *whole)
{
    return whole->exact || whole->source == ARI_SOURCE_DFPN;
}

static void add_line(const batch *b, const ari_text *word, const ari_analysis *analysis,
                     ari_text *out)
{
    const ari_answer *whole = &analysis->whole;
    add_clean(word->data, word->size, word->size, out);
    ari_text_format(out, " %s", known(whole) ? ari_value_name(whole->score) : "unknown");
    if (whole->exact && whole->distance >= 0)
        ari_text_format(out, " %d", whole->distance);
    else
        ari_text_add(out, " -");
    ari_text_format(out, " %" PRIu64 " %.0f", analysis->stats.nodes,
                    analysis->stats.seconds * 1e6);
    if (whole->exact && ari_has_margins(b->v))
        ari_text_format(out, " %+d", whole->score);
}

/* Prints the answer, unless it was interrupted before there was one. */
static int answer_line(batch *b, const ari_text *word, const ari_record *record,
                       const ari_analysis *analysis)
{
    if (!known(&analysis->whole) && cli_interrupted())
        return CLI_INTERRUPTED;
    ari_text out = ARI_TEXT_EMPTY;
    if (b->json)
        add_json(b, record, analysis, &out);
    else
        add_line(b, word, analysis, &out);
    ari_text_add_char(&out, '\n');
    cli_say(&out);
    b->done++;
    return known(&analysis->whole) ? CLI_DONE : CLI_NO;
}

static int solve_word(batch *b, const ari_text *word, bool cut)
{
    ari_record record;
    ari_error error;
    if (cli_position_of_line(b->v, word, cut, &record, &error) != ARI_OK)
        return bad_line(b, word, &error);
    ari_analysis analysis;
    ari_status status = cli_work_ask(b->work, b->v, b->solver, &record.end, ARI_ASK_VALUE,
                                     &analysis, &error);
    int code;
    if (status == ARI_OK) {
        code = answer_line(b, word, &record, &analysis);
        ari_analysis_free(&analysis);
    } else {
        code = bad_line(b, word, &error);
    }
    ari_record_free(&record);
    return code;
}

int cli_batch(const ari_variant *v, ari_solver *solver, cli_work *work, const char *path,
              bool json)
{
    cli_lines *lines;
    if (!cli_lines_open(path, &lines))
        return CLI_WRONG;
    batch b = {.v = v, .solver = solver, .work = work, .json = json};
    ari_text line = ARI_TEXT_EMPTY, word = ARI_TEXT_EMPTY;
    int code = CLI_DONE;
    bool cut;
    while (!cli_output_failed() && cli_next_line(lines, &line, &cut)) {
        take_word(&line, &word);
        if (word.size == 0)
            continue;
        int one = solve_word(&b, &word, cut && word.size == line.size);
        code = one > code ? one : code;
        cli_flush();
    }
    if (cli_lines_failed(lines))
        code = CLI_WRONG;
    if (cli_interrupted()) {
        cli_wrong("interrupted after %" PRId64 " position%s", b.done,
                  b.done == 1 ? "" : "s");
        code = CLI_INTERRUPTED;
    }
    ari_text_free(&line);
    ari_text_free(&word);
    cli_lines_close(lines);
    return code;
}
