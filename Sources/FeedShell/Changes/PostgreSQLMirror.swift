/// What a mirror in PostgreSQL is made of: tables that the lines of `changes` go into, the function that takes a batch of
/// them in, and views.
enum PostgreSQLMirror {
    /// Statements for PostgreSQL 15 and later, to be run once in a schema of its own.
    static let schema = "\(tables)\n\n\(loading)\n\n\(lists)\n\n\(clickThrough)\n\nCOMMIT;\n"

    /// A table a type of line, keyed by the cache first. `body` is json, not jsonb: that would lose the order of keys,
    /// and refuse U+0000 and halves of surrogate pairs.
    private static let tables = ##"""
        -- The tables and views of a mirror of feedcache, for PostgreSQL 15 and later.
        -- Written by “feedcache changes --sql postgresql”; to be run once in a schema of its own.
        BEGIN;

        CREATE TABLE feed_mirror (version integer PRIMARY KEY);
        INSERT INTO feed_mirror VALUES (1);

        -- A cache is one database file of feedcache. The token says up to where it is mirrored.
        CREATE TABLE cache (
            cache text PRIMARY KEY,
            host text NOT NULL,
            token text NOT NULL,
            snapshot bigint NOT NULL,
            -- The last snapshot that is in whole.
            whole_snapshot bigint NOT NULL DEFAULT 0,
            is_complete boolean NOT NULL,
            loaded timestamptz NOT NULL DEFAULT now()
        );

        CREATE TABLE item (
            cache text NOT NULL REFERENCES cache ON DELETE CASCADE,
            source text NOT NULL,
            account text NOT NULL,
            collection text NOT NULL,
            id text COLLATE "C" NOT NULL,
            snapshot bigint NOT NULL,
            change bigint NOT NULL,
            live boolean NOT NULL,
            version text,
            version_order text COLLATE "C" NOT NULL,
            removed_by text,
            is_page boolean,
            walk bigint,
            number bigint,
            part bigint,
            rank bigint,
            time_ms bigint NOT NULL,
            body json,
            PRIMARY KEY (cache, source, account, collection, id)
        );

        -- How many pages each walk has read.
        CREATE TABLE reach (
            cache text NOT NULL REFERENCES cache ON DELETE CASCADE,
            source text NOT NULL,
            account text NOT NULL,
            collection text NOT NULL,
            walk bigint NOT NULL,
            snapshot bigint NOT NULL,
            change bigint NOT NULL,
            pages bigint NOT NULL,
            PRIMARY KEY (cache, source, account, collection, walk)
        );

        -- Collections, arrangements, runs, problems and events: what is known of each is in its body.
        CREATE TABLE fact (
            cache text NOT NULL REFERENCES cache ON DELETE CASCADE,
            type text NOT NULL,
            source text NOT NULL,
            account text NOT NULL,
            collection text NOT NULL,
            id text COLLATE "C" NOT NULL,
            snapshot bigint NOT NULL,
            change bigint NOT NULL,
            version text,
            time_ms bigint,
            body json,
            PRIMARY KEY (cache, type, source, account, collection, id)
        );
        CREATE INDEX fact_type ON fact (type, source, account);
        """##

    /// One batch in one transaction: all of it lands with its token, or nothing.
    private static let loading = ##"""
        -- Takes in what was copied into the temporary table feed_batch: lines in the order of their numbers, the last of
        -- type state. Rows are written in the order of their keys, so that two loaders never wait for each other in a circle.
        --
        -- Returns complete or more; moved, and changes nothing, where the batch does not follow the token that is stored.
        CREATE FUNCTION feed_load(after text, accepts_host boolean DEFAULT false) RETURNS text LANGUAGE plpgsql AS $$
        DECLARE
            hello record;
            final record;
            known cache;
        BEGIN
            SELECT feed_batch.cache, body::json ->> 'host' AS host INTO hello
            FROM feed_batch WHERE type = 'hello' ORDER BY n LIMIT 1;
            SELECT type, feed_batch.cache, snapshot, body INTO final FROM feed_batch ORDER BY n DESC LIMIT 1;
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
            IF known.host <> hello.host AND NOT accepts_host THEN
                RAISE EXCEPTION 'the cache % was loaded from the host %, and now from %', hello.cache, known.host, hello.host
                    USING HINT = 'where this is a copy, give it a name of its own with “feedcache changes --new-cache”; '
                        'where the cache has moved, load it once with --accept-host';
            END IF;
            INSERT INTO cache (cache, host, token, snapshot, is_complete)
            VALUES (hello.cache, hello.host, final.body::json ->> 'token', final.snapshot,
                (final.body::json ->> 'complete')::boolean)
            ON CONFLICT ON CONSTRAINT cache_pkey DO UPDATE
            SET host = excluded.host, token = excluded.token, snapshot = excluded.snapshot,
                is_complete = excluded.is_complete, loaded = now();

