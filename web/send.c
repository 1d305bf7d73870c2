/* send.c: replies with their headers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/http.h"

/* The page may load its own files and ask its own server, and nothing else. */
#define POLICY                                                                       \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: " \
    "blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src "   \
    "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/* The page's own engine is WebAssembly, which this worker alone may compile. */
#define ENGINE "/js/engineworker.js"
#define ENGINE_POLICY \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

#define LASTING "public, max-age=31536000, immutable"

struct MHD_Response *web_send_headers(const web_server *server,
                                      struct MHD_Response *response, const char *type,
                                      const char *policy, const char *keeping)
{
    const char *cors = server->site.options.cors;
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Cache-Control", keeping);
    if (policy) {
        MHD_add_response_header(response, "Content-Security-Policy", policy);
        MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
        /* Alone among its own, the page may share memory with its threads, and tell them to stop. */
        MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
        MHD_add_response_header(response, "Cross-Origin-Embedder-Policy", "require-corp");
    }
    if (cors) {
        MHD_add_response_header(response, "Access-Control-Allow-Origin", cors);
        MHD_add_response_header(response, "Vary", "Origin");
    } else {
        MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    }
    return response;
}

/* ---- files ---- */

/* A reply with a file: packed or as it is, or with nothing but its headers. One whose address
 * changes with what it holds may be kept for as long as anybody likes. */
static struct MHD_Response *file_response(const web_server *server, const web_file *file,
                                          bool packed, bool lasting, bool empty)
{
    size_t size = empty ? 0 : packed ? file->packed_size : file->size;
    const unsigned char *bytes = packed ? file->packed : file->bytes;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return NULL;
    web_send_headers(server, response, file->type,
                     strcmp(file->path, ENGINE) == 0 ? ENGINE_POLICY : POLICY,
                     lasting ? LASTING : "no-cache");
    MHD_add_response_header(response, "ETag", file->tag);
    if (file->packed)
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (packed)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    return response;
}

static bool prepare(const web_server *server, const web_file *file, web_served *served)
{
    served->unchanged = file_response(server, file, false, false, true);
    bool made = served->unchanged;
    for (int i = 0; i < 4; i++) {
        bool packed = (i & 1) && file->packed, lasting = i & 2;
        served->files[i & 1][i / 2] = file_response(server, file, packed, lasting, false);
        made = made && served->files[i & 1][i / 2];
    }
    return made;
}

bool web_send_prepare_files(web_server *server)
{
    size_t count = 0;
    while (web_files[count].path)
        count++;
    server->served = calloc(count + 1, sizeof *server->served);
    for (size_t i = 0; i < count && server->served; i++)
        if (!prepare(server, &web_files[i], &server->served[i]))
            return false;
    return server->served != NULL;
}

static void forget(struct MHD_Response *response)
{
    if (response)
        MHD_destroy_response(response);
}

void web_send_forget_files(web_server *server)
{
    for (size_t i = 0; web_files[i].path && server->served; i++) {
        forget(server->served[i].unchanged);
        for (int k = 0; k < 4; k++)
            forget(server->served[i].files[k & 1][k / 2]);
    }
    free(server->served);
}

/* Is the file asked for by the address that only these bytes have, "...?v=HASH"? */
static bool is_lasting(const web_call *call, const web_file *file)
{
    const char *version =
        MHD_lookup_connection_value(call->connection, MHD_GET_ARGUMENT_KIND, "v");
    const char *hash = file->tag + strlen("W/\"");
    size_t length = strcspn(hash, "\"");
    return version && strlen(version) == length && memcmp(version, hash, length) == 0;
}

static enum MHD_Result send_file(web_call *call)
{
    const web_file *file = call->task.reply.file;
    const char *known =
        MHD_lookup_connection_value(call->connection, MHD_HEADER_KIND, "If-None-Match");
    const web_served *served = &call->server->served[file - web_files];
    if (web_guard_lists(known, file->tag + strlen("W/")) || web_guard_lists(known, "*"))
        return MHD_queue_response(call->connection, MHD_HTTP_NOT_MODIFIED,
                                  served->unchanged);
    bool packed = web_guard_wants_gzip(&call->accepted);
    return MHD_queue_response(call->connection, MHD_HTTP_OK,
                              served->files[packed][is_lasting(call, file)]);
}

/* ---- JSON ---- */

static void add_reply_headers(struct MHD_Response *response, const web_call *call)
{
    const web_reply *reply = &call->task.reply;
    if (call->last)
        MHD_add_response_header(response, "Connection", "close");
    if (reply->allow)
        MHD_add_response_header(response, "Allow", reply->allow);
    if (reply->retry > 0) {
        char seconds[16];
        snprintf(seconds, sizeof seconds, "%d", reply->retry);
        MHD_add_response_header(response, "Retry-After", seconds);
    }
}

enum MHD_Result web_send(web_call *call)
{
    web_reply *reply = &call->task.reply;
    web_keeper_phase(call->server, call->connection, WEB_WRITING, NULL);
    if (reply->file)
        return send_file(call);
    struct MHD_Response *response = MHD_create_response_from_buffer(
        reply->body.size, reply->body.data, MHD_RESPMEM_MUST_FREE);
    if (!response)
        return MHD_NO;
    reply->body = ARI_TEXT_EMPTY; /* the response has it now */
    web_send_headers(call->server, response, "application/json", NULL, "no-store");
    add_reply_headers(response, call);
    enum MHD_Result queued =
        MHD_queue_response(call->connection, reply->status, response);
    MHD_destroy_response(response);
    return queued;
}
