#include "eval/meaning.h"

const struct meaning theory_sets[] = {
    {0, 0, NULL},
};
