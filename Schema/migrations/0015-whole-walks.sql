-- The whole walks that decide whether an item that was not met is gone: the last one, and those since the walk that met
-- the longest missing of the items last.
CREATE TABLE whole_walk (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    run INTEGER NOT NULL,
    started INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    -- The earliest time at which one of its answers may have been made: a cache on the way may have kept it.
    made INTEGER NOT NULL,
    -- The earliest and the latest date of its answers, by the server's clock.
    first_date INTEGER,
    last_date INTEGER CHECK ((last_date IS NULL) = (first_date IS NULL)),
    -- A digest of what it met, in order.
    listing INTEGER NOT NULL,
    elements INTEGER NOT NULL CHECK (elements >= 0),
    rejected INTEGER NOT NULL CHECK (rejected >= 0),
    total INTEGER,
    -- Numbers of the IDs that came more than once.
    repeats TEXT NOT NULL,
    drift TEXT,
    items_before INTEGER NOT NULL CHECK (items_before >= 0),
    PRIMARY KEY (collection, number)
) STRICT, WITHOUT ROWID;

ALTER TABLE collection DROP COLUMN whole_drift;
ALTER TABLE collection DROP COLUMN earlier_walks;
ALTER TABLE collection DROP COLUMN empty_since;

ALTER TABLE walk DROP COLUMN has_moved;
ALTER TABLE walk ADD COLUMN listing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE walk ADD COLUMN rejected INTEGER NOT NULL DEFAULT 0 CHECK (rejected >= 0);
ALTER TABLE walk ADD COLUMN repeats TEXT NOT NULL DEFAULT '';
ALTER TABLE walk ADD COLUMN made INTEGER;
ALTER TABLE walk ADD COLUMN first_date INTEGER;
ALTER TABLE walk ADD COLUMN last_date INTEGER;

-- A page that was known before counts as 0 until it is read again: two walks to which it answers 304 agree on it.
ALTER TABLE validator ADD COLUMN listing INTEGER NOT NULL DEFAULT 0;

-- Why an item that was not met is gone.
ALTER TABLE tombstone ADD COLUMN evidence TEXT;

CREATE TABLE problem_with_absences (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    -- NULL: of the section config.
    collection INTEGER REFERENCES collection ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN
        ('rejected', 'stale', 'drift', 'absent', 'shrink', 'loop', 'versions', 'sections', 'manifest')),
    -- The item's ID, '' where there is none.
    key TEXT NOT NULL DEFAULT '',
    message TEXT NOT NULL CHECK (message <> ''),
    -- The bytes in question.
    detail TEXT,
    first_run INTEGER NOT NULL,
    last_run INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    times INTEGER NOT NULL DEFAULT 1 CHECK (times > 0),
    change INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO problem_with_absences
SELECT id, source, collection, kind, key, message, detail, first_run, last_run, last_at, times, change FROM problem;
DROP TABLE problem;
ALTER TABLE problem_with_absences RENAME TO problem;
CREATE UNIQUE INDEX problem_identity
    ON problem (source, ifnull(collection, 0), kind, key, message, ifnull(detail, ''));
