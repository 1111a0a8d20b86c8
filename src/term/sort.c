#include "term/sort.h"

#include "base/die.h"
#include "base/hash.h"

static uint32_t hash_node(const struct sort_node *node) {
    uint64_t h = hash_mix((uint64_t)node->kind << 32 | node->args,
                          (uint64_t)node->indices[0] << 32 | node->indices[1]);
    return (uint32_t)(h ^ h >> 32);
}

void sort_table_init(struct sort_table *table, struct symbol_table *symbols,
                     struct list_table *lists) {
    *table = (struct sort_table){.symbols = symbols, .lists = lists};
    vec_push(&table->nodes, (struct sort_node){0});
    vec_push(&table->decls, (struct sort_decl){0});
    for (enum sort_kind kind = SORT_BOOL; kind <= SORT_ROUNDING_MODE; kind++)
        REQUIRE(sort_make(table, kind, 0, 0, NULL, 0) == kind);
}

void sort_table_release(struct sort_table *table) {
    vec_free(&table->nodes);
    vec_free(&table->decls);
    vec_free(&table->exprs);
    index_free(&table->index);
}

struct sort_mark sort_mark(const struct sort_table *table) {
    return (struct sort_mark){(uint32_t)table->nodes.n, (uint32_t)table->decls.n,
                              (uint32_t)table->exprs.n};
}

void sort_rewind(struct sort_table *table, struct sort_mark mark) {
    while (table->nodes.n > mark.nodes) {
        uint32_t last = (uint32_t)table->nodes.n - 1;
        index_remove(&table->index, hash_node(&table->nodes.at[last]), last);
        table->nodes.n--;
    }
    table->decls.n = mark.decls;
    table->exprs.n = mark.exprs;
}

sort sort_make(struct sort_table *table, enum sort_kind kind, uint32_t index0, uint32_t index1,
               const sort *args, uint32_t n_args) {
    struct sort_node node = {
        .kind = (uint8_t)kind,
        .is_pattern = kind == SORT_PARAM,
        .indices = {index0, index1},
        .size = 1,
    };
    if (kind == SORT_BITVEC || kind == SORT_FLOAT || kind == SORT_FIELD)
        node.is_pattern = index0 > SORT_INDEX_MAX || index1 > SORT_INDEX_MAX;
    for (uint32_t i = 0; i < n_args; i++) {
        const struct sort_node *arg = sort_at(table, args[i]);
        node.size += arg->size;
        if (arg->depth >= node.depth)
            node.depth = arg->depth + 1;
        node.is_pattern |= arg->is_pattern;
        if (node.size > SORT_SIZE_MAX || node.depth > SORT_DEPTH_MAX)
            return 0;
    }
    node.args = list_intern(table->lists, args, n_args);
    uint32_t hash = hash_node(&node);
    INDEX_EACH(&table->index, hash, id) {
        const struct sort_node *other = &table->nodes.at[id];
        if (other->kind == node.kind && other->args == node.args && other->indices[0] == index0 &&
            other->indices[1] == index1)
            return id;
    }
    sort fresh = (sort)table->nodes.n;
    vec_push(&table->nodes, node);
    index_insert(&table->index, hash, fresh);
    return fresh;
}

sort sort_bitvec(struct sort_table *table, uint32_t width) {
    return sort_make(table, SORT_BITVEC, width, 0, NULL, 0);
}

sort sort_float(struct sort_table *table, uint32_t exponent, uint32_t significand) {
    return sort_make(table, SORT_FLOAT, exponent, significand, NULL, 0);
}

sort sort_array(struct sort_table *table, sort index, sort element) {
    return sort_make(table, SORT_ARRAY, 0, 0, (sort[]){index, element}, 2);
}

sort sort_map(struct sort_table *table, sort from, sort to) {
    return sort_make(table, SORT_MAP, 0, 0, (sort[]){from, to}, 2);
}

sort sort_param(struct sort_table *table, uint32_t number) {
    return sort_make(table, SORT_PARAM, number, 0, NULL, 0);
}

