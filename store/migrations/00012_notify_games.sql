-- What a user wants to be told of a single game: nothing, and after how many hours of his turn he is reminded; 0: never, -1: as in
-- his other games. A game without a row is like the others.
CREATE TABLE notify_games (
  game   TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  user   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  mute   INTEGER NOT NULL,
  remind INTEGER NOT NULL,
  PRIMARY KEY (game, user)
) STRICT, WITHOUT ROWID;
INSERT INTO notify_games (game, user, mute, remind) SELECT game, user, 1, -1 FROM notify_mutes;
DROP TABLE notify_mutes;
