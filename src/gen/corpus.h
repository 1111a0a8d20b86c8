/*
 * corpus.h - the seeds of a process, and which of them a trail begins on.
 *
 * What trail number n begins on depends on the seeds, the campaign seed and n,
 * and on nothing else.
 */
#ifndef MOMUS_GEN_CORPUS_H
#define MOMUS_GEN_CORPUS_H

#include "base/file.h"
#include "gen/strategy.h"

/* Why seeds could not be used, and how many. */
struct refusal {
    const char *reason;
    const char *example; /* the name of the first */
    size_t n;
};
typedef VEC(struct refusal) refusal_vec;
/* The reason and the name are borrowed. */
void refusal_add(refusal_vec *refusals, const char *reason, const char *name);

/* What is known of a seed for the strategy at hand. */
struct corpus_entry {
    struct seed *seed;
    bool is_shared;      /* the seed is another corpus's */
    struct seed *twin;   /* the same, read again, to be put together with itself; or NULL */
    const char *refused; /* why the strategy cannot use it; NULL: it can */
    bool is_asked;       /* `refused` is known */
    bool is_begun;       /* a trail has begun on it; */
    bool is_fruitful;    /* one of them has given a test */
};

/* Seeds of one logic. */
struct corpus_group {
    symbol logic;
    u32_vec members;
};

struct corpus {
    struct gen *gen;
    const struct strategy *strategy;
    VEC(struct corpus_entry) entries; /* in the order in which they were added */
    VEC(struct corpus_group) groups;
    refusal_vec refusals;                  /* of seeds */
    refusal_vec pair_refusals;             /* of pairs that were tried */
    const char *over;                      /* without seeds: why the last trail did not begin */
    const struct seed *on[TEST_SEEDS_MAX]; /* of the trail that began last */
    struct strbuf scratch;
};

/* gen and strategy are borrowed. */
void corpus_init(struct corpus *corpus, struct gen *gen, const struct strategy *strategy);
void corpus_release(struct corpus *corpus);

/* Reads one file; false, with the message, if it is refused. */
bool corpus_add(struct corpus *corpus, const char *path, struct strbuf *error);
/* Adds the seeds of another corpus, which must live longer. */
void corpus_share(struct corpus *corpus, const struct corpus *other);
/* The seed with this content, NULL if there is none. */
struct seed *corpus_find(struct corpus *corpus, uint64_t hash);

/* The seed whose turn it is in trail `number`; NULL if there are none. */
const struct seed *corpus_in_turn(const struct corpus *corpus, uint64_t campaign, uint64_t number);

/*
 * Begins trail `number`, on a seed or several of the corpus: the first is the one with the
 * hash `favoured`, if that is there and can be used, else the one in turn. NULL if none of
 * those that were tried can be used; the reasons are counted. For a strategy without seeds
 * NULL is the end: corpus->over says why.
 */
struct trail *corpus_begin(struct corpus *corpus, uint64_t campaign, uint64_t number,
                           uint64_t favoured);
/*
 * For strategies with one seed: to be told of each trail before it ends, so that seeds of which
 * nothing came are known at the end. corpus_count_fruitless adds them to the refusals.
 */
void corpus_note_trail(struct corpus *corpus, const struct trail *trail);
void corpus_count_fruitless(struct corpus *corpus);
/*
 * Begins the trail that made a test, on the seeds that its id names. NULL, with the
 * reason in `error`, if that cannot be.
 */
struct trail *corpus_begin_again(struct corpus *corpus, const struct test_id *id,
                                 struct strbuf *error);

#endif
