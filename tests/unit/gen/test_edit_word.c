#include "testing.h"

#include "gen/edit_word.h"

static const uint32_t two[] = {'a', 'b'};
static const struct edit_alphabet ab = {.at = two, .n = 2};

static struct edit_word word_of(const char *text) {
    struct edit_word word = {.n = strlen(text)};
    for (size_t i = 0; i < word.n; i++)
        word.at[i] = (unsigned char)text[i];
    return word;
}

static bool is_same(const struct edit_word *a, const struct edit_word *b) {
    return a->n == b->n && memcmp(a->at, b->at, a->n * sizeof *a->at) == 0;
}

/* Can b be had from a by so many edits? All of them are tried. */
static bool is_reachable(const struct edit_word *a, const struct edit_word *b, size_t n_edits) {
    if (is_same(a, b))
        return true;
    if (n_edits == 0)
        return false;
    for (size_t index = 0; index <= a->n; index++)
        for (enum edit_kind kind = EDIT_INSERT; kind <= EDIT_REPLACE; kind++)
            for (size_t letter = 0; letter < 2; letter++) {
                struct edit_word next = *a;
                struct edit_step step = {kind, two[letter], index};
                if (kind != EDIT_INSERT && index == a->n)
                    continue;
                edit_word_apply(&next, &step);
                if (is_reachable(&next, b, n_edits - 1))
                    return true;
            }
    return false;
}

static void test_distances_are_those_of_brute_force(void **state) {
    for (unsigned i = 0; i < 31 * 31; i++) { /* all words of up to four letters */
        struct edit_word words[2] = {{.n = 0}, {.n = 0}};
        for (int k = 0; k < 2; k++)
            for (unsigned bits = (k == 0 ? i / 31 : i % 31) + 1; bits > 1; bits >>= 1)
                words[k].at[words[k].n++] = two[bits & 1];
        size_t distance = edit_word_distance(&words[0], &words[1]);
        if (distance <= 3)
            assert_true(is_reachable(&words[0], &words[1], distance));
        if (distance > 0)
            assert_false(is_reachable(&words[0], &words[1], distance <= 3 ? distance - 1 : 2));
    }
    struct edit_word host = word_of("host"), wops = word_of("wops");
    assert_int_equal(edit_word_distance(&host, &wops), 3); /* the example of the paper */
}

static void test_a_script_leads_there_in_as_many_steps_as_the_distance(void **state) {
    struct rng rng = testing_rng(1);
    for (size_t i = 0; i < 5000; i++) {
        struct edit_word a, b;
        struct edit_step steps[EDIT_WORD_MAX];
        size_t length = i % 10, distance = i / 10 % 7;
        edit_word_draw(&rng, ab, length, distance, &a, &b);
        assert_int_equal(a.n, length);
        assert_int_equal(edit_word_distance(&a, &b), distance);
        assert_int_equal(edit_word_script(&a, &b, &rng, steps), distance);
        for (size_t k = 0; k < distance; k++)
            edit_word_apply(&a, &steps[k]);
        assert_true(is_same(&a, &b));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_distances_are_those_of_brute_force),
        TEST(test_a_script_leads_there_in_as_many_steps_as_the_distance),
    };
    return RUN(tests);
}
