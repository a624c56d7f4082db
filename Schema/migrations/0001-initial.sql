-- The first schema: sources and their collections, walks and pages, items and tombstones, history, the section
-- config, and the ledger of runs.
--
-- Times are milliseconds since 1970-01-01 UTC; `datetime(at / 1000, 'unixepoch')` shows one. Payloads are the bytes the
-- server sent, as TEXT, so that SQLite's JSON functions read them.

-- One row for each `source.name` of a manifest. A database may hold several.
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    -- The next number for a request. Numbers are reserved in blocks before they are used, so a number is never given
    -- out twice, whatever happens to the process: a slow old answer can always be told from a newer one.
    next_request INTEGER NOT NULL DEFAULT 1 CHECK (next_request > 0),
    -- The validators of the section config's last good answer.
    sections_etag TEXT,
    sections_modified TEXT
) STRICT;

-- The ledger: one row for each sync, refresh or more. `ended` and `outcome` are NULL while it is under way, and stay so
-- when the process dies; the next run closes it as interrupted.
CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('sync', 'refresh', 'more')),
    process INTEGER NOT NULL,
    started INTEGER NOT NULL,
    ended INTEGER CHECK (ended >= started),
    outcome TEXT CHECK (outcome IN ('complete', 'unchanged', 'partial', 'failed', 'deferred', 'interrupted')),
    requests INTEGER NOT NULL DEFAULT 0 CHECK (requests >= 0),
    bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    sections_outcome TEXT CHECK (sections_outcome IN ('complete', 'unchanged', 'failed', 'deferred', 'interrupted')),
    sections_revision INTEGER,
    sections_error TEXT,
    CHECK ((ended IS NULL) = (outcome IS NULL))
) STRICT;
CREATE INDEX run_source ON run (source, id);

-- A list of the source and the state of its synchronisation.
CREATE TABLE collection (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    -- The last walk that read the list to its end, and whether its removals were held back: an item that two whole
    -- walks in a row did not meet is gone, whatever made the first of them doubtful.
    whole_walk INTEGER CHECK (whole_walk > 0),
    held_back INTEGER NOT NULL DEFAULT 0 CHECK (held_back IN (0, 1)),
    -- The manifest (paths, paging, headers) the last whole walk was made under: delta and validators of another one
    -- mean nothing.
    fingerprint TEXT,
    -- The greatest version of the last whole walk or delta, in the server's own words: where a delta starts.
    greatest_version TEXT,
    -- When a walk last asked for its pages without validators.
    unconditional INTEGER,
    outcome TEXT CHECK (outcome IN
        ('complete', 'unchanged', 'interrupted', 'failed', 'suspicious_shrink', 'deferred')),
    attempted INTEGER,
    succeeded INTEGER,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    -- Not to be asked before, and why.
    next_attempt INTEGER,
    wait_reason TEXT,
    UNIQUE (source, name),
    CHECK ((next_attempt IS NULL) = (wait_reason IS NULL))
) STRICT;

-- The walk of a collection: at most one is open, and where it stopped it goes on. `next` is written in the transaction
-- of the page before it, never earlier.
CREATE TABLE walk (
    collection INTEGER PRIMARY KEY REFERENCES collection ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    -- 'sync' walks are resumed by sync; 'browse' walks (refresh, more) by more.
    kind TEXT NOT NULL CHECK (kind IN ('sync', 'browse')),
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    fingerprint TEXT NOT NULL,
    -- The cursor of the next page; NULL when the last page is in.
    next TEXT,
    pages INTEGER NOT NULL DEFAULT 0 CHECK (pages >= 0),
    -- The list's length as the server tells it.
    total INTEGER,
    -- How many items the list had when the walk began: what a shrink is measured by.
    items_before INTEGER NOT NULL CHECK (items_before >= 0),
    -- What made the walk's absences doubtful; NULL while nothing did.
    drift TEXT,
    greatest_version TEXT,
    started INTEGER NOT NULL,
    advanced INTEGER NOT NULL CHECK (advanced >= started),
    CHECK (is_open = 1 OR next IS NULL)
) STRICT;

