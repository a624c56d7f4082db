-- What was forgotten on request. The change stream says so, and mirrors forget it too.
CREATE TABLE forgotten (
    -- The number of the transaction.
    change INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    -- The row of source that it was, or was of. No other source gets it as long as this is here.
    source INTEGER NOT NULL,
    -- The source's name, with the digest of its account.
    name TEXT NOT NULL CHECK (name <> ''),
    -- NULL: the whole source.
    collection TEXT,
    -- The IDs of the sections whose events went with the collection: a JSON array.
    sections TEXT NOT NULL,
    -- The last event that there was. Later ones are told after this.
    event INTEGER NOT NULL
) STRICT;
