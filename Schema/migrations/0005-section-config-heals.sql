-- When the section config last came in whole: a server that says 304 for a week is asked without its validators.
ALTER TABLE source ADD COLUMN sections_received INTEGER;
-- How often in a row the server has failed to give it: it is asked less and less often.
ALTER TABLE source ADD COLUMN sections_failures INTEGER NOT NULL DEFAULT 0 CHECK (sections_failures >= 0);
