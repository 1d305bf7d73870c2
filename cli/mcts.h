/* mcts.h: `ariadne search --algo mcts`: a Monte-Carlo tree search, and what it tells of each move. */
#ifndef CLI_MCTS_H
#define CLI_MCTS_H

#include "cli/cli.h"

#include <ariadne/mcts.h>

#define CLI_MCTS_NODES 1000000 /* where no limit is given */

/* Searches the end of the record and prints what came of it; the exit code. */
int cli_mcts(const ari_variant *v, const ari_mcts_job *job, const ari_record *record,
             bool json);

#endif
