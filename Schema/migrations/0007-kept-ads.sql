-- Until when the ads of a section that is gone are kept, so that one that comes back is as it was; NULL while it is there.
ALTER TABLE ad_section ADD COLUMN kept_until INTEGER;
