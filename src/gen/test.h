/*
 * test.h - a test: a script, what is known about its truth, and its id.
 */
#ifndef MOMUS_GEN_TEST_H
#define MOMUS_GEN_TEST_H

#include "eval/truth.h"
#include "eval/witness.h"
#include "lang/script.h"

/*
 * What a strategy makes. The script and everything else belong to the trail and
 * are good until its next step. A strategy keeps one script per trail and changes
 * the commands that change: printing costs only those (gen/render.h).
 */
struct test {
    const struct script *script;
    const symbol
        *fun_names; /* other names by handle, 0 for the own one; NULL: all have their own */
    const symbol *decl_names; /* of sort declarations */
    enum truth truth;         /* of a script with one check */
    enum basis basis;
    const struct witness *witness; /* NULL if there is none */
    const u32_vec *formulas;       /* with a witness: what it makes true */
    const char *core;              /* "(a b)": assertions that are unsat alone, by names; NULL */
    const char *category;          /* of a suite: which part of it this belongs to; NULL for none */
    const char *remarks;           /* what to expect, as comment lines; NULL for nothing */
    const char *note;    /* how it was made, a few words: "bvadd -> bvsub"; NULL for nothing */
    const char *dropped; /* why it must not be sent: "witness is not true"; NULL if it may be */
};

/*
 * Names a test:
 *
 *     fusion:3f9c2a71aa01f5c2+00b1d04e8d73c9aa:7:1204:18:b1d0
 *
 * strategy, content hashes of its seeds (- if it has none), campaign seed, trail,
 * step, digest of the data files that the strategy read. The same id gives the
 * same bytes, always.
 */
enum { TEST_SEEDS_MAX = 4, TEST_ID_MAX = 200 };
struct test_id {
    char strategy[24];
    uint64_t seeds[TEST_SEEDS_MAX];
    size_t n_seeds;
    uint64_t campaign;
    uint64_t trail;
    uint64_t step; /* from 1 */
    uint16_t digest;
};

void test_id_print(const struct test_id *id, struct strbuf *out);
/* False if the text is no id. Leading zeros of hashes may be missing. */
bool test_id_read(const char *text, size_t n, struct test_id *id);

#endif
