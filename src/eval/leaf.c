/*
 * Literals. Their texts are canonical (lang/literal.h), and each is looked at
 * once.
 */
#include "eval/algebraic.h"
#include "eval/eval_int.h"
#include "lang/literal.h"

static value number(struct eval *eval, const char *digits, int base) {
    mpz_t z;
    mpz_init(z);
    bool good = mpz_set_str(z, digits, base) == 0;
    value v = good ? value_of_mpz(&eval->values, z) : VALUE_UNSUPPORTED;
    mpz_clear(z);
    return v;
}

/* digits . digits */
static value decimal(struct eval *eval, const char *text, size_t n) {
    const char *point = memchr(text, '.', n);
    size_t whole = point == NULL ? n : (size_t)(point - text), places = n - whole;
    places = places > 0 ? places - 1 : 0;
    char *digits = mem_copy_text(text, n);
    memmove(digits + whole, digits + n - places, places + 1);
    mpq_t q;
    mpq_init(q);
    mpz_set_str(mpq_numref(q), digits, 10);
    mpz_ui_pow_ui(mpq_denref(q), 10, places);
    mpq_canonicalize(q);
    value v = value_of_mpq(&eval->values, q);
    mpq_clear(q);
    mem_free(digits);
    return v;
}

/* #x1F, #b01, (_ bvN m) */
static value bits(struct eval *eval, const char *text, size_t n) {
    static const char decimal_head[] = "(_ bv";
    if (text[0] == '#')
        return number(eval, text + 2, text[1] == 'x' ? 16 : 2);
    size_t head = sizeof decimal_head - 1;
    const char *end = memchr(text + head, ' ', n - head);
    char *digits = mem_copy_text(text + head, (size_t)(end - text) - head);
    value v = number(eval, digits, 10);
    mem_free(digits);
    return v;
}

static value string(struct eval *eval, const char *text, size_t n) {
    u32_vec code_points = {0};
    literal_code_points(text, n, &code_points);
    value v = eval_may_make(eval, code_points.n / 2)
                  ? value_of_text(&eval->values, code_points.at, (uint32_t)code_points.n)
                  : VALUE_LIMIT;
    vec_free(&code_points);
    return v;
}

/* What a solver made up is an element of an uninterpreted sort; elsewhere it says nothing. */
static value element(struct eval *eval, symbol name, sort s) {
    const struct sort_table *sorts = &eval->table->sorts;
    if (sort_kind(sorts, s) != SORT_DECLARED ||
        sorts->decls.at[sort_at(sorts, s)->indices[0]].kind != DECL_UNINTERPRETED)
        return VALUE_UNSUPPORTED;
    uint64_t word = name;
    return value_make(&eval->values, VALUE_ELEMENT, 0, &word, 1);
}

value leaf_value(struct eval *eval, term t) {
    struct term_node node = *term_at(eval->table, t);
    const struct symbol_entry *text = symbol_at(&eval->table->symbols, node.payload);
    switch (node.op) {
    case OP_NUMERAL:
    case OP_FIELD:
        return number(eval, text->at, 10);
    case OP_DECIMAL:
        return decimal(eval, text->at, text->n);
    case OP_BITS:
        return bits(eval, text->at, text->n);
    case OP_STRING:
        return string(eval, text->at, text->n);
    case OP_ABSTRACT:
        return element(eval, node.payload, node.sort);
    default: {
        value v = algebraic_parse(&eval->values, text->at, text->n);
        return v != 0 ? v : VALUE_UNSUPPORTED;
    }
    }
}
