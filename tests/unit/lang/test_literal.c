#include "testing.h"

#include "lang/literal.h"

static struct token token_of(const char *text) {
    struct lexer lexer;
    lex_init(&lexer, text, strlen(text));
    struct token token = lex_next(&lexer);
    lex_release(&lexer);
    return token;
}

/* ---- bit-vectors ---- */

static uint32_t bits(const char *text, struct strbuf *out) {
    struct token token = token_of(text);
    strbuf_clear(out);
    return literal_bits(&token, out);
}

static void bits_are(const char *text, uint32_t width, const char *expected) {
    struct strbuf out = {0};
    assert_int_equal(bits(text, &out), width);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

/* (_ bvDIGITS width); NULL if it must be refused. */
static void decimal_is(const char *digits, uint32_t width, const char *expected) {
    struct strbuf out = {0};
    bool fits = literal_bits_decimal(digits, strlen(digits), width, &out);
    assert_int_equal(fits, expected != NULL);
    if (fits)
        assert_string_equal(strbuf_text(&out), expected);
    else
        assert_int_equal(out.n, 0);
    strbuf_free(&out);
}

static void bits_are_hexadecimal_where_the_width_allows_it(void **state) {
    bits_are("#b0", 1, "#b0");
    bits_are("#b1", 1, "#b1");
    bits_are("#b101", 3, "#b101");
    bits_are("#b1010", 4, "#xa");
    bits_are("#xA", 4, "#xa");
    bits_are("#x0F", 8, "#x0f");
    bits_are("#b00001111", 8, "#x0f");
    bits_are("#b00000", 5, "#b00000");
    bits_are("#x00", 8, "#x00");
    bits_are("#xDeadBeef", 32, "#xdeadbeef");
}

static void decimal_bit_vectors_are_the_same_values(void **state) {
    decimal_is("0", 1, "#b0");
    decimal_is("1", 1, "#b1");
    decimal_is("2", 1, NULL);
    decimal_is("5", 3, "#b101");
    decimal_is("7", 3, "#b111");
    decimal_is("8", 3, NULL);
    decimal_is("15", 8, "#x0f");
    decimal_is("255", 8, "#xff");
    decimal_is("256", 8, NULL);
    decimal_is("18446744073709551615", 64, "#xffffffffffffffff");
    decimal_is("18446744073709551616", 64, NULL);
    decimal_is("340282366920938463463374607431768211455", 128,
               "#xffffffffffffffffffffffffffffffff");
    decimal_is("340282366920938463463374607431768211456", 128, NULL);
    decimal_is("99999999999999999999999999999999999999999999999999", 8, NULL);
}

static void leading_zeros_of_a_decimal_do_not_matter(void **state) {
    decimal_is("0000000000000000000000000000000005", 3, "#b101");
    decimal_is("00000000000000000000", 1, "#b0");
}

static void wide_bit_vectors_of_small_value_are_decimal(void **state) {
    decimal_is("3", 128, "#x00000000000000000000000000000003");
    decimal_is("3", 129, "(_ bv3 129)");
    decimal_is("0", 200, "(_ bv0 200)");
    decimal_is("3", 2147483647, "(_ bv3 2147483647)");
    struct strbuf text = {0}, out = {0};
    strbuf_add_text(&text, "#x");
    strbuf_add_repeat(&text, '0', 50);
    strbuf_add_text(&text, "1F");
    assert_int_equal(bits(strbuf_text(&text), &out), 208);
    assert_string_equal(strbuf_text(&out), "(_ bv31 208)");
    strbuf_clear(&text);
    strbuf_add_text(&text, "#b");
    strbuf_add_repeat(&text, '0', 200);
    strbuf_add_text(&text, "101");
    assert_int_equal(bits(strbuf_text(&text), &out), 203);
    assert_string_equal(strbuf_text(&out), "(_ bv5 203)");
    strbuf_free(&text);
    strbuf_free(&out);
}

/* The value of a canonical spelling, as `width` bits. */
static void add_binary(const char *spelling, uint32_t width, struct strbuf *out) {
    if (spelling[1] == 'b')
        strbuf_add_text(out, spelling + 2);
    else {
        for (const char *at = spelling + 2; *at != '\0'; at++)
            for (int bit = 3; bit >= 0; bit--) {
                int value = *at <= '9' ? *at - '0' : *at - 'a' + 10;
                strbuf_add_char(out, value >> bit & 1 ? '1' : '0');
            }
    }
    assert_int_equal(out->n, width);
}

/* Writes bits in decimal: doubles and adds, digit by digit. */
static void add_decimal(const char *bits_text, struct strbuf *out) {
    char digits[64] = {0}; /* the lowest first */
    size_t n = 1;
    for (; *bits_text != '\0'; bits_text++) {
        int carry = *bits_text - '0';
        for (size_t i = 0; i < n; i++) {
            int value = digits[i] * 2 + carry;
            digits[i] = (char)(value % 10);
            carry = value / 10;
        }
        if (carry > 0)
            digits[n++] = (char)carry;
    }
    while (n > 0)
        strbuf_add_char(out, (char)('0' + digits[--n]));
}

static void all_spellings_of_a_value_meet_in_one_that_has_this_value(void **state) {
    struct rng rng = testing_rng(1);
    struct strbuf binary = {0}, decimal = {0}, first = {0}, second = {0}, again = {0};
    for (uint32_t width = 1; width <= 128; width++)
        for (int round = 0; round < 20; round++) {
            uint64_t zeros = round == 0 ? width : rng_below(&rng, width + 1);
            strbuf_clear(&binary);
            strbuf_add_text(&binary, "#b");
            for (uint32_t i = 0; i < width; i++)
                strbuf_add_char(&binary, i >= zeros && rng_below(&rng, 2) ? '1' : '0');
            assert_int_equal(bits(strbuf_text(&binary), &first), width);
            strbuf_clear(&second);
            add_binary(strbuf_text(&first), width, &second);
            assert_string_equal(strbuf_text(&second), binary.at + 2);
            assert_int_equal(bits(first.at, &again), width);
            assert_string_equal(strbuf_text(&again), first.at);
            strbuf_clear(&decimal);
            add_decimal(binary.at + 2, &decimal);
            strbuf_clear(&second);
            assert_true(literal_bits_decimal(strbuf_text(&decimal), decimal.n, width, &second));
            assert_string_equal(strbuf_text(&second), first.at);
        }
    strbuf_free(&binary);
    strbuf_free(&decimal);
    strbuf_free(&first);
    strbuf_free(&second);
    strbuf_free(&again);
}

/* From 129 bits on there are three spellings; they meet as well, and none is lost. */
static void wide_values_meet_in_one_spelling(void **state) {
    struct rng rng = testing_rng(2);
    struct strbuf binary = {0}, decimal = {0}, first = {0}, second = {0};
    for (uint32_t width = 129; width <= 140; width++)
        for (uint32_t zeros = 0; zeros <= width; zeros++) {
            strbuf_clear(&binary);
            strbuf_add_text(&binary, "#b");
            for (uint32_t i = 0; i < width; i++)
                strbuf_add_char(&binary,
                                i == zeros || (i > zeros && rng_below(&rng, 2)) ? '1' : '0');
            assert_int_equal(bits(strbuf_text(&binary), &first), width);
            strbuf_clear(&decimal);
            add_decimal(binary.at + 2, &decimal);
            strbuf_clear(&second);
            assert_true(literal_bits_decimal(strbuf_text(&decimal), decimal.n, width, &second));
            assert_string_equal(strbuf_text(&second), strbuf_text(&first));
            if (first.at[0] == '(') {
                strbuf_clear(&second);
                strbuf_printf(&second, "(_ bv%s %u)", strbuf_text(&decimal), width);
                assert_string_equal(strbuf_text(&second), first.at);
            } else {
                strbuf_clear(&second);
                add_binary(first.at, width, &second);
                assert_string_equal(strbuf_text(&second), binary.at + 2);
            }
        }
    strbuf_free(&binary);
    strbuf_free(&decimal);
    strbuf_free(&first);
    strbuf_free(&second);
}

/* ---- decimals ---- */

static void real_is(const char *text, const char *expected) {
    struct token token = token_of(text);
    struct strbuf out = {0};
    literal_decimal(&token, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

static void decimals_have_no_needless_zeros(void **state) {
    real_is("1.5", "1.5");
    real_is("1.50", "1.5");
    real_is("1.500000", "1.5");
    real_is("0.0", "0.0");
    real_is("0.000", "0.0");
    real_is("100.0", "100.0");
    real_is("100.00", "100.0");
    real_is("0.010", "0.01");
}

/* ---- finite fields ---- */

static void element_is(const char *value, const char *order, const char *expected) {
    struct strbuf out = {0};
    literal_field(value, strlen(value), order, strlen(order), &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

static void field_elements_are_below_the_order(void **state) {
    element_is("0", "2", "0");
    element_is("3", "5", "3");
    element_is("03", "5", "3");
    element_is("-2", "5", "3");
    element_is("-0", "5", "0");
    element_is("8", "5", "3");
    element_is("-10", "5", "0");
    element_is("-1",
               "52435875175126190479447740508185965837690552500527637822603658699938581184513",
               "52435875175126190479447740508185965837690552500527637822603658699938581184512");
}

static void orders_of_fields_are_prime(void **state) {
    static const char *const good[] = {
        "2", "3", "17", "340282366920938463463374607431768211507",
        "52435875175126190479447740508185965837690552500527637822603658699938581184513"};
    static const char *const bad[] = {
        "4", "6", "561", "340282366920938463463374607431768211456",
        "52435875175126190479447740508185965837690552500527637822603658699938581184515"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(literal_may_be_prime(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(literal_may_be_prime(bad[i], strlen(bad[i])));
    char long_one[1001]; /* is not found out, which would take long */
    memset(long_one, '6', sizeof long_one - 1);
    assert_true(literal_may_be_prime(long_one, sizeof long_one - 1));
}

/* ---- strings ---- */

static enum literal_status read_string(const char *inside, struct strbuf *out, bool *raw) {
    *raw = false;
    strbuf_clear(out);
    return literal_string(inside, strlen(inside), out, raw);
}

static void string_is(const char *inside, const char *expected) {
    struct strbuf out = {0};
    bool raw;
    assert_int_equal(read_string(inside, &out, &raw), LITERAL_OK);
    assert_string_equal(strbuf_text(&out), expected);
    assert_false(raw);
    strbuf_free(&out);
}

static void plain_strings_stay_as_they_are(void **state) {
    string_is("", "\"\"");
    string_is("abc", "\"abc\"");
    string_is(" !#~", "\" !#~\"");
    string_is("a\"\"b", "\"a\"\"b\"");
}

static void escapes_of_printable_characters_are_resolved(void **state) {
    string_is("\\u{41}", "\"A\"");
    string_is("\\u{00041}", "\"A\"");
    string_is("\\u0041", "\"A\"");
    string_is("\\u{22}", "\"\"\"\"");
    string_is("\\u{20}\\u{7e}", "\" ~\"");
    string_is("\\u00411", "\"A1\"");
}

static void other_characters_have_one_escape(void **state) {
    string_is("\\u{0}", "\"\\u{0}\"");
    string_is("\\u000a", "\"\\u{a}\"");
    string_is("\n", "\"\\u{a}\"");
    string_is("\t", "\"\\u{9}\"");
    string_is("\\u{7F}", "\"\\u{7f}\"");
    string_is("\\u{00E9}", "\"\\u{e9}\"");
    string_is("\\u{2fFfF}", "\"\\u{2ffff}\"");
}

static void what_is_no_escape_stays_text(void **state) {
    string_is("\\", "\"\\\"");
    string_is("\\x41", "\"\\x41\"");
    string_is("\\n", "\"\\n\"");
    string_is("\\U0041", "\"\\U0041\"");
    /* A backslash before a u is written as an escape, so that nothing can become one. */
    string_is("\\u", "\"\\u{5c}u\"");
    string_is("\\u{}", "\"\\u{5c}u{}\"");
    string_is("\\u{30000}", "\"\\u{5c}u{30000}\"");
    string_is("\\u{000041}", "\"\\u{5c}u{000041}\"");
    string_is("\\u{4g}", "\"\\u{5c}u{4g}\"");
    string_is("\\u{41", "\"\\u{5c}u{41\"");
    string_is("\\u004", "\"\\u{5c}u004\"");
    string_is("\\u00g1", "\"\\u{5c}u00g1\"");
}

static void a_backslash_and_what_follows_it_do_not_become_an_escape(void **state) {
    string_is("\\u{5c}u{41}", "\"\\u{5c}u{41}\"");
    string_is("\\u005cu0041", "\"\\u{5c}u0041\"");
    string_is("\\\\u{41}", "\"\\A\"");
    string_is("\\u{5c}\\u{75}{41}", "\"\\u{5c}u{41}\"");
    string_is("\\u{5c}", "\"\\\"");
    string_is("\\u{5c}x", "\"\\x\"");
}

static void raw_utf8_is_told(void **state) {
    struct strbuf out = {0};
    bool raw;
    assert_int_equal(read_string("\xc3\xa9", &out, &raw), LITERAL_OK);
    assert_true(raw);
    assert_string_equal(strbuf_text(&out), "\"\\u{e9}\"");
    assert_int_equal(read_string("\xf0\xaf\xbf\xbf", &out, &raw), LITERAL_OK);
    assert_string_equal(strbuf_text(&out), "\"\\u{2ffff}\"");
    assert_int_equal(read_string("a\xf0\xb0\x80\x80", &out, &raw), LITERAL_OUT_OF_RANGE);
    strbuf_free(&out);
}

static void assert_decodes_to(struct strbuf *literal, const uint32_t *codes, size_t n) {
    u32_vec found = {0};
    literal_code_points(literal->at, literal->n, &found);
    assert_int_equal(found.n, n);
    if (n > 0)
        assert_memory_equal(found.at, codes, n * sizeof *codes);
    vec_free(&found);
}

static void every_code_point_can_be_written_and_read(void **state) {
    struct strbuf literal = {0}, again = {0};
    bool raw;
    for (uint32_t code = 0; code <= CODE_POINT_MAX; code++) {
        strbuf_clear(&literal);
        strbuf_clear(&again);
        literal_from_code_points(&code, 1, &literal);
        assert_decodes_to(&literal, &code, 1);
        /* And it is its own canonical spelling. */
        literal_string(literal.at + 1, literal.n - 2, &again, &raw);
        assert_int_equal(again.n, literal.n);
        assert_memory_equal(again.at, literal.at, literal.n);
    }
    strbuf_free(&literal);
    strbuf_free(&again);
}

/* Random texts of the characters that matter to escapes. */
static void canonical_text_decodes_to_the_same_code_points(void **state) {
    static const uint32_t alphabet[] = {'\\', '\\', 'u', 'u', '{',  '}',   '0',     '4',
                                        '1',  '5',  'c', 'C', '\"', 0x100, 0x2ffff, '\n'};
    struct rng rng = testing_rng(3);
    struct strbuf literal = {0}, again = {0};
    for (int round = 0; round < 20000; round++) {
        uint32_t codes[12];
        size_t n = rng_below(&rng, LENGTH(codes) + 1);
        bool raw = false;
        for (size_t i = 0; i < n; i++)
            codes[i] = alphabet[rng_below(&rng, LENGTH(alphabet))];
        strbuf_clear(&literal);
        strbuf_clear(&again);
        literal_from_code_points(codes, n, &literal);
        assert_decodes_to(&literal, codes, n);
        assert_int_equal(literal_string(literal.at + 1, literal.n - 2, &again, &raw), LITERAL_OK);
        assert_string_equal(strbuf_text(&again), strbuf_text(&literal));
        assert_false(raw);
    }
    strbuf_free(&literal);
    strbuf_free(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(bits_are_hexadecimal_where_the_width_allows_it),
        TEST(decimal_bit_vectors_are_the_same_values),
        TEST(leading_zeros_of_a_decimal_do_not_matter),
        TEST(wide_bit_vectors_of_small_value_are_decimal),
        TEST(all_spellings_of_a_value_meet_in_one_that_has_this_value),
        TEST(wide_values_meet_in_one_spelling),
        TEST(decimals_have_no_needless_zeros),
        TEST(field_elements_are_below_the_order),
        TEST(orders_of_fields_are_prime),
        TEST(plain_strings_stay_as_they_are),
        TEST(escapes_of_printable_characters_are_resolved),
        TEST(other_characters_have_one_escape),
        TEST(what_is_no_escape_stays_text),
        TEST(a_backslash_and_what_follows_it_do_not_become_an_escape),
        TEST(raw_utf8_is_told),
        TEST(every_code_point_can_be_written_and_read),
        TEST(canonical_text_decodes_to_the_same_code_points),
    };
    return RUN(tests);
}
