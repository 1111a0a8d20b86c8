#include "oracle/failure.h"

#include "testing.h"

static struct text_span span(const char *text) {
    return (struct text_span){text, strlen(text)};
}

static void expect_gist(const char *message, const char *gist) {
    struct strbuf out = {0};
    failure_add_gist(span(message), &out);
    assert_string_equal(strbuf_text(&out), gist);
    strbuf_free(&out);
}

static void a_gist_is_file_function_and_condition(void **state) {
    (void)state;
    expect_gist("Fatal failure within void cvc5::internal::A::check(cvc5::internal::TNode, bool) "
                "const at a.cpp:437\nCheck failure\nd_engine->consistent(12)",
                "a.cpp\ncheck\nd_engine->consistent(0)");
    expect_gist("Fatal failure within Node P::check(Rule) at p.cpp:106\nUnreachable code reached "
                "P::check: failed,",
                "p.cpp\ncheck\nUnreachable code reached check: failed,");
    expect_gist("Fatal failure within void f() at p.cpp:1\nCheck failure",
                "p.cpp\nf\nCheck failure");
    expect_gist("ASSERTION VIOLATION\nFile: b.cpp\nLine: 333\ni < size(r)\nZ3 4.12.2.0",
                "b.cpp\nASSERTION VIOLATION\ni < size(r)");
    expect_gist("ASSERTION VIOLATION\nFile: ast.cpp\nLine: 388\nUNEXPECTED CODE WAS REACHED.",
                "ast.cpp\nASSERTION VIOLATION\nUNEXPECTED CODE WAS REACHED.");
    expect_gist("z3: util.c:7: int ns::f(int): Assertion `x > 3' failed.",
                "util.c\n\n: int f(int): Assertion `x > 0' failed.");
    expect_gist("==?==ERROR: AddressSanitizer: heap-use-after-free on address 0x? at pc 0x?\n"
                "#0 0x? in foo::bar(int) a.cpp:12:3\n#1 0x? in baz() b.cpp:7:1",
                "a.cpp\n==?==ERROR: AddressSanitizer: heap-use-after-free on address 0x? at pc 0x?"
                "\n#0 0x? in baz() b.cpp:0:0");
}

static void without_a_place_it_is_the_first_line(void **state) {
    (void)state;
    expect_gist("SIGSEGV", "SIGSEGV");
    expect_gist("cvc5 suffered a segfault.\nmore", "cvc0 suffered a segfault.");
    expect_gist("", "");
}

static void expect_same(const char *fingerprint, const char *before, const char *now,
                        bool is_same) {
    assert_int_equal(failure_is_same(fingerprint, span(before), span(now)), is_same);
}

#define AT(place, condition) \
    "Fatal failure within void f(int) at " place "\nCheck failure\n" condition

static void lines_shift_and_conditions_do_not(void **state) {
    (void)state;
    const char *print = "crash:cvc5:a.cpp:12";
    expect_same(print, AT("a.cpp:12", "x"), AT("a.cpp:12", "x"), true);
    expect_same(print, AT("a.cpp:12", "x"), AT("a.cpp:99", "x"), true);
    expect_same(print, AT("a.cpp:12", "x"), AT("a.cpp:99", "y"), false);
    expect_same(print, AT("a.cpp:12", "x"), AT("b.cpp:12", "x"), false);
    expect_same(print, AT("a.cpp:12", "x"), "SIGABRT", false);
    /* at its own place, whatever it says of the script that it was given */
    expect_same(print, AT("a.cpp:12", "x"), AT("a.cpp:12", "y"), true);
    expect_same("crash:cvc5:a.cpp:112", AT("a.cpp:112", "x"), AT("a.cpp:12", "y"), false);
}

static void without_a_message_the_fingerprint_tells(void **state) {
    (void)state;
    expect_same("crash:z3:SIGSEGV:Strings", "", "SIGSEGV", true);
    expect_same("crash:z3:SIGSEGV:z3+0x1 < z3+0x2", "", "SIGSEGV", true);
    expect_same("session:crash:z3:SIGSEGV:Strings", "", "SIGSEGV", true);
    expect_same("crash:z3:SIGSEGV:Strings", "", "SIGABRT", false);
    expect_same("crash:z3:SIGSEGV:Strings", "", AT("a.cpp:12", "x"), false);
    expect_same("crash:z3:a.cpp:12", "", AT("a.cpp:99", "x"), true);
    expect_same("crash:z3:a.cpp:12", "", AT("b.cpp:12", "x"), false);
    expect_same("crash:z3:a.cpp:12", "", "", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_gist_is_file_function_and_condition),
        TEST(without_a_place_it_is_the_first_line),
        TEST(lines_shift_and_conditions_do_not),
        TEST(without_a_message_the_fingerprint_tells),
    };
    return RUN(tests);
}
