-- Ads in their slots, and the outbox of what was seen and tapped.

-- What a section remembers of its ads, whatever the server's arrangement says today. The row stays when the section is
-- gone, so that a serial is never given out twice.
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
    clock INTEGER,
    next_serial INTEGER NOT NULL DEFAULT 1 CHECK (next_serial > 0),
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    retry_at INTEGER,
    -- The ad that waits for a slot.
    held_serial INTEGER,
    held_ad TEXT,
    held_payload TEXT,
    held_asked INTEGER,
    held_loaded INTEGER,
    UNIQUE (source, section),
    CHECK ((first_row IS NULL) = (height IS NULL)),
    CHECK ((held_serial IS NULL) = (held_ad IS NULL) AND (held_serial IS NULL) = (held_payload IS NULL)
        AND (held_serial IS NULL) = (held_asked IS NULL) AND (held_serial IS NULL) = (held_loaded IS NULL))
) STRICT;

-- A filled slot: the ad as it was sent, its life, and where it stands. `above` and `below` are the IDs of the items
-- beside it, `above_count` the items above it, `place` its place among slots with the same item above.
CREATE TABLE slot (
    section INTEGER NOT NULL REFERENCES ad_section ON DELETE CASCADE,
    serial INTEGER NOT NULL CHECK (serial > 0),
    ad TEXT NOT NULL,
    payload TEXT NOT NULL,
    asked INTEGER NOT NULL,
    loaded INTEGER NOT NULL,
    placed INTEGER NOT NULL,
    -- When its impression was counted.
    counted INTEGER,
    -- Milliseconds it was visible in all.
    seen INTEGER NOT NULL DEFAULT 0 CHECK (seen >= 0),
    rule TEXT NOT NULL,
    is_head INTEGER NOT NULL CHECK (is_head IN (0, 1)),
    above TEXT,
    below TEXT,
    above_count INTEGER NOT NULL CHECK (above_count >= 0),
    place INTEGER NOT NULL CHECK (place >= 0),
    PRIMARY KEY (section, serial)
) STRICT, WITHOUT ROWID;

-- What was seen and tapped, in the order it happened: the outbox, and what click-through is counted from. An event is
-- written before anything of it is sent; the server counts a key once, however often it is sent.
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
    delivered INTEGER,
    CHECK ((item IS NULL) <> (ad IS NULL)),
    CHECK ((ad IS NULL) = (serial IS NULL)),
    CHECK (is_outgoing = 1 OR delivered IS NULL)
) STRICT;
CREATE UNIQUE INDEX event_ad_impression ON event (source, section, serial)
    WHERE kind = 'impression' AND serial IS NOT NULL;
CREATE UNIQUE INDEX event_item_impression ON event (source, section, item, ifnull(run, 0))
    WHERE kind = 'impression' AND item IS NOT NULL;
CREATE INDEX event_pending ON event (source, id) WHERE is_outgoing = 1 AND delivered IS NULL;
CREATE INDEX event_time ON event (source, at);

-- The delivery of a source's events: how often it failed in a row, and until when it waits and why.
CREATE TABLE outbox (
    source INTEGER PRIMARY KEY REFERENCES source ON DELETE CASCADE,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    next_attempt INTEGER,
    wait_reason TEXT,
    CHECK ((next_attempt IS NULL) = (wait_reason IS NULL))
) STRICT;
