/* xml.c: text and numbers as SVG wants them. */
#include "draw/xml.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

void ari_xml_add(ari_text *out, const char *text, size_t size)
{
    for (const char *c = text, *end = text + size; c < end;) {
        size_t length = ari__utf8_length((const unsigned char *)c);
        bool noncharacter = length == 3 && (memcmp(c, "\xef\xbf\xbe", 3) == 0 ||
                                            memcmp(c, "\xef\xbf\xbf", 3) == 0);
        if (*c == '<')
            ari_text_add(out, "&lt;");
        else if (*c == '>')
            ari_text_add(out, "&gt;");
        else if (*c == '&')
            ari_text_add(out, "&amp;");
        else if (*c == '"')
            ari_text_add(out, "&quot;");
        else if (length == 0 || length > (size_t)(end - c) || noncharacter ||
                 ((unsigned char)*c < 32 && *c != '\n'))
            ari_text_add_char(out, '?');
        else
            ari_text_add_bytes(out, c, length);
        c += length ? length : 1;
    }
}

void ari__xml_text(ari_text *out, const char *text)
{
    if (text)
        ari_xml_add(out, text, strlen(text));
}

void ari__xml_number(ari_text *out, double value)
{
    long tenths = lround(value * 10);
    ari_text_format(out, "%s%ld", tenths < 0 ? "-" : "", labs(tenths) / 10);
    if (tenths % 10)
        ari_text_format(out, ".%ld", labs(tenths) % 10);
}

void ari__xml_format(ari_text *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (const char *c = format; *c; c++) {
        size_t plain = strcspn(c, "%");
        ari_text_add_bytes(out, c, plain);
        c += plain;
        if (!*c)
            break;
        switch (*++c) {
        case 's':
            ari__xml_text(out, va_arg(arguments, const char *));
            break;
        case 'f':
            ari__xml_number(out, va_arg(arguments, double));
            break;
        case 'd':
            ari_text_format(out, "%d", va_arg(arguments, int));
            break;
        }
    }
    va_end(arguments);
}

double ari__xml_width(const char *text, double size)
{
    double width = 0;
    for (const char *c = text; *c;) {
        size_t length = ari__utf8_length((const unsigned char *)c);
        width += length == 1 && strchr("iIjlft.,:;|!'()[] ", *c) ? 0.36
                 : length == 1 && strchr("mwMW", *c)             ? 0.95
                                                                 : 0.64;
        c += length ? length : 1;
    }
    return width * size;
}
