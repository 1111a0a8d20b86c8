/*
 * Reading what solvers print. As a program with two files,
 *
 *     test_model SCRIPT ANSWER
 *
 * it prints how the answer of a solver to the script is read, as
 * tests/suites/models.sh wants to know it: the last get-model, get-value or
 * get-unsat-core of the script says what the answer is, behind a first line
 * with sat or unsat.
 */
#include "testing.h"

#include "base/file.h"
#include "lang/diagnostic.h"
#include "lang/model.h"

/* A script that was read, and its parser. */
struct context {
    struct term_table *table;
    struct parser *parser;
    struct printer *printer;
    struct script script;
    struct parse_error error;
};

static struct context context_new(void) {
    struct term_table *table = term_table_new();
    return (struct context){
        .table = table, .parser = parser_new(table), .printer = printer_new(table)};
}

static void context_free(struct context *c) {
    script_release(&c->script);
    parse_error_release(&c->error);
    printer_free(c->printer);
    parser_free(c->parser);
    term_table_free(c->table);
}

/* ---- reading ---- */

/* What names mean, by symbol. */
typedef VEC(struct symbol_entry) meaning_vec;

static meaning_vec meanings(const struct term_table *table) {
    meaning_vec all = {0};
    for (size_t i = 0; i < table->symbols.entries.n; i++)
        vec_push(&all, table->symbols.entries.at[i]);
    return all;
}

/* New names mean nothing, the others what they meant before. */
static void assert_same_meanings(const struct term_table *table, const meaning_vec *before) {
    for (size_t i = 0; i < table->symbols.entries.n; i++) {
        const struct symbol_entry *now = &table->symbols.entries.at[i];
        struct symbol_entry then = i < before->n ? before->at[i] : (struct symbol_entry){0};
        if (now->fun != then.fun || now->sort != then.sort || now->local != 0)
            fail_msg("'%s' means something else than before", now->at);
    }
}

static struct context read_script(const char *text) {
    struct context c = context_new();
    if (!parser_read_script(c.parser, text, strlen(text), &c.script, &c.error))
        fail_msg("%s\nat %zu: %s", text, c.error.offset, strbuf_text(&c.error.message));
    return c;
}

static bool read_model(struct context *c, const char *text, size_t n, struct model *model) {
    meaning_vec before = meanings(c->table);
    bool good = parser_read_model(c->parser, text, n, model, &c->error);
    assert_same_meanings(c->table, &before);
    vec_free(&before);
    if (!good) {
        assert_true(c->error.offset <= n);
        assert_true(c->error.message.n > 0);
        assert_true(model->entries.n == 0 && model->universes.n == 0 && model->elements.n == 0);
    }
    return good;
}

static struct model read_good(struct context *c, const char *text) {
    struct model model = {0};
    if (!read_model(c, text, strlen(text), &model))
        fail_msg("%s\nat %zu: %s", text, c->error.offset, strbuf_text(&c->error.message));
    return model;
}

/* In the context of the script, the model is read as this text, and so is that text. */
static void reads_as(const char *script, const char *text, const char *wanted) {
    struct context c = read_script(script);
    printer_set_width(c.printer, UINT32_MAX);
    for (int round = 0; round < 2; round++) {
        struct strbuf out = {0};
        struct model model = read_good(&c, round == 0 ? text : wanted);
        model_print(c.table, &model, c.printer, &out);
        assert_string_equal(strbuf_text(&out), wanted);
        model_release(&model);
        strbuf_free(&out);
    }
    context_free(&c);
}

/* The same, for definitions alone. */
static void defines(const char *script, const char *text, const char *wanted) {
    struct strbuf all = {0};
    strbuf_printf(&all, "(\n%s\n)\n", wanted);
    reads_as(script, text, strbuf_text(&all));
    strbuf_free(&all);
}

/* Takes the mark ` out of the text and returns its place. */
static size_t take_mark(char *text) {
    char *mark = strchr(text, '`');
    assert_non_null(mark);
    memmove(mark, mark + 1, strlen(mark));
    return (size_t)(mark - text);
}

static void assert_error(const struct context *c, const char *text, size_t offset,
                         const char *part) {
    struct strbuf message = {0};
    strbuf_add(&message, c->error.message.at, c->error.message.n);
    if (c->error.offset != offset)
        fail_msg("%s\nthe error is at %zu, not %zu: %s", text, c->error.offset, offset,
                 strbuf_text(&message));
    testing_assert_contains(strbuf_text(&message), part);
    strbuf_free(&message);
}

/* The model is refused at the mark, with a message that has this part. */
static void refuses(const char *script, const char *marked, const char *part) {
    struct context c = read_script(script);
    struct model model = {0};
    char *text = mem_copy_text(marked, strlen(marked));
    size_t offset = take_mark(text);
    if (read_model(&c, text, strlen(text), &model))
        fail_msg("%s\nis not refused", text);
    assert_error(&c, text, offset, part);
    mem_free(text);
    context_free(&c);
}

static const struct model_entry *find_entry(const struct context *c, const struct model *model,
                                            const char *name) {
    for (size_t i = 0; i < model->entries.n; i++)
        if (strcmp(symbol_at(&c->table->symbols, model->entries.at[i].name)->at, name) == 0)
            return &model->entries.at[i];
    fail_msg("there is no entry '%s'", name);
    return NULL;
}

static enum model_kind kind_of(const struct context *c, const struct model *model,
                               const char *name) {
    return (enum model_kind)find_entry(c, model, name)->kind;
}

/* ---- definitions ---- */

static void a_model_may_be_empty(void **state) {
    reads_as("", "()", "(\n)\n");
    reads_as("", "(model)", "(\n)\n");
    reads_as("", " ; nothing\n(\n; at all\n)\n", "(\n)\n");
}

static void constants_and_functions_get_bodies(void **state) {
    const char *script = "(declare-const x Int)(declare-fun f (Int Bool) Int)";
    defines(script, "(model (define-fun x () Int (- 5)))", "(define-fun x () Int (- 5))");
    defines(script, "((define-const x Int 5))", "(define-fun x () Int 5)");
    defines(script, "((define-fun f ((a Int) (b Bool)) Int (ite b a 3)) (define-fun x () Int 1))",
            "(define-fun f ((a Int) (b Bool)) Int (ite b a 3))\n(define-fun x () Int 1)");
}

