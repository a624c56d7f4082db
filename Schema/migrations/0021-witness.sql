-- How many pages of a whole walk, from the first on, were read while the list's total stood still: all or 0.
ALTER TABLE whole_walk ADD COLUMN ordered_pages INTEGER NOT NULL DEFAULT 0 CHECK (ordered_pages >= 0);
-- Of each page as an earlier walk had it: the last item that a later walk of a window has met again, with the same content.
-- What stood before it and is not met any more is missing, and has not fallen over the edge.
CREATE TABLE witness (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    -- Its place then.
    walk INTEGER NOT NULL CHECK (walk > 0),
    number INTEGER NOT NULL,
    part INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    item INTEGER NOT NULL,
    -- The run that brought its content: with other content it may have moved since.
    content_run INTEGER NOT NULL,
    PRIMARY KEY (collection, walk, number)
) STRICT, WITHOUT ROWID;
ALTER TABLE whole_walk DROP COLUMN known_page;
ALTER TABLE walk DROP COLUMN known;
