-- What the change stream calls the account of a source: the same in each cache that is given the same key. NULL: by the
-- digest in the name of the source, until the next sync.
ALTER TABLE source ADD COLUMN account_name TEXT;

-- What it was called when it was forgotten or renamed; NULL: by the digest in the name.
ALTER TABLE forgotten ADD COLUMN account TEXT;
-- NULL where something was forgotten. Else nothing was, and the account has this name from here on.
ALTER TABLE forgotten ADD COLUMN renamed_to TEXT;
