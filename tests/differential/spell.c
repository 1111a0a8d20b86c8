#include "spell.h"

#include "base/die.h"
#include "lang/literal.h"

enum { SAMPLES = 2, PASSES = 5 };

/* ---- terms in the words of a solver ---- */

static bool knows_bone(enum solver solver, enum op op) {
    switch (op) {
    case OP_NUMERAL:
    case OP_DECIMAL:
    case OP_BITS:
    case OP_STRING:
    case OP_VAR:
        return true;
    case OP_LAMBDA:
        return solver == SOLVER_CVC5_HO || solver == SOLVER_Z3 || solver == SOLVER_Z3_NPM;
    case OP_FIELD: /* younger than all of them */
    default:
        return false;
    }
}

/*
 * How to spell: as the solver is known to call things, and `probed` as
 * `candidate`. Terms are small, so recursion is fine.
 */
struct speller {
    const struct spelling *spelling;
    struct term_table *table;
    enum solver solver;
    uint32_t probed, candidate; /* 0 if it is about no operator */
};

static uint32_t spelled_op(const struct speller *s, uint32_t op) {
    if (op < OP_FIRST_THEORY)
        return knows_bone(s->solver, (enum op)op) ? op : 0;
    uint32_t canonical = op_row((enum op)op)->canonical;
    return canonical == s->probed ? s->candidate : s->spelling->as[s->solver][canonical];
}

static bool is_cvc(enum solver solver) {
    return solver != SOLVER_Z3 && solver != SOLVER_Z3_NPM;
}

static bool is_value(const struct term_table *table, enum solver solver, term t) {
    enum op op = term_op(table, t);
    if (op == OP_INT_NEG && solver != SOLVER_CVC4)
        op = term_op(table, term_arg(table, t, 0));
    return op_is_literal(op) || op == OP_TRUE || op == OP_FALSE;
}

/* The character of a literal of length one; UINT32_MAX if it is none. */
static uint32_t single_character(const struct term_table *table, term t) {
    u32_vec code_points = {0};
    uint32_t c = UINT32_MAX;
    if (term_op(table, t) == OP_STRING) {
        const struct symbol_entry *text = symbol_at(&table->symbols, term_at(table, t)->payload);
        literal_code_points(text->at, text->n, &code_points);
        if (code_points.n == 1)
            c = code_points.at[0];
    }
    vec_free(&code_points);
    return c;
}

/* cvc wants characters, and cvc4 in their order. */
static bool is_plain_range(const struct speller *s, term t) {
    uint32_t from = single_character(s->table, term_arg(s->table, t, 0));
    uint32_t to = single_character(s->table, term_arg(s->table, t, 1));
    return from != UINT32_MAX && to != UINT32_MAX && (s->solver != SOLVER_CVC4 || from <= to);
}

/* The sort of the empty tuple has had a name only since cvc5 1.1. */
static bool has_unit(const struct sort_table *sorts, sort s) {
    enum sort_kind kind = sort_kind(sorts, s);
    if (kind < SORT_ARRAY || kind > SORT_MAP)
        return false;
    uint32_t n = sort_n_args(sorts, s);
    bool found = kind == SORT_TUPLE && n == 0;
    for (uint32_t i = 0; i < n && !found; i++)
        found = has_unit(sorts, sort_arg(sorts, s, i));
    return found;
}

/* A literal that is a whole number, below a thousand: cvc has no other exponents. */
static bool is_plain_exponent(const struct term_table *table, term t) {
    if (term_op(table, t) != OP_NUMERAL && term_op(table, t) != OP_DECIMAL)
        return false;
    const struct symbol_entry *text = symbol_at(&table->symbols, term_at(table, t)->payload);
    const char *dot = strchr(text->at, '.');
    size_t n = dot != NULL ? (size_t)(dot - text->at) : text->n;
    return n <= 3 && (dot == NULL || strcmp(dot, ".0") == 0);
}