static void entries_say_what_they_interpret(void **state) {
    struct context c = read_script("(declare-const x Int)(define-fun twice ((n Int)) Int (* 2 n))"
                                   "(assert (! (> x 0) :named big))");
    struct model model = read_good(&c, "((define-fun x () Int 1)"
                                       " (define-fun twice ((n Int)) Int 0)"
                                       " (define-fun big () Bool true)"
                                       " (define-fun-rec k!0 ((n Int)) Int (k!0 n))"
                                       " (define-fun div0 ((a Int) (b Int)) Int (+ a b)))");
    assert_int_equal(model.entries.n, 5);
    assert_int_equal(kind_of(&c, &model, "x"), MODEL_DECLARED);
    assert_int_equal(kind_of(&c, &model, "twice"), MODEL_DEFINED);
    assert_int_equal(kind_of(&c, &model, "big"), MODEL_DEFINED);
    assert_int_equal(kind_of(&c, &model, "k!0"), MODEL_HELPER);
    assert_int_equal(kind_of(&c, &model, "div0"), MODEL_CHOICE);

    const struct model_entry *x = find_entry(&c, &model, "x");
    assert_int_equal(fun_at(c.table, x->fun)->kind, FUN_DECLARED);
    assert_int_equal(x->offset, strlen("((define-fun "));
    assert_false(x->recursive);
    const struct model_entry *choice = find_entry(&c, &model, "div0");
    assert_int_equal(choice->op, OP_INT_DIV0);
    assert_int_equal(choice->fun, 0);
    assert_int_equal(list_length(&c.table->lists, choice->vars), 2);
    const struct model_entry *helper = find_entry(&c, &model, "k!0");
    assert_true(helper->recursive);
    assert_int_equal(fun_at(c.table, helper->fun)->kind, FUN_RECURSIVE);
    assert_int_equal(fun_at(c.table, helper->fun)->body, helper->body);
    assert_int_equal(fun_at(c.table, helper->fun)->vars, helper->vars);
    /* The script's own definition stays as it was. */
    const struct model_entry *twice = find_entry(&c, &model, "twice");
    assert_true(fun_at(c.table, twice->fun)->body != twice->body);
    model_release(&model);
    context_free(&c);
}

static void definitions_may_refer_to_later_ones(void **state) {
    defines("(declare-const a (Array Int Int))(declare-fun f (Int) Int)",
            "((define-fun a () (Array Int Int) (_ as-array k!0))"
            " (define-fun f ((x!0 Int)) Int (f!2 (k!0 x!0)))"
            " (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 2 3))"
            " (define-fun f!2 ((x!0 Int)) Int x!0))",
            "(define-fun a () (Array Int Int) (_ as-array k!0))\n"
            "(define-fun f ((x!0 Int)) Int (f!2 (k!0 x!0)))\n"
            "(define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 2 3))\n"
            "(define-fun f!2 ((x!0 Int)) Int x!0)");
}

static void recursive_definitions_are_read(void **state) {
    defines("(declare-fun f (Int) Int)",
            "((define-fun-rec f ((n Int)) Int (ite (< n 1) 0 (f (- n 1)))))",
            "(define-fun-rec f ((n Int)) Int (ite (< n 1) 0 (f (- n 1))))");
    defines("(declare-fun e (Int) Bool)(declare-fun o (Int) Bool)",
            "((define-funs-rec ((e ((n Int)) Bool) (o ((m Int)) Bool))"
            " ((or (= n 0) (o (- n 1))) (and (> m 0) (e (- m 1))))))",
            "(define-fun-rec e ((n Int)) Bool (or (= n 0) (o (- n 1))))\n"
            "(define-fun-rec o ((m Int)) Bool (and (> m 0) (e (- m 1))))");
}

static void functions_with_one_name_are_told_apart_by_sorts(void **state) {
    struct context c = read_script("(declare-fun f (Int) Int)(declare-fun f (Bool) Int)"
                                   "(declare-const f Int)");
    struct model model = read_good(&c, "((define-fun f ((x Bool)) Int 1) (define-fun f () Int 2)"
                                       " (define-fun f ((x Int)) Int 3))");
    const fun *of =
        (fun[]){model.entries.at[0].fun, model.entries.at[1].fun, model.entries.at[2].fun};
    assert_int_equal(fun_arity(c.table, of[1]), 0);
    assert_true(of[0] != of[2]);
    assert_int_equal(list_items(&c.table->lists, fun_at(c.table, of[0])->params)[0], SORT_BOOL);
    model_release(&model);
    context_free(&c);
}

static void names_may_be_odd_and_without_their_bars(void **state) {
    defines("(declare-const |let| Int)(declare-const |a b| Int)(declare-const |_| Bool)",
            "((define-fun let () Int 1) (define-fun |a b| () Int 2) (define-fun _ () Bool true))",
            "(define-fun |let| () Int 1)\n(define-fun |a b| () Int 2)\n"
            "(define-fun |_| () Bool true)");
    defines("(declare-const || Int)(declare-fun |as| (Int) Int)",
            "((define-fun  () Int 2) (define-fun as ((x Int)) Int ||))",
            "(define-fun || () Int 2)\n(define-fun |as| ((x Int)) Int ||)");
}

static void an_int_stands_for_a_real(void **state) {
    defines("(declare-const x Real)(declare-fun f (Int) Real)",
            "((define-fun x () Real (- 2)) (define-fun f ((a Int)) Int (+ a 1)))",
            "(define-fun x () Real (- 2.0))\n(define-fun f ((a Int)) Real (to_real (+ a 1)))");
    defines("(set-logic QF_LRA)(declare-const x Real)", "((define-fun x () Real (/ (- 7) 3)))",
            "(define-fun x () Real (/ (- 7.0) 3.0))");
}

static void functions_may_be_defined_as_values_and_values_as_functions(void **state) {
    defines("(declare-const f (-> Int Bool Int))",
            "((define-fun f ((x Int) (y Bool)) Int (ite y x 0)))",
            "(define-fun f () (-> Int (-> Bool Int)) (lambda ((x Int) (y Bool)) (ite y x 0)))");
    defines("(declare-fun f (Int) (-> Bool Int))",
            "((define-fun f ((x Int) (y Bool)) Int (ite y x 0)))",
            "(define-fun f ((x Int)) (-> Bool Int) (lambda ((y Bool)) (ite y x 0)))");
    defines("(declare-fun f (Int Bool) Int)",
            "((define-fun f ((a Int)) (-> Bool Int) (lambda ((y Bool)) (ite y a 0))))",
            "(define-fun f ((a Int) (x Bool)) Int (@ (lambda ((y Bool)) (ite y a 0)) x))");
}

