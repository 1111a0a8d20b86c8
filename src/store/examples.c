/* examples.c - scripts that are no findings, the first few of each kind. */
#include <dirent.h>

#include "store/store_int.h"

/* Those of earlier times count. */
static void count_examples(struct store_examples *examples, const char *folder) {
    DIR *dir = opendir(folder);
    struct dirent *entry;
    examples->is_counted = true;
    while (dir != NULL && (entry = readdir(dir)) != NULL)
        examples->n += entry->d_name[0] != '.';
    if (dir != NULL)
        closedir(dir);
}

bool store_put_example(struct store *store, enum store_example kind, const char *solver,
                       const char *head, const char *script, size_t n) {
    static const char *const folders[] = {
        [STORE_ERROR] = STORE_ERRORS,
        [STORE_REMARK] = STORE_REMARKS,
        [STORE_CANDIDATE] = STORE_CANDIDATES,
    };
    if (!store_may_write(store))
        return false;
    char *folder = disk_join(store->folder, folders[kind]);
    struct store_examples *examples = &store->examples[kind];
    bool good = true;
    if (!examples->is_counted)
        count_examples(examples, folder);
    if (examples->n < STORE_EXAMPLES_MAX) {
        struct strbuf name = {0}, text = {0};
        strbuf_printf(&name, "%02u", ++examples->n);
        folder_add_part(&name, '-', solver);
        strbuf_add_text(&name, ".smt2");
        strbuf_add_text(&text, head);
        strbuf_add(&text, script, n);
        good = store_end(store, disk_make_folder(store->disk, folder, &store->error) &&
                                    disk_replace(store->disk, folder, strbuf_text(&name), text.at,
                                                 text.n, &store->error));
        strbuf_free(&name);
        strbuf_free(&text);
    }
    mem_free(folder);
    return good;
}
