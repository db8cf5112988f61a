/* Map a file for reading, on Linux and on Windows. */
#include "mapped_file.h"

#include <stdint.h>

/* ---------------------------------------------------------------- paths */

static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static int begins(const char *text, const char *with) {
    while (*with)
        if (*text++ != *with++) return 0;
    return 1;
}

int resource_path(const char *folder, const char *name, char *path, size_t size) {
    size_t n = 0;
    if (!folder || !*folder) return 0;
    int is_uri = begins(folder, "file:");
    if (is_uri) { /* file:/path, file:///path, file://localhost/path */
        folder += 5;
        if (begins(folder, "//")) {
            folder += 2;
            if (begins(folder, "localhost/")) folder += 9;
            if (*folder != '/') return 0; /* another machine */
        }
#if defined(_WIN32)
        if (folder[0] == '/' && folder[1] && folder[2] == ':') folder++; /* file:///C:/path */
#endif
    }
    while (*folder) {
        if (n + 2 >= size) return 0;
        int high = is_uri && folder[0] == '%' ? digit(folder[1]) : -1, low = high < 0 ? -1 : digit(folder[2]);
        path[n++] = low < 0 ? *folder : (char)(16 * high + low);
        folder += low < 0 ? 1 : 3;
    }
    if (path[n - 1] != '/' && path[n - 1] != '\\') path[n++] = '/';
    for (; *name; name++) {
        if (n + 1 >= size) return 0;
        path[n++] = *name;
    }
    path[n] = 0;
    return 1;
}

/* ---------------------------------------------------------------- files */

#if defined(_WIN32)

typedef void *handle;
handle CreateFileW(const uint16_t *, uint32_t, uint32_t, void *, uint32_t, uint32_t, handle);
int GetFileSizeEx(handle, int64_t *);
handle CreateFileMappingW(handle, void *, uint32_t, uint32_t, uint32_t, const uint16_t *);
void *MapViewOfFile(handle, uint32_t, uint32_t, uint32_t, size_t);
int UnmapViewOfFile(const void *);
int CloseHandle(handle);
enum { READ_ONLY = 2, MAP_READ = 4, OPEN_EXISTING = 3, SHARE_READ = 1, LONGEST = 4096 };

/* UTF-8 to UTF-16. */
static int widen(const char *text, uint16_t *wide, size_t size) {
    size_t n = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        int more = *p < 0x80 ? 0 : *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : 1;
        uint32_t code = more ? *p & (0x3fu >> more) : *p;
        for (p++; more-- > 0; p++) {
            if ((*p & 0xc0) != 0x80) return 0;
            code = code << 6 | (*p & 0x3f);
        }
        if (n + 3 > size) return 0;
        if (code > 0xffff) {
            wide[n++] = (uint16_t)(0xd800 + ((code - 0x10000) >> 10));
            code = 0xdc00 + ((code - 0x10000) & 0x3ff);
        }
        wide[n++] = (uint16_t)code;
    }
    wide[n] = 0;
    return 1;
}

mapped_file map_file(const char *path) {
    mapped_file found = {NULL, 0};
    uint16_t wide[LONGEST];
    int64_t size = 0;
    if (!widen(path, wide, LONGEST)) return found;
    handle file = CreateFileW(wide, 0x80000000u, SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if ((intptr_t)file == -1) return found;
    if (GetFileSizeEx(file, &size) && size > 0) {
        handle mapping = CreateFileMappingW(file, NULL, READ_ONLY, 0, 0, NULL);
        if (mapping) {
            found.bytes = MapViewOfFile(mapping, MAP_READ, 0, 0, 0);
            found.size = (size_t)size;
            CloseHandle(mapping);
        }
    }
    CloseHandle(file);
    return found;
}

void unmap_file(mapped_file file) {
    if (file.bytes) UnmapViewOfFile(file.bytes);
}

#else

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

mapped_file map_file(const char *path) {
    mapped_file found = {NULL, 0};
    int file = open(path, O_RDONLY);
    if (file < 0) return found;
    off_t size = lseek(file, 0, SEEK_END);
    if (size > 0) {
        void *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) found.bytes = bytes, found.size = (size_t)size;
    }
    close(file);
    return found;
}

void unmap_file(mapped_file file) {
    if (file.bytes) munmap((void *)(uintptr_t)file.bytes, file.size);
}

#endif