static void values_of_all_theories_are_read(void **state) {
    static const struct {
        const char *sort, *printed, *wanted;
    } rows[] = {
        {"Real", "(root-obj (+ (^ x 2) (- 2)) 2)", NULL},
        {"Real", "(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)", NULL},
        {"Real", "(witness ((v Real)) (> v 1.0))", "(choice ((v Real)) (> v 1.0))"},
        {"String", "\"a\"\"b\\u{e9}\"", NULL},
        {"String", "\"\x7f\"", "\"\\u{7f}\""},
        {"String", "(str.++ (seq.unit (_ Char 113)) (seq.unit (_ Char 34)))",
         "(str.++ \"q\" \"\"\"\")"},
        {"(Seq String)", "(seq.unit (seq.unit (_ Char 65)))", "(seq.unit \"A\")"},
        {"(_ BitVec 5)", "(_ bv3 5)", "#b00011"},
        {"Float32", "(_ NaN 8 24)", NULL},
        {"Float32", "(_ -zero 8 24)", NULL},
        {"Float16", "(fp #b0 #b11111 #b1000000000)", NULL},
        {"RoundingMode", "roundNearestTiesToAway", NULL},
        {"(Seq Int)", "(seq.++ (seq.unit 1) (seq.unit 2))", NULL},
        {"(Seq Int)", "(as seq.empty (Seq Int))", NULL},
        {"(Set Int)", "(set.union (set.singleton 1) (set.singleton 2))", NULL},
        {"(Set Int)", "(union (singleton 1) (as emptyset (Set Int)))", NULL},
        {"(Bag Int)", "(bag 1 2)", NULL},
        {"(Tuple Int Bool)", "(tuple 1 true)", NULL},
        {"(_ FiniteField 17)", "#f3m17", "(as ff3 (_ FiniteField 17))"},
        {"(Array Int Bool)", "((as const (Array Int Bool)) false)", NULL},
        {"(Array Int Bool)", "(let ((a ((as const (Array Int Bool)) true))) (store a 1 false))",
         "(store ((as const (Array Int Bool)) true) 1 false)"},
        {"(-> Int Int)", "(lambda ((x Int)) (+ x 1))", NULL},
        {"L", "((as cons L) 1 nil)", "(cons 1 nil)"},
        {"(Maybe Int)", "((as some (Maybe Int)) 1)", "(some 1)"},
        {"(Maybe Int)", "(as none (Maybe Int))", NULL},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct strbuf script = {0}, text = {0}, wanted = {0};
        strbuf_printf(&script,
                      "(declare-datatype L ((nil) (cons (head Int) (tail L))))"
                      "(declare-datatype Maybe (par (T) ((none) (some (it T)))))"
                      "(declare-const c %s)",
                      rows[i].sort);
        strbuf_printf(&text, "((define-fun c () %s %s))", rows[i].sort, rows[i].printed);
        strbuf_printf(&wanted, "(define-fun c () %s %s)", rows[i].sort,
                      rows[i].wanted == NULL ? rows[i].printed : rows[i].wanted);
        defines(strbuf_text(&script), strbuf_text(&text), strbuf_text(&wanted));
        strbuf_free(&script);
        strbuf_free(&text);
        strbuf_free(&wanted);
    }
}

static void a_lambda_is_an_array_where_z3_means_one(void **state) {
    defines("(declare-const m (Array Int (Array Int Bool)))",
            "((define-fun m () (Array Int (Array Int Bool))"
            " (lambda ((x Int)) (ite (= x 1) (lambda ((y Int)) (= y x))"
            " (ite (= x 2) (lambda ((y Int)) true) ((as const (Array Int Bool)) false))))))",
            "(define-fun m () (Array Int (Array Int Bool))"
            " (lambda ((x Int)) (ite (= x 1) (lambda ((y Int)) (= y x))"
            " (ite (= x 2) (lambda ((y Int)) true) ((as const (Array Int Bool)) false)))))");
    /* Of the two readings the one that comes further says what is wrong. */
    refuses("(declare-const m (Array Int (Array Int Bool)))(declare-const x Int)",
            "((define-fun m () (Array Int (Array Int Bool))"
            " (lambda ((x Int)) (ite true (lambda ((y Int)) true) (lambda ((y Int)) false))))"
            " (define-fun x () Int (+ 1 `unknown)))",
            "unknown symbol 'unknown'");
}

static void choices_are_told_by_their_sorts(void **state) {
    struct context c = read_script("");
    struct model model = read_good(&c, "((define-fun /0 ((x Real) (y Real)) Real x)"
                                       " (define-fun ^0 ((x Real) (y Real)) Real (/0 x y))"
                                       " (define-fun ^0 ((x Int) (y Int)) Int x)"
                                       " (define-fun bvudiv0 ((x (_ BitVec 4))) (_ BitVec 4) x)"
                                       " (define-fun bvudiv0 ((x (_ BitVec 8))) (_ BitVec 8) #x00)"
                                       " (define-fun seq.nth_u ((x (Seq Int)) (y Int)) Int y))");
    static const enum op ops[] = {OP_REAL_DIV0, OP_REAL_CARET0, OP_INT_CARET0,
                                  OP_BV_UDIV0,  OP_BV_UDIV0,    OP_SEQ_NTH_U};
    assert_int_equal(model.entries.n, LENGTH(ops));
    for (size_t i = 0; i < LENGTH(ops); i++) {
        assert_int_equal(model.entries.at[i].kind, MODEL_CHOICE);
        assert_int_equal(model.entries.at[i].op, ops[i]);
    }
    assert_int_equal(term_op(c.table, model.entries.at[1].body), OP_REAL_DIV0);
    model_release(&model);
    context_free(&c);
    /* A script may have a function of its own with such a name. */
    c = read_script("(declare-fun div0 (Int Int) Int)");
    model = read_good(&c, "((define-fun div0 ((x Int) (y Int)) Int 0))");
    assert_int_equal(model.entries.at[0].kind, MODEL_DECLARED);
    model_release(&model);
    context_free(&c);
}

/* ---- elements ---- */

static const char sorts[] = "(declare-sort U 0)(declare-sort P 1)(declare-sort |odd sort| 0)"
                            "(declare-const a U)(declare-const p (P Int))(declare-const q (P U))"
                            "(declare-const o |odd sort|)";

static void elements_of_z3_are_declared(void **state) {
    reads_as(sorts,
             "(;; universe for U:\n;;   U!val!1 U!val!0\n;; definitions for universe elements:\n"
             "(declare-fun U!val!1 () U) (declare-fun U!val!0 () U)\n;; cardinality constraint:\n"
             "(forall ((x U)) (or (= x U!val!1) (= x U!val!0)))\n"
             "(declare-fun P!val!0 () (P Int)) (forall ((x (P Int))) (= x P!val!0))\n"
             "(define-fun a () U U!val!0) (define-fun p () (P Int) P!val!0))",
             "(\n; cardinality of U is 2\n; rep: (as U!val!1 U)\n; rep: (as U!val!0 U)\n"
             "; cardinality of (P Int) is 1\n; rep: (as P!val!0 (P Int))\n"
             "(define-fun a () U (as U!val!0 U))\n"
             "(define-fun p () (P Int) (as P!val!0 (P Int)))\n)\n");
}

static void elements_of_z3_may_be_undeclared(void **state) {
    reads_as(sorts,
             "((define-fun a () U U!val!0) (define-fun p () (P Int) P!val!0)"
             " (define-fun q () (P U) P!val!0) (define-fun o () |odd sort| |odd sort!val!3|))",
             "(\n; rep: (as U!val!0 U)\n; rep: (as P!val!0 (P Int))\n; rep: (as P!val!0 (P U))\n"
             "; rep: (as |odd sort!val!3| |odd sort|)\n"
             "(define-fun a () U (as U!val!0 U))\n"
             "(define-fun p () (P Int) (as P!val!0 (P Int)))\n"
             "(define-fun q () (P U) (as P!val!0 (P U)))\n"
             "(define-fun o () |odd sort| (as |odd sort!val!3| |odd sort|))\n)\n");
}

