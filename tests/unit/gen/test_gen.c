/* Seeds, ids, trails and rendering, with a strategy that only negates assertions. */
#include "testing.h"

#include <stdio.h>

#include "base/die.h"
#include "gen/corpus.h"
#include "gen/render.h"

/* ---- ids ------------------------------------------------------------------- */

static void assert_same_id(const char *text) {
    struct test_id id;
    struct strbuf out = {0};
    assert_true(test_id_read(text, strlen(text), &id));
    test_id_print(&id, &out);
    assert_string_equal(strbuf_text(&out), text);
    strbuf_free(&out);
}

static void test_an_id_reads_back_as_itself(void **state) {
    assert_same_id("opfuzz:3f9c2a7100000001:7:1204:18:b1d0");
    assert_same_id("fusion:0000000000000001+ffffffffffffffff:18446744073709551615:0:1:0000");
    assert_same_id("et:-:0:3:9:ffff");
}

static void test_what_is_no_id_is_refused(void **state) {
    static const char *const bad[] = {
        "",
        "opfuzz",
        ":1:2:3:4:5",
        "opfuzz:xyz:7:1204:18:b1d0",
        "opfuzz:1:7:1204:18",
        "opfuzz:1:7:1204:18:b1d0 ",
        "opfuzz:1:7:1204:0:b1d0",
        "opfuzz:1:7:1204:18:b1d0f",
        "opfuzz:1:18446744073709551616:0:1:0",
        "opfuzz:11112222333344445:0:0:1:0",
        "opfuzz:1+2+3+4+5:0:0:1:0",
        "opfuzz:1+:0:0:1:0",
        "a-name-that-is-much-too-long-for-an-id:1:0:0:1:0",
    };
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct test_id id;
        assert_false(test_id_read(bad[i], strlen(bad[i]), &id));
    }
}

/* ---- seeds ----------------------------------------------------------------- */

struct world {
    struct term_table *table;
    struct strbuf error;
};

static struct world world_new(void) {
    return (struct world){.table = term_table_new()};
}

static void world_free(struct world *world) {
    strbuf_free(&world->error);
    term_table_free(world->table);
}

static struct seed *read_seed(struct world *world, const char *name, const char *text) {
    struct seed *seed = seed_read(world->table, name, text, strlen(text), &world->error);
    if (seed == NULL)
        print_error("%s", strbuf_text(&world->error));
    assert_non_null(seed);
    return seed;
}

static void test_a_seed_keeps_what_is_worth_mutating(void **state) {
    struct world world = world_new();
    struct seed *seed = read_seed(&world, "a.smt2",
                                  "; a comment\n(set-option :produce-models true)\n"
                                  "(set-info :status sat)\n(set-logic QF_LIA)\n"
                                  "(declare-const x Int)\n(assert (> x 0))\n"
                                  "(check-sat)\n(get-model)\n(exit)\n");
    static const enum command_kind kinds[] = {COMMAND_SET_LOGIC, COMMAND_DECLARE_CONST,
                                              COMMAND_ASSERT, COMMAND_CHECK_SAT};
    assert_int_equal(seed->script.commands.n, LENGTH(kinds));
    for (size_t i = 0; i < LENGTH(kinds); i++)
        assert_int_equal(seed->script.commands.at[i].kind, kinds[i]);
    assert_true(seed->is_flat);
    assert_int_equal(seed->formulas.n, 1);
    assert_int_equal(seed->truth, TRUTH_SAT);
    assert_int_equal(seed->label, LABEL_STATUS);
    seed_free(seed);
    world_free(&world);
}

static void test_declarations_stay_global_and_tactics_go(void **state) {
    struct world world = world_new();
    struct seed *seed = read_seed(&world, "a.smt2",
                                  "(set-option :global-declarations true)\n(push 1)\n"
                                  "(declare-const p Bool)\n(pop 1)\n(assert p)\n"
                                  "(check-sat-using smt)\n");
    assert_int_equal(seed->script.commands.at[0].kind, COMMAND_SET_OPTION);
    assert_int_equal(vec_top(&seed->script.commands).kind, COMMAND_CHECK_SAT);
    assert_false(seed->is_flat);
    seed_free(seed);
    world_free(&world);
}

