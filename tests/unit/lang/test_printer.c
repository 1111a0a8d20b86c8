#include "lang/canonical.h"
#include "lang/reading.h"
#include "term/terms.h"

/*
 * Terms that are made directly can have names that clash. What is printed of
 * them is read again, and the two are compared without their names. `vars` are
 * the variables in scope, in pairs, the innermost last.
 */
static void compare(const struct term_table *table, term a, term b, u32_vec *vars) {
    const struct term_node *x = term_at(table, a), *y = term_at(table, b);
    assert_int_equal(x->op, y->op);
    assert_int_equal(x->sort, y->sort);
    assert_int_equal(x->n_args, y->n_args);
    if (x->op == OP_VAR) {
        for (size_t i = vars->n; i > 0; i -= 2)
            if (vars->at[i - 2] == a || vars->at[i - 1] == b) {
                assert_int_equal(vars->at[i - 2], a);
                assert_int_equal(vars->at[i - 1], b);
                return;
            }
        fail_msg("a variable is free");
    }
    assert_int_equal(x->payload, y->payload);
    size_t before = vars->n;
    uint32_t first = 0;
    if (op_is_binder(x->op))
        for (; first + 1 < x->n_args; first++) {
            vec_push(vars, term_arg(table, a, first));
            vec_push(vars, term_arg(table, b, first));
        }
    for (uint32_t i = first; i < term_n_args(table, a); i++)
        compare(table, term_arg(table, a, i), term_arg(table, b, i), vars);
    vars->n = before;
}

/* The term, which has no free variables, is printed as text that means the same. */
static void means_the_same(struct reading *r, term t, const char *expected) {
    char *text = print_term(r, t);
    u32_vec vars = {0};
    compare(r->table, t, read_term(r, text), &vars);
    vec_free(&vars);
    if (expected != NULL)
        assert_string_equal(text, expected);
    mem_free(text);
}

static term constant(struct reading *r, const char *name) {
    return read_term(r, name);
}

static term plus(struct reading *r, term a, term b) {
    return term_make(r->table, OP_INT_ADD, 0, SORT_INT, (term[]){a, b}, 2);
}

static term equal(struct reading *r, term a, term b) {
    return make_both(r->table, OP_EQ, a, b);
}

/* ---- names ---- */

static void a_variable_gives_way_to_a_function_of_its_name(void **state) {
    struct reading r = reading_of("(declare-const x Int)");
    term x = make_variable(r.table, "x", SORT_INT);
    means_the_same(&r, make_forall(r.table, x, equal(&r, x, constant(&r, "x"))),
                   "(forall ((x_1 Int)) (= x_1 x))");
    reading_free(&r);
}

static void a_variable_gives_way_to_an_operator_of_its_name(void **state) {
    struct reading r = reading_new();
    term x = make_variable(r.table, "+", SORT_INT), y = make_variable(r.table, "true", SORT_BOOL);
    means_the_same(&r, make_forall(r.table, x, equal(&r, plus(&r, x, x), x)),
                   "(forall ((+_1 Int)) (= (+ +_1 +_1) +_1))");
    means_the_same(&r, make_forall(r.table, y, make_and(r.table, y, term_true(r.table))),
                   "(forall ((true_1 Bool)) (and true_1 true))");
    reading_free(&r);
}

static void a_variable_gives_way_to_one_around_it(void **state) {
    struct reading r = reading_new();
    term x = make_variable(r.table, "x", SORT_INT), y = make_variable(r.table, "x", SORT_INT);
    term inner = make_binder(r.table, OP_EXISTS, y, equal(&r, x, y));
    means_the_same(&r, make_forall(r.table, x, inner),
                   "(forall ((x Int)) (exists ((x_1 Int)) (= x x_1)))");
    means_the_same(&r, make_forall(r.table, x, make_binder(r.table, OP_EXISTS, y, equal(&r, y, y))),
                   "(forall ((x Int)) (exists ((x Int)) (= x x)))");
    reading_free(&r);
}

static void variables_of_one_binder_get_different_names(void **state) {
    struct reading r = reading_new();
    term x = make_variable(r.table, "x", SORT_INT), y = make_variable(r.table, "x", SORT_INT);
    term args[] = {x, y, equal(&r, x, y)};
    means_the_same(&r, term_make(r.table, OP_FORALL, 0, SORT_BOOL, args, 3), NULL);
    reading_free(&r);
}

