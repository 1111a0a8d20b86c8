#include "gen/corner.h"

#include "lang/literal.h"
#include "term/check.h"

enum { DEPTH = 3 }; /* of containers in containers */

void corner_release(struct corner *corner) {
    strbuf_free(&corner->text);
    strbuf_free(&corner->spelled);
    vec_free(&corner->code_points);
}

static term apply(struct corner *corner, enum op op, sort s, const term *args, uint32_t n) {
    return term_make(corner->table, op, 0, s, args, n);
}

static term literal(struct corner *corner, enum op op, sort s, const struct strbuf *text) {
    symbol name = symbol_intern(&corner->table->symbols, text->at, text->n);
    return term_make(corner->table, op, name, s, NULL, 0);
}

/* ---- numbers --------------------------------------------------------------- */

/* Appends digits without needless zeros. */
static void add_digits(struct corner *corner, struct rng *rng) {
    static const char *const marks[] = {
        "127",
        "128",
        "255",
        "256",
        "32767",
        "65535",
        "65536",
        "196607",
        "196608",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
    };
    switch (rng_below(rng, 8)) {
    case 0:
        strbuf_add_text(&corner->text, marks[rng_below(rng, sizeof marks / sizeof *marks)]);
        break;
    case 1: /* huge */
        strbuf_add_char(&corner->text, (char)('1' + rng_below(rng, 9)));
        for (uint64_t n = 18 + rng_below(rng, 30); n > 0; n--)
            strbuf_add_char(&corner->text, (char)('0' + rng_below(rng, 10)));
        break;
    case 2:
        strbuf_add_u64(&corner->text, rng_below(rng, 1000));
        break;
    default:
        strbuf_add_u64(&corner->text, rng_below(rng, 6));
    }
}

static term negated(struct corner *corner, term t, struct rng *rng) {
    if (corner->is_plain || !rng_chance(rng, 1, 3))
        return t;
    sort s = term_sort(corner->table, t);
    return apply(corner, s == SORT_INT ? OP_INT_NEG : OP_REAL_NEG, s, &t, 1);
}

static term integer(struct corner *corner, struct rng *rng) {
    strbuf_clear(&corner->text);
    add_digits(corner, rng);
    return negated(corner, literal(corner, OP_NUMERAL, SORT_INT, &corner->text), rng);
}

static term real(struct corner *corner, struct rng *rng) {
    strbuf_clear(&corner->text);
    add_digits(corner, rng);
    strbuf_add_text(&corner->text, rng_chance(rng, 1, 3) ? ".5" : ".0");
    term t = literal(corner, OP_DECIMAL, SORT_REAL, &corner->text);
    if (!corner->is_plain && rng_chance(rng, 1, 6)) {
        strbuf_clear(&corner->text);
        strbuf_printf(&corner->text, "%u.0", 3 + (unsigned)rng_below(rng, 8));
        term parts[2] = {t, literal(corner, OP_DECIMAL, SORT_REAL, &corner->text)};
        t = apply(corner, OP_REAL_DIV, SORT_REAL, parts, 2);
    }
    return negated(corner, t, rng);
}

/* ---- bits ------------------------------------------------------------------ */

/* Bits for a literal, in place of those there are. */
static char *clear_bits(struct corner *corner, uint32_t width, char bit) {
    strbuf_clear(&corner->text);
    strbuf_add_text(&corner->text, "#b");
    strbuf_add_repeat(&corner->text, bit, width);
    return corner->text.at + 2;
}

static term bits_term(struct corner *corner, uint32_t width) {
    struct token token = {
        .kind = TOKEN_BINARY, .n = (uint32_t)corner->text.n, .at = corner->text.at};
    strbuf_clear(&corner->spelled);
    literal_bits(&token, &corner->spelled);
    return literal(corner, OP_BITS, sort_bitvec(&corner->table->sorts, width), &corner->spelled);
}

static term bits(struct corner *corner, uint32_t width, struct rng *rng) {
    uint64_t kind = rng_below(rng, 8);
    char *at = clear_bits(corner, width, kind == 1 || kind == 3 ? '1' : '0');
    switch (kind) {
    case 0: /* zero */
    case 1: /* all ones */
        break;
    case 2: /* least signed */
        at[0] = '1';
        break;
    case 3: /* greatest signed */
        at[0] = '0';
        break;
    case 4: /* a power of two */
        at[rng_below(rng, width)] = '1';
        break;
    case 5: /* one, two, three */
        at[width - 1 - rng_below(rng, width < 2 ? 1 : 2)] = '1';
        break;
    default:
        for (uint32_t i = 0; i < width; i++)
            at[i] = rng_chance(rng, 1, 2) ? '1' : '0';
    }
    return bits_term(corner, width);
}

/* ---- floats ---------------------------------------------------------------- */

static term named_float(struct corner *corner, sort s, enum op op) {
    const uint32_t *format = sort_at(&corner->table->sorts, s)->indices;
    uint32_t indices[2] = {format[0], format[1]};
    return term_make(corner->table, op, list_intern(&corner->table->lists, indices, 2), s, NULL, 0);
}