-- Where items stand. Display order is (walk DESC, number, part), then an item's rank: what the current walk met comes
-- first, in the order it arrived; behind it, until the walk is whole, what earlier walks had, in their order.
--
-- A row with a request is a page of the server (in parts of at most 256 items): met again by a walk, it takes that
-- walk's number, and the items that are still on it are not touched. What is no longer on it stands on a row without a
-- request that keeps the old walk's number for good. New items of a delta also stand on rows without a request; behind
-- all others, as walk 0, while no walk was whole. All parts of a page of the server have the same walk.
CREATE TABLE page (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    walk INTEGER NOT NULL CHECK (walk >= 0),
    number INTEGER NOT NULL,
    part INTEGER NOT NULL CHECK (part >= 0),
    items INTEGER NOT NULL CHECK (items >= 0),
    request TEXT,
    -- Which items the server's page had, in any order: an endless list is known by a page that comes again. On the
    -- first part; NULL where there were none.
    digest INTEGER,
    -- The last request that confirmed what stands here.
    sequence INTEGER NOT NULL,
    CHECK (request IS NOT NULL OR digest IS NULL),
    CHECK (walk > 0 OR request IS NULL)
) STRICT;
CREATE UNIQUE INDEX page_order ON page (collection, walk DESC, number, part);
CREATE UNIQUE INDEX page_number ON page (collection, number, part) WHERE request IS NOT NULL;
CREATE INDEX page_request ON page (collection, request) WHERE request IS NOT NULL;
CREATE INDEX page_digest ON page (collection, digest) WHERE digest IS NOT NULL;

-- How many pages each walk had met by the end of each run. Pages of the server take their walk's number without a note
-- for each item; with this the order of an earlier screen is known all the same (see history).
CREATE TABLE reach (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    walk INTEGER NOT NULL CHECK (walk > 0),
    run INTEGER NOT NULL,
    pages INTEGER NOT NULL CHECK (pages > 0),
    PRIMARY KEY (collection, walk, run)
) STRICT, WITHOUT ROWID;

-- The number of items in 128 neighbouring pages of a walk. With it the n-th item of a list is found by adding up a few
-- hundred numbers and one seek, at any depth of a million items.
CREATE TABLE chapter (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    walk INTEGER NOT NULL,
    number INTEGER NOT NULL,
    items INTEGER NOT NULL CHECK (items >= 0),
    pages INTEGER NOT NULL CHECK (pages >= 0),
    PRIMARY KEY (collection, walk DESC, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER page_enters_chapter AFTER INSERT ON page BEGIN
    INSERT INTO chapter (collection, walk, number, items, pages)
    VALUES (new.collection, new.walk, new.number >> 7, new.items, 1)
    ON CONFLICT DO UPDATE SET items = items + excluded.items, pages = pages + 1;
END;

CREATE TRIGGER page_leaves_chapter AFTER DELETE ON page BEGIN
    UPDATE chapter SET items = items - old.items, pages = pages - 1
    WHERE collection = old.collection AND walk = old.walk AND number = old.number >> 7;
    DELETE FROM chapter
    WHERE collection = old.collection AND walk = old.walk AND number = old.number >> 7 AND pages = 0;
END;

CREATE TRIGGER page_grows AFTER UPDATE OF items ON page WHEN new.walk = old.walk AND new.items <> old.items BEGIN
    UPDATE chapter SET items = items + new.items - old.items
    WHERE collection = new.collection AND walk = new.walk AND number = new.number >> 7;
END;

CREATE TRIGGER page_is_met_again AFTER UPDATE OF walk ON page WHEN new.walk <> old.walk BEGIN
    UPDATE chapter SET items = items - old.items, pages = pages - 1
    WHERE collection = old.collection AND walk = old.walk AND number = old.number >> 7;
    DELETE FROM chapter
    WHERE collection = old.collection AND walk = old.walk AND number = old.number >> 7 AND pages = 0;
    INSERT INTO chapter (collection, walk, number, items, pages)
    VALUES (new.collection, new.walk, new.number >> 7, new.items, 1)
    ON CONFLICT DO UPDATE SET items = items + excluded.items, pages = pages + 1;
END;

-- What a page may be asked for conditionally with, and where the walk goes on behind a 304. It lands with the rows it
-- speaks of and leaves with the first of them: a 304 can never stand for rows that are not there.
CREATE TABLE validator (
    page INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
    etag TEXT,
    modified TEXT,
    next TEXT,
    -- The list's length where the page's own bytes tell it, so that a 304 confirms it.
    total INTEGER,
    CHECK (etag IS NOT NULL OR modified IS NOT NULL)
) STRICT;

-- A live item. The write that holds it has the key (version, 0, sequence); while `agrees` is 1 the last answer for its
-- page brought the same bytes, and its sequence is the page's.
CREATE TABLE item (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),
    page INTEGER NOT NULL REFERENCES page,
    rank INTEGER NOT NULL,
    agrees INTEGER NOT NULL CHECK (agrees IN (0, 1)),
    sequence INTEGER NOT NULL,
    version TEXT,
    -- The run that brought it (back), and the run that brought this content.
    first_run INTEGER NOT NULL,
    content_run INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    updated INTEGER NOT NULL CHECK (updated >= first_seen),
    payload TEXT NOT NULL,
    UNIQUE (collection, key)
) STRICT;
CREATE UNIQUE INDEX item_place ON item (page, rank);

-- A page's validator stands on its first part and speaks for all of them.
CREATE TRIGGER item_leaves_page AFTER UPDATE OF page ON item WHEN new.page <> old.page BEGIN
    DELETE FROM validator WHERE page IN (
        SELECT head.id FROM page AS was
        JOIN page AS head ON head.collection = was.collection AND head.number = was.number AND head.part = 0
        WHERE was.id = old.page AND was.request IS NOT NULL AND head.request IS NOT NULL);
END;

CREATE TRIGGER item_is_removed AFTER DELETE ON item BEGIN
    DELETE FROM validator WHERE page IN (
        SELECT head.id FROM page AS was
        JOIN page AS head ON head.collection = was.collection AND head.number = was.number AND head.part = 0
        WHERE was.id = old.page AND was.request IS NOT NULL AND head.request IS NOT NULL);
END;

-- What is known of a removed item: evidence for the merge (an older copy does not bring it back) and for people.
CREATE TABLE tombstone (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),
    -- 'tombstone': the server said so. 'absent': a whole walk did not meet it.
    reason TEXT NOT NULL CHECK (reason IN ('tombstone', 'absent')),
    version TEXT,
    sequence INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    removed_run INTEGER NOT NULL,
    first_run INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    -- The greatest write of content, be it older than the removal: whichever order they come in, the same is kept.
    -- NULL where the tombstone is all that was ever seen of it.
    payload TEXT,
    content_version TEXT,
    content_sequence INTEGER,
    UNIQUE (collection, key),
    CHECK ((payload IS NULL) = (content_sequence IS NULL)),
    CHECK (payload IS NOT NULL OR content_version IS NULL)
) STRICT;
CREATE INDEX tombstone_age ON tombstone (collection, removed);

