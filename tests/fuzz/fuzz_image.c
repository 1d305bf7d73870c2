/* fuzz_image.c: any bytes as a picture. What is read must come out the same after writing.
 *
 * Checksums would keep a fuzzer out of PNG, so besides the bytes as they are it also reads a PNG
 * made of them: a header of the first few, and rows of the others, stored without packing. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/image.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool held)
{
    if (!held)
        abort();
}

static void read_rows(const void *bytes, size_t size, ari_row_layout layout, bool fine)
{
    ari_image_reader *reader;
    ari_status status = ari_image_reader_new(bytes, size, layout, 1 << 16, &reader, NULL);
    if (status == ARI_OK) {
        const ari_image_info *info = ari_image_reader_info(reader);
        unsigned char *row = malloc(ari_row_bytes(layout, info->width));
        must(row != NULL);
        for (uint32_t y = 0; y < info->height && status == ARI_OK; y++)
            status = ari_image_reader_row(reader, row, NULL);
        free(row);
    }
    ari_image_reader_free(reader);
    must((status == ARI_OK) == fine);
}

static void write_again(const ari_image *image, ari_image_format format, bool plain)
{
    ari_text out = ARI_TEXT_EMPTY;
    ari_image again;
    ari_status status = ari_image_write(image, format, plain, &out, NULL);
    must(status == ARI_OK || (status == ARI_UNSUPPORTED && format != ARI_IMAGE_PNG));
    if (status == ARI_OK) {
        must(ari_image_read(out.data, out.size, 0, &again, NULL) == ARI_OK);
        must(again.width == image->width && again.height == image->height);
        must(memcmp(again.pixels, image->pixels,
                    4 * (size_t)image->width * image->height) == 0);
        ari_image_free(&again);
    }
    ari_text_free(&out);
}

static void examine(const void *bytes, size_t size)
{
    ari_image image;
    ari_error error = {.message = ""};
    bool fine = ari_image_read(bytes, size, 1 << 16, &image, &error) == ARI_OK;
    must(fine == (error.message[0] == '\0'));
    read_rows(bytes, size, ARI_ROW_BITS, fine);
    read_rows(bytes, size, ARI_ROW_GREY, fine);
    if (!fine)
        return;
    for (int i = 0; i < 7; i++)
        write_again(&image, (ari_image_format)((i + 1) / 2), i % 2);
    ari_image_free(&image);
}

/* ---- a PNG of the bytes ---- */

static void add_number(ari_text *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        ari_text_add_char(out, (char)(value >> shift));
}

static void add_chunk(ari_text *out, const char *name, const void *bytes, size_t size)
{
    add_number(out, (uint32_t)size);
    size_t start = out->size;
    ari_text_add(out, name);
    ari_text_add_bytes(out, size ? bytes : "", size);
    uint32_t crc = 0xffffffff;
    for (size_t i = start; i < out->size; i++) {
        crc ^= (unsigned char)out->data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    add_number(out, ~crc);
}

static void add_rows(ari_text *out, const uint8_t *data, size_t size)
{
    ari_text packed = ARI_TEXT_EMPTY;
    uint32_t a = 1, b = 0;
    const unsigned char head[7] = {0x78,
                                   0x01,
                                   1,
                                   (unsigned char)size,
                                   (unsigned char)(size >> 8),
                                   (unsigned char)~size,
                                   (unsigned char)(~size >> 8)};
    ari_text_add_bytes(&packed, (const char *)head, sizeof head);
    ari_text_add_bytes(&packed, size ? (const char *)data : "", size);
    for (size_t i = 0; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    add_number(&packed, b << 16 | a);
    add_chunk(out, "IDAT", packed.data, packed.size);
    ari_text_free(&packed);
}

static void examine_png(const uint8_t *data, size_t size)
{
    if (size < 8 || size > 60000)
        return;
    const unsigned char header[13] = {0,       0,       0,       data[0], 0, 0,      0,
                                      data[1], data[2], data[3], 0,       0, data[4]};
    size_t palette = data[5] % 4 * 3, clear = data[6] % 8;
    ari_text out = ARI_TEXT_EMPTY;
    ari_text_add_bytes(&out, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(&out, "IHDR", header, sizeof header);
    if (palette && size > 30)
        add_chunk(&out, "PLTE", data + 8, palette);
    if (clear && size > 30)
        add_chunk(&out, "tRNS", data + 20, clear);
    add_rows(&out, data + 8, size - 8);
    add_chunk(&out, "IEND", NULL, 0);
    examine(out.data, out.size);
    ari_text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    examine(data, size);
    examine_png(data, size);
    return 0;
}
