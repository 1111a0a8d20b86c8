/*
 * folder.c - the folders of findings.
 *
 *     .new-0007-crash-cvc5-QF_S/   being written            removed by a sweep
 *     0007-crash-cvc5-QF_S/        whole, with the mark     removed, unless its row is there
 *     0007-crash-cvc5-QF_S/        without it               kept for good
 *
 * The mark comes off once the row is committed. So a folder is there whenever
 * its row is; and one that nobody knows, say since the database is lost, is
 * never removed.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

#include "store/store_int.h"

#define MARK ".uncommitted"

/* -- names ----------------------------------------------------------------- */

enum { NAME_PART = 40 };

void folder_add_part(struct strbuf *name, char before, const char *word) {
    if (word[0] == '\0')
        return;
    strbuf_add_char(name, before);
    for (size_t i = 0; i < NAME_PART && word[i] != '\0'; i++)
        strbuf_add_char(name, isalnum((unsigned char)word[i]) || strchr("-._@+", word[i]) != NULL
                                  ? word[i]
                                  : '_');
}

static void add_folder_name(struct strbuf *name, const struct store_finding *finding) {
    strbuf_printf(name, "%04u", finding->number);
    folder_add_part(name, '-', finding->class_name);
    enum { SOLVERS_SHOWN = 3 };
    for (size_t i = 0; i < finding->at_fault.n && i < SOLVERS_SHOWN; i++)
        folder_add_part(name, i == 0 ? '-' : '+', finding->at_fault.at[i]);
    folder_add_part(name, '-', finding->logic);
}

/* The number that the name of a folder starts with, or 0. */
static uint32_t number_of(const char *name) {
    char *end;
    if (!isdigit((unsigned char)name[0]))
        return 0;
    unsigned long number = strtoul(name, &end, 10);
    return *end == '-' && number < UINT32_MAX ? (uint32_t)number : 0;
}

static bool is_new(const char *name) {
    return strncmp(name, DISK_NEW, strlen(DISK_NEW)) == 0;
}

/* -- writing --------------------------------------------------------------- */

const char *folder_clip(const char *bytes, size_t *n, struct arena *arena) {
    if (*n <= STORE_RAW_MAX)
        return bytes;
    struct strbuf text = {0};
    size_t half = STORE_RAW_MAX / 2;
    strbuf_add(&text, bytes, half);
    strbuf_printf(&text, "\n[momus left out %zu bytes here]\n", *n - 2 * half);
    strbuf_add(&text, bytes + *n - half, half);
    const char *copy = arena_copy_text(arena, text.at, text.n);
    *n = text.n;
    strbuf_free(&text);
    return copy;
}

static bool write_in(struct store *store, const char *folder, const char *name, const char *bytes,
                     size_t n) {
    char *path = disk_join(folder, name);
    bool good = disk_write(store->disk, path, bytes, n, &store->error);
    mem_free(path);
    return good;
}

/* 01-z3.out, 02-cvc5.out, ...: what the solvers printed. */
static bool write_answers(struct store *store, const char *folder,
                          const struct store_report *report) {
    bool good = true;
    for (size_t i = 0; good && i < report->n_answers; i++) {
        const struct store_answer *answer = &report->answers[i];
        struct strbuf name = {0};
        strbuf_printf(&name, "%02zu", i + 1);
        folder_add_part(&name, '-', answer->solver);
        strbuf_add_text(&name, ".out");
        good = write_in(store, folder, strbuf_text(&name), answer->raw, answer->raw_n);
        strbuf_free(&name);
    }
    return good;
}

void store_add_given_name(const char *script, const char *solver, struct strbuf *name) {
    strbuf_add_text(name, script);
    folder_add_part(name, '.', solver);
    strbuf_add_text(name, ".smt2");
}

static bool write_given(struct store *store, const char *folder,
                        const struct store_report *report) {
    bool good = true;
    for (size_t i = 0; good && i < report->n_answers; i++) {
        const struct store_answer *answer = &report->answers[i];
        struct strbuf name = {0};
        if (answer->given == NULL)
            continue;
        store_add_given_name("bug", answer->solver, &name);
        good = write_in(store, folder, strbuf_text(&name), answer->given, answer->given_n);
        strbuf_free(&name);
    }
    return good;
}

static bool fill(struct store *store, const char *folder, const struct store_report *report) {
    if (store->disk->mkdir(folder, 0777) != 0)
        return disk_fail(&store->error, folder, "cannot make the folder");
    return write_in(store, folder, "bug.smt2", report->script, report->script_n) &&
           write_given(store, folder, report) && write_answers(store, folder, report) &&
           write_in(store, folder, MARK, "", 0) &&
           disk_sync_folder(store->disk, folder, &store->error);
}

static const char *keep_text(struct strbuf *text, struct arena *arena) {
    const char *copy = arena_copy_text(arena, text->at, text->n);
    strbuf_free(text);
    return copy;
}

