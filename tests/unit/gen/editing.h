/*
 * editing.h - scripts about edits, read from their text into a table of their own, by someone who knows
 * nothing of how they were made; and all choices that they leave, tried one by one.
 */
#ifndef MOMUS_TEST_EDITING_H
#define MOMUS_TEST_EDITING_H

#include "testing.h"

#include "eval/eval.h"
#include "eval/witness.h"
#include "lang/parser.h"
#include "term/subst.h"

enum { LETTERS_MAX = 40, EDITS_MAX = 16, WAYS_MAX = 1200 };

/* ---- words ------------------------------------------------------------------- */

struct letters {
    uint32_t at[LETTERS_MAX];
    size_t n;
};

static inline bool is_same(const struct letters *a, const struct letters *b) {
    return a->n == b->n && memcmp(a->at, b->at, a->n * sizeof *a->at) == 0;
}

static inline bool has_letter(const struct letters *word, uint32_t letter) {
    for (size_t i = 0; i < word->n; i++)
        if (word->at[i] == letter)
            return true;
    return false;
}

static inline void add_letter(struct letters *word, uint32_t letter) {
    assert_true(word->n < LETTERS_MAX);
    word->at[word->n++] = letter;
}

/* Of a literal: "" is a quote, \u{...} a code point. */
static inline struct letters letters_of(const struct term_table *table, term literal) {
    struct letters word = {.n = 0};
    assert_int_equal(term_op(table, literal), OP_STRING);
    const struct symbol_entry *text = symbol_at(&table->symbols, term_at(table, literal)->payload);
    for (const char *at = text->at + 1, *end = text->at + text->n - 1; at < end;) {
        if (*at == '\\' && end - at > 3 && at[1] == 'u' && at[2] == '{') {
            char *behind;
            add_letter(&word, (uint32_t)strtoul(at + 3, &behind, 16));
            assert_int_equal(*behind, '}');
            at = behind + 1;
        } else {
            assert_true(*at >= ' ' && *at < 127);
            add_letter(&word, (unsigned char)*at);
            at += *at == '"' ? 2 : 1;
        }
    }
    return word;
}

static inline void print_letters(const struct letters *word, struct strbuf *out) {
    strbuf_add_char(out, '"');
    for (size_t i = 0; i < word->n; i++)
        strbuf_printf(out, "\\u{%x}", word->at[i]);
    strbuf_add_char(out, '"');
}

/* Column by column: the distances of the first i letters of a from the first k of b. */
static inline size_t distance_of(const struct letters *a, const struct letters *b) {
    size_t column[LETTERS_MAX + 1];
    for (size_t i = 0; i <= a->n; i++)
        column[i] = i;
    for (size_t k = 1; k <= b->n; k++) {
        size_t corner = column[0];
        column[0] = k;
        for (size_t i = 1; i <= a->n; i++) {
            size_t best = corner + (a->at[i - 1] != b->at[k - 1]);
            corner = column[i];
            if (column[i] + 1 < best)
                best = column[i] + 1;
            if (column[i - 1] + 1 < best)
                best = column[i - 1] + 1;
            column[i] = best;
        }
    }
    return column[a->n];
}

/* ---- what is sent -------------------------------------------------------------- */

enum writing { NESTED, VARIABLES, RECURSIVE, AXIOMS, WRITINGS };
static const char *const writings[] = {"nested", "variables", "recursive", "axioms"};

enum kind { INSERT, REMOVE, REPLACE, KINDS };

/* Constants that are declared, or 0 where the value is known. */
struct edit {
    enum kind kind;
    term hidden_letter, hidden_index;
    struct letters letter;
    int64_t index;
};

struct reading {
    struct term_table *table;
    struct eval *eval;
    struct term_mark mark; /* before the script */
    struct parser *parser;
    struct script script;
    u32_vec asserted;
    enum writing writing;
    fun word;           /* the recursive function */
    struct model model; /* of the axioms: what functions are where axioms speak, open elsewhere */
    u32_vec words, values; /* variables for words, and what they are equal to */
    /* What the hidden parts have to do: */
    u32_vec frame; /* formulas, without axioms and variables for words, */
    term goal;     /* and the last one: the word at the end is the target */
    struct letters source, target;
    struct edit edits[EDITS_MAX];
    size_t n;
};

static inline bool is_named(const struct reading *r, fun f, const char *name) {
    const struct symbol_entry *text = symbol_at(&r->table->symbols, fun_at(r->table, f)->name);
    return text->n == strlen(name) && memcmp(text->at, name, text->n) == 0;
}

