#ifndef INGEST_FLOOR_H
#define INGEST_FLOOR_H

/// Writes rows of a key, a version and a payload with SQLite alone, a transaction a page: what storing them costs at least.
///
/// - path: of a file that is not there yet.
/// - payload: of each row, `length` bytes.
/// Returns a result code of SQLite; 0 is success.
int ingest_floor(const char *path, const char *payload, int length, int pages, int page_size);

#endif
