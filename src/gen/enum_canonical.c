#include "gen/enum_canonical.h"

#include <string.h>

#include "base/hash.h"
#include "base/index.h"
#include "base/strbuf.h"
#include "base/vec.h"

enum { NAMINGS_MAX = 50000, NONE = UINT32_MAX };

/* An atom or a list of the word. Parts have larger numbers than what they stand in. */
struct part {
    bool is_list;
    bool is_declared;    /* inside a declaration: its names stay */
    size_t at, n;        /* an atom's text in the word */
    uint32_t child;      /* the first of a list, or NONE */
    uint32_t next;       /* the next of the same list, or NONE */
    uint32_t variable;   /* which one it is, or NONE */
    size_t text, n_text; /* as it is written under a naming */
};

struct variable {
    uint32_t name; /* parts of its declaration */
    uint32_t sort;
    bool is_used;        /* outside declarations */
    uint32_t stands_for; /* one of the same sort, under a naming */
};

struct enum_canonical {
    const char *word;
    VEC(struct part) parts;
    VEC(uint32_t) open;
    VEC(struct variable) variables;
    VEC(bool) fits;          /* by two variables: have they the same sort? */
    VEC(uint32_t) arguments; /* of a list that is being written */
    struct strbuf own, text; /* the word as it is; everything of it under a naming */
    struct strbuf least, at_hand;
    struct index seen; /* classes, by `keys` */
    VEC(struct hash_word) keys;
};

struct enum_canonical *enum_canonical_new(void) {
    return mem_alloc_zero(sizeof(struct enum_canonical));
}

void enum_canonical_free(struct enum_canonical *canonical) {
    if (canonical == NULL)
        return;
    vec_free(&canonical->parts);
    vec_free(&canonical->open);
    vec_free(&canonical->variables);
    vec_free(&canonical->fits);
    vec_free(&canonical->arguments);
    strbuf_free(&canonical->own);
    strbuf_free(&canonical->text);
    strbuf_free(&canonical->least);
    strbuf_free(&canonical->at_hand);
    index_free(&canonical->seen);
    vec_free(&canonical->keys);
    mem_free(canonical);
}

/* ---- reading ---------------------------------------------------------------- */

static size_t length_of_atom(const char *at, size_t n) {
    size_t i = 1;
    if (at[0] == '"' || at[0] == '|') {
        while (i < n && at[i] != at[0])
            i++;
        return i < n ? i + 1 : n;
    }
    while (i < n && strchr(" \t()\"|;", at[i]) == NULL)
        i++;
    return i;
}

static void add_part(struct enum_canonical *c, struct part part, uint32_t *last) {
    uint32_t number = (uint32_t)c->parts.n;
    part.child = part.next = part.variable = NONE;
    vec_push(&c->parts, part);
    if (*last != NONE)
        c->parts.at[*last].next = number;
    else if (c->open.n > 0)
        c->parts.at[vec_top(&c->open)].child = number;
    *last = number;
}

/* False if parentheses do not match. The commands are the parts 0, its next ... */
static bool read_parts(struct enum_canonical *c, const char *text, size_t n) {
    uint32_t last = NONE;
    vec_clear(&c->parts);
    vec_clear(&c->open);
    for (size_t i = 0; i < n;) {
        if (text[i] == ' ' || text[i] == '\t') {
            i++;
        } else if (text[i] == '(') {
            add_part(c, (struct part){.is_list = true}, &last);
            vec_push(&c->open, last);
            last = NONE;
            i++;
        } else if (text[i] == ')') {
            if (c->open.n == 0)
                return false;
            last = vec_pop(&c->open);
            i++;
        } else {
            size_t length = length_of_atom(text + i, n - i);
            add_part(c, (struct part){.at = i, .n = length}, &last);
            i += length;
        }
    }
    return c->open.n == 0;
}

static bool is_word(const struct enum_canonical *c, uint32_t part, const char *word) {
    const struct part *p = &c->parts.at[part];
    return !p->is_list && p->n == strlen(word) && memcmp(c->word + p->at, word, p->n) == 0;
}

