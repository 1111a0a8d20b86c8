#include "testing.h"

#include "gen/enum_canonical.h"
#include "gen/enum_index.h"
#include "gen/enum_word.h"

/* ---- all words of a size, by brute force ------------------------------------ */

typedef VEC(char *) word_vec;

static void words_free(word_vec *words) {
    for (size_t i = 0; i < words->n; i++)
        mem_free(words->at[i]);
    vec_free(words);
}

static char *join(const char *a, const char *b) {
    struct strbuf text = {0};
    strbuf_printf(&text, "%s%s%s", a, *a != '\0' && *b != '\0' ? " " : "", b);
    return strbuf_detach(&text);
}

static void words_of_rule(const struct enum_grammar *grammar, uint32_t rule, size_t size,
                          word_vec *words);

/* The words of the symbols [at, end) of this size together; `before` stands before each. */
static void words_of_symbols(const struct enum_grammar *grammar, uint32_t at, uint32_t end,
                             size_t size, const char *before, word_vec *words) {
    if (at == end) {
        if (size == 0)
            vec_push(words, mem_copy_text(before, strlen(before)));
        return;
    }
    enum_symbol x = grammar->symbols.at[at];
    if (enum_symbol_is_token(x)) {
        char *text = join(before, grammar->tokens.at[enum_symbol_number(x)].at);
        words_of_symbols(grammar, at + 1, end, size, text, words);
        mem_free(text);
        return;
    }
    for (size_t part = 0; part <= size; part++) {
        word_vec heads = {0};
        words_of_rule(grammar, enum_symbol_number(x), part, &heads);
        for (size_t i = 0; i < heads.n; i++) {
            char *text = join(before, heads.at[i]);
            words_of_symbols(grammar, at + 1, end, size - part, text, words);
            mem_free(text);
        }
        words_free(&heads);
    }
}

/* Definition 7.3.1, word by word: a production with a rule on its right side costs one. */
static void words_of_rule(const struct enum_grammar *grammar, uint32_t rule, size_t size,
                          word_vec *words) {
    const struct enum_rule *r = &grammar->rules.at[rule];
    for (uint32_t p = r->first; p < r->first + r->n; p++) {
        const struct enum_production *production = &grammar->productions.at[p];
        size_t cost = 0;
        for (uint32_t i = 0; i < production->n; i++)
            cost |= !enum_symbol_is_token(grammar->symbols.at[production->first + i]);
        if (cost <= size)
            words_of_symbols(grammar, production->first, production->first + production->n,
                             size - cost, "", words);
    }
}

/* ---- grammars ---------------------------------------------------------------- */

struct desk {
    struct enum_grammar *grammar;
    struct enum_counts *counts;
    struct enum_walk *walk;
};

static struct desk desk_new(const char *text) {
    struct desk desk;
    struct strbuf error = {0};
    desk.grammar = enum_grammar_read("test.g4", text, strlen(text), &error);
    if (desk.grammar == NULL)
        fail_msg("%s", strbuf_text(&error));
    desk.counts = enum_counts_new(desk.grammar);
    desk.walk = enum_walk_new(desk.counts);
    strbuf_free(&error);
    return desk;
}

static struct desk desk_of(const char *name) {
    const char *known, *text;
    size_t n;
    for (size_t i = 0; (text = enum_grammar_built_in(i, &known, &n)) != NULL; i++)
        if (strcmp(known, name) == 0)
            return desk_new(text);
    fail_msg("there is no grammar %s", name);
    return (struct desk){0};
}

static void desk_free(struct desk *desk) {
    enum_walk_free(desk->walk);
    enum_counts_free(desk->counts);
    enum_grammar_free(desk->grammar);
}