static void test_a_seed_without_a_check_gets_one(void **state) {
    struct world world = world_new();
    struct seed *seed = read_seed(&world, "a.smt2", "(assert true)");
    assert_int_equal(seed->n_checks, 1);
    assert_true(seed->is_flat);
    seed_free(seed);
    world_free(&world);
}

static void test_what_comes_after_the_check_makes_a_seed_not_flat(void **state) {
    struct world world = world_new();
    struct seed *seed = read_seed(&world, "sat/a.smt2", "(check-sat)(assert false)");
    assert_false(seed->is_flat);
    assert_int_equal(seed->truth, TRUTH_UNKNOWN);
    seed_free(seed);
    world_free(&world);
}

static void check_label(const char *name, const char *text, enum truth truth, enum label label) {
    struct world world = world_new();
    struct seed *seed = read_seed(&world, name, text);
    assert_int_equal(seed->truth, truth);
    assert_int_equal(seed->label, label);
    seed_free(seed);
    world_free(&world);
}

static void test_labels_come_from_folder_status_and_expect(void **state) {
    const char *plain = "(assert true)(check-sat)";
    check_label("a.smt2", plain, TRUTH_UNKNOWN, LABEL_NONE);
    check_label("x/sat/a.smt2", plain, TRUTH_SAT, LABEL_FOLDER);
    check_label("sat/unsat/a.smt2", plain, TRUTH_UNSAT, LABEL_FOLDER);
    check_label("x/unsatisfied/sat.smt2", plain, TRUTH_UNKNOWN, LABEL_NONE);
    check_label("a.smt2", "(set-info :status unsat)(check-sat)", TRUTH_UNSAT, LABEL_STATUS);
    check_label("a.smt2", "(set-info :status unknown)(check-sat)", TRUTH_UNKNOWN, LABEL_NONE);
    check_label("a.smt2", "; EXPECT: unsat\n(check-sat)", TRUTH_UNSAT, LABEL_EXPECT);
    check_label("sat/a.smt2", "(set-info :status sat)(check-sat)", TRUTH_SAT, LABEL_FOLDER);
}

static void test_labels_about_something_else_do_not_count(void **state) {
    check_label("a.smt2", "(set-info :status sat)(check-sat)(set-info :status unsat)", TRUTH_SAT,
                LABEL_STATUS);
    check_label("a.smt2", "(set-info :status unsat)(assert true)(exit)(assert false)(check-sat)",
                TRUTH_UNKNOWN, LABEL_NONE);
    check_label("a.smt2", "; EXPECT: unsat\n; EXPECT: sat\n(check-sat)", TRUTH_UNKNOWN, LABEL_NONE);
}

static void test_labels_that_contradict_each_other_leave_nothing(void **state) {
    check_label("sat/a.smt2", "; EXPECT: sat\n(set-info :status unsat)(check-sat)", TRUTH_UNKNOWN,
                LABEL_NONE);
}

static void test_a_bad_seed_is_told_with_its_place(void **state) {
    struct world world = world_new();
    const char *text = "(declare-const x Int)\n(assert x)\n";
    struct term_mark before = term_table_mark(world.table);
    assert_null(seed_read(world.table, "bad.smt2", text, strlen(text), &world.error));
    assert_non_null(strstr(strbuf_text(&world.error), "bad.smt2:2:9: error: "));
    struct term_mark after = term_table_mark(world.table);
    assert_int_equal(before.nodes, after.nodes);
    world_free(&world);
}

static void test_our_evaluator_finds_witnesses_and_wrong_labels(void **state) {
    struct world world = world_new();
    struct eval *eval = eval_new(world.table);
    const char *text = "(declare-const x Int)(assert (= x 3))(check-sat)";
    struct seed *seed = read_seed(&world, "a.smt2", text);
    assert_true(seed_find_witness(seed, eval, &world.error));
    assert_true(seed->has_witness);
    assert_int_equal(seed->truth, TRUTH_SAT);
    assert_int_equal(seed->label, LABEL_JUDGE);
    assert_int_equal(witness_check(eval, &seed->witness, seed->formulas.at, seed->formulas.n),
                     VERDICT_TRUE);
    seed_free(seed);
    seed = read_seed(&world, "sat/a.smt2", "(declare-const p Bool)(assert (and p (not p)))");
    assert_false(seed_find_witness(seed, eval, &world.error));
    assert_non_null(strstr(strbuf_text(&world.error), "sat/a.smt2"));
    seed_free(seed);
    seed = read_seed(&world, "unsat/a.smt2", "(declare-const x Int)(assert (= x 3))");
    assert_false(seed_find_witness(seed, eval, &world.error));
    assert_false(seed->has_witness);
    assert_non_null(strstr(strbuf_text(&world.error), "unsat/a.smt2"));
    seed_free(seed);
    eval_free(eval);
    world_free(&world);
}

