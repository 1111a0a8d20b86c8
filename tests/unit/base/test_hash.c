#include "testing.h"

#include "base/hash.h"

static void every_byte_counts(void **state) {
    char text[80];
    for (size_t n = 1; n <= sizeof text; n++) {
        memset(text, 'a', n);
        uint32_t plain = hash_bytes(text, n);
        for (size_t i = 0; i < n; i++)
            for (int bit = 0; bit < 8; bit++) {
                text[i] ^= (char)(1 << bit);
                assert_int_not_equal(hash_bytes(text, n), plain);
                text[i] ^= (char)(1 << bit);
            }
    }
}

static void the_length_counts(void **state) {
    static const char zeros[64];
    for (size_t n = 0; n < sizeof zeros; n++)
        assert_int_not_equal(hash_bytes(zeros, n), hash_bytes(zeros, n + 1));
}

static void only_the_bytes_count(void **state) {
    char a[64], b[64];
    for (size_t n = 0; n <= 48; n++)
        for (size_t shift = 0; shift < 8; shift++) {
            memset(a, 'x', sizeof a);
            memset(b, 'y', sizeof b);
            for (size_t i = 0; i < n; i++)
                a[i] = b[shift + i] = (char)(i * 31);
            assert_int_equal(hash_bytes(a, n), hash_bytes(b + shift, n));
        }
}

/* How many of n hashes fall into a slot that another one has, of 2^bits slots. */
static size_t collisions(const uint32_t *hashes, size_t n, int shift, int bits) {
    unsigned char *taken = mem_alloc_zero((size_t)1 << bits);
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = hashes[i] >> shift & ((1u << bits) - 1);
        found += taken[slot];
        taken[slot] = 1;
    }
    mem_free(taken);
    return found;
}

static void numbered_names_spread_over_all_bits(void **state) {
    enum { N = 1 << 14 };
    uint32_t *hashes = mem_alloc(N * sizeof *hashes);
    for (int i = 0; i < N; i++) {
        char name[16];
        int n = snprintf(name, sizeof name, "x!%d", i);
        hashes[i] = hash_bytes(name, (size_t)n);
    }
    /* Thrown at random, 2^14 balls into 2^17 boxes meet about 980 times. */
    for (int shift = 0; shift <= 15; shift += 5)
        assert_in_range(collisions(hashes, N, shift, 17), 700, 1300);
    mem_free(hashes);
}

static void a_word_is_its_bytes(void **state) {
    const char text[] = "abcdefghijklmnop";
    for (size_t n = 0; n <= 16; n++) {
        char bytes[16] = {0}, *copy = mem_copy_text(text, n); /* so that a sanitizer sees its end */
        memcpy(bytes, text, n);
        struct hash_word word = hash_word(copy, n);
        assert_true(word.a == hash_load(bytes, 8) && word.b == hash_load(bytes + 8, 8));
        struct hash_word cut = hash_word_cut(text, n);
        assert_true(cut.a == word.a && cut.b == word.b);
        mem_free(copy);
    }
}

/* Files may come to rely on it: these may never change. */
static void values_are_the_same_everywhere(void **state) {
    assert_int_equal(hash_bytes("", 0), 0x9e01949f);
    assert_int_equal(hash_bytes("x", 1), 0xd2affd81);
    assert_int_equal(hash_bytes("and", 3), 0xbf0a4f09);
    assert_int_equal(hash_bytes("bvadd", 5), 0x7a10ce3f);
    assert_int_equal(hash_bytes("str.replace_re_all", 18), 0xb5cd29a8);
    assert_true(hash_mix(1, 2) == UINT64_C(0xbd6066e6b2aeea0c));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_byte_counts),    TEST(the_length_counts),
        TEST(only_the_bytes_count), TEST(numbered_names_spread_over_all_bits),
        TEST(a_word_is_its_bytes),  TEST(values_are_the_same_everywhere),
    };
    return RUN(tests);
}
