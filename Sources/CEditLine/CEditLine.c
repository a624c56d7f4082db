#include "CEditLine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

EditLine *CELMake(const char *program, History *lines, FILE *input, FILE *output) {
    EditLine *editor = el_init(program, input != NULL ? input : stdin, output != NULL ? output : stdout, stderr);
    if (editor == NULL) {
        return NULL;
    }
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_HIST, history, lines);
    return editor;
}

void CELSetClientData(EditLine *editor, void *data) {
    el_set(editor, EL_CLIENTDATA, data);
}

void *CELClientData(EditLine *editor) {
    void *data = NULL;
    el_get(editor, EL_CLIENTDATA, &data);
    return data;
}

void CELSetPrompt(EditLine *editor, CELPrompt prompt) {
    el_set(editor, EL_PROMPT_ESC, prompt, '\1');
}

void CELAddFunction(EditLine *editor, const char *name, const char *help, CELFunction function) {
    el_set(editor, EL_ADDFN, name, help, function);
}

void CELBind(EditLine *editor, const char *key, const char *name) {
    el_set(editor, EL_BIND, key, name, NULL);
    el_set(editor, EL_BIND, "-a", key, name, NULL);
}

void CELTakeAllKeys(EditLine *editor) {
    el_set(editor, EL_SETTY, "-d", "-isig", NULL);
    el_set(editor, EL_SETTY, "-x", "-icanon", "-echo", NULL);
}

void CELPrepareTerminal(EditLine *editor, int isEditing) {
    el_set(editor, EL_PREP_TERM, isEditing);
}

void CELWrite(EditLine *editor, const char *text) {
    FILE *output = NULL;
    if (el_get(editor, EL_GETFP, 1, &output) == 0 && output != NULL) {
        fputs(text, output);
        fflush(output);
    }
}

void CELRefresh(EditLine *editor) {
    el_set(editor, EL_REFRESH);
}

History *CELHistoryMake(int size) {
    History *lines = history_init();
    if (lines == NULL) {
        return NULL;
    }
    HistEvent event;
    history(lines, &event, H_SETSIZE, size);
    history(lines, &event, H_SETUNIQUE, 1);
    return lines;
}

void CELHistoryEnter(History *lines, const char *line) {
    HistEvent event;
    history(lines, &event, H_ENTER, line);
}

// Signals come on any thread and at any time, and libedit may be in the middle of a line: they only leave a note in a
// pipe, which is read while waiting for a key.
static int notes[2] = {-1, -1};

static void note(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    // A full pipe holds notes enough.
    ssize_t written = write(notes[1], &byte, 1);
    (void)written;
    errno = saved;
}

static int hear(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL) == 0;
}

int CELHearSignals(void) {
    if (notes[0] < 0) {
        if (pipe(notes) != 0) {
            return 0;
        }
        for (int end = 0; end < 2; end += 1) {
            fcntl(notes[end], F_SETFL, O_NONBLOCK);
            fcntl(notes[end], F_SETFD, FD_CLOEXEC);
        }
    }
    return hear(SIGWINCH, note) && hear(SIGCONT, note);
}

void CELSuspend(void) {
    // The caller knows when it goes on; a note of it would have the line drawn twice.
    hear(SIGCONT, SIG_DFL);
    sigset_t stop, former;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &former);
    // A script that runs this program is stopped too, as by the key: the shell waits for all of the job.
    if (getpgrp() != getpid()) {
        kill(0, SIGTSTP);
    }
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    hear(SIGCONT, note);
}

void CELSetKeyReader(EditLine *editor, CELKeyReader reader) {
    // The wide form: the narrow one means a reader of bytes in older versions.
    el_wset(editor, EL_GETCFN, reader);
}

int CELAwaitKey(int input) {
    while (1) {
        fd_set ready;
        FD_ZERO(&ready);
        // Beyond what select(2) can watch, keys are read without hearing signals.
        if (input < 0 || input >= FD_SETSIZE) {
            return 0;
        }
        FD_SET(input, &ready);
        int hears = notes[0] >= 0 && notes[0] < FD_SETSIZE;
        if (hears) {
            FD_SET(notes[0], &ready);
        }
        int last = hears && notes[0] > input ? notes[0] : input;
        if (select(last + 1, &ready, NULL, NULL, NULL) < 0) {
            if (errno == EINTR) {
                continue;
            }
            return -1;
        }
        unsigned char signals[64];
        ssize_t count = hears && FD_ISSET(notes[0], &ready) ? read(notes[0], signals, sizeof signals) : 0;
        if (count > 0) {
            // To come back from a stop redraws all that a change of size does.
            return memchr(signals, SIGCONT, (size_t)count) != NULL ? SIGCONT : SIGWINCH;
        }
        if (FD_ISSET(input, &ready)) {
            return 0;
        }
    }
}

int CELReadKey(int input, wchar_t *key) {
    mbstate_t state;
    memset(&state, 0, sizeof state);
    while (1) {
        char byte;
        ssize_t count = read(input, &byte, 1);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return (int)count;
        }
        int isFirst = mbsinit(&state);
        size_t length = mbrtowc(key, &byte, 1, &state);
        if (length == (size_t)-1) {
            // No text by the locale: what comes after it may be.
            memset(&state, 0, sizeof state);
            // After a letter that was cut off, the byte may begin another.
            length = isFirst ? length : mbrtowc(key, &byte, 1, &state);
        }
        if (length == (size_t)-1) {
            memset(&state, 0, sizeof state);
        } else if (length != (size_t)-2) {
            return 1;
        }
    }
}
