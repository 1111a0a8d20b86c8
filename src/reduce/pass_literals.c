/*
 * The pass over literals and indices: smaller numbers, shorter words.
 */
#include <gmp.h>

#include "lang/literal.h"
#include "reduce/literals_int.h"
#include "term/check.h"

enum { LESS_MOST = 100 }; /* from here on numbers go down by ones */

static uint64_t content_of(const struct steps *steps, term t, uint32_t kind, uint32_t b,
                           uint32_t c) {
    return hash_mix(hash_mix(steps_hash(steps, t), kind), (uint64_t)b << 32 | c);
}

/* ---- numbers --------------------------------------------------------------- */

/* Appends the smaller number; false if it is none. */
static bool smaller_number(const char *digits, size_t n, uint32_t how, struct strbuf *out) {
    char *text = mem_copy_text(digits, n);
    mpz_t number;
    mpz_init_set_str(number, text, 10);
    bool good = true;
    switch ((enum number_step)how) {
    case NUMBER_ZERO:
        good = mpz_cmp_ui(number, 0) > 0;
        mpz_set_ui(number, 0);
        break;
    case NUMBER_ONE:
        good = mpz_cmp_ui(number, 1) > 0;
        mpz_set_ui(number, 1);
        break;
    case NUMBER_HALF:
        good = mpz_cmp_ui(number, 3) > 0;
        mpz_fdiv_q_2exp(number, number, 1);
        break;
    case NUMBER_SHORTER: /* 9 for 10, 99 for 123 */
        good = n > 1;
        mpz_ui_pow_ui(number, 10, n > 1 ? n - 1 : 0);
        mpz_sub_ui(number, number, 1);
        break;
    case NUMBER_QUARTER_LESS: {
        good = mpz_cmp_ui(number, 3) > 0;
        mpz_t quarter;
        mpz_init(quarter);
        mpz_fdiv_q_2exp(quarter, number, 2);
        mpz_sub(number, number, quarter);
        mpz_clear(quarter);
        break;
    }
    default:
        good = mpz_cmp_ui(number, 2) > 0 && mpz_cmp_ui(number, LESS_MOST) <= 0;
        mpz_sub_ui(number, number, 1);
    }
    if (good) {
        strbuf_reserve(out, mpz_sizeinbase(number, 10) + 2);
        mpz_get_str(out->at + out->n, 10, number);
        out->n += strlen(out->at + out->n);
    }
    mpz_clear(number);
    mem_free(text);
    return good;
}

/* How many digits behind the point this step keeps of so many; 0 if it is not about them. */
static size_t digits_kept(size_t n, uint32_t how) {
    if (n < 2)
        return 0;
    return how == NUMBER_SHORTER ? 1 : how == NUMBER_LESS ? n - 1 : 0;
}

/*
 * A decimal loses its fraction first, then digits of it: 0.1 for 0.12345. What would leave zeros
 * only is the step before.
 */
static bool smaller_decimal(const char *text, uint32_t how, struct strbuf *out) {
    size_t whole = strcspn(text, ".");
    const char *fraction = text + whole + 1;
    size_t kept = digits_kept(strlen(fraction), how);
    if (kept > 0) {
        strbuf_add(out, text, whole + 1 + kept);
        return strspn(fraction, "0") < kept;
    }
    if (how == NUMBER_HALF && strcmp(fraction, "0") != 0)
        strbuf_add(out, text, whole);
    else if (!smaller_number(text, whole, how, out))
        return false;
    strbuf_add_text(out, ".0");
    return true;
}

static term smaller_literal(struct steps *steps, term t, uint32_t how) {
    struct term_table *table = steps->draft.table;
    struct term_node node = *term_at(table, t);
    const struct symbol_entry *entry = symbol_at(&table->symbols, node.payload);
    strbuf_clear(&steps->text);
    if (!(node.op == OP_DECIMAL ? smaller_decimal(entry->at, how, &steps->text)
                                : smaller_number(entry->at, entry->n, how, &steps->text)))
        return 0;
    symbol s = symbol_intern(&table->symbols, steps->text.at, steps->text.n);
    return term_make(table, node.op, s, node.sort, NULL, 0);
}

static uint32_t length_of(const struct term_table *table, term literal) {
    return (uint32_t)symbol_at(&table->symbols, term_at(table, literal)->payload)->n;
}

