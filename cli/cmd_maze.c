/* cmd_maze.c: `ariadne maze`: mazes solved, made and shown. */
#include "cli/cmd_maze.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MOST ((size_t)1 << 34)
#define SCALE_MOST 100
#define PICTURE_WANTED 800 /* pixels: small mazes are drawn at least about this large */

/* ---- drawing ---- */

ari_maze_style cli_maze_style(const cli_arguments *arguments)
{
    return (ari_maze_style){.ascii = cli_given(arguments, "ascii") || !cli_speaks_utf8(),
                            .colour = cli_colour()};
}

static bool write_svg(const char *file, const ari_maze *maze, const ari_maze_path *path)
{
    ari_text text = ARI_TEXT_EMPTY;
    cli_may_end(true);
    ari_maze_draw_svg(maze, path, &text);
    cli_may_end(false);
    return cli_write_file(file, &text);
}

static bool write_png(const cli_arguments *arguments, const char *file,
                      const ari_maze *maze, const ari_maze_path *path)
{
    uint64_t width, height;
    ari_maze_png_size(maze, 1, &width, &height);
    uint64_t larger = width > height ? width : height;
    int64_t scale = larger < PICTURE_WANTED ? (int64_t)(PICTURE_WANTED / larger) : 1;
    scale = scale > 20 ? 20 : scale;
    if (!cli_number(arguments, "scale", scale, 1, SCALE_MOST, &scale))
        return false;
    ari_text text = ARI_TEXT_EMPTY;
    ari_error error;
    cli_may_end(true);
    ari_status status = ari_maze_draw_png(maze, path, (uint32_t)scale,
                                          ari_image_sink_text, &text, &error);
    cli_may_end(false);
    if (status == ARI_OK)
        return cli_write_file(file, &text);
    ari_text_free(&text);
    return cli_ok(status, NULL, &error);
}

bool cli_maze_pictures(const cli_arguments *arguments, const ari_maze *maze,
                       const ari_maze_path *path)
{
    const char *svg = cli_text(arguments, "svg", NULL);
    const char *png = cli_text(arguments, "png", NULL);
    return (!svg || write_svg(svg, maze, path)) &&
           (!png || write_png(arguments, png, maze, path));
}

/* ---- reading ---- */

/* "12,3" after --from or --to. */
static bool read_point(const cli_arguments *arguments, const char *option, bool *given,
                       ari_maze_point *point)
{
    const char *text = cli_text(arguments, option, NULL);
    int64_t x, y;
    *given = text != NULL;
    if (!text)
        return true;
    if (!cli_point(text, &x, &y) || x > INT32_MAX || y > INT32_MAX)
        return cli_refuse("--%s must be a point, as 0,12, not '%.40s'", option, text);
    *point = (ari_maze_point){(int32_t)x, (int32_t)y};
    return true;
}

static bool is_picture(const ari_text *content)
{
    static const char png[] = "\x89PNG";
    if (content->size < 4)
        return false;
    return memcmp(content->data, png, 4) == 0 ||
           (content->data[0] == 'P' && content->data[1] >= '1' &&
            content->data[1] <= '6');
}

typedef struct maze_file {
    ari_maze_doors doors;
    bool picture;
} maze_file;

static bool say_unread(const char *name, const maze_file *file, const ari_error *error)
{
    bool doors = file->doors.from_given || file->doors.to_given;
    return cli_refuse("'%.200s': %s%s", name, error->message,
                      file->picture && !doors && error->status == ARI_UNKNOWN
                          ? " with --from X,Y and --to X,Y"
                          : "");
}

/* Is something wrong in the first lines, other than that they are not all? If the first is
 * not complete, it is read up to the place of a corner. */
static bool begins_wrong(const ari_text *begin, ari_error *error)
{
    size_t size = begin->size;
    const char *line = begin->data;
    if (memchr(line, '\n', size))
        while (line[size - 1] != '\n')
            size--;
    else
        size -= (size - 1) % 4;
    ari_maze *maze;
    ari_status status = ari_maze_parse(line, size, &maze, error);
    if (status == ARI_OK)
        ari_maze_free(maze);
    return status != ARI_OK && error->offset < size;
}

/* A text has no more lines than the tallest maze, all as long as the first, which has to end
 * first; 0: it may still do so. */
