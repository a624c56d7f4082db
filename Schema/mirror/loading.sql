-- One batch in one transaction: all of it lands with its token, or nothing.

-- Puts the items of some lists that are on no page of the server into their places.
--
-- The order of a list is that of walks, the latest first, then of numbers, parts and ranks. A page of the server belongs to
-- the latest walk that has read as many pages as its number says. So pages come in the order of their numbers, whatever
-- is read: their items sort by [number, 0, part, rank] for good. An item that stays in a walk comes between pages: where its
-- number is of pages that this walk has read last, there; else after the last page of later walks or of its own, as
-- [page, 1, -walk, number, part, rank].
CREATE FUNCTION feed_place(name text, lists json) RETURNS void LANGUAGE sql AS $$
    WITH kept AS (
        SELECT item.* FROM json_to_recordset(lists) AS list (source text, account text, collection text)
        JOIN item ON item.cache = name AND item.source = list.source AND item.account = list.account
            AND item.collection = list.collection
        WHERE live AND NOT is_page
    ), bounds AS (
        SELECT source, account, collection, walks.walk,
            coalesce(max(pages) FILTER (WHERE reach.walk > walks.walk), 0) AS read_later,
            coalesce(max(pages), 0) AS read
        FROM (SELECT DISTINCT source, account, collection, walk FROM kept) AS walks
        LEFT JOIN LATERAL (
            SELECT reach.walk, reach.pages FROM reach
            WHERE reach.cache = name AND reach.source = walks.source AND reach.account = walks.account
                AND reach.collection = walks.collection AND reach.walk >= walks.walk
        ) AS reach ON true
        GROUP BY source, account, collection, walks.walk
    ), placed AS (
        SELECT source, account, collection, id, position AS old, CASE
            WHEN number > read_later AND number <= read THEN ARRAY[number, 0, part, rank]
            ELSE ARRAY[CASE WHEN number <= read_later THEN read_later ELSE read END, 1, -walk, number, part, rank]
            END AS position
        FROM kept JOIN bounds USING (source, account, collection, walk)
    )
    UPDATE item SET position = placed.position FROM placed
    WHERE item.cache = name AND item.source = placed.source AND item.account = placed.account
        AND item.collection = placed.collection AND item.id = placed.id AND placed.old IS DISTINCT FROM placed.position
$$;

-- Gives all that is held of an account of a cache another name. What is under that already was told later.
CREATE FUNCTION feed_rename(name text, of_source text, known text, given text) RETURNS void LANGUAGE sql AS $$
    DELETE FROM item USING item AS later
    WHERE item.cache = name AND item.source = of_source AND item.account = known AND later.cache = name
        AND later.source = of_source AND later.account = given AND later.collection = item.collection AND later.id = item.id;
    UPDATE item SET account = given WHERE cache = name AND source = of_source AND account = known;
    DELETE FROM reach USING reach AS later
    WHERE reach.cache = name AND reach.source = of_source AND reach.account = known AND later.cache = name
        AND later.source = of_source AND later.account = given AND later.collection = reach.collection
        AND later.walk = reach.walk;
    UPDATE reach SET account = given WHERE cache = name AND source = of_source AND account = known;
    DELETE FROM fact USING fact AS later
    WHERE fact.cache = name AND fact.source = of_source AND fact.account = known AND later.cache = name
        AND later.type = fact.type AND later.source = of_source AND later.account = given
        AND later.collection = fact.collection AND later.id = fact.id;
    UPDATE fact SET account = given WHERE cache = name AND source = of_source AND account = known;
$$;

-- Makes the temporary table that a batch is copied into; it goes with the transaction.
CREATE PROCEDURE feed_open() LANGUAGE sql AS $$
    CREATE TEMPORARY TABLE feed_batch (
        n bigint GENERATED ALWAYS AS IDENTITY, type text, cache text, snapshot bigint, change bigint, source text, account text,
        collection text, id text, live boolean, version text, version_order text, removed_by text, place text,
        time_ms bigint, body text
    ) ON COMMIT DROP
$$;

-- Takes in what was copied into the temporary table feed_batch: lines in the order of their numbers, the last of
-- type state. The first is of type hello; it may be missing where one line alone is of type state and the cache is known.
-- One loader at a time writes the rows of a cache.
--
-- Returns complete or more; moved, and changes nothing, where the batch does not follow the token that is stored.
CREATE FUNCTION feed_load(after text) RETURNS text LANGUAGE plpgsql
-- What a batch is sorted in. Plans are made for each batch: the table was empty when the first one was loaded.
SET work_mem = '64MB' SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    hello record;
    final record;
    known cache;
    gone record;
    lists json;
