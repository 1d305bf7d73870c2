/* test_chart.c: charts: axes, curves, legend, as SVG. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ariadne/chart.h>

#include "svg.h"

/* The points of the n-th series' curve. */
static int points(const char *svg, int series, double x[], double y[], int *strokes)
{
    char name[64];
    snprintf(name, sizeof name, "<g class=\"s%d\">\n<path class=\"line dash\" d=\"",
             series);
    const char *at = strstr(svg, name);
    assert_non_null(at);
    int count = 0;
    *strokes = 0;
    for (at += strlen(name); *at == 'M' || *at == 'L';) {
        char *end;
        *strokes += *at == 'M';
        x[count] = strtod(at + 1, &end);
        y[count++] = strtod(end, &end);
        at = end;
    }
    assert_int_equal(*at, '"');
    return count;
}

static char *chart_svg(const ari_chart *chart)
{
    ari_text text = ARI_TEXT_EMPTY;
    ari_chart_svg(chart, &text);
    assert_true(ari_text_ok(&text));
    check_well_formed(ari_text_get(&text));
    return text.data;
}

static void curves_lie_where_they_should(void **state)
{
    (void)state;
    static const double x[] = {1, 2, 3, 4, 5}, y[] = {0, 10, 20, NAN, 40},
                        z[] = {40, 30, 20, 10, 0};
    const ari_series series[] = {{.name = "one <1>", .x = x, .y = y, .count = 5},
                                 {.name = "two", .x = x, .y = z, .count = 5}};
    const ari_chart chart = {.title = "a & b",
                             .x_label = "x (plies)",
                             .y_label = "y (ms)",
                             .made_by = "ariadne <this>",
                             .series = series,
                             .count = 2};
    char *svg = chart_svg(&chart);
    assert_non_null(strstr(svg,
                           "<desc>Across: x (plies). Up: y (ms). Shown: one &lt;1&gt;, "
                           "two. Drawn by: ariadne &lt;this&gt;</desc>"));
    assert_non_null(strstr(svg, "<title>a &amp; b</title>"));
    assert_non_null(strstr(svg, "one &lt;1&gt;"));
    assert_non_null(strstr(svg, ">x (plies)<"));
    assert_non_null(strstr(svg, ">y (ms)<"));
    double px[8], py[8], qx[8], qy[8];
    int strokes;
    assert_int_equal(points(svg, 0, px, py, &strokes), 4);
    assert_int_equal(strokes, 2); /* a gap where there is no number */
    assert_int_equal(points(svg, 1, qx, qy, &strokes), 5);
    assert_int_equal(strokes, 1);
    for (int i = 0; i < 5; i++) {
        assert_true(qx[i] > 0 && qx[i] < 720 && qy[i] > 0 && qy[i] < 420);
        if (i > 0) { /* equal steps */
            assert_true(fabs((qx[i] - qx[i - 1]) - (qx[1] - qx[0])) < 0.2);
            assert_true(fabs((qy[i] - qy[i - 1]) - (qy[1] - qy[0])) < 0.2);
        }
    }
    assert_true(py[0] > py[1]); /* up is more */
    assert_true(fabs(py[0] - qy[4]) < 0.2 && fabs(py[3] - qy[0]) < 0.2);
    free(svg);
}

/* Whatever stands in a title or a label, the picture is XML: no control bytes, nothing that is no
 * UTF-8, nothing that ends the text. */
static void any_bytes(void **state)
{
    (void)state;
    static const double x[] = {1, 2};
    for (int byte = 1; byte < 256; byte++) {
        char text[] = {'a', (char)byte, 'b', '\0'};
        const ari_series series[] = {{.name = text, .x = x, .y = x, .count = 2},
                                     {.name = "other", .x = x, .y = x, .count = 2}};
        const ari_chart_mark mark = {1, 1, text};
        const ari_chart chart = {.title = text,
                                 .x_label = text,
                                 .y_label = text,
                                 .series = series,
                                 .count = 2,
                                 .marks = &mark,
                                 .mark_count = 1};
        char *svg = chart_svg(&chart);
        for (const unsigned char *c = (const unsigned char *)svg; *c; c++)
            assert_true(*c < 0x80 && (*c >= ' ' || *c == '\n'));
        bool whole = byte >= ' ' && byte < 0x80 && !strchr("<>&\"", byte);
        char *title = strstr(svg, "<title>a") + strlen("<title>a");
        assert_int_equal(title[0], whole || byte == '\n'   ? byte
                                   : strchr("<>&\"", byte) ? '&'
                                                           : '?');
        free(svg);
    }
}

