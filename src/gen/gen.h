/*
 * gen.h - what all makers of tests share: the table, the evaluator, the data
 * files, the settings of the user.
 */
#ifndef MOMUS_GEN_GEN_H
#define MOMUS_GEN_GEN_H

#include "eval/eval.h"
#include "lang/printer.h"
#include "term/table.h"

/* Of formulas by construction (gen/construct.h). */
struct construct_settings {
    bool patterns;              /* quantifiers carry theirs */
    bool ascii;                 /* no constants beyond ASCII */
    bool no_quantifiers;        /* no equivalences with them */
    uint32_t bound;             /* depth of the terms in the pool; 0: 1 */
    uint32_t chain;             /* replacements in one formula; 0: 1, and no category of its own */
    const char *const *without; /* names of entries and operators not to use */
    size_t n_without;
    const char *theory, *constants; /* files of the user's, read when first needed; NULL: none */
};

/* Of formulas about words (gen/edit.c); 0: these numbers. */
enum { EDIT_LENGTH_USUAL = 9, EDIT_DISTANCE_USUAL = 6 };
struct edit_settings {
    uint32_t length;   /* of the longest first word, */
    uint32_t distance; /* and the greatest: EDIT_WORD_MAX / 2 at most */
};

/* What the user may set; 0 and NULL are the defaults. */
struct gen_settings {
    uint32_t max_depth; /* of new terms */
    const char *mode;   /* of fusion: sat, unsat, mixed; NULL: what the seeds' truths allow */
    const char *const *grammars; /* of et: names or files; */
    size_t n_grammars;           /* 0: those of the standard theories */
    const char *from;            /* of et: the word to begin with, gen/enum_index.h; NULL: 0 */
    struct construct_settings construct;
    struct edit_settings edit;
    bool remarks; /* tests say what to expect of them: finding that out takes time */
};

struct label_cache;   /* gen/label_cache.h */
struct fusion_set;    /* gen/fusion_function.h */
struct construct_set; /* gen/construct.h */
struct op_classes;    /* gen/op_class.h */
struct term_bank;     /* gen/bank.h */
struct mutator;       /* gen/mutator.h */
struct et;            /* gen/et.h */

/* One per process: everything in it may be used by one trail at a time. */
struct gen {
    struct term_table *table;
    struct eval *eval;
    struct gen_settings settings;
    struct fusion_set *fusions;       /* NULL: the built-in ones, loaded when first needed */
    struct construct_set *constructs; /* NULL: made when first needed */
    struct op_classes *classes;       /* NULL: no restriction */
    struct term_bank *bank;           /* NULL: none */
    struct mutator *mutator; /* memory of the strategies that change single places, or NULL */
    struct et *et;           /* the grammars, read when first needed */
    const struct label_cache *labels; /* what is known of seeds; NULL: only what they say */
    uint16_t digest;                  /* of the user's data files; 0 without any */
};

/* Makes the text of a data file part of the digest. */
void gen_add_data(struct gen *gen, const char *text, size_t n);

struct gen *gen_new(struct term_table *table);
void gen_free(struct gen *gen);

#endif
