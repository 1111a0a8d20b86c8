#include "report/chart.h"

#include "report/escape.h"

/*
 *     TOP
 *     +--------------------------------+
 *  L  |                                |  R
 *  E  |                                |  I
 *  F  |                                |  G
 *  T  +--------------------------------+  HT
 *     BOTTOM: numbers
 */
enum { WIDTH = 640, HEIGHT = 220, LEFT = 64, RIGHT = 16, TOP = 12, BOTTOM = 28, TICKS = 5 };

/* From numbers to places. */
struct scale {
    double x_max, y_max;
};

static double place_x(const struct scale *scale, double x) {
    return LEFT + x / scale->x_max * (WIDTH - LEFT - RIGHT);
}

static double place_y(const struct scale *scale, double y) {
    return HEIGHT - BOTTOM - y / scale->y_max * (HEIGHT - TOP - BOTTOM);
}

double chart_round_step(double least) {
    static const double factors[] = {1, 2, 5, 10};
    double power = 1;
    while (power * 10 <= least)
        power *= 10;
    while (power > least)
        power /= 10;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        if (power * factors[i] >= least)
            return power * factors[i];
    return power * 10;
}

static void add_number(double number, struct strbuf *out) {
    static const char units[] = {'k', 'M', 'G'};
    size_t unit = 0;
    if (number < 10000) {
        strbuf_printf(out, "%g", number);
        return;
    }
    for (number /= 1000; number >= 1000 && unit + 1 < sizeof units; unit++)
        number /= 1000;
    strbuf_printf(out, "%g%c", number, units[unit]);
}

/* Seconds in the unit that suits the whole. */
static void add_duration(double seconds, double whole, struct strbuf *out) {
    double unit = whole < 120 ? 1 : whole < 7200 ? 60 : 3600;
    strbuf_printf(out, "%.4g %s", seconds / unit, unit == 1 ? "s" : unit == 60 ? "min" : "h");
}

/* Round numbers of time: of its unit, not of seconds. */
static double time_step(double x_max) {
    double unit = x_max < 120 ? 1 : x_max < 7200 ? 60 : 3600;
    return chart_round_step(x_max / unit / TICKS) * unit;
}

static void add_axes(const struct scale *scale, struct strbuf *out) {
    /* what is counted is whole */
    double step = chart_round_step(scale->y_max > TICKS ? scale->y_max / TICKS : 1);
    for (double y = 0; y <= scale->y_max * 1.0001; y += step) {
        double at = place_y(scale, y);
        strbuf_printf(out,
                      "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                      "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
                      LEFT, WIDTH - RIGHT, at, at, LEFT - 8, at + 4);
        add_number(y, out);
        strbuf_add_text(out, "</text>\n");
    }
    step = time_step(scale->x_max);
    for (double x = 0; x <= scale->x_max * 1.0001; x += step) {
        strbuf_printf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", place_x(scale, x),
                      HEIGHT - 8);
        add_duration(x, scale->x_max, out);
        strbuf_add_text(out, "</text>\n");
    }
}

static void add_path(const struct scale *scale, const struct chart_point *points, size_t n,
                     bool is_stepped, struct strbuf *out) {
    strbuf_printf(out, "<path class=\"curve\" d=\"M%.1f %.1f", place_x(scale, 0),
                  place_y(scale, 0));
    for (size_t i = 0; i < n; i++) {
        if (is_stepped)
            strbuf_printf(out, " H%.1f", place_x(scale, points[i].x));
        strbuf_printf(out, " L%.1f %.1f", place_x(scale, points[i].x), place_y(scale, points[i].y));
    }
    strbuf_add_text(out, "\"/>\n");
}

void chart_add_curve(const char *title, const struct chart_point *points, size_t n, bool is_stepped,
                     struct strbuf *out) {
    double highest = 0;
    for (size_t i = 0; i < n; i++)
        highest = points[i].y > highest ? points[i].y : highest;
    double step = chart_round_step(highest > TICKS ? highest / TICKS : 1);
    struct scale scale = {.x_max = n > 0 && points[n - 1].x > 1 ? points[n - 1].x : 1,
                          .y_max = step};
    while (scale.y_max < highest)
        scale.y_max += step;
    strbuf_printf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
    escape_add_markup(title, strlen(title), out);
    strbuf_add_text(out, "\">\n");
    add_axes(&scale, out);
    add_path(&scale, points, n, is_stepped, out);
    strbuf_add_text(out, "</svg>\n");
}

void chart_add_bar(double part, struct strbuf *out) {
    strbuf_printf(out,
                  "<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" "
                  "aria-hidden=\"true\"><rect width=\"%.1f\" height=\"10\"/></svg>",
                  part * 100);
}
