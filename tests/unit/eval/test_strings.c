/*
 * Strings: the standard's examples and notes, word by word; and its definitions,
 * written down literally, against what the functions do, for all short words.
 */
#include "eval/judging.h"
#include "eval/text.h"

static struct judging judging_strings(void) {
    return judging_of("(set-logic ALL)");
}

/* ---- what the text says ---- */

static void concatenation_and_length(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.++ \"ab\" \"\" \"c\")", "\"abc\"");
    assert_worth(&j, "(str.++ \"\" \"\")", "\"\"");
    assert_worth(&j, "(str.len \"\")", "0");
    assert_worth(&j, "(str.len \"abc\")", "3");
    /* "every escape sequence denotes a single character" */
    assert_worth(&j, "(str.len \"\\u1234\")", "1");
    assert_worth(&j, "(str.len \"a\\u1234T\")", "3");
    assert_worth(&j, "(str.len \"\\u2CA\")", "5");
    assert_worth(&j, "(str.len \"\\u{2C}1a\")", "3");
    judging_free(&j);
}

static void the_order_is_lexicographic_by_code_point(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.< \"a\" \"aardvark\" \"aardwolf\" \"zygomorphic\" \"zygotic\")", "true");
    assert_worth(&j, "(str.< \"a\" \"b\" \"b\")", "false");
    assert_worth(&j, "(str.< \"\" \"a\")", "true");
    assert_worth(&j, "(str.< \"\" \"\")", "false");
    assert_worth(&j, "(str.< \"ab\" \"a\")", "false");
    assert_worth(&j, "(str.< \"Z\" \"a\")", "true");
    assert_worth(&j, "(str.< \"z\" \"\\u{2ffff}\")", "true");
    assert_worth(&j, "(str.< \"\\u{100}\" \"\\u{ff}\\u{ff}\")", "false");
    assert_worth(&j, "(str.<= \"a\" \"a\" \"ab\")", "true");
    assert_worth(&j, "(str.<= \"ab\" \"a\")", "false");
    assert_worth(&j, "(str.<= \"\" \"\")", "true");
    judging_free(&j);
}

static void at_and_substr_are_empty_out_of_range(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.at \"abc\" 0)", "\"a\"");
    assert_worth(&j, "(str.at \"abc\" 2)", "\"c\"");
    assert_worth(&j, "(str.at \"abc\" 3)", "\"\"");
    assert_worth(&j, "(str.at \"abc\" (- 1))", "\"\"");
    assert_worth(&j, "(str.at \"\" 0)", "\"\"");
    assert_worth(&j, "(str.at \"abc\" 18446744073709551616)", "\"\"");
    assert_worth(&j, "(str.at \"abc\" (- 18446744073709551616))", "\"\"");
    assert_worth(&j, "(str.substr \"abcde\" 1 3)", "\"bcd\"");
    /* "|w2| = min(n, |w| - m)" */
    assert_worth(&j, "(str.substr \"abcde\" 3 9)", "\"de\"");
    assert_worth(&j, "(str.substr \"abcde\" 1 340282366920938463463374607431768211456)",
                 "\"bcde\"");
    assert_worth(&j, "(str.substr \"abcde\" 1 9223372036854775807)", "\"bcde\"");
    /* "if 0 <= m < |w| and 0 < n", else empty */
    assert_worth(&j, "(str.substr \"abcde\" 5 1)", "\"\"");
    assert_worth(&j, "(str.substr \"abcde\" 6 1)", "\"\"");
    assert_worth(&j, "(str.substr \"abcde\" 1 0)", "\"\"");
    assert_worth(&j, "(str.substr \"abcde\" 1 (- 1))", "\"\"");
    assert_worth(&j, "(str.substr \"abcde\" (- 1) 3)", "\"\"");
    assert_worth(&j, "(str.substr \"abcde\" 340282366920938463463374607431768211456 1)", "\"\"");
    assert_worth(&j, "(str.substr \"abcde\" 0 (- 340282366920938463463374607431768211456))",
                 "\"\"");
    judging_free(&j);
}

