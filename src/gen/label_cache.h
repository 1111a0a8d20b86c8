/*
 * label_cache.h - what was found out about seeds, kept by their content.
 *
 * One file per seed, named by the hash of its bytes, in the user's cache folder
 * ($XDG_CACHE_HOME/momus/labels, else ~/.cache/momus/labels):
 *
 *     momus-label 1 2ab0...                    the hash of all that follows
 *     (hash "3f9c...") (bytes 812) (judged "limit")
 *     (answer "z3" "z3 {file}" "Z3 version 4.8.12" 10 "sat" "true" "" "")
 *     (witness "z3")
 *     ...                                      the witness, as witness_print has it
 *
 * Nothing in it is believed that can be checked: a file that is damaged, of
 * another format or of another seed is as good as none, and a witness is one only
 * if it makes the seed's formulas true.
 */
#ifndef MOMUS_GEN_LABEL_CACHE_H
#define MOMUS_GEN_LABEL_CACHE_H

#include "gen/label.h"

/* All-zero: there is no folder, nothing is found, and nothing is kept. */
struct label_cache {
    char *folder;
};

/* In the user's cache folder. Nothing is made there before something is put. */
void label_cache_open(struct label_cache *cache);
void label_cache_close(struct label_cache *cache);

/* True if something is known of this content; `facts` are then to be released. */
bool label_cache_find(const struct label_cache *cache, uint64_t hash, size_t n_bytes,
                      struct label_facts *facts);
/* Replaces what is known, in one step. False, with the reason, if that fails. */
bool label_cache_put(const struct label_cache *cache, const struct label_facts *facts,
                     struct strbuf *error);

#endif