static bool is_same_atom(const struct enum_canonical *c, const struct part *a,
                         const struct part *b) {
    return a->n == b->n && memcmp(c->word + a->at, c->word + b->at, a->n) == 0;
}

/* (declare-const NAME SORT), or (declare-fun NAME () SORT). */
static void read_declaration(struct enum_canonical *c, uint32_t head) {
    uint32_t name = c->parts.at[head].next;
    if (name == NONE || c->parts.at[name].is_list)
        return;
    uint32_t sort = c->parts.at[name].next;
    if (sort != NONE && is_word(c, head, "declare-fun")) {
        if (!c->parts.at[sort].is_list || c->parts.at[sort].child != NONE)
            return;
        sort = c->parts.at[sort].next;
    }
    if (sort != NONE)
        vec_push(&c->variables, ((struct variable){.name = name, .sort = sort}));
}

/* Names in declarations stay as they are; everywhere else a name may stand for a variable. */
static void find_variables(struct enum_canonical *c) {
    vec_clear(&c->variables);
    for (uint32_t command = c->parts.n > 0 ? 0 : NONE; command != NONE;
         command = c->parts.at[command].next) {
        uint32_t head = c->parts.at[command].child, end = c->parts.at[command].next;
        if (head == NONE || !(is_word(c, head, "declare-const") || is_word(c, head, "declare-fun")))
            continue;
        read_declaration(c, head);
        for (uint32_t i = command; i < (end == NONE ? c->parts.n : end); i++)
            c->parts.at[i].is_declared = true;
    }
    for (size_t i = 0; i < c->parts.n; i++)
        for (uint32_t v = 0; v < c->variables.n && !c->parts.at[i].is_list; v++)
            if (!c->parts.at[i].is_declared &&
                is_same_atom(c, &c->parts.at[i], &c->parts.at[c->variables.at[v].name])) {
                c->parts.at[i].variable = v;
                c->variables.at[v].is_used = true;
            }
}

/* ---- writing ---------------------------------------------------------------- */

/* Where the arguments begin that commute, counted from 0; NONE if none do. */
static uint32_t commutes_from(const struct enum_canonical *c, uint32_t head) {
#define COMMUTES(op, first)   \
    if (is_word(c, head, op)) \
        return first;
#include "gen/commutes.def"
    return NONE;
}

static int compare_texts(const struct enum_canonical *c, uint32_t a, uint32_t b) {
    const struct part *x = &c->parts.at[a], *y = &c->parts.at[b];
    size_t n = x->n_text < y->n_text ? x->n_text : y->n_text;
    int order = memcmp(c->text.at + x->text, c->text.at + y->text, n);
    return order != 0 ? order : (x->n_text > y->n_text) - (x->n_text < y->n_text);
}

/* Few arguments: by insertion. */
static void sort_arguments(struct enum_canonical *c, size_t from) {
    for (size_t i = from + 1; i < c->arguments.n; i++)
        for (size_t k = i;
             k > from && compare_texts(c, c->arguments.at[k], c->arguments.at[k - 1]) < 0; k--) {
            uint32_t swap = c->arguments.at[k];
            c->arguments.at[k] = c->arguments.at[k - 1];
            c->arguments.at[k - 1] = swap;
        }
}

static void write_list(struct enum_canonical *c, struct part *part, bool sorts) {
    vec_clear(&c->arguments);
    for (uint32_t i = part->child; i != NONE; i = c->parts.at[i].next)
        vec_push(&c->arguments, i);
    uint32_t from = part->child == NONE ? NONE : commutes_from(c, part->child);
    if (sorts && from != NONE)
        sort_arguments(c, from + 1);
    strbuf_add_char(&c->text, '(');
    for (size_t i = 0; i < c->arguments.n; i++) {
        const struct part *argument = &c->parts.at[c->arguments.at[i]];
        strbuf_reserve(&c->text, argument->n_text + 1);
        strbuf_add(&c->text, c->text.at + argument->text, argument->n_text);
        strbuf_add_char(&c->text, ' ');
    }
    strbuf_add_char(&c->text, ')');
}

static const struct part *atom_of(const struct enum_canonical *c, const struct part *part) {
    if (part->variable == NONE)
        return part;
    uint32_t other = c->variables.at[part->variable].stands_for;
    return &c->parts.at[c->variables.at[other].name];
}

