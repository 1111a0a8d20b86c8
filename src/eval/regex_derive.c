/*
 * Derivatives, after Brzozowski and Antimirov.
 *
 * The derivative of a is a union of parts: for each character of a that c can
 * be, what follows it in a. They are found by walking down from a with a
 * continuation, the regex that follows what is looked at:
 *
 *     set of chars, k   part k, if c is in it
 *     r s, k            r with s k; and s with k, if r is nullable
 *     r | s, k          r with k; s with k
 *     r{m,n}, k         r with r{m-1,n-1} k
 *     r & s, k          part (r' & s') k, where ' are derivatives
 *     ~r, k             part (~r') k
 *
 * So a continuation is a concatenation of pieces of the original, and there are
 * only so many of them. Derivatives inside intersections and complements have
 * frames of their own, on a stack.
 */
#include "base/hash.h"
#include "eval/regex_int.h"

enum { WORK_MAX = 1 << 22 }; /* of one derivation: pieces looked at */

/* A piece to be looked at. */
struct piece {
    value regex, then;
};

/*
 * A derivative on its way: the parts of a union (`node` is 0), or the operands
 * of an intersection or complement.
 */
struct frame {
    value node, then;
    uint32_t number;  /* of frames so far: pieces are looked at once in each */
    uint32_t operand; /* the next one */
    size_t pieces;    /* those of frames below */
    size_t parts;
};

struct seen {
    value regex, then;
    uint32_t number;
    uint32_t derivation;
};

struct deriver {
    VEC(struct piece) pieces;
    VEC(struct frame) frames;
    value_vec parts;   /* of unions, or derivatives of operands */
    struct seen *seen; /* a hash table; entries of older derivations are free */
    size_t seen_mask, n_seen;
    uint32_t derivation;
    uint32_t n_frames;
};

struct deriver *deriver_new(void) {
    return mem_alloc_zero(sizeof(struct deriver));
}

void deriver_free(struct deriver *d) {
    vec_free(&d->pieces);
    vec_free(&d->frames);
    vec_free(&d->parts);
    mem_free(d->seen);
    mem_free(d);
}

/* ---- what was looked at ---- */

static struct seen *seen_slot(const struct deriver *d, const struct seen *s) {
    uint64_t h = hash_mix(hash_mix(s->regex, s->then), s->number);
    for (size_t i = h & d->seen_mask;; i = (i + 1) & d->seen_mask) {
        struct seen *at = &d->seen[i];
        if (at->derivation != d->derivation ||
            (at->regex == s->regex && at->then == s->then && at->number == s->number))
            return at;
    }
}

static void seen_grow(struct deriver *d) {
    struct seen *old = d->seen;
    size_t n_old = old == NULL ? 0 : d->seen_mask + 1;
    size_t n = n_old == 0 ? 256 : n_old * 2;
    d->seen = mem_alloc_zero(n * sizeof *d->seen);
    d->seen_mask = n - 1;
    for (size_t i = 0; i < n_old; i++)
        if (old[i].derivation == d->derivation)
            *seen_slot(d, &old[i]) = old[i];
    mem_free(old);
}

/* Is this new in this frame? It is not afterwards. */
static bool is_new(struct deriver *d, const struct piece *piece, uint32_t number) {
    if (d->seen == NULL || d->n_seen > d->seen_mask / 2)
        seen_grow(d);
    struct seen s = {piece->regex, piece->then, number, d->derivation};
    struct seen *slot = seen_slot(d, &s);
    if (slot->derivation == d->derivation)
        return false;
    *slot = s;
    d->n_seen++;
    return true;
}

static void start_derivation(struct deriver *d) {
    d->n_seen = 0;
    d->n_frames = 0;
    if (++d->derivation == 0) {
        mem_free(d->seen);
        d->seen = NULL;
        d->derivation = 1;
    }
}

/* ---- the walk ---- */

static void push_piece(struct deriver *d, value regex, value then) {
    vec_push(&d->pieces, ((struct piece){regex, then}));
}

static void push_frame(struct deriver *d, value node, value then) {
    vec_push(&d->frames, ((struct frame){node, then, d->n_frames++, 0, d->pieces.n, d->parts.n}));
}

/* The derivative of `regex` becomes a part of the frame below. */
static void push_union(struct deriver *d, value regex, value empty_word) {
    push_frame(d, 0, 0);
    push_piece(d, regex, empty_word);
}

static void look(struct deriver *d, struct value_table *values, struct piece piece, uint32_t c,
                 uint32_t *low, uint32_t *high) {
    const struct value_node *node = value_at(values, piece.regex);
    const uint64_t *words = node->words;
    uint32_t n = node->n;
    switch ((enum regex_kind)(node->aux & REGEX_KIND)) {
    case REGEX_CLASS:
        if (ranges_contain(words, n, c, low, high))
            vec_push(&d->parts, piece.then);
        break;
    case REGEX_CONCAT:
        if (regex_is_nullable(values, words[0]))
            push_piece(d, words[1], piece.then);
        push_piece(d, words[0], regex_concat(values, words[1], piece.then));
        break;
    case REGEX_UNION:
        for (uint32_t i = n; i > 0; i--)
            push_piece(d, words[i - 1], piece.then);
        break;
    case REGEX_LOOP: {
        uint32_t min = range_low(words[1]), max = range_high(words[1]);
        value rest = regex_loop(values, words[0], min == 0 ? 0 : min - 1,
                                max == REGEX_NO_MAX ? max : max - 1);
        push_piece(d, words[0], regex_concat(values, rest, piece.then));
        break;
    }
    case REGEX_INTER:
    case REGEX_COMP:
        push_frame(d, piece.regex, piece.then);
        break;
    case REGEX_EMPTY:
    case REGEX_KIND:
        break;
    }
}