static void parts_of_words(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.prefixof \"ab\" \"abc\")", "true");
    assert_worth(&j, "(str.prefixof \"abc\" \"ab\")", "false");
    assert_worth(&j, "(str.prefixof \"\" \"\")", "true");
    assert_worth(&j, "(str.suffixof \"bc\" \"abc\")", "true");
    assert_worth(&j, "(str.suffixof \"abc\" \"bc\")", "false");
    assert_worth(&j, "(str.suffixof \"\" \"abc\")", "true");
    assert_worth(&j, "(str.contains \"abc\" \"b\")", "true");
    assert_worth(&j, "(str.contains \"abc\" \"\")", "true");
    assert_worth(&j, "(str.contains \"\" \"\")", "true");
    assert_worth(&j, "(str.contains \"b\" \"abc\")", "false");
    judging_free(&j);
}

static void indexof_is_the_first_position_at_or_after_i(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.indexof \"abcabc\" \"bc\" 0)", "1");
    assert_worth(&j, "(str.indexof \"abcabc\" \"bc\" 1)", "1");
    assert_worth(&j, "(str.indexof \"abcabc\" \"bc\" 2)", "4");
    assert_worth(&j, "(str.indexof \"abcabc\" \"bc\" 5)", "(- 1)");
    /* "the result is i whenever i is within the range [0, |s|] and t is empty" */
    assert_worth(&j, "(str.indexof \"abc\" \"\" 0)", "0");
    assert_worth(&j, "(str.indexof \"abc\" \"\" 3)", "3");
    assert_worth(&j, "(str.indexof \"abc\" \"\" 4)", "(- 1)");
    assert_worth(&j, "(str.indexof \"\" \"\" 0)", "0");
    assert_worth(&j, "(str.indexof \"abc\" \"a\" (- 1))", "(- 1)");
    assert_worth(&j, "(str.indexof \"abc\" \"\" (- 1))", "(- 1)");
    assert_worth(&j, "(str.indexof \"abc\" \"a\" 18446744073709551616)", "(- 1)");
    assert_worth(&j, "(str.indexof \"abc\" \"\" 18446744073709551616)", "(- 1)");
    judging_free(&j);
}

static void replacing_words(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.replace \"abab\" \"b\" \"xy\")", "\"axyab\"");
    assert_worth(&j, "(str.replace \"abab\" \"c\" \"xy\")", "\"abab\"");
    /* "if t is empty, the result is to prepend t' to s" */
    assert_worth(&j, "(str.replace \"ab\" \"\" \"x\")", "\"xab\"");
    assert_worth(&j, "(str.replace \"\" \"\" \"x\")", "\"x\"");
    assert_worth(&j, "(str.replace \"\" \"a\" \"x\")", "\"\"");
    assert_worth(&j, "(str.replace_all \"abab\" \"b\" \"xy\")", "\"axyaxy\"");
    assert_worth(&j, "(str.replace_all \"aaaaa\" \"aa\" \"b\")", "\"bba\"");
    assert_worth(&j, "(str.replace_all \"aaaa\" \"a\" \"aa\")", "\"aaaaaaaa\"");
    assert_worth(&j, "(str.replace_all \"abab\" \"ab\" \"\")", "\"\"");
    assert_worth(&j, "(str.replace_all \"ab\" \"\" \"x\")", "\"ab\"");
    assert_worth(&j, "(str.replace_all \"\" \"\" \"x\")", "\"\"");
    judging_free(&j);
}