const struct sort_name sort_names[] = {
    {"Bool", SORT_BOOL, 0, 0, 0, {0}},
    {"Int", SORT_INT, 0, 0, 0, {0}},
    {"Real", SORT_REAL, 0, 0, 0, {0}},
    {"String", SORT_STRING, 0, 0, 0, {0}},
    {"RegLan", SORT_REGLAN, 0, 0, 0, {0}},
    {"RoundingMode", SORT_ROUNDING_MODE, 0, 0, 0, {0}},
    {"BitVec", SORT_BITVEC, 1, 0, 0, {0}},
    {"FloatingPoint", SORT_FLOAT, 2, 0, 0, {0}},
    {"Float16", SORT_FLOAT, 0, 0, 0, {5, 11}},
    {"Float32", SORT_FLOAT, 0, 0, 0, {8, 24}},
    {"Float64", SORT_FLOAT, 0, 0, 0, {11, 53}},
    {"Float128", SORT_FLOAT, 0, 0, 0, {15, 113}},
    {"FiniteField", SORT_FIELD, 1, 0, 0, {0}},
    {"Array", SORT_ARRAY, 0, 2, 0, {0}},
    {"Seq", SORT_SEQ, 0, 1, 0, {0}},
    {"Set", SORT_SET, 0, 1, 0, {0}},
    {"Bag", SORT_BAG, 0, 1, 0, {0}},
    {"Tuple", SORT_TUPLE, 0, SORT_ANY_ARGS, 0, {0}},
    {"UnitTuple", SORT_TUPLE, 0, 0, 0, {0}},
    {"Relation", SORT_TUPLE, 0, SORT_ANY_ARGS, SORT_SET, {0}},
    {"Table", SORT_TUPLE, 0, SORT_ANY_ARGS, SORT_BAG, {0}},
    {"->", SORT_MAP, 0, SORT_ANY_ARGS, 0, {0}},
    {NULL, 0, 0, 0, 0, {0}},
};

const struct sort_name *sort_name_find(const char *at, size_t n) {
    for (const struct sort_name *name = sort_names; name->name != NULL; name++)
        if (name->name[0] == at[0] && strlen(name->name) == n && memcmp(name->name, at, n) == 0)
            return name;
    return NULL;
}

/* (-> A B C) is (-> A (-> B C)). */
static sort curry(struct sort_table *table, const sort *args, uint32_t n_args) {
    sort result = args[n_args - 1];
    for (uint32_t i = n_args - 1; i > 0 && result != 0; i--)
        result = sort_map(table, args[i - 1], result);
    return result;
}

sort sort_make_named(struct sort_table *table, const struct sort_name *name,
                     const uint32_t *indices, const sort *args, uint32_t n_args) {
    if (name->kind == SORT_MAP)
        return curry(table, args, n_args);
    if (name->n_indices == 0)
        indices = name->indices;
    sort made = sort_make(table, name->kind, indices[0], name->n_indices == 1 ? 0 : indices[1],
                          args, n_args);
    if (name->wrapped != 0 && made != 0)
        made = sort_make(table, name->wrapped, 0, 0, &made, 1);
    return made;
}

uint32_t sort_declare(struct sort_table *table, enum sort_decl_kind kind, symbol name,
                      uint32_t arity) {
    struct sort_decl decl = {.name = name, .arity = arity, .kind = (uint8_t)kind};
    vec_push(&table->decls, decl);
    return (uint32_t)table->decls.n - 1;
}

const struct sort_decl *sort_datatype(const struct sort_table *table, sort s) {
    const struct sort_node *node = sort_at(table, s);
    if (node->kind != SORT_DECLARED)
        return NULL;
    const struct sort_decl *decl = &table->decls.at[node->indices[0]];
    return decl->kind == DECL_DATATYPE ? decl : NULL;
}

uint32_t numeral_expr(struct sort_table *table, char op, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < table->exprs.n; i++) {
        const struct numeral_expr *e = &table->exprs.at[i];
        if (e->op == op && e->a == a && e->b == b)
            return i;
    }
    vec_push(&table->exprs, ((struct numeral_expr){op, a, b}));
    return (uint32_t)table->exprs.n - 1;
}

void sort_binding_clear(struct sort_binding *binding, uint32_t n_params) {
    memset(binding->params, 0, n_params * sizeof binding->params[0]);
    for (int i = 0; i < SORT_NUMERALS_MAX; i++)
        binding->numerals[i] = NUMERAL_UNBOUND;
}

