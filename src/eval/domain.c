/*
 * The values of a sort, one after the other: all of them where they are few,
 * some otherwise. Sorts are bounded (term/sort.h), but a datatype may hold
 * itself; its way down is counted.
 */
#include "eval/array.h"
#include "eval/eval_int.h"
#include "eval/float.h"

enum { DESCENT_MAX = 64 };

/* ---- parts of sorts ---- */

static const struct sort_decl *decl_of(const struct eval *eval, sort s) {
    const struct sort_table *sorts = &eval->table->sorts;
    return &sorts->decls.at[sort_at(sorts, s)->indices[0]];
}

sort domain_field(struct eval *eval, sort datatype, fun constructor, uint32_t i) {
    struct sort_table *sorts = &eval->table->sorts;
    sort field = list_items(&eval->table->lists, fun_at(eval->table, constructor)->params)[i];
    if (!sort_is_pattern(sorts, field))
        return field;
    struct sort_binding binding;
    uint32_t n = sort_n_args(sorts, datatype);
    sort_binding_clear(&binding, SORT_PARAMS_MAX);
    for (uint32_t j = 0; j < n; j++)
        binding.params[j] = sort_arg(sorts, datatype, j);
    return sort_instantiate(sorts, field, &binding);
}

static const struct model_universe *universe_of(const struct eval *eval, sort s) {
    for (size_t i = 0; eval->model != NULL && i < eval->model->universes.n; i++)
        if (eval->model->universes.at[i].sort == s)
            return &eval->model->universes.at[i];
    return NULL;
}

static value element(struct eval *eval, const struct model_universe *universe, uint64_t i) {
    term t = eval->model->elements.at[universe->first + i];
    uint64_t word = term_at(eval->table, t)->payload;
    return value_make(&eval->values, VALUE_ELEMENT, 0, &word, 1);
}

/* ---- how many ---- */

#define MANY UINT64_MAX /* infinitely many, or more than anyone counts */

static uint64_t times(uint64_t a, uint64_t b) {
    uint64_t product;
    if (a == 0 || b == 0)
        return 0;
    if (a == MANY || b == MANY || __builtin_mul_overflow(a, b, &product))
        return MANY;
    return product;
}

static uint64_t plus(uint64_t a, uint64_t b) {
    uint64_t sum;
    return a == MANY || b == MANY || __builtin_add_overflow(a, b, &sum) ? MANY : sum;
}

static uint64_t power(uint64_t base, uint64_t exponent) {
    uint64_t result = 1;
    if (base <= 1)
        return base;
    if (exponent >= 64)
        return MANY;
    while (exponent-- > 0)
        result = times(result, base);
    return result;
}

static uint64_t count(struct eval *eval, sort s, int descent);

static uint64_t count_datatype(struct eval *eval, sort s, int descent) {
    list constructors = decl_of(eval, s)->constructors;
    uint64_t sum = 0;
    if (decl_of(eval, s)->is_codatatype)
        return MANY;
    for (uint32_t i = 0; i < list_length(&eval->table->lists, constructors); i++) {
        fun c = list_items(&eval->table->lists, constructors)[i];
        uint64_t product = 1;
        for (uint32_t j = 0; j < fun_arity(eval->table, c) && product != MANY; j++)
            product = times(product, count(eval, domain_field(eval, s, c, j), descent));
        sum = plus(sum, product);
    }
    return sum;
}

static uint64_t count_uninterpreted(const struct eval *eval, sort s) {
    const struct model_universe *universe = universe_of(eval, s);
    return universe != NULL && universe->closed ? universe->n : MANY;
}

static uint64_t count_field(const struct eval *eval, sort s) {
    const struct symbol_entry *order =
        symbol_at(&eval->table->symbols, sort_at(&eval->table->sorts, s)->indices[0]);
    uint64_t n = 0;
    for (uint32_t i = 0; i < order->n && n != MANY; i++)
        n = plus(times(n, 10), (uint64_t)(order->at[i] - '0'));
    return n;
}

