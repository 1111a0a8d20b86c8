#include "proc/leftover.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned long long pid_namespace(void) {
    struct stat info;
    return stat("/proc/self/ns/pid", &info) == 0 ? (unsigned long long)info.st_ino : 0;
}

void leftover_add_path(struct strbuf *path, const char *folder) {
    strbuf_printf(path, "%s/momus-%llu-%ld-", folder, pid_namespace(), (long)getpid());
}

/* Does the name say that a process made it that is gone? */
static bool is_left_behind(const char *name) {
    unsigned long long space;
    long pid;
    char dash;
    return sscanf(name, "momus-%llu-%ld%c", &space, &pid, &dash) == 3 && dash == '-' &&
           space == pid_namespace() && pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

void leftover_sweep(const char *folder, void take(const char *path)) {
    DIR *open_folder = opendir(folder);
    struct dirent *entry;
    struct strbuf path = {0};
    while (open_folder != NULL && (entry = readdir(open_folder)) != NULL)
        if (is_left_behind(entry->d_name)) {
            strbuf_clear(&path);
            strbuf_printf(&path, "%s/%s", folder, entry->d_name);
            take(strbuf_text(&path));
        }
    if (open_folder != NULL)
        closedir(open_folder);
    strbuf_free(&path);
}
