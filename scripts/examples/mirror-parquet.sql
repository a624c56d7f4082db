-- Takes changes.csv into a mirror that is a file of Parquet, mirror/change.parquet, and no database. mirror-duckdb.sql lies beside
-- this file:
--
--   mkdir -p mirror
--   feedcache changes --after TOKEN --format csv > changes.csv
--   duckdb < mirror-parquet.sql
--
-- The token to go on after: SELECT body ->> 'token' FROM 'mirror/*.parquet' WHERE type = 'state'.
.bail on
CREATE TABLE change (
    type VARCHAR, cache VARCHAR, snapshot BIGINT, change BIGINT, source VARCHAR, account VARCHAR, collection VARCHAR,
    id VARCHAR, live BOOLEAN, version VARCHAR, version_order VARCHAR, removed_by VARCHAR, place VARCHAR, time_ms BIGINT,
    body VARCHAR
);
-- Before the first load there is no other file.
COPY (FROM change) TO 'mirror/empty.parquet';
INSERT INTO change BY NAME FROM read_parquet('mirror/*.parquet');
.read mirror-duckdb.sql
-- The file is replaced at once: whoever reads it meanwhile has it as it was.
COPY (FROM change ORDER BY cache, type, source, account, collection, id) TO 'mirror/change.parquet' (COMPRESSION zstd);
