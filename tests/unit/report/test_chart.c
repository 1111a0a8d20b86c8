#include "report/chart.h"

#include "testing.h"

static void steps_are_round(void **state) {
    assert_true(chart_round_step(1) == 1);
    assert_true(chart_round_step(1.1) == 2);
    assert_true(chart_round_step(3) == 5);
    assert_true(chart_round_step(6) == 10);
    assert_true(chart_round_step(123456) == 200000);
    assert_true(chart_round_step(0.3) > 0.49 && chart_round_step(0.3) < 0.51);
}

static size_t count(struct strbuf *text, const char *word) {
    size_t n = 0;
    for (const char *at = strbuf_text(text); (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

static void a_curve_goes_from_left_to_right(void **state) {
    struct strbuf out = {0};
    struct chart_point points[] = {{10, 1}, {20, 5}};
    chart_add_curve("a < b", points, 2, false, &out);
    assert_non_null(strstr(strbuf_text(&out), "aria-label=\"a &lt; b\""));
    /* 560 units for 20 s, 180 for 5 */
    assert_non_null(strstr(strbuf_text(&out), "d=\"M64.0 192.0 L344.0 156.0 L624.0 12.0\""));
    assert_int_equal(count(&out, "<line"), 6); /* 0 to 5 */
    strbuf_clear(&out);
    chart_add_curve("", points, 2, true, &out);
    assert_non_null(strstr(strbuf_text(&out), "H344.0 L344.0 156.0 H624.0 L624.0 12.0\""));
    strbuf_free(&out);
}

static void nothing_is_a_curve_too(void **state) {
    struct strbuf out = {0};
    struct chart_point zero = {0, 0}, large = {1e6, 1e12};
    chart_add_curve("", NULL, 0, false, &out);
    chart_add_curve("", &zero, 1, true, &out);
    chart_add_curve("", &large, 1, false, &out);
    assert_int_equal(count(&out, "nan") + count(&out, "inf"), 0);
    assert_int_equal(count(&out, "</svg>"), 3);
    assert_non_null(strstr(strbuf_text(&out), ">1000G<"));
    strbuf_free(&out);
}

static void what_is_counted_is_whole(void **state) {
    struct strbuf out = {0};
    struct chart_point points[] = {{10, 0}, {20, 2}};
    chart_add_curve("", points, 1, true, &out);
    assert_int_equal(count(&out, "<line"), 2); /* 0 and 1 */
    strbuf_clear(&out);
    chart_add_curve("", points, 2, true, &out);
    assert_int_equal(count(&out, "<line"), 3); /* 0 to 2 */
    strbuf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(steps_are_round),
        TEST(a_curve_goes_from_left_to_right),
        TEST(nothing_is_a_curve_too),
        TEST(what_is_counted_is_whole),
    };
    return RUN(tests);
}
