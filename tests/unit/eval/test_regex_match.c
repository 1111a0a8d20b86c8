#include "languages.h"

struct fixture {
    struct term_table *table;
    struct eval *eval;
    struct value_table *values;
};

static struct fixture fixture_new(void) {
    struct fixture f = {.table = term_table_new()};
    f.eval = eval_new(f.table);
    f.values = eval_values(f.eval);
    struct eval_limits limits = eval_default_limits;
    limits.steps = UINT64_MAX;
    eval_set_limits(f.eval, &limits);
    return f;
}

static void fixture_free(struct fixture *f) {
    eval_free(f->eval);
    term_table_free(f->table);
}

static void code_points(const char *text, u32_vec *out) {
    vec_clear(out);
    for (; *text != '\0'; text++)
        vec_push(out, (uint32_t)(unsigned char)*text);
}

static value word(struct fixture *f, const char *text) {
    u32_vec w = {0};
    code_points(text, &w);
    value v = regex_word(f->values, w.at, (uint32_t)w.n);
    vec_free(&w);
    return v;
}

static bool in(struct fixture *f, value a, const char *text) {
    u32_vec w = {0};
    code_points(text, &w);
    value v = regex_matches(f->eval, a, w.at, (uint32_t)w.n);
    vec_free(&w);
    assert_true(v == VALUE_TRUE || v == VALUE_FALSE);
    return v == VALUE_TRUE;
}

/* The letter, n times. */
static value repeat(struct fixture *f, value a, char c, uint32_t n) {
    u32_vec w = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&w, (uint32_t)c);
    value v = regex_matches(f->eval, a, w.at, n);
    vec_free(&w);
    return v;
}

static value cat(struct fixture *f, value a, value b) {
    return regex_concat(f->values, a, b);
}

static value star(struct fixture *f, value a) {
    return regex_star(f->values, a);
}

static value opt(struct fixture *f, value a) {
    return regex_loop(f->values, a, 0, 1);
}

static value either(struct fixture *f, value a, value b) {
    return regex_union(f->values, a, b);
}

/* ---- against the definitions ---- */

static void a_word_matches_iff_it_is_in_the_set(void **state) {
    struct rng rng = testing_rng(1);
    struct fixture f = fixture_new();
    for (int round = 0; round < 2000; round++) {
        struct both both = random_both(f.values, &rng, (uint32_t)rng_below(&rng, 5));
        assert_int_equal(regex_is_nullable(f.values, both.regex), both.set.has[0]);
        for (uint32_t i = 0; i < N_WORDS; i++) {
            struct word w = word_of(i);
            value v = regex_matches(f.eval, both.regex, w.at, w.n);
            if (v != value_of_bool(both.set.has[i]))
                fail_msg("round %d, word %u: %d", round, i, (int)v);
        }
    }
    fixture_free(&f);
}

static void emptiness_agrees_with_the_set(void **state) {
    struct rng rng = testing_rng(2);
    int n_none = 0;
    struct fixture f = fixture_new();
    for (int round = 0; round < 1000; round++) {
        struct both both = random_both(f.values, &rng, 4);
        value none = regex_is_none(f.eval, both.regex);
        bool has_short = false;
        for (uint32_t i = 0; i < N_WORDS; i++)
            has_short |= both.set.has[i];
        assert_true(none == VALUE_TRUE || none == VALUE_FALSE);
        assert_false(none == VALUE_TRUE && has_short);
        n_none += none == VALUE_TRUE;
    }
    fixture_free(&f);
    assert_true(n_none > 30);
}

static bool same_sets(const struct language *a, const struct language *b) {
    return memcmp(a->has, b->has, sizeof a->has) == 0;
}

static void equal_languages_have_the_same_short_words(void **state) {
    struct rng rng = testing_rng(3);
    int n_equal = 0;
    struct fixture f = fixture_new();
    for (int round = 0; round < 1000; round++) {
        struct both a = random_both(f.values, &rng, 2), b = random_both(f.values, &rng, 2);
        value equal = regex_equal(f.eval, a.regex, b.regex);
        assert_true(equal == VALUE_TRUE || equal == VALUE_FALSE);
        if (equal == VALUE_TRUE)
            assert_true(same_sets(&a.set, &b.set));
        n_equal += equal == VALUE_TRUE && a.regex != b.regex;
    }
    fixture_free(&f);
    assert_true(n_equal > 0);
}

