#include "CEditLine.h"

EditLine *CELMake(const char *program, History *lines, FILE *input, FILE *output) {
    EditLine *editor = el_init(program, input != NULL ? input : stdin, output != NULL ? output : stdout, stderr);
    if (editor == NULL) {
        return NULL;
    }
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_SIGNAL, 1);
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
    el_set(editor, EL_PROMPT, prompt);
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
