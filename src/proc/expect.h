/*
 * expect.h - what a script makes a solver print, in order.
 *
 * Made by fit_script, and what the reader of answers goes by: an answer or an
 * error means something only at its place.
 */
#ifndef MOMUS_PROC_EXPECT_H
#define MOMUS_PROC_EXPECT_H

#include "base/vec.h"

enum expect_kind {
    EXPECT_CHECK, /* sat, unsat or unknown */
    EXPECT_MODEL, /* of the check before, as the following */
    EXPECT_CORE,
    EXPECT_VALUES, /* a get-value; a check may have several */
    EXPECT_REASON, /* (:reason-unknown ...) */
};

typedef VEC(enum expect_kind) expect_vec;

#endif