static void elements_of_cvc5_are_in_comments(void **state) {
    reads_as(sorts,
             "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n"
             "; cardinality of |odd sort| is 1\n; rep: (as @|odd sort|_0 |odd sort|)\n"
             "(define-fun a () U (as @U_1 U))\n(define-fun p () (P Int) (as @(P Int)_0 (P Int)))\n"
             "(define-fun o () |odd sort| (as @|odd sort|_0 |odd sort|))\n)\n",
             "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n"
             "; rep: (as |@(P Int)_0| (P Int))\n"
             "; cardinality of |odd sort| is 1\n; rep: (as |@odd sort_0| |odd sort|)\n"
             "(define-fun a () U (as @U_1 U))\n"
             "(define-fun p () (P Int) (as |@(P Int)_0| (P Int)))\n"
             "(define-fun o () |odd sort| (as |@odd sort_0| |odd sort|))\n)\n");
    /* --model-u-print=decl-sort-and-fun */
    reads_as(
        sorts,
        "(\n; cardinality of U is 1\n(declare-sort U 0)\n(declare-fun @U_0 () U)\n"
        "(declare-sort |odd sort| 0)\n(declare-fun @|odd sort|_0 () |odd sort|)\n"
        "(define-fun a () U (as @U_0 U))\n)\n",
        "(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n; rep: (as |@odd sort_0| |odd sort|)\n"
        "(define-fun a () U (as @U_0 U))\n)\n");
}

static void elements_of_cvc4_have_their_sorts_in_their_names(void **state) {
    reads_as(sorts,
             "(model\n; cardinality of U is 2\n(declare-sort U 0)\n; rep: @uc_U_0\n; rep: @uc_U_1\n"
             "; cardinality of |odd sort| is 1\n(declare-sort |odd sort| 0)\n"
             "(declare-fun groundTerm_1 () |odd sort|)\n"
             "(define-fun a () U @uc_U_1)\n(define-fun p () (P Int) |@uc_(P Int)_0|)\n"
             "(define-fun o () |odd sort| |@uc_odd sort_0|)\n)\n",
             "(\n; cardinality of U is 2\n; rep: (as @uc_U_0 U)\n; rep: (as @uc_U_1 U)\n"
             "; rep: (as |@uc_(P Int)_0| (P Int))\n"
             "; cardinality of |odd sort| is 1\n; rep: (as |@uc_odd sort_0| |odd sort|)\n"
             "(define-fun a () U (as @uc_U_1 U))\n"
             "(define-fun p () (P Int) (as |@uc_(P Int)_0| (P Int)))\n"
             "(define-fun o () |odd sort| (as |@uc_odd sort_0| |odd sort|))\n)\n");
}

static void other_solvers_may_give_elements_other_names(void **state) {
    reads_as(sorts,
             "((declare-const e1 U) (declare-const || U) (declare-fun select () U)\n"
             "; cardinality of U is 3\n(define-fun a () U e1))",
             "(\n; cardinality of U is 3\n; rep: (as @e1 U)\n; rep: (as @@ U)\n"
             "; rep: (as @select U)\n(define-fun a () U (as @e1 U))\n)\n");
    refuses(sorts, "((declare-fun e1 () U) (declare-fun `@e1 () U))", "declared before");
}

/* Reads a model in the context of `sorts`: does it close the universe of U, with n elements? */
static void universe_is(const char *text, uint32_t n, bool closed) {
    struct context c = read_script(sorts);
    struct model model = read_good(&c, text);
    assert_int_equal(model.universes.n, 1);
    assert_int_equal(model.universes.at[0].n, n);
    assert_int_equal(model.universes.at[0].first, 0);
    assert_int_equal(model.elements.n, n);
    if (model.universes.at[0].closed != closed)
        fail_msg("%s: closed or not", text);
    model_release(&model);
    context_free(&c);
}

static void a_universe_is_closed_only_if_all_of_it_is_known(void **state) {
    universe_is("(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n)", 1, true);
    universe_is("(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n)", 1, false);
    universe_is("(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n; rep: (as @U_0 U)\n)", 1, true);
    universe_is("(\n; cardinality of U is 1\n; cardinality of U is 2\n; rep: (as @U_0 U)\n)", 1,
                false);
    universe_is("(\n; rep: (as @U_0 U)\n)", 1, false);
    universe_is("(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n(define-fun a () U (as @U_7 U)))",
                2, false);
    universe_is("((declare-fun U!val!0 () U)(declare-fun U!val!1 () U)"
                "(forall ((x U)) (= x U!val!0)))",
                2, false);
    universe_is("((declare-fun U!val!0 () U)(forall ((x U)) (= x U!val!0)))", 1, true);
    universe_is("((declare-fun U!val!0 () U)(forall ((x U)(y U)) (= x U!val!0)))", 1, false);
}

static void odd_comments_mean_nothing(void **state) {
    universe_is("(; rep:\n; rep: (\n; rep: (as @U_0 U\n; rep: a\n; rep: (as @U_1 U) 1\n; rep: ))\n"
                ";rep: (as @U_2 U)\n; cardinality of\n; cardinality of V is 1\n"
                "; cardinality of U\n; cardinality of U is many\n; cardinality of U is 1 2\n"
                "; rep: (let ((x 1)\n; rep: (as @U_5 U)\n; cardinality of (U is 1\n)",
                1, false);
}

static void sorts_of_the_solver_do_not_count(void **state) {
    struct context c = read_script("(declare-sort U 0)(declare-const a U)");
    struct model model =
        read_good(&c, "(model\n; cardinality of I_f is 1\n(declare-sort I_f 0)\n; rep: @uc_I_f_0\n"
                      "(define-fun k ((x I_f)) I_f @uc_I_f_0)\n(define-fun a () U @uc_U_0))");
    assert_int_equal(model.entries.n, 2);
    assert_int_equal(model.universes.n, 1);
    assert_int_equal(model.elements.n, 1);
    model_release(&model);
    context_free(&c);
}

static void declarations_of_datatypes_are_passed_over(void **state) {
    const char *script = "(declare-datatypes ((L 0)) (((nil) (cons (h Int) (t L)))))"
                         "(declare-const l L)";
    defines(script,
            "(model (declare-datatypes ((L 0)) (((nil) (cons (h Int) (t L)))))"
            " (declare-datatype D ((d))) (define-fun l () L (cons 1 nil)))",
            "(define-fun l () L (cons 1 nil))");
    refuses(script, "((declare-datatype D ((d))) (define-fun l () L (cons `d nil)))",
            "unknown symbol 'd'");
}

/* ---- what is refused ---- */

static const char plain[] = "(declare-const x Int)(declare-const y Int)(declare-fun f (Int) Int)"
                            "(declare-const b Bool)(declare-const arr (Array Int Int))";

