#include "eval/meaning.h"

const struct meaning theory_trans[] = {
    {0, 0, NULL},
};
