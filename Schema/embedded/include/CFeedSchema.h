// The SQL of this folder inside the program. As literals of Swift the compiler took half a minute for it.

#ifndef FEEDCACHE_CFEEDSCHEMA_H
#define FEEDCACHE_CFEEDSCHEMA_H

#include <stddef.h>

// A step: the name in its file's name, and its statements. Both end with 0.
typedef struct {
    const char *name;
    const char *sql;
} CFeedSchemaStep;

// All steps, oldest first.
const CFeedSchemaStep *CFeedSchemaSteps(size_t *count);

// What all steps make together.
const char *CFeedSchemaWhole(void);

// The parts of the mirror in PostgreSQL, in their order; after the last one NULL.
const char *const *CFeedSchemaMirror(void);

#endif
