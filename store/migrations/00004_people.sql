-- Guests, who have neither name nor skeleton, and accounts. Names that look alike have one skeleton.
CREATE TABLE users (
  id       TEXT PRIMARY KEY NOT NULL,
  name     TEXT NOT NULL,
  skeleton TEXT UNIQUE, -- NULL: a guest
  password TEXT NOT NULL,
  admin    INTEGER NOT NULL,
  created  INTEGER NOT NULL -- milliseconds since 1970
) STRICT, WITHOUT ROWID;

-- Browsers and programs that act as users. The secret itself is kept by them alone.
CREATE TABLE sessions (
  hash    BLOB PRIMARY KEY NOT NULL,
  id      TEXT UNIQUE NOT NULL,
  user    TEXT NOT NULL REFERENCES users (id),
  label   TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen    INTEGER NOT NULL,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_user ON sessions (user);

-- Who has set up a game; empty: anybody at the table plays any side of it.
ALTER TABLE games ADD COLUMN host TEXT NOT NULL DEFAULT '';
-- The hash of the secret in a link that seats whoever opens it first; empty: there is none.
ALTER TABLE seats ADD COLUMN invite TEXT NOT NULL DEFAULT '';
CREATE INDEX seats_user ON seats (user) WHERE user <> '';
CREATE INDEX games_host ON games (host) WHERE host <> '';

-- Secrets of the server itself, such as the key with which it signs games.
CREATE TABLE secrets (
  name TEXT PRIMARY KEY NOT NULL,
  data BLOB NOT NULL
) STRICT, WITHOUT ROWID;
