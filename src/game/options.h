/* options.h: reading "name=value,name=value" against a list of options. */
#ifndef ARI_GAME_OPTIONS_H
#define ARI_GAME_OPTIONS_H

#include <ariadne/game.h>

/* Fills in the defaults. */
void ari__options_default(const ari_option *options, ari_value *values);

/* Reads `text` into values that already hold the defaults. Where there is one option alone, and it is a string, the
 * whole text is its value, and its name may be left out. `owner` names in messages what
 * the options belong to; `offset` is where in the whole text `text` begins. */
ari_status ari__options_parse(const ari_option *options, const char *owner,
                              const char *text, size_t offset, ari_value *values,
                              ari_error *error);

/* Where in `text` the value of the string among the options begins; ARI_NO_OFFSET when it
 * is not given there. */
size_t ari__options_string_at(const ari_option *options, const char *text);

/* Writes "name=value,name=value" with every option; the value alone of an only string. */
void ari__options_format(const ari_option *options, const ari_value *values,
                         ari_text *out);

/* The longest run of words that still fits a message: "width, height, line". */
void ari__options_names(const ari_option *options, char *buffer, size_t size);

#endif
