#include "testing.h"

#include "base/lex.h"

/* Kinds as the letters that tests write. */
static const char letters[] = {
    [TOKEN_END] = '.',     [TOKEN_OPEN] = '(',          [TOKEN_CLOSE] = ')',
    [TOKEN_SYMBOL] = 's',  [TOKEN_QUOTED_SYMBOL] = 'q', [TOKEN_KEYWORD] = 'k',
    [TOKEN_NUMERAL] = 'n', [TOKEN_DECIMAL] = 'd',       [TOKEN_HEX] = 'x',
    [TOKEN_BINARY] = 'b',  [TOKEN_FIELD] = 'f',         [TOKEN_STRING] = 't',
    [TOKEN_BAD] = '!',
};

/* Writes all tokens as KIND@OFFSET:TEXT, up to the end or the first bad one. */
static char *tokens(const char *text, size_t n) {
    struct lexer lexer;
    struct strbuf out = {0};
    struct token token;
    lex_init(&lexer, text, n);
    do {
        token = lex_next(&lexer);
        strbuf_printf(&out, "%s%c@%u", out.n > 0 ? " " : "", letters[token.kind], token.offset);
        if (token.kind == TOKEN_BAD)
            strbuf_printf(&out, ":%s", lexer.error);
        else if (token.kind != TOKEN_END)
            strbuf_printf(&out, ":%.*s", (int)token.n, token.at);
    } while (token.kind != TOKEN_END && token.kind != TOKEN_BAD);
    lex_release(&lexer);
    return strbuf_detach(&out);
}

static void expect_n(const char *text, size_t n, const char *expected) {
    char *found = tokens(text, n);
    assert_string_equal(found, expected);
    mem_free(found);
}

static void expect(const char *text, const char *expected) {
    expect_n(text, strlen(text), expected);
}

static void every_kind_of_token_is_read(void **state) {
    expect("", ".@0");
    expect("()", "(@0:( )@1:) .@2");
    expect("abc", "s@0:abc .@3");
    expect("|a b|", "q@0:a b .@5");
    expect("||", "q@0: .@2");
    expect(":named", "k@0::named .@6");
    expect("0 42", "n@0:0 n@2:42 .@4");
    expect("4.20 0.0", "d@0:4.20 d@5:0.0 .@8");
    expect("#x1fA", "x@0:#x1fA .@5");
    expect("#b01", "b@0:#b01 .@4");
    expect("#f3m5 #f-1m17", "f@0:#f3m5 f@6:#f-1m17 .@13");
    expect("\"a b\"", "t@0:a b .@5");
    expect("\"\"", "t@0: .@2");
}

static void symbols_may_have_all_these_characters(void **state) {
    const char *all = "~!@$%^&*_-+=<>.?/azAZ09";
    char expected[64];
    snprintf(expected, sizeof expected, "s@0:%s .@%zu", all, strlen(all));
    expect(all, expected);
    expect("-1", "s@0:-1 .@2"); /* no number in SMT-LIB */
}

static void tokens_end_where_the_next_begins(void **state) {
    expect("(a)b", "(@0:( s@1:a )@2:) s@3:b .@4");
    expect("a\"b\"c", "s@0:a t@1:b s@4:c .@5");
    expect("a|b|c", "s@0:a q@1:b s@4:c .@5");
    expect("1(", "n@0:1 (@1:( .@2");
    expect("a:b", "s@0:a k@1::b .@3");
    expect(" \t\r\na ", "s@4:a .@6");
}

static void quotes_are_doubled_inside_strings(void **state) {
    expect("\"a\"\"b\" c", "t@0:a\"\"b s@7:c .@8");
    expect("\"\"\"\"", "t@0:\"\" .@4");
    expect("\"\"\"", "!@0:string without end");
    expect("\"\\\"", "t@0:\\ .@3"); /* a backslash is a character like others */
}

