/*
 * The result of FILE.smt2 is FILE.reduced.smt2. While it is being made, that file holds the best so
 * far, with a first line that says of which input: so a run that was killed goes on from there, and a
 * file of another origin is not mistaken for it.
 *
 * A finished result has no such line: it is to be shown to people as it is. Nothing unfinished takes
 * its place, as that could be larger, or be all that is left of it when momus is killed: the best so
 * far is then in FILE.reducing.smt2. If the input has not changed since the result was written, the
 * result is where to go on from, and nothing is left to do but to see that nothing is. Whatever else
 * the new result takes the place of, as it may be somebody's own, is kept as FILE.reduced.smt2~.
 */
#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "cli/reduce_work.h"

static const char unfinished[] = "; momus reduce: the best so far; of ";

/* A copy of the path, with one ending in the place of those that it has. */
static char *with_ending(const char *path, const char *const *endings, const char *ending) {
    struct strbuf out = {0};
    size_t n = strlen(path);
    for (; *endings != NULL; endings++) {
        size_t n_ending = strlen(*endings);
        if (n > n_ending && memcmp(path + n - n_ending, *endings, n_ending) == 0)
            n -= n_ending;
    }
    strbuf_add(&out, path, n);
    strbuf_add_text(&out, ending);
    return strbuf_detach(&out);
}

static char *result_path(const char *in) {
    static const char *const endings[] = {".smt2", NULL};
    return with_ending(in, endings, ".reduced.smt2");
}

static char *best_path(const char *out) {
    static const char *const endings[] = {".smt2", ".reduced", NULL};
    return with_ending(out, endings, ".reducing.smt2");
}

/* ---- what is there already -------------------------------------------------- */

static bool begins_with(const struct file_text *text, const char *start, size_t n) {
    return text->n >= n && memcmp(text->at, start, n) == 0;
}

/* Is there something that was not left by a run that did not come to its end? */
static bool is_finished(const char *path) {
    struct file_text text = {0};
    struct strbuf error = {0};
    bool is = false;
    if (access(path, F_OK) == 0) {
        bool is_read = file_read(path, &text, &error);
        is = !is_read || (text.n > 0 && !begins_with(&text, unfinished, strlen(unfinished)));
        if (is_read)
            file_text_free(&text);
    }
    strbuf_free(&error);
    return is;
}

