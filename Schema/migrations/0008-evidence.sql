-- What it takes to remove an item, to start a delta and to use a validator.

-- A random number of this database: account names and header values are kept as digests salted with it, never as they
-- are.
CREATE TABLE digest_salt (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    salt BLOB NOT NULL
) STRICT;
INSERT INTO digest_salt (id, salt) VALUES (1, randomblob(32));

-- The section config's validator belongs to the URL that answered, and to the header values that were sent.
ALTER TABLE source ADD COLUMN sections_answered_by TEXT;
ALTER TABLE source ADD COLUMN sections_headers TEXT;

-- The next sync walks the whole list: what the last whole walk missed waits for a second one.
ALTER TABLE collection RENAME COLUMN held_back TO awaits_walk;
-- `greatest_version` is where a delta starts: what was certain when the last whole walk or delta began. This is the
-- greatest version that any answer has shown, but for those that are later than the server's clock.
ALTER TABLE collection ADD COLUMN known_version TEXT;
-- Whether the list changed while the last whole walk read it.
ALTER TABLE collection ADD COLUMN whole_drift INTEGER NOT NULL DEFAULT 0 CHECK (whole_drift IN (0, 1));
-- When the last and the first whole walk began.
ALTER TABLE collection ADD COLUMN whole_at INTEGER;
ALTER TABLE collection ADD COLUMN first_whole_at INTEGER;
-- Since when whole walks have found the list empty without being believed.
ALTER TABLE collection ADD COLUMN empty_since INTEGER;
-- By which rules (paths of ID, version and deletion mark) the stored payloads were read.
ALTER TABLE collection ADD COLUMN item_rules TEXT;
-- Whether a 304 of this list came without the headers that its paging is in: it cannot be the end of the list.
ALTER TABLE collection ADD COLUMN has_bare_304 INTEGER NOT NULL DEFAULT 0 CHECK (has_bare_304 IN (0, 1));

-- The greatest version that was certain when the walk began.
ALTER TABLE walk ADD COLUMN certain_version TEXT;
-- Elements received, those without an ID and tombstones included: a list that has fewer than its total was not seen
-- whole.
ALTER TABLE walk ADD COLUMN elements INTEGER NOT NULL DEFAULT 0 CHECK (elements >= 0);

-- Validators of before say neither which URL answered nor how many elements the page had.
DROP TABLE validator;
CREATE TABLE validator (
    page INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
    etag TEXT,
    modified TEXT,
    -- The URL that answered, after redirects.
    answered_by TEXT NOT NULL,
    -- Where the walk goes on after a 304.
    next TEXT,
    -- The list's length where the page's own bytes report it, so that a 304 confirms it.
    total INTEGER,
    elements INTEGER NOT NULL CHECK (elements >= 0),
    CHECK (etag IS NOT NULL OR modified IS NOT NULL)
) STRICT;

-- Loops are recognised in memory; a walk that is resumed reads its pages' addresses and digests once.
DROP INDEX page_request;
DROP INDEX page_digest;

-- One more kind of problem: paths of the manifest that lead nowhere.
CREATE TABLE problem_of_6 (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    -- NULL: of the section config.
    collection INTEGER REFERENCES collection ON DELETE CASCADE,
    kind TEXT NOT NULL
        CHECK (kind IN ('rejected', 'stale', 'drift', 'shrink', 'loop', 'versions', 'sections', 'manifest')),
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
INSERT INTO problem_of_6 (id, source, collection, kind, key, message, detail, first_run, last_run, last_at, times)
SELECT id, source, collection, kind, key, message, detail, first_run, last_run, last_at, times FROM problem;
DROP TABLE problem;
ALTER TABLE problem_of_6 RENAME TO problem;
CREATE UNIQUE INDEX problem_identity
    ON problem (source, ifnull(collection, 0), kind, key, message, ifnull(detail, ''));
