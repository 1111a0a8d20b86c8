#include <inttypes.h>

#include "base/die.h"
#include "base/hash.h"
#include "gen/bank.h"
#include "gen/corpus.h"

void refusal_add(refusal_vec *refusals, const char *reason, const char *name) {
    for (size_t i = 0; i < refusals->n; i++)
        if (strcmp(refusals->at[i].reason, reason) == 0) {
            refusals->at[i].n++;
            return;
        }
    vec_push(refusals, ((struct refusal){reason, name, 1}));
}

void corpus_init(struct corpus *corpus, struct gen *gen, const struct strategy *strategy) {
    *corpus = (struct corpus){.gen = gen, .strategy = strategy};
}

void corpus_release(struct corpus *corpus) {
    for (size_t i = 0; i < corpus->entries.n; i++) {
        if (!corpus->entries.at[i].is_shared)
            seed_free(corpus->entries.at[i].seed);
        seed_free(corpus->entries.at[i].twin);
    }
    for (size_t i = 0; i < corpus->groups.n; i++)
        vec_free(&corpus->groups.at[i].members);
    vec_free(&corpus->entries);
    vec_free(&corpus->groups);
    vec_free(&corpus->refusals);
    vec_free(&corpus->pair_refusals);
    strbuf_free(&corpus->scratch);
}

/* ---- reading --------------------------------------------------------------- */

static struct seed *read_seed(struct corpus *corpus, const char *path, struct strbuf *error) {
    struct file_text text;
    if (!file_read(path, &text, error)) {
        strbuf_add_char(error, '\n');
        return NULL;
    }
    struct gen *gen = corpus->gen;
    struct seed_source source = {gen->table, gen->eval, gen->labels};
    struct seed *seed = seed_read_from(&source, path, text.at, text.n, error);
    eval_forget(gen->eval);
    file_text_free(&text);
    return seed;
}

static struct corpus_group *group_of(struct corpus *corpus, symbol logic) {
    for (size_t i = 0; i < corpus->groups.n; i++)
        if (corpus->groups.at[i].logic == logic)
            return &corpus->groups.at[i];
    vec_push(&corpus->groups, ((struct corpus_group){.logic = logic}));
    return &vec_top(&corpus->groups);
}

static void add_seed(struct corpus *corpus, struct seed *seed, bool is_shared) {
    vec_push(&group_of(corpus, seed->logic_name)->members, (uint32_t)corpus->entries.n);
    vec_push(&corpus->entries, ((struct corpus_entry){.seed = seed, .is_shared = is_shared}));
}

bool corpus_add(struct corpus *corpus, const char *path, struct strbuf *error) {
    struct seed *seed = read_seed(corpus, path, error);
    if (seed != NULL)
        add_seed(corpus, seed, false);
    return seed != NULL;
}

void corpus_share(struct corpus *corpus, const struct corpus *other) {
    for (size_t i = 0; i < other->entries.n; i++)
        add_seed(corpus, other->entries.at[i].seed, true);
}

/* Of the seed with this content; the number of entries if there is none. */
static size_t place_of(const struct corpus *corpus, uint64_t hash) {
    size_t i = 0;
    while (i < corpus->entries.n && corpus->entries.at[i].seed->hash != hash)
        i++;
    return i;
}

struct seed *corpus_find(struct corpus *corpus, uint64_t hash) {
    size_t i = place_of(corpus, hash);
    return i < corpus->entries.n ? corpus->entries.at[i].seed : NULL;
}

/* ---- choosing -------------------------------------------------------------- */

/* A witness is looked for when the seed is first wanted, since that can take a while. */
static void ask(struct corpus *corpus, struct corpus_entry *entry) {
    struct seed *seed = entry->seed;
    entry->is_asked = true;
    strbuf_clear(&corpus->scratch);
    if (seed->is_disputed)
        entry->refused = "its labels contradict each other";
    else if (seed->is_set_aside)
        entry->refused = "momus seeds label has set it aside";
    else if (corpus->strategy->wants_witness &&
             !seed_find_witness(seed, corpus->gen->eval, &corpus->scratch))
        entry->refused = "its label is wrong";
    else
        entry->refused = corpus->strategy->refuse(corpus->gen, seed);
    eval_forget(corpus->gen->eval);
    if (entry->refused != NULL)
        refusal_add(&corpus->refusals, entry->refused, seed->name);
}

