/* rejected.c - scripts that solvers reject, the first few. */
#include <dirent.h>

#include "store/store_int.h"

/* Those of earlier times count. */
static void count_rejected(struct store *store, const char *folder) {
    DIR *dir = opendir(folder);
    struct dirent *entry;
    store->has_counted_rejected = true;
    while (dir != NULL && (entry = readdir(dir)) != NULL)
        store->n_rejected += entry->d_name[0] != '.';
    if (dir != NULL)
        closedir(dir);
}

bool store_put_rejected(struct store *store, const char *solver, const char *head,
                        const char *script, size_t n) {
    if (!store_may_write(store))
        return false;
    char *folder = disk_join(store->folder, STORE_ERRORS);
    bool good = true;
    if (!store->has_counted_rejected)
        count_rejected(store, folder);
    if (store->n_rejected < STORE_REJECTED_MAX) {
        struct strbuf name = {0}, text = {0};
        strbuf_printf(&name, "%02u", ++store->n_rejected);
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
