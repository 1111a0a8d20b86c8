/*
 * momus fuse: fusion functions, listed, proven, and made anew.
 */
#include "base/die.h"
#include "base/file.h"
#include "cli/cli.h"
#include "cli/fuse_prove.h"
#include "cli/options.h"
#include "eval/eval.h"
#include "gen/fusion_compose.h"
#include "gen/fusion_function.h"

struct fuse {
    const struct options *options;
    struct term_table *table;
    struct eval *eval;
    struct fusion_set *set;
    int status;
};

static void worsen(struct fuse *fuse, int status) {
    if (status > fuse->status)
        fuse->status = status;
}

/* ---- reading ---- */

static void complain(struct fuse *fuse, struct strbuf *error, const char *before) {
    fflush(stdout);
    fprintf(stderr, "%s%s", before, strbuf_text(error));
    worsen(fuse, EXIT_BAD_INPUT);
    strbuf_free(error);
}

/* The functions are read, but not tried yet. */
static void read_files(struct fuse *fuse, char *const *paths, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct strbuf error = {0};
        struct file_text text;
        if (!file_read(paths[i], &text, &error)) {
            strbuf_add_char(&error, '\n');
            complain(fuse, &error, "momus: error: ");
            continue;
        }
        const char *name = strcmp(paths[i], "-") == 0 ? "<stdin>" : paths[i];
        if (!fusion_set_read(fuse->set, name, text.at, text.n, &error))
            complain(fuse, &error, "");
        strbuf_free(&error);
        file_text_free(&text);
    }
    if (n == 0)
        fusion_set_add_built_in(fuse->set, fuse->eval);
}

/* ---- list ---- */

static void show_list(struct fuse *fuse) {
    for (size_t i = 0; i < fuse->set->functions.n; i++) {
        const struct fusion_function *f = fuse->set->functions.at[i];
        printf("%-26s", f->name);
        for (uint32_t k = 0; k < f->n_inputs; k++) {
            struct strbuf text = {0};
            fusion_print_sort(f, k, &text);
            printf("%s%s", k > 0 ? ", " : "", strbuf_text(&text));
            strbuf_free(&text);
        }
        printf("%s\n", f->is_total ? "" : "  (does not always invert)");
    }
}

/* ---- verify ---- */

static void verify(struct fuse *fuse) {
    enum { TRIES = 6000 };
    int status;
    struct fuse_prover *prover = fuse_prover_new(fuse->options, fuse->table, fuse->eval, &status);
    if (prover == NULL) {
        worsen(fuse, status);
        return;
    }
    for (size_t i = 0; i < fuse->set->functions.n; i++) {
        const struct fusion_function *f = fuse->set->functions.at[i];
        struct strbuf error = {0};
        if (!fusion_check(fuse->eval, f, TRIES, &error)) {
            printf("%s: counterexample\n", f->name);
            complain(fuse, &error, "");
            continue;
        }
        worsen(fuse, fuse_prove(prover, f));
        fflush(stdout);
        strbuf_free(&error);
    }
    fuse_prover_free(prover);
}

/* ---- generate ---- */

/* What the evaluator refutes would be a mistake in the steps: it is told, not printed. */
static void generate(struct fuse *fuse) {
    enum { TRIES = 600 };
    for (int64_t i = 0; i < fuse->options->generate; i++) {
        struct strbuf text = {0}, error = {0};
        struct rng rng;
        char name[64];
        rng_init(&rng, (uint64_t)fuse->options->fuse_seed, UINT64_C(0x66757365), (uint64_t)i, 0);
        snprintf(name, sizeof name, "%lld-%lld", (long long)fuse->options->fuse_seed, (long long)i);
        fusion_compose(&rng, name, &text);
        size_t n = fuse->set->functions.n;
        if (!fusion_set_read(fuse->set, "<generated>", strbuf_text(&text), text.n, &error) ||
            !fusion_check(fuse->eval, fuse->set->functions.at[n], TRIES, &error))
            BUG("a composed fusion function is wrong:\n%s%s", strbuf_text(&text),
                strbuf_text(&error));
        printf("%s%s", i > 0 ? "\n" : "", strbuf_text(&text));
        strbuf_free(&text);
        strbuf_free(&error);
    }
}

int cmd_fuse(const struct options *options, char *const *operands, size_t n) {
    struct fuse fuse = {.options = options, .status = EXIT_DONE};
    if (options->generate > 0 && n > 0)
        return cli_misuse("fuse", "--generate reads no files");
    if (options->generate > 0 && options->verify)
        return cli_misuse("fuse", "--generate prints functions; verify what it has printed");
    fuse.table = term_table_new();
    fuse.eval = eval_new(fuse.table);
    fuse.set = fusion_set_new();
    if (options->generate > 0)
        generate(&fuse);
    else {
        read_files(&fuse, operands, n);
        if (options->verify)
            verify(&fuse);
        else
            show_list(&fuse);
    }
    fusion_set_free(fuse.set);
    eval_free(fuse.eval);
    term_table_free(fuse.table);
    return fuse.status;
}
