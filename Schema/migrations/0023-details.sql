-- What is asked for of an item beside its list. The detail itself is the member `detail` of the item's payload, its last.
CREATE TABLE detail (
    item INTEGER PRIMARY KEY,
    -- How many bytes of the item's payload the list sent, its closing brace included; NULL while no detail is in it.
    list_bytes INTEGER CHECK (list_bytes >= 2),
    -- Whether it is to be asked for again, since the list has other content of the item.
    is_due INTEGER NOT NULL DEFAULT 0 CHECK (is_due IN (0, 1)),
    -- The version in the detail itself.
    version TEXT,
    etag TEXT,
    modified TEXT,
    -- The URL that answered, after redirects.
    answered_by TEXT,
    -- When it was last found or made to be as the server has it.
    fetched INTEGER,
    -- In a row, and why the last one failed.
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    next_attempt INTEGER,
    error TEXT CHECK ((error IS NULL) = (failures = 0))
) STRICT;
CREATE TRIGGER item_takes_detail AFTER DELETE ON item BEGIN
    DELETE FROM detail WHERE item = old.id;
END;
-- How the details that are stored were asked for: others mean nothing under another path. NULL where none ever were.
ALTER TABLE collection ADD COLUMN detail_rules TEXT;
-- NULL where the collection has no details.
ALTER TABLE run_collection ADD COLUMN details_stored INTEGER CHECK (details_stored >= 0);
ALTER TABLE run_collection ADD COLUMN details_unchanged INTEGER CHECK (details_unchanged >= 0);
ALTER TABLE run_collection ADD COLUMN details_failed INTEGER CHECK (details_failed >= 0);
