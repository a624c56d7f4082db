// libedit for Swift: its variadic calls (el_set, el_get, history), each in the one form that is used. What they mean
// is described in editline(3). Text is UTF-8 throughout: the locale has to say so.

#ifndef FEEDCACHE_CEDITLINE_H
#define FEEDCACHE_CEDITLINE_H

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

typedef unsigned char (*CELFunction)(EditLine *, int);
typedef char *(*CELPrompt)(EditLine *);
// Gives the next key: 1, or 0 at the end of input, -1 where reading failed.
typedef int (*CELKeyReader)(EditLine *, wchar_t *);

// An editor in emacs mode, with `history`, that leaves signals alone, on a terminal's streams, which stay the caller's; NULL for
// standard input and output. NULL without memory.
EditLine *CELMake(const char *program, History *history, FILE *input, FILE *output);
void CELSetClientData(EditLine *editor, void *data);
void *CELClientData(EditLine *editor);
// What is between two \1 in a prompt takes no room on the screen.
void CELSetPrompt(EditLine *editor, CELPrompt prompt);
// Makes `function` known by `name`, to be bound here or in editrc(5).
void CELAddFunction(EditLine *editor, const char *name, const char *help, CELFunction function);
// Binds `key`, as in editrc(5) ("^I"), to the function of that name, in vi's command mode too.
void CELBind(EditLine *editor, const char *key, const char *name);
// Lets Ctrl-C, Ctrl-Z and Ctrl-\ through to the key bindings while a line is edited; and between two lines keeps the
// terminal from collecting lines by itself, which would drop a Ctrl-D typed ahead and echo twice.
void CELTakeAllKeys(EditLine *editor);
// Puts the terminal into (1) or out of (0) editing mode.
void CELPrepareTerminal(EditLine *editor, int isEditing);
// Writes to the editor's terminal.
void CELWrite(EditLine *editor, const char *text);
// Draws the line anew, where the terminal's cursor is: at the beginning of an empty line.
void CELRefresh(EditLine *editor);

// Has SIGWINCH and SIGCONT end a `CELAwaitKey`, in the whole process and for good; 0 where that cannot be.
int CELHearSignals(void);
// Stops the process and its group as Ctrl-Z does, also from a thread that blocks signals; comes back when it goes on. At
// once where no shell is there to continue it.
void CELSuspend(void);
void CELSetKeyReader(EditLine *editor, CELKeyReader reader);
// Waits until there is something to read: 0; the signal that came first; or -1.
int CELAwaitKey(int input);
// Reads a letter by the locale, as a `CELKeyReader` does; bytes that are none are passed over.
int CELReadKey(int input, wchar_t *key);

// A history of at most `size` lines, without the same line twice in a row; NULL without memory.
History *CELHistoryMake(int size);
void CELHistoryEnter(History *history, const char *line);

#endif