static void assert_equal(struct fixture *f, value a, value b) {
    assert_int_equal(regex_equal(f->eval, a, b), VALUE_TRUE);
    assert_int_equal(regex_equal(f->eval, b, a), VALUE_TRUE);
}

static void laws_of_languages_hold(void **state) {
    struct rng rng = testing_rng(4);
    struct fixture f = fixture_new();
    for (int round = 0; round < 300; round++) {
        struct value_table *v = f.values;
        value a = random_both(v, &rng, 2).regex, b = random_both(v, &rng, 2).regex;
        value c = random_both(v, &rng, 2).regex;
        assert_equal(&f, regex_comp(v, regex_inter(v, regex_comp(v, a), regex_comp(v, b))),
                     regex_union(v, a, b));
        assert_equal(&f, regex_concat(v, regex_union(v, a, b), c),
                     regex_union(v, regex_concat(v, a, c), regex_concat(v, b, c)));
        assert_equal(&f, regex_concat(v, a, regex_concat(v, b, c)),
                     regex_concat(v, regex_concat(v, a, b), c));
        assert_equal(&f, regex_reverse(v, regex_reverse(v, a)), a);
        assert_equal(&f, regex_loop(v, a, 1, 3),
                     regex_concat(v, a,
                                  regex_union(v, regex_empty_word(v),
                                              regex_union(v, a, regex_concat(v, a, a)))));
        assert_equal(&f, regex_star(v, a),
                     regex_union(v, regex_empty_word(v), regex_concat(v, a, regex_star(v, a))));
    }
    fixture_free(&f);
}

static void a_difference_far_away_is_found(void **state) {
    struct fixture f = fixture_new();
    value a = word(&f, "a");
    value many = regex_loop(f.values, a, 0, 1000), more = regex_loop(f.values, a, 0, 1001);
    assert_int_equal(regex_equal(f.eval, many, more), VALUE_FALSE);
    assert_equal(&f, more, either(&f, many, cat(&f, a, regex_loop(f.values, a, 1000, 1000))));
    value odd = cat(&f, a, star(&f, word(&f, "aa"))), even = star(&f, word(&f, "aa"));
    assert_equal(&f, either(&f, odd, even), star(&f, a));
    assert_int_equal(regex_is_none(f.eval, regex_inter(f.values, odd, even)), VALUE_TRUE);
    fixture_free(&f);
}

/* ---- finding ---- */

struct span {
    bool found;
    uint32_t begin, end;
};

/* By the standard: the shortest u1, then the shortest w1, with w = u1 w1 u2 and w1 in the set. */
static struct span find_by_definition(const struct language *l, const struct word *w, uint32_t from,
                                      bool nonempty) {
    for (uint32_t begin = from; begin <= w->n; begin++)
        for (uint32_t end = begin + nonempty; end <= w->n; end++)
            if (l->has[number_of(w->at + begin, end - begin)])
                return (struct span){true, begin, end};
    return (struct span){0};
}

static void finds_the_leftmost_then_shortest_match(void **state) {
    struct rng rng = testing_rng(5);
    struct fixture f = fixture_new();
    for (int round = 0; round < 800; round++) {
        struct both both = random_both(f.values, &rng, 3);
        for (uint32_t i = 0; i < N_WORDS; i += 1 + (uint32_t)rng_below(&rng, 5)) {
            struct word w = word_of(i);
            uint32_t from = (uint32_t)rng_below(&rng, w.n + 1), begin, end;
            bool nonempty = rng_chance(&rng, 1, 2);
            struct span span = find_by_definition(&both.set, &w, from, nonempty);
            value found = regex_find(f.eval, both.regex, w.at, w.n, from, nonempty, &begin, &end);
            assert_int_equal(found, value_of_bool(span.found));
            if (span.found) {
                assert_int_equal(begin, span.begin);
                assert_int_equal(end, span.end);
            }
        }
    }
    fixture_free(&f);
}

