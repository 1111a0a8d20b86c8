/*
 * corner.h - values of any sort, leaning towards corners: zeros, ones, extremes
 * and their neighbours, NaN, infinities and subnormals, empty words and words
 * with odd characters, constant arrays, smallest constructors, empty containers.
 *
 * A value is a term without free symbols, as solvers take it everywhere.
 */
#ifndef MOMUS_GEN_CORNER_H
#define MOMUS_GEN_CORNER_H

#include "base/rng.h"
#include "base/strbuf.h"
#include "term/table.h"

/* Stays allocated between uses; all-zero but for the table before the first. */
struct corner {
    struct term_table *table;
    struct strbuf text, spelled;
    u32_vec code_points;
    bool is_plain; /* while such a value is made */
};

void corner_release(struct corner *corner);

/* 0 if there are no values that can be written: uninterpreted sorts, functions. */
term corner_value(struct corner *corner, sort s, struct rng *rng);
/* The same, without operators where that can be: no (- 1), no (fp ...). */
term corner_plain(struct corner *corner, sort s, struct rng *rng);
/* A word of one character. */
term corner_character(struct corner *corner, struct rng *rng);

#endif
