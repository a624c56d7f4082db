// Preloaded into a program (ld.so(8), LD_PRELOAD): counts its allocations and the write transactions of its databases,
// and writes the two numbers to the file named by COST_COUNT when it ends.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// glibc's own functions under their second names ("Replacing malloc" in the GNU C Library manual).
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static atomic_long allocations, transactions;

void *malloc(size_t size) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    return __libc_realloc(block, size);
}

// A write transaction begins with an exclusive lock on byte 120 of the shared memory's file ("WAL Locks" in SQLite's
// "WAL-mode File Format").
enum { write_lock = 120 };

static void note_lock(int command, const struct flock *lock) {
    if (command == F_SETLK && lock->l_type == F_WRLCK && lock->l_start == write_lock && lock->l_len == 1)
        atomic_fetch_add_explicit(&transactions, 1, memory_order_relaxed);
}

#define COUNTED(name)                                                                    \
    int name(int file, int command, ...) {                                              \
        static int (*next)(int, int, ...);                                              \
        if (!next) next = (int (*)(int, int, ...))dlsym(RTLD_NEXT, #name);              \
        va_list arguments;                                                              \
        va_start(arguments, command);                                                   \
        void *argument = va_arg(arguments, void *);                                     \
        va_end(arguments);                                                              \
        note_lock(command, argument);                                                   \
        return next(file, command, argument);                                           \
    }

COUNTED(fcntl)
COUNTED(fcntl64)

__attribute__((destructor)) static void write_counts(void) {
    const char *path = getenv("COST_COUNT");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (file >= 0) dprintf(file, "%ld %ld\n", atomic_load(&allocations), atomic_load(&transactions));
}
