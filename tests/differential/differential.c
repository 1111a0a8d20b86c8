/*
 * differential [-s SEED] [-n COUNT] [-m PERCENT] [-t SECONDS] [-j JOBS] [-d FOLDER] [-z FOLDER]
 *              [-o SOLVER]... [-v] [OPERATOR or THEORY]...
 *
 * Our evaluator against real solvers. For each operator of ops.def (or those
 * named) COUNT random ground applications that have a value, in words that each
 * solver knows: is it this value? An operator is checked if for COUNT of them
 * at least one solver agrees, with the application or with its second
 * definition (definitions.def), and none disagrees, apart from known.def.
 *
 *   -s  other applications for another number (1)
 *   -n  applications for each operator (2000)
 *   -t  when all have been checked, goes on until so many seconds have passed (0)
 *   -o  asks only this solver (z3, cvc5, cvc4 or z3-npm); may be given more than once
 *   -j  solvers that run at the same time (1)
 *   -d  where the files for solvers go (TMPDIR)
 *   -v  a line for each operator
 *
 * The last line counts operators: N passed, M failed, K skipped. Skipped are
 * those that only a solver knows that is not there. z3-solver of npm takes part
 * in the folder that -z names, run by data/node/z3-npm.js.
 */
#include <getopt.h>
#include <time.h>
#include <unistd.h>

#include "ask.h"
#include "base/die.h"
#include "define.h"
#include "draw.h"
#include "eval/eval.h"
#include "eval/meaning.h"
#include "spell.h"

enum { ROUNDS_MAX = 6, WAITING_MAX = 40000, SHAPES = 1 << 16, GIVE_UP = 6 };

/* ---- known.def ---- */

static const struct known {
    enum solver solver;
    uint16_t op;
    bool is_rare;
    const char *term, *value, *why;
} knowns[] = {
#define KNOWN(solver, id, term, value, why) {SOLVER_##solver, OP_##id, false, term, value, why},
#define RARELY(solver, id, term, value, why) {SOLVER_##solver, OP_##id, true, term, value, why},
#define CANNOT(solver, id, why)
#define NO_VALUE(id, why)
#define NO_MEANING(id, why)
#include "known.def"
#undef KNOWN
#undef RARELY
#undef CANNOT
#undef NO_VALUE
#undef NO_MEANING
};
enum { N_KNOWNS = sizeof knowns / sizeof *knowns };

enum exemption { EXEMPT_NOT, EXEMPT_NO_VALUE, EXEMPT_NO_MEANING };
static const struct {
    uint16_t op;
    enum exemption exemption;
} exemptions[] = {
#define KNOWN(solver, id, term, value, why)
#define RARELY(solver, id, term, value, why)
#define CANNOT(solver, id, why)
#define NO_VALUE(id, why) {OP_##id, EXEMPT_NO_VALUE},
#define NO_MEANING(id, why) {OP_##id, EXEMPT_NO_MEANING},
#include "known.def"
#undef KNOWN
#undef RARELY
#undef CANNOT
#undef NO_VALUE
#undef NO_MEANING
};

static enum exemption exemption_of(uint32_t op) {
    for (size_t i = 0; i < sizeof exemptions / sizeof *exemptions; i++)
        if (exemptions[i].op == op)
            return exemptions[i].exemption;
    return EXEMPT_NOT;
}

/* ---- state ---- */

/* An application that solvers are asked about. */
struct one {
    uint16_t op;
    uint8_t agreed, differed, by_definition; /* bits of solvers */
    uint16_t shape;
    uint64_t known; /* rows of known.def that may be about it */
};

struct difference {
    uint32_t one;
    enum solver solver;
    bool by_definition;
    char *left, *right;
};

struct tally {
    uint32_t drawn, definite, open, limit, unsupported, unwritten;
    uint32_t checked;
    uint32_t agreed[SOLVER_COUNT], unanswered[SOLVER_COUNT], defined;
};