/* Does it know the operator, but not in this place? cvc ends with an error, which takes time. */
static bool refuses(const struct speller *s, term t) {
    const struct term_table *table = s->table;
    const struct sort_table *sorts = &table->sorts;
    sort of = term_sort(table, t);
    if (is_cvc(s->solver) && has_unit(sorts, of))
        return true;
    /* cvc4 takes sets of Real for sets of Int now and then. */
    if (s->solver == SOLVER_CVC4 && sort_kind(sorts, of) == SORT_SET &&
        sort_arg(sorts, of, 0) == SORT_REAL)
        return true;
    switch (term_op(table, t)) {
    case OP_SET_UNION:
    case OP_SET_INTER:
    case OP_SET_MINUS:
        return s->solver == SOLVER_CVC4 && term_n_args(table, t) > 2;
    case OP_STR_LT: /* chainable by the standard only */
    case OP_STR_LE:
        return term_n_args(table, t) > 2;
    case OP_ARRAY_CONST:
        return is_cvc(s->solver) && !is_value(table, s->solver, term_arg(table, t, 0));
    case OP_INT_CARET:
    case OP_REAL_CARET:
        return is_cvc(s->solver) && !is_plain_exponent(table, term_arg(table, t, 1));
    case OP_RE_RANGE:
        return is_cvc(s->solver) && !is_plain_range(s, t);
    case OP_FP: /* s = 2 */
        return is_cvc(s->solver) &&
               sort_at(sorts, term_sort(table, term_arg(table, t, 2)))->indices[0] == 1;
    default:
        return false;
    }
}

static term spell(const struct speller *s, term t) {
    const struct term_node node = *term_at(s->table, t);
    uint32_t op = spelled_op(s, node.op);
    if (op == 0 || refuses(s, t))
        return 0;
    term few[8], *args = node.n_args <= 8 ? few : mem_alloc(node.n_args * sizeof *args);
    bool good = true;
    for (uint32_t i = 0; i < node.n_args && good; i++) {
        args[i] = spell(s, term_arg(s->table, t, i));
        good = args[i] != 0;
    }
    term made = good ? term_make(s->table, op, node.payload, node.sort, args, node.n_args) : 0;
    if (args != few)
        mem_free(args);
    return made;
}

term spelling_apply(const struct spelling *spelling, struct term_table *table, enum solver solver,
                    term t) {
    struct speller s = {spelling, table, solver, 0, 0};
    return spell(&s, t);
}

bool term_has_functions(const struct term_table *table, term t) {
    if (term_op(table, t) == OP_LAMBDA || term_op(table, t) == OP_HO_APPLY)
        return true;
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        if (term_has_functions(table, term_arg(table, t, i)))
            return true;
    return false;
}

/* ---- finding out ---- */

struct probe {
    struct spelling *spelling;
    struct asker *asker;
    struct drawer *d;
    struct printer *printer;
    bool never[SOLVER_COUNT][OP_COUNT]; /* it says that it has no such name */
};

/*
 *  cvc: Symbol 'f' not declared ..., Symbol f is not declared, Unknown indexed function `f'
 *  z3:  unknown constant f (Int Int)
 */
static bool says_unknown(const char *error, const char *name) {
    const char *at = strstr(error, name);
    if (strstr(error, "not declared") == NULL && strstr(error, "nknown") == NULL)
        return false;
    for (; at != NULL; at = strstr(at + 1, name))
        if (at > error && strchr("'` ", at[-1]) != NULL && strchr("' ", at[strlen(name)]) != NULL)
            return true;
    return false;
}

static void answered(void *context, enum solver solver, const struct question *question,
                     enum answer answer) {
    struct probe *probe = context;
    uint16_t *as = &probe->spelling->as[solver][question->tag >> 16];
    uint16_t candidate = (uint16_t)question->tag;
    if (answer == ANSWER_AGREES && (*as == 0 || candidate < *as))
        *as = candidate;
    if (answer == ANSWER_REFUSED &&
        says_unknown(probe->asker->error, op_row((enum op)candidate)->symbol))
        probe->never[solver][candidate] = true;
}

