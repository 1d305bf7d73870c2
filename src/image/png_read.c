/* png_read.c: PNG from memory, by libpng.
 *
 * Before libpng is asked for anything the chunks are looked through: a file that is cut short,
 * or whose data cannot fill the size it claims, costs no memory. */
#include "image/image.h"

#include <stdlib.h>

#include "image/png_trouble.h"

typedef struct decoder {
    png_structp png;
    png_infop info;
    const unsigned char *bytes;
    size_t size, at;
    uint32_t height, next;
    unsigned char *whole; /* an interlaced picture */
    size_t row_bytes;
    ari__png_trouble trouble;
} decoder;

static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

#define IHDR_END 33       /* signature, length, name, 13 bytes, checksum */
#define DEFLATE_MOST 1032 /* no byte of deflate data stands for more bytes than this */

static uint32_t number(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

bool ari__png_is(const unsigned char *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, signature, 4) == 0;
}

ari_status ari__png_probe(const unsigned char *bytes, size_t size, ari_image_info *info,
                          ari_error *error)
{
    if (size < IHDR_END)
        return ari_fail(error, ARI_SYNTAX, size,
                        "the PNG is cut short: it ends at byte %zu, within its header",
                        size);
    if (memcmp(bytes, signature, sizeof signature) != 0 || number(bytes + 8) != 13 ||
        memcmp(bytes + 12, "IHDR", 4) != 0)
        return ari_fail(error, ARI_SYNTAX, 4,
                        "the PNG is damaged: it does not begin with its header");
    *info = (ari_image_info){.format = ARI_IMAGE_PNG,
                             .width = number(bytes + 16),
                             .height = number(bytes + 20)};
    if (info->width == 0 || info->height == 0 || info->width > PNG_UINT_31_MAX ||
        info->height > PNG_UINT_31_MAX)
        return ari_fail(error, ARI_RANGE, 16,
                        "the PNG claims to be %lu x %lu pixels, which no PNG can be",
                        (unsigned long)info->width, (unsigned long)info->height);
    return ARI_OK;
}

/* Walks over the chunks to the last and adds up the picture's data. */
static ari_status measure(const unsigned char *bytes, size_t size, uint64_t *data,
                          ari_error *error)
{
    size_t at = sizeof signature;
    *data = 0;
    for (;;) {
        if (size - at < 12 || number(bytes + at) > size - at - 12)
            return ari_fail(error, ARI_SYNTAX, size,
                            "the PNG is cut short: it ends at byte %zu, within a chunk "
                            "that begins at byte %zu",
                            size, at);
        if (memcmp(bytes + at + 4, "IDAT", 4) == 0)
            *data += number(bytes + at);
        if (memcmp(bytes + at + 4, "IEND", 4) == 0)
            return ARI_OK;
        at += 12 + (size_t)number(bytes + at);
    }
}

static ari_status check_size(const unsigned char *bytes, size_t size, ari_error *error)
{
    static const unsigned char samples[8] = {1, 0, 3, 1,
                                             2, 0, 4, 0}; /* of a colour type */
    uint64_t data, width = number(bytes + 16), height = number(bytes + 20);
    ari_status status = measure(bytes, size, &data, error);
    if (status != ARI_OK)
        return status;
    uint64_t bits = (uint64_t)bytes[24] * samples[bytes[25] & 7];
    uint64_t row = bits ? (width * bits + 7) / 8 : 0;
    if (row && height > data * DEFLATE_MOST / row)
        return ari_fail(error, ARI_SYNTAX, 16,
                        "the PNG claims %llu x %llu pixels, but its %llu bytes of data "
                        "cannot hold them",
                        (unsigned long long)width, (unsigned long long)height,
                        (unsigned long long)data);
    return ARI_OK;
}

/* ---- what libpng calls ---- */

static void read_bytes(png_structp png, png_bytep to, size_t count)
{
    decoder *d = png_get_io_ptr(png);
    if (count > d->size - d->at)
        png_error(png, "it ends too early");
    memcpy(to, d->bytes + d->at, count);
    d->at += count;
}

static ari_status damaged(const decoder *d, ari_error *error)
{
    return ari_fail(error, ARI_SYNTAX, d->at, "the PNG is damaged before byte %zu: %s",
                    d->at, d->trouble.message);
}

/* ---- the beginning ---- */

static void fill_palette(decoder *d, ari__row_form *raw)
{
    png_colorp palette;
    int colours = 0, shades = 1 << raw->bits;
    png_bytep alphas = NULL;
    int alpha_count = 0;
    png_color_16p clear = NULL;
    png_get_tRNS(d->png, d->info, &alphas, &alpha_count, &clear);
    if (png_get_color_type(d->png, d->info) != PNG_COLOR_TYPE_PALETTE) {
        for (int i = 0; i < shades; i++) {
            unsigned grey = (unsigned)(i * 255 / (shades - 1));
            raw->palette[i] =
                ari_pixel(grey, grey, grey, !clear || clear->gray != i ? 255 : 0);
        }
        return;
    }
    png_get_PLTE(d->png, d->info, &palette, &colours);
    for (int i = 0; i < 256; i++) /* an index without a colour is black */
        raw->palette[i] =
            i >= colours ? ari_pixel(0, 0, 0, 255)
                         : ari_pixel(palette[i].red, palette[i].green, palette[i].blue,
                                     i < alpha_count ? alphas[i] : 255);
}

