#include "languages.h"

#include "eval/judging.h"
#include "eval/regex_int.h"

struct fixture {
    struct value_table values;
    value a, b, none, all, empty, any;
};

static struct fixture fixture_new(void) {
    struct fixture f;
    value_table_init(&f.values);
    f.a = regex_range(&f.values, 'a', 'a');
    f.b = regex_range(&f.values, 'b', 'b');
    f.none = regex_none(&f.values);
    f.all = regex_all(&f.values);
    f.empty = regex_empty_word(&f.values);
    f.any = regex_allchar(&f.values);
    return f;
}

static void fixture_free(struct fixture *f) {
    value_table_release(&f->values);
}

static value loop(struct fixture *f, value a, uint32_t min, uint32_t max) {
    return regex_loop(&f->values, a, min, max);
}

static value star(struct fixture *f, value a) {
    return regex_star(&f->values, a);
}

static value cat(struct fixture *f, value a, value b) {
    return regex_concat(&f->values, a, b);
}

static value either(struct fixture *f, value a, value b) {
    return regex_union(&f->values, a, b);
}

static value both(struct fixture *f, value a, value b) {
    return regex_inter(&f->values, a, b);
}

static value not(struct fixture * f, value a) {
    return regex_comp(&f->values, a);
}

static value word(struct fixture *f, const char *text) {
    value v = f->empty;
    for (size_t i = strlen(text); i > 0; i--)
        v = cat(f, regex_range(&f->values, (uint32_t)text[i - 1], (uint32_t)text[i - 1]), v);
    return v;
}

enum { NO_MAX = REGEX_NO_MAX };

/* ---- normal forms: the same handle ---- */

static void none_and_the_empty_word_follow_their_laws(void **state) {
    struct fixture f = fixture_new();
    value ab = word(&f, "ab");
    assert_int_equal(cat(&f, f.none, ab), f.none);
    assert_int_equal(cat(&f, ab, f.none), f.none);
    assert_int_equal(cat(&f, f.empty, ab), ab);
    assert_int_equal(cat(&f, ab, f.empty), ab);
    assert_int_equal(either(&f, f.none, ab), ab);
    assert_int_equal(both(&f, f.none, ab), f.none);
    assert_int_equal(both(&f, f.all, ab), ab);
    assert_int_equal(either(&f, f.all, ab), f.all);
    assert_int_equal(both(&f, f.empty, ab), f.none);
    assert_int_equal(both(&f, f.empty, star(&f, ab)), f.empty);
    assert_int_equal(star(&f, f.none), f.empty);
    assert_int_equal(star(&f, f.empty), f.empty);
    assert_int_equal(not(&f, f.none), f.all);
    assert_int_equal(not(&f, f.all), f.none);
    assert_int_equal(not(&f, f.empty), loop(&f, f.any, 1, NO_MAX));
    assert_int_equal(not(&f, loop(&f, f.any, 1, NO_MAX)), f.empty);
    assert_int_equal(not(&f, not(&f, ab)), ab);
    assert_int_equal(either(&f, ab, not(&f, ab)), f.all);
    assert_int_equal(both(&f, ab, not(&f, ab)), f.none);
    assert_int_equal(cat(&f, star(&f, ab), f.all), f.all);
    assert_int_equal(cat(&f, f.all, star(&f, ab)), f.all);
    fixture_free(&f);
}

static void unions_of_characters_are_one_set(void **state) {
    struct fixture f = fixture_new();
    struct value_table *v = &f.values;
    value set = either(&f, regex_range(v, 'a', 'f'), regex_range(v, 'g', 'z'));
    assert_int_equal(set, regex_range(v, 'a', 'z'));
    assert_int_equal(either(&f, regex_range(v, 'd', 'k'), regex_range(v, 'a', 'e')),
                     regex_range(v, 'a', 'k'));
    assert_int_equal(both(&f, regex_range(v, 'a', 'f'), regex_range(v, 'd', 'z')),
                     regex_range(v, 'd', 'f'));
    assert_int_equal(both(&f, f.a, f.b), f.none);
    assert_int_equal(either(&f, regex_range(v, 0, 'm'), regex_range(v, 'n', CODE_POINT_MAX)),
                     f.any);
    assert_int_equal(regex_range(v, 'b', 'a'), f.none);
    fixture_free(&f);
}

static void unions_and_intersections_do_not_depend_on_order(void **state) {
    struct fixture f = fixture_new();
    value x = word(&f, "ab"), y = word(&f, "ba"), z = word(&f, "bbb");
    assert_int_equal(either(&f, either(&f, x, y), z), either(&f, z, either(&f, y, x)));
    assert_int_equal(either(&f, x, x), x);
    assert_int_equal(both(&f, x, x), x);
    x = star(&f, x), y = star(&f, y), z = star(&f, z);
    assert_int_equal(both(&f, both(&f, x, y), z), both(&f, z, both(&f, y, x)));
    assert_int_equal(either(&f, f.empty, x), x);
    fixture_free(&f);
}

