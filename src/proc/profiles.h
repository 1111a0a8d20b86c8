/*
 * profiles.h - finding a profile by its name.
 *
 * A profile NAME is the file NAME.solver in one of the caller's folders (the
 * user's first), else one that is built in. A profile that says (like OTHER)
 * is read on top of the other one; (like NAME) of the same name means the one
 * that it hides, so that a user can change a word of a built-in profile.
 */
#ifndef MOMUS_PROC_PROFILES_H
#define MOMUS_PROC_PROFILES_H

#include "base/file.h"
#include "proc/profile.h"

/* Where to look before the built-in profiles, in this order. Folders need not exist. */
struct profile_folders {
    const char *const *at;
    size_t n;
};

/* The last is of solver_name.h: there is a profile, but not what is wanted of it. */
enum profile_search { PROFILE_FOUND, PROFILE_UNKNOWN, PROFILE_BAD, PROFILE_MISNAMED };

/*
 * Finds and reads a profile. Where it is bad, `error` gets a line that says
 * where and why. Unless it is found, the profile is left empty.
 */
enum profile_search profiles_find(struct profile_folders folders, const char *name,
                                  struct profile *profile, struct strbuf *error);

/* Adds the names of all profiles, sorted, each once. Freed by path_vec_free. */
void profiles_list(struct profile_folders folders, path_vec *names);

/* The text of the i-th built-in profile and its length, NULL behind the last. */
const char *profiles_built_in(size_t i, const char **name, size_t *n);

#endif