/*
 * Large steps that fail are not tried again when the number has become a little
 * smaller: they are known by its place among the literals.
 */
static uint64_t content_of_number(const struct steps *steps, term t, uint32_t place, uint32_t how) {
    uint64_t by_place = hash_mix(LITERAL_NUMBER, (uint64_t)how << 32 | place);
    if (how == NUMBER_LESS)
        return content_of(steps, t, LITERAL_NUMBER, how, 0);
    return how == NUMBER_SHORTER ? hash_mix(by_place, length_of(steps->draft.table, t)) : by_place;
}

static void list_number(struct steps *steps, term t, uint32_t place, step_vec *found) {
    for (uint32_t how = 0; how < NUMBER_STEPS; how++)
        vec_push(found, ((struct step){
                            .kind = LITERAL_NUMBER,
                            .a = t,
                            .b = how,
                            .gain = NUMBER_STEPS - how,
                            .content = content_of_number(steps, t, place, how),
                        }));
}

/* ---- indices --------------------------------------------------------------- */

static void list_indices(struct steps *steps, term t, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    const struct term_node *node = term_at(table, t);
    uint32_t n = list_length(&table->lists, node->payload);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t how = 0; how < NUMBER_STEPS; how++)
            vec_push(found, ((struct step){
                                .kind = LITERAL_INDEX,
                                .a = t,
                                .b = i,
                                .c = how,
                                .gain = NUMBER_STEPS - how,
                                .content = content_of(steps, t, LITERAL_INDEX, i, how),
                            }));
}

static term smaller_index(struct steps *steps, const struct step *step) {
    static const uint32_t fixed[] = {[NUMBER_ZERO] = 0, [NUMBER_ONE] = 1};
    struct term_table *table = steps->draft.table;
    struct term_node node = *term_at(table, step->a);
    struct check check;
    u32_vec indices = {0}, args = {0};
    for (uint32_t i = 0; i < list_length(&table->lists, node.payload); i++)
        vec_push(&indices, list_items(&table->lists, node.payload)[i]);
    for (uint32_t i = 0; i < node.n_args; i++)
        vec_push(&args, term_arg(table, step->a, i));
    uint32_t old = indices.at[step->b];
    uint32_t new = step->c == NUMBER_HALF      ? old / 2
                   : step->c >= NUMBER_SHORTER ? old - 1
                                               : fixed[step->c];
    indices.at[step->b] = new;
    vec_reserve(&args, 1);
    term result = old == 0 || new >= old
                      ? 0
                      : check_one_op(table, node.op, indices.at, (uint32_t)indices.n, 0, args.at,
                                     node.n_args, &check);
    vec_free(&indices);
    vec_free(&args);
    return result != 0 && term_sort(table, result) == node.sort ? result : 0;
}

/* ---- bits ------------------------------------------------------------------ */

static void list_bits(struct steps *steps, term t, step_vec *found) {
    for (uint32_t k = 0; k < 2; k++)
        vec_push(found, ((struct step){
                            .kind = LITERAL_BITS,
                            .a = t,
                            .b = k,
                            .gain = 2 - k,
                            .content = content_of(steps, t, LITERAL_BITS, k, 0),
                        }));
}

static term simple_bits(struct steps *steps, term t, uint32_t k) {
    struct term_table *table = steps->draft.table;
    sort s = term_sort(table, t);
    strbuf_clear(&steps->text);
    literal_bits_decimal(k == 0 ? "0" : "1", 1, sort_at(&table->sorts, s)->indices[0],
                         &steps->text);
    symbol name = symbol_intern(&table->symbols, steps->text.at, steps->text.n);
    return term_make(table, OP_BITS, name, s, NULL, 0);
}

/* ---- the pass -------------------------------------------------------------- */