static size_t text_most(const ari_text *begin)
{
    const size_t line_most = 4 * (size_t)ARI_MAZE_SIDE_MOST + 2;
    const char *end = memchr(begin->data, '\n', begin->size);
    if (!end)
        return begin->size <= line_most ? 0 : line_most;
    uint64_t each = (uint64_t)(end - begin->data) + 1;
    uint64_t most = each * (2 * (uint64_t)ARI_MAZE_SIDE_MOST + 1);
    return most < FILE_MOST ? (size_t)most : FILE_MOST;
}

static bool look(void *self, const char *name, const ari_text *begin, size_t *limit)
{
    maze_file *file = self;
    ari_error error;
    file->picture = is_picture(begin);
    if (file->picture)
        return cli_look_at_picture(begin, ARI_MAZE_SQUARES_MOST, limit, &error) ||
               say_unread(name, file, &error);
    *limit = text_most(begin);
    return !begins_wrong(begin, &error) || say_unread(name, file, &error);
}

/* In a text one may start from any square; false after saying what is wrong. */
static bool text_doors(const ari_maze_doors *doors, ari_maze *maze)
{
    if (ari_maze_forgiven(maze))
        fprintf(
            stderr,
            "ariadne maze: note: %llu line%s ended before the others and %s read as if "
            "spaces followed\n",
            (unsigned long long)ari_maze_forgiven(maze),
            ari_maze_forgiven(maze) == 1 ? "" : "s",
            ari_maze_forgiven(maze) == 1 ? "was" : "were");
    if (doors->to_given)
        return cli_refuse(
            "--to is for pictures; in a text the exits are gaps in the outer wall");
    if (doors->from_given && ari_maze_outside(maze, doors->from))
        return cli_refuse(
            "--from (%d,%d) is outside: the maze has the squares (0,0) to (%u,%u)",
            doors->from.x, doors->from.y, ari_maze_width(maze) - 1,
            ari_maze_height(maze) - 1);
    if (doors->from_given)
        ari_maze_set_start(maze, doors->from);
    return true;
}

bool cli_read_maze(const cli_arguments *arguments, ari_maze **maze)
{
    const char *path = cli_word(arguments, 1);
    maze_file file = {.picture = false};
    ari_maze_doors *doors = &file.doors;
    ari_text content;
    ari_error error;
    if (!read_point(arguments, "from", &doors->from_given, &doors->from) ||
        !read_point(arguments, "to", &doors->to_given, &doors->to) ||
        !cli_read_looking(path, look, &file, &content))
        return false;
    cli_may_end(true);
    file.picture = is_picture(&content);
    ari_status status =
        file.picture
            ? ari_maze_from_picture(content.data, content.size, doors, maze, &error)
            : ari_maze_parse(ari_text_get(&content), content.size, maze, &error);
    cli_may_end(false);
    ari_text_free(&content);
    if (status != ARI_OK)
        return say_unread(strcmp(path, "-") == 0 ? "standard input" : path, &file,
                          &error);
    if (file.picture || text_doors(doors, *maze))
        return true;
    ari_maze_free(*maze);
    return false;
}

/* ---- show ---- */

/* The points outside behind every gap, clockwise from the upper left. */
static void json_exits(ari_json *json, const ari_maze *maze)
{
    int32_t width = (int32_t)ari_maze_width(maze),
            height = (int32_t)ari_maze_height(maze);
    const struct {
        ari_maze_point from;
        ari_direction along, out;
        int32_t count;
    } edges[] = {{{0, height - 1}, ARI_EAST, ARI_NORTH, width},
                 {{width - 1, height - 1}, ARI_SOUTH, ARI_EAST, height},
                 {{width - 1, 0}, ARI_WEST, ARI_SOUTH, width},
                 {{0, 0}, ARI_NORTH, ARI_WEST, height}};
    ari_json_array(json, "exits");
    for (size_t e = 0; e < sizeof edges / sizeof *edges; e++) {
        ari_maze_point p = edges[e].from;
        for (int32_t i = 0; i < edges[e].count; i++) {
            if (!ari_maze_wall(maze, p, edges[e].out))
                ari_report_point(json, NULL, ari_maze_beside(p, edges[e].out));
            p = ari_maze_beside(p, edges[e].along);
        }
    }
    ari_json_array_end(json);
}

static void print_json_maze(const ari_maze *maze)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_json_unsigned(&json, "width", ari_maze_width(maze));
    ari_json_unsigned(&json, "height", ari_maze_height(maze));
    ari_report_point(&json, "start", ari_maze_start(maze));
    json_exits(&json, maze);
    cli_put_json(&json);
}

