// libedit for Swift: its variadic calls (el_set, el_get, history), each in the one form that is used. What they mean
// is told in editline(3).

#ifndef FEEDCACHE_CEDITLINE_H
#define FEEDCACHE_CEDITLINE_H

#include <histedit.h>
#include <stdio.h>

typedef unsigned char (*CELFunction)(EditLine *, int);
typedef char *(*CELPrompt)(EditLine *);

// An editor on the process's standard streams, in emacs mode, with `history` and signals handled.
EditLine *CELMake(const char *program, History *history);
void CELSetClientData(EditLine *editor, void *data);
void *CELClientData(EditLine *editor);
void CELSetPrompt(EditLine *editor, CELPrompt prompt);
// Makes `function` known by `name` and binds `key` (as in editrc(5), "^I") to it.
void CELBind(EditLine *editor, const char *key, const char *name, const char *help, CELFunction function);
void CELBindBuiltin(EditLine *editor, const char *key, const char *name);
// Lets Ctrl-C and Ctrl-Z through to the key bindings while a line is edited; and between two lines keeps the terminal
// from collecting lines by itself, which would drop a Ctrl-D typed ahead and echo twice.
void CELTakeAllKeys(EditLine *editor);
// Puts the terminal into (1) or out of (0) editing mode.
void CELPrepareTerminal(EditLine *editor, int isEditing);

// A history of at most `size` lines, without the same line twice in a row.
History *CELHistoryMake(int size);
void CELHistoryEnter(History *history, const char *line);

#endif
