#include "eval/value.h"

#include "base/die.h"
#include "base/hash.h"

enum { NODE_WORDS = 8 }; /* of a node beside its words: itself, the index, what is noted of it */
enum { FIRST_NODE = 3 }; /* 0, VALUE_LIMIT and VALUE_UNSUPPORTED are below */

/* GMP uses our allocator, so that its memory is counted and failures end in one place. */
static void *gmp_realloc(void *old, size_t old_size, size_t size) {
    (void)old_size;
    return mem_realloc(old, size);
}

static void gmp_free(void *old, size_t size) {
    (void)size;
    mem_free(old);
}

void value_use_our_memory(void) {
    mp_set_memory_functions(mem_alloc, gmp_realloc, gmp_free);
}

void value_table_init(struct value_table *values) {
    value_use_our_memory();
    *values = (struct value_table){0};
    vec_extend(&values->nodes, FIRST_NODE);
    for (int i = 0; i < FIRST_NODE; i++)
        values->nodes.at[i] = (struct value_node){.kind = VALUE_STUCK};
}

void value_table_release(struct value_table *values) {
    vec_free(&values->nodes);
    index_free(&values->index);
    arena_free(&values->words);
}

struct value_mark value_table_mark(const struct value_table *values) {
    return (struct value_mark){values->nodes.n, values->n_words, arena_mark(&values->words)};
}

void value_table_rewind(struct value_table *values, struct value_mark mark) {
    for (size_t i = values->nodes.n; i > mark.nodes; i--)
        index_remove(&values->index, values->nodes.at[i - 1].hash, (uint32_t)(i - 1));
    values->nodes.n = mark.nodes;
    values->n_words = mark.n_words;
    arena_rewind(&values->words, mark.words);
}

static uint32_t hash_node(enum value_kind kind, uint32_t aux, const uint64_t *words, uint32_t n) {
    uint64_t h = hash_mix((uint64_t)aux << 32 | kind, n);
    for (uint32_t i = 0; i < n; i++)
        h = hash_mix(h, words[i]);
    return (uint32_t)(h ^ h >> 32);
}

static value find(const struct value_table *values, enum value_kind kind, uint32_t aux,
                  const uint64_t *words, uint32_t n, uint32_t hash) {
    INDEX_EACH(&values->index, hash, id) {
        const struct value_node *node = &values->nodes.at[id];
        if (node->kind == kind && node->aux == aux && node->n == n &&
            (n == 0 || memcmp(node->words, words, n * sizeof *words) == 0))
            return (value)id << 1;
    }
    return 0;
}

value value_find(const struct value_table *values, enum value_kind kind, uint32_t aux,
                 const uint64_t *words, uint32_t n) {
    return find(values, kind, aux, words, n, hash_node(kind, aux, words, n));
}

/* Is it loose by its kind, or by what is in it? */
static bool is_loose(const struct value_table *values, enum value_kind kind, const uint64_t *words,
                     uint32_t n) {
    if (kind == VALUE_REGEX || kind == VALUE_CLOSURE || kind == VALUE_FUNCTION)
        return true;
    if (kind < VALUE_ARRAY || kind > VALUE_BAG)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (value_is_loose(values, words[i]))
            return true;
    return false;
}

value value_make(struct value_table *values, enum value_kind kind, uint32_t aux,
                 const uint64_t *words, uint32_t n) {
    uint32_t hash = hash_node(kind, aux, words, n);
    value found = find(values, kind, aux, words, n, hash);
    if (found != 0)
        return found;
    if (values->nodes.n > UINT32_MAX / 2)
        die_out_of_memory(n * sizeof *words);
    static const uint64_t nothing[1];
    const uint64_t *kept = nothing; /* so that nobody adds to a null pointer */
    if (n > 0)
        kept = memcpy(arena_alloc(&values->words, n * sizeof *words), words, n * sizeof *words);
    values->n_words += n + NODE_WORDS;
    uint32_t id = (uint32_t)values->nodes.n;
    vec_push(&values->nodes, ((struct value_node){(uint16_t)kind, is_loose(values, kind, words, n),
                                                  aux, n, hash, kept}));
    index_insert(&values->index, hash, id);
    return (value)id << 1;
}

