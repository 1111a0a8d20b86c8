#include "testing.h"

#include "proc/message.h"

static void expect(const char *text, const char *at, const char *end, const char *message) {
    struct strbuf got = {0};
    struct words ends = {(const char *[]){end}, end == NULL ? 0 : 1};
    message_add(&got, text, strlen(text), strstr(text, at), ends);
    assert_string_equal(strbuf_text(&got), message);
    strbuf_free(&got);
}

static void what_differs_from_run_to_run_is_gone(void **state) {
    expect("at 0x7fff12aB, 0x", "at", NULL, "at 0x?, 0x");
    expect("==123==ERROR ==x== 12", "ERROR", NULL, "==?==ERROR ==x== 12");
    expect("pid 12 pid=13 (process #7) rapid 4 thread: 9 threads 8", "pid", NULL,
           "pid ? pid=? (process #?) rapid 4 thread: ? threads 8");
    expect("(error \"line 7 column 10: no\") Line: 118", "no", NULL,
           "(error \"line ? column ?: no\") Line: 118");
    expect("in /home/me/src/a.cpp:12 and ./b/c.h, d.c", "in", NULL, "in a.cpp:12 and c.h, d.c");
    expect("BuildId: 0123456789abcdef0123 abc", "Build", NULL, "BuildId: ? abc");
    expect("a\tb\x01\x7f", "a", NULL, "a b  ");
}

static void a_message_is_a_few_lines(void **state) {
    expect("before\n  here it is \r\nFile: x\n4.8.12.0\n\nmore\nPlease report\nafter\n", "it",
           "Please", "here it is\nFile: x\nmore");
    expect("1a\n2a\n3a\n4a\n5a\n6a\n7a\n8a\n9a\n", "1", NULL, "1a\n2a\n3a\n4a\n5a\n6a\n7a\n8a");
    expect("Please crash\nx", "crash", "Please", "Please crash\nx");
    struct strbuf line = {0}, got = {0};
    strbuf_add_repeat(&line, '!', 5000);
    message_add(&got, line.at, line.n, line.at, (struct words){0});
    assert_int_equal(got.n, 400);
    strbuf_free(&line);
    strbuf_free(&got);
}

static void the_first_pattern_is_found(void **state) {
    const char *text = "some text with a pattern";
    struct words patterns = {(const char *[]){"pattern", "text", ""}, 3};
    assert_ptr_equal(message_find(text, strlen(text), patterns), strstr(text, "text"));
    assert_null(message_find(text, 6, patterns));
    assert_null(message_find(NULL, 0, patterns));
    assert_null(message_find(text, strlen(text), (struct words){0}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_differs_from_run_to_run_is_gone),
        TEST(a_message_is_a_few_lines),
        TEST(the_first_pattern_is_found),
    };
    return RUN(tests);
}
