#include "eval/meaning.h"

const struct meaning theory_sep[] = {
    {0, 0, NULL},
};
