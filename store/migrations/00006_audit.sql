-- What people did with accounts and games, for whoever runs the server. Rows are removed after a while.
CREATE TABLE audit (
  at      INTEGER NOT NULL, -- milliseconds since 1970
  actor   TEXT NOT NULL,    -- a user; empty: nobody who is known
  what    TEXT NOT NULL,
  about   TEXT NOT NULL,    -- the user or the game that it was done to; empty: the actor
  address TEXT NOT NULL,    -- from where; empty: from this computer
  PRIMARY KEY (at, actor, what, about, address)
) STRICT, WITHOUT ROWID;
