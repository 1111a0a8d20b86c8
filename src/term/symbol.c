#include "term/symbol.h"

#include "base/die.h"
#include "base/lex.h"

/*
 * Words that SMT-LIB keeps for itself; as names they need bars. (lambda is one
 * only since 2.7, and older scripts do use it as a name.)
 */
static const char *const reserved[] = {
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "forall",
    "HEXADECIMAL",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "declare-sort-parameter",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
};

enum { SYMBOL_MAX = (1 << 30) - 1 }; /* the longest text */

enum { SLOT_BITS_FEW = 11, SLOT_BITS_MANY = 14 };

static void free_slots(struct symbol_table *table) {
    mem_free(table->slots);
}

static void make_slots(struct symbol_table *table, uint32_t bits) {
    free_slots(table);
    table->slots = mem_alloc_zero(sizeof *table->slots << bits);
    table->slot_bits = bits;
}

void symbol_expect(struct symbol_table *table, size_t n) {
    vec_expect(&table->entries, table->entries.n + n);
    index_expect(&table->index, table->entries.n + n);
    uint32_t bits = table->slot_bits;
    while (bits < SLOT_BITS_MANY && (size_t)1 << bits < n / 8)
        bits++;
    if (bits > table->slot_bits)
        make_slots(table, bits);
}

void symbol_table_release(struct symbol_table *table) {
    free_slots(table);
    vec_free(&table->entries);
    index_free(&table->index);
    arena_free(&table->texts);
}

static symbol find_short(const struct symbol_table *table, struct hash_word word, size_t n,
                         uint32_t hash) {
    INDEX_EACH(&table->index, hash, id) {
        if (symbol_is_word(&table->entries.at[id], word, n))
            return id;
    }
    return 0;
}

/*
 * Unless the word ends in a zero byte, as there may be another text with the same
 * one then; or is so long that it may only be the start of a longer one.
 */
static void fill_slot(struct symbol_table *table, struct hash_word word, size_t n, symbol s) {
    uint64_t last = n > 8 ? word.b >> 8 * (n - 9) : n > 0 ? word.a >> 8 * (n - 1) : 0;
    if (last == 0 || n > LEX_WORD_MAX)
        return;
    /* Part by part: reading at once what was just written in two halves stalls the processor. */
    struct symbol_slot *slot = symbol_slot(table, word);
    slot->word.a = word.a;
    slot->word.b = word.b;
    slot->symbol = s;
    slot->stamp = slot->means[SYMBOL_ALONE] = slot->means[SYMBOL_AS_HEAD] = 0;
}

symbol symbol_find_word(struct symbol_table *table, struct hash_word word, size_t n) {
    symbol found = find_short(table, word, n, hash_of_word(word, n));
    if (found != 0)
        fill_slot(table, word, n, found);
    return found;
}

void symbol_forget_meanings(struct symbol_table *table) {
    if (++table->stamp == 0) {
        for (size_t i = 0; i < (size_t)1 << table->slot_bits; i++)
            table->slots[i].stamp = 0;
        table->stamp = 1;
    }
}

void symbol_forget_meaning(struct symbol_table *table, symbol s) {
    struct symbol_slot *slot = symbol_slot(table, symbol_at(table, s)->word);
    slot->stamp = slot->symbol == s ? 0 : slot->stamp;
}

void symbol_set_meaning(struct symbol_table *table, symbol s, uint32_t value) {
    struct symbol_slot *slot = symbol_slot(table, symbol_at(table, s)->word);
    if (slot->symbol == s) {
        slot->stamp = table->stamp;
        slot->means[SYMBOL_ALONE] = value;
        slot->means[SYMBOL_AS_HEAD] = 0;
    }
}

static bool is_long(const struct symbol_entry *entry, const char *at, size_t n) {
    return entry->n == n && memcmp(entry->at, at, n) == 0;
}

static symbol find_long(const struct symbol_table *table, const char *at, size_t n, uint32_t hash) {
    INDEX_EACH(&table->index, hash, id) {
        if (is_long(&table->entries.at[id], at, n))
            return id;
    }
    return 0;
}

/* The same for one that is mostly wanted again. */
static symbol find_long_again(struct symbol_table *table, const char *at, size_t n, uint32_t hash) {
    symbol *lately = &table->lately[hash % SYMBOLS_LATELY];
    if (*lately < table->entries.n && is_long(&table->entries.at[*lately], at, n))
        return *lately;
    symbol found = find_long(table, at, n, hash);
    if (found != 0)
        *lately = found;
    return found;
}

