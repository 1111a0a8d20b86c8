#include "store/store_int.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"

/* -- the rules of every call ----------------------------------------------- */

bool store_may_read(struct store *store) {
    REQUIRE(store->owner == getpid());
    return !store->failed;
}

bool store_may_write(struct store *store) {
    REQUIRE(store->mode != STORE_READ);
    if (!store_may_read(store))
        return false;
    if (!store->in_batch)
        store->in_batch = store_end(store, store->rows->kind->begin(store->rows));
    return store->in_batch;
}

bool store_end(struct store *store, bool good) {
    if (good || store->failed)
        return good;
    store->failed = true;
    strbuf_add_text(&store->error, strbuf_text(&store->rows->error));
    return false;
}

bool store_refuse(struct store *store, const char *format, ...) {
    if (store->failed)
        return false;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    strbuf_printf(&store->error, "%s: %s", store->folder, text);
    store->failed = true;
    return false;
}

const char *store_error(struct store *store) {
    return strbuf_text(&store->error);
}

const char *store_folder(const struct store *store) {
    return store->folder;
}

/* -- opening --------------------------------------------------------------- */

static bool exists(const char *folder, const char *name) {
    char *path = disk_join(folder, name);
    bool there = access(path, F_OK) == 0;
    mem_free(path);
    return there;
}

/* The folder as an absolute path, made if that is wanted. */
static bool find_folder(struct store *store, const char *folder, struct strbuf *error) {
    if (store->mode == STORE_CREATE && !disk_make_folder(store->disk, folder, error))
        return false;
    char *real = realpath(folder, NULL);
    if (real == NULL)
        return disk_fail(error, folder, "there is no such run");
    store->folder = mem_copy_text(real, strlen(real));
    store->findings = disk_join(real, STORE_FINDINGS);
    free(real);
    if (store->mode != STORE_CREATE && !exists(store->folder, STORE_DATABASE)) {
        strbuf_printf(error, "%s: there is no run here: it has no " STORE_DATABASE, folder);
        return false;
    }
    return true;
}

static bool open_rows(struct store *store, enum rows_mode mode, bool *old, struct strbuf *error) {
    char *path = disk_join(store->folder, STORE_DATABASE);
    store->rows = sqlite_rows_open(path, mode, store->disk, old, error);
    mem_free(path);
    return store->rows != NULL;
}

static bool open_for_writing(struct store *store, struct strbuf *error) {
    if (!disk_is_local(store->disk, store->folder, error))
        return false;
    char *path = disk_join(store->folder, STORE_LOCK);
    bool good = lock_take(&store->lock, store->disk, path, error);
    mem_free(path);
    bool old;
    good = good && open_rows(store, ROWS_WRITE, &old, error) &&
           disk_make_folder(store->disk, store->findings, error) &&
           disk_sync_folder(store->disk, store->folder, error);
    if (good && !store_end(store, folder_sweep(store))) {
        strbuf_add_text(error, store_error(store));
        return false;
    }
    return good;
}

/* An older momus wrote the run: opening it for writing brings it up to date. */
static bool update(struct store *store, struct strbuf *error) {
    struct store *writer = store_open_on(store->disk, store->folder, STORE_WRITE, error);
    store_close(writer);
    return writer != NULL;
}

/* Is all in the database, and nothing in its log? Readers may leave an empty one behind. */
static bool is_closed(const char *folder) {
    char *path = disk_join(folder, STORE_DATABASE "-wal");
    struct stat log;
    bool is = stat(path, &log) != 0 || log.st_size == 0;
    mem_free(path);
    return is;
}

/*
 * Readers share memory with the writer, beside the database. Where that cannot
 * be, there is no writer either, and if it left no log, the file is all there is.
 */
static bool open_for_reading(struct store *store, struct strbuf *error) {
    struct strbuf why = {0};
    bool local = disk_is_local(store->disk, store->folder, &why);
    bool closed = is_closed(store->folder);
    bool has_log = exists(store->folder, STORE_DATABASE "-wal"); /* of somebody, perhaps */
    bool frozen = closed && (!local || (!has_log && access(store->folder, W_OK) != 0));
    enum rows_mode mode = frozen ? ROWS_READ_FROZEN : ROWS_READ;
    bool good = local || closed, old = false;
    if (good) {
        strbuf_clear(&why);
        good = open_rows(store, mode, &old, &why);
        /* On a full disk there is no room for what readers share, and nobody writes. */
        if (!good && !old && closed && !frozen) {
            struct strbuf again = {0};
            good = open_rows(store, ROWS_READ_FROZEN, &old, &again);
            strbuf_free(&again);
        }
    }
    if (!good && old)
        good = update(store, error) && open_rows(store, mode, &old, error);
    else if (!good)
        strbuf_add_text(error, strbuf_text(&why));
    strbuf_free(&why);
    return good;
}

struct store *store_open_on(const struct disk *disk, const char *folder, enum store_mode mode,
                            struct strbuf *error) {
    struct store *store = mem_alloc_zero(sizeof *store);
    *store = (struct store){.disk = disk, .mode = mode, .owner = getpid(), .lock = {.fd = -1}};
    if (find_folder(store, folder, error) &&
        (mode == STORE_READ ? open_for_reading(store, error) : open_for_writing(store, error)))
        return store;
    store_close(store);
    return NULL;
}

struct store *store_open(const char *folder, enum store_mode mode, struct strbuf *error) {
    return store_open_on(&disk_system, folder, mode, error);
}

