/*
 * What the declaration of the theory UnicodeStrings says: its examples, and its
 * definitions, tried on all short words over two letters.
 */
#include "eval/verdicts.h"

/* ---- examples ---- */

static void test_examples_of_the_text(void **state) {
    struct judging j = judging_of("");
    static const struct {
        const char *term, *worth;
    } cases[] = {
        /* characters */
        {"(_ char #x2B)", "\"+\""},
        {"(_ char #x2B)", "(_ char #x0002B)"},
        {"(_ char #x02B)", "(_ char #x002B)"},
        {"(str.to_code (_ char #x27E8))", "10216"},
        {"(str.to_code (_ char #xA))", "10"},
        {"(str.to_code (_ char #x1BC3D))", "113725"},
        {"(_ char #x65)", "\"e\""}, /* the text says A, which is #x41 */
        {"(str.to_code (_ char #x3B1))", "945"},
        {"\"m\"", "(_ char #x6D)"},
        {"\" \"", "(_ char #x20)"},
        /* escapes */
        {"\"\\u003A\"", "(_ char #x3A)"},
        {"\"\\u{3A}\"", "(_ char #x3A)"},
        {"\"\\u{3A}\"", "\":\""},
        {"(str.len \"a\\u02C1\")", "2"},
        {"(str.at \"a\\u02C1\" 1)", "(_ char #x2C1)"},
        {"(str.len \"\\u2CA\")", "5"},    /* no escape */
        {"(str.len \"\\u2CXA\")", "6"},   /* no escape */
        {"(str.len \"\\u{ACG}A\")", "8"}, /* no escape */
        {"(str.at \"\\u2CA\" 0)", "(_ char #x5C)"},
        {"(str.++ (_ char #x5C) \"u{ACG}A\")", "\"\\u{ACG}A\""},
        {"\"\\u02C1a\"", "(str.++ (_ char #x2C1) \"a\")"},
        {"\"\\u{2C}1a\"", "\",1a\""},
        {"(str.indexof \"a\\u1234T\" \"a\" 0)", "0"},
        {"(str.indexof \"a\\u1234T\" \"\\u1234\" 0)", "1"},
        {"(str.indexof \"a\\u1234T\" \"T\" 0)", "2"},
        {"(str.len \"\\u1234\")", "1"},
        {"(str.len \"\\u{2FFFF}\")", "1"},
        {"(str.len \"\\u{30000}\")", "9"}, /* outside: no escape */
        {"(str.len \"\\n\\b\\r\")", "6"},  /* of other languages */
        {"(str.len \"\"\"\")", "1"},
        {"\"\"\"\"", "(_ char #x22)"},
        /* order */
        {"(str.< \"a\" \"aardvark\" \"aardwolf\" \"zygomorphic\" \"zygotic\")", "true"},
        {"(str.< \"a\" \"a\")", "false"},
        {"(str.<= \"a\" \"a\" \"b\")", "true"},
        {"(str.< \"Z\" \"a\" \"\\u{3B1}\" \"\\u{10000}\")", "true"},
        /* numbers */
        {"(str.to_int \"00123\")", "123"},
        {"(str.from_int 123)", "\"123\""},
        {"(str.to_int \"-123\")", "(- 1)"},
        {"(str.from_int (- 123))", "\"\""},
        {"(str.to_int \"0023\")", "23"},
        {"(str.to_int \"\")", "(- 1)"},
        {"(str.from_int 0)", "\"0\""},
        {"(str.to_int \"\\u{661}\")", "(- 1)"}, /* a digit, but none of these ten */
        {"(str.is_digit \"\\u{30}\")", "true"},
        {"(str.is_digit \"\\u{39}\")", "true"},
        {"(str.is_digit \"/\")", "false"},
        {"(str.is_digit \":\")", "false"},
        {"(str.is_digit \"00\")", "false"},
        {"(str.is_digit \"\")", "false"},
        {"(str.to_code \"\")", "(- 1)"},
        {"(str.to_code \"ab\")", "(- 1)"},
        {"(str.from_code 196607)", "\"\\u{2FFFF}\""},
        {"(str.from_code 196608)", "\"\""},
        {"(str.from_code (- 1))", "\"\""},
        {"(str.to_code (str.from_code 0))", "0"},
        /* ranges */
        {"(= (re.range \"ab\" \"c\") (re.range \"a\" \"bc\") (re.range \"c\" \"a\") re.none)",
         "true"},
        {"(= (re.range \"\" \"c\") re.none)", "true"},
        {"(str.in_re \"b\" (re.range \"a\" \"c\"))", "true"},
        {"(str.in_re \"d\" (re.range \"a\" \"c\"))", "false"},
        {"(= (re.range \"a\" \"a\") (str.to_re \"a\"))", "true"},
        /* notes on functions */
        {"(str.indexof \"abc\" \"\" 3)", "3"},
        {"(str.indexof \"abc\" \"\" 4)", "(- 1)"},
        {"(str.indexof \"\" \"\" 0)", "0"},
        {"(str.replace \"abc\" \"\" \"x\")", "\"xabc\""},
        {"(str.replace \"abc\" \"d\" \"x\")", "\"abc\""},
        {"(str.replace_all \"abc\" \"\" \"x\")", "\"abc\""},
        {"(str.replace_all \"aaa\" \"aa\" \"b\")", "\"ba\""},
        {"(str.replace_re \"abc\" (re.* (str.to_re \"a\")) \"x\")", "\"xabc\""},
        {"(str.replace_re \"aab\" (re.+ (str.to_re \"a\")) \"x\")", "\"xab\""},
        {"(str.replace_re_all \"aab\" (re.* (str.to_re \"a\")) \"x\")", "\"xxb\""},
        {"(str.substr \"abc\" 1 (- 1))", "\"\""},
        {"(str.substr \"abc\" 3 1)", "\"\""},
        {"(str.substr \"abc\" 2 9)", "\"c\""},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_worth(&j, cases[i].term, cases[i].worth);
    judging_free(&j);
}

/* ---- definitions on words, by C strings ---- */

enum { LONGEST = 3, N_WORDS = 15 };
static char words[N_WORDS][LONGEST + 1]; /* all words over a and b up to that length */

static void make_words(void) {
    for (size_t i = 0; i < N_WORDS; i++) { /* the binary digits of i + 1 behind the first */
        size_t n = 0;
        while ((i + 1) >> (n + 1) != 0)
            n++;
        for (size_t k = 0; k < n; k++)
            words[i][k] = (i + 1) >> (n - 1 - k) & 1 ? 'b' : 'a';
        words[i][n] = '\0';
    }
}

static void assert_is_text(struct judging *j, const char *term_text, const char *expected) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\"", expected);
    assert_worth(j, term_text, quoted);
}

