#include <errno.h>

#include "base/file.h"
#include "store/store_int.h"

/* Whom a fingerprint belongs to, of something that fails in this range of versions. */
static bool look_up(struct store *store, const char *fingerprint, const char *fails_in,
                    struct store_match *match) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->look_up(store->rows, fingerprint, fails_in, match));
}

const char *store_version_at_fault(const struct store_finding *finding,
                                   const struct store_answer *answers, size_t n) {
    for (size_t i = 0; i < n && finding->at_fault.n > 0; i++)
        if (strcmp(answers[i].solver, finding->at_fault.at[0]) == 0)
            return answers[i].version;
    return NULL;
}

bool store_look_up(struct store *store, const char *fingerprint, struct store_match *match) {
    return look_up(store, fingerprint, "", match) &&
           (match->number != 0 ||
            store_end(store, store->rows->kind->look_up_alias(store->rows, fingerprint, match)));
}

/* -- a new finding --------------------------------------------------------- */

static const char *word(const char *given) {
    return given != NULL ? given : "";
}

/* Words that the caller left out are empty. */
static void complete(struct store_finding *finding) {
    const char **words[] = {
        &finding->class_name, &finding->basis,    &finding->confidence, &finding->fingerprint,
        &finding->evidence,   &finding->strategy, &finding->test,       &finding->logic,
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        *words[i] = word(*words[i]);
}

static struct store_answer *complete_answers(const struct store_answer *given, size_t n,
                                             struct arena *arena) {
    struct store_answer *answers = arena_alloc(arena, (n + 1) * sizeof *answers);
    for (size_t i = 0; i < n; i++) {
        struct store_answer answer = given[i];
        answer.solver = word(answer.solver);
        answer.version = word(answer.version);
        answer.command = word(answer.command);
        answer.answer = word(answer.answer);
        answer.raw = folder_clip(word(answer.raw), &answer.raw_n, arena);
        answers[i] = answer;
    }
    return answers;
}

/* The files are on the disk before the row that speaks of them. */
static bool add_finding(struct store *store, const struct store_report *report,
                        struct store_match *match) {
    struct arena arena = {0};
    struct store_report whole = *report;
    whole.answers = complete_answers(report->answers, report->n_answers, &arena);
    whole.finding.number = match->number = store->last_number + 1;
    bool good = folder_make(store, &whole, &whole.finding, &arena) &&
                store_end(store, store->rows->kind->add_finding(store->rows, &whole));
    if (good)
        store->last_number = match->number;
    arena_free(&arena);
    return good;
}

bool store_report(struct store *store, const struct store_report *report,
                  struct store_match *match) {
    struct store_report whole = *report;
    complete(&whole.finding);
    if (!store_may_write(store) || !store_look_up(store, whole.finding.fingerprint, match))
        return false;
    if (match->news == STORE_NEW)
        return add_finding(store, &whole, match);
    return store_end(store, store->rows->kind->count_again(store->rows, &whole, *match));
}

uint32_t store_last_number(const struct store *store) {
    return store->last_number;
}

/* -- reading --------------------------------------------------------------- */

bool store_findings(struct store *store, struct arena *arena, store_finding_vec *findings) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->findings(store->rows, arena, findings));
}

bool store_finding(struct store *store, uint32_t number, struct arena *arena,
                   struct store_finding *finding, bool *there) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->finding(store->rows, number, arena, finding, there));
}

bool store_answers(struct store *store, uint32_t number, struct arena *arena,
                   store_answer_vec *answers) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->answers(store->rows, number, arena, answers));
}

bool store_reduced_answers(struct store *store, uint32_t number, struct arena *arena,
                           store_answer_vec *answers) {
    return store_may_read(store) && store_end(store, store->rows->kind->reduced_answers(
                                                         store->rows, number, arena, answers));
}

bool store_triggers(struct store *store, uint32_t number, struct arena *arena,
                    store_trigger_vec *triggers) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->triggers(store->rows, number, arena, triggers));
}

bool store_aliases(struct store *store, uint32_t number, struct arena *arena,
                   store_word_vec *fingerprints) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->aliases(store->rows, number, arena, fingerprints));
}

