-- What was agreed before a game between people, as JSON; empty: nothing.
ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '';
-- Where lists for everybody show it: 0 nowhere, 1 as long as a seat is open, 2 always.
ALTER TABLE games ADD COLUMN listing INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_listing ON games (listing) WHERE listing > 0;
-- Whether it counts for the ratings of its players.
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_rated ON games (rated) WHERE rated > 0;