/* Applications of one shape that a solver never answers are not asked for ever. */
struct shape {
    uint32_t answered, failed;
};

struct differential {
    uint64_t seed;
    uint32_t percent; /* of the count, that solvers must have found time to confirm */
    uint32_t count;
    double seconds;
    bool verbose;
    bool *selected; /* by operator */

    struct term_table *table;
    struct parser *parser;
    struct drawer drawer;
    struct asker asker;
    struct spelling spelling;
    bool has_meaning[OP_COUNT];
    struct tally tallies[OP_COUNT];
    struct shape (*shapes)[SHAPES]; /* by solver */
    VEC(struct one) ones;
    VEC(struct difference) differences;
    uint32_t n_failed_rows[OP_COUNT];
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- answers ---- */

static void answered(void *context, enum solver solver, const struct question *question,
                     enum answer answer) {
    struct differential *h = context;
    uint32_t i = (uint32_t)(question->tag >> 1);
    bool by_definition = question->tag & 1;
    struct one *one = &h->ones.at[i];
    struct tally *tally = &h->tallies[one->op];
    struct shape *shape = &h->shapes[solver][one->shape];
    if (answer == ANSWER_AGREES) {
        if (one->agreed == 0 && one->by_definition == 0)
            tally->checked++;
        if (by_definition) {
            tally->defined += one->by_definition == 0;
            one->by_definition |= (uint8_t)solver_bit(solver);
        } else {
            tally->agreed[solver]++;
            one->agreed |= (uint8_t)solver_bit(solver);
        }
        shape->answered++;
    } else if (answer == ANSWER_DIFFERS) {
        struct difference difference = {i, solver, by_definition,
                                        mem_copy_text(question->left, strlen(question->left)),
                                        mem_copy_text(question->right, strlen(question->right))};
        one->differed |= (uint8_t)solver_bit(solver);
        vec_push(&h->differences, difference);
        shape->answered++;
    } else {
        tally->unanswered[solver]++;
        shape->failed++;
        if (h->verbose && tally->unanswered[solver] <= 2)
            printf("note: %s, %s: %s: %s%s\n", op_row(one->op)->name, solver_name(solver),
                   answer == ANSWER_UNKNOWN   ? "unknown"
                   : answer == ANSWER_REFUSED ? "refused"
                                              : "died",
                   question->left, answer == ANSWER_REFUSED ? h->asker.error : "");
    }
}

static bool is_hopeless(const struct shape *shape) {
    return shape->failed >= GIVE_UP && shape->failed > 20 * shape->answered;
}

static bool worth(void *context, enum solver solver, const struct question *question) {
    const struct differential *h = context;
    return !is_hopeless(&h->shapes[solver][h->ones.at[question->tag >> 1].shape]);
}

/* ---- questions ---- */

static uint32_t mix_sort(const struct sort_table *sorts, sort s, uint32_t hash) {
    hash = hash * 31 + sort_kind(sorts, s);
    if (sort_kind(sorts, s) < SORT_ARRAY)
        return hash;
    for (uint32_t i = 0; i < sort_n_args(sorts, s); i++)
        hash = mix_sort(sorts, sort_arg(sorts, s, i), hash);
    return hash;
}

static uint16_t shape_of(const struct term_table *table, uint32_t op, term t) {
    uint32_t hash = op * 7919 + term_op(table, t), n = term_n_args(table, t);
    hash = mix_sort(&table->sorts, term_sort(table, t), hash * 31 + n);
    for (uint32_t i = 0; i < n; i++)
        hash = mix_sort(&table->sorts, term_sort(table, term_arg(table, t, i)), hash);
    return (uint16_t)(hash * 2654435761u >> 16);
}

static uint64_t knowns_of(const struct term_table *table, term t) {
    uint64_t found = 0;
    for (size_t i = 0; i < N_KNOWNS; i++)
        if (term_op(table, t) == knowns[i].op)
            found |= UINT64_C(1) << i;
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        found |= knowns_of(table, term_arg(table, t, i));
    return found;
}

/* Is it a row of known.def that the solver is wrong about some operator in it, not the one asked for? */
static bool is_spoilt(uint64_t known, uint32_t op, enum solver solver) {
    for (size_t i = 0; i < N_KNOWNS; i++)
        if ((known >> i & 1) != 0 && !knowns[i].is_rare && knowns[i].op != op &&
            solver_bit(knowns[i].solver) == solver_bit(solver))
            return true;
    return false;
}

/* Asks all solvers that know the words. */
static void ask(struct differential *h, struct printer *printer, uint32_t one, bool by_definition,
                term left, term right) {
    bool functions = term_has_functions(h->table, left) || term_has_functions(h->table, right);
    uint64_t known = knowns_of(h->table, left);
    for (int s = 0; s < SOLVER_COUNT; s++) {
        struct strbuf l = {0}, r = {0};
        if (!h->asker.solvers[s].there || (s == SOLVER_CVC5 && functions) ||
            (s == SOLVER_CVC5_HO && !functions) ||
            is_spoilt(known, h->ones.at[one].op, (enum solver)s) ||
            is_hopeless(&h->shapes[s][h->ones.at[one].shape]))
            continue;
        term spelled_left = spelling_apply(&h->spelling, h->table, (enum solver)s, left);
        term spelled_right = spelling_apply(&h->spelling, h->table, (enum solver)s, right);
        if (spelled_left == 0 || spelled_right == 0)
            continue;
        printer_add_term(printer, spelled_left, &l);
        printer_add_term(printer, spelled_right, &r);
        asker_add(&h->asker, (enum solver)s, (uint64_t)one << 1 | by_definition, strbuf_text(&l),
                  strbuf_text(&r));
        strbuf_free(&l);
        strbuf_free(&r);
    }
}

/* An operator without arguments is the same thing always: it stands in something. */
static term draw_one(struct differential *h, uint32_t op) {
    term t = draw_application(&h->drawer, op, 1);
    if (t == 0)
        return 0;
    if (term_n_args(h->table, t) == 0 && draw_below(&h->drawer, 8) != 0)
        t = draw_context(&h->drawer, t);
    return draw_observation(&h->drawer, t);
}

/* Nobody wants to read values of more than some thousand words. */
static void limit_evaluator(struct eval *eval) {
    struct eval_limits limits = eval_default_limits;
    limits.steps = 300000;
    limits.words = eval_values(eval)->n_words + 4096;
    eval_set_limits(eval, &limits);
}

static bool take_one(struct differential *h, struct definer *definer, uint32_t op) {
    struct tally *tally = &h->tallies[op];
    term t = draw_one(h, op);
    if (t == 0)
        return false;
    limit_evaluator(definer->eval);
    value v = eval_term(definer->eval, t);
    tally->drawn++;
    switch (eval_result(definer->eval, v)) {
    case EVAL_VALUE:
        break;
    case EVAL_NEEDS_CHOICE:
        tally->open++;
        return false;
    case EVAL_LIMIT:
        tally->limit++;
        return false;
    default:
        tally->unsupported++;
        return false;
    }
    term value_term = eval_value_term(definer->eval, v, term_sort(h->table, t)), left, right;
    if (value_term == 0) {
        tally->unwritten++;
        return false;
    }
    tally->definite++;
    uint32_t i = (uint32_t)h->ones.n;
    struct one one = {
        .op = (uint16_t)op, .shape = shape_of(h->table, op, t), .known = knowns_of(h->table, t)};
    vec_push(&h->ones, one);
    ask(h, definer->printer, i, false, t, value_term);
    if (term_op(h->table, t) == op && define(definer, t, value_term, &left, &right))
        ask(h, definer->printer, i, true, left, right);
    return true;
}

static void draw_for(struct differential *h, uint32_t op, uint32_t wanted, uint64_t round) {
    struct term_mark mark = term_table_mark(h->table);
    struct definer definer = {&h->drawer, printer_new(h->table), eval_new(h->table)};
    rng_init(&h->drawer.rng, h->seed, op, round, 0);
    uint64_t tries = (uint64_t)wanted * 10 + 200;
    for (uint32_t n = 0; n < wanted && tries > 0; tries--)
        n += take_one(h, &definer, op);
    printer_free(definer.printer);
    eval_free(definer.eval);
    term_table_rewind(h->table, mark);
    if (asker_waiting(&h->asker) > WAITING_MAX)
        asker_run(&h->asker);
}

/* ---- what is to be checked ---- */

static void find_meanings(struct differential *h) {
    const struct meaning *const theories[] = {
        theory_arrays, theory_bags, theory_bv,      theory_core,      theory_ff,
        theory_fp,     theory_ints, theory_reals,   theory_relations, theory_sep,
        theory_seq,    theory_sets, theory_strings, theory_trans,     theory_tuples};
    for (size_t i = 0; i < sizeof theories / sizeof *theories; i++)
        for (const struct meaning *row = theories[i]; row->op != 0; row++)
            h->has_meaning[row->op] = row->apply != NULL;
}

static bool is_wanted(const struct differential *h, uint32_t op) {
    return h->selected[op] && h->has_meaning[op] && exemption_of(op) == EXEMPT_NOT;
}

/* Transcendental functions have a value at one point, so a few applications are all. */
static uint32_t count_for(const struct differential *h, uint32_t op) {
    bool few = op_row(op)->theory == THEORY_TRANS && op != OP_SQRT;
    return few && h->count > 20 ? 20 : h->count;
}

/* Until each has its number, or no round brings more. */
static void check_all(struct differential *h) {
    static uint32_t before[OP_COUNT];
    for (int round = 0; round < ROUNDS_MAX; round++) {
        bool more = false;
        for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
            uint32_t checked = h->tallies[op].checked;
            if (op_row(op)->canonical != op || !is_wanted(h, op) || checked >= count_for(h, op))
                continue;
            if (round > 0 && checked <= before[op])
                continue;
            uint32_t missing = count_for(h, op) - checked;
            before[op] = checked;
            draw_for(h, op, missing + missing / 20 + (round > 0 ? missing / 2 + 8 : 0),
                     (uint64_t)round);
            more = true;
        }
        asker_run(&h->asker);
        if (!more)
            break;
    }
}