static void new_names_are_not_taken_either(void **state) {
    struct reading r = reading_of("(declare-const x Int)(declare-const x_1 Int)");
    term x = make_variable(r.table, "x", SORT_INT), y = make_variable(r.table, "x_2", SORT_INT);
    term sum = plus(&r, constant(&r, "x"), plus(&r, constant(&r, "x_1"), plus(&r, x, y)));
    means_the_same(&r, make_forall(r.table, y, make_forall(r.table, x, equal(&r, sum, x))),
                   "(forall ((x_2 Int)) (forall ((x_3 Int)) (= (+ x (+ x_1 (+ x_3 x_2))) x_3)))");
    reading_free(&r);
}

static void names_with_bars_can_be_renamed(void **state) {
    struct reading r = reading_of("(declare-const |a b| Int)(declare-const || Int)"
                                  "(declare-const |let| Int)");
    static const char *const names[] = {"a b", "", "let"};
    static const char *const quoted[] = {"|a b|", "||", "|let|"};
    static const char *const printed[] = {"(forall ((|a b_1| Int)) (= |a b_1| |a b|))",
                                          "(forall ((_1 Int)) (= _1 ||))",
                                          "(forall ((let_1 Int)) (= let_1 |let|))"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        term x = make_variable(r.table, names[i], SORT_INT);
        means_the_same(&r, make_forall(r.table, x, equal(&r, x, constant(&r, quoted[i]))),
                       printed[i]);
    }
    reading_free(&r);
}

static void field_elements_are_not_captured(void **state) {
    struct reading r = reading_of("(declare-const ff3 (_ FiniteField 5))");
    term three = read_term(&r, "#f3m5");
    term x = make_variable(r.table, "ff3", term_sort(r.table, three));
    means_the_same(&r, make_forall(r.table, x, equal(&r, x, three)), NULL);
    means_the_same(&r, equal(&r, constant(&r, "ff3"), three), NULL);
    reading_free(&r);
}

/* A pattern that takes all is a variable, unless a constructor has its name. */
static void a_variable_of_a_case_is_no_constructor(void **state) {
    struct reading r = reading_of("(declare-datatype D ((c) (d (s Int))))(declare-const x D)");
    term x = constant(&r, "x");
    term v = make_variable(r.table, "c", term_sort(r.table, x));
    term body = equal(&r, v, x);
    term branch = term_make(r.table, OP_CASE, 0, SORT_BOOL, (term[]){v, body}, 2);
    means_the_same(&r, term_make(r.table, OP_MATCH, 0, SORT_BOOL, (term[]){x, branch}, 2), NULL);
    reading_free(&r);
}

static void parameters_of_a_definition_give_way(void **state) {
    struct reading r = reading_of("(declare-const x Int)(declare-const y Int)"
                                  "(define-fun f ((x_ Int)) Int 0)");
    /* (define-fun f ((x Int)) Int (+ x y)), where both x in the body are meant */
    struct command *c = &r.script.commands.at[2];
    term x = make_variable(r.table, "x", SORT_INT);
    r.table->funs.at[c->fun].vars = list_intern(&r.table->lists, &x, 1);
    r.table->funs.at[c->fun].body = plus(&r, x, constant(&r, "x"));
    struct strbuf out = {0};
    printer_add_command(r.printer, c, &out);
    assert_string_equal(strbuf_text(&out), "(define-fun f ((x_1 Int)) Int (+ x_1 x))\n");
    /* A binder in the body that binds the parameter once more. */
    strbuf_clear(&out);
    r.table->funs.at[c->fun].body =
        term_make(r.table, OP_ITE, 0, SORT_INT,
                  (term[]){make_forall(r.table, x, equal(&r, x, constant(&r, "y"))), x, x}, 3);
    printer_add_command(r.printer, c, &out);
    assert_string_equal(strbuf_text(&out),
                        "(define-fun f ((x Int)) Int (ite (forall ((x Int)) (= x y)) x x))\n");
    strbuf_free(&out);
    reading_free(&r);
    /* New names are not those of other parameters, be they used or not. */
    assert_printed("(define-fun f ((x_1 Int) (x Int) (x Int)) Int x)",
                   "(define-fun f ((x_1 Int) (x_2 Int) (x_3 Int)) Int x_3)\n");
}

/* ---- lets ---- */

