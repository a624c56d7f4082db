-- The path under which the database was last opened for writing. SQLite names the log after the path: a process that
-- opens the file by a hard link finds here which of its names has the log.
CREATE TABLE location (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    path TEXT NOT NULL CHECK (path <> '')
) STRICT;