static void go_on(struct differential *h, double until) {
    for (uint64_t round = ROUNDS_MAX; now() < until; round++) {
        for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT && now() < until; op++)
            if (op_row(op)->canonical == op && is_wanted(h, op))
                draw_for(h, op, 200, round);
        asker_run(&h->asker);
    }
}

/* ---- is known.def still true? ---- */

static void known_answered(void *context, enum solver solver, const struct question *question,
                           enum answer answer) {
    (void)context;
    if (answer != ANSWER_DIFFERS)
        printf("note: known.def: %s does not say otherwise to %s\n", solver_name(solver),
               question->left);
}

/* Other versions of a solver may have other bugs: that is no failure. */
static void check_known(struct differential *h) {
    h->asker.answered = known_answered;
    uint32_t size = h->asker.group_size;
    h->asker.group_size = 1;
    for (size_t i = 0; i < N_KNOWNS; i++)
        if (h->asker.solvers[knowns[i].solver].there)
            asker_add(&h->asker, knowns[i].solver, i, knowns[i].term, knowns[i].value);
    asker_run(&h->asker);
    h->asker.group_size = size;
    h->asker.answered = answered;
}

/* ---- judgement ---- */

/* Is it a row of known.def that this solver is wrong here, and does somebody agree with us? */
static bool is_known(const struct differential *h, const struct difference *d) {
    const struct one *one = &h->ones.at[d->one];
    unsigned others = one->agreed & ~solver_bit(d->solver);
    for (size_t i = 0; i < N_KNOWNS; i++)
        if ((one->known >> i & 1) != 0 && solver_bit(knowns[i].solver) == solver_bit(d->solver))
            return others != 0 || (one->by_definition != 0 && !d->by_definition);
    return false;
}