static uint64_t count_anew(struct eval *eval, sort s, int descent) {
    const struct sort_table *sorts = &eval->table->sorts;
    const struct sort_node node = *sort_at(sorts, s);
    uint64_t n = 1;
    switch (node.kind) {
    case SORT_BOOL:
        return 2;
    case SORT_ROUNDING_MODE:
        return 5;
    case SORT_BITVEC:
        return power(2, node.indices[0]);
    case SORT_FLOAT: /* finite ones, two infinities, NaN */
        n = times(power(2, node.indices[0]) - 1, power(2, node.indices[1]));
        return node.indices[0] >= 64 ? MANY : plus(n, 3);
    case SORT_FIELD:
        return count_field(eval, s);
    case SORT_SET:
        return power(2, count(eval, sort_arg(sorts, s, 0), descent));
    case SORT_ARRAY:
    case SORT_MAP:
        return power(count(eval, sort_arg(sorts, s, 1), descent),
                     count(eval, sort_arg(sorts, s, 0), descent));
    case SORT_TUPLE:
        for (uint32_t i = 0; i < sort_n_args(sorts, s); i++)
            n = times(n, count(eval, sort_arg(sorts, s, i), descent));
        return n;
    case SORT_DECLARED:
        if (decl_of(eval, s)->kind == DECL_DATATYPE)
            return count_datatype(eval, s, descent);
        return decl_of(eval, s)->kind == DECL_UNINTERPRETED ? count_uninterpreted(eval, s) : MANY;
    default:
        return MANY;
    }
}

static uint64_t count(struct eval *eval, sort s, int descent) {
    if (s == 0 || descent == DESCENT_MAX)
        return MANY;
    if (s >= eval->counts.n) {
        size_t old = eval->counts.n;
        vec_extend(&eval->counts, s + 1 - old);
        memset(eval->counts.at + old, 0, (s + 1 - old) * sizeof *eval->counts.at);
    }
    /* While it is being counted it stands as MANY: what holds itself has no end. */
    if (eval->counts.at[s] == 0) {
        eval->counts.at[s] = MANY;
        uint64_t n = count_anew(eval, s, descent + 1);
        eval->counts.at[s] = n;
    }
    return eval->counts.at[s];
}

bool domain_is_finite(struct eval *eval, sort s, uint64_t most, uint64_t *n) {
    *n = count(eval, s, 0);
    return *n != MANY && *n <= most;
}

/* ---- the i-th of finitely many ---- */

static value float_value(struct eval *eval, sort s, uint64_t i) {
    struct float_format f = float_format(eval->table, s);
    uint64_t half = ((UINT64_C(1) << f.exponent) - 1) << (f.significand - 1);
    if (i >= 2 * half)
        return i == 2 * half + 2 ? float_nan(&eval->values, f)
                                 : float_inf(&eval->values, f, i == 2 * half + 1);
    uint64_t sign = i >= half ? UINT64_C(1) << (f.exponent + f.significand - 1) : 0;
    return value_of_uint64(&eval->values, sign | (i >= half ? i - half : i));
}

/* One digit of i for each part, in a number system whose bases are the parts' counts. */
static value parts_value(struct eval *eval, enum value_kind kind, uint32_t aux, const sort *parts,
                         uint32_t n, uint64_t i) {
    value_vec items = {0};
    for (uint32_t j = 0; j < n; j++) {
        uint64_t base = count(eval, parts[j], 0);
        vec_push(&items, domain_value(eval, parts[j], i % base));
        i /= base;
    }
    value v = value_make(&eval->values, kind, aux, items.at, n);
    vec_free(&items);
    return v;
}

static value datatype_value(struct eval *eval, sort s, uint64_t i) {
    list constructors = decl_of(eval, s)->constructors;
    u32_vec fields = {0};
    value v = 0;
    for (uint32_t c = 0; v == 0; c++) {
        fun constructor = list_items(&eval->table->lists, constructors)[c];
        uint64_t n = 1;
        vec_clear(&fields);
        for (uint32_t j = 0; j < fun_arity(eval->table, constructor); j++) {
            vec_push(&fields, domain_field(eval, s, constructor, j));
            n = times(n, count(eval, vec_top(&fields), 0));
        }
        if (i < n)
            v = parts_value(eval, VALUE_CONSTRUCTED, constructor, fields.at, (uint32_t)fields.n, i);
        i -= n;
    }
    vec_free(&fields);
    return v;
}

