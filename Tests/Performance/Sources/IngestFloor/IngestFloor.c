#include "IngestFloor.h"

#include <sqlite3.h>
#include <stdio.h>

static int run(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL); }

static int write_pages(
    sqlite3 *db, sqlite3_stmt *insert, const char *payload, int length, int pages, int page_size) {
    int code = SQLITE_OK;
    for (int page = 0; page < pages && code == SQLITE_OK; page += 1) {
        code = run(db, "BEGIN IMMEDIATE");
        for (int row = 0; row < page_size && code == SQLITE_OK; row += 1) {
            char key[24];
            int size = snprintf(key, sizeof key, "%d", page * page_size + row);
            sqlite3_bind_text(insert, 1, key, size, SQLITE_STATIC);
            sqlite3_bind_int(insert, 2, page);
            sqlite3_bind_int(insert, 3, row);
            sqlite3_bind_text(insert, 4, payload, length, SQLITE_STATIC);
            int step = sqlite3_step(insert);
            code = step == SQLITE_DONE ? sqlite3_reset(insert) : step;
        }
        if (code == SQLITE_OK) code = run(db, "COMMIT");
    }
    return code;
}

int ingest_floor(const char *path, const char *payload, int length, int pages, int page_size) {
    sqlite3 *db = NULL;
    sqlite3_stmt *insert = NULL;
    int code = sqlite3_open(path, &db);
    if (code == SQLITE_OK) {
        code = run(
            db,
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
            "CREATE TABLE item (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, page INTEGER, rank INTEGER,"
            " payload TEXT NOT NULL);"
            "CREATE UNIQUE INDEX item_place ON item (page, rank)");
    }
    if (code == SQLITE_OK) {
        code = sqlite3_prepare_v2(
            db, "INSERT INTO item (key, page, rank, payload) VALUES (?, ?, ?, ?)", -1, &insert, NULL);
    }
    if (code == SQLITE_OK) code = write_pages(db, insert, payload, length, pages, page_size);
    sqlite3_finalize(insert);
    sqlite3_close(db);
    return code;
}