static int show(const cli_arguments *arguments, ari_maze *maze)
{
    if (!cli_maze_pictures(arguments, maze, NULL))
        return CLI_WRONG;
    if (cli_given(arguments, "json")) {
        print_json_maze(maze);
        return CLI_DONE;
    }
    ari_text text = ARI_TEXT_EMPTY;
    ari_maze_style style = cli_maze_style(arguments);
    ari_maze_draw(maze, NULL, &style, &text);
    cli_say(&text);
    return CLI_DONE;
}

/* ---- generate ---- */

/* The names people use for the algorithms. */
static bool read_algo(const cli_arguments *arguments, ari_maze_algo *algo)
{
    const char *name = cli_text(arguments, "algo", "backtracker");
    if (strcmp(name, "recursive") == 0 || strcmp(name, "recursive-backtracker") == 0)
        name = "backtracker";
    for (int a = 0; a < ARI_MAZE_ALGOS; a++) {
        *algo = (ari_maze_algo)a;
        if (strcmp(name, ari_maze_algo_name(*algo)) == 0)
            return true;
    }
    return cli_refuse(
        "--algo must be backtracker, kruskal, prim, wilson, eller or division, not "
        "'%.40s'",
        name);
}

static bool read_plan(const cli_arguments *arguments, ari_maze_make_job *plan)
{
    int64_t width, height;
    if (!read_algo(arguments, &plan->algo) ||
        !cli_number(arguments, "width", 20, 1, ARI_MAZE_SIDE_MOST, &width) ||
        !cli_number(arguments, "height", 10, 1,
                    plan->algo == ARI_MAZE_ELLER ? (int64_t)ARI_MAZE_HEIGHT_MOST
                                                 : (int64_t)ARI_MAZE_SIDE_MOST,
                    &height) ||
        !cli_seconds(arguments, "loops", 0, 1, &plan->loops) ||
        !cli_count(arguments, "seed", 1, &plan->seed))
        return false;
    plan->width = (uint32_t)width;
    plan->height = (uint64_t)height;
    plan->stop = cli_stop();
    return true;
}

static bool put_bytes(void *self, const void *bytes, size_t size)
{
    (void)self;
    cli_put(&(ari_text){.data = (char *)bytes, .size = size});
    return !cli_output_failed();
}

static int not_made(const ari_error *error)
{
    if (error->status == ARI_STOPPED) {
        cli_wrong("interrupted before the maze was complete");
        return CLI_INTERRUPTED;
    }
    if (error->status == ARI_IO && cli_output_failed())
        return CLI_WRONG; /* said at the end of the program */
    return cli_wrong_error(NULL, error);
}

/* ---- how it was made ---- */

typedef struct making {
    bool json;
    ari_text text; /* JSON: the events so far */
    ari_json events;
} making;

static void take_making(void *self, const ari_maze_making *event)
{
    making *m = self;
    const char *name = ari_maze_making_name(event->kind);
    bool wall = event->kind == ARI_MAKING_OPEN || event->kind == ARI_MAKING_BUILD;
    bool nowhere = event->kind == ARI_MAKING_CLEAR;
    if (!m->json) {
        if (nowhere)
            cli_print("%s\n", name);
        else
            cli_print("%-5s (%d,%d)%s%s\n", name, event->at.x, event->at.y,
                      wall ? " " : "", wall ? ari_direction_name(event->side) : "");
        return;
    }
    ari_json_object(&m->events, NULL);
    ari_json_string(&m->events, "event", name);
    if (!nowhere)
        ari_report_point(&m->events, "at", event->at);
    if (wall)
        ari_json_string(&m->events, "side", ari_direction_name(event->side));
    ari_json_object_end(&m->events);
}

static void print_json_made(const ari_maze_make_job *plan, const ari_maze *maze)
{
    making *m = plan->self;
    ari_text text = ARI_TEXT_EMPTY, map = ARI_TEXT_EMPTY;
    ari_json json = cli_json(&text);
    ari_maze_format(maze, &map);
    ari_json_unsigned(&json, "width", plan->width);
    ari_json_unsigned(&json, "height", plan->height);
    ari_json_string(&json, "algo", ari_maze_algo_name(plan->algo));
    ari_json_real(&json, "loops", plan->loops);
    ari_json_unsigned(&json, "seed", plan->seed);
    ari_json_text(&json, "maze", &map);
    if (plan->event)
        ari_json_members(&json, "trace", &m->text);
    cli_put_json(&json);
}

