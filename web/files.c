/* files.c: the page's files, packed into the program by tools/pack.py. */
#include <string.h>

#include "web/web.h"

const web_file *web_file_find(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (const web_file *file = web_files; file->path; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}