/* (+ v 1 2 3 4 5 6): large enough for a let */
static term large(struct reading *r, term v) {
    term args[8] = {v};
    for (uint32_t i = 1; i < 8; i++)
        args[i] = make_numeral(r->table, (char[]){(char)('0' + i), '\0'});
    return term_make(r->table, OP_INT_ADD, 0, SORT_INT, args, 8);
}

static void lets_stand_inside_of_the_binder_of_their_variables(void **state) {
    struct reading r = reading_of("(declare-const c Int)");
    term x = make_variable(r.table, "x", SORT_INT);
    term mine = large(&r, x), common = large(&r, constant(&r, "c"));
    term body = make_and(r.table, equal(&r, mine, common), equal(&r, plus(&r, mine, mine), common));
    means_the_same(&r, make_forall(r.table, x, body),
                   "(let ((_let_2 (+ c 1 2 3 4 5 6 7))) (forall ((x Int)) "
                   "(let ((_let_1 (+ x 1 2 3 4 5 6 7))) "
                   "(and (= _let_1 _let_2) (= (+ _let_1 _let_1) _let_2)))))");
    reading_free(&r);
}

static void a_let_goes_to_the_innermost_of_its_binders(void **state) {
    struct reading r = reading_new();
    term x = make_variable(r.table, "x", SORT_INT), y = make_variable(r.table, "y", SORT_INT);
    term outer = large(&r, x), inner = large(&r, plus(&r, x, y));
    term low = make_binder(r.table, OP_EXISTS, y,
                           make_and(r.table, equal(&r, inner, outer), equal(&r, outer, inner)));
    means_the_same(&r, make_forall(r.table, x, make_and(r.table, low, equal(&r, outer, x))), NULL);
    reading_free(&r);
}

static void names_of_lets_keep_apart_from_all_others(void **state) {
    static const char *const names[] = {"_let_1", "_let_", "_let", "_let__1", "_let___", "x"};
    for (size_t i = 0; i < LENGTH(names); i++)
        for (size_t j = 0; j < LENGTH(names); j++) {
            struct strbuf text = {0};
            strbuf_printf(&text, "(declare-const %s Int)", names[i]);
            struct reading r = reading_of(strbuf_text(&text));
            term x = make_variable(r.table, names[j], SORT_INT);
            term shared = large(&r, plus(&r, x, constant(&r, names[i])));
            means_the_same(&r, make_forall(r.table, x, equal(&r, shared, plus(&r, shared, x))),
                           NULL);
            strbuf_free(&text);
            reading_free(&r);
        }
}

static void a_variable_with_two_binders_is_no_trouble(void **state) {
    struct reading r = reading_new();
    term x = make_variable(r.table, "x", SORT_INT);
    term shared = large(&r, x);
    term body = equal(&r, shared, plus(&r, shared, shared));
    term a = make_forall(r.table, x, body);
    term b = make_binder(r.table, OP_EXISTS, x, make_not(r.table, body));
    means_the_same(&r, make_and(r.table, a, b), NULL);
    /* One within the other. */
    term nested = make_forall(r.table, x, make_and(r.table, body, b));
    means_the_same(&r, nested, NULL);
    means_the_same(&r, make_and(r.table, nested, b), NULL);
    reading_free(&r);
}

static void sharing_below_two_binders_does_not_explode(void **state) {
    struct reading r = reading_new();
    term x = make_variable(r.table, "x", SORT_BOOL);
    term body = make_doubled(r.table, x, 55);
    term root =
        make_and(r.table, make_forall(r.table, x, body), make_binder(r.table, OP_EXISTS, x, body));
    char *text = print_term(&r, root);
    assert_true(strlen(text) < 10000);
    term again = read_term(&r, text);
    assert_int_equal(term_depth(r.table, again), term_depth(r.table, root));
    mem_free(text);
    reading_free(&r);
}

static void only_names_are_called_without_at(void **state) {
    struct reading r = reading_of("(declare-const f (-> Int (-> Int Bool)))");
    term args[] = {read_term(&r, "(f 1)"), read_term(&r, "3")};
    char *text = print_term(&r, term_make(r.table, OP_CALL, 0, SORT_BOOL, args, 2));
    assert_string_equal(text, "(@ (f 1) 3)");
    mem_free(text);
    reading_free(&r);
}

/*
 * Random terms over few names and few variables, so that all kinds of clashes
 * happen: binders of the same variable beside and inside each other, names of
 * functions, of lets, shared parts of all sizes.
 */
