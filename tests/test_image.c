/* test_image.c: pictures read and written, and hostile files refused. E9 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <png.h>

#include <ariadne/image.h>
#include <ariadne/random.h>

/* ---- making pictures ---- */

typedef enum need { BILEVEL, GREY, COLOUR, ALPHA } need;

static uint32_t random_pixel(ari_random *random, need tint)
{
    unsigned r = ari_random_below(random, 256), g = ari_random_below(random, 256);
    unsigned b = ari_random_below(random, 256);
    switch (tint) {
    case BILEVEL:
        return r & 1 ? ari_pixel(255, 255, 255, 255) : ari_pixel(0, 0, 0, 255);
    case GREY:
        return ari_pixel(r, r, r, 255);
    case COLOUR:
        return ari_pixel(r, g, b, 255);
    default:
        return ari_pixel(r, g, b, ari_random_below(random, 256));
    }
}

static ari_image random_image(ari_random *random, uint32_t width, uint32_t height,
                              need tint)
{
    ari_image image;
    assert_int_equal(ari_image_new(width, height, &image, NULL), ARI_OK);
    for (size_t i = 0; i < (size_t)width * height; i++)
        image.pixels[i] = random_pixel(random, tint);
    return image;
}

static void assert_same_image(const ari_image *a, const ari_image *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    for (size_t y = 0; y < a->height; y++)
        assert_memory_equal(a->pixels + y * a->stride, b->pixels + y * b->stride,
                            4 * (size_t)a->width);
}

static ari_image read_ok(const void *bytes, size_t size)
{
    ari_image image;
    ari_error error = {.message = ""};
    ari_status status = ari_image_read(bytes, size, 0, &image, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, ARI_OK);
    return image;
}

static ari_image read_string(const char *text)
{
    return read_ok(text, strlen(text));
}

static void assert_refused(const void *bytes, size_t size, ari_status expected,
                           const char *words)
{
    ari_image image;
    ari_error error = {.message = ""};
    assert_int_equal(ari_image_read(bytes, size, 0, &image, &error), expected);
    assert_null(image.pixels);
    if (!strstr(error.message, words))
        fail_msg("'%s' was expected in '%s'", words, error.message);
}

/* ---- whole pictures ---- */

static void test_round_trip(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {7, 3},   {8, 2},
                                        {9, 5}, {64, 64}, {131, 17}};
    ari_random random = ari_random_seeded(1);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (need tint = BILEVEL; tint <= ALPHA; tint++) {
            ari_image image = random_image(&random, sizes[s][0], sizes[s][1], tint);
            for (int k = 0; k < 7; k++) {
                ari_image_format format = (ari_image_format)((k + 1) / 2);
                static const need most[] = {ALPHA, BILEVEL, GREY, COLOUR};
                ari_text out = ARI_TEXT_EMPTY;
                if (tint > most[format] && image.width > 8) {
                    assert_int_equal(ari_image_write(&image, format, k & 1, &out, NULL),
                                     ARI_UNSUPPORTED);
                    assert_int_equal(out.size, 0);
                } else if (tint <= most[format]) {
                    assert_int_equal(ari_image_write(&image, format, k & 1, &out, NULL),
                                     ARI_OK);
                    ari_image again = read_ok(out.data, out.size);
                    assert_same_image(&image, &again);
                    ari_image_free(&again);
                }
                ari_text_free(&out);
            }
            ari_image_free(&image);
        }
}

static void test_stride(void **state)
{
    (void)state;
    ari_random random = ari_random_seeded(2);
    ari_image whole = random_image(&random, 40, 30, COLOUR);
    ari_image part = {
        .width = 11, .height = 13, .stride = 40, .pixels = whole.pixels + 5 * 40 + 9};
    ari_text out = ARI_TEXT_EMPTY;
    assert_int_equal(ari_image_write(&part, ARI_IMAGE_PPM, false, &out, NULL), ARI_OK);
    ari_image again = read_ok(out.data, out.size);
    assert_same_image(&part, &again);
    ari_image_free(&again);
    ari_image_free(&whole);
    ari_text_free(&out);
}