static term exponent(struct corner *corner, uint32_t width, struct rng *rng) {
    char *at;
    switch (rng_below(rng, 4)) {
    case 0: /* subnormal */
        clear_bits(corner, width, '0');
        break;
    case 1: /* the greatest finite ones */
        at = clear_bits(corner, width, '1');
        at[width - 1] = '0';
        break;
    case 2: /* of one */
        at = clear_bits(corner, width, '1');
        at[0] = '0';
        break;
    default:
        return bits(corner, width, rng);
    }
    return bits_term(corner, width);
}

static term floating(struct corner *corner, sort s, struct rng *rng) {
    static const enum op names[] = {OP_FP_POS_INF, OP_FP_NEG_INF, OP_FP_POS_ZERO, OP_FP_NEG_ZERO,
                                    OP_FP_NAN_VALUE};
    const uint32_t e = sort_at(&corner->table->sorts, s)->indices[0];
    const uint32_t n = sort_at(&corner->table->sorts, s)->indices[1] - 1;
    if (corner->is_plain || rng_chance(rng, 1, 3))
        return named_float(corner, s, names[rng_below(rng, 5)]);
    term parts[3] = {bits(corner, 1, rng), exponent(corner, e, rng), bits(corner, n, rng)};
    return apply(corner, OP_FP, s, parts, 3);
}

static term rounding_mode(struct corner *corner, struct rng *rng) {
    static const enum op modes[] = {OP_RNE, OP_RNA, OP_RTP, OP_RTN, OP_RTZ};
    return apply(corner, modes[rng_below(rng, 5)], SORT_ROUNDING_MODE, NULL, 0);
}

/* ---- words and languages --------------------------------------------------- */

static uint32_t code_point(struct rng *rng) {
    static const uint32_t odd[] = {0, 0x7f, 0x80, 0xff, '\\', '"', 0xffff, 0x2ffff, ' ', '{'};
    switch (rng_below(rng, 6)) {
    case 0:
        return odd[rng_below(rng, sizeof odd / sizeof *odd)];
    case 1:
        return '0' + (uint32_t)rng_below(rng, 10);
    default:
        return 'a' + (uint32_t)rng_below(rng, 3);
    }
}

static term word(struct corner *corner, uint64_t n, struct rng *rng) {
    vec_clear(&corner->code_points);
    for (; n > 0; n--)
        vec_push(&corner->code_points, code_point(rng));
    strbuf_clear(&corner->text);
    literal_from_code_points(corner->code_points.at, corner->code_points.n, &corner->text);
    return literal(corner, OP_STRING, SORT_STRING, &corner->text);
}

term corner_character(struct corner *corner, struct rng *rng) {
    return word(corner, 1, rng);
}

static term language(struct corner *corner, struct rng *rng) {
    static const enum op names[] = {OP_RE_NONE, OP_RE_ALL, OP_RE_ALLCHAR};
    if (rng_chance(rng, 1, 3))
        return apply(corner, names[rng_below(rng, 3)], SORT_REGLAN, NULL, 0);
    if (rng_chance(rng, 1, 3)) {
        term ends[2] = {corner_character(corner, rng), corner_character(corner, rng)};
        return apply(corner, OP_RE_RANGE, SORT_REGLAN, ends, 2);
    }
    term t = word(corner, rng_below(rng, 4), rng);
    return apply(corner, OP_STR_TO_RE, SORT_REGLAN, &t, 1);
}

static term field_element(struct corner *corner, sort s, struct rng *rng) {
    const struct symbol_entry *order =
        symbol_at(&corner->table->symbols, sort_at(&corner->table->sorts, s)->indices[0]);
    strbuf_clear(&corner->text);
    if (rng_chance(rng, 1, 4))
        strbuf_add_char(&corner->text, '-');
    strbuf_add_u64(&corner->text, rng_below(rng, 4));
    strbuf_clear(&corner->spelled);
    literal_field(corner->text.at, corner->text.n, order->at, order->n, &corner->spelled);
    return literal(corner, OP_FIELD, s, &corner->spelled);
}

/* ---- what has parts -------------------------------------------------------- */

static term value(struct corner *corner, sort s, int depth, struct rng *rng);

/* cvc5 wants elements that are values as they stand. */
static term array(struct corner *corner, sort s, int depth, struct rng *rng) {
    bool was_plain = corner->is_plain;
    corner->is_plain = true;
    term element = value(corner, sort_arg(&corner->table->sorts, s, 1), depth - 1, rng);
    corner->is_plain = was_plain;
    return element == 0 ? 0 : apply(corner, OP_ARRAY_CONST, s, &element, 1);
}