/* Grey of up to 8 bits and palettes are taken as they are; all else becomes 8 bits a
 * sample. */
static void choose_form(decoder *d, ari__row_form *raw)
{
    int depth = png_get_bit_depth(d->png, d->info);
    int type = png_get_color_type(d->png, d->info);
    bool clear = png_get_valid(d->png, d->info, PNG_INFO_tRNS) != 0;
    raw->samples = 1;
    raw->bits = depth;
    if (type == PNG_COLOR_TYPE_PALETTE || (type == PNG_COLOR_TYPE_GRAY && depth <= 8)) {
        fill_palette(d, raw);
        return;
    }
    if (depth == 16)
        png_set_scale_16(d->png);
    if (clear)
        png_set_tRNS_to_alpha(d->png);
    raw->bits = 8;
    raw->samples = type == PNG_COLOR_TYPE_GRAY         ? 1
                   : type == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
                   : type == PNG_COLOR_TYPE_RGB        ? 3
                                                       : 4;
    if (clear && raw->samples % 2 == 1)
        raw->samples++;
    for (unsigned i = 0; i < 256; i++)
        raw->palette[i] = ari_pixel(i, i, i, 255);
}

static bool begin(decoder *d, ari__row_form *raw)
{
    static const png_byte skipped[] =
        "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0"
        "pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0tEXt\0tIME\0zTXt";
    if (setjmp(d->trouble.jump))
        return false;
    png_set_read_fn(d->png, d, read_bytes);
    png_set_crc_action(d->png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_user_limits(d->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    /* What does not change the pixels is not even unpacked. */
    png_set_keep_unknown_chunks(d->png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(d->png, PNG_HANDLE_CHUNK_NEVER, skipped,
                                (int)(sizeof skipped / 5));
    png_read_info(d->png, d->info);
    choose_form(d, raw);
    return true;
}

static bool start_rows(decoder *d)
{
    if (setjmp(d->trouble.jump))
        return false;
    d->height = png_get_image_height(d->png, d->info);
    png_set_interlace_handling(d->png);
    png_read_update_info(d->png, d->info);
    d->row_bytes = png_get_rowbytes(d->png, d->info);
    return true;
}

/* ---- rows ---- */

static bool read_row(decoder *d, unsigned char *row)
{
    if (setjmp(d->trouble.jump))
        return false;
    png_read_row(d->png, row, NULL);
    if (d->next + 1 == d->height)
        png_read_end(d->png, NULL);
    return true;
}

static bool read_whole(decoder *d)
{
    if (setjmp(d->trouble.jump))
        return false;
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
        for (size_t y = 0; y < d->height; y++)
            png_read_row(d->png, d->whole + y * d->row_bytes, NULL);
    png_read_end(d->png, NULL);
    return true;
}

static ari_status next_row(void *self, unsigned char *row, ari_error *error)
{
    decoder *d = self;
    if (d->whole)
        memcpy(row, d->whole + d->next * d->row_bytes, d->row_bytes);
    else if (!read_row(d, row))
        return damaged(d, error);
    d->next++;
    return ARI_OK;
}

static void free_decoder(void *self)
{
    decoder *d = self;
    png_destroy_read_struct(&d->png, &d->info, NULL);
    free(d->whole);
    free(d);
}

static ari_status hold_whole(decoder *d, ari_error *error)
{
    size_t bytes = d->height <= SIZE_MAX / d->row_bytes ? d->height * d->row_bytes : 0;
    d->whole = bytes ? calloc(bytes, 1) : NULL;
    if (!d->whole)
        return ari_fail_memory(error, bytes, "an interlaced picture");
    return read_whole(d) ? ARI_OK : damaged(d, error);
}

static const ari__decoder functions = {next_row, free_decoder};

ari_status ari__png_decode(const unsigned char *bytes, size_t size,
                           ari__decoding *decoding, ari_error *error)
{
    ari_status status = check_size(bytes, size, error);
    if (status != ARI_OK)
        return status;
    decoder *d = calloc(1, sizeof *d);
    if (!d)
        return ari_fail_memory(error, sizeof *d, "reading a PNG");
    d->bytes = bytes;
    d->size = size;
    d->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &d->trouble, ari__png_error,
                                    ari__png_warning);
    d->info = d->png ? png_create_info_struct(d->png) : NULL;
    if (!d->info)
        status = ari_fail_memory(error, size, "reading a PNG");
    else if (!begin(d, &decoding->raw) || !start_rows(d))
        status = damaged(d, error);
    else if (png_get_interlace_type(d->png, d->info) != PNG_INTERLACE_NONE)
        status = hold_whole(d, error);
    if (status != ARI_OK) {
        free_decoder(d);
        return status;
    }
    decoding->functions = &functions;
    decoding->self = d;
    return ARI_OK;
}