void literals_find(struct steps *steps, u32_vec *terms) {
    term_walk_begin(&steps->walk, steps->draft.table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        vec_push(terms, t);
}

/*
 * Where lengths of words and numbers hang together, none of them can become much smaller alone, and
 * one by one takes long.
 */
static void list_scales(size_t n_numbers, size_t n_words, step_vec *found) {
    static const uint32_t ways[] = {NUMBER_HALF, NUMBER_QUARTER_LESS};
    for (uint32_t i = 0; i < 2 && n_numbers > 0 && n_words > 0; i++)
        vec_push(found, ((struct step){.kind = LITERAL_SCALE,
                                       .a = ways[i],
                                       .gain = UINT64_MAX - i,
                                       .content = hash_mix(LITERAL_SCALE, i)}));
}

/* By length and text, which is by value but for fractions. */
static bool is_less(const struct term_table *table, term a, term b) {
    const struct symbol_entry *left = symbol_at(&table->symbols, term_at(table, a)->payload);
    const struct symbol_entry *right = symbol_at(&table->symbols, term_at(table, b)->payload);
    return left->n != right->n ? left->n < right->n : memcmp(left->at, right->at, left->n) < 0;
}

static bool scale(struct steps *steps, const struct step *step) {
    const struct term_table *table = steps->draft.table;
    u32_vec terms = {0}, numbers = {0};
    bool good = true;
    literals_find(steps, &terms);
    for (size_t i = 0; i < terms.n; i++) {
        enum op op = term_op(table, terms.at[i]);
        if (op != OP_NUMERAL && op != OP_DECIMAL)
            continue;
        vec_push(&numbers, terms.at[i]);
        for (size_t k = numbers.n - 1; k > 0 && is_less(table, terms.at[i], numbers.at[k - 1]);
             k--) {
            numbers.at[k] = numbers.at[k - 1];
            numbers.at[k - 1] = terms.at[i];
        }
    }
    /* What is put in may be a number that is made smaller itself: the smallest first. */
    for (size_t i = 0; i < numbers.n && good; i++) {
        term to = smaller_literal(steps, numbers.at[i], step->a);
        good = to == 0 || revision_replace(&steps->draft, numbers.at[i], to);
    }
    vec_free(&terms);
    vec_free(&numbers);
    return good && words_change(steps, step);
}

void list_literals(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    u32_vec terms = {0}, words = {0};
    size_t n_numbers = 0;
    uint64_t numbers = 1;
    literals_find(steps, &terms);
    for (size_t i = 0; i < terms.n; i++)
        switch (term_op(table, terms.at[i])) {
        case OP_NUMERAL:
        case OP_DECIMAL:
            list_number(steps, terms.at[i], (uint32_t)n_numbers++, found);
            numbers = hash_mix(numbers, steps_hash(steps, terms.at[i]));
            break;
        case OP_STRING:
            vec_push(&words, terms.at[i]);
            break;
        case OP_BITS:
            list_bits(steps, terms.at[i], found);
            break;
        default:
            if (term_op(table, terms.at[i]) >= OP_FIRST_THEORY)
                list_indices(steps, terms.at[i], found);
        }
    words_list(steps, &words, numbers, found);
    list_scales(n_numbers, words.n, found);
    vec_free(&terms);
    vec_free(&words);
}

bool apply_literals(struct steps *steps, const struct step *step) {
    term to = 0;
    switch (step->kind) {
    case LITERAL_NUMBER:
        to = smaller_literal(steps, step->a, step->b);
        break;
    case LITERAL_WORD:
        to = words_cut(steps, step->a, step->b, step->c);
        break;
    case LITERAL_INDEX:
        to = smaller_index(steps, step);
        break;
    case LITERAL_BITS:
        to = simple_bits(steps, step->a, step->b);
        break;
    case LITERAL_SCALE:
        return scale(steps, step);
    default:
        return words_change(steps, step);
    }
    return to != 0 && to != step->a && revision_replace(&steps->draft, step->a, to);
}

/* ---- one occurrence -------------------------------------------------------- */

/* The word without all of its letters, its first or its last. */
static term simpler_word(struct steps *steps, term t, uint32_t k) {
    uint32_t n = words_length(steps, t);
    if (n == 0 || (k > 0 && n == 1))
        return 0;
    return words_cut(steps, t, k < 2 ? 0 : n - 1, k == 0 ? n : 1);
}

term steps_simpler_literal(struct steps *steps, term t, uint32_t k) {
    static const uint32_t ways[SIMPLER_LITERALS] = {NUMBER_ZERO, NUMBER_ONE, NUMBER_HALF,
                                                    NUMBER_LESS};
    switch (term_op(steps->draft.table, t)) {
    case OP_NUMERAL:
    case OP_DECIMAL:
        return smaller_literal(steps, t, ways[k]);
    case OP_STRING:
        return k < 3 ? simpler_word(steps, t, k) : 0;
    case OP_BITS:
        return k < 2 ? simple_bits(steps, t, k) : 0;
    default:
        return 0;
    }
}
