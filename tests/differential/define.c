#include "define.h"

#include <gmp.h>

#include "base/die.h"
#include "eval/meaning.h"
#include "term/subst.h"

enum { ITEMS_MAX = 64 };

/* ---- helpers: all write text ---- */

static void add_term(struct definer *d, term t, struct strbuf *out) {
    printer_add_term(d->printer, t, out);
}

static void add_sort(struct definer *d, sort s, struct strbuf *out) {
    sort_print(&d->d->table->sorts, s, out);
}

static term arg(struct definer *d, term t, uint32_t i) {
    return term_arg(d->d->table, t, i);
}

static const uint32_t *indices_of(struct definer *d, term t, uint32_t *n) {
    const struct list_table *lists = &d->d->table->lists;
    list indices = term_at(d->d->table, t)->payload;
    *n = list_length(lists, indices);
    return list_items(lists, indices);
}

/* The elements of a sequence or set, or those of a bag, as terms; false if they are too many. */
static bool elements(struct definer *d, term t, term *items, uint32_t *n) {
    const struct sort_table *sorts = &d->d->table->sorts;
    value v = eval_term(d->eval, t);
    sort s = term_sort(d->d->table, t), element = sort_arg(sorts, s, 0);
    uint32_t step = sort_kind(sorts, s) == SORT_BAG ? 2 : 1, n_words;
    if (eval_result(d->eval, v) != EVAL_VALUE)
        return false;
    value_items(eval_values(d->eval), v, &n_words);
    if (n_words / step > ITEMS_MAX)
        return false;
    *n = 0;
    for (uint32_t i = 0; i < n_words; i += step) {
        value item = value_items(eval_values(d->eval), v, &n_words)[i];
        items[(*n)++] = eval_value_term(d->eval, item, element);
    }
    return true;
}

/* The body of a lambda with its parameters replaced; 0 if it is no lambda of so many. */
static term beta(struct definer *d, term lambda, const term *args, uint32_t n) {
    struct term_table *table = d->d->table;
    term vars[4];
    if (term_op(table, lambda) != OP_LAMBDA || term_n_args(table, lambda) != n + 1 || n > 4)
        return 0;
    for (uint32_t i = 0; i < n; i++)
        vars[i] = arg(d, lambda, i);
    return term_substitute(table, arg(d, lambda, n), vars, args, n);
}

static term read_text(struct definer *d, struct strbuf *text) {
    term t = draw_read(d->d, text);
    strbuf_free(text);
    return t;
}

/* ---- operators that need more than a text; each writes the definition ---- */

typedef bool write_fn(struct definer *d, term t, struct strbuf *out);

/* x ** 3 is (* x x x). */
static bool write_power(struct definer *d, term t, struct strbuf *out) {
    value v = eval_term(d->eval, arg(d, t, 1));
    int64_t n;
    if (eval_result(d->eval, v) != EVAL_VALUE || !value_to_int64(eval_values(d->eval), v, &n) ||
        n > 200 || n < -200)
        return false;
    strbuf_add_text(out, n < 0 ? "(div 1 (* 1 1" : "(+ 0 (* 1 1");
    for (int64_t i = n < 0 ? -n : n; i > 0; i--) {
        strbuf_add_char(out, ' ');
        add_term(d, arg(d, t, 0), out);
    }
    strbuf_add_text(out, "))");
    return true;
}

static void add_empty(struct definer *d, term t, const char *name, struct strbuf *out) {
    strbuf_printf(out, "(as %s ", name);
    add_sort(d, term_sort(d->d->table, t), out);
    strbuf_add_char(out, ')');
}

/* Position i, counted from the term `start`. */
static term position(struct definer *d, term start, uint32_t i) {
    struct strbuf text = {0};
    strbuf_add_text(&text, "(+ ");
    add_term(d, start, &text);
    strbuf_printf(&text, " %u)", i);
    return read_text(d, &text);
}