static void random_terms_mean_the_same(void **state) {
    static const char *const names[] = {"x", "x_1", "_let_1", "true", "+", "_let"};
    struct rng rng = testing_rng(11);
    struct reading r = reading_of("(declare-const x Bool)(declare-const x_1 Bool)"
                                  "(declare-const _let_1 Bool)");
    struct term_mark mark = term_table_mark(r.table);
    for (int round = 0; round < 1500; round++) {
        term vars[6], pool[40];
        size_t n = 0;
        for (size_t i = 0; i < LENGTH(vars); i++)
            vars[i] = pool[n++] =
                make_variable(r.table, names[rng_below(&rng, LENGTH(names))], SORT_BOOL);
        pool[n++] = constant(&r, "x");
        pool[n++] = constant(&r, "x_1");
        pool[n++] = constant(&r, "_let_1");
        pool[n++] = term_true(r.table);
        while (n < LENGTH(pool)) {
            term a = pool[rng_below(&rng, n)], b = pool[n - 1 - rng_below(&rng, n < 12 ? n : 12)];
            switch (rng_below(&rng, 5)) {
            case 0:
                pool[n++] = make_not(r.table, a);
                break;
            case 1:
                pool[n++] = make_and(r.table, a, b);
                break;
            case 2:
                pool[n++] = make_both(r.table, OP_OR, b, a);
                break;
            case 3:
                pool[n++] = make_forall(r.table, vars[rng_below(&rng, LENGTH(vars))], b);
                break;
            default: {
                term args[] = {vars[rng_below(&rng, 3)], vars[3 + rng_below(&rng, 3)], b};
                pool[n++] = term_make(r.table, OP_EXISTS, 0, SORT_BOOL, args, 3);
            }
            }
        }
        term root = pool[n - 1];
        for (size_t i = 0; i < LENGTH(vars); i++)
            root = make_forall(r.table, vars[i], root);
        if (term_size(r.table, root) < 20000)
            means_the_same(&r, root, NULL);
        term_table_rewind(r.table, mark);
    }
    reading_free(&r);
}

/* ---- the same text ---- */

static const char rich[] =
    "; a comment\n"
    "(set-logic ALL)\n"
    "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))\n"
    "(declare-const x Int)\n"
    "(declare-const l (L Int))\n"
    "(declare-fun f (Int Int) Int)\n"
    "(define-fun g ((x Int) (y Int)) Int (f (+ x y 1 2 3 4 5) (* 2 (+ x y 1 2 3 4 5))))\n"
    "(assert (let ((c x)) (forall ((x Int) (y Int)) (exists ((x Int)) (= (f x y) (f c (f x "
    "y)))))))\n"
    "(assert (! (match l (((cons x y) (= x 1)) (nil (= x 2)))) :named n))\n"
    "(assert (forall ((z Int)) (! (= (f z z) (f (f z z) (f (f z z) x))) :pattern ((f z z)))))\n"
    "(check-sat)\n";

static char *printed_after(const char *const *others, size_t n) {
    struct reading r = reading_new();
    for (size_t i = 0; i < n; i++) {
        read_good(&r, others[i]);
        mem_free(print_script(&r));
        script_release(&r.script);
        read_good(&r, "(reset)");
        script_release(&r.script);
    }
    read_good(&r, rich);
    char *text = print_script(&r);
    reading_free(&r);
    return text;
}

static void the_text_does_not_depend_on_what_else_is_in_the_table(void **state) {
    static const char *const others[] = {
        "(declare-const x_1 Int)(declare-const _let_1 Bool)(declare-const _let__ Bool)",
        "(declare-fun x_2 (Bool) Bool)(assert (forall ((x_1 Bool) (x_3 Bool)) (and x_1 x_3)))",
        rich,
    };
    char *alone = printed_after(NULL, 0);
    for (size_t n = 1; n <= LENGTH(others); n++)
        assert_text(printed_after(others, n), alone);
    mem_free(alone);
}

static void printing_what_was_printed_changes_nothing(void **state) {
    static const uint32_t widths[] = {40, 60, 80, 200, UINT32_MAX};
    for (size_t i = 0; i < LENGTH(widths); i++) {
        struct reading r = reading_of(rich);
        printer_set_width(r.printer, widths[i]);
        char *first = print_script(&r);
        struct reading again = reading_of(first);
        printer_set_width(again.printer, widths[i]);
        assert_text(print_script(&again), first);
        mem_free(first);
        reading_free(&again);
        reading_free(&r);
    }
}

