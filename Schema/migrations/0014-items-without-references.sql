-- A row of item names its collection and its page without a foreign key: SQLite looked both up for each row that was
-- written, an eighth of the work of a first sync. A page's items are written in the transaction that writes the page,
-- the triggers below do what the keys did when a page or a collection goes, and the check looks for items on no page.
-- The rows move in many transactions, so that the file hardly grows: each takes the room that the one before left.
DROP TRIGGER item_leaves_page;
DROP TRIGGER item_is_removed;
CREATE TABLE item_of_13 (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL,
    key TEXT NOT NULL CHECK (key <> ''),
    page INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    -- Whether the last answer for its page brought the same bytes: its sequence is the page's then.
    matches_latest_page INTEGER NOT NULL CHECK (matches_latest_page IN (0, 1)),
    sequence INTEGER NOT NULL,
    version TEXT,
    -- The run that brought it (back), and the run that brought this content.
    first_run INTEGER NOT NULL,
    content_run INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    updated INTEGER NOT NULL CHECK (updated >= first_seen),
    change INTEGER NOT NULL DEFAULT 0,
    -- The last column: what stands after a long text can only be read through all of it.
    payload TEXT NOT NULL,
    UNIQUE (collection, key)
) STRICT;
-- A program that has the file open since before this step would look for moved rows in vain, and write them again.
CREATE TRIGGER item_takes_no_row BEFORE INSERT ON item BEGIN
    SELECT RAISE(ABORT, 'its rows are moved to another schema');
END;
CREATE TRIGGER item_keeps_its_rows BEFORE UPDATE ON item BEGIN
    SELECT RAISE(ABORT, 'its rows are moved to another schema');
END;
-- REPEAT: a thousand rows, or fewer that have a million characters.
INSERT INTO item_of_13 (id, collection, key, page, rank, matches_latest_page, sequence, version, first_run, content_run,
    first_seen, updated, change, payload)
SELECT id, collection, key, page, rank, matches_latest_page, sequence, version, first_run, content_run,
    first_seen, updated, change, payload FROM item WHERE id <= (
    SELECT max(id) FROM (
        SELECT id, sum(length(payload)) OVER (ORDER BY id) - length(payload) AS before
        FROM (SELECT id, payload FROM item ORDER BY id LIMIT 1000))
    WHERE before < 1000000);
DELETE FROM item WHERE id <= (SELECT max(id) FROM item_of_13);
-- END: once no row was left.
DROP TABLE item;
ALTER TABLE item_of_13 RENAME TO item;
CREATE UNIQUE INDEX item_place ON item (page, rank);

CREATE TRIGGER page_keeps_items BEFORE DELETE ON page WHEN EXISTS (SELECT 1 FROM item WHERE page = old.id) BEGIN
    SELECT RAISE(ABORT, 'a page that has items stays');
END;
CREATE TRIGGER collection_takes_items BEFORE DELETE ON collection BEGIN
    DELETE FROM item WHERE collection = old.id;
END;

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
