/* image.h: what the parts of this room share: decoders give raw rows, encoders take them. */
#ifndef ARI_IMAGE_IMAGE_H
#define ARI_IMAGE_IMAGE_H

#include <ariadne/image.h>

/* The rows as a file holds them: `samples` of 8 bits a pixel (2 grey and alpha, 3 RGB,
 * 4 RGBA), or one sample of `bits` bits that the palette turns into a pixel. */
typedef struct ari__row_form {
    int samples, bits;
    uint32_t palette[256];
} ari__row_form;

static inline size_t ari__row_form_bytes(const ari__row_form *raw, uint32_t width)
{
    return ((size_t)width * (size_t)(raw->samples * raw->bits) + 7) / 8;
}

typedef struct ari__decoder {
    ari_status (*row)(void *self, unsigned char *row, ari_error *error);
    void (*free)(void *self);
} ari__decoder;

typedef struct ari__decoding {
    const ari__decoder *functions;
    void *self;
    ari__row_form raw;
} ari__decoding;

typedef struct ari__encoder {
    ari_status (*row)(void *self, const void *row, bool last, ari_error *error);
    void (*free)(void *self);
} ari__encoder;

typedef struct ari__encoding {
    const ari__encoder *functions;
    void *self;
} ari__encoding;

/* Reads the beginning; the decoders also see whether there are bytes enough for the size. */
bool ari__png_is(const unsigned char *bytes, size_t size);
ari_status ari__png_probe(const unsigned char *bytes, size_t size, ari_image_info *info,
                          ari_error *error);
ari_status ari__png_decode(const unsigned char *bytes, size_t size,
                           ari__decoding *decoding, ari_error *error);
ari_status ari__png_encode(const ari_image_job *plan, ari_image_sink *sink,
                           void *sink_self, ari__encoding *encoding, ari_error *error);

bool ari__pnm_is(const unsigned char *bytes, size_t size);
ari_status ari__pnm_probe(const unsigned char *bytes, size_t size, ari_image_info *info,
                          ari_error *error);
ari_status ari__pnm_decode(const unsigned char *bytes, size_t size,
                           ari__decoding *decoding, ari_error *error);
ari_status ari__pnm_encode(const ari_image_job *plan, ari_image_sink *sink,
                           void *sink_self, ari__encoding *encoding, ari_error *error);

#endif