bool folder_make(struct store *store, const struct store_report *report,
                 struct store_finding *finding, struct arena *arena) {
    struct strbuf name = {0}, hidden = {0}, relative = {0}, file = {0};
    add_folder_name(&name, finding);
    strbuf_printf(&hidden, DISK_NEW "%s", strbuf_text(&name));
    strbuf_printf(&relative, STORE_FINDINGS "/%s", strbuf_text(&name));
    strbuf_printf(&file, STORE_FINDINGS "/%s/bug.smt2", strbuf_text(&name));
    char *temporary = disk_join(store->findings, strbuf_text(&hidden));
    char *path = disk_join(store->findings, strbuf_text(&name));
    bool good = fill(store, temporary, report);
    if (good && store->disk->rename(temporary, path) != 0)
        good = disk_fail(&store->error, path, "cannot make the folder");
    good = good && disk_sync_folder(store->disk, store->findings, &store->error);
    vec_push(&store->fresh, path);
    finding->folder = keep_text(&relative, arena);
    finding->file = keep_text(&file, arena);
    strbuf_free(&name);
    strbuf_free(&hidden);
    mem_free(temporary);
    return store_end(store, good);
}

static bool take_mark_off(struct store *store, const char *folder) {
    char *path = disk_join(folder, MARK);
    bool good = store->disk->unlink(path) == 0 || errno == ENOENT;
    mem_free(path);
    return good;
}

void folder_keep_fresh(struct store *store) {
    for (size_t i = 0; i < store->fresh.n; i++)
        take_mark_off(store, store->fresh.at[i]);
}

/* -- after a crash --------------------------------------------------------- */

static bool remove_file(struct store *store, const char *folder, const char *name) {
    char *path = disk_join(folder, name);
    bool good = store->disk->unlink(path) == 0 || errno == ENOENT ||
                disk_fail(&store->error, path, "cannot remove");
    mem_free(path);
    return good;
}

/* By way of the other name: a crash in between must not leave half a folder without a mark. */
static bool remove_marked(struct store *store, const char *path, const char *name) {
    struct strbuf hidden = {0};
    strbuf_printf(&hidden, DISK_NEW "%s", name);
    char *temporary = disk_join(store->findings, strbuf_text(&hidden));
    bool good = store->disk->rename(path, temporary) == 0 ||
                disk_fail(&store->error, path, "cannot remove");
    good = good && disk_remove_folder(store->disk, temporary, &store->error);
    strbuf_free(&hidden);
    mem_free(temporary);
    return good;
}

/* Is there a row for the folder of this name? */
static bool has_row(struct store *store, const char *name, bool *there) {
    struct arena arena = {0};
    struct store_finding finding;
    bool good = store->rows->kind->finding(store->rows, number_of(name), &arena, &finding, there);
    size_t n = strlen(STORE_FINDINGS "/");
    *there = good && *there && strcmp(finding.folder + n, name) == 0;
    arena_free(&arena);
    return good;
}

/* Files in the folder whose writing did not end; *marked if its mark is on. */
static bool sweep_files(struct store *store, const char *path, bool *marked) {
    DIR *dir = opendir(path);
    if (dir == NULL)
        return disk_fail(&store->error, path, "cannot open");
    bool good = true;
    struct dirent *entry;
    while (good && (entry = readdir(dir)) != NULL)
        if (strcmp(entry->d_name, MARK) == 0)
            *marked = true;
        else if (is_new(entry->d_name))
            good = remove_file(store, path, entry->d_name);
    closedir(dir);
    return good;
}

static bool sweep_finding(struct store *store, const char *path, const char *name) {
    bool marked = false, there;
    if (!sweep_files(store, path, &marked))
        return false;
    if (marked && !has_row(store, name, &there))
        return false;
    if (marked && !there)
        return remove_marked(store, path, name);
    if (marked && !take_mark_off(store, path))
        return disk_fail(&store->error, path, "cannot write");
    if (number_of(name) > store->last_number)
        store->last_number = number_of(name);
    return true;
}

static bool sweep_entry(struct store *store, const char *name) {
    char *path = disk_join(store->findings, name);
    bool good = true;
    if (is_new(name))
        good = disk_remove_folder(store->disk, path, &store->error);
    else if (number_of(name) > 0)
        good = sweep_finding(store, path, name);
    mem_free(path);
    return good;
}

/* The names first: what is removed while a folder is being read may confuse the reading. */
static bool list_names(struct store *store, struct arena *arena, store_word_vec *names) {
    DIR *dir = opendir(store->findings);
    if (dir == NULL)
        return disk_fail(&store->error, store->findings, "cannot open");
    struct dirent *entry;
    while ((entry = readdir(dir)) != NULL)
        vec_push(names, arena_copy_text(arena, entry->d_name, strlen(entry->d_name)));
    closedir(dir);
    return true;
}

bool folder_sweep(struct store *store) {
    struct arena arena = {0};
    store_word_vec names = {0};
    bool good = store->rows->kind->last_number(store->rows, &store->last_number) &&
                list_names(store, &arena, &names);
    for (size_t i = 0; good && i < names.n; i++)
        good = sweep_entry(store, names.at[i]);
    good = good && remove_file(store, store->folder, DISK_NEW STORE_STATS);
    vec_free(&names);
    arena_free(&arena);
    return good;
}
