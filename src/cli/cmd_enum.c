/*
 * momus enum: the words of a grammar.
 */

#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/rng.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "eval/value.h"
#include "gen/enum_canonical.h"
#include "gen/enum_index.h"
#include "gen/enum_word.h"

enum {
    WORDS_BY_DEFAULT = 10,
    WORDS_CHECKED = 100000, /* for duplicates, of a user's grammar */
    SIZES_SHOWN = 16,       /* from the first that has words on */
    SIZE_MOST = 1000000,    /* nobody has the memory for more */
    VAIN_DRAWS = 100000,    /* in a row, before --random --canonical gives up */
};

struct enumeration {
    const struct options *options;
    const char *name;
    struct enum_grammar *grammar;
    struct enum_counts *counts;
    struct enum_walk *walk;
    struct enum_canonical *canonical; /* NULL: all words */
    bool has_least;                   /* of each class, the least word is among those that come */
    uint32_t n_vain;                  /* words in a row that were left out */
    mpz_t from, left;                 /* left: how many are still to be printed */
    bool is_endless;                  /* as many as there are */
    bool has_size;
    size_t size;
    bool has_printed;       /* a word */
    uint64_t next_progress; /* when to say how far counting is */
    bool has_progress;      /* it is said, in the last line of the terminal */
};

/* ---- what is asked for ----------------------------------------------------- */

static int read_number(const char *option, const char *text, mpz_t number) {
    struct strbuf message = {0};
    if (text == NULL || enum_index_read(text, number))
        return EXIT_DONE;
    strbuf_printf(&message, "%s wants a number such as 17 or 10^275, not '%s'", option, text);
    int status = cli_misuse("enum", strbuf_text(&message));
    strbuf_free(&message);
    return status;
}

static int read_options(struct enumeration *e) {
    const struct options *options = e->options;
    int status = read_number("--from", options->from, e->from);
    if (status == EXIT_DONE)
        status = read_number("--count", options->count, e->left);
    if (status == EXIT_DONE && options->size != NULL) {
        mpz_t size;
        mpz_init(size);
        status = read_number("--size", options->size, size);
        if (status == EXIT_DONE && mpz_cmp_ui(size, SIZE_MOST) > 0)
            status = cli_misuse("enum", "--size is too large");
        e->has_size = true;
        e->size = mpz_get_ui(size);
        mpz_clear(size);
    }
    if (options->count == NULL) {
        mpz_set_ui(e->left, WORDS_BY_DEFAULT);
        e->is_endless = e->has_size && !options->random;
    } else {
        e->is_endless = mpz_sgn(e->left) == 0;
    }
    if (status == EXIT_DONE && options->random && options->from != NULL)
        status = cli_misuse("enum", "--random and --from do not go together");
    if (status == EXIT_DONE && options->stat &&
        (options->random || options->enum_canonical || options->from != NULL ||
         options->count != NULL))
        status = cli_misuse("enum", "--stat counts all words: only --size goes with it");
    return status;
}

/* Words that come twice are told; of our own grammars it is known that they do not. */
static void check_grammar(const struct enumeration *e, bool is_built_in) {
    size_t first, second;
    if (is_built_in || e->options->quiet ||
        enum_is_unambiguous(e->counts, WORDS_CHECKED, &first, &second))
        return;
    fflush(stdout);
    fprintf(stderr,
            "%s: warning: words %zu and %zu are the same: the grammar derives some words in more "
            "than one way\n",
            e->name, first, second);
}

static bool is_built_in(const char *name) {
    const char *known;
    size_t n;
    for (size_t i = 0; enum_grammar_built_in(i, &known, &n) != NULL; i++)
        if (strcmp(known, name) == 0)
            return true;
    return false;
}

static int list_grammars(void) {
    const char *name, *text;
    size_t n;
    for (size_t i = 0; (text = enum_grammar_built_in(i, &name, &n)) != NULL; i++) {
        const char *line = text + strspn(text, "/ ");
        printf("%-16s%.*s\n", name, (int)strcspn(line, "\n"), line);
    }
    return EXIT_DONE;
}