bool store_versions(struct store *store, uint32_t number, struct arena *arena,
                    store_version_vec *versions) {
    return store_may_read(store) &&
           store_end(store, store->rows->kind->versions(store->rows, number, arena, versions));
}

/* -- changing -------------------------------------------------------------- */

static bool need_finding(struct store *store, uint32_t number, struct arena *arena,
                         struct store_finding *finding) {
    bool there;
    if (!store_may_write(store) || !store_finding(store, number, arena, finding, &there))
        return false;
    return there || store_refuse(store, "there is no finding %u", number);
}

static bool change(struct store *store, const struct store_finding *finding) {
    return store_end(store, store->rows->kind->change_finding(store->rows, finding));
}

static bool set_state(struct store *store, struct store_finding *finding, enum store_state state) {
    struct store_match match;
    if (!look_up(store, finding->fingerprint, finding->fails_in, &match))
        return false;
    bool another = match.number != 0 && match.number != finding->number;
    if (another && state != STORE_CLOSED)
        return store_refuse(store, "finding %u has the fingerprint of finding %u", match.number,
                            finding->number);
    finding->state = state;
    if (state != STORE_CLOSED)
        finding->duplicate_of = 0;
    return change(store, finding);
}

bool store_set_state(struct store *store, uint32_t number, enum store_state state) {
    struct arena arena = {0};
    struct store_finding finding;
    bool good = need_finding(store, number, &arena, &finding) && set_state(store, &finding, state);
    arena_free(&arena);
    return good;
}

static bool put_file(struct store *store, const struct store_finding *finding, const char *name,
                     const char *bytes, size_t n) {
    char *folder = disk_join(store->folder, finding->folder);
    bool good = disk_replace(store->disk, folder, name, bytes, n, &store->error);
    mem_free(folder);
    return store_end(store, good);
}

bool store_put_file(struct store *store, uint32_t number, const char *name, const char *bytes,
                    size_t n) {
    struct arena arena = {0};
    struct store_finding finding;
    bool good =
        need_finding(store, number, &arena, &finding) && put_file(store, &finding, name, bytes, n);
    arena_free(&arena);
    return good;
}

bool store_remove_file(struct store *store, uint32_t number, const char *name) {
    struct arena arena = {0};
    struct store_finding finding;
    bool good = need_finding(store, number, &arena, &finding);
    if (good) {
        char *folder = disk_join(store->folder, finding.folder), *path = disk_join(folder, name);
        good = store_end(store, store->disk->unlink(path) == 0 || errno == ENOENT ||
                                    disk_fail(&store->error, path, "cannot remove"));
        mem_free(folder);
        mem_free(path);
    }
    arena_free(&arena);
    return good;
}

/* -- reduced --------------------------------------------------------------- */

/* The finding goes on in another one, where its own script becomes a trigger. */
static bool merge(struct store *store, struct store_finding *finding, uint32_t into) {
    finding->state = STORE_CLOSED;
    finding->duplicate_of = into;
    char *path = disk_join(store->folder, finding->file);
    struct file_text script;
    bool good = store_end(store, file_read(path, &script, &store->error));
    if (good) {
        good = store_end(store,
                         store->rows->kind->merge(store->rows, finding, into, script.at, script.n));
        file_text_free(&script);
    }
    mem_free(path);
    return good && change(store, finding);
}

/* The fingerprint, with the range of versions, becomes another: who else has it? */
static bool sharpen(struct store *store, struct store_finding *finding, const char *fingerprint,
                    const char *fails_in, struct store_match *match) {
    bool is_same_print = strcmp(fingerprint, finding->fingerprint) == 0;
    bool is_same = is_same_print && strcmp(fails_in, finding->fails_in) == 0;
    if (!is_same_print &&
        !store_end(store, store->rows->kind->add_alias(store->rows, finding->fingerprint,
                                                       finding->number)))
        return false;
    finding->fingerprint = fingerprint;
    finding->fails_in = fails_in;
    if (is_same)
        return change(store, finding);
    struct store_match other;
    if (!look_up(store, fingerprint, fails_in, &other))
        return false;
    if (other.number != finding->number)
        *match = other;
    if (other.number != 0 && other.number != finding->number && finding->state != STORE_CLOSED)
        return merge(store, finding, other.number);
    if (match->news == STORE_KNOWN)
        finding->state = STORE_CLOSED;
    match->number = finding->number;
    return change(store, finding);
}