static void what_is_no_model_is_refused(void **state) {
    refuses(plain, "`", "unexpected end of input");
    refuses(plain, "`unsupported", "expected a model");
    refuses(plain, "(`error \"no model\")", "the solver answers with an error: no model");
    refuses(plain, "(`error)", "unexpected 'error'");
    refuses(plain, "(`sat)", "unexpected 'sat'");
    refuses(plain, "(model `model)", "unexpected 'model'");
    refuses(plain, "() `()", "expected the end of the input");
    refuses(plain, "((`", "unexpected end");
    refuses(plain, "((`assert true))", "unexpected 'assert', expected a definition");
    refuses(plain, "((`\"define-fun\"))", "unexpected string");
    refuses(plain, "((`x 2))", "expected a definition"); /* an answer to get-value */
    refuses(plain, "((`|define-fun| x () Int 1))", "expected a definition");
    refuses(plain, "((define-fun `7 () Int 1))", "expected a name");
    refuses(plain, "((define-fun x `Int 1))", "expected a list of sorted variables");
    refuses(plain, "((define-fun `() Int 1))", "expected a name");
    refuses(plain, "((define-fun x () Int`))", "unexpected ')'");
    refuses(plain, "((define-fun x () Int 1 `2))", "unexpected '2'");
    refuses(plain, "((define-fun x () `Foo 1))", "unknown sort 'Foo'");
    refuses(plain, "((define-fun x () Int 1.4142`?))", "number"); /* z3 with pp.decimal */
    refuses(plain, "((define-fun k () String (_ `Char 65)))", "unknown indexed identifier 'Char'");
    refuses(plain, "((define-fun k () String (seq.unit (_ Char 65) `1)))", "unexpected '1'");
    refuses(plain, "((define-fun k () String (seq.unit (_ Char `196608))))", "code point");
    refuses(plain, "((define-funs-rec ((g ((x Int)) Int)) (`)))", "unexpected ')'");
    refuses(plain, "((declare-fun `z () Int))", "'z' is declared, but gets no value");
    refuses(plain, "((define-fun k () Real `(_ real_algebraic_number <1*x^2, (0",
            "'(' without ')'");
}

static void what_is_ill_sorted_is_refused(void **state) {
    refuses(plain, "((define-fun x () Int `true))",
            "the value of 'x' must be of sort Int, not Bool");
    refuses(plain, "((define-fun x () Int `1.5))", "the value of 'x'");
    refuses(plain, "((define-fun `x () Bool true))",
            "'x' is defined as () Bool, but the script has it as () Int");
    refuses(plain, "((define-fun `f ((a Int) (b Int)) Int 1))", "'f' is defined as (Int Int) Int");
    refuses(plain, "((define-fun `f ((a Bool)) Int 1))", "(Bool) Int, but the script has it");
    refuses(plain, "((define-fun `f ((a Int)) Real 1.0))", "(Int) Real");
    refuses(plain, "((define-fun `x ((a Int)) Int 1))", "'x' is defined as (Int) Int");
    refuses(plain, "((define-fun x () Int (f `true)))", "f");
    refuses(plain, "((define-fun arr () (Array Int Int) `(lambda ((i Bool)) 1)))", "'arr'");
}

static void unknown_symbols_are_refused(void **state) {
    refuses(plain, "((define-fun x () Int `z))", "unknown symbol 'z'");
    refuses(plain, "((define-fun x () Int (`g 1)))", "unknown function 'g'");
    refuses(plain, "((define-fun arr () (Array Int Int) (_ as-array `k!0)))",
            "unknown function 'k!0'");
    refuses(plain, "((define-fun f ((a Int)) Int a) (define-fun x () Int `a))",
            "unknown symbol 'a'");
    refuses(plain, "((define-fun x () Int (let ((l 1)) l)) (define-fun y () Int `l))", "'l'");
    refuses(sorts, "((define-fun a () U `V!val!0))", "unknown symbol");
    refuses(sorts, "((define-fun a () U `@uc_V_0))", "unknown symbol");
    refuses(sorts, "((define-fun a () U `|@uc_(V_0|))", "unknown symbol");
    refuses(sorts, "((define-fun a () U (as @(`U_0 U) U)))", "unknown sort 'U_0'");
    refuses(sorts, "((define-fun p () (P Int) (as @(P Int) `_0 (P Int))))", "number of an element");
}

static void what_a_model_cannot_define_is_refused(void **state) {
    refuses(plain, "((define-fun x () Int 1) (define-fun `x () Int 1))", "'x' is defined twice");
    refuses(plain, "((define-fun k () Int 1) (define-fun `k () Int 1))", "already");
    refuses(
        "",
        "((define-fun div0 ((a Int) (b Int)) Int 1) (define-fun `div0 ((a Int) (b Int)) Int 2))",
        "'div0' is defined twice");
    refuses(plain, "((define-fun `+ ((a Int) (b Int)) Int 1))", "'+' is an operator");
    refuses(plain, "((define-fun `true () Bool false))", "'true' is an operator");
    refuses(plain, "((define-fun `div0 ((a Int)) Int 1))", "'div0' is an operator");
    refuses(plain, "((define-fun `div0 ((a Int) (b Int)) Real 1.0))", "'div0' is an operator");
    refuses(plain, "((define-fun `/0 ((a Int) (b Int)) Real 1.0))", "'/0' is an operator");
    refuses("(declare-datatype D ((c (s Int))))", "((define-fun `s ((d D)) Int 1))",
            "'s' is defined");
    refuses("(declare-datatype D ((c (s Int))))", "((define-fun `c ((d Int)) D (c 1)))",
            "'c' is defined");
    refuses(sorts, "((declare-fun P!val!0 () (P Int)) (declare-fun `P!val!0 () (P U)))",
            "an element of two sorts");
    refuses(sorts, "((declare-fun `a () U))", "'a' is a function and an element");
    refuses(sorts, "((define-fun e () U U!val!0) (declare-fun `e () U))", "'e' is a function");
    refuses(sorts, "((declare-fun e () U) (define-fun `e ((x U)) U x))", "'e' is an element");
    refuses(sorts, "((declare-sort `U 1))", "another number of arguments");
    refuses("(declare-fun f (Int) Int)(declare-fun f (Bool) Int)(declare-const a (Array Int Int))",
            "((define-fun a () (Array Int Int) `(_ as-array f)))", "more than one function 'f'");
}

/* Where cvc4 and cvc5 print a number of levels to go up, there is no element. */
static void values_of_codatatypes_are_refused(void **state) {
    const char *script = "(declare-codatatype S ((scons (hd Int) (tl S))))(declare-const s S)";
    refuses(script, "((define-fun s () S (scons 1 `@uc_S_0)))", "unknown symbol");
    refuses(script, "((define-fun s () S (scons 1 `cbv_S_0)))", "unknown symbol");
    refuses(script, "((define-fun s () S (scons 1 (as `@S_0 S))))", "unknown symbol");
}

static void what_refers_to_itself_is_refused(void **state) {
    refuses(plain, "((define-fun `x () Int x))", "'x' is defined by itself");
    refuses(plain,
            "((define-fun y () Int 1) (define-fun `x () Int (+ y (f 1)))"
            " (define-fun f ((a Int)) Int (ite (= a 0) 1 x)))",
            "'x' is defined by itself");
    refuses(plain, "((define-fun `f ((a Int)) Int (f 1)))", "'f' is defined by itself");
    refuses(plain,
            "((define-fun `arr () (Array Int Int) (_ as-array k!0))"
            " (define-fun k!0 ((a Int)) Int (select arr a)))",
            "'arr' is defined by itself");
    refuses(plain, "((define-fun `arr () (Array Int Int) ((_ map f) arr)))", "'arr'");
    refuses("(declare-const a (Array Int Int))(declare-fun f (Int) Int)",
            "((define-fun `a () (Array Int Int) ((_ map f) ((as const (Array Int Int)) 0)))"
            " (define-fun f ((x Int)) Int (ite (= x 1) (select a 0) 2)))",
            "'a' is defined by itself");
    refuses("(declare-const x Int)(define-fun g ((n Int)) Int (+ n x))(define-fun h () Int (g 1))",
            "((define-fun `x () Int h))", "'x' is defined by itself");
    refuses("(declare-const x Int)",
            "((define-fun `x () Int (div0 1 0))"
            " (define-fun div0 ((a Int) (b Int)) Int x))",
            "'x' is defined by itself");
    refuses("(declare-const f (-> Int Int))", "((define-fun `f ((x Int)) Int (f x)))", "'f'");
    /* Recursion is for functions. */
    refuses(plain, "((define-fun-rec `x () Int (+ x 1)))", "'x' is defined by itself");
    refuses(plain,
            "((define-fun-rec f ((a Int)) Int (ite (= a 0) x (f 0))) (define-fun `x () Int (f 1)))",
            "'x' is defined by itself");
}