static inline bool is_constant(const struct reading *r, term t) {
    return term_op(r->table, t) == OP_APPLY && term_n_args(r->table, t) == 0;
}

static inline int64_t number_of(const struct reading *r, term t) {
    assert_int_equal(term_op(r->table, t), OP_NUMERAL);
    return strtoll(symbol_at(&r->table->symbols, term_at(r->table, t)->payload)->at, NULL, 10);
}

/* What (word k) stands for, with k - 1 as the word before. */
static inline term case_of_word(const struct reading *r, int64_t k) {
    term t = fun_at(r->table, r->word)->body;
    assert_int_equal(term_op(r->table, t), OP_ITE);
    if (k == 0)
        return term_arg(r->table, t, 1);
    t = term_arg(r->table, t, 2);
    for (int64_t i = 1; i < k; i++)
        t = term_arg(r->table, t, 2);
    return term_op(r->table, t) == OP_ITE ? term_arg(r->table, t, 1) : t;
}

static inline term value_of_word(const struct reading *r, term word) {
    for (size_t i = 0; i < r->words.n; i++)
        if (r->words.at[i] == word)
            return r->values.at[i];
    fail_msg("a word that nothing is said of");
    return 0;
}

static inline struct edit edit_of(const struct reading *r, term t) {
    static const char *const names[KINDS] = {"insert_at", "remove_at", "replace_at"};
    struct edit edit = {.kind = KINDS};
    for (enum kind kind = INSERT; kind < KINDS; kind++)
        if (is_named(r, term_at(r->table, t)->payload, names[kind]))
            edit.kind = kind;
    assert_true(edit.kind < KINDS);
    uint32_t place = 0;
    if (edit.kind != REMOVE) {
        term letter = term_arg(r->table, t, place++);
        if (is_constant(r, letter))
            edit.hidden_letter = letter;
        else
            edit.letter = letters_of(r->table, letter);
    }
    term index = term_arg(r->table, t, place);
    if (is_constant(r, index))
        edit.hidden_index = index;
    else
        edit.index = number_of(r, index);
    return edit;
}

/* From the word at the end to the source: the edits, the last one first. */
static inline void find_edits(struct reading *r, term t) {
    int64_t k = -1; /* of (word k) */
    while (term_op(r->table, t) != OP_STRING) {
        uint32_t n_args = term_n_args(r->table, t);
        assert_int_equal(term_op(r->table, t), OP_APPLY);
        if (n_args == 0) {
            t = value_of_word(r, t);
        } else if (term_at(r->table, t)->payload == r->word && r->word != 0) {
            k = k < 0 ? number_of(r, term_arg(r->table, t, 0)) : k - 1;
            t = case_of_word(r, k);
        } else {
            assert_true(r->n < EDITS_MAX);
            r->edits[r->n++] = edit_of(r, t);
            t = term_arg(r->table, t, n_args - 1);
        }
    }
    r->source = letters_of(r->table, t);
    for (size_t i = 0; i < r->n / 2; i++) {
        struct edit other = r->edits[i];
        r->edits[i] = r->edits[r->n - 1 - i];
        r->edits[r->n - 1 - i] = other;
    }
}

/*
 * (forall (x) (=> G (= (f x) T))): f is (ite G T (other x)), for some function `other` that
 * nothing is said of.
 */
static inline void take_axiom(struct reading *r, term axiom) {
    struct term_table *table = r->table;
    term body = term_arg(table, axiom, term_n_args(table, axiom) - 1), vars[4], args[3];
    assert_int_equal(term_op(table, body), OP_IMPLIES);
    term equation = term_arg(table, body, 1), left = term_arg(table, equation, 0);
    fun f = term_at(table, left)->payload;
    sort sorts[4];
    uint32_t n = term_n_args(table, left);
    for (uint32_t i = 0; i < n; i++) {
        vars[i] = term_arg(table, left, i);
        sorts[i] = term_sort(table, vars[i]);
    }
    fun other = fun_declare(table, FUN_DECLARED, symbol_intern(&table->symbols, "other", 5), sorts,
                            n, SORT_STRING);
    args[0] = term_arg(table, body, 0);
    args[1] = term_arg(table, equation, 1);
    args[2] = term_make(table, OP_APPLY, other, SORT_STRING, vars, n);
    struct model_entry entry = {
        .kind = MODEL_DECLARED,
        .name = fun_at(table, f)->name,
        .fun = f,
        .vars = list_intern(&table->lists, vars, n),
        .body = term_make(table, OP_ITE, 0, SORT_STRING, args, 3),
    };
    vec_push(&r->model.entries, entry);
}

