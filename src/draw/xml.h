/* xml.h: text and numbers as SVG wants them. */
#ifndef ARI_DRAW_XML_H
#define ARI_DRAW_XML_H

#include <ariadne/drawing.h>

/* The whole of a text by ari_xml_add; NULL is none. */
void ari__xml_text(ari_text *out, const char *text);

/* A length in tenths, with a point whatever the locale. */
void ari__xml_number(ari_text *out, double value);

/* Like ari_text_format, but %s is escaped by ari__xml_text and %f written by
 * ari__xml_number; %d is there too, and nothing else. */
void ari__xml_format(ari_text *out, const char *format, ...);

/* How wide a text comes out in an ordinary sans-serif font of that size, rather a little
 * too wide than too narrow. */
double ari__xml_width(const char *text, double size);

#endif
