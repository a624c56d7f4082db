// The files of this folder inside the program. As literals of Swift the compiler would take seconds for them.

#ifndef FEEDCACHE_CFEEDPREVIEWWEB_H
#define FEEDCACHE_CFEEDPREVIEWWEB_H

// Each ends with 0.
const char *CFeedPreviewPage(void);
const char *CFeedPreviewStyles(void);
const char *CFeedPreviewScript(void);
const char *CFeedPreviewControls(void);

#endif