symbol symbol_find_long(struct symbol_table *table, const char *at, size_t n) {
    return find_long_again(table, at, n, hash_bytes(at, n));
}

symbol symbol_find(const struct symbol_table *table, const char *at, size_t n) {
    struct hash_word word = n <= SYMBOL_SHORT ? hash_word(at, n) : (struct hash_word){0, 0};
    return n <= SYMBOL_SHORT ? find_short(table, word, n, hash_of_word(word, n))
                             : find_long(table, at, n, hash_bytes(at, n));
}

/* A copy of a text of n bytes; the word has them, too, if they are few. */
static const char *copy_text(struct symbol_table *table, const char *at, size_t n,
                             struct hash_word word) {
    if (n >= SYMBOL_SHORT)
        return arena_copy_text(&table->texts, at, n);
    char *text = arena_alloc(&table->texts, n + 1); /* a multiple of eight bytes */
    uint64_t a = htole64(word.a), b = htole64(word.b);
    memcpy(text, &a, sizeof a);
    if (n >= sizeof a)
        memcpy(text + sizeof a, &b, sizeof b);
    return text;
}

static symbol add(struct symbol_table *table, const char *at, size_t n, struct hash_word word,
                  uint32_t hash) {
    if (table->entries.n >= UINT32_MAX || n > SYMBOL_MAX)
        die_out_of_memory(SIZE_MAX);
    symbol fresh = (symbol)table->entries.n;
    const char *text = copy_text(table, at, n, word);
    bool is_simple = n <= SYMBOL_SHORT ? lex_is_simple_word(word, n) : lex_is_simple_symbol(at, n);
    bool needs_bars = !is_simple || (n > 1 && at[0] == '-' && at[1] >= '0' && at[1] <= '9');
    table->has_let |= n >= strlen(SYMBOL_LET) && memcmp(at, SYMBOL_LET, strlen(SYMBOL_LET)) == 0;
    /* Made in place: copying what was just written in smaller parts stalls the processor. */
    vec_extend(&table->entries, 1);
    vec_top(&table->entries) = (struct symbol_entry){
        .word = word, .at = text, .n = (uint32_t)n & SYMBOL_MAX, .needs_bars = needs_bars};
    index_insert(&table->index, hash, fresh);
    return fresh;
}

symbol symbol_intern(struct symbol_table *table, const char *at, size_t n) {
    if (n > SYMBOL_SHORT) {
        uint32_t hash = hash_bytes(at, n);
        symbol found = find_long_again(table, at, n, hash);
        return found != 0 ? found : add(table, at, n, (struct hash_word){0, 0}, hash);
    }
    return symbol_intern_word(table, at, hash_word(at, n), n);
}

symbol symbol_intern_word(struct symbol_table *table, const char *at, struct hash_word word,
                          size_t n) {
    uint32_t hash = hash_of_word(word, n);
    index_fetch(&table->index, hash); /* it may be new: then nothing of it is in the caches */
    const struct symbol_slot *slot = symbol_slot(table, word);
    if (n > 0 && symbol_is_in(slot, word))
        return slot->symbol;
    symbol s = find_short(table, word, n, hash);
    if (s == 0)
        s = add(table, at, n, word, hash);
    fill_slot(table, word, n, s);
    return s;
}

void symbol_table_init(struct symbol_table *table) {
    *table = (struct symbol_table){0};
    make_slots(table, SLOT_BITS_FEW);
    table->stamp = 1;
    vec_push(&table->entries, ((struct symbol_entry){.at = "", .word = {1, 0}})); /* no text */
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        symbol word = symbol_intern(table, reserved[i], strlen(reserved[i]));
        symbol_at(table, word)->is_reserved = symbol_at(table, word)->needs_bars = true;
    }
}

struct symbol_mark symbol_mark(const struct symbol_table *table) {
    return (struct symbol_mark){(uint32_t)table->entries.n, arena_mark(&table->texts)};
}

void symbol_rewind(struct symbol_table *table, struct symbol_mark mark) {
    while (table->entries.n > mark.n) {
        uint32_t id = (uint32_t)table->entries.n - 1;
        const struct symbol_entry *entry = &table->entries.at[id];
        uint32_t hash = entry->n <= SYMBOL_SHORT ? hash_of_word(entry->word, entry->n)
                                                 : hash_bytes(entry->at, entry->n);
        index_remove(&table->index, hash, id);
        if (symbol_slot(table, entry->word)->symbol == id)
            *symbol_slot(table, entry->word) = (struct symbol_slot){.symbol = 0};
        table->entries.n--;
    }
    arena_rewind(&table->texts, mark.texts);
}