/* (seq.map f (seq.++ (seq.unit a) ...)) is (seq.++ (seq.unit (f a)) ...), and so on. */
static bool write_map(struct definer *d, term t, struct strbuf *out) {
    struct term_table *table = d->d->table;
    bool counted = term_op(table, t) == OP_SEQ_MAPI,
         looked_up = term_op(table, t) == OP_SEQ_MAP_ARRAY;
    term items[ITEMS_MAX], f = arg(d, t, 0);
    uint32_t n;
    if (!elements(d, arg(d, t, term_n_args(table, t) - 1), items, &n))
        return false;
    strbuf_add_text(out, "(seq.++ ");
    add_empty(d, t, "seq.empty", out);
    for (uint32_t i = 0; i < n; i++) {
        term args[2] = {items[i], 0};
        if (counted)
            args[0] = position(d, arg(d, t, 1), i), args[1] = items[i];
        term image = looked_up ? 0 : beta(d, f, args, counted ? 2 : 1);
        if (image == 0 && !looked_up)
            return false;
        strbuf_add_text(out, " (seq.unit ");
        if (looked_up) {
            strbuf_add_text(out, "(select ");
            add_term(d, f, out);
            strbuf_add_char(out, ' ');
            add_term(d, items[i], out);
            strbuf_add_char(out, ')');
        } else
            add_term(d, image, out);
        strbuf_add_char(out, ')');
    }
    strbuf_add_text(out, n == 0 ? " " : "");
    if (n == 0)
        add_empty(d, t, "seq.empty", out);
    strbuf_add_char(out, ')');
    return true;
}

/* b := f b a, or b := f i b a, one after the other. */
static bool write_fold(struct definer *d, term t, struct strbuf *out) {
    struct term_table *table = d->d->table;
    bool counted = term_op(table, t) == OP_SEQ_FOLDLI;
    uint32_t n_args = term_n_args(table, t), n;
    term items[ITEMS_MAX], so_far = arg(d, t, n_args - 2);
    if (!elements(d, arg(d, t, n_args - 1), items, &n) || n > 8)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        term args[3] = {so_far, items[i], 0};
        if (counted)
            args[0] = position(d, arg(d, t, 1), i), args[1] = so_far, args[2] = items[i];
        so_far = beta(d, arg(d, t, 0), args, counted ? 3 : 2);
        if (so_far == 0)
            return false;
    }
    add_term(d, so_far, out);
    return true;
}

/* A predicate of all elements, or of some. */
static bool write_quantified(struct definer *d, term t, struct strbuf *out) {
    enum op op = term_op(d->d->table, t);
    bool all = op == OP_SET_ALL || op == OP_BAG_ALL;
    term items[ITEMS_MAX];
    uint32_t n;
    if (!elements(d, arg(d, t, 1), items, &n))
        return false;
    strbuf_add_text(out, all ? "(and true true" : "(or false false");
    for (uint32_t i = 0; i < n; i++) {
        term holds = beta(d, arg(d, t, 0), &items[i], 1);
        if (holds == 0)
            return false;
        strbuf_add_char(out, ' ');
        add_term(d, holds, out);
    }
    strbuf_add_char(out, ')');
    return true;
}

/* Appends ((_ tuple.select i) tuple). */
static void add_component(struct definer *d, term tuple, uint32_t i, struct strbuf *out) {
    strbuf_printf(out, "((_ tuple.select %u) ", i);
    add_term(d, tuple, out);
    strbuf_add_char(out, ')');
}

/* Every pair of tuples, kept where the indexed components are equal. */
static bool write_join(struct definer *d, term t, struct strbuf *out) {
    term left[ITEMS_MAX], right[ITEMS_MAX];
    uint32_t n, m, n_indices;
    const struct sort_table *sorts = &d->d->table->sorts;
    if (!elements(d, arg(d, t, 0), left, &n) || !elements(d, arg(d, t, 1), right, &m) || n * m > 16)
        return false;
    indices_of(d, t, &n_indices);
    strbuf_add_text(out, "(set.union ");
    add_empty(d, t, "set.empty", out);
    strbuf_add_char(out, ' ');
    add_empty(d, t, "set.empty", out);
    for (uint32_t i = 0; i < n * m; i++) {
        term a = left[i / m], b = right[i % m];
        strbuf_add_text(out, " (ite (and true true");
        for (uint32_t k = 0; k + 1 < n_indices; k += 2) {
            uint32_t at[2] = {indices_of(d, t, &n_indices)[k], indices_of(d, t, &n_indices)[k + 1]};
            strbuf_add_text(out, " (= ");
            add_component(d, a, at[0], out);
            strbuf_add_char(out, ' ');
            add_component(d, b, at[1], out);
            strbuf_add_char(out, ')');
        }
        strbuf_add_text(out, ") (set.singleton (tuple");
        term parts[2] = {a, b};
        for (int p = 0; p < 2; p++) {
            uint32_t n_parts = sort_n_args(sorts, term_sort(d->d->table, parts[p]));
            for (uint32_t k = 0; k < n_parts; k++) {
                strbuf_add_char(out, ' ');
                add_component(d, parts[p], k, out);
            }
        }
        strbuf_add_text(out, ")) ");
        add_empty(d, t, "set.empty", out);
        strbuf_add_char(out, ')');
    }
    strbuf_add_char(out, ')');
    return true;
}