/* Between whole numbers, as of moves or generations, there are no ticks. */
static void whole_numbers(void **state)
{
    (void)state;
    double x[] = {4, 5, 6}, y[] = {0.25, 1, 2};
    for (int i = 0; i < 2; i++) {
        const ari_series series = {.name = "a", .x = x, .y = y, .count = 3};
        const ari_chart chart = {.title = "t", .series = &series, .count = 1};
        char *svg = chart_svg(&chart);
        assert_non_null(strstr(svg, ">5<"));
        assert_int_equal(strstr(svg, ">4.5<") != NULL, i);
        free(svg);
        x[2] = 5.75;
    }
}

static void logarithms(void **state)
{
    (void)state;
    static const double x[] = {1, 2, 3, 4}, y[] = {0, 10, 100, 1000};
    const ari_series series = {.name = "s", .x = x, .y = y, .count = 4};
    const ari_chart chart = {
        .title = "t", .series = &series, .count = 1, .logarithmic = true};
    char *svg = chart_svg(&chart);
    double px[8], py[8];
    int strokes;
    assert_int_equal(points(svg, 0, px, py, &strokes), 3); /* 0 has no logarithm */
    assert_true(fabs((py[0] - py[1]) - (py[1] - py[2])) < 0.2);
    assert_non_null(strstr(svg, ">logarithmic</text>"));
    free(svg);
    ari_chart named = chart;
    named.y_label = "calls";
    svg = chart_svg(&named);
    assert_non_null(strstr(svg, ">calls, logarithmic</text>"));
    free(svg);
    named.logarithmic = false;
    svg = chart_svg(&named);
    assert_non_null(strstr(svg, ">calls</text>"));
    free(svg);
}

/* The mark of a series: its path without the place where it begins. */
static void shape_of(const char *svg, int series, char *shape, size_t room)
{
    char name[64];
    snprintf(name, sizeof name, "<g class=\"s%d\">\n", series);
    const char *at = strstr(svg, name);
    assert_non_null(at);
    at = strstr(strstr(at, "/>") + 2, "d=\"M"); /* after the line */
    assert_non_null(at);
    at = strchr(at, 'm');
    assert_non_null(at);
    snprintf(shape, room, "%.*s", (int)strcspn(at, "\""), at);
}

/* Without colour and without lines, too, no two series look the same. */
static void series_are_told_apart(void **state)
{
    (void)state;
    static const double x[] = {1, 2, 2, 3}, y[] = {1, 2, 3, 4};
    ari_series series[ARI_CHART_SERIES];
    char shapes[ARI_CHART_SERIES][80];
    double px[8], py[8];
    int strokes;
    for (int i = 0; i < ARI_CHART_SERIES; i++)
        series[i] =
            (ari_series){.name = "s", .x = x, .y = y, .count = 4, .no_line = i > 0};
    const ari_chart chart = {.title = "t", .series = series, .count = ARI_CHART_SERIES};
    char *svg = chart_svg(&chart);
    for (int i = 0; i < ARI_CHART_SERIES; i++) {
        assert_int_equal(points(svg, i, px, py, &strokes), i > 0 ? 0 : 4);
        shape_of(svg, i, shapes[i], sizeof *shapes);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(shapes[i], shapes[j]);
        int drawn = 0;
        for (const char *at = svg; (at = strstr(at, shapes[i])); at++)
            drawn++;
        assert_int_equal(drawn, 5); /* four points, and one in the legend */
    }
    free(svg);
}

/* Nothing, one point, equal values, huge and tiny ones: always a picture. */
static void odd_data(void **state)
{
    (void)state;
    static const double values[][3] = {{0, 0, 0},           {5, 5, 5},
                                       {1e9, 2e9, 3e9},     {1e-9, 2e-9, 0},
                                       {-3, NAN, INFINITY}, {-1e12, 0, 1e-12}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (int count = 0; count <= 3; count++)
            for (int options = 0; options < 4; options++) {
                const ari_series series = {.x = values[0 == options ? 0 : i],
                                           .y = values[i],
                                           .spread = values[0],
                                           .count = count};
                const ari_chart_mark mark = {0, 0, "??"};
                const ari_chart chart = {.title = "t",
                                         .series = &series,
                                         .count = 1,
                                         .marks = &mark,
                                         .mark_count = options == 3,
                                         .logarithmic = options == 1,
                                         .from_zero = options == 2};
                char *svg = chart_svg(&chart);
                assert_null(strstr(svg, "nan"));
                assert_null(strstr(svg, "inf"));
                free(svg);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_lie_where_they_should),
        cmocka_unit_test(any_bytes),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(logarithms),
        cmocka_unit_test(series_are_told_apart),
        cmocka_unit_test(odd_data),
    };
    return cmocka_run_group_tests_name("chart", tests, NULL, NULL);
}
