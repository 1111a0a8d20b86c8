#include "gen/op_class.h"

struct membership {
    uint32_t op;
    uint32_t class;
};

struct op_classes {
    const struct term_table *table;
    VEC(struct membership) members;
    uint32_t n_classes;
    VEC(uint64_t) sets; /* by operator: n_words of bits, one for each class */
    uint32_t n_words;
};

void op_classes_free(struct op_classes *classes) {
    if (classes == NULL)
        return;
    vec_free(&classes->members);
    vec_free(&classes->sets);
    mem_free(classes);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void trim(const char **at, size_t *n) {
    while (*n > 0 && is_blank(**at)) {
        (*at)++;
        (*n)--;
    }
    while (*n > 0 && is_blank((*at)[*n - 1]))
        (*n)--;
}

static bool is_word(const char *at, size_t n, const char *word) {
    return n == strlen(word) && memcmp(at, word, n) == 0;
}

static bool add_member(struct op_classes *classes, const char *at, size_t n, struct strbuf *error) {
    const struct term_table *table = classes->table;
    struct membership member = {.class = classes->n_classes};
    if (n == 0) {
        strbuf_add_text(error, "a name is missing between commas");
        return false;
    }
    if (is_word(at, n, "forall") || is_word(at, n, "exists")) {
        member.op = at[0] == 'f' ? OP_FORALL : OP_EXISTS;
        vec_push(&classes->members, member);
        return true;
    }
    symbol name = symbol_find(&table->symbols, at, n);
    uint32_t op = name == 0 ? 0 : symbol_at(&table->symbols, name)->op;
    if (op == 0) {
        strbuf_printf(error, "there is no operator '%.*s'", n > 200 ? 200 : (int)n, at);
        return false;
    }
    for (; op != 0; op = op_info(table, op)->next) { /* all its ranks */
        member.op = op_info(table, op)->canonical;
        vec_push(&classes->members, member);
    }
    return true;
}

/* A line, without its end and without the comment. */
static bool read_class(struct op_classes *classes, const char *at, size_t n, struct strbuf *error) {
    uint32_t n_names = 0;
    trim(&at, &n);
    if (n == 0 || *at == ';' || *at == '#')
        return true;
    for (;;) {
        const char *comma = memchr(at, ',', n), *name = at;
        size_t n_name = comma == NULL ? n : (size_t)(comma - at);
        size_t n_trimmed = n_name;
        trim(&name, &n_trimmed);
        if (!add_member(classes, name, n_trimmed, error))
            return false;
        n_names++;
        if (comma == NULL)
            break;
        at += n_name + 1;
        n -= n_name + 1;
    }
    if (n_names < 2) {
        strbuf_add_text(error, "a class needs two operators at least, separated by commas");
        return false;
    }
    classes->n_classes++;
    return true;
}

static void fill_sets(struct op_classes *classes) {
    size_t n_ops = classes->table->ops.n;
    classes->n_words = classes->n_classes / 64 + 1;
    vec_extend(&classes->sets, n_ops * classes->n_words);
    memset(classes->sets.at, 0, classes->sets.n * sizeof *classes->sets.at);
    for (size_t i = 0; i < classes->members.n; i++) {
        struct membership m = classes->members.at[i];
        classes->sets.at[m.op * classes->n_words + m.class / 64] |= UINT64_C(1) << m.class % 64;
    }
}

struct op_classes *op_classes_read(const struct term_table *table, const char *text, size_t n,
                                   uint32_t *line, struct strbuf *error) {
    struct op_classes *classes = mem_alloc_zero(sizeof *classes);
    classes->table = table;
    *line = 1;
    for (size_t at = 0; at < n; (*line)++) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t n_line = end == NULL ? n - at : (size_t)(end - text) - at;
        if (!read_class(classes, text + at, n_line, error)) {
            op_classes_free(classes);
            return NULL;
        }
        at += n_line + 1;
    }
    fill_sets(classes);
    return classes;
}

bool op_classes_allow(const struct op_classes *classes, uint32_t op, uint32_t other) {
    const uint64_t *a = &classes->sets.at[(size_t)op * classes->n_words];
    const uint64_t *b = &classes->sets.at[(size_t)other * classes->n_words];
    for (uint32_t i = 0; i < classes->n_words; i++)
        if ((a[i] & b[i]) != 0)
            return true;
    return false;
}