bool numeral_value(const struct sort_table *table, uint32_t expr,
                   const struct sort_binding *binding, int64_t *value) {
    const struct numeral_expr *e = &table->exprs.at[expr];
    int64_t a, b;
    if (e->op == 'c') {
        *value = e->a;
        return true;
    }
    if (e->op == 'v') {
        *value = binding->numerals[e->a];
        return binding->numerals[e->a] != NUMERAL_UNBOUND;
    }
    if (!numeral_value(table, e->a, binding, &a) || !numeral_value(table, e->b, binding, &b))
        return false;
    switch (e->op) {
    case '+':
        *value = a + b;
        break;
    case '-':
        *value = a - b;
        break;
    case '*':
        if (__builtin_mul_overflow(a, b, value))
            return false;
        break;
    case '<':
        *value = a < b;
        break;
    case 'L':
        *value = a <= b;
        break;
    case '>':
        *value = a > b;
        break;
    case 'G':
        *value = a >= b;
        break;
    case '=':
        *value = a == b;
        break;
    case '&':
        *value = a && b;
        break;
    default:
        BUG("numeral expression '%c'", e->op);
    }
    /* Expressions are at most a few operations deep: far from overflow within this range. */
    return *value > -(INT64_C(1) << 48) && *value < INT64_C(1) << 48;
}

static bool match_index(const struct sort_table *table, uint32_t pattern, uint32_t actual,
                        struct sort_binding *binding) {
    if (pattern <= SORT_INDEX_MAX)
        return pattern == actual;
    const struct numeral_expr *e = &table->exprs.at[pattern & SORT_INDEX_MAX];
    if (e->op == 'v' && binding->numerals[e->a] == NUMERAL_UNBOUND) {
        binding->numerals[e->a] = actual;
        return true;
    }
    int64_t value;
    return numeral_value(table, pattern & SORT_INDEX_MAX, binding, &value) && value == actual;
}

bool sort_match(const struct sort_table *table, sort pattern, sort actual,
                struct sort_binding *binding) {
    const struct sort_node *p = sort_at(table, pattern);
    if (!p->is_pattern)
        return pattern == actual;
    if (p->kind == SORT_PARAM) {
        sort *bound = &binding->params[p->indices[0]];
        if (*bound == 0)
            *bound = actual;
        return *bound == actual;
    }
    const struct sort_node *a = sort_at(table, actual);
    if (p->kind != a->kind)
        return false;
    switch (p->kind) {
    case SORT_BITVEC:
    case SORT_FIELD:
        return match_index(table, p->indices[0], a->indices[0], binding);
    case SORT_FLOAT:
        return match_index(table, p->indices[0], a->indices[0], binding) &&
               match_index(table, p->indices[1], a->indices[1], binding);
    default:
        break;
    }
    uint32_t n = list_length(table->lists, p->args);
    if (p->indices[0] != a->indices[0] || n != list_length(table->lists, a->args))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!sort_match(table, sort_arg(table, pattern, i), sort_arg(table, actual, i), binding))
            return false;
    return true;
}

/* The value of an index of a pattern, in the range that the kind of sort allows; 0 if not. */
static uint32_t instantiate_index(const struct sort_table *table, uint32_t index, uint32_t least,
                                  const struct sort_binding *binding) {
    int64_t value = index;
    if (index > SORT_INDEX_MAX && !numeral_value(table, index & SORT_INDEX_MAX, binding, &value))
        return 0;
    return value >= least && value <= SORT_INDEX_MAX ? (uint32_t)value : 0;
}

sort sort_instantiate(struct sort_table *table, sort pattern, const struct sort_binding *binding) {
    struct sort_node p = *sort_at(table, pattern);
    if (!p.is_pattern)
        return pattern;
    switch (p.kind) {
    case SORT_PARAM:
        return binding->params[p.indices[0]];
    case SORT_BITVEC:
    case SORT_FIELD: {
        uint32_t index = instantiate_index(table, p.indices[0], 1, binding);
        return index == 0 ? 0 : sort_make(table, p.kind, index, 0, NULL, 0);
    }
    case SORT_FLOAT: {
        uint32_t exponent = instantiate_index(table, p.indices[0], 2, binding);
        uint32_t significand = instantiate_index(table, p.indices[1], 2, binding);
        return exponent == 0 || significand == 0 ? 0 : sort_float(table, exponent, significand);
    }
    default:
        break;
    }
    u32_vec args = {0};
    uint32_t n = list_length(table->lists, p.args);
    sort result = 0;
    for (uint32_t i = 0; i < n; i++) {
        sort arg = sort_instantiate(table, sort_arg(table, pattern, i), binding);
        if (arg == 0)
            goto out;
        vec_push(&args, arg);
    }
    result = sort_make(table, p.kind, p.indices[0], p.indices[1], args.at, n);
out:
    vec_free(&args);
    return result;
}

