/* batch.h: solving a file of positions, a line of output for each. */
#ifndef ARIADNE_CLI_BATCH_H
#define ARIADNE_CLI_BATCH_H

#include "cli/cli.h"

/* Reads positions from `path` ("-": stdin) and writes, for each,
 * POSITION VALUE DISTANCE NODES MICROSECONDS, or the same as JSON. The exit code. */
int cli_batch(const ari_variant *v, ari_solver *solver, cli_work *work, const char *path,
              bool json);

#endif
