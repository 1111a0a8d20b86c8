/*
 * failure.h - is a crash, or a failed self-check, in another version of a solver the same one?
 *
 * In one build the place tells, file and line. From version to version lines shift, so there a failure
 * is known by its gist:
 *
 *     Fatal failure within void A::B::check(int) at src/a.cpp:120      a.cpp      the file
 *     Check failure                                                    check      the function
 *      d_model->isBuilt()                                              d_model->isBuilt()
 *
 *     ASSERTION VIOLATION                                              b.cpp      the file
 *     File: ../src/b.cpp                                               ASSERTION VIOLATION
 *     Line: 42                                                         i < size(r)
 *     i < size(r)
 *
 * Folders, namespaces and numbers are no part of it. Where a message names no place, its
 * first line is the gist, and where there is no message at all, the signal: SIGSEGV.
 */
#ifndef MOMUS_ORACLE_FAILURE_H
#define MOMUS_ORACLE_FAILURE_H

#include "base/strbuf.h"
#include "proc/answer.h"

/* Adds the gist of a message, as lines. */
void failure_add_gist(struct text_span message, struct strbuf *out);

/*
 * Does the message `now` tell of the failure that a finding with this fingerprint is about? `before` is
 * what was said when it was seen; where that is empty, the fingerprint has to do.
 */
bool failure_is_same(const char *fingerprint, struct text_span before, struct text_span now);

#endif
