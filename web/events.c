/* events.c: the list of what a puzzle's search does. */
#include "web/events.h"

#define EVENTS 5000 /* unless asked for more or fewer */

bool web_events_begin(web_task *task, web_events *events)
{
    *events = (web_events){.task = task};
    return web_number(task, "most", EVENTS, 0, WEB_EVENTS_MOST, &events->most);
}

bool web_events_open(web_events *events, const char *kind)
{
    if (events->count++ >= events->most)
        return false;
    if (events->count == 1) {
        events->text.memory = web_memory(events->task);
        events->json = ari_json_to(&events->text);
    }
    ari_json_array(&events->json, NULL);
    ari_json_string(&events->json, NULL, kind);
    return true;
}

void web_events_add(web_events *events, const char *kind, int64_t x, int64_t y,
                    uint64_t depth)
{
    if (!web_events_open(events, kind))
        return;
    ari_json_number(&events->json, NULL, x);
    ari_json_number(&events->json, NULL, y);
    ari_json_unsigned(&events->json, NULL, depth);
    ari_json_array_end(&events->json);
}

const char *web_events_kind(ari_event event)
{
    return event == ARI_EVENT_CHOOSE ? NULL /* a choice shows when it is entered */
                                     : ari_event_name(event);
}

void web_events_end(web_events *events, ari_json *json)
{
    ari_json_bool(json, "complete", events->count <= events->most);
    ari_json_array(json, "events");
    if (!ari_text_ok(&events->text))
        json->out->failed = true;
    ari_text_add_bytes(json->out, ari_text_get(&events->text), events->text.size);
    ari_json_array_end(json);
    ari_text_free(&events->text);
}