BEGIN
    SELECT type, feed_batch.cache, snapshot, body INTO final FROM feed_batch ORDER BY n DESC LIMIT 1;
    -- What ends with its first line of type state follows what is known: “changes --follow” says hello once.
    SELECT feed_batch.cache, body::json ->> 'host' AS host INTO hello FROM (
        SELECT n, feed_batch.cache, body FROM feed_batch WHERE type = 'hello'
        UNION ALL SELECT NULL, cache.cache, json_build_object('host', host)::text FROM cache
        WHERE cache.cache = final.cache AND (SELECT count(*) = 1 FROM feed_batch WHERE type = 'state')
    ) AS feed_batch ORDER BY n NULLS LAST LIMIT 1;
    IF hello.cache IS NULL OR final.type IS DISTINCT FROM 'state' THEN
        RAISE EXCEPTION 'the batch was cut short: it does not begin with hello and end with state';
    END IF;
    IF EXISTS (SELECT FROM feed_batch WHERE feed_batch.cache IS DISTINCT FROM hello.cache) THEN
        RAISE EXCEPTION 'the batch has lines of two caches';
    END IF;
    IF EXISTS (
        SELECT FROM (
            SELECT key AS type, sum(value::bigint) AS lines
            FROM feed_batch, json_each_text(body::json -> 'lines') WHERE feed_batch.type = 'state' GROUP BY key
        ) AS said FULL JOIN (
            SELECT type, count(*) AS lines FROM feed_batch WHERE type NOT IN ('hello', 'state') GROUP BY type
        ) AS counted USING (type)
        WHERE said.lines IS DISTINCT FROM counted.lines
    ) THEN
        RAISE EXCEPTION 'lines of the batch are missing';
    END IF;

    PERFORM pg_advisory_xact_lock(hashtextextended('feedcache ' || hello.cache, 0));
    SELECT * INTO known FROM cache WHERE cache.cache = hello.cache;
    IF coalesce(known.token, '') <> after THEN
        RETURN 'moved';
    END IF;
    INSERT INTO cache (cache, host, token, snapshot, is_complete)
    VALUES (hello.cache, hello.host, final.body::json ->> 'token', final.snapshot,
        (final.body::json ->> 'complete')::boolean)
    ON CONFLICT ON CONSTRAINT cache_pkey DO UPDATE
    SET host = excluded.host, token = excluded.token, snapshot = excluded.snapshot,
        is_complete = excluded.is_complete, loaded = now();

    -- A file that was put back to before an account got its name tells events under the one before: a key of an event is that
    -- of no other.
    IF coalesce(known.whole_snapshot, 0) < final.snapshot AND EXISTS (SELECT FROM feed_batch WHERE type = 'event') THEN
        FOR gone IN
            SELECT DISTINCT told.source, held.account AS known, told.account
            FROM (SELECT DISTINCT source, coalesce(account, '') AS account FROM feed_batch WHERE type = 'event') AS told
            JOIN (SELECT DISTINCT source, account FROM fact WHERE fact.cache = hello.cache AND type = 'event') AS held
                ON held.source = told.source AND held.account <> told.account
            WHERE EXISTS (
                SELECT FROM feed_batch JOIN fact ON fact.cache = hello.cache AND fact.type = 'event'
                    AND fact.source = feed_batch.source AND fact.account = held.account AND fact.collection = ''
                    AND fact.id = feed_batch.id
                WHERE feed_batch.type = 'event' AND feed_batch.source = told.source
                    AND coalesce(feed_batch.account, '') = told.account)
        LOOP
            PERFORM feed_rename(hello.cache, gone.source, gone.known, gone.account);
        END LOOP;
    END IF;

    -- What was forgotten goes, in the mirror and in the batch. What came later has a greater number; of an earlier snapshot
    -- the time says so, and of an event, which has no number, its place in the stream too.
    FOR gone IN
        SELECT n, type, source, coalesce(account, '') AS account, coalesce(collection, '') AS collection, snapshot,
            change, time_ms, ARRAY(SELECT json_array_elements_text(body::json -> 'sections')) AS sections,
            body::json ->> 'from' AS known
        FROM feed_batch WHERE type IN ('forget', 'rename') ORDER BY n
    LOOP
        IF gone.type = 'rename' THEN
            PERFORM feed_rename(hello.cache, gone.source, gone.known, gone.account);
            UPDATE feed_batch SET account = gone.account
            WHERE n < gone.n AND source = gone.source AND account = gone.known;
            CONTINUE;
        END IF;
        DELETE FROM item WHERE item.cache = hello.cache AND source = gone.source AND account = gone.account
            AND gone.collection IN ('', collection)
            AND CASE WHEN snapshot = gone.snapshot THEN change < gone.change ELSE time_ms <= gone.time_ms END;
        DELETE FROM reach WHERE reach.cache = hello.cache AND source = gone.source AND account = gone.account
            AND gone.collection IN ('', collection) AND snapshot = gone.snapshot AND change < gone.change;
        DELETE FROM fact WHERE fact.cache = hello.cache AND source = gone.source AND account = gone.account
            AND CASE WHEN type = 'event'
                THEN time_ms <= gone.time_ms AND (gone.collection = '' OR body ->> 'section' = ANY (gone.sections))
                ELSE gone.collection IN ('', collection)
                    AND CASE WHEN snapshot = gone.snapshot THEN change < gone.change ELSE time_ms <= gone.time_ms END
                END;
        -- Runs that the cache has pruned are not told again without the collection.
        UPDATE fact SET body = (
            SELECT json_object_agg(key, CASE key WHEN 'collections' THEN (
                SELECT coalesce(json_agg(part), '[]') FROM json_array_elements(value) AS part
                WHERE part ->> 'name' <> gone.collection) ELSE value END)
            FROM json_each(body))
        WHERE fact.cache = hello.cache AND type = 'run' AND source = gone.source AND account = gone.account
            AND CASE WHEN snapshot = gone.snapshot THEN change < gone.change ELSE time_ms <= gone.time_ms END
            AND EXISTS (SELECT FROM json_array_elements(body -> 'collections') AS part WHERE part ->> 'name' = gone.collection);
        DELETE FROM feed_batch WHERE source = gone.source AND coalesce(account, '') = gone.account
            AND CASE WHEN type IN ('forget', 'rename') THEN false
                WHEN type = 'event'
                THEN n < gone.n AND (gone.collection = '' OR body::json ->> 'section' = ANY (gone.sections))
                ELSE gone.collection IN ('', coalesce(collection, ''))
                    AND (snapshot, change) < (gone.snapshot, gone.change) END;
    END LOOP;

    MERGE INTO item AS old
    USING (
        SELECT DISTINCT ON (source COLLATE "C", account COLLATE "C", collection COLLATE "C", id COLLATE "C")
            source, coalesce(account, '') AS account, collection, id, snapshot, change, live, version,
            coalesce(version_order, '') AS version_order, removed_by,
            translate(place, '[]', '{}')::text[] AS place, time_ms, body
        FROM feed_batch WHERE type = 'item'
        ORDER BY source COLLATE "C", account COLLATE "C", collection COLLATE "C", id COLLATE "C",
            snapshot DESC, change DESC, n DESC
    ) AS line
    ON old.cache = hello.cache AND old.source = line.source AND old.account = line.account
        AND old.collection = line.collection AND old.id = line.id
    WHEN MATCHED AND (old.snapshot, old.change) < (line.snapshot, line.change) THEN UPDATE
    SET snapshot = line.snapshot, change = line.change, live = line.live, version = line.version,
        version_order = line.version_order, removed_by = line.removed_by, is_page = line.place[1]::boolean,
        walk = line.place[2]::bigint, number = line.place[3]::bigint, part = line.place[4]::bigint,
        rank = line.place[5]::bigint, position = CASE WHEN line.place[1]::boolean THEN ARRAY[
            line.place[3]::bigint, 0, line.place[4]::bigint, line.place[5]::bigint] END,
        time_ms = line.time_ms, body = line.body::json
    WHEN NOT MATCHED THEN INSERT
    VALUES (hello.cache, line.source, line.account, line.collection, line.id, line.snapshot, line.change,
        line.live, line.version, line.version_order, line.removed_by, line.place[1]::boolean,
        line.place[2]::bigint, line.place[3]::bigint, line.place[4]::bigint, line.place[5]::bigint,
        CASE WHEN line.place[1]::boolean THEN ARRAY[
            line.place[3]::bigint, 0, line.place[4]::bigint, line.place[5]::bigint] END,
        line.time_ms, line.body::json);

    MERGE INTO reach AS old
    USING (
        SELECT DISTINCT ON (source, account, collection, id)
            source, coalesce(account, '') AS account, collection, id::bigint AS walk, snapshot, change,
            (body::json ->> 'pages')::bigint AS pages
        FROM feed_batch WHERE type = 'reach'
        ORDER BY source, account, collection, id, snapshot DESC, change DESC, n DESC
    ) AS line
    ON old.cache = hello.cache AND old.source = line.source AND old.account = line.account
        AND old.collection = line.collection AND old.walk = line.walk
    WHEN MATCHED AND (old.snapshot, old.change) < (line.snapshot, line.change) THEN UPDATE
    SET snapshot = line.snapshot, change = line.change, pages = line.pages
    WHEN NOT MATCHED THEN INSERT
    VALUES (hello.cache, line.source, line.account, line.collection, line.walk, line.snapshot, line.change,
        line.pages);

    MERGE INTO fact AS old
    USING (
        SELECT DISTINCT ON (type, source, account, collection, id)
            type, source, coalesce(account, '') AS account, coalesce(collection, '') AS collection,
            coalesce(id, '') AS id, snapshot, change, version, time_ms, body
        FROM feed_batch WHERE type IN ('collection', 'sections', 'run', 'problem', 'event')
        ORDER BY type, source, account, collection, id, snapshot DESC, change DESC, n DESC
    ) AS line
    ON old.cache = hello.cache AND old.type = line.type AND old.source = line.source
        AND old.account = line.account AND old.collection = line.collection AND old.id = line.id
    WHEN MATCHED AND (old.snapshot, old.change) < (line.snapshot, line.change) THEN UPDATE
    SET snapshot = line.snapshot, change = line.change, version = line.version, time_ms = line.time_ms,
        body = line.body::json
    WHEN NOT MATCHED THEN INSERT
    VALUES (hello.cache, line.type, line.source, line.account, line.collection, line.id, line.snapshot,
        line.change, line.version, line.time_ms, line.body::json);

    SELECT json_agg(list) INTO lists FROM (
        SELECT DISTINCT source, coalesce(account, '') AS account, collection FROM feed_batch
        WHERE type = 'reach' OR type = 'item' AND place LIKE '[false,%'
    ) AS list;
    -- What a snapshot has not told is gone; but runs, problems, events and removals stay, which the cache has pruned. A run
    -- after the last one was undone as the file was put back: another one will get its number.
    IF (final.body::json ->> 'complete')::boolean AND coalesce(known.whole_snapshot, 0) < final.snapshot THEN
        DELETE FROM item WHERE item.cache = hello.cache AND snapshot < final.snapshot AND live;
        DELETE FROM reach WHERE reach.cache = hello.cache AND snapshot < final.snapshot;
        DELETE FROM fact WHERE fact.cache = hello.cache AND snapshot < final.snapshot AND type IN ('collection', 'sections');
        WITH told AS (
            SELECT source, account, max(id::bigint) AS last_run FROM fact
            WHERE fact.cache = hello.cache AND type = 'run' AND snapshot = final.snapshot GROUP BY source, account
        ), kept AS (
            SELECT type, source, account, collection, id, CASE type WHEN 'run' THEN id ELSE body ->> 'last_run' END AS run
            FROM fact WHERE fact.cache = hello.cache AND snapshot < final.snapshot AND type IN ('run', 'problem')
        )
        DELETE FROM fact USING kept LEFT JOIN told USING (source, account)
        WHERE fact.cache = hello.cache AND fact.type = kept.type AND fact.source = kept.source
            AND fact.account = kept.account AND fact.collection = kept.collection AND fact.id = kept.id
            AND kept.run::bigint > coalesce(told.last_run, 0);
        UPDATE cache SET whole_snapshot = final.snapshot WHERE cache.cache = hello.cache;
        SELECT json_agg(list) INTO lists FROM (
            SELECT DISTINCT source, account, collection FROM item
            WHERE item.cache = hello.cache AND live AND NOT is_page
        ) AS list;
    END IF;
    PERFORM feed_place(hello.cache, lists);
    -- Later the server does so itself; without it the first queries of a new mirror read whole lists.
    IF NOT EXISTS (SELECT FROM pg_stats WHERE schemaname = current_schema() AND tablename = 'item') THEN
        ANALYZE cache, item, reach, fact;
    END IF;
    RETURN CASE WHEN (final.body::json ->> 'complete')::boolean THEN 'complete' ELSE 'more' END;
END $$;