static void print_index(const struct sort_table *table, uint32_t index, struct strbuf *out) {
    if (index <= SORT_INDEX_MAX) {
        strbuf_add_u64(out, index);
        return;
    }
    const struct numeral_expr *e = &table->exprs.at[index & SORT_INDEX_MAX];
    if (e->op == 'v')
        strbuf_add_char(out, (char)('m' + e->a));
    else if (e->op == 'c')
        strbuf_add_u64(out, e->a);
    else {
        strbuf_printf(out, "(%c ", e->op);
        print_index(table, NUMERAL_EXPR(e->a), out);
        strbuf_add_char(out, ' ');
        print_index(table, NUMERAL_EXPR(e->b), out);
        strbuf_add_char(out, ')');
    }
}

static void print_args(const struct sort_table *table, sort s, const symbol *decl_names,
                       const symbol *params, struct strbuf *out) {
    for (uint32_t i = 0; i < sort_n_args(table, s); i++) {
        strbuf_add_char(out, ' ');
        sort_print_renamed(table, sort_arg(table, s, i), decl_names, params, out);
    }
    strbuf_add_char(out, ')');
}

static void print_float(const struct sort_table *table, const struct sort_node *node,
                        struct strbuf *out) {
    static const uint32_t named[][3] = {{5, 11, 16}, {8, 24, 32}, {11, 53, 64}, {15, 113, 128}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (node->indices[0] == named[i][0] && node->indices[1] == named[i][1]) {
            strbuf_add(out, "Float", 5);
            strbuf_add_u64(out, named[i][2]);
            return;
        }
    strbuf_add_text(out, "(_ FloatingPoint ");
    print_index(table, node->indices[0], out);
    strbuf_add_char(out, ' ');
    print_index(table, node->indices[1], out);
    strbuf_add_char(out, ')');
}

void sort_print_renamed(const struct sort_table *table, sort s, const symbol *decl_names,
                        const symbol *params, struct strbuf *out) {
    static const char *const names[] = {
        [SORT_NONE] = "?",
        [SORT_BOOL] = "Bool",
        [SORT_INT] = "Int",
        [SORT_REAL] = "Real",
        [SORT_STRING] = "String",
        [SORT_REGLAN] = "RegLan",
        [SORT_ROUNDING_MODE] = "RoundingMode",
        [SORT_ARRAY] = "Array",
        [SORT_SEQ] = "Seq",
        [SORT_SET] = "Set",
        [SORT_BAG] = "Bag",
        [SORT_TUPLE] = "Tuple",
        [SORT_MAP] = "->",
    };
    const struct sort_node *node = sort_at(table, s);
    switch (node->kind) {
    case SORT_BITVEC:
        strbuf_add_text(out, "(_ BitVec ");
        print_index(table, node->indices[0], out);
        strbuf_add_char(out, ')');
        break;
    case SORT_FLOAT:
        print_float(table, node, out);
        break;
    case SORT_FIELD:
        strbuf_add_text(out, "(_ FiniteField ");
        if (node->indices[0] <= SORT_INDEX_MAX)
            strbuf_add_text(out, symbol_at(table->symbols, node->indices[0])->at);
        else
            print_index(table, node->indices[0], out);
        strbuf_add_char(out, ')');
        break;
    case SORT_PARAM:
        if (params != NULL)
            symbol_print(table->symbols, params[node->indices[0]], out);
        else
            strbuf_add_char(out, (char)('A' + node->indices[0] % 26));
        break;
    case SORT_DECLARED: {
        symbol name = decl_names == NULL ? 0 : decl_names[node->indices[0]];
        if (name == 0)
            name = table->decls.at[node->indices[0]].name;
        if (node->args == 0) {
            symbol_print(table->symbols, name, out);
            break;
        }
        strbuf_add_char(out, '(');
        symbol_print(table->symbols, name, out);
        print_args(table, s, decl_names, params, out);
        break;
    }
    case SORT_TUPLE:
        if (node->args == 0) {
            strbuf_add_text(out, "UnitTuple");
            break;
        }
        /* fall through */
    case SORT_ARRAY:
    case SORT_SEQ:
    case SORT_SET:
    case SORT_BAG:
    case SORT_MAP:
        strbuf_add_char(out, '(');
        strbuf_add_text(out, names[node->kind]);
        print_args(table, s, decl_names, params, out);
        break;
    default:
        strbuf_add_text(out, names[node->kind]);
    }
}

void sort_print(const struct sort_table *table, sort s, struct strbuf *out) {
    sort_print_renamed(table, s, NULL, NULL, out);
}
