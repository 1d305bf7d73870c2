/* events.c: the list of what a puzzle's search does. */
#include "web/events.h"

bool web_events_begin(web_task *task, int64_t usual)
{
    return web_number(task, "most", usual, 0, WEB_EVENTS_MOST, &task->events.most);
}

ari_json *web_events_open(web_task *task, const char *kind)
{
    web_events *events = &task->events;
    if (events->count++ >= events->most)
        return NULL;
    if (events->count == 1) {
        events->text.memory = web_memory(task);
        events->json = ari_json_to(&events->text);
    }
    ari_json_array(&events->json, NULL);
    ari_json_string(&events->json, NULL, kind);
    return &events->json;
}

void web_events_add(web_task *task, const char *kind, int64_t x, int64_t y,
                    uint64_t depth)
{
    ari_json *json = web_events_open(task, kind);
    if (!json)
        return;
    ari_json_number(json, NULL, x);
    ari_json_number(json, NULL, y);
    ari_json_unsigned(json, NULL, depth);
    ari_json_array_end(json);
}

void web_events_square(web_task *task, ari_event event, int64_t x, int64_t y,
                       size_t depth)
{
    if (event != ARI_EVENT_CHOOSE)
        web_events_add(task, ari_event_name(event), x, y, depth);
}

void web_events_end(web_task *task, ari_json *json)
{
    ari_json_bool(json, "complete", task->events.count <= task->events.most);
    ari_json_members(json, "events", &task->events.text);
}
