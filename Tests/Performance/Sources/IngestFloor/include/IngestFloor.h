#ifndef INGEST_FLOOR_H
#define INGEST_FLOOR_H

/// Of a hundred rows as many as `changed` have the payload `other`, the rest `payload`; both have `length` bytes.
typedef struct {
    const char *payload;
    const char *other;
    int length;
    int pages;
    int page_size;
    int changed;
} IngestRows;

/// Stores a list with SQLite alone, a transaction a page: what it costs at least, without a request or a look into JSON. A page
/// has a row for its place and one for its validator; a row has a key, its place and its payload.
///
/// - path: of a file that is not there yet, or that this has written before. Then each row is looked up by its key and compared,
///   and written where it differs.
/// Returns a result code of SQLite; 0 is success.
int ingest_floor(const char *path, IngestRows rows);

#endif
