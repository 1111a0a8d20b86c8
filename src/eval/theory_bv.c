#include "eval/meaning.h"

const struct meaning theory_bv[] = {
    {0, 0, NULL},
};