static void finds_all_from_left_to_right(void **state) {
    struct rng rng = testing_rng(6);
    struct fixture f = fixture_new();
    for (int round = 0; round < 600; round++) {
        struct both both = random_both(f.values, &rng, 3);
        for (uint32_t i = 0; i < N_WORDS; i += 1 + (uint32_t)rng_below(&rng, 5)) {
            struct word w = word_of(i);
            regex_found_vec found = {0};
            assert_int_equal(regex_find_all(f.eval, both.regex, w.at, w.n, &found), VALUE_TRUE);
            size_t n = 0;
            for (uint32_t from = 0;; n++) {
                struct span span = find_by_definition(&both.set, &w, from, true);
                if (!span.found)
                    break;
                assert_true(n < found.n);
                assert_int_equal(found.at[n].begin, span.begin);
                assert_int_equal(found.at[n].end, span.end);
                from = span.end;
            }
            assert_int_equal(n, found.n);
            vec_free(&found);
        }
    }
    fixture_free(&f);
}

static value text_value(struct fixture *f, const struct word *w) {
    return value_of_text(f->values, w->at, w->n);
}

static value apply(struct fixture *f, enum op op, const value *args, uint32_t n) {
    struct application a = {.op = (uint16_t)op, .n = n, .args = args};
    return meaning_of(op)->apply(f->eval, &a);
}

/* u1 w2 u2, and so on in u2 if `all`; w2 is "xyz". */
static value replace_by_definition(struct fixture *f, const struct language *l,
                                   const struct word *w, bool all) {
    u32_vec out = {0};
    uint32_t from = 0;
    for (;;) {
        struct span span = find_by_definition(l, w, from, all);
        for (uint32_t i = from; i < (span.found ? span.begin : w->n); i++)
            vec_push(&out, w->at[i]);
        if (!span.found)
            break;
        for (uint32_t c = 'x'; c <= 'z'; c++)
            vec_push(&out, c);
        from = span.end;
        if (!all) {
            for (uint32_t i = from; i < w->n; i++)
                vec_push(&out, w->at[i]);
            break;
        }
    }
    value v = value_of_text(f->values, out.at, (uint32_t)out.n);
    vec_free(&out);
    return v;
}

static void replaces_what_the_definition_says(void **state) {
    struct rng rng = testing_rng(11);
    struct fixture f = fixture_new();
    value by = value_of_text(f.values, (const uint32_t[]){'x', 'y', 'z'}, 3);
    for (int round = 0; round < 500; round++) {
        struct both both = random_both(f.values, &rng, 3);
        for (uint32_t i = 0; i < N_WORDS; i += 1 + (uint32_t)rng_below(&rng, 7)) {
            struct word w = word_of(i);
            int from = (int)rng_below(&rng, 8) - 1;
            value args[3] = {text_value(&f, &w), both.regex, by};
            assert_int_equal(apply(&f, OP_STR_REPLACE_RE, args, 3),
                             replace_by_definition(&f, &both.set, &w, false));
            assert_int_equal(apply(&f, OP_STR_REPLACE_RE_ALL, args, 3),
                             replace_by_definition(&f, &both.set, &w, true));
            args[2] = value_of_small(from);
            struct span span = {0};
            if (from >= 0 && from <= (int)w.n)
                span = find_by_definition(&both.set, &w, (uint32_t)from, false);
            assert_int_equal(apply(&f, OP_STR_INDEXOF_RE, args, 3),
                             value_of_small(span.found ? (int)span.begin : -1));
        }
    }
    fixture_free(&f);
}

/* ---- what is hard for others ---- */

static void notorious_expressions_are_no_trouble(void **state) {
    struct fixture f = fixture_new();
    struct value_table *v = f.values;
    value a = word(&f, "a"), b = word(&f, "b");
    enum { N = 50000 };
    assert_int_equal(repeat(&f, cat(&f, star(&f, star(&f, a)), b), 'a', N), VALUE_FALSE);
    assert_int_equal(repeat(&f, star(&f, either(&f, a, a)), 'a', N), VALUE_TRUE);
    value aa = word(&f, "aa");
    assert_int_equal(repeat(&f, cat(&f, star(&f, star(&f, either(&f, a, aa))), b), 'a', N),
                     VALUE_FALSE);
    value optional = cat(&f, regex_loop(v, opt(&f, a), 5000, 5000), regex_loop(v, a, 5000, 5000));
    assert_int_equal(repeat(&f, optional, 'a', 4999), VALUE_FALSE);
    assert_int_equal(repeat(&f, optional, 'a', 5000), VALUE_TRUE);
    assert_int_equal(repeat(&f, optional, 'a', 10000), VALUE_TRUE);
    assert_int_equal(repeat(&f, optional, 'a', 10001), VALUE_FALSE);
    /* the same with two kinds of optional things, written out */
    value chain = regex_empty_word(v);
    for (int i = 0; i < 200; i++)
        chain = cat(&f, either(&f, opt(&f, a), opt(&f, b)), chain);
    assert_int_equal(repeat(&f, regex_comp(v, chain), 'a', 200), VALUE_FALSE);
    assert_int_equal(repeat(&f, regex_comp(v, chain), 'a', 201), VALUE_TRUE);
    fixture_free(&f);
}