static void replacing_matches(void **state) {
    struct judging j = judging_strings();
    /* the shortest leftmost match */
    assert_worth(&j, "(str.replace_re \"xaaay\" (re.+ (str.to_re \"a\")) \"b\")", "\"xbaay\"");
    assert_worth(
        &j, "(str.replace_re \"abcd\" (re.union (str.to_re \"bcd\") (str.to_re \"cd\")) \"X\")",
        "\"aX\"");
    assert_worth(&j, "(str.replace_re \"abcd\" (str.to_re \"e\") \"X\")", "\"abcd\"");
    /* "if the language of r contains the empty string, the result is to prepend t to s" */
    assert_worth(&j, "(str.replace_re \"aab\" (re.* (str.to_re \"a\")) \"X\")", "\"Xaab\"");
    assert_worth(&j, "(str.replace_re \"\" re.all \"X\")", "\"X\"");
    assert_worth(&j, "(str.replace_re \"abc\" re.none \"X\")", "\"abc\"");
    /* "each shortest *non-empty* match" */
    assert_worth(&j, "(str.replace_re_all \"aabaa\" (re.* (str.to_re \"a\")) \"X\")", "\"XXbXX\"");
    assert_worth(&j, "(str.replace_re_all \"abcabc\" (re.++ (str.to_re \"b\") re.all) \"X\")",
                 "\"aXcaXc\"");
    assert_worth(&j, "(str.replace_re_all \"abc\" (str.to_re \"\") \"X\")", "\"abc\"");
    assert_worth(&j, "(str.replace_re_all \"abc\" re.allchar \"\")", "\"\"");
    assert_worth(&j, "(str.replace_re_all \"\" re.all \"X\")", "\"\"");
    assert_worth(&j, "(str.replace_re_all \"aaa\" ((_ re.loop 2 3) (str.to_re \"a\")) \"b\")",
                 "\"ba\"");
    judging_free(&j);
}

static void characters_and_codes(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.is_digit \"0\")", "true");
    assert_worth(&j, "(str.is_digit \"9\")", "true");
    assert_worth(&j, "(str.is_digit \"/\")", "false");
    assert_worth(&j, "(str.is_digit \":\")", "false");
    assert_worth(&j, "(str.is_digit \"\")", "false");
    assert_worth(&j, "(str.is_digit \"12\")", "false");
    assert_worth(&j, "(str.is_digit \"\\u{0660}\")", "false");
    assert_worth(&j, "(str.to_code \"a\")", "97");
    assert_worth(&j, "(str.to_code \"\\u{2ffff}\")", "196607");
    assert_worth(&j, "(str.to_code \"\")", "(- 1)");
    assert_worth(&j, "(str.to_code \"ab\")", "(- 1)");
    assert_worth(&j, "(str.from_code 97)", "\"a\"");
    assert_worth(&j, "(str.from_code 0)", "\"\\u{0}\"");
    assert_worth(&j, "(str.from_code 196607)", "\"\\u{2ffff}\"");
    assert_worth(&j, "(str.from_code 196608)", "\"\"");
    assert_worth(&j, "(str.from_code (- 1))", "\"\"");
    assert_worth(&j, "(str.from_code 4294967393)", "\"\"");
    assert_worth(&j, "(str.from_code 18446744073709551713)", "\"\"");
    judging_free(&j);
}

static void numbers_in_decimal(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.to_int \"00123\")", "123");
    assert_worth(&j, "(str.from_int 123)", "\"123\"");
    assert_worth(&j, "(str.to_int \"-123\")", "(- 1)");
    assert_worth(&j, "(str.from_int (- 123))", "\"\"");
    assert_worth(&j, "(str.to_int \"\")", "(- 1)");
    assert_worth(&j, "(str.to_int \"12a\")", "(- 1)");
    assert_worth(&j, "(str.to_int \" 12\")", "(- 1)");
    assert_worth(&j, "(str.to_int \"+1\")", "(- 1)");
    assert_worth(&j, "(str.to_int \"0\")", "0");
    assert_worth(&j, "(str.to_int \"000\")", "0");
    assert_worth(&j, "(str.from_int 0)", "\"0\"");
    assert_worth(&j, "(str.from_int (- 340282366920938463463374607431768211456))", "\"\"");
    assert_worth(&j, "(str.to_int \"340282366920938463463374607431768211456\")",
                 "340282366920938463463374607431768211456");
    assert_worth(&j, "(str.from_int 340282366920938463463374607431768211456)",
                 "\"340282366920938463463374607431768211456\"");
    judging_free(&j);
}

