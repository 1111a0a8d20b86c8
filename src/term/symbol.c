#include "term/symbol.h"

#include "base/die.h"
#include "base/lex.h"

/*
 * Words that SMT-LIB keeps for itself; as names they need bars. (lambda is one
 * only since 2.7, and older scripts do use it as a name.)
 */
static bool is_reserved(const char *at, size_t n) {
    static const struct {
        const char *at;
        size_t n;
    } words[] = {
#define WORD(text) {text, sizeof text - 1}
        WORD("!"),
        WORD("_"),
        WORD("as"),
        WORD("BINARY"),
        WORD("DECIMAL"),
        WORD("exists"),
        WORD("forall"),
        WORD("HEXADECIMAL"),
        WORD("let"),
        WORD("match"),
        WORD("NUMERAL"),
        WORD("par"),
        WORD("STRING"),
        WORD("assert"),
        WORD("check-sat"),
        WORD("check-sat-assuming"),
        WORD("declare-const"),
        WORD("declare-datatype"),
        WORD("declare-datatypes"),
        WORD("declare-fun"),
        WORD("declare-sort"),
        WORD("declare-sort-parameter"),
        WORD("define-const"),
        WORD("define-fun"),
        WORD("define-fun-rec"),
        WORD("define-funs-rec"),
        WORD("define-sort"),
        WORD("echo"),
        WORD("exit"),
        WORD("get-assertions"),
        WORD("get-assignment"),
        WORD("get-info"),
        WORD("get-model"),
        WORD("get-option"),
        WORD("get-proof"),
        WORD("get-unsat-assumptions"),
        WORD("get-unsat-core"),
        WORD("get-value"),
        WORD("pop"),
        WORD("push"),
        WORD("reset"),
        WORD("reset-assertions"),
        WORD("set-info"),
        WORD("set-logic"),
        WORD("set-option"),
#undef WORD
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].n == n && memcmp(words[i].at, at, n) == 0)
            return true;
    return false;
}

static const struct symbol_cached no_symbol = {{0, 0}, UINT32_MAX, 0}; /* matches no text */

void symbol_table_init(struct symbol_table *table) {
    *table = (struct symbol_table){0};
    table->cache = mem_alloc(SYMBOLS_CACHED * sizeof *table->cache);
    for (size_t i = 0; i < SYMBOLS_CACHED; i++)
        table->cache[i] = no_symbol;
    vec_push(&table->entries, ((struct symbol_entry){.at = ""}));
}

void symbol_table_release(struct symbol_table *table) {
    mem_free(table->cache);
    vec_free(&table->entries);
    index_free(&table->index);
    arena_free(&table->texts);
}

enum {
    SHORT = 16,                 /* texts up to this long are compared as two numbers */
    SYMBOL_MAX = (1 << 30) - 1, /* the longest text */
};

static symbol find_short(const struct symbol_table *table, struct hash_word word, size_t n,
                         uint32_t hash) {
    INDEX_EACH(&table->index, hash, id) {
        const struct symbol_entry *entry = &table->entries.at[id];
        if (entry->word.a == word.a && entry->word.b == word.b && entry->n == n)
            return id;
    }
    return 0;
}

static symbol find_long(const struct symbol_table *table, const char *at, size_t n, uint32_t hash) {
    INDEX_EACH(&table->index, hash, id) {
        const struct symbol_entry *entry = &table->entries.at[id];
        if (entry->n == n && memcmp(entry->at, at, n) == 0)
            return id;
    }
    return 0;
}

symbol symbol_find(const struct symbol_table *table, const char *at, size_t n) {
    uint32_t hash = hash_bytes(at, n);
    return n <= SHORT ? find_short(table, hash_word(at, n), n, hash)
                      : find_long(table, at, n, hash);
}

static symbol add(struct symbol_table *table, const char *at, size_t n, struct hash_word word,
                  uint32_t hash) {
    if (table->entries.n >= UINT32_MAX || n > SYMBOL_MAX)
        die_out_of_memory(SIZE_MAX);
    symbol fresh = (symbol)table->entries.n;
    struct symbol_entry entry = {
        .word = word,
        .at = arena_copy_text(&table->texts, at, n),
        .n = (uint32_t)n & SYMBOL_MAX,
        .is_reserved = is_reserved(at, n),
        .needs_bars = !lex_is_simple_symbol(at, n) || is_reserved(at, n) ||
                      (n > 1 && at[0] == '-' && at[1] >= '0' && at[1] <= '9'),
        .hash = hash,
    };
    vec_push(&table->entries, entry);
    index_insert(&table->index, hash, fresh);
    return fresh;
}

symbol symbol_intern(struct symbol_table *table, const char *at, size_t n) {
    struct hash_word word = {0, 0};
    uint32_t hash;
    symbol found;
    if (n <= SHORT) {
        word = hash_word(at, n);
        hash = hash_of_word(word, n);
        struct symbol_cached *cached = &table->cache[hash % SYMBOLS_CACHED];
        if (cached->word.a == word.a && cached->word.b == word.b && cached->n == n)
            return cached->symbol;
        found = find_short(table, word, n, hash);
        if (found == 0)
            found = add(table, at, n, word, hash);
        *cached = (struct symbol_cached){word, (uint32_t)n, found};
    } else {
        hash = hash_bytes(at, n);
        found = find_long(table, at, n, hash);
    }
    return found != 0 ? found : add(table, at, n, word, hash);
}

struct symbol_mark symbol_mark(const struct symbol_table *table) {
    return (struct symbol_mark){(uint32_t)table->entries.n, arena_mark(&table->texts)};
}

void symbol_rewind(struct symbol_table *table, struct symbol_mark mark) {
    while (table->entries.n > mark.n) {
        uint32_t id = (uint32_t)table->entries.n - 1;
        index_remove(&table->index, table->entries.at[id].hash, id);
        struct symbol_cached *cached = &table->cache[table->entries.at[id].hash % SYMBOLS_CACHED];
        if (cached->symbol == id)
            *cached = no_symbol;
        table->entries.n--;
    }
    arena_rewind(&table->texts, mark.texts);
}