static struct seed *usable(struct corpus *corpus, size_t i) {
    struct corpus_entry *entry = &corpus->entries.at[i];
    if (!entry->is_asked)
        ask(corpus, entry);
    return entry->refused == NULL ? entry->seed : NULL;
}

/* A seed cannot stand beside itself: its symbols would be the same. */
static struct seed *twin_of(struct corpus *corpus, size_t i) {
    struct corpus_entry *entry = &corpus->entries.at[i];
    if (entry->twin == NULL && strcmp(entry->seed->name, "-") != 0) {
        strbuf_clear(&corpus->scratch);
        struct seed *twin = read_seed(corpus, entry->seed->name, &corpus->scratch);
        if (twin != NULL && twin->hash == entry->seed->hash) {
            if (corpus->strategy->wants_witness)
                seed_find_witness(twin, corpus->gen->eval, &corpus->scratch);
            eval_forget(corpus->gen->eval);
            entry->twin = twin;
        } else {
            seed_free(twin);
        }
    }
    return entry->twin;
}

enum { PARTNERS_LIKE_IT = 8, PARTNERS_ANY = 8 }; /* that are tried */

/* Most seeds go together with those of their own logic; a few with others. */
static size_t draw_partner(struct corpus *corpus, const struct seed *first, struct rng *rng,
                           unsigned attempt) {
    const struct corpus_group *group = group_of(corpus, first->logic_name);
    if (attempt < PARTNERS_LIKE_IT && !rng_chance(rng, 1, 8))
        return group->members.at[rng_below(rng, group->members.n)];
    return rng_below(rng, corpus->entries.n);
}

/* NULL, with the reason, if they do not go together. */
static struct trail *begin_on(struct corpus *corpus, const struct seed *const *seeds,
                              uint64_t campaign, uint64_t number, const char **reason) {
    memcpy(corpus->on, seeds, corpus->strategy->n_seeds * sizeof *seeds);
    return gen_trail_begin(corpus->gen, corpus->strategy, corpus->on, campaign, number, reason);
}

/* What is refused once is not tried again: it would be counted again. */
static struct trail *begin_alone(struct corpus *corpus, size_t i, const struct seed *seed,
                                 uint64_t campaign, uint64_t number) {
    struct corpus_entry *entry = &corpus->entries.at[i];
    struct trail *trail = begin_on(corpus, &seed, campaign, number, &entry->refused);
    if (trail == NULL)
        refusal_add(&corpus->refusals, entry->refused, seed->name);
    return trail;
}

static struct trail *begin_on_nothing(struct corpus *corpus, uint64_t campaign, uint64_t number) {
    return gen_trail_begin(corpus->gen, corpus->strategy, corpus->on, campaign, number,
                           &corpus->over);
}

static struct trail *begin_pair(struct corpus *corpus, size_t i, const struct seed *first,
                                uint64_t campaign, uint64_t number) {
    for (unsigned attempt = 0; attempt < PARTNERS_LIKE_IT + PARTNERS_ANY; attempt++) {
        struct rng rng;
        const char *reason;
        rng_init(&rng, campaign, UINT64_C(0x70616972), number, attempt);
        size_t j = draw_partner(corpus, first, &rng, attempt);
        const struct seed *second = usable(corpus, j);
        if (second != NULL && j == i)
            second = twin_of(corpus, j);
        if (second == NULL)
            continue;
        struct trail *trail =
            begin_on(corpus, (const struct seed *[]){first, second}, campaign, number, &reason);
        if (trail != NULL)
            return trail;
        refusal_add(&corpus->pair_refusals, reason, first->name);
    }
    return NULL;
}