static void what_does_not_refer_to_itself_is_taken(void **state) {
    /* The script says what its own definitions are. */
    defines("(declare-const x Int)(define-fun g () Int 1)",
            "((define-fun x () Int g) (define-fun g () Int x))",
            "(define-fun x () Int g)\n(define-fun g () Int x)");
    defines("(declare-const x Int)(define-fun-rec g ((n Int)) Int (ite (= n 0) 1 (g (- n 1))))",
            "((define-fun x () Int (g 3)))", "(define-fun x () Int (g 3))");
    /* A parameter hides the constant with its name. */
    defines("(declare-const x Int)(declare-fun f (Int) Int)",
            "((define-fun x () Int (f 1)) (define-fun f ((x Int)) Int x))",
            "(define-fun x () Int (f 1))\n(define-fun f ((x Int)) Int x)");
    /* Through a definition of the script that is not recursive itself. */
    defines("(declare-fun f (Int) Int)(define-fun g ((n Int)) Int (f (- n 1)))",
            "((define-fun-rec f ((n Int)) Int (ite (< n 1) 0 (g n))))",
            "(define-fun-rec f ((n Int)) Int (ite (< n 1) 0 (g n)))");
}

/* ---- hostile texts ---- */

static const char rich[] =
    "(model\n; cardinality of U is 1\n(declare-sort U 0)\n; rep: @uc_U_0\n"
    "(declare-fun U!val!0 () U)(forall ((x U)) (or (= x U!val!0)))"
    "(declare-datatypes ((L 0)) (((nil) (cons (h Int)))))"
    "(define-fun a () U (as @U_0 U))(define-fun p () (P Int) (as @(P Int)_0 (P Int)))"
    "(define-funs-rec ((g ((n Int)) Int) (h ((n Int)) Real)) ((h2 n)"
    " (* 2.0 (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>) (root-obj (^ x 2) 1))))"
    "(define-fun h2 ((n Int)) Int (let ((m (+ n 1)) (s \"a\"\"\\u{e9}\")) (ite (= s |s t|) m n)))"
    "(define-fun |s t| () String \"|;(\")(define-const k (Array Int Bool) (lambda ((i Int)) (> i "
    "1)))"
    "(define-fun /0 ((x Real) (y Real)) Real (/ x 2)))";

static void a_text_that_was_cut_is_refused(void **state) {
    struct context c = read_script(sorts);
    struct model model = read_good(&c, rich);
    assert_int_equal(model.entries.n, 8);
    model_release(&model);
    for (size_t n = 0; n + 1 < sizeof rich; n++) {
        char *text = mem_copy_text(rich, n);
        assert_false(read_model(&c, text, n, &model));
        mem_free(text);
    }
    context_free(&c);
}

static void any_byte_may_be_wrong(void **state) {
    struct context c = read_script(sorts);
    struct rng rng = testing_rng(7);
    static const char bytes[] = "()|\";@_! x0#:\n\\\x01\x7f\xc3";
    for (int i = 0; i < 3000; i++) {
        struct term_mark mark = term_table_mark(c.table);
        struct model model = {0};
        char *text = mem_copy_text(rich, sizeof rich - 1);
        for (uint64_t k = rng_below(&rng, 3) + 1; k > 0; k--)
            text[rng_below(&rng, sizeof rich - 1)] = bytes[rng_below(&rng, sizeof bytes - 1)];
        read_model(&c, text, sizeof rich - 1, &model);
        model_release(&model);
        mem_free(text);
        term_table_rewind(c.table, mark);
    }
    context_free(&c);
}

static void deep_and_long_models_are_ordinary(void **state) {
    enum { DEEP = 200000 };
    struct context c = read_script(plain);
    struct strbuf text = {0};
    strbuf_add_text(&text, "((define-fun x () Int ");
    for (int i = 0; i < DEEP; i++)
        strbuf_add_text(&text, "(- ");
    strbuf_add_text(&text, "k!0");
    strbuf_add_repeat(&text, ')', DEEP);
    strbuf_add_char(&text, ')');
    for (int i = 0; i < DEEP; i++) /* each refers to the next */
        strbuf_printf(&text, "(define-fun k!%d () Int k!%d)", i, i + 1);
    strbuf_printf(&text, "(define-fun k!%d () Int 1))", DEEP);
    struct model model = read_good(&c, strbuf_text(&text));
    assert_int_equal(model.entries.n, DEEP + 2);
    model_release(&model);

    text.n -= 3; /* and now the last to the first */
    strbuf_add_text(&text, "x))");
    assert_false(read_model(&c, strbuf_text(&text), text.n, &model));
    testing_assert_contains(strbuf_text(&c.error.message), "'x' is defined by itself");
    strbuf_free(&text);
    context_free(&c);
}

static void the_table_can_be_rewound_after_a_model(void **state) {
    struct context c = read_script(sorts);
    for (int i = 0; i < 3; i++) {
        struct term_mark mark = term_table_mark(c.table);
        struct model model = read_good(&c, rich);
        model_release(&model);
        term_table_rewind(c.table, mark);
        assert_int_equal(c.table->nodes.n, mark.nodes);
        assert_int_equal(c.table->funs.n, mark.funs);
    }
    term t;
    assert_true(parser_read_term(c.parser, "(= a a)", 7, &t, &c.error));
    assert_false(parser_read_term(c.parser, "(h2 1)", 6, &t, &c.error));
    /* Outside of answers, names of elements have no meaning. */
    assert_false(parser_read_term(c.parser, "U!val!0", 7, &t, &c.error));
    context_free(&c);
}

/* ---- values ---- */

static void values_read_as(const char *script, const char *text, const char *wanted) {
    struct context c = read_script(script);
    model_value_vec values = {0};
    struct strbuf out = {0};
    meaning_vec before = meanings(c.table);
    if (!parser_read_values(c.parser, text, strlen(text), NULL, 0, &values, &c.error))
        fail_msg("%s\nat %zu: %s", text, c.error.offset, strbuf_text(&c.error.message));
    assert_same_meanings(c.table, &before);
    for (size_t i = 0; i < values.n; i++) {
        assert_int_equal(text[values.at[i].offset], '(');
        assert_int_equal(term_sort(c.table, values.at[i].term),
                         term_sort(c.table, values.at[i].value));
        printer_add_term(c.printer, values.at[i].term, &out);
        strbuf_add_text(&out, " -> ");
        printer_add_term(c.printer, values.at[i].value, &out);
        strbuf_add_char(&out, '\n');
    }
    assert_string_equal(strbuf_text(&out), wanted);
    vec_free(&before);
    vec_free(&values);
    strbuf_free(&out);
    context_free(&c);
}