static void languages(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.in_re \"ab\" (str.to_re \"ab\"))", "true");
    assert_worth(&j, "(str.in_re \"\" re.none)", "false");
    assert_worth(&j, "(str.in_re \"\" re.all)", "true");
    assert_worth(&j, "(str.in_re \"\" re.allchar)", "false");
    assert_worth(&j, "(str.in_re \"\\u{2ffff}\" re.allchar)", "true");
    assert_worth(&j, "(str.in_re \"aa\" re.allchar)", "false");
    assert_worth(&j, "(str.in_re \"ab\" (re.++ (str.to_re \"a\") (str.to_re \"b\")))", "true");
    assert_worth(&j, "(str.in_re \"b\" (re.union (str.to_re \"a\") (str.to_re \"b\")))", "true");
    assert_worth(&j, "(str.in_re \"b\" (re.inter re.allchar (re.comp (str.to_re \"b\"))))",
                 "false");
    assert_worth(&j, "(str.in_re \"\" (re.* re.none))", "true");
    assert_worth(&j, "(str.in_re \"\" (re.+ re.none))", "false");
    assert_worth(&j, "(str.in_re \"\" (re.+ (str.to_re \"\")))", "true");
    assert_worth(&j, "(str.in_re \"\" (re.opt re.none))", "true");
    /* left associative: (a \ b) \ c */
    assert_worth(&j, "(str.in_re \"a\" (re.diff re.all (str.to_re \"b\") (str.to_re \"a\")))",
                 "false");
    assert_worth(&j, "(str.in_re \"c\" (re.diff re.all (str.to_re \"b\") (str.to_re \"a\")))",
                 "true");
    judging_free(&j);
}

static void ranges_are_of_single_characters(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.in_re \"b\" (re.range \"a\" \"c\"))", "true");
    assert_worth(&j, "(str.in_re \"c\" (re.range \"a\" \"c\"))", "true");
    assert_worth(&j, "(str.in_re \"d\" (re.range \"a\" \"c\"))", "false");
    assert_worth(&j, "(str.in_re \"a\" (re.range \"a\" \"a\"))", "true");
    /* "re.range("ab", "c") = re.range("a", "bc") = re.range("c", "a") = the empty set" */
    assert_worth(&j, "(= (re.range \"ab\" \"c\") re.none)", "true");
    assert_worth(&j, "(= (re.range \"a\" \"bc\") re.none)", "true");
    assert_worth(&j, "(= (re.range \"c\" \"a\") re.none)", "true");
    assert_worth(&j, "(= (re.range \"\" \"a\") re.none)", "true");
    assert_worth(&j, "(= (re.range \"a\" \"\") re.none)", "true");
    judging_free(&j);
}

static void powers_and_loops(void **state) {
    struct judging j = judging_strings();
    /* "L^0 = { e }", also if L is empty */
    assert_worth(&j, "(= ((_ re.^ 0) re.none) (str.to_re \"\"))", "true");
    assert_worth(&j, "(= ((_ re.^ 0) (str.to_re \"a\")) (str.to_re \"\"))", "true");
    assert_worth(&j, "(= ((_ re.^ 3) (str.to_re \"a\")) (str.to_re \"aaa\"))", "true");
    assert_worth(&j, "(= ((_ re.loop 3 2) (str.to_re \"a\")) re.none)", "true");
    assert_worth(&j, "(= ((_ re.loop 3 2) (str.to_re \"\")) re.none)", "true");
    assert_worth(&j, "(= ((_ re.loop 2 2) (str.to_re \"a\")) (str.to_re \"aa\"))", "true");
    assert_worth(&j, "(= ((_ re.loop 0 1) (str.to_re \"a\")) (re.opt (str.to_re \"a\")))", "true");
    assert_worth(&j, "(= ((_ re.loop 0 2) re.none) (str.to_re \"\"))", "true");
    assert_worth(&j, "(= ((_ re.loop 1 2) re.none) re.none)", "true");
    assert_worth(&j,
                 "(= ((_ re.loop 1 3) (str.to_re \"a\"))"
                 "   (re.union (str.to_re \"a\") (str.to_re \"aa\") (str.to_re \"aaa\")))",
                 "true");
    assert_worth(&j, "(str.in_re \"aaa\" ((_ re.loop 0 1000000) (str.to_re \"a\")))", "true");
    assert_worth(&j, "(= ((_ re.^ 1000) (str.to_re \"ab\")) ((_ re.^ 1001) (str.to_re \"ab\")))",
                 "false");
    judging_free(&j);
}

