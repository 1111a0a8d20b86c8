/*
 * finding.h - one finding of a run, whole, and the words that all reports of it
 * share.
 */
#ifndef MOMUS_REPORT_FINDING_H
#define MOMUS_REPORT_FINDING_H

#include "base/file.h"
#include "store/store.h"

struct report_finding {
    struct store_finding finding;
    store_answer_vec answers;         /* to its script as it was found */
    store_answer_vec reduced_answers; /* to the reduced one; none if they were not kept */
    store_trigger_vec triggers;
    store_word_vec aliases;     /* fingerprints that it had before it was reduced */
    store_version_vec versions; /* of the accused, the oldest first; none if it was not bisected */
    struct file_text script, reduced; /* reduced.at is NULL if there is none */
    struct file_text
        given; /* the latter, or else the former, as the accused got it; at may be NULL */
    const char *given_file; /* relative to the run; NULL */
    const char *unreduced;  /* why a campaign could not reduce it; NULL */
    const char *unreadable; /* which of its files cannot be read, and why; NULL: all can */
    const char *run;        /* the folder; borrowed from the store */
    struct arena arena;
};

/*
 * Reads everything about a finding. False, with the reason: there is none of this
 * number (*there is false), or the store cannot be read. A file that cannot be read leaves
 * its text empty, and the rest is told nevertheless: see `unreadable`. It is to be released in
 * any case.
 */
bool report_finding_load(struct store *store, uint32_t number, struct report_finding *whole,
                         bool *there, struct strbuf *error);
void report_finding_release(struct report_finding *whole);

/* The script to show: as the accused got it, reduced, where there is such a one. May be empty. */
struct file_text report_finding_formula(const struct report_finding *whole);
/* Is that the reduced one? It may be there as the accused got it when reduced.smt2 itself is not. */
bool report_finding_shows_reduced(const struct report_finding *whole);
/*
 * What solvers say to the script that is shown. Where that is not known, as of a run that an older
 * momus has reduced, it is what they said to the script as it was found, and a remark says so. May be NULL.
 */
const store_answer_vec *report_finding_answers(const struct report_finding *whole);
const char *report_finding_answers_remark(const struct report_finding *whole);
/* Its path, relative to the run; and alone, without folders. */
const char *report_finding_file(const struct report_finding *whole);
const char *report_finding_file_name(const struct report_finding *whole);
bool report_finding_blames(const struct store_finding *finding, const char *solver);

/* "open", "ignored", "closed": what the user has decided. */
const char *report_state_name(enum store_state state);
/* Is it open, and does the newest version of who is at fault not fail any more? */
bool report_finding_is_fixed(const struct store_finding *finding);
/* For people: "fixed in z3@5.2.0", or what the user has decided. */
void report_add_state(const struct store_finding *finding, struct strbuf *out);
/* "cvc4 says unsat to a satisfiable formula (QF_S)" */
void report_add_title(const struct store_finding *finding, struct strbuf *out);
/*
 * "fails up to 4.8.12; fixed in z3@5.2.0, first in z3@4.8.17". What it is fixed in may be NULL. Where it is so
 * first is known by the n versions that were asked, the oldest first: the next one after the last that fails.
 */
void report_add_versions(const char *fails_in, const char *fixed_in,
                         const struct store_version *versions, size_t n, struct strbuf *out);
/* The same of a finding; nothing if it was not bisected. */
void report_add_range(const struct report_finding *whole, struct strbuf *out);
/* With the range of versions, if it is known: that is part of it. */
void report_add_fingerprint(const struct store_finding *finding, struct strbuf *out);
/* "2026-11-16T05:36:23Z" */
void report_add_time(int64_t ms, struct strbuf *out);
/* A command as it was, for a shell, with the script where it goes. */
void report_add_command(const char *command, const char *file, struct strbuf *out);
/* How those at fault were asked, or, if nobody is, everybody: a line each, behind `indent`. */
void report_add_commands(const struct report_finding *whole, const char *file, const char *indent,
                         struct strbuf *out);
/* Is it about momus itself, and no solver? */
bool report_finding_is_ours(const struct store_finding *finding);
/* The command by which momus makes the test of a finding again. */
void report_add_remaking(const struct store_finding *finding, struct strbuf *out);
/* What a shell takes as one word. */
void report_add_quoted(const char *word, struct strbuf *out);

#endif