static void drop_fresh(struct store *store) {
    for (size_t i = 0; i < store->fresh.n; i++)
        mem_free(store->fresh.at[i]);
    vec_clear(&store->fresh);
}

static void drop_uncounted(struct store *store) {
    for (size_t i = 0; i < store->uncounted.n; i++)
        mem_free(store->uncounted.at[i].strategy);
    vec_clear(&store->uncounted);
}

void store_close(struct store *store) {
    if (store == NULL)
        return;
    REQUIRE(store->owner == getpid());
    if (store->rows != NULL)
        store->rows->kind->close(store->rows);
    lock_release(&store->lock); /* after the rows: the next writer finds them at rest */
    drop_fresh(store);
    vec_free(&store->fresh);
    drop_uncounted(store);
    vec_free(&store->uncounted);
    mem_free(store->folder);
    mem_free(store->findings);
    strbuf_free(&store->error);
    mem_free(store);
}

/* -- committing ------------------------------------------------------------ */

/* The rows learn what was counted since. */
static bool tell_counts(struct store *store) {
    bool good = true;
    for (size_t i = 0; good && i < store->uncounted.n; i++)
        good = store->rows->kind->count(store->rows, store->uncounted.at[i].strategy,
                                        &store->uncounted.at[i].counts);
    drop_uncounted(store);
    return good;
}

bool store_commit(struct store *store) {
    if (!store_may_read(store) || !store->in_batch)
        return !store->failed;
    store->in_batch = false;
    if (!store_end(store, tell_counts(store) && store->rows->kind->commit(store->rows)))
        return false;
    folder_keep_fresh(store);
    drop_fresh(store);
    return true;
}

bool store_check(struct store *store) {
    return store_may_read(store) && store_end(store, store->rows->kind->check(store->rows));
}

/* -- the campaign ---------------------------------------------------------- */

bool store_campaign(struct store *store, struct arena *arena, struct store_campaign *campaign,
                    bool *there) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->campaign(store->rows, arena, campaign, there));
}

bool store_start(struct store *store, struct arena *arena, struct store_campaign *campaign) {
    struct store_campaign old;
    bool there;
    if (!store_may_write(store) || !store_campaign(store, arena, &old, &there))
        return false;
    if (there) {
        old.resumed++;
        *campaign = old;
    } else {
        campaign->resumed = 0;
    }
    return store_end(store, store->rows->kind->put_campaign(store->rows, campaign));
}

bool store_set_value(struct store *store, const char *name, const char *value) {
    return store_may_write(store) &&
           store_end(store, store->rows->kind->set_value(store->rows, name, value));
}

bool store_value(struct store *store, const char *name, struct arena *arena, const char **value) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->value(store->rows, name, arena, value));
}

/* -- work and counters ----------------------------------------------------- */

static void add_counts(struct store_counters *to, const struct store_counters *from) {
#define COUNTER(name, meaning) to->name += from->name;
#include "store/counters.def"
#undef COUNTER
}

/* Counters gather here, so that many small steps cost one change of a row. */
static void gather(struct store *store, const char *strategy, const struct store_counters *counts) {
    size_t i = 0;
    while (i < store->uncounted.n && strcmp(store->uncounted.at[i].strategy, strategy) != 0)
        i++;
    if (i == store->uncounted.n)
        vec_push(&store->uncounted,
                 ((struct store_uncounted){.strategy = mem_copy_text(strategy, strlen(strategy))}));
    add_counts(&store->uncounted.at[i].counts, counts);
}

bool store_count(struct store *store, const char *strategy, const struct store_counters *counts) {
    if (!store_may_write(store))
        return false;
    gather(store, strategy, counts);
    return true;
}

bool store_advance(struct store *store, const struct store_progress *progress) {
    if (!store_may_write(store) ||
        !store_end(store, store->rows->kind->advance(store->rows, progress)))
        return false;
    gather(store, progress->strategy, &progress->counts);
    return true;
}

bool store_strategies(struct store *store, struct arena *arena, store_strategy_vec *strategies) {
    return store_may_read(store) &&
           store_end(store, tell_counts(store) &&
                                store->rows->kind->strategies(store->rows, arena, strategies));
}

bool store_pending(struct store *store, const char *strategy, struct arena *arena,
                   store_trail_vec *trails, uint64_t *next_trail) {
    return store_may_read(store) &&
           store_end(store,
                     store->rows->kind->pending(store->rows, strategy, arena, trails, next_trail));
}

bool store_totals(struct store *store, struct store_totals *totals) {
    return store_may_read(store) &&
           store_end(store, tell_counts(store) && store->rows->kind->totals(store->rows, totals));
}

bool store_add_sample(struct store *store) {
    return store_may_write(store) &&
           store_end(store, tell_counts(store) && store->rows->kind->add_sample(store->rows));
}

bool store_samples(struct store *store, store_sample_vec *samples) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->samples(store->rows, samples));
}

/* -- seeds ----------------------------------------------------------------- */

bool store_put_seed(struct store *store, const struct store_seed *seed) {
    return store_may_write(store) &&
           store_end(store, store->rows->kind->put_seed(store->rows, seed));
}

bool store_credit_seed(struct store *store, const char *hash, uint64_t tests, uint64_t findings,
                       uint64_t cost_ns, double score) {
    return store_may_write(store) &&
           store_end(store, store->rows->kind->credit_seed(store->rows, hash, tests, findings,
                                                           cost_ns, score));
}

bool store_seeds(struct store *store, struct arena *arena, store_seed_vec *seeds) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->seeds(store->rows, arena, seeds));
}