static void loops_of_loops_are_one_loop(void **state) {
    struct fixture f = fixture_new();
    value ab = word(&f, "ab"), abs = star(&f, ab);
    assert_int_equal(star(&f, abs), abs);
    assert_int_equal(star(&f, either(&f, f.empty, ab)), abs);
    assert_int_equal(cat(&f, abs, abs), abs);
    assert_int_equal(loop(&f, loop(&f, ab, 1, 3), 1, NO_MAX), loop(&f, ab, 1, NO_MAX));
    assert_int_equal(loop(&f, loop(&f, ab, 2, 3), 4, 4), loop(&f, ab, 8, 12));
    assert_int_equal(loop(&f, loop(&f, ab, 0, 1), 7, 9), loop(&f, ab, 0, 9));
    assert_int_equal(loop(&f, abs, 5, 6), abs);
    assert_int_equal(cat(&f, loop(&f, ab, 2, 3), loop(&f, ab, 4, 5)), loop(&f, ab, 6, 8));
    assert_int_equal(cat(&f, f.a, cat(&f, f.a, loop(&f, f.a, 2, NO_MAX))),
                     loop(&f, f.a, 4, NO_MAX));
    /* (ab ab){0,2} lacks ab itself, and so do others with gaps */
    assert_int_not_equal(loop(&f, loop(&f, ab, 2, 2), 0, 2), loop(&f, ab, 0, 4));
    assert_int_not_equal(loop(&f, loop(&f, ab, 3, 4), 1, 2), loop(&f, ab, 3, 8));
    fixture_free(&f);
}

static void loops_with_strange_bounds(void **state) {
    struct fixture f = fixture_new();
    value ab = word(&f, "ab");
    assert_int_equal(loop(&f, ab, 3, 2), f.none);
    assert_int_equal(loop(&f, ab, 0, 0), f.empty);
    assert_int_equal(loop(&f, f.none, 0, 0), f.empty);
    assert_int_equal(loop(&f, f.none, 0, 5), f.empty);
    assert_int_equal(loop(&f, f.none, 1, 5), f.none);
    assert_int_equal(loop(&f, f.empty, 2, 5), f.empty);
    assert_int_equal(loop(&f, ab, 1, 1), ab);
    assert_int_equal(loop(&f, f.none, 3, 2), f.none);
    /* beyond what can be counted, loops stay as they are */
    value large = loop(&f, ab, 1500000000, 2000000000);
    assert_true(regex_kind(&f.values, cat(&f, large, large)) == REGEX_CONCAT);
    assert_true(regex_kind(&f.values, regex_words(&f.values, loop(&f, large, 2, 2))[0]) ==
                REGEX_LOOP);
    assert_int_equal(cat(&f, large, cat(&f, loop(&f, ab, 1, 147483647), f.a)),
                     cat(&f, loop(&f, ab, 1500000001, REGEX_COUNT_MAX), f.a));
    fixture_free(&f);
}

static void loops_in_unions_are_one_if_no_number_is_between(void **state) {
    struct fixture f = fixture_new();
    value c = word(&f, "c"), ab = word(&f, "ab");
    assert_int_equal(either(&f, loop(&f, ab, 2, 3), loop(&f, ab, 4, 7)), loop(&f, ab, 2, 7));
    assert_int_equal(either(&f, loop(&f, ab, 2, 9), loop(&f, ab, 4, 7)), loop(&f, ab, 2, 9));
    assert_int_not_equal(either(&f, loop(&f, ab, 2, 3), loop(&f, ab, 5, 7)), loop(&f, ab, 2, 7));
    assert_int_equal(either(&f, cat(&f, loop(&f, ab, 2, 3), c), cat(&f, loop(&f, ab, 4, 7), c)),
                     cat(&f, loop(&f, ab, 2, 7), c));
    assert_int_equal(either(&f, ab, loop(&f, ab, 2, 3)), loop(&f, ab, 1, 3));
    assert_int_equal(either(&f, either(&f, f.empty, ab), loop(&f, ab, 2, 3)), loop(&f, ab, 0, 3));
    assert_int_equal(either(&f, f.empty, loop(&f, ab, 1, NO_MAX)), star(&f, ab));
    assert_int_equal(either(&f, f.a, loop(&f, f.a, 2, 3)), loop(&f, f.a, 1, 3));
    assert_int_equal(either(&f, f.a, star(&f, either(&f, f.a, f.b))),
                     star(&f, either(&f, f.a, f.b)));
    assert_int_not_equal(either(&f, f.empty, loop(&f, ab, 2, 3)), loop(&f, ab, 0, 3));
    fixture_free(&f);
}