/* ---- numbers ---- */

value value_of_int64(struct value_table *values, int64_t number) {
    if (value_fits_small(number))
        return value_of_small(number);
    uint64_t limb = number < 0 ? -(uint64_t)number : (uint64_t)number;
    return value_make(values, VALUE_BIG, number < 0, &limb, 1);
}

value value_of_uint64(struct value_table *values, uint64_t number) {
    if (number <= (uint64_t)VALUE_SMALL_MAX)
        return value_of_small((int64_t)number);
    return value_make(values, VALUE_BIG, 0, &number, 1);
}

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NAIL_BITS == 0,
               "limbs of GMP are words");

value value_of_mpz(struct value_table *values, mpz_srcptr number) {
    if (mpz_fits_slong_p(number)) {
        int64_t small = mpz_get_si(number);
        if (value_fits_small(small))
            return value_of_small(small);
    }
    return value_make(values, VALUE_BIG, mpz_sgn(number) < 0, mpz_limbs_read(number),
                      (uint32_t)mpz_size(number));
}

mpz_srcptr value_mpz(const struct value_table *values, value v, struct number_room *room) {
    if (value_is_small(v)) {
        int64_t small = value_small(v);
        room->limb = small < 0 ? -(uint64_t)small : (uint64_t)small;
        return mpz_roinit_n(room->view, &room->limb, small < 0 ? -1 : small > 0);
    }
    const struct value_node *node = value_at(values, v);
    return mpz_roinit_n(room->view, node->words,
                        node->aux != 0 ? -(mp_size_t)node->n : (mp_size_t)node->n);
}

bool value_to_int64(const struct value_table *values, value v, int64_t *number) {
    if (value_is_small(v)) {
        *number = value_small(v);
        return true;
    }
    struct number_room room;
    mpz_srcptr z = value_mpz(values, v, &room);
    if (!mpz_fits_slong_p(z))
        return false;
    *number = mpz_get_si(z);
    return true;
}

int value_sign(const struct value_table *values, value number) {
    if (value_is_small(number))
        return (value_small(number) > 0) - (value_small(number) < 0);
    return value_at(values, number)->aux != 0 ? -1 : 1;
}

int value_compare(const struct value_table *values, value a, value b) {
    if (value_is_small(a) && value_is_small(b))
        return (value_small(a) > value_small(b)) - (value_small(a) < value_small(b));
    struct number_room room_a, room_b;
    return mpz_cmp(value_mpz(values, a, &room_a), value_mpz(values, b, &room_b));
}

/* ---- rationals ---- */

value value_of_mpq(struct value_table *values, mpq_srcptr number) {
    value numerator = value_of_mpz(values, mpq_numref(number));
    if (mpz_cmp_ui(mpq_denref(number), 1) == 0)
        return numerator;
    uint64_t words[2] = {numerator, value_of_mpz(values, mpq_denref(number))};
    return value_make(values, VALUE_RATIO, 0, words, 2);
}

void value_to_mpq(const struct value_table *values, value v, mpq_ptr to) {
    struct number_room room;
    if (value_kind(values, v) == VALUE_RATIO) {
        const uint64_t *words = value_at(values, v)->words;
        mpz_set(mpq_numref(to), value_mpz(values, words[0], &room));
        mpz_set(mpq_denref(to), value_mpz(values, words[1], &room));
    } else
        mpq_set_z(to, value_mpz(values, v, &room));
}

/* ---- words of code points ---- */

value value_of_text(struct value_table *values, const uint32_t *code_points, uint32_t n) {
    enum { INLINE = 64 };
    uint64_t few[INLINE] = {0};
    uint32_t n_words = n / 2 + n % 2;
    uint64_t *words = n_words <= INLINE ? few : mem_alloc(n_words * sizeof *words);
    if (n % 2 != 0)
        words[n_words - 1] = 0;
    if (n > 0)
        memcpy(words, code_points, n * sizeof *code_points);
    value v = value_make(values, VALUE_TEXT, n, words, n_words);
    if (words != few)
        mem_free(words);
    return v;
}
