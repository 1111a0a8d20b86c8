/*
 * maker.h - everything that makes tests in one process: a table, the seeds, and
 * for each strategy which of them it can use.
 *
 * The coordinator makes one before it forks: what was read is shared with the
 * workers until they change it.
 */
#ifndef MOMUS_CAMPAIGN_MAKER_H
#define MOMUS_CAMPAIGN_MAKER_H

#include "gen/corpus.h"
#include "gen/render.h"

struct maker {
    struct term_table *table;
    struct gen *gen;
    struct render *render;
    struct label_cache cache;
    struct corpus *corpora; /* by strategy; the first owns the seeds */
    size_t n_strategies;
};

/* The strategies, at least one, and what the settings point to are borrowed. NULL: defaults. */
void maker_init(struct maker *maker, const struct strategy *const *chosen, size_t n,
                const struct gen_settings *settings);
void maker_release(struct maker *maker);

/* Reads a seed; false, with the message. All are added before the first trail begins. */
bool maker_add(struct maker *maker, const char *path, struct strbuf *error);
/* All seeds are there: every strategy gets them. */
void maker_seal(struct maker *maker);
size_t maker_n_seeds(const struct maker *maker);

/*
 * Makes the test with this id again, from nothing but the files of its seeds and
 * the settings (NULL: defaults) of its campaign: its script and, if it has one, its
 * witness as text. False, with the reason, if that cannot be.
 */
struct remade {
    struct strbuf script;
    struct strbuf witness; /* empty: none */
    enum truth truth;
    enum basis basis;
    enum label label;     /* of its first seed; LABEL_NONE if it has no seeds */
    bool is_dropped;      /* it fails its own check: it must not be sent */
    struct recipe recipe; /* without text if it has none */
};
bool maker_remake(const struct test_id *id, const struct gen_settings *settings,
                  const char *const *paths, struct remade *remade, struct strbuf *error);
/*
 * The same for a strategy that looks at all seeds of its campaign (wants_bank), which
 * are all among these files, with those of the id.
 */
bool maker_remake_among(const struct test_id *id, const struct gen_settings *settings,
                        const char *const *paths, size_t n, struct remade *remade,
                        struct strbuf *error);
/*
 * The same from what a campaign has read already. `strategy`: its number there, that of the id. No
 * trail of the maker may be under way.
 */
bool maker_remake_here(struct maker *maker, size_t strategy, const struct test_id *id,
                       struct remade *remade, struct strbuf *error);
/*
 * A maker with those strategies of another one that need no seeds, and its settings: there, tests can
 * be made again one after the other, whatever the other maker is at, and what they are made of is read
 * only once. NULL if there are none.
 */
struct maker *maker_new_seedless(const struct maker *like);
/* It may be NULL. */
void maker_free(struct maker *maker);
/* The number of the strategy with this name; SIZE_MAX: there is none. */
size_t maker_strategy(const struct maker *maker, const char *name);
void remade_release(struct remade *remade);

#endif
