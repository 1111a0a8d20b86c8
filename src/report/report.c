#include "report/report.h"

const struct report_format report_formats[] = {
#define FORMAT(name, ending) {#name, ending, report_add_##name},
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

const struct report_format *report_format_of_file(const char *path) {
    size_t n = strlen(path);
    for (const struct report_format *format = report_formats; format->name != NULL; format++) {
        size_t ending = strlen(format->ending);
        if (n > ending && strcmp(path + n - ending, format->ending) == 0)
            return format;
    }
    return NULL;
}
