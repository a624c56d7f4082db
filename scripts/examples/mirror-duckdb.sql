-- Takes changes.csv, as “feedcache changes --format csv” writes it, into a mirror in DuckDB 1.4 or later:
--
--   feedcache changes --after TOKEN --format csv > changes.csv
--   duckdb -bail mirror.duckdb < mirror-duckdb.sql
--
-- The token to go on after: SELECT body ->> 'token' FROM change WHERE type = 'state'.
BEGIN;

CREATE TABLE IF NOT EXISTS change (
    type VARCHAR, cache VARCHAR, snapshot BIGINT, change BIGINT, source VARCHAR, account VARCHAR, collection VARCHAR,
    id VARCHAR, live BOOLEAN, version VARCHAR, version_order VARCHAR, removed_by VARCHAR, place VARCHAR, time_ms BIGINT,
    body VARCHAR
);

CREATE TEMPORARY TABLE batch AS
SELECT row_number() OVER () AS n, type, cache, snapshot::BIGINT AS snapshot, change::BIGINT AS change,
    coalesce(source, '') AS source, coalesce(account, '') AS account, coalesce(collection, '') AS collection,
    coalesce(id, '') AS id, live::BOOLEAN AS live, version, version_order, removed_by, place, time_ms::BIGINT AS time_ms,
    body
-- Nothing is guessed from the first lines.
FROM read_csv('changes.csv', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
    max_line_size = 33554432, columns = {
        type: 'VARCHAR', cache: 'VARCHAR', snapshot: 'VARCHAR', change: 'VARCHAR', source: 'VARCHAR', account: 'VARCHAR',
        collection: 'VARCHAR', id: 'VARCHAR', live: 'VARCHAR', version: 'VARCHAR', version_order: 'VARCHAR',
        removed_by: 'VARCHAR', place: 'VARCHAR', time_ms: 'VARCHAR', body: 'VARCHAR'});

-- A file that was cut short has no line of type state at its end: nothing of it is taken.
INSERT INTO batch (n) SELECT error('changes.csv was cut short') FROM batch HAVING count(*) > 0 AND arg_max(type, n) <> 'state';

-- Accounts that have another name, and perhaps one more since. A file that was put back to before a rename tells events under
-- the name before, and a key of an event is that of no other.
CREATE TEMPORARY TABLE renamed AS
WITH RECURSIVE renames AS (
    SELECT cache, source, json_extract_string(body, '$.from') AS known, account, change FROM batch WHERE type = 'rename'
), chain AS (
    SELECT * FROM renames
    UNION ALL SELECT chain.cache, chain.source, chain.known, renames.account, renames.change
    FROM chain JOIN renames USING (cache, source)
    WHERE renames.known = chain.account AND renames.change > chain.change
)
SELECT cache, source, known, arg_max(account, change) AS account FROM chain GROUP BY ALL;
UPDATE batch SET account = renamed.account FROM renamed
WHERE batch.cache = renamed.cache AND batch.source = renamed.source AND batch.account = renamed.known AND batch.type <> 'rename';
INSERT INTO renamed
SELECT DISTINCT change.cache, change.source, change.account, batch.account FROM batch JOIN change USING (cache, type, source, id)
WHERE type = 'event' AND batch.account <> change.account AND NOT EXISTS (
    FROM renamed WHERE renamed.cache = change.cache AND renamed.source = change.source AND renamed.known = change.account);
DELETE FROM renamed WHERE known = account;
-- What is under the new name already was told later.
DELETE FROM change USING renamed, change AS later
WHERE change.cache = renamed.cache AND change.source = renamed.source AND change.account = renamed.known
    AND later.cache = change.cache AND later.type = change.type AND later.source = change.source
    AND later.account = renamed.account AND later.collection = change.collection AND later.id = change.id;
UPDATE change SET account = renamed.account FROM renamed
WHERE change.cache = renamed.cache AND change.source = renamed.source AND change.account = renamed.known;
DROP TABLE renamed;

