-- What showed that the manifest reads the whole list, in words: its total, or what `probe` or `audit` saw. It holds for
-- the manifest whose fingerprint `proved_as` is; NULL where nothing did.
ALTER TABLE collection ADD COLUMN proof TEXT;
ALTER TABLE collection ADD COLUMN proved_as TEXT;
ALTER TABLE collection ADD COLUMN proved_at INTEGER CHECK ((proved_at IS NULL) = (proof IS NULL));