/* The texts are the examples of the formats' own manual pages, in spirit. */
static void test_plain_files(void **state)
{
    (void)state;
    ari_image image = read_string("P1\n# a comment\n3 2\n1 0 1\n010\n");
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(image.pixels[i],
                         i % 2 ? ari_pixel(255, 255, 255, 255) : ari_pixel(0, 0, 0, 255));
    ari_image_free(&image);
    image = read_string("P2 2 2 15 # fifteen is white\n0 5\n10 15");
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(image.pixels[i], ari_pixel(i * 85, i * 85, i * 85, 255));
    ari_image_free(&image);
    image = read_string("P3\n1 2\n1023\n1023 0 512\n0 1023 1\n");
    assert_int_equal(image.pixels[0], ari_pixel(255, 0, 128, 255));
    assert_int_equal(image.pixels[1], ari_pixel(0, 255, 0, 255));
    ari_image_free(&image);
    image = read_ok("P5 2 1 65535\n\xff\xff\x80\x00", 17);
    assert_int_equal(image.pixels[0], ari_pixel(255, 255, 255, 255));
    assert_int_equal(image.pixels[1], ari_pixel(128, 128, 128, 255));
    ari_image_free(&image);
}

static void test_refused_pnm(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
        ari_status status;
    } wrong[] = {
        {"", "empty", ARI_SYNTAX},
        {"GIF89a", "does not begin", ARI_SYNTAX},
        {"P7\n1 1", "does not begin", ARI_SYNTAX},
        {"P1", "cut short", ARI_SYNTAX},
        {"P12 2", "white space was expected at byte 2", ARI_SYNTAX},
        {"P1\n0 5\n", "the width at byte 3 of the PBM must be from 1", ARI_RANGE},
        {"P1\n-1 5\n", "the width was expected at byte 3", ARI_SYNTAX},
        {"P2\n2 99999999999999999999\n255\n", "the height at byte 5", ARI_RANGE},
        {"P2\n2 2\n70000\n1 1 1 1", "the largest value", ARI_RANGE},
        {"P2\n2 2\n0\n1 1 1 1", "the largest value", ARI_RANGE},
        {"P2\n2 2\n255\n1 1 1", "cut short", ARI_SYNTAX},
        {"P2\n2 2\n255\n100 100 100", "cut short", ARI_SYNTAX},
        {"P2\n2 2\n9\n1 1 1 12", "must be from 0 to 9", ARI_RANGE},
        {"P1\n2 2\n0 1 2 1", "0 or 1 was expected at byte 11", ARI_SYNTAX},
        {"P4\n9 2\nabc", "cut short", ARI_SYNTAX},
        {"P5\n1 1\n100\n\x7f", "above the largest", ARI_RANGE},
        {"P6\n2000000 2000000\n255\nabc", "more than the 268435456", ARI_LIMIT},
        {"P1\n16384 16384\n0", "cut short", ARI_SYNTAX},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(wrong[i].text, strlen(wrong[i].text), wrong[i].status,
                       wrong[i].words);
}

/* ---- PNG of every kind, written by libpng itself ---- */

typedef struct png_kind {
    int type, depth;
    bool interlaced, clear; /* clear: with a tRNS chunk */
} png_kind;

static void put(png_structp png, png_bytep bytes, size_t size)
{
    ari_text_add_bytes(png_get_io_ptr(png), (const char *)bytes, size);
}

static void flush(png_structp png)
{
    (void)png;
}

#define KIND_WIDTH 21
#define KIND_HEIGHT 13

/* Raw samples of 16 bits, four to a pixel; the palette's colours follow from the index. */
static unsigned sample(int x, int y, int channel, int depth)
{
    uint64_t mixed = ari_mix((uint64_t)(x + 100 * y + 10000 * channel));
    return (unsigned)(mixed % 5 == 0 ? 1 : mixed >> 20) & ((1u << depth) - 1);
}

static int channels(int type)
{
    return type == PNG_COLOR_TYPE_RGB          ? 3
           : type == PNG_COLOR_TYPE_RGBA       ? 4
           : type == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
                                               : 1;
}

static png_color palette_colour(int index)
{
    return (png_color){(png_byte)(index * 37), (png_byte)(255 - index), (png_byte)index};
}

static void make_rows(const png_kind *kind, png_bytep *rows)
{
    for (int y = 0; y < KIND_HEIGHT; y++) {
        rows[y] = calloc(KIND_WIDTH, 8);
        int count = channels(kind->type);
        for (int i = 0; i < KIND_WIDTH * count; i++) {
            unsigned value = sample(i / count, y, i % count, kind->depth);
            int bit = i * kind->depth;
            if (kind->depth == 16)
                rows[y][2 * i] = (png_byte)(value >> 8);
            if (kind->depth >= 8)
                rows[y][kind->depth / 8 * i + kind->depth / 16] = (png_byte)value;
            else
                rows[y][bit / 8] =
                    (png_byte)(rows[y][bit / 8] | value << (8 - kind->depth - bit % 8));
        }
    }
}

