#include "eval/meaning.h"

const struct meaning theory_ff[] = {
    {0, 0, NULL},
};
