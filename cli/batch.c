/* batch.c: solving a file of positions, a line of output for each. */
#include "cli/batch.h"

#include <inttypes.h>
#include <string.h>

#define SHOWN 60 /* characters of a bad position that are repeated */

typedef struct batch {
    const ari_variant *v;
    ari_solver *solver;
    cli_work *work;
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
static void print_clean(const char *text, size_t size, size_t most)
{
    ari_text shown = ARI_TEXT_EMPTY;
    for (size_t i = 0; i < size && i < most; i++) {
        unsigned char c = (unsigned char)text[i];
        ari_text_add_char(&shown, c < 32 || c >= 127 ? '?' : text[i]);
    }
    if (size > most)
        ari_text_add(&shown, "...");
    cli_put(&shown);
    ari_text_free(&shown);
}

static int bad_line(const ari_text *word, const ari_error *error)
{
    size_t length = strlen(error->message);
    print_clean(word->data, word->size, SHOWN);
    cli_print(" error ");
    print_clean(error->message, length, length);
    if (error->offset != ARI_NO_OFFSET && error->offset > 0)
        cli_print(" (at character %zu)", error->offset + 1);
    cli_print("\n");
    return CLI_WRONG;
}

static int solve_word(batch *b, const ari_text *word, bool cut)
{
    ari_record record;
    ari_error error;
    if (cli_position_of_line(b->v, word, cut, &record, &error) != ARI_OK)
        return bad_line(word, &error);
    ari_analysis analysis;
    cli_progress_begin(&b->work->job.limits, b->v, &record.end);
    ari_status status = ari_solver_ask(b->solver, &record.end, ARI_ASK_VALUE,
                                       &b->work->job, &analysis, &error);
    cli_progress_end();
    ari_record_free(&record);
    if (status != ARI_OK)
        return bad_line(word, &error);
    const ari_answer *answer = &analysis.whole;
    int code = CLI_DONE;
    if (!answer->exact && cli_interrupted()) {
        code = CLI_INTERRUPTED;
    } else {
        print_clean(word->data, word->size, word->size);
        cli_print(" %s", answer->exact ? ari_value_name(answer->score) : "unknown");
        if (answer->exact && answer->distance >= 0)
            cli_print(" %d", answer->distance);
        else
            cli_print(" -");
        cli_print(" %" PRIu64 " %.0f\n", analysis.stats.nodes,
                  analysis.stats.seconds * 1e6);
        code = answer->exact ? CLI_DONE : CLI_NO;
        b->done++;
    }
    ari_analysis_free(&analysis);
    return code;
}

int cli_batch(const ari_variant *v, ari_solver *solver, cli_work *work, const char *path)
{
    cli_lines *lines;
    if (!cli_lines_open(path, &lines))
        return CLI_WRONG;
    batch b = {.v = v, .solver = solver, .work = work};
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
