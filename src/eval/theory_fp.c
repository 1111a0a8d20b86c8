#include "eval/meaning.h"

const struct meaning theory_fp[] = {
    {0, 0, NULL},
};
