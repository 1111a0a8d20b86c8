/*
 * momus seeds min: few seeds that are made of all that the corpus is made of.
 */
#include <jansson.h>

#include "base/die.h"
#include "campaign/shape.h"
#include "cli/seeds.h"
#include "report/json.h"

struct minimum {
    VEC(struct shape) shapes;
    VEC(size_t) costs;
    VEC(size_t) paths; /* numbers of the files that could be read */
};

static void visit(const struct term_table *table, const struct seed *seed, size_t path,
                  void *context) {
    struct minimum *minimum = context;
    struct shape shape;
    shape_of_seed(table, seed, &shape);
    vec_free(&shape.ops);
    vec_push(&minimum->shapes, shape);
    vec_push(&minimum->costs, seed->n_bytes);
    vec_push(&minimum->paths, path);
}

/* ---- copies ------------------------------------------------------------------------- */

/* Without "." and ".." and a slash in front, which could lead out of the folder. */
static void add_inner_path(const char *path, struct strbuf *out) {
    for (size_t n; *path != '\0'; path += n + (path[n] == '/')) {
        n = strcspn(path, "/");
        bool is_dots =
            n == 0 || (n == 1 && path[0] == '.') || (n == 2 && path[0] == '.' && path[1] == '.');
        if (!is_dots)
            strbuf_printf(out, "/%.*s", (int)n, path);
    }
}

/* To the same path below the folder: what a folder named sat says must not get lost. */
static bool copy_file(const char *path, const char *folder, struct strbuf *error) {
    struct strbuf to = {0};
    struct file_text text;
    strbuf_add_text(&to, folder);
    add_inner_path(path, &to);
    char *target = strbuf_detach(&to);
    char *slash = strrchr(target, '/');
    *slash = '\0';
    bool good = file_make_folder(target, error);
    *slash = '/';
    if (good && (good = file_read(path, &text, error))) {
        good = file_write(target, text.at, text.n, error);
        file_text_free(&text);
    }
    mem_free(target);
    return good;
}

static int copy_all(const struct minimum *minimum, const u32_vec *chosen, const path_vec *paths,
                    const char *folder) {
    for (size_t i = 0; i < chosen->n; i++) {
        struct strbuf error = {0};
        bool good = copy_file(paths->at[minimum->paths.at[chosen->at[i]]], folder, &error);
        if (!good)
            fprintf(stderr, "momus: error: %s\n", strbuf_text(&error));
        strbuf_free(&error);
        if (!good)
            return EXIT_ENVIRONMENT;
    }
    return EXIT_DONE;
}

/* --------------------------------------------------------------------------------------- */

static void print_json(const struct minimum *minimum, const u32_vec *chosen,
                       const path_vec *paths) {
    json_t *files = json_array();
    for (size_t i = 0; i < chosen->n; i++) {
        const char *path = paths->at[minimum->paths.at[chosen->at[i]]];
        json_array_append_new(files, report_json_word(path));
    }
    json_t *all = json_pack("{s:I, s:o}", "seeds", (json_int_t)minimum->paths.n, "kept", files);
    json_dumpf(all, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(all);
}

static void print_paths(const struct minimum *minimum, const u32_vec *chosen, const path_vec *paths,
                        const struct options *options) {
    for (size_t i = 0; i < chosen->n; i++)
        puts(paths->at[minimum->paths.at[chosen->at[i]]]);
    fflush(stdout);
    if (!options->quiet)
        fprintf(stderr, "momus: %zu of %zu seed%s %s all operators and shapes\n", chosen->n,
                minimum->paths.n, plural_s(minimum->paths.n), chosen->n == 1 ? "has" : "have");
}

int seeds_min(const struct options *options, const path_vec *paths) {
    struct minimum minimum = {0};
    u32_vec chosen = {0};
    if (options->json)
        json_set_alloc_funcs(mem_alloc, mem_free);
    int status = seeds_visit(options, paths, visit, &minimum);
    shapes_cover(minimum.shapes.at, minimum.costs.at, minimum.shapes.n, &chosen);
    if (options->json)
        print_json(&minimum, &chosen, paths);
    else
        print_paths(&minimum, &chosen, paths, options);
    if (options->out != NULL) {
        int copied = copy_all(&minimum, &chosen, paths, options->out);
        status = copied > status ? copied : status;
    }
    for (size_t i = 0; i < minimum.shapes.n; i++)
        shape_release(&minimum.shapes.at[i]);
    vec_free(&minimum.shapes);
    vec_free(&minimum.costs);
    vec_free(&minimum.paths);
    vec_free(&chosen);
    return status;
}
