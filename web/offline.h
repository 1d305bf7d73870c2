/* offline.h: the tasks of the server without a server: what the page calls, compiled to
 * WebAssembly, when its server is away.
 *
 * The page begins a task, adds its parameters and asks; all work is done at once. Texts end
 * with a NUL and are written into a room that it asks for. */
#ifndef ARIADNE_WEB_OFFLINE_H
#define ARIADNE_WEB_OFFLINE_H

#include <stdbool.h>
#include <stddef.h>

#define TO_PAGE(name) __attribute__((export_name(#name)))
#define FROM_PAGE(name) __attribute__((import_module("ariadne"), import_name(#name)))

/* Room for so many bytes, the same for every call; NULL: there is none. */
TO_PAGE(room) char *web_offline_room(size_t size);

/* Forgets the task before, and begins one; false when there is no memory. */
TO_PAGE(begin) bool web_offline_begin(void);
/* Adds a parameter. What is wrong with it, the task will answer. */
TO_PAGE(add) void web_offline_add(const char *name, const char *value);
TO_PAGE(add_number) void web_offline_add_number(const char *name, double value);
/* Answers with a status, and with a body of JSON. `method` is a web_method. A stream's
 * answers, the last one too, are events, and its body is empty. */
TO_PAGE(ask) unsigned web_offline_ask(int method, const char *path, bool streams);
TO_PAGE(body) const char *web_offline_body(void);
TO_PAGE(body_size) size_t web_offline_body_size(void);

/* The page's own: from now on there are so many seconds, after which it says that it is
 * late (src/base/stop_alone.c). */
FROM_PAGE(limit) void web_page_limit(double seconds);
FROM_PAGE(event) void web_page_event(const char *name, const char *data, size_t size);

#endif