static value table_value(struct eval *eval, sort s, uint64_t i) {
    const struct sort_table *sorts = &eval->table->sorts;
    sort index = sort_arg(sorts, s, 0), item = sort_arg(sorts, s, 1);
    uint64_t n = count(eval, index, 0), base = count(eval, item, 0);
    if (base == 1)
        return array_make(eval, s, domain_value(eval, item, 0), NULL, 0);
    pair_vec entries = {0};
    for (uint64_t at = 0; at < n; at++) {
        value digit = domain_value(eval, item, i % base);
        vec_push(&entries, ((struct pair){domain_value(eval, index, at), digit}));
        i /= base;
    }
    value v = array_make(eval, s, entries.at[0].item, entries.at, entries.n);
    vec_free(&entries);
    return v;
}

static value set_value(struct eval *eval, sort item, uint64_t i) {
    value_vec items = {0};
    for (uint64_t at = 0; i != 0; at++, i >>= 1)
        if ((i & 1) != 0)
            vec_push(&items, domain_value(eval, item, at));
    value v = container_set(eval, items.at, items.n);
    vec_free(&items);
    return v;
}

value domain_value(struct eval *eval, sort s, uint64_t i) {
    const struct sort_table *sorts = &eval->table->sorts;
    switch (sort_kind(sorts, s)) {
    case SORT_FLOAT:
        return float_value(eval, s, i);
    case SORT_SET:
        return set_value(eval, sort_arg(sorts, s, 0), i);
    case SORT_ARRAY:
    case SORT_MAP:
        return table_value(eval, s, i);
    case SORT_TUPLE: {
        u32_vec parts = {0};
        for (uint32_t j = 0; j < sort_n_args(sorts, s); j++)
            vec_push(&parts, sort_arg(sorts, s, j));
        value v = parts_value(eval, VALUE_TUPLE, 0, parts.at, (uint32_t)parts.n, i);
        vec_free(&parts);
        return v;
    }
    case SORT_DECLARED:
        if (decl_of(eval, s)->kind == DECL_DATATYPE)
            return datatype_value(eval, s, i);
        return element(eval, universe_of(eval, s), i);
    default: /* Bool, RoundingMode, BitVec, FiniteField: numbers */
        return value_of_uint64(&eval->values, i);
    }
}

/* ---- some of any number ---- */

static value default_value(struct eval *eval, sort s, int descent);

/* The first constructor whose arguments can be made without coming back here too often. */
static value default_constructed(struct eval *eval, sort s, int descent) {
    list constructors = decl_of(eval, s)->constructors;
    value_vec args = {0};
    value v = 0;
    for (int nullary = 1; nullary >= 0 && v == 0; nullary--)
        for (uint32_t i = 0; i < list_length(&eval->table->lists, constructors) && v == 0; i++) {
            fun c = list_items(&eval->table->lists, constructors)[i];
            uint32_t n = fun_arity(eval->table, c);
            if ((n == 0) != (nullary != 0) || !eval_spend(eval, 1))
                continue;
            vec_clear(&args);
            for (uint32_t j = 0; j < n && args.n == j; j++) {
                value arg = default_value(eval, domain_field(eval, s, c, j), descent);
                if (arg != 0)
                    vec_push(&args, arg);
            }
            if (args.n == n)
                v = value_make(&eval->values, VALUE_CONSTRUCTED, c, args.at, n);
        }
    vec_free(&args);
    return v;
}

static value default_tuple(struct eval *eval, sort s, int descent) {
    value_vec items = {0};
    uint32_t n = sort_n_args(&eval->table->sorts, s);
    for (uint32_t i = 0; i < n && items.n == i; i++) {
        value item = default_value(eval, sort_arg(&eval->table->sorts, s, i), descent);
        if (item != 0)
            vec_push(&items, item);
    }
    value v = items.n == n ? value_make(&eval->values, VALUE_TUPLE, 0, items.at, n) : 0;
    vec_free(&items);
    return v;
}