/* ---- what only solvers have ---- */

static void what_z3_adds(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.indexof \"abc\" \"c\")", "2");
    assert_worth(&j, "(seq.last_indexof \"abcabc\" \"bc\")", "4");
    assert_worth(&j, "(seq.last_indexof \"aaaa\" \"aa\")", "2");
    assert_worth(&j, "(seq.last_indexof \"abc\" \"d\")", "(- 1)");
    assert_worth(&j, "(seq.last_indexof \"ab\" \"abc\")", "(- 1)");
    assert_worth(&j, "(seq.last_indexof \"abc\" \"\")", "3");
    assert_worth(&j,
                 "(= ((_ re.loop 2) (str.to_re \"a\")) (re.++ (str.to_re \"aa\")"
                 " (re.* (str.to_re \"a\"))))",
                 "true");
    assert_worth(&j, "(= (re.loop (str.to_re \"a\") 2 3) ((_ re.loop 2 3) (str.to_re \"a\")))",
                 "true");
    assert_worth(&j, "(= (re.loop (str.to_re \"a\") 3 2) re.none)", "true");
    assert_worth(&j, "(= (re.loop (str.to_re \"a\") 18446744073709551616 2) re.none)", "true");
    assert_worth(&j, "(= (re.loop (str.to_re \"a\") 2) ((_ re.loop 2) (str.to_re \"a\")))", "true");
    assert_undecided(&j, "(re.loop (str.to_re \"a\") 2 18446744073709551616)", EVAL_LIMIT);
    assert_undecided(&j, "(re.loop (str.to_re \"a\") 2147483648)", EVAL_LIMIT);
    assert_undecided(&j, "(re.loop (str.to_re \"a\") (- 1) 2)", EVAL_UNSUPPORTED);
    assert_worth(&j,
                 "(= (re.reverse (re.++ (str.to_re \"ab\") re.all))"
                 " (re.++ re.all (str.to_re \"ba\")))",
                 "true");
    assert_worth(&j, "(str.from_ubv #xff)", "\"255\"");
    assert_worth(&j, "(str.from_ubv #b0)", "\"0\"");
    assert_worth(&j, "(str.from_sbv #xff)", "\"-1\"");
    assert_worth(&j, "(str.from_sbv #x7f)", "\"127\"");
    assert_worth(&j, "(str.from_sbv #x80)", "\"-128\"");
    assert_worth(&j, "(str.from_sbv #b1)", "\"-1\"");
    assert_worth(&j, "(str.from_sbv #x80000000000000000000000000000000)",
                 "\"-170141183460469231731687303715884105728\"");
    judging_free(&j);
}