static void every_error_is_told_with_its_place(void **state) {
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {" \"abc", "!@1:string without end"},
        {" |abc", "!@1:quoted symbol without end"},
        {"|a\\b|", "!@2:backslash inside a quoted symbol"},
        {" 007", "!@1:number with a leading zero"},
        {"00.5", "!@0:number with a leading zero"},
        {" 1.", "!@1:decimal without digits behind the point"},
        {"1.x", "!@0:decimal without digits behind the point"},
        {" 1x", "!@2:unexpected character in a number"},
        {"1.5.2", "!@3:unexpected character in a number"},
        {"#xfg", "!@3:not a hexadecimal digit"},
        {"#b012", "!@4:not a binary digit"},
        {"#f1m2x", "!@5:not a decimal digit"},
        {" #x", "!@1:#x without hexadecimal digits"},
        {" #b2", "!@1:#b without binary digits"},
        {" #f", "!@1:malformed finite field literal"},
        {"#f-m5", "!@0:malformed finite field literal"},
        {"#f3m", "!@0:malformed finite field literal"},
        {"#f3", "!@0:malformed finite field literal"},
        {" #o7", "!@1:'#' must be followed by 'x', 'b' or 'f'"},
        {"#", "!@0:'#' must be followed by 'x', 'b' or 'f'"},
        {" : ", "!@1:':' without a name"},
        {" [", "!@1:stray character"},
        {"a'", "s@0:a !@1:stray character"},
        {" \x7f", "!@1:control character"},
        {" \xc3\xa9", "!@1:character outside ASCII; only strings and |quoted symbols| have such"},
        {"\"a\x01\"", "!@2:control character inside quotes"},
        {"|a\x7f|", "!@2:control character inside quotes"},
        {"\"a\xff\"", "!@2:invalid UTF-8"},
        {"|\xc3|", "!@1:invalid UTF-8"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        expect(cases[i].text, cases[i].expected);
}

static void a_zero_byte_is_the_end_only_at_the_end(void **state) {
    expect_n("a\0b", 3, "s@0:a !@1:NUL byte");
    expect_n("\"a\0b\"", 5, "!@2:control character inside quotes");
    expect_n("; a\0b", 5, "!@3:NUL byte");
    expect_n("a b", 3, "s@0:a s@2:b .@3");
}

static void the_last_token_comes_again_and_again(void **state) {
    static const char *const texts[] = {"a", "1x", "\"ab", "\"a\x01\"", "|\\|", "["};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct lexer lexer;
        struct token token, again;
        lex_init(&lexer, texts[i], strlen(texts[i]));
        do
            token = lex_next(&lexer);
        while (token.kind != TOKEN_END && token.kind != TOKEN_BAD);
        for (int times = 0; times < 3; times++) {
            again = lex_next(&lexer);
            assert_int_equal(again.kind, token.kind);
            assert_int_equal(again.offset, token.offset);
        }
        lex_release(&lexer);
    }
}

static void text_inside_quotes_may_be_any_utf8_and_any_white_space(void **state) {
    expect("\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"",
           "t@0:\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 .@11");
    expect("|a\n\t\r\nb|", "q@0:a\n\t\r\nb .@8");
}

static void comments_are_skipped(void **state) {
    expect("; all\na;b\n;c", "s@6:a .@12");
    expect(";", ".@1");
    expect(";a\rb ;c\r\nd", "s@3:b s@9:d .@10");
    expect("\";a\" |;b|", "t@0:;a q@5:;b .@9");
}

static void comments_are_kept_on_demand_without_line_ends(void **state) {
    const char *text = "; one \t\r\na ;two\n;\n;three";
    static const char *const expected[] = {"; one", ";two", ";", ";three"};
    struct lexer lexer;
    lex_init(&lexer, text, strlen(text));
    lexer.keep_comments = true;
    assert_int_equal(lex_next(&lexer).kind, TOKEN_SYMBOL);
    assert_int_equal(lexer.comments.n, 1);
    assert_int_equal(lex_next(&lexer).kind, TOKEN_END);
    assert_int_equal(lexer.comments.n, LENGTH(expected));
    for (size_t i = 0; i < LENGTH(expected); i++) {
        struct lex_span span = lexer.comments.at[i];
        assert_int_equal(span.n, strlen(expected[i]));
        assert_memory_equal(text + span.offset, expected[i], span.n);
    }
    lex_release(&lexer);
}

static void simple_symbols_are_told_from_others(void **state) {
    static const char *const simple[] = {"a", "+", "x1", "@a0", ".b", "a.b!c"};
    static const char *const other[] = {"",         "1a",  "a b", "a:b", "a\"",
                                        "\xc3\xa9", "a|b", "a(",  "#a"};
    for (size_t i = 0; i < LENGTH(simple); i++)
        assert_true(lex_is_simple_symbol(simple[i], strlen(simple[i])));
    for (size_t i = 0; i < LENGTH(other); i++)
        assert_false(lex_is_simple_symbol(other[i], strlen(other[i])));
    assert_false(lex_is_simple_symbol("a\0b", 3));
}

/* The encoding, written down a second time. */
static size_t encode(uint32_t code, char *at) {
    if (code < 0x80)
        return at[0] = (char)code, 1;
    size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const int heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = n; i-- > 1; code >>= 6)
        at[i] = (char)(0x80 | (code & 0x3f));
    at[0] = (char)(heads[n] | (int)code);
    return n;
}

static void every_code_point_is_decoded_and_nothing_else(void **state) {
    char bytes[4];
    uint32_t found;
    for (uint32_t code = 0; code <= 0x110000; code++) {
        size_t n = encode(code, bytes);
        bool valid = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
        found = UINT32_MAX;
        if (lex_utf8(bytes, n, &found) != (valid ? n : 0) || (valid && found != code))
            fail_msg("U+%04X", code);
        if (n > 1 && lex_utf8(bytes, n - 1, &found) != 0)
            fail_msg("U+%04X cut short", code);
    }
    static const char *const bad[] = {"\x80",         "\xc0\x80",         "\xc1\xbf",
                                      "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xc3(",
                                      "\xe2\x82(",    "\xf5\x80\x80\x80", "\xff"};
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_int_equal(lex_utf8(bad[i], strlen(bad[i]), &found), 0);
    assert_int_equal(lex_utf8("", 0, &found), 0);
}