/* Of what is not declared, sorted; or of everything, as it is. */
enum writing { WRITE_ALL, WRITE_SORTED };

/* The parts from behind: what stands in a list is written before it. */
static void write_parts(struct enum_canonical *c, enum writing writing) {
    strbuf_clear(&c->text);
    for (size_t i = c->parts.n; i > 0; i--) {
        struct part *part = &c->parts.at[i - 1];
        if (part->is_declared && writing != WRITE_ALL)
            continue;
        part->text = c->text.n;
        if (part->is_list) {
            write_list(c, part, writing == WRITE_SORTED);
        } else {
            const struct part *atom = atom_of(c, part);
            strbuf_add(&c->text, c->word + atom->at, atom->n);
        }
        part->n_text = c->text.n - part->text;
    }
}

/* The first command from `i` on that is no declaration; NONE behind the last. */
static uint32_t next_command(const struct enum_canonical *c, uint32_t i) {
    while (i != NONE && i < c->parts.n && c->parts.at[i].is_declared)
        i = c->parts.at[i].next;
    return i < c->parts.n ? i : NONE;
}

/* Command by command: is the word under this naming less than it is as it stands? */
static bool is_less(const struct enum_canonical *c) {
    size_t at = 0;
    for (uint32_t i = next_command(c, 0); i != NONE; i = next_command(c, c->parts.at[i].next)) {
        const struct part *part = &c->parts.at[i];
        size_t rest = c->own.n - at, n = part->n_text < rest ? part->n_text : rest;
        int order = memcmp(c->text.at + part->text, c->own.at + at, n);
        if (order != 0 || n < part->n_text) /* names may be longer: then it is not less */
            return order < 0;
        at += n;
    }
    return false;
}

/* ---- namings ---------------------------------------------------------------- */

static bool has_same_sort(const struct enum_canonical *c, uint32_t a, uint32_t b) {
    const struct part *x = &c->parts.at[c->variables.at[a].sort],
                      *y = &c->parts.at[c->variables.at[b].sort];
    return x->n_text == y->n_text &&
           memcmp(c->text.at + x->text, c->text.at + y->text, x->n_text) == 0;
}

/* Which variables a variable may stand for: those of its sort. */
static void find_sorts(struct enum_canonical *c) {
    size_t n = c->variables.n;
    vec_clear(&c->fits);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            vec_push(&c->fits, has_same_sort(c, i, k));
}

/* Does each variable that is used stand for one of its sort, and no two for the same? */
static bool is_naming(const struct enum_canonical *c) {
    size_t n = c->variables.n;
    for (size_t i = 0; i < n; i++) {
        if (!c->variables.at[i].is_used)
            continue;
        if (!c->fits.at[i * n + c->variables.at[i].stands_for])
            return false;
        for (size_t k = 0; k < i; k++)
            if (c->variables.at[k].is_used &&
                c->variables.at[k].stands_for == c->variables.at[i].stands_for)
                return false;
    }
    return true;
}

/* The next way to let variables that are used stand for variables; false after the last. */
static bool next_naming(struct enum_canonical *c) {
    for (size_t i = c->variables.n; i > 0; i--) {
        struct variable *variable = &c->variables.at[i - 1];
        if (!variable->is_used)
            continue;
        if (++variable->stands_for < c->variables.n)
            return true;
        variable->stands_for = 0;
    }
    return false;
}

/* The word as it is, with blanks of our own. */
static void write_own(struct enum_canonical *c) {
    for (uint32_t i = 0; i < c->variables.n; i++)
        c->variables.at[i].stands_for = i;
    write_parts(c, WRITE_ALL);
    find_sorts(c);
    strbuf_clear(&c->own);
    for (uint32_t i = next_command(c, 0); i != NONE; i = next_command(c, c->parts.at[i].next))
        strbuf_add(&c->own, c->text.at + c->parts.at[i].text, c->parts.at[i].n_text);
}