static void make_png(const png_kind *kind, ari_text *out)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_bytep rows[KIND_HEIGHT];
    make_rows(kind, rows);
    png_set_write_fn(png, out, put, flush);
    png_set_IHDR(png, info, KIND_WIDTH, KIND_HEIGHT, kind->depth, kind->type,
                 kind->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (kind->type == PNG_COLOR_TYPE_PALETTE) {
        png_color palette[256];
        for (int i = 0; i < 256; i++)
            palette[i] = palette_colour(i);
        png_set_PLTE(png, info, palette, 1 << kind->depth);
        png_byte alphas[2] = {0, 100};
        if (kind->clear)
            png_set_tRNS(png, info, alphas, 2, NULL);
    } else if (kind->clear) {
        png_color_16 one = {.red = 1, .green = 1, .blue = 1, .gray = 1};
        png_set_tRNS(png, info, NULL, 0, &one);
    }
    png_text text = {.compression = PNG_TEXT_COMPRESSION_zTXt,
                     .key = (char *)"Comment",
                     .text = (char *)"of no matter"};
    png_set_text(png, info, &text, 1);
    png_set_gAMA(png, info, 1.0);
    png_write_info(png, info);
    png_write_image(png, rows);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    for (int y = 0; y < KIND_HEIGHT; y++)
        free(rows[y]);
}

/* What the pixel must become, worked out from the samples. */
static uint32_t expected_pixel(const png_kind *kind, int x, int y)
{
    unsigned most = (1u << kind->depth) - 1, raw[4], v[4];
    for (int c = 0; c < 4; c++) {
        raw[c] = sample(x, y, c, kind->depth);
        v[c] = (raw[c] * 255 + most / 2) / most;
    }
    bool clear = kind->clear && raw[0] == 1;
    switch (kind->type) {
    case PNG_COLOR_TYPE_PALETTE: {
        png_color colour = palette_colour((int)raw[0]);
        unsigned alpha = !kind->clear || raw[0] > 1 ? 255 : raw[0] == 0 ? 0 : 100;
        return ari_pixel(colour.red, colour.green, colour.blue, alpha);
    }
    case PNG_COLOR_TYPE_GRAY:
        return ari_pixel(v[0], v[0], v[0], clear ? 0 : 255);
    case PNG_COLOR_TYPE_GRAY_ALPHA:
        return ari_pixel(v[0], v[0], v[0], v[1]);
    case PNG_COLOR_TYPE_RGB:
        return ari_pixel(v[0], v[1], v[2], clear && raw[1] == 1 && raw[2] == 1 ? 0 : 255);
    default:
        return ari_pixel(v[0], v[1], v[2], v[3]);
    }
}

static unsigned grey_on_white(uint32_t pixel)
{
    unsigned char c[4];
    memcpy(c, &pixel, 4);
    double grey = c[0] * 0.299 + c[1] * 0.587 + c[2] * 0.114;
    return (unsigned)((double)(unsigned)(grey + 0.5) * c[3] / 255 + 255 - c[3] + 0.5);
}

static void check_rows(const ari_text *file, const ari_image *image)
{
    ari_image_reader *grey, *bits;
    unsigned char grey_row[KIND_WIDTH], bits_row[(KIND_WIDTH + 7) / 8];
    assert_int_equal(
        ari_image_reader_new(file->data, file->size, ARI_ROW_GREY, 0, &grey, NULL),
        ARI_OK);
    assert_int_equal(
        ari_image_reader_new(file->data, file->size, ARI_ROW_BITS, 0, &bits, NULL),
        ARI_OK);
    for (size_t y = 0; y < KIND_HEIGHT; y++) {
        assert_int_equal(ari_image_reader_row(grey, grey_row, NULL), ARI_OK);
        assert_int_equal(ari_image_reader_row(bits, bits_row, NULL), ARI_OK);
        for (size_t x = 0; x < KIND_WIDTH; x++) {
            unsigned wanted = grey_on_white(image->pixels[y * KIND_WIDTH + x]);
            assert_in_range(grey_row[x], wanted ? wanted - 1 : 0, wanted + 1);
            assert_int_equal(bits_row[x / 8] >> (7 - x % 8) & 1, grey_row[x] >= 128);
        }
        assert_int_equal(bits_row[2] & 7, 0);
    }
    assert_int_equal(ari_image_reader_row(bits, bits_row, NULL), ARI_RANGE);
    ari_image_reader_free(grey);
    ari_image_reader_free(bits);
}

