/*
 * momus seeds stats: a corpus by logic, truth, size and operators.
 */
#include <jansson.h>
#include <stdlib.h>

#include "base/die.h"
#include "campaign/shape.h"
#include "cli/help.h"
#include "cli/seeds.h"

struct corpus_row {
    char *logic;
    size_t n, truths[3], n_witness, n_aside;
    u32_vec sizes; /* bytes */
};

static const struct {
    const char *name;
    size_t below;
} size_classes[] = {{"up to 1K", 1024},   {"up to 4K", 4096},    {"up to 16K", 16384},
                    {"up to 64K", 65536}, {"up to 1M", 1048576}, {"more", SIZE_MAX}};
enum { N_SIZES = sizeof size_classes / sizeof *size_classes };

struct stats {
    VEC(struct corpus_row) rows;
    struct corpus_row all;
    size_t sizes[N_SIZES];
    VEC(uint64_t) terms; /* by operator: how many terms have it, */
    VEC(uint64_t) seeds; /* and how many seeds */
};

/* ---- counting ------------------------------------------------------------------------ */

static struct corpus_row *row_of(struct stats *stats, const char *logic) {
    for (size_t i = 0; i < stats->rows.n; i++)
        if (strcmp(stats->rows.at[i].logic, logic) == 0)
            return &stats->rows.at[i];
    vec_push(&stats->rows, ((struct corpus_row){.logic = mem_copy_text(logic, strlen(logic))}));
    return &vec_top(&stats->rows);
}

static void count_in(struct corpus_row *row, const struct seed *seed) {
    row->n++;
    row->truths[seed->truth]++;
    row->n_witness += seed->has_witness;
    row->n_aside += seed->is_set_aside;
    vec_push(&row->sizes, (uint32_t)(seed->n_bytes < UINT32_MAX ? seed->n_bytes : UINT32_MAX));
}

static void count_ops(struct stats *stats, const struct shape *shape) {
    while (stats->terms.n < shape->ops.n) {
        vec_push(&stats->terms, 0);
        vec_push(&stats->seeds, 0);
    }
    for (size_t op = 0; op < shape->ops.n; op++) {
        stats->terms.at[op] += shape->ops.at[op];
        stats->seeds.at[op] += shape->ops.at[op] > 0;
    }
}

static void visit(const struct term_table *table, const struct seed *seed, size_t path,
                  void *context) {
    struct stats *stats = context;
    struct shape shape;
    (void)path;
    const char *logic =
        seed->logic_name != 0 ? symbol_at(&table->symbols, seed->logic_name)->at : "-";
    count_in(row_of(stats, logic), seed);
    count_in(&stats->all, seed);
    size_t class = 0;
    while (seed->n_bytes > size_classes[class].below)
        class ++;
    stats->sizes[class]++;
    shape_of_seed(table, seed, &shape);
    count_ops(stats, &shape);
    shape_release(&shape);
}

static int compare_rows(const void *a, const void *b) {
    const struct corpus_row *x = a, *y = b;
    return strcmp(x->logic, y->logic);
}

static int compare_sizes(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static uint32_t median(struct corpus_row *row) {
    if (row->sizes.n == 0)
        return 0;
    qsort(row->sizes.at, row->sizes.n, sizeof *row->sizes.at, compare_sizes);
    return row->sizes.at[row->sizes.n / 2];
}

/* ---- showing ------------------------------------------------------------------------- */

static void print_row(const char *name, struct corpus_row *row) {
    printf("%-12s %6zu %6zu %6zu %7zu %7zu %6u\n", name, row->n, row->truths[TRUTH_SAT],
           row->truths[TRUTH_UNSAT], row->truths[TRUTH_UNKNOWN], row->n_witness, median(row));
}

/* An operator and in how many seeds it stands. */
struct used {
    uint32_t op;
    uint64_t n;
};
typedef VEC(struct used) used_vec;

static int compare_used(const void *a, const void *b) {
    const struct used *x = a, *y = b;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return x->op < y->op ? -1 : x->op > y->op;
}

/* The operators of a theory that are used; *n_all of them exist, respellings aside. */
static void find_used(const struct stats *stats, enum theory theory, used_vec *used,
                      size_t *n_all) {
    vec_clear(used);
    *n_all = 0;
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
        const struct op_row *row = op_row((enum op)op);
        if (row->canonical != op || row->theory != theory)
            continue;
        ++*n_all;
        if (op < stats->seeds.n && stats->seeds.at[op] > 0)
            vec_push(used, ((struct used){op, stats->seeds.at[op]}));
    }
    if (used->n > 0)
        qsort(used->at, used->n, sizeof *used->at, compare_used);
}

