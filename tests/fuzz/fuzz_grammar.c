/*
 * Grammars, on any bytes.
 *
 *   - a refusal has a message with a place
 *   - a grammar that is accepted has its words: the first ones, one after the other, are
 *     those that their indices give, and sizes never decrease
 *   - no memory is left
 */
#include "fuzz.h"
#include "gen/enum_canonical.h"
#include "gen/enum_word.h"

enum { WORDS = 40, WORD_MOST = 100000, RULES_MOST = 200, SIZE_MOST = 60 };

/* Words can be large, and the first ones of a large size: both are not worth the time. */
static bool is_small(struct enum_counts *counts) {
    for (size_t size = 0; size < SIZE_MOST; size++) {
        enum_counts_extend(counts, size + 1);
        if (counts->rules[counts->grammar->start].is_some[size])
            return true;
    }
    return false;
}

static void check_words(struct enum_counts *counts) {
    struct enum_walk *walk = enum_walk_new(counts), *other = enum_walk_new(counts);
    struct enum_canonical *canonical = enum_canonical_new();
    mpz_t index;
    mpz_init(index);
    bool there = enum_walk_seek(walk, index);
    MUST(there);
    for (size_t i = 0, size = 0; i < WORDS && there && walk->text.n < WORD_MOST; i++) {
        MUST(walk->size >= size);
        size = walk->size;
        if (size >= SIZE_MOST)
            break;
        MUST(enum_walk_seek(other, index) && other->size == size);
        fuzz_must_be_equal(&walk->text, &other->text, "the word of an index");
        enum_is_canonical(canonical, strbuf_text(&walk->text), walk->text.n);
        mpz_add_ui(index, index, 1);
        there = enum_walk_next(walk);
        if (!there)
            MUST(!enum_walk_seek(other, index));
    }
    mpz_clear(index);
    enum_canonical_free(canonical);
    enum_walk_free(other);
    enum_walk_free(walk);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_catch_bugs();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    char *text = fuzz_text(data, n);
    struct strbuf error = {0};
    struct enum_grammar *grammar = enum_grammar_read("input", text, n, &error);
    MUST((grammar == NULL) == (error.n > 0));
    if (grammar == NULL) {
        MUST(strncmp(strbuf_text(&error), "input:", 6) == 0);
        MUST(strstr(strbuf_text(&error), ": error: ") != NULL);
    } else if (grammar->rules.n < RULES_MOST) {
        struct enum_counts *counts = enum_counts_new(grammar);
        if (is_small(counts))
            check_words(counts);
        enum_counts_free(counts);
    }
    enum_grammar_free(grammar);
    strbuf_free(&error);
    mem_free(text);
    MUST(mem_live_bytes() == 0);
    return 0;
}
