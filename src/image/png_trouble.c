/* png_trouble.c: keeps libpng's words and leaves; warnings are not worth any. */
#include "image/png_trouble.h"

#include <string.h>

_Noreturn void ari__png_error(png_structp png, png_const_charp message)
{
    ari__png_trouble *trouble = png_get_error_ptr(png);
    size_t length = strlen(message);
    if (length >= sizeof trouble->message)
        length = sizeof trouble->message - 1;
    memcpy(trouble->message, message, length);
    trouble->message[length] = '\0';
    longjmp(trouble->jump, 1);
}

void ari__png_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}
