/* rows.c: readers and writers of rows: from what a file holds to the layout wanted. */
#include "image/image.h"

#include <stdlib.h>

struct ari_image_reader {
    ari_image_info info;
    ari_row_layout layout;
    ari__decoding decoding;
    unsigned char grey[256]; /* the palette's pixels as grey */
    unsigned char *raw;      /* a row as the file holds it */
    uint32_t next;
};

struct ari_image_writer {
    ari__encoding encoding;
    uint32_t height, next;
};

size_t ari_row_bytes(ari_row_layout layout, uint32_t width)
{
    static const unsigned char bits[] = {
        [ARI_ROW_BITS] = 1, [ARI_ROW_GREY] = 8, [ARI_ROW_RGBA] = 32, [ARI_ROW_FOUR] = 2};
    return ((size_t)width * bits[layout] + 7) / 8;
}

/* ---- conversion ---- */

/* As seen on white. */
static unsigned char grey_of(unsigned red, unsigned green, unsigned blue, unsigned alpha)
{
    unsigned grey = (red * 299 + green * 587 + blue * 114 + 500) / 1000;
    return (unsigned char)((grey * alpha + 255 * (255 - alpha) + 127) / 255);
}

static unsigned char grey_of_pixel(uint32_t pixel)
{
    unsigned char c[4];
    memcpy(c, &pixel, sizeof c);
    return grey_of(c[0], c[1], c[2], c[3]);
}

/* The sample at x of a row of packed samples. */
static inline unsigned packed(const unsigned char *raw, size_t x, unsigned bits)
{
    size_t at = x * bits;
    return (unsigned)raw[at / 8] >> (8 - bits - at % 8) & ((1u << bits) - 1);
}

static void to_rgba(const ari_image_reader *r, uint32_t *row)
{
    const ari__row_form *form = &r->decoding.raw;
    const unsigned char *c = r->raw;
    size_t width = r->info.width;
    if (form->samples == 4)
        memcpy(row, c, 4 * width);
    else if (form->samples == 3)
        for (size_t x = 0; x < width; x++, c += 3)
            row[x] = ari_pixel(c[0], c[1], c[2], 255);
    else if (form->samples == 2)
        for (size_t x = 0; x < width; x++, c += 2)
            row[x] = ari_pixel(c[0], c[0], c[0], c[1]);
    else if (form->bits == 8)
        for (size_t x = 0; x < width; x++)
            row[x] = form->palette[c[x]];
    else
        for (size_t x = 0; x < width; x++)
            row[x] = form->palette[packed(c, x, (unsigned)form->bits)];
}

static inline unsigned char grey_at(const ari_image_reader *r, size_t x)
{
    const ari__row_form *form = &r->decoding.raw;
    const unsigned char *c = r->raw + x * (size_t)form->samples;
    switch (form->samples) {
    case 4:
        return grey_of(c[0], c[1], c[2], c[3]);
    case 3:
        return grey_of(c[0], c[1], c[2], 255);
    case 2:
        return grey_of(c[0], c[0], c[0], c[1]);
    default:
        return r->grey[form->bits == 8 ? *c : packed(r->raw, x, (unsigned)form->bits)];
    }
}

static void to_grey(const ari_image_reader *r, unsigned char *row)
{
    for (size_t x = 0; x < r->info.width; x++)
        row[x] = grey_at(r, x);
}

/* A bit a pixel in the file already: the bytes as they are, inverted, or all the same. */
static void bits_to_bits(const ari_image_reader *r, unsigned char *row)
{
    unsigned char zero = r->grey[0] >= 128 ? 0xff : 0, one = r->grey[1] >= 128 ? 0xff : 0;
    size_t bytes = ari_row_bytes(ARI_ROW_BITS, r->info.width);
    for (size_t i = 0; i < bytes; i++)
        row[i] = (unsigned char)((r->raw[i] & one) | (~r->raw[i] & zero));
    if (r->info.width % 8)
        row[bytes - 1] &= (unsigned char)(0xff00u >> r->info.width % 8);
}

static void to_bits(const ari_image_reader *r, unsigned char *row)
{
    const ari__row_form *form = &r->decoding.raw;
    size_t width = r->info.width;
    if (form->samples == 1 && form->bits == 1) {
        bits_to_bits(r, row);
        return;
    }
    for (size_t x = 0; x < width; x += 8) {
        unsigned byte = 0;
        size_t end = width - x < 8 ? width - x : 8;
        for (size_t i = 0; i < end; i++)
            byte |= (unsigned)(grey_at(r, x + i) >> 7) << (7 - i);
        row[x / 8] = (unsigned char)byte;
    }
}

/* ---- reading ---- */

static ari_status check_pixels(const ari_image_info *info, uint64_t most,
                               ari_error *error)
{
    uint64_t pixels = (uint64_t)info->width * info->height;
    if (pixels <= (most ? most : ARI_IMAGE_PIXELS_DEFAULT))
        return ARI_OK;
    return ari_fail(error, ARI_LIMIT, ARI_NO_OFFSET,
                    "the %s is %lu x %lu pixels, more than the %llu that are accepted",
                    ari_image_format_name(info->format), (unsigned long)info->width,
                    (unsigned long)info->height,
                    (unsigned long long)(most ? most : ARI_IMAGE_PIXELS_DEFAULT));
}

