/* image.h: pictures, from and to bytes in memory: PNG, PBM, PGM and PPM.
 *
 * A pixel is four bytes in memory, red, green, blue, alpha, held as one uint32_t. Whatever a
 * file holds (palettes, 1 to 16 bits a sample, alpha, interlacing) is converted on reading.
 * Writing never alters a picture: a format that cannot hold it refuses.
 *
 * A picture is read and written whole, or row by row for pictures too large to be held. */
#ifndef ARIADNE_IMAGE_H
#define ARIADNE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ariadne/error.h>
#include <ariadne/text.h>

ARI_C_BEGIN

typedef enum ari_image_format {
    ARI_IMAGE_PNG,
    ARI_IMAGE_PBM, /* black and white */
    ARI_IMAGE_PGM, /* shades of grey */
    ARI_IMAGE_PPM  /* colours, no alpha */
} ari_image_format;

/* Pictures with more pixels are refused before memory is taken for them. */
#define ARI_IMAGE_PIXELS_DEFAULT ((uint64_t)1 << 28)

typedef struct ari_image {
    uint32_t width, height;
    size_t stride; /* pixels from one row to the next */
    uint32_t *pixels;
} ari_image;

static inline uint32_t ari_pixel(unsigned red, unsigned green, unsigned blue,
                                 unsigned alpha)
{
    const unsigned char bytes[4] = {(unsigned char)red, (unsigned char)green,
                                    (unsigned char)blue, (unsigned char)alpha};
    uint32_t pixel;
    memcpy(&pixel, bytes, sizeof pixel);
    return pixel;
}

/* What the first bytes of a file say. */
typedef struct ari_image_info {
    ari_image_format format;
    bool plain; /* PBM, PGM, PPM written with digits */
    uint32_t width, height;
} ari_image_info;

const char *ari_image_format_name(ari_image_format format); /* "PNG" */
/* By the end of a file's name, ".png"; false when it is none of the four. */
bool ari_image_format_of_name(const char *name, ari_image_format *format);

ari_status ari_image_probe(const void *bytes, size_t size, ari_image_info *info,
                           ari_error *error);
/* The same, and it must not have more pixels than wanted (0: ARI_IMAGE_PIXELS_DEFAULT). The
 * first 64 kB of a file are enough. */
ari_status ari_image_check(const void *bytes, size_t size, uint64_t most_pixels,
                           ari_image_info *info, ari_error *error);

/* ---- whole pictures ---- */

/* All pixels white. */
ari_status ari_image_new(uint32_t width, uint32_t height, ari_image *image,
                         ari_error *error);
void ari_image_free(ari_image *image);

/* `most_pixels` 0 is ARI_IMAGE_PIXELS_DEFAULT. Freed by ari_image_free. An error's offset
 * is the place in the bytes, and the message says it too. */
ari_status ari_image_read(const void *bytes, size_t size, uint64_t most_pixels,
                          ari_image *image, ari_error *error);

/* Adds the file to `out`. A PNG gets as few bits a pixel as the colours allow. */
ari_status ari_image_write(const ari_image *image, ari_image_format format, bool plain,
                           ari_text *out, ari_error *error);

/* ---- row by row ---- */

typedef enum ari_row_layout {
    ARI_ROW_BITS, /* a bit a pixel, the highest bit of a byte first, 1 is white */
    ARI_ROW_GREY, /* a byte a pixel */
    ARI_ROW_RGBA, /* a uint32_t a pixel */
    ARI_ROW_FOUR  /* two bits a pixel, the highest first: an index into four colours; only
                     for writing */
} ari_row_layout;

size_t ari_row_bytes(ari_row_layout layout, uint32_t width);

/* Reads in the layout wanted: what is transparent is seen on white, colours become grey by
 * their luminance, and grey becomes black below 128. Only a row is held in memory, except of
 * an interlaced PNG, which is held whole. The bytes must stay until the reader is freed. */
typedef struct ari_image_reader ari_image_reader;

ari_status ari_image_reader_new(const void *bytes, size_t size, ari_row_layout layout,
                                uint64_t most_pixels, ari_image_reader **reader,
                                ari_error *error);
const ari_image_info *ari_image_reader_info(const ari_image_reader *reader);
/* The next row into ari_row_bytes bytes; unused bits at its end are 0. What is wrong at the
 * end of the file is said with the last row. */
ari_status ari_image_reader_row(ari_image_reader *reader, void *row, ari_error *error);
void ari_image_reader_free(ari_image_reader *reader);

/* Takes some bytes of a file; false when that failed. */
typedef bool ari_image_sink(void *self, const void *bytes, size_t size);
bool ari_image_sink_text(void *text, const void *bytes, size_t size); /* an ari_text */

/* What is to be written. PNG takes every layout; PBM takes bits, PGM grey, PPM RGBA. */
typedef struct ari_image_job {
    ari_image_format format;
    ari_row_layout layout;
    uint32_t width, height;
    bool opaque;             /* RGBA: alpha is left out */
    bool plain;              /* PBM, PGM, PPM: written with digits */
    const uint32_t *palette; /* four opaque pixels, for ARI_ROW_FOUR */
    int effort;              /* of PNG's compression, 1 to 9; 0 is a good middle */
} ari_image_job;

typedef struct ari_image_writer ari_image_writer;

ari_status ari_image_writer_new(const ari_image_job *job, ari_image_sink *sink,
                                void *self, ari_image_writer **writer, ari_error *error);
/* With the last row the file is complete. */
ari_status ari_image_writer_row(ari_image_writer *writer, const void *row,
                                ari_error *error);
void ari_image_writer_free(ari_image_writer *writer);

ARI_C_END

#endif
