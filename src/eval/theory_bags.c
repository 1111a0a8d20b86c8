#include "eval/meaning.h"

const struct meaning theory_bags[] = {
    {0, 0, NULL},
};
