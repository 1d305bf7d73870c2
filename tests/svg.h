/* svg.h: is a picture well-formed? */
#ifndef TESTS_SVG_H
#define TESTS_SVG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

/* Every element that is opened is closed, in the right order. */
static inline void check_well_formed(const char *svg)
{
    char open[64][32];
    int depth = 0;
    for (const char *at = svg; (at = strchr(at, '<')); at++) {
        const char *end = strchr(at, '>');
        assert_non_null(end);
        if (at[1] == '/') {
            size_t length = (size_t)(end - at) - 2;
            assert_true(depth > 0);
            depth--;
            assert_int_equal(strlen(open[depth]), length);
            assert_memory_equal(open[depth], at + 2, length);
        } else if (end[-1] != '/') {
            size_t length = strcspn(at + 1, " >");
            assert_true(length < 32 && depth < 64);
            snprintf(open[depth++], 32, "%.*s", (int)length, at + 1);
        }
        at = end - 1;
    }
    assert_int_equal(depth, 0);
}

#endif
