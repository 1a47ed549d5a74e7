-- What people call a game, and when they deleted it (milliseconds since 1970); 0: it is not deleted.
ALTER TABLE games ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
