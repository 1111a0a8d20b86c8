#include "gen/construct_int.h"

#include "base/die.h"
#include "base/file.h"
#include "base/hash.h"

enum { STEPS = 200, CHECK_TRIES = 1000 };

/* A file that is at hand, and what is planned with it. */
struct known_theory {
    char *name; /* of the theory */
    char *file, *text;
    size_t n;
    char *constants_file, *constants; /* NULL: none */
    size_t n_constants;
    bool is_users;
    bool has_meanings;        /* of its own */
    VEC(const char *) untrue; /* with these: names to be left out */
    bool is_planned;
    bool too_many;
    struct plan plan;
};

struct construct_set {
    bool has_theory; /* that of the settings is among them */
    VEC(struct known_theory *) theories;
};

struct construct_set *construct_set_new(void) {
    return mem_alloc_zero(sizeof(struct construct_set));
}

static void known_free(struct known_theory *known) {
    if (known->is_planned)
        plan_release(&known->plan);
    mem_free(known->name);
    mem_free(known->file);
    mem_free(known->text);
    mem_free(known->constants_file);
    mem_free(known->constants);
    for (size_t i = 0; i < known->untrue.n; i++)
        mem_free((char *)known->untrue.at[i]);
    vec_free(&known->untrue);
    mem_free(known);
}

void construct_set_free(struct construct_set *set) {
    if (set == NULL)
        return;
    for (size_t i = 0; i < set->theories.n; i++)
        known_free(set->theories.at[i]);
    vec_free(&set->theories);
    mem_free(set);
}

static struct facts_source source_of(const struct known_theory *known) {
    return (struct facts_source){known->file, known->text, known->n};
}

static char *copy(const char *text) {
    return mem_copy_text(text, strlen(text));
}

/* The theory with this name, momus' own if there was none before; NULL if there is none. */
static struct known_theory *find(struct construct_set *set, const char *name) {
    struct facts_source source;
    for (size_t i = 0; i < set->theories.n; i++)
        if (strcmp(set->theories.at[i]->name, name) == 0)
            return set->theories.at[i];
    if (!facts_built_in(name, &source))
        return NULL;
    struct known_theory *known = mem_alloc_zero(sizeof *known);
    *known = (struct known_theory){
        .name = copy(name),
        .file = copy(source.file),
        .text = mem_copy_text(source.text, source.n),
        .n = source.n,
    };
    vec_push(&set->theories, known);
    return known;
}

static bool read_known(struct gen *gen, const struct known_theory *known, struct facts *facts,
                       struct strbuf *error) {
    struct facts_source source = source_of(known);
    struct facts_source constants = {known->constants_file, known->constants, known->n_constants};
    return facts_read(gen->table, &source, known->constants != NULL ? &constants : NULL,
                      gen->settings.construct.patterns, facts, error);
}

/* ---- files of the user's ---- */

bool construct_set_add(struct construct_set *set, struct gen *gen, const char *file,
                       const char *text, size_t n, struct strbuf *error) {
    struct known_theory read = {.file = copy(file), .text = mem_copy_text(text, n), .n = n};
    struct term_mark mark = term_table_mark(gen->table);
    struct facts_source source = source_of(&read);
    struct facts facts;
    bool good = read_known(gen, &read, &facts, error);
    if (good) {
        const struct symbol_entry *name = symbol_at(&gen->table->symbols, facts.name);
        read.name = mem_copy_text(name->at, name->n);
        read.has_meanings = facts.meanings.n > 0;
        good = facts_check(gen->eval, &source, &facts, CHECK_TRIES, error);
        facts_release(&facts);
    }
    struct known_theory *known = good ? find(set, read.name) : NULL;
    if (good && known == NULL) {
        strbuf_printf(error, "%s:1:1: error: there is no theory '%s' that it could replace\n", file,
                      read.name);
        good = false;
    }
    if (good) {
        mem_free(known->file);
        mem_free(known->text);
        known->file = read.file;
        known->text = read.text;
        known->n = read.n;
        known->is_users = true;
        known->has_meanings = read.has_meanings;
        read.file = read.text = NULL;
    }
    mem_free(read.name);
    mem_free(read.file);
    mem_free(read.text);
    term_table_rewind(gen->table, mark);
    return good;
}

static void find_untrue(struct gen *gen, struct known_theory *known, const struct facts *facts) {
    u32_vec names = {0};
    facts_find_wrong(gen->eval, facts, CHECK_TRIES, &names);
    for (size_t i = 0; i < names.n; i++) {
        const struct symbol_entry *name = symbol_at(&gen->table->symbols, names.at[i]);
        vec_push(&known->untrue, mem_copy_text(name->at, name->n));
    }
    vec_free(&names);
}