static void lines_keep_to_the_width_and_commands_can_be_one_line(void **state) {
    struct reading r = reading_of(rich);
    printer_set_width(r.printer, 60);
    char *text = print_script(&r);
    for (const char *at = text; *at != '\0'; at = strchr(at, '\n') + 1)
        assert_true(strchr(at, '\n') - at <= 60 || strncmp(at, "(declare", 8) == 0 || *at == ' ');
    mem_free(text);
    printer_set_width(r.printer, UINT32_MAX);
    text = print_script(&r);
    size_t lines = 0;
    for (const char *at = text; *at != '\0'; at++)
        lines += *at == '\n';
    assert_int_equal(lines, r.script.commands.n + 1); /* two lines for declare-datatypes */
    mem_free(text);
    reading_free(&r);
}

static void deep_terms_are_printed_without_recursion(void **state) {
    struct reading r = reading_new();
    term x = make_variable(r.table, "x", SORT_BOOL);
    term deep = make_deep(r.table, x, 300000);
    char *text = print_term(&r, make_forall(r.table, x, deep));
    assert_true(strlen(text) > 300000 * 6);
    mem_free(text);
    struct script script = {0};
    vec_push(&script.commands,
             ((struct command){.kind = COMMAND_ASSERT, .body = make_forall(r.table, x, deep)}));
    struct strbuf out = {0};
    printer_add_script(r.printer, &script, &out);
    struct reading again = reading_of(strbuf_text(&out));
    assert_int_equal(term_depth(again.table, again.script.commands.at[0].body), 300002);
    strbuf_free(&out);
    script_release(&script);
    reading_free(&again);
    reading_free(&r);
}

/* Short texts, long ones, and whole terms of them. */
static void names_of_any_length_are_printed_whole(void **state) {
    static const uint32_t lengths[] = {1, 15, 16, 17, 24, 100, 133, 390, 399, 400, 401, 5000};
    struct strbuf text = {0};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int bars = 0; bars < 2; bars++) {
            struct reading r = reading_new();
            strbuf_clear(&text);
            strbuf_add_text(&text, bars ? "| " : "");
            strbuf_add_repeat(&text, 'n', lengths[i]);
            strbuf_add_text(&text, bars ? "|" : "");
            char *name = strbuf_detach(&text);
            strbuf_printf(&text, "(declare-const %s Int)", name);
            read_good(&r, strbuf_text(&text));
            strbuf_clear(&text);
            strbuf_printf(&text, "(+ %s (- %s 1) (* %s %s) 2)", name, name, name, name);
            term t = read_term(&r, strbuf_text(&text));
            char *printed = print_term(&r, t);
            assert_int_equal(read_term(&r, printed), t);
            if (text.n <= 80)
                assert_string_equal(printed, strbuf_text(&text));
            mem_free(printed);
            mem_free(name);
            reading_free(&r);
        }
    strbuf_free(&text);
}

/* As a tree the large one has more nodes than could be counted. */
static void many_terms_may_be_shared(void **state) {
    struct reading r = reading_of("(declare-const x Int)(declare-const y Int)");
    term small = read_term(&r, "(+ x y)"), large = small;
    for (int i = 0; i < 3000; i++)
        large = plus(&r, plus(&r, large, constant(&r, i % 2 ? "x" : "y")), large);
    char *first = print_term(&r, large);
    assert_int_equal(read_term(&r, first), large);
    assert_text(print_term(&r, small), "(+ x y)");
    assert_text(print_term(&r, large), first);
    mem_free(first);
    reading_free(&r);
}

/* Names for functions and sorts that are given by hand. */
static void other_names_can_be_given(void **state) {
    struct reading r = reading_of("(declare-sort S 0)(declare-fun f (S) S)(declare-const c S)"
                                  "(assert (forall ((g S)) (= (f g) c)))");
    u32_vec funs = {0}, decls = {0};
    for (size_t i = 0; i < r.table->funs.n; i++)
        vec_push(&funs, 0);
    for (size_t i = 0; i < r.table->sorts.decls.n; i++)
        vec_push(&decls, 0);
    funs.at[r.script.commands.at[1].fun] = make_symbol(r.table, "g");
    decls.at[r.script.commands.at[0].decl] = make_symbol(r.table, "T U");
    printer_set_names(r.printer, funs.at, decls.at);
    assert_text(print_script(&r),
                "(declare-sort |T U| 0)\n(declare-fun g (|T U|) |T U|)\n(declare-const c |T U|)\n"
                "(assert (forall ((g_1 |T U|)) (= (g g_1) c)))\n");
    printer_set_names(r.printer, NULL, NULL);
    vec_free(&funs);
    vec_free(&decls);
    reading_free(&r);
}