/* What belongs to no theory. */
static const struct {
    enum op op;
    const char *name;
} language[] = {
    {OP_FORALL, "forall"}, {OP_EXISTS, "exists"}, {OP_LAMBDA, "lambda"}, {OP_CHOICE, "choice"},
    {OP_MATCH, "match"},   {OP_IS, "is"},         {OP_UPDATE, "update"},
};

static void print_list(const char *head, struct strbuf *words) {
    enum { INDENT = 4 };
    struct strbuf out = {0};
    strbuf_add_text(&out, head);
    help_fill(strbuf_text(words), strlen(head), INDENT, help_columns(), &out);
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
}

static void print_operators(const struct stats *stats) {
    used_vec used = {0};
    struct strbuf words = {0};
    char head[80];
    for (size_t i = 0; i < sizeof language / sizeof *language; i++)
        if (language[i].op < stats->seeds.n && stats->seeds.at[language[i].op] > 0)
            strbuf_printf(&words, "%s:%llu ", language[i].name,
                          (unsigned long long)stats->seeds.at[language[i].op]);
    if (words.n > 0)
        print_list("language: ", &words);
    for (enum theory theory = 0; theory < THEORY_USER; theory++) {
        size_t n_all;
        find_used(stats, theory, &used, &n_all);
        strbuf_clear(&words);
        for (size_t i = 0; i < used.n; i++)
            strbuf_printf(&words, "%s:%llu ", op_row((enum op)used.at[i].op)->symbol,
                          (unsigned long long)used.at[i].n);
        snprintf(head, sizeof head, "%s, %zu of %zu: ", theory_name(theory), used.n, n_all);
        if (used.n > 0)
            print_list(head, &words);
    }
    vec_free(&used);
    strbuf_free(&words);
}

static void print_stats(struct stats *stats) {
    printf("%-12s %6s %6s %6s %7s %7s %6s\n", "logic", "seeds", "sat", "unsat", "unknown",
           "witness", "bytes");
    for (size_t i = 0; i < stats->rows.n; i++)
        print_row(stats->rows.at[i].logic, &stats->rows.at[i]);
    print_row("all", &stats->all);
    printf("\nbytes: the median. %zu are set aside.\n\nsize", stats->all.n_aside);
    for (size_t i = 0; i < N_SIZES; i++)
        if (stats->sizes[i] > 0)
            printf("  %s: %zu", size_classes[i].name, stats->sizes[i]);
    printf("\n\noperators, and how many seeds have them\n");
    print_operators(stats);
}

static json_t *row_json(struct corpus_row *row) {
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "seeds", (json_int_t)row->n, "sat",
        (json_int_t)row->truths[TRUTH_SAT], "unsat", (json_int_t)row->truths[TRUTH_UNSAT],
        "unknown", (json_int_t)row->truths[TRUTH_UNKNOWN], "witness", (json_int_t)row->n_witness,
        "set_aside", (json_int_t)row->n_aside, "median_bytes", (json_int_t)median(row));
}

static void print_json(struct stats *stats) {
    json_t *logics = json_object(), *ops = json_array(), *sizes = json_object();
    for (size_t i = 0; i < stats->rows.n; i++)
        json_object_set_new(logics, stats->rows.at[i].logic, row_json(&stats->rows.at[i]));
    for (size_t i = 0; i < N_SIZES; i++)
        json_object_set_new(sizes, size_classes[i].name, json_integer((json_int_t)stats->sizes[i]));
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT && op < stats->seeds.n; op++)
        if (stats->seeds.at[op] > 0)
            json_array_append_new(ops, json_pack("{s:s, s:s, s:I, s:I}", "operator",
                                                 op_row((enum op)op)->symbol, "theory",
                                                 theory_name(op_row((enum op)op)->theory), "seeds",
                                                 (json_int_t)stats->seeds.at[op], "terms",
                                                 (json_int_t)stats->terms.at[op]));
    json_t *all = json_pack("{s:o, s:o, s:o, s:o}", "all", row_json(&stats->all), "logics", logics,
                            "sizes", sizes, "operators", ops);
    json_dumpf(all, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(all);
}

int seeds_stats(const struct options *options, const path_vec *paths) {
    struct stats stats = {0};
    if (options->json)
        json_set_alloc_funcs(mem_alloc, mem_free);
    int status = seeds_visit(options, paths, visit, &stats);
    if (stats.rows.n > 0)
        qsort(stats.rows.at, stats.rows.n, sizeof *stats.rows.at, compare_rows);
    if (options->json)
        print_json(&stats);
    else if (stats.all.n > 0)
        print_stats(&stats);
    for (size_t i = 0; i < stats.rows.n; i++) {
        mem_free(stats.rows.at[i].logic);
        vec_free(&stats.rows.at[i].sizes);
    }
    vec_free(&stats.rows);
    vec_free(&stats.all.sizes);
    vec_free(&stats.terms);
    vec_free(&stats.seeds);
    return status;
}