static bool is_same_file(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/*
 * Whatever puts other bytes under the name of the input, be it a copy with an old date, changes the
 * time of its status.
 */
static bool is_older(const char *in, const char *out) {
    struct stat input, result;
    if (stat(in, &input) != 0 || stat(out, &result) != 0)
        return false;
    const struct timespec *a = &input.st_ctim, *b = &result.st_mtim;
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

bool reduce_files_can_be_kept(const char *in, const char *out, struct strbuf *error) {
    const char *path = out != NULL ? out : in, *slash = strrchr(path, '/');
    struct strbuf folder = {0};
    strbuf_add(&folder, path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
    strbuf_add_char(&folder, '.');
    bool good = access(strbuf_text(&folder), W_OK | X_OK) == 0;
    if (!good)
        strbuf_printf(error, "%s: the result cannot be written there: %s",
                      out != NULL ? out : strbuf_text(&folder), strerror(errno));
    strbuf_free(&folder);
    return good;
}

bool reduce_files_init(struct reduce_files *files, const char *in, const struct file_text *text,
                       const char *out, struct strbuf *error) {
    *files = (struct reduce_files){
        .out = out != NULL ? mem_copy_text(out, strlen(out)) : result_path(in),
        .is_usual = out == NULL,
        .hash = XXH3_64bits(text->at, text->n),
    };
    if (!is_finished(files->out)) {
        files->best = mem_copy_text(files->out, strlen(files->out));
        return true;
    }
    /* Only the usual place says by its name whose result it is. */
    files->out_is_of_input = out == NULL && is_older(in, files->out);
    files->best = best_path(files->out);
    if (!is_finished(files->best) && !is_same_file(files->best, in))
        return true;
    strbuf_printf(error, "%s is in the way: the best so far is to be kept there, since %s is there",
                  files->best, files->out);
    return false;
}

void reduce_files_release(struct reduce_files *files) {
    mem_free(files->out);
    mem_free(files->best);
    mem_free(files->old);
    mem_free(files->given);
}

/* ---- the best so far -------------------------------------------------------- */

static void add_mark(const struct reduce_files *files, struct strbuf *out) {
    strbuf_printf(out, "%s%016" PRIx64 "\n", unfinished, files->hash);
}

bool reduce_files_read_best(struct reduce_files *files, struct file_text *best) {
    struct strbuf mark = {0}, error = {0};
    add_mark(files, &mark);
    bool good = access(files->best, R_OK) == 0 && file_read(files->best, best, &error);
    if (good && !begins_with(best, mark.at, mark.n)) {
        file_text_free(best);
        good = false;
    }
    if (good)
        files->reached = files->best;
    else if (files->out_is_of_input && file_read(files->out, best, &error)) {
        files->reached = files->out;
        files->from_out = good = true;
    }
    strbuf_free(&mark);
    strbuf_free(&error);
    return good;
}

bool reduce_files_keep_best(struct reduce_files *files, const char *text, size_t n,
                            struct strbuf *error) {
    struct strbuf whole = {0};
    add_mark(files, &whole);
    strbuf_add(&whole, text, n);
    bool good = file_write(files->best, whole.at, whole.n, error);
    strbuf_free(&whole);
    if (good)
        files->reached = files->best;
    return good;
}

/* NAME~, or NAME~2 and so on where there is one already: that may be somebody's, too. */
static char *free_path(const char *path) {
    struct strbuf out = {0};
    strbuf_printf(&out, "%s~", path);
    for (unsigned i = 2; access(strbuf_text(&out), F_OK) == 0; i++) {
        strbuf_clear(&out);
        strbuf_printf(&out, "%s~%u", path, i);
    }
    return strbuf_detach(&out);
}

/* What other bytes than these a file has are copied to a free path beside it: *aside, if so. */
static bool put_aside(const char *path, const char *text, size_t n, char **aside,
                      struct strbuf *error) {
    struct file_text before;
    if (!file_read(path, &before, error))
        return false;
    bool is_other = before.n != n || memcmp(before.at, text, n) != 0;
    if (is_other)
        *aside = free_path(path);
    bool good = !is_other || file_write(*aside, before.at, before.n, error);
    file_text_free(&before);
    return good;
}

bool reduce_files_keep_given(struct reduce_files *files, const char *solver, const char *text,
                             size_t n, struct strbuf *error) {
    static const char *const endings[] = {".smt2", NULL};
    struct strbuf path = {0};
    char *name = with_ending(files->out, endings, ""), *aside = NULL;
    store_add_given_name(name, solver, &path);
    files->given = strbuf_detach(&path);
    bool good = access(files->given, F_OK) != 0 || put_aside(files->given, text, n, &aside, error);
    mem_free(name);
    mem_free(aside);
    return good && file_write(files->given, text, n, error);
}

/* Unless it is the result itself, or what the result was made of. */
static bool keep_old(struct reduce_files *files, const char *text, size_t n, bool went_on,
                     struct strbuf *error) {
    return !is_finished(files->out) || (went_on && files->from_out) ||
           put_aside(files->out, text, n, &files->old, error);
}

bool reduce_files_keep(struct reduce_files *files, const char *text, size_t n, bool went_on,
                       struct strbuf *error) {
    if ((files->is_usual && !keep_old(files, text, n, went_on, error)) ||
        !file_write(files->out, text, n, error))
        return false;
    if (strcmp(files->best, files->out) == 0 || unlink(files->best) == 0 || errno == ENOENT)
        return true;
    strbuf_printf(error, "%s cannot be removed: %s", files->best, strerror(errno));
    return false;
}