static void expect_place(const char *text, size_t offset, struct lex_place expected) {
    struct lex_place place = lex_place(text, strlen(text), offset);
    assert_int_equal(place.line, expected.line);
    assert_int_equal(place.column, expected.column);
    assert_int_equal(place.line_start, expected.line_start);
    assert_int_equal(place.line_end, expected.line_end);
}

static void places_count_from_one_and_in_characters(void **state) {
    const char *text = "ab\n\xc3\xa9x\r\n\nlast";
    expect_place(text, 0, (struct lex_place){1, 1, 0, 2});
    expect_place(text, 2, (struct lex_place){1, 3, 0, 2}); /* the line end is in its line */
    expect_place(text, 3, (struct lex_place){2, 1, 3, 6});
    expect_place(text, 5, (struct lex_place){2, 2, 3, 6}); /* behind a character of two bytes */
    expect_place(text, 8, (struct lex_place){3, 1, 8, 8});
    expect_place(text, 9, (struct lex_place){4, 1, 9, 13});
    expect_place(text, 13, (struct lex_place){4, 5, 9, 13});
    expect_place(text, 999, (struct lex_place){4, 5, 9, 13});
    expect_place("", 0, (struct lex_place){1, 1, 0, 0});
}

static void random_bytes_never_read_past_the_end(void **state) {
    static const char pieces[] = "()|\"#:;xbf01.m- \n\\\xc3\xa9"
                                 "a";
    struct rng rng = testing_rng(11);
    for (int round = 0; round < 20000; round++) {
        size_t n = rng_below(&rng, 12);
        char *text = mem_alloc(n + 1); /* the sanitizer watches its end */
        for (size_t i = 0; i < n; i++)
            text[i] = pieces[rng_below(&rng, sizeof pieces)];
        text[n] = '\0';
        struct lexer lexer;
        lex_init(&lexer, text, n);
        struct token token;
        uint32_t last = 0;
        do {
            token = lex_next(&lexer);
            assert_true(token.offset >= last && token.offset <= n && lexer.next <= n);
            assert_true(token.at >= text && token.at + token.n <= text + n);
            last = token.offset;
        } while (token.kind != TOKEN_END && token.kind != TOKEN_BAD);
        lex_release(&lexer);
        mem_free(text);
    }
}

static void a_word_ends_at_blanks_parentheses_and_beyond_ascii(void **state) {
    static const char ends[] = " \t\r\n()\x01\x80\xff";
    for (size_t e = 0; e < sizeof ends; e++) /* the zero byte, too */
        for (uint32_t n = 0; n <= 16; n++) {
            char text[32];
            memset(text, 'x', sizeof text);
            memcpy(text, "a\"#|;:'[~9!@^_{}", n);
            text[n] = ends[e];
            struct lex_word word = lex_word(text);
            assert_int_equal(word.n, n <= LEX_WORD_MAX ? n : LEX_WORD_LOOK);
            struct hash_word expected = hash_word(text, word.n);
            if (n <= LEX_WORD_MAX)
                assert_true(word.word.a == expected.a && word.word.b == expected.b);
        }
}

/* Each byte, alone and at each place of a word of each length. */
static void a_word_is_a_simple_symbol_if_its_text_is(void **state) {
    for (size_t n = 0; n <= 16; n++)
        for (size_t at = 0; at < (n == 0 ? 1 : n); at++)
            for (int c = 0; c < 256; c++) {
                char text[17];
                memset(text, 'a', sizeof text);
                text[at] = (char)c;
                bool expected = lex_is_simple_symbol(text, n);
                if (lex_is_simple_word(hash_word(text, n), n) != expected)
                    fail_msg("byte %d at %zu of %zu: %d is expected", c, at, n, expected);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_kind_of_token_is_read),
        TEST(symbols_may_have_all_these_characters),
        TEST(tokens_end_where_the_next_begins),
        TEST(quotes_are_doubled_inside_strings),
        TEST(every_error_is_told_with_its_place),
        TEST(a_zero_byte_is_the_end_only_at_the_end),
        TEST(the_last_token_comes_again_and_again),
        TEST(text_inside_quotes_may_be_any_utf8_and_any_white_space),
        TEST(comments_are_skipped),
        TEST(comments_are_kept_on_demand_without_line_ends),
        TEST(simple_symbols_are_told_from_others),
        TEST(every_code_point_is_decoded_and_nothing_else),
        TEST(places_count_from_one_and_in_characters),
        TEST(random_bytes_never_read_past_the_end),
        TEST(a_word_ends_at_blanks_parentheses_and_beyond_ascii),
        TEST(a_word_is_a_simple_symbol_if_its_text_is),
    };
    return RUN(tests);
}
