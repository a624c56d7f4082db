-- Who has taken which changes, and what was well for a while after trouble was reported.

-- Somebody who is notified of changes, of each at least once. What it has not taken is kept by `prune` for a while.
CREATE TABLE consumer (
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    -- The command of `sync --on-change`, or the name that a reader of the change stream gave itself.
    name TEXT NOT NULL CHECK (name <> ''),
    -- The last run whose changes it has taken, 0 before the first.
    run INTEGER NOT NULL CHECK (run >= 0),
    -- The last change that it has taken.
    change INTEGER NOT NULL CHECK (change >= 0),
    -- Where a reader of the change stream, of all sources, goes on; null for a command.
    token TEXT,
    -- When it last took something, or was first seen.
    taken INTEGER NOT NULL,
    -- How often it has failed since.
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;

-- When the part was first seen to be well after it was reported; null while it is not well.
ALTER TABLE alarm ADD COLUMN well INTEGER;

-- A run that was stopped has a code of its own.
CREATE TABLE run_collection_with_stops (
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
        'too_large', 'pagination_loop', 'storage', 'interrupted')),
    error_status INTEGER,
    error_url TEXT,
    error_message TEXT,
    error_retry INTEGER,
    PRIMARY KEY (run, collection),
    CHECK ((error_code IS NULL) = (error_message IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO run_collection_with_stops SELECT run, collection, outcome, mode, pages, inserted, updated, unchanged, stale,
    removed, rejected, drift, CASE WHEN error_message = 'interrupted before it was done' THEN 'interrupted' ELSE error_code END,
    error_status, error_url, error_message, error_retry FROM run_collection;
DROP TABLE run_collection;
ALTER TABLE run_collection_with_stops RENAME TO run_collection;
