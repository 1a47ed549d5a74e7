-- What people say about games. Messages are counted in their room.
CREATE TABLE talk (
  game    TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  room    TEXT NOT NULL,
  n       INTEGER NOT NULL,
  at      INTEGER NOT NULL, -- milliseconds since 1970
  user    TEXT NOT NULL,    -- empty: the user is deleted
  request TEXT NOT NULL,    -- the id by which the user sent it
  text    TEXT NOT NULL,
  PRIMARY KEY (game, room, n)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX talk_request ON talk (game, user, request) WHERE user <> '';
CREATE INDEX talk_user ON talk (user) WHERE user <> '';

-- What players note about games for themselves.
CREATE TABLE talk_notes (
  game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  user TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (game, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX talk_notes_user ON talk_notes (user);

-- Whom users do not want to hear.
CREATE TABLE talk_blocks (
  user    TEXT NOT NULL,
  blocked TEXT NOT NULL,
  id      TEXT UNIQUE NOT NULL,
  at      INTEGER NOT NULL, -- milliseconds since 1970
  PRIMARY KEY (user, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX talk_blocks_blocked ON talk_blocks (blocked);

-- Messages of which users have told whoever runs the server. They outlast their games, and are removed after a while.
CREATE TABLE talk_reports (
  game    TEXT NOT NULL,
  room    TEXT NOT NULL,
  n       INTEGER NOT NULL,
  by      TEXT NOT NULL,
  at      INTEGER NOT NULL, -- milliseconds since 1970
  why     TEXT NOT NULL,
  said_at INTEGER NOT NULL,
  user    TEXT NOT NULL,
  text    TEXT NOT NULL,
  PRIMARY KEY (game, room, n, by)
) STRICT, WITHOUT ROWID;
