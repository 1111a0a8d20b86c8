/*
 * et: grammar-based enumeration (thesis, chapter 7).
 *
 * A trail is a range of the words of one grammar; the grammars take turns:
 *
 *     trail   0       1      ...  n            n + 1
 *     words   [0, T)  [0, T)      [T, 2 T)     [T, 2 T)
 *     of      core    ints        core         ints
 *
 * so that a campaign walks through the smallest words of all of them. Nothing is
 * known of their truth. What momus itself does not accept is dropped, and counted.
 */
#include "gen/et.h"

#include "base/hash.h"
#include "gen/enum_index.h"
#include "gen/enum_word.h"
#include "gen/strategy.h"
#include "lang/parser.h"

enum { TRAIL_WORDS = 200 };

/* Those of Figures 7.4 and 7.5. */
static const char *const standard[] = {"core",       "ints",   "reals", "realints",
                                       "bitvectors", "arrays", "fp",    "strings"};

struct walked {
    struct enum_grammar *grammar;
    struct enum_counts *counts;
    struct enum_walk *walk;
};

struct et {
    VEC(struct walked) grammars;
    mpz_t from;
    uint16_t digest; /* of the grammars and of where to begin */
};

struct et_trail {
    struct walked *walked;
    bool is_over; /* there is no next word */
    struct script script;
};

/* ---- the grammars ----------------------------------------------------------- */

static bool add_grammar(struct et *et, const char *name, struct strbuf *error) {
    uint64_t hash;
    struct walked walked = {.grammar = enum_grammar_find(name, &hash, error)};
    if (walked.grammar == NULL)
        return false;
    walked.counts = enum_counts_new(walked.grammar);
    walked.walk = enum_walk_new(walked.counts);
    vec_push(&et->grammars, walked);
    et->digest = (uint16_t)hash_mix(et->digest + 1u, hash);
    return true;
}

static bool set_from(struct et *et, const char *from, struct strbuf *error) {
    if (from == NULL)
        return true;
    if (!enum_index_read(from, et->from)) {
        strbuf_printf(error, "momus: error: '%s' is no number such as 17 or 10^275\n", from);
        return false;
    }
    et->digest = (uint16_t)hash_mix(et->digest + 1u, hash_bytes(from, strlen(from)));
    return true;
}

bool et_prepare(struct gen *gen, struct strbuf *error) {
    const struct gen_settings *settings = &gen->settings;
    if (gen->et != NULL)
        return true;
    bool is_default = settings->n_grammars == 0;
    size_t n = is_default ? sizeof standard / sizeof *standard : settings->n_grammars;
    struct et *et = mem_alloc_zero(sizeof *et);
    mpz_init(et->from);
    bool good = set_from(et, settings->from, error);
    for (size_t i = 0; i < n && good; i++)
        good = add_grammar(et, is_default ? standard[i] : settings->grammars[i], error);
    if (good)
        gen->et = et;
    else
        et_free(et);
    return good;
}

void et_free(struct et *et) {
    if (et == NULL)
        return;
    for (size_t i = 0; i < et->grammars.n; i++) {
        enum_walk_free(et->grammars.at[i].walk);
        enum_counts_free(et->grammars.at[i].counts);
        enum_grammar_free(et->grammars.at[i].grammar);
    }
    vec_free(&et->grammars);
    mpz_clear(et->from);
    mem_free(et);
}

/* ---- the strategy ----------------------------------------------------------- */

/* Goes to the first word of the trail; false if the grammar has fewer words. */
static bool seek(const struct et *et, uint64_t trail, struct walked **walked) {
    mpz_t index;
    *walked = &et->grammars.at[trail % et->grammars.n];
    mpz_init_set_ui(index, trail / et->grammars.n);
    mpz_mul_ui(index, index, TRAIL_WORDS);
    mpz_add(index, index, et->from);
    bool there = enum_walk_seek((*walked)->walk, index);
    mpz_clear(index);
    return there;
}

/* Where one grammar has come to its end, its trails are empty as long as others go on. */
static bool is_any_left(const struct et *et, uint64_t trail) {
    struct walked *walked;
    for (uint64_t i = 1; i < et->grammars.n; i++)
        if (seek(et, trail + i, &walked))
            return true;
    return false;
}

static const char *begin(struct trail *trail, struct rng *rng) {
    struct strbuf error = {0};
    struct walked *walked;
    (void)rng;
    if (!et_prepare(trail->gen, &error)) {
        strbuf_free(&error);
        return "a grammar cannot be read";
    }
    const struct et *et = trail->gen->et;
    bool there = seek(et, trail->id.trail, &walked);
    if (!there && !is_any_left(et, trail->id.trail))
        return "the grammars have no more words";
    struct et_trail *state = mem_alloc_zero(sizeof *state);
    state->walked = walked;
    state->is_over = !there;
    trail->state = state;
    trail->id.digest = et->digest;
    return NULL;
}

static void read_word(struct trail *trail, struct et_trail *state, struct test *test) {
    struct strbuf *text = &state->walked->walk->text;
    struct parser *parser = parser_new(trail->gen->table);
    struct parse_error error = {0};
    script_release(&state->script);
    state->script = (struct script){0};
    if (!parser_read_script(parser, strbuf_text(text), text->n, &state->script, &error))
        test->dropped = "momus does not accept the word as a script";
    test->script = &state->script;
    parse_error_release(&error);
    parser_free(parser);
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    struct et_trail *state = trail->state;
    (void)rng;
    if (state->is_over || trail->id.step == TRAIL_WORDS)
        return false;
    if (trail->id.step > 0 && !enum_walk_next(state->walked->walk)) {
        state->is_over = true;
        return false;
    }
    read_word(trail, state, test);
    return true;
}

static void end(struct trail *trail) {
    struct et_trail *state = trail->state;
    script_release(&state->script);
    mem_free(state);
}

const struct strategy strategy_et = {
    .name = "et",
    .summary = "the smallest words of grammars",
    .n_steps = TRAIL_WORDS,
    .wants_models = true,
    .begin = begin,
    .next = next,
    .end = end,
};
