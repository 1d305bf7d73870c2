/* insanity_text.c: sets of cubes from text, and the classic set. */
#include <ariadne/insanity.h>

#include <string.h>

typedef struct reader {
    const char *text;
    size_t size, at;
    size_t line, line_start;
    ari_cubes *cubes;
    ari_error *error;
} reader;

/* The classic cubes; each line is the faces top, bottom, front, back, right, left. */
static const char classic[] = "BRGGWB\n"
                              "WRGWBR\n"
                              "GRWBRR\n"
                              "BWRGGW\n";

void ari_cubes_classic(ari_cubes *cubes)
{
    ari_cubes_parse(classic, sizeof classic - 1, cubes, NULL);
}

static bool is_colour(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_';
}

static bool at_end_of_line(const reader *r)
{
    return r->at == r->size || r->text[r->at] == '\n' || r->text[r->at] == '#';
}

static void skip_blanks(reader *r)
{
    while (r->at < r->size &&
           (r->text[r->at] == ' ' || r->text[r->at] == '\t' || r->text[r->at] == '\r'))
        r->at++;
}

/* The number of a colour, which is new perhaps. */
static ari_status find_colour(reader *r, size_t at, size_t length, uint8_t *colour)
{
    ari_cubes *cubes = r->cubes;
    if (length > ARI_CUBES_NAME_MOST)
        return ari_fail(r->error, ARI_SYNTAX, at,
                        "line %zu, column %zu: a colour has at most %d letters, not %zu",
                        r->line, at - r->line_start + 1, ARI_CUBES_NAME_MOST, length);
    for (int i = 0; i < cubes->colours; i++)
        if (strlen(cubes->names[i]) == length &&
            memcmp(cubes->names[i], r->text + at, length) == 0) {
            *colour = (uint8_t)i;
            return ARI_OK;
        }
    if (cubes->colours == ARI_CUBES_COLOURS_MOST)
        return ari_fail(r->error, ARI_LIMIT, at,
                        "line %zu, column %zu: there are more than %d colours", r->line,
                        at - r->line_start + 1, ARI_CUBES_COLOURS_MOST);
    *colour = (uint8_t)cubes->colours++;
    memcpy(cubes->names[*colour], r->text + at, length);
    cubes->names[*colour][length] = '\0';
    return ARI_OK;
}

static ari_status wrong_count(const reader *r, size_t first, int count)
{
    return ari_fail(
        r->error, ARI_SYNTAX, first,
        "line %zu: a cube needs six colours, three pairs of opposite faces, and "
        "there %s %d",
        r->line, count == 1 ? "is" : "are", count);
}

/* "RGBRGB": a colour for each character. */
static ari_status split_word(reader *r, size_t first, size_t length, uint8_t *faces)
{
    if (length != 6)
        return wrong_count(r, first, 1);
    for (size_t i = 0; i < 6; i++) {
        ari_status status = find_colour(r, first + i, 1, &faces[i]);
        if (status != ARI_OK)
            return status;
    }
    return ARI_OK;
}

/* A line that is not empty. */
static ari_status read_cube(reader *r)
{
    size_t starts[6] = {0}, lengths[6] = {0};
    int count = 0;
    if (r->cubes->cubes == ARI_CUBES_MOST)
        return ari_fail(r->error, ARI_LIMIT, r->at,
                        "line %zu: there are more than %d cubes", r->line,
                        ARI_CUBES_MOST);
    uint8_t *faces = r->cubes->faces[r->cubes->cubes];
    for (; !at_end_of_line(r); skip_blanks(r), count++) {
        size_t start = r->at;
        while (r->at < r->size && is_colour(r->text[r->at]))
            r->at++;
        if (r->at == start)
            return ari_fail(r->error, ARI_SYNTAX, start,
                            "line %zu, column %zu: a colour is letters, digits, '-' and "
                            "'_', not '%c'",
                            r->line, start - r->line_start + 1, r->text[start]);
        if (count < 6) {
            starts[count] = start;
            lengths[count] = r->at - start;
        }
    }
    ari_status status = ARI_OK;
    if (count == 1)
        status = split_word(r, starts[0], lengths[0], faces);
    else if (count != 6)
        status = wrong_count(r, starts[0], count);
    for (int i = 0; i < 6 && count == 6 && status == ARI_OK; i++)
        status = find_colour(r, starts[i], lengths[i], &faces[i]);
    if (status == ARI_OK)
        r->cubes->cubes++;
    return status;
}

ari_status ari_cubes_parse(const char *text, size_t size, ari_cubes *cubes,
                           ari_error *error)
{
    reader r = {.text = text, .size = size, .cubes = cubes, .error = error};
    memset(cubes, 0, sizeof *cubes);
    while (r.at < size) {
        r.line++;
        r.line_start = r.at;
        skip_blanks(&r);
        ari_status status = at_end_of_line(&r) ? ARI_OK : read_cube(&r);
        if (status != ARI_OK)
            return status;
        while (r.at < size && text[r.at] != '\n')
            r.at++;
        r.at += r.at < size;
    }
    if (cubes->cubes == 0)
        return ari_fail(error, ARI_SYNTAX, size,
                        "there is no cube: a line of six colours for each was expected");
    return ARI_OK;
}
