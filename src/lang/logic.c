#include "lang/logic.h"

#include "base/die.h"

/* ---- names --------------------------------------------------------------- */

/* The features of parts of names, as logics.def and the table of parts use them. */
enum {
    Q = LOGIC_QUANTIFIERS,
    UF = LOGIC_FREE_SORTS | LOGIC_FUNCTIONS,
    BITS_A = LOGIC_ARRAYS, /* with bit-vectors as index */
    A = LOGIC_ARRAYS | LOGIC_ANY_INDEX,
    AX = A | LOGIC_FREE_SORTS,
    BV = LOGIC_BV,
    FP = LOGIC_FP,
    DT = LOGIC_DATATYPES,
    S = LOGIC_STRINGS | LOGIC_INTS, /* positions and lengths are integers */
    SEQ = LOGIC_SEQ | LOGIC_INTS,
    FF = LOGIC_FF,

    IDL = LOGIC_INTS | LOGIC_ORDER | LOGIC_DIFFERENCE,
    UFIDL = LOGIC_INTS | LOGIC_ORDER | LOGIC_OFFSET, /* not an extension of IDL: see its file */
    RDL = LOGIC_REALS | LOGIC_ORDER | LOGIC_DIFFERENCE,
    LIA = IDL | UFIDL | LOGIC_LINEAR,
    LRA = RDL | LOGIC_OFFSET | LOGIC_LINEAR,
    LIRA = LIA | LRA,
    NIA = LIA | LOGIC_NONLINEAR,
    NRA = LRA | LOGIC_NONLINEAR,
    NIRA = NIA | NRA,
    EIA = NIA | LOGIC_EXPONENT,
    NRAT = NRA | LOGIC_TRANS,
    NIRAT = NIRA | LOGIC_TRANS,

    FS = LOGIC_SETS | LOGIC_INTS, /* cardinalities are integers */
    FB = LOGIC_BAGS | LOGIC_INTS,
    SEP = LOGIC_SEP,
    HO = LOGIC_HO,
    ALL = LOGIC_EVERYTHING & ~(LOGIC_QUANTIFIERS | LOGIC_HO),
};

const struct logic_row logic_rows[] = {
#define LOGIC(name, features) {name, {features}},
#include "lang/logics.def"
#undef LOGIC
    {NULL, {0}},
};

/* What may stand behind HO_ and QF_ as a whole. */
static const struct {
    const char *name;
    uint32_t features;
} words[] = {
    {"ALL", ALL},
    {"ALL_SUPPORTED", ALL}, /* cvc4 */
    {"HORN", ALL},          /* z3, cvc5 */
    {"CSP", ALL},           /* z3 */
    {"SAT", 0},             /* cvc5: propositional */
    {"FD", BV | DT | LIA},  /* z3: finite domains */
    {"SMTFD", A | UF | BV}, /* z3 */
    {"BVRE", BV | S | SEQ}, /* z3 */
};

/* The places of a name, from left to right. */
enum place { PLACE_NONE, PLACE_ARRAYS, PLACE_UF, PLACE_THEORY, PLACE_ARITHMETIC, PLACE_FINITE };