bool construct_set_constants(struct construct_set *set, struct gen *gen, const char *theory,
                             const char *file, const char *text, size_t n, struct strbuf *error) {
    struct known_theory *known = find(set, theory);
    struct term_mark mark = term_table_mark(gen->table);
    struct facts facts;
    if (known == NULL) {
        strbuf_printf(error, "%s:1:1: error: this strategy takes no constants\n", file);
        return false;
    }
    known->constants_file = copy(file);
    known->constants = mem_copy_text(text, n);
    known->n_constants = n;
    bool good = read_known(gen, known, &facts, error);
    if (good) {
        known->has_meanings = facts.meanings.n > 0;
        if (known->has_meanings)
            find_untrue(gen, known, &facts);
        facts_release(&facts);
    } else {
        mem_free(known->constants_file);
        mem_free(known->constants);
        known->constants_file = known->constants = NULL;
    }
    term_table_rewind(gen->table, mark);
    return good;
}

static bool read_users(const char *path, struct file_text *text, struct strbuf *error) {
    struct strbuf cause = {0};
    bool good = file_read(path, text, &cause);
    if (!good)
        strbuf_printf(error, "momus: error: %s\n", strbuf_text(&cause));
    strbuf_free(&cause);
    return good;
}

static struct construct_set *set_of(struct gen *gen) {
    if (gen->constructs == NULL)
        gen->constructs = construct_set_new();
    return gen->constructs;
}

static bool load_theory(struct gen *gen, struct strbuf *error) {
    const char *path = gen->settings.construct.theory;
    struct construct_set *set = set_of(gen);
    struct file_text text;
    if (path == NULL || set->has_theory)
        return true;
    if (!read_users(path, &text, error))
        return false;
    set->has_theory = construct_set_add(set, gen, path, text.at, text.n, error);
    file_text_free(&text);
    return set->has_theory;
}

bool construct_load(struct gen *gen, const char *theory, struct strbuf *error) {
    const char *path = gen->settings.construct.constants;
    struct file_text text;
    if (!load_theory(gen, error))
        return false;
    const struct known_theory *known = find(set_of(gen), theory);
    if (path == NULL || (known != NULL && known->constants != NULL))
        return true;
    if (!read_users(path, &text, error))
        return false;
    bool good = construct_set_constants(gen->constructs, gen, theory, path, text.at, text.n, error);
    file_text_free(&text);
    return good;
}

/* ---- plans ---- */

/* Once; what is too much once is so always. */
static void plan(struct gen *gen, struct known_theory *known, const struct facts *facts) {
    if (known->is_planned || known->too_many)
        return;
    struct construct_settings settings = gen->settings.construct;
    VEC(const char *) without = {0};
    for (size_t i = 0; i < settings.n_without; i++)
        vec_push(&without, settings.without[i]);
    for (size_t i = 0; i < known->untrue.n; i++)
        vec_push(&without, known->untrue.at[i]);
    settings.without = without.at;
    settings.n_without = without.n;
    facts_set_meanings(facts, gen->eval);
    known->is_planned = plan_make(gen, facts, &settings, &known->plan);
    known->too_many = !known->is_planned;
    eval_clear_meanings(gen->eval);
    vec_free(&without);
}

bool construct_prepare(struct gen *gen, const char *theory, struct strbuf *error) {
    const struct construct_settings *settings = &gen->settings.construct;
    struct facts facts;
    struct known_theory *known = find(set_of(gen), theory);
    if (known == NULL)
        BUG("there is no theory %s", theory);
    if (settings->chain > CONSTRUCT_CHAIN_MAX) {
        strbuf_printf(error, "chains have at most %d replacements", CONSTRUCT_CHAIN_MAX);
        return false;
    }
    if (!read_known(gen, known, &facts, error))
        return false;
    plan(gen, known, &facts);
    facts_release(&facts);
    if (known->too_many)
        strbuf_add_text(error, "there would be too many tests");
    else if (settings->chain > 1 && known->plan.n_plain == known->plan.tests.n)
        strbuf_printf(error, "no formula of %s has room for a chain of %u", theory,
                      (unsigned)settings->chain);
    return error->n == 0;
}

bool construct_knows(const struct gen *gen, const char *theory, size_t i) {
    const struct known_theory *known = find(gen->constructs, theory);
    return !known->is_planned || known->plan.is_known.at[i];
}

bool construct_is_users(const struct gen *gen, const char *theory) {
    return gen->constructs != NULL && find(gen->constructs, theory) != NULL &&
           find(gen->constructs, theory)->is_users;
}

bool construct_has_meanings(const struct gen *gen, const char *theory) {
    return gen->constructs != NULL && find(gen->constructs, theory) != NULL &&
           find(gen->constructs, theory)->has_meanings;
}

const char *construct_untrue(const struct gen *gen, const char *theory, size_t i) {
    const struct known_theory *known = find(gen->constructs, theory);
    return i < known->untrue.n ? known->untrue.at[i] : NULL;
}

/* ---- the strategies ---- */

struct state {
    struct facts facts;
    size_t from, end; /* tests of the trail */
    struct maker_state maker;
};

