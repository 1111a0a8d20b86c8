#include "cli/archive.h"

#include "base/die.h"

enum { BLOCK = 512 };

/* As POSIX has it; all of it is text. */
struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], time[12], sum[8], kind, link[100];
    char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], rest[12];
};
_Static_assert(sizeof(struct header) == BLOCK, "a header is a block");

/* As many octal digits as fit, and a NUL. */
static void put_octal(char *at, size_t n, uint64_t number) {
    at[n - 1] = '\0';
    for (size_t i = n - 1; i-- > 0; number /= 8)
        at[i] = (char)('0' + number % 8);
}

/* The sum over all bytes, its own being blanks. */
static void put_sum(struct header *header) {
    const unsigned char *bytes = (const unsigned char *)header;
    unsigned sum = 0;
    memset(header->sum, ' ', sizeof header->sum);
    for (size_t i = 0; i < sizeof *header; i++)
        sum += bytes[i];
    put_octal(header->sum, sizeof header->sum - 1, sum);
}

void archive_add(struct strbuf *archive, const char *name, const char *bytes, size_t n,
                 int64_t time) {
    struct header header = {.kind = '0', .magic = "ustar", .version = {'0', '0'}};
    REQUIRE(strlen(name) <= ARCHIVE_NAME_MAX);
    memcpy(header.name, name, strlen(name));
    put_octal(header.mode, sizeof header.mode, 0644);
    put_octal(header.uid, sizeof header.uid, 0);
    put_octal(header.gid, sizeof header.gid, 0);
    put_octal(header.size, sizeof header.size, n);
    put_octal(header.time, sizeof header.time, time > 0 ? (uint64_t)time : 0);
    put_sum(&header);
    strbuf_add(archive, (const char *)&header, sizeof header);
    strbuf_add(archive, bytes, n);
    strbuf_add_repeat(archive, '\0', (BLOCK - n % BLOCK) % BLOCK);
}

void archive_finish(struct strbuf *archive) {
    strbuf_add_repeat(archive, '\0', 2 * BLOCK);
}

/* ---- reading --------------------------------------------------------------- */

/* Octal digits up to a NUL or a blank; false if there is anything else. */
static bool take_octal(const char *at, size_t n, uint64_t *number) {
    size_t i = 0;
    *number = 0;
    while (i < n && at[i] == ' ')
        i++;
    for (; i < n && at[i] >= '0' && at[i] <= '7'; i++)
        *number = *number * 8 + (uint64_t)(at[i] - '0');
    return i == n || at[i] == '\0' || at[i] == ' ';
}

static bool is_header(const struct header *header) {
    struct header copy = *header;
    uint64_t said, sum;
    put_sum(&copy);
    return memcmp(header->magic, "ustar", 5) == 0 &&
           take_octal(header->sum, sizeof header->sum, &said) &&
           take_octal(copy.sum, sizeof copy.sum, &sum) && said == sum;
}

/* A text that need not have a NUL behind it. */
static void take_name(const char *at, size_t n, struct archive_file *file) {
    size_t length = strnlen(file->name, sizeof file->name), more = strnlen(at, n);
    memcpy(file->name + length, at, more);
    file->name[length + more] = '\0';
}

enum archive_state archive_next(const char *bytes, size_t n, size_t *at,
                                struct archive_file *file) {
    static const char nothing[BLOCK];
    struct header header;
    uint64_t size;
    do {
        if (n - *at < BLOCK)
            return ARCHIVE_BAD;
        memcpy(&header, bytes + *at, BLOCK);
        if (memcmp(&header, nothing, BLOCK) == 0)
            return ARCHIVE_END;
        if (!is_header(&header) || !take_octal(header.size, sizeof header.size, &size))
            return ARCHIVE_BAD;
        size_t left = n - *at - BLOCK;
        uint64_t blocks = size / BLOCK + (size % BLOCK > 0);
        if (blocks > left / BLOCK)
            return ARCHIVE_BAD;
        *file = (struct archive_file){.bytes = bytes + *at + BLOCK, .n = size};
        *at += BLOCK * (1 + blocks);
    } while (header.kind != '0' && header.kind != '\0');
    take_name(header.prefix, sizeof header.prefix, file);
    if (file->name[0] != '\0')
        take_name("/", 1, file);
    take_name(header.name, sizeof header.name, file);
    return ARCHIVE_FILE;
}
