-- Takes changes.csv, as “feedcache changes --format csv” writes it, into a mirror in DuckDB:
--
--   feedcache changes --after TOKEN --format csv > changes.csv
--   duckdb mirror.duckdb < mirror-duckdb.sql
--
-- The token to go on after: SELECT body ->> 'token' FROM change WHERE type = 'state'.
BEGIN;

CREATE TABLE IF NOT EXISTS change (
    type VARCHAR, cache VARCHAR, snapshot BIGINT, change BIGINT, source VARCHAR, account VARCHAR, collection VARCHAR,
    id VARCHAR, live BOOLEAN, version VARCHAR, version_order VARCHAR, removed_by VARCHAR, place VARCHAR, time_ms BIGINT,
    body VARCHAR,
    PRIMARY KEY (cache, type, source, account, collection, id)
);

-- The newest line of each thing. A body is a text: JSON that DuckDB cannot hold stays as it is.
INSERT INTO change
SELECT type, cache, snapshot::BIGINT, change::BIGINT, coalesce(source, ''), coalesce(account, ''), coalesce(collection, ''), coalesce(id, ''),
    live::BOOLEAN, version, version_order, removed_by, place, time_ms::BIGINT, body
FROM read_csv('changes.csv', header = true, all_varchar = true, quote = '"', escape = '"', max_line_size = 33554432)
WHERE type <> 'hello'
QUALIFY row_number() OVER (
    PARTITION BY cache, type, source, account, collection, id ORDER BY snapshot::BIGINT DESC, change::BIGINT DESC) = 1
ON CONFLICT DO UPDATE
SET snapshot = excluded.snapshot, change = excluded.change, live = excluded.live, version = excluded.version,
    version_order = excluded.version_order, removed_by = excluded.removed_by, place = excluded.place,
    time_ms = excluded.time_ms, body = excluded.body
WHERE (excluded.snapshot, excluded.change) > (change.snapshot, change.change) OR excluded.type = 'state';

-- What a snapshot has not told is gone, once it is complete.
DELETE FROM change
USING (SELECT cache, snapshot FROM change WHERE type = 'state' AND json_extract_string(body, '$.complete') = 'true') AS final
WHERE change.cache = final.cache AND change.snapshot < final.snapshot;

COMMIT;