static size_t gcd(size_t a, size_t b) {
    while (b != 0) {
        size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Strategies begin at different places: so the first trails of all see many seeds. */
static uint64_t start_of(const struct strategy *strategy) {
    uint64_t start = 0;
    for (const char *at = strategy->name; *at != '\0'; at++)
        start = hash_mix(start, (unsigned char)*at);
    return start;
}

/*
 * All seeds in turn, but neighbours, which are alike, far apart: a step of about
 * the golden section that leads to every place.
 */
static size_t first_of(const struct corpus *corpus, uint64_t campaign, uint64_t number) {
    size_t n = corpus->entries.n;
    size_t step = (size_t)((double)n * 0.6180339887) + 1;
    while (gcd(step, n) != 1)
        step++;
    return (size_t)((start_of(corpus->strategy) + campaign + number) % n * step % n);
}

const struct seed *corpus_in_turn(const struct corpus *corpus, uint64_t campaign, uint64_t number) {
    return corpus->entries.n == 0 ? NULL
                                  : corpus->entries.at[first_of(corpus, campaign, number)].seed;
}

/* The bank is built once: from the seeds that are there when it is first needed. */
static void prepare_bank(struct corpus *corpus) {
    if (!corpus->strategy->wants_bank || corpus->gen->bank != NULL)
        return;
    VEC(const struct seed *) seeds = {0};
    for (size_t i = 0; i < corpus->entries.n; i++)
        vec_push(&seeds, corpus->entries.at[i].seed);
    corpus->gen->bank = term_bank_new(corpus->gen->table, seeds.at, seeds.n);
    vec_free(&seeds);
}

struct trail *corpus_begin(struct corpus *corpus, uint64_t campaign, uint64_t number,
                           uint64_t favoured) {
    prepare_bank(corpus);
    if (corpus->strategy->n_seeds == 0)
        return begin_on_nothing(corpus, campaign, number);
    if (corpus->entries.n == 0)
        return NULL;
    size_t i = favoured != 0 ? place_of(corpus, favoured) : corpus->entries.n;
    if (i == corpus->entries.n || usable(corpus, i) == NULL)
        i = first_of(corpus, campaign, number);
    const struct seed *first = usable(corpus, i);
    if (first == NULL)
        return NULL;
    switch (corpus->strategy->n_seeds) {
    case 1:
        return begin_alone(corpus, i, first, campaign, number);
    case 2:
        return begin_pair(corpus, i, first, campaign, number);
    default:
        BUG("strategy %s wants %u seeds", corpus->strategy->name, corpus->strategy->n_seeds);
    }
}

void corpus_note_trail(struct corpus *corpus, const struct trail *trail) {
    if (corpus->strategy->n_seeds != 1)
        return;
    for (size_t i = 0; i < corpus->entries.n; i++)
        if (corpus->entries.at[i].seed == trail->seeds[0]) {
            corpus->entries.at[i].is_begun = true;
            corpus->entries.at[i].is_fruitful |= trail->id.step > 0;
            return;
        }
}

void corpus_count_fruitless(struct corpus *corpus) {
    for (size_t i = 0; i < corpus->entries.n; i++)
        if (corpus->entries.at[i].is_begun && !corpus->entries.at[i].is_fruitful)
            refusal_add(&corpus->refusals, "it has nothing that this strategy could change",
                        corpus->entries.at[i].seed->name);
}

/* The i-th seed of an id; its twin if the same one stands before it. */
static const struct seed *seed_of_id(struct corpus *corpus, const struct test_id *id, size_t i) {
    size_t e = place_of(corpus, id->seeds[i]);
    if (e == corpus->entries.n)
        return NULL;
    struct seed *seed = usable(corpus, e);
    bool again = i > 0 && id->seeds[i - 1] == id->seeds[i];
    return seed != NULL && again ? twin_of(corpus, e) : seed;
}

struct trail *corpus_begin_again(struct corpus *corpus, const struct test_id *id,
                                 struct strbuf *error) {
    const struct seed *seeds[TEST_SEEDS_MAX];
    prepare_bank(corpus);
    if (id->n_seeds != corpus->strategy->n_seeds) {
        strbuf_printf(error, "an id of %s names %u seeds, not %zu", corpus->strategy->name,
                      corpus->strategy->n_seeds, id->n_seeds);
        return NULL;
    }
    for (size_t i = 0; i < id->n_seeds; i++) {
        seeds[i] = seed_of_id(corpus, id, i);
        if (seeds[i] == NULL) {
            strbuf_printf(error, "no usable seed among the files has the content %016" PRIx64,
                          id->seeds[i]);
            return NULL;
        }
    }
    const char *reason;
    memcpy(corpus->on, seeds, id->n_seeds * sizeof *seeds);
    struct trail *trail = gen_trail_begin(corpus->gen, corpus->strategy, corpus->on, id->campaign,
                                          id->trail, &reason);
    if (trail == NULL)
        strbuf_add_text(error, reason);
    return trail;
}
