#include "eval/meaning.h"

const struct meaning theory_arrays[] = {
    {0, 0, NULL},
};
