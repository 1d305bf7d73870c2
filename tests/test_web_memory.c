/* test_web_memory.c: what is answered at once keeps to the memory of a question, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "web/web.h"

/* The status of an answer that may take so much; what it says goes to `said`. */
static unsigned ask(const char *path, const char *name, const char *value, size_t bytes,
                    char *said, size_t size)
{
    web_site site = {.options = WEB_OPTIONS_DEFAULT};
    web_task task;
    ari_error error;
    site.options.bytes = bytes;
    web_task_begin(&task, &site);
    assert_int_equal(web_params_add(&task.params, name, value, &error), ARI_OK);
    web_task_ask(&task, WEB_GET, path, false);
    assert_null(task.work);
    assert_int_equal(task.own.used, 0); /* what waits to be taken is counted elsewhere */
    strncpy(said, ari_text_get(&task.reply.body), size);
    said[size - 1] = '\0';
    unsigned status = task.reply.status;
    web_task_free(&task);
    return status;
}

static void test_at_once(void **unused)
{
    (void)unused;
    static const struct {
        const char *path, *name, *value;
    } cases[] = {
        {"/api/state", "game", "mnk:width=19,height=19,line=5"},
        {"/api/maze/generate", "width", "100"},
    };
    char said[400];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = cases[i].path, *name = cases[i].name, *value = cases[i].value;
        assert_int_equal(ask(path, name, value, 1 << 20, said, sizeof said), 200);
        assert_int_equal(ask(path, name, value, 4 << 10, said, sizeof said), 422);
        assert_non_null(strstr(said, "\"name\":\"memory\",\"message\":\"the answer takes "
                                     "more than the 4 kB of memory that are allowed\""));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