/* The tests of a trail: from..end. Chains begin with a trail of their own. */
static void tests_of_trail(const struct plan *plan, uint64_t number, size_t *from, size_t *end) {
    size_t n_trails = (plan->n_plain + STEPS - 1) / STEPS;
    bool is_plain = number < n_trails;
    size_t first = is_plain ? 0 : plan->n_plain, last = is_plain ? plan->n_plain : plan->tests.n;
    uint64_t skipped = (is_plain ? number : number - n_trails) * STEPS;
    *from = skipped < last - first ? first + (size_t)skipped : last;
    *end = last - *from < STEPS ? last : *from + STEPS;
}

/* Settings and files are part of what made a test. */
static uint16_t digest_of(const struct known_theory *known,
                          const struct construct_settings *settings, bool is_chain) {
    uint64_t digest = 0;
    uint64_t bits = settings->patterns | (uint64_t)settings->ascii << 1 |
                    (uint64_t)settings->no_quantifiers << 2 | (uint64_t)settings->bound << 8 |
                    (uint64_t)(is_chain ? settings->chain : 0) << 40;
    if (bits != 0)
        digest = hash_mix(digest + 1, bits);
    for (size_t i = 0; i < settings->n_without; i++)
        digest =
            hash_mix(digest + 1, seed_hash(settings->without[i], strlen(settings->without[i])));
    if (known->is_users)
        digest = hash_mix(digest + 1, seed_hash(known->text, known->n));
    if (known->constants != NULL)
        digest = hash_mix(digest + 2, seed_hash(known->constants, known->n_constants));
    return (uint16_t)(digest ^ digest >> 16);
}

static const char *begin(struct trail *trail, struct rng *rng) {
    struct gen *gen = trail->gen;
    struct strbuf error = {0};
    (void)rng;
    if (!construct_load(gen, trail->strategy->name, &error)) {
        strbuf_free(&error);
        return "a file of the theory cannot be read";
    }
    struct known_theory *known = find(gen->constructs, trail->strategy->name);
    if (known == NULL)
        BUG("there is no theory for the strategy %s", trail->strategy->name);
    struct state *state = mem_alloc_zero(sizeof *state);
    if (!read_known(gen, known, &state->facts, &error))
        BUG("a theory is wrong:\n%s", strbuf_text(&error));
    plan(gen, known, &state->facts);
    if (!known->too_many)
        tests_of_trail(&known->plan, trail->id.trail, &state->from, &state->end);
    if (known->too_many || state->from == state->end) {
        facts_release(&state->facts);
        mem_free(state);
        return known->too_many ? "there would be too many tests" : "the suite has no more tests";
    }
    state->maker = (struct maker_state){
        .gen = gen,
        .facts = &state->facts,
        .plan = &known->plan,
        .is_users = known->is_users || known->has_meanings,
    };
    facts_set_meanings(&state->facts, gen->eval);
    trial_init(&state->maker.trial, gen->eval, &state->facts);
    trail->id.digest ^=
        digest_of(known, &gen->settings.construct, state->from >= known->plan.n_plain);
    trail->state = state;
    return NULL;
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    struct state *state = trail->state;
    (void)rng;
    if (trail->id.step >= state->end - state->from)
        return false;
    construct_make(&state->maker, &state->maker.plan->tests.at[state->from + trail->id.step], test);
    return true;
}

static void write_recipe(struct trail *trail, struct rng *rng, struct recipe *recipe) {
    struct state *state = trail->state;
    size_t number = state->from + trail->id.step - 1;
    (void)rng;
    construct_write_recipe(&state->maker, &state->maker.plan->tests.at[number], recipe);
}

static void end(struct trail *trail) {
    struct state *state = trail->state;
    eval_clear_meanings(trail->gen->eval);
    eval_forget(trail->gen->eval);
    maker_state_release(&state->maker);
    facts_release(&state->facts);
    mem_free(state);
}

#define CONSTRUCT_STRATEGY(theory, about)       \
    const struct strategy strategy_##theory = { \
        .name = #theory,                        \
        .summary = about,                       \
        .n_seeds = 0,                           \
        .n_steps = STEPS,                       \
        .is_suite = true,                       \
        .wants_models = true,                   \
        .wants_cores = true,                    \
        .begin = begin,                         \
        .next = next,                           \
        .end = end,                             \
        .write_recipe = write_recipe,           \
        .make_recipe = recipe_make_marked,      \
    };

CONSTRUCT_STRATEGY(strings, "formulas over strings, sat or unsat by construction")
CONSTRUCT_STRATEGY(ints, "the same over integers")
CONSTRUCT_STRATEGY(reals, "the same over reals")
CONSTRUCT_STRATEGY(bitvectors, "the same over bit-vectors")
CONSTRUCT_STRATEGY(arrays, "the same over arrays")
CONSTRUCT_STRATEGY(floats, "the same over floating-point numbers")