static void values_are_pairs_of_terms(void **state) {
    values_read_as(plain, "()", "");
    values_read_as(plain, "((x 3)\n ((+ x 1) 4)\n (b true))", "x -> 3\n(+ x 1) -> 4\nb -> true\n");
    values_read_as(plain, "(((f x) 4) ((select arr (f x)) (- 1)) ((> x y) false) (7 7))",
                   "(f x) -> 4\n(select arr (f x)) -> (- 1)\n(> x y) -> false\n7 -> 7\n");
    values_read_as(plain, "((arr ((as const (Array Int Int)) 0)) (arr (lambda ((i Int)) i)))",
                   "arr -> ((as const (Array Int Int)) 0)\narr -> (lambda ((i Int)) i)\n");
    values_read_as(sorts, "((a U!val!0) (a @uc_U_1) (a (as @U_0 U)) (p P!val!2))",
                   "a -> (as U!val!0 U)\na -> (as @uc_U_1 U)\na -> (as @U_0 U)\n"
                   "p -> (as P!val!2 (P Int))\n");
    values_read_as("(declare-fun g (Int Bool) Real)",
                   "((g ((as const Array) 4)) (g (lambda ((i Int) (b Bool)) (- 3)))\n"
                   " (g (store (store ((as const Array) 0.0) 2 true 1.0) 3 false 2.0))\n"
                   " (g (_ as-array g)))",
                   "g -> (lambda ((x Int) (x_1 Bool)) 4.0)\n"
                   "g -> (lambda ((i Int) (b Bool)) (- 3.0))\n"
                   "g -> (lambda ((x_1 Int) (x_2 Bool)) (ite (and (= x_1 3) (= x_2 false)) 2.0 "
                   "(ite (and (= x_1 2) (= x_2 true)) 1.0 0.0)))\n"
                   "g -> g\n");
    values_read_as("(declare-const r Real)", "((r (/ (- 3) 2)) (r (- 2)))",
                   "r -> (/ (- 3.0) 2.0)\nr -> (- 2.0)\n");
}

static void values_refused(const char *script, const char *marked, const char *part) {
    struct context c = read_script(script);
    model_value_vec values = {0};
    char *text = mem_copy_text(marked, strlen(marked));
    size_t offset = take_mark(text);
    assert_false(parser_read_values(c.parser, text, strlen(text), NULL, 0, &values, &c.error));
    assert_int_equal(values.n, 0);
    assert_error(&c, text, offset, part);
    vec_free(&values);
    mem_free(text);
    context_free(&c);
}

static void values_that_do_not_fit_are_refused(void **state) {
    values_refused(plain, "((x 3) (x `true))", "the value must be of sort Int, not Bool");
    values_refused(plain, "(((f x) `4.5))", "the value must be of sort Int, not Real");
    values_refused(plain, "((x `y1))", "unknown symbol");
    values_refused(plain, "((`z 3))", "unknown symbol 'z'");
    values_refused(plain, "((x 3 `4))", "unexpected '4'");
    values_refused(plain, "((x`))", "unexpected ')'");
    values_refused(plain, "(`x 3)", "expected a term with its value");
    values_refused(plain, "((x 3)`", "unexpected end");
    values_refused(plain, "((x 3)) `x", "expected the end");
    values_refused(plain, "(`error \"line 1\")", "line 1");
}

static void values_can_be_read_for_the_terms_that_were_asked_for(void **state) {
    struct context c = read_script("(declare-const x Int)(declare-const r Real)");
    static const char text[] = "(((what-is-this x) 1) ((* (/ 2 1) r) 3))";
    model_value_vec values = {0};
    term asked[3];
    assert_true(parser_read_term(c.parser, "(+ x 1)", 7, &asked[0], &c.error));
    assert_true(parser_read_term(c.parser, "(* 2.0 r)", 9, &asked[1], &c.error));
    asked[2] = asked[0];
    assert_true(parser_read_values(c.parser, text, sizeof text - 1, asked, 2, &values, &c.error));
    assert_int_equal(values.n, 2);
    assert_int_equal(values.at[0].term, asked[0]);
    assert_int_equal(values.at[1].term, asked[1]);
    assert_int_equal(term_sort(c.table, values.at[1].value), SORT_REAL);
    assert_false(parser_read_values(c.parser, text, sizeof text - 1, asked, 1, &values, &c.error));
    assert_error(&c, text, 22, "more values than terms");
    assert_false(parser_read_values(c.parser, text, sizeof text - 1, asked, 3, &values, &c.error));
    assert_error(&c, text, sizeof text - 2, "2 values, but 3 terms");
    assert_int_equal(values.n, 2); /* as before */
    vec_free(&values);
    context_free(&c);
}

/* ---- cores ---- */

static const char named[] =
    "(declare-const x Int)(declare-const q Bool)(assert (! (> x 1) :named a))"
    "(assert (! (< x 1) :named |c d|))(assert (! (= x 1) :named |let|))"
    "(assert (= (! (+ x 1) :named sum) 2))";

static void core_is(const char *text, const char *wanted) {
    struct context c = read_script(named);
    u32_vec names = {0};
    struct strbuf out = {0};
    if (!parser_read_core(c.parser, text, strlen(text), &names, &c.error))
        fail_msg("%s\nat %zu: %s", text, c.error.offset, strbuf_text(&c.error.message));
    for (size_t i = 0; i < names.n; i++) {
        symbol_print(&c.table->symbols, names.at[i], &out);
        strbuf_add_char(&out, ';');
    }
    assert_string_equal(strbuf_text(&out), wanted);
    vec_free(&names);
    strbuf_free(&out);
    context_free(&c);
}

static void cores_are_names(void **state) {
    core_is("()", "");
    core_is("(\n)\n", "");
    core_is("(a |c d|)", "a;|c d|;");
    core_is("(\nlet\n|a|\n)\n", "|let|;a;");
    core_is("(q)", "q;"); /* an assumption */
}

static void core_refused(const char *marked, const char *part) {
    struct context c = read_script(named);
    u32_vec names = {0};
    char *text = mem_copy_text(marked, strlen(marked));
    size_t offset = take_mark(text);
    assert_false(parser_read_core(c.parser, text, strlen(text), &names, &c.error));
    assert_int_equal(names.n, 0);
    assert_error(&c, text, offset, part);
    vec_free(&names);
    mem_free(text);
    context_free(&c);
}

static void names_that_nobody_declared_are_in_no_core(void **state) {
    core_refused("(a `b)", "unknown name 'b'");
    core_refused("(`x)", "unknown name 'x'");
    core_refused("(a `sum)", "unknown name 'sum'");
    core_refused("(a `(not q))", "unexpected '('");
    core_refused("(a`", "unexpected end");
    core_refused("`unsupported", "expected an unsat core");
    core_refused("(`error \"x\")", "the solver answers with an error: x");
    core_refused("(a) `b", "expected the end");
}

