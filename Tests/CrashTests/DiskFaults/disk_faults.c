// Preloaded into a program (ld.so(8), LD_PRELOAD), counts what it does to some files and lets one of these calls go
// wrong: the process is killed there, as by a power cut for everything it had in memory, or the call fails.
//
//   DISK_FAULT_FILES  the files meant: all whose path begins with this
//   DISK_FAULT_AT     the number of the call, from 1; 0 or none: all goes well
//   DISK_FAULT_KIND   kill         SIGKILL instead of the call
//                     tear         SIGKILL when half of a write is out
//                     interrupt, terminate, hangup
//                                  SIGINT, SIGTERM or SIGHUP before the call
//                     enospc, eio  the call fails
//                     full, broken from this call on all that need room, or all, fail
//                     short        from this call on a write takes half of what it is given
//                     readonly     from the start no file can be made, or opened for writing
//   DISK_FAULT_LOG    a line for each call is added to this file
//
// What is written through a memory map (the shared-memory file beside a WAL) is not seen: it is made anew after a crash.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum verdict { PASS, HALVE, FAIL };

static const char *prefix;
static size_t prefix_length;
static const char *kind = "";
static unsigned long fault_at;
static unsigned long calls;
static int log_descriptor = -1;

__attribute__((constructor)) static void read_environment(void)
{
    const char *at = getenv("DISK_FAULT_AT"), *how = getenv("DISK_FAULT_KIND"), *log = getenv("DISK_FAULT_LOG");
    prefix = getenv("DISK_FAULT_FILES");
    prefix_length = prefix ? strlen(prefix) : 0;
    if (how)
        kind = how;
    if (at)
        fault_at = strtoul(at, NULL, 10);
    if (log)
        log_descriptor = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is(const char *name)
{
    return strcmp(kind, name) == 0;
}

static int is_meant(const char *path)
{
    return prefix_length > 0 && path && strncmp(path, prefix, prefix_length) == 0;
}

static void die(void)
{
    for (;;)
        syscall(SYS_kill, getpid(), SIGKILL);
}

static void note(unsigned long number, const char *call, const char *path, size_t bytes)
{
    char line[256];
    if (log_descriptor < 0)
        return;
    int length = snprintf(line, sizeof line, "%lu %s %s %zu\n", number, call, path + prefix_length, bytes);
    if (length > 0)
        syscall(SYS_write, log_descriptor, line, length < (int)sizeof line ? (size_t)length : sizeof line - 1);
}

// Counts a call and says what becomes of it. `bytes` is what a write is given, 0 for other calls.
static enum verdict judge(const char *call, const char *path, size_t bytes, int needs_room)
{
    if (!is_meant(path))
        return PASS;
    unsigned long number = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    note(number, call, path, bytes);
    if (fault_at == 0 || number < fault_at)
        return PASS;
    if (is("full") || (is("enospc") && number == fault_at)) {
        errno = ENOSPC;
        return needs_room ? FAIL : PASS;
    }
    if (is("broken") || (is("eio") && number == fault_at)) {
        errno = EIO;
        return FAIL;
    }
    if (is("short"))
        return bytes > 1 ? HALVE : PASS;
    if (number == fault_at && is("kill"))
        die();
    if (number == fault_at && (is("interrupt") || is("terminate") || is("hangup")))
        syscall(SYS_kill, getpid(), is("interrupt") ? SIGINT : is("terminate") ? SIGTERM : SIGHUP);
    if (number == fault_at && is("tear")) {
        if (bytes > 1)
            return HALVE;
        die();
    }
    return PASS;
}

static enum verdict judge_descriptor(const char *call, int descriptor, size_t bytes, int needs_room)
{
    char link[64], path[PATH_MAX];
    int before = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    errno = before;
    if (length < 0)
        return PASS;
    path[length] = 0;
    return judge(call, path, bytes, needs_room);
}

// The function that this library stands in front of.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WRITE(name, parameters, call)                                                                                  \
    ssize_t name parameters                                                                                            \
    {                                                                                                                  \
        switch (judge_descriptor(#name, descriptor, count, 1)) {                                                       \
        case FAIL:                                                                                                     \
            return -1;                                                                                                 \
        case HALVE: {                                                                                                  \
            count /= 2;                                                                                                \
            ssize_t written = NEXT(name) call;                                                                         \
            if (is("tear"))                                                                                            \
                die();                                                                                                 \
            return written;                                                                                            \
        }                                                                                                              \
        default:                                                                                                       \
            return NEXT(name) call;                                                                                    \
        }                                                                                                              \
    }

#define CHANGE(name, parameters, call, verdict)                                                                        \
    int name parameters                                                                                                \
    {                                                                                                                  \
        return (verdict) == FAIL ? -1 : NEXT(name) call;                                                               \
    }

WRITE(write, (int descriptor, const void *bytes, size_t count), (descriptor, bytes, count))
WRITE(pwrite, (int descriptor, const void *bytes, size_t count, off_t at), (descriptor, bytes, count, at))
WRITE(pwrite64, (int descriptor, const void *bytes, size_t count, off64_t at), (descriptor, bytes, count, at))

CHANGE(ftruncate, (int descriptor, off_t size), (descriptor, size), judge_descriptor("ftruncate", descriptor, 0, 0))
CHANGE(ftruncate64, (int descriptor, off64_t size), (descriptor, size), judge_descriptor("ftruncate64", descriptor, 0, 0))
CHANGE(fsync, (int descriptor), (descriptor), judge_descriptor("fsync", descriptor, 0, 0))
CHANGE(fdatasync, (int descriptor), (descriptor), judge_descriptor("fdatasync", descriptor, 0, 0))
CHANGE(unlink, (const char *path), (path), judge("unlink", path, 0, 0))
CHANGE(rename, (const char *from, const char *to), (from, to), judge("rename", to, 0, 0))

static int is_refused(const char *path, int flags)
{
    if (!is("readonly") || !is_meant(path))
        return 0;
    int exists = access(path, F_OK) == 0;
    // What is there already is found before what may be done with it.
    if (exists && (flags & O_EXCL))
        return 0;
    if (exists && (flags & O_ACCMODE) == O_RDONLY)
        return 0;
    if (!exists && !(flags & O_CREAT))
        return 0;
    errno = EROFS;
    return 1;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                                        \
        va_end(more);                                                                                                  \
        return is_refused(path, flags) ? -1 : NEXT(name)(path, flags, mode);                                           \
    }

OPEN(open)
OPEN(open64)