/* The printer remembers how leaves look: only as long as they look so. */
static void a_constant_that_was_printed_can_be_named_otherwise(void **state) {
    struct reading r = reading_of("(declare-const c Int)(declare-const d Int)"
                                  "(assert (< c d (+ c d)))");
    u32_vec funs = {0};
    for (size_t i = 0; i < r.table->funs.n; i++)
        vec_push(&funs, 0);
    term t = r.script.commands.at[2].body;
    assert_text(print_term(&r, t), "(< c d (+ c d))");
    funs.at[r.script.commands.at[0].fun] = make_symbol(r.table, "other");
    printer_set_names(r.printer, funs.at, NULL);
    assert_text(print_term(&r, t), "(< other d (+ other d))");
    funs.at[r.script.commands.at[0].fun] = make_symbol(r.table, "a name");
    assert_text(print_term(&r, t), "(< |a name| d (+ |a name| d))");
    printer_set_names(r.printer, NULL, NULL);
    assert_text(print_term(&r, t), "(< c d (+ c d))");
    vec_free(&funs);
    reading_free(&r);
}

static void parts_make_the_whole(void **state) {
    struct reading r =
        reading_of("; first\n(declare-const x Int) ; behind it\n\n(assert (> x 0))"
                   "(assert (! (< x 9) :named n)) ; one ; comment\n;and\n(assert n)");
    char *whole = print_script(&r);
    for (size_t bytes = 0; bytes <= strlen(whole); bytes++) {
        struct strbuf out = {0};
        size_t next = 0, n_parts = 0;
        while (next < r.script.commands.n) {
            size_t before = out.n;
            next = printer_add_part(r.printer, &r.script, next, bytes + 1, &out);
            assert_true(next == r.script.commands.n || out.n - before > bytes);
            n_parts++;
        }
        assert_string_equal(strbuf_text(&out), whole);
        if (bytes == 0) /* comments stay with what they stand behind */
            assert_int_equal(n_parts, 6);
        strbuf_free(&out);
    }
    mem_free(whole);
    reading_free(&r);
}

static void a_handle_that_is_given_again_is_another_term(void **state) {
    struct reading r = reading_of("(declare-const c Int)");
    term c = read_term(&r, "c");
    struct term_mark mark = term_table_mark(r.table);
    term first = make_numeral(r.table, "17");
    assert_text(print_term(&r, plus(&r, c, first)), "(+ c 17)");
    term_table_rewind(r.table, mark);
    term second = make_numeral(r.table, "18");
    assert_int_equal(first, second);
    assert_text(print_term(&r, plus(&r, c, second)), "(+ c 18)");
    reading_free(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_variable_gives_way_to_a_function_of_its_name),
        TEST(a_variable_gives_way_to_an_operator_of_its_name),
        TEST(a_variable_gives_way_to_one_around_it),
        TEST(variables_of_one_binder_get_different_names),
        TEST(new_names_are_not_taken_either),
        TEST(names_with_bars_can_be_renamed),
        TEST(field_elements_are_not_captured),
        TEST(a_variable_of_a_case_is_no_constructor),
        TEST(parameters_of_a_definition_give_way),
        TEST(lets_stand_inside_of_the_binder_of_their_variables),
        TEST(a_let_goes_to_the_innermost_of_its_binders),
        TEST(names_of_lets_keep_apart_from_all_others),
        TEST(a_variable_with_two_binders_is_no_trouble),
        TEST(only_names_are_called_without_at),
        TEST(sharing_below_two_binders_does_not_explode),
        TEST(random_terms_mean_the_same),
        TEST(the_text_does_not_depend_on_what_else_is_in_the_table),
        TEST(printing_what_was_printed_changes_nothing),
        TEST(lines_keep_to_the_width_and_commands_can_be_one_line),
        TEST(deep_terms_are_printed_without_recursion),
        TEST(names_of_any_length_are_printed_whole),
        TEST(many_terms_may_be_shared),
        TEST(other_names_can_be_given),
        TEST(a_constant_that_was_printed_can_be_named_otherwise),
        TEST(parts_make_the_whole),
        TEST(a_handle_that_is_given_again_is_another_term),
    };
    return RUN(tests);
}
