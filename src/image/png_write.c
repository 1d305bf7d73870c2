/* png_write.c: PNG to a sink, row by row, by libpng. */
#include "image/image.h"

#include <stdlib.h>

#include "image/png_trouble.h"

typedef struct encoder {
    png_structp png;
    png_infop info;
    ari_image_sink *sink;
    void *sink_self;
    ari__png_trouble trouble;
} encoder;

static void write_bytes(png_structp png, png_bytep bytes, size_t count)
{
    encoder *e = png_get_io_ptr(png);
    if (!e->sink(e->sink_self, bytes, count))
        png_error(png, "the bytes could not be put away");
}

static void flush_bytes(png_structp png)
{
    (void)png;
}

static ari_status failed(const encoder *e, ari_error *error)
{
    return ari_fail(error, ARI_IO, ARI_NO_OFFSET, "the PNG could not be written: %s",
                    e->trouble.message);
}

static void set_palette(encoder *e, const uint32_t *pixels)
{
    png_color palette[4];
    for (int i = 0; i < 4; i++) {
        unsigned char bytes[4];
        memcpy(bytes, &pixels[i], sizeof bytes);
        palette[i] = (png_color){bytes[0], bytes[1], bytes[2]};
    }
    png_set_PLTE(e->png, e->info, palette, 4);
}

static bool begin(encoder *e, const ari_image_job *plan)
{
    static const struct {
        int depth, type;
    } forms[] = {
        [ARI_ROW_BITS] = {1, PNG_COLOR_TYPE_GRAY},
        [ARI_ROW_GREY] = {8, PNG_COLOR_TYPE_GRAY},
        [ARI_ROW_RGBA] = {8, PNG_COLOR_TYPE_RGBA},
        [ARI_ROW_FOUR] = {2, PNG_COLOR_TYPE_PALETTE},
    };
    bool opaque = plan->layout == ARI_ROW_RGBA && plan->opaque;
    if (setjmp(e->trouble.jump))
        return false;
    png_set_write_fn(e->png, e, write_bytes, flush_bytes);
    png_set_user_limits(e->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_compression_level(e->png, plan->effort ? plan->effort : 6);
    png_set_compression_buffer_size(e->png, 1 << 16);
    /* Filters help with shades; packed bits only get worse by them. */
    png_set_filter(e->png, 0,
                   forms[plan->layout].depth < 8 ? PNG_FILTER_NONE : PNG_ALL_FILTERS);
    png_set_IHDR(e->png, e->info, plan->width, plan->height, forms[plan->layout].depth,
                 opaque ? PNG_COLOR_TYPE_RGB : forms[plan->layout].type,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (plan->layout == ARI_ROW_FOUR)
        set_palette(e, plan->palette);
    png_write_info(e->png, e->info);
    if (opaque)
        png_set_filler(e->png, 0, PNG_FILLER_AFTER);
    return true;
}

static bool write_row(encoder *e, const void *row, bool last)
{
    if (setjmp(e->trouble.jump))
        return false;
    png_write_row(e->png, row);
    if (last)
        png_write_end(e->png, NULL);
    return true;
}

static ari_status put_row(void *self, const void *row, bool last, ari_error *error)
{
    return write_row(self, row, last) ? ARI_OK : failed(self, error);
}

static void free_encoder(void *self)
{
    encoder *e = self;
    png_destroy_write_struct(&e->png, &e->info);
    free(e);
}

static const ari__encoder functions = {put_row, free_encoder};

ari_status ari__png_encode(const ari_image_job *plan, ari_image_sink *sink,
                           void *sink_self, ari__encoding *encoding, ari_error *error)
{
    encoder *e = calloc(1, sizeof *e);
    if (!e)
        return ari_fail_memory(error, sizeof *e, "writing a PNG");
    e->sink = sink;
    e->sink_self = sink_self;
    e->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &e->trouble, ari__png_error,
                                     ari__png_warning);
    e->info = e->png ? png_create_info_struct(e->png) : NULL;
    ari_status status = ARI_OK;
    if (!e->info)
        status = ari_fail_memory(error, sizeof *e, "writing a PNG");
    else if (!begin(e, plan))
        status = failed(e, error);
    if (status != ARI_OK) {
        free_encoder(e);
        return status;
    }
    encoding->functions = &functions;
    encoding->self = e;
    return ARI_OK;
}