/* ---- words ------------------------------------------------------------------ */

static bool goes_on(const struct enumeration *e) {
    return (e->is_endless || mpz_sgn(e->left) > 0) && !ferror(stdout);
}

/* Is it the one of its class that is printed? */
static bool is_wanted(struct enumeration *e) {
    struct strbuf *text = &e->walk->text;
    if (e->canonical == NULL)
        return true;
    return e->has_least ? enum_is_canonical(e->canonical, strbuf_text(text), text->n)
                        : enum_is_first_of_class(e->canonical, strbuf_text(text), text->n);
}

static void put_word(struct enumeration *e) {
    struct strbuf *text = &e->walk->text;
    e->n_vain++;
    if (!is_wanted(e))
        return;
    e->n_vain = 0;
    strbuf_add_char(text, '\n');
    fwrite_unlocked(text->at, 1, text->n, stdout);
    text->n--;
    e->has_printed = true;
    if (!e->is_endless)
        mpz_sub_ui(e->left, e->left, 1);
}

/* Silence would look like a fault. */
static void tell_of_none(const struct enumeration *e) {
    if (e->has_printed || !goes_on(e) || e->options->quiet)
        return;
    if (e->has_size)
        fprintf(stderr, "%s: there are no such words of size %zu\n", e->name, e->size);
    else
        fprintf(stderr, "%s: there are no such words\n", e->name);
}

static void put_words(struct enumeration *e) {
    bool there = e->has_size ? enum_walk_seek_in(e->walk, e->size, e->from)
                             : enum_walk_seek(e->walk, e->from);
    while (there && goes_on(e)) {
        put_word(e);
        there = goes_on(e) && enum_walk_next(e->walk) && !(e->has_size && e->walk->size > e->size);
    }
}

/* A number below the bound, which is not 0: more bits than it has, so that none is favoured. */
static void draw_below(struct rng *rng, const mpz_t bound, mpz_t number) {
    mpz_set_ui(number, 0);
    for (size_t bits = mpz_sizeinbase(bound, 2) + 64; bits > 0; bits = bits > 64 ? bits - 64 : 0) {
        uint64_t word = rng_next(rng);
        mpz_mul_2exp(number, number, 64);
        mpz_add_ui(number, number, word);
    }
    mpz_mod(number, number, bound);
}

/* Evenly among the words of a size; the sizes themselves, unless one is asked for, evenly too. */
static void put_random_words(struct enumeration *e) {
    struct rng rng;
    size_t first = e->size, n_sizes = 1, end;
    uint32_t start = e->grammar->start;
    rng_init(&rng, (uint64_t)e->options->enum_seed, UINT64_C(0x656e756d), 0, 0);
    if (!e->has_size) {
        for (first = 0;
             enum_counts_extend(e->counts, first + 1), !e->counts->rules[start].is_some[first];)
            first++;
        n_sizes = SIZES_SHOWN;
    }
    if (enum_counts_end(e->counts, &end) && first + n_sizes > end)
        n_sizes = first < end ? end - first : 0;
    enum_counts_extend(e->counts, first + n_sizes);
    bool any = false;
    for (size_t i = 0; i < n_sizes; i++)
        any = any || e->counts->rules[start].is_some[first + i];
    while (any && goes_on(e)) {
        size_t size = first + rng_below(&rng, n_sizes);
        if (!e->counts->rules[start].is_some[size])
            continue;
        draw_below(&rng, *enum_count_rule(e->counts, start, size), e->from);
        enum_walk_seek_in(e->walk, size, e->from);
        put_word(e);
        if (e->n_vain < VAIN_DRAWS)
            continue;
        if (!e->options->quiet) {
            fflush(stdout);
            fprintf(stderr, "%s: %d draws in a row gave nothing new: these may be all\n", e->name,
                    VAIN_DRAWS);
        }
        break;
    }
}

