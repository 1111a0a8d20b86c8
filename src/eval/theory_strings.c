#include "eval/meaning.h"

const struct meaning theory_strings[] = {
    {0, 0, NULL},
};
