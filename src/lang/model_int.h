/*
 * model_int.h - the inside of reading models, shared by its files.
 *
 * parse_model.c reads the definitions, parse_universe.c the elements of
 * uninterpreted sorts, parse_answer.c the other answers and what they share,
 * parse_table.c functions as z3 prints them for get-value.
 */
#ifndef MOMUS_LANG_MODEL_INT_H
#define MOMUS_LANG_MODEL_INT_H

#include "lang/model.h"
#include "lang/parser_int.h"
#include "term/walk.h"

/* Where the body of an entry stands. */
struct body {
    uint32_t offset, end;
    sort sort; /* that the model gives to it */
};

/* The sort has so many elements. */
struct claim {
    sort sort;
    uint32_t n;
};

struct reading {
    struct parser *p;
    struct model *model;
    VEC(struct body) bodies; /* beside the entries of the model */
    VEC(struct claim) claims;
    u32_vec elements; /* without repetition */
    struct term_map seen;
    fun first_own;           /* functions from here on are the model's */
    uint32_t first_own_decl; /* and sorts */
};

/* ---- parse_answer.c ---- */

/* Is the last token this word? */
bool answer_word_is(const struct parser *p, const char *word);
/* Goes to the end of the S-expression that starts with the last token. */
bool answer_skip(struct parser *p);
/*
 * The '(' of an answer and the token behind it. Instead of any answer, there
 * may be (error "...").
 */
bool answer_open(struct parser *p, const char *expected);

/* A value of this sort, from the last token on. */
bool answer_read_value(struct parser *p, sort wanted, term *value);

/* ---- parse_table.c ---- */

/* A value of what was asked for, also of a function as z3 prints it. */
bool answer_read_function(struct parser *p, term asked, term *value);

/* ---- parse_model.c ---- */

/* Reads all of the text into `model`, which is empty; releases it on an error. */
bool model_read(struct parser *p, struct model *model);

/* ---- parse_universe.c ---- */

/* (declare-fun NAME () SORT) or (declare-const NAME SORT), after the first word */
bool universe_read_element(struct reading *r, bool has_params);
/* (declare-sort U 0), after the first word: one of the script's, or one that only the model has */
bool universe_read_sort(struct reading *r);
/* z3: (forall ((x U)) (or (= x U!val!0) (= x U!val!1))), from its parenthesis on */
bool universe_read_cardinality(struct reading *r, uint32_t offset);
/* What the comments that were kept say about elements; no more are kept. */
void universe_read_comments(struct reading *r);
/* All elements that the model mentions, sorted into universes, once its bodies are known. */
void universe_make(struct reading *r);

#endif