ari_status ari_image_check(const void *bytes, size_t size, uint64_t most_pixels,
                           ari_image_info *info, ari_error *error)
{
    ari_status status = ari_image_probe(bytes, size, info, error);
    return status == ARI_OK ? check_pixels(info, most_pixels, error) : status;
}

ari_status ari_image_reader_new(const void *bytes, size_t size, ari_row_layout layout,
                                uint64_t most_pixels, ari_image_reader **reader,
                                ari_error *error)
{
    *reader = NULL;
    ari_image_info info;
    ari_status status = ari_image_check(bytes, size, most_pixels, &info, error);
    if (status != ARI_OK)
        return status;
    ari_image_reader *r = calloc(1, sizeof *r);
    if (!r)
        return ari_fail_memory(error, sizeof *r, "reading a picture");
    r->info = info;
    r->layout = layout;
    status = info.format == ARI_IMAGE_PNG
                 ? ari__png_decode(bytes, size, &r->decoding, error)
                 : ari__pnm_decode(bytes, size, &r->decoding, error);
    if (status == ARI_OK) {
        size_t row = ari__row_form_bytes(&r->decoding.raw, info.width);
        r->raw = malloc(row);
        if (!r->raw)
            status = ari_fail_memory(error, row, "a row of the picture");
    }
    if (status != ARI_OK) {
        ari_image_reader_free(r);
        return status;
    }
    for (int i = 0; i < 256; i++)
        r->grey[i] = grey_of_pixel(r->decoding.raw.palette[i]);
    *reader = r;
    return ARI_OK;
}

const ari_image_info *ari_image_reader_info(const ari_image_reader *reader)
{
    return &reader->info;
}

ari_status ari_image_reader_row(ari_image_reader *r, void *row, ari_error *error)
{
    if (r->next >= r->info.height)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the picture has no row left to read");
    ari_status status = r->decoding.functions->row(r->decoding.self, r->raw, error);
    r->next = status == ARI_OK ? r->next + 1 : r->info.height;
    if (status != ARI_OK)
        return status;
    if (r->layout == ARI_ROW_RGBA)
        to_rgba(r, row);
    else if (r->layout == ARI_ROW_GREY)
        to_grey(r, row);
    else
        to_bits(r, row);
    return ARI_OK;
}

void ari_image_reader_free(ari_image_reader *r)
{
    if (!r)
        return;
    if (r->decoding.self)
        r->decoding.functions->free(r->decoding.self);
    free(r->raw);
    free(r);
}

/* ---- writing ---- */

static ari_status check_plan(const ari_image_job *plan, ari_error *error)
{
    static const ari_row_layout layouts[] = {[ARI_IMAGE_PBM] = ARI_ROW_BITS,
                                             [ARI_IMAGE_PGM] = ARI_ROW_GREY,
                                             [ARI_IMAGE_PPM] = ARI_ROW_RGBA};
    const char *name = ari_image_format_name(plan->format);
    if (plan->width == 0 || plan->height == 0 || plan->width > INT32_MAX ||
        plan->height > INT32_MAX)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "a %s cannot be %lu x %lu pixels", name,
                        (unsigned long)plan->width, (unsigned long)plan->height);
    bool fits = plan->format == ARI_IMAGE_PNG
                    ? plan->layout != ARI_ROW_FOUR || plan->palette
                    : plan->layout == layouts[plan->format] &&
                          (plan->opaque || plan->format != ARI_IMAGE_PPM);
    if (!fits)
        return ari_fail(error, ARI_UNSUPPORTED, ARI_NO_OFFSET,
                        "a %s cannot be written from rows of this layout", name);
    return ARI_OK;
}

ari_status ari_image_writer_new(const ari_image_job *plan, ari_image_sink *sink,
                                void *self, ari_image_writer **writer, ari_error *error)
{
    *writer = NULL;
    ari_status status = check_plan(plan, error);
    if (status != ARI_OK)
        return status;
    ari_image_writer *w = calloc(1, sizeof *w);
    if (!w)
        return ari_fail_memory(error, sizeof *w, "writing a picture");
    w->height = plan->height;
    status = plan->format == ARI_IMAGE_PNG
                 ? ari__png_encode(plan, sink, self, &w->encoding, error)
                 : ari__pnm_encode(plan, sink, self, &w->encoding, error);
    if (status == ARI_OK)
        *writer = w;
    else
        free(w);
    return status;
}

ari_status ari_image_writer_row(ari_image_writer *w, const void *row, ari_error *error)
{
    if (w->next >= w->height)
        return ari_fail(error, ARI_RANGE, ARI_NO_OFFSET,
                        "the picture has all its rows, or broke off");
    w->next++;
    ari_status status =
        w->encoding.functions->row(w->encoding.self, row, w->next == w->height, error);
    if (status != ARI_OK)
        w->next = w->height;
    return status;
}

void ari_image_writer_free(ari_image_writer *w)
{
    if (!w)
        return;
    w->encoding.functions->free(w->encoding.self);
    free(w);
}
