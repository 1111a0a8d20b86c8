#include "report/report.h"

#include <strings.h>

const struct report_format report_formats[] = {
#define FORMAT(name, endings) {#name, endings, report_add_##name},
#include "report/formats.def"
#undef FORMAT
    {NULL, NULL, NULL},
};

const struct report_format *report_format_find(const char *name) {
    for (const struct report_format *format = report_formats; format->name != NULL; format++)
        if (strcmp(format->name, name) == 0)
            return format;
    return NULL;
}

/* Of the endings, the length of the longest that the name has; 0 if it has none. */
static size_t match_ending(const char *path, const char *endings) {
    size_t n = strlen(path), longest = 0;
    while (*endings != 0) {
        size_t n_ending = strcspn(endings, " ");
        if (n > n_ending && path[n - n_ending - 1] != '/' && n_ending > longest &&
            strncasecmp(path + n - n_ending, endings, n_ending) == 0)
            longest = n_ending;
        endings += n_ending;
        endings += strspn(endings, " ");
    }
    return longest;
}

const struct report_format *report_format_of_file(const char *path) {
    const struct report_format *found = NULL;
    size_t longest = 0;
    for (const struct report_format *format = report_formats; format->name != NULL; format++) {
        size_t n = match_ending(path, format->endings);
        if (n > longest) {
            longest = n;
            found = format;
        }
    }
    return found;
}
