/*
 * hash.h - hashing of short words and of numbers; the same on every machine.
 */
#ifndef MOMUS_BASE_HASH_H
#define MOMUS_BASE_HASH_H

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t a, uint64_t b) {
    unsigned __int128 product =
        (unsigned __int128)(a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xd6e8feb86659fd93u);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t hash_load(const char *text, size_t n) {
    uint64_t word = 0;
    memcpy(&word, text, n);
    return le64toh(word);
}

/* A word of up to sixteen bytes as two numbers: its bytes, with zeros behind them. */
struct hash_word {
    uint64_t a, b;
};

/* The sixteen bytes of the word, to `to`. */
static inline void hash_store(char *to, struct hash_word word) {
    word = (struct hash_word){htole64(word.a), htole64(word.b)};
    memcpy(to, &word, sizeof word);
}

static inline uint64_t hash_byte(const char *at) {
    return (unsigned char)*at;
}

static inline struct hash_word hash_word(const char *text, size_t n) {
    if (n > 8)
        return (struct hash_word){hash_load(text, 8), hash_load(text + n - 8, 8) >> 8 * (16 - n)};
    if (n >= 4)
        return (struct hash_word){hash_load(text, 4) | hash_load(text + n - 4, 4) << 8 * (n - 4),
                                  0};
    if (n == 0)
        return (struct hash_word){0, 0};
    return (struct hash_word){hash_byte(text) | hash_byte(text + n / 2) << 8 * (n / 2) |
                                  hash_byte(text + n - 1) << 8 * (n - 1),
                              0};
}

/* The same where sixteen bytes can be read, whatever the length: it takes no jumps. */
static inline struct hash_word hash_word_cut(const char *text, size_t n) {
    uint64_t rest = (UINT64_C(1) << 8 * (n % 8)) - 1;
    return (struct hash_word){hash_load(text, 8) & (n >= 8 ? ~UINT64_C(0) : rest),
                              hash_load(text + 8, 8) & (n >= 16 ? ~UINT64_C(0)
                                                        : n > 8 ? rest
                                                                : 0)};
}

static inline uint32_t hash_of_word(struct hash_word word, size_t n) {
    uint64_t h = hash_mix(n ^ word.a, word.b);
    return (uint32_t)(h ^ h >> 32);
}

/* All bytes count; texts of up to sixteen bytes, the usual ones, take one multiplication. */
static inline uint32_t hash_bytes(const char *text, size_t n) {
    uint64_t h = n;
    while (n > 16) {
        h = hash_mix(h ^ hash_load(text, 8), hash_load(text + 8, 8));
        text += 16;
        n -= 16;
    }
    struct hash_word ends = {0, 0}; /* of different texts of one length they are different */
    if (n >= 8)
        ends = (struct hash_word){hash_load(text, 8), hash_load(text + n - 8, 8)};
    else if (n >= 4)
        ends = (struct hash_word){hash_load(text, 4), hash_load(text + n - 4, 4)};
    else if (n > 0)
        ends.a = hash_byte(text) | hash_byte(text + n / 2) << 8 | hash_byte(text + n - 1) << 16;
    return hash_of_word(ends, h);
}

#endif
