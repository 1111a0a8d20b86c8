/*
 * chart.h - curves and bars as SVG, to stand inside a page.
 *
 * Sizes are in the units of the drawing, which the page scales; colours are the
 * page's: the parts have the classes "axis", "curve" and "bar".
 */
#ifndef MOMUS_REPORT_CHART_H
#define MOMUS_REPORT_CHART_H

#include "base/strbuf.h"

struct chart_point {
    double x, y; /* neither is negative; x never decreases */
};

/*
 * A curve over time. `x` are seconds. A stepped one stays where it is until the next
 * point. `title` says what it shows, for those who cannot see it.
 */
void chart_add_curve(const char *title, const struct chart_point *points, size_t n, bool is_stepped,
                     struct strbuf *out);
/* A bar of this part (0 to 1) of the full length. */
void chart_add_bar(double part, struct strbuf *out);

/* The next number from `least` on that is 1, 2 or 5 times a power of ten. */
double chart_round_step(double least);

#endif