static void test_png_kinds(void **state)
{
    (void)state;
    static const struct {
        int type, depth;
    } forms[] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                 {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (int variety = 0; variety < 4; variety++) {
            png_kind kind = {forms[i].type, forms[i].depth, variety & 1, variety & 2};
            if (kind.clear && forms[i].type >= 4)
                continue;
            ari_text file = ARI_TEXT_EMPTY;
            make_png(&kind, &file);
            ari_image image = read_ok(file.data, file.size);
            for (int y = 0; y < KIND_HEIGHT; y++)
                for (int x = 0; x < KIND_WIDTH; x++)
                    assert_int_equal(image.pixels[y * KIND_WIDTH + x],
                                     expected_pixel(&kind, x, y));
            check_rows(&file, &image);
            ari_image_free(&image);
            ari_text_free(&file);
        }
}

/* ---- hostile PNGs ---- */

static void put_number(unsigned char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (24 - 8 * i));
}

/* The checksum of PNG, worked out bit by bit. */
static uint32_t checksum(const unsigned char *bytes, size_t size)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static void test_png_truncated(void **state)
{
    (void)state;
    png_kind kind = {PNG_COLOR_TYPE_RGB, 8, false, false};
    ari_text file = ARI_TEXT_EMPTY;
    make_png(&kind, &file);
    for (size_t size = 4; size < file.size; size++) {
        char *part = malloc(size); /* exactly so much, for the address sanitizer */
        memcpy(part, file.data, size);
        assert_refused(part, size, ARI_SYNTAX, "cut short");
        free(part);
    }
    ari_text_free(&file);
}

/* One bit turned anywhere: a checksum, a length or a name does not fit. */
static void test_png_damaged(void **state)
{
    (void)state;
    png_kind kind = {PNG_COLOR_TYPE_GRAY, 8, false, false};
    ari_text file = ARI_TEXT_EMPTY;
    make_png(&kind, &file);
    for (size_t at = 4; at < file.size; at++)
        for (int bit = 0; bit < 8; bit++) {
            ari_image image;
            ari_error error = {.message = ""};
            file.data[at] = (char)(file.data[at] ^ 1 << bit);
            assert_int_not_equal(ari_image_read(file.data, file.size, 0, &image, &error),
                                 ARI_OK);
            assert_null(image.pixels);
            assert_true(strlen(error.message) > 10);
            file.data[at] = (char)(file.data[at] ^ 1 << bit);
        }
    ari_text_free(&file);
}

static void test_png_bombs(void **state)
{
    (void)state;
    png_kind kind = {PNG_COLOR_TYPE_GRAY, 1, false, false};
    ari_text file = ARI_TEXT_EMPTY;
    make_png(&kind, &file);
    unsigned char *bytes = (unsigned char *)file.data;
    static const struct {
        uint32_t width, height;
        const char *words;
        ari_status status;
    } sizes[] = {
        {0, 10, "no PNG can be", ARI_RANGE},
        {10, 0x80000000u, "no PNG can be", ARI_RANGE},
        {0x7fffffff, 0x7fffffff, "more than the 268435456", ARI_LIMIT},
        {1 << 14, (1 << 14) + 1, "more than the 268435456", ARI_LIMIT},
        {1 << 14, 1 << 14, "cannot hold them", ARI_SYNTAX},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        put_number(bytes + 16, sizes[i].width);
        put_number(bytes + 20, sizes[i].height);
        put_number(bytes + 29, checksum(bytes + 12, 17));
        assert_refused(bytes, file.size, sizes[i].status, sizes[i].words);
    }
    ari_text_free(&file);
}

/* ---- row by row ---- */

static bool count_bytes(void *self, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)self += size;
    return true;
}

static bool refuse_bytes(void *self, const void *bytes, size_t size)
{
    (void)bytes;
    size_t *left = self;
    *left -= *left < size ? *left : size;
    return *left > 0;
}