/* An element that no model speaks of. */
static value fresh_element(struct eval *eval, sort s, uint64_t i) {
    struct strbuf name = {0};
    strbuf_add_char(&name, '@');
    symbol_add(symbol_at(&eval->table->symbols, decl_of(eval, s)->name), &name);
    strbuf_printf(&name, "!%llu", (unsigned long long)i);
    uint64_t word = symbol_intern(&eval->table->symbols, name.at, name.n);
    eval->made_fresh = true;
    strbuf_free(&name);
    return value_make(&eval->values, VALUE_ELEMENT, 0, &word, 1);
}

static value uninterpreted_sample(struct eval *eval, sort s, uint64_t i) {
    const struct model_universe *universe = universe_of(eval, s);
    uint64_t n = universe != NULL ? universe->n : 0;
    if (i < n)
        return element(eval, universe, i);
    return universe != NULL && universe->closed ? 0 : fresh_element(eval, s, i - n);
}

static value default_value(struct eval *eval, sort s, int descent) {
    const struct sort_table *sorts = &eval->table->sorts;
    if (s == 0 || descent == DESCENT_MAX)
        return 0;
    switch (sort_kind(sorts, s)) {
    case SORT_STRING:
        return value_of_text(&eval->values, NULL, 0);
    case SORT_REGLAN:
        return regex_none(&eval->values);
    case SORT_ARRAY:
    case SORT_MAP: {
        value item = default_value(eval, sort_arg(sorts, s, 1), descent + 1);
        return item != 0 ? array_const(eval, item) : 0;
    }
    case SORT_SEQ:
        return value_make(&eval->values, VALUE_SEQ, 0, NULL, 0);
    case SORT_SET:
        return value_make(&eval->values, VALUE_SET, 0, NULL, 0);
    case SORT_BAG:
        return value_make(&eval->values, VALUE_BAG, 0, NULL, 0);
    case SORT_TUPLE:
        return default_tuple(eval, s, descent + 1);
    case SORT_DECLARED:
        if (decl_of(eval, s)->kind == DECL_DATATYPE)
            return default_constructed(eval, s, descent + 1);
        return decl_of(eval, s)->kind == DECL_UNINTERPRETED ? uninterpreted_sample(eval, s, 0) : 0;
    case SORT_NONE:
    case SORT_PARAM:
        return 0;
    default:
        return value_of_small(0);
    }
}

value domain_default(struct eval *eval, sort s) {
    return default_value(eval, s, 0);
}

/* Constructors in turn; of the arguments, each gets a part of the rest of i. */
static value datatype_sample(struct eval *eval, sort s, uint64_t i) {
    list constructors = decl_of(eval, s)->constructors;
    uint32_t n_constructors = list_length(&eval->table->lists, constructors);
    if (i == 0)
        return domain_default(eval, s);
    fun c = list_items(&eval->table->lists, constructors)[(i - 1) % n_constructors];
    uint64_t rest = (i - 1) / n_constructors;
    uint32_t n = fun_arity(eval->table, c);
    value_vec args = {0};
    for (uint32_t j = 0; j < n && args.n == j; j++) {
        uint64_t part = 0; /* every n-th bit, from the j-th on */
        for (uint64_t bit = j, to = 0; bit < 64; bit += n, to++)
            part |= (rest >> bit & 1) << to;
        value arg = domain_sample(eval, domain_field(eval, s, c, j), part);
        if (arg != 0)
            vec_push(&args, arg);
    }
    value v = args.n == n ? value_make(&eval->values, VALUE_CONSTRUCTED, c, args.at, n) : 0;
    vec_free(&args);
    return v;
}

/* Words over a and b: the binary digits of i + 1 behind the first. */
static value text_sample(struct eval *eval, uint64_t i) {
    uint32_t text[64], n = 0;
    for (uint64_t rest = i + 1; rest > 1; rest >>= 1)
        text[n++] = 'a' + (uint32_t)(rest & 1);
    return value_of_text(&eval->values, text, n);
}

