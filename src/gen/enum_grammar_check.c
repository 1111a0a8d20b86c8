/*
 * What is checked of a grammar beyond its syntax.
 */
#include "gen/enum_grammar_int.h"

#include "base/hash.h"
#include "base/index.h"

/* ---- groups ----------------------------------------------------------------- */

/* The same symbols, where each group itself stands for the other. */
static bool is_same_production(const struct enum_grammar *grammar, const struct enum_production *a,
                               const struct enum_production *b) {
    if (a->n != b->n)
        return false;
    for (uint32_t i = 0; i < a->n; i++) {
        enum_symbol x = grammar->symbols.at[a->first + i], y = grammar->symbols.at[b->first + i];
        bool is_itself = x == enum_symbol_of_rule(a->rule) && y == enum_symbol_of_rule(b->rule);
        if (x != y && !is_itself)
            return false;
    }
    return true;
}

/* The productions of a group are not together yet: those of a group inside come between. */
static size_t next_production(const struct enum_grammar *grammar, uint32_t rule, size_t from) {
    while (from < grammar->productions.n && grammar->productions.at[from].rule != rule)
        from++;
    return from;
}

static bool is_same_group(const struct enum_grammar *grammar, uint32_t a, uint32_t b) {
    size_t n = grammar->productions.n;
    size_t i = next_production(grammar, a, 0), k = next_production(grammar, b, 0);
    while (i < n && k < n &&
           is_same_production(grammar, &grammar->productions.at[i], &grammar->productions.at[k])) {
        i = next_production(grammar, a, i + 1);
        k = next_production(grammar, b, k + 1);
    }
    return i == n && k == n;
}

uint32_t grammar_same_group(struct enum_grammar *grammar, uint32_t group) {
    for (uint32_t other = 0; other < group; other++) {
        if (grammar->rules.at[other].name != NULL || !is_same_group(grammar, other, group))
            continue;
        size_t left = 0; /* its productions go; its number stays unused if others came since */
        for (size_t i = 0; i < grammar->productions.n; i++)
            if (grammar->productions.at[i].rule != group)
                grammar->productions.at[left++] = grammar->productions.at[i];
        grammar->productions.n = left;
        if (group + 1 == grammar->rules.n)
            grammar->rules.n--;
        return other;
    }
    return group;
}

void grammar_sort_productions(struct enum_grammar *grammar) {
    VEC(struct enum_production) sorted = {0};
    u32_vec next = {0};
    vec_extend(&sorted, grammar->productions.n);
    for (size_t i = 0; i < grammar->productions.n; i++)
        grammar->rules.at[grammar->productions.at[i].rule].n++;
    uint32_t first = 0;
    for (size_t i = 0; i < grammar->rules.n; i++) {
        grammar->rules.at[i].first = first;
        vec_push(&next, first);
        first += grammar->rules.at[i].n;
    }
    for (size_t i = 0; i < grammar->productions.n; i++)
        sorted.at[next.at[grammar->productions.at[i].rule]++] = grammar->productions.at[i];
    vec_free(&grammar->productions);
    grammar->productions.at = sorted.at;
    grammar->productions.n = sorted.n;
    grammar->productions.cap = sorted.cap;
    vec_free(&next);
}

/* ---- alternatives ----------------------------------------------------------- */

static bool is_twin(const struct enum_grammar *grammar, const struct enum_production *a,
                    const struct enum_production *b) {
    return a->rule == b->rule && a->n == b->n &&
           (a->n == 0 || memcmp(grammar->symbols.at + a->first, grammar->symbols.at + b->first,
                                a->n * sizeof *grammar->symbols.at) == 0);
}

bool grammar_has_twins(const struct enum_grammar *grammar, uint32_t *offset) {
    struct index seen = {0}; /* productions: a rule may have a million */
    bool found = false;
    for (size_t i = 0; i < grammar->productions.n; i++) {
        const struct enum_production *production = &grammar->productions.at[i];
        uint64_t hash = production->rule + 1;
        for (uint32_t k = 0; k < production->n; k++)
            hash = hash_mix(hash, grammar->symbols.at[production->first + k]);
        INDEX_EACH(&seen, (uint32_t)hash, id)
        if (is_twin(grammar, &grammar->productions.at[id - 1], production) &&
            (!found || production->offset < *offset)) {
            *offset = production->offset;
            found = true;
        }
        index_insert(&seen, (uint32_t)hash, (uint32_t)i + 1);
    }
    index_free(&seen);
    return found;
}

/* ---- fixed points ----------------------------------------------------------- */

