#include "IngestFloor.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char schema[] =
    "PRAGMA synchronous = NORMAL; PRAGMA journal_mode = WAL;"
    "CREATE TABLE IF NOT EXISTS page (id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, request TEXT NOT NULL,"
    " items INTEGER NOT NULL, sequence INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS validator (page INTEGER PRIMARY KEY REFERENCES page, etag TEXT, modified TEXT,"
    " answered_by TEXT NOT NULL, next TEXT);"
    "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, page INTEGER NOT NULL,"
    " rank INTEGER NOT NULL, payload TEXT NOT NULL);"
    "CREATE UNIQUE INDEX IF NOT EXISTS item_place ON item (page, rank)";

enum { PAGE, VALIDATOR, FIND, INSERT, UPDATE, STATEMENTS };
static const char *const texts[STATEMENTS] = {
    "INSERT INTO page (id, number, request, items, sequence) VALUES (?1, ?1, ?2, ?3, 1)"
    " ON CONFLICT DO UPDATE SET items = excluded.items, sequence = sequence + 1",
    "INSERT OR REPLACE INTO validator (page, etag, modified, answered_by, next)"
    " VALUES (?1, '\"6b0a6260-854e\"', 'Sat, 28 Nov 2026 05:10:56 GMT', ?2, ?1 + 1)",
    "SELECT id, page, rank, payload FROM item WHERE key = ?",
    "INSERT INTO item (key, page, rank, payload) VALUES (?, ?, ?, ?)",
    "UPDATE item SET payload = ?2 WHERE id = ?1",
};

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
} Floor;

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int write_item(Floor *floor, IngestRows rows, int page, int rank) {
    int number = page * rows.page_size + rank;
    const char *payload = number % 100 < rows.changed ? rows.other : rows.payload;
    char key[24];
    int size = snprintf(key, sizeof key, "%d", number);
    sqlite3_stmt *find = floor->statements[FIND];
    sqlite3_bind_text(find, 1, key, size, SQLITE_STATIC);
    int found = sqlite3_step(find);
    sqlite3_stmt *write = NULL;
    if (found == SQLITE_DONE) {
        write = floor->statements[INSERT];
        sqlite3_bind_text(write, 1, key, size, SQLITE_STATIC);
        sqlite3_bind_int(write, 2, page + 1);
        sqlite3_bind_int(write, 3, rank);
        sqlite3_bind_text(write, 4, payload, rows.length, SQLITE_STATIC);
    } else if (
        found == SQLITE_ROW
        && (sqlite3_column_bytes(find, 3) != rows.length
            || memcmp(sqlite3_column_text(find, 3), payload, (size_t)rows.length) != 0)) {
        write = floor->statements[UPDATE];
        sqlite3_bind_int64(write, 1, sqlite3_column_int64(find, 0));
        sqlite3_bind_text(write, 2, payload, rows.length, SQLITE_STATIC);
    }
    int code = sqlite3_reset(find);
    return code == SQLITE_OK && write != NULL ? run(write) : code;
}

static int write_page(Floor *floor, IngestRows rows, int page) {
    char address[64];
    int size = snprintf(address, sizeof address, "http://127.0.0.1:8080/list?page=%d", page + 1);
    sqlite3_stmt *place = floor->statements[PAGE], *validator = floor->statements[VALIDATOR];
    sqlite3_bind_int(place, 1, page + 1);
    sqlite3_bind_text(place, 2, address, size, SQLITE_STATIC);
    sqlite3_bind_int(place, 3, rows.page_size);
    sqlite3_bind_int(validator, 1, page + 1);
    sqlite3_bind_text(validator, 2, address, size, SQLITE_STATIC);
    int code = run(place);
    for (int rank = 0; rank < rows.page_size && code == SQLITE_OK; rank += 1) {
        code = write_item(floor, rows, page, rank);
    }
    return code == SQLITE_OK ? run(validator) : code;
}

int ingest_floor(const char *path, IngestRows rows) {
    Floor floor = {0};
    int code = sqlite3_open(path, &floor.db);
    if (code == SQLITE_OK) code = sqlite3_exec(floor.db, schema, NULL, NULL, NULL);
    for (int index = 0; index < STATEMENTS && code == SQLITE_OK; index += 1) {
        code = sqlite3_prepare_v2(floor.db, texts[index], -1, &floor.statements[index], NULL);
    }
    for (int page = 0; page < rows.pages && code == SQLITE_OK; page += 1) {
        code = sqlite3_exec(floor.db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        if (code == SQLITE_OK) code = write_page(&floor, rows, page);
        if (code == SQLITE_OK) code = sqlite3_exec(floor.db, "COMMIT", NULL, NULL, NULL);
    }
    for (int index = 0; index < STATEMENTS; index += 1) sqlite3_finalize(floor.statements[index]);
    sqlite3_close(floor.db);
    return code;
}
