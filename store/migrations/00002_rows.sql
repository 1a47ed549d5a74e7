-- The order in which games were changed, independent of any clock: each write gives its game a number above all others.
-- The revision is drawn at random with each write, so that two files in which a game has one revision hold the same game.
DROP INDEX games_updated;
ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE games SET revision = random(), changed = o.n
  FROM (SELECT id, row_number() OVER (ORDER BY updated, id DESC) AS n FROM games) AS o
  WHERE o.id = games.id;
CREATE INDEX games_changed ON games (changed);

-- Games that a restored backup has removed, so that other programs hear of it.
CREATE TABLE removed (
  game    TEXT PRIMARY KEY NOT NULL,
  changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX removed_changed ON removed (changed);

CREATE TABLE seats (
  game TEXT NOT NULL REFERENCES games (id),
  side INTEGER NOT NULL,
  kind TEXT NOT NULL,
  user TEXT NOT NULL,
  PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
-- Seats were words with spaces between them.
INSERT INTO seats (game, side, kind, user)
  SELECT games.id, s.key, s.value, ''
  FROM games, json_each('[' || replace(json_quote(games.seats), ' ', '","') || ']') AS s
  WHERE games.seats <> '';
ALTER TABLE games DROP COLUMN seats;

ALTER TABLE log ADD COLUMN kind TEXT NOT NULL DEFAULT 'action';
ALTER TABLE log ADD COLUMN at INTEGER NOT NULL DEFAULT 0; -- milliseconds since 1970
ALTER TABLE log ADD COLUMN side INTEGER NOT NULL DEFAULT -2;
ALTER TABLE log ADD COLUMN user TEXT NOT NULL DEFAULT '';
UPDATE log SET kind = 'undo', line = '' WHERE line = '{"undo":1}';
UPDATE log SET side = coalesce(CAST(json_extract(line, '$.side') AS INTEGER), -2) WHERE kind = 'action' AND json_valid(line);

-- Stands for what a request asked for; empty where it was not kept.
ALTER TABLE requests ADD COLUMN content TEXT NOT NULL DEFAULT '';

-- The packs that games were begun with, compressed with gzip.
CREATE TABLE packs (
  hash TEXT PRIMARY KEY NOT NULL,
  data BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Written to and emptied again to find out whether the file can be written.
CREATE TABLE probe (
  data BLOB NOT NULL
) STRICT;
