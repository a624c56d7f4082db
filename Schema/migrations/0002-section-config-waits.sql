-- Where the section config's last good answer came from: its validators say nothing of another URL.
ALTER TABLE source ADD COLUMN sections_url TEXT;
-- The section config is not to be asked for before, and why.
ALTER TABLE source ADD COLUMN sections_next_attempt INTEGER;
ALTER TABLE source ADD COLUMN sections_wait_reason TEXT
    CHECK ((sections_next_attempt IS NULL) = (sections_wait_reason IS NULL));
