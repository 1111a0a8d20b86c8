#include "base/json_text.h"

#include "base/die.h"

static int add(const char *text, size_t n, void *context) {
    strbuf_add(context, text, n);
    return 0;
}

void strbuf_add_json(struct strbuf *out, const json_t *json, size_t flags) {
    if (json_dump_callback(json, add, out, flags) != 0)
        die_out_of_memory(0);
    strbuf_add_char(out, '\n');
}
