#include "term/varset.h"

#include "base/die.h"
#include "base/hash.h"

/* Recursion below goes at most as deep as a number has bits. */

#define SINGLE 0x80000000u /* in the handle of a set of one variable */

/* The node of a set; that of a single variable has it as key, and decides no bit. */
static struct varset_node node_of(const struct varset_table *table, varset set) {
    return set & SINGLE ? (struct varset_node){.key = set & ~SINGLE} : table->nodes.at[set];
}

static uint32_t hash_node(const struct varset_node *node) {
    uint64_t h =
        hash_mix((uint64_t)node->key << 32 | node->bit, (uint64_t)node->left << 32 | node->right);
    return (uint32_t)(h ^ h >> 32);
}

/* ---- finding sets again ---- */

enum { LINE = 8, FIRST_SLOTS = 64 };

/* The first of the slots in which a set with this node may be, if no line were ever full. */
static uint32_t line_of(const struct varset_table *table, const struct varset_node *node) {
    uint32_t lately =
        node_of(table, node->right).key; /* the larger variables are the younger ones */
    return lately * VARSET_SLOTS & table->mask & ~(uint32_t)(LINE - 1);
}

/*
 * The slot of the set with this node, or the one where it goes. Only the youngest set is ever taken
 * out, so all slots that were passed over when a set was put in are full as long as it is there.
 */
static uint64_t *find_slot(const struct varset_table *table, const struct varset_node *node,
                           uint32_t hash) {
    uint32_t line = line_of(table, node), far = hash & table->mask;
    for (uint32_t i = 0;; i++) {
        uint64_t *slot = &table->slots[i < LINE ? line + (hash + i) % LINE : far];
        if (*slot == 0)
            return slot;
        const struct varset_node *other = &table->nodes.at[(uint32_t)*slot];
        if (*slot >> 32 == hash && other->key == node->key && other->bit == node->bit &&
            other->left == node->left && other->right == node->right)
            return slot;
        if (i >= LINE) /* not the next one: lines of variables in a row are full together */
            far = (far + (hash >> 16 | 1)) & table->mask;
    }
}

static void resize(struct varset_table *table, size_t n_slots) {
    mem_free(table->slots);
    table->slots = mem_alloc_zero(n_slots * sizeof *table->slots);
    table->mask = (uint32_t)(n_slots - 1);
    for (varset set = 1; set < table->nodes.n; set++) {
        uint32_t hash = hash_node(&table->nodes.at[set]);
        *find_slot(table, &table->nodes.at[set], hash) = (uint64_t)hash << 32 | set;
    }
}

void varset_expect(struct varset_table *table, size_t n) {
    size_t slots = (size_t)table->mask + 1;
    while (slots / 2 < n && slots <= UINT32_MAX / 2)
        slots *= 2;
    vec_expect(&table->nodes, n);
    if (slots > (size_t)table->mask + 1)
        resize(table, slots);
}

void varset_table_init(struct varset_table *table) {
    *table = (struct varset_table){0};
    vec_push(&table->nodes, (struct varset_node){0});
    resize(table, FIRST_SLOTS);
}

void varset_table_release(struct varset_table *table) {
    vec_free(&table->nodes);
    mem_free(table->slots);
}

uint32_t varset_mark(const struct varset_table *table) {
    return (uint32_t)table->nodes.n;
}

void varset_rewind(struct varset_table *table, uint32_t mark) {
    while (table->nodes.n > mark) {
        const struct varset_node *last = &vec_top(&table->nodes);
        *find_slot(table, last, hash_node(last)) = 0;
        table->nodes.n--;
    }
}

static varset make(struct varset_table *table, uint32_t key, uint32_t bit, varset left,
                   varset right) {
    struct varset_node node = {key, bit, left, right};
    uint32_t hash = hash_node(&node);
    uint64_t *slot = find_slot(table, &node, hash);
    if (*slot != 0)
        return (varset)*slot;
    if (table->nodes.n >= SINGLE)
        die_out_of_memory(SIZE_MAX);
    varset fresh = (varset)table->nodes.n;
    *slot = (uint64_t)hash << 32 | fresh;
    vec_push(&table->nodes, node);
    if (table->nodes.n > table->mask / 2 && table->mask < UINT32_MAX / 2)
        resize(table, ((size_t)table->mask + 1) * 2);
    return fresh;
}

varset varset_single(uint32_t variable) {
    REQUIRE(variable < SINGLE);
    return variable | SINGLE;
}

/* The bits of a key above the deciding one. */
static uint32_t prefix(uint32_t key, uint32_t bit) {
    return key & ~(bit | (bit - 1));
}

static bool belongs(const struct varset_node *branch, uint32_t key) {
    return prefix(key, branch->bit) == branch->key;
}