static void report_differences(struct differential *h) {
    uint32_t n_known = 0;
    for (size_t i = 0; i < h->differences.n; i++) {
        struct difference *d = &h->differences.at[i];
        const struct one *one = &h->ones.at[d->one];
        if (is_known(h, d)) {
            n_known++;
            continue;
        }
        if (h->n_failed_rows[one->op]++ >= (h->verbose ? 20 : 5))
            continue;
        struct strbuf theirs = {0};
        asker_value(&h->asker, d->solver, d->left, &theirs);
        printf("FAIL %s: %s%s\n    ours   %s\n    %-6s %s\n", op_row(one->op)->name,
               d->by_definition ? "by definition " : "", d->left, d->right, solver_name(d->solver),
               strbuf_text(&theirs));
        for (int s = 0; s < SOLVER_COUNT; s++)
            if (s != SOLVER_CVC5_HO && ((one->agreed | one->by_definition) & solver_bit(s)) != 0)
                printf("    %s agrees with us%s\n", solver_name(s),
                       (one->agreed & solver_bit(s)) != 0 ? "" : ", by the definition");
        strbuf_free(&theirs);
    }
    if (n_known > 0)
        printf("note: %u times a solver was wrong as known.def says\n", n_known);
}

static void print_tally(const struct differential *h, uint32_t op) {
    const struct tally *t = &h->tallies[op];
    printf("%-20s %5u checked of %5u, open %u, limit %u, unsupported %u, unwritten %u; agreed:",
           op_row(op)->name, t->checked, t->definite, t->open, t->limit, t->unsupported,
           t->unwritten);
    for (int s = 0; s < SOLVER_COUNT; s++)
        if (t->agreed[s] + t->unanswered[s] > 0)
            printf(" %s %u/%u", solver_name(s), t->agreed[s], t->agreed[s] + t->unanswered[s]);
    printf(" definition %u\n", t->defined);
}

