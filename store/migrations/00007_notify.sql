-- What users want to be told of: events separated by commas, and after how many hours of their turn; 0: never.
CREATE TABLE notify_settings (
  user   TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  events TEXT NOT NULL,
  remind INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Browsers, mail and webhooks by which users are told. Secret signs webhooks, or ends mail.
CREATE TABLE notify_channels (
  id      TEXT PRIMARY KEY NOT NULL,
  user    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind    TEXT NOT NULL,
  url     TEXT NOT NULL,
  key     TEXT NOT NULL,
  auth    TEXT NOT NULL,
  secret  TEXT NOT NULL,
  label   TEXT NOT NULL,
  lang    TEXT NOT NULL,
  created INTEGER NOT NULL -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX notify_channels_user ON notify_channels (user);
-- A browser belongs to one user.
CREATE UNIQUE INDEX notify_channels_push ON notify_channels (url) WHERE kind = 'push';

-- Of what the players of a game have been told. Another key is another occasion.
CREATE TABLE notify_marks (
  game     TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  side     INTEGER NOT NULL,
  event    TEXT NOT NULL,
  user     TEXT NOT NULL,
  key      INTEGER NOT NULL,
  at       INTEGER NOT NULL, -- milliseconds since 1970
  reminded INTEGER NOT NULL,
  PRIMARY KEY (game, side, event)
) STRICT, WITHOUT ROWID;
CREATE INDEX notify_marks_turn ON notify_marks (at) WHERE event = 'turn' AND reminded = 0;

-- The games of which a user does not want to be told.
CREATE TABLE notify_mutes (
  game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (game, user)
) STRICT, WITHOUT ROWID;
