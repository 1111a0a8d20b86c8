#include "testing.h"

#include "term/symbol.h"

static symbol intern(struct symbol_table *table, const char *text) {
    return symbol_intern(table, text, strlen(text));
}

static void the_same_text_has_the_same_number(void **state) {
    struct symbol_table table;
    symbol_table_init(&table);
    char copy[] = "abc";
    symbol abc = intern(&table, "abc");
    assert_int_not_equal(abc, 0);
    assert_int_equal(intern(&table, copy), abc);
    assert_int_not_equal(intern(&table, "ABC"), abc);
    assert_int_not_equal(intern(&table, "ab"), abc);
    assert_int_not_equal(intern(&table, ""), 0);
    assert_int_equal(symbol_find(&table, "abcd", 3), abc);
    assert_int_equal(symbol_find(&table, "abcd", 4), 0);
    copy[0] = 'x'; /* the table has its own copy */
    assert_string_equal(symbol_at(&table, abc)->at, "abc");
    symbol_table_release(&table);
}

static void texts_may_hold_zero_bytes(void **state) {
    struct symbol_table table;
    symbol_table_init(&table);
    symbol a = symbol_intern(&table, "a\0b", 3);
    assert_int_not_equal(symbol_intern(&table, "a\0c", 3), a);
    assert_int_not_equal(symbol_intern(&table, "a", 1), a);
    assert_int_equal(symbol_at(&table, a)->n, 3);
    symbol_table_release(&table);
}

static void names_are_written_with_bars_where_they_need_them(void **state) {
    static const struct {
        const char *name, *written;
    } cases[] = {
        {"abc", "abc"},
        {"x!1", "x!1"},
        {"a b", "|a b|"},
        {"", "||"},
        {"1a", "|1a|"},
        {"let", "|let|"},
        {"lets", "lets"},
        {"_", "|_|"},
        {"check-sat", "|check-sat|"},
        {"par", "|par|"},
        {"\xc3\xa9", "|\xc3\xa9|"},
        {"a:b", "|a:b|"},
        {"forall", "|forall|"},
        {"Int", "Int"},
    };
    struct symbol_table table;
    struct strbuf out = {0};
    symbol_table_init(&table);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        strbuf_clear(&out);
        symbol_print(&table, intern(&table, cases[i].name), &out);
        assert_string_equal(strbuf_text(&out), cases[i].written);
    }
    strbuf_free(&out);
    symbol_table_release(&table);
}

static void equal_hashes_are_not_equal_texts(void **state) {
    struct symbol_table table;
    symbol_table_init(&table);
    symbol abc = intern(&table, "abc");
    static const char *const others[] = {"ab", "abd", "abcd"};
    for (size_t i = 0; i < LENGTH(others); i++) {
        testing_collide(&table.index, intern(&table, others[i]), abc);
        assert_int_equal(symbol_find(&table, others[i], strlen(others[i])), 0);
        assert_int_not_equal(intern(&table, others[i]), abc);
    }
    symbol_table_release(&table);
}

static void many_symbols_keep_their_texts(void **state) {
    enum { N = 20000 };
    struct symbol_table table;
    char name[16];
    symbol_table_init(&table);
    symbol first = intern(&table, "x0");
    for (uint32_t i = 0; i < N; i++) {
        snprintf(name, sizeof name, "x%u", i);
        assert_int_equal(intern(&table, name), first + i);
    }
    for (uint32_t i = 0; i < N; i++) {
        snprintf(name, sizeof name, "x%u", i);
        assert_int_equal(intern(&table, name), first + i);
        assert_string_equal(symbol_at(&table, first + i)->at, name);
    }
    symbol_table_release(&table);
}

static void rewinding_forgets_younger_symbols(void **state) {
    struct symbol_table table;
    symbol_table_init(&table);
    symbol old = intern(&table, "old");
    symbol_at(&table, old)->op = 17;
    struct symbol_mark mark = symbol_mark(&table);
    for (int round = 0; round < 3; round++) {
        symbol young = intern(&table, "young");
        assert_int_equal(young, old + 1);
        assert_int_equal(symbol_at(&table, young)->fun, 0); /* no trace of the last round */
        symbol_at(&table, young)->fun = 5;
        for (int i = 0; i < 2000; i++) {
            char name[32];
            snprintf(name, sizeof name, "%d-%d", round, i);
            intern(&table, name);
        }
        symbol_rewind(&table, mark);
        assert_int_equal(symbol_find(&table, "young", 5), 0);
        assert_int_equal(symbol_find(&table, "old", 3), old);
        assert_ptr_equal(table.texts.chunk, mark.texts.chunk);
        assert_int_equal(table.texts.used, mark.texts.used);
        assert_int_equal(symbol_at(&table, old)->op, 17);
    }
    symbol_table_release(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_same_text_has_the_same_number),
        TEST(texts_may_hold_zero_bytes),
        TEST(names_are_written_with_bars_where_they_need_them),
        TEST(equal_hashes_are_not_equal_texts),
        TEST(many_symbols_keep_their_texts),
        TEST(rewinding_forgets_younger_symbols),
    };
    return RUN(tests);
}
