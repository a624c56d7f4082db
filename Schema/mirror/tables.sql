SET client_encoding = 'UTF8';
-- The tables and views of a mirror of feedcache, for PostgreSQL 15 and later.
-- Written by “feedcache changes --sql postgresql”; to be run once in a schema of its own.
--
-- A table a type of line, keyed by the cache first. body is json, not jsonb: that would lose the order of keys, and refuse
-- U+0000 and halves of surrogate pairs. There are no foreign keys, since a look for each row is a third of the time that a
-- row takes.
BEGIN;

DO $$
BEGIN
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'a mirror needs a database in UTF8, and this one is in %', current_setting('server_encoding')
            USING HINT = 'make one with CREATE DATABASE ... ENCODING ''UTF8'' TEMPLATE template0';
    END IF;
END $$;

CREATE TABLE feed_mirror (version integer PRIMARY KEY);
INSERT INTO feed_mirror VALUES (4);

-- A cache is one database file of feedcache, wherever it is. The token says up to where it is mirrored.
CREATE TABLE cache (
    cache text COLLATE "C" PRIMARY KEY,
    -- Where it was read last.
    host text NOT NULL,
    token text NOT NULL,
    snapshot bigint NOT NULL,
    -- The last snapshot that is in whole.
    whole_snapshot bigint NOT NULL DEFAULT 0,
    is_complete boolean NOT NULL,
    loaded timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE item (
    cache text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    collection text COLLATE "C" NOT NULL,
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
    -- What sorts a list; see feed_place. NULL where it is not in the list.
    position bigint[],
    time_ms bigint NOT NULL,
    body json,
    PRIMARY KEY (cache, source, account, collection, id)
);
-- The first items of a list without a look at all of them.
CREATE INDEX item_order ON item (collection, position) WHERE live;
-- Those whose places depend on what walks have read.
CREATE INDEX item_kept ON item (cache, source, account, collection) WHERE live AND NOT is_page;

-- How many pages each walk has read.
CREATE TABLE reach (
    cache text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    collection text COLLATE "C" NOT NULL,
    walk bigint NOT NULL,
    snapshot bigint NOT NULL,
    change bigint NOT NULL,
    pages bigint NOT NULL,
    PRIMARY KEY (cache, source, account, collection, walk)
);

-- Collections, arrangements, runs, problems and events: what is known of each is in its body.
CREATE TABLE fact (
    cache text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    collection text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    snapshot bigint NOT NULL,
    change bigint NOT NULL,
    version text,
    time_ms bigint,
    body json,
    PRIMARY KEY (cache, type, source, account, collection, id)
);
CREATE INDEX fact_type ON fact (type, source, account);

-- A cache goes with all that it has told.
CREATE FUNCTION forget_cache() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM item WHERE item.cache = OLD.cache;
    DELETE FROM reach WHERE reach.cache = OLD.cache;
    DELETE FROM fact WHERE fact.cache = OLD.cache;
    RETURN NULL;
END $$;
CREATE TRIGGER forget_cache AFTER DELETE ON cache FOR EACH ROW EXECUTE FUNCTION forget_cache();
