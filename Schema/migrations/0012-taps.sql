-- Taps are few beside impressions: click-through finds them without reading those.
CREATE INDEX event_tap ON event (source, section) WHERE kind = 'tap';