/* (= w0 "host"), (= w1 (insert_at "x" 0 w0)) */
static inline bool is_about_a_word(const struct reading *r, term formula) {
    if (term_op(r->table, formula) != OP_EQ || !is_constant(r, term_arg(r->table, formula, 0)))
        return false;
    term word = term_arg(r->table, formula, 0);
    return *symbol_at(&r->table->symbols, fun_at(r->table, term_at(r->table, word)->payload)->name)
                ->at == 'w';
}

/* Variables for words are no choices: what they are equal to stands in their place. */
static inline void replace_words(struct reading *r) {
    for (size_t i = 0; i < r->words.n; i++)
        r->values.at[i] =
            term_substitute(r->table, r->values.at[i], r->words.at, r->values.at, (uint32_t)i);
    for (size_t i = 0; i < r->frame.n; i++)
        r->frame.at[i] = term_substitute(r->table, r->frame.at[i], r->words.at, r->values.at,
                                         (uint32_t)r->words.n);
    r->goal = term_substitute(r->table, r->goal, r->words.at, r->values.at, (uint32_t)r->words.n);
}

static inline void take_formula(struct reading *r, term formula) {
    vec_push(&r->asserted, formula);
    if (term_op(r->table, formula) == OP_FORALL) {
        r->writing = AXIOMS;
        take_axiom(r, formula);
    } else if (is_about_a_word(r, formula) && r->goal == 0) {
        term word = term_arg(r->table, formula, 0);
        for (size_t i = 0; i < r->words.n; i++)
            if (r->words.at[i] == word) { /* it has its value: this is the goal */
                r->goal = formula;
                return;
            }
        r->writing = VARIABLES;
        vec_push(&r->words, word);
        vec_push(&r->values, term_arg(r->table, formula, 1));
    } else {
        vec_push(&r->frame, formula);
    }
}

static inline void read_sent(struct reading *r, struct strbuf *text) {
    struct parse_error error = {0};
    r->mark = term_table_mark(r->table);
    r->parser = parser_new(r->table);
    if (!parser_read_script(r->parser, strbuf_text(text), text->n, &r->script, &error))
        fail_msg("%s", strbuf_text(&error.message));
    for (size_t i = 0; i < r->script.commands.n; i++) {
        const struct command *c = &r->script.commands.at[i];
        if (c->kind == COMMAND_DEFINE_FUN_REC) {
            r->writing = RECURSIVE;
            r->word = c->fun;
        } else if (c->kind == COMMAND_ASSERT) {
            take_formula(r, c->body);
        }
    }
    if (r->goal == 0)
        r->goal = vec_pop(&r->frame);
    r->target = letters_of(r->table, term_arg(r->table, r->goal, 1));
    find_edits(r, term_arg(r->table, r->goal, 0));
    replace_words(r);
}

static inline void forget_sent(struct reading *r) {
    eval_forget(r->eval);
    script_release(&r->script);
    parser_free(r->parser);
    term_table_rewind(r->table, r->mark);
    vec_free(&r->model.entries);
    vec_free(&r->asserted);
    vec_free(&r->words);
    vec_free(&r->values);
    vec_free(&r->frame);
    *r = (struct reading){.table = r->table, .eval = r->eval};
}

/* ---- all choices --------------------------------------------------------------- */

/* The edits, as they are said to be done; false if one is outside of the word. */
static inline bool apply(struct letters *word, const struct edit *edits, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct edit *edit = &edits[i];
        size_t last = edit->kind == INSERT ? word->n + 1 : word->n;
        struct letters next = {.n = 0};
        if (edit->index < 0 || (size_t)edit->index >= last ||
            (edit->kind != REMOVE && edit->letter.n != 1))
            return false;
        for (size_t k = 0; k <= word->n; k++) {
            bool is_here = k == (size_t)edit->index;
            if (is_here && edit->kind != REMOVE)
                add_letter(&next, edit->letter.at[0]);
            if (k < word->n && (!is_here || edit->kind == INSERT))
                add_letter(&next, word->at[k]);
        }
        *word = next;
    }
    return true;
}

struct domain {
    struct letters letters[LETTERS_MAX + 3]; /* one of each kind, none, and two */
    term letter_terms[LETTERS_MAX + 3];
    size_t n_letters;
    term index_terms[LETTERS_MAX + 3]; /* from -1 on */
    size_t n_indices;
    size_t n_hidden_letters, n_hidden_indices, n_hideable;
    size_t n_ways; /* WAYS_MAX + 1: too many */
};

