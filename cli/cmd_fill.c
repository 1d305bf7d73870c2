/* cmd_fill.c: `ariadne fill`: the paint bucket on a picture file. */
#include "cli/cmd_fill.h"
#include "cli/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/fill.h>

bool cli_fill_place(const char *text, uint32_t *x, uint32_t *y)
{
    int64_t column, row;
    if (!cli_point(text, &column, &row))
        return cli_refuse(
            "the pixel must be X,Y, as 12,7 with 0,0 at the top left, not '%.40s'", text);
    *x = (uint32_t)column;
    *y = (uint32_t)row;
    return true;
}

static bool read_colour(const char *text, uint32_t *colour)
{
    char *end;
    unsigned long value = strtoul(text, &end, 16);
    if (strlen(text) == 6 && text[strspn(text, "0123456789abcdefABCDEF")] == '\0' &&
        !*end) {
        *colour = ari_pixel(value >> 16 & 255, value >> 8 & 255, value & 255, 255);
        return true;
    }
    return cli_refuse(
        "--colour must be six hexadecimal digits, RRGGBB, as ff8000, not '%.40s'", text);
}

static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* How many pixels are accepted, and what to do where that is too few. */
typedef struct bounds {
    uint64_t most;
    const char *advice;
} bounds;

static bool say_unread(const char *name, const bounds *b, const ari_error *error)
{
    return cli_refuse("'%.200s': %s%s", name, error->message,
                      error->status == ARI_LIMIT ? b->advice : "");
}

static bool look(void *self, const char *name, const ari_text *begin, size_t *limit)
{
    const bounds *b = self;
    ari_error error;
    return cli_look_at_picture(begin, b->most, limit, &error) ||
           say_unread(name, b, &error);
}

bool cli_fill_picture(const char *path, uint64_t most, const char *advice,
                      ari_image_info *info, ari_image *image)
{
    bounds b = {most, advice};
    ari_text file;
    ari_error error;
    if (!cli_read_looking(path, look, &b, &file))
        return false;
    cli_may_end(true);
    ari_status status = ari_image_probe(file.data, file.size, info, &error);
    if (status == ARI_OK)
        status = ari_image_read(file.data, file.size, most, image, &error);
    cli_may_end(false);
    ari_text_free(&file);
    return status == ARI_OK || say_unread(name_of(path), &b, &error);
}

