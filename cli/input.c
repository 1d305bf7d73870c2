/* input.c: whole files read. Where they begin says whether they are worth reading on: what is
 * no picture, or is a larger one than wanted, costs no more memory than its first bytes. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct input {
    const char *name;
    int file;
    bool ended;
    ari_text *content;
} input;

/* Reads on, to more than `size` bytes or to the end. */
static bool read_to(input *in, size_t size)
{
    char block[1 << 16];
    while (!in->ended && in->content->size <= size) {
        ssize_t got = read(in->file, block, sizeof block);
        if (got < 0 && errno == EINTR && !cli_interrupted())
            continue;
        if (got < 0)
            return false;
        in->ended = got == 0;
        ari_text_add_bytes(in->content, block, (size_t)got);
        if (!ari_text_ok(in->content)) {
            errno = ENOMEM;
            return false;
        }
    }
    return true;
}

static bool cannot_read(const input *in)
{
    if (cli_interrupted())
        return cli_refuse("interrupted before the end of '%.200s' was read", in->name);
    return cli_refuse("cannot read '%.200s': %s", in->name, strerror(errno));
}

static bool say_too_long(const char *name, size_t limit)
{
    cli_wrong("'%.200s' is longer than %zu bytes, the most that is accepted", name,
              limit);
    return true;
}

/* A plain file says how long it is before it is read. */
static bool is_too_long(const input *in, size_t limit)
{
    struct stat status;
    bool plain = fstat(in->file, &status) == 0 && S_ISREG(status.st_mode);
    if (in->content->size <= limit && (!plain || (uint64_t)status.st_size <= limit))
        return false;
    return say_too_long(in->name, limit);
}

static bool read_all(input *in, cli_look *look, void *self)
{
    size_t limit = 0;
    for (size_t seen = CLI_LOOK; limit == 0; seen *= 2) {
        if (!read_to(in, seen))
            return cannot_read(in);
        if (in->ended)
            return true;
        if (!look(self, in->name, in->content, &limit))
            return false;
    }
    if (is_too_long(in, limit))
        return false;
    if (!read_to(in, limit))
        return cannot_read(in);
    return !is_too_long(in, limit);
}

bool cli_read_looking(const char *path, cli_look *look, void *self, ari_text *content)
{
    *content = ARI_TEXT_EMPTY;
    bool standard = strcmp(path, "-") == 0;
    input in = {.name = standard ? "standard input" : path,
                .file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC),
                .content = content};
    bool read = in.file >= 0 ? read_all(&in, look, self) : cannot_read(&in);
    if (in.file >= 0 && !standard)
        close(in.file);
    if (!read)
        ari_text_free(content);
    return read;
}

static bool is_text(const char *name, const ari_text *content)
{
    const char *zero = content->size ? memchr(content->data, '\0', content->size) : NULL;
    if (zero)
        cli_wrong("'%.200s' is not text: it has a NUL byte at character %zu", name,
                  (size_t)(zero - content->data) + 1);
    return !zero;
}

static bool look_for_text(void *self, const char *name, const ari_text *begin,
                          size_t *limit)
{
    *limit = *(size_t *)self;
    return is_text(name, begin);
}

bool cli_read_file(const char *path, size_t limit, ari_text *content)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    if (!cli_read_looking(path, look_for_text, &limit, content))
        return false;
    bool right = is_text(name, content);
    if (right && content->size > limit) /* but short enough not to be looked at */
        right = !say_too_long(name, limit);
    if (!right)
        ari_text_free(content);
    return right;
}

/* A plain sample takes six bytes, of which there are three a pixel; spaces, comments and what
 * a PNG holds besides its pixels may take as much again, and this. */
#define PICTURE_BYTES 36
#define PICTURE_BESIDES ((size_t)1 << 24)
#define PICTURE_MOST ((size_t)1 << 34)

bool cli_look_at_picture(const ari_text *begin, uint64_t most_pixels, size_t *limit,
                         ari_error *error)
{
    ari_image_info info;
    if (ari_image_check(begin->data, begin->size, most_pixels, &info, error) != ARI_OK)
        return false;
    uint64_t pixels = (uint64_t)info.width * info.height;
    *limit = pixels < PICTURE_MOST / PICTURE_BYTES
                 ? (size_t)pixels * PICTURE_BYTES + PICTURE_BESIDES
                 : PICTURE_MOST;
    return true;
}
