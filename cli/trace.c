/* trace.c: each step of a puzzle's search, told. */
#include "cli/trace.h"

#include <inttypes.h>

#define STEPS_MOST 10000000 /* kept in memory for JSON */

cli_trace cli_trace_of(const cli_arguments *arguments)
{
    return (cli_trace){.on = cli_given(arguments, "trace"),
                       .as_json = cli_given(arguments, "json")};
}

bool cli_trace_begin(cli_trace *trace, ari_event event)
{
    trace->steps++;
    if (!trace->as_json) {
        cli_print("%-8s ", ari_event_name(event));
        return true;
    }
    if (trace->steps > STEPS_MOST)
        return false;
    if (trace->steps == 1)
        trace->json = ari_json_to(&trace->text);
    ari_json_object(&trace->json, NULL);
    ari_json_string(&trace->json, "event", ari_event_name(event));
    return true;
}

void cli_trace_square(cli_trace *trace, ari_event event, int64_t x, int64_t y,
                      size_t depth)
{
    if (event == ARI_EVENT_CHOOSE || !cli_trace_begin(trace, event))
        return;
    if (!trace->as_json) {
        cli_print("(%" PRId64 ",%" PRId64 ") %zu\n", x, y, depth);
        return;
    }
    ari_json_pair(&trace->json, "at", x, y);
    ari_json_unsigned(&trace->json, "depth", depth);
    ari_json_object_end(&trace->json);
}

void cli_trace_add(cli_trace *trace, ari_json *json)
{
    if (trace->on) {
        ari_json_members(json, "trace", &trace->text);
        ari_json_bool(json, "trace_complete", trace->steps <= STEPS_MOST);
    }
    ari_text_free(&trace->text);
}