static bool seek(struct desk *desk, const char *index) {
    mpz_t number;
    mpz_init(number);
    assert_true(enum_index_read(index, number));
    bool there = enum_walk_seek(desk->walk, number);
    mpz_clear(number);
    return there;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char *text_of(struct desk *desk) {
    return strbuf_text(&desk->walk->text);
}

/* ---- tests ------------------------------------------------------------------- */

static const char small[] =
    "start: 'a' | '(' op start start ')' | ('x' | y)? 'b' | y* 'c' | '[' start "
    "+ ']';\nop: '+' | '-'; y: 'y' | '<' y '>';";

/* All words and each once, in order of size; the i-th is the one of index i. */
static void compare_with_brute_force(struct desk *desk, size_t n_sizes) {
    struct strbuf number = {0};
    struct desk other = *desk;
    uint64_t index = 0;
    other.walk = enum_walk_new(desk->counts);
    bool there = seek(desk, "0");
    for (size_t size = 0; size < n_sizes; size++) {
        word_vec all = {0}, seen = {0};
        words_of_rule(desk->grammar, desk->grammar->start, size, &all);
        enum_counts_extend(desk->counts, size + 1);
        assert_int_equal(
            mpz_cmp_ui(*enum_count_rule(desk->counts, desk->grammar->start, size), all.n), 0);
        for (; there && desk->walk->size == size; index++) {
            vec_push(&seen, mem_copy_text(text_of(desk), desk->walk->text.n));
            strbuf_clear(&number);
            strbuf_add_u64(&number, index);
            assert_true(seek(&other, strbuf_text(&number)));
            assert_int_equal(other.walk->size, size);
            assert_string_equal(text_of(&other), text_of(desk));
            there = enum_walk_next(desk->walk);
        }
        assert_true(!there || desk->walk->size > size);
        assert_int_equal(seen.n, all.n);
        if (all.n > 0) {
            qsort(all.at, all.n, sizeof *all.at, by_text);
            qsort(seen.at, seen.n, sizeof *seen.at, by_text);
        }
        for (size_t i = 0; i < all.n; i++)
            assert_string_equal(seen.at[i], all.at[i]);
        words_free(&all);
        words_free(&seen);
    }
    enum_walk_free(other.walk);
    strbuf_free(&number);
}

static void test_small_sizes_are_what_brute_force_gives(void **state) {
    struct desk desk = desk_new(small);
    compare_with_brute_force(&desk, 6);
    desk_free(&desk);
}

static void test_the_standard_grammars_are_what_brute_force_gives(void **state) {
    static const struct {
        const char *name;
        size_t n_sizes;
    } some[] = {{"core", 7},    {"ints", 8},       {"reals", 8},   {"realints", 8},   {"fp", 7},
                {"arrays", 10}, {"bitvectors", 8}, {"strings", 7}, {"incremental", 6}};
    for (size_t i = 0; i < LENGTH(some); i++) {
        struct desk desk = desk_of(some[i].name);
        compare_with_brute_force(&desk, some[i].n_sizes);
        desk_free(&desk);
    }
}

/* Ten steps from a far index are the words of the next ten indices. */
static void test_far_words_follow_each_other(void **state) {
    static const char *const names[] = {"core", "strings", "fp", "incremental"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        struct desk desk = desk_of(names[i]), other = desk_of(names[i]);
        mpz_t index;
        mpz_init(index);
        assert_true(enum_index_read("10^120", index));
        assert_true(enum_walk_seek(desk.walk, index));
        for (size_t k = 0; k < 200; k++) {
            assert_true(enum_walk_seek(other.walk, index));
            assert_string_equal(text_of(&other), text_of(&desk));
            assert_true(enum_walk_next(desk.walk));
            mpz_add_ui(index, index, 1);
        }
        mpz_clear(index);
        desk_free(&desk);
        desk_free(&other);
    }
}

/* A guess how far counts are needed does not change them, nor what is computed after it. */
static void test_far_words_do_not_depend_on_what_was_looked_up_before(void **state) {
    struct desk desk = desk_of("ints"), other = desk_of("ints");
    assert_true(seek(&desk, "10^200"));
    assert_true(desk.counts->horizon < 1000);
    assert_true(seek(&desk, "10^300"));
    assert_true(seek(&other, "10^300"));
    assert_string_equal(text_of(&other), text_of(&desk));
    desk_free(&desk);
    desk_free(&other);
}

/* The sizes of the thesis, 7.3. */
static void test_sizes_are_those_of_the_thesis(void **state) {
    struct desk desk = desk_of("core");
    bool is_four = false, is_five = false;
    for (bool there = seek(&desk, "0"); there && desk.walk->size < 6;
         there = enum_walk_next(desk.walk)) {
        if (strstr(text_of(&desk), "(assert false )") != NULL)
            is_four = desk.walk->size == 4;
        if (strstr(text_of(&desk), "(assert (not false ) )") != NULL)
            is_five = desk.walk->size == 5;
    }
    assert_true(is_four);
    assert_true(is_five);
    desk_free(&desk);
}

/* Products of blocks give what a convolution term by term gives: of many sizes at once, and one by one. */
static void test_counts_of_large_sizes_are_right(void **state) {
    static const char text[] = "start: s x; s: 'a' | 'b' s s | 'c' x s; x: 'y' | 'z' x x x;";
    struct desk desk = desk_new(text), far = desk_new(text);
    enum { N = 400 };
    mpz_t s[N], x[N], xx[N], sum;
    enum_counts_extend(desk.counts, 150); /* up to there by products that are cut off; then anew */
    assert_int_equal(desk.counts->horizon, 150);
    enum_counts_extend(far.counts, N);
    mpz_init(sum);
    for (size_t n = 0; n < N; n++) {
        mpz_init_set_ui(s[n], n == 0);
        mpz_init_set_ui(x[n], n == 0);
        mpz_init(xx[n]);
        for (size_t i = 0; i < n; i++) {
            mpz_addmul(s[n], s[i], s[n - 1 - i]);
            mpz_addmul(s[n], x[i], s[n - 1 - i]);
            mpz_addmul(x[n], x[i], xx[n - 1 - i]);
        }
        mpz_set_ui(sum, 0); /* words of the start rule */
        for (size_t i = 0; i < n; i++)
            mpz_addmul(sum, s[i], x[n - 1 - i]);
        for (size_t i = 0; i <= n; i++)
            mpz_addmul(xx[n], x[i], x[n - i]);
        enum_counts_extend(desk.counts, n + 1);
        assert_int_equal(mpz_cmp(sum, *enum_count_rule(desk.counts, desk.grammar->start, n)), 0);
        assert_int_equal(mpz_cmp(sum, *enum_count_rule(far.counts, far.grammar->start, n)), 0);
    }
    assert_true(desk.counts->horizon > N);
    assert_int_equal(mpz_cmp(desk.counts->total, far.counts->total), 0);
    desk_free(&far);
    for (size_t n = 0; n < N; n++) {
        mpz_clear(s[n]);
        mpz_clear(x[n]);
        mpz_clear(xx[n]);
    }
    mpz_clear(sum);
    desk_free(&desk);
}

static void test_a_finite_grammar_ends(void **state) {
    struct desk desk = desk_new("start: x y | 'none'; x: 'a' | 'b'; y: x | 'c' x;");
    static const char *const words[] = {"none", "a a", "a b",   "a c a", "a c b",
                                        "b a",  "b b", "b c a", "b c b"};
    size_t n = 0;
    for (bool there = seek(&desk, "0"); there; there = enum_walk_next(desk.walk)) {
        assert_true(n < LENGTH(words));
        assert_string_equal(text_of(&desk), words[n++]);
    }
    assert_int_equal(n, LENGTH(words));
    assert_false(seek(&desk, "9"));
    assert_false(seek(&desk, "10^30"));
    desk_free(&desk);
}

static void test_words_that_come_twice_are_found(void **state) {
    struct desk desk = desk_new("start: x | y; x: 'a' | 'b'; y: 'c' | 'b' ;");
    size_t first, second;
    assert_false(enum_is_unambiguous(desk.counts, 1000, &first, &second));
    assert_int_equal(first, 1);
    assert_int_equal(second, 3);
    desk_free(&desk);
    desk = desk_new("start: ('a'?)?;"); /* the empty word */
    assert_false(enum_is_unambiguous(desk.counts, 1000, &first, &second));
    assert_int_equal(first, 0);
    assert_int_equal(second, 1);
    desk_free(&desk);
}

/* Some of each of our own grammars, too: the warning is not given for them. */
static void test_no_word_of_our_grammars_comes_twice(void **state) {
    const char *name, *text;
    size_t n, first, second;
    for (size_t i = 0; (text = enum_grammar_built_in(i, &name, &n)) != NULL; i++) {
        struct desk desk = desk_new(text);
        if (!enum_is_unambiguous(desk.counts, 5000, &first, &second))
            fail_msg("words %zu and %zu of %s are the same", first, second, name);
        desk_free(&desk);
    }
}

static void test_indices_are_read(void **state) {
    mpz_t index;
    mpz_init(index);
    assert_true(enum_index_read("17", index));
    assert_int_equal(mpz_get_ui(index), 17);
    assert_true(enum_index_read("2^10", index));
    assert_int_equal(mpz_get_ui(index), 1024);
    assert_true(enum_index_read("0^0", index));
    assert_int_equal(mpz_get_ui(index), 1);
    assert_true(enum_index_read("1^99999999999999999999999", index));
    assert_true(enum_index_read("10^1700", index));
    assert_int_equal(mpz_sizeinbase(index, 10), 1701);
    static const char *const bad[] = {"",       "-1", "1.5", "10^", "^3",         "10^-1",
                                      "10^3^2", " 1", "x",   "1e5", "10^99999999"};
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_false(enum_index_read(bad[i], index));
    mpz_clear(index);
}

/* ---- canonical words ---------------------------------------------------------- */

#define TWO "(declare-const a Int ) (declare-const b Int ) "

static void test_one_of_each_class_is_canonical(void **state) {
    static const struct {
        const char *word;
        bool is_canonical;
    } words[] = {
        {TWO "(assert ( = a b ) ) (check-sat)", true},
        {TWO "(assert ( = b a ) ) (check-sat)", false},
        {TWO "(assert ( < a b ) ) (check-sat)", true},
        {TWO "(assert ( < b a ) ) (check-sat)", false},
        {TWO "(assert ( = ( + a 1 ) ( + 0 b ) ) ) (check-sat)", false},
        {TWO "(assert ( = ( + 0 a ) ( + 1 b ) ) ) (check-sat)", true},
        {TWO "(assert ( - 1 0 ) )", true},
        {"(declare-const a Int ) (declare-const b Real ) (assert ( < b a ) )", true},
        {"(declare-fun a () Int) (declare-fun b () Int) (assert (> b 0))", false},
        {"(declare-const a F) (declare-const b F) (assert (= (fp.add RNE b a) a))", false},
        {"(declare-const a F) (declare-const b F) (assert (= (fp.add RNE a b) a))", true},
        {"no ) S-expression", true},
    };
    struct enum_canonical *canonical = enum_canonical_new();
    for (size_t i = 0; i < LENGTH(words); i++)
        if (enum_is_canonical(canonical, words[i].word, strlen(words[i].word)) !=
            words[i].is_canonical)
            fail_msg("%s", words[i].word);
    enum_canonical_free(canonical);
}

/* Up to a size, counted by hand: of (op x y) with x, y of true false a b, seven are left. */
static void test_canonical_words_are_counted(void **state) {
    struct desk desk = desk_of("core");
    struct enum_canonical *canonical = enum_canonical_new();
    size_t n[8] = {0};
    for (bool there = seek(&desk, "0"); there && desk.walk->size < 7;
         there = enum_walk_next(desk.walk))
        n[desk.walk->size] += enum_is_canonical(canonical, text_of(&desk), desk.walk->text.n);
    assert_int_equal(n[4], 3);
    assert_int_equal(n[5], 3);
    assert_int_equal(n[6], 3 + 5 * 7);
    enum_canonical_free(canonical);
    desk_free(&desk);
}

/* The size that the words end with, of a number that is tried soon. */
static size_t end_of_few(struct desk *desk) {
    enum { WORDS = 3000 };
    size_t end = 0;
    for (unsigned long n = 0; n <= WORDS; end++) {
        enum_counts_extend(desk->counts, end + 1);
        n += mpz_get_ui(*enum_count_rule(desk->counts, desk->grammar->start, end));
    }
    return end - 1;
}

/* Of momus' grammars the least word of a class is derived, and of the same size as the others. */
static void test_our_grammars_have_the_least_of_each_class(void **state) {
    const char *name;
    size_t n, n_tried = 0;
    for (size_t i = 0; enum_grammar_built_in(i, &name, &n) != NULL; i++) {
        struct desk desk = desk_of(name);
        struct enum_canonical *canonical = enum_canonical_new();
        size_t n_least = 0, n_classes = 0, end = end_of_few(&desk);
        for (bool there = seek(&desk, "0"); there && desk.walk->size < end;
             there = enum_walk_next(desk.walk)) {
            n_least += enum_is_canonical(canonical, text_of(&desk), desk.walk->text.n);
            n_classes += enum_is_first_of_class(canonical, text_of(&desk), desk.walk->text.n);
        }
        if (n_least != n_classes)
            fail_msg("%s: %zu classes, %zu least words", name, n_classes, n_least);
        n_tried += n_classes > 0;
        enum_canonical_free(canonical);
        desk_free(&desk);
    }
    assert_true(n_tried > 10);
}

static void test_the_first_of_each_class_is_told(void **state) {
    static const struct {
        const char *word;
        bool is_first;
    } words[] = {
        {TWO "(assert ( = b a ) ) (check-sat)", true},
        {TWO "(assert ( = a b ) ) (check-sat)", false},
        {TWO "(assert ( < b 1 ) ) (check-sat)", true},
        {TWO "(assert ( < a 1 ) ) (check-sat)", false},
        {TWO "(assert ( < 1 a ) ) (check-sat)", true},
        {TWO "(assert ( < b a ) ) (check-sat)", true},
        {TWO "(assert ( < a a ) ) (check-sat)", true},
        {TWO "(check-sat) (assert ( < b a ) )", true},
        {"(declare-const a Int ) (assert ( = a a ) ) (declare-const b Int ) (assert true )", true},
        {"(declare-const a Int ) (declare-const b Int ) (assert ( = a a ) ) (assert true )", true},
        {"(declare-const a Int ) (declare-const long Int ) (assert ( > 1 a ) )", true},
        {"(declare-const a Int ) (declare-const long Int ) (assert ( > 1 long ) )", false},
        {"no ) S-expression", true},
        {"no ) S-expression", false},
        {"", true},
    };
    struct enum_canonical *canonical = enum_canonical_new();
    for (size_t i = 0; i < LENGTH(words); i++)
        if (enum_is_first_of_class(canonical, words[i].word, strlen(words[i].word)) !=
            words[i].is_first)
            fail_msg("%s", words[i].word);
    enum_canonical_free(canonical);
}

struct ticks {
    size_t n, n_last; /* calls, and those for the last size of the last part */
    size_t part;      /* of the call before */
};
static void tick(size_t size, size_t n_sizes, size_t part, size_t parts, void *context) {
    struct ticks *ticks = context;
    assert_int_equal(n_sizes, 200);
    assert_true(size < n_sizes && ticks->part <= part && part <= parts);
    assert_int_equal(ticks->n_last, 0); /* nothing comes behind it */
    ticks->part = part;
    ticks->n++;
    ticks->n_last += part == parts && size + 1 == n_sizes;
}

static void test_counting_says_how_far_it_is(void **state) {
    static const char *const names[] = {"core", "ints", "strings"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct desk desk = desk_of(names[i]);
        struct ticks ticks = {0};
        desk.counts->tick = tick;
        desk.counts->tick_context = &ticks;
        enum_counts_extend(desk.counts, 200);
        assert_true(ticks.n >= 200);
        assert_int_equal(ticks.n_last, 1);
        desk_free(&desk);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_small_sizes_are_what_brute_force_gives),
        TEST(test_the_standard_grammars_are_what_brute_force_gives),
        TEST(test_far_words_follow_each_other),
        TEST(test_far_words_do_not_depend_on_what_was_looked_up_before),
        TEST(test_sizes_are_those_of_the_thesis),
        TEST(test_counts_of_large_sizes_are_right),
        TEST(test_counting_says_how_far_it_is),
        TEST(test_a_finite_grammar_ends),
        TEST(test_words_that_come_twice_are_found),
        TEST(test_no_word_of_our_grammars_comes_twice),
        TEST(test_indices_are_read),
        TEST(test_one_of_each_class_is_canonical),
        TEST(test_canonical_words_are_counted),
        TEST(test_the_first_of_each_class_is_told),
        TEST(test_our_grammars_have_the_least_of_each_class),
    };
    return RUN(tests);
}