/* Returns the number of operators that failed. */
static int report(struct differential *h) {
    int passed = 0, failed = 0, skipped = 0;
    bool all_there = true;
    for (int s = 0; s < SOLVER_COUNT; s++)
        if (!h->asker.solvers[s].there && s != SOLVER_CVC5_HO) {
            printf("skip: %s is not %s\n", solver_name((enum solver)s),
                   h->asker.only != 0 && (h->asker.only & solver_bit((enum solver)s)) == 0
                       ? "asked"
                       : "there");
            all_there = all_there && s == SOLVER_Z3_NPM;
        }
    report_differences(h);
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
        const struct tally *t = &h->tallies[op];
        bool has_meaning = h->has_meaning[op];
        if (op_row(op)->canonical != op || !h->selected[op])
            continue;
        if (h->verbose && is_wanted(h, op))
            print_tally(h, op);
        if (has_meaning != (exemption_of(op) != EXEMPT_NO_MEANING)) {
            printf("FAIL %s: %s meaning, and known.def says otherwise\n", op_row(op)->name,
                   has_meaning ? "has a" : "has no");
            failed++;
        } else if (h->n_failed_rows[op] > 0)
            failed++;
        else if (exemption_of(op) != EXEMPT_NOT ||
                 t->checked >= (uint64_t)count_for(h, op) * h->percent / 100)
            passed++;
        else if (!all_there) {
            printf("skip: %s: nobody is there to check more than %u applications\n",
                   op_row(op)->name, t->checked);
            skipped++;
        } else {
            printf("FAIL %s: only %u of %u applications checked\n", op_row(op)->name, t->checked,
                   count_for(h, op));
            failed++;
        }
    }
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed;
}

/* ---- options ---- */

static _Noreturn void usage(void) {
    fprintf(
        stderr,
        "usage: differential [-s SEED] [-n COUNT] [-m PERCENT] [-t SECONDS] [-j JOBS] [-d FOLDER] "
        "[-z FOLDER] [-o SOLVER]... [-v] [OPERATOR or THEORY]...\n");
    exit(2);
}

