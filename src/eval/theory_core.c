#include "eval/meaning.h"

const struct meaning theory_core[] = {
    {0, 0, NULL},
};