static inline void multiply(size_t *n, size_t by) {
    *n = *n * by > WAYS_MAX ? WAYS_MAX + 1 : *n * by;
}

/* A letter that is not in the target is as good as any other. */
static inline void find_domain(const struct reading *r, struct domain *d) {
    uint32_t other = 'q';
    *d = (struct domain){.n_ways = 1};
    for (size_t i = 0; i < r->target.n; i++) {
        struct letters before = {.n = i};
        memcpy(before.at, r->target.at, i * sizeof *before.at);
        if (!has_letter(&before, r->target.at[i]))
            d->letters[d->n_letters++] = (struct letters){.at = {r->target.at[i]}, .n = 1};
    }
    while (has_letter(&r->target, other))
        other++;
    d->letters[d->n_letters++] = (struct letters){.at = {other}, .n = 1};
    d->letters[d->n_letters++] = (struct letters){.n = 0};
    d->letters[d->n_letters++] = (struct letters){.at = {other, other}, .n = 2};
    d->n_indices = r->source.n + 3;
    for (size_t i = 0; i < r->n; i++) {
        d->n_indices += r->edits[i].kind == INSERT;
        d->n_hideable += r->edits[i].kind == REMOVE ? 1 : 2;
        d->n_hidden_letters += r->edits[i].hidden_letter != 0;
        d->n_hidden_indices += r->edits[i].hidden_index != 0;
    }
    for (size_t i = 0; i < d->n_hidden_letters; i++)
        multiply(&d->n_ways, d->n_letters);
    for (size_t i = 0; i < d->n_hidden_indices; i++)
        multiply(&d->n_ways, d->n_indices);
}

static inline term read_value(struct reading *r, struct strbuf *text) {
    struct parse_error error = {0};
    term t = 0;
    assert_true(parser_read_term(r->parser, strbuf_text(text), text->n, &t, &error));
    strbuf_clear(text);
    return t;
}

static inline void read_domain(struct reading *r, struct domain *d) {
    struct strbuf text = {0};
    for (size_t i = 0; i < d->n_letters; i++) {
        print_letters(&d->letters[i], &text);
        d->letter_terms[i] = read_value(r, &text);
    }
    for (size_t i = 0; i < d->n_indices; i++) {
        strbuf_printf(&text, i == 0 ? "(- 1)" : "%zu", i - 1);
        d->index_terms[i] = read_value(r, &text);
    }
    strbuf_free(&text);
}

/* The hidden parts as choice number `way` has them: in the edits, and for the evaluator. */
static inline void choose(const struct reading *r, const struct domain *d, size_t way,
                          struct edit *edits, struct witness *witness) {
    memcpy(edits, r->edits, sizeof r->edits);
    vec_clear(&witness->choices);
    for (size_t i = 0; i < r->n; i++) {
        struct edit *edit = &edits[i];
        if (edit->hidden_letter != 0) {
            size_t which = way % d->n_letters;
            way /= d->n_letters;
            edit->letter = d->letters[which];
            vec_push(&witness->choices,
                     ((struct witness_choice){edit->hidden_letter, d->letter_terms[which]}));
        }
        if (edit->hidden_index != 0) {
            size_t which = way % d->n_indices;
            way /= d->n_indices;
            edit->index = (int64_t)which - 1;
            vec_push(&witness->choices,
                     ((struct witness_choice){edit->hidden_index, d->index_terms[which]}));
        }
    }
}

/* How many of all choices make the formulas true. */
static inline size_t try_all(struct reading *r, struct domain *d) {
    struct witness witness = {.model = r->model};
    struct edit edits[EDITS_MAX];
    size_t n_true = 0;
    read_domain(r, d);
    for (size_t way = 0; way < d->n_ways; way++) {
        struct letters word = r->source;
        choose(r, d, way, edits, &witness);
        bool is_within = apply(&word, edits, r->n);
        bool is_true = is_within && is_same(&word, &r->target);
        assert_int_equal(witness_check(r->eval, &witness, r->frame.at, r->frame.n),
                         is_within ? VERDICT_TRUE : VERDICT_FALSE);
        if (is_within)
            assert_int_equal(witness_check(r->eval, &witness, &r->goal, 1),
                             is_true ? VERDICT_TRUE : VERDICT_FALSE);
        eval_forget(r->eval);
        n_true += is_true;
    }
    vec_free(&witness.choices);
    return n_true;
}

#endif
