#include "CFeedSchema.h"

// C23, which clang knows in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const CFeedSchemaStep steps[] = {
    {"initial", (const char[]){
#embed "../migrations/0001-initial.sql"
        , 0}},
    {"section-config-waits", (const char[]){
#embed "../migrations/0002-section-config-waits.sql"
        , 0}},
    {"ads-and-events", (const char[]){
#embed "../migrations/0003-ads-and-events.sql"
        , 0}},
    {"refused-events", (const char[]){
#embed "../migrations/0004-refused-events.sql"
        , 0}},
    {"section-config-heals", (const char[]){
#embed "../migrations/0005-section-config-heals.sql"
        , 0}},
    {"location", (const char[]){
#embed "../migrations/0006-location.sql"
        , 0}},
    {"kept-ads", (const char[]){
#embed "../migrations/0007-kept-ads.sql"
        , 0}},
    {"evidence", (const char[]){
#embed "../migrations/0008-evidence.sql"
        , 0}},
    {"plain-names", (const char[]){
#embed "../migrations/0009-plain-names.sql"
        , 0}},
    {"agreeing-walks", (const char[]){
#embed "../migrations/0010-agreeing-walks.sql"
        , 0}},
    {"alarms", (const char[]){
#embed "../migrations/0011-alarms.sql"
        , 0}},
    {"taps", (const char[]){
#embed "../migrations/0012-taps.sql"
        , 0}},
    {"change-stream", (const char[]){
#embed "../migrations/0013-change-stream.sql"
        , 0}},
    {"items-without-references", (const char[]){
#embed "../migrations/0014-items-without-references.sql"
        , 0}},
    {"whole-walks", (const char[]){
#embed "../migrations/0015-whole-walks.sql"
        , 0}},
    {"consumers", (const char[]){
#embed "../migrations/0016-consumers.sql"
        , 0}},
    {"looks", (const char[]){
#embed "../migrations/0017-looks.sql"
        , 0}},
    {"window", (const char[]){
#embed "../migrations/0018-window.sql"
        , 0}},
    {"forgotten", (const char[]){
#embed "../migrations/0019-forgotten.sql"
        , 0}},
    {"views", (const char[]){
#embed "../migrations/0020-views.sql"
        , 0}},
    {"witness", (const char[]){
#embed "../migrations/0021-witness.sql"
        , 0}},
    {"account-names", (const char[]){
#embed "../migrations/0022-account-names.sql"
        , 0}},
    {"details", (const char[]){
#embed "../migrations/0023-details.sql"
        , 0}},
    {"assets", (const char[]){
#embed "../migrations/0024-assets.sql"
        , 0}},
    {"proof", (const char[]){
#embed "../migrations/0025-proof.sql"
        , 0}},
};

static const char whole[] = {
#embed "../schema.sql"
    , 0};

static const char *const mirror[] = {
    (const char[]){
#embed "../mirror/tables.sql"
        , 0},
    (const char[]){
#embed "../mirror/loading.sql"
        , 0},
    (const char[]){
#embed "../mirror/lists.sql"
        , 0},
    (const char[]){
#embed "../mirror/click-through.sql"
        , 0},
    NULL,
};

const CFeedSchemaStep *CFeedSchemaSteps(size_t *count) {
    *count = sizeof(steps) / sizeof(steps[0]);
    return steps;
}

const char *CFeedSchemaWhole(void) { return whole; }

const char *const *CFeedSchemaMirror(void) { return mirror; }
