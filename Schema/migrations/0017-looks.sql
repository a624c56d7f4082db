-- An impression is a look: one that left the screen and came back is another. A tap belongs to the look it was made in.

-- Of an impression: when its row came on screen; NULL before this step. It has counted since `at`.
ALTER TABLE event ADD COLUMN began INTEGER CHECK (began IS NULL OR kind = 'impression' AND began <= at);
-- Of an impression: when its row left the screen; NULL while it is there.
ALTER TABLE event ADD COLUMN ended INTEGER CHECK (ended IS NULL OR kind = 'impression' AND ended >= at);
-- Of a tap: the impression it was made in; NULL where there is none.
ALTER TABLE event ADD COLUMN look INTEGER CHECK (look IS NULL OR kind = 'tap');

-- Taps were matched when they were counted. Of an ad: to the impression of its serial. Of an item: to the one between the
-- same two runs; else to the last one before on the same row that is a day older at most.
UPDATE event SET look = CASE
    WHEN serial IS NOT NULL THEN (
        SELECT seen.id FROM event AS seen
        WHERE seen.source = event.source AND seen.section = event.section AND seen.serial = event.serial
            AND seen.kind = 'impression' AND seen.serial IS NOT NULL)
    ELSE coalesce((
        SELECT seen.id FROM event AS seen
        WHERE seen.source = event.source AND seen.section = event.section AND seen.item = event.item
            AND ifnull(seen.run, 0) = ifnull(event.run, 0) AND seen.kind = 'impression' AND seen.item IS NOT NULL), (
        SELECT seen.id FROM event AS seen
        WHERE seen.source = event.source AND seen.section = event.section AND seen.item = event.item
            AND ifnull(seen.run, 0) < ifnull(event.run, 0) AND seen.kind = 'impression' AND seen.item IS NOT NULL
            AND seen.row = event.row AND seen.at >= event.at - 86400000
        ORDER BY ifnull(seen.run, 0) DESC LIMIT 1))
    END
WHERE kind = 'tap';
UPDATE event SET ended = at WHERE kind = 'impression';

DROP INDEX event_item_impression;
CREATE INDEX event_item_impression ON event (source, section, item) WHERE kind = 'impression' AND item IS NOT NULL;
CREATE INDEX event_open ON event (source, section) WHERE kind = 'impression' AND ended IS NULL;
CREATE INDEX event_look ON event (look) WHERE look IS NOT NULL;

-- What was looked at, for how long, and how often it was tapped meanwhile.
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

-- Whether the ad is hidden since the policy allows fewer ads than there are.
ALTER TABLE slot ADD COLUMN is_surplus INTEGER NOT NULL DEFAULT 0 CHECK (is_surplus IN (0, 1));
