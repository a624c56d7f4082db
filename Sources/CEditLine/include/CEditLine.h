// libedit for Swift: its variadic calls (el_set, el_get, history), each in the one form that is used. What they mean
// is told in editline(3). Text is UTF-8 throughout: the locale has to say so.

#ifndef FEEDCACHE_CEDITLINE_H
#define FEEDCACHE_CEDITLINE_H

#include <histedit.h>
#include <stdio.h>

typedef unsigned char (*CELFunction)(EditLine *, int);
typedef char *(*CELPrompt)(EditLine *);

// An editor in emacs mode, with `history` and signals handled, on a terminal's streams, which stay the caller's; NULL for
// standard input and output. NULL without memory.
EditLine *CELMake(const char *program, History *history, FILE *input, FILE *output);
void CELSetClientData(EditLine *editor, void *data);
void *CELClientData(EditLine *editor);
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

// A history of at most `size` lines, without the same line twice in a row; NULL without memory.
History *CELHistoryMake(int size);
void CELHistoryEnter(History *history, const char *line);

#endif
