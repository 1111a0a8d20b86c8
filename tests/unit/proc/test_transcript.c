/* Transcripts: what a session was told, put together again. */
#include "testing.h"

#include "proc/transcript.h"

static const char *script_of(struct transcript *transcript, const uint32_t *numbers, size_t n,
                             struct strbuf *script) {
    strbuf_clear(script);
    transcript_script(transcript, numbers, n, script);
    return strbuf_text(script);
}

static void queries_between_push_and_pop(void **state) {
    struct strbuf script = {0};
    struct transcript *transcript = transcript_new(true, "(set-logic ALL)\n");
    (void)state;
    transcript_add(transcript, "(assert a)", 10);
    transcript_add(transcript, "(assert b)\n", 11);
    assert_int_equal(transcript_end(transcript), 2);
    assert_string_equal(script_of(transcript, (uint32_t[]){0, 1}, 2, &script),
                        "(set-logic ALL)\n(push 1)\n(assert a)\n(pop 1)\n"
                        "(push 1)\n(assert b)\n(pop 1)\n");
    assert_string_equal(script_of(transcript, (uint32_t[]){1}, 1, &script),
                        "(set-logic ALL)\n(push 1)\n(assert b)\n(pop 1)\n");
    transcript_release(transcript);
    strbuf_free(&script);
}

static void queries_with_reset_between(void **state) {
    struct strbuf script = {0};
    struct transcript *transcript = transcript_new(false, NULL);
    (void)state;
    transcript_add(transcript, "(assert a)", 10);
    transcript_add(transcript, "(assert b)", 10);
    assert_string_equal(script_of(transcript, (uint32_t[]){0, 1}, 2, &script),
                        "(assert a)\n(reset)\n(assert b)\n");
    transcript_release(transcript);
    strbuf_free(&script);
}

static void only_the_laqueries_are_kept(void **state) {
    char query[1000];
    struct transcript *transcript = transcript_new(false, NULL);
    (void)state;
    memset(query, 'x', sizeof query);
    for (int i = 0; i < 1000; i++)
        transcript_add(transcript, query, sizeof query);
    assert_int_equal(transcript_end(transcript), 1000);
    assert_int_equal(transcript_first(transcript), 1000 - TRANSCRIPT_MAX / 1000);
    transcript_release(transcript);
}

static void who_retains_it_keeps_it(void **state) {
    struct strbuf script = {0};
    struct transcript *transcript = transcript_new(false, NULL), *kept;
    (void)state;
    transcript_add(transcript, "(check-sat)", 11);
    kept = transcript_retain(transcript);
    transcript_release(transcript);
    assert_string_equal(script_of(kept, (uint32_t[]){0}, 1, &script), "(check-sat)\n");
    transcript_release(kept);
    strbuf_free(&script);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(queries_between_push_and_pop),
        TEST(queries_with_reset_between),
        TEST(only_the_laqueries_are_kept),
        TEST(who_retains_it_keeps_it),
    };
    return RUN(tests);
}
