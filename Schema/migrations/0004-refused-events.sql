-- Why the server would not take an event: it is kept for click-through and not sent again.
ALTER TABLE event ADD COLUMN refusal TEXT CHECK (refusal IS NULL OR is_outgoing = 1 AND delivered IS NULL);
DROP INDEX event_pending;
CREATE INDEX event_pending ON event (source, id)
    WHERE is_outgoing = 1 AND delivered IS NULL AND refusal IS NULL;
