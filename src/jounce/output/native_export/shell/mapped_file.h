/* Files of an FMU's resources, mapped into memory: instances share their pages, and what is not read is not loaded. */
#ifndef JOUNCE_MAPPED_FILE_H
#define JOUNCE_MAPPED_FILE_H

#include <stddef.h>

typedef struct {
    const unsigned char *bytes; /* NULL: there is no such file */
    size_t size;
} mapped_file;

/* The path of a file in the folder of resources, which FMI 2 names by a URI and FMI 3 by a path; 0 if it is too long,
 * or no file on this machine. */
int resource_path(const char *folder, const char *name, char *path, size_t size);

mapped_file map_file(const char *path);
void unmap_file(mapped_file file);

#endif
