/* stream.c: server-sent events: what a task says while it works, pushed to the client.
 *
 * A working thread adds events at the end of call->events, and the daemon's thread sends
 * them from the beginning. When all is sent the connection is suspended, and the next event
 * wakes it. A client that reads slowly gets fewer events, not more memory. */
#include <string.h>

#include "web/http.h"

/* Beyond this much unsent, only the last answer is still added. */
#define UNSENT_MOST ((size_t)64 << 10)

/* Called by the daemon for the next bytes to send. */
static ssize_t next_bytes(void *self, uint64_t at, char *buffer, size_t most)
{
    (void)at;
    web_call *call = self;
    ssize_t result = 0;
    pthread_mutex_lock(&call->lock);
    size_t left = call->events.size - call->sent;
    if (left > 0) {
        size_t size = left < most ? left : most;
        memcpy(buffer, call->events.data + call->sent, size);
        call->sent += size;
        result = (ssize_t)size;
    } else if (call->ended) {
        result = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        call->asleep = true;
        MHD_suspend_connection(call->connection);
    }
    if (call->sent == call->events.size) {
        ari_text_clear(&call->events);
        call->sent = 0;
    }
    pthread_mutex_unlock(&call->lock);
    return result;
}

static void forget(void *self)
{
    web_call *call = self;
    web_call_stop(call); /* nobody listens any more */
    web_call_release(call);
}

/* With the lock held: lets the connection go on. */
static void wake(web_call *call)
{
    if (!call->asleep)
        return;
    call->asleep = false;
    MHD_resume_connection(call->connection);
}

enum MHD_Result web_stream_begin(web_call *call)
{
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, 4096, next_bytes, call, forget);
    if (!response)
        return MHD_NO;
    atomic_fetch_add(&call->held, 1);
    web_send_headers(call->server, response, "text/event-stream", NULL, "no-store");
    enum MHD_Result queued = MHD_queue_response(call->connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return queued;
}

void web_stream_event(void *self, const char *name, const ari_text *data)
{
    web_call *call = self;
    pthread_mutex_lock(&call->lock);
    if (call->events.size - call->sent < UNSENT_MOST || call->done) {
        size_t length = data->size; /* JSON of one line, perhaps with its newline */
        while (length > 0 && data->data[length - 1] == '\n')
            length--;
        ari_text_format(&call->events, "event: %s\ndata: ", name);
        ari_text_add_bytes(&call->events, ari_text_get(data), length);
        ari_text_add(&call->events, "\n\n");
        wake(call);
    }
    pthread_mutex_unlock(&call->lock);
}

void web_stream_end(web_call *call)
{
    pthread_mutex_lock(&call->lock);
    call->ended = true;
    wake(call);
    pthread_mutex_unlock(&call->lock);
}