static void the_twentieth_letter_from_the_end_is_remembered(void **state) {
    struct fixture f = fixture_new();
    struct value_table *v = f.values;
    value r =
        cat(&f, regex_all(v), cat(&f, word(&f, "a"), regex_loop(v, regex_allchar(v), 20, 20)));
    value both = regex_inter(v, r, regex_comp(v, cat(&f, regex_all(v), word(&f, "c"))));
    enum { N = 3000 };
    struct rng rng = testing_rng(7);
    uint32_t *text = mem_alloc(N * sizeof *text);
    for (uint32_t i = 0; i < N; i++)
        text[i] = 'a' + (uint32_t)rng_below(&rng, 3);
    for (uint32_t n = N - 5; n <= N; n++) {
        bool expected = text[n - 21] == 'a';
        assert_int_equal(regex_matches(f.eval, r, text, n), value_of_bool(expected));
        expected = expected && text[n - 1] != 'c';
        assert_int_equal(regex_matches(f.eval, both, text, n), value_of_bool(expected));
    }
    mem_free(text);
    fixture_free(&f);
}

static void large_counters_are_counted(void **state) {
    struct fixture f = fixture_new();
    struct value_table *v = f.values;
    value a = word(&f, "a");
    value loop = regex_loop(v, a, 1000, 2000);
    assert_int_equal(repeat(&f, loop, 'a', 999), VALUE_FALSE);
    assert_int_equal(repeat(&f, loop, 'a', 1000), VALUE_TRUE);
    assert_int_equal(repeat(&f, loop, 'a', 2000), VALUE_TRUE);
    assert_int_equal(repeat(&f, loop, 'a', 2001), VALUE_FALSE);
    loop = cat(&f, star(&f, either(&f, a, word(&f, "b"))), loop);
    assert_int_equal(repeat(&f, loop, 'a', 999), VALUE_FALSE);
    assert_int_equal(repeat(&f, loop, 'a', 50000), VALUE_TRUE);
    value inner = regex_loop(v, cat(&f, regex_loop(v, a, 1, 10), opt(&f, word(&f, "b"))), 100, 200);
    assert_int_equal(repeat(&f, inner, 'a', 99), VALUE_FALSE);
    assert_int_equal(repeat(&f, inner, 'a', 100), VALUE_TRUE);
    assert_int_equal(repeat(&f, inner, 'a', 2000), VALUE_TRUE);
    assert_int_equal(repeat(&f, inner, 'a', 2001), VALUE_FALSE);
    value million = regex_loop(v, word(&f, "ab"), 0, 1000000);
    assert_true(in(&f, million, "abababab"));
    assert_false(in(&f, million, "ababa"));
    assert_true(in(&f, million, ""));
    fixture_free(&f);
}

static void characters_beyond_ascii_have_transitions_too(void **state) {
    struct fixture f = fixture_new();
    struct value_table *v = f.values;
    value greek = regex_range(v, 0x3b1, 0x3c9);
    value r = regex_loop(v, either(&f, greek, regex_range(v, 0x2fff0, 0x2ffff)), 2, 3);
    static const struct {
        uint32_t word[4];
        uint32_t n;
        bool in;
    } cases[] = {
        {{0x3b1, 0x3c9}, 2, true},        {{0x3b0, 0x3c9}, 2, false},
        {{0x3b1, 0x3ca}, 2, false},       {{0x2fff0, 0x2ffff}, 2, true},
        {{0x2ffef, 0x3b5}, 2, false},     {{0x3b5}, 1, false},
        {{0x3b5, 0x3b6, 0x3b7}, 3, true}, {{0x3b5, 0x3b6, 0x3b7, 0x3b8}, 4, false},
    };
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < LENGTH(cases); i++)
            assert_int_equal(regex_matches(f.eval, r, cases[i].word, cases[i].n),
                             value_of_bool(cases[i].in));
    fixture_free(&f);
}