static int generate(const cli_arguments *arguments)
{
    ari_maze_make_job plan = {.stop = NULL};
    ari_maze *maze;
    ari_error error;
    if (!read_plan(arguments, &plan))
        return CLI_WRONG;
    bool json = cli_given(arguments, "json"), trace = cli_given(arguments, "trace");
    bool only_text =
        !json && !trace && !cli_given(arguments, "svg") && !cli_given(arguments, "png");
    making told = {.json = json};
    told.events = ari_json_to(&told.text);
    plan.self = &told;
    plan.event = trace ? take_making : NULL;
    if (plan.algo == ARI_MAZE_ELLER && only_text)
        return ari_maze_stream(&plan, put_bytes, NULL, &error) == ARI_OK
                   ? CLI_DONE
                   : not_made(&error);
    if (ari_maze_generate(&plan, &maze, &error) != ARI_OK) {
        ari_text_free(&told.text);
        return not_made(&error);
    }
    bool drawn = cli_maze_pictures(arguments, maze, NULL);
    cli_only_prints();
    if (drawn && json)
        print_json_made(&plan, maze);
    else if (drawn && !ari_maze_write(maze, put_bytes, NULL) && !cli_output_failed())
        drawn = cli_wrong("there is no memory left for a line of the maze") == CLI_DONE;
    ari_text_free(&told.text);
    ari_maze_free(maze);
    return drawn ? CLI_DONE : CLI_WRONG;
}

/* ---- the command ---- */

