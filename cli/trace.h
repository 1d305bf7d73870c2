/* trace.h: --trace of the puzzles: each step of a search as a line, or as a member of "trace" in
 * JSON. The steps are those that the page's walks show. */
#ifndef ARIADNE_CLI_TRACE_H
#define ARIADNE_CLI_TRACE_H

#include <ariadne/backtrack.h>

#include "cli/cli.h"

#define CLI_TRACE_OPTION CLI_SWITCH("trace", "tell every step of the search")

typedef struct cli_trace {
    bool on, as_json;
    int width;     /* of a board whose squares are numbered */
    ari_text text; /* JSON: the steps so far */
    ari_json json;
    uint64_t steps;
} cli_trace;

/* What the command line says of it. */
cli_trace cli_trace_of(const cli_arguments *arguments);
/* Begins a step: prints its name, or opens its object in trace->json, which the caller closes;
 * false when there are too many to keep. */
bool cli_trace_begin(cli_trace *trace, ari_event event);
/* A step at a square: "enter    (3,0) 2", or {"event":"enter","at":[3,0],"depth":2}. The name of
 * ARI_EVENT_CHOOSE is left to the step that follows. */
void cli_trace_square(cli_trace *trace, ari_event event, int64_t x, int64_t y,
                      size_t depth);
/* Adds "trace" and "trace_complete" to the object that is open in `json`, if it is on. */
void cli_trace_add(cli_trace *trace, ari_json *json);

#endif