static void what_cvc5_adds(void **state) {
    struct judging j = judging_strings();
    assert_worth(&j, "(str.indexof_re \"abcabc\" (re.++ (str.to_re \"b\") re.all) 0)", "1");
    assert_worth(&j, "(str.indexof_re \"abcabc\" (str.to_re \"bc\") 2)", "4");
    assert_worth(&j, "(str.indexof_re \"abcabc\" (str.to_re \"bc\") 5)", "(- 1)");
    assert_worth(&j, "(str.indexof_re \"abc\" re.all 3)", "3");
    assert_worth(&j, "(str.indexof_re \"abc\" re.all 4)", "(- 1)");
    assert_worth(&j, "(str.indexof_re \"abc\" re.all (- 1))", "(- 1)");
    assert_worth(&j, "(str.indexof_re \"abc\" re.none 0)", "(- 1)");
    assert_worth(&j, "(str.update \"abcd\" 1 \"XY\")", "\"aXYd\"");
    assert_worth(&j, "(str.update \"abcd\" 3 \"XY\")", "\"abcX\"");
    assert_worth(&j, "(str.update \"abcd\" 4 \"XY\")", "\"abcd\"");
    assert_worth(&j, "(str.update \"abcd\" (- 1) \"XY\")", "\"abcd\"");
    assert_worth(&j, "(str.update \"abcd\" 0 \"\")", "\"abcd\"");
    assert_worth(&j, "(str.update \"\" 0 \"X\")", "\"\"");
    assert_worth(&j, "(str.rev \"abc\")", "\"cba\"");
    assert_worth(&j, "(str.rev \"\")", "\"\"");
    assert_worth(&j, "(str.to_lower \"AZ[@az\\u{c4}\")", "\"az[@az\\u{c4}\"");
    assert_worth(&j, "(str.to_upper \"az{`AZ\\u{e4}\")", "\"AZ{`AZ\\u{e4}\"");
    judging_free(&j);
}

static void every_operator_has_a_meaning(void **state) {
    for (int op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
        const struct op_row *row = op_row((enum op)op);
        if (row->canonical != (enum op)op || row->theory != THEORY_STRINGS)
            continue;
        const struct meaning *meaning = theory_strings;
        while (meaning->op != 0 && meaning->op != op)
            meaning++;
        if (meaning->op == 0 || meaning->apply == NULL)
            fail_msg("%s has no meaning", row->symbol);
    }
}

/* ---- the definitions, literally ---- */

enum { SHORT = 6 };

/* A word over a and b. */
struct word {
    char at[2 * SHORT * SHORT + 1];
    int n;
};

static struct word word_of(const char *at, int n) {
    struct word w = {.n = n};
    memcpy(w.at, at, (size_t)n);
    return w;
}

static struct word random_word(struct rng *rng, int most) {
    struct word w = {.n = (int)rng_below(rng, (uint64_t)most + 1)};
    for (int i = 0; i < w.n; i++)
        w.at[i] = "ab"[rng_below(rng, 2)];
    return w;
}

static bool same(struct word a, struct word b) {
    return a.n == b.n && memcmp(a.at, b.at, (size_t)a.n) == 0;
}

static struct word join(struct word a, struct word b) {
    struct word w = a;
    memcpy(w.at + w.n, b.at, (size_t)b.n);
    w.n += b.n;
    return w;
}

static struct word part(struct word w, int from, int to) {
    return word_of(w.at + from, to - from);
}

/* "the unique word w2 such that w = w1w2w3, |w1| = m, |w2| = min(n, |w| - m)" */
static struct word def_substr(struct word w, int m, int n) {
    if (!(0 <= m && m < w.n && 0 < n))
        return word_of("", 0);
    for (int i = 0; i <= w.n; i++)
        for (int k = i; k <= w.n; k++)
            if (i == m && k - i == (n < w.n - m ? n : w.n - m))
                return part(w, i, k);
    fail();
    return w;
}

/* "w = w1w2w3 for some words w1, w3" */
static bool def_contains(struct word w, struct word w2) {
    for (int i = 0; i <= w.n; i++)
        for (int k = i; k <= w.n; k++)
            if (same(part(w, i, k), w2))
                return true;
    return false;
}

/* "the smallest n such that for some words w1, w3: w = w1w2w3, i <= n = |w1|" */
static int def_indexof(struct word w, struct word w2, int i) {
    if (!(def_contains(w, w2) && i >= 0))
        return -1;
    for (int n = i; n <= w.n; n++)
        for (int k = n; k <= w.n; k++)
            if (same(part(w, n, k), w2))
                return n;
    return -1;
}

/* "u1 w2 u2 where u1 is the shortest word such that w = u1w1u2" */
static struct word def_replace(struct word w, struct word w1, struct word w2) {
    if (!def_contains(w, w1))
        return w;
    int u1 = def_indexof(w, w1, 0);
    return join(join(part(w, 0, u1), w2), part(w, u1 + w1.n, w.n));
}