static bool to_stdout(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* A name that promises another format would be a lie. */
static bool can_be_named(const char *path)
{
    ari_image_format format;
    const char *promised = cli_promised(path);
    if (!promised || ari_image_format_of_name(path, &format))
        return true;
    return cli_refuse(
        "pictures are written as .png, .pbm, .pgm or .ppm, not as .%s: '%.200s'",
        promised, path);
}

/* In the format of the name, or else of the picture that was read. */
static bool write_picture(const char *path, const ari_image_info *info,
                          const ari_image *image)
{
    ari_image_format format;
    ari_text file = ARI_TEXT_EMPTY;
    ari_error error;
    if (!ari_image_format_of_name(path, &format))
        format = info->format;
    cli_may_end(true);
    ari_status status = ari_image_write(image, format, info->plain, &file, &error);
    cli_may_end(false);
    if (status == ARI_OK && !to_stdout(path))
        return cli_write_file(path, &file);
    if (status == ARI_OK)
        cli_put(&file);
    else
        cli_wrong("cannot write '%.200s': %s", path, error.message);
    ari_text_free(&file);
    return status == ARI_OK;
}

static void take_step(void *self, ari_event event, const void *node, size_t depth)
{
    const ari_fill_call *call = node;
    cli_trace_square(self, event, call->x, call->y, depth);
}

/* The recursive fill of the same region, told step by step; false after saying what is wrong. */
static bool trace_fill(const ari_image *image, uint32_t x, uint32_t y,
                       const ari_fill_job *job, cli_trace *trace)
{
    const ari_backtrack_observer observer = {.self = trace, .event = take_step};
    const ari_backtrack_job options = {.limits = {.stop = cli_stop()},
                                       .observer = &observer};
    ari_backtrack_stats stats;
    ari_error error;
    return cli_ok(ari_fill_by_calls(image->pixels, image->width, image->height,
                                    image->stride, x, y, job, &options, &stats, &error),
                  NULL, &error);
}

static void print(const ari_filled *filled, bool as_json, cli_trace *trace)
{
    ari_text text = ARI_TEXT_EMPTY;
    if (as_json) {
        ari_json json = cli_json(&text);
        ari_json_unsigned(&json, "pixels", filled->pixels);
        ari_json_array(&json, "box");
        ari_json_unsigned(&json, NULL, filled->x0);
        ari_json_unsigned(&json, NULL, filled->y0);
        ari_json_unsigned(&json, NULL, filled->x1);
        ari_json_unsigned(&json, NULL, filled->y1);
        ari_json_array_end(&json);
        cli_trace_add(trace, &json);
        ari_json_object_end(&json);
    } else {
        cli_say_count(filled->pixels, &text);
        ari_text_format(&text,
                        " pixel%s filled, from %" PRIu32 ",%" PRIu32 " to %" PRIu32
                        ",%" PRIu32,
                        filled->pixels == 1 ? "" : "s", filled->x0, filled->y0,
                        filled->x1, filled->y1);
    }
    ari_text_add_char(&text, '\n');
    cli_say(&text);
}

static int run(const cli_arguments *arguments)
{
    const char *in = cli_word(arguments, 0), *out = cli_text(arguments, "out", NULL);
    ari_fill_job job = {.diagonal = cli_choice(arguments, "connect", 0) == 1};
    cli_trace trace = cli_trace_of(arguments);
    int64_t most;
    uint32_t x, y;
    if (!out)
        return cli_wrong("-o is missing: which file to write? (as in -o filled.png)");
    if (to_stdout(out) && cli_given(arguments, "json"))
        return cli_wrong("--json and the picture cannot both go to standard output: name "
                         "a file with -o");
    if (to_stdout(out) && trace.on)
        return cli_wrong(
            "--trace and the picture cannot both go to standard output: name "
            "a file with -o");
    if (!can_be_named(out) || !cli_fill_place(cli_word(arguments, 1), &x, &y) ||
        !read_colour(cli_text(arguments, "colour", "000000"), &job.colour) ||
        !cli_int(arguments, "tolerance", 0, 0, 255, &job.tolerance) ||
        !cli_number(arguments, "limit", (int64_t)ARI_IMAGE_PIXELS_DEFAULT, 1,
                    INT64_MAX / 8, &most))
        return CLI_WRONG;
    ari_image_info info;
    ari_image image;
    if (!cli_fill_picture(in, (uint64_t)most, "; --limit N accepts N", &info, &image))
        return CLI_WRONG;
    ari_filled filled;
    ari_error error;
    int code = CLI_WRONG;
    bool inside = x < image.width && y < image.height;
    if (inside && trace.on &&
        (!trace_fill(&image, x, y, &job, &trace) || cli_interrupted())) {
        ari_image_free(&image);
        ari_text_free(&trace.text);
        if (!cli_interrupted())
            return CLI_WRONG;
        cli_wrong("interrupted before all was filled; no picture was written");
        return CLI_INTERRUPTED;
    }
    cli_may_end(true);
    ari_status status = ari_fill(image.pixels, image.width, image.height, image.stride, x,
                                 y, &job, &filled, &error);
    cli_may_end(false);
    if (status != ARI_OK)
        cli_wrong("'%.200s': %s", name_of(in), error.message);
    else if (write_picture(out, &info, &image))
        code = CLI_DONE;
    ari_image_free(&image);
    if (code == CLI_DONE && !to_stdout(out))
        print(&filled, trace.as_json, &trace);
    ari_text_free(&trace.text);
    return code;
}

static const cli_option options[] = {
    {.name = "out",
     .letter = 'o',
     .argument = "OUT",
     .help = "the picture to write; must be given"},
    CLI_VALUE("colour", "RRGGBB", "paint with it (default 000000, black)"),
    CLI_VALUE("connect", "4|8",
              "a pixel's neighbours: beside, above and below, or also the four at its "
              "corners (default 4)"),
    CLI_VALUE(
        "tolerance", "N",
        "red, green, blue and alpha may each be N away from those of the pixel X,Y, up "
        "to 255 (default 0: exactly its colour)"),
    CLI_VALUE("limit", "N", "refuse a picture of more than N pixels (default 268435456)"),
    CLI_TRACE_OPTION,
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_fill = {
    .name = "fill",
    .puzzle = "Paint bucket",
    .usage = "IN X,Y -o OUT",
    .summary = "fill a region of a picture with paint",
    .about =
        "Paints the connected region of one colour around the pixel X,Y, counted from\n"
        "0,0 at the top left, and says how many pixels it has and the box it lies in.\n"
        "IN is a PNG, PBM, PGM or PPM (or - for standard input); the name of OUT says\n"
        "the format to write, .png, .pbm, .pgm or .ppm, and where it says none it is "
        "that\n"
        "of IN. OUT is written whole or not at all, and may be IN; - is standard "
        "output,\n"
        "and then nothing is said. A format that cannot hold the picture, as a PBM a\n"
        "colour, is refused.\n"
        "\n"
        "--trace tells the calls of the textbook's recursive fill of the same region: "
        "one\n"
        "for each neighbour, which returns at once (dead-end) where nothing is to "
        "paint.\n"
        "\n"
        "JSON: pixels, and box: left, top, right, bottom; with --trace the trace, of\n"
        "steps with event, at and depth.",
    .examples =
        "ariadne fill plan.png 120,45 --colour 3060c0 -o plan-filled.png\n"
        "ariadne fill scan.pgm 10,10 --tolerance 12 --connect 8 -o scan.pgm --json\n"
        "ariadne fill - 0,0 --colour ffffff -o - < in.ppm > out.ppm",
    .min_words = 2,
    .max_words = 2,
    .options = options,
    .run = run,
};