static bool has_few_namings(const struct enum_canonical *c) {
    double n = 1;
    for (size_t i = 0; i < c->variables.n; i++)
        n *= c->variables.at[i].is_used ? (double)c->variables.n : 1;
    return n <= NAMINGS_MAX;
}

bool enum_is_canonical(struct enum_canonical *c, const char *text, size_t n) {
    c->word = text;
    if (!read_parts(c, text, n))
        return true;
    find_variables(c);
    write_own(c);
    write_parts(c, WRITE_SORTED);
    bool is_least = !is_less(c);
    if (!is_least || !has_few_namings(c))
        return is_least;
    for (size_t i = 0; i < c->variables.n; i++)
        c->variables.at[i].stands_for = 0;
    do {
        if (is_naming(c)) {
            write_parts(c, WRITE_SORTED);
            is_least = !is_less(c);
        }
    } while (is_least && next_naming(c));
    return is_least;
}

/* ---- classes ---------------------------------------------------------------- */

/* What all words of the class have: the declarations, and where among the commands they stand. */
static void write_frame(struct enum_canonical *c) {
    strbuf_clear(&c->least);
    for (uint32_t i = c->parts.n > 0 ? 0 : NONE; i != NONE; i = c->parts.at[i].next) {
        if (c->parts.at[i].is_declared)
            strbuf_add(&c->least, c->text.at + c->parts.at[i].text, c->parts.at[i].n_text);
        else
            strbuf_add_char(&c->least, '.');
    }
}

static void write_at_hand(struct enum_canonical *c) {
    write_parts(c, WRITE_SORTED);
    strbuf_clear(&c->at_hand);
    for (uint32_t i = next_command(c, 0); i != NONE; i = next_command(c, c->parts.at[i].next))
        strbuf_add(&c->at_hand, c->text.at + c->parts.at[i].text, c->parts.at[i].n_text);
}

/* The least behind the frame, which ends at `from`; or that at hand, if it is less. */
static void keep_least(struct enum_canonical *c, size_t from) {
    size_t n_least = c->least.n - from, n = c->at_hand.n < n_least ? c->at_hand.n : n_least;
    int order = n == 0 ? 0 : memcmp(c->at_hand.at, c->least.at + from, n);
    if (order > 0 || (order == 0 && c->at_hand.n >= n_least))
        return;
    c->least.n = from;
    strbuf_add(&c->least, c->at_hand.at, c->at_hand.n);
}

/* One text for all words of a class, in `least`. */
static void write_class(struct enum_canonical *c, const char *text, size_t n) {
    c->word = text;
    if (!read_parts(c, text, n)) {
        strbuf_clear(&c->least);
        strbuf_add(&c->least, text, n);
        return;
    }
    find_variables(c);
    write_own(c);
    write_frame(c);
    size_t from = c->least.n;
    write_at_hand(c);
    strbuf_add(&c->least, strbuf_text(&c->at_hand), c->at_hand.n);
    if (!has_few_namings(c))
        return;
    for (size_t i = 0; i < c->variables.n; i++)
        c->variables.at[i].stands_for = 0;
    do {
        if (is_naming(c)) {
            write_at_hand(c);
            keep_least(c, from);
        }
    } while (next_naming(c));
}

/* 128 bits: that two classes have the same is not to be expected. */
static struct hash_word key_of(const struct strbuf *text) {
    struct hash_word key = {text->n, ~(uint64_t)text->n};
    for (size_t i = 0; i < text->n; i += 8) {
        uint64_t word = hash_load(text->at + i, text->n - i < 8 ? text->n - i : 8);
        key.a = hash_mix(key.a, word);
        key.b = hash_mix(key.b + word, UINT64_C(0x2545f4914f6cdd1d));
    }
    return key;
}

bool enum_is_first_of_class(struct enum_canonical *c, const char *text, size_t n) {
    write_class(c, text, n);
    struct hash_word key = key_of(&c->least);
    INDEX_EACH(&c->seen, (uint32_t)key.a, id)
    if (c->keys.at[id - 1].a == key.a && c->keys.at[id - 1].b == key.b)
        return false;
    vec_push(&c->keys, key);
    index_insert(&c->seen, (uint32_t)key.a, (uint32_t)c->keys.n);
    return true;
}