-- The events that were forgotten: those that came before the line and are not later, here and in what is stored.
DELETE FROM batch USING (SELECT * FROM batch WHERE type = 'forget') AS gone
WHERE batch.type = 'event' AND batch.n < gone.n AND batch.source = gone.source AND batch.account = gone.account
    AND (gone.collection = ''
        OR json_contains(json_extract(gone.body, '$.sections'), json_extract(batch.body, '$.section')));
DELETE FROM change USING (SELECT * FROM batch WHERE type = 'forget') AS gone
WHERE change.type = 'event' AND change.cache = gone.cache AND change.source = gone.source AND change.account = gone.account
    AND change.time_ms <= gone.time_ms AND (gone.collection = ''
        OR json_contains(json_extract(gone.body, '$.sections'), json_extract(change.body, '$.section')));

-- The newest line of each thing. A body is a text: JSON that DuckDB cannot hold stays as it is.
MERGE INTO change USING (
    SELECT * EXCLUDE n FROM batch WHERE type <> 'hello'
    QUALIFY row_number() OVER (
        PARTITION BY cache, type, source, account, collection, id ORDER BY snapshot DESC, change DESC) = 1
) AS line USING (cache, type, source, account, collection, id)
WHEN MATCHED AND ((line.snapshot, line.change) > (change.snapshot, change.change) OR line.type = 'state') THEN UPDATE
WHEN NOT MATCHED THEN INSERT BY NAME;

-- All else that was forgotten has a lower number, or is of an earlier snapshot and not later. Runs that the cache has pruned
-- are not told again without the collection.
DELETE FROM change USING (SELECT * FROM batch WHERE type = 'forget') AS gone
WHERE change.type NOT IN ('event', 'forget', 'rename', 'state') AND change.cache = gone.cache
    AND change.source = gone.source AND change.account = gone.account AND gone.collection IN ('', change.collection)
    AND CASE WHEN change.snapshot = gone.snapshot THEN change.change < gone.change ELSE change.time_ms <= gone.time_ms END;

CREATE TEMPORARY TABLE counted AS
SELECT change.rowid AS row, list(gone.collection) AS names
FROM change JOIN (SELECT * FROM batch WHERE type = 'forget' AND collection <> '') AS gone USING (cache, source, account)
WHERE change.type = 'run'
    AND CASE WHEN change.snapshot = gone.snapshot THEN change.change < gone.change ELSE change.time_ms <= gone.time_ms END
GROUP BY ALL;
UPDATE change SET body = json_merge_patch(body, json_object('collections', list_filter(
    json_extract(body, '$.collections[*]'), lambda part: NOT list_contains(names, json_extract_string(part, '$.name')))))
FROM counted WHERE change.rowid = counted.row;
DROP TABLE counted;

-- What a snapshot has not told is gone, once it is complete; but runs, problems, events and removals stay, which the cache has
-- pruned. A run after the last one was undone as the file was put back: another one will get its number.
CREATE TEMPORARY TABLE final AS
SELECT cache, snapshot FROM change WHERE type = 'state' AND json_extract_string(body, '$.complete') = 'true';
DELETE FROM change USING final
WHERE change.cache = final.cache AND change.snapshot < final.snapshot
    AND change.type NOT IN ('run', 'problem', 'event') AND (change.type <> 'item' OR change.live);
DELETE FROM change USING (
    SELECT final.cache, final.snapshot, source, account,
        coalesce(max(id::BIGINT) FILTER (WHERE change.snapshot = final.snapshot), 0) AS last_run
    FROM final JOIN change USING (cache) WHERE type = 'run' GROUP BY ALL
) AS told
WHERE change.cache = told.cache AND change.source = told.source AND change.account = told.account
    AND change.snapshot < told.snapshot AND change.type IN ('run', 'problem')
    AND CASE change.type WHEN 'run' THEN change.id ELSE json_extract_string(change.body, '$.last_run') END::BIGINT
        > told.last_run;
DROP TABLE final;
DROP TABLE batch;

COMMIT;