-- What an item was before a run changed, moved, removed or brought it back: one row an item and run, written by the
-- first change. With it `show` tells an item's life, and `diff` rebuilds what was on screen at an earlier run: the
-- state at run R is the earliest row after R, else the present. First insertions have no row (see item.first_run).
CREATE TABLE history (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    key TEXT NOT NULL,
    run INTEGER NOT NULL,
    at INTEGER NOT NULL,
    change TEXT NOT NULL CHECK (change IN ('updated', 'moved', 'removed', 'returned')),
    -- Where it stood, NULL when it was not there: the coordinates of its page, and whether that was a page of the server.
    walk INTEGER,
    number INTEGER,
    part INTEGER,
    is_page INTEGER CHECK (is_page IN (0, 1)),
    rank INTEGER,
    first_run INTEGER,
    version TEXT,
    -- NULL where the run left the content as it was.
    payload TEXT,
    PRIMARY KEY (collection, key, run),
    CHECK ((change = 'returned') = (walk IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX history_run ON history (collection, run);

-- What a run did to each collection.
CREATE TABLE run_collection (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    outcome TEXT NOT NULL CHECK (outcome IN
        ('complete', 'unchanged', 'interrupted', 'failed', 'suspicious_shrink', 'deferred')),
    mode TEXT NOT NULL CHECK (mode IN ('full', 'delta', 'page')),
    pages INTEGER NOT NULL CHECK (pages >= 0),
    inserted INTEGER NOT NULL CHECK (inserted >= 0),
    updated INTEGER NOT NULL CHECK (updated >= 0),
    unchanged INTEGER NOT NULL CHECK (unchanged >= 0),
    stale INTEGER NOT NULL CHECK (stale >= 0),
    removed INTEGER NOT NULL CHECK (removed >= 0),
    rejected INTEGER NOT NULL CHECK (rejected >= 0),
    drift INTEGER NOT NULL CHECK (drift IN (0, 1)),
    error_code TEXT CHECK (error_code IN ('connection', 'timeout', 'tls', 'http_status', 'redirect', 'malformed',
        'too_large', 'pagination_loop', 'storage')),
    error_status INTEGER,
    error_url TEXT,
    error_message TEXT,
    error_retry INTEGER,
    PRIMARY KEY (run, collection),
    CHECK ((error_code IS NULL) = (error_message IS NULL))
) STRICT, WITHOUT ROWID;

-- Every distinct arrangement the server sent, in the order it came. The greatest number stands.
CREATE TABLE section_revision (
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    run INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (source, number)
) STRICT, WITHOUT ROWID;

-- What was set aside or refused, and what the engine did about it. The same thing seen again counts up.
CREATE TABLE problem (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    -- NULL: of the section config.
    collection INTEGER REFERENCES collection ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('rejected', 'stale', 'drift', 'shrink', 'loop', 'versions', 'sections')),
    -- The item's ID, '' where there is none.
    key TEXT NOT NULL DEFAULT '',
    message TEXT NOT NULL CHECK (message <> ''),
    -- The bytes in question.
    detail TEXT,
    first_run INTEGER NOT NULL,
    last_run INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    times INTEGER NOT NULL DEFAULT 1 CHECK (times > 0)
) STRICT;
CREATE UNIQUE INDEX problem_identity
    ON problem (source, ifnull(collection, 0), kind, key, message, ifnull(detail, ''));