/* ---- trails and rendering -------------------------------------------------- */

/* Step n negates assertion n, counted in a circle; each builds on the one before. */
struct negation {
    struct script script;
    size_t next;
};

static const char *negation_refuse(struct gen *gen, const struct seed *seed) {
    return seed->formulas.n == 0 ? "asserts nothing" : NULL;
}

static const char *negation_begin(struct trail *trail, struct rng *rng) {
    const struct script *script = &trail->seeds[0]->script;
    if (trail->strategy->n_seeds == 2 && trail->seeds[0]->logic_name != trail->seeds[1]->logic_name)
        return "other logic";
    struct negation *state = mem_alloc_zero(sizeof *state);
    vec_extend(&state->script.commands, script->commands.n);
    memcpy(state->script.commands.at, script->commands.at,
           script->commands.n * sizeof *script->commands.at);
    state->next = rng_below(rng, script->commands.n);
    trail->state = state;
    return NULL;
}

static bool negation_next(struct trail *trail, struct rng *rng, struct test *test) {
    struct negation *state = trail->state;
    struct command *c;
    do {
        state->next = (state->next + 1) % state->script.commands.n;
        c = &state->script.commands.at[state->next];
    } while (c->kind != COMMAND_ASSERT);
    c->body = term_make(trail->gen->table, OP_NOT, 0, SORT_BOOL, &c->body, 1);
    test->script = &state->script;
    return true;
}

static void negation_end(struct trail *trail) {
    struct negation *state = trail->state;
    script_release(&state->script);
    mem_free(state);
}

static const struct strategy negation = {
    .name = "negation",
    .n_seeds = 1,
    .n_steps = 10,
    .refuse = negation_refuse,
    .begin = negation_begin,
    .next = negation_next,
    .end = negation_end,
};

static const struct strategy negation_of_two = {
    .name = "negation2",
    .n_seeds = 2,
    .n_steps = 10,
    .refuse = negation_refuse,
    .begin = negation_begin,
    .next = negation_next,
    .end = negation_end,
};

static const char seed_text[] = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
                                "(define-fun f ((a Int)) Int (+ a 1))\n"
                                "(assert (> (f x) y))\n(assert (! (< x y) :named low))\n"
                                "(assert (=> low (= x 0)))\n(check-sat)\n";

/* The text of a test as a printer makes it that has seen nothing else. */
static void print_fresh(struct term_table *table, const struct test *test, struct strbuf *out) {
    struct render *render = render_new(table);
    render_test(render, test, out);
    render_free(render);
}

static void test_rendering_only_changes_gives_the_same_text(void **state) {
    struct world world = world_new();
    struct gen *gen = gen_new(world.table);
    struct seed *seed = read_seed(&world, "a.smt2", seed_text);
    struct render *render = render_new(world.table);
    for (uint64_t number = 0; number < 5; number++) {
        const char *reason;
        const struct seed *seeds[] = {seed};
        struct trail *trail = gen_trail_begin(gen, &negation, seeds, 1, number, &reason);
        struct test test;
        render_forget(render);
        for (int step = 1; step <= 20; step++) {
            struct strbuf quick = {0}, fresh = {0};
            assert_true(gen_trail_next(trail, &test));
            assert_int_equal(trail->id.step, step);
            render_test(render, &test, &quick);
            print_fresh(world.table, &test, &fresh);
            assert_string_equal(strbuf_text(&quick), strbuf_text(&fresh));
            assert_non_null(strstr(strbuf_text(&quick), "(not "));
            strbuf_free(&quick);
            strbuf_free(&fresh);
        }
        gen_trail_end(trail);
    }
    render_free(render);
    seed_free(seed);
    gen_free(gen);
    world_free(&world);
}

