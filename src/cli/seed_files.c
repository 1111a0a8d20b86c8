#include "cli/seed_files.h"

#include "base/file.h"
#include "gen/seed.h"

void seed_files_release(struct seed_files *files) {
    for (size_t i = 0; i < files->all.n; i++)
        mem_free(files->all.at[i].path);
    vec_free(&files->all);
}

/* A file that is not there any more, or no longer the same, is no seed. */
void seed_files_add(struct seed_files *files, const char *path) {
    struct file_text text;
    struct strbuf error = {0};
    if (file_read(path, &text, &error)) {
        struct seed_file file = {seed_hash(text.at, text.n), mem_copy_text(path, strlen(path))};
        vec_push(&files->all, file);
        file_text_free(&text);
    }
    strbuf_free(&error);
}

bool seed_files_add_below(struct seed_files *files, const char *path, struct strbuf *error) {
    path_vec paths = {0};
    bool good = file_list(path, ".smt2", &paths, error);
    for (size_t i = 0; i < paths.n; i++)
        seed_files_add(files, paths.at[i]);
    path_vec_free(&paths);
    return good;
}

void seed_files_add_names(struct seed_files *files, const struct run_record *record,
                          struct store_names names) {
    struct strbuf path = {0};
    for (size_t i = 0; i < names.n; i++) {
        seed_files_add(files, names.at[i]);
        if (names.at[i][0] == '/' || record->folder == NULL)
            continue;
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%s", record->folder, names.at[i]);
        seed_files_add(files, strbuf_text(&path));
    }
    strbuf_free(&path);
}

void seed_files_add_run(struct seed_files *files, const struct run_record *record) {
    struct strbuf path = {0}, error = {0};
    for (size_t i = 0; i < record->seeds.n && !files->has_run; i++) {
        const char *name = record->seeds.at[i];
        strbuf_clear(&path);
        if (name[0] != '/' && record->folder != NULL)
            strbuf_printf(&path, "%s/", record->folder);
        strbuf_add_text(&path, name);
        seed_files_add_below(files, strbuf_text(&path), &error);
    }
    files->has_run = true;
    strbuf_free(&path);
    strbuf_free(&error);
}

const char *seed_files_find(const struct seed_files *files, uint64_t hash) {
    for (size_t i = 0; i < files->all.n; i++)
        if (files->all.at[i].hash == hash)
            return files->all.at[i].path;
    return NULL;
}