/* (f a b) as text; false if f is no lambda. */
static bool add_related(struct definer *d, term f, term a, term b, struct strbuf *out) {
    term args[2] = {a, b}, holds = beta(d, f, args, 2);
    if (holds != 0)
        add_term(d, holds, out);
    return holds != 0;
}

/*
 * The class of each element, unless one before is related to it: of elements
 * a, b (bag.union_disjoint (bag CLASS 1) (ite (f b a) empty (bag CLASS 1))).
 */
static bool write_partition(struct definer *d, term t, struct strbuf *out) {
    term items[ITEMS_MAX], f = arg(d, t, 0), bag = arg(d, t, 1);
    uint32_t n;
    if (!elements(d, bag, items, &n) || n > 6)
        return false;
    strbuf_add_text(out, "(bag.union_disjoint ");
    add_empty(d, t, "bag.empty", out);
    strbuf_add_char(out, ' ');
    add_empty(d, t, "bag.empty", out);
    for (uint32_t i = 0; i < n; i++) {
        strbuf_add_text(out, " (ite (or false false");
        for (uint32_t j = 0; j < i; j++) {
            strbuf_add_char(out, ' ');
            if (!add_related(d, f, items[i], items[j], out))
                return false;
        }
        strbuf_add_text(out, ") ");
        add_empty(d, t, "bag.empty", out);
        strbuf_add_text(out, " (bag (bag.union_disjoint ");
        add_empty(d, bag, "bag.empty", out);
        for (uint32_t j = 0; j < n; j++) {
            strbuf_add_text(out, " (ite ");
            if (!add_related(d, f, items[i], items[j], out))
                return false;
            strbuf_add_text(out, " (bag ");
            add_term(d, items[j], out);
            strbuf_add_text(out, " (bag.count ");
            add_term(d, items[j], out);
            strbuf_add_char(out, ' ');
            add_term(d, bag, out);
            strbuf_add_text(out, ")) ");
            add_empty(d, bag, "bag.empty", out);
            strbuf_add_char(out, ')');
        }
        strbuf_add_text(out, ") 1))");
    }
    strbuf_add_char(out, ')');
    return true;
}

/* An element of a field, as an integer. */
static void add_field(struct definer *d, term t, struct strbuf *out) {
    struct term_table *table = d->d->table;
    term v = eval_value_term(d->eval, eval_term(d->eval, t), term_sort(table, t));
    REQUIRE(v != 0 && term_op(table, v) == OP_FIELD);
    symbol_add(symbol_at(&table->symbols, term_at(table, v)->payload), out);
}

/* Finite fields: the same in integers, modulo the order. */
static bool write_field(struct definer *d, term t, struct strbuf *out) {
    struct term_table *table = d->d->table;
    enum op op = op_row(term_op(table, t))->canonical;
    symbol order = sort_at(&table->sorts, term_sort(table, t))->indices[0];
    mpz_t weight;
    mpz_init_set_ui(weight, 1);
    strbuf_add_text(out, op == OP_FF_MUL   ? "(mod (* 1"
                         : op == OP_FF_NEG ? "(mod (- 0"
                                           : "(mod (+ 0");
    for (uint32_t i = 0; i < term_n_args(table, t); i++) {
        strbuf_add_text(out, " (* ");
        add_field(d, arg(d, t, i), out);
        char digits[64];
        gmp_snprintf(digits, sizeof digits, " %Zd)", weight);
        strbuf_add_text(out, digits);
        if (op == OP_FF_BITSUM)
            mpz_mul_2exp(weight, weight, 1);
    }
    strbuf_add_text(out, ") ");
    symbol_add(symbol_at(&table->symbols, order), out);
    strbuf_add_char(out, ')');
    mpz_clear(weight);
    return true;
}