/* Twenty million pixels through a row's memory. */
static void test_large_rows(void **state)
{
    (void)state;
    enum { SIDE = 40001 };
    const ari_image_job plan = {.format = ARI_IMAGE_PNG,
                                .layout = ARI_ROW_BITS,
                                .width = SIDE,
                                .height = 500,
                                .effort = 1};
    ari_text file = ARI_TEXT_EMPTY;
    ari_image_writer *writer;
    ari_image_reader *reader;
    static unsigned char row[SIDE / 8 + 1], again[SIDE / 8 + 1];
    assert_int_equal(ari_row_bytes(ARI_ROW_BITS, SIDE), sizeof row);
    assert_int_equal(
        ari_image_writer_new(&plan, ari_image_sink_text, &file, &writer, NULL), ARI_OK);
    for (uint32_t y = 0; y < plan.height; y++) {
        memset(row, (int)(y & 255), sizeof row);
        assert_int_equal(ari_image_writer_row(writer, row, NULL), ARI_OK);
    }
    assert_int_equal(ari_image_writer_row(writer, row, NULL), ARI_RANGE);
    ari_image_writer_free(writer);
    assert_int_equal(
        ari_image_reader_new(file.data, file.size, ARI_ROW_BITS, 1000, &reader, NULL),
        ARI_LIMIT);
    assert_int_equal(
        ari_image_reader_new(file.data, file.size, ARI_ROW_BITS, 0, &reader, NULL),
        ARI_OK);
    for (uint32_t y = 0; y < plan.height; y++) {
        memset(row, (int)(y & 255), sizeof row);
        row[sizeof row - 1] &= 0x80;
        assert_int_equal(ari_image_reader_row(reader, again, NULL), ARI_OK);
        assert_memory_equal(row, again, sizeof row);
    }
    ari_image_reader_free(reader);
    ari_text_free(&file);
}

static void test_four_colours(void **state)
{
    (void)state;
    const uint32_t palette[4] = {ari_pixel(0, 0, 0, 255), ari_pixel(255, 255, 255, 255),
                                 ari_pixel(200, 0, 0, 255), ari_pixel(0, 0, 200, 255)};
    const ari_image_job plan = {.format = ARI_IMAGE_PNG,
                                .layout = ARI_ROW_FOUR,
                                .width = 6,
                                .height = 1,
                                .palette = palette};
    const unsigned char row[2] = {0x1b, 0xc0}; /* 0 1 2 3 3 0 */
    static const int indices[6] = {0, 1, 2, 3, 3, 0};
    ari_text file = ARI_TEXT_EMPTY;
    ari_image_writer *writer;
    assert_int_equal(
        ari_image_writer_new(&plan, ari_image_sink_text, &file, &writer, NULL), ARI_OK);
    assert_int_equal(ari_image_writer_row(writer, row, NULL), ARI_OK);
    ari_image_writer_free(writer);
    ari_image image = read_ok(file.data, file.size);
    for (int x = 0; x < 6; x++)
        assert_int_equal(image.pixels[x], palette[indices[x]]);
    ari_image_free(&image);
    ari_text_free(&file);
}

/* A sink that fails at any point is reported, and nothing leaks. */
static void test_failing_sink(void **state)
{
    (void)state;
    for (int format = ARI_IMAGE_PNG; format <= ARI_IMAGE_PGM; format++) {
        const ari_image_job plan = {.format = (ari_image_format)format,
                                    .layout = format == ARI_IMAGE_PGM ? ARI_ROW_GREY
                                                                      : ARI_ROW_BITS,
                                    .width = 100,
                                    .height = 3};
        static const unsigned char row[100] = {1, 2, 3};
        size_t total = 0;
        for (size_t room = 0; room == 0 || room <= total; room++) {
            size_t left = room;
            ari_image_writer *writer;
            ari_status status =
                ari_image_writer_new(&plan, room ? refuse_bytes : count_bytes,
                                     room ? &left : &total, &writer, NULL);
            for (int y = 0; y < 3 && status == ARI_OK; y++)
                status = ari_image_writer_row(writer, row, NULL);
            assert_int_equal(status, room ? ARI_IO : ARI_OK);
            ari_image_writer_free(writer);
        }
        assert_true(total > 40);
    }
}

static void test_names(void **state)
{
    (void)state;
    ari_image_format format;
    assert_true(ari_image_format_of_name("a.png", &format));
    assert_int_equal(format, ARI_IMAGE_PNG);
    assert_true(ari_image_format_of_name("b/a.PbM", &format));
    assert_int_equal(format, ARI_IMAGE_PBM);
    assert_false(ari_image_format_of_name("apng", &format));
    assert_false(ari_image_format_of_name("a.jpg", &format));
    assert_false(ari_image_format_of_name("", &format));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_stride),
        cmocka_unit_test(test_plain_files),  cmocka_unit_test(test_refused_pnm),
        cmocka_unit_test(test_png_kinds),    cmocka_unit_test(test_png_truncated),
        cmocka_unit_test(test_png_damaged),  cmocka_unit_test(test_png_bombs),
        cmocka_unit_test(test_large_rows),   cmocka_unit_test(test_four_colours),
        cmocka_unit_test(test_failing_sink), cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