static bool worth(void *context, enum solver solver, const struct question *question) {
    (void)context, (void)solver, (void)question;
    return true;
}

static const struct {
    enum solver solver;
    uint16_t op;
} cannots[] = {
#define CANNOT(solver, id, why) {SOLVER_##solver, OP_##id},
#define KNOWN(solver, id, term, value, why)
#define RARELY(solver, id, term, value, why)
#define NO_VALUE(id, why)
#define NO_MEANING(id, why)
#include "known.def"
#undef CANNOT
#undef KNOWN
#undef RARELY
#undef NO_VALUE
#undef NO_MEANING
};

static bool may_know(const struct probe *probe, enum solver solver, uint32_t op) {
    for (size_t i = 0; i < sizeof cannots / sizeof *cannots; i++)
        if (cannots[i].op == op && solver_bit(cannots[i].solver) == solver_bit(solver))
            return false;
    /* Debian builds cvc4 without floats: it takes them, and makes nothing of them. */
    return probe->asker->solvers[solver].there &&
           !(solver == SOLVER_CVC4 && op_row((enum op)op)->theory == THEORY_FP);
}

static void ask_for(struct probe *probe, uint32_t canonical, uint32_t candidate, term t) {
    struct term_table *table = probe->d->table;
    term value = draw_value(probe->d, term_sort(table, t)); /* the sort must be the same, too */
    bool functions = term_has_functions(table, t);
    for (int s = 0; s < SOLVER_COUNT; s++) {
        struct speller speller = {probe->spelling, table, (enum solver)s, canonical, candidate};
        struct strbuf text = {0}, other = {0};
        if (!may_know(probe, (enum solver)s, canonical) || probe->spelling->as[s][canonical] != 0 ||
            probe->never[s][candidate] || (s == SOLVER_CVC5 && functions) ||
            (s == SOLVER_CVC5_HO && !functions))
            continue;
        term spelled = spell(&speller, t);
        if (spelled == 0)
            continue;
        printer_add_term(probe->printer, spelled, &text);
        term same_sort = spell(&speller, value);
        printer_add_term(probe->printer, same_sort != 0 ? same_sort : spelled, &other);
        asker_add(probe->asker, (enum solver)s, (uint64_t)canonical << 16 | candidate,
                  strbuf_text(&text), strbuf_text(&other));
        strbuf_free(&text);
        strbuf_free(&other);
    }
}

/* Values have operators in them, too, which must be known before: so there are several passes. */
static void probe_pass(struct probe *probe) {
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
        uint32_t canonical = op_row((enum op)op)->canonical;
        for (int i = 0; i < SAMPLES; i++) {
            term t = draw_application(probe->d, canonical, 0);
            if (t != 0)
                ask_for(probe, canonical, op, t);
        }
    }
    asker_run(probe->asker);
    /* What it knows without functions, it knows with them. */
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
        uint16_t *with = &probe->spelling->as[SOLVER_CVC5_HO][op];
        *with = *with != 0 ? *with : probe->spelling->as[SOLVER_CVC5][op];
    }
}

void spelling_probe(struct spelling *spelling, struct asker *asker, struct drawer *d) {
    struct probe *probe = mem_alloc_zero(sizeof *probe);
    *probe = (struct probe){spelling, asker, d, printer_new(d->table), {{0}}};
    struct asker saved = *asker;
    asker->acceptance_only = true;
    asker->answered = answered;
    asker->worth = worth;
    asker->context = probe;
    memset(spelling, 0, sizeof *spelling);
    for (int pass = 0; pass < PASSES; pass++)
        probe_pass(probe);
    asker->acceptance_only = false;
    asker->answered = saved.answered;
    asker->worth = saved.worth;
    asker->context = saved.context;
    printer_free(probe->printer);
    mem_free(probe);
}