static const struct {
    uint16_t op;
    write_fn *write;
} writers[] = {
    {OP_INT_POW, write_power},       {OP_SEQ_MAP, write_map},
    {OP_SEQ_MAP_ARRAY, write_map},   {OP_SEQ_MAPI, write_map},
    {OP_SEQ_FOLDL, write_fold},      {OP_SEQ_FOLDLI, write_fold},
    {OP_SET_ALL, write_quantified},  {OP_SET_SOME, write_quantified},
    {OP_BAG_ALL, write_quantified},  {OP_BAG_SOME, write_quantified},
    {OP_REL_TABLE_JOIN, write_join}, {OP_FF_ADD, write_field},
    {OP_FF_MUL, write_field},        {OP_FF_NEG, write_field},
    {OP_FF_BITSUM, write_field},     {OP_BAG_PARTITION, write_partition},
};

/* ---- definitions that are texts ---- */

static const struct row {
    uint16_t op;
    bool is_that;
    const char *params, *body;
} rows[] = {
#define DEF(id, params, body) {OP_##id, false, params, body},
#define THAT(id, params, body) {OP_##id, true, params, body},
#include "definitions.def"
#undef DEF
#undef THAT
};

static void add_power_of_two(uint32_t exponent, bool less_one, struct strbuf *out) {
    mpz_t n;
    char digits[64];
    mpz_init_set_ui(n, 1);
    mpz_mul_2exp(n, n, exponent);
    if (less_one)
        mpz_sub_ui(n, n, 1);
    gmp_snprintf(digits, sizeof digits, "%Zd", n);
    strbuf_add_text(out, digits);
    mpz_clear(n);
}

static void add_variable(struct definer *d, term t, char name, struct strbuf *out) {
    uint32_t n_indices;
    const uint32_t *indices = indices_of(d, t, &n_indices);
    switch (name) {
    case '0':
    case '1':
        REQUIRE((uint32_t)(name - '0') < n_indices);
        strbuf_add_u64(out, indices[name - '0']);
        break;
    case 'w':
        strbuf_add_u64(
            out, sort_at(&d->d->table->sorts, term_sort(d->d->table, arg(d, t, 0)))->indices[0]);
        break;
    case 'U':
    case 'V':
        add_power_of_two(indices[0], name == 'V', out);
        break;
    case 'H':
    case 'G':
        add_power_of_two(indices[0] - 1, name == 'G', out);
        break;
    default:
        BUG("definitions.def: $%c", name);
    }
}

/* (let ((x ARG) ... (r VALUE)) BODY) */
static bool write_row(struct definer *d, const struct row *row, term t, term v,
                      struct strbuf *out) {
    uint32_t i = 0;
    strbuf_add_text(out, "(let (");
    for (const char *p = row->params; *p != '\0';) {
        size_t n = strcspn(p, " ");
        if (i == term_n_args(d->d->table, t))
            return false;
        strbuf_printf(out, "(%.*s ", (int)n, p);
        add_term(d, arg(d, t, i++), out);
        strbuf_add_text(out, ") ");
        p += n + (p[n] == ' ');
    }
    if (i != term_n_args(d->d->table, t))
        return false;
    strbuf_add_text(out, "(r ");
    add_term(d, v, out);
    strbuf_add_text(out, ")) ");
    for (const char *p = row->body; *p != '\0'; p++)
        if (*p == '$')
            add_variable(d, t, *++p, out);
        else
            strbuf_add_char(out, *p);
    strbuf_add_char(out, ')');
    return true;
}

/* ---- the face ---- */

static const struct row *find_row(uint32_t op) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op)
            return &rows[i];
    return NULL;
}

static write_fn *find_writer(uint32_t op) {
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (writers[i].op == op)
            return writers[i].write;
    return NULL;
}

bool definition_exists(uint32_t op) {
    return find_row(op) != NULL || find_writer(op) != NULL;
}

static bool is_field(struct definer *d, term t) {
    return sort_kind(&d->d->table->sorts, term_sort(d->d->table, t)) == SORT_FIELD;
}

bool define(struct definer *d, term application, term v, term *left, term *right) {
    struct strbuf text = {0};
    uint32_t op = term_op(d->d->table, application);
    const struct row *row = find_row(op);
    write_fn *write = find_writer(op);
    bool good = row != NULL ? write_row(d, row, application, v, &text)
                            : write != NULL && write(d, application, &text);
    if (good) {
        *left = draw_read(d->d, &text);
        *right = row != NULL && row->is_that ? term_true(d->d->table) : v;
        if (is_field(d, v)) { /* it was defined in integers */
            strbuf_clear(&text);
            add_field(d, v, &text);
            *right = draw_read(d->d, &text);
        }
    }
    strbuf_free(&text);
    return good;
}
