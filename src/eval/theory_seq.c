#include "eval/meaning.h"

const struct meaning theory_seq[] = {
    {0, 0, NULL},
};