static const char *number_text(char buffer[32], long n) {
    snprintf(buffer, 32, n < 0 ? "(- %ld)" : "%ld", labs(n));
    return buffer;
}

static void assert_is_number(struct judging *j, const char *term_text, long expected) {
    char number[32];
    assert_worth(j, term_text, number_text(number, expected));
}

static void assert_is_bool(struct judging *j, const char *term_text, bool expected) {
    assert_worth(j, term_text, expected ? "true" : "false");
}

static void test_substr_and_at_are_as_defined(void **state) {
    struct judging j = judging_of("");
    char text[128], expected[8], from[32], length[32];
    make_words();
    for (size_t i = 0; i < N_WORDS; i++)
        for (long m = -1; m <= LONGEST + 1; m++)
            for (long n = -1; n <= LONGEST + 1; n++) {
                long size = (long)strlen(words[i]);
                expected[0] = '\0';
                if (0 <= m && m < size && 0 < n)
                    snprintf(expected, sizeof expected, "%.*s", (int)n, words[i] + m);
                snprintf(text, sizeof text, "(str.substr \"%s\" %s %s)", words[i],
                         number_text(from, m), number_text(length, n));
                assert_is_text(&j, text, expected);
                if (n == 1) {
                    snprintf(text, sizeof text, "(str.at \"%s\" %s)", words[i], from);
                    assert_is_text(&j, text, expected);
                }
            }
    judging_free(&j);
}