/* A file about the reduced script; without bytes, what is there of another script goes. */
static bool renew_file(struct store *store, const struct store_finding *finding, const char *name,
                       const char *bytes, size_t n) {
    return bytes != NULL ? put_file(store, finding, name, bytes, n)
                         : store_remove_file(store, finding->number, name);
}

/* The script as the accused was given it. */
static bool put_given(struct store *store, const struct store_finding *finding,
                      const struct store_reduction *reduction) {
    struct strbuf name = {0};
    if (finding->at_fault.n == 0)
        return true;
    store_add_given_name("reduced", finding->at_fault.at[0], &name);
    bool good =
        renew_file(store, finding, strbuf_text(&name), reduction->given, reduction->given_n);
    strbuf_free(&name);
    return good;
}

static bool put_answers(struct store *store, const struct store_finding *finding,
                        const struct store_reduction *reduction) {
    struct arena arena = {0};
    const struct store_answer *answers =
        complete_answers(reduction->answers, reduction->n_answers, &arena);
    bool good = store_end(store, store->rows->kind->put_reduced_answers(
                                     store->rows, finding->number, answers, reduction->n_answers));
    arena_free(&arena);
    return good;
}

static bool is_proven(const char *confidence) {
    return strcmp(confidence, "proven") == 0;
}

/* The script, its answers and its evidence become those of the finding; but what shows it better stays. */
static bool take_reduced(struct store *store, struct store_finding *finding,
                         const struct store_reduction *reduction, struct strbuf *path) {
    const char *confidence =
        reduction->confidence != NULL ? reduction->confidence : finding->confidence;
    if (finding->reduced != NULL && is_proven(finding->confidence) && !is_proven(confidence))
        return true;
    if (!put_file(store, finding, "reduced.smt2", reduction->script, reduction->n) ||
        !put_given(store, finding, reduction) ||
        !renew_file(store, finding, STORE_REDUCED_WITNESS, reduction->witness,
                    reduction->witness != NULL ? strlen(reduction->witness) : 0) ||
        !put_answers(store, finding, reduction))
        return false;
    if (reduction->evidence != NULL)
        finding->evidence = reduction->evidence;
    if (is_proven(confidence) && !is_proven(finding->confidence)) {
        finding->basis = reduction->basis;
        finding->confidence = confidence;
    }
    strbuf_printf(path, "%s/reduced.smt2", finding->folder);
    finding->reduced = strbuf_text(path);
    return true;
}

/* What shows a duplicate better shows the finding that goes on for it. */
static bool hand_over(struct store *store, const struct store_finding *from,
                      const struct store_reduction *reduction, struct arena *arena) {
    struct store_finding into;
    struct strbuf path = {0};
    struct store_reduction better = *reduction;
    better.evidence = from->evidence;
    better.basis = from->basis;
    better.confidence = from->confidence;
    if (!need_finding(store, from->duplicate_of, arena, &into))
        return false;
    bool is_same_solver = from->at_fault.n > 0 && into.at_fault.n > 0 &&
                          strcmp(from->at_fault.at[0], into.at_fault.at[0]) == 0;
    if (!is_same_solver || !is_proven(from->confidence) || is_proven(into.confidence))
        return true;
    bool good = take_reduced(store, &into, &better, &path) && change(store, &into) &&
                store_remove_file(store, into.number, STORE_RECIPE);
    strbuf_free(&path);
    return good;
}

