/*
 * text.h - words of code points: comparing and searching, in linear time.
 */
#ifndef MOMUS_EVAL_TEXT_H
#define MOMUS_EVAL_TEXT_H

#include <stdbool.h>
#include <stdint.h>

struct text {
    const uint32_t *at;
    uint32_t n;
};

/* By code points, a shorter one before what it begins: < 0, 0, > 0 */
int text_compare(struct text a, struct text b);
/* Does b stand in a at this position? */
bool text_has_at(struct text a, struct text b, uint32_t position);

/*
 * Looks for a pattern by Knuth, Morris and Pratt: the number of steps is linear in
 * the text and the pattern, whatever they are.
 */
struct text_finder {
    struct text pattern; /* borrowed */
    uint32_t *borders;   /* of each nonempty prefix: the length of its longest border */
};
void text_finder_init(struct text_finder *finder, struct text pattern);
void text_finder_release(struct text_finder *finder);

enum { TEXT_NOT_FOUND = UINT32_MAX };
/* The first position at or after `from`, which is at most the length of the text. */
uint32_t text_find(const struct text_finder *finder, struct text text, uint32_t from);
/* The last position of all. */
uint32_t text_find_last(const struct text_finder *finder, struct text text);

#endif
