/*
 * symbol.h - interned names and literal texts.
 *
 * A symbol is a number; the same text always has the same number. Beside the
 * text, each entry has room for what the name stands for at the moment, so
 * that looking a name up is one array access after interning: the term table
 * fills `op`, the declarations in force fill `fun` and `sort`, and a parser
 * keeps `local` for the binder that it is inside of.
 */
#ifndef MOMUS_TERM_SYMBOL_H
#define MOMUS_TERM_SYMBOL_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/strbuf.h"
#include "base/vec.h"

typedef uint32_t symbol; /* 0 is no symbol */

struct symbol_entry {
    struct hash_word word; /* of a text of up to sixteen bytes */
    const char *at;        /* NUL-terminated, padded to a multiple of eight bytes */
    uint32_t n : 30;
    uint32_t is_reserved : 1; /* a word that SMT-LIB keeps for itself */
    uint32_t needs_bars : 1;  /* reserved, no simple symbol, or one that z3 reads as a number */
    uint32_t leaf;            /* the literal with this text, 0 if none: see struct term_hook */
    uint32_t op : 16;         /* first operator with this spelling, 0 if none */
    uint32_t leaf_op : 15;    /* the kind of literal that leaf is */
    uint32_t names_fun : 1;   /* a function was declared with this name, here or anywhere */
    uint32_t fun;             /* youngest function of the script with this name, 0 if none */
    uint32_t sort;            /* sort declaration with this name, 0 if none */
    uint32_t local;           /* owned by the parser; 0 outside of one */
};

#define SYMBOL_LET "_let_"  /* how the names start that the printer gives to lets */
enum { SYMBOL_SHORT = 16 }; /* texts up to this long are compared as two numbers */

/*
 * A short text that was interned lately, by its hash: it comes again soon. What
 * it means to a parser is beside it, so that nothing else has to be looked at.
 */
enum symbol_use { SYMBOL_ALONE, SYMBOL_AS_HEAD };
struct symbol_slot {
    struct hash_word word; /* its last byte is not zero: so the length follows from it */
    symbol symbol;         /* 0 if the slot is empty */
    uint32_t stamp;        /* the meanings, owned by the parser, hold only if it is the table's */
    uint32_t means[2];     /* by use, 0 if not known: the term that it is where it stands alone,
                              and what it is as the head of an application */
};

enum { SYMBOLS_LATELY = 256 };
struct symbol_table {
    struct symbol_slot *slots;
    uint32_t slot_bits;               /* of the number of a slot */
    uint32_t stamp;                   /* not 0 */
    symbol lately[SYMBOLS_LATELY];    /* long ones, by their hash; they may be others by now */
    bool has_let;                     /* a text was interned that starts with SYMBOL_LET */
    VEC(struct symbol_entry) entries; /* entry 0 is unused */
    struct index index;
    struct arena texts;
};

struct symbol_mark {
    uint32_t n;
    struct arena_mark texts;
};

void symbol_table_init(struct symbol_table *table);
void symbol_table_release(struct symbol_table *table);
/* A hint that so many more symbols may come. */
void symbol_expect(struct symbol_table *table, size_t n);
symbol symbol_intern(struct symbol_table *table, const char *at, size_t n);
/* The same for a short text that is known as a word. */
symbol symbol_intern_word(struct symbol_table *table, const char *at, struct hash_word word,
                          size_t n);
/* Of a text whose slot has another one; 0 if it was never interned. */
symbol symbol_find_word(struct symbol_table *table, struct hash_word word, size_t n);
/* Of a text that is longer than SYMBOL_SHORT; 0 if it was never interned. */
symbol symbol_find_long(struct symbol_table *table, const char *at, size_t n);
/* All slots forget what their texts mean. */
void symbol_forget_meanings(struct symbol_table *table);
/* So does that of one symbol, whose meaning changes. */
void symbol_forget_meaning(struct symbol_table *table, symbol s);
/* Its slot, if it has one, learns what it stands for alone; as a head it is not known. */
void symbol_set_meaning(struct symbol_table *table, symbol s, uint32_t value);
/* 0 if the text was never interned. */
symbol symbol_find(const struct symbol_table *table, const char *at, size_t n);
struct symbol_mark symbol_mark(const struct symbol_table *table);
void symbol_rewind(struct symbol_table *table, struct symbol_mark mark);

static inline struct symbol_entry *symbol_at(const struct symbol_table *table, symbol s) {
    return &table->entries.at[s];
}
static inline bool symbol_is_word(const struct symbol_entry *entry, struct hash_word word,
                                  size_t n) {
    return entry->word.a == word.a && entry->word.b == word.b && entry->n == n;
}
static inline struct symbol_slot *symbol_slot(const struct symbol_table *table,
                                              struct hash_word word) {
    uint64_t hash = word.a * UINT64_C(0x9e3779b97f4a7c15) + word.b * UINT64_C(0xd6e8feb86659fd93);
    return &table->slots[hash >> (64 - table->slot_bits)];
}
static inline bool symbol_is_in(const struct symbol_slot *slot, struct hash_word word) {
    return ((slot->word.a ^ word.a) | (slot->word.b ^ word.b)) == 0;
}
/* Has the memory fetched in which a text will be looked for. */
static inline void symbol_fetch(const struct symbol_table *table, struct hash_word word, size_t n) {
    (void)*(const volatile uint32_t *)&symbol_slot(table, word)->stamp;
    index_fetch(&table->index, hash_of_word(word, n));
}
/* Appends the text as it is. A short one is in the entry, a long one padded: copied in eights. */
static inline void symbol_add(const struct symbol_entry *entry, struct strbuf *out) {
    uint32_t n = entry->n;
    strbuf_reserve(out, n + 16);
    char *to = out->at + out->n;
    if (n <= SYMBOL_SHORT) {
        hash_store(to, entry->word);
    } else
        for (uint32_t i = 0; i < n; i += 8)
            memcpy(to + i, entry->at + i, 8);
    out->n += n;
}
/* Appends the name as SMT-LIB writes it, with bars where it needs them. */
static inline void symbol_print(const struct symbol_table *table, symbol s, struct strbuf *out) {
    const struct symbol_entry *entry = symbol_at(table, s);
    if (!entry->needs_bars) {
        symbol_add(entry, out);
        return;
    }
    strbuf_add_char(out, '|');
    symbol_add(entry, out);
    strbuf_add_char(out, '|');
}

#endif