static struct word def_replace_all(struct word w, struct word w1, struct word w2) {
    if (!def_contains(w, w1) || w1.n == 0)
        return w;
    int u1 = def_indexof(w, w1, 0);
    return join(join(part(w, 0, u1), w2), def_replace_all(part(w, u1 + w1.n, w.n), w1, w2));
}

static bool def_less(struct word a, struct word b) {
    for (int i = 0;; i++) {
        if (i == b.n)
            return false;
        if (i == a.n)
            return true;
        if (a.at[i] != b.at[i])
            return a.at[i] < b.at[i];
    }
}

struct applied {
    struct term_table *table;
    struct eval *eval;
};

static value text_of(struct applied *s, struct word w) {
    uint32_t code_points[LENGTH(w.at)];
    for (int i = 0; i < w.n; i++)
        code_points[i] = (uint32_t)w.at[i];
    return value_of_text(eval_values(s->eval), code_points, (uint32_t)w.n);
}

static value apply(struct applied *s, enum op op, const value *args, uint32_t n) {
    struct application a = {.op = (uint16_t)op, .n = n, .args = args};
    const struct meaning *meaning = theory_strings;
    while (meaning->op != op)
        meaning++;
    return meaning->apply(s->eval, &a);
}

static void functions_are_their_definitions(void **state) {
    struct applied s = {.table = term_table_new()};
    s.eval = eval_new(s.table);
    struct rng rng = testing_rng(1);
    for (int round = 0; round < 30000; round++) {
        struct word w = random_word(&rng, 2 * SHORT), v = random_word(&rng, 3);
        struct word by = random_word(&rng, 2);
        int i = (int)rng_below(&rng, 2 * SHORT + 4) - 2, n = (int)rng_below(&rng, SHORT + 3) - 2;
        value i_value = value_of_small(i), n_value = value_of_small(n);
        value words[3] = {text_of(&s, w), text_of(&s, v), text_of(&s, by)};
        value swapped[2] = {words[1], words[0]};
        value with_numbers[3] = {words[0], i_value, n_value};
        value with_number[3] = {words[0], words[1], i_value};
        assert_int_equal(apply(&s, OP_STR_SUBSTR, with_numbers, 3),
                         text_of(&s, def_substr(w, i, n)));
        assert_int_equal(apply(&s, OP_STR_AT, with_numbers, 2), text_of(&s, def_substr(w, i, 1)));
        assert_int_equal(apply(&s, OP_STR_CONTAINS, words, 2), value_of_bool(def_contains(w, v)));
        assert_int_equal(apply(&s, OP_STR_INDEXOF, with_number, 3),
                         value_of_small(def_indexof(w, v, i)));
        assert_int_equal(apply(&s, OP_STR_REPLACE, words, 3), text_of(&s, def_replace(w, v, by)));
        assert_int_equal(apply(&s, OP_STR_REPLACE_ALL, words, 3),
                         text_of(&s, def_replace_all(w, v, by)));
        assert_int_equal(apply(&s, OP_STR_LT, words, 2), value_of_bool(def_less(w, v)));
        assert_int_equal(apply(&s, OP_STR_LE, words, 2),
                         value_of_bool(def_less(w, v) || same(w, v)));
        assert_int_equal(apply(&s, OP_STR_PREFIXOF, swapped, 2),
                         value_of_bool(v.n <= w.n && same(part(w, 0, v.n), v)));
        assert_int_equal(apply(&s, OP_STR_SUFFIXOF, swapped, 2),
                         value_of_bool(v.n <= w.n && same(part(w, w.n - v.n, w.n), v)));
        int last = -1;
        for (int k = 0; k <= w.n; k++)
            last = def_indexof(w, v, k) == k ? k : last;
        assert_int_equal(apply(&s, OP_STR_LAST_INDEXOF, words, 2), value_of_small(last));
    }
    eval_free(s.eval);
    term_table_free(s.table);
}

