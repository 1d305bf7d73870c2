/* cmd_fill.h: pictures and pixels, as `ariadne fill` reads them. */
#ifndef ARIADNE_CLI_CMD_FILL_H
#define ARIADNE_CLI_CMD_FILL_H

#include <ariadne/image.h>

#include "cli/cli.h"

/* A picture of at most so many pixels, `advice` being added where it has more; false after saying what is
 * wrong, as below. */
bool cli_fill_picture(const char *path, uint64_t most, const char *advice,
                      ari_image_info *info, ari_image *image);
/* "12,7" */
bool cli_fill_place(const char *text, uint32_t *x, uint32_t *y);

#endif
