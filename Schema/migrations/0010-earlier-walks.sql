-- The numbers of the whole walks before `whole_walk`, the latest first, with a blank between two. An item that the last few
-- whole walks all missed is removed, however restless the list is.
ALTER TABLE collection ADD COLUMN earlier_walks TEXT NOT NULL DEFAULT '';