static term container(struct corner *corner, sort s, int depth, struct rng *rng) {
    enum sort_kind kind = sort_kind(&corner->table->sorts, s);
    term parts[2] = {0};
    if (!rng_chance(rng, 1, 3))
        parts[0] = value(corner, sort_arg(&corner->table->sorts, s, 0), depth - 1, rng);
    if (kind == SORT_SEQ)
        return parts[0] == 0 ? apply(corner, OP_SEQ_EMPTY, s, NULL, 0)
                             : apply(corner, OP_SEQ_UNIT, s, parts, 1);
    if (kind == SORT_SET)
        return parts[0] == 0 ? apply(corner, OP_SET_EMPTY, s, NULL, 0)
                             : apply(corner, OP_SET_SINGLETON, s, parts, 1);
    if (parts[0] == 0)
        return apply(corner, OP_BAG_EMPTY, s, NULL, 0);
    strbuf_clear(&corner->text);
    strbuf_add_u64(&corner->text, 1 + rng_below(rng, 3));
    parts[1] = literal(corner, OP_NUMERAL, SORT_INT, &corner->text);
    return apply(corner, OP_BAG_MAKE, s, parts, 2);
}

enum { PARTS_MAX = 16 };

static term tuple(struct corner *corner, sort s, int depth, struct rng *rng) {
    term parts[PARTS_MAX];
    uint32_t n = sort_n_args(&corner->table->sorts, s);
    if (n > PARTS_MAX)
        return 0;
    for (uint32_t i = 0; i < n; i++)
        if ((parts[i] = value(corner, sort_arg(&corner->table->sorts, s, i), depth - 1, rng)) == 0)
            return 0;
    return apply(corner, n == 0 ? OP_TUPLE_UNIT : OP_TUPLE, s, parts, n);
}

static bool is_datatype(const struct corner *corner, sort s) {
    return sort_datatype(&corner->table->sorts, s) != NULL;
}

/* The sort of parameter i of a constructor of the datatype sort s. */
static sort field_sort(struct corner *corner, fun constructor, sort s, uint32_t i) {
    struct sort_table *sorts = &corner->table->sorts;
    const struct fun *info = fun_at(corner->table, constructor);
    struct sort_binding binding;
    sort pattern = list_items(&corner->table->lists, info->params)[i];
    if (info->n_params_sorts == 0)
        return pattern;
    sort_binding_clear(&binding, info->n_params_sorts);
    return sort_match(sorts, info->result, s, &binding) ? sort_instantiate(sorts, pattern, &binding)
                                                        : 0;
}

static term constructed(struct corner *corner, fun constructor, sort s, bool flat, int depth,
                        struct rng *rng) {
    term parts[PARTS_MAX];
    struct check check;
    uint32_t n = fun_arity(corner->table, constructor);
    if (n > PARTS_MAX)
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        sort part = field_sort(corner, constructor, s, i);
        if (part == 0 || (flat && is_datatype(corner, part)))
            return 0;
        parts[i] = value(corner, part, depth - 1, rng);
        if (parts[i] == 0)
            return 0;
    }
    bool needs_as = fun_at(corner->table, constructor)->n_params_sorts > 0;
    return check_fun(corner->table, constructor, needs_as ? s : 0, parts, n, &check);
}

/* First with constructors that need no other datatype, then with any. */
static term datatype_value(struct corner *corner, sort s, int depth, struct rng *rng) {
    list constructors = sort_datatype(&corner->table->sorts, s)->constructors;
    uint32_t n = list_length(&corner->table->lists, constructors);
    for (int flat = 1; flat >= 0 && n > 0; flat--) {
        uint32_t start = (uint32_t)rng_below(rng, n);
        for (uint32_t i = 0; i < n; i++) {
            fun c = list_items(&corner->table->lists, constructors)[(start + i) % n];
            term t = constructed(corner, c, s, flat, depth, rng);
            if (t != 0)
                return t;
        }
    }
    return 0;
}

/* Depth bounds the recursion. */
static term value(struct corner *corner, sort s, int depth, struct rng *rng) {
    const struct sort_node *node = sort_at(&corner->table->sorts, s);
    if (depth < 0)
        return 0;
    switch ((enum sort_kind)node->kind) {
    case SORT_BOOL:
        return rng_chance(rng, 1, 2) ? term_true(corner->table) : term_false(corner->table);
    case SORT_INT:
        return integer(corner, rng);
    case SORT_REAL:
        return real(corner, rng);
    case SORT_STRING:
        return word(corner, rng_below(rng, 5), rng);
    case SORT_REGLAN:
        return language(corner, rng);
    case SORT_ROUNDING_MODE:
        return rounding_mode(corner, rng);
    case SORT_BITVEC:
        return bits(corner, node->indices[0], rng);
    case SORT_FLOAT:
        return floating(corner, s, rng);
    case SORT_FIELD:
        return field_element(corner, s, rng);
    case SORT_ARRAY:
        return array(corner, s, depth, rng);
    case SORT_SEQ:
    case SORT_SET:
    case SORT_BAG:
        return container(corner, s, depth, rng);
    case SORT_TUPLE:
        return tuple(corner, s, depth, rng);
    case SORT_DECLARED:
        return is_datatype(corner, s) ? datatype_value(corner, s, depth, rng) : 0;
    default:
        return 0;
    }
}

term corner_value(struct corner *corner, sort s, struct rng *rng) {
    return value(corner, s, DEPTH, rng);
}

term corner_plain(struct corner *corner, sort s, struct rng *rng) {
    corner->is_plain = true;
    term t = value(corner, s, DEPTH, rng);
    corner->is_plain = false;
    return t;
}
