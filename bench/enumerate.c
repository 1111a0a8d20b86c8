/*
 * enumerate NAME - how fast the words of a grammar come. One line:
 *
 *     WORDS/S  KB_MORE  MS_COLD  MS_WARM
 *
 * WORDS/S one after the other, WORDS of them; KB_MORE, what the last nine tenths of them
 * took of memory beyond the first tenth; MS_COLD, word 10^1700 from the text of the grammar
 * on; MS_WARM, another such word when the counts are there. CPU time.
 */
#include <sys/resource.h>

#include "base/clock.h"
#include "base/die.h"
#include "gen/enum_index.h"
#include "gen/enum_word.h"

enum { WORDS = 3000000 };

static long peak_kb(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static double ms_since(uint64_t start) {
    return (double)(clock_cpu_ns() - start) / 1e6;
}

static void walk_in_order(const char *name) {
    struct strbuf error = {0};
    struct enum_grammar *grammar = enum_grammar_find(name, NULL, &error);
    if (grammar == NULL)
        die(EXIT_BAD_INPUT, "%s", strbuf_text(&error));
    struct enum_counts *counts = enum_counts_new(grammar);
    struct enum_walk *walk = enum_walk_new(counts);
    long first = 0;
    size_t bytes = 0;
    mpz_t index;
    mpz_init(index);
    uint64_t start = clock_cpu_ns();
    REQUIRE(enum_walk_seek(walk, index));
    for (size_t i = 0; i < WORDS; i++) {
        bytes += walk->text.n;
        if (i == WORDS / 10)
            first = peak_kb();
        REQUIRE(enum_walk_next(walk));
    }
    double ms = ms_since(start);
    REQUIRE(bytes > WORDS);
    printf("%.0f %ld", WORDS / ms * 1000, peak_kb() - first);
    mpz_clear(index);
    enum_walk_free(walk);
    enum_counts_free(counts);
    enum_grammar_free(grammar);
    strbuf_free(&error);
}

static void look_up(const char *name) {
    struct strbuf error = {0};
    uint64_t start = clock_cpu_ns();
    struct enum_grammar *grammar = enum_grammar_find(name, NULL, &error);
    struct enum_counts *counts = enum_counts_new(grammar);
    struct enum_walk *walk = enum_walk_new(counts);
    mpz_t index;
    mpz_init(index);
    REQUIRE(enum_index_read("10^1700", index));
    REQUIRE(enum_walk_seek(walk, index));
    double cold = ms_since(start);
    mpz_tdiv_q_ui(index, index, 7);
    start = clock_cpu_ns();
    REQUIRE(enum_walk_seek(walk, index));
    printf(" %.1f %.1f\n", cold, ms_since(start));
    mpz_clear(index);
    enum_walk_free(walk);
    enum_counts_free(counts);
    enum_grammar_free(grammar);
    strbuf_free(&error);
}

int main(int argc, char **argv) {
    if (argc != 2)
        die(EXIT_USAGE, "enumerate NAME");
    walk_in_order(argv[1]);
    look_up(argv[1]);
    return EXIT_DONE;
}
