/* png_trouble.h: how libpng says that something is wrong, when reading and when writing.
 *
 * It leaves by longjmp, so every call into it stands in a small function of its own, after
 * `if (setjmp(trouble.jump)) return false;`. */
#ifndef ARI_IMAGE_PNG_TROUBLE_H
#define ARI_IMAGE_PNG_TROUBLE_H

#include <png.h>
#include <setjmp.h>

typedef struct ari__png_trouble {
    char message[120];
    jmp_buf jump;
} ari__png_trouble;

/* For png_create_read_struct and png_create_write_struct, with an ari__png_trouble. */
_Noreturn void ari__png_error(png_structp png, png_const_charp message);
void ari__png_warning(png_structp png, png_const_charp message);

#endif