            INSERT INTO item
            SELECT line.cache, line.source, line.account, line.collection, line.id, line.snapshot, line.change, line.live,
                line.version, line.version_order, line.removed_by, (line.place ->> 0)::boolean, (line.place ->> 1)::bigint,
                (line.place ->> 2)::bigint, (line.place ->> 3)::bigint, (line.place ->> 4)::bigint, line.time_ms, line.body
            FROM (
                SELECT DISTINCT ON (source, account, collection, id COLLATE "C")
                    feed_batch.cache, source, coalesce(account, '') AS account, collection, id, snapshot, change, live,
                    version, coalesce(version_order, '') AS version_order, removed_by, place::json AS place, time_ms,
                    body::json AS body
                FROM feed_batch WHERE type = 'item'
                ORDER BY source, account, collection, id COLLATE "C", snapshot DESC, change DESC, n DESC
            ) AS line
            WHERE NOT EXISTS (
                SELECT FROM item AS old
                WHERE old.cache = line.cache AND old.source = line.source AND old.account = line.account
                    AND old.collection = line.collection AND old.id = line.id
                    AND (old.snapshot, old.change) >= (line.snapshot, line.change))
            ON CONFLICT ON CONSTRAINT item_pkey DO UPDATE
            SET snapshot = excluded.snapshot, change = excluded.change, live = excluded.live, version = excluded.version,
                version_order = excluded.version_order, removed_by = excluded.removed_by, is_page = excluded.is_page,
                walk = excluded.walk, number = excluded.number, part = excluded.part, rank = excluded.rank,
                time_ms = excluded.time_ms, body = excluded.body;

            INSERT INTO reach
            SELECT * FROM (
                SELECT DISTINCT ON (source, account, collection, id)
                    feed_batch.cache, source, coalesce(account, '') AS account, collection, id::bigint AS walk, snapshot,
                    change, (body::json ->> 'pages')::bigint
                FROM feed_batch WHERE type = 'reach'
                ORDER BY source, account, collection, id, snapshot DESC, change DESC, n DESC
            ) AS line
            WHERE NOT EXISTS (
                SELECT FROM reach AS old
                WHERE old.cache = line.cache AND old.source = line.source AND old.account = line.account
                    AND old.collection = line.collection AND old.walk = line.walk
                    AND (old.snapshot, old.change) >= (line.snapshot, line.change))
            ON CONFLICT ON CONSTRAINT reach_pkey DO UPDATE
            SET snapshot = excluded.snapshot, change = excluded.change, pages = excluded.pages;

            INSERT INTO fact
            SELECT * FROM (
                SELECT DISTINCT ON (type, source, account, collection, id COLLATE "C")
                    feed_batch.cache, type, source, coalesce(account, '') AS account,
                    coalesce(collection, '') AS collection, coalesce(id, '') AS id, snapshot, change, version, time_ms,
                    body::json
                FROM feed_batch WHERE type IN ('collection', 'sections', 'run', 'problem', 'event')
                ORDER BY type, source, account, collection, id COLLATE "C", snapshot DESC, change DESC, n DESC
            ) AS line
            WHERE NOT EXISTS (
                SELECT FROM fact AS old
                WHERE old.cache = line.cache AND old.type = line.type AND old.source = line.source
                    AND old.account = line.account AND old.collection = line.collection AND old.id = line.id
                    AND (old.snapshot, old.change) >= (line.snapshot, line.change))
            ON CONFLICT ON CONSTRAINT fact_pkey DO UPDATE
            SET snapshot = excluded.snapshot, change = excluded.change, version = excluded.version,
                time_ms = excluded.time_ms, body = excluded.body;

            IF NOT (final.body::json ->> 'complete')::boolean THEN
                RETURN 'more';
            END IF;
            -- What a snapshot has not told is gone.
            IF coalesce(known.whole_snapshot, 0) < final.snapshot THEN
                DELETE FROM item WHERE item.cache = hello.cache AND snapshot < final.snapshot;
                DELETE FROM reach WHERE reach.cache = hello.cache AND snapshot < final.snapshot;
                DELETE FROM fact WHERE fact.cache = hello.cache AND snapshot < final.snapshot;
                UPDATE cache SET whole_snapshot = final.snapshot WHERE cache.cache = hello.cache;
            END IF;
            RETURN 'complete';
        END $$;
        """##
}
