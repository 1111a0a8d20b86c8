/*
 * known.h - what is known already, so that it is not new in a campaign: --known.
 *
 * Told by runs, and by what momus findings export has written, packed or unpacked; and by any
 * folder below which there are some of these.
 */
#ifndef MOMUS_CLI_KNOWN_H
#define MOMUS_CLI_KNOWN_H

#include "base/file.h"
#include "store/store.h"

#define KNOWN_FILE "finding.json" /* in what is exported: the finding, for programs */

struct known_print {
    char *fingerprint;
    char *origin;
};

struct known {
    path_vec runs; /* their folders */
    VEC(struct known_print) prints;
};

/* Looks at a file or folder. False, with the reason: it is not there, broken, or nothing of these. */
bool known_find(struct known *known, const char *path, struct strbuf *error);
/* All findings of an archive; *there is whether it has any. False, with the reason. */
bool known_take_archive(struct known *known, const char *origin, const char *bytes, size_t n,
                        bool *there, struct strbuf *error);
/* Into a run, but for what it knows of itself. False as the functions of the store. */
bool known_tell(const struct known *known, struct store *store);
void known_release(struct known *known);

#endif