/* The smallest n >= from such that v is at n in w; -1 if there is none. */
static long position(const char *w, const char *v, long from) {
    if (from < 0 || from > (long)strlen(w))
        return -1;
    const char *at = strstr(w + from, v);
    return at == NULL ? -1 : (long)(at - w);
}

static bool ends(const char *w, const char *v) {
    size_t n = strlen(w), m = strlen(v);
    return m <= n && strcmp(w + n - m, v) == 0;
}

static void test_searching_and_comparing_are_as_defined(void **state) {
    struct judging j = judging_of("");
    char text[128];
    make_words();
    for (size_t i = 0; i < N_WORDS; i++)
        for (size_t k = 0; k < N_WORDS; k++) {
            const char *w = words[i], *v = words[k];
            snprintf(text, sizeof text, "(str.prefixof \"%s\" \"%s\")", v, w);
            assert_is_bool(&j, text, strncmp(w, v, strlen(v)) == 0);
            snprintf(text, sizeof text, "(str.suffixof \"%s\" \"%s\")", v, w);
            assert_is_bool(&j, text, ends(w, v));
            snprintf(text, sizeof text, "(str.contains \"%s\" \"%s\")", w, v);
            assert_is_bool(&j, text, strstr(w, v) != NULL);
            snprintf(text, sizeof text, "(str.< \"%s\" \"%s\")", w, v);
            assert_is_bool(&j, text, strcmp(w, v) < 0);
            snprintf(text, sizeof text, "(str.<= \"%s\" \"%s\")", w, v);
            assert_is_bool(&j, text, strcmp(w, v) <= 0);
            for (long from = 0; from <= LONGEST + 1; from++) {
                snprintf(text, sizeof text, "(str.indexof \"%s\" \"%s\" %ld)", w, v, from);
                assert_is_number(&j, text, position(w, v, from));
            }
            snprintf(text, sizeof text, "(str.indexof \"%s\" \"%s\" (- 1))", w, v);
            assert_is_number(&j, text, -1);
        }
    judging_free(&j);
}

static void replaced(char *out, size_t size, const char *w, const char *v, const char *by,
                     bool all) {
    long at = position(w, v, 0);
    if (at < 0 || (all && v[0] == '\0')) {
        snprintf(out, size, "%s", w);
        return;
    }
    char rest[32];
    const char *behind = w + at + strlen(v);
    if (all)
        replaced(rest, sizeof rest, behind, v, by, all);
    else
        snprintf(rest, sizeof rest, "%s", behind);
    snprintf(out, size, "%.*s%s%s", (int)at, w, by, rest);
}

static void test_replacing_is_as_defined(void **state) {
    struct judging j = judging_of("");
    static const char *const by[] = {"", "a", "ab", "c"};
    char text[128], expected[32];
    make_words();
    for (size_t i = 0; i < N_WORDS; i++)
        for (size_t k = 0; k < N_WORDS; k++)
            for (size_t l = 0; l < LENGTH(by); l++) {
                snprintf(text, sizeof text, "(str.replace \"%s\" \"%s\" \"%s\")", words[i],
                         words[k], by[l]);
                replaced(expected, sizeof expected, words[i], words[k], by[l], false);
                assert_is_text(&j, text, expected);
                snprintf(text, sizeof text, "(str.replace_all \"%s\" \"%s\" \"%s\")", words[i],
                         words[k], by[l]);
                replaced(expected, sizeof expected, words[i], words[k], by[l], true);
                assert_is_text(&j, text, expected);
            }
    judging_free(&j);
}

/* ---- languages ---- */

#define LANGUAGES                                                                                \
    VALUES("re.none", "re.all", "re.allchar", "(str.to_re \"\")", "(str.to_re \"a\")",           \
           "(str.to_re \"ab\")", "(re.union (str.to_re \"a\") (str.to_re \"ba\"))",              \
           "(re.* (str.to_re \"ab\"))", "(re.comp (str.to_re \"a\"))", "(re.range \"a\" \"b\")", \
           "(re.opt (re.++ (str.to_re \"b\") re.allchar))")

