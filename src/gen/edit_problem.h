/*
 * edit_problem.h - one formula about edits: the words, the edits between them, and how they are
 * written; and its recipe (gen/recipe.h), by which it is made smaller.
 *
 * The recipe of a formula that is unsatisfiable says the same in few words:
 *
 *     (declare-fun insert_at (String Int String) String) ...
 *     (assert axiom_of_remove)
 *     (assert (by_variables (= (insert_at (any_letter "p") 2 (remove_at (any_index 0) "host")) "at")))
 *     (check-sat)
 *
 * Without (by_variables ...) it is written nested, without any_letter and any_index nothing is hidden,
 * and a function without an axiom is defined: all that makes it smaller is an argument in the place
 * of a whole, an assertion less, a shorter word or a smaller number. Whether there are still too
 * few edits is found out anew.
 */
#ifndef MOMUS_GEN_EDIT_PROBLEM_H
#define MOMUS_GEN_EDIT_PROBLEM_H

#include "gen/edit_word.h"
#include "gen/recipe.h"

enum edit_writing {
    EDIT_NESTED,    /* one term */
    EDIT_VARIABLES, /* a variable for the word after each edit */
    EDIT_RECURSIVE, /* a recursive function: the word after n edits */
    EDIT_WRITINGS
};

struct edit_problem {
    struct edit_word source, target;
    size_t distance;
    enum edit_writing writing;
    bool has_axiom[EDIT_KINDS]; /* the function is one of which an axiom says what it is */
    struct edit_step steps[EDIT_WORD_MAX];
    bool hides_letter[EDIT_WORD_MAX], hides_index[EDIT_WORD_MAX];
    size_t n;
};

/* What the functions are called, and how they are declared. */
extern const char *const edit_function_names[EDIT_KINDS];
extern const char *const edit_declarations[EDIT_KINDS];

/* All of these write the text anew. */

/* The script that is sent. */
void edit_problem_write(const struct edit_problem *problem, struct strbuf *out);
/*
 * What it does not say: functions, hidden letters and indices, the words on the way, as the edits have
 * them. As the text of a witness.
 */
void edit_problem_write_values(const struct edit_problem *problem, struct strbuf *out);
/* Of a problem with fewer edits than the distance. */
void edit_problem_write_recipe(const struct edit_problem *problem, struct strbuf *out);

/*
 * The problem of a recipe; all-zero before. False if it is none, or if it does not follow that the
 * formula is unsatisfiable: there are enough edits, or one could be outside of the word, or change more
 * than a letter.
 */
bool edit_problem_read_recipe(const char *text, size_t n, struct edit_problem *problem);
recipe_make_fn edit_make_recipe;

#endif
