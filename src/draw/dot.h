/* dot.h: text as the language of Graphviz wants it. */
#ifndef ARI_DRAW_DOT_H
#define ARI_DRAW_DOT_H

#include <ariadne/text.h>

/* Inside a quoted string; a line ends as `newline` says: "\\n", or "\\l" where it is set flush left. */
void ari__dot_text(ari_text *out, const char *text, const char *newline);

/* What stands at the beginning of every drawing, up to the title, which is put between, and behind it. */
void ari__dot_begin(ari_text *out, const char *name);
void ari__dot_style(ari_text *out, bool boards);

/* The players' blue and orange are apart for every kind of eye; the label says it once more. */
const char *ari__dot_fill(int value);

#endif