static void select_operators(struct differential *h, int n, char **names) {
    h->selected = mem_alloc_zero(OP_COUNT * sizeof *h->selected);
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++)
        h->selected[op] = n == 0;
    for (int i = 0; i < n; i++) {
        bool found = false;
        for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
            const struct op_row *row = op_row(op);
            if (strcmp(row->name, names[i]) == 0 || strcmp(row->symbol, names[i]) == 0 ||
                strcmp(theory_name(row->theory), names[i]) == 0)
                found = h->selected[op] = true;
        }
        if (!found)
            die(EXIT_USAGE, "no operator and no theory is called %s", names[i]);
    }
}

static unsigned solver_called(const char *name) {
    for (int s = 0; s < SOLVER_COUNT; s++)
        if (strcmp(solver_name((enum solver)s), name) == 0)
            return solver_bit((enum solver)s);
    die(EXIT_USAGE, "no solver is called %s", name);
}

static void read_options(struct differential *h, int argc, char **argv) {
    *h = (struct differential){.seed = 1, .count = 2000, .percent = 100};
    h->asker.n_parallel = 1;
    h->asker.group_size = 64;
    h->asker.folder = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    for (int option; (option = getopt(argc, argv, "s:n:m:t:j:d:z:o:v")) != -1;)
        switch (option) {
        case 's':
            h->seed = strtoull(optarg, NULL, 10);
            break;
        case 'n':
            h->count = (uint32_t)strtoul(optarg, NULL, 10);
            break;
        case 'm':
            h->percent = (uint32_t)strtoul(optarg, NULL, 10);
            break;
        case 't':
            h->seconds = strtod(optarg, NULL);
            break;
        case 'j':
            h->asker.n_parallel = (uint32_t)strtoul(optarg, NULL, 10);
            break;
        case 'd':
            h->asker.folder = optarg;
            break;
        case 'z':
            h->asker.z3_npm = optarg;
            break;
        case 'o':
            h->asker.only |= solver_called(optarg);
            break;
        case 'v':
            h->verbose = true;
            break;
        default:
            usage();
        }
    if (h->count == 0 || h->asker.n_parallel == 0)
        usage();
    select_operators(h, argc - optind, argv + optind);
}

static void release(struct differential *h) {
    for (size_t i = 0; i < h->differences.n; i++) {
        mem_free(h->differences.at[i].left);
        mem_free(h->differences.at[i].right);
    }
    vec_free(&h->differences);
    vec_free(&h->ones);
    asker_release(&h->asker);
    drawer_release(&h->drawer);
    parser_free(h->parser);
    term_table_free(h->table);
    mem_free(h->selected);
    mem_free(h->shapes);
    mem_free(h);
}

int main(int argc, char **argv) {
    struct differential *h = mem_alloc_zero(sizeof *h);
    double start = now();
    read_options(h, argc, argv);
    h->table = term_table_new();
    h->parser = parser_new(h->table);
    h->shapes = mem_alloc_zero(SOLVER_COUNT * sizeof *h->shapes);
    drawer_init(&h->drawer, h->table, h->parser);
    find_meanings(h);
    asker_init(&h->asker);
    h->asker.answered = answered;
    h->asker.worth = worth;
    h->asker.context = h;
    spelling_probe(&h->spelling, &h->asker, &h->drawer);
    if (h->verbose)
        printf("note: solvers know their words after %.1f s\n", now() - start);
    check_known(h);
    check_all(h);
    go_on(h, start + h->seconds);
    if (h->verbose)
        for (int s = 0; s < SOLVER_COUNT; s++)
            printf("note: %s: %.1f s, %u starts\n", solver_name((enum solver)s),
                   h->asker.solvers[s].seconds, h->asker.solvers[s].n_starts);
    fflush(stdout);
    bool good = report(h) == 0;
    release(h);
    return good ? 0 : 1;
}
