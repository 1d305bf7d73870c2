/* image.c: whole pictures. */
#include "image/image.h"

#include <stdlib.h>

const char *ari_image_format_name(ari_image_format format)
{
    static const char *const names[] = {"PNG", "PBM", "PGM", "PPM"};
    return names[format];
}

bool ari_image_format_of_name(const char *name, ari_image_format *format)
{
    size_t length = strlen(name);
    const char *end = length > 4 ? name + length - 4 : "";
    for (int i = ARI_IMAGE_PNG; i <= ARI_IMAGE_PPM; i++) {
        const char *letters = ari_image_format_name((ari_image_format)i);
        bool same = end[0] == '.';
        for (int k = 0; same && k < 3; k++)
            same = end[k + 1] == letters[k] || end[k + 1] == letters[k] + ('a' - 'A');
        *format = (ari_image_format)i;
        if (same)
            return true;
    }
    return false;
}

ari_status ari_image_probe(const void *bytes, size_t size, ari_image_info *info,
                           ari_error *error)
{
    *info = (ari_image_info){.format = ARI_IMAGE_PNG};
    if (ari__png_is(bytes, size))
        return ari__png_probe(bytes, size, info, error);
    if (ari__pnm_is(bytes, size))
        return ari__pnm_probe(bytes, size, info, error);
    return ari_fail(error, ARI_SYNTAX, 0, "the %s",
                    size == 0 ? "file is empty: a PNG, PBM, PGM or PPM was expected"
                              : "file does not begin as a PNG, PBM, PGM or PPM does");
}

ari_status ari_image_new(uint32_t width, uint32_t height, ari_image *image,
                         ari_error *error)
{
    size_t pixels = (size_t)width * height;
    *image = (ari_image){.width = width, .height = height, .stride = width};
    if (pixels == 0 || pixels > SIZE_MAX / 4)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a picture cannot be %lu x %lu pixels", (unsigned long)width,
                        (unsigned long)height);
    image->pixels = malloc(4 * pixels);
    if (!image->pixels)
        return ari_fail_memory(error, 4 * pixels, "a picture");
    memset(image->pixels, 0xff, 4 * pixels);
    return ARI_OK;
}

void ari_image_free(ari_image *image)
{
    free(image->pixels);
    *image = (ari_image){0};
}

ari_status ari_image_read(const void *bytes, size_t size, uint64_t most_pixels,
                          ari_image *image, ari_error *error)
{
    *image = (ari_image){0};
    ari_image_reader *reader;
    ari_status status =
        ari_image_reader_new(bytes, size, ARI_ROW_RGBA, most_pixels, &reader, error);
    if (status != ARI_OK)
        return status;
    const ari_image_info *info = ari_image_reader_info(reader);
    status = ari_image_new(info->width, info->height, image, error);
    for (size_t y = 0; y < info->height && status == ARI_OK; y++)
        status = ari_image_reader_row(reader, image->pixels + y * image->stride, error);
    ari_image_reader_free(reader);
    if (status != ARI_OK)
        ari_image_free(image);
    return status;
}

/* ---- writing ---- */

/* What a picture needs: each can be held by the next. */
typedef enum need { BLACK_AND_WHITE, GREY, COLOUR, ALPHA } need;

static need need_of(uint32_t pixel)
{
    unsigned char c[4];
    memcpy(c, &pixel, sizeof c);
    if (c[3] != 255)
        return ALPHA;
    if (c[0] != c[1] || c[1] != c[2])
        return COLOUR;
    return c[0] == 0 || c[0] == 255 ? BLACK_AND_WHITE : GREY;
}

/* The most that any pixel needs beyond `enough`, and the first place where. */
static need need_of_image(const ari_image *image, need enough, size_t *at_x, size_t *at_y)
{
    const uint32_t black = ari_pixel(0, 0, 0, 255), white = ari_pixel(255, 255, 255, 255);
    need most = BLACK_AND_WHITE;
    for (size_t y = 0; y < image->height; y++) {
        const uint32_t *row = image->pixels + y * image->stride;
        for (size_t x = 0; x < image->width; x++) {
            if (row[x] == black || row[x] == white)
                continue;
            need here = need_of(row[x]);
            if (here > most && here > enough) {
                *at_x = x;
                *at_y = y;
            }
            most = here > most ? here : most;
        }
    }
    return most;
}

static ari_status plan_for(const ari_image *image, ari_image_job *plan, ari_error *error)
{
    static const need holds[] = {[ARI_IMAGE_PNG] = ALPHA,
                                 [ARI_IMAGE_PBM] = BLACK_AND_WHITE,
                                 [ARI_IMAGE_PGM] = GREY,
                                 [ARI_IMAGE_PPM] = COLOUR};
    static const char *const words[] = {"black and white", "grey", "colour",
                                        "transparency"};
    size_t x = 0, y = 0;
    need enough = holds[plan->format], most = need_of_image(image, enough, &x, &y);
    if (most > enough)
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "a %s cannot hold %s, which the pixel %zu,%zu needs",
                        ari_image_format_name(plan->format), words[most], x, y);
    if (plan->format != ARI_IMAGE_PNG)
        most = enough;
    plan->layout = most == BLACK_AND_WHITE ? ARI_ROW_BITS
                   : most == GREY          ? ARI_ROW_GREY
                                           : ARI_ROW_RGBA;
    plan->opaque = most < ALPHA;
    return ARI_OK;
}

static const void *laid_out(const uint32_t *row, const ari_image_job *plan,
                            unsigned char *room)
{
    if (plan->layout == ARI_ROW_RGBA)
        return row;
    if (plan->layout == ARI_ROW_BITS)
        memset(room, 0, ari_row_bytes(ARI_ROW_BITS, plan->width));
    for (size_t x = 0; x < plan->width; x++) {
        unsigned char grey;
        memcpy(&grey, &row[x], 1);
        if (plan->layout == ARI_ROW_GREY)
            room[x] = grey;
        else
            room[x / 8] = (unsigned char)(room[x / 8] | (grey & 1) << (7 - x % 8));
    }
    return room;
}

bool ari_image_sink_text(void *text, const void *bytes, size_t size)
{
    ari_text_add_bytes(text, bytes, size);
    return ari_text_ok(text);
}

ari_status ari_image_write(const ari_image *image, ari_image_format format, bool plain,
                           ari_text *out, ari_error *error)
{
    ari_image_job plan = {
        .format = format, .width = image->width, .height = image->height, .plain = plain};
    ari_image_writer *writer;
    ari_status status = plan_for(image, &plan, error);
    if (status == ARI_OK)
        status = ari_image_writer_new(&plan, ari_image_sink_text, out, &writer, error);
    if (status != ARI_OK)
        return status;
    unsigned char *room = calloc(image->width, 1);
    if (!room)
        status = ari_fail_memory(error, image->width, "a row of the picture");
    for (size_t y = 0; room && y < image->height && status == ARI_OK; y++) {
        const uint32_t *row = image->pixels + y * image->stride;
        status = ari_image_writer_row(writer, laid_out(row, &plan, room), error);
    }
    free(room);
    ari_image_writer_free(writer);
    return status;
}