bool store_reduce(struct store *store, uint32_t number, const struct store_reduction *reduction,
                  struct store_match *match) {
    struct arena arena = {0};
    struct store_finding finding;
    struct strbuf path = {0};
    const char *fingerprint = reduction->fingerprint;
    *match = (struct store_match){STORE_NEW, number};
    bool good = need_finding(store, number, &arena, &finding) &&
                take_reduced(store, &finding, reduction, &path) &&
                sharpen(store, &finding, fingerprint != NULL ? fingerprint : finding.fingerprint,
                        finding.fails_in, match);
    if (good && finding.duplicate_of != 0)
        good = hand_over(store, &finding, reduction, &arena);
    strbuf_free(&path);
    arena_free(&arena);
    return good;
}

/* -- versions -------------------------------------------------------------- */

bool store_put_versions(struct store *store, uint32_t number, const struct store_version *versions,
                        size_t n, const char *fails_in, const char *fixed_in,
                        struct store_match *match) {
    struct arena arena = {0};
    struct store_finding finding;
    *match = (struct store_match){STORE_NEW, number};
    bool good = need_finding(store, number, &arena, &finding) &&
                store_end(store, store->rows->kind->put_versions(store->rows, number, versions, n));
    finding.fixed_in = fixed_in;
    good = good && sharpen(store, &finding, finding.fingerprint, fails_in, match);
    arena_free(&arena);
    return good;
}

static const struct store_trigger *find_trigger(const store_trigger_vec *triggers,
                                                const char *test) {
    for (size_t i = 0; i < triggers->n; i++)
        if (strcmp(triggers->at[i].test, test) == 0 && triggers->at[i].script != NULL)
            return &triggers->at[i];
    return NULL;
}

/* One that was split off before, and whose versions are not known yet: *there says whether. */
static bool find_split(struct store *store, const struct store_finding *from, struct arena *arena,
                       struct store_match *match, bool *there) {
    struct store_finding other;
    if (!look_up(store, from->fingerprint, "", match))
        return false;
    *there = match->number != 0 && match->number != from->number;
    if (*there && !store_finding(store, match->number, arena, &other, there))
        return false;
    *there = *there && *other.fails_in == '\0';
    return true;
}

bool store_split(struct store *store, uint32_t from, const char *test, const char *evidence,
                 uint32_t *number) {
    struct arena arena = {0};
    struct store_report report = {0};
    struct store_match match;
    store_trigger_vec triggers = {0};
    bool good = need_finding(store, from, &arena, &report.finding) &&
                store_triggers(store, from, &arena, &triggers);
    const struct store_trigger *trigger = good ? find_trigger(&triggers, test) : NULL;
    if (good && trigger == NULL)
        good = store_refuse(store, "finding %u has no such trigger: %s", from, test);
    if (good) {
        report.finding.test = trigger->test;
        report.finding.evidence = evidence;
        report.finding.seeds = (struct store_names){0}; /* its id knows them */
        report.script = trigger->script;
        report.script_n = trigger->script_n;
        report.seen = trigger->seen;
        bool there = false;
        good =
            find_split(store, &report.finding, &arena, &match, &there) &&
            (there ? store_end(store, store->rows->kind->count_again(store->rows, &report, match))
                   : add_finding(store, &report, &match)) &&
            store_end(store, store->rows->kind->drop_trigger(store->rows, from, test));
        *number = match.number;
    }
    vec_free(&triggers);
    arena_free(&arena);
    return good;
}

/* -- what other runs know --------------------------------------------------- */

bool store_add_known(struct store *store, const char *fingerprint, const char *origin) {
    return store_may_write(store) &&
           store_end(store, store->rows->kind->add_known(store->rows, fingerprint, origin));
}

bool store_import_known(struct store *store, const char *folder) {
    if (!store_may_write(store))
        return false;
    struct store *other = store_open_on(store->disk, folder, STORE_READ, &store->error);
    if (other == NULL)
        return store_end(store, false);
    struct arena arena = {0};
    store_word_vec words = {0};
    bool good = store_end(other, other->rows->kind->fingerprints(other->rows, &arena, &words)) ||
                store_refuse(store, "%s", store_error(other));
    for (size_t i = 0; good && i < words.n; i++)
        good = store_add_known(store, words.at[i], other->folder);
    vec_free(&words);
    arena_free(&arena);
    store_close(other);
    return good;
}
