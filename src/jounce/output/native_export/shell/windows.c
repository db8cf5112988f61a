/* What a C runtime would bring along on Windows, for a library that is linked without one. */
#include <stddef.h>

int _fltused = 1;

void *memset(void *memory, int value, size_t count) {
    unsigned char *p = memory;
    while (count--) *p++ = (unsigned char)value;
    return memory;
}

void *memcpy(void *to, const void *from, size_t count) {
    unsigned char *a = to;
    const unsigned char *b = from;
    while (count--) *a++ = *b++;
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    unsigned char *a = to;
    const unsigned char *b = from;
    if (a < b) return memcpy(to, from, count);
    while (count--) a[count] = b[count];
    return to;
}

/* Large frames touch every page of the stack in order, so that the system adds them. The size comes in rax. */
__attribute__((naked)) void ___chkstk_ms(void) {
    __asm__("push %rcx\n push %rax\n cmp $0x1000, %rax\n lea 24(%rsp), %rcx\n jb 2f\n"
            "1: sub $0x1000, %rcx\n orl $0, (%rcx)\n sub $0x1000, %rax\n cmp $0x1000, %rax\n ja 1b\n"
            "2: sub %rax, %rcx\n orl $0, (%rcx)\n pop %rax\n pop %rcx\n ret\n");
}

int DllMainCRTStartup(void *module, unsigned int reason, void *reserved) {
    (void)module, (void)reason, (void)reserved;
    return 1;
}
