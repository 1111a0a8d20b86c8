#include "eval/truth.h"

#include <string.h>

static const char *const truth_names[] = {"unknown", "sat", "unsat"};

const char *truth_name(enum truth truth) {
    return truth_names[truth];
}

const char *basis_name(enum basis basis) {
    static const char *const names[] = {"none",       "witness", "construction",
                                        "exhaustion", "chain",   "label"};
    return names[basis];
}

enum truth truth_find(const char *at, size_t n) {
    for (enum truth truth = TRUTH_SAT; truth <= TRUTH_UNSAT; truth++)
        if (strlen(truth_names[truth]) == n && memcmp(truth_names[truth], at, n) == 0)
            return truth;
    return TRUTH_UNKNOWN;
}
