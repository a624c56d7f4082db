-- A walk removes what it and the one before it missed only if they agree on the rest of the list.

-- Whether the walk found items in another order than before, or new items. Of a walk that is open now it is not known.
ALTER TABLE walk ADD COLUMN has_moved INTEGER NOT NULL DEFAULT 1 CHECK (has_moved IN (0, 1));
-- The numbers of the whole walks before `whole_walk`, the latest first, with a blank between two. An item that the last few
-- whole walks all missed is removed, however restless the list is.
ALTER TABLE collection ADD COLUMN earlier_walks TEXT NOT NULL DEFAULT '';
