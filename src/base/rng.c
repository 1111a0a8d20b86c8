#include "base/rng.h"

#include "base/die.h"
#include "base/hash.h"

/* xoshiro256**: small, fast, and of good quality in all bits. */
static uint64_t rotate_left(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}

uint64_t rng_next(struct rng *rng) {
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* The finaliser of splitmix64: a bijection that spreads every bit. */
static uint64_t spread(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

void rng_init(struct rng *rng, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    const uint64_t names[4] = {a, b, c, d};
    uint64_t h = 0x6d6f6d7573; /* "momus": the state is never all zero */
    for (int i = 0; i < 4; i++)
        h = spread(h ^ spread(names[i] + (uint64_t)i));
    for (int i = 0; i < 4; i++)
        rng->state[i] = h = spread(h);
}

uint64_t rng_below(struct rng *rng, uint64_t bound) {
    REQUIRE(bound > 0);
    /* Lemire's method: a multiplication, and a second draw only rarely. */
    unsigned __int128 product = (unsigned __int128)rng_next(rng) * bound;
    if ((uint64_t)product < bound) {
        uint64_t least = (0 - bound) % bound;
        while ((uint64_t)product < least)
            product = (unsigned __int128)rng_next(rng) * bound;
    }
    return (uint64_t)(product >> 64);
}

bool rng_chance(struct rng *rng, uint64_t numerator, uint64_t denominator) {
    return rng_below(rng, denominator) < numerator;
}