static void concatenations_lean_to_the_right(void **state) {
    struct fixture f = fixture_new();
    value x = word(&f, "ab"), y = star(&f, word(&f, "ba")), z = word(&f, "b");
    assert_int_equal(cat(&f, cat(&f, x, y), z), cat(&f, x, cat(&f, y, z)));
    fixture_free(&f);
}

static void loops_are_not_unrolled(void **state) {
    struct fixture f = fixture_new();
    size_t before = f.values.nodes.n;
    loop(&f, f.a, 0, 1000000);
    loop(&f, f.a, REGEX_COUNT_MAX, REGEX_COUNT_MAX);
    assert_true(f.values.nodes.n < before + 8);
    fixture_free(&f);
}

static void nullability_is_known_from_the_start(void **state) {
    struct fixture f = fixture_new();
    struct value_table *v = &f.values;
    value ab = word(&f, "ab");
    assert_true(regex_is_nullable(v, f.empty));
    assert_true(regex_is_nullable(v, f.all));
    assert_true(regex_is_nullable(v, star(&f, ab)));
    assert_true(regex_is_nullable(v, not(&f, ab)));
    assert_true(regex_is_nullable(v, cat(&f, star(&f, ab), loop(&f, f.a, 0, 3))));
    assert_true(regex_is_nullable(v, either(&f, ab, star(&f, f.b))));
    assert_false(regex_is_nullable(v, both(&f, ab, star(&f, f.b))));
    assert_false(regex_is_nullable(v, cat(&f, ab, star(&f, f.b))));
    assert_false(regex_is_nullable(v, not(&f, star(&f, ab))));
    assert_false(regex_is_nullable(v, f.none));
    assert_false(regex_is_nullable(v, loop(&f, ab, 2, 3)));
    fixture_free(&f);
}

static void reversal_turns_words_around(void **state) {
    struct fixture f = fixture_new();
    struct value_table *v = &f.values;
    assert_int_equal(regex_reverse(v, word(&f, "abc")), word(&f, "cba"));
    assert_int_equal(regex_reverse(v, cat(&f, star(&f, word(&f, "ab")), not(&f, word(&f, "cd")))),
                     cat(&f, not(&f, word(&f, "dc")), star(&f, word(&f, "ba"))));
    fixture_free(&f);
}

/* ---- sets of characters ---- */

static void sets_are_what_their_ranges_say(void **state) {
    struct rng rng = testing_rng(1);
    enum { SPACE = 40 };
    for (int round = 0; round < 3000; round++) {
        range_vec sets[2] = {{0}, {0}}, sum = {0}, common = {0};
        bool has[2][SPACE] = {{0}};
        for (int s = 0; s < 2; s++)
            for (uint32_t low = (uint32_t)rng_below(&rng, 8); low < SPACE;) {
                uint32_t high = low + (uint32_t)rng_below(&rng, 6);
                high = high < SPACE ? high : SPACE - 1;
                vec_push(&sets[s], range_of(low, high));
                for (uint32_t c = low; c <= high; c++)
                    has[s][c] = true;
                low = high + 2 + (uint32_t)rng_below(&rng, 9);
            }
        ranges_unite(sets[0].at, (uint32_t)sets[0].n, sets[1].at, (uint32_t)sets[1].n, &sum);
        ranges_meet(sets[0].at, (uint32_t)sets[0].n, sets[1].at, (uint32_t)sets[1].n, &common);
        for (uint32_t c = 0; c < SPACE; c++) {
            uint32_t low = 0, high = SPACE - 1;
            bool in = ranges_contain(sets[0].at, (uint32_t)sets[0].n, c, &low, &high);
            assert_int_equal(in, has[0][c]);
            assert_true(low <= c && c <= high);
            for (uint32_t d = low; d <= high; d++)
                assert_int_equal(has[0][d], in);
            assert_int_equal(ranges_contain(sum.at, (uint32_t)sum.n, c, &low, &high),
                             has[0][c] || has[1][c]);
            assert_int_equal(ranges_contain(common.at, (uint32_t)common.n, c, &low, &high),
                             has[0][c] && has[1][c]);
        }
        /* normal: ascending, with gaps */
        for (size_t i = 1; i < sum.n; i++)
            assert_true(range_high(sum.at[i - 1]) + 1 < range_low(sum.at[i]));
        for (size_t i = 1; i < common.n; i++)
            assert_true(range_high(common.at[i - 1]) + 1 < range_low(common.at[i]));
        vec_free(&sets[0]);
        vec_free(&sets[1]);
        vec_free(&sum);
        vec_free(&common);
    }
}

