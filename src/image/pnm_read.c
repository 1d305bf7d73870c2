/* pnm_read.c: PBM, PGM and PPM from memory, binary and plain (written with digits).
 *
 *     P5                 P1 to P3 are plain PBM, PGM, PPM; P4 to P6 the same in binary
 *     # a comment
 *     640 480            width and height
 *     255                the largest value of a sample; not in a PBM
 *     ...                the rows from the top; after one white space, if binary */
#include "image/image.h"

#include <stdlib.h>

#define VALUE_MOST 65535

typedef struct decoder {
    const unsigned char *bytes;
    size_t size, at;
    ari_image_info info;
    unsigned most;    /* the value of white */
    int samples;      /* of a pixel */
    size_t row_bytes; /* of a binary row in the file */
} decoder;

bool ari__pnm_is(const unsigned char *bytes, size_t size)
{
    return size >= 2 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6';
}

static bool is_space(unsigned char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* To the next thing that is neither space nor a comment. */
static void skip_space(decoder *d)
{
    for (; d->at < d->size; d->at++) {
        if (d->bytes[d->at] == '#')
            while (d->at + 1 < d->size && d->bytes[d->at] != '\n')
                d->at++;
        else if (!is_space(d->bytes[d->at]))
            return;
    }
}

static ari_status cut_short(const decoder *d, const char *what, ari_error *error)
{
    return ari_fail(error, ARI_SYNTAX, d->size,
                    "the %s is cut short: it ends at byte %zu, before %s",
                    ari_image_format_name(d->info.format), d->size, what);
}

static ari_status unexpected(const decoder *d, const char *what, ari_error *error)
{
    return ari_fail(error, ARI_SYNTAX, d->at,
                    "%s was expected at byte %zu of the %s, not the byte %d", what, d->at,
                    ari_image_format_name(d->info.format), d->bytes[d->at]);
}

static ari_status read_number(decoder *d, const char *what, uint32_t least, uint32_t most,
                              uint32_t *value, ari_error *error)
{
    skip_space(d);
    if (d->at == d->size)
        return cut_short(d, what, error);
    size_t start = d->at;
    uint64_t number = 0;
    for (; d->at < d->size && d->bytes[d->at] >= '0' && d->bytes[d->at] <= '9'; d->at++)
        if (number <= most)
            number = number * 10 + (uint64_t)(d->bytes[d->at] - '0');
    if (d->at == start)
        return unexpected(d, what, error);
    if (number < least || number > most)
        return ari_fail(error, ARI_RANGE, start,
                        "%s at byte %zu of the %s must be from %lu to %lu", what, start,
                        ari_image_format_name(d->info.format), (unsigned long)least,
                        (unsigned long)most);
    *value = (uint32_t)number;
    return ARI_OK;
}

static ari_status read_header(decoder *d, const unsigned char *bytes, size_t size,
                              ari_error *error)
{
    static const ari_image_format formats[] = {ARI_IMAGE_PBM, ARI_IMAGE_PGM,
                                               ARI_IMAGE_PPM};
    int kind = bytes[1] - '1';
    *d = (decoder){.bytes = bytes, .size = size, .at = 2};
    d->info.format = formats[kind % 3];
    d->info.plain = kind < 3;
    d->samples = kind % 3 == 2 ? 3 : 1;
    uint32_t most = 1;
    if (size > 2 && !is_space(bytes[2]) && bytes[2] != '#')
        return unexpected(d, "white space", error);
    ari_status status = read_number(d, "the width", 1, INT32_MAX, &d->info.width, error);
    if (status == ARI_OK)
        status = read_number(d, "the height", 1, INT32_MAX, &d->info.height, error);
    if (status == ARI_OK && kind % 3 != 0)
        status = read_number(d, "the largest value", 1, VALUE_MOST, &most, error);
    d->most = most;
    if (status != ARI_OK)
        return status;
    if (d->at == size)
        return cut_short(d, "its rows", error);
    if (!is_space(bytes[d->at]) && !(d->info.plain && bytes[d->at] == '#'))
        return unexpected(d, "white space", error);
    if (!d->info.plain)
        d->at++;
    return ARI_OK;
}

ari_status ari__pnm_probe(const unsigned char *bytes, size_t size, ari_image_info *info,
                          ari_error *error)
{
    decoder d;
    ari_status status = read_header(&d, bytes, size, error);
    *info = d.info;
    return status;
}

/* Are there bytes enough for all rows? */
static ari_status check_size(decoder *d, ari_error *error)
{
    uint64_t samples = (uint64_t)d->info.width * (uint64_t)d->samples;
    bool bits = d->info.format == ARI_IMAGE_PBM;
    d->row_bytes =
        bits ? (d->info.width + (size_t)7) / 8 : samples * (d->most > 255 ? 2 : 1);
    /* A plain sample takes a digit, and a space except in a PBM. */
    uint64_t least = !d->info.plain ? d->row_bytes : bits ? samples : 2 * samples;
    uint64_t left = d->size - d->at + (d->info.plain ? 1 : 0);
    if (least == 0 || d->info.height > left / least)
        return cut_short(d, "all its rows are there", error);
    return ARI_OK;
}

/* ---- rows ---- */

static unsigned char scaled(const decoder *d, uint32_t value)
{
    if (d->most != 255)
        value = (value * 255 + d->most / 2) / d->most;
    return (unsigned char)value;
}

static ari_status plain_bits(decoder *d, unsigned char *row, ari_error *error)
{
    memset(row, 0, (d->info.width + (size_t)7) / 8);
    for (size_t x = 0; x < d->info.width; x++, d->at++) {
        skip_space(d);
        if (d->at == d->size)
            return cut_short(d, "all its pixels are there", error);
        unsigned char c = d->bytes[d->at];
        if (c != '0' && c != '1')
            return unexpected(d, "0 or 1", error);
        row[x / 8] = (unsigned char)(row[x / 8] | (c - '0') << (7 - x % 8));
    }
    return ARI_OK;
}

static ari_status plain_row(decoder *d, unsigned char *row, ari_error *error)
{
    for (size_t i = 0, count = (size_t)d->info.width * (size_t)d->samples; i < count;
         i++) {
        uint32_t value;
        ari_status status = read_number(d, "a sample", 0, d->most, &value, error);
        if (status != ARI_OK)
            return status;
        row[i] = scaled(d, value);
    }
    return ARI_OK;
}

static ari_status binary_row(decoder *d, unsigned char *row, ari_error *error)
{
    const unsigned char *from = d->bytes + d->at;
    d->at += d->row_bytes;
    if (d->info.format == ARI_IMAGE_PBM || d->most == 255) {
        memcpy(row, from, d->row_bytes);
        return ARI_OK;
    }
    bool wide = d->most > 255;
    for (size_t i = 0, count = (size_t)d->info.width * (size_t)d->samples; i < count;
         i++) {
        uint32_t value = wide ? (uint32_t)from[2 * i] << 8 | from[2 * i + 1] : from[i];
        if (value > d->most)
            return ari_fail(
                error, ARI_RANGE, (size_t)(from - d->bytes) + i * (wide ? 2 : 1),
                "the sample at byte %zu of the %s is %lu, above the largest "
                "value %u of its header",
                (size_t)(from - d->bytes) + i * (wide ? 2 : 1),
                ari_image_format_name(d->info.format), (unsigned long)value, d->most);
        row[i] = scaled(d, value);
    }
    return ARI_OK;
}

static ari_status next_row(void *self, unsigned char *row, ari_error *error)
{
    decoder *d = self;
    if (!d->info.plain)
        return binary_row(d, row, error);
    return d->info.format == ARI_IMAGE_PBM ? plain_bits(d, row, error)
                                           : plain_row(d, row, error);
}

static const ari__decoder functions = {next_row, free};

ari_status ari__pnm_decode(const unsigned char *bytes, size_t size,
                           ari__decoding *decoding, ari_error *error)
{
    decoder *d = malloc(sizeof *d);
    if (!d)
        return ari_fail_memory(error, sizeof *d, "reading a picture");
    ari_status status = read_header(d, bytes, size, error);
    if (status == ARI_OK)
        status = check_size(d, error);
    if (status != ARI_OK) {
        free(d);
        return status;
    }
    decoding->functions = &functions;
    decoding->self = d;
    decoding->raw.samples = d->samples;
    decoding->raw.bits = d->info.format == ARI_IMAGE_PBM ? 1 : 8;
    for (unsigned i = 0; i < 256; i++)
        decoding->raw.palette[i] = ari_pixel(i, i, i, 255);
    if (d->info.format == ARI_IMAGE_PBM) {
        decoding->raw.palette[0] = ari_pixel(255, 255, 255, 255);
        decoding->raw.palette[1] = ari_pixel(0, 0, 0, 255);
    }
    return ARI_OK;
}