/* The branch over two sets with different prefixes. */
static varset join(struct varset_table *table, varset a, varset b) {
    uint32_t ka = node_of(table, a).key, kb = node_of(table, b).key;
    uint32_t bit = UINT32_C(1) << (31 - __builtin_clz(ka ^ kb));
    return ka & bit ? make(table, prefix(ka, bit), bit, b, a)
                    : make(table, prefix(ka, bit), bit, a, b);
}

varset varset_union(struct varset_table *table, varset a, varset b) {
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return b;
    struct varset_node na = node_of(table, a), nb = node_of(table, b);
    if (na.bit < nb.bit) {
        struct varset_node swapped = na;
        na = nb;
        nb = swapped;
        varset other = a;
        a = b;
        b = other;
    }
    if (na.bit == 0 || (na.bit == nb.bit ? na.key != nb.key : !belongs(&na, nb.key)))
        return join(table, a, b);
    varset left = na.left, right = na.right;
    if (na.bit == nb.bit) {
        left = varset_union(table, left, nb.left);
        right = varset_union(table, right, nb.right);
    } else if (nb.key & na.bit)
        right = varset_union(table, right, b);
    else
        left = varset_union(table, left, b);
    return left == na.left && right == na.right ? a : make(table, na.key, na.bit, left, right);
}

varset varset_intersection(struct varset_table *table, varset a, varset b) {
    if (a == b)
        return a;
    if (a == 0 || b == 0)
        return 0;
    struct varset_node na = node_of(table, a), nb = node_of(table, b);
    if (na.bit < nb.bit)
        return varset_intersection(table, b, a);
    if (na.bit == 0)
        return 0;
    if (na.bit > nb.bit) {
        if (!belongs(&na, nb.key))
            return 0;
        return varset_intersection(table, nb.key & na.bit ? na.right : na.left, b);
    }
    if (na.key != nb.key)
        return 0;
    varset left = varset_intersection(table, na.left, nb.left);
    varset right = varset_intersection(table, na.right, nb.right);
    if (left == 0 || right == 0)
        return left | right;
    return left == na.left && right == na.right ? a : make(table, na.key, na.bit, left, right);
}

varset varset_without(struct varset_table *table, varset set, uint32_t variable) {
    if (set == 0)
        return 0;
    struct varset_node node = node_of(table, set);
    if (node.bit == 0)
        return node.key == variable ? 0 : set;
    if (!belongs(&node, variable))
        return set;
    varset left = node.left, right = node.right;
    if (variable & node.bit)
        right = varset_without(table, right, variable);
    else
        left = varset_without(table, left, variable);
    if (left == 0 || right == 0)
        return left | right;
    return left == node.left && right == node.right ? set
                                                    : make(table, node.key, node.bit, left, right);
}

bool varset_has(const struct varset_table *table, varset set, uint32_t variable) {
    while (set != 0) {
        struct varset_node node = node_of(table, set);
        if (node.bit == 0)
            return node.key == variable;
        if (!belongs(&node, variable))
            return false;
        set = variable & node.bit ? node.right : node.left;
    }
    return false;
}

bool varset_meets(const struct varset_table *table, varset a, varset b) {
    if (a == 0 || b == 0)
        return false;
    if (a == b)
        return true;
    struct varset_node na = node_of(table, a), nb = node_of(table, b);
    if (na.bit < nb.bit)
        return varset_meets(table, b, a);
    if (na.bit > nb.bit)
        return belongs(&na, nb.key) && varset_meets(table, nb.key & na.bit ? na.right : na.left, b);
    return na.bit != 0 && na.key == nb.key &&
           (varset_meets(table, na.left, nb.left) || varset_meets(table, na.right, nb.right));
}

bool varset_within(const struct varset_table *table, varset a, varset b) {
    if (a == b || a == 0)
        return true;
    if (b == 0)
        return false;
    struct varset_node na = node_of(table, a), nb = node_of(table, b);
    if (na.bit == 0)
        return varset_has(table, b, na.key);
    if (na.bit > nb.bit)
        return false;
    if (na.bit == nb.bit)
        return na.key == nb.key && varset_within(table, na.left, nb.left) &&
               varset_within(table, na.right, nb.right);
    return belongs(&nb, na.key) && varset_within(table, a, na.key & nb.bit ? nb.right : nb.left);
}

void varset_members(const struct varset_table *table, varset set, u32_vec *out) {
    if (set == 0)
        return;
    struct varset_node node = node_of(table, set);
    if (node.bit == 0) {
        vec_push(out, node.key);
        return;
    }
    varset_members(table, node.left, out);
    varset_members(table, node.right, out);
}