/* ---- terms ---- */

static void assert_written(struct judging *j, const char *text, const char *expected) {
    value v = judge_term(j, text);
    assert_int_equal(eval_result(j->eval, v), EVAL_VALUE);
    assert_text(print_term(&j->r, regex_to_term(j->eval, v)), expected);
}

static void languages_are_written_as_terms(void **state) {
    struct judging j = judging_of("(set-logic ALL)");
    assert_written(&j, "(re.++ (str.to_re \"ab\") (str.to_re \"bc\"))", "(str.to_re \"abbc\")");
    assert_written(&j, "(re.++ (str.to_re \"ab\") (re.* (str.to_re \"c\")) (str.to_re \"d\"))",
                   "(re.++ (str.to_re \"ab\") (re.* (str.to_re \"c\")) (str.to_re \"d\"))");
    assert_written(&j, "(re.* re.allchar)", "re.all");
    assert_written(&j, "(re.comp re.all)", "re.none");
    assert_written(&j, "(str.to_re \"\")", "(str.to_re \"\")");
    assert_written(&j, "(re.range \"a\" \"c\")", "(re.range \"a\" \"c\")");
    assert_written(&j, "(re.union (re.range \"a\" \"c\") (str.to_re \"e\"))",
                   "(re.union (re.range \"a\" \"c\") (str.to_re \"e\"))");
    assert_written(&j, "((_ re.loop 2 5) (str.to_re \"ab\"))",
                   "((_ re.loop 2 5) (str.to_re \"ab\"))");
    assert_written(&j, "((_ re.^ 3) (str.to_re \"ab\"))", "((_ re.^ 3) (str.to_re \"ab\"))");
    assert_written(&j, "(re.opt (str.to_re \"ab\"))", "(re.opt (str.to_re \"ab\"))");
    assert_written(&j, "(re.+ (str.to_re \"ab\"))", "(re.+ (str.to_re \"ab\"))");
    assert_written(&j, "(re.++ ((_ re.^ 2) (str.to_re \"ab\")) (re.* (str.to_re \"ab\")))",
                   "(re.++ ((_ re.^ 2) (str.to_re \"ab\")) (re.* (str.to_re \"ab\")))");
    assert_written(&j, "((_ re.^ 2) ((_ re.^ 2147483647) (str.to_re \"ab\")))",
                   "((_ re.^ 2) ((_ re.^ 2147483647) (str.to_re \"ab\")))");
    assert_written(&j, "(re.comp (str.to_re \"\\u{5c}u{2ffff}\"))",
                   "(re.comp (str.to_re \"\\u{5c}u{2ffff}\"))");
    judging_free(&j);
}

static void terms_read_back_are_the_same_languages(void **state) {
    struct rng rng = testing_rng(2);
    struct judging j = judging_of("(set-logic ALL)");
    for (int round = 0; round < 400; round++) {
        value v = random_both(eval_values(j.eval), &rng, 4).regex;
        char *text = print_term(&j.r, regex_to_term(j.eval, v));
        value again = judge_term(&j, text);
        if (regex_equal(j.eval, v, again) != VALUE_TRUE)
            fail_msg("%s is not what it was written for", text);
        mem_free(text);
    }
    judging_free(&j);
}

static void deep_languages_are_written(void **state) {
    struct judging j = judging_of("(set-logic ALL)");
    struct value_table *v = eval_values(j.eval);
    value a = regex_range(v, 'a', 'a'), deep = a;
    enum { DEEP = 50000 };
    for (uint32_t i = 0; i < DEEP; i++)
        deep = regex_comp(v, regex_concat(v, deep, regex_range(v, 'a' + i % 3, 'a' + i % 3)));
    term t = regex_to_term(j.eval, deep);
    assert_true(term_depth(j.r.table, t) > DEEP);
    assert_int_equal(eval_term(j.eval, t), deep);
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(none_and_the_empty_word_follow_their_laws),
        TEST(unions_of_characters_are_one_set),
        TEST(unions_and_intersections_do_not_depend_on_order),
        TEST(loops_of_loops_are_one_loop),
        TEST(loops_with_strange_bounds),
        TEST(loops_in_unions_are_one_if_no_number_is_between),
        TEST(concatenations_lean_to_the_right),
        TEST(loops_are_not_unrolled),
        TEST(nullability_is_known_from_the_start),
        TEST(reversal_turns_words_around),
        TEST(sets_are_what_their_ranges_say),
        TEST(languages_are_written_as_terms),
        TEST(terms_read_back_are_the_same_languages),
        TEST(deep_languages_are_written),
    };
    return RUN(tests);
}
