#include "cli/about.h"

#include <gmp.h>
#include <jansson.h>
#include <sqlite3.h>

#include "version.h"

/* The libraries that momus is linked with, and the versions that are there at run time. */
static const char *version_of_gmp(void) {
    return gmp_version;
}

static const char *version_of_jansson(void) {
    return jansson_version_str();
}

static const struct {
    const char *name;
    const char *(*version)(void);
} libraries[] = {
    {"GMP", version_of_gmp},
    {"jansson", version_of_jansson},
    {"SQLite", sqlite3_libversion},
};

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

void about(struct strbuf *out) {
    strbuf_add_text(out, "momus " MOMUS_VERSION " (" MOMUS_BUILD ")\n");
    strbuf_add_text(out, "compiler: " COMPILER "\n");
    strbuf_add_text(out, "libraries:");
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        strbuf_printf(out, "%s %s %s", i > 0 ? "," : "", libraries[i].name, libraries[i].version());
    strbuf_add_char(out, '\n');
}