/* ---- size ---- */

enum { DEEP = 20000 };

/* Deep regexes can be matched, reversed and found. */
static void use_deep(struct fixture *f, value deep, bool has_a) {
    uint32_t text[] = {'b', 'a', 'b'};
    assert_int_equal(regex_matches(f->eval, deep, text + 1, 1), value_of_bool(has_a));
    assert_int_equal(regex_matches(f->eval, regex_reverse(f->values, deep), text + 1, 1),
                     value_of_bool(has_a));
    uint32_t begin, end;
    value found = regex_find(f->eval, deep, text, 3, 0, true, &begin, &end);
    assert_true(found == VALUE_TRUE || found == VALUE_FALSE);
}

static void depth_is_no_limit(void **state) {
    struct fixture f = fixture_new();
    struct value_table *v = f.values;
    value a = word(&f, "a"), b = word(&f, "b");
    value right = a, left = a, stars = a, complements = a, inters = a;
    for (uint32_t i = 0; i < DEEP; i++) {
        value c = i % 2 == 0 ? a : b;
        right = cat(&f, opt(&f, c), right);
        left = cat(&f, left, opt(&f, c));
        stars = star(&f, cat(&f, stars, c));
        complements = regex_comp(v, cat(&f, c, complements));
        inters = regex_inter(v, regex_comp(v, cat(&f, c, inters)), star(&f, c));
    }
    use_deep(&f, right, true);
    use_deep(&f, left, true);
    use_deep(&f, stars, false);
    use_deep(&f, complements, true);
    use_deep(&f, inters, false);
    fixture_free(&f);
}

/* Written out, these have 2^60 factors and more. */
static void what_is_shared_is_not_written_out(void **state) {
    struct fixture f = fixture_new();
    value a = word(&f, "abcabcabcabcabcabcabc"), b = opt(&f, word(&f, "ab"));
    value c = regex_comp(f.values, word(&f, "abc"));
    for (int i = 0; i < 60; i++) {
        a = cat(&f, a, a);
        b = either(&f, cat(&f, b, b), word(&f, "c"));
        c = regex_comp(f.values, cat(&f, c, c));
    }
    assert_false(in(&f, a, "abcabcabc"));
    assert_false(in(&f, regex_reverse(f.values, a), "cbacba"));
    uint32_t text[] = {'a', 'b', 'c', 'a', 'b'}, begin, end;
    assert_int_equal(regex_find(f.eval, a, text, 5, 0, false, &begin, &end), VALUE_FALSE);
    assert_true(regex_to_term(f.eval, a) != 0);
    assert_true(regex_to_term(f.eval, regex_reverse(f.values, b)) != 0);
    assert_true(regex_to_term(f.eval, regex_reverse(f.values, c)) != 0);
    fixture_free(&f);
}