/* ---- as a program ---- */

static void print_kinds(const struct context *c, const struct model *model, enum model_kind kind,
                        const char *what) {
    bool any = false;
    for (size_t i = 0; i < model->entries.n; i++)
        if (model->entries.at[i].kind == kind) {
            struct strbuf name = {0};
            symbol_print(&c->table->symbols, model->entries.at[i].name, &name);
            printf("%s%s", any ? " " : what, strbuf_text(&name));
            strbuf_free(&name);
            any = true;
        }
    if (any)
        printf("\n");
}

static bool print_model(struct context *c, const char *text, size_t n) {
    struct model model = {0}, again = {0};
    struct strbuf first = {0}, second = {0};
    bool good = parser_read_model(c->parser, text, n, &model, &c->error);
    if (good) {
        model_print(c->table, &model, c->printer, &first);
        print_kinds(c, &model, MODEL_DEFINED, "; defined by the script: ");
        print_kinds(c, &model, MODEL_CHOICE, "; choices: ");
        print_kinds(c, &model, MODEL_HELPER, "; helpers: ");
        fputs(strbuf_text(&first), stdout);
        if (parser_read_model(c->parser, strbuf_text(&first), first.n, &again, &c->error))
            model_print(c->table, &again, c->printer, &second);
        else
            printf("is not read again, at %zu: %s\n", c->error.offset,
                   strbuf_text(&c->error.message));
        if (strcmp(strbuf_text(&first), strbuf_text(&second)) != 0)
            printf("is read again as\n%s", strbuf_text(&second));
    }
    strbuf_free(&first);
    strbuf_free(&second);
    model_release(&model);
    model_release(&again);
    return good;
}

static bool print_values(struct context *c, const char *text, size_t n) {
    model_value_vec values = {0};
    struct strbuf out = {0};
    bool good = parser_read_values(c->parser, text, n, NULL, 0, &values, &c->error);
    for (size_t i = 0; i < values.n; i++) {
        strbuf_add_text(&out, i == 0 ? "((" : " (");
        printer_add_term(c->printer, values.at[i].term, &out);
        strbuf_add_char(&out, ' ');
        printer_add_term(c->printer, values.at[i].value, &out);
        strbuf_add_text(&out, i + 1 == values.n ? "))\n" : ")\n");
    }
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
    vec_free(&values);
    return good;
}

static bool print_core(struct context *c, const char *text, size_t n) {
    u32_vec names = {0};
    struct strbuf out = {0};
    bool good = parser_read_core(c->parser, text, n, &names, &c->error);
    for (size_t i = 0; i < names.n; i++) {
        symbol_print(&c->table->symbols, names.at[i], &out);
        strbuf_add_char(&out, '\n');
    }
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
    vec_free(&names);
    return good;
}

/* What the script asks last. */
static enum command_kind last_question(const struct script *script) {
    enum command_kind last = COMMAND_COUNT;
    for (size_t i = 0; i < script->commands.n; i++) {
        enum command_kind kind = (enum command_kind)script->commands.at[i].kind;
        if (kind == COMMAND_GET_MODEL || kind == COMMAND_GET_VALUE ||
            kind == COMMAND_GET_UNSAT_CORE)
            last = kind;
    }
    return last;
}

static void show_error(const char *file, const struct file_text *text, struct parse_error *error) {
    struct strbuf out = {0};
    const char *name = strrchr(file, '/');
    diagnostic_add(&out, name == NULL ? file : name + 1, text->at, text->n, error->offset, "error",
                   strbuf_text(&error->message));
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
}

static int show_files(const char *script_file, const char *answer_file) {
    struct context c = context_new();
    struct file_text script, answer;
    struct strbuf error = {0};
    if (!file_read(script_file, &script, &error) || !file_read(answer_file, &answer, &error)) {
        fprintf(stderr, "%s\n", strbuf_text(&error));
        return 2;
    }
    int status = 0;
    if (!parser_read_script(c.parser, script.at, script.n, &c.script, &c.error)) {
        show_error(script_file, &script, &c.error);
        status = 2;
    } else {
        const char *line = memchr(answer.at, '\n', answer.n);
        size_t first = line == NULL ? answer.n : (size_t)(line + 1 - answer.at);
        enum command_kind kind = last_question(&c.script);
        bool good =
            kind == COMMAND_GET_VALUE        ? print_values(&c, answer.at + first, answer.n - first)
            : kind == COMMAND_GET_UNSAT_CORE ? print_core(&c, answer.at + first, answer.n - first)
                                             : print_model(&c, answer.at + first, answer.n - first);
        if (!good) {
            c.error.offset += first;
            show_error(answer_file, &answer, &c.error);
            status = 3;
        }
    }
    file_text_free(&script);
    file_text_free(&answer);
    context_free(&c);
    return status;
}

int main(int argc, char **argv) {
    if (argc == 3)
        return show_files(argv[1], argv[2]);
    const struct CMUnitTest tests[] = {
        TEST(a_model_may_be_empty),
        TEST(constants_and_functions_get_bodies),
        TEST(entries_say_what_they_interpret),
        TEST(definitions_may_refer_to_later_ones),
        TEST(recursive_definitions_are_read),
        TEST(functions_with_one_name_are_told_apart_by_sorts),
        TEST(names_may_be_odd_and_without_their_bars),
        TEST(an_int_stands_for_a_real),
        TEST(functions_may_be_defined_as_values_and_values_as_functions),
        TEST(values_of_all_theories_are_read),
        TEST(a_lambda_is_an_array_where_z3_means_one),
        TEST(choices_are_told_by_their_sorts),
        TEST(elements_of_z3_are_declared),
        TEST(elements_of_z3_may_be_undeclared),
        TEST(elements_of_cvc5_are_in_comments),
        TEST(elements_of_cvc4_have_their_sorts_in_their_names),
        TEST(other_solvers_may_give_elements_other_names),
        TEST(a_universe_is_closed_only_if_all_of_it_is_known),
        TEST(odd_comments_mean_nothing),
        TEST(sorts_of_the_solver_do_not_count),
        TEST(declarations_of_datatypes_are_passed_over),
        TEST(what_is_no_model_is_refused),
        TEST(what_is_ill_sorted_is_refused),
        TEST(unknown_symbols_are_refused),
        TEST(what_a_model_cannot_define_is_refused),
        TEST(values_of_codatatypes_are_refused),
        TEST(what_refers_to_itself_is_refused),
        TEST(what_does_not_refer_to_itself_is_taken),
        TEST(a_text_that_was_cut_is_refused),
        TEST(any_byte_may_be_wrong),
        TEST(deep_and_long_models_are_ordinary),
        TEST(the_table_can_be_rewound_after_a_model),
        TEST(values_are_pairs_of_terms),
        TEST(values_that_do_not_fit_are_refused),
        TEST(values_can_be_read_for_the_terms_that_were_asked_for),
        TEST(cores_are_names),
        TEST(names_that_nobody_declared_are_in_no_core),
    };
    return RUN(tests);
}