/* Is every symbol of the production a rule that has the mark, or a token if those count? */
static bool is_marked(const struct enum_grammar *grammar, const struct enum_production *production,
                      const bool *marks, bool tokens_count) {
    for (uint32_t i = 0; i < production->n; i++) {
        enum_symbol symbol = grammar->symbols.at[production->first + i];
        if (enum_symbol_is_token(symbol) ? !tokens_count : !marks[enum_symbol_number(symbol)])
            return false;
    }
    return true;
}

/* Marks rules with a production of marked symbols, until nothing changes. */
static bool *mark_rules(const struct enum_grammar *grammar, bool tokens_count) {
    bool *marks = mem_alloc_zero(grammar->rules.n * sizeof *marks + 1);
    bool changes = true;
    while (changes) {
        changes = false;
        for (size_t i = 0; i < grammar->productions.n; i++) {
            const struct enum_production *production = &grammar->productions.at[i];
            if (!marks[production->rule] && is_marked(grammar, production, marks, tokens_count))
                marks[production->rule] = changes = true;
        }
    }
    return marks;
}

static void add_name(const struct enum_rule *rule, struct strbuf *out) {
    if (rule->name != NULL)
        strbuf_printf(out, "rule '%s'", rule->name);
    else
        strbuf_add_text(out, "what is grouped or repeated here");
}

bool grammar_is_productive(const struct enum_grammar *grammar, uint32_t *rule,
                           struct strbuf *message) {
    bool *marks = mark_rules(grammar, true);
    bool good = true;
    for (uint32_t i = 0; i < grammar->rules.n && good; i++) {
        bool is_dropped = grammar->rules.at[i].name == NULL && grammar->rules.at[i].n == 0;
        if (marks[i] || is_dropped)
            continue;
        good = false;
        *rule = i;
        add_name(&grammar->rules.at[i], message);
        strbuf_add_text(message, " yields no word: each of its alternatives needs itself");
    }
    mem_free(marks);
    return good;
}

/* ---- cycles ----------------------------------------------------------------- */

enum { UNSEEN, OPEN, DONE };

/* A place in the search: the next symbol of a production of the rule to be looked at. */
struct visit {
    uint32_t rule;
    uint32_t production; /* of the rule, from 0 */
    uint32_t symbol;
};

/* The next rule that the visited one can become alone, all beside it being empty; or UINT32_MAX. */
static uint32_t next_step(const struct enum_grammar *grammar, const bool *empty,
                          struct visit *visit) {
    const struct enum_rule *rule = &grammar->rules.at[visit->rule];
    for (; visit->production < rule->n; visit->production++, visit->symbol = 0) {
        const struct enum_production *production =
            &grammar->productions.at[rule->first + visit->production];
        uint32_t n_solid = 0, solid = 0; /* what cannot be empty */
        for (uint32_t i = 0; i < production->n; i++) {
            enum_symbol symbol = grammar->symbols.at[production->first + i];
            if (enum_symbol_is_token(symbol) || !empty[enum_symbol_number(symbol)]) {
                n_solid++;
                solid = i;
            }
        }
        while (n_solid <= 1 && visit->symbol < production->n) {
            uint32_t i = visit->symbol++;
            enum_symbol symbol = grammar->symbols.at[production->first + i];
            if (!enum_symbol_is_token(symbol) && (n_solid == 0 || solid == i))
                return enum_symbol_number(symbol);
        }
    }
    return UINT32_MAX;
}

bool grammar_is_acyclic(const struct enum_grammar *grammar, uint32_t *rule,
                        struct strbuf *message) {
    bool *empty = mark_rules(grammar, false);
    uint8_t *state = mem_alloc_zero(grammar->rules.n + 1);
    VEC(struct visit) visits = {0};
    bool good = true;
    for (uint32_t i = 0; i < grammar->rules.n && good; i++) {
        if (state[i] != UNSEEN)
            continue;
        state[i] = OPEN;
        vec_push(&visits, ((struct visit){.rule = i}));
        while (visits.n > 0 && good) {
            uint32_t next = next_step(grammar, empty, &vec_top(&visits));
            if (next == UINT32_MAX) {
                state[vec_pop(&visits).rule] = DONE;
            } else if (state[next] == UNSEEN) {
                state[next] = OPEN;
                vec_push(&visits, ((struct visit){.rule = next}));
            } else if (state[next] == OPEN) {
                good = false;
                *rule = next;
                add_name(&grammar->rules.at[next], message);
                strbuf_add_text(message, " leads back to itself without adding a token: each word "
                                         "would come again and again");
            }
        }
    }
    vec_free(&visits);
    mem_free(state);
    mem_free(empty);
    return good;
}