static void test_languages_satisfy_their_equations(void **state) {
    struct judging j = judging_of("");
    assert_holds(
        &j,
        "(and (= (re.+ e) (re.++ e (re.* e))) (= (re.opt e) (re.union e (str.to_re \"\")))"
        "     (= ((_ re.^ 0) e) (str.to_re \"\")) (= ((_ re.^ 1) e) e)"
        "     (= ((_ re.^ 3) e) (re.++ e ((_ re.^ 2) e)))"
        "     (= ((_ re.loop 3 2) e) re.none) (= ((_ re.loop 2 2) e) ((_ re.^ 2) e))"
        "     (= ((_ re.loop 0 2) e) (re.union ((_ re.^ 0) e) ((_ re.^ 1) e) ((_ re.^ 2) e)))"
        "     (= (re.* e) (re.union (str.to_re \"\") (re.++ e (re.* e))))"
        "     (= (re.comp (re.comp e)) e) (= (re.diff re.all e) (re.comp e))"
        "     (= (re.inter e (re.comp e)) re.none) (= (re.union e (re.comp e)) re.all)"
        "     (= (re.++ e re.none) re.none) (= (re.++ e (str.to_re \"\")) e))",
        AXES({"e", LANGUAGES}));
    assert_holds(&j,
                 "(and (= (re.diff e f) (re.inter e (re.comp f))) (= (re.union e f) (re.union f e))"
                 "     (= (re.comp (re.union e f)) (re.inter (re.comp e) (re.comp f)))"
                 "     (= (re.diff e f e) (re.diff (re.diff e f) e) re.none)"
                 "     (= (re.++ e f e) (re.++ (re.++ e f) e) (re.++ e (re.++ f e))))",
                 AXES({"e", LANGUAGES}, {"f", LANGUAGES}));
    judging_free(&j);
}

/* Is w, from one place to another, in the language? */
static bool matches(struct judging *j, const char *w, size_t from, size_t to,
                    const char *language) {
    char text[256];
    snprintf(text, sizeof text, "(str.in_re \"%.*s\" %s)", (int)(to - from), w + from, language);
    value v = judge_term(j, text);
    assert_true(v == VALUE_TRUE || v == VALUE_FALSE);
    return v == VALUE_TRUE;
}

static void test_membership_is_as_defined(void **state) {
    struct judging j = judging_of("");
    const char *const *languages = LANGUAGES;
    char text[512];
    make_words();
    for (size_t i = 0; i < N_WORDS; i++)
        for (size_t l = 0; languages[l] != NULL; l++) {
            size_t size = strlen(words[i]);
            bool inside = matches(&j, words[i], 0, size, languages[l]);
            snprintf(text, sizeof text, "(str.in_re \"%s\" (re.comp %s))", words[i], languages[l]);
            assert_is_bool(&j, text, !inside);
            for (size_t k = 0; languages[k] != NULL; k++) {
                bool other = matches(&j, words[i], 0, size, languages[k]), split = false;
                for (size_t at = 0; at <= size; at++)
                    split = split || (matches(&j, words[i], 0, at, languages[l]) &&
                                      matches(&j, words[i], at, size, languages[k]));
                static const char *const operators[] = {"re.union", "re.inter", "re.diff", "re.++"};
                bool expected[] = {inside || other, inside && other, inside && !other, split};
                for (size_t o = 0; o < LENGTH(operators); o++) {
                    snprintf(text, sizeof text, "(str.in_re \"%s\" (%s %s %s))", words[i],
                             operators[o], languages[l], languages[k]);
                    assert_is_bool(&j, text, expected[o]);
                }
            }
        }
    judging_free(&j);
}

/*
 * The first match of at least `least` characters: the smallest begin, then the smallest
 * length. False if there is none.
 */
