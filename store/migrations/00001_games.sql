CREATE TABLE games (
  id      TEXT PRIMARY KEY NOT NULL,
  header  TEXT NOT NULL,
  seats   TEXT NOT NULL,
  summary TEXT NOT NULL,
  version INTEGER NOT NULL,
  created INTEGER NOT NULL, -- milliseconds since 1970
  updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX games_updated ON games (updated);

-- Rows are only ever added.
CREATE TABLE log (
  game TEXT NOT NULL REFERENCES games (id),
  n    INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- What clients have asked for, and the rows that came of it: a request that comes again is answered, not repeated.
CREATE TABLE requests (
  game  TEXT NOT NULL REFERENCES games (id),
  id    TEXT NOT NULL,
  first INTEGER NOT NULL,
  last  INTEGER NOT NULL,
  PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