/* The top frame is through: its value takes the place of its parts. */
static void end_union(struct deriver *d, struct value_table *values) {
    size_t first = vec_top(&d->frames).parts;
    size_t n = d->parts.n - first;
    value v = regex_union_of(values, d->parts.at == NULL ? NULL : &d->parts.at[first], n);
    d->parts.n = first;
    vec_push(&d->parts, v);
    d->frames.n--;
}

/* The operands of the top frame have derivatives: they make a part of the union below. */
static void end_operation(struct deriver *d, struct value_table *values) {
    struct frame frame = vec_pop(&d->frames);
    const value *operands = &d->parts.at[frame.parts];
    value v = regex_kind(values, frame.node) == REGEX_COMP
                  ? regex_comp(values, operands[0])
                  : regex_inter_of(values, operands, d->parts.n - frame.parts);
    d->parts.n = frame.parts;
    vec_push(&d->parts, regex_concat(values, v, frame.then));
}

value regex_derive(struct deriver *d, struct value_table *values, value a, uint32_t c,
                   uint32_t *low, uint32_t *high, uint64_t *work) {
    value empty_word = regex_empty_word(values);
    start_derivation(d);
    *low = 0;
    *high = CODE_POINT_MAX;
    push_union(d, a, empty_word);
    uint64_t steps = 0;
    while (d->frames.n > 0 && steps < WORK_MAX) {
        struct frame *frame = &vec_top(&d->frames);
        steps++;
        if (frame->node != 0) {
            uint32_t n;
            const value *operands = value_items(values, frame->node, &n);
            if (frame->operand < n)
                push_union(d, operands[frame->operand++], empty_word);
            else
                end_operation(d, values);
        } else if (d->pieces.n > frame->pieces) {
            struct piece piece = vec_pop(&d->pieces);
            if (is_new(d, &piece, frame->number))
                look(d, values, piece, c, low, high);
        } else
            end_union(d, values);
    }
    *work += steps;
    value result = d->frames.n > 0 ? VALUE_LIMIT : d->parts.at[0];
    vec_clear(&d->frames);
    vec_clear(&d->pieces);
    vec_clear(&d->parts);
    return result;
}

/* ---- maps ---- */

static uint32_t hash_of(value key) {
    uint64_t h = hash_mix(key, 1);
    return (uint32_t)(h ^ h >> 32);
}

value value_map_find(const struct value_map *map, value key) {
    INDEX_EACH(&map->index, hash_of(key), id)
    if (map->pairs.at[id].key == key)
        return map->pairs.at[id].to;
    return 0;
}

void value_map_add(struct value_map *map, value key, value to) {
    if (map->pairs.n == 0)
        vec_push(&map->pairs, ((struct value_pair){0, 0}));
    index_insert(&map->index, hash_of(key), (uint32_t)map->pairs.n);
    vec_push(&map->pairs, ((struct value_pair){key, to}));
}

void value_map_free(struct value_map *map) {
    vec_free(&map->pairs);
    index_free(&map->index);
}

/* ---- backwards ---- */

/* The node over its operands' reversals. */
static value reverse_node(struct value_table *values, value a, const value_vec *operands) {
    switch (regex_kind(values, a)) {
    case REGEX_CONCAT: {
        value result = regex_empty_word(values);
        for (size_t i = 0; i < operands->n; i++)
            result = regex_concat(values, operands->at[i], result);
        return result;
    }
    case REGEX_LOOP: {
        uint64_t bounds = regex_words(values, a)[1];
        return regex_loop(values, operands->at[0], range_low(bounds), range_high(bounds));
    }
    case REGEX_UNION:
        return regex_union_of(values, operands->at, operands->n);
    case REGEX_INTER:
        return regex_inter_of(values, operands->at, operands->n);
    case REGEX_COMP:
        return regex_comp(values, operands->at[0]);
    default:
        return a;
    }
}

value regex_reverse(struct value_table *values, value a) {
    struct value_map known = {0};
    value_vec stack = {0}, operands = {0};
    vec_push(&stack, a);
    while (stack.n > 0) {
        value top = vec_top(&stack);
        size_t before = stack.n;
        if (value_map_find(&known, top) == 0) {
            vec_clear(&operands);
            regex_operands(values, top, &operands);
            for (size_t i = 0; i < operands.n; i++) {
                value reversed = value_map_find(&known, operands.at[i]);
                if (reversed == 0)
                    vec_push(&stack, operands.at[i]);
                else
                    operands.at[i] = reversed;
            }
            if (stack.n > before)
                continue;
            value_map_add(&known, top, reverse_node(values, top, &operands));
        }
        stack.n--;
    }
    value result = value_map_find(&known, a);
    value_map_free(&known);
    vec_free(&stack);
    vec_free(&operands);
    return result;
}