static void test_the_table_is_as_before_when_a_trail_has_ended(void **state) {
    struct world world = world_new();
    struct gen *gen = gen_new(world.table);
    struct seed *seed = read_seed(&world, "a.smt2", seed_text);
    struct term_mark before = term_table_mark(world.table);
    const struct seed *seeds[] = {seed};
    const char *reason;
    struct trail *trail = gen_trail_begin(gen, &negation, seeds, 1, 1, &reason);
    struct test test;
    for (int i = 0; i < 10; i++)
        gen_trail_next(trail, &test);
    gen_trail_end(trail);
    assert_int_equal(term_table_mark(world.table).nodes, before.nodes);
    seed_free(seed);
    gen_free(gen);
    world_free(&world);
}

/* A test that leaves its seed's logic names one that fits; one that keeps to it does not. */
static void test_the_logic_follows_what_the_test_uses(void **state) {
    static const struct {
        const char *logic, *formula, *expected;
    } cases[] = {
        {"QF_LIA", "(> (+ x x) 3)", "(set-logic QF_LIA)"},
        {"QF_LIA", "(> (* x x) 3)", "(set-logic QF_NIA)"},
        {"QF_LIA", "(exists ((y Int)) (> y x))", "(set-logic LIA)"},
        {"ALL", "(> (* x x) 3)", "(set-logic ALL)"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct world world = world_new();
        char text[200];
        snprintf(text, sizeof text, "(set-logic %s)(declare-const x Int)(assert %s)",
                 cases[i].logic, cases[i].formula);
        struct seed *seed = read_seed(&world, "a.smt2", text);
        struct strbuf out = {0};
        print_fresh(world.table, &(struct test){.script = &seed->script}, &out);
        assert_memory_equal(strbuf_text(&out), cases[i].expected, strlen(cases[i].expected));
        strbuf_free(&out);
        seed_free(seed);
        world_free(&world);
    }
}

static void test_a_header_stays_on_one_line(void **state) {
    struct test_id id = {.strategy = "x", .step = 1};
    struct test test = {.truth = TRUTH_UNSAT};
    struct strbuf out = {0};
    render_header(&id, &test, (const char *const[]){"a\nb.smt2", "c.smt2"}, 2, &out);
    assert_string_equal(strbuf_text(&out),
                        "; momus id=x:-:0:0:1:0000 truth=unsat from=a?b.smt2,c.smt2\n");
    strbuf_free(&out);
}

/* ---- a corpus -------------------------------------------------------------- */

struct folder {
    char path[40];
};

static struct folder folder_new(void) {
    struct folder folder = {"/tmp/momus-test-XXXXXX"};
    assert_non_null(mkdtemp(folder.path));
    return folder;
}

static const char *folder_put(struct folder *folder, const char *name, const char *text) {
    static char path[100];
    struct strbuf error = {0};
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    assert_true(file_write(path, text, strlen(text), &error));
    strbuf_free(&error);
    return path;
}

static void folder_remove(struct folder *folder, const char *name) {
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    unlink(path);
}

static void first_text(struct trail *trail, struct strbuf *out) {
    struct test test;
    assert_non_null(trail);
    assert_true(gen_trail_next(trail, &test));
    print_fresh(trail->gen->table, &test, out);
}

/* A corpus with all that it needs. */
struct shelf {
    struct folder folder;
    struct strbuf error;
    struct term_table *table;
    struct gen *gen;
    struct corpus corpus;
};

static void shelf_init(struct shelf *shelf, const struct strategy *strategy) {
    *shelf = (struct shelf){.folder = folder_new(), .table = term_table_new()};
    shelf->gen = gen_new(shelf->table);
    corpus_init(&shelf->corpus, shelf->gen, strategy);
}

static bool shelf_add(struct shelf *shelf, const char *name, const char *text) {
    return corpus_add(&shelf->corpus, folder_put(&shelf->folder, name, text), &shelf->error);
}

static void shelf_release(struct shelf *shelf, const char *names) {
    corpus_release(&shelf->corpus);
    gen_free(shelf->gen);
    term_table_free(shelf->table);
    strbuf_free(&shelf->error);
    for (; *names != '\0'; names++)
        folder_remove(&shelf->folder, (char[]){*names, '\0'});
    rmdir(shelf->folder.path);
}

static void test_a_corpus_counts_what_it_cannot_use(void **state) {
    struct shelf shelf;
    shelf_init(&shelf, &negation);
    assert_true(shelf_add(&shelf, "a", "(check-sat)"));
    assert_false(shelf_add(&shelf, "b", "(assert"));
    assert_false(corpus_add(&shelf.corpus, "/nowhere/at/all", &shelf.error));
    assert_int_equal(shelf.corpus.entries.n, 1);
    for (uint64_t i = 0; i < 3; i++)
        assert_null(corpus_begin(&shelf.corpus, 0, i, 0));
    assert_int_equal(shelf.corpus.refusals.n, 1);
    assert_int_equal(shelf.corpus.refusals.at[0].n, 1); /* one seed, however often it was wanted */
    assert_string_equal(shelf.corpus.refusals.at[0].reason, "asserts nothing");
    shelf_release(&shelf, "ab");
}

/* What is unknown, or cannot be used, leaves it to the number. */
static void test_a_trail_begins_on_the_seed_that_is_favoured(void **state) {
    struct shelf shelf;
    struct corpus *corpus = &shelf.corpus;
    uint64_t unknown = 5, turns[3];
    shelf_init(&shelf, &negation);
    assert_true(shelf_add(&shelf, "a", "(assert true)"));
    assert_true(shelf_add(&shelf, "b", seed_text));
    assert_true(shelf_add(&shelf, "c", "(check-sat)"));
    for (uint64_t number = 0; number < 3; number++) {
        struct trail *trail = corpus_begin(corpus, 0, number, 0);
        turns[number] = trail != NULL ? trail->id.seeds[0] : 0;
        gen_trail_end(trail);
    }
    for (size_t i = 0; i < 4; i++)
        for (uint64_t number = 0; number < 3; number++) {
            uint64_t favoured = i < 3 ? corpus->entries.at[i].seed->hash : unknown;
            struct trail *trail = corpus_begin(corpus, 0, number, favoured);
            uint64_t wanted = i < 2 ? favoured : turns[number];
            assert_true((trail == NULL && wanted == 0) || trail->id.seeds[0] == wanted);
            gen_trail_end(trail);
        }
    shelf_release(&shelf, "abc");
}

/* The same id in a corpus with other seeds before it gives the same text. */
static void test_an_id_gives_the_same_bytes_beside_other_seeds(void **state) {
    struct folder folder = folder_new();
    struct strbuf error = {0}, one = {0}, other = {0};
    struct test_id id;
    for (int round = 0; round < 2; round++) {
        struct term_table *table = term_table_new();
        struct gen *gen = gen_new(table);
        struct corpus corpus;
        corpus_init(&corpus, gen, &negation_of_two);
        if (round == 1)
            assert_true(corpus_add(&corpus, folder_put(&folder, "b", "(assert true)"), &error));
        assert_true(corpus_add(&corpus, folder_put(&folder, "a", seed_text), &error));
        struct trail *trail;
        if (round == 0) {
            trail = corpus_begin(&corpus, 7, 3, 0); /* with itself: there is no other */
            assert_non_null(trail);
            assert_ptr_not_equal(trail->seeds[0], trail->seeds[1]);
            assert_int_equal(trail->seeds[0]->hash, trail->seeds[1]->hash);
            id = trail->id;
        } else {
            trail = corpus_begin_again(&corpus, &id, &error);
        }
        first_text(trail, round == 0 ? &one : &other);
        gen_trail_end(trail);
        corpus_release(&corpus);
        gen_free(gen);
        term_table_free(table);
    }
    assert_string_equal(strbuf_text(&one), strbuf_text(&other));
    strbuf_free(&one);
    strbuf_free(&other);
    strbuf_free(&error);
    folder_remove(&folder, "a");
    folder_remove(&folder, "b");
    rmdir(folder.path);
}

static void test_an_id_of_an_unknown_seed_is_refused(void **state) {
    struct term_table *table = term_table_new();
    struct gen *gen = gen_new(table);
    struct corpus corpus;
    struct strbuf error = {0};
    corpus_init(&corpus, gen, &negation);
    struct test_id id = {.strategy = "negation", .seeds = {5}, .n_seeds = 1, .step = 1};
    assert_null(corpus_begin_again(&corpus, &id, &error));
    assert_non_null(strstr(strbuf_text(&error), "0000000000000005"));
    corpus_release(&corpus);
    gen_free(gen);
    term_table_free(table);
    strbuf_free(&error);
}

/* Three trails of two steps, each with a script of its own. */
static const char *counting_begin(struct trail *trail, struct rng *rng) {
    if (trail->id.trail >= 3)
        return "there are three";
    trail->state = mem_alloc_zero(sizeof(struct script));
    return NULL;
}

static bool counting_next(struct trail *trail, struct rng *rng, struct test *test) {
    struct script *script = trail->state;
    char text[64];
    struct parse_error error = {0};
    if (trail->id.step == 2)
        return false;
    script_release(script);
    *script = (struct script){0};
    int n = snprintf(text, sizeof text, "(assert (= %u %u))(check-sat)", (unsigned)trail->id.trail,
                     (unsigned)trail->id.step);
    struct parser *parser = parser_new(trail->gen->table);
    assert_true(parser_read_script(parser, text, (size_t)n, script, &error));
    parser_free(parser);
    test->script = script;
    return true;
}

static const struct strategy counting = {
    .name = "counting",
    .n_steps = 2,
    .begin = counting_begin,
    .next = counting_next,
    .end = negation_end,
};

static void test_a_strategy_without_seeds_makes_its_sequence_and_ends(void **state) {
    struct term_table *table = term_table_new();
    struct gen *gen = gen_new(table);
    struct corpus corpus;
    struct strbuf text = {0}, error = {0};
    struct trail *trail;
    struct test test;
    struct test_id last = {0};
    corpus_init(&corpus, gen, &counting);
    struct render *render = render_new(table);
    assert_int_equal(strategy_steps(&counting, 50), 2);
    assert_int_equal(strategy_steps(&negation, 50), 50);
    for (uint64_t number = 0; (trail = corpus_begin(&corpus, 0, number, 0)) != NULL; number++) {
        render_forget(render);
        while (gen_trail_next(trail, &test)) {
            render_test(render, &test, &text);
            last = trail->id;
        }
        gen_trail_end(trail);
    }
    assert_string_equal(corpus.over, "there are three");
    assert_string_equal(strbuf_text(&text),
                        "(assert (= 0 0))\n(check-sat)\n(assert (= 0 1))\n(check-sat)\n"
                        "(assert (= 1 0))\n(check-sat)\n(assert (= 1 1))\n(check-sat)\n"
                        "(assert (= 2 0))\n(check-sat)\n(assert (= 2 1))\n(check-sat)\n");
    assert_int_equal(corpus.refusals.n, 0);
    assert_string_equal(render_logic(render), "QF_IDL");
    trail = corpus_begin_again(&corpus, &last, &error);
    assert_non_null(trail);
    gen_trail_end(trail);
    render_free(render);
    corpus_release(&corpus);
    gen_free(gen);
    term_table_free(table);
    strbuf_free(&text);
    strbuf_free(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_an_id_reads_back_as_itself),
        TEST(test_what_is_no_id_is_refused),
        TEST(test_a_seed_keeps_what_is_worth_mutating),
        TEST(test_declarations_stay_global_and_tactics_go),
        TEST(test_a_seed_without_a_check_gets_one),
        TEST(test_what_comes_after_the_check_makes_a_seed_not_flat),
        TEST(test_labels_come_from_folder_status_and_expect),
        TEST(test_labels_about_something_else_do_not_count),
        TEST(test_labels_that_contradict_each_other_leave_nothing),
        TEST(test_a_bad_seed_is_told_with_its_place),
        TEST(test_our_evaluator_finds_witnesses_and_wrong_labels),
        TEST(test_rendering_only_changes_gives_the_same_text),
        TEST(test_the_table_is_as_before_when_a_trail_has_ended),
        TEST(test_the_logic_follows_what_the_test_uses),
        TEST(test_a_header_stays_on_one_line),
        TEST(test_a_corpus_counts_what_it_cannot_use),
        TEST(test_a_trail_begins_on_the_seed_that_is_favoured),
        TEST(test_an_id_gives_the_same_bytes_beside_other_seeds),
        TEST(test_an_id_of_an_unknown_seed_is_refused),
        TEST(test_a_strategy_without_seeds_makes_its_sequence_and_ends),
    };
    return RUN(tests);
}