/* What each action does not know would be an option without effect. */
static bool options_fit(const cli_arguments *arguments, const char *action)
{
    static const struct {
        const char *option, *actions;
    } table[] = {
        {"method", "solve"},    {"all", "solve"},        {"no-mark", "solve"},
        {"no-unmark", "solve"}, {"facing", "solve"},     {"trace", "solve generate"},
        {"animate", "solve"},   {"speed", "solve"},      {"nodes", "solve"},
        {"seconds", "solve"},   {"draw", "solve"},       {"from", "solve show"},
        {"to", "solve show"},   {"ascii", "solve show"}, {"width", "generate"},
        {"height", "generate"}, {"algo", "generate"},    {"loops", "generate"},
        {"seed", "generate"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (cli_given(arguments, table[i].option) && !strstr(table[i].actions, action))
            return cli_refuse("'maze %s' has no use for --%s", action, table[i].option);
    if (!cli_given(arguments, "scale") || cli_given(arguments, "png"))
        return true;
    return cli_refuse("--scale is for --png FILE, which is missing");
}

static int run(const cli_arguments *arguments)
{
    const char *action = cli_word(arguments, 0);
    bool solving = strcmp(action, "solve") == 0, showing = strcmp(action, "show") == 0;
    if (!solving && !showing && strcmp(action, "generate") != 0)
        return cli_wrong("there is no 'maze %.40s'; there are solve FILE, "
                         "generate and show FILE",
                         action);
    if (!options_fit(arguments, action))
        return CLI_WRONG;
    if (!solving && !showing && cli_words(arguments) > 1)
        return cli_wrong("'maze generate' reads no file, and there is '%.40s'",
                         cli_word(arguments, 1));
    if (!solving && !showing)
        return generate(arguments);
    if (cli_words(arguments) < 2)
        return cli_wrong("the file is missing: ariadne maze %s FILE ('-' is standard "
                         "input)",
                         action);
    ari_maze *maze;
    if (!cli_read_maze(arguments, &maze))
        return CLI_WRONG;
    int code = solving ? cli_maze_solve(arguments, maze) : show(arguments, maze);
    ari_maze_free(maze);
    return code;
}

static const cli_option options[] = {
    CLI_VALUE("method", "recursive|right-hand|left-hand|shortest|dead-ends",
              "solve: how to look for the way out (default recursive)"),
    CLI_SWITCH("no-unmark", "solve: recursive leaves its marks in squares it gives up"),
    CLI_SWITCH(
        "no-mark",
        "solve: recursive marks nothing, and may walk in circles (until --nodes, or a "
        "million calls)"),
    CLI_SWITCH("all", "solve: all ways out with their lengths, not only the first"),
    CLI_VALUE(
        "facing", "north|east|south|west",
        "solve: where to look at the start, for a hand (default: the first that has "
        "a wall at hand)"),
    CLI_SWITCH("trace", "solve, generate: tell every step"),
    CLI_SWITCH("animate", "solve: show every step on the terminal"),
    CLI_VALUE("speed", "N", "solve: N steps a second (default 30)"),
    CLI_VALUE("nodes", "N", "solve: stop after N calls or steps"),
    CLI_VALUE("seconds", "S", "solve: stop after S seconds, as 2 or 0.5"),
    CLI_SWITCH("draw", "solve: draw the maze however large it is"),
    CLI_VALUE("from", "X,Y",
              "the square to start from (default: S; in pictures, where it is a white "
              "pixel, the first gap in the top row)"),
    CLI_VALUE("to", "X,Y",
              "pictures: the white pixel at the border to leave by (default: any in the "
              "bottom row)"),
    CLI_VALUE("width", "N", "generate: squares in a row (default 20)"),
    CLI_VALUE("height", "N", "generate: squares in a column (default 10)"),
    CLI_VALUE("algo", "NAME",
              "generate: backtracker, kruskal, prim, wilson, eller or division (default "
              "backtracker)"),
    CLI_VALUE("loops", "P",
              "generate: take away this share of the walls left, 0 to 1 (default 0)"),
    CLI_VALUE("seed", "N", "generate: the seed (default 1)"),
    CLI_VALUE("svg", "FILE", "draw into an SVG file"),
    CLI_VALUE("png", "FILE", "draw into a PNG file"),
    CLI_VALUE("scale", "N",
              "pixels of the PNG to a square and to a wall (default: by the size)"),
    CLI_SWITCH("ascii", "draw on the terminal without line-drawing characters"),
    CLI_JSON_OPTION,
    {.name = NULL}};

const cli_command cli_cmd_maze = {
    .name = "maze",
    .puzzle = "Mazes",
    .usage = "solve FILE | generate | show FILE",
    .summary = "find the way out of a maze, make mazes, show them",
    .about =
        "A maze is a text of corners '+', walls '-' and '|', passages and one start "
        "'S';\n"
        "squares are one character wide, or three, and gaps in the outer wall are "
        "exits:\n"
        "\n"
        "  +-+-+-+\n"
        "  |S|   |\n"
        "  + + +-+\n"
        "  |   |\n"
        "  +-+-+-+   (here the second row ends with a space: the exit)\n"
        "\n"
        "Or a picture, PNG, PBM, PGM or PPM: black pixels are walls, white ones "
        "passages.\n"
        "FILE '-' is standard input. Points are (x,y), (0,0) at the lower left.\n"
        "\n"
        "'solve' tells the path from the start to the first point outside; its length\n"
        "is the number of steps. The methods: recursive tries north, east, south, west,\n"
        "marks squares and unmarks those it gives up, and tells its calls and nesting;\n"
        "right-hand and left-hand follow the wall, and say so when they walk in a loop;\n"
        "shortest finds the nearest exit; dead-ends fills dead ends until none is left.\n"
        "Exit code 1: there is no way out, or not by this method.\n"
        "\n"
        "'generate' writes a maze, its start at the upper left and its exit at the "
        "lower\n"
        "right. Eller's mazes are written row by row and may have any height. With\n"
        "--trace it tells the walls that are opened or built, in the algorithm's order.\n"
        "\n"
        "With --all, recursive goes on after a way out and tells every one, with its "
        "length\n"
        "(the first thousand; the others are counted). A text's line that ends too soon, "
        "its\n"
        "spaces having been taken away by an editor, is read as if they were there, with "
        "a\n"
        "note.\n"
        "\n"
        "JSON: solve: solved, method, length, path and, for recursive, calls and depth, "
        "with\n"
        "--all also ways, longest, paths (length, path) and paths_complete;\n"
        "show: width, height, start, exits; generate: width, height, algo, loops, seed,\n"
        "maze; with --trace also trace.",
    .examples = "ariadne maze generate --width 12 --height 6 --seed 3 > maze.txt\n"
                "ariadne maze solve maze.txt\n"
                "ariadne maze solve maze.txt --all --from 3,2\n"
                "ariadne maze solve maze.txt --method shortest --svg maze.svg\n"
                "ariadne maze generate --algo wilson --loops 0.1 | ariadne maze show -\n"
                "ariadne maze solve maze.txt --method right-hand --animate --speed 60",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
