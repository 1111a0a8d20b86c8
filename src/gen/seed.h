/*
 * seed.h - scripts that tests are made from.
 *
 * A seed is read once and stays in the table. Its script is what is worth
 * mutating: set-logic, declarations, definitions, assertions, push and pop,
 * checks; comments, options, infos, get-... commands and exit are gone, and a
 * script that never checks gets a check-sat at its end.
 *
 * Functions and sorts are handles, not names: two seeds that both declare x, or
 * one seed that was read twice, share nothing in the table. What has the same
 * name is told apart when it is printed (gen/test.h).
 */
#ifndef MOMUS_GEN_SEED_H
#define MOMUS_GEN_SEED_H

#include "base/strbuf.h"
#include "eval/truth.h"
#include "eval/witness.h"
#include "gen/label_cache.h"
#include "lang/logic.h"
#include "lang/script.h"

struct seed {
    char *name;    /* as given: a path */
    uint64_t hash; /* of its bytes */
    size_t n_bytes;
    struct script script; /* as above */
    struct logic logic;   /* what its set-logic allows; everything without one */
    symbol logic_name;    /* 0: no set-logic */
    uint32_t n_checks;
    bool is_flat;           /* one check-sat at the end, no push, pop, reset or assumptions */
    const char *not_flat;   /* why it is not; NULL if it is */
    u32_vec formulas;       /* of a flat seed: what it asserts */
    enum truth truth;       /* of a flat seed, as far as known */
    enum label label;       /* who said so */
    struct label_said said; /* what its path and its text say */
    bool is_disputed;       /* they, or what was found out, contradict: its truth is not known */
    bool is_set_aside;      /* it is disputed, or a solver misbehaves on it as it is */
    bool has_witness;       /* of a flat seed that is sat */
    bool is_searched;       /* our evaluator has looked for one */
    bool is_doubtful; /* a recursive definition in it may have no solution: no witness counts */
    struct witness witness;
};

/* Where seeds are read from, and into. All is borrowed. */
struct seed_source {
    struct term_table *table;
    struct eval *eval;               /* of the table, to check witnesses that were kept; */
    const struct label_cache *cache; /* both NULL: only what the script says is known */
};

/*
 * Reads a script into the table. NULL, with the message FILE:LINE:COL: error: ...
 * in `error`, if it is refused. text[n] must be zero.
 */
struct seed *seed_read_from(const struct seed_source *source, const char *name, const char *text,
                            size_t n, struct strbuf *error);
/* The same without a cache. */
struct seed *seed_read(struct term_table *table, const char *name, const char *text, size_t n,
                       struct strbuf *error);
void seed_free(struct seed *seed);

/*
 * Of a flat seed: looks for a witness with nothing but our
 * evaluator. One that is found settles the truth. A label that says otherwise is
 * wrong: false then, with the reason in `error`.
 */
bool seed_find_witness(struct seed *seed, struct eval *eval, struct strbuf *error);

/* The content hash, the same everywhere. */
uint64_t seed_hash(const char *text, size_t n);

#endif