static void unions_of_many_words_are_made_in_linear_memory(void **state) {
    struct fixture f = fixture_new();
    value many = regex_none(f.values), classes = many;
    enum { N = 17000 };
    for (uint32_t i = 0; i < N; i++) {
        uint32_t text[] = {'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676 % 26, '0' + i % 7};
        many = either(&f, many, regex_word(f.values, text, 4));
        classes = either(&f, classes, regex_range(f.values, 3 * i, 3 * i));
    }
    assert_true(f.values->n_words < 128 * N);
    assert_true(in(&f, many, "aaa0"));
    assert_true(in(&f, many, "bba6"));
    assert_false(in(&f, many, "bba5"));
    uint32_t c[] = {3 * (N - 1)};
    assert_int_equal(regex_matches(f.eval, classes, c, 1), VALUE_TRUE);
    c[0]--;
    assert_int_equal(regex_matches(f.eval, classes, c, 1), VALUE_FALSE);
    fixture_free(&f);
}

static void a_long_word_is_a_regex(void **state) {
    struct fixture f = fixture_new();
    enum { N = 50000 };
    struct rng rng = testing_rng(8);
    uint32_t *text = mem_alloc((N + 1) * sizeof *text);
    for (uint32_t i = 0; i <= N; i++)
        text[i] = 'a' + (uint32_t)rng_below(&rng, 3);
    value r = regex_word(f.values, text, N);
    assert_int_equal(regex_matches(f.eval, r, text, N), VALUE_TRUE);
    assert_int_equal(regex_matches(f.eval, r, text, N + 1), VALUE_FALSE);
    assert_int_equal(regex_matches(f.eval, r, text, N - 1), VALUE_FALSE);
    uint32_t begin, end;
    assert_int_equal(regex_find(f.eval, r, text, N + 1, 0, false, &begin, &end), VALUE_TRUE);
    assert_int_equal(begin, 0);
    assert_int_equal(end, N);
    mem_free(text);
    fixture_free(&f);
}

/* ---- limits ---- */

/* There are 2^n states, and the word goes through new ones all the time. */
static value hard(struct fixture *f, uint32_t n) {
    return cat(f, regex_all(f->values),
               cat(f, word(f, "a"), regex_loop(f->values, regex_allchar(f->values), n, n)));
}

/* More states than the matcher remembers: it forgets them on the way, and is right nevertheless. */
static void memory_stays_bounded_on_long_words(void **state) {
    struct fixture f = fixture_new();
    enum { FAR = 100, N = 60000 };
    value r = hard(&f, FAR);
    struct rng rng = testing_rng(9);
    uint32_t *text = mem_alloc(N * sizeof *text);
    for (uint32_t i = 0; i < N; i++)
        text[i] = 'a' + (uint32_t)rng_below(&rng, 2);
    text[N - 1 - FAR] = 'a';
    size_t nodes = f.values->nodes.n, bytes = mem_live_bytes();
    assert_int_equal(regex_matches(f.eval, r, text, N), VALUE_TRUE);
    assert_int_equal(f.values->nodes.n, nodes);
    assert_true(mem_live_bytes() < bytes + (100u << 20));
    mem_free(text);
    fixture_free(&f);
}

static void what_takes_too_long_is_a_limit(void **state) {
    struct fixture f = fixture_new();
    struct eval_limits limits = eval_default_limits;
    limits.steps = 1000;
    eval_set_limits(f.eval, &limits);
    value r = hard(&f, 60);
    enum { N = 50000 };
    struct rng rng = testing_rng(10);
    uint32_t *text = mem_alloc(N * sizeof *text);
    for (uint32_t i = 0; i < N; i++)
        text[i] = 'a' + (uint32_t)rng_below(&rng, 2);
    uint32_t begin, end;
    regex_found_vec found = {0};
    assert_int_equal(regex_matches(f.eval, r, text, N), VALUE_LIMIT);
    assert_int_equal(regex_find(f.eval, r, text, N, 0, false, &begin, &end), VALUE_LIMIT);
    assert_int_equal(regex_find_all(f.eval, r, text, N, &found), VALUE_LIMIT);
    assert_int_equal(regex_equal(f.eval, r, hard(&f, 61)), VALUE_LIMIT);
    assert_int_equal(
        regex_is_none(f.eval, regex_inter(f.values, r, regex_comp(f.values, hard(&f, 61)))),
        VALUE_LIMIT);
    vec_free(&found);
    mem_free(text);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_word_matches_iff_it_is_in_the_set),
        TEST(emptiness_agrees_with_the_set),
        TEST(equal_languages_have_the_same_short_words),
        TEST(laws_of_languages_hold),
        TEST(a_difference_far_away_is_found),
        TEST(finds_the_leftmost_then_shortest_match),
        TEST(finds_all_from_left_to_right),
        TEST(replaces_what_the_definition_says),
        TEST(notorious_expressions_are_no_trouble),
        TEST(the_twentieth_letter_from_the_end_is_remembered),
        TEST(large_counters_are_counted),
        TEST(characters_beyond_ascii_have_transitions_too),
        TEST(depth_is_no_limit),
        TEST(what_is_shared_is_not_written_out),
        TEST(unions_of_many_words_are_made_in_linear_memory),
        TEST(a_long_word_is_a_regex),
        TEST(memory_stays_bounded_on_long_words),
        TEST(what_takes_too_long_is_a_limit),
    };
    return RUN(tests);
}