/* Where one part begins another, the longer one stands first. */
static const struct {
    const char *text;
    enum place place;
    uint32_t features;
} parts[] = {
    {"AX", PLACE_ARRAYS, AX},
    {"A", PLACE_ARRAYS, A},
    {"UFIDL", PLACE_ARITHMETIC, UF | UFIDL},
    {"UF", PLACE_UF, UF},
    {"BV", PLACE_THEORY, BV},
    {"FP", PLACE_THEORY, FP},
    {"DT", PLACE_THEORY, DT},
    {"FF", PLACE_THEORY, FF},
    {"SEQ", PLACE_THEORY, SEQ},
    {"S", PLACE_THEORY, S},
    {"IDL", PLACE_ARITHMETIC, IDL},
    {"RDL", PLACE_ARITHMETIC, RDL},
    {"IRDL", PLACE_ARITHMETIC, IDL | RDL}, /* cvc5 can print it */
    {"LIA", PLACE_ARITHMETIC, LIA},
    {"LRA", PLACE_ARITHMETIC, LRA},
    {"LIRA", PLACE_ARITHMETIC, LIRA},
    {"NIA", PLACE_ARITHMETIC, NIA},
    {"NRAT", PLACE_ARITHMETIC, NRAT},
    {"NRA", PLACE_ARITHMETIC, NRA},
    {"NIRAT", PLACE_ARITHMETIC, NIRAT},
    {"NIRA", PLACE_ARITHMETIC, NIRA},
    {"EIA", PLACE_ARITHMETIC, EIA},
    {"FS", PLACE_FINITE, FS},
    {"FB", PLACE_FINITE, FB},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct text {
    const char *at;
    size_t n;
};

/* Takes the prefix off the text if it is there. */
static bool take(struct text *text, const char *prefix) {
    size_t n = strlen(prefix);
    if (text->n < n || memcmp(text->at, prefix, n) != 0)
        return false;
    text->at += n;
    text->n -= n;
    return true;
}

static bool parse_word(struct text text, uint32_t *features) {
    for (size_t i = 0; i < COUNT(words); i++)
        if (text.n == strlen(words[i].name) && memcmp(text.at, words[i].name, text.n) == 0) {
            *features |= words[i].features;
            return true;
        }
    return false;
}

/*
 * Parts stand in the order of their places. Several theories may stand at their
 * place, in any order, since both BVFP and FPBV are in use; each of them once.
 */
static bool parse_parts(struct text text, uint32_t *features) {
    enum place last = PLACE_NONE;
    uint32_t used = 0; /* parts, by number */
    while (text.n > 0) {
        size_t i = 0;
        while (i < COUNT(parts) && !take(&text, parts[i].text))
            i++;
        if (i == COUNT(parts) || (used >> i & 1) != 0)
            return false;
        enum place place = parts[i].place;
        bool may_repeat = place == PLACE_THEORY || place == PLACE_FINITE;
        if (place < last || (place == last && !may_repeat))
            return false;
        if (place == PLACE_ARITHMETIC && last >= PLACE_UF && (parts[i].features & UF) == UF)
            return false; /* UFIDL stands for two places */
        *features |= parts[i].features;
        used |= UINT32_C(1) << i;
        last = place;
    }
    return last != PLACE_NONE;
}

bool logic_parse(const char *name, size_t n, struct logic *logic) {
    struct text text = {name, n};
    uint32_t features = 0;
    if (take(&text, "HO_"))
        features |= HO;
    if (!take(&text, "QF_"))
        features |= Q;
    bool understood = parse_word(text, &features);
    if (!understood) {
        if (take(&text, "SEP_"))
            features |= SEP;
        understood = parse_parts(text, &features);
    }
    if (features == (A | BV) || features == (A | UF | BV))
        features &= ~(uint32_t)LOGIC_ANY_INDEX; /* QF_ABV, QF_AUFBV: z3 insists */
    logic->features = understood ? features : Q | ALL;
    return understood;
}

const char *logic_name(struct logic logic) {
    for (const struct logic_row *row = logic_rows; row->name != NULL; row++)
        if (logic_covers(row->logic, logic))
            return row->name;
    BUG("no logic covers the features %#x", logic.features);
}

/* ---- what a script uses -------------------------------------------------- */

/*
 * Facts about arithmetic terms. Constants are what the standard's logics allow
 * as coefficients, no more: z3 takes (* (+ 1 1) x) for nonlinear. A sum is
 * judged by the term that it stands in, as (- x y) is within difference logic
 * only where it is compared to a constant.
 */
enum fact {
    FACT_CONSTANT = 1,    /* 3, (- 3), (/ 1 3), (- (/ 1 3)), or defined as such */
    FACT_NONZERO = 2,     /* of those: surely not 0 */
    FACT_SIGNED = 4,      /* of those: one more minus would be too many */
    FACT_RATIO = 8,       /* of those: one more division would be too many */
    FACT_OPERATOR = 16,   /* no constant, with an arithmetic operator on top */
    FACT_OFFSET = 32,     /* of those: (+ t c), (+ c t), (- t c) */
    FACT_DIFFERENCE = 64, /* of those: (- x y) */
};

/* Adds to a set of handles; false if it was there. */
static bool add_new(struct term_map *set, uint32_t handle) {
    if (term_map_get(set, handle) != 0)
        return false;
    term_map_set(set, handle, 1);
    return true;
}

static void use(struct logic_scan *scan, uint32_t features) {
    scan->features |= features;
}

static void use_sort_list(struct logic_scan *scan, list sorts) {
    const struct list_table *lists = &scan->walk.table->lists;
    for (uint32_t i = 0; i < list_length(lists, sorts); i++)
        vec_push(&scan->sorts, list_items(lists, sorts)[i]);
}

/* The sorts of a datatype's fields belong to what the script uses. */
static void use_sort_decl(struct logic_scan *scan, uint32_t decl) {
    const struct term_table *table = scan->walk.table;
    const struct sort_decl *info = &table->sorts.decls.at[decl];
    switch ((enum sort_decl_kind)info->kind) {
    case DECL_UNINTERPRETED:
        use(scan, LOGIC_FREE_SORTS);
        break;
    case DECL_PARAMETER:
        use(scan, LOGIC_OTHER);
        break;
    case DECL_SYNONYM:
        vec_push(&scan->sorts, info->body);
        break;
    case DECL_DATATYPE:
        use(scan, LOGIC_DATATYPES);
        for (uint32_t i = 0; i < list_length(&table->lists, info->constructors); i++) {
            fun constructor = list_items(&table->lists, info->constructors)[i];
            use_sort_list(scan, fun_at(table, constructor)->params);
        }
        break;
    }
}

static bool has_bits_as_index(const struct sort_table *sorts, const struct sort_node *array) {
    return sort_kind(sorts, list_items(sorts->lists, array->args)[0]) == SORT_BITVEC;
}

/* Looks at the sorts that wait, and at those inside of them. */
static void use_waiting_sorts(struct logic_scan *scan) {
    static const uint32_t features[] = {
        [SORT_INT] = LOGIC_INTS,
        [SORT_REAL] = LOGIC_REALS,
        [SORT_STRING] = LOGIC_STRINGS,
        [SORT_REGLAN] = LOGIC_STRINGS,
        [SORT_ROUNDING_MODE] = LOGIC_FP,
        [SORT_BITVEC] = LOGIC_BV,
        [SORT_FLOAT] = LOGIC_FP,
        [SORT_FIELD] = LOGIC_FF,
        [SORT_ARRAY] = LOGIC_ARRAYS,
        [SORT_SEQ] = LOGIC_SEQ,
        [SORT_SET] = LOGIC_SETS,
        [SORT_BAG] = LOGIC_BAGS,
        [SORT_TUPLE] = LOGIC_OTHER,
        [SORT_MAP] = LOGIC_HO,
        [SORT_PARAM] = 0,
    };
    const struct sort_table *sorts = &scan->walk.table->sorts;
    while (scan->sorts.n > 0) {
        sort s = vec_pop(&scan->sorts);
        if (!add_new(&scan->sorts_seen, s))
            continue;
        const struct sort_node *node = sort_at(sorts, s);
        use(scan, features[node->kind]);
        if (node->kind == SORT_DECLARED)
            use_sort_decl(scan, node->indices[0]);
        if (node->kind == SORT_ARRAY && !has_bits_as_index(sorts, node))
            use(scan, LOGIC_ANY_INDEX);
        use_sort_list(scan, node->args);
    }
}

static void use_sort(struct logic_scan *scan, sort s) {
    vec_push(&scan->sorts, s);
    use_waiting_sorts(scan);
}

/* A function of the script: its rank, and its body, which the walk comes to later. */
static void use_fun(struct logic_scan *scan, fun f) {
    if (!add_new(&scan->funs_seen, f))
        return;
    const struct term_table *table = scan->walk.table;
    const struct fun *info = fun_at(table, f);
    use_sort_list(scan, info->params);
    use_sort(scan, info->result);
    switch ((enum fun_kind)info->kind) {
    case FUN_DECLARED:
        if (fun_arity(table, f) > 0)
            use(scan, LOGIC_FUNCTIONS);
        break;
    case FUN_RECURSIVE:
        use(scan, LOGIC_FUNCTIONS | LOGIC_QUANTIFIERS);
        break;
    case FUN_CONSTRUCTOR:
    case FUN_SELECTOR:
        use(scan, LOGIC_DATATYPES);
        return; /* their sort variables are those of the datatype */
    case FUN_DEFINED:
    case FUN_NAMED:
        break;
    }
    if (info->n_params_sorts > 0)
        use(scan, LOGIC_OTHER);
    if (info->body != 0)
        term_walk_add(&scan->walk, info->body);
}

static uint32_t facts_of(const struct logic_scan *scan, term t) {
    return term_map_get(&scan->facts, t);
}

static bool is_arithmetic(const struct term_table *table, term t) {
    return term_sort(table, t) == SORT_INT || term_sort(table, t) == SORT_REAL;
}

static uint32_t literal_facts(const struct term_table *table, const struct term_node *node) {
    if (node->op != OP_NUMERAL && node->op != OP_DECIMAL)
        return 0;
    const char *digit = symbol_at(&table->symbols, node->payload)->at;
    while (*digit == '0' || *digit == '.')
        digit++;
    return *digit == '\0' ? FACT_CONSTANT : FACT_CONSTANT | FACT_NONZERO;
}

static bool is_constant(const struct logic_scan *scan, term t) {
    return (facts_of(scan, t) & FACT_CONSTANT) != 0;
}

/* The facts of (/ c d) if it is a constant, else 0. */
static uint32_t ratio_facts(const struct logic_scan *scan, const term *args, uint32_t n) {
    if (n != 2)
        return 0;
    uint32_t above = facts_of(scan, args[0]), below = facts_of(scan, args[1]);
    if ((above & FACT_CONSTANT) == 0 || (below & FACT_NONZERO) == 0 ||
        ((above | below) & FACT_RATIO) != 0)
        return 0;
    return FACT_CONSTANT | FACT_RATIO | (above & FACT_NONZERO);
}

/* (+ x ... x), as QF_RDL has it: the x and how many; anything else stands for itself. */
static term repeated_term(const struct term_table *table, term t, uint32_t *times) {
    *times = 1;
    if (term_op(table, t) != OP_REAL_ADD)
        return t;
    const term *args = term_args(table, t);
    for (uint32_t i = 1; i < term_n_args(table, t); i++)
        if (args[i] != args[0])
            return t;
    *times = term_n_args(table, t);
    return args[0];
}

static uint32_t sum_facts(const struct logic_scan *scan, term t, bool is_difference) {
    const struct term_table *table = scan->walk.table;
    const term *args = term_args(table, t);
    uint32_t n = term_n_args(table, t);
    uint32_t open = 0, n_open = 0; /* the arguments that are no constants */
    for (uint32_t i = 0; i < n; i++)
        if (!is_constant(scan, args[i])) {
            open = i;
            n_open++;
        }
    if (n_open == 1 && (!is_difference || open == 0))
        return FACT_OPERATOR | FACT_OFFSET;
    if (is_difference && n == 2 && n_open == 2) {
        uint32_t times_x, times_y;
        term x = repeated_term(table, args[0], &times_x);
        term y = repeated_term(table, args[1], &times_y);
        if (times_x == times_y && ((facts_of(scan, x) | facts_of(scan, y)) & FACT_OPERATOR) == 0)
            return FACT_OPERATOR | FACT_DIFFERENCE;
    }
    return FACT_OPERATOR;
}

static bool divides_by_constants(const struct logic_scan *scan, const term *args, uint32_t n) {
    for (uint32_t i = 1; i < n; i++)
        if ((facts_of(scan, args[i]) & FACT_NONZERO) == 0)
            return false;
    return true;
}

/* Notes how far an arithmetic operator goes, and returns the facts about the term. */
static uint32_t visit_arithmetic(struct logic_scan *scan, term t, enum op op) {
    const term *args = term_args(scan->walk.table, t);
    uint32_t n = term_n_args(scan->walk.table, t);
    use(scan, LOGIC_ORDER);
    switch (op) {
    case OP_INT_LE:
    case OP_INT_LT:
    case OP_INT_GE:
    case OP_INT_GT:
    case OP_REAL_LE:
    case OP_REAL_LT:
    case OP_REAL_GE:
    case OP_REAL_GT:
        return 0;

    case OP_INT_ADD:
    case OP_REAL_ADD:
        return sum_facts(scan, t, false);
    case OP_INT_SUB:
    case OP_REAL_SUB:
        return sum_facts(scan, t, true);

    case OP_INT_NEG:
    case OP_REAL_NEG:
        if (is_constant(scan, args[0]) && (facts_of(scan, args[0]) & FACT_SIGNED) == 0)
            return facts_of(scan, args[0]) | FACT_SIGNED;
        break;
    case OP_TO_REAL:
        if (is_constant(scan, args[0]))
            return facts_of(scan, args[0]);
        break;

    case OP_INT_MUL:
    case OP_REAL_MUL: {
        uint32_t factors = 0;
        for (uint32_t i = 0; i < n; i++)
            factors += !is_constant(scan, args[i]);
        if (factors > 1)
            use(scan, LOGIC_NONLINEAR);
        break;
    }

    case OP_REAL_DIV:
        if (ratio_facts(scan, args, n) != 0)
            return ratio_facts(scan, args, n);
        /* fall through */
    case OP_INT_DIV:
    case OP_INT_MOD:
        if (!divides_by_constants(scan, args, n))
            use(scan, LOGIC_NONLINEAR);
        break;

    case OP_INT_POW:
        use(scan, LOGIC_NONLINEAR | LOGIC_EXPONENT);
        break;

    default: /* abs, divisible, to_int, is_int */
        break;
    }
    use(scan, LOGIC_LINEAR);
    return FACT_OPERATOR;
}

static uint32_t visit_theory(struct logic_scan *scan, term t, uint32_t op) {
    static const uint32_t features[THEORY_COUNT] = {
        [THEORY_CORE] = 0,
        [THEORY_ARRAYS] = LOGIC_ARRAYS,
        [THEORY_BV] = LOGIC_BV,
        [THEORY_FP] = LOGIC_FP,
        [THEORY_INTS] = LOGIC_INTS,
        [THEORY_REALS] = LOGIC_REALS,
        [THEORY_REALS_INTS] = LOGIC_INTS | LOGIC_REALS,
        [THEORY_STRINGS] = LOGIC_STRINGS,
        [THEORY_HO] = LOGIC_HO,
        [THEORY_SEQ] = LOGIC_SEQ,
        [THEORY_SETS] = LOGIC_SETS,
        [THEORY_BAGS] = LOGIC_BAGS,
        [THEORY_TUPLES] = LOGIC_OTHER,
        [THEORY_RELATIONS] = LOGIC_OTHER,
        [THEORY_TRANS] = LOGIC_TRANS,
        [THEORY_FF] = LOGIC_FF,
        [THEORY_SEP] = LOGIC_SEP,
        [THEORY_USER] = LOGIC_OTHER,
    };
    const struct op_info *info = op_info(scan->walk.table, op);
    bool is_standard_theory = info->theory < THEORY_SEQ;
    use(scan, features[info->theory]);
    if (is_standard_theory && info->origin == ORIGIN_EXT)
        use(scan, LOGIC_OTHER);
    else if (info->theory == THEORY_INTS || info->theory == THEORY_REALS ||
             info->theory == THEORY_REALS_INTS)
        return visit_arithmetic(scan, t, (enum op)op);
    else if (op == OP_ITE && is_arithmetic(scan->walk.table, t))
        use(scan, LOGIC_OFFSET);
    return 0;
}

/* A sum where the logics of differences do not have one, or only as an offset. */
static void judge_sum(struct logic_scan *scan, uint32_t facts) {
    if ((facts & FACT_OFFSET) != 0)
        use(scan, LOGIC_OFFSET);
    else if ((facts & FACT_OPERATOR) != 0)
        use(scan, LOGIC_LINEAR);
}

static bool is_comparison(enum op op) {
    return op == OP_EQ || op == OP_DISTINCT || (op >= OP_INT_LE && op <= OP_INT_GT) ||
           (op >= OP_REAL_LE && op <= OP_REAL_GT);
}

/*
 * What a term makes of its arguments. Sums are judged here, and literals: in an
 * argument of a float operator, they belong to the theory of floats.
 */
static void visit_args(struct logic_scan *scan, term t, uint32_t op, uint32_t facts) {
    const struct term_table *table = scan->walk.table;
    const term *args = term_args(table, t);
    uint32_t n = term_n_args(table, t);
    bool of_floats = op >= OP_FIRST_THEORY && op_info(table, op)->theory == THEORY_FP;
    for (uint32_t i = 0; i < n; i++) {
        enum op arg = term_op(table, args[i]);
        if (op_is_literal(arg) && !(of_floats && (arg == OP_BITS || arg == OP_DECIMAL)))
            use_sort(scan, term_sort(table, args[i]));
    }
    if ((facts & FACT_DIFFERENCE) != 0)
        return;
    if (n == 2 && is_comparison(op) && (facts_of(scan, args[0]) & FACT_DIFFERENCE) != 0 &&
        is_constant(scan, args[1])) {
        use(scan, LOGIC_DIFFERENCE);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        judge_sum(scan, facts_of(scan, args[i]));
}

/* The facts about a term whose head is no operator of a theory. */
static uint32_t visit_bone(struct logic_scan *scan, term t, const struct term_node *node) {
    const struct term_table *table = scan->walk.table;
    switch ((enum op)node->op) {
    case OP_APPLY:
        use_fun(scan, node->payload);
        if (node->n_args > 0 || !is_constant(scan, fun_at(table, node->payload)->body))
            return 0;
        /* not FACT_NONZERO: to cvc4, division by a defined constant is nonlinear */
        return FACT_CONSTANT | FACT_SIGNED | FACT_RATIO;
    case OP_ANNOTATED:
        return facts_of(scan, term_arg(table, t, 0));
    case OP_FORALL:
    case OP_EXISTS:
        use(scan, LOGIC_QUANTIFIERS);
        return 0;
    case OP_IS:
    case OP_CASE:
    case OP_MATCH:
        use(scan, LOGIC_DATATYPES);
        return 0;
    case OP_FUN_REF:
        use_fun(scan, node->payload);
        use(scan, LOGIC_HO);
        return 0;
    case OP_CALL:
        use(scan, LOGIC_HO);
        return 0;
    case OP_LAMBDA: /* an array to z3, a function to the standard */
        use(scan, sort_kind(&table->sorts, node->sort) == SORT_ARRAY ? LOGIC_OTHER : LOGIC_HO);
        return 0;
    case OP_MAP_ARRAY:
    case OP_AS_ARRAY:
    case OP_UPDATE:
    case OP_CHOICE:
        use(scan, LOGIC_OTHER);
        return 0;
    default: /* a variable */
        return 0;
    }
}

static void visit(struct logic_scan *scan, term t) {
    const struct term_table *table = scan->walk.table;
    const struct term_node *node = term_at(table, t);
    uint32_t facts;
    if (op_is_literal(node->op)) {
        facts = literal_facts(table, node);
        if (node->op == OP_ABSTRACT || node->op == OP_ALGEBRAIC)
            use(scan, LOGIC_OTHER);
    } else {
        uint32_t op = node->op;
        use_sort(scan, node->sort);
        if (op >= OP_FIRST_THEORY) {
            op = op_info(table, op)->canonical;
            facts = visit_theory(scan, t, op);
        } else {
            facts = visit_bone(scan, t, node);
        }
        visit_args(scan, t, op, facts);
    }
    if (facts != 0)
        term_map_set(&scan->facts, t, facts);
}

static void use_terms(struct logic_scan *scan, list terms) {
    const struct list_table *lists = &scan->walk.table->lists;
    for (uint32_t i = 0; i < list_length(lists, terms); i++)
        term_walk_add(&scan->walk, list_items(lists, terms)[i]);
}

/* A root stands in no term that would speak for it. */
static void judge_roots(struct logic_scan *scan) {
    for (size_t i = 0; i < scan->walk.roots.n; i++) {
        term root = scan->walk.roots.at[i];
        use_sort(scan, term_sort(scan->walk.table, root));
        judge_sum(scan, facts_of(scan, root));
    }
}

static void use_command(struct logic_scan *scan, const struct command *command) {
    const struct list_table *lists = &scan->walk.table->lists;
    switch ((enum command_kind)command->kind) {
    case COMMAND_ASSERT:
        term_walk_add(&scan->walk, command->body);
        return;
    case COMMAND_DECLARE_REL:
    case COMMAND_DECLARE_VAR:
        use(scan, LOGIC_OTHER);
        /* fall through */
    case COMMAND_DECLARE_CONST:
    case COMMAND_DECLARE_FUN:
    case COMMAND_DEFINE_CONST:
    case COMMAND_DEFINE_FUN:
    case COMMAND_DEFINE_FUN_REC:
        use_fun(scan, command->fun);
        return;
    case COMMAND_DEFINE_FUNS_REC:
        for (uint32_t i = 0; i < list_length(lists, command->items); i++)
            use_fun(scan, list_items(lists, command->items)[i]);
        return;
    case COMMAND_DECLARE_SORT:
    case COMMAND_DECLARE_SORT_PARAMETER:
    case COMMAND_DEFINE_SORT:
        use_sort_decl(scan, command->decl);
        use_waiting_sorts(scan);
        return;
    case COMMAND_DECLARE_CODATATYPE:
    case COMMAND_DECLARE_CODATATYPES:
        use(scan, LOGIC_OTHER);
        /* fall through */
    case COMMAND_DECLARE_DATATYPE:
    case COMMAND_DECLARE_DATATYPES:
        for (uint32_t i = 0; i < list_length(lists, command->items); i++)
            use_sort_decl(scan, list_items(lists, command->items)[i]);
        use_waiting_sorts(scan);
        return;
    case COMMAND_DECLARE_HEAP:
        use(scan, LOGIC_SEP);
        break;
    case COMMAND_RULE:
        use(scan, LOGIC_OTHER);
        break;
    case COMMAND_QUERY: /* its function is asked about, and no value */
        use(scan, LOGIC_OTHER);
        return;
    default:
        break;
    }
    switch (command_shape(command->kind)) {
    case SHAPE_TERM:
    case SHAPE_FORMULA:
        term_walk_add(&scan->walk, command->body);
        break;
    case SHAPE_TERMS:
    case SHAPE_LITERALS:
        use_terms(scan, command->items);
        break;
    case SHAPE_NAMED_TERM:
        term_walk_add(&scan->walk, command->body);
        if (command->text != 0) /* the grammar is kept as text: it may hold any term */
            use(scan, LOGIC_OTHER);
        break;
    case SHAPE_SORT:
    case SHAPE_SORT_PAIR:
        for (uint32_t i = 0; i < list_length(lists, command->items); i++)
            use_sort(scan, list_items(lists, command->items)[i]);
        break;
    default:
        break;
    }
}

struct logic logic_of_commands(struct logic_scan *scan, const struct term_table *table,
                               const struct command *commands, size_t n) {
    scan->features = 0;
    term_map_clear(&scan->facts);
    term_map_clear(&scan->sorts_seen);
    term_map_clear(&scan->funs_seen);
    term_walk_begin(&scan->walk, table);
    for (size_t i = 0; i < n; i++)
        use_command(scan, &commands[i]);
    for (term t; (t = term_walk_next(&scan->walk)) != 0;)
        visit(scan, t);
    judge_roots(scan);
    return (struct logic){scan->features};
}

struct logic logic_of_script(struct logic_scan *scan, const struct term_table *table,
                             const struct script *script) {
    return logic_of_commands(scan, table, script->commands.at, script->commands.n);
}

struct logic logic_of_command(struct logic_scan *scan, const struct term_table *table,
                              const struct command *command) {
    return logic_of_commands(scan, table, command, 1);
}

void logic_scan_release(struct logic_scan *scan) {
    term_walk_release(&scan->walk);
    term_map_release(&scan->facts);
    vec_free(&scan->sorts);
    term_map_release(&scan->sorts_seen);
    term_map_release(&scan->funs_seen);
}

const char *logic_infer(const struct term_table *table, const struct script *script) {
    struct logic_scan scan = {0};
    struct logic logic = logic_of_script(&scan, table, script);
    logic_scan_release(&scan);
    return logic_name(logic);
}