static bool first_match(struct judging *j, const char *w, const char *language, size_t least,
                        size_t *from, size_t *to) {
    size_t size = strlen(w);
    for (*from = 0; *from <= size; ++*from)
        for (*to = *from + least; *to <= size; ++*to)
            if (matches(j, w, *from, *to, language))
                return true;
    return false;
}

static void test_replacing_matches_is_as_defined(void **state) {
    struct judging j = judging_of("");
    const char *const *languages = LANGUAGES;
    char text[256], expected[64];
    size_t from, to;
    make_words();
    for (size_t i = 0; i < N_WORDS; i++)
        for (size_t l = 0; languages[l] != NULL; l++) {
            const char *w = words[i];
            if (first_match(&j, w, languages[l], 0, &from, &to))
                snprintf(expected, sizeof expected, "%.*sxy%s", (int)from, w, w + to);
            else
                snprintf(expected, sizeof expected, "%s", w);
            snprintf(text, sizeof text, "(str.replace_re \"%s\" %s \"xy\")", w, languages[l]);
            assert_is_text(&j, text, expected);
            size_t n = 0;
            while (first_match(&j, w, languages[l], 1, &from, &to)) {
                n += (size_t)snprintf(expected + n, sizeof expected - n, "%.*sxy", (int)from, w);
                w += to;
            }
            snprintf(expected + n, sizeof expected - n, "%s", w);
            snprintf(text, sizeof text, "(str.replace_re_all \"%s\" %s \"xy\")", words[i],
                     languages[l]);
            assert_is_text(&j, text, expected);
        }
    judging_free(&j);
}

/* ---- numbers ---- */

static void test_conversions_to_numbers_satisfy_their_equations(void **state) {
    struct judging j = judging_of("");
    const char *const *digits = VALUES("\"0\"", "\"7\"", "\"9\"");
    assert_holds(
        &j,
        "(and (str.is_digit d) (= (str.to_int (str.++ w d))"
        "                         (+ (* 10 (str.to_int w)) (str.to_int d))))",
        AXES({"w", VALUES("\"0\"", "\"5\"", "\"00\"", "\"123456789012345678901234567890\"")},
             {"d", digits}));
    assert_holds(&j, "(= (str.to_int w) (- 1))",
                 AXES({"w", VALUES("\"\"", "\"a\"", "\"1a\"", "\" 1\"", "\"+1\"", "\"1.0\"")}));
    assert_holds(&j, "(= (str.to_int (str.from_int n)) (ite (>= n 0) n (- 1)))",
                 AXES({"n", VALUES("0", "1", "10", "907", "(- 1)", "(- 10)",
                                   "123456789012345678901234567890")}));
    /* iff w consists of digits and has no leading zeros */
    assert_holds(&j, "(= (str.from_int (str.to_int w)) w)",
                 AXES({"w", VALUES("\"0\"", "\"1\"", "\"10\"", "\"907\"")}));
    assert_holds(&j, "(distinct (str.from_int (str.to_int w)) w)",
                 AXES({"w", VALUES("\"00\"", "\"01\"", "\"a\"", "\"-1\"")}));
    assert_holds(&j, "(= (str.to_code (str.from_code n)) n)",
                 AXES({"n", VALUES("0", "34", "92", "127", "55296", "65536", "196607")}));
    assert_holds(&j,
                 "(= (str.is_digit c) (and (= (str.len c) 1) (<= 48 (str.to_code c) 57))"
                 "   (str.in_re c (re.range \"0\" \"9\")))",
                 AXES({"c", VALUES("\"\"", "\"/\"", "\"0\"", "\"9\"", "\":\"", "\"12\"")}));
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_examples_of_the_text),
        TEST(test_substr_and_at_are_as_defined),
        TEST(test_searching_and_comparing_are_as_defined),
        TEST(test_replacing_is_as_defined),
        TEST(test_languages_satisfy_their_equations),
        TEST(test_membership_is_as_defined),
        TEST(test_replacing_matches_is_as_defined),
        TEST(test_conversions_to_numbers_satisfy_their_equations),
    };
    return RUN(tests);
}
