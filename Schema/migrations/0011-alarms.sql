-- What `sync --alarm-after` remembers between two runs.

-- A part of the source that has not been well since a while. The row goes when it is well again.
CREATE TABLE alarm (
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    -- The name of a collection, (sections) or (events).
    part TEXT NOT NULL,
    -- When it was first seen not to be well.
    since INTEGER NOT NULL,
    -- passing, or the code of what does not pass by itself, with the HTTP status where there is one.
    kind TEXT NOT NULL,
    -- When it was last reported; null where it was not.
    reported INTEGER,
    PRIMARY KEY (source, part)
) STRICT, WITHOUT ROWID;