/* ---- size ---- */

static value repeated(struct eval *eval, uint32_t c, uint32_t n, uint32_t last) {
    uint32_t *at = mem_alloc((n + 1) * sizeof *at);
    for (uint32_t i = 0; i < n; i++)
        at[i] = c;
    at[n] = last;
    value v = value_of_text(eval_values(eval), at, n + 1);
    mem_free(at);
    return v;
}

/* a...a b in a...a: what looks again at each position takes a day. */
static void periodic_words_take_linear_time(void **state) {
    struct applied s = {.table = term_table_new()};
    s.eval = eval_new(s.table);
    value text = repeated(s.eval, 'a', 400000, 'c'), pattern = repeated(s.eval, 'a', 200000, 'b');
    value args[3] = {text, pattern, value_of_small(0)};
    assert_int_equal(apply(&s, OP_STR_CONTAINS, args, 2), VALUE_FALSE);
    assert_int_equal(apply(&s, OP_STR_INDEXOF, args, 3), value_of_small(-1));
    assert_int_equal(apply(&s, OP_STR_LAST_INDEXOF, args, 2), value_of_small(-1));
    args[2] = pattern;
    assert_int_equal(apply(&s, OP_STR_REPLACE_ALL, args, 3), text);
    args[1] = repeated(s.eval, 'a', 1, 'a');
    args[2] = value_of_text(eval_values(s.eval), NULL, 0);
    uint32_t c = 'c';
    assert_int_equal(apply(&s, OP_STR_REPLACE_ALL, args, 3),
                     value_of_text(eval_values(s.eval), &c, 1));
    eval_free(s.eval);
    term_table_free(s.table);
}

static void large_results_are_a_limit(void **state) {
    struct judging j = judging_of("(set-logic ALL)(define-fun f ((s String)) String (str.++ s s s s"
                                  " s s s s s s))");
    struct eval_limits limits = eval_default_limits;
    limits.words = 100000;
    eval_set_limits(j.eval, &limits);
    assert_worth(&j, "(str.len (f (f (f (f \"a\")))))", "10000");
    assert_undecided(&j, "(f (f (f (f (f (f \"a\"))))))", EVAL_LIMIT);
    assert_undecided(&j,
                     "(let ((s (f (f (f (f \"a\"))))))"
                     " (str.replace_all s \"a\" s))",
                     EVAL_LIMIT);
    assert_undecided(&j,
                     "(let ((s (f (f (f (f \"a\"))))))"
                     " (str.replace_re_all s re.allchar s))",
                     EVAL_LIMIT);
    judging_free(&j);
}

static void long_numbers_are_converted(void **state) {
    struct judging j = judging_of("(set-logic ALL)(define-fun f ((s String)) String (str.++ s s s s"
                                  " s s s s s s))");
    assert_worth(&j,
                 "(let ((s (f (f (f (f \"9\"))))))"
                 " (= s (str.from_int (str.to_int s))))",
                 "true");
    assert_worth(&j,
                 "(let ((s (f (f (f (f \"0\"))))))"
                 " (str.from_int (str.to_int s)))",
                 "\"0\"");
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(concatenation_and_length),
        TEST(the_order_is_lexicographic_by_code_point),
        TEST(at_and_substr_are_empty_out_of_range),
        TEST(parts_of_words),
        TEST(indexof_is_the_first_position_at_or_after_i),
        TEST(replacing_words),
        TEST(replacing_matches),
        TEST(characters_and_codes),
        TEST(numbers_in_decimal),
        TEST(languages),
        TEST(ranges_are_of_single_characters),
        TEST(powers_and_loops),
        TEST(what_z3_adds),
        TEST(what_cvc5_adds),
        TEST(every_operator_has_a_meaning),
        TEST(functions_are_their_definitions),
        TEST(periodic_words_take_linear_time),
        TEST(large_results_are_a_limit),
        TEST(long_numbers_are_converted),
    };
    return RUN(tests);
}
