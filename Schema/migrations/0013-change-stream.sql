-- What a reader of changes needs: a number for each transaction, and on each row the number of the transaction that
-- wrote what the stream says of it. No row is rewritten: what is older than this has the number 0.

CREATE TABLE stream (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Names this cache in every line. Copies of the file have the same name.
    cache TEXT NOT NULL CHECK (cache <> ''),
    -- The number of the last transaction that stamped a row. SQLite has one writer: numbers are in the order of commits.
    change INTEGER NOT NULL CHECK (change > 0),
    -- The greatest number of anything that went without leaving a tombstone, or whose tombstone is gone: who has read
    -- less than that has to read everything.
    pruned INTEGER NOT NULL DEFAULT 0 CHECK (pruned >= 0)
) STRICT;
INSERT INTO stream (id, cache, change) VALUES (1, lower(hex(randomblob(16))), 1);

-- A random number for the changes from `first_change` on, until the next row: one for each time that a process begins
-- to write, or another one has written in between. Two files that were copies of each other and have changed since
-- give the same number of a change to other contents, but with another mark.
CREATE TABLE stream_mark (
    first_change INTEGER PRIMARY KEY,
    mark INTEGER NOT NULL
) STRICT;

-- A row that tells nothing new (an item met again unchanged, a page met again) keeps its number. A page has at least
-- the numbers of its items, so that a reader opens only the pages that it has to.
ALTER TABLE collection ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE page ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE item ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tombstone ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE walk_progress ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
-- The number of the transaction that began it: all that it writes has a greater one.
ALTER TABLE run ADD COLUMN first_change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE section_revision ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE problem ADD COLUMN change INTEGER NOT NULL DEFAULT 0;

CREATE INDEX tombstone_change ON tombstone (change);
