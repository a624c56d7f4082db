-- Pictures and files that items name. The bytes are in files beside the database, each under its digest.
CREATE TABLE asset (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    -- The list whose item named it first; NULL where an app asked for it, and goes with that list.
    collection INTEGER REFERENCES collection ON DELETE CASCADE,
    -- As the item writes it, and as it was asked for.
    url TEXT NOT NULL,
    location TEXT NOT NULL,
    -- SHA-256 of the content in hexadecimal digits: the name of its file. NULL while there is none.
    digest TEXT CHECK (length(digest) = 64),
    bytes INTEGER CHECK (bytes >= 0 AND (bytes IS NULL) = (digest IS NULL)),
    -- The media type.
    type TEXT CHECK ((type IS NULL) = (digest IS NULL)),
    -- In pixels; NULL where the format does not say.
    width INTEGER CHECK (width > 0),
    height INTEGER CHECK (height > 0 AND (width IS NULL) = (height IS NULL)),
    etag TEXT,
    modified TEXT,
    -- When it is asked for again, as the answer said.
    expires INTEGER,
    -- When it was fetched, or last asked for by an app.
    shown INTEGER NOT NULL,
    -- In a row, and why the last one failed.
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    next_attempt INTEGER,
    error TEXT CHECK ((error IS NULL) = (failures = 0)),
    UNIQUE (source, url)
) STRICT;
CREATE INDEX asset_by_digest ON asset (digest) WHERE digest IS NOT NULL;
CREATE INDEX asset_by_location ON asset (source, location);
CREATE INDEX asset_by_collection ON asset (collection);
