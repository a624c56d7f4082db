-- A window of a list. Where a walk that has ended at the window's edge would go on; NULL where it has not ended there.
ALTER TABLE walk ADD COLUMN beyond TEXT;
-- The last item that the walk has met and the list had before: walk, number, part and rank of its place then, and the page
-- where it was met. Empty for none.
ALTER TABLE walk ADD COLUMN known TEXT NOT NULL DEFAULT '';
-- The page on which the last such item was met.
ALTER TABLE whole_walk ADD COLUMN known_page INTEGER;
