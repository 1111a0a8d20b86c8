/*
 * file.h - whole files in, whole files out, and the files below a folder.
 *
 * Failures of the environment are returned, with a message that names the
 * file, and leave nothing half done.
 */
#ifndef MOMUS_BASE_FILE_H
#define MOMUS_BASE_FILE_H

#include "base/strbuf.h"
#include "base/vec.h"

enum { FILE_SLACK = 32 };

/* Contents of a file, followed by FILE_SLACK zero bytes that are not counted. */
struct file_text {
    char *at;
    size_t n;
};

/* Reads all of `path`; "-" is standard input. On failure adds the reason to `error`. */
bool file_read(const char *path, struct file_text *text, struct strbuf *error);
void file_text_free(struct file_text *text);

/*
 * Replaces `path` by these bytes in one step: readers and a crash see the old
 * contents or the new, never a mixture. Keeps the file's mode and a symbolic
 * link that leads to it. A device or pipe is written to as it is.
 */
bool file_write(const char *path, const char *bytes, size_t n, struct strbuf *error);

/* Makes the folder, and those above it, where they are not there. */
bool file_make_folder(const char *path, struct strbuf *error);

typedef VEC(char *) path_vec;

/*
 * Adds `path` itself, or, if it is a folder, the regular files below it whose
 * names end in `suffix`, in byte order of their paths. On failure adds the reason to
 * `error`; what was found until then is kept.
 */
bool file_list(const char *path, const char *suffix, path_vec *paths, struct strbuf *error);
void path_vec_free(path_vec *paths);

#endif
