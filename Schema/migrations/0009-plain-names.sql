-- Tables and columns get the names that the rest of the program uses. No row changes.

-- SQLite rewrites what refers to a renamed table or column. The triggers that keep the sums get new names too.
DROP TRIGGER page_enters_chapter;
DROP TRIGGER page_leaves_chapter;
DROP TRIGGER page_grows;
DROP TRIGGER page_is_met_again;

-- The number of items in 128 neighbouring pages of a walk.
ALTER TABLE chapter RENAME TO page_group;
-- How many pages each walk had read by the end of each run.
ALTER TABLE reach RENAME TO walk_progress;

-- Whether the last answer for the item's page brought the same bytes.
ALTER TABLE item RENAME COLUMN agrees TO matches_latest_page;
-- Where a delta starts: the version that was certain when the last whole walk or delta began.
ALTER TABLE collection RENAME COLUMN greatest_version TO delta_start;
-- When a walk last asked for all pages without validators.
ALTER TABLE collection RENAME COLUMN unconditional TO last_unconditional;

-- When an ad was requested.
ALTER TABLE slot RENAME COLUMN asked TO requested;
ALTER TABLE ad_section RENAME COLUMN held_asked TO held_requested;
-- When the ad's impression was counted.
ALTER TABLE slot RENAME COLUMN counted TO impression_at;
-- Milliseconds that the ad was visible in all.
ALTER TABLE slot RENAME COLUMN seen TO visible_ms;
-- The latest time that the section was given.
ALTER TABLE ad_section RENAME COLUMN clock TO latest_time;

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
