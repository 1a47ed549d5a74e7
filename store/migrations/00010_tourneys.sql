-- Rated games that have ended, by which it is known whether ratings have to be computed again.
CREATE INDEX games_ended ON games (changed) WHERE rated = 1 AND json_valid(summary) AND json_extract(summary, '$.outcome.over') = 1;

-- Tournaments, as JSON. Version grows with each change: who changes one says which he has read.
CREATE TABLE tourneys (
  id      TEXT PRIMARY KEY NOT NULL,
  version INTEGER NOT NULL,
  created INTEGER NOT NULL, -- milliseconds since 1970
  over    INTEGER NOT NULL, -- nothing more happens in it
  data    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
