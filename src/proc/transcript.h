/*
 * transcript.h - what one process of a session was told, query by query, so that
 * a fresh process can be told the same.
 *
 * What a session says may depend on everything that it was asked before. A
 * transcript puts any of its queries together again to one script, cleared
 * between them as they were.
 *
 * It is shared by the session and the answers that came from it; whoever keeps it
 * retains and releases it. Of a long life only the latest queries are kept:
 * TRANSCRIPT_MAX bytes of them.
 */
#ifndef MOMUS_PROC_TRANSCRIPT_H
#define MOMUS_PROC_TRANSCRIPT_H

#include "base/strbuf.h"

enum { TRANSCRIPT_MAX = 256 * 1024 };

struct transcript;

/* push: the queries stand between push and pop behind the preamble (may be NULL), else (reset). */
struct transcript *transcript_new(bool push, const char *preamble);
struct transcript *transcript_retain(struct transcript *transcript);
/* NULL is fine. */
void transcript_release(struct transcript *transcript);

/* The next query. */
void transcript_add(struct transcript *transcript, const char *text, size_t n);
/* Queries are numbered from 0; those before the first are not kept any more. */
uint32_t transcript_first(const struct transcript *transcript);
uint32_t transcript_end(const struct transcript *transcript);

/* Adds the script of these queries, in this order; all are kept. */
void transcript_script(const struct transcript *transcript, const uint32_t *numbers, size_t n,
                       struct strbuf *script);

#endif
