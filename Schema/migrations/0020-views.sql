-- How the screen is arranged, for programs that read the file and have no manifest. What it was made of; NULL before the
-- first time.
ALTER TABLE source ADD COLUMN screen TEXT;
CREATE TABLE screen_section (
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    place INTEGER NOT NULL CHECK (place >= 0),
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    layout TEXT NOT NULL,
    -- NULL where the section has its items itself, or shows a list that is not cached.
    collection TEXT,
    PRIMARY KEY (source, place)
) STRICT, WITHOUT ROWID;
-- The items of sections that have them themselves.
CREATE TABLE screen_item (
    source INTEGER NOT NULL,
    section INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 0),
    key TEXT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (source, section, place),
    FOREIGN KEY (source, section) REFERENCES screen_section (source, place) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
-- The views feed_… are for other programs: their columns keep their names, their order and their types.
CREATE VIEW feed_sources AS
SELECT iif(digest IS NULL, name, substr(name, 1, length(name) - 33)) AS source, digest AS account, id AS source_id
FROM (
    -- “@” and the 32 hexadecimal digits of an account end the name of a source that has accounts.
    SELECT id, name, CASE WHEN substr(name, -33, 1) = '@' AND substr(name, -32) NOT GLOB '*[^0-9a-fA-F]*'
        THEN substr(name, -32) END AS digest
    FROM source);
CREATE VIEW feed_items AS
SELECT collection.name AS collection,
    place.earlier + (SELECT count(*) FROM item AS above WHERE above.page = item.page AND above.rank < item.rank) AS position,
    item.key AS id, item.version AS version, item.payload AS payload,
    strftime('%Y-%m-%dT%H:%M:%fZ', item.updated / 1000.0, 'unixepoch') AS updated_at,
    feed_sources.source AS source, feed_sources.account AS account, feed_sources.source_id AS source_id
FROM collection
JOIN feed_sources ON feed_sources.source_id = collection.source
JOIN (
    SELECT id, collection,
        sum(items) OVER (PARTITION BY collection ORDER BY walk DESC, number, part) - items AS earlier
    FROM page WHERE walk > 0) AS place ON place.collection = collection.id
JOIN item ON item.page = place.id;
CREATE VIEW feed_sections AS
SELECT screen_section.place AS position, screen_section.id AS id, screen_section.type AS type,
    screen_section.title AS title, screen_section.layout AS layout, screen_section.collection AS collection,
    (SELECT count(*) FROM screen_item
        WHERE screen_item.source = screen_section.source AND screen_item.section = screen_section.place)
    + (SELECT ifnull(sum(page_group.items), 0) FROM collection
        JOIN page_group ON page_group.collection = collection.id AND page_group.walk > 0
        WHERE collection.source = screen_section.source AND collection.name = screen_section.collection) AS items,
    feed_sources.source AS source, feed_sources.account AS account, feed_sources.source_id AS source_id
FROM screen_section JOIN feed_sources ON feed_sources.source_id = screen_section.source;
CREATE VIEW feed_rows AS
SELECT screen_section.id AS section, feed_items.position AS position, 'content' AS kind, feed_items.id AS id,
    feed_items.version AS version, feed_items.payload AS payload, feed_items.updated_at AS updated_at,
    feed_items.source AS source, feed_items.account AS account, feed_items.source_id AS source_id
FROM screen_section JOIN feed_items
    ON feed_items.source_id = screen_section.source AND feed_items.collection = screen_section.collection
UNION ALL
SELECT screen_section.id, screen_item.place, 'content', screen_item.key, NULL, screen_item.payload, NULL,
    feed_sources.source, feed_sources.account, feed_sources.source_id
FROM screen_section JOIN feed_sources ON feed_sources.source_id = screen_section.source
JOIN screen_item ON screen_item.source = screen_section.source AND screen_item.section = screen_section.place
UNION ALL
SELECT screen_section.id, slot.above_count, 'ad', slot.ad, NULL, slot.payload,
    strftime('%Y-%m-%dT%H:%M:%fZ', slot.loaded / 1000.0, 'unixepoch'),
    feed_sources.source, feed_sources.account, feed_sources.source_id
FROM screen_section JOIN feed_sources ON feed_sources.source_id = screen_section.source
JOIN ad_section ON ad_section.source = screen_section.source AND ad_section.section = screen_section.id
JOIN slot ON slot.section = ad_section.id AND slot.is_surplus = 0;
CREATE VIEW feed_runs AS
SELECT run.id AS run, run.kind AS kind, strftime('%Y-%m-%dT%H:%M:%fZ', run.started / 1000.0, 'unixepoch') AS started,
    strftime('%Y-%m-%dT%H:%M:%fZ', run.ended / 1000.0, 'unixepoch') AS ended, run.outcome AS outcome,
    run.requests AS requests, run.bytes AS bytes,
    (SELECT ifnull(sum(inserted), 0) FROM run_collection WHERE run = run.id) AS inserted,
    (SELECT ifnull(sum(updated), 0) FROM run_collection WHERE run = run.id) AS updated,
    (SELECT ifnull(sum(unchanged), 0) FROM run_collection WHERE run = run.id) AS unchanged,
    (SELECT ifnull(sum(stale), 0) FROM run_collection WHERE run = run.id) AS stale,
    (SELECT ifnull(sum(removed), 0) FROM run_collection WHERE run = run.id) AS removed,
    (SELECT ifnull(sum(rejected), 0) FROM run_collection WHERE run = run.id) AS rejected,
    run.sections_outcome AS sections_outcome, run.sections_revision AS sections_revision,
    run.sections_error AS sections_error,
    feed_sources.source AS source, feed_sources.account AS account, feed_sources.source_id AS source_id
FROM run JOIN feed_sources ON feed_sources.source_id = run.source;
CREATE VIEW feed_events AS
SELECT event.id AS number, event.key AS key, event.kind AS type, event.section AS section, event.item AS item,
    event.ad AS ad, event.row AS row, strftime('%Y-%m-%dT%H:%M:%fZ', event.at / 1000.0, 'unixepoch') AS at,
    CASE WHEN event.is_outgoing = 0 THEN 'local' WHEN event.delivered IS NOT NULL THEN 'delivered'
        WHEN event.refusal IS NOT NULL THEN 'refused' ELSE 'pending' END AS state,
    strftime('%Y-%m-%dT%H:%M:%fZ', event.delivered / 1000.0, 'unixepoch') AS delivered, event.refusal AS reason,
    feed_sources.source AS source, feed_sources.account AS account, feed_sources.source_id AS source_id
FROM event JOIN feed_sources ON feed_sources.source_id = event.source;