/* ---- counts ------------------------------------------------------------------ */

static void put_row(size_t size, const mpz_t count, const mpz_t total) {
    char *words = mpz_get_str(NULL, 10, count), *all = mpz_get_str(NULL, 10, total);
    printf("%zu %s %s\n", size, words, all);
    mem_free(words);
    mem_free(all);
}

/* A line per size: the size, its words, all words up to it. */
static void put_counts(struct enumeration *e) {
    uint32_t start = e->grammar->start;
    const struct enum_series *series = &e->counts->rules[start];
    size_t end, last = e->size;
    bool has_end = enum_counts_end(e->counts, &end);
    mpz_t total;
    mpz_init(total);
    if (!e->has_size) {
        for (last = 0; enum_counts_extend(e->counts, last + 1), !series->is_some[last];)
            last++;
        last += SIZES_SHOWN - 1;
    }
    if (has_end && last >= end)
        last = end - 1;
    enum_counts_extend(e->counts, last + 1);
    printf("size words total\n");
    for (size_t size = 0; size <= last; size++) {
        mpz_add(total, total, series->at[size]);
        if (series->is_some[size] || e->has_size)
            put_row(size, series->at[size], total);
    }
    if (has_end && last + 1 == end)
        printf("these are all words\n");
    mpz_clear(total);
}

/* ---- the command ------------------------------------------------------------- */

/* Counting large sizes takes a while; it is said how far it is, on a terminal, from the second second on. */
static void show_progress(size_t size, size_t n_sizes, size_t part, size_t parts, void *context) {
    struct enumeration *e = context;
    uint64_t now = clock_monotonic_ns();
    bool is_last = part == parts && size + 1 == n_sizes;
    if (is_last && e->has_progress)
        fputs("\r\033[K", stderr);
    e->has_progress = e->has_progress && !is_last;
    if (now < e->next_progress || is_last)
        return;
    e->next_progress = now + 500000000;
    e->has_progress = true;
    fprintf(stderr, "\rcounting words: size %zu of %zu, rules %zu of %zu\033[K", size, n_sizes - 1,
            part, parts);
}

static void watch_counting(struct enumeration *e) {
    e->counts = enum_counts_new(e->grammar);
    if (!isatty(STDERR_FILENO) || e->options->quiet)
        return;
    e->next_progress = clock_monotonic_ns() + 2000000000;
    e->counts->tick = show_progress;
    e->counts->tick_context = e;
}

static void run(struct enumeration *e) {
    watch_counting(e);
    e->walk = enum_walk_new(e->counts);
    bool is_ours = is_built_in(e->name);
    check_grammar(e, is_ours);
    if (e->options->enum_canonical)
        e->canonical = enum_canonical_new();
    e->has_least = is_ours && !e->options->random;
    if (e->options->stat)
        put_counts(e);
    else if (e->options->random)
        put_random_words(e);
    else
        put_words(e);
    if (!e->options->stat)
        tell_of_none(e);
    enum_canonical_free(e->canonical);
    enum_walk_free(e->walk);
    enum_counts_free(e->counts);
}

int cmd_enum(const struct options *options, char *const *operands, size_t n) {
    struct enumeration e = {.options = options};
    struct strbuf error = {0};
    if (options->enum_list)
        return list_grammars();
    if (n == 0)
        return cli_misuse("enum", "a grammar is missing: GRAMMAR or NAME; --list shows the names");
    e.name = operands[0];
    value_use_our_memory();
    mpz_init(e.from);
    mpz_init(e.left);
    int status = read_options(&e);
    if (status == EXIT_DONE) {
        e.grammar = enum_grammar_find(e.name, NULL, &error);
        if (e.grammar != NULL)
            run(&e);
        else {
            fputs(strbuf_text(&error), stderr);
            status = EXIT_BAD_INPUT;
        }
    }
    enum_grammar_free(e.grammar);
    mpz_clear(e.from);
    mpz_clear(e.left);
    strbuf_free(&error);
    return status;
}
