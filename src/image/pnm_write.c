/* pnm_write.c: PBM, PGM and PPM to a sink, row by row, binary and plain. */
#include "image/image.h"

#include <stdio.h>
#include <stdlib.h>

#define LINE_MOST 70 /* characters of a plain file's line */

typedef struct encoder {
    ari_image_job plan;
    ari_image_sink *sink;
    void *sink_self;
    size_t row_bytes;
    unsigned char *row; /* as it goes out: at most 4 characters a sample if plain */
} encoder;

static ari_status put(const encoder *e, const void *bytes, size_t size, ari_error *error)
{
    if (e->sink(e->sink_self, bytes, size))
        return ARI_OK;
    return ari_fail(error, ARI_IO, ARI_NO_OFFSET,
                    "the %s could not be written: the bytes could not be put away",
                    ari_image_format_name(e->plan.format));
}

/* PBM's 1 is black. */
static size_t binary_row(const encoder *e, const unsigned char *from, unsigned char *to)
{
    size_t width = e->plan.width;
    if (e->plan.format == ARI_IMAGE_PBM) {
        size_t bytes = (width + 7) / 8;
        for (size_t i = 0; i < bytes; i++)
            to[i] = (unsigned char)~from[i];
        if (width % 8)
            to[bytes - 1] &= (unsigned char)(0xff00u >> width % 8);
        return bytes;
    }
    if (e->plan.format == ARI_IMAGE_PGM) {
        memcpy(to, from, width);
        return width;
    }
    for (size_t x = 0; x < width; x++)
        memcpy(to + 3 * x, from + 4 * x, 3);
    return 3 * width;
}

/* The samples as digits; `from` is a binary row as it would go out. */
static size_t plain_row(const encoder *e, const unsigned char *from, unsigned char *to)
{
    bool bits = e->plan.format == ARI_IMAGE_PBM;
    size_t samples = (size_t)e->plan.width * (e->plan.format == ARI_IMAGE_PPM ? 3 : 1);
    size_t size = 0, line = 0;
    for (size_t i = 0; i < samples; i++) {
        char digits[8];
        unsigned byte = from[bits ? i / 8 : i];
        unsigned value = bits ? byte >> (7 - i % 8) & 1u : byte;
        size_t length = (size_t)snprintf(digits, sizeof digits, "%u", value);
        size_t gap = bits ? 0 : 1;
        if (line > 0 && line + gap + length > LINE_MOST) {
            to[size++] = '\n';
            line = 0;
        } else if (line > 0 && gap) {
            to[size++] = ' ';
            line++;
        }
        memcpy(to + size, digits, length);
        size += length;
        line += length;
    }
    to[size++] = '\n';
    return size;
}

static ari_status put_row(void *self, const void *row, bool last, ari_error *error)
{
    encoder *e = self;
    (void)last;
    size_t size = binary_row(e, row, e->row);
    if (!e->plan.plain)
        return put(e, e->row, size, error);
    unsigned char *plain = e->row + e->row_bytes;
    return put(e, plain, plain_row(e, e->row, plain), error);
}

static void free_encoder(void *self)
{
    encoder *e = self;
    free(e->row);
    free(e);
}

static const ari__encoder functions = {put_row, free_encoder};

static ari_status put_header(const encoder *e, ari_error *error)
{
    char header[64];
    int kind = e->plan.format == ARI_IMAGE_PBM   ? 1
               : e->plan.format == ARI_IMAGE_PGM ? 2
                                                 : 3;
    int size = snprintf(header, sizeof header, "P%d\n%lu %lu\n%s",
                        e->plan.plain ? kind : kind + 3, (unsigned long)e->plan.width,
                        (unsigned long)e->plan.height, kind == 1 ? "" : "255\n");
    return put(e, header, (size_t)size, error);
}

ari_status ari__pnm_encode(const ari_image_job *plan, ari_image_sink *sink,
                           void *sink_self, ari__encoding *encoding, ari_error *error)
{
    encoder *e = malloc(sizeof *e);
    if (!e)
        return ari_fail_memory(error, sizeof *e, "writing a picture");
    *e = (encoder){.plan = *plan, .sink = sink, .sink_self = sink_self};
    e->row_bytes = (size_t)plan->width * (plan->format == ARI_IMAGE_PPM ? 3 : 1);
    size_t size = plan->plain ? 5 * e->row_bytes + 2 : e->row_bytes;
    e->row = malloc(size);
    ari_status status = e->row ? put_header(e, error)
                               : ari_fail_memory(error, size, "a row of a picture");
    if (status != ARI_OK) {
        free_encoder(e);
        return status;
    }
    encoding->functions = &functions;
    encoding->self = e;
    return ARI_OK;
}
