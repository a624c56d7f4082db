-- What all migrations make together, for a new database. Written by scripts/schema.
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    -- The next number for a request. Numbers are reserved in blocks before they are used, so a number is never given
    -- out twice, whatever happens to the process: a slow old answer can always be told from a newer one.
    next_request INTEGER NOT NULL DEFAULT 1 CHECK (next_request > 0),
    -- The validators of the section config's last good answer.
    sections_etag TEXT,
    sections_modified TEXT
, sections_url TEXT, sections_next_attempt INTEGER, sections_wait_reason TEXT
    CHECK ((sections_next_attempt IS NULL) = (sections_wait_reason IS NULL)), sections_received INTEGER, sections_failures INTEGER NOT NULL DEFAULT 0 CHECK (sections_failures >= 0), sections_answered_by TEXT, sections_headers TEXT, screen TEXT, account_name TEXT) STRICT;
CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('sync', 'refresh', 'more')),
    process INTEGER NOT NULL,
    started INTEGER NOT NULL,
    ended INTEGER CHECK (ended >= started),
    outcome TEXT CHECK (outcome IN ('complete', 'unchanged', 'partial', 'failed', 'deferred', 'interrupted')),
    requests INTEGER NOT NULL DEFAULT 0 CHECK (requests >= 0),
    bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    sections_outcome TEXT CHECK (sections_outcome IN ('complete', 'unchanged', 'failed', 'deferred', 'interrupted')),
    sections_revision INTEGER,
    sections_error TEXT, change INTEGER NOT NULL DEFAULT 0, first_change INTEGER NOT NULL DEFAULT 0,
    CHECK ((ended IS NULL) = (outcome IS NULL))
) STRICT;
CREATE TABLE collection (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    -- The last walk that read the list to its end, and whether its removals were held back: an item that two whole
    -- walks in a row did not meet is gone, whatever made the first of them doubtful.
    whole_walk INTEGER CHECK (whole_walk > 0),
    awaits_walk INTEGER NOT NULL DEFAULT 0 CHECK (awaits_walk IN (0, 1)),
    -- The manifest (paths, paging, headers) the last whole walk was made under: delta and validators of another one
    -- mean nothing.
    fingerprint TEXT,
    -- The greatest version of the last whole walk or delta, in the server's own words: where a delta starts.
    delta_start TEXT,
    -- When a walk last asked for its pages without validators.
    last_unconditional INTEGER,
    outcome TEXT CHECK (outcome IN
        ('complete', 'unchanged', 'interrupted', 'failed', 'suspicious_shrink', 'deferred')),
    attempted INTEGER,
    succeeded INTEGER,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    -- Not to be asked before, and why.
    next_attempt INTEGER,
    wait_reason TEXT, known_version TEXT, whole_at INTEGER, first_whole_at INTEGER, item_rules TEXT, has_bare_304 INTEGER NOT NULL DEFAULT 0 CHECK (has_bare_304 IN (0, 1)), change INTEGER NOT NULL DEFAULT 0, detail_rules TEXT, proof TEXT, proved_as TEXT, proved_at INTEGER CHECK ((proved_at IS NULL) = (proof IS NULL)),
    UNIQUE (source, name),
    CHECK ((next_attempt IS NULL) = (wait_reason IS NULL))
) STRICT;
CREATE TABLE walk (
    collection INTEGER PRIMARY KEY REFERENCES collection ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    -- 'sync' walks are resumed by sync; 'browse' walks (refresh, more) by more.
    kind TEXT NOT NULL CHECK (kind IN ('sync', 'browse')),
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    fingerprint TEXT NOT NULL,
    -- The cursor of the next page; NULL when the last page is in.
    next TEXT,
    pages INTEGER NOT NULL DEFAULT 0 CHECK (pages >= 0),
    -- The list's length as the server tells it.
    total INTEGER,
    -- How many items the list had when the walk began: what a shrink is measured by.
    items_before INTEGER NOT NULL CHECK (items_before >= 0),
    -- What made the walk's absences doubtful; NULL while nothing did.
    drift TEXT,
    greatest_version TEXT,
    started INTEGER NOT NULL,
    advanced INTEGER NOT NULL CHECK (advanced >= started), certain_version TEXT, elements INTEGER NOT NULL DEFAULT 0 CHECK (elements >= 0), listing INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0 CHECK (rejected >= 0), repeats TEXT NOT NULL DEFAULT '', made INTEGER, first_date INTEGER, last_date INTEGER, beyond TEXT,
    CHECK (is_open = 1 OR next IS NULL)
) STRICT;
CREATE TABLE page (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    walk INTEGER NOT NULL CHECK (walk >= 0),
    number INTEGER NOT NULL,
    part INTEGER NOT NULL CHECK (part >= 0),
    items INTEGER NOT NULL CHECK (items >= 0),
    request TEXT,
    -- Which items the server's page had, in any order: an endless list is known by a page that comes again. On the
    -- first part; NULL where there were none.
    digest INTEGER,
    -- The last request that confirmed what stands here.
    sequence INTEGER NOT NULL, change INTEGER NOT NULL DEFAULT 0,
    CHECK (request IS NOT NULL OR digest IS NULL),
    CHECK (walk > 0 OR request IS NULL)
) STRICT;
CREATE TABLE "walk_progress" (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    walk INTEGER NOT NULL CHECK (walk > 0),
    run INTEGER NOT NULL,
    pages INTEGER NOT NULL CHECK (pages > 0), change INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (collection, walk, run)
) STRICT, WITHOUT ROWID;
CREATE TABLE "page_group" (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    walk INTEGER NOT NULL,
    number INTEGER NOT NULL,
    items INTEGER NOT NULL CHECK (items >= 0),
    pages INTEGER NOT NULL CHECK (pages >= 0),
    PRIMARY KEY (collection, walk DESC, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE tombstone (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),
    -- 'tombstone': the server said so. 'absent': a whole walk did not meet it.
    reason TEXT NOT NULL CHECK (reason IN ('tombstone', 'absent')),
    version TEXT,
    sequence INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    removed_run INTEGER NOT NULL,
    first_run INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    -- The greatest write of content, be it older than the removal: whichever order they come in, the same is kept.
    -- NULL where the tombstone is all that was ever seen of it.
    payload TEXT,
    content_version TEXT,
    content_sequence INTEGER, change INTEGER NOT NULL DEFAULT 0, evidence TEXT,
    UNIQUE (collection, key),
    CHECK ((payload IS NULL) = (content_sequence IS NULL)),
    CHECK (payload IS NOT NULL OR content_version IS NULL)
) STRICT;
CREATE TABLE history (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    key TEXT NOT NULL,
    run INTEGER NOT NULL,
    at INTEGER NOT NULL,
    change TEXT NOT NULL CHECK (change IN ('updated', 'moved', 'removed', 'returned')),
    -- Where it stood, NULL when it was not there: the coordinates of its page, and whether that was a page of the server.
    walk INTEGER,
    number INTEGER,
    part INTEGER,
    is_page INTEGER CHECK (is_page IN (0, 1)),
    rank INTEGER,
    first_run INTEGER,
    version TEXT,
    -- NULL where the run left the content as it was.
    payload TEXT,
    PRIMARY KEY (collection, key, run),
    CHECK ((change = 'returned') = (walk IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE section_revision (
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    run INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL, change INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (source, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE ad_section (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    -- The section's ID.
    section TEXT NOT NULL CHECK (section <> ''),
    -- Counts writes: who read an earlier state has to read again before writing.
    revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    -- The collection its content came from, NULL for inline content, and the run whose end left the content that the
    -- anchors were written over; NULL where a run was under way.
    collection TEXT,
    content_run INTEGER,
    -- The rows on screen, NULL before the first look, and the latest time the section was told: a look may stay for
    -- longer than the clock says.
    first_row INTEGER CHECK (first_row >= 0),
    height INTEGER CHECK (height >= 0),
    latest_time INTEGER,
    next_serial INTEGER NOT NULL DEFAULT 1 CHECK (next_serial > 0),
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    retry_at INTEGER,
    -- The ad that waits for a slot.
    held_serial INTEGER,
    held_ad TEXT,
    held_payload TEXT,
    held_requested INTEGER,
    held_loaded INTEGER, kept_until INTEGER,
    UNIQUE (source, section),
    CHECK ((first_row IS NULL) = (height IS NULL)),
    CHECK ((held_serial IS NULL) = (held_ad IS NULL) AND (held_serial IS NULL) = (held_payload IS NULL)
        AND (held_serial IS NULL) = (held_requested IS NULL) AND (held_serial IS NULL) = (held_loaded IS NULL))
) STRICT;
CREATE TABLE slot (
    section INTEGER NOT NULL REFERENCES ad_section ON DELETE CASCADE,
    serial INTEGER NOT NULL CHECK (serial > 0),
    ad TEXT NOT NULL,
    payload TEXT NOT NULL,
    requested INTEGER NOT NULL,
    loaded INTEGER NOT NULL,
    placed INTEGER NOT NULL,
    -- When its impression was counted.
    impression_at INTEGER,
    -- Milliseconds it was visible in all.
    visible_ms INTEGER NOT NULL DEFAULT 0 CHECK (visible_ms >= 0),
    rule TEXT NOT NULL,
    is_head INTEGER NOT NULL CHECK (is_head IN (0, 1)),
    above TEXT,
    below TEXT,
    above_count INTEGER NOT NULL CHECK (above_count >= 0),
    place INTEGER NOT NULL CHECK (place >= 0), is_surplus INTEGER NOT NULL DEFAULT 0 CHECK (is_surplus IN (0, 1)),
    PRIMARY KEY (section, serial)
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    key TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
    kind TEXT NOT NULL CHECK (kind IN ('impression', 'tap')),
    section TEXT NOT NULL,
    item TEXT,
    ad TEXT,
    -- Of an ad: its serial in the section. It has one impression for good.
    serial INTEGER,
    -- Of an item: the last run before. It has one impression between two runs.
    run INTEGER,
    -- The row it stood on.
    row INTEGER NOT NULL CHECK (row >= 0),
    at INTEGER NOT NULL,
    -- 0: counted here and not sent.
    is_outgoing INTEGER NOT NULL CHECK (is_outgoing IN (0, 1)),
    -- When the server took it.
    delivered INTEGER, refusal TEXT CHECK (refusal IS NULL OR is_outgoing = 1 AND delivered IS NULL), began INTEGER CHECK (began IS NULL OR kind = 'impression' AND began <= at), ended INTEGER CHECK (ended IS NULL OR kind = 'impression' AND ended >= at), look INTEGER CHECK (look IS NULL OR kind = 'tap'),
    CHECK ((item IS NULL) <> (ad IS NULL)),
    CHECK ((ad IS NULL) = (serial IS NULL)),
    CHECK (is_outgoing = 1 OR delivered IS NULL)
) STRICT;
CREATE TABLE outbox (
    source INTEGER PRIMARY KEY REFERENCES source ON DELETE CASCADE,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    next_attempt INTEGER,
    wait_reason TEXT,
    CHECK ((next_attempt IS NULL) = (wait_reason IS NULL))
) STRICT;
CREATE TABLE location (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    path TEXT NOT NULL CHECK (path <> '')
) STRICT;
CREATE TABLE digest_salt (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    salt BLOB NOT NULL
) STRICT;
CREATE TABLE validator (
    page INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
    etag TEXT,
    modified TEXT,
    -- The URL that answered, after redirects.
    answered_by TEXT NOT NULL,
    -- Where the walk goes on after a 304.
    next TEXT,
    -- The list's length where the page's own bytes report it, so that a 304 confirms it.
    total INTEGER,
    elements INTEGER NOT NULL CHECK (elements >= 0), listing INTEGER NOT NULL DEFAULT 0,
    CHECK (etag IS NOT NULL OR modified IS NOT NULL)
) STRICT;
CREATE TABLE alarm (
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    -- The name of a collection, (sections) or (events).
    part TEXT NOT NULL,
    -- When it was first seen not to be well.
    since INTEGER NOT NULL,
    -- passing, or the code of what does not pass by itself, with the HTTP status where there is one.
    kind TEXT NOT NULL,
    -- When it was last reported; null where it was not.
    reported INTEGER, well INTEGER,
    PRIMARY KEY (source, part)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE stream_mark (
    first_change INTEGER PRIMARY KEY,
    mark INTEGER NOT NULL
) STRICT;
CREATE TABLE "item" (
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
    items_before INTEGER NOT NULL CHECK (items_before >= 0), ordered_pages INTEGER NOT NULL DEFAULT 0 CHECK (ordered_pages >= 0),
    PRIMARY KEY (collection, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE "problem" (
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
CREATE TABLE "run_collection" (
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
    error_retry INTEGER, details_stored INTEGER CHECK (details_stored >= 0), details_unchanged INTEGER CHECK (details_unchanged >= 0), details_failed INTEGER CHECK (details_failed >= 0),
    PRIMARY KEY (run, collection),
    CHECK ((error_code IS NULL) = (error_message IS NULL))
) STRICT, WITHOUT ROWID;
CREATE VIEW look AS
SELECT seen.id, seen.source, seen.section, seen.item, seen.ad, seen.serial, seen.row, seen.began, seen.at AS counted,
    seen.ended, (SELECT count(*) FROM event AS tap WHERE tap.look = seen.id) AS taps,
    -- Whether the reader came back to the item: it was looked at less than 30 minutes before, or since the last run.
    ifnull((
        SELECT ifnull(before.ended, before.at) > seen.at - 1800000 OR before.run IS seen.run FROM event AS before
        WHERE before.source = seen.source AND before.section = seen.section AND before.item = seen.item
            AND before.kind = 'impression' AND before.item IS NOT NULL AND before.id < seen.id
        ORDER BY before.id DESC LIMIT 1), 0) AS is_return
FROM event AS seen WHERE seen.kind = 'impression';
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
, account TEXT, renamed_to TEXT) STRICT;
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
CREATE TABLE screen_item (
    source INTEGER NOT NULL,
    section INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 0),
    key TEXT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (source, section, place),
    FOREIGN KEY (source, section) REFERENCES screen_section (source, place) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
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
CREATE INDEX run_source ON run (source, id);
CREATE UNIQUE INDEX page_order ON page (collection, walk DESC, number, part);
CREATE UNIQUE INDEX page_number ON page (collection, number, part) WHERE request IS NOT NULL;
CREATE INDEX tombstone_age ON tombstone (collection, removed);
CREATE INDEX history_run ON history (collection, run);
CREATE UNIQUE INDEX event_ad_impression ON event (source, section, serial)
    WHERE kind = 'impression' AND serial IS NOT NULL;
CREATE INDEX event_time ON event (source, at);
CREATE INDEX event_pending ON event (source, id)
    WHERE is_outgoing = 1 AND delivered IS NULL AND refusal IS NULL;
CREATE INDEX event_tap ON event (source, section) WHERE kind = 'tap';
CREATE INDEX tombstone_change ON tombstone (change);
CREATE UNIQUE INDEX item_place ON item (page, rank);
CREATE UNIQUE INDEX problem_identity
    ON problem (source, ifnull(collection, 0), kind, key, message, ifnull(detail, ''));
CREATE INDEX event_item_impression ON event (source, section, item) WHERE kind = 'impression' AND item IS NOT NULL;
CREATE INDEX event_open ON event (source, section) WHERE kind = 'impression' AND ended IS NULL;
CREATE INDEX event_look ON event (look) WHERE look IS NOT NULL;
CREATE INDEX asset_by_digest ON asset (digest) WHERE digest IS NOT NULL;
CREATE INDEX asset_by_location ON asset (source, location);
CREATE INDEX asset_by_collection ON asset (collection);
CREATE TRIGGER page_group_counts_new_page AFTER INSERT ON page BEGIN
    INSERT INTO page_group (collection, walk, number, items, pages)
    VALUES (new.collection, new.walk, new.number >> 7, new.items, 1)
    ON CONFLICT DO UPDATE SET items = items + excluded.items, pages = pages + 1;
END;
CREATE TRIGGER page_group_forgets_page AFTER DELETE ON page BEGIN
    UPDATE page_group SET items = items - old.items, pages = pages - 1
    WHERE collection = old.collection AND walk = old.walk AND number = old.number >> 7;
    DELETE FROM page_group
    WHERE collection = old.collection AND walk = old.walk AND number = old.number >> 7 AND pages = 0;
END;
CREATE TRIGGER page_group_counts_items AFTER UPDATE OF items ON page
WHEN new.walk = old.walk AND new.items <> old.items BEGIN
    UPDATE page_group SET items = items + new.items - old.items
    WHERE collection = new.collection AND walk = new.walk AND number = new.number >> 7;
END;
CREATE TRIGGER page_group_moves_page AFTER UPDATE OF walk ON page WHEN new.walk <> old.walk BEGIN
    UPDATE page_group SET items = items - old.items, pages = pages - 1
    WHERE collection = old.collection AND walk = old.walk AND number = old.number >> 7;
    DELETE FROM page_group
    WHERE collection = old.collection AND walk = old.walk AND number = old.number >> 7 AND pages = 0;
    INSERT INTO page_group (collection, walk, number, items, pages)
    VALUES (new.collection, new.walk, new.number >> 7, new.items, 1)
    ON CONFLICT DO UPDATE SET items = items + excluded.items, pages = pages + 1;
END;
CREATE TRIGGER page_keeps_items BEFORE DELETE ON page WHEN EXISTS (SELECT 1 FROM item WHERE page = old.id) BEGIN
    SELECT RAISE(ABORT, 'a page that has items stays');
END;
CREATE TRIGGER collection_takes_items BEFORE DELETE ON collection BEGIN
    DELETE FROM item WHERE collection = old.id;
END;
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
CREATE TRIGGER item_takes_detail AFTER DELETE ON item BEGIN
    DELETE FROM detail WHERE item = old.id;
END;