static value real_sample(struct eval *eval, uint64_t i) {
    int64_t whole = (int64_t)(i / 2 + 1) / 2 * (i / 2 % 2 == 0 ? -1 : 1);
    if (i % 2 == 0)
        return value_of_small(whole);
    uint64_t words[2] = {value_of_small(2 * whole + 1), value_of_small(2)};
    return value_make(&eval->values, VALUE_RATIO, 0, words, 2);
}

static value one_item(struct eval *eval, enum value_kind kind, sort item, uint64_t i) {
    if (i == 0)
        return value_make(&eval->values, kind, 0, NULL, 0);
    uint64_t words[2] = {domain_sample(eval, item, i - 1), value_of_small(1)};
    if (words[0] == 0 || (kind != VALUE_SEQ && value_is_loose(&eval->values, words[0])))
        return 0;
    return value_make(&eval->values, kind, 0, words, kind == VALUE_BAG ? 2 : 1);
}

value domain_sample(struct eval *eval, sort s, uint64_t i) {
    const struct sort_table *sorts = &eval->table->sorts;
    uint64_t n;
    if (domain_is_finite(eval, s, MANY - 1, &n))
        return i < n ? domain_value(eval, s, i) : 0;
    switch (sort_kind(sorts, s)) {
    case SORT_INT:
        return value_of_small((int64_t)(i + 1) / 2 * (i % 2 == 0 ? -1 : 1));
    case SORT_REAL:
        return real_sample(eval, i);
    case SORT_STRING:
        return text_sample(eval, i);
    case SORT_BITVEC:
    case SORT_FLOAT:
    case SORT_FIELD:
        return value_of_small((int64_t)i);
    case SORT_ARRAY:
    case SORT_MAP: {
        value item = domain_sample(eval, sort_arg(sorts, s, 1), i);
        return item != 0 ? array_const(eval, item) : 0;
    }
    case SORT_SEQ:
        return one_item(eval, VALUE_SEQ, sort_arg(sorts, s, 0), i);
    case SORT_SET:
        return one_item(eval, VALUE_SET, sort_arg(sorts, s, 0), i);
    case SORT_BAG:
        return one_item(eval, VALUE_BAG, sort_arg(sorts, s, 0), i);
    case SORT_DECLARED:
        if (decl_of(eval, s)->kind == DECL_DATATYPE)
            return datatype_sample(eval, s, i);
        return decl_of(eval, s)->kind == DECL_UNINTERPRETED ? uninterpreted_sample(eval, s, i) : 0;
    default:
        return i == 0 ? domain_default(eval, s) : 0;
    }
}

value domain_fresh(struct eval *eval, sort s, const value *others, size_t n) {
    for (uint64_t i = 0; i <= n; i++) {
        value v = domain_sample(eval, s, i);
        bool taken = v == 0;
        for (size_t j = 0; j < n && !taken; j++)
            taken = others[j] == v;
        if (!taken)
            return v;
    }
    return 0;
}

/* Is there an element that the model, a choice or a formula speaks of? If `v` is not 0, this one. */
static bool is_spoken_of(struct eval *eval, sort s, value v) {
    const struct model_universe *universe = universe_of(eval, s);
    for (uint64_t i = 0; universe != NULL && i < universe->n; i++)
        if (v == 0 || element(eval, universe, i) == v)
            return true;
    for (size_t i = 0; i < eval->choices.n; i++) {
        value choice = eval->choices.at[i];
        if (stuck_sort(eval, choice) == s && (v == 0 || eval->chosen.at[choice >> 1] == v))
            return true;
    }
    for (size_t i = 0; i < eval->known.n; i++)
        if (eval->known.at[i].sort == s && (v == 0 || eval->known.at[i].value == v))
            return true;
    return false;
}

bool domain_is_uninterpreted(const struct eval *eval, sort s) {
    return sort_kind(&eval->table->sorts, s) == SORT_DECLARED &&
           decl_of(eval, s)->kind == DECL_UNINTERPRETED;
}

bool domain_has(struct eval *eval, sort s, value v) {
    if (!domain_is_uninterpreted(eval, s))
        return false;
    if (is_spoken_of(eval, s, v))
        return true;
    /* No universe is empty. */
    return !is_spoken_of(eval, s, 0) && v == domain_sample(eval, s, 0);
}
